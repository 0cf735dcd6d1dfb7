"""Messages that call members: each is posted once, noted in the store, and deleted once it is useless.

A bot killed between sending a message and noting it sends the message again under the same nonce, and Discord
gives back the message that it has. So a nonce is made of the calls in its message and must not change by a
byte.
"""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Button
from bot.limits.reconnecting import reason
from bot.store import PlaceRow
from bot.tasks import end_of
from cogs.sending.channels import UNREACHABLE, call, delete, passing
from cogs.sending.workers import TimedWorker

log = logging.getLogger(__name__)
K = TypeVar("K", bound=Hashable)

HANGING: Final = 1.0
"""Seconds after which a request that others wait for is taken to hang."""


class NotPosted(Exception):
    """A message that could not be sent: `forbidden`, or `passing` where a later try may succeed."""

    def __init__(self, error: Exception) -> None:
        super().__init__(type(error).__name__)
        self.forbidden = error if isinstance(error, discord.Forbidden) else None
        self.passing = passing(error)


@dataclass(frozen=True, slots=True)
class CallMessage:
    """A message that calls members: its place, its nonce, its content, and the users whom it notifies."""

    place: PlaceRow
    nonce: str
    text: str
    buttons: Sequence[Button]
    notified: Collection[int]


def nonce(prefix: str, *of: object) -> str:
    """Return the nonce of a message: the prefix and a checksum of `of`, which differs between messages."""
    return f"{prefix}{zlib.crc32(repr(of).encode()):x}"


class Standing(Generic[K]):
    """The messages of one kind, and their worker, which runs `look` for the keys that are due.

    For a message that cannot be removed `look` runs again after `patience` seconds.
    """

    def __init__(self, bot: CardsBot, look: Callable[[K], Awaitable[None]], patience: float) -> None:
        self.bot = bot
        self.now = bot.tables.now
        self.work: TimedWorker[K] = TimedWorker(look, self.now)
        self._patience = patience
        # The messages that are being deleted: a second request would find nothing.
        self._leaving: dict[int, asyncio.Task[bool]] = {}

    async def post(self, message: CallMessage, note: Callable[[int], Awaitable[bool]]) -> None:
        """Send a message and `note` its id; NotPosted where it cannot be sent.

        If `note` returns False the message has become useless, and is deleted.
        """
        place = message.place
        try:
            sent = await call(self.bot, place, message.nonce, message.text, message.buttons, message.notified)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("table %s: nobody could be called (%s)", place.table_id, reason(error))
            raise NotPosted(error) from None
        if not await note(sent.id):
            await delete(self.bot, place, sent.id)

    async def remove(self, key: K, place: PlaceRow, message_id: int, *, patient: bool = False) -> bool:
        """Delete a message and return whether it is gone; if it is not, `look` runs for the key again later.

        `patient`: the message counts as not gone where the bot may not see the channel, or is refused.
        """
        gone = await self._deleted(place, message_id, patient=patient)
        if not gone:
            self.again(key, self._patience)
        return gone

    def again(self, key: K, seconds: float) -> None:
        """Have `look` run for a key after so many seconds at the latest."""
        self.work.by(key, self.now() + seconds)

    async def _deleted(self, place: PlaceRow, message_id: int, *, patient: bool) -> bool:
        """Delete a message by one request for all callers at once; return whether it is gone.

        A request that hangs is followed by another, so that the next call does not wait for it.
        """
        under_way = self._leaving.get(message_id)
        if under_way is not None:
            await asyncio.wait({under_way}, timeout=HANGING)
            if under_way.done():
                return await under_way
        task = asyncio.create_task(delete(self.bot, place, message_id, patient=patient))
        self._leaving[message_id] = task
        try:
            return await end_of(task)
        finally:
            if self._leaving.get(message_id) is task:
                del self._leaving[message_id]
