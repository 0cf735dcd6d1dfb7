"""A read that has to work is tried until it does."""

import logging
from collections.abc import Awaitable, Callable

import pytest

from bot.store import Busy, Conflict, StoreError, patiently
from bot.store.database import patience


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "RETRY_SECONDS", 0.0)


def failing(*errors: Exception) -> tuple[Callable[[], Awaitable[str]], list[str]]:
    """Return a read that fails so often before it works, and the list of its calls."""
    left, calls = list(errors), list[str]()

    async def read() -> str:
        calls.append("read")
        if left:
            raise left.pop(0)
        return "found"

    return read, calls


async def test_a_read_that_works_is_made_once_and_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    read, calls = failing()
    assert await patiently(read, "the tables") == "found"
    assert calls == ["read"]
    assert caplog.records == []


@pytest.mark.parametrize("times", [1, 5])
async def test_a_read_is_tried_until_it_works_and_one_warning_names_it(
    times: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    read, calls = failing(*[Busy("locked")] * times)
    assert await patiently(read, "the tables") == "found"
    assert len(calls) == times + 1
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.getMessage() == "the tables cannot be read yet, which is tried until it works: locked"


async def test_every_refusal_of_the_store_is_waited_for() -> None:
    read, calls = failing(Busy("locked"), Conflict("another"), StoreError("broken"))
    assert await patiently(read, "the tables") == "found"
    assert len(calls) == 4


async def test_any_other_error_is_not() -> None:
    read, calls = failing(ValueError("a fault of ours"))
    with pytest.raises(ValueError, match="a fault of ours"):
        await patiently(read, "the tables")
    assert calls == ["read"]
