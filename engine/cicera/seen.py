"""A seat's view of a game of Cicera: observing a state, sampling one, telling events."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import Card
from engine.cicera.actions import DECK, Play
from engine.cicera.options import Options
from engine.cicera.rules import State, apply, deal, just_left, legal, start, to_act
from engine.cicera.scoring import PLAY_POINTS, Sheet, play_points
from engine.game import DEALER, Event, Line


class Seen(NamedTuple):
    """A view of a game: exactly the facts that one seat (`viewer`; None: a spectator) may know.

    Captures are public, so the piles are known to everybody.
    """

    viewer: int | None
    options: Options
    sheets: tuple[Sheet, ...]
    dealer: int | None
    opening: tuple[Card, ...]
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    stock: int
    table: tuple[Card, ...]
    taken: tuple[tuple[Card, ...], ...]
    lines: tuple[Line, ...]
    plays: tuple[Play, ...]
    totals: tuple[int, ...]
    to_act: tuple[int, ...]
    winner: int | None
    legal: tuple[Play, ...]


def observe(state: State, seat: int | None) -> Seen:
    """Return the view of `seat` (None: a spectator), with its legal plays."""
    hands = state.hands
    return Seen(
        seat,
        state.options,
        state.sheets,
        state.dealer,
        state.opening,
        hands[seat] if hands and seat is not None else (),
        tuple([len(hand) for hand in hands]) or (0,) * state.options.players,
        len(state.stock),
        state.table,
        state.taken,
        state.lines,
        state.plays,
        state.totals,
        to_act(state),
        state.winner,
        legal(state, seat) if seat is not None else (),
    )


def sample(seen: Seen, rng: random.Random) -> State:
    """Return a full state that the viewer cannot rule out: unseen cards dealt at random, the hand replayed.

    Nobody has to capture (C13), so the plays are legal wherever the unseen cards are.
    """
    if seen.dealer is None:
        return start(seen.options)
    players, each = seen.options.players, seen.options.deal
    first = (seen.dealer + 1) % players
    known = {*seen.opening, *seen.hand, *(play.card for play in seen.plays)}
    unseen = [c for c in DECK if c not in known]
    rng.shuffle(unseen)
    hidden: Iterator[Card] = iter(unseen)
    rounds = (len(DECK) - 4) // (players * each)
    dealt: list[Card] = []
    for number in range(rounds):
        plays = seen.plays[number * players * each : (number + 1) * players * each]
        current = len(plays) < players * each and len(dealt) <= len(seen.plays)
        hands = []
        for offset in range(players):
            cards = [play.card for play in plays[offset::players]]
            if current and (first + offset) % players == seen.viewer:
                cards += seen.hand
            hands.append(cards + [next(hidden) for _ in range(each - len(cards))])
        dealt += [hands[offset][i] for i in range(each) for offset in range(players)]
    size = players * each
    deck = (*dealt[:size], *seen.opening, *dealt[size:])
    over = len(seen.plays) == len(DECK) - 4
    sheets = seen.sheets[:-1] if over else seen.sheets
    before = State(seen.options, sheets, (sum(s.score(0) for s in sheets), sum(s.score(1) for s in sheets)))
    if before.sheets:
        before = before._replace(dealer=(seen.dealer - 1) % players)
    state = deal(before, seen.dealer, deck)
    for play in seen.plays:
        state = apply(state, state.turn, play)
    return state


def preview(seen: Seen, play: Play) -> tuple[Line, ...]:
    """Return the play points (C16–C19) that the viewer of `seen` would score by `play`."""
    if seen.viewer is None or not play.taken:
        return ()
    return play_points(
        seen.viewer % 2, play.card, play.taken, seen.table, just_left(seen.plays), seen.options
    )


def begins(seen: Seen) -> int | None:
    """Return the seat that plays first in the hand under way: the one to the dealer's right (C10)."""
    return None if seen.dealer is None else (seen.dealer + 1) % seen.options.players


def uncounted(seen: Seen, told: Sequence[Event]) -> Seen:
    """Return the view after the last card: the rest still on the table, card points not yet counted."""
    *before, sheet = seen.sheets
    counted = [line for line in sheet.lines if line.name not in PLAY_POINTS]
    totals = [n - sum([line.points for line in counted if line.side == s]) for s, n in enumerate(seen.totals)]
    rest = next((event for event in told if event.name == "rest"), Event("rest"))
    taken = [
        pile[: len(pile) - len(rest.cards)] if side == rest.side else pile
        for side, pile in enumerate(seen.taken)
    ]
    return seen._replace(
        sheets=tuple(before),
        totals=tuple(totals),
        table=rest.cards,
        taken=tuple(taken),
        lines=tuple([line for line in seen.lines if line.name in PLAY_POINTS]),
        to_act=(),
        winner=None,
    )


def events(before: State, seat: int, play: Play | None, after: State) -> tuple[Event, ...]:
    """Return the events between two states, in the order of telling."""
    if play is None:
        return (Event("deal", seat=after.dealer, cards=after.opening),)
    new_lines = after.lines[len(before.lines) :]
    if not play.taken:
        told = [Event("leave", seat, seat % 2, (play.card,))]
    else:
        points = tuple(line for line in new_lines if line.name in PLAY_POINTS)
        told = [Event("capture", seat, seat % 2, (play.card, *play.taken), points)]
    if after.turn == DEALER:
        taken = set(play.taken)
        rest = tuple(c for c in before.table if c not in taken) + (() if play.taken else (play.card,))
        if rest:
            told.append(Event("rest", side=after.last_taker, cards=rest))
        told.append(Event("hand", lines=after.sheets[-1].lines))
        if after.winner is not None:
            told.append(Event("game", side=after.winner))
    elif len(after.stock) < len(before.stock):
        told.append(Event("round"))
    return tuple(told)


def reveals(before: State, seat: int, play: Play, after: State) -> bool:
    """Return whether more cards were dealt after a play (C8, C9)."""
    return after.stock != before.stock
