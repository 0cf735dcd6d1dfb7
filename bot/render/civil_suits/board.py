"""What everybody sees of Civil Suits: the trick, bans and champions, the civil suits that are public."""

from bot.locale import Words
from bot.render.civil_suits.faces import faces, plays, suit_name
from bot.render.panel import lines
from bot.render.people import seat_name
from bot.shown import Shown
from engine.civil_suits import Phase, Seen, Trick
from engine.civil_suits.trick import banned
from engine.civil_suits.trick import lying as lying_in

POWERS = ("intelligence", "magic", "might")
"""In the order of a trick's champions."""


def heading(shown: Shown[Seen], words: Words) -> str:
    """Return the game and the number of the round under way or just finished."""
    return words("civil-suits.heading", hand=shown.hand)


def lying(shown: Shown[Seen], words: Words) -> str:
    """Return the trick as it lies, what its taker gets besides, and the suits banned from it."""
    seen = shown.seen
    trick = seen.trick
    told = [_trick(trick, shown, words)] if seen.phase not in (Phase.SUIT, Phase.PASS) else []
    bans = words("comma").join(suit_name(suit, words) for suit in banned(trick))
    if bans:
        told.append(words("civil-suits.banned", suits=bans))
    if trick.waiting:
        told.append(words("civil-suits.waiting", cards=faces(trick.waiting, seen.options, words)))
    if trick.aside:
        told.append(words("civil-suits.aside", cards=faces(trick.aside, seen.options, words)))
    return lines(*told, _champions(trick, shown, words), _public(shown, words))


def _trick(trick: Trick, shown: Shown[Seen], words: Words) -> str:
    """Return who laid what, as far as it still lies there."""
    if not trick.laid:
        return words("civil-suits.no-trick")
    left = lying_in(trick)
    if not left:
        return words("civil-suits.empty-trick")
    return words("civil-suits.trick", cards=plays(left, shown, words))


def _champions(trick: Trick, shown: Shown[Seen], words: Words) -> str:
    told = [
        words(f"civil-suits.champion.{power}", name=seat_name(shown, seat, words))
        for power, seat in zip(POWERS, trick.champions, strict=False)
        if seat is not None
    ]
    return words("civil-suits.champions", names=" · ".join(told)) if told else ""


def _public(shown: Shown[Seen], words: Words) -> str:
    """Return the civil suits that were made public (V18)."""
    known = [
        words("civil-suits.of", name=seat_name(shown, seat, words), suit=suit_name(suit, words))
        for seat, suit in enumerate(shown.seen.suits)
        if seat in shown.seen.public and suit is not None
    ]
    return words("civil-suits.public", known=" · ".join(known)) if known else ""


def counts(shown: Shown[Seen], words: Words) -> str:
    """Return how many cards everybody has, and has taken in this round."""
    seen = shown.seen
    hands = " · ".join(f"{seat_name(shown, seat, words)} {n}" for seat, n in enumerate(seen.counts))
    taken = " · ".join(f"{seat_name(shown, seat, words)} {len(pile)}" for seat, pile in enumerate(seen.taken))
    return lines(
        words("hands", hands=hands),
        words("civil-suits.taken", taken=taken) if any(seen.taken) else "",
        words("civil-suits.legend"),
    )


def waiting(shown: Shown[Seen], names: str, words: Words) -> str:
    """Return for whom the game waits, and for what."""
    return words(f"civil-suits.turn.{shown.seen.phase}", name=names)


def winners(seen: Seen) -> tuple[int, ...]:
    """Return those with the lowest total after four rounds (V27)."""
    return seen.winners


def placing(shown: Shown[Seen], words: Words) -> str:
    """Return nothing: the totals tell it."""
    return ""
