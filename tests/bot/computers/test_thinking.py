"""Before the computers' search is compiled: nobody waits for it, and later everybody has it."""

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from bot.computers.advice import Adviser
from bot.computers.thinking import Kernels, Thinking
from engine.ai import ADDED, LEVELS, UNCOMPILED, names
from tests.bot.tavern import PEOPLE, Tavern, against, golden, moved, playing, refusal


class Noting(Kernels):
    """Kernels that are ready once a test says so, and note the players for which they were asked."""

    def __init__(self) -> None:
        self.there = False
        self.sent: list[str] = []
        super().__init__(lambda game: self.there)

    def player(self, game: str, level: str) -> str:
        self.sent.append(super().player(game, level))
        return self.sent[-1]


@pytest.fixture
def pause_seconds() -> float:
    """Computers act at once."""
    return 0


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition without an event holds."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def test_every_level_has_somebody_who_plays_it_meanwhile() -> None:
    assert list(UNCOMPILED) == list(LEVELS)
    for game in ADDED:
        assert set(UNCOMPILED.values()) <= set(names(game))


async def test_a_hard_computer_plays_at_once_and_searches_as_soon_as_it_can(tavern: Tavern) -> None:
    tavern.computers.thinking.kernels = kernels = Noting()
    async with playing(tavern):
        table = await moved(tavern, await against(tavern, "cicera", "hard", players=2))
        table = await moved(tavern, await tavern.plays(table))
        assert set(kernels.sent) == {"greedy"}
        kernels.there = True
        kernels.sent.clear()
        await moved(tavern, await tavern.plays(table))
        assert set(kernels.sent) == {"hard"}


async def test_hints_and_reviews_say_that_they_come_in_a_moment(tavern: Tavern) -> None:
    kernels = Noting()
    thinking = Thinking(kernels)
    adviser = Adviser(tavern.store, thinking, 3)
    try:
        table = await tavern.game()
        (seat,) = table.waits_for()
        over = await tavern.recorded(golden("cicera-two"), 40)
        assert await refusal(adviser.hint(table, seat)) == "hint.soon"
        assert await refusal(adviser.hint(table, 1 - seat)) == "refused.not-your-turn"
        assert await refusal(adviser.review(over, PEOPLE[0])) == "review.soon"
        kernels.there = True
        assert (await adviser.hint(table, seat)).action in table.game.legal(table.state, seat)
        await adviser.review(over, PEOPLE[0])
    finally:
        await adviser.close()
        thinking.close()


async def test_a_failure_is_logged_once_and_it_is_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tries = tmp_path / "tries"
    program = (
        f"import sys; tries = open({str(tries)!r}, 'a+'); tries.write('.'); tries.seek(0)\n"
        "sys.exit('first line\\nno compiler here' if len(tries.read()) < 3 else 0)"
    )
    fails = (sys.executable, "-c", program)
    kernels = Kernels(lambda game: tries.exists() and len(tries.read_text()) == 3, fails, again_after=0.01)
    levels = [kernels.player(game, level) for game in ADDED for level in LEVELS]
    assert levels == [*UNCOMPILED.values()] * len(ADDED)
    await kernels.compile()
    assert tries.read_text() == "..."
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == ["what computers think with could not be compiled (status 1: no compiler here)"]
    assert [kernels.player(game, level) for game in ADDED for level in LEVELS] == [*LEVELS] * len(ADDED)


async def test_where_all_is_compiled_nothing_is_started(tmp_path: Path) -> None:
    trace = tmp_path / "started"
    starts = (sys.executable, "-c", f"open({str(trace)!r}, 'w').close()")
    await Kernels(lambda game: True, starts).compile()
    assert not trace.exists()
    await Kernels(lambda game: game != "ciapano", starts).compile()
    assert trace.exists()


async def test_whoever_stops_compiling_ends_the_process(tmp_path: Path) -> None:
    trace = tmp_path / "pid"
    program = f"import os, time; open({str(trace)!r}, 'w').write(f'{{os.getpid()}}.'); time.sleep(600)"
    compiling = asyncio.create_task(Kernels(lambda game: False, (sys.executable, "-c", program)).compile())
    await until(lambda: trace.exists() and trace.read_text().endswith("."))
    process = psutil.Process(int(trace.read_text().rstrip(".")))
    compiling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await compiling
    assert not process.is_running()
