"""The moments of any game: their order, their numbers, and the table at each of them."""

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import LogRow, Status, Stored, undo_text
from bot.table.table import Unreplayable
from bot.tables.replays.replay import Moment, MomentKind, Replay
from engine import GAMES
from engine.deals import Deal
from tests.bot.store.store_rows import ANN, a_place, a_seat, a_table
from tests.engine.strategies import Position, played, positions

STEPS: Final = 120
"""The most entries of a game; some are over before."""
PLAYED: Final = positions(steps=STEPS, least=1)
EXAMPLES: Final = 12
"""Games for each property, with any options."""


def log_of(position: Position, again: Collection[int] = ()) -> tuple[LogRow, ...]:
    """Return the log of a game in which the plays with the numbers `again` were taken back and made again."""
    rows = list[LogRow]()

    def append(seat: int | None, action: str) -> None:
        rows.append(LogRow(len(rows), seat, action, None if seat is None else ANN + seat, 9.0))

    for number, entry in enumerate(position.entries):
        if isinstance(entry, Deal):
            append(None, str(entry))
            continue
        seat, _, action = entry.partition(" ")
        append(int(seat), action)
        if number in again:
            append(int(seat), undo_text(1))
            append(int(seat), action)
    return tuple(rows)


def stored_of(position: Position, again: Collection[int] = ()) -> Stored:
    """Return a stored game that was stopped there, unless it is over."""
    status = Status.STOPPED if position.game.to_act(position.state) else Status.FINISHED
    row = a_table(
        game=position.game.NAME, options=dict(position.record.options), status=status, entropy=("1", "2")
    )
    seats = tuple([a_seat(seat, ANN + seat) for seat in position.seats])
    return Stored(row, a_place(), seats, log_of(position, again), ())


def replay_of(position: Position) -> Replay:
    return Replay.of(stored_of(position))


@settings(max_examples=EXAMPLES)
@given(PLAYED)
def test_steps_of_one_lead_through_all_moments_in_order_both_ways(position: Position) -> None:
    replay = replay_of(position)
    every = list(replay.every())
    assert (every[0], every[-1]) == (replay.first, replay.last)
    assert every == sorted(set(every))
    for one, other in pairwise(every):
        assert (replay.moved(one, 1), replay.moved(other, -1)) == (other, one)
    assert (replay.moved(every[0], -1), replay.moved(every[-1], 1)) == (every[0], every[-1])


@settings(max_examples=EXAMPLES)
@given(position=PLAYED, data=st.data())
def test_a_step_of_any_length_is_as_many_steps_of_one(position: Position, data: st.DataObject) -> None:
    replay = replay_of(position)
    every = list(replay.every())
    at = data.draw(st.integers(0, len(every) - 1))
    by = data.draw(st.integers(-2 * len(every), 2 * len(every)))
    assert replay.moved(every[at], by) == every[min(max(at + by, 0), len(every) - 1)]


@settings(max_examples=EXAMPLES)
@given(position=PLAYED, hand=st.integers(-2, 20), play=st.integers(-2, 200))
def test_a_game_has_its_moments_and_no_others(position: Position, hand: int, play: int) -> None:
    replay = replay_of(position)
    every = set(replay.every())
    assert all(map(replay.has, every))
    around = [Moment(one.hand + h, one.play + p) for one in every for h in (-1, 0, 1) for p in (-1, 1)]
    for moment in (*around, Moment(hand, play)):
        assert replay.has(moment) == (moment in every)


@settings(max_examples=EXAMPLES)
@given(position=PLAYED, again=st.sets(st.integers(0, STEPS)))
def test_each_play_that_stands_has_its_number_and_its_table(position: Position, again: set[int]) -> None:
    replay = Replay.of(stored_of(position, again))
    states = list(position.states[1:])
    number = 0
    for moment in replay.every():
        kind, entry = replay.kind(moment), replay.entry(moment)
        if kind in (MomentKind.SHEET, MomentKind.END):
            assert (entry, replay.number(moment)) == (None, None)
            assert replay.at(moment).hand_over or kind is MomentKind.END
            continue
        assert replay.at(moment).state == states.pop(0)
        assert (kind is MomentKind.DEAL) == (entry is not None and entry.seat is None) == (not moment.play)
        if kind is MomentKind.PLAY:
            number += 1
            assert (replay.number(moment), replay.of_number(number)) == (number, moment)
    assert states == []
    assert replay.kind(replay.last) is MomentKind.END
    assert replay.end.state == position.state
    for beyond in (0, number + 1):
        with pytest.raises(LookupError):
            replay.of_number(beyond)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [None, 0, 9])
def test_a_log_that_does_not_fit_the_rules_has_no_replay(game: str, seat: int | None) -> None:
    stored = stored_of(played(GAMES[game], {}, 1, 9))
    for log in (stored.log, ()):
        bad = LogRow(len(log), seat, "no such play", ANN, 9.0)
        with pytest.raises(Unreplayable):
            Replay.of(replace(stored, log=(*log, bad)))
    with pytest.raises(Unreplayable, match="it is damaged"):
        Replay.of(replace(stored, unreadable="it is damaged"))
    with pytest.raises(Unreplayable):
        Replay.of(replace(stored, table=replace(stored.table, game="whist")))
