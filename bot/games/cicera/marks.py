"""The marks of Cicera in words: beside the cards of a hand, and in the line that warns of what is left.

`engine.ai.cicera.marks` has the marks themselves. They are as long as a row of cards has room for, and the
highest stays so.
"""

from collections.abc import Mapping
from typing import Final

from bot.blocks.blocks import LABEL, Button, ButtonStyle
from bot.blocks.look import Face, ask, card_face, play
from bot.blocks.people import ems
from bot.locale import FRENCH, Words
from bot.locale.glyphs import as_text
from bot.table.view import View
from engine.ai.cicera.marks import Mark, Marked
from engine.ai.cicera.offers import left_behind
from engine.cards import Card, Suit
from engine.cicera import Play, Seen
from engine.cicera.scoring import MATA

_WIDE: Final = 4
"""Cards in a row: a button then has room for a mark."""
_CUTS: Final = 2
"""The number of times that a mark can be shortened."""
_ROOM: Final = 290
"""The width of a row on a phone; it is in CSS pixels, as is all that follows."""
_GAP: Final = 6
_PADDING: Final = 20
_TILE: Final = 20
_TYPE: Final = 14
_AS_WIDE: Final = str.maketrans("♠♥♦♣", "nnnn")
"""Letters that are as wide as the signs of suits, which our own fonts lack."""


def card_rows(view: View[Seen], hand: Mapping[Card, Marked], words: Words) -> list[tuple[Button, ...]]:
    """Return the buttons of the viewer's cards in rows, each with its mark.

    Where a row is too wide for a phone, its lowest marks are shortened.
    """
    cards, whole = list(hand), _whole(hand)
    return [
        _row(view, {card: hand[card] for card in cards[start : start + _WIDE]}, whole, words)
        for start in range(0, len(cards), _WIDE)
    ]


def _whole(hand: Mapping[Card, Marked]) -> Card | None:
    """Return the card with the highest mark, which is not shortened; None if its points alone say as much."""
    best, *others = sorted(hand, key=lambda card: hand[card].mark.rank, reverse=True)
    points = hand[best].mark.points
    return best if any(hand[other].mark.points == points for other in others) else None


def _row(
    view: View[Seen], row: Mapping[Card, Marked], whole: Card | None, words: Words
) -> tuple[Button, ...]:
    cuts = dict.fromkeys(row, 0)
    wide = words.deck != FRENCH and not any(map(words.tile, row))  # with cards in words it never fits
    while True:
        buttons = [_button(view, card, one, cuts[card], words) for card, one in row.items()]
        fits = sum(map(_width, buttons)) + _GAP * (len(row) - 1) <= _ROOM
        long = [card for card in row if cuts[card] < _CUTS and card is not whole]
        if fits or words.aloud or wide or not long:
            return tuple(buttons)
        cuts[min(long, key=lambda card: (cuts[card], row[card].mark.rank))] += 1


def _width(button: Button) -> float:
    """Return the approximate width of a button with a card."""
    text = (button.beside if button.emoji else button.label).translate(_AS_WIDE)
    tile = _TILE + _GAP * bool(text) if button.emoji else 0
    return _PADDING + tile + _TYPE * ems(text)


def _button(view: View[Seen], card: Card, one: Marked, cuts: int, words: Words) -> Button:
    face = card_face(card, words)
    told = _told(one.mark, cuts, words)
    if told:
        marked = words("card.marked", card=face.label, mark=told)
        if len(as_text(marked)) > LABEL:
            marked = words("card.marked", card=face.label, mark=_told(one.mark, _CUTS, words))
        face = Face(marked, face.tile, told)
    if not one.captures:
        return play(view, face, one.leave)
    return ask(view, face, card.text, ButtonStyle.MAIN)


def _told(mark: Mark, cuts: int, words: Words) -> str:
    """Return a mark in words, cut once to the points or the cards that score, twice to the points."""
    # Aloud, two cards have to fit in a line: the next question tells the gain.
    gone = words.aloud or (cuts and (mark.points or not mark.valued or cuts == _CUTS))
    gain = "" if gone else _gain(mark, words)
    first = words("card.scores", n=mark.points) if mark.points else ""
    if mark.takes and not first and not gain:
        first = words("card.can-take")
    told = _beside(words).join(filter(None, (first, gain)))
    if mark.risky and not told:
        return words("cicera.mark.risk")
    return with_risk(told, mark, words)


def _beside(words: Words) -> str:
    """Return the sign between two parts of a mark or of the line about risks."""
    return words("comma" if words.aloud else "between")


def _gain(mark: Mark, words: Words) -> str:
    """Return the gain of a mark for the end of the hand, empty without any."""
    if mark.valued:
        if words.deck == FRENCH:
            return words.plain.cards(mark.valued)
        return words("comma").join(_game_name(card, words) for card in mark.valued)
    if mark.spades:
        return _spades(mark.spades, words)
    return words.count("cicera.cards-taken", mark.cards) if mark.cards else ""


def _game_name(card: Card, words: Words) -> str:
    """Return a short name of a card that scores: a button has no room for a suit of the Italian deck."""
    return words("cicera.line.mata") if card is MATA else words.rank(card)


def _spades(n: int, words: Words) -> str:
    """Return a number of spades in signs."""
    suit = words.suit(Suit.SPADES)
    if words.deck == FRENCH:
        return suit * n
    return suit if n == 1 else words("cicera.mark.spades", suit=suit, n=n)


# Risks


def sweeping(view: View[Seen], hand: Mapping[Card, Marked], words: Words) -> str:
    """Return the line that names a card after which one card could take all that lies there, if any is so."""
    swept = next((card for card, one in hand.items() if one.mark.risky), None)
    if swept is None:
        return ""
    one = hand[swept]
    play = one.captures[0][0] if one.captures else one.leave
    return words("cicera.sweeps", card=words.card(swept), left=_left(view, play, words))


def risk_after(view: View[Seen], capture: Play, mark: Mark, words: Words) -> str:
    """Return the risk of a capture in words, empty without any."""
    return words("choice.leaves", left=_left(view, capture, words)) if mark.risky else ""


def with_risk(label: str, mark: Mark, words: Words) -> str:
    """Return the label of a button with the sign of its risk, if it has one."""
    return words("card.marked", card=label, mark=words("cicera.mark.risk")) if mark.risky else label


def _left(view: View[Seen], play: Play, words: Words) -> str:
    """Return the cards that lie there after a play, as they are swept: their sum, or the only one."""
    after = left_behind(view.seen, play)
    return words.card(after[0]) if len(after) == 1 else str(sum(card.rank for card in after))
