"""SIGKILL while a board is posted, and while the private panels come down to it.

There is one board then, and at most one panel of each player follows the game, below it.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.restarts.test_kill import open_table
from tests.e2e.restarts.test_kill_rematch import begun, dies_pressing, lobby, stopped
from tests.e2e.support.house import tap, until
from tests.e2e.support.mortal import Mortal

pytestmark = pytest.mark.long


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[Mortal]:
    """Return a bot at work."""
    async with Mortal.born(tmp_path, PAUSE_SECONDS="10") as made:
        await made.start()
        yield made
        # A panel that was deleted just before the death is deleted again.
        assert [text for text in made.house.sandbox.violations if "10008" not in text] == []


async def in_order(mortal: Mortal) -> int:
    """Check the order of the table's messages, and return the number of panels that follow it."""
    house, stored = mortal.house, await mortal.stored()
    boards = [
        message
        for message in house.people[0].sees(house.channel)
        if not message.ephemeral
        and not message.mentions
        and any(f":{stored.table.id}:" in str(button.custom_id) for button in message.buttons)
    ]
    assert [board.id for board in boards] == [stored.place.message_id]
    assert all(panel.message_id > boards[0].id for panel in stored.panels)
    return len(stored.panels)


@pytest.mark.parametrize(
    "point",
    [
        "before a new panel:2",
        "after a new panel:2",
        "before removing a panel:2",
        "after removing a panel:3",
    ],
)
async def test_the_hands_come_down_to_their_table_through_a_death(mortal: Mortal, point: str) -> None:
    house = mortal.house
    ann, *others = house.people
    await ann.slash(house.channel, "cicera start")
    await house.sandbox.until(lambda: len(ann.sees(house.channel)) >= 2)
    for person, side in zip(others, (1, 0, 1), strict=True):
        await house.join(person, side)
    await house.startable()
    await mortal.caught_up()
    before = house.public()
    await ann.slash(house.channel, "cicera table")
    await house.sandbox.until(lambda: before.deleted and len(own(mortal)) == 1, what="the table is down")
    await mortal.caught_up()
    await dies_pressing(mortal, ann, house.public(), point, "start")
    await mortal.start()
    await mortal.caught_up()
    # A panel whose successor was on its way says that it follows no more; that of the host came down before.
    assert await in_order(mortal) >= 1
    await mortal.hands()
    assert await in_order(mortal) == 4


def own(mortal: Mortal) -> list[int]:
    """Return the private messages on the first member's screen."""
    return [m.id for m in mortal.house.people[0].sees(mortal.house.channel) if m.ephemeral]


@pytest.mark.parametrize(
    "point", ["after creating", "after posting", "before saving the message", "after a first answer"]
)
async def test_a_rematch_has_one_table_above_its_hands_through_a_death(mortal: Mortal, point: str) -> None:
    await open_table(mortal)
    await mortal.hands()
    house, ended = mortal.house, await stopped(mortal)
    ann, *others = house.people
    await dies_pressing(mortal, ann, ended, point, "rematch")
    await mortal.start()
    await house.sandbox.until(lambda: house.public() != ended, what="the lobby")

    async def noted() -> bool:
        return (await mortal.stored()).place.message_id is not None

    await until(noted)
    await lobby(mortal, ended, *others[:-1])
    await tap(others[-1], ended, "rematch")
    await begun(mortal)

    async def followed() -> bool:
        # The last panel is stored after the game has begun.
        return len((await mortal.stored()).panels) >= 3

    await until(followed)
    await mortal.caught_up()
    # The first answer of the asker was lost with the bot, or its token.
    assert await in_order(mortal) == 3
    await mortal.hands()
    assert await in_order(mortal) == 4
