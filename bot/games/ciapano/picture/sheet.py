"""The score sheet of a hand of Ciapano: thirds in cards, the last trick, cappotto, and seats that go out."""

from collections.abc import Iterator

from bot.games.ciapano.picture.moment import NEAR_END
from bot.games.ciapano.picture.worth import drawn, worth
from bot.locale import Words
from bot.pictures.decks.base import palette
from bot.pictures.parts import trick_sheets
from bot.pictures.parts.trick_sheets import Part, ScoreRow, sheet_description
from bot.pictures.sketch.names import people
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.table.view import View
from engine.ciapano import NAME, Seen
from engine.ciapano.scoring import OUT, plays


def sheet(view: View[Seen], words: Words, style: Style) -> Sketch:
    """Return the score sheet of the hand that was just finished."""
    hand = len(view.seen.sheets)
    title = words("picture.ciapano.sheet.title", hand=hand)
    parts = tuple(_parts(view, words, hand, style))
    gone = [
        (person, view.seen.totals[person.seat])
        for person in people(view, words)
        if not plays(view.seen.out, person.seat, hand)
    ]
    said = words("comma").join(words("alt.ciapano.gone", name=person.said, n=total) for person, total in gone)
    foot = words("alt.ciapano.out", names=said) if gone else ""
    drawn = words("comma").join(
        words("alt.ciapano.gone", name=person.text, n=total) for person, total in gone
    )
    return trick_sheets.score_sheet(
        NAME,
        title,
        words("picture.ciapano.sheet.hint", n=OUT),
        parts,
        words("picture.ciapano.sheet.gone", names=drawn) if gone else "",
        sheet_description(words("alt.sheet", title=title), parts, foot, style, words),
        style,
    )


def _parts(view: View[Seen], words: Words, hand: int, style: Style) -> Iterator[Part]:
    """Yield the score of each player of the hand."""
    seen = view.seen
    sheet = seen.sheets[-1]
    for person in people(view, words):
        seat = person.seat
        if not plays(seen.out, seat, hand):
            continue
        total, gained = seen.totals[seat], sheet.score(seat)
        rows = []
        for line in sheet.lines:
            if line.side == seat:
                label = words(f"picture.ciapano.sheet.{line.name}")
                if line.name != "cards":
                    rows.append(ScoreRow(label, line.points, line.cards))
                    continue
                thirds, high = sheet.thirds[seat], round(1.25 * trick_sheets.sheet_measures(style).label)
                number = drawn(thirds, 0, 0, high, palette.WHITE)
                counted = words("alt.ciapano.counted", worth=worth(thirds, words))
                rows.append(ScoreRow(label, line.points, line.cards, number, counted, plain=True))
        left = OUT - total
        if seen.out[seat]:
            after = words("picture.ciapano.out")
        elif left > 0:
            after = words("picture.ciapano.sheet.to-go", n=left)
        else:
            after = words("picture.ciapano.tied")
        yield Part(person, total - gained, gained, after, left <= NEAR_END, tuple(rows))
