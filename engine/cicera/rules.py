"""The rules of Cicera in the order of the rule book: deal, play, the end of a hand and of the game.

Rules are cited by their numbers, C1 to C29.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import Card, in_order
from engine.cicera.actions import DECK, Play, as_written
from engine.cicera.options import Options
from engine.cicera.scoring import CARD_POINTS, PLAY_POINTS, Sheet, card_points, napoleone, play_points
from engine.game import DEALER, FinishedHand, IllegalAction, Line, Outcome

LOW_WINS: Final = False
HOLDS: Final = frozenset({"capture"})
CONFIRMED: Final = frozenset({"capture"})
FORMALITIES: Final = frozenset[Play]()


class State(NamedTuple):
    """A game at one moment. The fields below `totals` belong to the hand under way or just finished.

    `totals` are the points of each side so far, with the play points of the hand under way. `taken` are the
    captured cards of each side, `last_taker` is the side that captured last.
    A named tuple, because one is built at every play, and then in the order of its fields: a frozen dataclass
    takes four times as long, fields by name or `_replace` twice.
    """

    options: Options
    sheets: tuple[Sheet, ...] = ()
    totals: tuple[int, int] = (0, 0)
    dealer: int | None = None
    opening: tuple[Card, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()
    stock: tuple[Card, ...] = ()
    table: tuple[Card, ...] = ()
    taken: tuple[tuple[Card, ...], ...] = ((), ())
    lines: tuple[Line, ...] = ()
    plays: tuple[Play, ...] = ()
    last_taker: int | None = None
    turn: int = DEALER
    winner: int | None = None


def start(options: Options) -> State:
    """Return the state before the first deal."""
    return State(options)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is, (DEALER,) for a deal, () when the game is over."""
    return () if state.winner is not None else (state.turn,)


# The deal


def dealers(state: State) -> tuple[int, ...]:
    """Return the seats that may deal the next hand: at first any (C5), then the one to the dealer's right."""
    if state.dealer is None:
        return tuple(range(state.options.players))
    return ((state.dealer + 1) % state.options.players,)


def cutter(options: Options, dealer: int) -> int | None:
    """Return the seat that cuts the deck: the one to the dealer's left (C6)."""
    return (dealer - 1) % options.players


def deal(state: State, dealer: int, deck: tuple[Card, ...]) -> State:
    """Return the state after the deal (C7–C9); ValueError if none is due or `deck` is not all 52 cards."""
    if to_act(state) != (DEALER,):
        raise ValueError("no deal is due")
    if dealer not in dealers(state):
        raise IllegalAction("C5", "dealer", "seat {seat} does not deal", seat=dealer)
    if len(deck) != len(DECK) or set(deck) != set(DECK):
        raise ValueError("a deck is all 52 cards")
    players, each = state.options.players, state.options.deal
    dealt = players * each
    return State(
        options=state.options,
        sheets=state.sheets,
        totals=state.totals,
        dealer=dealer,
        opening=deck[dealt : dealt + 4],
        hands=_round(deck[:dealt], dealer, players),
        stock=deck[dealt + 4 :],
        table=deck[dealt : dealt + 4],
        turn=(dealer + 1) % players,
    )


def _round(cards: tuple[Card, ...], dealer: int, players: int) -> tuple[tuple[Card, ...], ...]:
    """Return the hands of one round of dealing, one card at a time from `dealer + 1`."""
    return tuple(in_order(cards[(seat - dealer - 1) % players :: players]) for seat in range(players))


# The play


HIGHEST_VALUE: Final = 10
"""Ranks above the ten have no capture value (C4)."""


def _captures(hand: tuple[Card, ...], table: list[Card]) -> list[list[tuple[Card, ...]]]:
    """Return the sets of cards on `table` (as written) that each rank captures (C12).

    Sums go up to the highest value in `hand`. Each card is added to the sets found so far, beginning with the
    highest sum, so that no set gets it twice.
    """
    highest = max([c.rank for c in hand if c.rank <= HIGHEST_VALUE], default=0)
    found: list[list[tuple[Card, ...]]] = [[] for _ in range(14)]
    for c in table:
        rank = c.rank
        if rank <= HIGHEST_VALUE:
            for rest in range(highest - rank, 0, -1):
                if found[rest]:
                    found[rest + rank] += [(*taken, c) for taken in found[rest]]
        found[rank].append((c,))
    return found


def _card_by_card(taken: tuple[Card, ...]) -> list[int]:
    return [c.order for c in taken]


_play: Final = lru_cache(1 << 14)(Play)  # most plays are legal again and again; a look-up beats making one


def legal(state: State, seat: int) -> tuple[Play, ...]:
    """Return the legal plays of `seat`: each card of its hand left (C13), then every capture (C12)."""
    if seat != state.turn or seat == DEALER or state.winner is not None:
        return ()
    hand = state.hands[seat]
    found = _captures(hand, as_written(state.table))
    captures: list[Play] = []
    for c in hand:
        sets = found[c.rank]
        if len(sets) > 1:
            sets.sort(key=_card_by_card)
        for taken in sets:
            captures.append(_play(c, taken))
    return (*[_play(c) for c in hand], *captures)


def _check(state: State, seat: int, play: Play) -> None:
    """Raise IllegalAction unless `play` is legal."""
    if seat != state.turn or seat == DEALER or state.winner is not None:
        raise IllegalAction("C10", "turn", "it is not the turn of seat {seat}", seat=seat)
    played, taken = play.card, play.taken
    if played not in state.hands[seat]:
        raise IllegalAction("C10", "hand", "{card} is not in the hand", card=played)
    if not taken:
        return
    for c in taken:
        if c not in state.table:
            raise IllegalAction("C12", "table", "{card} is not on the table", card=c)
    if len(set(taken)) < len(taken):
        raise IllegalAction("C12", "twice", "a card is taken twice")
    if played.rank > HIGHEST_VALUE:
        if len(taken) > 1 or taken[0].rank != played.rank:
            raise IllegalAction("C12", "face", "{card} takes exactly one card of its own rank", card=played)
        return
    for c in taken:
        if c.rank > HIGHEST_VALUE:
            raise IllegalAction("C12", "sum-face", "{card} has no value to add up", card=c)
    total = sum([c.rank for c in taken])
    if total != played.rank:
        raise IllegalAction(
            "C12", "sum", "{total} is not {value}", total=total, value=played.rank, card=played
        )


def just_left(plays: tuple[Play, ...]) -> Card | None:
    """Return the card that the last of `plays` left on the table (C17), None if it captured."""
    return plays[-1].card if plays and not plays[-1].taken else None


def _add(totals: tuple[int, int], lines: tuple[Line, ...]) -> tuple[int, int]:
    """Return `totals` with the points of `lines`."""
    first, second = totals
    for line in lines:
        if line.side:
            second += line.points
        else:
            first += line.points
    return first, second


def apply(state: State, seat: int, play: Play) -> State:
    """Return the state after `play`; IllegalAction if the rules forbid it."""
    _check(state, seat, play)
    played, taken = play.card, play.taken
    side = seat % 2
    hands = list(state.hands)
    hands[seat] = tuple([c for c in hands[seat] if c is not played])
    table, piles, last_taker = state.table, state.taken, state.last_taker
    lines, totals = state.lines, state.totals
    if taken:
        scored = play_points(side, played, taken, table, just_left(state.plays), state.options)
        if scored:
            lines += scored
            totals = _add(totals, scored)
        table = tuple([c for c in table if c not in taken])
        pile = (*piles[side], played, *taken)
        piles = (piles[0], pile) if side else (pile, piles[1])
        last_taker = side
    else:
        table = (*table, played)
    after = State(
        state.options,
        state.sheets,
        totals,
        state.dealer,
        state.opening,
        tuple(hands),
        state.stock,
        table,
        piles,
        lines,
        (*state.plays, play),
        last_taker,
        (seat + 1) % state.options.players,
    )
    return after if any(hands) else _next_round(after)


def _next_round(state: State) -> State:
    """Return the state after all hands are empty: with more cards dealt (C8, C9), or with the hand scored."""
    if not state.stock:
        return _score(state)
    players = state.options.players
    assert state.dealer is not None
    dealt = players * state.options.deal
    hands = _round(state.stock[:dealt], state.dealer, players)
    return state._replace(hands=hands, stock=state.stock[dealt:])


# The end of a hand


def _score(state: State) -> State:
    """Return the state after a hand: the rest of the table given (C15), card points counted, winner set."""
    piles = tuple(
        (*pile, *state.table) if side == state.last_taker else pile for side, pile in enumerate(state.taken)
    )
    scored = card_points(piles)
    sheet = Sheet(state.lines + scored, napoleone(piles))
    first, second = totals = _add(state.totals, scored)
    winner = sheet.napoleone
    if winner is None and max(first, second) >= state.options.target and first != second:  # C27, C28
        winner = 0 if first > second else 1
    return state._replace(
        sheets=(*state.sheets, sheet),
        totals=totals,
        table=(),
        taken=piles,
        lines=sheet.lines,
        turn=DEALER,
        winner=winner,
    )


def active(state: State) -> tuple[int, ...]:
    """Return the seats that are in the game: always all of them."""
    return tuple(range(state.options.players))


def formality(state: State, seat: int) -> None:
    """Return None: a seat that is asked always has a choice."""


def position(state: State) -> Hashable:
    """Return the part of the state that decides the scores of the hand: piles as sets, in no order."""
    return (
        state.hands,
        state.stock,
        frozenset(state.table),
        just_left(state.plays),
        tuple(map(frozenset, state.taken)),
        state.totals,
        state.last_taker,
        state.turn,
    )


def standing(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the totals so far and the winner, if there is one."""
    return state.totals, () if state.winner is None else (state.winner,)


def outcome(state: State) -> Outcome:
    """Return the totals so far, the finished hands and, at the end, the winner."""
    hands = tuple(
        FinishedHand(
            scores=(sheet.score(0), sheet.score(1)),
            detail=tuple(_detail(sheet, side) for side in (0, 1)),
        )
        for sheet in state.sheets
    )
    if state.winner is None:
        return Outcome(False, (), state.totals, hands)
    places = (1, 2) if state.winner == 0 else (2, 1)
    return Outcome(True, (state.winner,), state.totals, hands, places)


def _detail(sheet: Sheet, side: int) -> dict[str, int | bool]:
    points: dict[str, int | bool] = dict.fromkeys((*PLAY_POINTS, *CARD_POINTS), 0)
    for line in sheet.lines:
        if line.side == side:
            points[line.name] += line.points
    return {**points, "napoleone": sheet.napoleone == side}
