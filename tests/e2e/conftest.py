"""What end-to-end tests ask for by name."""

import pytest

from bot import chosen


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices are read from the store on a slow machine too.

    2 s leave one for the rest: a press must be answered within three.
    """
    monkeypatch.setattr(chosen, "PATIENCE", 2.0)
