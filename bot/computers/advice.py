"""Advice at tables: a hint for a player who is to act; the review and the key moments of a game that is over.

All is computed in the thinking thread and cached: a second request gets the same answer. Key moments are also
stored with their game.
"""

import asyncio
import logging
import random
from collections.abc import Coroutine, Generator, Hashable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from bot.caches import BoundedDict
from bot.computers.thinking import Thinking
from bot.errors import NotRead, Refused
from bot.limits.quotas import Quota
from bot.store import LogRow, Store, StoreError
from bot.table.table import Table
from bot.tables.records import as_record, kept_plays, log_of
from bot.tables.replays.files import of_file
from bot.tables.replays.replay import Replay
from bot.tasks import end_of
from engine.ai.advice import Advice, advise
from engine.ai.review import Finding, judged, look_back
from engine.ai.swings import largest_swings
from engine.record import Record

log = logging.getLogger(__name__)
T = TypeVar("T")

_REMEMBERED: Final = 256
"""The answers in the cache."""

Findings = tuple[Finding, ...]


class Adviser:
    """The advice at all tables, within the `quota` of each member; None is no limit.

    `worlds`, for tests, is the argument of `look_back` and of whatever else looks at a game that is over.
    """

    def __init__(
        self, store: Store, thinking: Thinking, worlds: int | None = None, quota: Quota | None = None
    ) -> None:
        self.store = store
        self.thinking = thinking
        self.worlds = worlds
        self.quota = quota
        self._found: BoundedDict[Hashable, asyncio.Task[Any]] = BoundedDict(_REMEMBERED)
        self._reviewing: set[int] = set()

    async def hint(self, table: Table, seat: int) -> Advice:
        """Return advice for a seat that the game waits for.

        Refused if the game does not wait for the seat, if its kernels are not compiled, or by the quota.
        """
        if seat not in table.waits_for():
            raise Refused("refused.not-your-turn")
        self.thinking.kernels.demand(table.row.game, "hint.soon", "hint.missing")
        game, seen, row = table.row.game, table.game.observe(table.state, seat), table.at(seat)
        assert row is not None
        # Neither the seed nor the key depends on anything that is hidden from the seat.
        rng = random.Random(f"{table.row.id} {table.asked[seat]} {seat}")
        thinking = self.thinking.think(advise, game, seen, rng)
        found: Advice = await self._once((game, seen), row.user_id, thinking)
        return found

    async def review(self, table: Table, user_id: int) -> Findings:
        """Return a member's most expensive plays in a game that is over.

        Refused while another of their reviews is under way, without compiled kernels, or by the quota.
        """
        self.thinking.kernels.demand(table.row.game, "review.soon", "review.missing")
        found: Findings = await self._alone((table.row.id, user_id), user_id, self._look_back(table, user_id))
        return found

    async def key_moments(self, replay: Replay, source: str, user_id: int) -> tuple[int, ...]:
        """Return the plays of a game that swung most, in order, by their numbers among all plays.

        `source` is the id of its table or the digest of its record. Stored ones are free. Else refused while
        a review of the user is under way, without compiled kernels, or by the quota of the user who asks.
        """
        key = ("key moments", source)
        if key not in self._found and (stored := await self._stored(source)) is not None:
            return stored
        self.thinking.kernels.demand(replay.end.row.game, "replay.soon", "replay.missing")
        found: tuple[int, ...] = await self._alone(key, user_id, self._look_for(replay, source, user_id))
        return found

    async def decision(self, replay: Replay, source: str, number: int, user_id: int) -> Finding:
        """Return the hard player's judgement of a play, by its number among all plays.

        Refused without a choice there, without compiled kernels, or by the quota of the user who asks.
        """
        self.thinking.kernels.demand(replay.end.row.game, "review.soon", "review.missing")
        if number not in chosen_plays(replay.stored.log):
            raise Refused("replay.no-choice")
        work = self.thinking.think(partial(judged, _record(replay), number, worlds=self.worlds))
        found: Finding | None = await self._once(("decision", source, number), user_id, work)
        if found is None:
            raise Refused("replay.no-choice")
        return found

    async def close(self) -> None:
        """Cancel all advice under way."""
        tasks = list(self._found.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _once(self, key: Hashable, user_id: int, work: Coroutine[Any, Any, Any]) -> Any:
        """Return the result of `work`, or the cached one of its key, which costs no quota."""
        task = self._found.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            try:
                if self.quota is not None:
                    self.quota.spend(user_id, "refused.advice")
            except Refused:
                work.close()
                raise
            task = asyncio.create_task(work)
        else:
            work.close()
        self._found[key] = task
        return await end_of(task)

    async def _alone(self, key: Hashable, user_id: int, work: Coroutine[Any, Any, Any]) -> Any:
        """Return the same as `_once`; Refused while other work on a whole game is under way for the user."""
        if user_id in self._reviewing and key not in self._found:
            work.close()
            raise Refused("review.busy")
        return await self._once(key, user_id, work)

    async def _look_back(self, table: Table, user_id: int) -> Findings:
        row = table.seat_of(user_id)
        assert row is not None
        self._reviewing.add(user_id)
        try:
            log = await log_of(self.store, table)
            own = own_plays(log, user_id)
            return await self._steps(look_back(as_record(table, log), row.seat, own, worlds=self.worlds))
        finally:
            self._reviewing.discard(user_id)

    async def _look_for(self, replay: Replay, source: str, user_id: int) -> tuple[int, ...]:
        """Return the key moments of a game, computed and, if it is that of a table, noted."""
        self._reviewing.add(user_id)
        try:
            chosen = chosen_plays(replay.stored.log)
            found = await self._steps(largest_swings(_record(replay), chosen, worlds=self.worlds))
        finally:
            self._reviewing.discard(user_id)
        if not of_file(source):
            try:
                await self.store.played.note_key_moments(source, found)
            except StoreError as error:
                log.warning("the key moments of table %s are not stored: %s", source, error)
        return found

    async def _stored(self, source: str) -> tuple[int, ...] | None:
        """Return the stored key moments of a table's game, None without; Refused if they cannot be read."""
        if of_file(source):
            return None
        try:
            return await self.store.played.key_moments(source)
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None

    async def _steps(self, looking: Generator[None, None, T]) -> T:
        """Return the result of work in steps, between which other work of the thread comes."""
        found: T | None = None
        while found is None:
            found = await self.thinking.think(_step, looking)
        return found


def _step(looking: Generator[None, None, T]) -> T | None:
    """Take one step of work; return its result if that was the last, else None."""
    try:
        next(looking)
    except StopIteration as end:
        found: T = end.value
        return found
    return None


def _record(replay: Replay) -> Record:
    return as_record(replay.end, replay.stored.log)


def chosen_plays(log: Sequence[LogRow]) -> set[int]:
    """Return the numbers, from 1 among all actions, of the plays that were not settled by agreement."""
    return {number for number, entry in enumerate(kept_plays(log), 1) if not entry.settled}


def own_plays(log: Sequence[LogRow], user_id: int) -> set[int]:
    """Return the numbers, from 1 among all actions, of a user's own presses.

    Plays settled by agreement are left out, though the log names the user for them too.
    """
    return {n for n, entry in enumerate(kept_plays(log), 1) if entry.user_id == user_id and not entry.settled}
