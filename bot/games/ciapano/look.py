"""Ciapano in words: the trick, the dealer's discard, the points to go, and the questions to a player."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from bot.blocks.blocks import ButtonStyle, in_rows, lines
from bot.blocks.look import Question, ask, card_face, hand_text, learning, play, sure
from bot.blocks.people import each, hands, seat_name
from bot.games.ciapano.ending import by_how_much as by_how_much
from bot.games.ciapano.ending import deciding as deciding
from bot.games.ciapano.ending import final_places as final_places
from bot.games.ciapano.ending import leavers as leavers
from bot.games.ciapano.ending import placing as placing
from bot.games.ciapano.ending import winners as winners
from bot.games.ciapano.figures import STATISTICS as STATISTICS
from bot.games.ciapano.telling import account as account
from bot.games.ciapano.telling import thirds
from bot.locale import Words
from bot.table.view import View
from engine.cards import Card
from engine.ciapano import Action, Discard, Options, Play, Seen, Trick
from engine.ciapano.scoring import OUT, STRENGTH, THIRDS, in_rank_order
from engine.ciapano.seen import discards
from engine.game import Event
from engine.tricks import Played, highest

LOOKED_UP: Final = "last-trick"
SHOWN: Final = frozenset({"deal"})
LIES: Final = frozenset({"lead", "play", "trick"})
_NEAR: Final = 10
"""A player with at most so many points to go is near the end (P12), in words."""


def heading(view: View[Seen], words: Words) -> str:
    """Return the game and the number of the current or latest hand."""
    return words("ciapano.heading", hand=view.hand)


def lying(view: View[Seen], words: Words) -> str:
    """Return the trick with its players, the seats near the end (P12), and the seats that are out."""
    table, totals = view.seen.table, view.seen.totals
    gone = [seat for seat in range(len(totals)) if seat not in view.active]
    near = [seat for seat in view.active if OUT - totals[seat] <= _NEAR]
    told = [
        words(f"ciapano.{key}", names=words("comma").join(_points(view, seat, words) for seat in seats))
        for key, seats in (("near", near), ("out", gone))
        if seats
    ]
    if discards(view.seen):
        trick = ""
    elif table:
        trick = words("ciapano.trick", cards=_plays(table, view, words))
    elif view.seen.tricks:
        trick = words("ciapano.trick", cards=_plays(view.seen.tricks[-1].plays, view, words))
        trick = words("ciapano.taken-trick", trick=trick, taken=_taken(view.seen.tricks[-1], view, words))
    else:
        trick = words("ciapano.no-trick")
    return lines(
        trick,
        words("small", told=words("between").join(told)) if told else "",
    )


def _taken(trick: Trick, view: View[Seen], words: Words) -> str:
    """Return the taker and the cost of a trick."""
    price = thirds(sum(THIRDS[card] for _, card in trick.plays), words)
    return words("ciapano.brief.trick", name=seat_name(view, trick.taker, words), worth=price)


def _points(view: View[Seen], seat: int, words: Words) -> str:
    return words("each", name=seat_name(view, seat, words), n=view.seen.totals[seat])


def _plays(plays: tuple[tuple[int, Card], ...], view: View[Seen], words: Words) -> str:
    told = (words("ciapano.play", name=seat_name(view, s, words), card=words.card(c)) for s, c in plays)
    return words("between").join(told)


def counts(view: View[Seen], words: Words) -> str:
    """Return everybody's number of cards, and the thirds taken in this hand."""
    seen = view.seen
    taken = ((seat_name(view, seat, words), thirds(seen.thirds[seat], words)) for seat in view.active)
    return lines(hands(view, words), words("ciapano.taken", taken=each(taken, words)))


def own_facts(view: View[Seen], words: Words) -> tuple[str, ...]:
    """Return the card that the dealer has laid aside, which nobody else knows until the hand is over (P5)."""
    laid_aside = view.seen.discard
    return () if laid_aside is None else (words("ciapano.laid-aside", card=words.card(laid_aside)),)


def waiting(view: View[Seen], names: str, words: Words) -> str:
    """Return who is to discard or to play."""
    return words("ciapano.turn.discard" if discards(view.seen) else "turn.other", name=names)


def question(view: View[Seen], words: Words) -> Question:
    """Return the viewer's cards in the game's own order, marked where they may be played."""
    seen = view.seen
    mine = in_rank_order(seen.hand)
    faces = {card: card_face(card, words) for card in mine}
    if not view.my_turn:
        line = "" if seen.viewer in view.active else words("ciapano.watching")
        return Question("", (), line, hand_text(mine, words))
    if discards(seen):
        buttons = [ask(view, face, str(Discard(card)), ButtonStyle.MAIN) for card, face in faces.items()]
        first = learning(view, "discard")
        explained = (
            "ciapano.ranks" if not first else "ciapano.legend" if words.aloud else "ciapano.legend-discard"
        )
        told = lines(words("ciapano.discard"), words(explained))
        line, legend = ("", told) if first else (told, "")
        asked = words("ciapano.asked.discard")
        return Question(asked, tuple(in_rows(buttons)), line, legend=legend, held=mine)
    allowed = {action.card for action in seen.legal}
    # A card that may not be played answers with the reason.
    buttons = [
        play(view, face, Play(card), ButtonStyle.MAIN if card in allowed else ButtonStyle.PLAIN)
        for card, face in faces.items()
    ]
    legal = [card for card in faces if card in allowed]
    legend = words("ciapano.legend") if learning(view, "lead", "play") else ""
    line = _prices(view, legal, words) or ("" if legend else words("ciapano.ranks"))
    return Question(_asked(view, words), tuple(in_rows(buttons)), line, legend=legend, held=mine)


def _asked(view: View[Seen], words: Words) -> str:
    """Return the question with the suit led, and the taker and the cost of the trick so far."""
    seen = view.seen
    best = _best(seen)
    if best is None:
        return words("ciapano.asked.lead")
    suit = seen.table[0][1].suit
    assert suit is not None
    follows = any(card.suit is suit for card in seen.hand)
    return words(
        f"ciapano.asked.{'follow' if follows else 'free'}",
        suit=words.suit(suit),
        name=seat_name(view, best[0], words),
        price=thirds(_price(seen), words),
    )


def _best(seen: Seen) -> Played | None:
    """Return the play that takes the trick so far (P8), None before the lead."""
    return highest(seen.table, STRENGTH, seen.table[0][1].suit) if seen.table else None


def _price(seen: Seen) -> int:
    """Return the cost of the trick so far, in thirds of a point (P3)."""
    return sum(THIRDS[card] for _, card in seen.table)


def _prices(view: View[Seen], legal: Sequence[Card], words: Words) -> str:
    """Return the cost of the trick with each legal card, the dearest first, and the cards that stay under.

    Empty where the viewer leads or cannot follow suit.
    """
    seen = view.seen
    best = _best(seen)
    if best is None or all(card.suit is not best[1].suit for card in legal):
        return ""
    under = [card for card in legal if STRENGTH[card] < STRENGTH[best[1]]]
    over: dict[int, list[Card]] = {}
    for card in legal:
        if card not in under:
            over.setdefault(_price(seen) + THIRDS[card], []).append(card)
    last = len(seen.table) + 1 == len(view.active)
    told = [
        words("ciapano.take" if last else "ciapano.lead", cards=words.cards(cards), price=thirds(n, words))
        for n, cards in sorted(over.items(), reverse=True)
    ]
    if under:
        name = seat_name(view, best[0], words)
        told.append(words("ciapano.stay-under", cards=words.cards(under), name=name))
    key = "ciapano.can-play" if len(legal) > 1 else "ciapano.must-play"
    return words(key, told=words("comma").join(told))


def further(view: View[Seen], notation: str, words: Words) -> Question | None:
    """Return the question whether to lay aside a card for good (P5)."""
    action = next((action for action in view.seen.legal if str(action) == notation), None)
    if not isinstance(action, Discard):
        return None
    text = words("ciapano.discard-sure", card=words.card(action.card))
    label = words("ciapano.discard-do", card=words.label_card(action.card))
    return replace(sure(view, action, text, label, words), line=words("ciapano.discard-then"))


def doing(action: Action, view: View[Seen], words: Words) -> str:
    """Return an action in words."""
    kind = "discard" if isinstance(action, Discard) else "play"
    return words(f"hint.ciapano.do.{kind}", card=words.card(action.card))


def tell(event: Event, view: View[Seen], words: Words) -> str:
    """Return an event in words; empty where the score sheet tells it."""
    name = seat_name(view, event.seat, words) if event.seat is not None else ""
    match event.name:
        case "deal" | "discard" | "tie":
            return words(f"ciapano.told.{event.name}", name=name)
        case "lead" | "play" | "uncovered":
            return words(f"ciapano.told.{event.name}", name=name, card=words.card(event.cards[0]))
        case "trick":
            worth = thirds(sum(THIRDS[card] for card in event.cards), words)
            return words("ciapano.told.trick", name=name, cards=words.cards(event.cards), worth=worth)
        case "out":
            return words("ciapano.told.out", name=name, n=view.seen.totals[event.seat or 0])
        case _:
            return ""


def firsts(event: Event, view: View[Seen]) -> tuple[str, ...]:
    """Return the names of what a trick of the first hand shows, or the count of any hand.

    A trick shows that the viewer gets its points, or that a 3 or 2 is high (P2).
    """
    if event.name == "hand":
        known = {line.name for sheet in view.seen.sheets[:-1] for line in sheet.lines}
        new = {line.name for line in event.lines} - known
        return tuple(name for name in ("last", "cappotto") if name in new)
    if event.name != "trick" or view.hand > 1:
        return ()
    led = event.cards[0].suit
    best, *lower = sorted((c for c in event.cards if c.suit is led), key=lambda c: -STRENGTH[c])
    high = best.rank in (2, 3) and any(c.rank not in (2, 3) and THIRDS[c] for c in lower)
    return ("taken",) * (event.seat == view.seen.viewer) + ("ranks",) * high


def brief(event: Event, view: View[Seen], words: Words) -> str:
    """Return an event in as few words as possible: of a trick its taker and cost."""
    if event.seat is None or event.name not in ("lead", "play", "trick", "discard"):
        return tell(event, view, words)
    name = seat_name(view, event.seat, words)
    if event.name == "discard":
        return words("ciapano.brief.discard", name=name)
    if event.name == "trick":
        worth = thirds(sum(THIRDS[card] for card in event.cards), words)
        return words("ciapano.brief.trick", name=name, worth=worth)
    return words("ciapano.play", name=name, card=words.card(event.cards[0]))


def weight(event: Event, view: View[Seen]) -> int:
    """Return the cost of a trick, in thirds of a point (P3)."""
    return sum(THIRDS[card] for card in event.cards) if event.name == "trick" else 0


def page(view: View[Seen]) -> int:
    """Return the topic of the rules on the current question: the points after a hand, the discard."""
    if view.between_hands:
        return 3
    return 4 if discards(view.seen) else 1


def appendix(options: Options, words: Words) -> tuple[str, ...]:
    """Return no texts: the rules say it all."""
    return ()


def _last_trick(view: View[Seen], words: Words) -> tuple[str, ...]:
    """Return the last trick with its plays, its taker and its cost, and the order of the cards."""
    if not view.seen.tricks:
        return (words("ciapano.last-trick.none"),)
    trick = view.seen.tricks[-1]
    name = seat_name(view, trick.taker, words)
    price = thirds(sum(THIRDS[card] for _, card in trick.plays), words)
    told = words("ciapano.last-trick.taken", name=name, price=price)
    played = _plays(trick.plays, view, words)
    return (lines(words("ciapano.last-trick"), played, told, words("ciapano.ranks")),)


PAGES: Final[Mapping[str, Callable[[View[Any], Words], tuple[str, ...]]]] = MappingProxyType(
    {LOOKED_UP: _last_trick}
)
VALUES: Final[Mapping[str, Callable[[Any, Words], str]]] = MappingProxyType({"thirds": thirds})
