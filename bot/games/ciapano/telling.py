"""The score sheet of a hand of Ciapano in words, and thirds of a point."""

from bot.blocks.blocks import lines
from bot.blocks.counting import counted, part_of, sheet_line, side_total, small_lines
from bot.games.ciapano.picture.sheet import earned
from bot.games.ciapano.picture.worth import worth
from bot.locale import Words
from bot.pictures.sketch.alt import some_cards
from bot.table.pauses import WHOLE
from bot.table.view import View
from engine.ciapano import Seen, Sheet
from engine.ciapano.scoring import HAND, HAND_POINTS, plays
from engine.game import Line


def thirds(n: int, words: Words) -> str:
    """Return thirds of a point as a whole number and a fraction, as people write or as they say them."""
    if words.aloud:
        return worth(n, words)
    whole, left = divmod(n, 3)
    fraction = words(f"ciapano.thirds.{left}") if left else ""
    return f"{whole or ''}{fraction}" or "0"


def account(sheet: Sheet, number: int, before: list[int], view: View[Seen], words: Words) -> str:
    """Return the counted part of the sheet of hand `number`; `before` are the totals at its start."""
    part = part_of(view, number)
    done = counted(sheet.lines, HAND_POINTS, part)
    parts = []
    for seat, total in enumerate(before):
        if plays(view.seen.out, seat, number):
            mine = [line for line in done if line.side == seat]
            parts.append(side_total(view, seat, total, sum(line.points for line in mine), words))
            parts += small_lines([_sheet_line(line, sheet, words) for line in mine], words)
    if part < WHOLE:
        return lines(*parts, words("sheet.counting"))
    parts.append(words("small", told=words("ciapano.sheet.sum", cards=HAND - sheet.last, last=sheet.last)))
    # The cost of cards is explained until everybody has seen a sheet.
    return lines(*parts, words("ciapano.ranks") if number == 1 else "")


def _sheet_line(line: Line, sheet: Sheet, words: Words) -> str:
    """Return a line of the sheet: its points, their reason, and the cards."""
    name = words(f"picture.ciapano.sheet.{line.name}")
    if line.name == "cards":
        name = words("ciapano.sheet.cards", thirds=thirds(sheet.thirds[line.side], words))
    cards = some_cards(line.cards, words.cards, words)
    return sheet_line(name, line.points, earned(line, sheet, words), cards, words)
