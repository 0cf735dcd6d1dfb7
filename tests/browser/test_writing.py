"""Writing a slash command on the page: choices of an option, and the text kept while nobody looks."""

from playwright.async_api import expect

from tests.browser.support.screen import PATIENCE, Screens


async def test_an_option_with_choices_says_which_there_are(screens: Screens) -> None:
    ann = await screens.open(screens.house.people[0])
    await ann.page.get_by_role("textbox", name="Message").press_sequentially("/cicera start target:")
    await expect(ann.suggestions.first).to_be_visible(timeout=PATIENCE)
    choices = await ann.suggestions.all_inner_texts()
    await expect(ann.page.get_by_text("A whole number")).to_have_count(0)
    await ann.page.keyboard.type("12")
    await expect(ann.page.get_by_text("“12” is not one of the choices")).to_be_visible(timeout=PATIENCE)
    assert await ann.suggestions.all_inner_texts() == choices
    await ann.page.keyboard.press("Enter")
    await expect(ann.page.get_by_role("alert").filter(has_text=", ".join(choices))).to_be_visible()


async def test_a_half_written_command_waits_for_its_member(screens: Screens) -> None:
    ann = await screens.open(screens.house.people[0])
    target = ann.page.get_by_role("combobox", name="target")
    switch = ann.page.get_by_role("combobox", name="Member")
    await ann.page.get_by_role("textbox", name="Message").press_sequentially("/cicera start target:21")
    await switch.focus()
    await switch.select_option(label="bo")
    await expect(target).to_have_count(0, timeout=PATIENCE)
    await expect(switch).to_be_focused()
    await switch.select_option(label="ann")
    await expect(target).to_have_value("21", timeout=PATIENCE)
    await expect(switch).to_be_focused()
    await target.focus()
    await ann.page.keyboard.press("Escape")
    await ann.page.keyboard.press("Enter")
    await expect(ann.table).to_contain_text("21", timeout=PATIENCE)


async def test_nothing_is_written_before_it_is_known_where(screens: Screens) -> None:
    page = await (await screens.context()).new_page()
    # A connection that never sends anything.
    await page.route_web_socket("**/page/live?*", lambda socket: None)
    await page.goto(screens.house.sandbox.url)
    await expect(page.get_by_role("textbox", name="Message")).to_be_disabled()
