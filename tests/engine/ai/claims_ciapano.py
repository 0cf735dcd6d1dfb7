"""The claims of Ciapano's reasons."""

import random
from collections.abc import Mapping
from typing import Any, Final

from engine import ciapano
from engine.cards import Card
from engine.ciapano.scoring import STRENGTH, THIRDS
from tests.engine.ai.claims import Claim, worlds


def _hidden(seen: Any) -> list[Card]:
    gone = {c for trick in seen.tricks for _, c in trick.plays} | {c for _, c in seen.table}
    return [c for c in ciapano.DECK if c not in gone | set(seen.hand) | {seen.discard}]


def _higher(seen: Any, c: Card) -> int:
    return sum(other.suit is c.suit and STRENGTH[other] > STRENGTH[c] for other in _hidden(seen))


def _lower(seen: Any, c: Card) -> int:
    return sum(other.suit is c.suit and STRENGTH[other] < STRENGTH[c] for other in _hidden(seen))


def _takers(seen: Any, action: Any) -> list[tuple[int, int, bool]]:
    """Return the trick's taker in worlds with random plays, its thirds, and whether one follows."""
    found = []
    for number, (before, after) in enumerate(worlds("ciapano", seen, action)):
        rng = random.Random(number)
        while len(after.tricks) == len(before.tricks):
            after = ciapano.apply(after, after.turn, rng.choice(ciapano.legal(after, after.turn)))
        trick = after.tricks[-1]
        led = trick.plays[0][1].suit
        follows = any(c.suit is led for seat, c in trick.plays[len(seen.table) + 1 :])
        found.append((trick.taker, sum(THIRDS[c] for _, c in trick.plays), follows))
    return found


def _never_takes(seen: Any, action: Any) -> bool:
    return all(taker != seen.viewer for taker, _, _ in _takers(seen, action))


def _always_takes(seen: Any, action: Any) -> bool:
    return all(taker == seen.viewer for taker, _, _ in _takers(seen, action))


def _best(seen: Any) -> Card:
    led = seen.table[0][1].suit
    cards: list[Card] = [c for _, c in seen.table if c.suit is led]
    return max(cards, key=lambda c: STRENGTH[c])


def _legal_cards(seen: Any) -> list[Card]:
    return [action.card for action in seen.legal]


def _all_over(seen: Any) -> bool:
    best = _best(seen)
    return all(c.suit is best.suit and STRENGTH[c] > STRENGTH[best] for c in _legal_cards(seen))


def _rid(seen: Any, action: Any, told: Any, other: Any) -> bool:
    dearest = max(THIRDS[c] for c in _legal_cards(seen))
    off = isinstance(action, ciapano.Discard) or _never_takes(seen, action)
    worth = told["thirds"] == THIRDS[action.card] > 0 and told["card"] == action.card
    return off and worth and (told.key == "rid" or THIRDS[action.card] == dearest)


def _ducks(seen: Any, action: Any, told: Any, other: Any) -> bool:
    best = _best(seen)
    under = [c for c in _legal_cards(seen) if STRENGTH[c] < STRENGTH[best]]
    highest = STRENGTH[action.card] == max(STRENGTH[c] for c in under)
    return told["card"] == best and _never_takes(seen, action) and (told.key == "ducks" or highest)


def _leads(seen: Any, action: Any, told: Any, other: Any) -> bool:
    c, n = action.card, told["n"]
    own = [STRENGTH[mine] for mine in seen.hand if mine.suit is c.suit]
    counted = (_higher(seen, c), _higher(seen, c) + _lower(seen, c)) == (n, told["total"])
    lowest = min(own) == STRENGTH[c]
    return (
        not seen.table and counted and 2 * _higher(seen, c) >= counted and lowest == (told.key == "leads-low")
    )


CIAPANO: Final[Mapping[str, Claim]] = {
    "cappotto": lambda seen, action, told, other: (
        all(taken == 0 for seat, taken in enumerate(seen.thirds) if seat != seen.viewer)
        and seen.thirds[seen.viewer] > 0
        and _always_takes(seen, action)
    ),
    "rid": _rid,
    "rid-dearest": _rid,
    "rid-high": lambda seen, action, told, other: (
        _never_takes(seen, action)
        and told["n"] == _lower(seen, action.card) > 0
        and STRENGTH[action.card] == max(STRENGTH[c] for c in seen.hand if c.suit is action.card.suit)
    ),
    "empties": lambda seen, action, told, other: (
        [c for c in seen.hand if c.suit == told["suit"]] == [action.card] and len(seen.hand) > 1
    ),
    "free": lambda seen, action, told, other: (
        _never_takes(seen, action) and not any(THIRDS[c] for c in _legal_cards(seen))
    ),
    "lowest-out": lambda seen, action, told, other: (
        not seen.table
        and told["suit"] == action.card.suit
        and told["n"] == _higher(seen, action.card) > _lower(seen, action.card) == 0
        and all(taker != seen.viewer for taker, _, follows in _takers(seen, action) if follows)
    ),
    "leads": _leads,
    "leads-low": _leads,
    "ducks": _ducks,
    "ducks-high": _ducks,
    "takes-nothing": lambda seen, action, told, other: (
        {(taker, thirds) for taker, thirds, _ in _takers(seen, action)} == {(seen.viewer, 0)}
    ),
    "takes": lambda seen, action, told, other: (
        told["card"] == action.card
        and all(trick[:2] == (seen.viewer, told["thirds"]) for trick in _takers(seen, action))
    ),
    "must-take": lambda seen, action, told, other: (
        _all_over(seen)
        and told["card"] == _best(seen)
        and _always_takes(seen, action)
        and STRENGTH[action.card] == max(STRENGTH[c] for c in _legal_cards(seen))
    ),
    "must-pass-over": lambda seen, action, told, other: (
        _all_over(seen) and told["card"] == _best(seen) and told["n"] == _higher(seen, action.card) > 0
    ),
    "may-be-beaten": lambda seen, action, told, other: (
        STRENGTH[action.card] > STRENGTH[_best(seen)]
        and told["card"] == _best(seen)
        and told["n"] == _higher(seen, action.card) > 0
    ),
}
