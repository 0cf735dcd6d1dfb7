"""The size at which clients show pictures: one that is too wide or too high is made smaller."""

from typing import Final, NamedTuple

from bot.pictures.sketch.sketch import WIDTH


class Client(NamedTuple):
    """The most width and height of a picture in a message, in CSS pixels."""

    width: int
    height: int

    def scale(self, height: int) -> float:
        """Return the CSS pixels that a pixel takes of a picture so many pixels high."""
        return min(1, self.width / WIDTH, self.height / height)


PHONE: Final = Client(290, 300)
DESKTOP: Final = Client(560, 420)
"""Those of the page, 375 and 1200 pixels wide."""
