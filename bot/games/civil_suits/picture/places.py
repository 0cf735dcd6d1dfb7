"""Where plates and cards lie in Civil Suits: seat 0 below, the next player to its left."""

from typing import Final, NamedTuple

from bot.pictures.parts.between import Spot

Pixel = tuple[int, int]
Area = tuple[int, int, int, int]


class Layout(NamedTuple):
    """Where everything lies, by seat: plates, the middle of cards, and the sentence about the trick.

    `card` and `tied` are the heights of a card, the latter where challengers are added after a tie; `waiting`
    is for the cards that the trick's taker gets besides, `aside` for those that Magic sets aside; `free` is
    the felt beside the place of a seat's card while no card lies there.
    """

    plates: tuple[Pixel, ...]
    plate: Pixel
    cards: tuple[Pixel, ...]
    card: int
    tied: int
    tie: tuple[Pixel, ...]
    said: Pixel
    free: tuple[Spot, ...]
    waiting: Area
    aside: Area
    strip: tuple[int, int]

    def dealer(self, seat: int) -> Pixel:
        """Return the middle of the dealer's chip, at the plate's upper right corner."""
        x, y = self.plates[seat]
        return x + self.plate[0] - 14, y + 2


LAYOUT: Final = Layout(
    plates=((234, 434), (8, 54), (234, 54), (460, 54)),
    plate=(212, 64),
    cards=((340, 354), (140, 276), (340, 199), (540, 276)),
    card=151,
    tied=146,
    tie=((340, 346), (113, 276), (340, 196), (567, 276)),
    said=(340, 250),
    free=(Spot(340, 200, 560), Spot(432, 276, 448), Spot(340, 336, 560), Spot(248, 276, 448)),
    waiting=(8, 404, 212, 94),
    aside=(460, 404, 212, 94),
    strip=(504, 56),
)
