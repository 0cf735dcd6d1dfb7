"""What a window shows, and of that only what has changed since it was last told."""

from __future__ import annotations

from bot.sandbox.commands import LOCALES
from bot.sandbox.driver import Member, Message
from bot.sandbox.errors import Json
from bot.sandbox.objects import Channel
from bot.sandbox.page.curious import Curious
from bot.sandbox.page.offers import offers
from bot.sandbox.page.shown import Shown
from bot.sandbox.page.visit import Visit, channels_of, key_of, seen_in

AT_FIRST = 50
AT_MOST = 200


class News:
    """The state of one window as it was last sent; `member` and `channel` are what it looks at."""

    def __init__(self, visit: Visit, curious: Curious) -> None:
        self.visit = visit
        self.curious = curious
        self.sandbox = visit.sandbox
        self.member: Member | None = None
        self.channel: Channel | None = None
        self.watching = False
        self._sent: Json = {}
        self._offset = self.sandbox.clock.offset
        self._drawn: dict[int, tuple[object, ...]] = {}
        self._oldest = 0
        self._moved = False

    def hello(self) -> Json:
        """The first frame of a connection."""
        self._sent["members"] = members = self._members()
        return {
            "hello": {
                "since": str(self.visit.since),
                "members": members,
                "locales": sorted(LOCALES),
                "now": self.sandbox.clock.now(),
            }
        }

    def look(self, member: Member, channel_id: str | None) -> None:
        """Look at a channel as a member; at their first one if they see none of that id."""
        listed = channels_of(member)
        every = (*listed, *member.guild.channels.values())
        wanted = next((c for c in every if str(c.id) == channel_id and member.can_view(c)), None)
        self._move(member, wanted or next(iter(listed), None))

    def watch(self, on: bool) -> None:
        """Tell of what the curious look at, or no longer."""
        self.watching = on
        self._sent.pop("curious", None)

    def frame(self) -> Json:
        """What has changed since the last frame; empty if nothing has."""
        self._settle()
        member, channel = self.member, self.channel
        if member is not None and channel is not None:
            self.visit.read(member, channel)
        now: Json = {"members": self._members(), "others": self._others()}
        if member is not None:
            now["channels"] = self._channels(member)
            now["commands"] = [] if channel is None else offers(member, channel)
        elif self._moved:
            now["channels"], now["commands"] = [], []
        if self.watching:
            now["curious"] = self.curious.state()
        frame = {key: value for key, value in now.items() if self._sent.get(key) != value}
        self._sent.update(frame)
        if self.sandbox.clock.offset != self._offset:
            self._offset = self.sandbox.clock.offset
            frame["now"] = self.sandbox.clock.now()
        return frame | self._messages()

    # where

    def _move(self, member: Member | None, channel: Channel | None) -> None:
        self.member, self.channel = member, channel
        self._moved = True

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

    # what

    def _members(self) -> list[Json]:
        return [
            {
                "id": key_of(member),
                "name": member.name,
                "guild": member.guild.name,
                "locale": member.user.locale,
                "moderator": member.moderator,
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
                    "topic": None,
                    "thread": channel.parent is not None,
                    "parent": None if channel.parent is None else str(channel.parent.id),
                    "write": member.can_write(channel),
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
            self._drawn.clear()
            self._oldest = 0
            channel_id = None if self.channel is None else str(self.channel.id)
            place = {"member": None if self.member is None else key_of(self.member), "channel": channel_id}
            frame = {"reset": True, "place": place, "messages": []}
        if self.member is None or self.channel is None:
            return frame
        first = bool(frame)
        seen = seen_in(self.member, self.channel, self._oldest, AT_FIRST if first else AT_MOST)
        if first and len(seen) == AT_FIRST:
            self._oldest = seen[0].id
        drawn = {message.id: self._revision(self.member, message) for message in seen}
        shown = Shown(self.member)
        changed = [shown.message(m) for m in seen if self._drawn.get(m.id) != drawn[m.id]]
        gone = [str(number) for number in self._drawn if number not in drawn]
        self._drawn = drawn
        if changed or first:
            frame["messages"] = changed
        if gone:
            frame["gone"] = gone
        return frame

    @staticmethod
    def _revision(member: Member, message: Message) -> tuple[object, ...]:
        """Changes with whatever the drawing of a message depends on."""
        stored, guild = message.stored, member.guild
        replied = stored.reference is None or stored.reference in stored.channel.messages
        return (
            stored.edited,
            stored.flags,
            replied,
            member.can_delete(message),
            len(guild.members),
            len(guild.roles),
            len(guild.channels),
            len(guild.world.emojis),
        )
