"""The score sheet of a round of Civil Suits: the civil suits, and the cards that cost demerits."""

from collections.abc import Iterator

from bot.locale import Words
from bot.pictures.decks import SUIT_COLOURS, Deck
from bot.pictures.parts import trick_sheets
from bot.pictures.parts.trick_sheets import Part, ScoreRow, sheet_description
from bot.pictures.sketch.alt import words_aloud
from bot.pictures.sketch.names import people
from bot.pictures.sketch.sketch import Icon, Sketch
from bot.pictures.sketch.style import Style
from bot.table.view import View
from engine.cards import Card
from engine.civil_suits import NAME, Seen
from engine.civil_suits.scoring import MOON, WRONG_MOON


def sheet(view: View[Seen], words: Words, style: Style) -> Sketch:
    """Return the score sheet of the round that was just finished."""
    style = style._replace(deck=Deck.CIVIL)
    title = words("picture.civil-suits.sheet.title", round=len(view.seen.sheets))
    parts = tuple(_parts(view, words, style))
    suits = words("comma").join(
        words(
            "alt.civil-suits.of",
            name=part.person.said,
            suit=words_aloud(Deck.CIVIL, words).suit(part.mark.suit),
        )
        for part in parts
        if part.mark is not None and part.mark.suit is not None
    )
    alt = sheet_description(words("alt.civil-suits.sheet", title=title, suits=suits), parts, "", style, words)
    return trick_sheets.score_sheet(
        NAME, title, words("picture.civil-suits.sheet.hint"), parts, "", alt, style
    )


def _parts(view: View[Seen], words: Words, style: Style) -> Iterator[Part]:
    """Yield the score of each player in the round."""
    sheet = view.seen.sheets[-1]
    for person in people(view, words):
        seat = person.seat
        points: dict[str, int] = {}
        cards: dict[str, tuple[Card, ...]] = {}
        for line in sheet.lines:
            if line.side == seat:
                points[line.name] = points.get(line.name, 0) + line.points
                cards[line.name] = (*cards.get(line.name, ()), *line.cards)
        rows = tuple(
            ScoreRow(
                words(f"picture.civil-suits.sheet.{name}"),
                None if name in (MOON, WRONG_MOON) else n,
                cards[name],
                plain=True,
            )
            for name, n in points.items()
        )
        suit = sheet.suits[seat]
        mark = Icon(0, 0, 52 if style.big else 42, "civil_suit", SUIT_COLOURS[Deck.CIVIL][suit], suit)
        gained = sheet.score(seat)
        yield Part(person, view.seen.totals[seat] - gained, gained, "", False, rows, mark)
