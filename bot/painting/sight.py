"""Pictures as seen with colour blindness, so that no card depends on its colour.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency" (IEEE TVCG 15, 2009), severity 1.0, on linear RGB; grey is Rec. 709 luminance.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Matrix = NDArray[np.float64]

SIGHTS: Final[Mapping[str, Matrix]] = MappingProxyType(
    {
        "full colour": np.eye(3),
        "deuteranopia": np.array(
            (
                (0.367322, 0.860646, -0.227968),
                (0.280085, 0.672501, 0.047413),
                (-0.011820, 0.042940, 0.968881),
            )
        ),
        "protanopia": np.array(
            (
                (0.152286, 1.052583, -0.204868),
                (0.114503, 0.786281, 0.099216),
                (-0.003882, -0.048116, 1.051998),
            )
        ),
        "tritanopia": np.array(
            (
                (1.255528, -0.076749, -0.178779),
                (-0.078411, 0.930809, 0.147602),
                (0.004733, 0.691367, 0.303900),
            )
        ),
        "grey": np.array(((0.2126, 0.7152, 0.0722),) * 3),
    }
)
"""By name: from linear RGB to linear RGB as seen."""


def seen(image: Image.Image, sight: str) -> Image.Image:
    """Return `image`, which is RGB, as seen with one of `SIGHTS`."""
    value = np.asarray(image, dtype=np.float64) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    changed = np.clip(linear @ SIGHTS[sight].T, 0, 1)
    back = np.where(changed <= 0.0031308, changed * 12.92, 1.055 * changed ** (1 / 2.4) - 0.055)
    return Image.fromarray((back * 255 + 0.5).astype(np.uint8))
