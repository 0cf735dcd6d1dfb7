"""The deck of Civil Suits: French number cards in gray and blue, challengers with their powers, Minions.

Hearts and diamonds are both blue (V3): hearts are light inside, so that nobody takes one for the other.
"""

from typing import Final

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.deck import CIVIL_INSIDES
from bot.pictures.decks.base.drawing import at, clipped, group, on_grid, rect, stroked
from bot.pictures.decks.base.glyphs import SLAB, glyph_text
from bot.pictures.decks.civil.minions import minion
from bot.pictures.decks.french import french
from bot.pictures.decks.french.courts import figure
from bot.pictures.decks.tiles.icons import eye, hammer, star
from engine.cards import Card, Rank, Suit
from engine.civil_suits.options import CHALLENGERS, Numbers, Options

BAND: Final = 252
"""The y of the power band's upper edge; it reaches to the lower edge of the card."""


def _band(powers: Numbers) -> str:
    """Return the power band: three cells, each with an icon and a number."""
    cells = zip((3, 81, 159), (eye, hammer, star), powers, strict=True)
    drawn = "".join(
        on_grid(x + 19, BAND + 41, 33, icon())
        + glyph_text(SLAB, str(power), x + 40, BAND + 65, 47, palette.WHITE, most=34)
        for x, icon, power in cells
    )
    dividers = stroked(f"M81 {BAND + 16}V320M159 {BAND + 16}V320", palette.FELTS["civil-suits"].ground, 2)
    return rect(0, BAND, 240, 84, palette.INK) + dividers + drawn


def _middle(card: Card, suit: Suit, colour: str, light: str) -> str:
    if card.rank == Rank.ACE:
        return at(132, 138, group("translate(-120 -168)", french.ace(suit, colour, light)), scale=0.86)
    return at(-30, -5, figure(card, suit), scale=1.19)


def face(card: Card, suit: Suit | None, colour: str, powers: Numbers | None) -> str:
    """Return a card of Civil Suits; `powers` are a challenger's, None for the rule book's."""
    if suit is None:
        return french.ground(minion(card))
    light = CIVIL_INSIDES.get(suit, "")
    if card not in CHALLENGERS:
        return french.face(card, suit, colour, light)
    inside = rect(3, 3, 234, 330, palette.INK, 15)
    numbers = _band(powers or Options().numbers(card))
    return french.ground(
        clipped("inside", inside, _middle(card, suit, colour, light), numbers),
        french.index(french.rank_letters(card.rank), suit, colour, light),
    )
