"""SIGKILL with pictures on: after the restart everything is shown again, with its pictures."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.pictures.sketch.style import Style
from sandbox.faults import uploads as uploading
from tests.e2e.restarts.test_kill import open_table
from tests.e2e.support.house import until
from tests.e2e.support.mortal import Mortal
from tests.e2e.support.pictured import expected, seen

pytestmark = pytest.mark.long

NOTED = 1.5
"""Seconds after which shown messages have been noted, with a margin."""


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[Mortal]:
    async with Mortal.born(tmp_path, PICTURES="on") as made:
        await made.start()
        await open_table(made, target=51)
        await made.hands()
        yield made


async def pictured(mortal: Mortal) -> None:
    """Wait until the board has its picture, without any press."""

    async def shown() -> bool:
        return seen(mortal.house.public()) == expected(await mortal.table(), Style())

    await until(shown)


async def play(mortal: Mortal) -> None:
    """Let a member play, with all choices that this takes."""
    before = len(mortal.pressed)
    while len(mortal.pressed) == before:
        await mortal.step()


async def test_after_a_death_everything_is_shown_with_its_picture(mortal: Mortal) -> None:
    await pictured(mortal)
    for point in ("after the acknowledgement", "before the board", "after a panel"):
        await mortal.die_at(point)
        await pictured(mortal)
    assert not [text for text in mortal.house.sandbox.violations if "ATTACHMENT_NOT_FOUND" not in text]


@pytest.mark.real_time
async def test_a_death_while_pictures_are_under_way_loses_none(mortal: Mortal) -> None:
    await pictured(mortal)
    faults, public = mortal.house.sandbox.faults, mortal.house.public()
    slow = faults.slow("*", None, 600, only=uploading)
    await play(mortal)
    await mortal.house.sandbox.until(lambda: slow.hits, what="a picture is under way")
    await mortal.kill()
    faults.clear()
    await mortal.revive("a picture under way")
    await pictured(mortal)

    faults.slow("*", None, 600, only=uploading)
    before = public.text
    await play(mortal)
    await mortal.house.sandbox.until(lambda: public.text != before, what="the words are shown")
    # More than these are still to be shown.
    await asyncio.sleep(NOTED)
    assert await mortal.store.behind() == [mortal.table_id]
    await mortal.kill()
    faults.clear()
    await mortal.revive("the words shown")
    await pictured(mortal)
