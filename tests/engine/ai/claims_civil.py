"""The claims of Civil Suits' reasons, with those on cards in another file."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import civil_suits
from engine.cards import Card, Suit
from engine.civil_suits import Phase
from engine.civil_suits.actions import NO_CHALLENGE, NO_MAGIC, Ban, Challenge, Magic, Might, Note, Pass
from tests.engine.ai.claims import Claim
from tests.engine.ai.claims_civil_cards import CARDS, moon
from tests.engine.ai.claims_civil_facts import (
    alone_in,
    cost,
    held,
    laid,
    last_to_lay,
    numbers,
    owners,
    strongest,
    takings,
)

# Before the first trick


def _dear(seen: Any, suit: Suit) -> int:
    return sum(c.suit is suit and str(c)[0] in "AJQK" for c in seen.hand)


def _low(seen: Any, suit: Suit) -> int:
    return sum(c.suit is suit and str(c)[0] not in "AJQK" for c in seen.hand)


def _saved(seen: Any, suit: Suit) -> int:
    """Return the demerits that noting a suit takes off the viewer's aces and court cards of it."""
    own = [c for c in seen.hand if c.suit is suit and str(c)[0] in "AJQK"]
    return sum(2 if str(c)[0] == "A" else 3 for c in own)


def _note(seen: Any, action: Any, told: Any, other: Any) -> bool:
    if not isinstance(other, Note):
        return False
    mine, theirs = action.suit, other.suit
    dear, low = [{suit: count(seen, suit) for suit in Suit} for count in (_dear, _low)]
    ranks = [sum(c.rank for c in seen.hand if c.suit is suit) for suit in (mine, theirs)]
    holds: Mapping[str, Callable[[], Any]] = {
        "note-most": lambda: dear[mine] == max(dear.values()) > dear[theirs] and told["n"] == dear[mine],
        "note-more": lambda: (
            dear[mine] > dear[theirs] and (told["n"], told["least"]) == (dear[mine], dear[theirs])
        ),
        "note-saves": lambda: (
            _saved(seen, mine) > _saved(seen, theirs)
            and (told["n"], told["least"]) == (_saved(seen, mine), _saved(seen, theirs))
        ),
        "note-few": lambda: low[mine] < low[theirs] and (told["n"], told["most"]) == (low[mine], low[theirs]),
        "note-others": lambda: dear[mine] < dear[theirs] and told["n"] == 4 - dear[mine],
        "note-moon": lambda: low[mine] > low[theirs] and told["n"] == low[mine] + dear[mine],
        "note-high": lambda: ranks[0] > ranks[1],
    }
    named = dict(told.values)
    return bool(holds[told.key]() and named.get("suit", mine) == mine and named.get("than", theirs) == theirs)


def _pass(seen: Any, action: Any, told: Any, other: Any) -> bool:
    mine, theirs = action.cards, other.cards if isinstance(other, Pass) else ()
    gone, kept = [c for c in mine if c not in theirs], [c for c in theirs if c not in mine]
    minions = [sum(str(c)[0] == "M" for c in cards) for cards in (mine, theirs)]
    price, less = cost(seen, mine), cost(seen, theirs)
    dearest = sum(sorted(cost(seen, (c,)) for c in seen.hand)[-len(mine) :])
    ranks = [sum(c.rank for c in cards) for cards in (gone, kept)]
    swap = len(kept) == 1
    holds: Mapping[str, Callable[[], Any]] = {
        "pass-minions": lambda: minions[0] > minions[1],
        "pass-dearest": lambda: price == dearest > less and told["n"] == price,
        "pass-dear": lambda: price > less and told["n"] == price,
        "pass-dearer": lambda: swap and price > less and (told["card"], told["other"]) == (gone[0], kept[0]),
        "pass-highest": lambda: (
            min(c.rank for c in mine) >= max(c.rank for c in seen.hand if c not in mine)
            and (not kept or ranks[0] > ranks[1])
        ),
        "pass-higher": lambda: (
            kept and ranks[0] > ranks[1] and (told["cards"], told["others"]) == (tuple(gone), tuple(kept))
        ),
        "pass-power": lambda: (
            strongest(seen, kept) > strongest(seen, gone)
            and told["n"] == strongest(seen, kept)
            and (told["card"], told["powers"])
            in [(c, (p,)) for c in kept for p, n in numbers(seen, c).items() if n == strongest(seen, kept)]
        ),
    }
    return bool(holds[told.key]())


# Bans and challengers


def _taker(seen: Any, *actions: Any) -> int:
    """Return the taker of the trick after these of the viewer's actions, with nothing done by others."""
    state = civil_suits.sample(seen, random.Random(0))
    tricks = len(state.tricks)
    for action in actions:
        state = civil_suits.apply(state, seen.viewer, action)
    while len(state.tricks) == tricks:
        state = civil_suits.apply(state, state.turn, NOTHING[state.phase])
    taker = state.tricks[tricks].taker
    assert taker is not None
    return taker


def _goes(seen: Any, action: Any) -> tuple[int, int]:
    """Return the taker of the trick without the action, and with it."""
    nothing = NOTHING[seen.phase]
    return _taker(seen, nothing), _taker(seen, action)


def _ban(seen: Any, action: Any, told: Any, other: Any) -> bool:
    instead = other.suit if isinstance(other, Ban) else None
    there, theirs = [[c for c in laid(seen) if suit and c.suit is suit] for suit in (action.suit, instead)]
    if told.key == "ban-nothing":
        return action.suit is None and not cost(seen, [c for c in laid(seen) if str(c)[0] != "M"])
    if told.key == "ban-leaves":
        lies = bool(theirs) and not cost(seen, theirs) and not there
        return lies and bool(told["cards"] == tuple(theirs))
    if action.suit is None:
        return False
    if told.key == "ban-back":
        more = cost(seen, there) > cost(seen, theirs)
        return more and (told["cards"], told["n"]) == (tuple(there), cost(seen, there))
    out, less = [[c for c in held(seen) if suit and c.suit is suit] for suit in (action.suit, instead)]
    worth = [(cost(seen, cards) if told.key == "ban-out" else len(cards)) for cards in (out, less)]
    fits = told["suit"] == action.suit and told["n"] == worth[0]
    return bool(worth[0] > worth[1] and not last_to_lay(seen) and fits)


def _there(seen: Any, *aside: Card) -> list[Card]:
    """Return the cards of the trick, without those that Magic sets aside."""
    out = (*seen.trick.aside, *aside)
    return [*(c for _, c in seen.trick.laid if c not in out), *seen.trick.waiting]


def _challenge(seen: Any, action: Any, told: Any, other: Any) -> bool:
    now, then = _goes(seen, action)
    if told.key == "no-challenger":
        return not any(isinstance(a, Challenge) and a != NO_CHALLENGE for a in seen.legal)
    if told.key == "challenge-mine":
        return bool(action == NO_CHALLENGE and now == seen.viewer)
    if told.key == "challenge-spares":
        if not isinstance(other, Challenge) or other.card is None or action != NO_CHALLENGE:
            return False
        spared = _taker(seen, other) == seen.viewer != now
        price = cost(seen, (*_there(seen), other.card))
        return spared and (told["card"], told["n"]) == (other.card, price)
    if action == NO_CHALLENGE:
        return False
    price = cost(seen, (action.card,))
    if told.key == "challenge-dump":
        return then != seen.viewer and (told["card"], told["seat"], told["n"]) == (action.card, then, price)
    return bool(now != seen.viewer == then and told["n"] == price + cost(seen, _there(seen)))


# Powers


def _look(seen: Any, action: Any, told: Any, other: Any) -> bool:
    unknown = [seat for seat in range(4) if seen.suits[seat] is None]
    if told.key == "look-none":
        return action.seat is None and not unknown
    if action.seat not in unknown:
        return False
    if told.key == "look":
        return True
    most = max(n for seat in unknown for n in takings(seen, seat).values())
    return bool(takings(seen, action.seat)[told["suit"]] == most == told["n"])


def _left(seen: Any, action: Any) -> int:
    """Return the demerits of the trick after Magic."""
    return cost(seen, _there(seen, *(action.aside if isinstance(action, Magic) else ())))


def _as_it_is(seen: Any, action: Any, told: Any, other: Any) -> bool:
    idle = action == Might(None) or (isinstance(action, Magic) and not action.aside)
    now, _ = _goes(seen, action)
    return idle and now != seen.viewer and bool(told["seat"] == now)


def _magic(seen: Any, action: Any, told: Any, other: Any) -> bool:
    then = _taker(seen, action)
    theirs = _taker(seen, other if isinstance(other, Magic) else NO_MAGIC)
    left, leaves = _left(seen, action), _left(seen, other)
    mine, given = then == theirs == seen.viewer, seen.viewer not in (then, theirs)
    champion = seen.trick.champions[2]
    holds: Mapping[str, Callable[[], Any]] = {
        "magic-turns": lambda: then != seen.viewer == theirs and action.aside and told["seat"] == then,
        "magic-takes": lambda: then == seen.viewer != theirs and told["n"] == left,
        "magic-saves": lambda: mine and left < leaves and told["n"] == leaves - left,
        "magic-stays": lambda: given and left > leaves and (told["n"], told["seat"]) == (left, then),
        "magic-might": lambda: champion not in (None, seen.viewer) and left < leaves and told["n"] == left,
    }
    return bool(holds[told.key]())


def _only_ones(seen: Any, seat: int) -> dict[Suit, int]:
    """Return the suits of the trick that this seat alone has taken cards of, with their number."""
    there = {c.suit for c in _there(seen)}
    return {
        suit: n for suit, n in takings(seen, seat).items() if suit in there and owners(seen, suit) == [seat]
    }


def _given(seen: Any, action: Any, told: Any, other: Any) -> bool:
    """Return whether a trick goes to another seat by each of two actions, and why."""
    then = _taker(seen, action)
    theirs = _taker(seen, other if isinstance(other, Magic | Might) else NOTHING[seen.phase])
    if seen.viewer in (then, theirs) or then == theirs:
        return False
    apart = [abs(total - seen.totals[seen.viewer]) for total in seen.totals]
    sizes = [len(pile) for pile in seen.taken]
    order = [(seen.viewer + step) % 4 for step in range(1, 4)]
    broken, kept = _only_ones(seen, theirs), max(_only_ones(seen, then).values(), default=0)
    holds: Mapping[str, Callable[[], Any]] = {
        "rival": lambda: apart[then] < apart[theirs] and (told["n"], told["seat"]) == (apart[then], then),
        "fewer": lambda: sizes[then] < sizes[theirs] and (told["n"], told["seat"]) == (sizes[then], then),
        "leads-next": lambda: (
            order.index(then) < order.index(theirs)
            and seen.counts[then]
            and seen.hand
            and told["seat"] == then
        ),
        "breaks": lambda: (
            max(broken.values(), default=0) > max(1, kept)
            and told["seat"] == theirs
            and (told["suit"], told["n"]) in broken.items()
        ),
    }
    return bool(holds[told.key]())


def _might(seen: Any, action: Any, told: Any, other: Any) -> bool:
    now, then = _goes(seen, action)
    theirs = _taker(seen, other) if isinstance(other, Might) else now
    price, named = cost(seen, _there(seen)), dict(told.values)
    suit = action.suit
    holds: Mapping[str, Callable[[], Any]] = {
        "might-takes": lambda: then == seen.viewer != theirs and told["n"] == price,
        "might-away": lambda: then != seen.viewer == theirs and suit and price > 0 and told["n"] == price,
        "might-gives": lambda: seen.viewer != then != now == theirs and suit,
        "might-same": lambda: suit is None and {_taker(seen, Might(s)) for s in (None, *Suit)} == {now},
    }
    return bool(holds[told.key]() and named.get("seat", then) == then and named.get("suit", suit) == suit)


def _moon(seen: Any, action: Any, told: Any, other: Any) -> bool:
    """Return whether the viewer alone has its civil suit, and gets more of it by a card or by Might."""
    if seen.phase is not Phase.MIGHT:
        return CARDS["moon"](seen, action, told, other)
    now, then = _goes(seen, action)
    theirs = _taker(seen, other) if isinstance(other, Might) else now
    return moon(seen, told, then == seen.viewer != theirs, _there(seen))


NOTHING: Final[Mapping[Phase, Any]] = {
    Phase.CHALLENGE: NO_CHALLENGE,
    Phase.INTELLIGENCE: civil_suits.parse("intelligence none"),
    Phase.MAGIC: NO_MAGIC,
    Phase.MIGHT: Might(None),
}
"""The action by which a seat does nothing, by the question."""

CIVIL_SUITS: Final[Mapping[str, Claim]] = {
    **CARDS,
    **dict.fromkeys(
        (
            *("note-most", "note-more", "note-saves", "note-few", "note-others", "note-moon"),
            "note-high",
        ),
        _note,
    ),
    **dict.fromkeys(
        (
            *("pass-minions", "pass-dearest", "pass-dear", "pass-dearer", "pass-highest"),
            *("pass-higher", "pass-power"),
        ),
        _pass,
    ),
    "decline": lambda seen, action, told, other: str(action) == "decline" and not seen.trick.laid,
    "moon": _moon,
    **dict.fromkeys(("ban-back", "ban-out", "ban-nothing", "ban-leaves", "ban-many"), _ban),
    **dict.fromkeys(
        (
            *("no-challenger", "challenge-mine", "challenge-spares", "challenge-dump"),
            "challenge-takes",
        ),
        _challenge,
    ),
    **dict.fromkeys(("look", "look-most", "look-none"), _look),
    "magic-score": lambda seen, action, told, other: (
        [line.points for line in civil_suits.preview(seen, action)] == [-1]
    ),
    **dict.fromkeys(("magic-turns", "magic-takes", "magic-saves", "magic-stays", "magic-might"), _magic),
    "as-it-is": _as_it_is,
    **dict.fromkeys(("rival", "fewer", "leads-next", "breaks"), _given),
    **dict.fromkeys(("might-takes", "might-away", "might-gives", "might-same"), _might),
    "expose-moon": lambda seen, action, told, other: (
        seen.suits[told["seat"]] == told["suit"]
        and (seen.viewer, told["seat"]) in seen.looked
        and told["seat"] not in seen.public
        and alone_in(seen, told["seat"], told["suit"], told["n"])
    ),
}
