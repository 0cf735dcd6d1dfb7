"""Scripted members: slash commands, presses, selects and forms, and each member's view.

The driver refuses as a client would (a disabled button, a message of another member, a value out of range)
before anything reaches the bot; `forge` is for requests that only a modified client could send.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandbox import entities
from sandbox.answer import Answer, Gone, NoAnswer, Refused
from sandbox.commands import FOR_PERSONS, IN_SERVERS, LOCALES, CommandError
from sandbox.components import BUTTON, ENTITIES, STRING_SELECT
from sandbox.discord import Discord
from sandbox.errors import Json
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from sandbox.limits import Limit
from sandbox.messages import CONTENT_LENGTH
from sandbox.modals import Modal
from sandbox.objects import Channel, Guild, Membership, User
from sandbox.permissions import Permission
from sandbox.slash import data as data_of
from sandbox.view import Button, Message, Select

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
]

MODERATION = Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD


class Member:
    """A person in one guild, at a client that shows the ephemeral messages made after the id `since`."""

    def __init__(self, discord: Discord, membership: Membership, since: int = 0) -> None:
        self.discord = discord
        self.membership = membership
        self._since = since
        self._dismissed: set[int] = set()

    def __repr__(self) -> str:
        return f"<Member {self.name} of {self.guild.name}>"

    @property
    def user(self) -> User:
        return self.membership.user

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def guild(self) -> Guild:
        return self.membership.guild

    # view

    def can_view(self, channel: Channel) -> bool:
        """Return whether a channel is in this member's list."""
        return self._may(channel, Permission.VIEW_CHANNEL)

    def sees(self, channel: Channel) -> list[Message]:
        """Return the messages that the member sees in a channel, oldest first; none without access.

        These are the public ones and the member's own ephemeral ones.
        """
        if not self.can_view(channel):
            return []
        return [seen for m in channel.messages.values() if self._shown(seen := Message(m))]

    def can_see(self, message: Message) -> bool:
        """Return whether a message is on this member's screen now."""
        if message.deleted or not self.can_view(message.stored.channel):
            return False
        return self._shown(message)

    def reload(self) -> None:
        """Restart the client: the ephemeral messages up to now are lost from view."""
        self._since = self.discord.clock.snowflake()
        self.discord.world.changed()

    def dismiss(self, message: Message) -> None:
        """Dismiss one ephemeral message."""
        if not message.ephemeral or not self.can_see(message):
            raise Refused("this message cannot be dismissed")
        self._dismissed.add(message.id)
        self.discord.world.changed()

    def _shown(self, message: Message) -> bool:
        if not message.ephemeral:
            return True
        mine = message.stored.viewer == self.id
        return mine and message.id > self._since and message.id not in self._dismissed

    # permissions

    def can_write(self, channel: Channel) -> bool:
        """Return whether the member may write in a channel."""
        send = Permission.SEND_MESSAGES_IN_THREADS if channel.parent else Permission.SEND_MESSAGES
        return self._may(channel, send)

    def can_command(self, channel: Channel) -> bool:
        """Return whether the member may use commands in a channel; without the application there are none."""
        there = channel.guild.has_bot or self.user.installed
        return there and self._may(channel, Permission.USE_APPLICATION_COMMANDS)

    def can_use(self, channel: Channel, command: Json) -> bool:
        """Return whether the member may use one command, as registered, in a channel."""
        needed = int(command["default_member_permissions"] or 0)
        bits = (Permission(1 << bit) for bit in range(needed.bit_length()) if needed >> bit & 1)
        kinds = command["integration_types"]
        mine = self.user.installed and FOR_PERSONS in kinds
        there = mine or (channel.guild.has_bot and IN_SERVERS in kinds)
        return there and self.can_command(channel) and all(self._may(channel, bit) for bit in bits)

    def can_delete(self, message: Message) -> bool:
        """Return whether the member may delete a message: their own, or any with Manage Messages."""
        if message.ephemeral or not self.can_see(message):
            return False
        own = message.stored.author is self.user
        return own or self._may(message.stored.channel, Permission.MANAGE_MESSAGES)

    @property
    def moderator(self) -> bool:
        """Return whether the member has Manage Messages and Manage Server."""
        return self.membership.bits() & MODERATION == MODERATION

    def moderate(self, on: bool) -> None:
        """Give the member a role with Manage Messages and Manage Server, or take all such roles away."""
        guild, roles = self.guild, self.membership.roles
        kept = [role for role in roles if not guild.roles[role].permissions & MODERATION]
        if on:
            named = (role for role in guild.roles.values() if role.name == "Moderator")
            kept.append((next(named, None) or guild.add_role("Moderator", MODERATION)).id)
        guild.give_roles(self.user, kept)

    def speak(self, locale: str) -> None:
        """Set the language of the member's client."""
        if locale not in LOCALES:
            raise Refused(f"Discord has no language {locale!r}")
        self.user.locale = locale
        self.discord.world.changed()

    def _may(self, channel: Channel, permission: Permission) -> bool:
        return not self.membership.left and self.discord.world.may(self.user, channel, permission)

    # actions

    async def slash(self, channel: Channel, words: str, /, **options: Any) -> Answer:
        """Use a command such as `"cicera start"`; returns once it is acknowledged.

        Raises CommandError before anything is sent, NoAnswer after three seconds of the sandbox clock while
        that limit is on.
        """
        self._may_command(channel)
        data = data_of(self.discord.commands, channel, words, options)
        self._may_use(channel, words, data)
        return await self._send(COMMAND, channel, data)

    async def autocomplete(
        self, channel: Channel, words: str, option: str, typed: str = "", /, **options: Any
    ) -> list[tuple[str, Any]]:
        """Return the bot's suggestions for an option while the member types, as (name, value)."""
        self._may_command(channel)
        data = data_of(self.discord.commands, channel, words, {**options, option: typed}, focused=option)
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
        self, message: Message, custom_id: str | None = None, *, values: Sequence[str | User | Member]
    ) -> Answer:
        """Choose values (or labels) of a select menu; the only one needs no custom_id."""
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

    def _value(self, menu: Select, value: str | User | Member) -> str:
        if menu.kind in ENTITIES:
            thing = entities.chosen(self.guild, ENTITIES[menu.kind], value, menu.channel_types)
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
                data["resolved"] = entities.resolved(channel, entities.by_ids(self.guild, values))
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

    async def say(self, channel: Channel, text: str) -> Message:
        """Write a message."""
        if not self.can_write(channel):
            raise Refused(f"{self.name} may not write in {channel.name}")
        text = text.strip()
        if not 0 < len(text) <= CONTENT_LENGTH:
            raise Refused(f"a message has 1 to {CONTENT_LENGTH} characters")
        return Message(self.discord.post.say(channel, self.user, text))

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

    def _may_use(self, channel: Channel, words: str, data: Json) -> None:
        if not self.can_use(channel, self.discord.commands.find(channel.guild, data["name"])):
            raise CommandError(f"{self.name} may not use /{words}")

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
