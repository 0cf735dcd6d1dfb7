"""The small signs of pictures and emoji, each on a grid of 100 × 100: powers, sides, marks of a table.

A function returns markup to be placed with `on_grid`; `icon` returns a whole picture by name.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base import backs, ornaments, palette, signs
from bot.pictures.decks.base.deck import CIVIL_INSIDES, SUIT_LIGHTS, TILE_COLOURS, TINTS, Deck
from bot.pictures.decks.base.drawing import (
    at,
    circle,
    group,
    on_grid,
    path,
    polygon,
    rect,
    ring,
    stroked,
    svg,
)
from bot.pictures.decks.base.glyphs import SANS, SLAB, centred
from bot.pictures.decks.french.pips import pip
from engine.cards import Suit

CHIP_EDGE: Final = "#d8b878"


def eye(colour: str = palette.INTELLIGENCE) -> str:
    """Return the eye of Intelligence."""
    return path(
        "M2 50Q24 18 50 18Q76 18 98 50Q76 82 50 82Q24 82 2 50Z"
        "M14 50Q30 71 50 71Q70 71 86 50Q70 29 50 29Q30 29 14 50Z",
        colour,
        fill_rule="evenodd",
    ) + circle(50, 50, 17, colour)


def hammer(colour: str = palette.MIGHT) -> str:
    """Return the hammer of Might, aslant: an upright one is read as a T."""
    head, handle = rect(-42, -56, 84, 44, colour, 9), rect(-10, -20, 20, 80, colour, 8)
    return at(42, 58, head, handle, scale=0.86, turn=45)


def star(colour: str = palette.MAGIC) -> str:
    """Return the four-pointed star of Magic."""
    return path("M50 1Q56 44 99 50Q56 56 50 99Q44 56 1 50Q44 44 50 1Z", colour)


def _demerits(colour: str = palette.WHITE) -> str:
    """Return the sign of demerits: a weight, of which one has as little as possible."""
    return ring(50, 22, 15, colour, 10) + path(
        "M27 38H73Q78 38 79 43L94 90Q96 97 89 97H11Q4 97 6 90L21 43Q22 38 27 38Z", colour
    )


def disc(colour: str = palette.DISC) -> str:
    """Return the mark of the first side."""
    return circle(50, 50, 40, colour)


def diamond(colour: str = palette.DIAMOND) -> str:
    """Return the mark of the second side."""
    return polygon(((50, 4), (96, 50), (50, 96), (4, 50)), colour)


def _dealer() -> str:
    """Return the dealer's chip, cream with a D."""
    return (
        circle(50, 50, 48, palette.CREAM)
        + ring(50, 50, 45, palette.GOLD_DARK, 6)
        + circle(50, 50, 38, palette.FACE)
        + ring(50, 50, 36, CHIP_EDGE, 2.5)
        + centred(SANS, "D", 50, 69, 38, palette.INK)
    )


def _first() -> str:
    """Return the chip of the first player, gold with a 1."""
    return (
        circle(50, 50, 48, palette.GOLD_DARK)
        + circle(50, 50, 42, palette.DISC)
        + centred(SANS, "1", 50, 71, 42, palette.INK)
    )


def suit(suit: Suit = Suit.SPADES, colour: str = palette.WHITE) -> str:
    """Return the French sign of `suit`."""
    return pip(suit, 50, 50, 92, colour)


def _sign(suit: Suit = Suit.SPADES, colour: str = palette.WHITE) -> str:
    """Return the Italian sign of `suit`."""
    return signs.sign(suit, 50, 50, 92, colour)


def banned(suit: Suit = Suit.SPADES, colour: str = palette.WHITE) -> str:
    """Return the sign of `suit` before a slash: a slash across it would leave little of a diamond."""
    return stroked("M6 94L94 6", palette.NEAR, 13) + pip(suit, 50, 50, 76, colour)


def _computer(colour: str = palette.DIAMOND) -> str:
    """Return the mark of a computer player: a friendly small robot."""
    return (
        stroked("M50 24V10", colour, 6)
        + circle(50, 9, 7, colour)
        + rect(2, 46, 12, 26, colour, 6)
        + rect(86, 46, 12, 26, colour, 6)
        + path(
            "M30 22H70Q86 22 86 38V78Q86 94 70 94H30Q14 94 14 78V38Q14 22 30 22Z"
            "M24 50a11 11 0 1 0 22 0a11 11 0 1 0 -22 0Z"
            "M54 50a11 11 0 1 0 22 0a11 11 0 1 0 -22 0Z"
            "M34 71Q30 71 32 75Q38 85 50 85Q62 85 68 75Q70 71 66 71Z",
            colour,
            fill_rule="evenodd",
        )
    )


def arrow(colour: str = palette.WHITE) -> str:
    """Return an arrow to the right, for *took*."""
    return stroked("M8 50H88M58 20L90 50L58 80", colour, 12)


def arrow_left(colour: str = palette.WHITE) -> str:
    """Return an arrow to the left."""
    return group("rotate(180 50 50)", arrow(colour))


def arrow_up(colour: str = palette.WHITE) -> str:
    """Return an arrow upwards, which is across the table."""
    return group("rotate(-90 50 50)", arrow(colour))


def crown(colour: str = palette.DISC) -> str:
    """Return the leader's crown, with a dark edge that it keeps on any ground."""
    tips = ((11, 30), (50, 15), (89, 30))
    return (
        "".join(circle(x, y, 12.5, palette.INK) for x, y in tips)
        + path(
            "M20 86L10 32L32 52L50 16L68 52L90 32L80 86Z",
            colour,
            stroke=palette.INK,
            stroke_width=9,
            stroke_linejoin="round",
        )
        + "".join(circle(x, y, 8, colour) for x, y in tips)
    )


def medal(colour: str = palette.DISC) -> str:
    """Return a sun-shaped medal, its middle free for a number."""
    return ornaments.sun(50, 50, 33, 50, 10, colour, 0.98) + circle(50, 50, 36, colour)


def _sun(colour: str = palette.GOLD) -> str:
    """Return the sun of a scua: rays round a free middle."""
    return ornaments.sun(50, 50, 30, 50, 22, colour)


def _burst(colour: str = palette.FELTS["cicera"].accent) -> str:
    """Return the long thin rays behind the sun of a scua."""
    return ornaments.sun(50, 50, 20, 50, 22, colour, 0.4)


def _rays(colour: str = palette.FELTS["cicera"].watermark) -> str:
    """Return the rays of a large sun, to lie behind the emblem."""
    return ornaments.sun(50, 50, 14, 50, 22, colour, 0.4)


def corona(colour: str = palette.FELTS["cicera"].accent) -> str:
    """Return the strong rays round the emblem at the end of a game."""
    return ornaments.sun(50, 50, 29, 50, 16, colour, 0.8)


def piece_lozenge(colour: str = palette.DISC) -> str:
    """Return a lozenge of confetti."""
    return polygon(((50, 2), (82, 50), (50, 98), (18, 50)), colour)


def piece_strip(colour: str = palette.DISC) -> str:
    """Return a strip of confetti, aslant."""
    return polygon(((66, 4), (94, 24), (34, 96), (6, 76)), colour)


def piece_curl(colour: str = palette.DISC) -> str:
    """Return a curled strip of confetti."""
    return stroked("M8 70C22 20 40 20 48 50S76 82 92 32", colour, 17)


def ribbon_left() -> str:
    """Return the left end of a ribbon, with the fold behind it."""
    return polygon(((0, 0), (100, 0), (100, 100), (0, 100), (26, 50)), palette.GOLD) + polygon(
        ((72, 86), (100, 86), (100, 100)), palette.GOLD_DARK
    )


def ribbon_right() -> str:
    """Return the right end of a ribbon, with the fold behind it."""
    return group("translate(100 0) scale(-1 1)", ribbon_left())


def _emblem() -> str:
    """Return the lioness in a gold sun."""
    return ornaments.emblem(50, 50, 50)


def _small_card(ground: str, edge: str, *parts: str) -> str:
    return rect(16, 2, 68, 96, ground, 12, stroke=edge, stroke_width=4) + "".join(parts)


def secret() -> str:
    """Return the small card of a secret civil suit: a gold ? on night blue."""
    return _small_card(palette.NIGHT, palette.GOLD, centred(SLAB, "?", 50, 73, 46, palette.GOLD))


def _looked() -> str:
    """Return the small card of a secret civil suit that a champion has looked at: an eye on night blue."""
    return _small_card(palette.NIGHT, palette.GOLD, on_grid(50, 50, 56, eye()))


def _civil_suit(suit: Suit = Suit.SPADES) -> str:
    """Return the small card of a public civil suit, in the colours of its tiles."""
    tint, colour = TINTS[Deck.CIVIL][suit], TILE_COLOURS[Deck.CIVIL][suit]
    return _small_card(tint, colour, pip(suit, 50, 50, 54, colour))


def _trump(suit: Suit = Suit.HEARTS) -> str:
    """Return the sign of a suit of Civil Suits for a dark ground."""
    inside = TINTS[Deck.CIVIL][suit] if suit in CIVIL_INSIDES else ""
    return pip(suit, 50, 50, 92, SUIT_LIGHTS[Deck.CIVIL][suit], inside=inside)


def _back() -> str:
    """Return a small card back."""
    return backs.mini()


def _pile() -> str:
    """Return three small backs, one above the other."""
    small = group("translate(50 50) scale(.86) translate(-50 -50)", backs.mini())
    return "".join(group(f"translate({x} {y})", small) for x, y in ((-13, 7), (-4, 0), (5, -7)))


ICONS: Final[Mapping[str, Callable[..., str]]] = MappingProxyType(
    {
        "intelligence": eye,
        "might": hammer,
        "magic": star,
        "demerits": _demerits,
        "side_disc": disc,
        "side_diamond": diamond,
        "dealer": _dealer,
        "first": _first,
        "suit": suit,
        "sign": _sign,
        "banned": banned,
        "computer": _computer,
        "arrow": arrow,
        "arrow_left": arrow_left,
        "arrow_up": arrow_up,
        "crown": crown,
        "medal": medal,
        "flame": ornaments.flame,
        "sun": _sun,
        "burst": _burst,
        "rays": _rays,
        "corona": corona,
        "piece_lozenge": piece_lozenge,
        "piece_strip": piece_strip,
        "piece_curl": piece_curl,
        "ribbon_left": ribbon_left,
        "ribbon_right": ribbon_right,
        "emblem": _emblem,
        "secret": secret,
        "looked": _looked,
        "civil_suit": _civil_suit,
        "trump": _trump,
        "back": _back,
        "pile": _pile,
    }
)
"""Every sign by name."""


def icon(name: str, **options: str) -> str:
    """Return the sign `name` as a picture of 100 × 100; `options` are its function's: `colour`, `suit`."""
    return svg(100, 100, ICONS[name](**options))
