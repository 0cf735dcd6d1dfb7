"""Names of people as a picture can draw them; in messages Discord draws them in any script.

What is left of a name is what a font has: letters of other scripts and emoji are never drawn as boxes.
Where too little is left, the picture says the seat, and the message who sits there.
"""

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures.fonts import Font, draws
from bot.shown import AnyShown

LETTERS: Final = 14
"""So long a name may be in a picture, whatever the room."""


class Drawable(NamedTuple):
    """A text with the font that has all of its letters."""

    text: str
    font: Font


@lru_cache(4096)
def drawable(name: str) -> Drawable | None:
    """Return what can be drawn of a name; None where that is less than half of its letters."""
    # NFKC turns 𝓐𝓷𝓷 into letters. Marks that are still apart after it would be piled up out of the plate.
    letters = [letter for letter in unicodedata.normalize("NFKC", name) if _is_visible(letter)]
    meant = sum(map(str.isalnum, letters))
    for font in (Font.BOLD, Font.SCRIPTS):
        kept = [
            letter if not letter.isspace() else " "
            for letter in letters
            if letter.isspace() or draws(font, letter)
        ]
        text = " ".join("".join(kept).split())
        if text and 2 * sum(map(str.isalnum, text)) >= max(meant, 1):
            return Drawable(text if len(text) <= LETTERS else text[: LETTERS - 1].rstrip() + "…", font)
    return None


def _is_visible(letter: str) -> bool:
    """Return whether a letter is drawn by itself: no control, no direction override, no combining mark."""
    return letter.isspace() or unicodedata.category(letter)[0] not in "CMZ"


class Person(NamedTuple):
    """Who sits at a seat as a picture shows them; `said` is the name for its description.

    `computer` is true where a computer plays the seat, `free` where nobody sits there, `undrawn` where the
    name cannot be drawn and the seat's number stands for it.
    """

    seat: int
    text: str
    font: Font
    said: str
    computer: bool = False
    free: bool = False
    undrawn: bool = False


def person(shown: AnyShown, seat: int, words: Words) -> Person:
    """Return who sits at `seat`."""
    row = shown.at(seat)
    if row is None:
        free = words("picture.free")
        return Person(seat, free, Font.BOLD, free, free=True)
    if not row.person:
        named = words("seat.computer", number=seat + 1)
        return Person(seat, named, Font.BOLD, named, computer=True)
    said = " ".join(row.name.split())
    if not row.present:
        said = words("seat.held", name=said)
    drawn = drawable(row.name)
    if drawn is None:
        number = words("picture.seat", number=seat + 1)
        both = words("picture.seat-of", seat=number, name=said)
        return Person(seat, number, Font.BOLD, both, computer=not row.present, undrawn=True)
    return Person(seat, drawn.text, drawn.font, said, computer=not row.present)


def people(shown: AnyShown, words: Words) -> tuple[Person, ...]:
    """Return who sits at each seat of the table, in seat order."""
    return tuple(person(shown, seat, words) for seat in sorted(seat for side in shown.sides for seat in side))
