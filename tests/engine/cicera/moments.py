"""Moments of a hand of Cicera built by hand, and short ways to ask for their points."""

from collections.abc import Iterable

import pytest

from engine import cicera
from engine.cards import FRENCH_DECK, Card, card, in_order
from engine.cicera import Options, Play, State
from engine.cicera.scoring import card_points
from engine.game import IllegalAction

FOUR = Options()
TWO = Options(players=2, target=31)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def moment(
    hand: str,
    table: str = "",
    left: str = "",
    options: Options = FOUR,
    others: str = "KS KC KD",
    taken: tuple[str, str] = ("", ""),
    last_taker: int | None = None,
    totals: tuple[int, int] = (0, 0),
) -> State:
    """Return a state in which seat 0 is to play from `hand`; the seat before has just left the card `left`.

    `others` is shared out among the other seats; empty, they have no cards and seat 0 plays the hand's last.
    """
    rest = cards(others)
    hands = (in_order(cards(hand)), *(rest[i :: options.players - 1] for i in range(options.players - 1)))
    return State(
        options,
        totals=totals,
        dealer=options.players - 1,
        hands=hands,
        table=cards(table),
        taken=(cards(taken[0]), cards(taken[1])),
        plays=(Play(card(left)),) if left else (),
        last_taker=last_taker,
        turn=0,
    )


def scored(state: State, text: str) -> dict[str, int]:
    """Return the points that playing `text` scores at once, by name."""
    after = cicera.apply(state, state.turn, cicera.parse(text))
    return {line.name: line.points for line in after.lines[len(state.lines) :]}


def legal(state: State) -> list[str]:
    return [str(play) for play in cicera.legal(state, state.turn)]


def refusal(state: State, text: str, seat: int = 0) -> tuple[str, str]:
    """Return rule and name of the reason why `seat` may not play `text`."""
    with pytest.raises(IllegalAction) as caught:
        cicera.apply(state, seat, cicera.parse(text))
    return caught.value.rule, caught.value.name


def hand_points(piles: tuple[Iterable[Card], Iterable[Card]]) -> list[dict[str, int]]:
    """Return the card points of two piles, by side and name."""
    lines = card_points((tuple(piles[0]), tuple(piles[1])))
    return [{line.name: line.points for line in lines if line.side == side} for side in (0, 1)]


def last_card(mine: str, totals: tuple[int, int], options: Options = FOUR) -> State:
    """Return the state after a hand in which side 0 takes the cards `mine`, side 1 all others."""
    taken = cards(mine)
    rest = [c for c in FRENCH_DECK if c not in taken]
    *others, table, hand = rest
    state = moment(
        str(hand),
        str(table),
        others="",
        taken=(mine, " ".join(map(str, others))),
        last_taker=1,
        totals=totals,
    )._replace(options=options)
    return cicera.apply(state, 0, Play(hand))
