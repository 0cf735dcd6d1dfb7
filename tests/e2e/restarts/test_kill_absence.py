"""SIGKILL while people are away, vote, hand over a seat or take it back.

Each of these happens once or not at all, and the game goes on.
"""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bot.panels.shared.absence import about
from bot.store import Change, LogRow, Status
from bot.table import situation
from bot.table.deadlines import WARNED
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.table.votes import CLOCK, GIVEN
from bot.tables.play import STAND_IN
from sandbox.driver import Answer, Member
from sandbox.view import Message
from tests.bot.store.store_rows import counts
from tests.e2e.restarts.test_kill import results
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import DAY, tap
from tests.e2e.support.killable import IN_TRANSACTION
from tests.e2e.support.mortal import Mortal
from tests.e2e.support.reading import verb, verbs

pytestmark = pytest.mark.long

LONG_AGO = -10_000.0
"""So long ago that it is due even after a restart, which postpones everything."""


@dataclass
class Deserted(Mortal):
    """A bot that dies at a table where computers play for people who are away.

    `claimed` are the seats of members who have taken over another's.
    """

    claimed: dict[Member, int] = field(default_factory=dict)

    def seat_of(self, person: Member) -> int:
        """Return the seat of a member."""
        return self.claimed.get(person, super().seat_of(person))

    def unpressed(self, table: Table, entry: LogRow) -> None:
        """Check only that the rules allow a computer's play."""

    async def stood_in(self) -> list[int | None]:
        """Return the seats for which computers have played, one for each play."""
        return [e.seat for e in (await self.stored()).log if e.seat is not None and e.user_id is None]

    async def said(self) -> dict[str, list[str]]:
        """Return the stored votes, by the member's name."""
        rows = (await self.stored()).seats
        return {row.name: [vote for vote, _ in row.votes] for row in rows if row.votes}

    async def held_by_computer(self, seat: int) -> None:
        """Start the bot anew, with a computer in a seat that others may take over."""
        await self.kill()
        table = await self.table()
        row = replace(table.seats[seat], level=STAND_IN)
        await self.store.commit(Change(table.row.id, table.row.version, {"claims": True}, marked=(row,)))
        await self.revive("a computer holds a seat")

    def member(self, seat: int) -> Member:
        """Return the member in a seat."""
        return self.house.people[seat]

    def panel(self, person: Member) -> Message:
        """Return a member's panel."""
        panel = self.house.panel(person)
        assert panel is not None
        return panel

    async def asked(self) -> int:
        """Return the seat for which the game waits."""
        (seat,) = (await self.table()).waits_for()
        return seat

    async def due_in(self, seconds: float, missed: int = 0) -> None:
        """Kill the bot and store a deadline so many seconds from now, after so many `missed` turns."""
        await self.kill()
        table = await self.table()
        now = time.time()
        at = {"due_at": now + seconds, "warn_at": now + seconds - WARNED * DAY, "wake_at": now + LONG_AGO}
        late = tuple(replace(row, missed=missed) for row in table.seats if row.seat in table.waits_for())
        await self.store.commit(Change(table.row.id, table.row.version, at, marked=late))

    async def at_last_card(self) -> tuple[int, int]:
        """Kill the bot, and store plays up to a last card of a member who is away; return seat and length."""
        await self.kill()
        began = table = await self.table()
        entries = list[LogRow]()
        while situation.last_card(table) is None:
            if table.hand_over:
                # Each last card could be played in several ways.
                table, entries = began, []
            seat = table.waits_for()[0]
            action = self.house.rng.choice(table.game.legal(table.state, seat))
            entries.append(LogRow(table.seq, seat, str(action), None, time.time()))
            table = table.replayed(entries[-1])
        at = {"nudge_at": time.time() + LONG_AGO, "wake_at": time.time() + LONG_AGO}
        await self.store.commit(Change(table.row.id, table.row.version, at, entries=tuple(entries)))
        # Nobody has a panel that could still be pressed.
        await self.store.drop_panels(time.time() + DAY)
        return table.waits_for()[0], table.seq

    async def without_clock(self) -> None:
        """Start the bot anew, at a table that has no clock."""
        await self.kill()
        row = (await self.stored()).table
        await self.store.commit(Change(row.id, row.version, {"clock": 0, "due_at": None}))
        await self.revive("a table without a clock")

    async def starts_and_dies(self, point: str) -> Table:
        """Return the table as stored after a start at which the bot dies of due work."""
        await self.start(point)
        await self.dies(point)
        return await self.table()

    async def turn(self, person: Member) -> None:
        """Let a member play once their screen shows the stored state."""
        await self.caught_up()
        seq = (await self.table()).seq
        while (await self.table()).seq == seq:
            panel, buttons = self.house.to_press(person) or (self.panel(person), [])
            await self.press(person, panel, next((b for b in buttons if verb(b) == "play"), buttons[0]))

    async def die_pressing(
        self,
        person: Member,
        point: str,
        *pages: str,
        wanted: str,
        name: str | None = None,
        board: bool = False,
    ) -> Answer | None:
        """Return the answer to a press during which the bot dies, on a page of the panel or on the board."""
        message = self.house.public() if board else self.panel(person)
        for page in pages:
            await tap(person, message, page)
        await self.arm(point)
        answer = await self.attempt(tap(person, message, wanted, name))
        await self.dies(point)
        await self.revive(f"{point}, {wanted} {name}")
        return answer


@pytest.fixture
async def mortal(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Deserted]:
    """Return a bot with a game under way, all of whose members see their hands."""
    async with Deserted.born(tmp_path, request.param, PAUSE_SECONDS="0.05") as made:
        await made.start()
        await made.house.open(target=51)
        await made.hands()
        yield made
        assert list(made.house.sandbox.violations) == []


two = pytest.mark.parametrize("mortal", [2], indirect=True)
four = pytest.mark.parametrize("mortal", [4], indirect=True)


@two
async def test_a_missed_turn_is_warned_of_played_and_counted_once(mortal: Deserted) -> None:
    seat, seq = await mortal.asked(), (await mortal.table()).seq
    await mortal.due_in(DAY / 8)
    assert (await mortal.starts_and_dies("after warning")).row.warned
    await mortal.revive("after warning")
    row = (await mortal.stored()).table
    assert row.due_at is not None
    assert WORDS("clock.warned", at=int(row.due_at)) in mortal.house.public().text

    await mortal.due_in(LONG_AGO)
    for point in ("after missing", IN_TRANSACTION):
        table = await mortal.starts_and_dies(point)
        assert (table.seq, table.seats[seat].overdue, table.seats[seat].missed) == (seq, True, 0), point
    table = await mortal.starts_and_dies("after the commit")
    assert (table.seq, table.seats[seat].overdue, table.seats[seat].missed) == (seq + 1, False, 1)
    await mortal.revive("after a computer's play")
    assert await mortal.stood_in() == [seat]
    table = await mortal.table()
    assert (table.seq, table.seats[seat].present, table.seats[seat].missed) == (seq + 1, True, 1)
    await mortal.turn(mortal.member(1 - seat))
    await mortal.turn(mortal.member(seat))
    assert (await mortal.table()).seats[seat].missed == 0


@two
async def test_the_last_card_of_who_is_away_is_played_once(mortal: Deserted) -> None:
    seat, seq = await mortal.at_last_card()
    for point in ("before the commit", IN_TRANSACTION):
        table = await mortal.starts_and_dies(point)
        assert (table.seq, table.seats[seat].missed) == (seq, 0), point
    before = await mortal.stood_in()
    assert (await mortal.starts_and_dies("after the commit")).seq == seq + 1
    await mortal.revive("after a last card")
    # The other's last card may have followed by now.
    assert (await mortal.stood_in())[: len(before) + 1] == [*before, seat]
    rows = (await mortal.table()).seats
    assert [(row.present, row.missed) for row in rows] == [(True, 0), (True, 0)]


@two
async def test_a_second_missed_turn_gives_the_seat_to_a_computer_once(mortal: Deserted) -> None:
    seat = await mortal.asked()
    person, other = mortal.member(seat), mortal.member(1 - seat)
    await mortal.due_in(LONG_AGO, missed=1)
    row = (await mortal.starts_and_dies("after the commit")).seats[seat]
    assert (row.level, row.overdue, row.missed) == (STAND_IN, False, 2)
    await mortal.revive("a second missed turn")
    assert await mortal.stood_in() == [seat]
    assert WORDS("panel.away") in mortal.panel(person).text

    # From now on computers play at once: the bot dies of a play, before and after it is stored.
    await mortal.arm("before the commit:2")
    await mortal.turn(other)
    await mortal.dies("before a computer's play")
    assert await mortal.stood_in() == [seat]
    await mortal.starts_and_dies("after the commit")
    await mortal.revive("after a computer's play")
    assert await mortal.stood_in() == [seat, seat]
    assert await mortal.asked() == 1 - seat

    for point, back in ((IN_TRANSACTION, False), ("before the acknowledgement", True)):
        assert await mortal.die_pressing(person, point, wanted="take-back") is None
        row = (await mortal.table()).seats[seat]
        assert (row.present, row.missed) == ((True, 0) if back else (False, 2))
        assert ("take-back" in verbs(mortal.panel(person))) != back
    await mortal.turn(other)
    await mortal.turn(person)
    assert await mortal.stood_in() == [seat, seat]


@four
async def test_a_seat_is_handed_over_by_vote_once(mortal: Deserted) -> None:
    seat = await mortal.asked()
    gone = mortal.member(seat)
    first, second, _ = [person for person in mortal.house.people if person is not gone]
    give, said = f"give-{seat}", {first.name.title(): [f"give-{seat}"]}
    answer = await mortal.die_pressing(
        first, "after marking a seat", "more", "absent", wanted="vote", name=give
    )
    assert answer is None
    question = about(view_of(await mortal.table()), give, WORDS)
    assert question in mortal.house.public().text
    # A member who has seen no answer votes again: it counts as one vote all the same.
    await tap(first, mortal.house.public(), "vote", give)
    assert await mortal.said() == said
    await mortal.die_pressing(second, IN_TRANSACTION, wanted="vote", name=give, board=True)
    assert await mortal.said() == said
    assert (await mortal.table()).seats[seat].present

    await mortal.arm("after marking a seat")
    assert await mortal.attempt(tap(second, mortal.house.public(), "vote", give)) is None
    await mortal.dies("the vote has passed")
    assert await mortal.stood_in() == []
    table = await mortal.starts_and_dies("after the commit")
    assert (table.seats[seat].level, await mortal.said()) == (STAND_IN, {})
    await mortal.revive("a computer's first play")
    assert await mortal.stood_in() == [seat]
    assert question not in mortal.house.public().text
    await tap(gone, mortal.panel(gone), "take-back")
    assert (await mortal.table()).seats[seat].present
    await mortal.die_pressing(gone, "before the board", "more", "leave", wanted="hand-over")
    assert WORDS("panel.away") in mortal.panel(gone).text
    await mortal.turn(mortal.member(await mortal.asked()))


@four
async def test_a_clock_is_chosen_by_vote_once(mortal: Deserted) -> None:
    gone = mortal.member(await mortal.asked())
    first, second, _ = [person for person in mortal.house.people if person is not gone]
    names = [person.name.title() for person in (first, second)]
    await mortal.without_clock()
    answer = await mortal.die_pressing(
        first, "after marking a seat", "more", "absent", wanted="vote", name=CLOCK
    )
    assert answer is None
    question = about(view_of(await mortal.table()), CLOCK, WORDS)
    await tap(first, mortal.house.public(), "vote", CLOCK)
    assert await mortal.said() == {names[0]: [CLOCK]}
    await mortal.die_pressing(second, IN_TRANSACTION, wanted="vote", name=CLOCK, board=True)
    assert question in mortal.house.public().text
    assert (await mortal.said(), (await mortal.stored()).table.clock) == ({names[0]: [CLOCK]}, 0)

    # Nobody had been told: all read it after the start, and the turn keeps the time that it was given then.
    await mortal.arm("after marking a seat")
    assert await mortal.attempt(tap(second, mortal.house.public(), "vote", CLOCK)) is None
    await mortal.dies("the vote has passed")
    row = (await mortal.stored()).table
    assert (await mortal.said(), row.clock) == ({name: [CLOCK] for name in names}, GIVEN)
    assert row.due_at is not None
    await mortal.revive("a clock is chosen")
    told = WORDS("clock.chosen", names=" & ".join(names), clock=WORDS.count("clock.minutes", GIVEN // 60))
    assert told in mortal.house.public().text
    assert question not in mortal.house.public().text
    later = (await mortal.stored()).table.due_at
    assert later is not None
    assert later >= row.due_at
    assert WORDS("clock.until", at=int(later)).removeprefix("-# ") in mortal.panel(gone).text
    await mortal.turn(gone)
    await mortal.caught_up()
    assert (await mortal.said(), told in mortal.house.public().text) == ({}, False)


@four
async def test_a_game_that_a_vote_ends_has_no_result(mortal: Deserted) -> None:
    ann, bo, _, di = mortal.house.people
    await mortal.die_pressing(ann, "after marking a seat", "more", "leave", wanted="vote", name="stop")
    await mortal.die_pressing(bo, "after marking a seat", wanted="against", name="stop", board=True)
    await tap(bo, mortal.house.public(), "against", "stop")
    said = {"Ann": ["stop"], "Bo": ["-stop"]}
    assert await mortal.said() == said
    await mortal.die_pressing(di, IN_TRANSACTION, wanted="vote", name="stop", board=True)
    assert ((await mortal.stored()).table.status, await mortal.said()) == (Status.PLAYING, said)
    await mortal.die_pressing(di, "after stopping", wanted="vote", name="stop", board=True)
    assert ((await mortal.stored()).table.status, results(mortal.database)) == (Status.STOPPED, 0)
    assert WORDS("game.stopped") in mortal.house.public().text


@four
async def test_what_all_want_who_are_left_is_done_though_nobody_presses(mortal: Deserted) -> None:
    """The bot dies when the last of a side has left, before it carries out the others' agreement."""
    ann, bo, _, di = mortal.house.people
    for person, wanted in ((ann, "vote"), (bo, "hand-over")):
        for page in ("more", "leave"):
            await tap(person, mortal.panel(person), page)
        await tap(person, mortal.panel(person), wanted, "stop" if wanted == "vote" else None)
    await mortal.die_pressing(di, "after marking a seat", "more", "leave", wanted="hand-over")
    await mortal.house.sandbox.until(mortal.house.over, what="the game has ended")
    assert ((await mortal.stored()).table.status, results(mortal.database)) == (Status.STOPPED, 0)


@four
async def test_a_game_that_is_given_up_has_one_result(mortal: Deserted) -> None:
    ann, bo, cy, di = mortal.house.people
    for person, point in ((cy, "after marking a seat"), (ann, IN_TRANSACTION)):
        await mortal.die_pressing(person, point, "more", "leave", wanted="vote", name="concede-0")
        assert ((await mortal.stored()).table.status, results(mortal.database)) == (Status.PLAYING, 0)
        assert await mortal.said() == {"Cy": ["concede-0"]}
    panel = mortal.panel(ann)
    await mortal.die_pressing(ann, "after stopping", "more", "leave", wanted="vote", name="concede-0")
    answer = await ann.forge(panel, f"t:{mortal.table_id}:0:vote:concede-0")
    assert WORDS("refused.over") in answer.text
    row = (await mortal.stored()).table
    assert (row.status, row.ended, results(mortal.database)) == (Status.STOPPED, "concede-0", 1)
    assert WORDS("game.conceded", side="Ann & Cy", winners="Bo & Di") in mortal.house.public().text
    found = await counts(mortal.store, guild_id=row.guild_id, teams=True)
    won = {frozenset(team): of for team, of in found.items()}
    assert won == {frozenset((ann.id, cy.id)): (1, 0), frozenset((bo.id, di.id)): (1, 1)}


@two
async def test_a_seat_that_a_computer_holds_is_taken_over_once(mortal: Deserted) -> None:
    asked = await mortal.asked()
    seat, former = 1 - asked, mortal.member(1 - asked)
    await mortal.held_by_computer(seat)
    eva = mortal.house.sandbox.join(mortal.house.guild, "eva")
    mortal.house.people.append(eva)
    mortal.claimed[eva] = seat
    await tap(eva, mortal.house.public(), "hand")
    await mortal.die_pressing(eva, IN_TRANSACTION, wanted="claim", name=str(seat))
    assert (await mortal.table()).seats[seat].user_id == former.id
    answer = await mortal.die_pressing(eva, "after sitting", wanted="claim", name=str(seat))
    assert answer is None
    table = await mortal.table()
    assert [row.user_id for row in table.seats] == [
        eva.id if row.seat == seat else mortal.member(asked).id for row in table.seats
    ]
    assert "Eva" in mortal.house.public().text
    # The former player does not come back, and a second press takes nothing more.
    await former.forge(mortal.panel(former), f"t:{mortal.table_id}:0:take-back")
    await tap(eva, mortal.panel(eva), "claim", str(seat))
    assert (await mortal.table()).seats == table.seats
    assert table.seats[seat].present
    await tap(eva, mortal.house.public(), "hand")
    await mortal.turn(mortal.member(asked))
    await mortal.turn(eva)
    assert await mortal.stood_in() == []
