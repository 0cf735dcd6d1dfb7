"""Advice at tables: a hint for a player who is to act, and the review of a game that is over.

Both are computed in the thinking thread and cached: a second request gets the same answer.
"""

import asyncio
import random
from collections.abc import Coroutine, Generator, Hashable, Sequence
from typing import Any, Final

from bot.caches import BoundedDict
from bot.computers.thinking import Thinking
from bot.errors import Refused
from bot.limits.quotas import Quota
from bot.store import LogRow, Store
from bot.table.table import Table
from bot.tables.records import as_record, kept_plays, log_of
from bot.tables.replays.replay import Replay
from bot.tasks import end_of
from engine.ai.advice import Advice, advise
from engine.ai.review import Finding, look_back

_REMEMBERED: Final = 256
"""Hints and reviews in the cache."""

Findings = tuple[Finding, ...]


class Adviser:
    """The advice at all tables, within the `quota` of each member; None is no limit.

    `worlds`, for tests, is the argument of `look_back`.
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
        key = (table.row.id, user_id)
        if user_id in self._reviewing and key not in self._found:
            raise Refused("review.busy")
        found: Findings = await self._once(key, user_id, self._look_back(table, user_id))
        return found

    async def key_moments(self, replay: Replay, source: str, user_id: int) -> tuple[int, ...]:
        """Return the plays of a game that swung most, in order, by their numbers among all plays.

        Refused without compiled kernels, or by the quota of the user who asks.
        """
        raise Refused("review.missing")

    async def decision(self, replay: Replay, source: str, number: int, user_id: int) -> Finding:
        """Return the hard player's judgement of a play, by its number among all plays.

        Refused without a choice there, without compiled kernels, or by the quota of the user who asks.
        """
        raise Refused("review.missing")

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

    async def _look_back(self, table: Table, user_id: int) -> Findings:
        row = table.seat_of(user_id)
        assert row is not None
        self._reviewing.add(user_id)
        try:
            log = await log_of(self.store, table)
            own = own_plays(log, user_id)
            looking = look_back(as_record(table, log), row.seat, own, worlds=self.worlds)
            while (found := await self.thinking.think(_step, looking)) is None:
                pass  # Other work of the thread comes in between.
            return found
        finally:
            self._reviewing.discard(user_id)


def _step(looking: Generator[None, None, Findings]) -> Findings | None:
    """Take one step of a review; return its findings if that was the last, else None."""
    try:
        next(looking)
    except StopIteration as end:
        found: Findings = end.value
        return found
    return None


def own_plays(log: Sequence[LogRow], user_id: int) -> set[int]:
    """Return the numbers, from 1 among all actions, of a user's own presses.

    Plays settled by agreement are left out, though the log names the user for them too.
    """
    return {n for n, entry in enumerate(kept_plays(log), 1) if entry.user_id == user_id and not entry.settled}
