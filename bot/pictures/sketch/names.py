"""Names of people as a picture can draw them; in messages Discord draws them in any script.

Only letters that a font has are left of a name: other scripts and emoji are never drawn as boxes. Where too
little is left, the picture says the number of the seat, and the message the name.
"""

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from bot.locale import Words
from bot.locale.names import clean, isolated, shortened
from bot.pictures.sketch.fonts import Font, draws
from bot.store import is_former
from bot.table.view import AnyView

NAME_LETTERS: Final = 14
"""Letters of a name in a picture, at most, whatever the room."""
TEAM_LETTERS: Final = 24
"""Letters of a team's name in a picture, at most."""
SAID_LETTERS: Final = 32
"""Letters of a name in a description, at most; Discord allows no longer ones."""


class Drawable(NamedTuple):
    """A text with the font that has all of its letters."""

    text: str
    font: Font


@lru_cache(4096)
def drawable(name: str, most: int = NAME_LETTERS) -> Drawable | None:
    """Return the part of a name that can be drawn, at most so long; None where that is less than half."""
    # Marks that are still apart after NFKC would pile up out of the plate.
    letters = [letter for letter in _plain(name) if unicodedata.category(letter)[0] != "M"]
    # A name of signs only, such as ^_^, is measured by its signs.
    counts = str.isalnum if any(map(str.isalnum, letters)) else _is_sign
    meant = sum(map(counts, letters))
    for font in (Font.BOLD, Font.SCRIPTS):
        kept = [letter for letter in letters if letter == " " or draws(font, letter)]
        text = " ".join("".join(kept).split())
        if text and 2 * sum(map(counts, kept)) >= meant:
            return Drawable(shortened(text, most), font)
    return None


@lru_cache(4096)
def name_aloud(name: str) -> str:
    """Return a name for a description: in any script, without invisible letters; it may be empty."""
    return isolated(shortened(_plain(name), SAID_LETTERS))


def _plain(name: str) -> str:
    """Return the visible part of a name in plain letters; NFKC makes them of 𝓐𝓷𝓷."""
    return clean(unicodedata.normalize("NFKC", name))


def _is_sign(letter: str) -> bool:
    """Return whether a letter leaves a trace of its own."""
    return unicodedata.category(letter)[0] not in "CZ"


class Person(NamedTuple):
    """The person at a seat as a picture shows them; `said` is the name for its description.

    On a leaderboard `seat` is the member's id. `computer` is true where a computer plays the seat, `free`
    where nobody sits there, though the seat may be kept for them, `undrawn` where the name cannot be drawn
    and the seat's number stands for it.
    """

    seat: int
    text: str
    font: Font
    said: str
    computer: bool = False
    free: bool = False
    undrawn: bool = False


def person_at(view: AnyView, seat: int, words: Words) -> Person:
    """Return the person at `seat`."""
    row = view.at(seat)
    kept = next((name for reserved, _, name in view.reserved if reserved == seat), None)
    if kept is not None:
        number = words("picture.seat", number=seat + 1)
        text, font = drawable(kept) or Drawable(number, Font.BOLD)
        return Person(seat, text, font, words("alt.kept", name=name_aloud(kept) or number), free=True)
    if row is None:
        free = words("picture.free")
        return Person(seat, free, Font.BOLD, free, free=True)
    number = words("picture.seat", number=seat + 1)
    named, drawn = name_aloud(row.name), drawable(row.name)
    if not row.name:
        named = words("name.former")
        drawn = Drawable(named, Font.BOLD)
    elif drawn is None:
        named = words("picture.seat-of", seat=number, name=named) if named else number
    elif [name_aloud(other.name) for other in view.seats].count(named) > 1:
        # In the picture their places tell them apart.
        named = f"{named} ({seat + 1})"
    said = named if row.present else words("alt.computer", name=named)
    text, font = drawn or Drawable(number, Font.BOLD)
    return Person(seat, text, font, said, computer=not row.present, undrawn=drawn is None)


def member(user_id: int, name: str, words: Words) -> Person:
    """Return a member of a server; `name` is empty if it is not known."""
    if is_former(user_id) and not name:
        former = words("name.former")
        return Person(user_id, former, Font.BOLD, former)
    some = words("picture.member")
    text, font = drawable(name) or Drawable(some, Font.BOLD)
    return Person(user_id, text, font, name_aloud(name) or some, undrawn=drawable(name) is None)


def people(view: AnyView, words: Words) -> tuple[Person, ...]:
    """Return the people at the table, in seat order."""
    return tuple(
        person_at(view, seat, words) for seat in sorted(seat for side in view.sides for seat in side)
    )
