"""*Finish now*: the rest of a game that only computers decide, played at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.clock.due import do_what_is_due, hasten
from bot.computers import finishing
from bot.computers.finishing import Finisher, Rest
from bot.computers.players import choose_action
from bot.errors import Stale
from bot.store import LogRow, SeatRow, Status
from bot.table import situation, votes
from bot.table.situation import view_of
from bot.table.table import Table
from bot.table.votes import FINISH, GIVE, OBJECTED_SECONDS, SILENCE_SECONDS, TURNS_MISSED
from bot.tables.records import log_of, record_of
from engine import fairness, record
from tests.bot.tavern import PEOPLE, Tavern, against, lose, playing, refusal, until
from tests.bot.watched import Waiting, gone_out, watched

ANN, BO, CY = PEOPLE[:3]


@pytest.fixture
def pause_seconds() -> float:
    """Computers act at once."""
    return 0


@asynccontextmanager
async def finisher(tavern: Tavern) -> AsyncIterator[None]:
    """Let games be finished until the block ends, while no computer plays."""
    running = asyncio.create_task(tavern.finisher.run(tavern.tables))
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def over(tavern: Tavern, table: Table) -> Table:
    """Return the table once its game is over."""
    await until(lambda: not tavern.now(table).playing)
    return tavern.now(table)


async def later(tavern: Tavern, table: Table, seconds: float) -> Table:
    """Return the table after so many seconds, in which the clock did all that was due."""
    tavern.at += seconds
    while (tavern.now(table).row.wake_at or tavern.at + 1) <= tavern.at:
        await do_what_is_due(tavern.tables, table.row.id)
    return tavern.now(table)


def said(table: Table) -> dict[int, list[str]]:
    """Return the votes that stand on the seats, by user."""
    return {row.user_id: [name for name, _ in row.votes] for row in table.seats if row.votes}


async def test_the_rest_is_stored_as_one_change_that_is_told_once(tavern: Tavern) -> None:
    table = await watched(tavern)
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
    async with finisher(tavern):
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
    async with finisher(tavern):
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
    async with finisher(tavern):
        after = await over(tavern, table)
    rows, _ = await tavern.store.leaderboard(7, "ciapano", teams=False, offset=0, limit=9)
    assert {row.members for row in rows} == {(user_id,) for user_id in PEOPLE[:4]}
    await tavern.agrees(after)


# Who may ask


async def test_nobody_finishes_a_game_that_people_still_decide(tavern: Tavern) -> None:
    vote = tavern.seats.vote
    table = await tavern.game("ciapano", players=4)
    assert await refusal(vote(table.row.id, ANN, FINISH)) == "refused.people-decide"
    assert await refusal(vote(table.row.id, 999, FINISH)) == "refused.not-seated"
    for game in ("cicera", "civil-suits"):
        other = await against(tavern, game)
        assert await refusal(vote(other.row.id, ANN, FINISH)) == "refused.people-decide"
    table = await gone_out(tavern.tables, table, 2, 3)
    assert await refusal(vote(table.row.id, CY, FINISH)) == "refused.people-decide"
    assert await refusal(vote(table.row.id, ANN, FINISH)) == "refused.out"
    assert not any(vote.kind == FINISH for vote in situation.votable(table))


async def test_a_member_who_is_only_away_has_not_left(tavern: Tavern) -> None:
    table = await gone_out(tavern.tables, await tavern.game("ciapano", players=4), 2, 3)
    table = await tavern.seats.hand_over(table.row.id, CY)
    row = table.at(3)
    assert row is not None
    async with tavern.tables.held(table.row.id) as held:
        away = table.marked(row, level="medium", missed=TURNS_MISSED)
        await tavern.tables.commit(held, away)
    assert await refusal(tavern.seats.vote(table.row.id, ANN, FINISH)) == "refused.people-decide"
    await tavern.seats.take_back(table.row.id, PEOPLE[3])
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[3])
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    assert said(table) == {ANN: [FINISH]}


async def test_a_member_whose_seat_the_others_gave_away_has_not_left(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    seat = table.waits_for()[0]
    for row in table.seats:
        if row.seat != seat:
            table = await tavern.seats.vote(table.row.id, row.user_id, f"{GIVE}-{seat}")
            if table.seats[seat].level is not None:
                break
    assert table.seats[seat].missed == TURNS_MISSED


async def test_a_second_press_and_one_after_the_end_change_nothing(tavern: Tavern) -> None:
    table = await watched(tavern)
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    again = await tavern.seats.vote(table.row.id, ANN, FINISH)
    assert again.row.version == table.row.version
    async with finisher(tavern):
        table = await over(tavern, table)
    vote = tavern.seats.vote
    assert await refusal(vote(table.row.id, ANN, FINISH)) == "refused.over"
    assert await refusal(vote(table.row.id, ANN, FINISH, against=True)) == "refused.over"


# Objections


async def test_silence_of_ten_seconds_is_a_yes(tavern: Tavern) -> None:
    table = await watched(tavern, people=3, players=5)
    asked = await tavern.seats.vote(table.row.id, ANN, FINISH)
    (vote,) = view_of(asked).votes
    assert (vote.passed, vote.silent_at, asked.row.wake_at) == (False, tavern.at + 10, tavern.at + 10)
    async with playing(tavern):
        # Computers play on meanwhile: an objection costs nobody anything.
        await until(lambda: tavern.now(table).seq > asked.seq)
        table = await later(tavern, table, SILENCE_SECONDS - 1)
        assert table.playing
        table = await tavern.seats.vote(table.row.id, BO, FINISH)
        assert not situation.finishing(table)
        await later(tavern, table, 1)
        table = await over(tavern, table)
    assert said(table) == {ANN: [FINISH], BO: [FINISH], CY: [FINISH]}
    await tavern.agrees(table)


async def test_an_objection_ends_it_and_it_can_be_asked_again_in_a_minute(tavern: Tavern) -> None:
    vote = tavern.seats.vote
    table = await watched(tavern, people=2)
    await vote(table.row.id, ANN, FINISH)
    table = await vote(table.row.id, BO, FINISH, against=True)
    assert said(table) == {BO: [f"-{FINISH}"]}
    assert view_of(table).votes == ()
    assert await refusal(vote(table.row.id, ANN, FINISH)) == "refused.let-play"
    table = await later(tavern, table, OBJECTED_SECONDS - 1)
    assert said(table) == {BO: [f"-{FINISH}"]}
    table = await later(tavern, table, 1)
    assert said(table) == {}
    table = await vote(table.row.id, ANN, FINISH)
    assert said(table) == {ANN: [FINISH]}
    await tavern.agrees(table)


async def test_an_objection_counts_until_the_rest_is_stored(tavern: Tavern) -> None:
    """It comes while the computers think, after the ten seconds."""
    table = await watched(tavern, people=2)
    await tavern.seats.vote(table.row.id, ANN, FINISH)
    table = await later(tavern, table, SILENCE_SECONDS)
    assert situation.finishing(table)
    async with thinking_of(tavern, table) as working:
        table = await tavern.seats.vote(table.row.id, BO, FINISH, against=True)
    with pytest.raises(Stale):
        await working
    table = tavern.now(table)
    assert (table.playing, said(table)) == (True, {BO: [f"-{FINISH}"]})
    await tavern.agrees(table)


@pytest.mark.parametrize("comes", ["back", "to a seat"])
async def test_nobody_finishes_the_game_of_a_person_who_sits_down(tavern: Tavern, comes: str) -> None:
    game = await tavern.lobby("ciapano", players=4)
    await tavern.lobbies.choose(game.row.id, ANN, "claims", "on")
    for number in (1, 2):
        await tavern.lobbies.join(game.row.id, tavern.person(number))
    await tavern.lobbies.seat_computers(game.row.id, ANN, "easy")
    game = await tavern.lobbies.start(game.row.id, ANN)
    game = await gone_out(tavern.tables, game, 2)
    table = await tavern.seats.hand_over(game.row.id, CY)
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    assert view_of(table).votes
    if comes == "back":
        table = await tavern.seats.take_back(table.row.id, CY)
    else:
        table = await tavern.seats.claim(table.row.id, SeatRow(0, 901, "Eva", 77), 3)
    assert said(table) == {}
    table = await tavern.seats.hand_over(table.row.id, CY if comes == "back" else 901)
    table = await later(tavern, table, SILENCE_SECONDS)
    assert table.playing
    assert not situation.finishing(table)


async def test_it_is_done_when_the_last_who_was_missing_leaves(tavern: Tavern) -> None:
    table = await watched(tavern, people=2)
    await tavern.seats.vote(table.row.id, ANN, FINISH)
    async with finisher(tavern):
        await tavern.seats.hand_over(table.row.id, BO)
        table = await over(tavern, table)
    assert table.row.status is Status.FINISHED
    await tavern.agrees(table)


async def test_a_start_gives_the_time_for_objections_anew(tavern: Tavern, tmp_path: Path) -> None:
    table = await watched(tavern, people=2)
    await tavern.seats.vote(table.row.id, ANN, FINISH)
    fresh = await Tavern.open(tmp_path, at=tavern.at + 60)
    await hasten(fresh.tables, table.row.id)
    table = await fresh.tables.get(table.row.id)
    (vote,) = votes.under_way(table)
    assert vote.silent_at == fresh.at + SILENCE_SECONDS
    table = await later(fresh, table, 0)
    assert not situation.finishing(table)
    table = await later(fresh, table, SILENCE_SECONDS)
    assert situation.finishing(table)
    await fresh.close()


async def test_a_start_goes_on_with_a_rest_that_was_not_stored(tavern: Tavern, tmp_path: Path) -> None:
    table = await watched(tavern)
    await tavern.seats.vote(table.row.id, ANN, FINISH)
    fresh = await Tavern.open(tmp_path, pause_seconds=0, at=tavern.at + 60)
    async with playing(fresh):
        after = await over(fresh, await fresh.tables.get(table.row.id))
    await fresh.agrees(after)
    await fresh.close()


# The thinking


@asynccontextmanager
async def thinking_of(tavern: Tavern, table: Table) -> AsyncIterator[asyncio.Task[None]]:
    """Think of the rest of a game for the length of the block, and yield the task that then stores it."""
    waiting = Waiting()
    working = asyncio.create_task(Finisher(waiting).work(tavern.tables, table))
    await waiting.asked.wait()
    yield working
    waiting.let.set()
    await asyncio.wait({working})
    waiting.close()


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
    async with finisher(tavern):
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


@pytest.mark.searches
async def test_other_tables_wait_for_no_more_than_a_moment_of_it(tavern: Tavern) -> None:
    """The rest of a game has many pieces, and other work of the thread comes in between."""
    table = await watched(tavern)
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    rest, pieces = Rest(table, {row.seat: "medium" for row in table.seats}, tavern.at, thought=0.1), 1
    while not rest.go_on():
        pieces += 1
    assert pieces >= 4
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
