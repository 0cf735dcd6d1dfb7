"""The public part of Civil Suits in words: the trick, bans and champions, the public civil suits."""

from collections.abc import Sequence
from typing import Final

from bot.blocks.blocks import lines
from bot.blocks.counting import in_the_lead
from bot.blocks.people import each, ems, hands, seat_name
from bot.games.civil_suits.faces import face_text
from bot.locale import Words
from bot.pictures.parts.tricks import number_text
from bot.table.view import View
from engine.cards import Card, Suit
from engine.civil_suits import Phase, Seen
from engine.civil_suits.scoring import demerits
from engine.civil_suits.trick import Trick, spoils, taker
from engine.civil_suits.trick import lying as lying_in
from engine.game import Event

POWERS = ("intelligence", "magic", "might")
"""In the order of a trick's champions."""
_LONG: Final = 16.0
"""The width of names beside a trick, in sizes of their type, above which all of it is small."""
BESIDES: Final = 6.0
"""The width of the cards that go to the taker besides, in sizes of their type."""


def heading(view: View[Seen], words: Words) -> str:
    """Return the game and the number of the current or latest round."""
    return words("civil-suits.heading", hand=view.hand)


def lying(view: View[Seen], words: Words) -> str:
    """Return the trick as it lies, and in one small line the cards set aside, champions and public suits."""
    seen, trick = view.seen, view.seen.trick
    told = []
    if trick.aside:
        told.append(words("civil-suits.aside", cards=words.cards(trick.aside)))
    told += _champions(view, words)
    told += [
        words("civil-suits.public", name=seat_name(view, seat, words), suit=words.suit(suit))
        for seat, suit in enumerate(seen.suits)
        if seat in seen.public and suit is not None
    ]
    laid = _trick(view, words) if seen.phase not in (Phase.SUIT, Phase.PASS) else ""
    return lines(laid, words("small", told=words("between").join(told)) if told else "")


def _trick(view: View[Seen], words: Words) -> str:
    """Return the plays of the trick, the suits that Minions ban, and its taker.

    Until the next card is laid that is the last trick, with its cost.
    """
    now, options = view.seen.trick, view.seen.options
    trick = in_sight(view.seen)
    key = "civil-suits.waiting" if trick is now else "civil-suits.waiting-next"
    waiting = words(key, cards=words.cards(now.waiting)) if now.waiting else ""
    if not trick.laid:
        return words("civil-suits.no-trick", waiting=waiting)
    bans = {seat: words("civil-suits.banned", suit=words.suit(suit)) for seat, suit in trick.bans if suit}
    plays = words("between").join(
        words(
            "civil-suits.laid",
            name=seat_name(view, seat, words),
            card=face_text(card, options, words),
            ban=bans.get(seat, "") if card.suit is None else "",
        )
        for seat, card in lying_in(trick)
    )
    seat = takes(view) if trick is now else trick.taker
    assert seat is not None
    name = seat_name(view, seat, words)
    plays = plays or words("civil-suits.empty-trick")
    if trick is now:
        told = words("civil-suits.trick", plays=plays, waiting=waiting, name=name)
    else:
        costs = "" if just_taken(view) else cost(view.seen, seat, spoils(trick), words)
        told = words("civil-suits.taken-trick", plays=plays, waiting=waiting, name=name, cost=costs)
    names = [name, *(seat_name(view, seat, words) for seat, _ in lying_in(trick))]
    besides = BESIDES if waiting or trick is not now else 0
    return words("small", told=told) if sum(map(ems, names)) + besides > _LONG else told


def in_sight(seen: Seen) -> Trick:
    """Return the trick under way or, until a card is laid to it, the last one."""
    laid = (trick for trick in reversed(seen.tricks) if trick.laid)
    return seen.trick if seen.trick.laid else next(laid, seen.trick)


def price(seen: Seen, trick: Trick) -> int | None:
    """Return the demerits of a taken trick by its cards alone (V22), None where they are secret."""
    suit = seen.suits[trick.taker] if trick.taker is not None else None
    return demerits(suit, spoils(trick)) if suit is not None else None


def cost(seen: Seen, seat: int, cards: Sequence[Card], words: Words) -> str:
    """Return the end of a sentence with the demerits of cards that a seat has taken (V22).

    Where the viewer does not know its civil suit, these are the least and the most that they can cost.
    """
    possible = _costs(seen, seat, cards)
    least, most = min(possible), max(possible)
    if least == most:
        return words.count("civil-suits.cost", most)
    return words("civil-suits.cost-between", least=least, most=most)


def _costs(seen: Seen, seat: int, cards: Sequence[Card]) -> list[int]:
    """Return the demerits of cards that a seat has taken, for each civil suit that it may have."""
    suit = seen.suits[seat]
    return [demerits(one, cards) for one in (Suit if suit is None else (suit,))]


def weight(event: Event, view: View[Seen]) -> int:
    """Return the demerits of a trick, the most that they can be where its taker's civil suit is not known."""
    if event.name != "trick" or event.seat is None:
        return 0
    return max(_costs(view.seen, event.seat, event.cards))


def just_taken(view: View[Seen]) -> Trick | None:
    """Return the trick that has the viewer lead now; None in another's lead, or before the first trick."""
    seen = view.seen
    leads = view.my_turn and seen.phase is Phase.PLAY and not seen.trick.laid
    return seen.tricks[-1] if leads and seen.tricks and seen.tricks[-1].taker == seen.viewer else None


def takes(view: View[Seen]) -> int:
    """Return the taker of the trick as it lies: with a Minion at once, before any ban (V13, V14)."""
    return view.seen.to_act[0] if view.seen.phase is Phase.BAN else taker(view.seen.trick)


def _champions(view: View[Seen], words: Words) -> list[str]:
    """Return the champions of the trick, each with the signs of their powers."""
    signs: dict[int, list[str]] = {}
    for power, seat in zip(POWERS, in_sight(view.seen).champions, strict=False):
        if seat is not None:
            signs.setdefault(seat, []).append(words.sign(power))
    between = words("comma") if words.aloud else ""
    return [
        words("civil-suits.champion", signs=between.join(told), name=seat_name(view, seat, words))
        for seat, told in signs.items()
    ]


def counts(view: View[Seen], words: Words) -> str:
    """Return everybody's number of cards, in hand and taken in this round."""
    seen = view.seen
    taken = each(((seat_name(view, seat, words), len(pile)) for seat, pile in enumerate(seen.taken)), words)
    return lines(
        hands(view, words),
        words("civil-suits.taken", taken=taken) if any(seen.taken) else "",
        # Where cards are words, their numbers are named.
        "" if words.aloud else words("civil-suits.legend", **{power: words.sign(power) for power in POWERS}),
    )


def waiting(view: View[Seen], names: str, words: Words) -> str:
    """Return the players that the game waits for, and their task."""
    phase = str(view.seen.phase)
    sign = words.sign(phase) if phase in POWERS else ""
    return words(f"civil-suits.turn.{phase}", name=names, sign=sign)


def winners(seen: Seen) -> tuple[int, ...]:
    """Return the seats with the lowest total after four rounds (V27)."""
    return seen.winners


def deciding(view: View[Seen], words: Words) -> str:
    """Return the viewer's demerits, and at the end their distance to the winners, or to the next."""
    assert view.viewer is not None
    seat, seen = view.viewer.seat, view.seen
    mine = seen.totals[seat]
    told = words.count("picture.civil-suits.points", abs(mine), n=number_text(mine))
    if not seen.winners or (seat in seen.winners and len(seen.winners) > 1):
        return told
    if seat in seen.winners:
        return words.count("civil-suits.end.fewer", sorted(seen.totals)[1] - mine, demerits=told)
    names = words.names(seat_name(view, other, words) for other in seen.winners)
    return words.count("civil-suits.end.more", mine - min(seen.totals), demerits=told, names=names)


def placing(view: View[Seen], words: Words) -> str:
    """Return nothing: the totals show the places."""
    return ""


def by_how_much(view: View[Seen], words: Words) -> str:
    """Return the distance to the next total, and since when the winner has been in the lead."""
    seen = view.seen
    least, *others = sorted(seen.totals)
    if len(seen.winners) > 1:
        return words.count("civil-suits.by.shared", abs(least), n=number_text(least))
    lead = in_the_lead(view, seen.winners[0], words)
    return words.count("civil-suits.by.demerits", others[0] - least, lead=lead)
