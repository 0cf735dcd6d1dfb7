"""Members without a seat take over one that a computer holds."""

import asyncio
from pathlib import Path

import pytest

from bot.store import Store
from bot.table.viewing import view_of
from bot.tables.outbox import Outbox
from bot.tables.seats import Seats
from bot.tables.tables import Tables
from engine import GAMES
from sandbox.driver import Member
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import house, running, sandboxed, settings, tap
from tests.e2e.support.newcomers import (
    NEVER,
    at_home,
    begin,
    hand_over,
    look,
    panel,
    stop,
    table_id,
    the_table,
    watch,
    without,
)
from tests.e2e.support.reading import notation, verb, verbs
from tests.e2e.support.umpire import unlimited
from tests.e2e.tables.test_lobby import change, opened, press


@pytest.mark.parametrize("game", GAMES)
async def test_a_member_takes_over_a_seat_and_plays_on(tmp_path: Path, game: str) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made, game)
        bo = made.people[1]
        for _ in range(5):
            await made.step()
        await made.shown()
        await hand_over(made, bo)
        eva, seen = await watch(made, "eva")
        assert WORDS("claim.person", name="Bo") in seen.text
        assert [notation(b) for b in seen.buttons if verb(b) == "claim"] == ["1"]
        assert "wait" not in verbs(seen)
        await press(made, eva, seen, "claim")
        await made.shown()
        table = await the_table(made, found)
        assert [row.name for row in table.seats] == ["Ann", "Eva", "Cy", "Di"]
        # Her panel follows the game from now on, and shows the seat's view.
        hand = view_of(table, eva.id).seen
        assert hand == table.game.observe(table.state, 1)
        assert "take-back" not in verbs(seen)
        assert eva.id in table.ledger.panels
        # Bo reads the owner of his seat, and otherwise the same as anybody.
        _, other = await watch(made, "gus")
        lost = WORDS("claim.lost", name="Eva")
        assert without(panel(made, bo).text, lost) == other.text.split("\n")
        assert verbs(panel(made, bo)) == verbs(other)
        assert bo.id not in table.ledger.panels
        assert WORDS("claim.taken", name="Eva", former="Bo") in made.public().text
        old = f"t:{found}:0:take-back"
        await bo.forge(panel(made, bo), old)
        await made.answered()
        assert WORDS("refused.not-seated") in panel(made, bo).text
        assert (await the_table(made, found)).seat_of(bo.id) is None
        made.people[1] = eva
        await made.play(lambda: WORDS("claim.taken", name="Eva", former="Bo") not in made.public().text)
        for _ in range(6):
            await made.step()


async def test_a_clock_runs_for_the_turn_in_which_a_second_person_sits_down(tmp_path: Path) -> None:
    """Against computers alone there was none; from then on an absent member is played for as usual."""
    async with house(tmp_path, 1, turn_seconds=60, pause_seconds=0.01) as made:
        unlimited(made)
        (ann,) = made.people
        await opened(made, players=2, computers=1, level="easy")
        await change(made, "claims", "on")
        await made.start(ann)
        found = table_id(made)
        await made.sandbox.until(lambda: made.controls(ann), what="Ann is asked")
        await made.shown()
        assert (await the_table(made, found)).row.due_at is None
        eva, seen = await watch(made, "eva")
        await press(made, eva, seen, "claim")
        await made.shown()
        table = await the_table(made, found)
        assert table.row.due_at is not None
        for message in (made.public(), panel(made, ann)):
            assert WORDS("clock.until", at=int(table.row.due_at)).removeprefix("-# ") in message.text
        await made.pass_time(61)
        assert made.bot is not None
        tables, seq = made.bot.tables, table.seq
        await made.sandbox.until(lambda: tables.current(table).seq > seq, what="a computer plays for Ann")
        assert [row.missed for row in tables.current(table).seats] == [1, 0]


async def test_what_is_told_of_the_claim_survives_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(4) as made:
        async with running(made, database, **NEVER):
            unlimited(made)
            found = await begin(made)
            bo = made.people[1]
            await hand_over(made, bo)
            eva, seen = await watch(made, "eva")
            await press(made, eva, seen, "claim")
            await made.shown()
        async with running(made, database, **NEVER) as bot:
            unlimited(made)
            taken = WORDS("claim.taken", name="Eva", former="Bo")
            await press(made, eva, seen, "last")
            await press(made, eva, seen, "back")
            assert (await bot.tables.get(found)).seat_of(eva.id) is not None
            assert WORDS("claim.lost", name="Eva") in (await look(made, bo)).text
            await made.people[0].slash(made.channel, "cicera table")
            await made.shown()
            assert taken in made.public().text
            made.people[1] = eva
            await made.play(lambda: taken not in made.public().text)


async def test_a_claim_that_nobody_was_told_of_is_told_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(4) as made:
        async with running(made, database, **NEVER):
            unlimited(made)
            found = await begin(made)
            bo = made.people[1]
            await hand_over(made, bo)
            eva, _ = await watch(made, "eva")
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        seats = Seats(Tables(store, settings(), Outbox()))
        row = (await seats.tables.get(found)).at(1)
        assert row is not None
        await seats.claim(found, type(row)(0, eva.id, "Eva", 17))
        await store.close()
        async with running(made, database, **NEVER):
            unlimited(made)
            lost = WORDS("claim.lost", name="Eva")
            await made.sandbox.until(lambda: lost in panel(made, bo).text, what="Bo is told")
            assert "take-back" not in verbs(panel(made, bo))
            await made.shown()
            assert WORDS("claim.taken", name="Eva", former="Bo") in made.public().text


async def test_of_two_who_press_at_once_one_gets_the_seat(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made)
        await hand_over(made, made.people[1])
        (eva, first), (gus, second) = await watch(made, "eva"), await watch(made, "gus")
        await asyncio.gather(tap(eva, first, "claim"), tap(gus, second, "claim"))
        await made.shown()
        row = (await the_table(made, found)).at(1)
        assert row is not None
        assert row.user_id in (eva.id, gus.id)
        late = second if row.user_id == eva.id else first
        assert WORDS("refused.no-seat-to-claim") in late.text
        # A member who comes too late can wait for the next one.
        assert "claim" not in verbs(late)
        assert "wait" in verbs(late)


async def test_what_cannot_be_taken_over_is_refused_in_words(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made, claims=False)
        ann, bo, *_ = made.people
        await hand_over(made, bo)
        eva, seen = await watch(made, "eva")
        assert "claim" not in verbs(seen)
        claim = f"t:{found}:0:claim:1"

        async def refused(person: Member, key: str) -> None:
            where = panel(made, person)
            await person.forge(where, claim)
            await made.answered()
            assert WORDS(key) in where.text

        await refused(eva, "refused.no-claims")
        await refused(ann, "refused.seated")
        await refused(bo, "refused.seated")
        # On the board it would draw a hand for everybody.
        answer = await eva.forge(made.public(), claim)
        assert WORDS("refused.forged") in answer.text
        assert (await the_table(made, found)).seat_of(eva.id) is None


async def test_a_game_that_is_over_has_no_seat_to_take(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made)
        await hand_over(made, made.people[1])
        eva, seen = await watch(made, "eva")
        claim = next(b.custom_id for b in seen.buttons if verb(b) == "claim")
        await stop(made)
        await eva.press(seen, custom_id=claim)
        await made.answered()
        assert WORDS("refused.over") in seen.text
        assert (await the_table(made, found)).seat_of(eva.id) is None
