"""The page's announcements, the place of the focus, and texts that would be missed if they were unheard."""

from typing import Any, Final

from playwright.async_api import expect

from sandbox.messages import Upload
from sandbox.objects import COMPONENTS_V2
from sandbox.view import Message
from tests.browser.support.hearing import WORDS, due, heard
from tests.browser.support.screen import Screens, serious_in_both_themes
from tests.browser.support.windows import PHONE
from tests.sandbox.lab import button, gallery, menu, row, text

PICTURE: Final = {0: Upload("a.png", b"\x89PNG\r\n\x1a\n")}
PARTS: Final = (
    text("## A heading\nsome text"),
    gallery("attachment://a.png", description="an ace"),
    row(button("start", label="Start", disabled=True), button("leave", label="Leave")),
    row(menu(placeholder="Seat")),
)
KEPT_FROM_THE_EAR: Final = {
    "a text": "p",
    "that a text is a heading": "h2",
    "a button": ".row .button",
    "the name of a button": ".row .button span",
    "that a button is disabled": ".row :disabled",
    "a picture's description": "button.picture",
    "a menu's name": "[role=combobox]",
    "that nobody else sees it": ".foot",
}
KEEP: Final = """(nodes) => nodes.forEach((node) => {
  if (node.disabled) node.disabled = false;
  else if (node.hasAttribute("aria-label")) node.setAttribute("aria-label", "Something");
  else if (node.matches("h2")) node.setAttribute("role", "paragraph");
  else node.remove();
})"""


def sent(screens: Screens, *parts: dict[str, Any], files: dict[int, Upload] | None = None) -> Message:
    """Return a message of the bot's with these components, which only the first member sees."""
    made = screens.house
    payload = {"components": list(parts), "flags": COMPONENTS_V2}
    viewer = made.people[0].id
    return Message(made.sandbox.post.create(made.channel, payload, files or {}, viewer=viewer))


def edited(screens: Screens, message: Message, *parts: dict[str, Any]) -> None:
    screens.house.sandbox.post.edit(message.stored, {"components": list(parts)}, {})


async def test_whatever_is_kept_from_the_ear_is_missed(screens: Screens) -> None:
    ann = await screens.open(screens.house.people[0])
    for what, selector in KEPT_FROM_THE_EAR.items():
        message = sent(screens, *PARTS, files=PICTURE)
        item = ann.item(message)
        await item.locator(".picture img").wait_for(state="attached")
        assert await heard(item) == due(message, ann.member)
        await item.locator(selector).evaluate_all(KEEP)
        assert await heard(item) != due(message, ann.member), what


async def test_new_messages_are_announced_and_edits_are_not(screens: Screens) -> None:
    made = screens.house
    ann = await screens.open(made.people[0])
    log = ann.page.get_by_role("log")
    await expect(log).to_have_attribute("aria-live", "polite")
    await made.people[1].say(made.channel, "a **good** hand")
    await expect(log).to_contain_text("bo: a good hand")
    made.sandbox.world.emoji_images["7"] = "image/png", PICTURE[0].data
    panel = sent(screens, text("Bo left <:spades_7:7>."), row(button(label="More")))
    alone = WORDS["en"]["only-you"]
    await expect(log.locator("p").last).to_have_text(f"Cicera ({alone}): Bo left spades 7.")
    edited(screens, panel, text("It is your turn."), row(button(label="More")))
    await expect(ann.item(panel)).to_contain_text("It is your turn.")
    await expect(log).not_to_contain_text("your turn")


async def test_the_focus_outlasts_an_edit_on_the_same_button(screens: Screens) -> None:
    ann = await screens.open(screens.house.people[0])
    one, two = button("one", label="One"), button("two", label="Two")
    message = sent(screens, text("Before."), row(one, two))
    pressed = ann.item(message).get_by_role("button", name="Two")
    await pressed.focus()
    edits = (
        (text("More text."), text("Above."), row(one, two)),
        (text("In another row."), row(button("three", label="Three")), row(two, one)),
        (text("Asks for something else."), row(button("two:2", label="Two"), one)),
        (text("Not now."), row(button("two:2", label="Two, counting"), one)),
    )
    for parts in edits:
        edited(screens, message, *parts)
        await expect(ann.item(message)).to_contain_text(parts[0]["content"])
        await expect(pressed).to_be_focused()
    edited(screens, message, text("It is gone."), row(one))
    await expect(ann.item(message)).to_contain_text("It is gone.")
    await expect(ann.item(message)).to_be_focused()


async def test_nothing_is_seriously_wrong_with_what_opens_on_a_phone(screens: Screens) -> None:
    made = screens.house
    made.people[0].moderate(True)
    await made.people[1].say(made.channel, "a ||hidden|| word, `code` and <t:0:R>")
    screen = await screens.open(made.people[0], PHONE)
    page, item = screen.page, screen.item(sent(screens, *PARTS, files=PICTURE))
    await page.get_by_role("button", name="Channels").click()
    await expect(page.get_by_label("Language")).to_be_visible()
    assert await serious_in_both_themes(screen) == []
    await page.keyboard.press("Escape")
    await item.get_by_role("combobox", name="Seat").click()
    await expect(item.get_by_role("option")).to_have_count(2)
    assert await serious_in_both_themes(screen) == []
    await page.keyboard.press("Escape")
    await item.get_by_role("button", name="Enlarge").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    assert await serious_in_both_themes(screen) == []
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Delete message of bo").dispatch_event("click")
    await expect(page.get_by_role("dialog")).to_be_visible()
    assert await serious_in_both_themes(screen) == []
