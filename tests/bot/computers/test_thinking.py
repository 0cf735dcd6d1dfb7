"""Before the computers' search is compiled: nobody waits for it, and later everybody has it."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from bot.computers.advice import Adviser
from bot.computers.thinking import Kernels, Thinking
from engine.ai import ADDED, LEVELS, UNCOMPILED, names
from engine.ai.kernels import UNKEPT
from tests.bot.tavern import PEOPLE, Tavern, against, golden, moved, playing, refusal
from tests.engine.ai.test_kernels import COMPILES


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


def there() -> bool:
    """Return that numba is installed, wherever the test runs."""
    return True


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the warnings and errors in the log."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition without an event holds."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def test_every_level_has_somebody_who_plays_it_meanwhile() -> None:
    assert list(UNCOMPILED) == ["gentle", *LEVELS]
    for game in ADDED:
        assert set(UNCOMPILED.values()) <= set(names(game))


@pytest.mark.searches
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


@pytest.mark.searches
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
    kernels = Kernels(
        lambda game: tries.exists() and len(tries.read_text()) == 3, fails, again_after=0.01, installed=there
    )
    levels = [kernels.player(game, level) for game in ADDED for level in UNCOMPILED]
    assert levels == [*UNCOMPILED.values()] * len(ADDED)
    await kernels.compile()
    assert tries.read_text() == "..."
    assert told(caplog) == ["what computers think with could not be compiled (status 1: no compiler here)"]
    levels = [kernels.player(game, level) for game in ADDED for level in UNCOMPILED]
    assert levels == [*UNCOMPILED] * len(ADDED)


async def test_where_all_is_compiled_nothing_is_started(tmp_path: Path) -> None:
    trace = tmp_path / "started"
    starts = (sys.executable, "-c", f"open({str(trace)!r}, 'w').close()")
    await Kernels(lambda game: True, starts, installed=there).compile()
    assert not trace.exists()
    await Kernels(lambda game: game != "ciapano", starts, installed=there).compile()
    assert trace.exists()


async def test_whoever_stops_compiling_ends_the_process(tmp_path: Path) -> None:
    trace = tmp_path / "pid"
    program = f"import os, time; open({str(trace)!r}, 'w').write(f'{{os.getpid()}}.'); time.sleep(600)"
    kernels = Kernels(lambda game: False, (sys.executable, "-c", program), installed=there)
    compiling = asyncio.create_task(kernels.compile())
    await until(lambda: trace.exists() and trace.read_text().endswith("."))
    process = psutil.Process(int(trace.read_text().rstrip(".")))
    compiling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await compiling
    assert not process.is_running()


BROKEN = "raise ImportError('Numba needs NumPy 2.4 or less. Got NumPy 2.5.')"
ENDED = "import sys; sys.exit({status})"


async def test_without_numba_computers_play_by_rules_of_thumb_and_hints_say_so(
    tavern: Tavern, caplog: pytest.LogCaptureFixture
) -> None:
    tavern.computers.thinking.kernels = kernels = Kernels(lambda game: False, installed=lambda: False)
    await kernels.compile()
    (line,) = told(caplog)
    told_why = "computers play by rules of thumb, and there are no hints, reviews and key moments: numba is"
    assert line.startswith(told_why)
    adviser = Adviser(tavern.store, tavern.computers.thinking)
    async with playing(tavern):
        table = await moved(tavern, await against(tavern, "cicera", "hard", players=2))
        (seat,) = table.waits_for()
        assert await refusal(adviser.hint(table, seat)) == "hint.missing"
        over = await tavern.recorded(golden("cicera-two"), 40)
        assert await refusal(adviser.review(over, PEOPLE[0])) == "review.missing"
    assert told(caplog) == [line]


@pytest.mark.parametrize("broken", ["numba", "llvmlite", "numpy"])
async def test_a_numba_that_does_not_work_is_as_none(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    (tmp_path / f"{broken}.py").write_text(BROKEN)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
    kernels = Kernels(lambda game: False, (sys.executable, *COMPILES), installed=there)
    await kernels.compile()
    assert kernels.missing
    (line,) = told(caplog)
    assert "numba cannot be loaded here (ImportError: Numba needs NumPy" in line or "is not installed" in line


async def test_kernels_that_cannot_be_kept_are_compiled_by_whoever_needs_them(
    caplog: pytest.LogCaptureFixture,
) -> None:
    unkept = (sys.executable, "-c", ENDED.format(status=UNKEPT))
    kernels = Kernels(lambda game: False, unkept, installed=there)
    await kernels.compile()
    assert not kernels.missing
    assert [kernels.player(game, "hard") for game in ADDED] == ["hard"] * len(ADDED)


async def test_hints_are_missing_after_a_failure_until_it_is_tried_again(tmp_path: Path) -> None:
    failed = (sys.executable, "-c", ENDED.format(status=1))
    kernels = Kernels(lambda game: False, failed, again_after=600, installed=there)
    compiling = asyncio.create_task(kernels.compile())
    await until(lambda: kernels.missing)
    compiling.cancel()
