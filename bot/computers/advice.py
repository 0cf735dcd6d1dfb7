"""Gives advice at tables: a hint to a player who is to act, and a look back at a game that is over.

Both are worked out in the thinking thread and kept for a while: asking again gives the same answer.
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
from bot.tasks import end_of
from engine.ai.advice import Advice, advise
from engine.ai.review import Finding, look_back

_REMEMBERED: Final = 256
"""How many hints and reviews are kept."""

Findings = tuple[Finding, ...]


class Adviser:
    """Advice at all tables, within the `quota` of each member; None for no limit.

    `worlds`, for tests, are those of `look_back`.
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

        Refused if the game does not wait for it, nothing can be said yet, or its member has asked too often.
        """
        if seat not in table.waits_for():
            raise Refused("refused.not-your-turn")
        if not self.thinking.kernels.ready(table.row.game):
            raise Refused("hint.soon")
        game, seen, row = table.row.game, table.game.observe(table.state, seat), table.at(seat)
        assert row is not None
        # By what is seen alone: chance and memory know no more than that.
        rng = random.Random(f"{table.row.id} {table.asked[seat]} {seat}")
        thinking = self.thinking.think(advise, game, seen, rng)
        found: Advice = await self._once((game, seen), row.user_id, thinking)
        return found

    async def review(self, table: Table, user_id: int) -> Findings:
        """Return what cost a member most in a game that is over.

        Refused while another is looked back at, if nothing can be said yet, or if they have asked too often.
        """
        if not self.thinking.kernels.ready(table.row.game):
            raise Refused("review.soon")
        key = (table.row.id, user_id)
        if user_id in self._reviewing and key not in self._found:
            raise Refused("review.busy")
        found: Findings = await self._once(key, user_id, self._look_back(table, user_id))
        return found

    async def close(self) -> None:
        """Give no more advice."""
        tasks = list(self._found.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _once(self, key: Hashable, user_id: int, work: Coroutine[Any, Any, Any]) -> Any:
        """Return what `work` gives, or what it gave before under the same key, which does not count for the
        quota.
        """
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
                pass  # Others think in between.
            return found
        finally:
            self._reviewing.discard(user_id)


def _step(looking: Generator[None, None, Findings]) -> Findings | None:
    """Take one step of a look back; return what it has found if that was the last."""
    try:
        next(looking)
    except StopIteration as end:
        found: Findings = end.value
        return found
    return None


def own_plays(log: Sequence[LogRow], user_id: int) -> set[int]:
    """Return the numbers, among all actions from 1, of those that a user has made by a press of their own.

    What was settled by agreement stands in the log as theirs too.
    """
    return {n for n, entry in enumerate(kept_plays(log), 1) if entry.user_id == user_id and not entry.settled}
