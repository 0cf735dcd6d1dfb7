"""The files of a panel and of a message: to be sent, kept by an edit, or known from an answer."""

import io
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

import discord

from bot.blocks.blocks import Block, Document, File, Panel, Picture
from bot.messages.attachments import Attachment, Attachments, Files
from cogs.sending.layout import layout

T = TypeVar("T")


def files(panel: Panel | str) -> tuple[File, ...]:
    """Return all files of a panel in reading order."""
    return () if isinstance(panel, str) else panel.files


def pictures(panel: Panel | str) -> list[Picture]:
    """Return the pictures of a panel."""
    return [file for file in files(panel) if isinstance(file, Picture)]


def in_words(panel: Panel | str) -> Panel | str:
    """Return a panel without its pictures."""
    return panel if isinstance(panel, str) else panel.without_pictures()


def still_attached(panel: Panel | str, known: Files) -> Panel | str:
    """Return `panel` with old pictures of the same scenes in place of new ones, or else words."""
    if isinstance(panel, str):
        return panel
    wanted = {picture.name for picture in pictures(panel)}
    spare = {
        file.scene: Picture(name, b"", file.alt, scene=file.scene)
        for name, file in known.items()
        if file.scene and name not in wanted
    }
    blocks: list[Block] = []
    for block in panel.blocks:
        if isinstance(block, Picture) and block.name not in known:
            blocks.append(spare.pop(block.scene, block.words))
        else:
            blocks.append(block)
    return Panel(tuple([block for block in blocks if block]), panel.accent)


def documents(panel: Panel | str) -> list[discord.File]:
    """Return the documents of a panel as new files, because discord.py closes a file that it has sent."""
    return [_new(file) for file in files(panel) if isinstance(file, Document)]


def listed(panel: Panel | str, known: Files) -> list[Any]:
    """Return the files of a message after an edit; files that it already has are named by their ids."""
    return [_Kept(known[file.name].id) if file.name in known else _new(file) for file in files(panel)]


def _new(file: File) -> discord.File:
    assert isinstance(file.data, bytes)
    return discord.File(io.BytesIO(file.data), filename=file.name)


class _Kept:
    """A file that stays on the message; `discord.Attachment` cannot be made from an id alone."""

    def __init__(self, attachment_id: int) -> None:
        self._id = attachment_id

    def to_dict(self) -> dict[str, Any]:
        return {"id": str(self._id)}


def after(answer: Any, panel: Panel | str) -> Files:
    """Return the files of a message that shows `panel`, from Discord's answer."""
    found: dict[str, Attachment] = {}
    if isinstance(answer, discord.Message):
        found = dict(_attached(answer.components))
    elif isinstance(answer, dict):
        found = dict(_attached_in(answer.get("components", ())))
    scenes = {picture.name: picture.scene for picture in pictures(panel)}
    return {name: file._replace(scene=scenes.get(name, "")) for name, file in found.items()}


def shown_by(
    attachments: Attachments,
    request: Callable[..., Awaitable[T]],
    message_id: int,
    panel: Panel | str,
) -> Coroutine[Any, Any, T]:
    """Return the answer to an edit that makes a message show exactly `panel`; its files are noted.

    The edit counts as under way from this call on, before anything is awaited.
    """
    known, shown = attachments.of(message_id), files(panel)
    edit = attachments.begin(message_id, [file.name for file in shown])
    asked = partial(request, view=layout(panel), attachments=listed(panel, known))
    kept = {file.name: known[file.name] for file in shown if file.name in known}

    async def answered() -> T:
        try:
            answer = await asked()
        except discord.HTTPException as error:
            end = attachments.given_up if error.status >= 500 else attachments.refused
            end(edit)
            raise
        except BaseException:
            attachments.given_up(edit)
            raise
        attachments.carried_out(edit, kept if len(kept) == len(shown) else after(answer, panel))
        return answer

    return answered()


def known_by(attachments: Attachments, message: discord.Message) -> None:
    """Note the files of a message from a press on it, if they are not known.

    Ids of files are not stored, so after a restart pictures are sent once more, unless a press comes first.
    """
    if not attachments.known(message.id):
        attachments.note(message.id, dict(_attached(message.components)))


def _attached(components: Sequence[Any]) -> Iterator[tuple[str, Attachment]]:
    """Yield names and ids of files; Discord leaves files in components out of a message's attachments."""
    for component in components:
        if isinstance(component, discord.Container):
            yield from _attached(component.children)
        elif isinstance(component, discord.MediaGalleryComponent):
            for item in component.items:
                if item.media.attachment_id is not None:
                    yield _name(item.media), Attachment(item.media.attachment_id, item.description or "")
        elif isinstance(component, discord.FileComponent) and component.media.attachment_id is not None:
            yield _name(component.media), Attachment(component.media.attachment_id)


def _attached_in(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Attachment]]:
    """Yield names and ids of files from components as plain data."""
    for component in components:
        yield from _attached_in(component.get("components", ()))
        shown = component.get("items", ()) or ([{"media": component["file"]}] if "file" in component else ())
        for item in shown:
            media = item["media"]
            if media.get("attachment_id") is not None:
                alt = item.get("description") or ""
                yield _file_name(media["url"]), Attachment(int(media["attachment_id"]), alt)


def _name(media: discord.UnfurledMediaItem) -> str:
    return _file_name(media.url)


def _file_name(url: str) -> str:
    return urlsplit(url).path.rpartition("/")[2]
