"""What a member hears to whom the page is read: all that was sent, in order, and nothing in the way of it."""

from difflib import unified_diff
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.hearing import due, heard
from tests.browser.kinds import LOBBY, Kind, Tour, at, call, hand, turn
from tests.browser.screen import serious
from tests.browser.tours import TOURS
from tests.browser.walks import walking

LIGHT = "ciapano"
"""The game that is looked at in a light client; the others are in a dark one."""


@pytest.mark.parametrize("tour", TOURS.values(), ids=TOURS)
async def test_every_kind_of_message_is_heard_as_it_was_sent(
    browser: Browser, tmp_path: Path, tour: Tour
) -> None:
    wrong: list[str] = []
    async with walking(browser, tmp_path, tour, dark=tour.game != LIGHT) as walk:
        async for step in walk.steps():
            message = await step.come()
            item = step.screen.item(message)
            told, wanted = await heard(item), due(message, step.screen.member)
            wrong += unified_diff(wanted, told, f"{step.kind.name} sent", "heard", lineterm="", n=0)
            wrong += [f"{step.kind.name}: {fault}" for fault in await serious(step.screen.page, message)]
        wrong += await serious(walk.mine.page)
    assert not wrong, "\n" + "\n".join(wrong)


async def test_a_member_hears_the_page_in_italian(browser: Browser, tmp_path: Path) -> None:
    kinds = (*LOBBY, Kind("call", call), Kind("dealt", hand), Kind("turn", at(turn(12)), turn=True))
    tour = TOURS["cicera"]._replace(kinds=kinds)
    wrong: list[str] = []
    async with walking(browser, tmp_path, tour, locale="it") as walk:
        async for step in walk.steps():
            message = await step.come()
            told, wanted = await heard(step.screen.item(message)), due(message, step.screen.member)
            wrong += unified_diff(wanted, told, f"{step.kind.name} sent", "heard", lineterm="", n=0)
    assert not wrong, "\n" + "\n".join(wrong)
