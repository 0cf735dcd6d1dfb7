"""Settings are known at once, from one read for all that ask, whatever the store does."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import Refused
from bot.preferences.cache import PreferenceCache
from bot.store import Scope, Shards, known
from bot.store.known import FRESH, REREAD_SECONDS
from tests.bot.store.empty import empty
from tests.bot.store.troubled import Troubled, TroubledReaders

T = TypeVar("T")
LANGUAGES = ("en", "it")


class SlowReaders(TroubledReaders):
    """Real reads that are counted, wait before and after for permission, and can fail."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self.count = 0
        self.may_begin, self.may_end, self.has_read = (asyncio.Event() for _ in range(3))
        self.may_begin.set()
        self.may_end.set()

    async def read(self, work: Callable[[Connection], T]) -> T:
        self.count += 1
        await self.may_begin.wait()
        read = await super().read(work)
        self.has_read.set()
        await self.may_end.wait()
        return read


class Slow(Troubled):
    """A real store with such reads."""

    readers: SlowReaders

    def __init__(self, engine: AsyncEngine, own: Shards | None = None) -> None:
        super().__init__(engine, own, SlowReaders(engine))


class Clock:
    at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Slow]:
    made = await Slow.open(await empty(tmp_path / "cards.db"))
    yield made
    await made.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(store: Slow, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> PreferenceCache:
    monkeypatch.setattr(known, "READ_SECONDS", 60.0)  # for a slow machine
    return PreferenceCache(store, LANGUAGES, clock)


async def language(memory: PreferenceCache, user_id: int = 1) -> str:
    return (await memory.of(Scope.MEMBER, user_id))["language"]


async def refusal(memory: PreferenceCache, name: str, value: str) -> str:
    with pytest.raises(Refused) as caught:
        await memory.choose(Scope.MEMBER, 1, name, value)
    return caught.value.key


async def test_one_read_serves_all_who_ask_at_once_and_later(store: Slow, memory: PreferenceCache) -> None:
    await store.choose(Scope.MEMBER, 1, "language", "it")
    assert await asyncio.gather(*(language(memory) for _ in range(20))) == ["it"] * 20
    assert await language(memory) == "it"
    assert store.readers.count == 1
    assert await language(memory, 2) == "discord"
    assert store.readers.count == 2


async def test_where_the_defaults_would_be_wrong_a_slow_read_is_waited_for(
    store: Slow, memory: PreferenceCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "READ_SECONDS", 0.01)
    await store.choose(Scope.MEMBER, 1, "digest", "on")
    store.readers.may_begin.clear()
    assert (await memory.of(Scope.MEMBER, 1))["digest"] == "off"
    asked = asyncio.create_task(memory.surely(Scope.MEMBER, 1))
    await asyncio.sleep(0)
    assert not asked.done()
    store.readers.may_begin.set()
    assert (await asked)["digest"] == "on"
    reads = store.readers.count
    assert (await memory.surely(Scope.MEMBER, 1))["digest"] == "on"
    assert store.readers.count == reads


async def test_one_who_asks_is_cancelled_and_the_others_are_told(
    store: Slow, memory: PreferenceCache
) -> None:
    await store.choose(Scope.MEMBER, 1, "language", "it")
    store.readers.may_begin.clear()
    first, second = (asyncio.create_task(language(memory)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    store.readers.may_begin.set()
    assert await second == "it"
    assert store.readers.count == 1


async def test_a_choice_of_this_process_is_known_at_once(store: Slow, memory: PreferenceCache) -> None:
    assert await language(memory) == "discord"
    assert (await memory.choose(Scope.MEMBER, 1, "language", "it"))["language"] == "it"
    assert await language(memory) == "it"
    assert store.readers.count == 1


async def test_a_choice_of_another_process_is_known_after_a_while(
    store: Slow, memory: PreferenceCache, clock: Clock
) -> None:
    assert await language(memory) == "discord"
    await store.choose(Scope.MEMBER, 1, "language", "it")
    clock.at += FRESH - 1
    assert await language(memory) == "discord"
    clock.at += 2
    assert await language(memory) == "it"
    assert (await memory.read(Scope.MEMBER, 1))["language"] == "it"


async def test_whoever_opens_the_settings_sees_what_is_stored_now(
    store: Slow, memory: PreferenceCache
) -> None:
    assert await language(memory) == "discord"
    await store.choose(Scope.MEMBER, 1, "language", "it")
    assert (await memory.read(Scope.MEMBER, 1))["language"] == "it"
    assert await language(memory) == "it"


async def test_nobody_waits_for_a_slow_read_which_counts_once_it_has_come(
    store: Slow, memory: PreferenceCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "READ_SECONDS", 0.01)
    await store.choose(Scope.MEMBER, 1, "language", "it")
    store.readers.may_begin.clear()
    assert await language(memory) == "discord"
    assert await language(memory) == "discord"
    assert store.readers.count == 1
    store.readers.may_begin.set()
    async with asyncio.timeout(60):
        while await language(memory) == "discord":  # noqa: ASYNC110  # a read is no event
            await asyncio.sleep(0.001)
    assert await language(memory) == "it"
    assert store.readers.count == 1


async def test_a_read_that_began_before_a_choice_does_not_undo_it(
    store: Slow, memory: PreferenceCache
) -> None:
    store.readers.may_end.clear()
    asking = asyncio.create_task(language(memory))
    await store.readers.has_read.wait()
    await memory.choose(Scope.MEMBER, 1, "language", "it")
    store.readers.may_end.set()
    await asking
    assert await language(memory) == "it"


async def test_while_nothing_can_be_read_what_was_known_holds(
    store: Slow, memory: PreferenceCache, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "bot.store.known")
    await memory.choose(Scope.MEMBER, 1, "language", "it")
    clock.at += FRESH + 1
    store.readers.deaf = True
    for user_id, expected in ((1, "it"), (2, "discord"), (1, "it"), (2, "discord")):
        assert await language(memory, user_id) == expected
    assert store.readers.count == 2
    clock.at += REREAD_SECONDS + 1
    assert await language(memory) == "it"
    assert store.readers.count == 3
    assert len(caplog.records) == 1
    with pytest.raises(Refused, match=r"refused\.settings-not-read"):
        await memory.read(Scope.MEMBER, 1)
    store.readers.deaf = False
    await store.choose(Scope.MEMBER, 2, "language", "en")
    clock.at += REREAD_SECONDS + 1
    assert await language(memory, 2) == "en"
    store.readers.deaf = True
    clock.at += FRESH + 1
    assert await language(memory, 2) == "en"
    assert len(caplog.records) == 2


async def test_what_is_not_offered_is_not_stored(store: Slow, memory: PreferenceCache) -> None:
    for name, value in (("language", "tlh"), ("weather", "fine"), ("pings", "on"), ("language", "")):
        assert await refusal(memory, name, value) == "refused.no-setting"
    assert await store.chosen(Scope.MEMBER, 1) == {}


async def test_a_choice_that_may_be_stored_is_refused_and_looked_up(
    store: Slow, memory: PreferenceCache
) -> None:
    assert await language(memory) == "discord"
    store.writer.lose = "after"
    assert await refusal(memory, "language", "it") == "refused.setting-not-saved"
    assert await language(memory) == "it"


async def test_memory_is_bounded(store: Slow, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "READ_SECONDS", 60.0)  # for a slow machine
    memory = PreferenceCache(store, LANGUAGES, clock, most=3)
    for user_id in range(5):
        await memory.choose(Scope.MEMBER, user_id, "language", "it")
    assert store.readers.count == 0
    assert [await language(memory, user_id) for user_id in (4, 3, 2)] == ["it"] * 3
    assert store.readers.count == 0
    assert await language(memory, 0) == "it"
    assert store.readers.count == 1
