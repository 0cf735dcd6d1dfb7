"""The contents of a window, sent as changes since its last frame."""

from __future__ import annotations

from sandbox.answer import Refused
from sandbox.commands import LOCALES
from sandbox.driver import Member, Message
from sandbox.errors import Json
from sandbox.objects import Channel
from sandbox.page.curious import Curious
from sandbox.page.offers import menu_offers, offers
from sandbox.page.renderer import Renderer, colour
from sandbox.page.visit import Visit, channels_of, key_of, seen_before, seen_in

AT_ONCE = 50
AT_MOST = 200


class News:
    """The state of one window as it was last sent; `member` and `channel` are those that it shows."""

    def __init__(self, visit: Visit, curious: Curious) -> None:
        self.visit = visit
        self.curious = curious
        self.discord = visit.discord
        self.member: Member | None = None
        self.channel: Channel | None = None
        self.watching = False
        self._sent: Json = {}
        self._offset = self.discord.clock.offset
        self._drawn: dict[int, tuple[object, ...]] = {}
        self._oldest = 0
        self._most = AT_MOST
        self._moved = False

    def hello(self) -> Json:
        """Return the first frame of a connection."""
        self._sent["members"] = members = self._members()
        return {
            "hello": {
                "since": str(self.visit.since),
                "members": members,
                "locales": sorted(LOCALES),
                "now": self.discord.clock.now(),
            }
        }

    def look(self, member: Member, channel_id: str | None) -> None:
        """Look at a channel as a member; at their first one if they see none of that id."""
        listed = channels_of(member)
        every = (*listed, *member.guild.channels.values())
        wanted = next((c for c in every if str(c.id) == channel_id and member.can_view(c)), None)
        self._move(member, wanted or next(iter(listed), None))

    def older(self) -> bool:
        """Show up to fifty older messages too; return whether there are still older ones.

        Raises Refused without a channel.
        """
        if self.member is None or self.channel is None:
            raise Refused("choose a member and a channel first")
        found = seen_before(self.member, self.channel, self._oldest, AT_ONCE)
        if found:
            self._oldest = found[0].id
            self._most += len(found)
        return self._more(self.member, self.channel)

    def watch(self, on: bool) -> None:
        """Begin or stop sending the panel for the curious."""
        self.watching = on
        self._sent.pop("curious", None)

    def frame(self) -> Json:
        """Return the changes since the last frame; empty if there are none."""
        self._settle()
        member, channel = self.member, self.channel
        if member is not None and channel is not None:
            self.visit.read(member, channel)
        now: Json = {"members": self._members(), "others": self._others()}
        if member is not None:
            now["channels"] = self._channels(member)
            now["commands"] = [] if channel is None else offers(member, channel)
            now["menus"] = [] if channel is None else menu_offers(member, channel)
        elif self._moved:
            now["channels"], now["commands"], now["menus"] = [], [], []
        if self.watching:
            now["curious"] = self.curious.state()
        frame = {key: value for key, value in now.items() if self._sent.get(key) != value}
        self._sent.update(frame)
        if self.discord.clock.offset != self._offset:
            self._offset = self.discord.clock.offset
            frame["now"] = self.discord.clock.now()
        return frame | self._messages()

    # where

    def _move(self, member: Member | None, channel: Channel | None) -> None:
        self.member, self.channel = member, channel
        self._moved = True
        self._drawn.clear()
        self._oldest, self._most = 0, AT_MOST
        seen = [] if member is None or channel is None else seen_in(member, channel, 0, AT_ONCE)
        if len(seen) == AT_ONCE:
            self._oldest = seen[0].id

    def _settle(self) -> None:
        """Go elsewhere when the member or the channel is gone."""
        member, channel = self.member, self.channel
        if member is None:
            return
        if member.membership.left:
            self._move(None, None)
        elif channel is None or channel.deleted or not member.can_view(channel):
            first = next(iter(channels_of(member)), None)
            if first is not channel:
                self._move(member, first)

    # contents

    def _members(self) -> list[Json]:
        return [
            {
                "id": key_of(member),
                "name": member.name,
                "guild": member.guild.name,
                "locale": member.user.locale,
                "moderator": member.moderator,
                "color": colour(member.user),
            }
            for member in self.visit.members()
        ]

    def _others(self) -> list[Json]:
        counts = {
            key_of(member): sum(self.visit.unread(member, channel)[0] for channel in channels_of(member))
            for member in self.visit.members()
            if self.member is None or member.membership is not self.member.membership
        }
        return [{"id": key, "pings": pings} for key, pings in counts.items() if pings]

    def _channels(self, member: Member) -> list[Json]:
        listed: list[Json] = []
        for channel in channels_of(member, self.channel):
            pings, unread = self.visit.unread(member, channel)
            listed.append(
                {
                    "id": str(channel.id),
                    "name": channel.name,
                    "thread": channel.parent is not None,
                    "parent": None if channel.parent is None else str(channel.parent.id),
                    "write": member.can_write(channel),
                    "attach": member.can_attach(channel),
                    "command": member.can_command(channel),
                    "pings": pings,
                    "unread": unread,
                }
            )
        return listed

    def _messages(self) -> Json:
        frame: Json = {}
        if self._moved:
            self._moved = False
            channel_id = None if self.channel is None else str(self.channel.id)
            place = {"member": None if self.member is None else key_of(self.member), "channel": channel_id}
            frame = {"reset": True, "place": place, "messages": [], "more": False}
            self._sent["more"] = False
        if self.member is None or self.channel is None:
            return frame
        seen = seen_in(self.member, self.channel, self._oldest, self._most)
        if len(seen) == self._most:
            self._oldest = seen[0].id
        surroundings = self._surroundings(self.member)
        drawn = {message.id: (*self._revision(self.member, message), *surroundings) for message in seen}
        shown = Renderer(self.member)
        changed = [shown.message(m) for m in seen if self._drawn.get(m.id) != drawn[m.id]]
        gone = [str(number) for number in self._drawn if number not in drawn]
        self._drawn = drawn
        if changed:
            frame["messages"] = changed
        if gone:
            frame["gone"] = gone
        more = self._more(self.member, self.channel)
        if self._sent.get("more") != more:
            self._sent["more"] = frame["more"] = more
        return frame

    def _more(self, member: Member, channel: Channel) -> bool:
        return bool(seen_before(member, channel, self._oldest, 1))

    @staticmethod
    def _revision(member: Member, message: Message) -> tuple[object, ...]:
        """Return a value that changes with everything of its own that the drawing of a message depends on."""
        stored = message.stored
        replied = stored.reference is None or stored.reference in stored.channel.messages
        return (
            stored.edited,
            stored.flags,
            replied,
            member.can_delete(message),
        )

    @staticmethod
    def _surroundings(member: Member) -> tuple[object, ...]:
        """Return a value that changes with everything else that the drawing of any message depends on."""
        guild = member.guild
        return (
            member.user.locale,
            len(guild.members),
            len(guild.roles),
            tuple(number for number, channel in guild.channels.items() if member.can_view(channel)),
            len(guild.world.emojis),
        )
