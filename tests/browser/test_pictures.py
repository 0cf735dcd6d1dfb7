"""Pictures and tiles on the page: their sizes, and their descriptions for members who do not see them."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.locale import Catalogue
from bot.panels.shared.shows import sketch
from bot.pictures.sketch.sketch import WIDTH
from bot.pictures.sketch.style import Style
from tests.bot.pictures import shown
from tests.browser.support.evenings import evening
from tests.browser.support.screen import PATIENCE, Screens, serious
from tests.browser.support.windows import DESKTOP, PHONE, Windows

WORDS = Catalogue.load().words("en")


@pytest.mark.slow
async def test_a_table_and_its_tiles_are_seen_on_a_phone(windows: Windows, tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        made = game.house
        await game.open("cicera", seed=1)
        screens = Screens(windows, made)
        phone, wide = await screens.open(made.people[0], PHONE), await screens.open(made.people[1], DESKTOP)
        await phone.press(phone.table, "hand")
        view = await game.play(lambda view: view.waits_for == (0,) and len(view.seen.table) > 4)
        drawn = sketch(view, WORDS, Style())
        assert drawn is not None
        async with screens.told():
            for message, client in (
                (phone.table, shown.PHONE),
                (phone.panel, shown.PHONE),
                (wide.table, shown.DESKTOP),
            ):
                picture = message.locator(".gallery img")
                await expect(picture).to_have_attribute("alt", drawn.alt, timeout=PATIENCE)
                high = await picture.evaluate("(image) => image.naturalHeight")
                assert await width(picture) == pytest.approx(WIDTH * client.scale(high), abs=1)
            tiles = phone.panel.locator("button img.emoji")
            await expect(tiles).to_have_count(view.seen.counts[0])
            for tile in await tiles.all():
                assert await width(tile) >= 20
                assert await tile.get_attribute("alt")
            assert await phone.overflow() <= 0
            assert await serious(phone.page) == []


async def width(image: Locator) -> float:
    """Return the width in pixels of a loaded image that lies within the window."""
    await image.scroll_into_view_if_needed()
    await expect(image).to_have_js_property("complete", True)
    assert await image.evaluate("(image) => image.naturalWidth")
    box = await image.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= await image.evaluate("() => innerWidth")
    return box["width"]
