"""Replays of games that older versions of the bot have stored."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.store import LogRow, SeatRow, Status, Stored, place_in, undo_text
from bot.store.model.games import unpacked
from bot.table.table import Table
from bot.tables.replays.replay import Replay
from engine import GAMES
from tests.bot.store.queries.test_games import row_of, whole_log
from tests.bot.store.store_rows import ANN, CY, a_place
from tests.bot.tables.replays.witness import Sight, sight


def replay_of(table: Table, seats: Sequence[SeatRow], log: Sequence[LogRow]) -> Replay:
    """Return the replay of a game that was stopped."""
    row = replace(table.row, status=Status.STOPPED)
    return Replay.of(Stored(row, a_place(), tuple(seats), tuple(log), ()))


def sights(table: Table, seats: Sequence[SeatRow], log: Sequence[LogRow]) -> list[Sight]:
    """Return all moments of a stored game as everybody sees them."""
    replay = replay_of(table, seats, log)
    return [sight(replay.at(moment)) for moment in replay.every()]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_the_same_in_the_forms_of_all_versions(game: str) -> None:
    table, log = whole_log(game, 4)
    log = log[: len(log) // 3]
    # Its first seat was taken over in the middle, after some plays had been taken back.
    since = next(entry.seq for entry in log[len(log) // 2 :] if entry.seat == 0)
    assert any(entry.action == "undo" for entry in log[:since])
    place = place_in(log, since)
    assert place < since
    owner = replace(table.seats[0], user_id=CY + 9, name="Eva", former_id=ANN, former_name="Ann")
    seats_then = (replace(owner, claimed_seq=since), *table.seats[1:])
    seats = (replace(owner, claimed_seq=place), *table.seats[1:])
    packed = row_of(table, log)
    found = unpacked(packed, table.row, seats)
    now = sights(table, seats, found.log)
    # A log that has not been brought over yet still has all that was taken back.
    assert sights(table, seats_then, log) == now
    row = json.loads(zlib.decompress(packed))
    first = unpacked(zlib.compress(json.dumps({**row, "v": 1, "undone": 3}).encode()), table.row, seats)
    assert (first.log, first.undone) == (found.log, ())
    told = [text for seen in now for text in seen.told]
    assert any("Ann" in text for text in told)
    assert any("Eva" in text for text in told)


def test_plays_of_a_computer_that_were_taken_back_are_left_out_of_an_old_log() -> None:
    table, log = whole_log("ciapano", 1)
    at = next(entry.seq for entry in log if entry.seat == 0 and log[entry.seq + 1].user_id is None)
    undo = replace(log[at], seq=at + 2, action=undo_text(2))
    replay = replay_of(table, table.seats, [*log[: at + 2], undo])
    assert [entry.seq for entry in replay.stored.log] == list(range(place_in(log[:at], at)))
    assert replay.end.rewound
