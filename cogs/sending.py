"""Panels on their way to Discord, with the files that they show: every new message and every edit.

An edit names all files that the message keeps. A file that the message is known to carry under its name is
kept; any other is sent, and made anew for each try, as discord.py closes a file once it was sent. As long as
an edit has no answer, nobody knows what the message carries, so the next try sends everything again.
"""

import io
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import discord

from bot.carried import Carried
from bot.render.panel import File, Panel
from cogs.layout import layout

log = logging.getLogger(__name__)
T = TypeVar("T")

ALREADY_ACKNOWLEDGED: Final = 40060
NO_EMOJI: Final = "Invalid emoji"
"""What Discord says in words, and in no number, of an emoji that it does not have."""


async def sent(carried: Carried, request: Callable[..., Awaitable[T]], panel: Panel | str, **more: Any) -> T:
    """Return what `request`, discord.py's way to send a new message, answers to `panel`."""
    files = _files(panel)
    attached = {"files": [_new(file) for file in files]} if files else {}
    try:
        answer = await request(view=layout(panel), **attached, **more)
    except discord.HTTPException as error:
        return await sent(carried, request, _plainer(carried, panel, error), **more)
    if files:
        _note(carried, answer)
    return answer


async def edited(
    carried: Carried, request: Callable[..., Awaitable[T]], message_id: int, panel: Panel | str, **more: Any
) -> T:
    """Return what `request`, discord.py's way to edit the message of this id, answers to `panel`."""
    known, files = carried.forget(message_id), _files(panel)
    try:
        answer = await request(view=layout(panel), attachments=_listed(files, known), **more)
    except discord.HTTPException as error:
        return await edited(carried, request, message_id, _plainer(carried, panel, error), **more)
    if files:
        _note(carried, answer)
    return answer


def uploads(carried: Carried, panel: Panel | str, message_id: int = 0) -> bool:
    """Return whether files have to be sent for a message to show `panel`; 0 stands for a new message."""
    files = _files(panel)
    return bool(files) and any(file.name not in carried.of(message_id) for file in files)


def _files(panel: Panel | str) -> tuple[File, ...]:
    return () if isinstance(panel, str) else panel.files


def _new(file: File) -> discord.File:
    return discord.File(io.BytesIO(file.data), filename=file.name)


class _Kept:
    """A file that stays on the message: `discord.Attachment` cannot be made of an id alone."""

    def __init__(self, attachment_id: int) -> None:
        self._id = attachment_id

    def to_dict(self) -> dict[str, Any]:
        return {"id": str(self._id)}


def _listed(files: Sequence[File], known: Mapping[str, int]) -> list[Any]:
    """Return the files that a message has after an edit, those that it already carries by their ids."""
    return [_Kept(known[file.name]) if file.name in known else _new(file) for file in files]


def _plainer(carried: Carried, panel: Panel | str, error: discord.HTTPException) -> Panel:
    """Return `panel` without what Discord may have refused of it, tiles or pictures; otherwise raise `error`.

    An emoji may have been deleted. And Discord has refused edits whose galleries were as they should be.
    """
    if isinstance(panel, str) or error.status != 400 or error.code == ALREADY_ACKNOWLEDGED:
        raise error
    if NO_EMOJI in error.text:
        plain, what = panel.without_tiles(), "tiles"
        carried.lacks_tile()
    else:
        plain, what = panel.without_pictures(), "pictures"
    if plain is panel:
        raise error
    log.warning("a message is refused with its %s (%s), and goes without", what, error.code)
    return plain


def _note(carried: Carried, answer: Any) -> None:
    """Take note of what a message carries by what Discord has answered."""
    message = answer.resource if isinstance(answer, discord.InteractionCallbackResponse) else answer
    if isinstance(message, discord.Message):
        carried.note(message.id, dict(_ids(message.components)))


def _ids(components: Sequence[Any]) -> Iterator[tuple[str, int]]:
    """Yield names and ids of files: those that a component shows are not among a message's attachments."""
    for component in components:
        media: Sequence[discord.UnfurledMediaItem] = ()
        if isinstance(component, discord.Container):
            yield from _ids(component.children)
        elif isinstance(component, discord.MediaGalleryComponent):
            media = [item.media for item in component.items]
        elif isinstance(component, discord.FileComponent):
            media = [component.media]
        for item in media:
            if item.attachment_id is not None:
                yield urlsplit(item.url).path.rpartition("/")[2], item.attachment_id
