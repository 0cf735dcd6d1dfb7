"""The score sheet of a hand of Ciapano: thirds in cards, the last trick, cappotto, and seats that go out."""

from collections.abc import Iterator

from bot.blocks.counting import counted, part_of
from bot.games.ciapano.picture.moment import NEAR_END
from bot.games.ciapano.picture.worth import drawn, worth
from bot.locale import Words
from bot.pictures.decks.base import palette
from bot.pictures.parts import trick_sheets
from bot.pictures.parts.trick_sheets import Part, ScoreRow, sheet_description
from bot.pictures.sketch.names import people
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.table.pauses import WHOLE
from bot.table.view import View
from engine.ciapano import NAME, Seen, Sheet
from engine.ciapano.scoring import HAND, HAND_POINTS, OUT, plays
from engine.game import Line


def sheet(view: View[Seen], words: Words, style: Style) -> Sketch:
    """Return the score sheet of the hand that was just finished, as far as it has been counted."""
    hand = len(view.seen.sheets)
    part, last = part_of(view, hand), view.seen.sheets[-1]
    title = words("picture.ciapano.sheet.title", hand=hand)
    parts = tuple(_parts(view, words, style, part))
    whole = part == WHOLE
    gone = [
        (person, view.seen.totals[person.seat])
        for person in people(view, words)
        if not plays(view.seen.out, person.seat, hand)
    ]
    names = words("comma").join(
        words("alt.ciapano.gone", name=person.text, n=total) for person, total in gone
    )
    said = words("comma").join(words("alt.ciapano.gone", name=person.said, n=total) for person, total in gone)
    added = words("ciapano.sheet.sum", cards=HAND - last.last, last=last.last) if whole else ""
    told = words("alt.sheet", title=title), "" if whole else words("alt.sheet.counting")
    foot = [f"{added}." if added else "", words("alt.ciapano.out", names=said) if gone else ""]
    lines = [added, *([words("picture.ciapano.sheet.gone", names=names)] if gone else [])]
    return trick_sheets.score_sheet(
        NAME,
        title,
        words("picture.ciapano.sheet.hint", n=OUT),
        parts,
        lines,
        sheet_description(told, parts, foot, style, words),
        style,
        words,
        whole=whole,
    )


def _parts(view: View[Seen], words: Words, style: Style, part: int) -> Iterator[Part]:
    """Yield the score of each player of the hand, as far as it has been counted."""
    seen = view.seen
    sheet = seen.sheets[-1]
    done = counted(sheet.lines, HAND_POINTS, part)
    for person in people(view, words):
        seat = person.seat
        if not plays(seen.out, seat, len(seen.sheets)):
            continue
        rows = tuple(
            _row(line, sheet, words, style)._replace(counted=line in done)
            for line in counted(sheet.lines, HAND_POINTS, WHOLE)
            if line.side == seat
        )
        total, gained = seen.totals[seat], sum(line.points for line in done if line.side == seat)
        left = OUT - total
        if part < WHOLE or seat == seen.winner:
            # The winner of a game is told after its sheet.
            after = ""
        elif seen.out[seat]:
            after = words("picture.ciapano.out")
        elif left > 0:
            after = words("picture.ciapano.sheet.to-go", n=left)
        else:
            after = words("picture.ciapano.tied")
        yield Part(person, total - sheet.score(seat), gained, after, left <= NEAR_END, rows)


def _row(line: Line, sheet: Sheet, words: Words, style: Style) -> ScoreRow:
    """Return the row of a line of the sheet."""
    label = words(f"picture.ciapano.sheet.{line.name}")
    told = earned(line, sheet, words)
    if line.name != "cards":
        return ScoreRow(label, told, line.points, line.cards)
    thirds, high = sheet.thirds[line.side], round(1.25 * trick_sheets.sheet_measures(style).label)
    number = drawn(thirds, 0, 0, high, palette.WHITE)
    said = words("alt.ciapano.counted", worth=worth(thirds, words))
    return ScoreRow(label, told, line.points, line.cards, number, said)


def earned(line: Line, sheet: Sheet, words: Words) -> str:
    """Return the reason for the points of a line, in a few words; empty where thirds make whole points."""
    match line.name:
        case "cards":
            return words("ciapano.earned.dropped") if sheet.thirds[line.side] % 3 else ""
        case "cappotto":
            return words(f"ciapano.earned.cappotto{'' if line.side == sheet.cappotto else '-others'}")
        case _:
            return words(f"ciapano.earned.{line.name}")
