"""What is pasted again and again: its solid part goes on as it is, and only the rest through a mask.

Pasting through a mask takes ten times as long, and of a card or a plate only the corners need it.
"""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops

Area = tuple[int, int, int, int]
"""Left, top, right, bottom."""
NOWHERE: Final[Area] = (0, 0, 0, 0)


class Stamp:
    """A shape that an image or a colour is put on a picture in; `mask` is white where it shows."""

    def __init__(self, mask: Image.Image, image: Image.Image | None = None) -> None:
        self.width, self.height = mask.size
        self._image = image
        self._solid = _solid(mask)
        self._soft = [(area, mask.crop(area)) for area in _beside(self._solid, mask.getbbox() or NOWHERE)]

    @classmethod
    def of(cls, image: Image.Image) -> "Stamp":
        """Return the stamp of an RGBA image."""
        return cls(image.getchannel("A"), image.convert("RGB"))

    @property
    def bytes(self) -> int:
        """Return how much memory it takes."""
        masks = sum(mask.width * mask.height for _, mask in self._soft)
        return masks + (0 if self._image is None else 4 * self.width * self.height)

    def put(self, picture: Image.Image, x: int, y: int, colour: str = "") -> None:
        """Put the stamp's image on a picture, or for a stamp without one a colour."""
        left, top, right, bottom = self._solid
        if right > left and bottom > top:
            solid = (x + left, y + top, x + right, y + bottom)
            picture.paste(colour if self._image is None else self._image.crop(self._solid), solid)
        for area, mask in self._soft:
            at = (x + area[0], y + area[1])
            picture.paste(colour if self._image is None else self._image.crop(area), at, mask)


def _solid(mask: Image.Image) -> Area:
    """Return the largest area from edge to edge in which a mask is white."""
    columns, rows = ImageChops.invert(mask).getprojection()
    (left, right), (top, bottom) = _longest(columns), _longest(rows)
    if (bottom - top) * mask.width >= (right - left) * mask.height:
        return 0, top, mask.width, bottom
    return left, 0, right, mask.height


def _longest(marks: Sequence[int]) -> tuple[int, int]:
    """Return where the longest run of zeros begins and ends."""
    best, begins = (0, 0), 0
    for place, mark in enumerate((*marks, 1)):
        if mark:
            best = max(best, (begins, place), key=lambda run: run[1] - run[0])
            begins = place + 1
    return best


def _beside(solid: Area, whole: Area) -> list[Area]:
    """Return what is left of the `whole` above and below, or left and right of its `solid` part."""
    left, top, right, bottom = solid
    if right <= left or bottom <= top:
        parts = [whole]
    elif left > whole[0] or right < whole[2]:
        parts = [(whole[0], whole[1], left, whole[3]), (right, whole[1], whole[2], whole[3])]
    else:
        parts = [(whole[0], whole[1], whole[2], top), (whole[0], bottom, whole[2], whole[3])]
    return [part for part in parts if part[2] > part[0] and part[3] > part[1]]
