"""Beginners: members in their first two games of a kind, as their panels are drawn."""

import asyncio
from pathlib import Path

import pytest

from bot.locale import Catalogue
from bot.panels.ending.past import Pasts
from bot.panels.lobby.rivals import Rivalries
from bot.panels.presentation import Audience
from bot.panels.tiles import Tiles
from bot.preferences.cache import PreferenceCache
from bot.store import Status, known
from bot.table.table import Table
from tests.bot.preferences.test_cache import Slow
from tests.bot.store.troubled import Troubled
from tests.bot.tavern import PEOPLE, Tavern


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for reads on a slow machine, too."""
    monkeypatch.setattr(known, "READ_SECONDS", 60.0)


async def begins(tavern: Tavern, table: Table, number: int = 0) -> bool:
    """Return whether a person's panel is drawn for a beginner, as the bot draws it."""
    catalogue = Catalogue.load()
    preferences = PreferenceCache(tavern.store, catalogue.languages)
    past = Pasts(tavern.store), Rivalries(tavern.store, tavern.tables.now)
    audience = Audience(catalogue, preferences, tavern.beginners, *past, Tiles(), pictures=False)
    table = await tavern.tables.get(table.row.id)
    return (await audience.own(catalogue.words("en"), table.row, PEOPLE[number])).beginner


async def finish(tavern: Tavern, table: Table) -> None:
    """End a game as if its last card had been played."""
    async with tavern.tables.held(table.row.id) as held:
        await tavern.play.end(held, Status.FINISHED)


async def test_the_first_two_games_of_a_kind_are_a_beginners(tavern: Tavern) -> None:
    first, second = await tavern.game(), await tavern.game()
    assert await begins(tavern, first)
    await finish(tavern, first)
    assert await begins(tavern, second)
    await finish(tavern, second)
    # Also at their end, which is when one asks why.
    assert await begins(tavern, first)
    assert await begins(tavern, second)
    third = await tavern.game()
    assert not await begins(tavern, third)
    assert await begins(tavern, await tavern.game("ciapano", players=3))
    assert await begins(tavern, third, number=2)


async def test_a_game_stays_a_beginners_over_a_restart(tavern: Tavern, tmp_path: Path) -> None:
    await finish(tavern, await tavern.game())
    second = await tavern.game()
    assert await begins(tavern, second)
    again = await Tavern.open(tmp_path)
    try:
        assert await begins(again, second)
        await finish(again, second)
        assert await begins(again, second)
        assert not await begins(again, await again.game())
    finally:
        await again.close()


async def test_games_are_counted_once_and_not_at_every_play(tavern: Tavern) -> None:
    table = await tavern.game()
    assert await begins(tavern, table)
    assert isinstance(tavern.store, Troubled)
    tavern.store.readers.deaf = True
    table = await tavern.plays(await tavern.plays(table))
    assert await tavern.beginners.plays(table.row, PEOPLE[0])


async def test_without_a_database_nobody_is_a_beginner(tavern: Tavern) -> None:
    table = await tavern.game()
    assert isinstance(tavern.store, Troubled)
    tavern.store.readers.deaf = True
    assert not await tavern.beginners.plays(table.row, PEOPLE[0])


async def test_a_game_that_ends_while_they_are_counted_counts(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, Slow)
    try:
        assert isinstance(tavern.store, Slow)
        tables = [await tavern.game() for _ in range(3)]
        await finish(tavern, tables[0])
        tavern.store.readers.may_end.clear()
        asking = asyncio.create_task(tavern.beginners.plays(tables[2].row, PEOPLE[0]))
        await tavern.store.readers.has_read.wait()
        await finish(tavern, tables[1])
        tavern.store.readers.may_end.set()
        assert not await asking
    finally:
        await tavern.close()
