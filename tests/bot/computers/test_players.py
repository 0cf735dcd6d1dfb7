"""Computers at the table: in the lobby, and at play."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.blocks.blocks import OVER_ACCENT, Panel, Press
from bot.clock.due import do_what_is_due
from bot.computers import at_tables, players
from bot.computers.players import Computers
from bot.host.settings import Settings
from bot.locale import Catalogue
from bot.panels.lobby.pages import LOBBY_PAGES
from bot.store import Busy, Status, Stored
from bot.table import situation
from bot.table.pauses import SOLO_HOLD
from bot.table.view import AnyView
from bot.table.viewing import view_of
from bot.tables import tables
from bot.tables.pacing import MOMENT, SOLO_MOMENT
from bot.tables.seats import Seats
from engine import GAMES
from engine.game import AnySeen
from tests.bot.store.store_rows import counts
from tests.bot.tavern import PEOPLE, Tavern, against, lose, moved, playing, refusal

WORDS = Catalogue.load().words("en")


@pytest.fixture
def pause_seconds() -> float:
    """Computers act at once."""
    return 0


@pytest.fixture
async def at_work(tavern: Tavern) -> AsyncIterator[Computers]:
    """Let computers play in the tavern."""
    async with playing(tavern):
        yield tavern.computers


# The lobby


async def test_computers_sit_down_in_the_lobby(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    seat_computers, table_id = tavern.lobbies.seat_computers, table.row.id
    await seat_computers(table_id, PEOPLE[0], "hard", 2)
    table = await seat_computers(table_id, PEOPLE[0], "easy")
    assert [(row.seat, row.level) for row in table.seats] == [
        (0, None),
        (1, "easy"),
        (2, "hard"),
        (3, "easy"),
    ]
    assert table.entropy == ("9000",)
    await tavern.agrees(table)
    await seat_computers(table_id, PEOPLE[0], "medium", 1)
    table = await seat_computers(table_id, PEOPLE[0], None, 3)
    assert [(row.seat, row.level) for row in table.seats] == [(0, None), (1, "medium"), (2, "hard")]
    await tavern.agrees(table)
    again = await seat_computers(table_id, PEOPLE[0], None, 3)
    assert again.row.version == table.row.version


async def test_who_may_not_seat_a_computer(tavern: Tavern) -> None:
    table = await tavern.lobby()
    seat_computers, table_id = tavern.lobbies.seat_computers, table.row.id
    assert await refusal(seat_computers(table_id, PEOPLE[1], "easy")) == "refused.not-seated"
    assert await refusal(seat_computers(table_id, PEOPLE[0], "best")) == "refused.forged"
    assert await refusal(seat_computers(table_id, PEOPLE[0], "easy", 2)) == "refused.forged"
    assert await refusal(seat_computers(table_id, PEOPLE[0], "easy", 0)) == "refused.seat-taken"
    version = (await seat_computers(table_id, PEOPLE[0], "easy")).row.version
    table = await seat_computers(table_id, PEOPLE[0], "hard")
    assert (table.row.version, [row.level for row in table.seats]) == (version, [None, "easy"])
    table = await tavern.lobbies.start(table_id, PEOPLE[0])
    assert await refusal(seat_computers(table_id, PEOPLE[0], "easy")) == "refused.started"


async def test_the_partner_s_seat_is_filled_last(tavern: Tavern) -> None:
    for number, seats in ((1, [1]), (2, [1, 3]), (3, [1, 2, 3])):
        table = await tavern.lobbies.open(
            "cicera",
            {},
            guild_id=7,
            channel_id=8,
            language="en",
            host=tavern.person(0),
            computers=number,
        )
        assert [row.seat for row in table.seats if row.level] == seats
        await tavern.agrees(table)


async def test_more_computers_than_seats_are_refused(tavern: Tavern) -> None:
    asked = tavern.lobbies.open(
        "ciapano",
        {"players": 3},
        guild_id=7,
        channel_id=8,
        language="en",
        host=tavern.person(0),
        computers=3,
    )
    assert await refusal(asked) == "refused.too-many-computers"


async def test_a_computer_makes_room_for_who_joins(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy")
    table = await tavern.lobbies.join(table.row.id, tavern.person(1), 1)
    table = await tavern.lobbies.join(table.row.id, tavern.person(2), 1)
    assert await refusal(tavern.lobbies.join(table.row.id, tavern.person(3), 1)) == "refused.side-full"
    # A member who moves leaves the seat free, by either way: no computer takes it by itself.
    table = await tavern.lobbies.join(table.row.id, tavern.person(2), 0)
    assert [(row.seat, row.user_id) for row in table.seats] == [(0, 101), (1, 102), (2, 103)]
    await tavern.agrees(table)


async def test_a_free_seat_comes_before_a_computer_s(tavern: Tavern) -> None:
    table = await tavern.lobby("ciapano", players=4)
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy", 1)
    table = await tavern.lobbies.join(table.row.id, tavern.person(1))
    assert [(row.seat, row.person) for row in table.seats] == [(0, True), (1, False), (2, True)]


async def test_a_lobby_with_computers_only_closes(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy", 1)
    table = await tavern.lobbies.join(table.row.id, tavern.person(1), 1)
    table = await tavern.lobbies.leave(table.row.id, PEOPLE[0])
    assert table.row.host_id == PEOPLE[1]
    table = await tavern.lobbies.leave(table.row.id, PEOPLE[1])
    assert table.row.status is Status.CLOSED


async def test_the_rematch_has_the_same_computers(tavern: Tavern) -> None:
    table = await against(tavern, "ciapano", "hard", players=3)
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], "stop")
    person = tavern.person(0)
    again = await tavern.rematches.rematch(table.row.id, person, channel_id=8, language="en")
    assert [(row.seat, row.level) for row in again.seats] == [(0, None), (1, "hard"), (2, "hard")]
    assert again.entropy == (str(person.entropy),)
    await tavern.agrees(again)


def offered(view: AnyView) -> Panel:
    """Return the page of the lobby for seating computers."""
    return Panel(LOBBY_PAGES["computers"](view, WORDS, ()), OVER_ACCENT)


async def test_what_the_lobby_offers(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    empty = offered(view_of(table))
    assert [Press.parse(button.id) for button in empty.buttons] == [
        Press(table.row.id, 0, "fill", level) for level in ("easy", "medium", "hard")
    ]
    assert [len(select.options) for select in empty.selects] == [3, 3, 3]
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "hard", 1)
    table = await tavern.lobbies.join(table.row.id, tavern.person(1), 1)
    some = offered(view_of(table))
    assert [(select.hint, len(select.options)) for select in some.selects] == [
        ("Seat 2 (B): hard computer", 4),
        ("Seat 3 (A): free", 3),
    ]
    table = await tavern.lobbies.join(table.row.id, tavern.person(2), 0)
    table = await tavern.lobbies.join(table.row.id, tavern.person(3), 1)
    full = offered(view_of(table))
    assert full.selects == ()
    assert [Press.parse(button.id) for button in full.buttons] == [Press(table.row.id, 0, "start")]


# At play


SHORT: dict[str, dict[str, Any]] = {"cicera": {"target": 11}, "ciapano": {"players": 3}}


@pytest.mark.parametrize("game", GAMES)
async def test_a_person_plays_alone_to_the_end(tavern: Tavern, at_work: Computers, game: str) -> None:
    table = await against(tavern, game, **SHORT.get(game, {}))
    rng = random.Random(5)
    async with asyncio.timeout(100):
        while table.playing:
            table = await moved(tavern, table)
            if table.between_hands or situation.formality(table):
                tavern.at = max(tavern.at, table.row.wake_at or 0)
                await do_what_is_due(tavern.tables, table.row.id)
                table = tavern.now(table)
            elif 0 in table.waits_for():
                action = str(rng.choice(table.game.legal(table.state, 0)))
                table = await tavern.play.submit(table.row.id, PEOPLE[0], action, table.asked[0])
            await asyncio.sleep(0)
    assert table.row.status is Status.FINISHED
    await tavern.agrees(table)
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    assert {entry.user_id for entry in stored.log if entry.seat not in (0, None)} == {None}
    # Only games of people without computers count.
    assert await counts(tavern.store, game, 7) == {}


async def test_a_game_counts_though_somebody_has_left_it(tavern: Tavern, at_work: Computers) -> None:
    table = await tavern.game(players=2, target=11)
    table = await Seats(tavern.tables).hand_over(table.row.id, PEOPLE[1])
    async with asyncio.timeout(60):
        while table.playing:
            table = await moved(tavern, table)
            if table.between_hands:
                table = await tavern.play.ready(table.row.id, PEOPLE[0], table.seq)
            elif 0 in table.waits_for():
                table = await tavern.plays(table)
    assert {who: games for who, (games, _) in (await counts(tavern.store, guild_id=7)).items()} == {
        (PEOPLE[0],): 1,
        (PEOPLE[1],): 1,
    }


async def test_a_restart_finds_the_computers_that_were_to_act(tavern: Tavern, tmp_path: Path) -> None:
    table = await against(tavern, "cicera")
    while situation.computer_to_act(table) is None:
        table = await tavern.plays(table)
    fresh = await Tavern.open(tmp_path, pause_seconds=0)
    async with playing(fresh):
        again = await moved(fresh, await fresh.tables.get(table.row.id))
        assert again.seq > table.seq
        await fresh.agrees(again)
    await fresh.close()


async def test_a_computer_tries_again_where_nothing_can_be_saved(
    tavern: Tavern, at_work: Computers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(at_tables, "RETRY_SECONDS", 0.01)
    table = await against(tavern, "cicera")
    while 0 not in table.waits_for() or situation.computer_to_act(table) is not None:
        table = await moved(tavern, table)
    table = await tavern.plays(table)
    lose(tavern, happened=False)
    table = await moved(tavern, table)
    assert "tries again: refused.not-saved" in caplog.text
    await tavern.agrees(table)


async def test_computers_start_though_their_table_could_not_be_read_at_once(
    tavern: Tavern, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_tables, "RETRY_SECONDS", 0.01)
    table = await against(tavern, "cicera")
    while situation.computer_to_act(table) is None:
        table = await tavern.plays(table)
    fresh = await Tavern.open(tmp_path, pause_seconds=0)
    load, asked = fresh.store.load, list[str]()

    async def busy(table_id: str) -> Stored | None:
        asked.append(table_id)
        if len(asked) == 1:
            raise Busy("made up")
        return await load(table_id)

    monkeypatch.setattr(fresh.store, "load", busy)
    async with playing(fresh):
        async with asyncio.timeout(60):
            # Wait for the second read: before that, a request of the test could fail with the same read.
            while len(asked) < 2:  # noqa: ASYNC110  # a failed read is no event
                await asyncio.sleep(0.001)
        again = await moved(fresh, await fresh.tables.get(table.row.id))
        assert again.seq > table.seq
    await fresh.close()


async def test_a_computer_plays_after_a_press_whose_fate_was_long_unknown(
    tavern: Tavern, at_work: Computers, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await against(tavern, "cicera")
    while 0 not in table.waits_for():
        table = await moved(tavern, table)

    async def busy(table_id: str, guild_id: int) -> None:
        tavern.at += tables.LOOKED_UP_SECONDS + 1
        raise Busy("made up")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(tavern.store, "finish", busy)
        lose(tavern, happened=True)
        assert await refusal(tavern.plays(table)) == "refused.uncertain"
    seq = table.seq
    assert (await tavern.tables.get(table.row.id)).seq == seq + 1
    table = await moved(tavern, table)
    assert table.seq > seq + 1
    await tavern.agrees(table)


@pytest.mark.real_time
async def test_nobody_plays_after_the_close(tavern: Tavern) -> None:
    """The door lets the last presses in after that, but nothing can be computed or stored."""
    table = await against(tavern, "cicera")
    async with playing(tavern):
        while 0 not in table.waits_for():
            table = await moved(tavern, table)
        before = asyncio.all_tasks()
    table = await tavern.plays(table)
    assert situation.computer_to_act(table) is not None
    await asyncio.sleep(0.05)
    assert tavern.now(table) is table
    assert asyncio.all_tasks() <= before


@pytest.mark.parametrize("error", [None, ValueError("7S")])
def test_a_player_with_a_fault_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception | None
) -> None:
    class Faulty:
        def choose(self, seen: AnySeen, rng: random.Random) -> Any:
            if error is None:
                return "nonsense"
            raise error

    real = players.player

    def player(game: str, level: str) -> Any:
        return real(game, level) if level == "random" else Faulty()

    monkeypatch.setattr(players, "player", player)
    game = GAMES["ciapano"]
    state = game.start(game.options({}))
    state = game.deal(state, 0, tuple(game.DECK))
    seat = game.to_act(state)[0]
    seen = game.observe(state, seat)
    assert players.choose_action("ciapano", "hard", seen, 1) in seen.legal
    told = "an illegal action" if error is None else "ValueError at "
    assert f"the hard player of ciapano plays anything: {told}" in caplog.text
    assert "7S" not in caplog.text


def test_the_moment_that_a_computer_takes() -> None:
    seconds = 4  # the default of PAUSE_SECONDS
    least, most = (3 * seconds * part for part in MOMENT)
    # Three in a row, even if the first has to wait for the end of a take-back.
    usual = Settings(_env_file=None)  # type: ignore[call-arg]  # pydantic-settings' own switch
    assert 3 <= least < most <= 8
    assert usual.undo_seconds + 2 / 3 * most <= 8
    assert usual.undo_seconds + 2 * usual.hold_seconds <= 8
    # Alone, even the longest three, of which one is held in sight.
    least, most = (seconds * part for part in SOLO_MOMENT)
    assert 0.8 <= least < most
    assert 2 * most + SOLO_HOLD * usual.hold_seconds <= 4
