"""A table is drawn the same for a viewer, whatever lies where they cannot look."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

import pytest

from bot.blocks.blocks import Picture
from bot.panels.presentation import Presentation
from bot.pictures.sketch.style import Style
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import GAMES
from engine.cards import Suit
from engine.civil_suits import Phase
from engine.deals import Deal
from engine.record import BadRecord, advance
from engine.settling import FAR, settling
from tests.e2e.support.drawn import PARTS, WORDS, Kind, log_of, private, public, table_of, tables_of
from tests.engine.contract import lying
from tests.engine.strategies import Position, all_options, played, swapped

SEEDS: Final = 24
"""Games, each looked at in one state."""
SWAPS: Final = 8
"""Pairs of hidden cards that swap places."""


def twin(position: Position, viewer: int | None, rng: random.Random) -> Position:
    """Return the same game with other cards and civil suits wherever the viewer cannot look.

    Changes that would make no game, or ask another seat, are left out.
    """
    other, hidden = position, lying(position.game.NAME).hidden(position.state, viewer)
    for _ in range(min(SWAPS, len(hidden) // 2)):
        record = swapped(other, *rng.sample(hidden, 2))
        deals, actions = iter(record.deals), iter(record.actions)
        entries = [next(deals) if isinstance(entry, Deal) else next(actions) for entry in other.entries]
        other = followed(other, entries)
        hidden = lying(position.game.NAME).hidden(other.state, viewer)
    if position.game.NAME == "civil-suits" and position.state.phase not in (Phase.DEAL, Phase.OVER):
        seen = position.game.observe(position.state, viewer)
        for seat in [seat for seat in range(4) if seen.suits[seat] is None and position.state.suits[seat]]:
            suit = rng.choice([suit for suit in Suit if suit is not position.state.suits[seat]])
            last = max(n for n, entry in enumerate(other.entries) if f"{entry}".startswith(f"{seat} suit"))
            entries = [*other.entries[:last], f"{seat} suit {suit}", *other.entries[last + 1 :]]
            other = followed(other, entries)
    return other


def followed(position: Position, entries: list[Deal | str]) -> Position:
    """Return the game with these entries, or the old one where they are none or ask or settle otherwise."""
    game, same = position.game, _same(position.entries, entries)
    states = list(position.states[: same + 1])
    try:
        for entry in entries[same:]:
            states.append(advance(game, states[-1], entry))
    except BadRecord:
        return position
    # Everybody may know whether the score can still change.
    asks, settles = lying(game.NAME).asks or game.to_act, _settles(game.NAME, states[-1])
    if asks(states[-1]) != asks(position.state) or settles != _settles(game.NAME, position.state):
        return position
    deals = tuple(entry for entry in entries if isinstance(entry, Deal))
    actions = tuple(entry for entry in entries if isinstance(entry, str))
    record = replace(position.record, deals=deals, actions=actions)
    return replace(position, record=record, entries=tuple(entries), states=tuple(states))


def _same(some: Sequence[object], others: Sequence[object]) -> int:
    """Return the length of the common beginning."""
    pairs = enumerate(zip(some, others, strict=True))
    return next((number for number, (one, other) in pairs if one != other), len(some))


@lru_cache(maxsize=100)
def _settles(name: str, state: Any) -> bool:
    game = GAMES[name]
    near = sum(game.observe(state, None).counts) <= FAR
    rest = settling(game, state) if near else None
    return rest is not None and len(rest) > len(game.active(state))


def twins(position: Position, tables: Sequence[Table], other: Position) -> Table:
    """Return the table of a game that begins like another, of which all `tables` are given."""
    same = _same(position.entries, other.entries)
    if not same:
        return table_of(other)
    table = tables[same - 1]
    for entry in log_of(other)[same:]:
        table = table.replayed(entry)
    return table


def drawn(table: Table, viewer: int | None, turn: int) -> list[Kind]:
    """Return everything that can be drawn of a table for a viewer.

    The board has its picture, which shows only things known to all. Of the pages each kind has a part, which
    comes with the `turn`.
    """
    if viewer is None:
        board = Presentation(WORDS, Style()).board(table)
        assert any(isinstance(block, Picture) for block in board.blocks)
        return [*public(view_of(table)), ("with its picture", board)]
    read = slice((viewer + turn) % PARTS, None, PARTS)
    return list(private(view_of(table, 100 + viewer), read=read))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_drawn_does_not_depend_on_what_is_hidden(game: str) -> None:
    compared = 0
    for seed in range(SEEDS):
        rng = random.Random(seed)
        options = rng.choice(all_options(GAMES[game]))
        position = played(GAMES[game], options, seed, rng.randrange(1, 170))
        tables = list(tables_of(position))
        for viewer in (*position.seats, None):
            other = twin(position, viewer, rng)
            if other is not position:
                assert drawn(twins(position, tables, other), viewer, seed) == drawn(tables[-1], viewer, seed)
                compared += 1
    assert compared > 2 * SEEDS
