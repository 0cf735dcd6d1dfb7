"""Logs: as text or as JSON, and warnings that repeat themselves once a minute with their number."""

import json
import logging
import threading

import pytest

from bot.host import logs
from bot.host.logs import Summed, formatter


class Kept(logging.Handler):
    """Keeps the records that it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.heard = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())
        if "more like it" in record.getMessage():
            self.heard.set()


class Clock:
    """A time that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def log(kept: Kept, clock: Clock) -> logging.Logger:
    """Return a logger of its own, summed up after an hour of the clock."""
    made = logging.Logger("bot.test")
    made.addHandler(Summed(kept, 3600, clock))
    return made


def test_a_repeated_warning_is_shown_once_and_then_its_number(
    log: logging.Logger, kept: Kept, clock: Clock
) -> None:
    for number in range(154):
        log.warning("table %d could not be shown", number)
    log.info("something else")
    assert kept.said == ["table 0 could not be shown", "something else"]
    clock.now = 3600
    log.info("later")
    assert kept.said[2:] == ["table 0 could not be shown … 153 more like it in the last minute", "later"]
    log.warning("table %d could not be shown", 7)
    assert kept.said[4:] == ["table 7 could not be shown"]


def test_other_words_another_logger_and_another_error_are_no_repetition(
    log: logging.Logger, kept: Kept
) -> None:
    other = logging.Logger("bot.other")
    other.addHandler(log.handlers[0])
    log.warning("one")
    log.error("one")
    log.warning("another")
    other.warning("one")
    for error in (KeyError(), OSError(), OSError()):
        log.error("raised", exc_info=error)
    assert kept.said == ["one", "one", "another", "one", "raised", "raised"]


def test_what_is_no_warning_is_always_shown(log: logging.Logger, kept: Kept) -> None:
    for _ in range(3):
        log.info("ready")
    assert kept.said == ["ready"] * 3


def test_a_warning_that_came_once_is_not_summed_up(log: logging.Logger, kept: Kept, clock: Clock) -> None:
    log.warning("once")
    clock.now = 3600
    log.info("later")
    assert kept.said == ["once", "later"]


def test_the_number_is_told_though_nothing_else_is_logged(kept: Kept) -> None:
    log = logging.Logger("bot.test")
    log.addHandler(Summed(kept, 0.2))
    while not kept.heard.is_set():
        log.warning("again")
        kept.heard.wait(0.01)
    assert kept.said[0] == "again"


def test_the_last_number_is_told_at_the_end(log: logging.Logger, kept: Kept) -> None:
    log.warning("again")
    log.warning("again")
    log.handlers[0].close()
    assert kept.said == ["again", "again … 1 more like it in the last minute"]


def test_json_is_one_object_a_line() -> None:
    record = logging.LogRecord("bot.x", logging.ERROR, "x.py", 1, "first\nsecond %s", ("è",), None)
    record.created = 0.0
    try:
        raise ValueError("why")
    except ValueError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    line = formatter("json").format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert said.pop("exc_info").endswith("ValueError: why")
    assert said == {
        "time": "1970-01-01T00:00:00Z",
        "level": "ERROR",
        "logger": "bot.x",
        "message": "first\nsecond è",
    }


def test_text_is_one_line() -> None:
    record = logging.LogRecord("bot.x", logging.INFO, "x.py", 1, "ready: %d servers", (3,), None)
    assert formatter("text").format(record).endswith(" INFO bot.x: ready: 3 servers")


def test_libraries_stay_quiet_at_every_level(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {name: logging.getLogger(name).level for name in logs.QUIET}
    try:
        logs.log_at("DEBUG", "json")
        assert {name: logging.getLogger(name).level for name in logs.QUIET} == logs.QUIET
    finally:
        for name, level in kept.items():
            logging.getLogger(name).setLevel(level)
