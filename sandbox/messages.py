"""Messages as requests make them: the rules for a body, and how it becomes or changes a message."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from sandbox.body_errors import BodyErrors, Path
from sandbox.component_rules import Check
from sandbox.components import resolved, walk
from sandbox.errors import ApiError, Json
from sandbox.limits import Limit, Limits
from sandbox.objects import (
    COMPONENTS_V2,
    EPHEMERAL,
    HAS_THREAD,
    LOADING,
    Attachment,
    Channel,
    Message,
    User,
)
from sandbox.permissions import Permission
from sandbox.world import World

CONTENT_LENGTH = 2000
FILE_BYTES = 10 * 1024 * 1024
FILE_COUNT = 10
MENTION = re.compile(r"<@!?(\d+)>")
EMBED_LENGTHS = (("title", 256), ("description", 4096))


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on its way to Discord: of a multipart body, or of a member."""

    filename: str
    data: bytes


@dataclass(slots=True)
class Body:
    """A parsed request body: its JSON and the files by their number."""

    json: Any = None
    files: dict[int, Upload] = field(default_factory=dict)


@dataclass(slots=True)
class Change:
    """The change that a valid body makes to a message."""

    content: str
    embeds: list[Json]
    components: list[Json]
    attachments: list[Attachment]
    flags: int


class Post:
    """Writes messages into the world, for channels and for interactions alike."""

    def __init__(self, world: World, limits: Limits, complain: Any) -> None:
        self.world = world
        self.limits = limits
        self.complain = complain
        self.url = ""

    def create(
        self, channel: Channel, payload: Json, files: dict[int, Upload], path: Path = (), **more: Any
    ) -> Message:
        """Make and return a new message of the bot from a body; `more` are further fields of `Message`."""
        viewer = more.get("viewer")
        message = Message(
            self.world.clock.snowflake(), channel, self.world.bot, self.world.clock.now(), **more
        )
        self._apply(message, self._check(message, payload, files, path))
        if viewer is not None:
            message.flags |= EPHEMERAL
        reference = payload.get("message_reference")
        if reference:
            message.reference, message.kind = int(reference["message_id"]), 19
        message.mentions = self._mentions(message, payload.get("allowed_mentions"))
        self.world.publish(message)
        return message

    def edit(self, message: Message, payload: Json, files: dict[int, Upload], path: Path = ()) -> Message:
        """Change a message by a request body; fields that the body leaves out stay.

        If the body lists files, only those stay; if it brings new ones and lists none, no old one stays.
        """
        if files and payload.get("attachments") is None:
            payload = payload | {"attachments": []}
        self._apply(message, self._check(message, payload, files, path))
        if message.flags & LOADING:
            message.flags &= ~LOADING
            message.mentions = self._mentions(message, payload.get("allowed_mentions"))
        self.world.edit(message)
        return message

    def say(self, channel: Channel, author: User, text: str, files: Iterable[Upload] = ()) -> Message:
        """Make and return a message that a person writes."""
        message = Message(self.world.clock.snowflake(), channel, author, self.world.clock.now(), text)
        message.attachments = [self.attach(channel, upload) for upload in files]
        self.world.attachments |= {file.id: file for file in message.attachments}
        message.mentions = self._mentions(message, None)
        self.world.publish(message)
        return message

    def attach(
        self, channel: Channel, upload: Upload, description: str | None = None, private: bool = False
    ) -> Attachment:
        """Return a file at its address, from which it can be loaded once the world has it."""
        file_id = self.world.clock.snowflake()
        kind = mimetypes.guess_type(upload.filename)[0] or "application/octet-stream"
        folder = "ephemeral-attachments" if private else "attachments"
        url = f"{self.url}/{folder}/{channel.id}/{file_id}/{quote(upload.filename, '')}"
        return Attachment(file_id, upload.filename, upload.data, kind, description, url)

    def _mentions(self, message: Message, allowed: Json | None) -> list[User]:
        """Return the users that a new message pings."""
        texts = [message.content, *(c.get("content", "") for c in walk(message.components))]
        found = {int(user) for text in texts if "<@" in text for user in MENTION.findall(text)}
        if allowed is not None and "users" not in allowed.get("parse", []):
            found &= {int(user) for user in allowed.get("users", [])}
        return [self.world.users[user] for user in sorted(found) if user in self.world.users]

    # rules for a body

    def _check(self, message: Message, payload: Json, files: dict[int, Upload], path: Path) -> Change:
        errors = BodyErrors(self.limits)
        fresh = not (message.content or message.components or message.embeds or message.attachments)
        loading = bool(message.flags & LOADING)
        flags = payload.get("flags") or 0
        was_v2 = bool(message.flags & COMPONENTS_V2)
        if was_v2 and payload.get("flags") is not None and not flags & COMPONENTS_V2:
            errors.refuse(
                Limit.V2_STAYS,
                (*path, "flags"),
                "MESSAGE_FLAG_COMPONENTS_V2_STAYS",
                "MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message",
            )
        v2 = was_v2 or bool(flags & COMPONENTS_V2)
        content = message.content if "content" not in payload else payload["content"] or ""
        embeds = message.embeds if "embeds" not in payload else payload["embeds"] or []
        components = payload.get("components")
        errors.length(Limit.CONTENT_LENGTH, (*path, "content"), content, 0, CONTENT_LENGTH)
        self._embeds(errors, embeds, (*path, "embeds"))
        attachments = self._attachments(errors, message, payload, files, path)
        if v2:
            for name, value in (("content", content), ("embeds", embeds), ("poll", payload.get("poll"))):
                if value:
                    errors.refuse(
                        Limit.V2_ALONE,
                        (*path, name),
                        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                        f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                    )
        if components is not None:
            check = Check(errors, self.known_emoji, {file.filename for file in attachments})
            check.message(components, v2, (*path, "components"))
            if v2:
                unseen = {upload.filename for upload in files.values()} - check.shown
                if unseen:
                    self.complain(f"files that no component shows: {sorted(unseen)}")
        errors.done()
        shown = message.components if components is None else components
        if not (content or embeds or attachments or shown) and (fresh or loading or "content" in payload):
            self.limits.refuse(Limit.EMPTY_MESSAGE, ApiError(400, 50006, "Cannot send an empty message"))
        for file in attachments:
            self.world.attachments[file.id] = file
        if components is not None:
            shown = resolved(components, attachments)
        keep = COMPONENTS_V2 | EPHEMERAL | HAS_THREAD | LOADING
        taken = flags & (COMPONENTS_V2 | 1 << 2 | 1 << 12)
        changed = message.flags & (keep if payload.get("flags") is not None else ~0) | taken
        return Change(content, embeds, shown, attachments, changed)

    def _embeds(self, errors: BodyErrors, embeds: Any, path: Path) -> None:
        total = 0
        for index, embed in enumerate(errors.count(Limit.EMBED_COUNT, path, embeds, 0, 10)):
            here = (*path, index)
            for key, most in EMBED_LENGTHS:
                errors.length(Limit.EMBED_TEXT, (*here, key), embed.get(key), 0, most, needed=False)
                total += len(embed.get(key) or "")
            for key, inner, most in (("footer", "text", 2048), ("author", "name", 256)):
                text = (embed.get(key) or {}).get(inner) or ""
                errors.length(Limit.EMBED_TEXT, (*here, key, inner), text, 0, most)
                total += len(text)
            fields = embed.get("fields", [])
            for number, row in enumerate(errors.count(Limit.EMBED_TEXT, (*here, "fields"), fields, 0, 25)):
                for key, most in (("name", 256), ("value", 1024)):
                    errors.length(Limit.EMBED_TEXT, (*here, "fields", number, key), row.get(key), 1, most)
                    total += len(row.get(key) or "")
        if total > 6000:
            errors.refuse(
                Limit.EMBED_TEXT, path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000"
            )

    def _attachments(
        self, errors: BodyErrors, message: Message, payload: Json, files: dict[int, Upload], path: Path
    ) -> list[Attachment]:
        path = (*path, "attachments")
        listed = payload.get("attachments")
        kept = {file.id: file for file in message.attachments}
        names: dict[int, tuple[str, str | None]] = {n: (up.filename, None) for n, up in files.items()}
        attachments: list[Attachment] = list(kept.values()) if listed is None else []
        for index, item in enumerate(listed or []):
            errors.length(
                Limit.FILE_DESCRIPTION,
                (*path, index, "description"),
                item.get("description"),
                0,
                1024,
                needed=False,
            )
            number = int(item["id"])
            if number in files:
                filename = item.get("filename") or files[number].filename
                names[number] = (filename, item.get("description"))
            elif number in kept:
                attachments.append(kept[number])
            else:
                errors.refuse(
                    Limit.FILE_REFERENCE,
                    (*path, index, "id"),
                    "ATTACHMENT_NOT_FOUND",
                    "This attachment is neither uploaded nor on the message",
                )
        if len(attachments) + len(files) > FILE_COUNT:
            errors.refuse(Limit.FILE_COUNT, path, "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
        for number, upload in files.items():
            if len(upload.data) > FILE_BYTES:
                too_large = ApiError(413, 40005, "Request entity too large")
                self.limits.refuse(Limit.FILE_SIZE, too_large)
            filename, description = names[number]
            named = Upload(filename, upload.data)
            attachments.append(self.attach(message.channel, named, description, message.ephemeral))
        return attachments

    def _apply(self, message: Message, change: Change) -> None:
        for gone in set(message.attachments) - set(change.attachments):
            self.world.attachments.pop(gone.id, None)
        message.content = change.content
        message.embeds = change.embeds
        message.components = change.components
        message.attachments = change.attachments
        message.flags = change.flags

    def known_emoji(self, emoji_id: str) -> bool:
        """Return whether a custom emoji of that id is the application's."""
        return emoji_id.isdecimal() and int(emoji_id) in self.world.emojis

    # permissions of the bot

    def may_see(self, channel: Channel) -> None:
        """Raise 50001 when the bot cannot see a channel."""
        if not self.world.may(self.world.bot, channel, Permission.VIEW_CHANNEL):
            self.limits.refuse(Limit.VIEW_CHANNEL, ApiError(403, 50001, "Missing Access"))

    def may_send(self, channel: Channel, payload: Json, files: dict[int, Upload]) -> None:
        """Raise 50001 or 50013 when the bot may not put this body into a channel."""
        self.may_see(channel)
        send = Permission.SEND_MESSAGES_IN_THREADS if channel.parent else Permission.SEND_MESSAGES
        self.needs(channel, send, Limit.SEND_MESSAGES)
        if channel.locked and not self.world.may(self.world.bot, channel, Permission.MANAGE_THREADS):
            code, said = (50083, "archived") if channel.archived else (160005, "locked")
            self.limits.refuse(Limit.MANAGE_THREADS, ApiError(400, code, f"Thread is {said}"))
        self.may_show(channel, payload, files)

    def may_show(self, channel: Channel, payload: Json, files: dict[int, Upload]) -> None:
        """Raise 50013 when the bot may not attach the files or embeds of a body."""
        if files:
            self.needs(channel, Permission.ATTACH_FILES, Limit.ATTACH_FILES)
        if payload.get("embeds"):
            self.needs(channel, Permission.EMBED_LINKS, Limit.EMBED_LINKS)

    def needs(self, channel: Channel, permission: Permission, limit: Limit) -> None:
        """Raise 50013 when the bot lacks a permission in a channel."""
        if not self.world.may(self.world.bot, channel, permission):
            self.limits.refuse(limit, ApiError(403, 50013, "Missing Permissions"))
