"""What follows a message: one thing at a time, given up when the message changes."""

import asyncio

from bot.late import TROUBLED, Following, Late

MESSAGE = 7


class Work:
    """Takes as long as it is let, and notes what became of it."""

    def __init__(self, *, flying: bool = False) -> None:
        self.flying = flying
        self.go = asyncio.Event()
        self.begun = asyncio.Event()
        self.told: list[str] = []

    async def __call__(self, following: Following) -> None:
        following.flying = self.flying
        self.begun.set()
        try:
            await self.go.wait()
            self.told.append("done")
        except asyncio.CancelledError:
            self.told.append("given up")
            raise


async def test_work_is_done_and_forgotten() -> None:
    late, work = Late(), Work()
    late.follow(MESSAGE, work)
    assert late.busy
    work.go.set()
    await work.begun.wait()
    await asyncio.sleep(0)
    assert work.told == ["done"]
    assert not late.busy


async def test_newer_work_takes_the_place_of_older() -> None:
    late, old, new = Late(), Work(), Work()
    late.follow(MESSAGE, old)
    await old.begun.wait()
    late.follow(MESSAGE, new)
    await new.begun.wait()
    assert (old.told, late.busy) == (["given up"], True)
    await late.close()
    assert (new.told, late.busy) == (["given up"], False)


async def test_whoever_stops_work_learns_whether_a_request_was_under_way() -> None:
    late = Late()
    assert not await late.stop(MESSAGE)
    for flying in (False, True):
        work = Work(flying=flying)
        late.follow(MESSAGE, work)
        await work.begun.wait()
        assert await late.stop(MESSAGE) is flying
        assert (work.told, late.busy) == (["given up"], False)


async def test_work_for_other_messages_goes_on() -> None:
    late, work = Late(), Work()
    late.follow(MESSAGE, work)
    await work.begun.wait()
    await late.stop(MESSAGE + 1)
    assert late.busy
    await late.close()


def test_trouble_is_over_after_a_while_or_once_a_picture_is_taken() -> None:
    now = [100.0]
    late = Late(lambda: now[0])
    seen = [late.troubled]
    late.failed()
    seen.append(late.troubled)
    now[0] += TROUBLED
    seen.append(late.troubled)
    late.failed()
    late.worked()
    seen.append(late.troubled)
    assert seen == [False, True, False, False]
