"""The pages that share a clip, and the message with it, on a phone."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from bot.panels.replays.clip import ClipKind
from engine import GAMES
from sandbox.view import Message
from tests.browser.support.heights import WIDE, looked_at
from tests.browser.support.kinds import Kind, Sight
from tests.browser.support.tours import TOURS
from tests.browser.support.walks import PICTURES
from tests.browser.support.windows import Windows
from tests.e2e.support.finished import finished
from tests.e2e.support.house import NAMES

pytestmark = pytest.mark.long

TABLES: Final = {game: f"{number:08x}" for number, game in enumerate(GAMES, 0xC11)}


async def _press(sight: Sight, message: Message, wanted: str) -> Message:
    """Press the button of a page whose id ends so, and return the message that it is on."""
    (button,) = [one for one in message.buttons if (one.custom_id or "").endswith(wanted)]
    await sight.me.press(message, button)
    await sight.evening.house.shown()
    return message


async def _page(sight: Sight, game: str) -> Message:
    """Return the private message with the page that shares a clip of a game, which is stored first."""
    house, table_id = sight.evening.house, TABLES[game]
    assert house.bot is not None
    if await house.bot.store.load(table_id) is None:
        await finished(house, game, table_id)
    await sight.me.slash(sight.channel, "cicera replay", code=f"{table_id}-2-30")
    await house.shown()
    return await _press(sight, sight.private(), ":share")


async def _clip(sight: Sight, game: str, kind: ClipKind) -> Message:
    return await _press(sight, await _page(sight, game), f":clip:{kind}")


async def _chosen(sight: Sight, game: str, kind: ClipKind) -> Message:
    message = await _clip(sight, game, kind)
    await sight.me.select(message, values=[sight.channel])
    await sight.evening.house.shown()
    return message


async def _posted(sight: Sight, game: str, kind: ClipKind) -> Message:
    message = await _chosen(sight, game, kind)
    # The quota of this channel is over after a while.
    await sight.evening.house.pass_time(1000)
    await _press(sight, message, f":clip-post:{kind}:{sight.channel.id}")
    return [message for message in sight.me.sees(sight.channel) if not message.ephemeral][-1]


@pytest.mark.parametrize(("locale", "names"), [("en-US", WIDE), ("it", NAMES)])
async def test_clips_fit_a_phone(windows: Windows, tmp_path: Path, locale: str, names: Sequence[str]) -> None:
    kinds = tuple(
        Kind(f"{game} {name}", partial(reach, game=game))
        for game in GAMES
        for name, reach in (
            ("page", _page),
            ("clip", partial(_clip, kind=ClipKind.THREE)),
            ("chosen", partial(_chosen, kind=ClipKind.BEST)),
            ("posted", partial(_posted, kind=ClipKind.BEST)),
        )
    )
    tour = TOURS["cicera"]._replace(kinds=kinds)
    wrong = [fault async for fault in looked_at(windows, tmp_path, tour, (PICTURES,), names, locale)]
    assert not wrong, "\n" + "\n".join(wrong)
