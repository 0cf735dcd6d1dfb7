"""The page uses the viewing member's language, in all of its own words."""

import json
import re
from typing import Any, Final

import pytest
from playwright.async_api import Page, Route, expect

from sandbox.interactions import ACK_SECONDS
from sandbox.page import STATIC
from tests.browser.support.hearing import WORDS
from tests.browser.support.screen import PATIENCE, Screens
from tests.browser.support.windows import PHONE

MARKED: Final = re.compile("⟦[^⟦⟧]*⟧")
"""A text of the page with its filled-in values, which may be texts of the page in turn."""
OTHERS: Final = """
  [data-id], time, td, option, .text, .popup, .name, .tag, .context strong, .mention, .label, .detail, .chip,
  .field label, .title strong, .avatar, #guild, #me-name, #channel-name, #announcer, #member, #me-window[href]
"""
"""Words that are not the page's own: names, texts of the bot, times, and requests to Discord."""
SAID: Final = f"""() => {{
  const own = (node) => node && !node.closest(`{OTHERS}`) && !node.closest("script, style");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode())
    if (own(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
  for (const name of ["aria-label", "placeholder"])
    for (const node of document.querySelectorAll(`body [${{name}}]:not([data-id], [role=listbox])`))
      found.push(node.getAttribute(name));
  return found;
}}"""


async def unmarked(page: Page) -> list[str]:
    """Return the page's own texts that are not marked as words of the language."""
    said = [MARKED.sub("", MARKED.sub("", text)) for text in await page.evaluate(SAID)]
    return [text for text in said if re.search(r"[^\W\d_]", text)]


def marked(texts: dict[str, Any]) -> dict[str, Any]:
    """Return each text in marks, so that a text outside of any is not from the language."""
    return {key: f"⟦{text}⟧" if isinstance(text, str) else marked(text) for key, text in texts.items()}


async def test_every_word_of_the_page_is_in_the_language(screens: Screens) -> None:
    """Italian is replaced by marked words; any other word has no translation."""
    made = screens.house
    ann = made.people[0]
    ann.moderate(True)
    context = await screens.context(PHONE)

    async def replaced(route: Route) -> None:
        texts = json.loads((STATIC / "words.json").read_text("utf-8"))
        await route.fulfill(json={**texts, "it": marked(texts["it"])})

    await context.route("**/static/words.json", replaced)
    await made.people[1].say(made.channel, f"<@{ann.id}> <@1> <#1> ||so|| <t:0:R>")
    await made.people[1].say(made.guild.add_channel("osteria"), "over here")
    page = await context.new_page()
    await page.goto(f"{made.sandbox.url}/?member={made.guild.id}/{ann.id}&channel={made.channel.id}")
    # Private messages are shown from the time when the page is there.
    await expect(page.locator("#text")).to_be_enabled()
    await ann.slash(made.channel, "cicera start")
    await expect(page.locator("[data-private]")).to_have_count(1)
    assert await unmarked(page) != []
    ann.speak("it")
    await expect(page.locator("html")).to_have_attribute("lang", "it")
    await page.get_by_role("button", name="⟦").first.wait_for()
    assert await unmarked(page) == []
    await page.locator("#text").press_sequentially("/cicera start target:12")
    await expect(page.get_by_text(WORDS["it"]["not-among"].format(text="12"))).to_be_visible()
    assert await unmarked(page) == []
    await page.keyboard.press("Escape")
    await page.locator("#curious-button").click()
    await expect(page.locator("#curious h3")).to_have_count(5)
    assert await unmarked(page) == []
    await page.locator("#curious header button").click()
    await page.locator(".tools button:has([href='#icon-delete'])").first.dispatch_event("click")
    await expect(page.locator("#confirm")).to_be_visible()
    assert await unmarked(page) == []


async def test_a_member_chooses_the_language_and_the_page_follows(screens: Screens) -> None:
    made = screens.house
    ann, bo, *_ = made.people
    now = int(made.sandbox.clock.now())
    await bo.say(made.channel, f"since <t:{now - 7200}:R>, until <t:{now + 3 * 86400}:R>")
    screen = await screens.open(ann)
    await ann.slash(made.channel, "cicera start")
    page, html = screen.page, screen.page.locator("html")
    dismiss = screen.panel.get_by_role("button", name=WORDS["en"]["dismiss"])
    await expect(dismiss).to_be_visible(timeout=PATIENCE)
    await expect(screen.messages.first).to_contain_text("since 2 hours ago, until in 3 days")
    await page.get_by_label("Language").select_option("it")
    await expect(html).to_have_attribute("lang", "it")
    italian = WORDS["it"]
    await expect(screen.messages.first).to_contain_text("since 2 ore fa, until tra 3 giorni")
    await expect(screen.panel.get_by_role("button", name=italian["dismiss"])).to_be_visible()
    await expect(dismiss).to_have_count(0)
    box = page.get_by_role("textbox", name=italian["message"])
    await expect(box).to_have_attribute("placeholder", italian["message-in"].format(name="#carte"))
    assert ann.user.locale == "it"
    switch = page.get_by_role("combobox", name=italian["member"])
    await switch.select_option(label="bo")
    await expect(html).to_have_attribute("lang", "en-US")
    await expect(page.get_by_role("textbox", name="Message")).to_be_visible()
    await page.get_by_role("combobox", name="Member").select_option(label="ann")
    await expect(html).to_have_attribute("lang", "it")
    await page.get_by_label(italian["language"]).select_option("fr")
    await expect(html).to_have_attribute("lang", "en")
    await expect(screen.messages.first).to_contain_text("since il y a 2 heures")


@pytest.mark.long
async def test_a_press_without_an_answer_is_told_in_the_language(screens: Screens) -> None:
    made = screens.house
    ann = made.people[0]
    await made.open()
    screen = await screens.open(ann)
    made.sandbox.interactions.window = ACK_SECONDS
    made.sandbox.faults.dropped("POST /interactions/*", times=None)
    for language, failed in (("en-US", "This interaction failed"), ("it", WORDS["it"]["failed"])):
        ann.speak(language)
        await expect(screen.page.locator("html")).to_have_attribute("lang", language)
        await screen.press(screen.table, "hand")
        told = screen.table.get_by_role("alert").filter(has_text=failed)
        await expect(told).to_be_visible(timeout=PATIENCE)
