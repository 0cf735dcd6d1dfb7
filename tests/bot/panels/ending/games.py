"""Finished games: stored ones, and views made up for one kind of end."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from bot.locale import Catalogue
from bot.store import LogRow, SeatRow, Status, Stored
from bot.table.table import Table
from bot.table.view import AnyView, Entry
from bot.table.viewing import view_of
from engine import GAMES
from engine.ai import named
from engine.cards import FRENCH_DECK
from engine.cicera import Sheet
from engine.cicera.scoring import card_points
from engine.game import Event, Line
from engine.simulate import Played, play
from tests.bot.pictures.scenes_boards import over
from tests.bot.pictures.scenes_cicera import cards
from tests.bot.store.store_rows import a_place, a_table

WORDS = Catalogue.load().words("en")
ITALIAN = Catalogue.load().words("it")
USERS = (100, 101, 102, 103, 104)
FEW = "AS 2S 3H 4H 5H 6H 7H 8H 9H TH JH 2C 3C 4C 5C 6C 7C"
"""Cards of the first side that bring it mata and fante, and the others carte, spade and dieci."""


def seated(view: AnyView, seat: int) -> AnyView:
    """Return a view of everybody as that of one player."""
    return replace(view, viewer=view.at(seat))


@cache
def _played(
    game: str, seed: int, hands: int, chosen: tuple[tuple[str, Any], ...]
) -> Played[Any, Any, Any, Any]:
    options = GAMES[game].options(dict(chosen))
    size = sum(map(len, GAMES[game].sides(options)))
    return play(GAMES[game], options, [named(game, "greedy")] * size, str(seed), hands)


def stored(game: str, seed: int = 1, hands: int = 0, **options: Any) -> Stored:
    """Return a game of people as it is stored, played to its end or stopped after so many hands."""
    return as_stored(_played(game, seed, hands, tuple(options.items())))


def as_stored(played: Played[Any, Any, Any, Any]) -> Stored:
    """Return a game that was played as it is stored, with people in all seats."""
    game = played.game.NAME
    deals, actions, log = iter(played.deals), iter(played.actions), list[LogRow]()
    state, rules = GAMES[game].start(played.options), GAMES[game]
    for seq in range(len(played.deals) + len(played.actions)):
        if rules.to_act(state)[0] < 0:
            deal = next(deals)
            state = rules.deal(state, deal.dealer, deal.deck)
            log.append(LogRow(seq, None, str(deal), None, 0.0))
        else:
            seat, action = next(actions)
            state = rules.apply(state, seat, action)
            log.append(LogRow(seq, seat, str(action), USERS[seat], 0.0))
    status = Status.STOPPED if rules.to_act(state) else Status.FINISHED
    row = a_table(game=game, options=rules.values(played.options), status=status)
    size = sum(map(len, rules.sides(played.options)))
    seats = tuple(SeatRow(seat, USERS[seat], f"P{seat}", 0) for seat in range(size))
    return Stored(row, a_place(row.id), seats, tuple(log), ())


def shown(game: Stored, seat: int) -> AnyView:
    """Return the view of one player of a stored game."""
    return view_of(Table.restore(game), USERS[seat])


def capture(seat: int, text: str, *lines: Line) -> Event:
    """Return a capture of the cards in `text`, with the points that it made."""
    return Event("capture", seat, seat % 2, cards(text), lines)


def cicera(
    before: Sequence[int], first: str, *last: Event, made: Sequence[Line] = (), players: int = 4
) -> AnyView:
    """Return a game of Cicera that is over, with the totals before its last hand.

    The `first` side took these cards, the other one the rest; `last` are the events of the last play, and
    `made` points during play.
    """
    mine = cards(first)
    piles = (mine, tuple(c for c in FRENCH_DECK if c not in mine))
    lines = (*made, *card_points(piles))
    totals = tuple(
        total + sum(line.points for line in lines if line.side == side) for side, total in enumerate(before)
    )
    view = over("cicera", players=players)
    seen: Any = view.seen
    seen = seen._replace(
        sheets=(Sheet((Line(0, "scua", before[0]), Line(1, "scua", before[1]))), Sheet(lines)),
        totals=totals,
        taken=piles,
        lines=lines,
        winner=0 if totals[0] > totals[1] else 1,
    )
    told = (*last, Event("hand", lines=lines))
    return replace(view, seen=seen, story=(Entry(0, (Event("deal", 0),)), Entry(last[0].seat or 0, told)))
