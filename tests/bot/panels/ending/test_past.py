"""The past of a finished game: plays of others do not count as one's own, and it is read once and in time."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.panels.ending.past import UNKNOWN, Best, Pasts, best_of
from bot.store import UNDO, LogRow, Meetings, Status, Store, Stored, known
from bot.table.table import Table
from engine import GAMES
from tests.bot.panels.ending.games import USERS, stored
from tests.bot.store.store_rows import ENDED, a_change
from tests.bot.store.troubled import Troubled, TroubledReaders
from tests.bot.tavern import Tavern


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for reads on a slow machine, too."""
    monkeypatch.setattr(known, "READ_SECONDS", 60.0)


def changed(game: Stored, change: Callable[[LogRow], LogRow]) -> Stored:
    """Return a stored game with every entry of its log changed."""
    return replace(game, log=tuple(map(change, game.log)))


def hand_at(game: Stored, seq: int) -> int:
    """Return the number of the hand of an entry."""
    return sum(entry.seat is None for entry in game.log[: seq + 1])


def the_best(game: Stored, seat: int) -> tuple[LogRow, Best]:
    """Return the entry of a seat's best play, and the best."""
    best = best_of(game)[seat]
    entry = next(
        one
        for one in game.log
        if one.seat == seat and one.action == str(best.action) and hand_at(game, one.seq) == best.hand
    )
    return entry, best


async def kept(store: Store, game: Stored) -> None:
    """Store a game of people that is over."""
    await store.create(replace(game.table, status=Status.PLAYING), game.place, game.seats)
    columns = {"status": Status.FINISHED}
    await store.commit(a_change(game.table.id, columns=columns, entries=game.log, ended_at=ENDED))


def readers(tavern: Tavern) -> TroubledReaders:
    """Return the readers of a tavern's store, which can be made deaf."""
    assert isinstance(tavern.store, Troubled)
    return tavern.store.readers


def points(best: Best) -> int:
    return sum(line.points for line in best.lines)


def test_the_best_play_is_that_of_the_whole_game() -> None:
    game = stored("cicera")
    table = Table.restore(replace(game, log=()))
    most = [0] * 4
    for entry in game.log:
        table = table.replayed(entry)
        for event in table.story[-1].events:
            if event.seat is not None and entry.seat is not None:
                most[event.seat] = max(most[event.seat], sum(line.points for line in event.lines))
    assert [points(best_of(game)[seat]) for seat in range(4)] == most
    assert max(most) == 2


def test_a_play_of_the_computer_for_a_person_is_not_theirs() -> None:
    game = stored("cicera")
    entry, best = the_best(game, 3)
    absent = changed(game, lambda one: replace(one, user_id=None) if one.seq == entry.seq else one)
    other = best_of(absent)[3]
    assert (other.action, other.hand) != (best.action, best.hand)
    assert points(other) < points(best)
    assert set(best.alone) - set(other.alone) == {best.hand}
    assert best_of(absent)[1] == best_of(game)[1]


def test_a_play_that_settled_the_hand_is_nobodys_choice() -> None:
    game = stored("cicera")
    entry, best = the_best(game, 3)
    settled = changed(game, lambda one: replace(one, settled=one.seq == entry.seq))
    other = best_of(settled)[3]
    assert points(other) < points(best)
    assert other.alone == best.alone


def test_a_play_that_was_taken_back_does_not_count() -> None:
    game = stored("cicera")
    entry, best = the_best(game, 3)
    rules = GAMES["cicera"]
    log = list(game.log)
    table = Table.restore(replace(game, log=tuple(log[: entry.seq])))
    leaves = next(str(one) for one in rules.legal(table.state, 3) if not one.taken)
    undo, again = (LogRow(entry.seq + n, 3, text, USERS[3], 0.0) for n, text in ((1, UNDO), (2, leaves)))
    short = replace(game, log=(*log[: entry.seq + 1], undo, again))
    assert points(best_of(replace(game, log=tuple(log[: entry.seq + 1])))[3]) == points(best)
    assert points(best_of(short)[3]) < points(best)


@pytest.mark.parametrize("former", [-4, 999])
def test_plays_of_who_sat_there_before_are_not_ones_own(former: int) -> None:
    game = stored("cicera")
    entry, best = the_best(game, 3)
    after = entry.seq + 1
    claimed = [
        replace(row, former_id=former, former_name="Former", claimed_seq=after) if row.seat == 3 else row
        for row in game.seats
    ]
    user_id = None if former < 0 else former
    taken = changed(
        replace(game, seats=tuple(claimed)),
        lambda one: replace(one, user_id=user_id) if one.seat == 3 and one.seq < after else one,
    )
    other = best_of(taken)[3]
    assert points(other) < points(best)
    assert other.alone == tuple(hand for hand in best.alone if hand > best.hand)


def test_computers_have_no_best() -> None:
    game = stored("ciapano")
    rows = [replace(row, user_id=-4, level="hard") if row.seat == 3 else row for row in game.seats]
    assert sorted(best_of(replace(game, seats=tuple(rows)))) == [0, 1, 2]


def test_a_hand_in_which_one_was_out_is_not_played() -> None:
    game = stored("ciapano")
    table = Table.restore(game)
    for seat, best in best_of(game).items():
        last = table.state.out[seat] or len(table.state.sheets)
        assert best.alone == tuple(range(1, last + 1))


def test_a_log_that_cannot_be_replayed_has_no_best() -> None:
    game = stored("cicera")
    assert best_of(replace(game, log=game.log[1:])) == {}
    assert best_of(changed(game, lambda one: replace(one, action="no play"))) == {}
    assert best_of(replace(game, log=())) == {row.seat: Best() for row in game.seats}


async def test_a_finished_game_is_read_once_and_one_under_way_never(tavern: Tavern) -> None:
    game = stored("cicera")
    await kept(tavern.store, game)
    pasts = Pasts(tavern.store)
    readers(tavern).deaf = True
    assert await pasts.of(replace(game.table, status=Status.PLAYING)) == UNKNOWN
    readers(tavern).deaf = False
    found = await pasts.of(game.table)
    assert found.best == best_of(game)
    assert found.met == Meetings(1, (0, 1))
    readers(tavern).deaf = True
    assert await pasts.of(game.table) == found


async def test_a_past_that_cannot_be_read_is_unknown(tavern: Tavern) -> None:
    game = stored("cicera")
    await kept(tavern.store, game)
    readers(tavern).deaf = True
    assert await Pasts(tavern.store).of(game.table) == UNKNOWN


async def test_a_past_that_comes_late_is_known_to_the_next_drawing(
    tavern: Tavern, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, pasts = stored("cicera"), Pasts(tavern.store)
    await kept(tavern.store, game)
    monkeypatch.setattr(known, "READ_SECONDS", 0.0)
    assert await pasts.of(game.table) == UNKNOWN
    async with asyncio.timeout(60):
        while (found := await pasts.of(game.table)) == UNKNOWN:  # noqa: ASYNC110  # there is no event
            await asyncio.sleep(0)
    assert found.met == Meetings(1, (0, 1))
