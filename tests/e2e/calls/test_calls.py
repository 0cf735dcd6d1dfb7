"""How members who want calls are called: at once, later or never, and not in their quiet hours."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.messages.ledger import HERE_SECONDS
from bot.store import Scope
from bot.table.table import Table
from sandbox.driver import Member
from tests.e2e.support.choosing import choose, opened
from tests.e2e.support.house import House, button, house, running, sandboxed
from tests.e2e.support.hurried import down_to, hurry
from tests.e2e.support.reading import Control, verb
from tests.e2e.support.referee import unlimited

AWAY = HERE_SECONDS + 1
"""Seconds after a press from which a member may be called."""
TOKEN = 14.5 * 60 + 1
"""Seconds after which a private panel has stopped following."""
HOUR = 3600.0


async def likes(made: House, person: Member, **values: str) -> None:
    """Change a member's settings."""
    assert made.bot is not None
    for name, value in values.items():
        await made.bot.preferences.choose(Scope.MEMBER, person.id, name, value)


def to_move(made: House) -> list[Member]:
    """Return the members whose panels ask for something that only they can do."""
    return [person for person in made.people if moves(made, person)]


def moves(made: House, person: Member) -> list[Control]:
    """Return the controls on a member's panel that move the game on, except for agreements of all."""
    return [control for control in made.controls(person) if verb(control) != "ready"]


def mention(person: Member) -> str:
    return f"<@{person.id}>"


def named(made: House, text: str) -> set[str]:
    """Return the names of the people whom a text mentions."""
    return {person.name for person in made.people if mention(person) in text}


async def at_hour(made: House, hour: int) -> None:
    """Let time pass until half past a full hour in UTC."""
    now = datetime.fromtimestamp(made.sandbox.clock.now(), UTC)
    passed = now.hour * HOUR + now.minute * 60 + now.second
    made.sandbox.clock.advance((hour * HOUR + HOUR / 2 - passed) % (24 * HOUR))


async def looked_at(made: House) -> Callable[[], Table]:
    """Return a function that returns the current table."""
    assert made.bot is not None
    (row,) = await made.bot.store.live()
    return partial(made.bot.tables.current, await made.bot.tables.get(row.id))


async def until_nudged(made: House) -> None:
    """Wait until the clock has nudged the seats asked, and the result is shown."""
    now = await looked_at(made)
    await made.sandbox.until(lambda: now().row.nudge_at is None)
    await made.shown()


async def answer_once(made: House, person: Member) -> None:
    """Let a member press until the game has moved on, and wait until that is shown."""
    now = await looked_at(made)
    seq = now().seq
    while now().seq == seq:
        await made.press(person, made.rng.choice(moves(made, person)), made.rng)
        await made.shown()


async def answer(made: House, person: Member) -> None:
    """Let a member press until their current question is answered, and wait until that is shown."""
    while moves(made, person):
        await made.press(person, made.rng.choice(moves(made, person)), made.rng)
        await made.shown()


async def test_who_wants_every_ping_is_called_at_once_but_not_by_their_own_press(tmp_path: Path) -> None:
    async with house(tmp_path, players=3) as made:
        unlimited(made)
        for person in made.people:
            await likes(made, person, pings="always")
        await made.open("ciapano")
        await made.shown()
        presser = made.people[0]  # Ann has started the game
        calls: list[set[str]] = []
        own = 0
        while own < 2 or len(calls) < 6:
            if not to_move(made):
                for presser in made.people:
                    await made.press(presser, made.controls(presser)[0], made.rng)
                    await made.shown()
            (person,) = to_move(made)
            called = [] if person is presser else [{person.name}]
            calls += called
            assert [named(made, text) for text in made.calls()] == calls
            assert [set(ping.mentions) for ping in made.pings()] == called
            own += person is presser
            presser = person
            await answer_once(made, person)
        assert list(made.sandbox.violations) == []


async def test_who_wants_no_ping_is_not_called(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, nudge_seconds=30) as made:
        unlimited(made)
        ann, bo = made.people
        panel = await opened(ann, made, "me")
        await choose(ann, panel, "s:member:pings", "never")
        await made.open()
        while to_move(made) != [ann]:
            await made.step()
        await made.pass_time(AWAY)
        await until_nudged(made)
        assert made.calls() == []
        await answer_once(made, ann)
        assert to_move(made) == [bo]
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        assert [named(made, text) for text in made.calls()] == [{bo.name}]


async def test_the_last_to_be_ready_for_a_hand_is_not_called_to_its_first_play(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        for person in made.people:
            await likes(made, person, pings="always")
        await made.open(players=2)
        firsts, now = set(), await looked_at(made)
        for _ in range(2):
            await hurry(made, down_to(1))
            await made.play(until=lambda: now().between_hands)
            await made.shown()
            before = made.calls()
            for presser in made.people:
                await made.press(presser, made.controls(presser)[0], made.rng)
                await made.shown()
            (first,) = to_move(made)
            called = [] if first is presser else [{first.name}]
            assert [named(made, text) for text in made.calls()[len(before) :]] == called
            firsts.add(first.name)
        # The deal goes round.
        assert len(firsts) == 2


async def test_in_quiet_hours_nobody_is_called_until_they_end(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, nudge_seconds=30) as made:
        unlimited(made)
        ann, bo = made.people
        await at_hour(made, 22)
        await likes(made, ann, quiet="22-07", zone="utc")
        await likes(made, bo, quiet="22-07", zone="utc", pings="always")
        await made.open()
        await made.shown()
        first, then = (ann, bo) if to_move(made) == [ann] else (bo, ann)
        await made.pass_time(AWAY)
        await until_nudged(made)
        await answer_once(made, first)
        assert to_move(made) == [then]
        await made.pass_time(AWAY)
        await until_nudged(made)
        # Until a minute before seven.
        await made.pass_time(8 * HOUR + HOUR / 2 - 2 * AWAY - 60)
        await made.shown()
        assert made.calls() == []
        await made.pass_time(120)
        await made.sandbox.until(made.pings, what="the quiet hours are over")
        await made.shown()
        # Members who have played by then are not called.
        assert [named(made, text) for text in made.calls()] == [{then.name}]


async def test_each_who_is_asked_at_the_same_time_is_called_as_they_like(tmp_path: Path) -> None:
    async with house(tmp_path, nudge_seconds=30) as made:
        unlimited(made)
        ann, bo, cy, di = made.people
        await likes(made, bo, pings="always")
        await likes(made, di, pings="never")
        await made.open("civil-suits")
        await made.shown()
        assert to_move(made) == made.people
        (first,) = made.pings()
        assert (first.mentions, named(made, first.text)) == (["bo"], {"bo"})
        await made.pass_time(AWAY)
        await made.sandbox.until(lambda: len(made.calls()) == 2, what="the others are called")
        await made.shown()
        assert first.deleted
        (second,) = made.pings()
        # All members still called are named; only those not notified before are notified.
        assert (second.mentions, named(made, second.text)) == (["ann", "cy"], {"ann", "bo", "cy"})
        for person in (bo, ann):
            await answer(made, person)
            assert made.pings() == [second]
        await answer(made, cy)
        await made.sandbox.until(lambda: second.deleted, what="all who were called have answered")
        assert to_move(made) == [di]
        assert len(made.calls()) == 2
        assert list(made.sandbox.violations) == []


async def test_who_has_answered_is_not_named_when_others_are_called(tmp_path: Path) -> None:
    async with house(tmp_path, nudge_seconds=30) as made:
        unlimited(made)
        _, bo, cy, _ = made.people
        await likes(made, bo, pings="always")
        await likes(made, cy, pings="always")
        await made.open("civil-suits")
        await made.shown()
        # Each of the two may have been called by a message of their own.
        (ping,) = made.pings()
        assert named(made, ping.text) == {"bo", "cy"}
        before = len(made.calls())
        await answer(made, bo)
        assert made.pings() == [ping]
        await made.pass_time(AWAY)
        await made.sandbox.until(lambda: len(made.calls()) > before)
        await made.shown()
        (ping,) = made.pings()
        assert (set(ping.mentions), named(made, ping.text)) == ({"ann", "di"}, {"ann", "cy", "di"})


async def test_who_is_here_while_others_are_called_is_called_later(tmp_path: Path) -> None:
    async with house(tmp_path, nudge_seconds=30) as made:
        unlimited(made)
        ann, *others = made.people
        await made.open("civil-suits")
        await made.pass_time(AWAY - 20)
        panel = made.panel(ann)
        assert panel is not None
        await ann.press(panel, button(panel, "more"))
        await made.pass_time(20)
        await made.sandbox.until(made.pings)
        await made.shown()
        assert [set(ping.mentions) for ping in made.pings()] == [{person.name for person in others}]
        await made.pass_time(AWAY - 20)
        await made.sandbox.until(lambda: len(made.calls()) == 2)
        await made.shown()
        assert [ping.mentions for ping in made.pings()] == [["ann"]]


async def test_a_call_is_not_made_again_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        ann, bo = made.people
        async with running(made, database):
            unlimited(made)
            await likes(made, bo, pings="always")
            await made.open()
            while to_move(made) != [bo]:
                await made.step()
            await made.shown()
            (ping,) = made.pings()
            before = len(made.calls())
        async with running(made, database):
            unlimited(made)
            await made.shown()
            await ann.slash(made.channel, "cicera stop")
            await made.shown()
            assert made.pings() == [ping]
            assert len(made.calls()) == before
            await answer_once(made, bo)
            await made.sandbox.until(lambda: ping.deleted)
            assert to_move(made) == [ann]
            await answer_once(made, ann)
            await made.sandbox.until(made.pings)
            assert len(made.calls()) == before + 1


@pytest.mark.parametrize("clock", [24 * HOUR, 0])
async def test_a_restart_in_quiet_hours_forgets_no_call(tmp_path: Path, clock: float) -> None:
    database = tmp_path / "cards.db"
    values: dict[str, Any] = {"nudge_seconds": 30, "turn_seconds": clock}
    async with sandboxed(2) as made:
        async with running(made, database, **values):
            unlimited(made)
            await at_hour(made, 22)
            for person in made.people:
                await likes(made, person, quiet="22-07", zone="utc")
            await made.open()
            await made.pass_time(AWAY)
            await until_nudged(made)
            await made.pass_time(3 * HOUR)
        async with running(made, database, **values):
            unlimited(made)
            # Until a minute before seven.
            await made.pass_time(5 * HOUR + HOUR / 2 - AWAY - 60)
            await made.shown()
            assert made.calls() == []
            (person,) = to_move(made)
            await made.pass_time(120)
            await made.sandbox.until(made.pings, what="the quiet hours are over")
            await made.shown()
            assert [named(made, text) for text in made.calls()] == [{person.name}]
        assert list(made.sandbox.violations) == []


@pytest.mark.parametrize("clock", [24 * HOUR, 0])
async def test_a_ping_that_stands_calls_nobody_else_after_a_restart(tmp_path: Path, clock: float) -> None:
    database = tmp_path / "cards.db"
    values: dict[str, Any] = {"nudge_seconds": 30, "turn_seconds": clock}
    async with sandboxed(4) as made:
        ann, bo, cy, di = made.people
        async with running(made, database, **values):
            unlimited(made)
            await at_hour(made, 22)
            await likes(made, cy, quiet="22-07", zone="utc")
            await likes(made, di, pings="never")
            await made.open("civil-suits")
            await made.pass_time(AWAY)
            await made.sandbox.until(made.pings)
            await made.shown()
            (ping,) = made.pings()
            assert set(ping.mentions) == {ann.name, bo.name}
        async with running(made, database, **values):
            unlimited(made)
            await made.pass_time(2 * HOUR)
            await made.shown()
            assert made.pings() == [ping]
            await at_hour(made, 7)
            await made.pass_time(0)
            await made.sandbox.until(lambda: ping.deleted and made.pings(), what="cy is called")
            await made.shown()
            (ping,) = made.pings()
            assert (ping.mentions, named(made, ping.text)) == ([cy.name], {ann.name, bo.name, cy.name})


@pytest.mark.parametrize("clock", [24 * HOUR, 300])
async def test_who_stayed_alone_in_a_game_with_a_clock_is_called(tmp_path: Path, clock: float) -> None:
    async with house(tmp_path, players=2, nudge_seconds=30, pause_seconds=0.1, turn_seconds=clock) as made:
        unlimited(made)
        ann, bo = made.people
        await made.open()
        await made.shown()
        for wanted in ("more", "leave", "hand-over"):
            found = made.panel(bo)
            assert found is not None
            await bo.press(found, button(found, wanted))
            await made.answered()
        await made.sandbox.until(lambda: to_move(made) == [ann], what="the computer has played")
        await made.pass_time(31)
        await made.shown()
        assert made.calls() == []  # she has started the game just now
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings, what="ann is called")
        (ping,) = made.pings()
        assert ping.mentions == [ann.name]
        assert list(made.sandbox.violations) == []


async def test_where_a_server_has_no_pings_nobody_is_called_at_once(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        assert made.bot is not None
        unlimited(made)
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "pings", "off")
        for person in made.people:
            await likes(made, person, pings="always")
        await made.open()
        for _ in range(3):
            await made.step()
            await made.shown()
        assert made.calls() == []


async def test_calls_to_the_cards_heed_what_members_like(tmp_path: Path) -> None:
    async with house(tmp_path, players=5) as made:
        unlimited(made)
        ann, bo, cy, di, ed = made.people
        await at_hour(made, 22)
        await likes(made, bo, pings="always")
        await likes(made, cy, pings="never")
        await likes(made, di, quiet="22-07", zone="utc")
        await likes(made, ed, quiet="22-07", zone="asia-tokyo")
        await ann.slash(made.channel, "ciapano start", players=5)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        for person in (bo, cy, di, ed):
            await made.join(person)
        await made.pass_time(TOKEN)
        await made.start(ann)
        await made.sandbox.until(made.pings)
        await made.shown()
        # Each member is called once, in whatever order they play.
        assert [named(made, text) for text in made.calls()] == [{"ann", "bo", "ed"}]
        for person in (cy, di):
            await person.press(made.public(), button(made.public(), "hand"))
            assert made.panel(person) is not None
