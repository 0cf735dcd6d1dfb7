"""All that is kept of a member: the file with it, and the question whether to forget it.

The id of its button is `f:sure`.
"""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any, Final

from bot.blocks.blocks import CLOSED_ACCENT, FELT_ACCENT, Button, ButtonStyle, Document, Panel, lines
from bot.locale import Words

MOST_BYTES: Final = 8 * 1024 * 1024
"""The largest file that is sent as it is; a larger one is packed."""
FILE_NAME: Final = "my-data"


def own_file(user_id: int, made_at: float, data: Mapping[str, Any]) -> Document:
    """Return the file of all that is kept of a member: JSON, or that in a zip if it is large."""
    whole = {"member": str(user_id), "made_at": made_at, **data}
    text = json.dumps(whole, ensure_ascii=False, indent=1).encode()
    if len(text) <= MOST_BYTES:
        return Document(f"{FILE_NAME}.json", text)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{FILE_NAME}.json", text)
    return Document(f"{FILE_NAME}.zip", packed.getvalue())


def data_panel(file: Document, words: Words) -> Panel:
    """Return the private message with that file."""
    return Panel((words("data.here"), file), FELT_ACCENT)


def forget_panel(numbers: Mapping[str, int], words: Words) -> Panel:
    """Return the question whether to forget a member, with the numbers of what is kept."""
    told = lines(words("forget.title"), words("forget.kept", **numbers), words("forget.about"))
    sure = Button(words("button.forget"), "f:sure", ButtonStyle.DANGER)
    return Panel((told, (sure,)), FELT_ACCENT)


def forgotten_panel(words: Words) -> Panel:
    """Return the message that stands in the place of that question once it is done."""
    return Panel((words("forget.done"),), CLOSED_ACCENT)
