"""The state of a page between two loadings: ephemeral messages, dismissals, messages read."""

from __future__ import annotations

from itertools import islice

from sandbox.discord import Discord
from sandbox.driver import Member, Message
from sandbox.objects import Channel

LOOKED_BACK = 500
"""How many of a channel's newest unread messages are searched for pings."""


class Visit:
    """One loaded page; `since` is an id as old as the loading."""

    def __init__(self, discord: Discord, since: int) -> None:
        self.discord = discord
        self.since = since
        self._members: dict[tuple[int, int], Member] = {}
        self._read: dict[tuple[int, int], int] = {}

    def members(self) -> list[Member]:
        """Return the members who can be played, each as this page shows them."""
        return [self._member(key) for key, person in self.discord.people.items() if not person.left]

    def member(self, key: str) -> Member | None:
        """Return the member of a key `GUILD/USER`."""
        return next((member for member in self.members() if key_of(member) == key), None)

    def _member(self, key: tuple[int, int]) -> Member:
        membership = self.discord.people[key]
        kept = self._members.get(key)
        if kept is None or kept.membership is not membership:
            kept = self._members[key] = Member(self.discord, membership, self.since)
        return kept

    def read(self, member: Member, channel: Channel) -> None:
        """Note that a member has seen all messages of a channel."""
        self._read[member.id, channel.id] = next(reversed(channel.messages), self.since)

    def unread(self, member: Member, channel: Channel) -> tuple[int, bool]:
        """Return a member's pings in a channel since they last saw it, and whether others have written."""
        pings, anything = 0, False
        seen = self._read.get((member.id, channel.id), self.since)
        for stored in islice(reversed(channel.messages.values()), LOOKED_BACK):
            if stored.id <= seen:
                break
            if not stored.ephemeral and stored.author is not member.user:
                anything = True
                pings += member.user in stored.mentions
        return pings, anything


def key_of(member: Member) -> str:
    """Return a member's key, `GUILD/USER`."""
    return f"{member.guild.id}/{member.id}"


def channels_of(member: Member, opened: Channel | None = None) -> list[Channel]:
    """Return the channels in a member's list, each before its threads; archived ones only while `opened`."""
    seen = [c for c in member.guild.channels.values() if member.can_view(c)]
    seen = [channel for channel in seen if not channel.archived or channel is opened]
    tops = sorted((c for c in seen if c.parent is None), key=lambda c: (c.position, c.id))
    return [c for top in tops for c in (top, *(thread for thread in seen if thread.parent is top))]


def seen_in(member: Member, channel: Channel, since: int, most: int) -> list[Message]:
    """Return the newest messages that a member sees in a channel, at most `most`, none older than an id."""
    found: list[Message] = []
    for stored in reversed(channel.messages.values()):
        if stored.id < since or len(found) == most:
            break
        message = Message(stored)
        if member.can_see(message):
            found.append(message)
    return found[::-1]


def seen_before(member: Member, channel: Channel, number: int, most: int) -> list[Message]:
    """Return the newest messages that a member sees in a channel, at most `most`, all older than an id."""
    older = (Message(m) for m in reversed(channel.messages.values()) if m.id < number)
    return list(islice((message for message in older if member.can_see(message)), most))[::-1]
