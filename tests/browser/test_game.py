"""Four members play a hand of Cicera by clicking in four windows, and no window shows another's secrets."""

from collections.abc import Sequence
from typing import Final

import pytest
from playwright.async_api import expect

from sandbox.view import Message
from tests.browser.support.hearing import due, heard_of_all
from tests.browser.support.screen import PATIENCE, Screen, Screens, asking
from tests.e2e.support.house import House
from tests.e2e.support.hurried import down_to, hurry

FIRST, LAST = 4, 8
"""Plays at the beginning and at the end of the hand that are made by clicking, or more until one captures."""
ROUNDS: Final = 100
"""The most looks for the window of the member on turn."""


@pytest.mark.long
async def test_four_members_play_a_hand_by_clicking(screens: Screens) -> None:
    """Plays between the beginning and the end of the hand are made at the table itself."""
    made = screens.house
    everyone = await screens.start()
    await apart(everyone, made)
    captures = number = 0
    async with screens.told():
        while number < FIRST or not captures:
            captures += await (await whose_turn(screens)).play()
            if number < FIRST and number % 2 == 0:
                reloaded = everyone[number // 2]
                await reloaded.page.reload()
                await reloaded.press(reloaded.table, "hand")
            number += 1
        await hurry(made, down_to(LAST))
        for _ in range(LAST):
            await (await whose_turn(screens)).play()
        for screen in everyone:
            for message in (screen.table, screen.panel):
                await expect(message.locator(asking("ready"))).to_have_count(1, timeout=PATIENCE)
        await screens.shown()
        for screen in everyone:
            # A message drawn again and again in an open window is the same as the last one sent.
            told = await heard_of_all(screen.page)
            assert len(told) >= 2
            for seen, words in told.items():
                sent = Message(made.sandbox.world.messages[seen])
                assert words == due(sent, screen.member)
    await apart(everyone, made)
    assert list(made.sandbox.violations) == []


async def whose_turn(screens: Screens) -> Screen:
    """Return the window of the member on turn, once no new message can move its buttons."""
    made = screens.house
    for _ in range(ROUNDS):
        await made.sandbox.until(lambda: any(map(made.to_press, made.people)))
        await made.shown()
        for asked in screens.opened:
            if made.to_press(asked.member):
                await screens.shown(asked)
                # A drawing that was on its way may have shown an older turn for a moment.
                if made.to_press(asked.member):
                    return asked
    names = [person.name for person in made.people if made.to_press(person)]
    raise AssertionError(f"no window of a member on turn stays so; on turn now: {names}")


async def apart(everyone: Sequence[Screen], made: House) -> None:
    """Check that private messages are in no other member's document, and the newest in their own."""
    documents = [await screen.text() for screen in everyone]
    for screen, own in zip(everyone, documents, strict=True):
        ids = [str(message.id) for message in screen.member.sees(made.channel) if message.ephemeral]
        assert ids[-1] in own
        assert not any(message in other for message in ids for other in documents if other is not own)
