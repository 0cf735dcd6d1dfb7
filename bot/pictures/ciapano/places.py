"""Where plates and cards lie in Ciapano: the first seat below, the next one to its right, and so on."""

from typing import Final, NamedTuple

from bot.pictures.sketch import HEIGHT, WIDTH

Point = tuple[int, int]


class Place(NamedTuple):
    """Where a player's plate begins and how wide it is, and where the player's card begins."""

    plate: Point
    width: int
    card: Point
    below: bool = False

    def dealer(self, *, big: bool) -> Point:
        """Return the middle of the dealer's chip: on the plate's upper edge or at a corner."""
        x, y = self.plate
        if self.below:
            return x + 2, y - 2
        return x + (self.width - 20 if big else round(0.56 * self.width)), y - 1

    def gain(self, plate: int, card: int) -> Point:
        """Return the middle of the pill with what a hand brought, at the plate's inner edge."""
        x, y = self.plate
        middle = self.card[0] + card // 2
        if not x + 40 <= middle <= x + self.width - 40:
            middle = x + self.width // 2
        return middle, y - 16 if self.below else y + plate + 16


class Layout(NamedTuple):
    """Where everything lies: players in turn order, the suit led, what is said where no cards are.

    `card` is the room for a card, `plate` a plate's height, `last` the box with the last trick and `out` the
    lowest plate of those who are out; the next one stands above it.
    """

    places: tuple[Place, ...]
    card: Point
    plate: int
    led: Point
    said: Point
    last: tuple[int, int, int, int]
    out: tuple[int, int, int, int]
    height: int = HEIGHT


_BELOW: Final = (240, 479)
_LAST: Final = (452, 438, 220, 112)
_OUT: Final = (12, 502, 214, 46)

NORMAL: Final = {
    2: Layout(
        (Place(_BELOW, 200, (284, 310), below=True), Place((240, 55), 200, (284, 137))),
        card=(112, 157),
        plate=74,
        led=(340, 302),
        said=(340, 300),
        last=_LAST,
        out=_OUT,
    ),
    3: Layout(
        (
            Place(_BELOW, 200, (284, 310), below=True),
            Place((462, 55), 200, (398, 150)),
            Place((18, 55), 200, (170, 150)),
        ),
        card=(112, 157),
        plate=74,
        led=(340, 222),
        said=(340, 270),
        last=_LAST,
        out=_OUT,
    ),
    4: Layout(
        (
            Place(_BELOW, 200, (287, 318), below=True),
            Place((516, 255), 156, (405, 218)),
            Place((240, 55), 200, (287, 135)),
            Place((8, 255), 156, (169, 218)),
        ),
        card=(106, 148),
        plate=74,
        led=(340, 300),
        said=(340, 218),
        last=_LAST,
        out=_OUT,
    ),
    5: Layout(
        (
            Place(_BELOW, 200, (290, 328), below=True),
            Place((516, 315), 156, (408, 282)),
            Place((374, 55), 200, (346, 132)),
            Place((106, 55), 200, (234, 132)),
            Place((8, 315), 156, (172, 282)),
        ),
        card=(100, 140),
        plate=74,
        led=(340, 300),
        said=(340, 240),
        last=_LAST,
        out=_OUT,
    ),
}
"""By the number of players still in the game."""


def _strip(y: int) -> tuple[int, int, int, int]:
    return 0, y, WIDTH, 96


BIG: Final = {
    2: Layout(
        (Place((220, 528), 240, (284, 356), below=True), Place((220, 70), 240, (284, 188))),
        card=(112, 157),
        plate=106,
        led=(340, 350),
        said=(340, 284),
        last=_strip(648),
        out=(8, 548, 200, 86),
        height=744,
    ),
    3: Layout(
        (
            Place((220, 484), 240, (284, 314), below=True),
            Place((432, 70), 240, (418, 188)),
            Place((8, 70), 240, (150, 188)),
        ),
        card=(112, 157),
        plate=106,
        led=(340, 244),
        said=(340, 300),
        last=_strip(604),
        out=(8, 504, 200, 86),
        height=700,
    ),
    4: Layout(
        (
            Place((220, 508), 240, (287, 346), below=True),
            Place((452, 206), 220, (509, 324)),
            Place((220, 70), 240, (287, 188)),
            Place((8, 206), 220, (65, 324)),
        ),
        card=(106, 148),
        plate=106,
        led=(340, 341),
        said=(340, 410),
        last=_strip(628),
        out=(8, 528, 200, 86),
        height=724,
    ),
    5: Layout(
        (
            Place((220, 508), 240, (290, 354), below=True),
            Place((470, 206), 202, (521, 324)),
            Place((348, 70), 232, (358, 188)),
            Place((100, 70), 232, (222, 188)),
            Place((8, 206), 202, (59, 324)),
        ),
        card=(100, 140),
        plate=106,
        led=(340, 341),
        said=(340, 400),
        last=_strip(628),
        out=(8, 528, 200, 86),
        height=724,
    ),
}
"""The same for big text."""


def laid_out(players: int, *, big: bool) -> Layout:
    """Return where everything lies with so many players; one alone sits as two do."""
    return (BIG if big else NORMAL)[max(2, players)]
