"""Golden playthroughs: whole games as records, told line by line, so that a change of any rule shows.

`GOLDEN=write python -m pytest tests/engine/test_golden.py` tells the records anew and draws missing ones;
read the difference before it is committed.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES
from engine.ai import added
from engine.deals import Deal
from engine.game import DEALER, AnyGame, Event, Line
from engine.record import Record, advance, read, write
from tests.engine.strategies import BY_FILE, played

FOLDER = Path(__file__).parent / "golden"

PLAYTHROUGHS: dict[str, tuple[str, dict[str, object], int, tuple[str, ...]]] = {
    "cicera-four": ("cicera", {"target": 21}, 20, ("last",)),
    "cicera-four-rank-six": ("cicera", {"target": 11, "deal": 6, "picada": "rank"}, 21, ("any", "last")),
    "cicera-two": ("cicera", {"players": 2, "target": 11}, 22, ("any",)),
    "cicera-two-six": ("cicera", {"players": 2, "target": 11, "deal": 6}, 23, ("last", "first")),
    "ciapano-three": ("ciapano", {"players": 3}, 13, ("any",)),
    "ciapano-four": ("ciapano", {}, 189, ("any",)),
    "ciapano-five": ("ciapano", {"players": 5}, 125, ("any",)),
    "civil-suits": ("civil-suits", {}, 26, ("hoard", "any")),
    "civil-suits-powers": ("civil-suits", BY_FILE["civil-suits"][0], 313, ("first", "hoard")),
}
"""Game, options, seed and tempers of each record, for drawing it."""


def told_line(line: Line) -> str:
    return f"{line.name} {line.points} to {line.side} ({' '.join(map(str, line.cards))})"


def told_event(event: Event) -> str:
    parts = [event.name]
    parts += [f"seat {event.seat}"] if event.seat is not None else []
    parts += [f"side {event.side}"] if event.side is not None else []
    parts += [f"to {event.target}"] if event.target is not None else []
    parts += [event.suit] if event.suit is not None else []
    parts += [" ".join(map(str, event.cards))] if event.cards else []
    return ", ".join(parts) + "".join(f"\n    {told_line(line)}" for line in event.lines)


def told(record: Record) -> Iterator[str]:
    """Yield the lines of a playthrough: each entry, its events, and the state of the game."""
    game: AnyGame = GAMES[record.game]
    state: Any = game.start(game.options(record.options))
    deals, actions = list(record.deals), list(record.actions)
    while waits_for := game.to_act(state):
        entry: Deal | str
        if waits_for == (DEALER,):
            entry = deals.pop(0)
            after = advance(game, state, entry)
            yield f"deal by {entry.dealer}"
            events = game.events(state, DEALER, None, after)
        else:
            entry = actions.pop(0)
            after = advance(game, state, entry)
            yield entry
            action: Any = game.parse(entry[2:])
            events = game.events(state, int(entry[0]), action, after)
        state = after
        yield from (f"  {told_event(event)}" for event in events)
        waited = ["dealer" if seat == DEALER else str(seat) for seat in game.to_act(state)] or ["nobody"]
        yield f"  totals {' '.join(map(str, game.outcome(state).totals))}, to act: {' '.join(waited)}"
    yield f"winners {game.outcome(state).winners}"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough(name: str) -> None:
    path, story = FOLDER / f"{name}.json", FOLDER / f"{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        if not path.exists():
            game, options, seed, tempers = PLAYTHROUGHS[name]
            path.write_text(write(played(GAMES[game], options, seed, 5000, tempers).record), encoding="utf-8")
        story.write_text("\n".join(told(read(path.read_bytes()))) + "\n", encoding="utf-8")
    assert "\n".join(told(read(path.read_bytes()))) + "\n" == story.read_text(encoding="utf-8")


def test_every_game_with_kernels_has_a_playthrough() -> None:
    assert {game for game, *_ in PLAYTHROUGHS.values()} >= {game for game in GAMES if added(game).kernels}
