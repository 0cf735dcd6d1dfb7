"""Results by hand: as the game went, in the order in which games ended, and the same when counted anew."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.store import LogRow, ResultRow, SeatRow, Status, Store, standing
from bot.store.model.by_hand import result_of
from bot.store.model.games import FORMER, StoredGame
from bot.store.model.results import COMPUTERS, COUNTS, EARLY, LEFT, REWOUND, UNREADABLE, SatRow
from bot.store.queries import results
from bot.table.table import Table
from engine import GAMES
from tests.bot.store.ended import EVE, FAY, ended
from tests.bot.store.queries.test_games import whole_log
from tests.bot.store.store_rows import ANN, CY, ENDED, a_table

GUILD = a_table().guild_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


def counted(table: Table, log: Sequence[LogRow], *seats: SeatRow, **columns: Any) -> ResultRow:
    """Return the result of a finished game with this log."""
    row = replace(table.row, **{"status": Status.FINISHED, **columns})
    return result_of(row, seats or table.seats, StoredGame.of_log(log), ENDED)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
async def test_every_hand_has_its_points_by_name(game: str, seed: int) -> None:
    table, log = whole_log(game, seed)
    result, outcome = counted(table, log), table.game.outcome(table.state)
    assert [hand.points for hand in result.hands] == [hand.scores for hand in outcome.hands]
    assert [side.points for side in result.sides] == list(outcome.totals)
    assert tuple(side.side for side in result.sides if side.won) == outcome.winners
    apart = {"napoleone", "tricks", "thirds", "moon", "wrong-moon", "powers"}
    for hand, finished in zip(result.hands, outcome.hands, strict=True):
        for points, of_side, detail in zip(hand.points, hand.by_name, finished.detail, strict=True):
            assert points == sum(n for name, n in (of_side or {}).items() if name not in apart)
            for name in {"scua", "napula", "carte", "thirds", "last"} & detail.keys():
                assert (of_side or {}).get(name, 0) == detail[name]
    if game == "ciapano":
        # Whoever is out takes no part in later hands.
        assert any(None in hand.by_name for hand in result.hands)
        tricks = [sum(of["tricks"] for of in hand.by_name if of is not None) for hand in result.hands]
        assert all(hand_of in (10, 13, 17) for hand_of in tricks)


@pytest.mark.parametrize("game", GAMES)
async def test_every_hand_tells_who_was_alone_took_hints_and_took_back(game: str) -> None:
    table, log = whole_log(game, 4)
    hinted = replace(table.seats[0], hints=(2,))
    result = counted(table, log, hinted, *table.seats[1:])
    # A computer plays for the second seat all the time.
    assert all(
        hand.alone
        == (() if hand.by_name[table.sides.index((1,)) if (1,) in table.sides else 0] is None else (1,))
        for hand in result.hands
    )
    assert [hand.hints for hand in result.hands][:3] == [(), (0,), ()][: len(result.hands)]
    back = [entry.seat for entry in log if entry.seat is not None and entry.action.startswith("undo")]
    assert [seat for hand in result.hands for seat in hand.undone] == back
    deal, by_hand = 0, list[list[int]]([])
    for entry in log:
        if entry.seat is None:
            by_hand.append([])
        elif entry.action.startswith("undo"):
            by_hand[-1].append(entry.seat)
        deal += entry.seat is None
    assert [list(hand.undone) for hand in result.hands] == by_hand[: len(result.hands)]


async def test_a_hand_belongs_to_whoever_had_the_seat_when_it_was_dealt() -> None:
    table, log = whole_log("cicera", 2)
    kept = standing(log)
    deals = [number for number, entry in enumerate(kept) if entry.seat is None]
    assert len(deals) > 1
    for since, hand in ((deals[1], 2), (deals[1] + 1, 3), (0, 1), (len(kept), len(deals) + 1)):
        seat = replace(table.seats[0], user_id=CY + 9, former_id=ANN, former_name="Ann", claimed_seq=since)
        stored = StoredGame(tuple([replace(entry, seq=seq) for seq, entry in enumerate(kept)]))
        row = replace(table.row, status=Status.FINISHED)
        sat = [one for one in result_of(row, (seat, *table.seats[1:]), stored, ENDED).sat if one.seat == 0]
        former = [SatRow(0, 1, 0, ANN)] if hand > 1 else []
        assert sat == [*former, SatRow(0, hand, 0, CY + 9)]


async def test_a_seat_taken_over_twice_has_three_owners() -> None:
    table, log = whole_log("ciapano", 2)
    kept = standing(log)
    deals = [number for number, entry in enumerate(kept) if entry.seat is None]
    played = [
        replace(
            entry, seq=seq, user_id=(ANN if seq < deals[2] else EVE) if entry.seat == 0 else entry.user_id
        )
        for seq, entry in enumerate(kept)
    ]
    seat = replace(table.seats[0], user_id=FAY, former_id=EVE, claimed_seq=deals[4])
    row = replace(table.row, status=Status.FINISHED)
    result = result_of(row, (seat, *table.seats[1:]), StoredGame(tuple(played)), ENDED)
    mine = [(one.since, one.user_id) for one in result.sat if one.seat == 0]
    # A hand is the newcomer's once another was dealt after their first press.
    assert mine == [(1, ANN), (4, EVE), (5, FAY)]
    # A computer had the seat first: its hands, and the one in which Eve came, are nobody's.
    played = [
        replace(entry, user_id=None if entry.seq < deals[2] + 9 else EVE) if entry.seat == 0 else entry
        for entry in played
    ]
    result = result_of(row, (seat, *table.seats[1:]), StoredGame(tuple(played)), ENDED)
    mine = [(one.since, one.user_id) for one in result.sat if one.seat == 0]
    assert mine == [(1, FORMER), (4, EVE), (5, FAY)]


async def test_why_a_game_does_not_count(store: Store) -> None:
    table, log = whole_log("cicera", 1)
    assert counted(table, log).why == COUNTS
    computer = replace(table.seats[1], user_id=-2)
    assert counted(table, log, table.seats[0], computer, *table.seats[2:]).why == COMPUTERS
    assert counted(table, log[:60], status=Status.STOPPED).why == EARLY
    # Somebody has left: a computer plays on, or another person does.
    for changes, why in (
        ({"level": "easy"}, LEFT),
        ({"former_id": EVE, "claimed_seq": 20}, LEFT),
        ({"former_id": -2, "claimed_seq": 20}, EARLY),
    ):
        seats = (table.seats[0], replace(table.seats[1], **changes), *table.seats[2:])
        assert counted(table, log[:60], *seats, status=Status.STOPPED).why == why
    assert counted(table, log[:60], status=Status.STOPPED, ended="concede-1").why == COUNTS
    rewound = [*log[:8], replace(log[8], action="undo 2"), *log[7:]]
    back = StoredGame((), rewound=True)
    over = replace(table.row, status=Status.STOPPED, ended="concede-0")
    assert result_of(over, table.seats, back, ENDED).why == REWOUND
    assert result_of(over, table.seats, None, ENDED).why == UNREADABLE
    nonsense = [replace(entry, action="7S-takes-secretly") for entry in rewound]
    assert counted(table, nonsense).why == UNREADABLE


async def test_whoever_concedes_has_lost(store: Store) -> None:
    table, log = whole_log("ciapano", 1)
    result = await ended(store, table, log[:30], "t1", status=Status.STOPPED, ended="concede-2")
    assert (result.why, result.ended, result.ended_at) == (COUNTS, "concede-2", ENDED)
    assert [(side.won, side.place) for side in result.sides] == [(True, 1), (True, 1), (False, 4), (True, 1)]
    early = await ended(store, table, log[:30], "t2", status=Status.STOPPED)
    assert (early.why, early.ended, early.sides) == (EARLY, "stopped", ())
    assert early.options == GAMES["ciapano"].values(GAMES["ciapano"].options({}))


async def test_a_stored_result_is_the_one_that_was_counted(store: Store) -> None:
    for number, game in enumerate(GAMES):
        table, log = whole_log(game, number)
        found = await ended(store, table, log, f"t{number}")
        names = {row.user_id: row.name for row in table.seats}
        assert replace(found, names=names) == replace(counted(table, log), table_id=f"t{number}")


async def numbers(store: Store) -> dict[str, int | None]:
    """Return the number of each result."""
    return await store.readers.read(
        lambda connection: {
            result.table_id: number for batch in results.in_order(connection, 2) for result, number in batch
        }
    )


async def test_the_games_of_a_server_are_numbered_as_they_end(store: Store) -> None:
    table, log = whole_log("cicera", 1)
    for table_id in ("b", "a"):
        await ended(store, table, log, table_id)
    elsewhere = replace(table, row=replace(table.row, guild_id=GUILD + 1))
    await ended(store, elsewhere, log, "c")
    assert await numbers(store) == {"b": 1, "a": 2, "c": 1}
