"""The descriptions of the score sheets of the two trick games."""

from collections.abc import Sequence

from bot.locale import Words
from bot.pictures.alt import Naming, aloud, fitting, namings
from bot.pictures.style import Style
from bot.pictures.trick_sheets import Part
from bot.pictures.tricks import number, signed


def description(title: str, parts: Sequence[Part], foot: str, style: Style, words: Words) -> str:
    """Return a sheet in words; where it would be too long, the cards of a suit are named together."""
    heard = aloud(style.deck, words)
    return fitting(
        (title, *(_part(part, naming, heard) for part in parts), foot)
        for naming in namings(style.deck, words)
    )


def _part(part: Part, naming: Naming, words: Words) -> str:
    after = words("comma") + part.after if part.after else ""
    head = words(
        "alt.sheet.part",
        name=part.person.said,
        before=number(part.before),
        n=signed(part.gained),
        total=number(part.before + part.gained),
    )
    rows = [
        words("alt.sheet.row", label=row.said or row.label, n=number(row.points or 0))
        + (f" ({naming(row.cards)})" if row.cards else "")
        for row in part.rows
    ]
    return head + after + (": " + "; ".join(rows) if rows else "") + "."
