"""Windows that are reused, as Chromium takes longer to make one than most tests use it."""

from collections import defaultdict
from typing import Final, NamedTuple

from playwright.async_api import Browser, BrowserContext, Page

PHONE: Final = (375, 812)
DESKTOP: Final = (1280, 800)
BLANK: Final = "about:blank"
FORGET: Final = "() => { try { localStorage.clear(); } catch { /* Nothing was loaded. */ } }"


Kind = tuple[bool, int]
"""The fixed parts of a window: whether it is touched, and pixels for each CSS pixel."""


class Make(NamedTuple):
    """The make of a window: its size in CSS pixels, its theme, and pixels for each of them."""

    size: tuple[int, int] = DESKTOP
    dark: bool = True
    scale: int = 1

    @property
    def touched(self) -> bool:
        """Return whether it is a phone's, which is touched."""
        return self.size[0] == PHONE[0]


class Windows:
    """The windows of a browser. Each has a profile of its own, and is empty when it is opened."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._open: dict[Page, Kind] = {}
        self._free: defaultdict[Kind, list[Page]] = defaultdict(list)

    async def profile(self, make: Make) -> BrowserContext:
        """Return a fresh profile with windows of that make."""
        return await self.browser.new_context(
            viewport={"width": make.size[0], "height": make.size[1]},
            color_scheme="dark" if make.dark else "light",
            has_touch=make.touched,
            device_scale_factor=make.scale,
            reduced_motion="reduce",
        )

    async def open(self, make: Make) -> Page:
        """Open a window, one that was closed before if there is one: its size and theme can be changed."""
        kind = make.touched, make.scale
        free = self._free[kind]
        page = free.pop() if free else await (await self.profile(make)).new_page()
        self._open[page] = kind
        width, height = make.size
        await page.set_viewport_size({"width": width, "height": height})
        await page.emulate_media(color_scheme="dark" if make.dark else "light")
        return page

    async def close(self, page: Page) -> None:
        """Close a window: it forgets what it has shown."""
        kind = self._open.pop(page)
        await page.evaluate(FORGET)
        await page.goto(BLANK)
        self._free[kind].append(page)

    async def close_all(self) -> None:
        """Close all open windows, and all profiles that were made on request."""
        for page in tuple(self._open):
            await self.close(page)
        kept = {page.context for pages in self._free.values() for page in pages}
        for context in self.browser.contexts:
            if context not in kept:
                await context.close()
