"""Reading on the page: older messages, the focus, a phone's covers, and the question before deleting."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.browser.support.evenings import asks
from tests.browser.support.screen import PATIENCE, Screens
from tests.browser.support.windows import PHONE
from tests.e2e.support.house import House

TALK = 130


async def talk(screens: Screens) -> None:
    """Let a member write more messages than a window shows at first."""
    for number in range(TALK):
        await screens.house.people[1].say(screens.house.channel, f"word {number} of many")


async def top_of(item: Locator) -> float:
    """Return the top of an element in its window, in pixels."""
    box = await item.bounding_box()
    assert box is not None
    return box["y"]


async def test_scrolling_up_loads_older_messages_and_moves_nothing(screens: Screens) -> None:
    await talk(screens)
    ann = await screens.open(screens.house.people[0])
    await expect(ann.messages.last).to_contain_text(f"word {TALK - 1} of")
    oldest = ann.messages.filter(has_text=f"word {TALK - 50} of")
    await ann.page.get_by_role("main").evaluate("(box) => box.scrollTo(0, 100)")
    await expect(ann.messages.nth(99)).to_be_attached(timeout=PATIENCE)
    assert -120 < await top_of(oldest) < 200
    assert await ann.page.get_by_role("button", name="Jump to present").is_visible()


async def test_older_messages_are_loaded_by_keys_until_there_are_none(screens: Screens) -> None:
    await talk(screens)
    ann = await screens.open(screens.house.people[0])
    older = ann.page.get_by_role("button", name="Load older messages")
    for number in (50, 100):
        await expect(ann.messages).to_have_count(number, timeout=PATIENCE)
        await older.evaluate("(button) => button.focus({ preventScroll: true })")
        await ann.page.keyboard.press("Enter")
        focused = ann.page.locator("li[data-message]:focus")
        await expect(focused).to_contain_text(f"word {TALK - number} of")
    await expect(ann.messages).to_have_count(TALK, timeout=PATIENCE)
    await expect(older).to_be_hidden()
    await expect(ann.page.get_by_role("log")).to_be_empty()


async def test_the_focus_never_slips_to_another_button(screens: Screens) -> None:
    made = screens.house
    await made.open()
    while True:
        await made.sandbox.until(lambda: any(map(made.to_press, made.people)))
        if custom_id := card_to_leave(made):
            break
        await made.step()
    ann = await screens.open(made.people[0])
    await ann.press(ann.table, "hand")
    await ann.panel.locator(f"[data-id='{custom_id}']").focus(timeout=PATIENCE)
    await ann.page.keyboard.press("Enter")
    await expect(ann.live).to_have_count(0, timeout=PATIENCE)
    await expect(ann.panel).to_be_focused()


def card_to_leave(made: House) -> str | None:
    """Return the id of a button of a card that the first member can play at once, None if there is none."""
    panel, buttons = made.to_press(made.people[0]) or (None, [])
    if panel is None or any(asks(button) == "back" for button in panel.buttons):
        return None
    return next((button.custom_id for button in buttons if asks(button).startswith("play:")), None)


async def test_deleting_asks_first(screens: Screens) -> None:
    ann_member = screens.house.people[0]
    await ann_member.say(screens.house.channel, "a mistake")
    ann = await screens.open(ann_member)
    said = ann.messages.filter(has_text="a mistake")
    dialog = ann.page.get_by_role("dialog", name="Delete this message?")
    for answer, left in (("Cancel", 1), ("Delete", 0)):
        await said.hover()
        await said.get_by_role("button", name="Delete message of ann").click()
        await dialog.get_by_role("button", name=answer, exact=True).click()
        await expect(dialog).to_be_hidden()
        await expect(said).to_have_count(left, timeout=PATIENCE)


async def test_on_a_phone_a_finger_does_not_find_the_trash_by_mistake(screens: Screens) -> None:
    ann_member = screens.house.people[0]
    await ann_member.say(screens.house.channel, "a mistake")
    ann = await screens.open(ann_member, PHONE)
    said = ann.messages.filter(has_text="a mistake")
    box = await said.get_by_role("button", name="Delete message of ann").bounding_box()
    assert box is not None
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] - 4
    await ann.page.touchscreen.tap(*place)
    await expect(ann.page.get_by_role("dialog")).to_have_count(0)
    await said.get_by_text("a mistake").tap()
    await ann.page.touchscreen.tap(*place)
    await expect(ann.page.get_by_role("dialog", name="Delete this message?")).to_be_visible()


async def test_the_open_drawer_keeps_the_keys(screens: Screens) -> None:
    phone = await screens.open(screens.house.people[0], PHONE)
    menu = phone.page.get_by_role("button", name="Channels")
    await menu.focus()
    await phone.page.keyboard.press("Enter")
    for _ in range(20):
        where = await phone.page.evaluate("() => document.activeElement.closest('.side, body').className")
        assert where in ("side open", "")
        await phone.page.keyboard.press("Tab")
    await phone.page.locator(".side button").first.focus()
    await phone.page.keyboard.press("Escape")
    await expect(menu).to_be_focused()


async def test_long_names_are_cut_short_on_a_narrow_phone(screens: Screens) -> None:
    made = screens.house
    long = "a-very-long-name-that-nobody-would-want-to-read-" * 2
    channel = made.guild.add_channel(long)
    person = made.sandbox.join(made.guild, long[:32])
    made.channel = channel
    for size in ((320, 640), PHONE):
        screen = await screens.open(person, size)
        assert await screen.overflow() <= 0
        top = await screen.page.get_by_role("banner").bounding_box()
        assert top is not None
        assert top["height"] < 60
        await screen.page.get_by_role("button", name="Channels").click()
        name = screen.page.get_by_role("navigation", name="Channels").get_by_title(long).get_by_text(long)
        box = await name.bounding_box()
        assert box is not None
        assert box["height"] < 30
        assert box["x"] + box["width"] < size[0] * 0.84


@pytest.mark.long
async def test_a_failed_request_is_seen_in_the_panel_at_once(screens: Screens) -> None:
    made = screens.house
    await made.open()
    phone = await screens.open(made.people[0], PHONE)
    failing = made.sandbox.faults.error("PATCH /channels/*")
    await made.play(until=lambda: failing.hits > 0)
    await made.shown()  # else the next request draws the list anew during the measurement
    await phone.page.get_by_role("button", name="For the curious").click()
    panel = phone.page.get_by_role("complementary", name="For the curious")
    await expect(panel.get_by_role("heading").nth(1)).to_have_text(re.compile(r"^Violations \(\d+\)$"))
    failed = panel.get_by_role("group", name="Requests").get_by_text("⚠ 500").first
    box = await failed.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE[0]
