"""Moments of a hand of Cicera built by hand, and shortcuts to their points."""

from engine import cicera
from engine.cards import Card, card, in_order
from engine.cicera import Options, Play, State

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

    `others` is shared out among the other seats; if empty, they have no cards and seat 0 plays the hand's
    last.
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
