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


def _strength(one: Any) -> int:
    return STRENGTH[one.card]


def _off(seen: Any, action: Any) -> bool:
    """Return whether a card takes no trick, whatever the others play."""
    return isinstance(action, ciapano.Discard) or (
        bool(seen.table) and action.card.suit is not seen.table[0][1].suit and _never_takes(seen, action)
    )


def _rid(seen: Any, action: Any, told: Any, other: Any) -> bool:
    worth, most = THIRDS[action.card], max(THIRDS[c] for c in _legal_cards(seen))
    named = (told["thirds"], told["card"]) == (worth, action.card)
    more = worth > (THIRDS[other.card] if other else 0)
    return _off(seen, action) and named and more and (worth == most) == (told.key == "rid-dearest")


def _is_under(seen: Any, action: Any) -> bool:
    best = _best(seen)
    return action.card.suit is best.suit and STRENGTH[action.card] < STRENGTH[best]


def _is_over(seen: Any, action: Any) -> bool:
    return bool(seen.table) and action.card.suit is _best(seen).suit and not _is_under(seen, action)


def _ducks(seen: Any, action: Any, told: Any, other: Any) -> bool:
    """Return whether a card stays under the best, as another one does or does not."""
    if not seen.table or not (_is_under(seen, action) and _never_takes(seen, action)):
        return False
    if told.key == "ducks":
        return told["card"] == _best(seen) and (other is None or not _is_under(seen, other))
    if not _is_under(seen, other):
        return False
    if told.key == "ducks-dear":
        named = (told["card"], told["top"], told["thirds"]) == (action.card, _best(seen), THIRDS[action.card])
        return named and THIRDS[action.card] > THIRDS[other.card]
    lower = [one for one in seen.legal if _is_under(seen, one)]
    highest = _strength(action) == max(map(_strength, lower))
    named = told["card"] == (_best(seen) if told.key == "ducks-high" else other.card)
    return named and _strength(action) > _strength(other) and highest == (told.key == "ducks-high")


def _leads(seen: Any, action: Any, told: Any, other: Any) -> bool:
    c = action.card
    counts = [(_higher(seen, one), _higher(seen, one) + _lower(seen, one)) for one in (c, other.card)]
    (above, total), (over, all_of_it) = counts
    own = [STRENGTH[mine] for mine in seen.hand if mine.suit is c.suit]
    named = (told["n"], told["total"], told["card"]) == (above, total, c)
    # More of the suit's unseen cards are higher, in proportion.
    likelier = total > 0 and (all_of_it == 0 or above / total > over / all_of_it) and above > 0
    lowest = min(own) == STRENGTH[c]
    return not seen.table and named and likelier and lowest == (told.key == "leads-low")


def _over_by(seen: Any, action: Any, told: Any, other: Any) -> bool:
    named = (told["card"], told["n"]) == (_best(seen), _higher(seen, action.card))
    more = _higher(seen, action.card) > (_higher(seen, other.card) if other else 0)
    return _is_over(seen, action) and named and more and _all_over(seen) == (told.key == "must-pass-over")


def _price(seen: Any, action: Any) -> int:
    return sum(THIRDS[c] for c in (action.card, *(c for _, c in seen.table)))


def _held(seen: Any, action: Any) -> int:
    return sum(c.suit is action.card.suit for c in seen.hand)


def _hidden_of(seen: Any, action: Any) -> int:
    return sum(c.suit is action.card.suit for c in _hidden(seen))


CIAPANO: Final[Mapping[str, Claim]] = {
    "cappotto": lambda seen, action, told, other: (
        all(taken == 0 for seat, taken in enumerate(seen.thirds) if seat != seen.viewer)
        and seen.thirds[seen.viewer] > 0
        and _always_takes(seen, action)
    ),
    "rid": _rid,
    "rid-dearest": _rid,
    "rid-high": lambda seen, action, told, other: (
        _off(seen, action)
        and (told["n"], told["card"]) == (_lower(seen, action.card), action.card)
        and _lower(seen, action.card) > (_lower(seen, other.card) if other else 0)
    ),
    "empties": lambda seen, action, told, other: (
        told["suit"] == action.card.suit and _held(seen, action) == 1 < len(seen.hand)
    ),
    "lowest-out": lambda seen, action, told, other: (
        not seen.table
        and told["suit"] == action.card.suit
        and told["n"] == _higher(seen, action.card) > _lower(seen, action.card) == 0
        and all(taker != seen.viewer for taker, _, follows in _takers(seen, action) if follows)
    ),
    "leads": _leads,
    "leads-low": _leads,
    "leads-sure": lambda seen, action, told, other: (
        not seen.table
        and told["card"] == other.card
        and _higher(seen, action.card) == _higher(seen, other.card) == 0
        and _always_takes(seen, action)
        and _strength(action) > _strength(other)
    ),
    "ducks": _ducks,
    "ducks-dear": _ducks,
    "ducks-high": _ducks,
    "ducks-higher": _ducks,
    "takes-nothing": lambda seen, action, told, other: (
        {(taker, thirds) for taker, thirds, _ in _takers(seen, action)} == {(seen.viewer, 0)}
    ),
    "takes": lambda seen, action, told, other: (
        told["card"] == action.card
        and all(trick[:2] == (seen.viewer, told["thirds"]) for trick in _takers(seen, action))
        and (other is None or _price(seen, action) < _price(seen, other))
    ),
    "must-take": lambda seen, action, told, other: (
        _all_over(seen)
        and told["card"] == _best(seen)
        and _always_takes(seen, action)
        and STRENGTH[action.card] == max(STRENGTH[c] for c in _legal_cards(seen))
    ),
    "must-pass-over": _over_by,
    "may-be-beaten": _over_by,
    "takes-high": lambda seen, action, told, other: (
        _is_over(seen, action)
        and _is_over(seen, other)
        and told["card"] == other.card
        and _strength(action) > _strength(other)
    ),
    "shortens": lambda seen, action, told, other: (
        (told["n"], told["suit"]) == (_held(seen, action), action.card.suit)
        and 1 < _held(seen, action) < _held(seen, other)
    ),
    "keeps-low": lambda seen, action, told, other: (
        (told["n"], told["card"]) == (_higher(seen, other.card), other.card)
        and _higher(seen, other.card) > _higher(seen, action.card)
    ),
    "cheaper": lambda seen, action, told, other: (
        not _off(seen, action)
        and (not seen.table or not _is_under(seen, action))
        and (told["card"], told["thirds"]) == (other.card, THIRDS[other.card])
        and THIRDS[action.card] < THIRDS[other.card]
    ),
    "keeps-lower": lambda seen, action, told, other: (
        told["card"] == other.card
        and action.card.suit is other.card.suit
        and _strength(action) > _strength(other)
    ),
    "followed": lambda seen, action, told, other: (
        not seen.table
        and not isinstance(action, ciapano.Discard)
        and (told["n"], told["suit"]) == (_hidden_of(seen, action), action.card.suit)
        and _hidden_of(seen, action) > _hidden_of(seen, other)
    ),
}
