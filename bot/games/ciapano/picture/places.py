"""Where plates and cards lie in Ciapano: the first seat below, the next one to its right, and so on."""

from typing import Final, NamedTuple

from bot.pictures.decks import Deck
from bot.pictures.parts.between import Spot
from bot.pictures.sketch.sketch import WIDTH

Pixel = tuple[int, int]
_Area = tuple[int, int, int, int]

_WIDE: Final = 74
TALL: Final = 106
"""Pixels of a plate's height; the second is for plates at the sides."""
LINES: Final = 150
"""Pixels of height for the last trick and its taker."""


class PlayerPlace(NamedTuple):
    """Where a player's plate begins, its width and height, and where the player's card begins."""

    plate: Pixel
    width: int
    height: int
    card: Pixel
    below: bool = False

    @property
    def tall(self) -> bool:
        """Return whether the name has a line of its own, as the plate is narrow."""
        return self.height == TALL

    @property
    def dealer(self) -> Pixel:
        """Return the middle of the dealer's chip, on the plate's upper edge, clear of the title above."""
        x, y = self.plate
        if self.below or self.tall:
            return x + 22, y - 6
        return x + round(0.56 * self.width), y - 3

    def crown(self, size: int) -> Pixel:
        """Return where the leader's crown begins: above the points."""
        x, y = self.plate
        return x + self.width + 4 - size, y - round(0.55 * size)


class Layout(NamedTuple):
    """Where everything lies: players in turn order, the suit led, the last trick, the seats that are out.

    `card` is the room for a card, `free` the felt between all plates, `last` the box with the last trick and
    `out` the lowest plate of a seat that is out; the next one stands above it.
    """

    places: tuple[PlayerPlace, ...]
    card: Pixel
    led: Pixel
    last: _Area
    out: _Area
    free: _Area

    def spot(self, taken: PlayerPlace) -> Spot:
        """Return the widest felt beside the place of `taken`'s card, which is still to come."""
        (x, y, right, below), (left, top), (wide, high) = self.free, taken.card, self.card
        found = [
            (x, y, right, top),
            (x, top + high, right, below),
            (left + wide, y, right, below),
            (x, y, left, below),
        ]
        tall = (area for area in found if area[3] - area[1] >= LINES)
        x, y, right, below = max(tall, key=lambda area: area[2] - area[0])
        return Spot((x + right) // 2, (y + below) // 2, right - x - 16)


_CARDS: Final = {2: (112, 157), 3: (112, 157), 4: (106, 148), 5: (100, 140)}
"""The room for a card, by the number of players who are still in the game."""


def _normal(led: int, *places: PlayerPlace) -> Layout:
    """Return a table with these places and the suit led at the height `led`."""
    edge = 172 if any(place.tall for place in places) else 130
    return Layout(
        places,
        card=_CARDS[len(places)],
        led=(WIDTH // 2, led),
        last=(458, 432, 214, 120),
        out=(8, 502, 214, 46),
        free=(edge, 133, WIDTH - edge, 471),
    )


LAYOUTS: Final = {
    2: _normal(
        302,
        PlayerPlace((230, 479), 220, _WIDE, (284, 310), below=True),
        PlayerPlace((220, 55), 240, _WIDE, (284, 137)),
    ),
    3: _normal(
        222,
        PlayerPlace((230, 479), 220, _WIDE, (284, 310), below=True),
        PlayerPlace((422, 55), 240, _WIDE, (398, 150)),
        PlayerPlace((18, 55), 240, _WIDE, (170, 150)),
    ),
    4: _normal(
        300,
        PlayerPlace((230, 479), 220, _WIDE, (287, 318), below=True),
        PlayerPlace((516, 239), 156, TALL, (405, 218)),
        PlayerPlace((220, 55), 240, _WIDE, (287, 135)),
        PlayerPlace((8, 239), 156, TALL, (169, 218)),
    ),
    5: _normal(
        300,
        PlayerPlace((230, 479), 220, _WIDE, (290, 328), below=True),
        PlayerPlace((516, 299), 156, TALL, (408, 282)),
        PlayerPlace((352, 55), 232, _WIDE, (346, 132)),
        PlayerPlace((96, 55), 232, _WIDE, (234, 132)),
        PlayerPlace((8, 299), 156, TALL, (172, 282)),
    ),
}
"""By the number of players who are still in the game."""

ROW_GAP: Final = 8
"""Pixels around the plates of a row, and between them."""
TOP: Final = 22
"""Pixels above them, for chip and crown."""
_ROW: Final = 84
"""Pixels of such a plate's height."""
_BIG_ROW: Final = 104
"""The same with big text."""


def row_room(deck: Deck) -> Pixel:
    """Return the width and height of the room for a card in such a row; Italian ones are long and narrow."""
    return 112, 177 if deck is Deck.ITALIAN else 157


def in_a_row(players: int, deck: Deck, *, big: bool) -> tuple[PlayerPlace, ...]:
    """Return the places of players side by side, each card below its plate."""
    row, (room, _) = _BIG_ROW if big else _ROW, row_room(deck)
    wide = (WIDTH - ROW_GAP) // players - ROW_GAP
    plates = [ROW_GAP + number * (wide + ROW_GAP) for number in range(players)]
    return tuple(
        PlayerPlace((x, TOP), wide, row, (x + (wide - room) // 2, TOP + row + ROW_GAP), below=True)
        for x in plates
    )
