"""Nobody waits for a member who is away: the clock, the ladder, and the way back, over the stand-in."""

from pathlib import Path
from typing import Any

import pytest

from bot.clock.outages import GRACE_SECONDS
from bot.store import SeatRow, Status
from bot.table import situation
from bot.table.deadlines import WARNED
from bot.table.table import Table
from bot.table.votes import TURNS_MISSED
from bot.tables.play import STAND_IN
from engine import GAMES
from sandbox.driver import Member
from tests.e2e.restarts.test_restart import published
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import House, house, running, sandboxed, tap
from tests.e2e.support.reading import verb, verbs
from tests.e2e.support.referee import unlimited

CLOCK = 60
CHOICE = "clock"
"""The vote for a game with a clock."""
PLAYERS = {"cicera": 2, "civil-suits": 4}
"""The number of players, by game, where it is not three."""
SHORT = {"cicera": {"target": 11}}
"""Options of the games that are played to their end here."""
STOOD_IN = 4
DAYS = 3
"""Length of a slow game here, in days."""
QUICK: dict[str, Any] = {"turn_seconds": CLOCK, "pause_seconds": 0.01, "next_hand_seconds": 20}


async def table_of(made: House) -> Table:
    """Return the bot's current snapshot of the house's newest table."""
    assert made.bot is not None
    rows = await made.bot.store.live(guild_id=made.guild.id)
    return await made.bot.tables.get(rows[0].id)


def seat_of(table: Table, person: Member) -> SeatRow:
    """Return the seat of a member."""
    row = table.seat_of(person.id)
    assert row is not None
    return row


async def asked_first(made: House) -> tuple[Member, Table]:
    """Return the first member for whom the game waits, and the table."""
    table = await table_of(made)
    assert made.bot is not None
    tables = made.bot.tables
    await made.sandbox.until(lambda: situation.people_asked(tables.current(table)), what="somebody is asked")
    table = tables.current(table)
    return next(person for person in made.people if person.id in situation.people_asked(table)), table


async def turn_passes(made: House, table: Table) -> Table:
    """Return the table once the time of the seats asked has run out, and computers have played."""
    assert made.bot is not None
    due = table.row.due_at
    assert due is not None
    await made.pass_time(due - made.sandbox.clock.now() + 0.01)
    tables, seq = made.bot.tables, table.seq
    await made.sandbox.until(lambda: tables.current(table).seq > seq, what="the clock has done what is due")
    await made.shown()
    return tables.current(table)


async def plays(made: House, person: Member) -> Table:
    """Return the table once a member has played: a card may first open the choice of its capture."""
    before = await table_of(made)
    while (table := await table_of(made)).seq == before.seq:
        controls = made.controls(person)
        played = [control for control in controls if verb(control) == "play"]
        await made.press(person, made.rng.choice(played or controls), made.rng)
        await made.shown()
    return table


def stood_in(table: Table, person: Member) -> int:
    """Return how often the computer in a member's seat has acted in this hand."""
    row = seat_of(table, person)
    return 0 if row.present else sum(told.seat == row.seat for told in table.story)


async def warned(made: House, table: Table) -> None:
    """Wait until members have been warned that a turn's time runs out, and that is shown."""
    assert made.bot is not None
    tables = made.bot.tables
    await made.sandbox.until(lambda: tables.current(table).row.warned, what="the clock has warned")
    await made.shown()


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_with_a_member_who_never_acts(tmp_path: Path, game: str) -> None:
    """It lasts no longer than without them, except for the turns until a computer holds their seat.

    A long game is left after a few plays of that computer; `test_due.py` plays it to its end.
    """
    async with house(tmp_path, PLAYERS.get(game, 3), **QUICK) as made:
        unlimited(made)
        await made.open(game, **SHORT.get(game, {}))
        gone, table = await asked_first(made)
        others = [person for person in made.people if person is not gone]
        waited, whole = 0.0, game in SHORT
        assert made.bot is not None
        tables = made.bot.tables
        while table.playing and (whole or stood_in(table, gone) < STOOD_IN):
            await made.shown()
            table = tables.current(table)
            able = [person for person in others if made.controls(person)]
            if able:
                person = made.rng.choice(able)
                await made.press(person, made.rng.choice(made.controls(person)), made.rng)
            elif situation.people_asked(table) == {gone.id}:
                due = table.row.due_at
                assert due is not None
                waited += due - made.sandbox.clock.now()
                await turn_passes(made, table)
            elif table.between_hands and seat_of(table, gone).present:
                await turn_passes(made, table)
            else:
                # A computer thinks, or the clock answers for a member without a choice.
                seq = table.seq
                await made.sandbox.until(
                    lambda seq=seq, table=table: (
                        tables.current(table).seq > seq  # type: ignore[misc]  # bound now
                        or not tables.current(table).playing
                    ),
                    what="the game goes on by itself",
                )
            table = tables.current(table)
        assert (table.row.status is Status.FINISHED) == whole
        assert waited <= 1.1 * TURNS_MISSED * CLOCK
        row = seat_of(table, gone)
        assert (row.level, row.missed) == (STAND_IN, TURNS_MISSED)
        if whole:
            await made.sandbox.until(made.over, what="the end is shown")


def warning(due: float) -> str:
    """Return the warning that a turn ends at `due`, as it stands in a small line beside other facts."""
    return WORDS("clock.warned", at=int(due)).removeprefix("-# ")


async def test_everybody_sees_the_countdown_and_the_warning(tmp_path: Path) -> None:
    async with house(tmp_path, **QUICK) as made:
        unlimited(made)
        await made.open()
        gone, table = await asked_first(made)
        due = table.row.due_at
        assert due is not None
        mine = made.panel(gone)
        assert mine is not None
        for message in (made.public(), mine):
            assert WORDS("clock.until", at=int(due)).removeprefix("-# ") in message.text
        await made.pass_time(due - WARNED * CLOCK - made.sandbox.clock.now() + 0.01)
        await made.sandbox.until(lambda: warning(due) in made.public().text)
        await made.sandbox.until(lambda: warning(due) in (made.panel(gone) or mine).text)
        table = await turn_passes(made, await table_of(made))
        assert warning(due) not in made.public().text
        assert table.story[-1].stood_in


async def test_whoever_still_chooses_beside_others_is_warned_too(tmp_path: Path) -> None:
    async with house(tmp_path, 4, **QUICK) as made:
        unlimited(made)
        await made.open("civil-suits")
        gone, *others = made.people
        for person in others:
            await made.press(person, made.controls(person)[0], made.rng)
            while "play" in {verb(control) for control in made.controls(person)}:
                await made.press(person, made.controls(person)[0], made.rng)
                await made.shown()
        table = await table_of(made)
        assert situation.people_asked(table) == {gone.id}
        due = table.row.due_at
        assert due is not None
        await made.pass_time(due - WARNED * CLOCK - made.sandbox.clock.now() + 0.01)
        await warned(made, table)
        panel = made.panel(gone)
        assert panel is not None
        assert warning(due) in panel.text


async def test_whoever_was_away_sits_down_again_with_one_press(tmp_path: Path) -> None:
    async with house(tmp_path, 2, **QUICK) as made:
        unlimited(made)
        await made.open()
        gone, table = await asked_first(made)
        other = next(person for person in made.people if person is not gone)
        while seat_of(table, gone).present:
            if made.controls(other):
                await made.press(other, made.rng.choice(made.controls(other)), made.rng)
                await made.shown()
                table = await table_of(made)
            else:
                table = await turn_passes(made, table)
        panel = made.panel(gone)
        assert panel is not None
        assert WORDS("panel.away") in panel.text
        await tap(gone, panel, "take-back")
        await made.shown()
        row = seat_of(await table_of(made), gone)
        assert (row.present, row.missed) == (True, 0)
        assert WORDS("panel.away") not in panel.text


async def test_weeks_later_the_seat_is_still_theirs(tmp_path: Path) -> None:
    async with house(tmp_path, 4, **QUICK | {"turn_seconds": 0}) as made:
        unlimited(made)
        await made.open()
        ann, *_ = made.people
        await ann.slash(made.channel, "cicera leave")
        await made.shown()
        await tap(ann, ann.sees(made.channel)[-1], "hand-over")
        for _ in range(3):
            await made.pass_time(5 * 86_400)
            await made.shown()
            person, _ = await asked_first(made)
            await person.slash(made.channel, "cicera hand")
            await plays(made, person)
        await ann.slash(made.channel, "cicera hand")
        await tap(ann, ann.sees(made.channel)[-1], "take-back")
        assert seat_of(await table_of(made), ann).present


async def test_who_has_left_the_server_is_noticed_at_their_first_missed_turn(tmp_path: Path) -> None:
    async with house(tmp_path, 4, **QUICK) as made:
        unlimited(made)
        await made.open()
        gone, table = await asked_first(made)
        gone.leave()
        table = await turn_passes(made, table)
        assert made.bot is not None
        tables = made.bot.tables
        await made.sandbox.until(lambda: not seat_of(tables.current(table), gone).present)
        await made.shown()
        assert tables.current(table).playing


async def test_who_is_still_there_keeps_the_seat_for_another_turn(tmp_path: Path) -> None:
    async with house(tmp_path, 4, **QUICK) as made:
        unlimited(made)
        await made.open()
        gone, table = await asked_first(made)
        made.sandbox.faults.error("GET /guilds/*/members/*", times=1)
        table = await turn_passes(made, table)
        row = seat_of(table, gone)
        assert (row.present, row.missed) == (True, 1)


async def test_a_slow_game_survives_days_with_restarts(tmp_path: Path) -> None:
    """Each member plays nearly a day after they were asked, and the bot dies now and then."""
    day = 86_400
    async with sandboxed(2) as made:
        values = {**QUICK, "turn_seconds": day}
        async with running(made, tmp_path / "cards.db", **values):
            await made.open()
            await made.shown()
        for _ in range(DAYS):
            async with running(made, tmp_path / "cards.db", **values):
                person, table = await asked_first(made)
                await made.pass_time(0.9 * day)
                await warned(made, table)
            async with running(made, tmp_path / "cards.db", **values):
                await made.shown()
                await person.slash(made.channel, "cicera hand")
                table = await plays(made, person)
                assert all(row.present and not row.missed for row in table.seats)
        assert table.seq >= DAYS


async def test_a_restart_gives_back_the_time_that_it_took(tmp_path: Path) -> None:
    async with sandboxed(2) as made:
        async with running(made, tmp_path / "cards.db", **QUICK) as bot:
            await made.open()
            await made.pass_time(40)
            await made.shown()
            before = await table_of(made)
            # Only the new deadline is left to be shown.
            await published(bot.store)
        stopped = made.sandbox.clock.now()
        made.sandbox.clock.advance(10 * CLOCK)
        async with running(made, tmp_path / "cards.db", **QUICK):
            table = await table_of(made)
            assert before.row.due_at is not None
            assert table.row.due_at is not None
            left = before.row.due_at - stopped
            assert table.row.due_at >= made.sandbox.clock.now() + left + GRACE_SECONDS - 2
            # As before any warning, which shows it anyway.
            said = WORDS("clock.until", at=int(table.row.due_at)).removeprefix("-# ")
            await made.sandbox.until(lambda: said in made.public().text, what="the new time is shown")


async def test_time_without_discord_is_given_back(tmp_path: Path) -> None:
    async with house(tmp_path, 2, **QUICK) as made:
        await made.open()
        await made.shown()
        before = await table_of(made)
        assert made.bot is not None
        bot = made.bot
        made.sandbox.gateway.drop()
        await made.sandbox.until(lambda: bot.outages.pause(made.guild.id), what="the bot knows")
        made.sandbox.clock.advance(10 * CLOCK)
        bot.clock.expect(0.0)
        await made.sandbox.until(lambda: not bot.outages.pause(made.guild.id), what="it is back")

        def later() -> bool:
            due = bot.tables.current(before).row.due_at
            return due is not None and due > made.sandbox.clock.now()

        await made.sandbox.until(later, what="the time is given back")
        await made.shown()
        table = bot.tables.current(before)
        assert (table.seq, [row.missed for row in table.seats]) == (before.seq, [0, 0])


# Votes, and giving up


async def test_the_others_hand_over_a_seat_by_vote(tmp_path: Path) -> None:
    async with house(tmp_path, 4, **QUICK) as made:
        unlimited(made)
        await made.open()
        gone, table = await asked_first(made)
        first, second, *_ = [person for person in made.people if person is not gone]
        panel = made.panel(first)
        assert panel is not None
        await tap(first, panel, "more")
        await tap(first, panel, "absent")
        await tap(first, panel, "vote", f"give-{table.waits_for()[0]}")
        await made.shown()
        assert WORDS("vote.for", names=first.name.title()) in made.public().text or "vote" in verbs(
            made.public()
        )
        assert seat_of(await table_of(made), gone).present
        await tap(second, made.public(), "vote")
        await made.shown()
        assert not seat_of(await table_of(made), gone).present
        assert "vote" not in verbs(made.public())


async def test_of_two_without_a_clock_who_waits_chooses_one(tmp_path: Path) -> None:
    """The other never comes back: a computer plays for them, and holds their seat after two turns."""
    async with house(tmp_path, 2, **{**QUICK, "turn_seconds": 0}) as made:
        unlimited(made)
        await made.open()
        gone, table = await asked_first(made)
        (person,) = [person for person in made.people if person is not gone]
        panel, empty = made.panel(person), made.panel(gone)
        assert panel is not None
        assert empty is not None
        assert table.row.due_at is None
        for wanted in ("more", "absent"):
            await tap(person, panel, wanted)
        assert WORDS("absent.no-clock") in panel.text
        await tap(person, panel, "vote", CHOICE)
        await made.shown()
        table = await table_of(made)
        assert table.row.due_at is not None
        told = WORDS("clock.chosen", names=person.name.title(), clock=WORDS.count("clock.minutes", 5))
        assert told in made.public().text
        for message in (made.public(), panel, empty):
            assert WORDS("clock.until", at=int(table.row.due_at)).removeprefix("-# ") in message.text
        while seat_of(table, gone).present:
            waits = gone.id in situation.people_asked(table)
            table = await (turn_passes(made, table) if waits else plays(made, person))
        assert seat_of(table, gone).missed == TURNS_MISSED
        assert told not in made.public().text
        assert WORDS("panel.away") in empty.text


async def test_a_side_gives_the_game_up(tmp_path: Path) -> None:
    async with house(tmp_path, 2, **QUICK) as made:
        unlimited(made)
        await made.open()
        ann = made.people[0]
        await ann.slash(made.channel, "cicera leave")
        await tap(ann, ann.sees(made.channel)[-1], "vote", "concede-0")
        await made.sandbox.until(made.over)
        await made.shown()
        assert WORDS("game.conceded", side="Ann", winners="Bo") in made.public().text


async def test_whoever_wants_to_give_up_decides_alone_once_the_partner_has_left(tmp_path: Path) -> None:
    async with house(tmp_path, 4, **QUICK) as made:
        unlimited(made)
        await made.open()
        ann, _, cy, _ = made.people
        mine, theirs = made.panel(ann), made.panel(cy)
        assert mine is not None
        assert theirs is not None
        for wanted, name in (("more", None), ("leave", None), ("vote", "concede-0")):
            await tap(ann, mine, wanted, name)
        for wanted in ("more", "leave", "hand-over"):
            await tap(cy, theirs, wanted)
        await made.shown()
        assert (await table_of(made)).playing
        assert WORDS("panel.concede") in mine.text
        for wanted, name in (("more", None), ("leave", None), ("vote", "concede-0")):
            await tap(ann, mine, wanted, name)
        await made.sandbox.until(made.over)
        await made.shown()
        assert WORDS("game.conceded", side="Ann & Cy", winners="Bo & Di") in made.public().text


async def test_the_host_ends_the_game_for_everybody(tmp_path: Path) -> None:
    async with house(tmp_path, 2, **QUICK) as made:
        unlimited(made)
        await made.open()
        ann, bo = made.people
        await bo.slash(made.channel, "cicera leave")
        assert "end" not in verbs(bo.sees(made.channel)[-1])
        await ann.slash(made.channel, "cicera leave")
        await tap(ann, ann.sees(made.channel)[-1], "end")
        await made.sandbox.until(made.over)
