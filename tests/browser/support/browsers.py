"""Chromium, found and started without any connection but to the page's own server."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, async_playwright

NAMES: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
QUIET: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
MISSING: Final = "no Chromium here: install Debian's package chromium, or set CHROMIUM to one"


def chromium() -> str | None:
    """Return the path of Chromium: the CHROMIUM setting, or the first one on the PATH."""
    found = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]
    return next((path for path in found if path and Path(path).exists()), None)


@asynccontextmanager
async def launched(path: str) -> AsyncIterator[Browser]:
    """Run the Chromium at `path` without a window."""
    # Chromium's own sandbox refuses to run as root.
    sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*QUIET, *sandbox])
        try:
            yield browser
        finally:
            await browser.close()
