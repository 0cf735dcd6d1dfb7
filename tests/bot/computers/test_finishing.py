"""The rest of a game that only computers decide, played at once and stored as one change."""

from typing import Any

import pytest

from bot.computers import finishing
from bot.computers.finishing import Rest
from bot.computers.players import choose_action
from bot.errors import Stale
from bot.store import LogRow, Status
from bot.table import situation
from bot.table.votes import FINISH
from bot.tables.records import log_of, record_of
from engine import fairness, record
from tests.bot.store.store_rows import counts
from tests.bot.tavern import PEOPLE, Tavern, lose, playing, refusal
from tests.bot.watched import gone_out, over, thinking_of, watched

ANN, BO, CY = PEOPLE[:3]


@pytest.fixture
def pause_seconds() -> float:
    """Computers act at once."""
    return 0


async def test_the_rest_is_stored_as_one_change_that_is_told_once(tavern: Tavern) -> None:
    table = await watched(tavern)
    tavern.tables.settings.hold_seconds = 2.0
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    told, version = len(tavern.told.changes), table.row.version
    async with playing(tavern):
        after = await over(tavern, table)
    assert len(tavern.told.changes) == told + 1
    assert (after.row.status, after.row.version) == (Status.FINISHED, version + 1)
    # Nobody has seen the last card, so nothing is held in sight.
    assert (after.row.held, after.row.calm_at) == (False, None)
    assert after.row.ended == f"{FINISH}-{len(table.state.sheets) + 1}"
    log = await log_of(tavern.store, after)
    rest = log[table.seq :]
    assert len(rest) > 40
    assert {entry.user_id for entry in rest} == {None}
    assert sum(entry.seat is None for entry in rest) == len(after.state.sheets) - len(table.state.sheets) - 1
    await tavern.agrees(after)
    made = record.read((await record_of(tavern.store, after)).encode())
    assert fairness.check(made, finished=True) == []


async def test_a_game_between_two_hands_begins_with_the_deal(tavern: Tavern) -> None:
    table = await watched(tavern)
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    rest = Rest(table, {row.seat: "easy" for row in table.seats}, tavern.at, 1)
    while not rest.table.between_hands:
        rest.play()
    async with tavern.tables.held(table.row.id) as held:
        await tavern.play.play(held, rest.table, rest.entries)
    async with playing(tavern, tavern.finisher):
        after = await over(tavern, table)
    assert after.row.ended == f"{FINISH}-{len(rest.table.state.sheets) + 1}"
    await tavern.agrees(after)


@pytest.mark.parametrize("happened", [True, False])
async def test_an_uncertain_write_of_the_rest_loses_and_doubles_nothing(
    tavern: Tavern, monkeypatch: pytest.MonkeyPatch, happened: bool
) -> None:
    monkeypatch.setattr("bot.computers.at_tables.RETRY_SECONDS", 0.01)
    table = await watched(tavern)
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    lose(tavern, happened=happened)
    async with playing(tavern, tavern.finisher):
        after = await over(tavern, table)
    await tavern.agrees(after)
    made = record.read((await record_of(tavern.store, after)).encode())
    assert fairness.check(made, finished=True) == []


async def test_people_who_have_left_for_good_have_their_result(tavern: Tavern) -> None:
    """All four are people: two are out, two have left."""
    table = await gone_out(tavern.tables, await tavern.game("ciapano", players=4), 2, 3)
    for user_id in PEOPLE[2:4]:
        assert situation.finishing(table) is False
        assert await refusal(tavern.seats.vote(table.row.id, ANN, FINISH)) == "refused.out"
        table = await tavern.seats.hand_over(table.row.id, user_id)
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    table = await tavern.seats.vote(table.row.id, BO, FINISH)
    async with playing(tavern, tavern.finisher):
        after = await over(tavern, table)
    assert set(await counts(tavern.store, "ciapano", 7)) == {(user_id,) for user_id in PEOPLE[:4]}
    await tavern.agrees(after)


# The thinking


async def test_a_table_that_has_moved_on_is_thought_of_anew(tavern: Tavern) -> None:
    table = await watched(tavern)
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    seat = table.waits_for()[0]
    entry = LogRow(table.seq, seat, str(table.game.legal(table.state, seat)[0]), None, tavern.at)
    async with thinking_of(tavern, table) as working, tavern.tables.held(table.row.id) as held:
        await tavern.play.play(held, table.replayed(entry), [entry])
    with pytest.raises(Stale):
        await working
    assert tavern.now(table).seq == table.seq + 1
    async with playing(tavern, tavern.finisher):
        table = await over(tavern, table)
    assert (await log_of(tavern.store, table))[entry.seq] == entry
    await tavern.agrees(table)


async def test_no_computer_plays_while_the_rest_is_thought_of(tavern: Tavern) -> None:
    table = await watched(tavern)
    seat = situation.computer_to_act(table)
    assert seat is not None
    action, number = table.game.legal(table.state, seat)[0], table.asked[seat]
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    assert situation.computer_to_act(table) is None
    with pytest.raises(Stale):
        await tavern.play.play_for(table.row.id, seat, action, number)


class Counting:
    """A clock on which a millisecond passes with every look at it."""

    def __init__(self) -> None:
        self.at = 0.0

    def monotonic(self) -> float:
        """Return the seconds that have passed."""
        self.at += 0.001
        return self.at


@pytest.mark.searches
async def test_other_tables_wait_for_no_more_than_a_moment_of_it(
    tavern: Tavern, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of a game has many pieces, and other work of the thread comes in between."""
    table = await watched(tavern)
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    clock, pieces, done = Counting(), list[int](), False
    monkeypatch.setattr(finishing, "time", clock)
    rest = Rest(table, {row.seat: "medium" for row in table.seats}, tavern.at, thought=0.02)
    while not done:
        began, before = clock.at, len(rest.entries)
        done = rest.go_on()
        pieces.append(len(rest.entries) - before)
        assert clock.at - began < 0.02
        assert 1 <= pieces[-1] <= 10
    assert len(pieces) >= 4
    assert not rest.table.game.to_act(rest.table.state)


async def test_once_its_time_is_up_a_searching_computer_plays_by_rule_of_thumb(
    tavern: Tavern, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await watched(tavern)
    asked: list[str] = []

    def chosen(game: str, level: str, seen: Any, seed: int) -> Any:
        asked.append(level)
        return choose_action(game, "greedy", seen, seed)

    monkeypatch.setattr(finishing, "choose_action", chosen)
    levels = {row.seat: "hard" for row in table.seats}
    Rest(table, levels, tavern.at, thought=60).play()
    Rest(table, levels, tavern.at, thought=0).play()
    Rest(table, dict.fromkeys(levels, "easy"), tavern.at, thought=0).play()
    assert asked == ["hard", "greedy", "easy"]
