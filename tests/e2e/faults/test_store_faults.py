"""A locked, slow, full or failing database under real presses.

Each request either stands and is shown, or is refused with a sentence and is not in the store, and always in
time.
"""

import asyncio
import gc
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.blocks.blocks import Press
from bot.store import Status, Store, Stored
from cogs.publisher import publisher
from sandbox.driver import Answer, Member
from sandbox.interactions import ACK_SECONDS
from sandbox.view import Button, Message
from tests.bot.store.disk import files_limited_to
from tests.bot.store.troubled import Troubled
from tests.e2e.support.house import House, running, sandboxed, tap
from tests.e2e.support.hurried import down_to, hurry
from tests.e2e.support.reading import CARDS, cards, lines, tokens, verb

pytestmark = pytest.mark.usefixtures("hurried")

NOT_SAVED = "I could not save that just now"


@dataclass
class Act:
    """Something that a member does: how, and how the store and the screens show it."""

    prepare: Callable[[House], Awaitable[None]]
    do: Callable[[House], Awaitable[Answer]]
    stands: Callable[[Stored], bool]
    shown: Callable[[House], bool]
    players: int = 2


async def lobby(house: House) -> None:
    ann = house.people[0]
    await ann.slash(house.channel, "cicera start", players=2)
    await house.sandbox.until(lambda: len(ann.sees(house.channel)) >= 2)


async def full_lobby(house: House) -> None:
    await lobby(house)
    await tap(house.people[1], house.public(), "join")
    await house.startable()
    await house.shown()


async def game(house: House) -> None:
    await house.open(players=2)


async def one_wish_to_stop(house: House) -> None:
    await game(house)
    await house.people[1].slash(house.channel, "cicera stop")
    await house.sandbox.until(lambda: any(verb(b) == "vote" for b in house.public().buttons))


async def after_a_hand(house: House) -> None:
    await house.open("ciapano")  # a first hand never ends it
    await hurry(house, down_to(1))
    await house.play(lambda: any(map(house.between, house.people)))
    await house.sandbox.until(lambda: all(map(house.between, house.people)))


async def to_play(house: House) -> tuple[Member, Message, Button]:
    """Return the member on turn, their panel, and a play: of the first card that needs no choice, if any."""
    person = next(person for person in house.people if house.to_press(person))
    panel, live = house.to_press(person) or (None, [])
    assert panel is not None
    button = next((b for b in live if verb(b) == "play"), None)
    if button is None:
        await person.press(panel, live[0])
        button = next(b for b in panel.buttons if verb(b) == "play")
    return person, panel, button


async def play(house: House) -> Answer:
    """Let the member on turn play a card."""
    person, panel, button = await to_play(house)
    return await person.press(panel, button)


async def be_ready(house: House) -> Answer:
    panel = house.panel(house.people[0])
    assert panel is not None
    return await house.people[0].press(panel, next(b for b in panel.buttons if verb(b) == "ready"))


ACTS = {
    "join": Act(
        lobby,
        lambda house: tap(house.people[1], house.public(), "join"),
        lambda stored: len(stored.seats) == 2,
        lambda house: "Bo" in house.public().text,
    ),
    "start": Act(
        full_lobby,
        lambda house: tap(house.people[0], house.public(), "start"),
        lambda stored: stored.table.status is Status.PLAYING and len(stored.log) == 1,
        lambda house: "to play" in house.public().text,
    ),
    "play": Act(
        game,
        play,
        lambda stored: len(stored.log) == 2,
        lambda house: sum(cards_of(house, person) for person in house.people) == 23,
    ),
    "ready": Act(
        after_a_hand,
        be_ready,
        lambda stored: [row.ready for row in stored.seats] == [True, False, False],
        lambda house: tokens(house.public().buttons[0].label, []) == ["1", "3"],
        players=3,
    ),
    "stop": Act(
        one_wish_to_stop,
        lambda house: house.people[0].slash(house.channel, "cicera stop"),
        lambda stored: stored.table.status is Status.STOPPED,
        lambda house: house.over(),
    ),
}


def cards_of(house: House, person: Member) -> int:
    """Return how many cards a member sees in their hand: as buttons, or in the line with the most cards."""
    panel = house.panel(person)
    if panel is None:
        return 0
    buttons = [button for button in panel.buttons if verb(button) in CARDS]
    return len(buttons) or max(len(cards(line)) for line in lines(panel))


@asynccontextmanager
async def troubled(tmp_path: Path, players: int = 2, **values: Any) -> AsyncIterator[tuple[House, Troubled]]:
    """A house on a store that can be troubled, with no writes but those that the test asks for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.messages.deferred.DELAY", 3600)
        patch.setattr("bot.clock.clock.LIFE_SECONDS", 3600)
        async with (
            sandboxed(players) as house,
            running(house, tmp_path / "cards.db", kind=Troubled, **values) as bot,
        ):
            house.sandbox.limits.enabled = False
            publisher(bot).boards.edits.window = 0.0
            store = bot.store
            assert isinstance(store, Troubled)
            await house.sandbox.until(lambda: store.begun, what="the clock is at work")
            yield house, store


async def calm_before(act: Act, house: House, store: Troubled) -> None:
    """Play on until the act is possible, and wait until nothing else is written or shown."""
    await act.prepare(house)
    await house.shown()
    await house.sandbox.until(lambda: not store.writes.waiting, what="everything is written")


async def stored_table(store: Store) -> Stored:
    (row,) = {row.id: row for row in await store.live()}.values() or [None]
    assert row is not None
    stored = await store.load(row.id)
    assert stored is not None
    return stored


async def by_id(store: Store, table_id: str) -> Stored:
    stored = await store.load(table_id)
    assert stored is not None
    return stored


def refusal_seen(house: House) -> bool:
    """Return whether anybody reads that something could not be saved."""
    return any(NOT_SAVED in message.text for person in house.people for message in person.sees(house.channel))


async def either_or(house: House, store: Store, act: Act, table_id: str, refused: bool) -> bool:
    """Check that an act stands and is shown, or was refused with a sentence; return whether it stands."""
    stands = act.stands(await by_id(store, table_id))
    assert stands != refused
    if stands:
        await house.sandbox.until(lambda: act.shown(house), what="what stands is shown")
    else:
        await act.do(house)
        await house.sandbox.until(lambda: act.shown(house), what="the second press works")
        assert act.stands(await by_id(store, table_id))
    await in_step(house, store, table_id)
    return stands


async def in_step(house: House, store: Store, table_id: str) -> None:
    """Check that the table in memory is the one that is stored."""
    assert house.bot is not None
    table = await house.bot.tables.get(table_id)
    stored = await by_id(store, table_id)
    assert (table.row.version, table.seq) == (stored.table.version, len(stored.log))
    assert (table.row.status, table.seats) == (stored.table.status, stored.seats)


def all_answered(house: House, *in_trouble: Answer) -> None:
    """Check that every press and command was acknowledged, and those `in_trouble` in time."""
    assert all(answer.milliseconds < ACK_SECONDS * 1000 for answer in in_trouble)
    unheard = [made for made in house.sandbox.interactions.by_id.values() if made.answer is None]
    assert unheard == []
    assert list(house.sandbox.violations) == []


@pytest.mark.real_time
@pytest.mark.parametrize("name", ACTS)
async def test_a_locked_database_refuses_in_time(tmp_path: Path, name: str) -> None:
    act = ACTS[name]
    async with troubled(tmp_path, act.players) as (house, store):
        await calm_before(act, house, store)
        table_id = (await stored_table(store)).table.id
        with closing(sqlite3.connect(tmp_path / "cards.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            before = asyncio.get_running_loop().time()
            answer = await act.do(house)
            await house.sandbox.until(lambda: refusal_seen(house))
            took = asyncio.get_running_loop().time() - before
            assert not act.stands(await by_id(store, table_id))
            other.execute("COMMIT")
        assert took < ACK_SECONDS
        assert answer.milliseconds < 2500
        assert not await either_or(house, store, act, table_id, True)
        all_answered(house)


@pytest.mark.real_time
@pytest.mark.parametrize("name", ACTS)
async def test_a_slow_database_is_waited_for_silently(tmp_path: Path, name: str) -> None:
    act = ACTS[name]
    async with troubled(tmp_path, act.players) as (house, store):
        await calm_before(act, house, store)
        table_id = (await stored_table(store)).table.id
        store.writer.slow = 2.2
        answer = await act.do(house)
        store.writer.slow = 0.0
        # It came before the database was done, however busy this machine is.
        assert answer.kind in ("deferred", "deferred_update")
        assert answer.milliseconds > 1400
        await house.sandbox.until(lambda: act.shown(house))
        assert await either_or(house, store, act, table_id, refusal_seen(house))
        all_answered(house)


@pytest.mark.real_time
@pytest.mark.parametrize("lose", ["before", "after"])
@pytest.mark.parametrize("name", ACTS)
async def test_an_uncertain_commit_is_looked_up(tmp_path: Path, name: str, lose: str) -> None:
    act = ACTS[name]
    async with troubled(tmp_path, act.players) as (house, store):
        await calm_before(act, house, store)
        table_id = (await stored_table(store)).table.id
        store.writer.lose = lose
        answer = await act.do(house)
        # Compared at once: the panel may be drawn again for another reason.
        assert await either_or(house, store, act, table_id, refusal_seen(house)) == (lose == "after")
        all_answered(house, answer)


@pytest.mark.real_time
@pytest.mark.parametrize("lose", ["before", "after"])
async def test_an_uncertain_opening_is_looked_up(tmp_path: Path, lose: str) -> None:
    async with troubled(tmp_path) as (house, store):
        ann = house.people[0]
        store.writer.lose = lose
        answer = await ann.slash(house.channel, "cicera start")
        private = lose == "before"

        def told() -> list[Message]:
            here = [m for m in ann.sees(house.channel) if m.ephemeral == private]
            return [m for m in here if (NOT_SAVED in m.text if private else m.buttons)]

        await house.sandbox.until(told)
        assert len(await store.live()) == (lose == "after")
        if lose == "after":
            await tap(house.people[1], house.public(), "join", "1")
            await house.sandbox.until(lambda: "Bo" in house.public().text)
        all_answered(house, answer)


@pytest.mark.real_time
async def test_a_failing_disk_is_uncertain_until_it_works_again(tmp_path: Path) -> None:
    act = ACTS["play"]
    async with troubled(tmp_path) as (house, store):
        await game(house)
        table_id = (await stored_table(store)).table.id
        with files_limited_to(512):
            answer = await act.do(house)
            assert answer.kind == "deferred_update"
            await asyncio.sleep(1.0)
        await house.sandbox.until(lambda: act.shown(house) or refusal_seen(house))
        await either_or(house, store, act, table_id, refusal_seen(house))
        all_answered(house, answer)


async def only_in_memory(house: House, person: Member, table: Message) -> None:
    """Press at a table until no other is in memory: the bot may still be catching up with another."""
    assert house.bot is not None
    (table_id,) = {press.table for b in table.buttons if (press := Press.parse(b.custom_id or ""))}
    async with asyncio.timeout(60):
        while [table.row.id for table in house.bot.tables.in_server(house.guild.id)] != [table_id]:
            await tap(person, table, "more")
            gc.collect()
            await asyncio.sleep(0.05)


@pytest.mark.real_time
async def test_a_table_that_cannot_be_read_is_refused_and_read_later(tmp_path: Path) -> None:
    async with troubled(tmp_path, live_tables=1) as (house, store):
        await game(house)
        first = house.public()
        bo = house.people[1]
        await bo.slash(house.channel, "cicera start")
        # Messages still to be shown would read the first table again.
        await house.shown()
        assert house.public() != first
        await only_in_memory(house, bo, house.public())
        store.readers.deaf = True
        pressed, asked = await tap(bo, first, "hand"), await bo.slash(house.channel, "cicera hand")
        assert "I cannot read the table just now" in pressed.text
        assert "I cannot read the table just now" in asked.text
        store.readers.deaf = False
        assert "cannot read" not in (await tap(bo, first, "hand")).text
        all_answered(house, pressed, asked)


@pytest.mark.real_time
async def test_a_press_is_drawn_though_nothing_was_heard_of_its_acknowledgement(tmp_path: Path) -> None:
    async with troubled(tmp_path) as (house, store):
        await game(house)
        person, panel, button = await to_play(house)
        store.writer.slow = 2.0
        house.sandbox.faults.lost("POST /interactions/*", times=3)
        answer = await person.press(panel, button)
        assert answer.kind == "deferred_update"
        await house.sandbox.until(lambda: not house.to_press(person), what="the play is drawn")
        assert [text for text in house.sandbox.violations if "40060" not in text] == []


@pytest.mark.real_time
@pytest.mark.parametrize("command", ["cicera table", "cicera start"])
async def test_a_refusal_stays_private_though_everybody_saw_the_question(
    tmp_path: Path, command: str
) -> None:
    async with troubled(tmp_path) as (house, store):
        ann, bo = house.people
        if command == "cicera start":
            with closing(sqlite3.connect(tmp_path / "cards.db", isolation_level=None)) as other:
                store.writer.slow = 1.6
                other.execute("BEGIN IMMEDIATE")
                answer = await ann.slash(house.channel, command)
                await house.sandbox.until(lambda: answer.followups)
                other.execute("COMMIT")
        else:
            store.readers.hesitation = 1.8
            answer = await ann.slash(house.channel, command)
            await house.sandbox.until(lambda: answer.followups)
        assert answer.kind == "deferred"
        assert [message.ephemeral for message in ann.sees(house.channel)] == [True]
        assert bo.sees(house.channel) == []
        all_answered(house, answer)


@pytest.mark.real_time
async def test_a_refusal_stays_private_though_nothing_was_heard_of_the_acknowledgement(
    tmp_path: Path,
) -> None:
    async with troubled(tmp_path) as (house, store):
        ann, bo = house.people
        store.readers.hesitation = 2.0
        house.sandbox.faults.lost("POST /interactions/*", times=3)
        answer = await ann.slash(house.channel, "cicera table")
        await house.sandbox.until(lambda: answer.followups)
        assert answer.kind == "deferred"
        assert [message.ephemeral for message in ann.sees(house.channel)] == [True]
        assert bo.sees(house.channel) == []
