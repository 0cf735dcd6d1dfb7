"""One run at a time for each key, and one more if it was asked for meanwhile."""

import asyncio

import pytest

from cogs.sending.workers import Background, KeyedWorker, Later


async def idle(worker: KeyedWorker[str], key: str) -> None:
    """Wait until no work is done for `key`."""
    for _ in range(1000):
        if not worker.busy(key):
            return
        await asyncio.sleep(0)
    raise AssertionError(f"{key} is never done")


async def test_what_is_asked_during_a_run_is_done_by_one_more() -> None:
    runs: list[str] = []
    going, go_on = asyncio.Event(), asyncio.Event()

    async def work(key: str) -> None:
        runs.append(key)
        going.set()
        await go_on.wait()

    worker = KeyedWorker(work)
    worker.ask("a")
    await going.wait()
    for _ in range(5):
        worker.ask("a")
    assert worker.busy("a")
    go_on.set()
    await idle(worker, "a")
    assert runs == ["a", "a"]


async def test_keys_do_not_wait_for_each_other() -> None:
    done: list[str] = []
    never = asyncio.Event()

    async def work(key: str) -> None:
        if key == "slow":
            await never.wait()
        done.append(key)

    worker = KeyedWorker(work)
    worker.ask("slow")
    worker.ask("quick")
    await idle(worker, "quick")
    assert done == ["quick"]
    await worker.close()
    assert done == ["quick"]


async def test_a_failure_does_not_stop_what_was_asked_meanwhile() -> None:
    runs = 0

    async def work(key: str) -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            worker.ask(key)
            raise ValueError("no")

    worker = KeyedWorker(work)
    worker.ask("a")
    await idle(worker, "a")
    assert runs == 2


async def test_finished_work_has_run_once_more() -> None:
    runs: list[str] = []

    async def work(key: str) -> None:
        runs.append(key)

    worker = KeyedWorker(work)
    await worker.finish("a")
    await worker.finish("a")
    assert runs == ["a", "a"]
    assert not worker.busy()


async def test_what_is_planned_for_later_is_done_once() -> None:
    done: asyncio.Queue[str] = asyncio.Queue()
    later: Later[str] = Later(done.put_nowait)
    for _ in range(3):
        later.plan("a", 0.0)
    later.plan("b", 0.0)
    assert [await done.get(), await done.get()] == ["a", "b"]
    assert ("a" in later, done.qsize()) == (False, 0)
    later.plan("a", 0.0)
    later.close()
    later.plan("c", 0.0)
    assert await done.get() == "c"


async def test_background_work_that_fails_is_logged_and_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    background, begun, never = Background(), asyncio.Event(), asyncio.Event()

    async def fails() -> None:
        raise ValueError("a fault of ours")

    async def waits() -> None:
        begun.set()
        await never.wait()

    background.start(fails())
    background.start(waits())
    await begun.wait()
    while len(background) > 1:  # noqa: ASYNC110  # there is no event
        await asyncio.sleep(0)
    assert "publishing failed" in caplog.text
    await background.close()
    assert len(background) == 0
    assert len(caplog.records) == 1
