"""Moments of a round of Civil Suits built by hand, and shortcuts to their results."""

from collections.abc import Sequence

import pytest

from engine import civil_suits
from engine.cards import RANK_LETTERS, Card, Suit, card, in_order
from engine.civil_suits import DECK, Options, Phase, Sheet, State, Trick
from engine.civil_suits.scoring import score_sheet
from engine.game import IllegalAction, Line

NO_POINTS = Sheet(tuple(Suit), ())
"""A round without demerits."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def moment(
    *hands: str,
    laid: str = "",
    leader: int = 0,
    number: int = 2,
    taken: Sequence[str] = ("", "", "", ""),
    waiting: str = "",
    totals: tuple[int, ...] = (0, 0, 0, 0),
    suits: str = "SHDC",
    options: Options | None = None,
) -> State:
    """Return a state in which the next seat with cards is to play to the trick that `leader` has led.

    `number` is that of the round, in which there has been a trick already; seat 3 deals.
    """
    plays = tuple(((leader + place) % 4, c) for place, c in enumerate(cards(laid)))
    order = [(leader + place) % 4 for place in range(len(plays), 4)]
    return State(
        options or Options(),
        sheets=(NO_POINTS,) * (number - 1),
        totals=totals,
        dealer=3,
        taker=leader,
        phase=Phase.PLAY,
        turn=next(seat for seat in order if hands[seat]),
        hands=tuple(in_order(cards(hand)) for hand in hands),
        suits=tuple(map(Suit, suits)),
        trick=Trick(laid=plays, waiting=cards(waiting)),
        tricks=(Trick(taker=leader),),
        taken=tuple(map(cards, taken)),
    )


def dealt(*hands: str, dealer: int = 3, taker: int | None = None, number: int = 1) -> State:
    """Return the state after a deal; each hand starts with these cards and is filled up with others."""
    wanted = [cards(hand) for hand in hands]
    rest = [c for c in DECK if not any(c in hand for hand in wanted)]
    deck: list[Card] = [rest[0]] * len(DECK)
    for seat, hand in enumerate(wanted):
        places = range((seat - dealer - 1) % 4, len(DECK), 4)
        filled = [*hand, *(rest.pop() for _ in range(len(places) - len(hand)))]
        for place, c in zip(places, filled, strict=True):
            deck[place] = c
    before = State(Options(), sheets=(NO_POINTS,) * (number - 1), taker=taker)
    return civil_suits.deal(before, dealer, tuple(deck))


def do(state: State, text: str) -> State:
    """Return the state after these actions, such as "1 M1, 1 ban H"."""
    for part in filter(None, text.split(", ")):
        seat, _, action = part.partition(" ")
        state = civil_suits.apply(state, int(seat), civil_suits.parse(action))
    return state


def asked(state: State) -> str:
    """Return the game's question and its seat, such as "play 2"."""
    return " ".join(map(str, (state.phase, *civil_suits.to_act(state))))


def legal(state: State, seat: int | None = None) -> list[str]:
    """Return the legal actions of a seat, by default the one on turn."""
    return [str(action) for action in civil_suits.legal(state, state.turn if seat is None else seat)]


def refused(state: State, text: str) -> tuple[str, str]:
    """Return rule and name of the reason why the last of these actions is refused."""
    *before, last = text.split(", ")
    state = do(state, ", ".join(before))
    with pytest.raises(IllegalAction) as caught:
        do(state, last)
    return caught.value.rule, caught.value.name


def sheet(suits: str, *taken: str, magic: Sequence[int] = ()) -> Sheet:
    """Return the sheet of a round with these civil suits and cards taken; seats in `magic` used V19 A."""
    lines = tuple(Line(seat, "magic", -1) for seat in magic)
    return score_sheet(tuple(map(Suit, suits)), tuple(map(cards, taken)), lines)


def scores(of: Sheet) -> list[int]:
    """Return the demerits of each seat."""
    return [of.score(seat) for seat in range(4)]


def whole(suit: str) -> str:
    """Return all thirteen cards of a suit."""
    return " ".join(rank + suit for rank in RANK_LETTERS)
