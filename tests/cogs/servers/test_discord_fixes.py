"""Requests for one webhook, one after the other: an answer is not held back, and nobody blocks the next."""

import asyncio

import pytest
from discord.webhook import async_

from cogs.servers.discord_fixes import PromptLock, use_prompt_locks


@pytest.fixture
def lock() -> asyncio.Lock:
    return asyncio.Lock()


async def test_without_a_limit_the_lock_opens_at_once(lock: asyncio.Lock) -> None:
    async with PromptLock(lock):
        assert lock.locked()
    assert not lock.locked()


async def test_an_answer_that_uses_up_the_limit_is_handed_over_before_the_lock_opens(
    lock: asyncio.Lock,
) -> None:
    async with PromptLock(lock) as held:
        held.delay_by(0.05)
    assert lock.locked()
    async with asyncio.timeout(30):
        await lock.acquire()


async def test_whoever_is_given_up_blocks_nobody(lock: asyncio.Lock) -> None:
    begun = asyncio.Event()

    async def request() -> None:
        async with PromptLock(lock) as held:
            held.delay_by(0.05)
            begun.set()
            await asyncio.sleep(600)

    task = asyncio.create_task(request())
    await begun.wait()
    task.cancel()
    await asyncio.wait({task})
    async with asyncio.timeout(30):
        await lock.acquire()


def test_discord_py_uses_them_and_makes_them_as_they_are_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(async_, "AsyncDeferredLock", async_.AsyncDeferredLock)
    use_prompt_locks()
    assert async_.AsyncDeferredLock is PromptLock
    assert async_.AsyncWebhookAdapter.request.__globals__["AsyncDeferredLock"] is PromptLock
