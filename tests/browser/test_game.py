"""Four members play a hand of Cicera by clicking in four windows, and nobody sees what is another's."""

import asyncio
from collections.abc import Sequence

from playwright.async_api import expect

from sandbox.view import Message
from tests.browser.hearing import due, heard_of_all
from tests.browser.screen import PATIENCE, Screen, Screens, asking


async def test_four_members_play_a_hand_by_clicking(screens: Screens) -> None:
    everyone = await screens.start()
    captures = 0
    async with screens.told():
        for number in range(48):
            captures += await everyone[await whose_turn(everyone)].play()
            if number % 12 == 0:
                await everyone[number // 12].page.reload()
                await everyone[number // 12].press(everyone[number // 12].table, "hand")
        for screen in everyone:
            for message in (screen.table, screen.panel):
                await expect(message.locator(asking("ready"))).to_have_count(1, timeout=PATIENCE)
        await screens.shown()
        for screen in everyone:
            # What was drawn again and again in an open window is what was sent last.
            told = await heard_of_all(screen.page)
            assert len(told) >= 2
            for number, words in told.items():
                sent = Message(screens.house.sandbox.world.messages[number])
                assert words == due(sent, screen.member)
    assert captures
    assert list(screens.house.sandbox.violations) == []


async def whose_turn(everyone: Sequence[Screen]) -> int:
    """Return who is asked to play."""
    async with asyncio.timeout(PATIENCE / 1000):
        while True:
            for number, screen in enumerate(everyone):
                if await screen.live.count():
                    return number


async def test_an_ephemeral_message_is_in_nobody_elses_document(screens: Screens) -> None:
    everyone = await screens.start()
    for screen in everyone:
        ids = [str(m.id) for m in screen.member.sees(screens.house.channel) if m.ephemeral]
        assert ids
        for other in everyone:
            document = await other.text()
            assert all((message in document) is (other is screen) for message in ids)
