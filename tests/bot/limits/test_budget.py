"""The budget of requests: never too many, the most urgent first, and none waits for ever."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.virtual import now, run
from bot.limits.budget import INVALID_WINDOW, MOST_INVALID, SLOWEST, Budget, Urgency

RATE = 40
DISCORD = 50
"""Requests a second that Discord allows."""

Made = list[tuple[float, Any]]


async def made(budget: Budget, urgency: Urgency, name: Any, log: Made, *, by_token: bool = False) -> None:
    """Make one request, and note when it was made."""
    async with budget.turn(urgency, by_token=by_token):
        await budget.before(by_token=by_token)
        log.append((now(), name))


def in_budget(work: Callable[[Budget], Awaitable[Any]], rate: float = RATE) -> Any:
    async def whole() -> Any:
        budget = Budget(rate)
        try:
            return await work(budget)
        finally:
            await budget.close()

    return run(whole())


async def after(seconds: float, work: Awaitable[None]) -> None:
    await asyncio.sleep(seconds)
    await work


ARRIVALS = st.lists(
    st.tuples(st.floats(0, 3), st.sampled_from([u for u in Urgency if u.value >= 0]), st.booleans()),
    min_size=1,
    max_size=300,
)


@given(arrivals=ARRIVALS)
def test_no_second_has_more_requests_than_discord_allows(
    arrivals: list[tuple[float, Urgency, bool]],
) -> None:
    async def work(budget: Budget) -> Made:
        log: Made = []
        await asyncio.gather(
            *(after(at, made(budget, urgency, 0, log, by_token=token)) for at, urgency, token in arrivals)
        )
        return log

    times = sorted(at for at, _ in in_budget(work))
    assert len(times) == len(arrivals)
    assert all(later - first >= 1 for first, later in zip(times, times[DISCORD:], strict=False))


@pytest.mark.parametrize(("rate", "seconds"), [(40, 10), (10, 40), (2.5, 160)])
def test_the_budget_is_used_up_to_its_rate(rate: float, seconds: float) -> None:
    async def work(budget: Budget) -> float:
        log: Made = []
        await asyncio.gather(*(made(budget, Urgency.WATCHED, n, log) for n in range(400)))
        return now()

    assert seconds * 0.95 <= in_budget(work, rate) <= seconds


def test_the_most_urgent_is_first_and_who_came_first_among_equals() -> None:
    async def work(budget: Budget) -> Made:
        log: Made = []
        kinds = (Urgency.BEHIND, Urgency.LATER, Urgency.WATCHED, Urgency.ASKED)
        await asyncio.gather(*(made(budget, kind, (kind, n), log) for kind in kinds for n in range(20)))
        return log

    told = [name for _, name in in_budget(work)]
    # The burst was made before any other request came.
    rest = told[10:]
    assert rest == sorted(rest, key=lambda name: (name[0].value, name[1]))


def test_what_is_least_urgent_is_not_overtaken_for_ever() -> None:
    async def work(budget: Budget) -> Made:
        log: Made = []
        busy = (after(n / 20, made(budget, Urgency.ASKED, n, log)) for n in range(20 * 100))
        await asyncio.gather(*busy, after(1.0, made(budget, Urgency.BEHIND, "behind", log)))
        return log

    log = in_budget(work, rate=10)
    waited = next(at for at, name in log if name == "behind") - 1.0
    assert Urgency.BEHIND.value <= waited < 3 * Urgency.BEHIND.value


def test_who_is_hurried_goes_before_the_others() -> None:
    async def work(budget: Budget) -> Made:
        log: Made = []

        async def keyed() -> None:
            async with budget.turn(Urgency.BEHIND, key="board"):
                log.append((now(), "board"))

        others = [asyncio.ensure_future(made(budget, Urgency.WATCHED, n, log)) for n in range(200)]
        board = asyncio.ensure_future(keyed())
        await asyncio.sleep(1)
        budget.hurry("board", Urgency.ASKED)
        budget.hurry("nobody", Urgency.ASKED)
        await asyncio.gather(board, *others)
        return log

    log = in_budget(work)
    assert len(log) == 201
    assert 1 <= next(at for at, name in log if name == "board") < 1.2


def test_public_messages_go_on_whatever_private_panels_want() -> None:
    async def work(budget: Budget) -> Made:
        log: Made = []
        panels = (made(budget, Urgency.ASKED, "panel", log, by_token=True) for _ in range(400))
        boards = (made(budget, Urgency.WATCHED, "board", log) for _ in range(100))
        await asyncio.gather(*panels, *boards)
        return log

    log = in_budget(work)
    first = [name for at, name in log if 1 <= at < 9]
    assert first.count("board") >= 0.2 * len(first)
    assert first.count("panel") >= 0.7 * len(first)
    assert now_of_last(log) < 14


def now_of_last(log: Made) -> float:
    return max(at for at, _ in log)


def test_a_turn_for_which_nothing_is_sent_is_the_next_ones() -> None:
    async def work(budget: Budget) -> float:
        async def nothing() -> None:
            async with budget.turn(Urgency.WATCHED):
                pass

        log: Made = []
        await asyncio.gather(*(nothing() for _ in range(400)), made(budget, Urgency.WATCHED, 0, log))
        return now()

    assert in_budget(work) < 1


def test_a_turn_that_is_free_is_taken_without_a_wait() -> None:
    async def work(budget: Budget) -> Made:
        log: Made = []
        for by_token in (False, True):
            with pytest.raises(StopIteration):
                made(budget, Urgency.BEHIND, by_token, log, by_token=by_token).send(None)
        return log

    assert [name for _, name in in_budget(work)] == [False, True]


def test_who_gives_up_takes_nobodys_turn() -> None:
    async def work(budget: Budget) -> float:
        log: Made = []
        waiting = [asyncio.ensure_future(made(budget, Urgency.ASKED, n, log)) for n in range(400)]
        await asyncio.sleep(0.5)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        before = now()
        await made(budget, Urgency.BEHIND, "last", log)
        return now() - before

    assert in_budget(work) < 0.1


def test_a_turn_is_one_request_and_a_second_one_waits_for_its_own() -> None:
    async def work(budget: Budget) -> list[float]:
        times = []
        async with budget.turn(Urgency.WATCHED):
            for _ in range(40):
                await budget.before(by_token=False)
                times.append(now())
        return times

    times = in_budget(work)
    assert times[0] < 0.01
    assert times[-1] >= 0.8


def test_what_is_timed_begins_when_the_turn_has_come() -> None:
    async def work(budget: Budget) -> float:
        log: Made = []
        crowd = asyncio.gather(*(made(budget, Urgency.ASKED, n, log) for n in range(200)))
        await asyncio.sleep(0)
        with budget.at(Urgency.LATER):
            await budget.ready()
            began = now()
            await budget.before(by_token=False)
            took = now() - began
        await crowd
        return took

    assert in_budget(work) < 0.01


def test_answers_to_presses_do_not_wait_but_what_else_a_press_asks_for_does() -> None:
    async def work(budget: Budget) -> tuple[float, float]:
        log: Made = []
        crowd = asyncio.gather(*(made(budget, Urgency.ASKED, n, log) for n in range(200)))
        await asyncio.sleep(0.5)
        with budget.at(Urgency.ANSWER, by_token=True):
            await budget.ready()
            await budget.before(by_token=True)
            answered = now()
            await budget.before(by_token=False)
        posted = now()
        await crowd
        return answered, posted

    answered, posted = in_budget(work)
    assert 0.5 <= answered < 0.51
    assert posted > 4


def test_a_429_slows_everything_down_and_that_passes() -> None:
    async def work(budget: Budget) -> tuple[int, int]:
        log: Made = []
        for _ in range(10):
            budget.limited(0.5, everywhere=False)
        crowd = asyncio.gather(*(made(budget, Urgency.WATCHED, n, log) for n in range(4000)))
        await asyncio.sleep(2)
        slow = len(log)
        await asyncio.sleep(88)
        before = len(log)
        await asyncio.sleep(2)
        fast = len(log) - before
        crowd.cancel()
        await asyncio.gather(crowd, return_exceptions=True)
        return slow, fast

    slow, fast = in_budget(work)
    assert 35 <= slow <= 60
    assert 70 <= fast <= 85


def test_a_global_429_stops_everything_for_as_long_as_it_says() -> None:
    async def work(budget: Budget) -> float:
        log: Made = []
        budget.limited(7.0, everywhere=True)
        await made(budget, Urgency.ASKED, 0, log)
        return log[0][0]

    assert 7.0 <= in_budget(work) < 7.5


def test_too_many_invalid_requests_stop_all_but_answers_which_is_said_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work(budget: Budget) -> tuple[float, float]:
        log: Made = []
        for _ in range(MOST_INVALID):
            budget.invalid()
            await asyncio.sleep(0.1)
        with budget.at(Urgency.ANSWER, by_token=True):
            await budget.before(by_token=True)
        answered = now()
        await asyncio.gather(*(made(budget, Urgency.ASKED, n, log) for n in range(3)))
        return answered, log[0][0]

    with caplog.at_level(logging.ERROR):
        answered, went_on = in_budget(work)
    assert answered < INVALID_WINDOW <= went_on
    assert len(caplog.records) == 1


def test_what_was_held_up_does_not_leave_all_at_once() -> None:
    async def work(budget: Budget) -> Made:
        log: Made = []
        gone_on = asyncio.Event()

        async def drawn(n: int) -> None:
            async with budget.turn(Urgency.WATCHED):
                await gone_on.wait()
                await budget.before(by_token=False)
                log.append((now(), n))

        crowd = asyncio.gather(*(drawn(n) for n in range(200)))
        await asyncio.sleep(3)
        gone_on.set()
        await crowd
        return log

    times = [at for at, _ in in_budget(work)]
    assert all(later - first >= 1 for first, later in zip(times, times[DISCORD:], strict=False))


def test_turns_that_nobody_used_are_no_burst_later() -> None:
    async def work(budget: Budget) -> Made:
        log: Made = []
        gone_on = asyncio.Event()

        async def unused() -> None:
            async with budget.turn(Urgency.WATCHED):
                await gone_on.wait()

        crowd = asyncio.gather(*(unused() for _ in range(60)))
        await asyncio.sleep(2)
        gone_on.set()
        await crowd

        async def drawn(n: int) -> None:
            with budget.at(Urgency.WATCHED):
                await budget.ready()
                log.append((now(), n))

        await asyncio.sleep(1)
        await drawn(-1)
        await asyncio.gather(*(drawn(n) for n in range(2 * RATE)))
        return log[1:]

    times = [at for at, _ in in_budget(work)]
    assert sum(at < times[0] + 0.5 for at in times) <= RATE


def test_further_429s_slow_down_further() -> None:
    async def work(budget: Budget) -> list[float]:
        slowed = []
        for _ in range(8):
            budget.limited(0.1, everywhere=False)
            slowed.append(budget.slowed)
            await asyncio.sleep(1)
        return slowed

    slowed = in_budget(work)
    assert slowed == sorted(slowed)
    assert slowed[0] == 2
    assert slowed[-1] == SLOWEST
