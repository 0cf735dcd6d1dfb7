"""Statistics of a member on a phone: with all that can be told of somebody, and for everybody to see."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from bot.store import Status
from bot.store.model.results import COMPUTERS, HandRow
from sandbox.view import Message
from tests.bot.store.store_rows import a_place, a_result, a_table, add_result
from tests.browser.support.endings import command
from tests.browser.support.heights import WIDE, looked_at
from tests.browser.support.kinds import Kind, Sight
from tests.browser.support.tours import TOURS
from tests.browser.support.walks import ALOUD, BIG, PICTURES, PLAIN
from tests.browser.support.windows import Windows
from tests.e2e.support.house import NAMES

pytestmark = pytest.mark.long

TALLY: Final = {"scua": 9, "picada": 12, "napula": 11, "napoleone": 1}


async def _played(sight: Sight) -> None:
    """Let the first member play well with one partner and badly with another, alone, and with computers."""
    house = sight.evening.house
    assert house.bot is not None
    ann, bo, cy, di = (person.id for person in house.people)
    good, bad = (((ann, bo), 9), ((cy, di), 1)), (((ann, cy), 1), ((bo, di), 9))
    single, computers = (((ann,), 9), ((bo,), 1)), (((ann, -1), 9), ((-2, -3), 1))
    now, names = house.bot.tables.now(), {person.id: person.name for person in house.people}
    for number, sides in enumerate((*[good, bad] * 9, single, computers)):
        table_id = f"{number:08x}"
        row = a_table(table_id, guild_id=house.guild.id, status=Status.LOBBY)
        await house.bot.store.create(row, a_place(table_id, guild_id=house.guild.id), [])
        hand = HandRow((sides[0][1], sides[1][1]), (TALLY, {}))
        why = {"why": COMPUTERS} if sides is computers else {}
        ended = {"guild_id": house.guild.id, "ended_at": now - 86_400 * (20 - number)}
        await add_result(
            house.bot.store, a_result(table_id, *sides, hands=(hand,) * 40, names=names, **ended, **why)
        )


async def _own(sight: Sight) -> Message:
    if not await sight.evening.bot.store.ratings.variants(sight.evening.house.guild.id, "cicera", 0.0):
        await _played(sight)
    return await command("cicera stats")(sight)


async def _nothing(sight: Sight) -> Message:
    return await command("ciapano stats")(sight)


async def _shown(sight: Sight) -> Message:
    await _own(sight)
    await sight.press(sight.private(), "k:.*:here:.*")
    await sight.evening.house.shown()
    return [message for message in sight.me.sees(sight.channel) if not message.ephemeral][-1]


async def _more(sight: Sight) -> Message:
    await _own(sight)
    return await sight.press(sight.private(), "k:.*:more:.*")


@pytest.mark.parametrize(("locale", "names"), [("en-US", WIDE), ("it", NAMES)])
async def test_statistics_fit_a_phone(
    windows: Windows, tmp_path: Path, locale: str, names: Sequence[str]
) -> None:
    kinds = (
        Kind("own", _own, again=_own),
        Kind("more", _more, again=_more),
        Kind("nothing", _nothing, again=_nothing),
        Kind("shown", _shown, again=_own),
    )
    tour = TOURS["cicera"]._replace(kinds=kinds)
    every = looked_at(windows, tmp_path, tour, (PICTURES, BIG, PLAIN, ALOUD), names, locale)
    wrong = [fault async for fault in every]
    assert not wrong, "\n" + "\n".join(wrong)
