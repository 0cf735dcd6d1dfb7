"""The page for a member: a phone is wide enough, and a reload loses the same as in Discord."""

from typing import Any

import pytest
from playwright.async_api import expect

from bot.store import Scope
from sandbox.objects import Channel
from tests.browser.support.screen import PATIENCE, Screen, Screens, asking, serious_in_both_themes
from tests.browser.support.windows import PHONE
from tests.e2e.support.house import House


async def dealt(screens: Screens) -> House:
    """Return the house with a game begun by presses outside the browser, which is quicker."""
    await screens.house.open()
    return screens.house


async def hand_of(screens: Screens, screen: Screen) -> None:
    """Open the hand from the board, by its button."""
    await screen.press(screen.table, "hand")
    await screen.holds(12)


async def test_a_hand_of_twelve_fits_a_phone(screens: Screens) -> None:
    made = await dealt(screens)
    phone = await screens.open(next(person for person in made.people if made.to_press(person)), PHONE)
    await hand_of(screens, phone)
    assert await phone.overflow() <= 0
    width, cards = PHONE[0], await phone.cards.all()
    assert len(cards) == 12
    for card in cards:
        box = await card.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["height"] >= 44


async def test_a_reload_loses_private_messages_and_nothing_else(screens: Screens) -> None:
    made = await dealt(screens)
    screen = await screens.open(made.people[0])
    other = await screens.open(made.people[0])
    await made.people[1].say(made.channel, "a good hand")
    for window in (screen, other):
        # A new message moves the buttons up, under the mouse of a member who clicks just then.
        await expect(window.page.get_by_text("a good hand", exact=True)).to_be_visible(timeout=PATIENCE)
        await hand_of(screens, window)
    public = screen.page.locator("li[data-message]:not([data-private])")
    before = await public.all_inner_texts()
    await screen.page.reload()
    await expect(public).to_have_count(len(before), timeout=PATIENCE)
    assert await public.all_inner_texts() == before
    await expect(screen.page.locator("li[data-private]")).to_have_count(0)
    await other.holds(12)
    await hand_of(screens, screen)


async def test_a_game_in_a_thread_is_found_from_its_channel(screens: Screens) -> None:
    made = screens.house
    assert made.bot is not None
    await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "threads", "on")
    await dealt(screens)
    await made.shown()
    screen = await screens.open(made.people[0])
    await screen.page.get_by_role("button", name="See thread: Cicera: Ann, Bo, Cy, Di").click()
    await expect(screen.page.locator("#channel-name")).to_have_text(
        "Cicera: Ann, Bo, Cy, Di", timeout=PATIENCE
    )
    await hand_of(screens, screen)


async def test_members_are_switched_in_one_window(screens: Screens) -> None:
    made = await dealt(screens)
    screen = await screens.open(made.people[0])
    await hand_of(screens, screen)
    mine = await screen.held()
    switch = screen.page.get_by_role("combobox", name="Member")
    await switch.select_option(label="bo")
    await expect(screen.page.locator("li[data-private]")).to_have_count(0, timeout=PATIENCE)
    await hand_of(screens, screen)
    assert not {*mine} & {*await screen.held()}
    await switch.select_option(label="ann")
    await screen.holds(12)
    assert await screen.held() == mine


async def test_nothing_is_seriously_wrong_for_a_screen_reader(screens: Screens) -> None:
    made = await dealt(screens)
    screen = await screens.open(made.people[0], PHONE)
    await hand_of(screens, screen)
    await screen.page.get_by_role("textbox", name="Message").press_sequentially("/ci")
    await expect(screen.suggestions.first).to_be_visible(timeout=PATIENCE)
    assert await serious_in_both_themes(screen) == []
    await screen.page.get_by_role("button", name="For the curious").click()
    await expect(screen.page.get_by_role("complementary", name="For the curious")).to_contain_text("Requests")
    assert await serious_in_both_themes(screen) == []


async def test_a_table_is_opened_and_joined_by_keys_alone(screens: Screens) -> None:
    ann = await screens.open(screens.house.people[0])
    await ann.page.keyboard.press("Tab")
    for _ in range(40):
        if await ann.page.evaluate("() => document.activeElement?.getAttribute('aria-label') === 'Message'"):
            break
        await ann.page.keyboard.press("Tab")
    for text in ("/cicera start", "target", "11"):
        await ann.page.keyboard.type(text)
        await expect(ann.suggestions.first).to_be_visible(timeout=PATIENCE)
        await ann.page.keyboard.press("Enter")
    await ann.page.keyboard.press("Enter")
    await expect(ann.table).to_contain_text("11", timeout=PATIENCE)
    for verb in ("lobby", "leave"):
        await ann.panel.locator(asking(verb)).focus()
        await ann.page.keyboard.press("Enter")
    await expect(ann.messages.first.locator("[data-id]")).to_have_count(0, timeout=PATIENCE)


async def test_what_a_client_refuses_is_said_before_anything_is_sent(screens: Screens) -> None:
    ann = await screens.open(screens.house.people[0])
    box = ann.page.get_by_role("textbox", name="Message")
    before = len(screens.house.sandbox.gateway_log)
    await box.press_sequentially("/cicera sing ")
    await box.press("Enter")
    await expect(ann.page.get_by_role("alert").filter(has_text="command")).to_be_visible(timeout=PATIENCE)
    await box.fill("")
    await box.press_sequentially("/cicera start target:12")
    await ann.page.keyboard.press("Enter")
    await ann.page.keyboard.press("Enter")
    await expect(ann.page.get_by_role("alert").filter(has_text="target")).to_be_visible(timeout=PATIENCE)
    sent = [frame.data.get("t") for frame in list(screens.house.sandbox.gateway_log)[before:]]
    assert "INTERACTION_CREATE" not in sent


@pytest.mark.parametrize("after", [("Ready (2 of 4)", "ready"), ("Ready (1 of 4)", "ready:2")])
async def test_a_press_outlasts_the_drawing_of_its_button(screens: Screens, after: tuple[str, str]) -> None:
    made = screens.house
    post = made.sandbox.post
    first = {"content": "One.", "components": [row("Ready (1 of 4)", "ready")]}
    # It is edited once before, so that nothing moves when it is edited again.
    message = post.edit(post.create(made.channel, first, {}), first, {})
    ann = await screens.open(made.people[0])
    button = ann.messages.last.get_by_role("button", name="Ready")
    await button.hover()
    await ann.page.mouse.down()
    post.edit(message, {"content": "Two.", "components": [row(*after)]}, {})
    await expect(ann.messages.last).to_contain_text("Two.", timeout=PATIENCE)
    await expect(button).to_have_text(after[0])
    await ann.page.mouse.up()
    await expect(ann.page.locator("li[data-private]")).to_have_count(1, timeout=PATIENCE)


def row(label: str, custom_id: str) -> dict[str, Any]:
    """Return a row with one button, as the bot sends it."""
    return {"type": 1, "components": [{"type": 2, "style": 3, "label": label, "custom_id": custom_id}]}


async def test_news_from_another_channel_are_marked(screens: Screens) -> None:
    made = screens.house
    ann, bo, *_ = made.people
    elsewhere: Channel = made.guild.add_channel("osteria")
    screen = await screens.open(ann)
    await bo.say(elsewhere, f"come over, <@{ann.id}>")
    channels = screen.page.get_by_role("navigation", name="Channels")
    await expect(channels).to_contain_text("1", timeout=PATIENCE)
    await channels.get_by_text("osteria").click()
    await expect(screen.messages.last).to_contain_text("come over, @ann", timeout=PATIENCE)
