"""From the painted pictures of a clip to a GIF, which is played once and ends on the last of them."""

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image

FRAME_MS: Final = 1200
"""Milliseconds that a picture of a clip stays."""
LAST_MS: Final = 3000
"""Milliseconds of the last one, for a viewer that begins anew all the same."""
FEWEST: Final = 3
"""The pictures that a clip keeps, however large it is."""
LARGEST: Final = 400_000
"""Bytes of a clip, at most; one takes 100,000."""


def gif(pictures: Sequence[Image.Image]) -> bytes:
    """Return the GIF of pictures that have one size and one palette.

    One that would be too large has fewer of the first pictures, or else smaller ones.
    """
    while len(made := _encoded(pictures)) > LARGEST:
        pictures = pictures[1:] if len(pictures) > FEWEST else [_halved(one) for one in pictures]
    return made


def _encoded(pictures: Sequence[Image.Image]) -> bytes:
    """Return the GIF of pictures; without a number of loops it is played once."""
    made, (first, *others) = io.BytesIO(), pictures
    times = [*(FRAME_MS for _ in others), LAST_MS]
    # Optimised, a picture has only the pixels that change.
    first.save(made, "GIF", save_all=True, append_images=others, duration=times, optimize=True, disposal=1)
    return made.getvalue()


def _halved(picture: Image.Image) -> Image.Image:
    """Return a picture of half the width and height in the same palette."""
    return picture.convert("RGB").reduce(2).quantize(palette=picture, dither=Image.Dither.NONE)
