"""The claims of Civil Suits' reasons about cards that are laid."""

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from engine import civil_suits
from engine.cards import Card, Suit
from engine.civil_suits.actions import Challenge, Pass, Play
from tests.engine.ai.claims import Claim, worlds
from tests.engine.ai.claims_civil_facts import (
    alone_in,
    before,
    cost,
    held,
    laid,
    last_highest,
    last_to_lay,
    numbers,
    owners,
    strongest,
)

NAMES: Final = ("intelligence", "magic", "might")


def _cards(action: Any, other: Any) -> tuple[Card | None, Card | None]:
    """Return the two cards between which two actions choose."""
    if isinstance(action, Pass) and isinstance(other, Pass):
        gone, kept = set(action.cards) - set(other.cards), set(other.cards) - set(action.cards)
        return (gone.pop(), kept.pop()) if len(gone) == len(kept) == 1 else (None, None)
    mine, theirs = [one.card if isinstance(one, Play | Challenge) else None for one in (action, other)]
    return mine, theirs


def _is_minion(card: Card | None) -> bool:
    return card is not None and str(card)[0] == "M"


def _height(seen: Any, card: Card | None) -> int | None:
    """Return 1 for a card above all that others laid, 0 for a tie and -1 below; None under a Minion."""
    if card is None or seen.trick.bans or _is_minion(card):
        return None
    top = max([c.rank for c in laid(seen)], default=0)
    return (card.rank > top) - (card.rank < top)


def _may_take(seen: Any, card: Card | None) -> bool:
    return _is_minion(card) or _height(seen, card) in (0, 1)


def _loses(seen: Any, action: Any) -> bool:
    """Return whether a card leaves the trick to another seat as things stand."""
    if isinstance(action, Challenge):
        more = [(seen.viewer, action.card)] if action.card is not None else []
        return bool(last_highest(seen, *more) != seen.viewer)
    return not _may_take(seen, action.card)


def _playable(seen: Any) -> list[int]:
    return [a.card.rank for a in seen.legal if isinstance(a, Play)]


def _over_number(seen: Any, card: Card) -> int:
    return sum(c.rank > card.rank for c in held(seen))


def _champion_of(seen: Any, action: Any) -> tuple[str, ...]:
    """Return the powers that an action makes the viewer champion of, judged by the game's next questions."""
    if not isinstance(action, Play) or not last_to_lay(seen):
        return ()
    (_, after), *_ = worlds("civil-suits", seen, action)
    ended = len(after.tricks) > len(seen.tricks)
    found = after.tricks[len(seen.tricks)].champions if ended else after.trick.champions
    return tuple(NAMES[place] for place, seat in enumerate(found) if seat == seen.viewer)


def _ahead(seen: Any, card: Card | None) -> tuple[str, ...]:
    """Return the powers in which no challenger of the others equals a card."""
    against = [numbers(seen, c) for c in laid(seen)]
    mine = numbers(seen, card)
    return tuple(name for name in mine if all(mine[name] > n[name] for n in against if n))


def _in_suit(seen: Any, card: Card) -> list[Card]:
    """Return the cards of its suit that beat a card if the suit is made trumps."""
    return [c for c in (*laid(seen), *held(seen)) if c.suit is card.suit and c.rank > card.rank]


def _minion(seen: Any, action: Any, told: Any, other: Any) -> bool:
    card, theirs = _cards(action, other)
    n = before(seen) + 5
    if told.key == "minion":
        return _is_minion(card) and bool(told["n"] == n)
    return not _is_minion(card) and _is_minion(theirs) and bool(told["n"] == n)


def _minions(seen: Any, action: Any, told: Any, other: Any) -> bool:
    """Return whether a trick with a Minion goes by: the seat of the last one takes it, or lays another."""
    seat = seen.trick.bans[-1][0] if seen.trick.bans else seen.viewer
    card, _ = _cards(action, other)
    if seat == seen.viewer or told["seat"] != seat or card is None or _is_minion(card):
        return False
    for number, (start, after) in enumerate(worlds("civil-suits", seen, action)):
        rng = random.Random(number)
        while len(after.tricks) == len(start.tricks):
            after = civil_suits.apply(after, after.turn, rng.choice(civil_suits.legal(after, after.turn)))
        trick = after.tricks[len(start.tricks)]
        if trick.taker == seen.viewer and not _is_minion(dict(trick.laid)[seen.viewer]):
            return False
    price = cost(seen, (card,))
    return told.key == "minions" or (price > 0 and (told["card"], told["n"]) == (card, price))


def _under(seen: Any, action: Any, told: Any, other: Any) -> bool:
    card, _ = _cards(action, other)
    if card is None or _height(seen, card) != -1:
        return False
    top = max(c.rank for c in laid(seen))
    highest = card.rank == max(rank for rank in _playable(seen) if rank < top)
    fits = told["top"] in [c for c in laid(seen) if c.rank == top]
    if told.key == "under-dear":
        return fits and told["card"] == card and told["n"] == cost(seen, (card,)) > 0
    return fits and highest == (told.key == "under-high")


def _takes(seen: Any, action: Any, told: Any, other: Any) -> bool:
    """Return whether a card goes over all others, and another does not, at this price."""
    card, theirs = _cards(action, other)
    height, rest = _height(seen, card), before(seen)
    if card is None or height != 1:
        return False
    if told.key == "untied":
        return _height(seen, theirs) == 0 and bool(told["other"] == theirs)
    if _may_take(seen, theirs) or (told.key in ("over", "over-free")) != last_to_lay(seen):
        return False
    if told.key == "over-free":
        return rest + cost(seen, (card,)) == 0
    fits: Mapping[str, Callable[[], Any]] = {
        "over": lambda: rest + cost(seen, (card,)) > 0 and told["n"] == rest + cost(seen, (card,)),
        "over-yet": lambda: rest > 0 and told["n"] == rest,
        "cheap-yet": lambda: rest == 0,
    }
    return bool(fits[told.key]() and told["card"] == card)


def _both_may_take(seen: Any, action: Any, told: Any, other: Any) -> bool:
    card, theirs = _cards(action, other)
    if card is None or theirs is None:
        return False
    if isinstance(action, Challenge):
        if _loses(seen, action) or _loses(seen, other):
            return False
    elif not _may_take(seen, card) or not _may_take(seen, theirs):
        return False
    price, others = cost(seen, (card,)), cost(seen, (theirs,))
    higher, highers, count = _over_number(seen, card), _over_number(seen, theirs), len(held(seen))
    suited = max([c.rank for c in held(seen) if not _is_minion(c)], default=0)
    dearer = price > others and higher > 0
    named = dict(told.values)
    holds: Mapping[str, Callable[[], Any]] = {
        "costs-less": lambda: price < others,
        "take-high": lambda: last_to_lay(seen) and card.rank > theirs.rank,
        "lead-rid": lambda: dearer and 2 * higher >= count,
        "may-rid": lambda: dearer,
        "low": lambda: (
            higher > highers
            and card.rank == min(_playable(seen))
            and (told["n"], told["total"]) == (higher, count)
        ),
        "beatable": lambda: higher > highers and (told["n"], told["least"]) == (higher, highers),
        "unbeaten": lambda: card.rank >= suited > theirs.rank,
        "high-now": lambda: card.rank > theirs.rank and before(seen) == 0,
        "high-yet": lambda: card.rank > theirs.rank and before(seen) > 0,
    }
    fits = named.get("card", card) == card and named.get("other", theirs) == theirs
    if told.key in ("lead-rid", "may-rid"):
        fits = (
            fits
            and told["n"] == (count if told.key == "lead-rid" else higher)
            and named.get("most", higher) == higher
        )
    return bool(holds[told.key]() and fits)


def _rather(seen: Any, action: Any, told: Any, other: Any) -> bool:
    """Return whether a claim on a card holds that is told as against another card."""
    card, theirs = _cards(action, other)
    if theirs is None or (card is None and told.key != "keep-power"):
        return False
    named = dict(told.values)
    if named.get("card", card) != card or named.get("other", theirs) != theirs:
        return False
    return bool(RATHER[told.key](seen, action, card, theirs, told))


def _keeps_power(seen: Any, action: Any, card: Any, theirs: Any, told: Any) -> bool:
    best = strongest(seen, (theirs,))
    named = [name for name, n in numbers(seen, theirs).items() if n == best]
    return best > strongest(seen, (card,)) and told["n"] == best and told["powers"] in [(p,) for p in named]


def _stronger(seen: Any, action: Any, card: Any, theirs: Any, told: Any) -> bool:
    best = strongest(seen, (card,))
    named = [name for name, n in numbers(seen, card).items() if n == best]
    more = best > strongest(seen, (theirs,)) and told["n"] == best and told["powers"] in [(p,) for p in named]
    return more and not last_to_lay(seen)


def _shield(seen: Any, action: Any, card: Any, theirs: Any, told: Any) -> bool:
    if _is_minion(card) or _is_minion(theirs) or seen.trick.bans:
        return False
    mine = [c for c in laid(seen) if c in _in_suit(seen, card)]
    none = not any(c in laid(seen) for c in _in_suit(seen, theirs))
    return none and told["suit"] == card.suit and told["top"] in mine


def _longer(seen: Any, action: Any, card: Any, theirs: Any, told: Any) -> bool:
    count = {suit: sum(c.suit is suit for c in seen.hand) for suit in Suit}
    if _is_minion(card) or _is_minion(theirs) or count[card.suit] <= count[theirs.suit]:
        return False
    fits = (told["suit"], told["than"]) == (card.suit, theirs.suit)
    return fits and (told["n"], told["least"]) == (count[card.suit], count[theirs.suit])


def _trumps(seen: Any, action: Any, card: Any, theirs: Any, told: Any) -> bool:
    if _is_minion(card) or _is_minion(theirs) or seen.trick.bans:
        return False
    mine, others = _in_suit(seen, card), _in_suit(seen, theirs)
    return (
        len(mine) > len(others)
        and told["suit"] == card.suit
        and (told["n"], told["least"]) == (len(mine), len(others))
    )


def _theirs(seen: Any, action: Any, card: Any, theirs: Any, told: Any) -> bool:
    """Return whether somebody who lays later is known to have a card's suit, and not the other's."""
    done = {seat for seat, _ in seen.trick.laid}
    later = [s for s in range(4) if s not in done and s != seen.viewer and seen.counts[s]]
    known = [s for s in later if seen.suits[s] is not None]
    seats = [s for s in known if seen.suits[s] is card.suit]
    fits = told["seat"] in seats and told["suit"] == card.suit
    return bool(fits and not any(seen.suits[s] is theirs.suit for s in known))


def _harms(seen: Any, action: Any, card: Any, theirs: Any, told: Any) -> bool:
    if not _loses(seen, action) or not laid(seen):
        return False
    bans = seen.trick.bans
    seat = bans[-1][0] if bans else last_highest(seen)
    if seat == seen.viewer or seen.suits[seat] is None or told["seat"] != seat:
        return False
    price = cost(seen, (card,), seat)
    return price > cost(seen, (theirs,), seat) and bool(told["n"] == price)


def _split(seen: Any, action: Any, card: Any, theirs: Any, told: Any) -> bool:
    if _is_minion(card) or _is_minion(theirs):
        return False
    over = len(owners(seen, card.suit)) > 1 >= len(owners(seen, theirs.suit))
    return over and told["suit"] == card.suit and told["than"] == theirs.suit


RATHER: Final[Mapping[str, Any]] = {
    "rid-dearer": lambda seen, action, card, theirs, told: (
        _loses(seen, action) and cost(seen, (card,)) > cost(seen, (theirs,))
    ),
    "rid-higher": lambda seen, action, card, theirs, told: _loses(seen, action) and card.rank > theirs.rank,
    "keep-power": _keeps_power,
    "keep-own": lambda seen, action, card, theirs, told: (
        theirs.suit is seen.suits[seen.viewer] is not card.suit and told["suit"] == theirs.suit
    ),
    "stronger": _stronger,
    "shield": _shield,
    "split": _split,
    "longer": _longer,
    "trumps": _trumps,
    "theirs": _theirs,
    "harms": _harms,
    "keep-high": lambda seen, action, card, theirs, told: (
        cost(seen, (card,)) == cost(seen, (theirs,))
        and told["n"] == sum(card.rank <= c.rank < theirs.rank for c in held(seen)) > 0
    ),
}


def _champion(seen: Any, action: Any, told: Any, other: Any) -> bool:
    mine, theirs = _champion_of(seen, action), _champion_of(seen, other)
    return len(mine) > len(theirs) and bool(told["powers"] == mine and told["card"] == action.card)


def _strong(seen: Any, action: Any, told: Any, other: Any) -> bool:
    card, theirs = _cards(action, other)
    mine = _ahead(seen, card)
    fits = mine and told["powers"] == mine and told["card"] == card
    return bool(fits and not _ahead(seen, theirs))


def moon(seen: Any, told: Any, takes: bool, cards: Iterable[Card]) -> bool:
    """Return whether the viewer, alone in its civil suit, takes more of it."""
    suit = seen.suits[seen.viewer]
    more = takes and any(c.suit is suit for c in cards)
    return more and told["suit"] == suit and alone_in(seen, seen.viewer, suit, told["n"])


def _moon(seen: Any, action: Any, told: Any, other: Any) -> bool:
    card, theirs = _cards(action, other)
    if card is None:
        return False
    takes = _may_take(seen, card) and not _may_take(seen, theirs)
    return moon(seen, told, takes, (card, *laid(seen), *seen.trick.waiting))


CARDS: Final[Mapping[str, Claim]] = {
    "minion": _minion,
    "spare-minion": _minion,
    "minions": _minions,
    "minions-dear": _minions,
    "under": _under,
    "under-high": _under,
    "under-dear": _under,
    "tie": lambda seen, action, told, other: (
        _height(seen, _cards(action, other)[0]) == 0
        and told["card"] in [c for c in laid(seen) if c.rank == action.card.rank]
    ),
    **dict.fromkeys(("untied", "over", "over-free", "over-yet", "cheap-yet"), _takes),
    **dict.fromkeys(
        (
            *("costs-less", "take-high", "lead-rid", "may-rid", "low", "beatable", "unbeaten"),
            *("high-now", "high-yet"),
        ),
        _both_may_take,
    ),
    **dict.fromkeys(RATHER, _rather),
    "champion": _champion,
    "strong": _strong,
    "moon": _moon,
}
