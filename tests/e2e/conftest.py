"""How long the bot waits in end-to-end tests: the default, and fixtures for other times."""

from typing import Final

import pytest

from bot.store import known
from cogs.sending import answers

USUAL: Final = answers.ANSWER_SECONDS


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer a press with its result rather than an acknowledgement, on a busy machine too."""
    monkeypatch.setattr(answers, "ANSWER_SECONDS", 20.0)


@pytest.fixture
def hurried(unhurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Acknowledge presses after the usual 1.5 s."""
    monkeypatch.setattr(answers, "ANSWER_SECONDS", USUAL)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read settings from the store on a slow machine too.

    2 s leave one for the rest: a press must be answered within three.
    """
    monkeypatch.setattr(known, "READ_SECONDS", 2.0)
