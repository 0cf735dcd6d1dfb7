"""Where plates and cards lie in Ciapano: the first seat below, the next one to its right, and so on."""

from typing import Final, NamedTuple

from bot.pictures.between import Spot
from bot.pictures.sketch import HEIGHT, WIDTH

Point = tuple[int, int]
Area = tuple[int, int, int, int]

WIDE: Final = 74
TALL: Final = 106
"""Pixels of a plate's height, the latter of those at the sides."""
LINES: Final = 150
"""Pixels that the last trick and who took it need."""


class Place(NamedTuple):
    """Where a player's plate begins, how wide and high it is, and where the player's card begins."""

    plate: Point
    width: int
    height: int
    card: Point
    below: bool = False

    @property
    def tall(self) -> bool:
        """Return whether the plate is so narrow that the name has a line of its own."""
        return self.height == TALL

    def dealer(self, *, big: bool) -> Point:
        """Return the middle of the dealer's chip, on the plate's upper edge, clear of the title above."""
        x, y = self.plate
        if big or self.below or self.tall:
            return x + 22, y - 6
        return x + round(0.56 * self.width), y - 3

    def crown(self, size: int) -> Point:
        """Return where the crown of who is ahead begins: above the points."""
        x, y = self.plate
        return x + self.width + 4 - size, y - round(0.55 * size)

    def gain(self, card: int) -> Point:
        """Return the middle of the pill with what a hand brought, at the plate's inner edge."""
        x, y = self.plate
        middle = self.card[0] + card // 2
        if not x + 40 <= middle <= x + self.width - 40:
            middle = x + self.width // 2
        return middle, y - 16 if self.below else y + self.height + 16


class Layout(NamedTuple):
    """Where everything lies: players in turn order, the suit led, what is said where no cards are.

    `card` is the room for a card, `free` the felt between all plates, `last` the box with the last trick and
    `out` the lowest plate of those who are out; the next one stands above it.
    """

    places: tuple[Place, ...]
    card: Point
    led: Point
    said: Point
    last: Area
    out: Area
    free: Area
    height: int = HEIGHT

    def spot(self, taken: Place | None) -> Spot:
        """Return the widest free felt where nobody's card lies but that of `taken` is still to come."""
        x, y, right, below = self.free
        found = [(x, y, right, below)]
        if taken is not None:
            (left, top), (wide, high) = taken.card, self.card
            found = [
                (x, y, right, top),
                (x, top + high, right, below),
                (left + wide, y, right, below),
                (x, y, left, below),
            ]
            found = [area for area in found if area[3] - area[1] >= LINES]
        x, y, right, below = max(found, key=lambda area: area[2] - area[0])
        return Spot((x + right) // 2, (y + below) // 2, right - x - 16)


_BELOW: Final = (230, 479)
_LAST: Final = (458, 432, 214, 120)
_OUT: Final = (8, 502, 214, 46)

NORMAL: Final = {
    2: Layout(
        (
            Place(_BELOW, 220, WIDE, (284, 310), below=True),
            Place((220, 55), 240, WIDE, (284, 137)),
        ),
        card=(112, 157),
        led=(340, 302),
        said=(340, 300),
        last=_LAST,
        out=_OUT,
        free=(130, 133, 550, 471),
    ),
    3: Layout(
        (
            Place(_BELOW, 220, WIDE, (284, 310), below=True),
            Place((422, 55), 240, WIDE, (398, 150)),
            Place((18, 55), 240, WIDE, (170, 150)),
        ),
        card=(112, 157),
        led=(340, 222),
        said=(340, 270),
        last=_LAST,
        out=_OUT,
        free=(130, 133, 550, 471),
    ),
    4: Layout(
        (
            Place(_BELOW, 220, WIDE, (287, 318), below=True),
            Place((516, 239), 156, TALL, (405, 218)),
            Place((220, 55), 240, WIDE, (287, 135)),
            Place((8, 239), 156, TALL, (169, 218)),
        ),
        card=(106, 148),
        led=(340, 300),
        said=(340, 218),
        last=_LAST,
        out=_OUT,
        free=(172, 133, 508, 471),
    ),
    5: Layout(
        (
            Place(_BELOW, 220, WIDE, (290, 328), below=True),
            Place((516, 299), 156, TALL, (408, 282)),
            Place((352, 55), 232, WIDE, (346, 132)),
            Place((96, 55), 232, WIDE, (234, 132)),
            Place((8, 299), 156, TALL, (172, 282)),
        ),
        card=(100, 140),
        led=(340, 300),
        said=(340, 240),
        last=_LAST,
        out=_OUT,
        free=(172, 133, 508, 471),
    ),
}
"""By the number of players still in the game."""


def _strip(y: int) -> tuple[int, int, int, int]:
    return 0, y, WIDTH, 96


BIG: Final = {
    2: Layout(
        (Place((220, 528), 240, 106, (284, 356), below=True), Place((220, 70), 240, 106, (284, 188))),
        card=(112, 157),
        led=(340, 350),
        said=(340, 284),
        last=_strip(648),
        out=(8, 548, 200, 86),
        free=(8, 190, 672, 470),
        height=744,
    ),
    3: Layout(
        (
            Place((220, 484), 240, 106, (284, 314), below=True),
            Place((432, 70), 240, 106, (418, 188)),
            Place((8, 70), 240, 106, (150, 188)),
        ),
        card=(112, 157),
        led=(340, 244),
        said=(340, 300),
        last=_strip(604),
        out=(8, 504, 200, 86),
        free=(8, 190, 672, 470),
        height=700,
    ),
    4: Layout(
        (
            Place((220, 508), 240, 106, (287, 346), below=True),
            Place((452, 206), 220, 106, (509, 324)),
            Place((220, 70), 240, 106, (287, 188)),
            Place((8, 206), 220, 106, (65, 324)),
        ),
        card=(106, 148),
        led=(340, 341),
        said=(340, 410),
        last=_strip(628),
        out=(8, 528, 200, 86),
        free=(8, 190, 672, 470),
        height=724,
    ),
    5: Layout(
        (
            Place((220, 508), 240, 106, (290, 354), below=True),
            Place((470, 206), 202, 106, (521, 324)),
            Place((348, 70), 232, 106, (358, 188)),
            Place((100, 70), 232, 106, (222, 188)),
            Place((8, 206), 202, 106, (59, 324)),
        ),
        card=(100, 140),
        led=(340, 341),
        said=(340, 400),
        last=_strip(628),
        out=(8, 528, 200, 86),
        free=(8, 190, 672, 470),
        height=724,
    ),
}
"""The same for big text."""


def laid_out(players: int, *, big: bool) -> Layout:
    """Return where everything lies with so many players; one alone sits as two do."""
    return (BIG if big else NORMAL)[max(2, players)]
