"""All that is kept of a member: the file with it, and the question whether to forget it.

The id of its button is `f:sure`.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from bot.blocks.blocks import CLOSED_ACCENT, FELT_ACCENT, Button, ButtonStyle, Document, Panel, lines
from bot.blocks.documents import to_save
from bot.locale import Words

FILE_NAME: Final = "my-data.json"


def own_file(user_id: int, made_at: float, data: Mapping[str, Any]) -> Document:
    """Return the file of all that is kept of a member: JSON, or that in a zip if it is large."""
    whole = {"member": str(user_id), "made_at": made_at, **data}
    return to_save(FILE_NAME, json.dumps(whole, ensure_ascii=False, indent=1).encode())


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
