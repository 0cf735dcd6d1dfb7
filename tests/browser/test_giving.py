"""Files, the menu of a message and the choice of a channel on a phone: by touch and by keys."""

import base64
from typing import Any

from playwright.async_api import FilePayload, Locator, expect

from sandbox.messages import Upload
from tests.browser.support.screen import PATIENCE, Screen, Screens, serious_in_both_themes
from tests.browser.support.windows import PHONE
from tests.e2e.support.house import House

RECORD: FilePayload = {"name": "game.json", "mimeType": "application/json", "buffer": b'{"game": "cicera"}'}
EMPTY: FilePayload = {"name": "empty.json", "mimeType": "application/json", "buffer": b""}
GIF = base64.b64decode("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=")
"""One white point."""
LOAD = {
    "name": "load",
    "description": "Look at a game",
    "options": [
        {"type": 11, "name": "file", "description": "A record of a game", "required": True},
        {"type": 3, "name": "word", "description": "Any word"},
    ],
}


def told(made: House) -> list[dict[str, Any]]:
    """Return the data of all interactions so far."""
    sent = (frame.data for frame in made.sandbox.gateway_log)
    return [frame["d"]["data"] for frame in sent if frame.get("t") == "INTERACTION_CREATE"]


async def choose(screen: Screen, file: FilePayload, button: Locator, key: str | None = None) -> None:
    """Open the picker with a button, by touch or by a key, and choose a file."""
    async with screen.page.expect_file_chooser() as opened:
        if key is None:
            await button.tap()
        else:
            await button.press(key)
    await (await opened.value).set_files(file)


async def test_a_command_takes_a_file_from_the_picker(screens: Screens) -> None:
    made = screens.house
    made.sandbox.commands.create(made.guild.id, LOAD)
    ann = await screens.open(made.people[0], PHONE)
    box = ann.page.get_by_role("textbox", name="Message")
    await box.press_sequentially("/load ")
    button = ann.page.get_by_role("button", name="file Choose a file")
    await expect(button).to_be_focused()
    await expect(ann.page.get_by_text("A record of a game")).to_be_visible()
    await choose(ann, EMPTY, button, "Enter")
    await expect(box).to_be_focused()
    await box.press("Enter")
    await expect(ann.page.get_by_role("alert").filter(has_text="“empty.json” is empty.")).to_be_visible()
    chosen = ann.page.get_by_role("button", name="file empty.json")
    await expect(chosen).to_be_focused()
    await chosen.press("Backspace")
    await choose(ann, RECORD, button)
    await expect(ann.page.get_by_role("button", name="file game.json")).to_be_visible()
    assert await ann.overflow() <= 0
    assert await serious_in_both_themes(ann) == []
    await ann.page.get_by_role("button", name="Send").tap()
    await expect(ann.page.locator("li[data-private]")).to_have_count(1, timeout=PATIENCE)
    [file] = told(made)[-1]["resolved"]["attachments"].values()
    assert (file["filename"], file["size"]) == ("game.json", 18)


async def test_a_message_carries_a_file_and_has_a_menu(screens: Screens) -> None:
    made = screens.house
    for name in ("Replay", "Weigh"):
        made.sandbox.commands.create(made.guild.id, {"name": name, "type": 3})
    ann = await screens.open(made.people[0], PHONE)
    attach = ann.page.get_by_role("button", name="Attach a file")
    await choose(ann, EMPTY, attach)
    await ann.page.get_by_role("button", name="Leave out empty.json").tap()
    await choose(ann, RECORD, attach)
    assert await ann.overflow() <= 0
    await ann.page.get_by_role("textbox", name="Message").press("Enter")
    said = ann.messages.first
    await expect(said.get_by_role("link", name="game.json")).to_be_visible(timeout=PATIENCE)
    await expect(attach.locator("~ .enclosed")).to_have_count(0)
    # By touch: a tap on the message, on its button, and on a command.
    apps, menu = said.get_by_role("button", name="Apps for the message of ann"), ann.page.get_by_role("menu")
    await said.locator(".file small").tap()
    await apps.tap()
    await expect(menu.get_by_role("menuitem")).to_have_text(["Replay", "Weigh"])
    await expect(menu.get_by_role("menuitem").first).to_be_focused()
    assert await ann.overflow() <= 0
    assert await serious_in_both_themes(ann) == []
    box = await menu.get_by_role("menuitem").first.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    await menu.get_by_role("menuitem", name="Weigh").tap()
    await expect(ann.page.locator("li[data-private]")).to_have_count(1, timeout=PATIENCE)
    await expect(ann.page.locator("li[data-private]")).to_contain_text("ann used Weigh")
    await expect(ann.page.locator("li[data-private]").get_by_role("button", name="Apps")).to_have_count(0)
    # By keys.
    await apps.press("Enter")
    for key, name in (
        ("ArrowDown", "Weigh"),
        ("ArrowDown", "Replay"),
        ("ArrowUp", "Weigh"),
        ("Home", "Replay"),
    ):
        await ann.page.keyboard.press(key)
        await expect(menu.get_by_role("menuitem", name=name)).to_be_focused()
    await ann.page.keyboard.press("Escape")
    await expect(apps).to_be_focused()
    await expect(apps).to_have_attribute("aria-expanded", "false")
    await apps.press("ArrowDown")
    await ann.page.keyboard.press("Enter")
    await expect(ann.page.locator("li[data-private]")).to_have_count(2, timeout=PATIENCE)
    number = await said.get_attribute("data-message")
    assert [(data["name"], data["target_id"]) for data in told(made)] == [
        ("Weigh", number),
        ("Replay", number),
    ]


async def test_a_channel_is_chosen_and_a_moving_picture_shown(screens: Screens) -> None:
    made = screens.house
    elsewhere = made.guild.add_channel("osteria")
    menu = {"type": 8, "custom_id": "c", "placeholder": "Where?", "channel_types": [0]}
    shown = {"type": 12, "items": [{"media": {"url": "attachment://clip.gif"}, "description": "A scua"}]}
    body = {"flags": 1 << 15, "components": [shown, {"type": 1, "components": [menu]}]}
    made.sandbox.post.create(made.channel, body, {0: Upload("clip.gif", GIF)})
    ann = await screens.open(made.people[0], PHONE)
    where = ann.page.get_by_role("combobox", name="Where?")
    await where.tap()
    await expect(ann.page.get_by_role("listbox").get_by_role("option")).to_have_text(["carte", "osteria"])
    assert await ann.overflow() <= 0
    await where.press("End")
    await where.press("Enter")
    await made.sandbox.until(lambda: told(made))
    assert told(made)[-1]["values"] == [str(elsewhere.id)]
    picture = ann.page.get_by_role("img", name="A scua")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 1
