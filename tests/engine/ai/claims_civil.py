"""The claims of Civil Suits' reasons."""

import random
from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine import civil_suits
from engine.cards import Card, Suit
from engine.civil_suits import Phase
from engine.civil_suits.actions import NO_CHALLENGE, NO_MAGIC, Challenge, Expose, Might
from engine.civil_suits.scoring import score_sheet
from tests.engine.ai.claims import Claim, worlds


def _cost(seen: Any, cards: Iterable[Card]) -> int:
    own = seen.suits[seen.viewer]
    every = tuple(cards)
    # In two parts, because taking a whole suit at once shoots the moon.
    return sum(score_sheet([own], [part], ()).score(0) for part in (every[::2], every[1::2]))


def _laid(seen: Any) -> list[Card]:
    return [c for seat, c in seen.trick.laid if seat != seen.viewer]


def _held(seen: Any) -> list[Card]:
    """Return the cards that others hold."""
    world = civil_suits.sample(seen, random.Random(0))
    return [c for seat, hand in enumerate(world.hands) if seat != seen.viewer for c in hand]


def _taker(seen: Any, *actions: Any) -> int:
    """Return the taker of the trick after these of the viewer's actions, with nothing done by others."""
    state = civil_suits.sample(seen, random.Random(0))
    tricks = len(state.tricks)
    for action in actions:
        state = civil_suits.apply(state, seen.viewer, action)
    while len(state.tricks) == tricks:
        nothing = {
            Phase.CHALLENGE: NO_CHALLENGE,
            Phase.INTELLIGENCE: civil_suits.parse("intelligence none"),
            Phase.MAGIC: NO_MAGIC,
            Phase.MIGHT: Might(None),
        }[state.phase]
        state = civil_suits.apply(state, state.turn, nothing)
    taker = state.tricks[tricks].taker
    assert taker is not None
    return taker


def _goes(seen: Any, action: Any) -> tuple[int, int]:
    """Return the taker of the trick without the action, and with it."""
    nothing = {Phase.CHALLENGE: NO_CHALLENGE, Phase.MAGIC: NO_MAGIC, Phase.MIGHT: Might(None)}[seen.phase]
    return _taker(seen, nothing), _taker(seen, action)


def _there(seen: Any) -> list[Card]:
    return [*(c for _, c in seen.trick.laid if c not in seen.trick.aside), *seen.trick.waiting]


def _court(seen: Any, suit: Suit) -> int:
    return sum(c.suit is suit and str(c)[0] in "AJQK" for c in seen.hand)


def _small(seen: Any, suit: Suit) -> int:
    return sum(c.suit is suit and str(c)[0] not in "AJQK" for c in seen.hand)


def _most_taken(seen: Any, seat: int) -> dict[Suit, int]:
    return {suit: sum(c.suit is suit for c in seen.taken[seat]) for suit in Suit}


def _pass_dear(seen: Any, action: Any, told: Any, other: Any) -> bool:
    most = sum(sorted(_cost(seen, (c,)) for c in seen.hand)[-len(action.cards) :])
    dearest = told["n"] == most
    return bool(told["n"] == _cost(seen, action.cards) > 0 and dearest == (told.key == "pass-dearest"))


def _minions(seen: Any, action: Any, told: Any, other: Any) -> bool:
    """Return whether a trick with a Minion goes by: the seat of the last one takes it, or lays another."""
    if told["seat"] != seen.trick.bans[-1][0] or told["seat"] == seen.viewer:
        return False
    for number, (before, after) in enumerate(worlds("civil-suits", seen, action)):
        rng = random.Random(number)
        while len(after.tricks) == len(before.tricks):
            after = civil_suits.apply(after, after.turn, rng.choice(civil_suits.legal(after, after.turn)))
        trick = after.tricks[len(before.tricks)]
        laid = dict(trick.laid)
        if trick.taker == seen.viewer and laid[seen.viewer].suit is not None:
            return False
    return told.key == "minions" or (told["card"], told["n"]) == (action.card, _cost(seen, (action.card,)))


def _under(seen: Any, action: Any, told: Any, other: Any) -> bool:
    top = max(c.rank for c in _laid(seen))
    lower = [a.card.rank for a in seen.legal if str(a)[0] != "d" and not isinstance(a, Expose)]
    highest = action.card.rank == max(rank for rank in lower if rank < top)
    fits = told["top"] in _laid(seen) and told["top"].rank == top > action.card.rank
    if told.key == "under-dear":
        return fits and told["card"] == action.card and told["n"] == _cost(seen, (action.card,)) > 0
    return fits and highest == (told.key == "under-high")


def _beaten(seen: Any, action: Any, told: Any, other: Any) -> bool:
    held = _held(seen)
    above = sum(c.rank > action.card.rank for c in held)
    ranks = [a.card.rank for a in seen.legal if str(a)[0] != "d" and not isinstance(a, Expose)]
    counted = (told["n"], told["total"]) == (above, len(held)) and 2 * above >= len(held)
    return counted and (action.card.rank == min(ranks)) == (told.key == "low")


def _last_to_lay(seen: Any) -> bool:
    laid = {seat for seat, _ in seen.trick.laid} | {seen.viewer}
    return not any(n for seat, n in enumerate(seen.counts) if seat not in laid)


def _champion(seen: Any, action: Any, told: Any, other: Any) -> bool:
    """Return whether the last to lay is champion of these powers, judged by the game's next questions."""
    (_, after), *_ = worlds("civil-suits", seen, action)
    found = after.trick.champions
    if len(after.tricks) > len(seen.tricks):
        found = after.tricks[len(seen.tricks)].champions
    names = [
        ("intelligence", "magic", "might")[place] for place, seat in enumerate(found) if seat == seen.viewer
    ]
    return _last_to_lay(seen) and told["card"] == action.card and tuple(names) == told["powers"] != ()


def _alone_in(seen: Any, seat: int, suit: Suit, n: int) -> bool:
    counts = [_most_taken(seen, other)[suit] for other in range(4)]
    return counts[seat] == n == sum(counts) >= 5


def _ban(seen: Any, action: Any, told: Any, other: Any) -> bool:
    there = [c for c in _laid(seen) if c.suit == told["suit"]]
    if told.key == "ban-back":
        return list(told["cards"]) == there and _cost(seen, there) == told["n"] != 0
    hidden = [c for c in _held(seen) if c.suit == told["suit"]]
    return action.suit == told["suit"] and not _last_to_lay(seen) and _cost(seen, hidden) == told["n"] != 0


def _look(seen: Any, action: Any, told: Any, other: Any) -> bool:
    if told["seat"] != action.seat or seen.suits[action.seat] is not None:
        return False
    if told.key == "look":
        return True
    unknown = [seat for seat in range(4) if seen.suits[seat] is None]
    most = max(n for seat in unknown for n in _most_taken(seen, seat).values())
    return bool(_most_taken(seen, action.seat)[told["suit"]] == most == told["n"])


def _might(seen: Any, action: Any, told: Any, other: Any) -> bool:
    now, then = _goes(seen, action)
    cost = _cost(seen, _there(seen))
    if told.key == "might-free":
        return then == seen.viewer and cost == 0
    if told["seat"] != then or then == seen.viewer:
        return False
    if told.key == "might-let":
        return action.suit is None
    if told["suit"] != action.suit or action.suit is None:
        return False
    if told.key == "might-away":
        return now == seen.viewer and bool(told["n"] == cost)
    return now not in (then, seen.viewer)


def _magic(seen: Any, action: Any, told: Any, other: Any) -> bool:
    now, then = _goes(seen, action)
    if told["cards"] != action.aside:
        return False
    if told.key == "magic-turns":
        return bool(now == seen.viewer != then == told["seat"])
    if told.key == "magic-takes":
        return bool(now != seen.viewer == then)
    return bool(now == then == seen.viewer and told["n"] == _cost(seen, action.aside) > 0)


def _challenge(seen: Any, action: Any, told: Any, other: Any) -> bool:
    now, then = _goes(seen, action)
    if told.key == "challenge-mine":
        return bool(action == NO_CHALLENGE and now == seen.viewer)
    if told.key == "challenge-dump":
        return bool(then == told["seat"] != seen.viewer and told["n"] == _cost(seen, (action.card,)))
    return bool(now != seen.viewer == then and told["n"] == _cost(seen, (*_there(seen), action.card)))


CIVIL_SUITS: Final[Mapping[str, Claim]] = {
    "note-most": lambda seen, action, told, other: (
        told["n"] == _court(seen, action.suit) == max(_court(seen, suit) for suit in Suit) > 0
    ),
    "note": lambda seen, action, told, other: (
        0 < _court(seen, action.suit) == told["n"] < max(_court(seen, suit) for suit in Suit)
    ),
    "note-few": lambda seen, action, told, other: (
        told["n"] == _small(seen, action.suit) == min(_small(seen, suit) for suit in Suit)
    ),
    "pass-minions": lambda seen, action, told, other: (
        told["cards"] == tuple(c for c in action.cards if str(c)[0] == "M") != ()
    ),
    "pass-highest": lambda seen, action, told, other: (
        min(c.rank for c in action.cards) >= max(c.rank for c in seen.hand if c not in action.cards)
    ),
    "pass-dear": _pass_dear,
    "pass-dearest": _pass_dear,
    "decline": lambda seen, action, told, other: seen.phase is Phase.OFFER and not seen.trick.laid,
    "minion": lambda seen, action, told, other: (
        str(action.card)[0] == "M"
        and told["n"] == _cost(seen, (*_laid(seen), *seen.trick.waiting, action.card))
    ),
    "minions": _minions,
    "minions-dear": _minions,
    "moon": lambda seen, action, told, other: (
        told["suit"] == seen.suits[seen.viewer]
        and _alone_in(seen, seen.viewer, seen.suits[seen.viewer], told["n"])
        and any(
            c.suit == told["suit"]
            for c in (*_there(seen), *([action.card] if hasattr(action, "card") else []))
        )
    ),
    "under": _under,
    "under-high": _under,
    "under-dear": _under,
    "tie": lambda seen, action, told, other: (
        action.card.rank == told["card"].rank == max(c.rank for c in _laid(seen))
    ),
    "champion": _champion,
    "low": _beaten,
    "beatable": _beaten,
    "cheap-yet": lambda seen, action, told, other: (
        not _cost(seen, (*_laid(seen), *seen.trick.waiting)) and told["card"] == action.card
    ),
    "over": lambda seen, action, told, other: (
        told["card"] == action.card
        and _last_to_lay(seen)
        and action.card.rank > max([c.rank for c in _laid(seen)], default=0)
        and told["n"] == _cost(seen, (*_laid(seen), *seen.trick.waiting, action.card)) > 0
    ),
    "over-free": lambda seen, action, told, other: (
        _last_to_lay(seen)
        and action.card.rank > max([c.rank for c in _laid(seen)], default=0)
        and not _cost(seen, (*_laid(seen), *seen.trick.waiting, action.card))
    ),
    "ban-back": _ban,
    "ban-out": _ban,
    "ban-nothing": lambda seen, action, told, other: (
        action.suit is None and not _cost(seen, [c for c in _laid(seen) if str(c)[0] != "M"])
    ),
    "no-challenger": lambda seen, action, told, other: (
        not any(isinstance(a, Challenge) and a != NO_CHALLENGE for a in seen.legal)
    ),
    "challenge-mine": _challenge,
    "challenge-dump": _challenge,
    "challenge-takes": _challenge,
    "look": _look,
    "look-most": _look,
    "magic-score": lambda seen, action, told, other: civil_suits.preview(seen, action)[0].points == -1,
    "magic-turns": _magic,
    "magic-saves": _magic,
    "magic-takes": _magic,
    "might-away": _might,
    "might-let": _might,
    "might-gives": _might,
    "might-free": _might,
    "expose-moon": lambda seen, action, told, other: (
        seen.suits[told["seat"]] == told["suit"]
        and (seen.viewer, told["seat"]) in seen.looked
        and told["seat"] not in seen.public
        and _alone_in(seen, told["seat"], told["suit"], told["n"])
    ),
}
