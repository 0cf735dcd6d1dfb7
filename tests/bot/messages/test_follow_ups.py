"""Follow-ups of a message: one at a time, given up when the message changes."""

import asyncio

import pytest

from bot.messages.follow_ups import ANSWERING, SETTLING, TROUBLED, FollowUps

MESSAGE = 7


class Work:
    """Runs until it is let go, and notes how it ended."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.begun = asyncio.Event()
        self.told: list[str] = []

    async def __call__(self) -> None:
        self.begun.set()
        try:
            await self.go.wait()
            self.told.append("done")
        except asyncio.CancelledError:
            self.told.append("given up")
            raise


async def test_work_is_done_and_forgotten() -> None:
    late, work = FollowUps(), Work()
    late.follow(MESSAGE, "panel", work)
    assert late.busy
    work.go.set()
    await work.begun.wait()
    await asyncio.sleep(0)
    assert work.told == ["done"]
    assert not late.busy


async def test_newer_work_takes_the_place_of_older() -> None:
    late, old, new = FollowUps(), Work(), Work()
    late.follow(MESSAGE, "panel", old)
    await old.begun.wait()
    late.follow(MESSAGE, "panel", new)
    await new.begun.wait()
    assert (old.told, late.busy) == (["given up"], True)
    await late.close()
    assert (new.told, late.busy) == (["given up"], False)


async def test_what_comes_afterwards_comes_when_all_is_done() -> None:
    late, work, told = FollowUps(), Work(), list[str]()
    late.when_done(MESSAGE, lambda: told.append("nothing to do"))
    late.follow(MESSAGE, "panel", work)
    late.when_done(MESSAGE, lambda: told.append("done"))
    await work.begun.wait()
    assert told == ["nothing to do"]
    work.go.set()
    while late.busy or len(told) < 2:  # noqa: ASYNC110  # the end of a task is no event
        await asyncio.sleep(0)
    assert told == ["nothing to do", "done"]


async def test_nothing_comes_after_what_was_given_up() -> None:
    late, work, told = FollowUps(), Work(), list[str]()
    late.follow(MESSAGE, "panel", work)
    late.when_done(MESSAGE, lambda: told.append("done"))
    await work.begun.wait()
    await late.stop(MESSAGE)
    assert told == []


async def test_an_edit_waits_for_the_answers_that_draw_its_message_now() -> None:
    late = FollowUps()
    await late.answered(MESSAGE)
    with late.answering(MESSAGE):
        with late.answering(MESSAGE):
            edit = asyncio.create_task(late.answered(MESSAGE))
            await late.answered(MESSAGE + 1)
        await asyncio.sleep(0)
        assert not edit.done()
    await asyncio.wait_for(edit, ANSWERING / 2)


async def test_an_edit_waits_for_no_answer_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.messages.follow_ups.ANSWERING", 0.01)
    late = FollowUps()
    with late.answering(MESSAGE):
        await late.answered(MESSAGE)


async def test_what_is_stopped_is_given_up() -> None:
    late, work = FollowUps(), Work()
    await late.stop(MESSAGE)
    late.follow(MESSAGE, "panel", work)
    await work.begun.wait()
    await late.stop(MESSAGE)
    assert (work.told, late.busy) == (["given up"], False)
    assert late.redraw_delay(MESSAGE, "another") is None


async def test_nothing_is_done_after_the_end() -> None:
    late, work = FollowUps(), Work()
    await late.close()
    late.follow(MESSAGE, "panel", work)
    await asyncio.sleep(0)
    assert (work.begun.is_set(), late.busy) == (False, False)


def test_a_message_is_drawn_again_as_long_as_what_was_given_up_may_arrive() -> None:
    now = [100.0]
    late = FollowUps(lambda: now[0])
    late.note_abandoned(MESSAGE, "old")
    assert late.redraw_delay(MESSAGE, "new") == SETTLING[0]
    assert late.redraw_delay(MESSAGE, "old") is None
    now[0] += SETTLING[0]
    assert late.redraw_delay(MESSAGE, "new") == SETTLING[1] - SETTLING[0]
    # Now either of two may arrive, whichever is shown.
    late.note_abandoned(MESSAGE, "new")
    assert late.redraw_delay(MESSAGE, "new") == late.redraw_delay(MESSAGE, "old") == SETTLING[0]
    now[0] += SETTLING[-1]
    assert late.redraw_delay(MESSAGE, "newest") is None
    late.note_abandoned(MESSAGE, "newest")
    assert late.redraw_delay(MESSAGE, "newest") is None


async def test_work_for_other_messages_goes_on() -> None:
    late, work = FollowUps(), Work()
    late.follow(MESSAGE, "panel", work)
    await work.begun.wait()
    await late.stop(MESSAGE + 1)
    assert late.busy
    await late.close()


def test_trouble_is_over_after_a_while_or_once_a_picture_is_taken() -> None:
    now = [100.0]
    late = FollowUps(lambda: now[0])
    seen = [late.troubled]
    late.failed()
    seen.append(late.troubled)
    now[0] += TROUBLED
    seen.append(late.troubled)
    late.failed()
    late.worked()
    seen.append(late.troubled)
    assert seen == [False, True, False, False]
