"""Scripted members: slash commands, presses, selects and forms, and each member's view.

The driver refuses as a client would (a disabled button, a message of another member, a value out of range)
before anything reaches the bot; `forge` is for requests that only a modified client could send.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandbox import entities
from sandbox.answer import Answer, Gone, NoAnswer, Refused
from sandbox.commands import ON_MESSAGE, CommandError
from sandbox.components import BUTTON, ENTITIES, STRING_SELECT
from sandbox.errors import Json
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from sandbox.limits import Limit
from sandbox.messages import CONTENT_LENGTH, FILE_COUNT, Upload
from sandbox.modals import Modal
from sandbox.objects import Channel, User
from sandbox.slash import Use, kept, too_large
from sandbox.view import Button, Message, Select
from sandbox.viewer import Viewer

__all__ = [
    "Answer",
    "Button",
    "CommandError",
    "Gone",
    "Member",
    "Message",
    "Modal",
    "NoAnswer",
    "Refused",
    "Select",
    "Upload",
]


class Member(Viewer):
    """A person in one guild who acts as from a client of Discord's."""

    async def slash(self, channel: Channel, words: str, /, **options: Any) -> Answer:
        """Use a command such as `"cicera start"`; returns once it is acknowledged.

        The value of an option for a file is an `Upload`. Raises CommandError before anything is sent,
        NoAnswer after three seconds of the sandbox clock while that limit is on.
        """
        self._may_command(channel)
        self._may_use(channel, self.discord.commands.find(channel.guild, _first(words)))
        use = Use(self.discord, self.membership, channel)
        return await self._send(COMMAND, channel, use.slash(words, options))

    async def menu(self, message: Message, name: str) -> Answer:
        """Use a command in the menu of a message, such as `"Replay"`; private messages have no such menu."""
        self._must_see(message)
        channel = message.stored.channel
        self._may_command(channel)
        if message.ephemeral:
            raise CommandError("a private message has no commands in its menu")
        self._may_use(channel, self.discord.commands.find(channel.guild, name, ON_MESSAGE))
        use = Use(self.discord, self.membership, channel)
        return await self._send(COMMAND, channel, use.menu(name, message.stored))

    async def autocomplete(
        self, channel: Channel, words: str, option: str, typed: str = "", /, **options: Any
    ) -> list[tuple[str, Any]]:
        """Return the bot's suggestions for an option while the member types, as (name, value)."""
        self._may_command(channel)
        use = Use(self.discord, self.membership, channel)
        data = use.slash(words, {**options, option: typed}, focused=option)
        return (await self._send(AUTOCOMPLETE, channel, data)).choices

    async def press(
        self,
        message: Message,
        button: Button | None = None,
        *,
        label: str | None = None,
        custom_id: str | None = None,
        forged: bool = False,
    ) -> Answer:
        """Press a button, given by itself, its label or its custom_id; raises Gone if there is none."""
        wanted = button.custom_id if button is not None else custom_id
        if forged:
            if wanted is None:
                raise Refused("a forged press needs a custom_id")
            return await self.forge(message, wanted)
        self._must_see(message)
        found = [
            b
            for b in message.buttons
            if (wanted is None or b.custom_id == wanted) and (label is None or b.label == label)
        ]
        if len(found) != 1:
            shown = [(b.label, b.custom_id) for b in message.buttons]
            raise Gone(f"{len(found)} buttons for {label or wanted!r} among {shown}")
        if found[0].disabled:
            raise Gone(f"the button {found[0].label!r} is disabled")
        if found[0].custom_id is None:
            raise Refused(f"the button {found[0].label!r} only opens {found[0].url}")
        return await self.forge(message, found[0].custom_id, number=found[0].number)

    async def select(
        self,
        message: Message,
        custom_id: str | None = None,
        *,
        values: Sequence[str | User | Member | Channel],
    ) -> Answer:
        """Choose values, labels, members or channels of a select menu; the only one needs no custom_id."""
        self._must_see(message)
        found = [menu for menu in message.selects if custom_id is None or menu.custom_id == custom_id]
        if len(found) != 1:
            ids = [menu.custom_id for menu in message.selects]
            raise Gone(f"{len(found)} selects for {custom_id!r} among {ids}")
        menu = found[0]
        if menu.disabled:
            raise Gone(f"the select {menu.custom_id!r} is disabled")
        if not menu.least <= len(values) <= menu.most:
            raise Refused(f"choose {menu.least} to {menu.most} of the options")
        chosen = [self._value(menu, value) for value in values]
        if len(set(chosen)) != len(chosen):
            raise Refused("an option can be chosen only once")
        return await self.forge(
            message, menu.custom_id, values=chosen, component_type=menu.kind, number=menu.number
        )

    def _value(self, menu: Select, value: str | User | Member | Channel) -> str:
        if menu.kind in ENTITIES:
            thing = entities.chosen(self.membership, ENTITIES[menu.kind], value, menu.channel_types)
            if thing is not None:
                return str(thing.id)
        for label, offered in menu.options:
            if value in (offered, label):
                return offered
        raise Gone(f"{menu.custom_id!r} does not offer {value!r} but {menu.options}")

    async def forge(
        self,
        message: Message,
        custom_id: str,
        *,
        values: Sequence[str] | None = None,
        component_type: int = BUTTON,
        number: int = 1,
    ) -> Answer:
        """Send any component interaction on a message, as a modified client or a late press could."""
        data: Json = {"custom_id": custom_id, "component_type": component_type, "id": number}
        if values is not None:
            data["values"] = list(values)
            if component_type != STRING_SELECT:
                channel = message.stored.channel
                things = entities.by_ids(self.guild, values)
                data["resolved"] = entities.resolved(self.membership, channel, things)
        return await self._send(COMPONENT, message.stored.channel, data, message=message)

    async def submit(self, modal: Answer | Modal, values: dict[str, str | list[str]]) -> Answer:
        """Fill in and send a form, given by itself or by the answer that opened it.

        Raises Refused when a client could not (an unknown field, a value that it does not take), Gone when
        there is no form.
        """
        form = modal.modal if isinstance(modal, Answer) else modal
        if form is None or form.opener.member is not self.membership:
            raise Gone(f"{self.name} has no such form open")
        reason = form.wrong(values)
        if reason is not None:
            raise Refused(reason)
        opener = form.opener
        return await self._send(MODAL_SUBMIT, opener.channel, form.filled(values), opener=opener)

    async def say(self, channel: Channel, text: str = "", files: Sequence[Upload] = ()) -> Message:
        """Write a message, with files if given; with files it needs no text."""
        if not self.can_write(channel):
            raise Refused(f"{self.name} may not write in {channel.name}")
        if files and not self.can_attach(channel):
            raise Refused(f"{self.name} may not attach files in {channel.name}")
        text = text.strip()
        if len(text) > CONTENT_LENGTH or not (text or files):
            raise Refused(f"a message has 1 to {CONTENT_LENGTH} characters")
        if len(files) > FILE_COUNT:
            raise Refused(f"a message has at most {FILE_COUNT} files")
        for wrong in filter(None, map(too_large, files)):
            raise Refused(wrong)
        return Message(self.discord.post.say(channel, self.user, text, map(kept, files)))

    def delete(self, message: Message) -> None:
        """Delete the member's own message, or any with Manage Messages."""
        if not self.can_delete(message):
            raise Refused(f"{self.name} may not delete this message")
        self.discord.world.delete(message.stored)

    def leave(self) -> None:
        """Leave the guild."""
        self.guild.remove_member(self.user)

    def _must_see(self, message: Message) -> None:
        if not self.can_see(message):
            raise Gone(f"{self.name} does not see this message")

    def _may_command(self, channel: Channel) -> None:
        if not self.can_view(channel):
            raise CommandError(f"{self.name} does not see {channel.name}")
        if not self.can_command(channel):
            raise CommandError(f"{self.name} may not use commands in {channel.name}")

    def _may_use(self, channel: Channel, command: Json) -> None:
        if not self.can_use(channel, command):
            raise CommandError(f"{self.name} may not use {command['name']}")

    async def _send(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        opener: Interaction | None = None,
    ) -> Answer:
        if self.membership.left or channel.deleted or (message is not None and message.deleted):
            raise Gone("the channel or the message is gone")
        if not (channel.guild.has_bot or self.user.installed):
            raise NoAnswer("This interaction failed")
        source = None if message is None else message.stored
        made = self.discord.interactions.begin(kind, self.membership, channel, data, source, opener)

        def give_up() -> None:
            if self.discord.limits.active(Limit.ACK_WINDOW) and not made.acknowledged.done():
                if self.discord.gateway.serves(self.guild):
                    self.discord.complain(f"interaction {made.id} was not acknowledged in time")
                made.acknowledged.set_exception(NoAnswer("The application did not respond"))
                self.discord.world.changed()

        timer = self.discord.clock.call_later(self.discord.interactions.window, give_up)
        try:
            await made.acknowledged
        finally:
            timer.cancel()
        return Answer(made)


def _first(words: str) -> str:
    return next(iter(words.removeprefix("/").split()), "")
