"""Files to be saved by a reader, packed where they are large."""

import io
import zipfile
from typing import Final

from bot.blocks.blocks import Document

MOST_BYTES: Final = 8 * 1024 * 1024
"""The largest file that is sent as it is; a larger one is packed."""


def to_save(name: str, data: bytes) -> Document:
    """Return a file of this name, or a zip with it if it is large."""
    if len(data) <= MOST_BYTES:
        return Document(name, data)
    packed_in = io.BytesIO()
    with zipfile.ZipFile(packed_in, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return Document(f"{name.rpartition('.')[0]}.zip", packed_in.getvalue())
