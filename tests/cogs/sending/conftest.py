"""A bot that sends panels, patient enough for a slow machine."""

from collections.abc import AsyncIterator

import pytest

from bot.messages import follow_ups
from cogs.sending import sending
from tests.cogs.sending.requests import Bot


@pytest.fixture
async def bot(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    monkeypatch.setattr(sending, "UPLOAD_AGAIN", (0.0, 0.01, 0.01))
    # A slow machine also paints and draws before the time is over.
    monkeypatch.setattr(follow_ups, "SETTLING", (3.0,))
    monkeypatch.setattr(sending, "PAINTING", 30.0)
    monkeypatch.setattr(sending, "UPLOAD", 30.0)
    made = Bot()
    yield made
    await made.follow_ups.close()
    made.gallery.close()
