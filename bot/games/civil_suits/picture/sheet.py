"""The score sheet of a round of Civil Suits: the civil suits, and the cards that cost demerits."""

from collections.abc import Iterator

from bot.blocks.counting import counted, part_of
from bot.locale import Words
from bot.pictures.decks import Deck
from bot.pictures.parts import trick_sheets
from bot.pictures.parts.trick_sheets import Part, ScoreRow, sheet_description
from bot.pictures.sketch.alt import words_aloud
from bot.pictures.sketch.names import people
from bot.pictures.sketch.sketch import Icon, Sketch
from bot.pictures.sketch.style import Style
from bot.table.pauses import WHOLE
from bot.table.view import View
from engine.civil_suits import NAME, Seen, Sheet
from engine.civil_suits.scoring import ROUND_POINTS
from engine.game import Line


def sheet(view: View[Seen], words: Words, style: Style) -> Sketch:
    """Return the score sheet of the round that was just finished, as far as it has been counted."""
    style = style._replace(deck=Deck.CIVIL)
    number = len(view.seen.sheets)
    part = part_of(view, number)
    title = words("picture.civil-suits.sheet.title", round=number)
    parts = tuple(_parts(view, words, style, part))
    suits = words("comma").join(
        words(
            "alt.civil-suits.of",
            name=one.person.said,
            suit=words_aloud(Deck.CIVIL, words).suit(one.mark.suit),
        )
        for one in parts
        if one.mark is not None and one.mark.suit is not None
    )
    whole = part == WHOLE
    told = (
        words("alt.civil-suits.sheet", title=title, suits=suits),
        "" if whole else words("alt.sheet.counting"),
    )
    alt = sheet_description(told, parts, (), style, words)
    hint = words("picture.civil-suits.sheet.hint")
    return trick_sheets.score_sheet(NAME, title, hint, parts, (), alt, style, words, whole=whole)


def _parts(view: View[Seen], words: Words, style: Style, part: int) -> Iterator[Part]:
    """Yield the score of each player in the round, as far as it has been counted."""
    sheet = view.seen.sheets[-1]
    done = {line.name for line in counted(sheet.lines, ROUND_POINTS, part)}
    for person in people(view, words):
        seat = person.seat
        rows = tuple(
            ScoreRow(
                words(f"picture.civil-suits.sheet.{line.name}"),
                words(f"civil-suits.earned.{line.name}"),
                line.points,
                line.cards,
                counted=line.name in done,
            )
            for line in added(sheet, seat, WHOLE)
        )
        suit = sheet.suits[seat]
        mark = Icon(0, 0, 48 if style.big else 42, "civil_suit", suit=suit)
        gained = sum(row.points for row in rows if row.counted)
        yield Part(person, view.seen.totals[seat] - sheet.score(seat), gained, "", False, rows, mark)


def added(sheet: Sheet, seat: int, part: int) -> tuple[Line, ...]:
    """Return the lines of a seat that are counted so far, those of one name added up."""
    groups: dict[str, list[Line]] = {}
    for line in counted(sheet.lines, ROUND_POINTS, part):
        if line.side == seat:
            groups.setdefault(line.name, []).append(line)
    return tuple(
        Line(seat, name, sum(line.points for line in group), sum((line.cards for line in group), ()))
        for name, group in groups.items()
    )
