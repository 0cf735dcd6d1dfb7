"""A host's backup of games under way, and the games that go on from it."""

import asyncio
import re
from pathlib import Path

import pytest

from bot.host.exits import Exit
from bot.store import Store
from tests.e2e.restarts.test_kill import open_table
from tests.e2e.support.hosted import Hosted
from tests.e2e.support.mortal import Mortal

pytestmark = pytest.mark.long


async def plays(database: Path, table_id: str) -> int:
    """Return how many plays of people a database has for a table."""
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    stored = await store.load(table_id)
    await store.close()
    assert stored is not None
    return sum(entry.user_id is not None for entry in stored.log)


async def test_a_game_goes_on_from_a_backup_that_was_taken_while_it_was_played(tmp_path: Path) -> None:
    kept = tmp_path / "backup.db"
    async with Mortal.born(tmp_path) as mortal:
        await mortal.start()
        await open_table(mortal)
        await mortal.play_until(lambda: len(mortal.pressed) > 4)
        least = len(mortal.pressed)
        backing = asyncio.create_task(Hosted.done(mortal.environment, "backup", str(kept)))
        while not backing.done():
            await mortal.step()
        assert (await backing)[0] == Exit.FINE
        await mortal.play_until(lambda: len(mortal.pressed) > least + 8)
        table_id, most = mortal.table_id, len(mortal.pressed)
        status, said = await Hosted.done(mortal.environment, "restore", str(kept))
        assert status == Exit.RUNNING
        assert "another process runs the bot" in said
        assert (await Hosted.done(mortal.environment, "compact"))[0] == Exit.RUNNING
        await mortal.kill()
        await mortal.store.close()
        status, said = await Hosted.done(mortal.environment, "restore", str(kept))
        assert status == Exit.FINE
        former = re.search(r"kept as (\S+)", said)
        assert former is not None
        assert await plays(Path(former[1]), table_id) == most
        number = await plays(mortal.database, table_id)
        assert least <= number < most

        # Each member sees the game as it was, and plays on.
        del mortal.pressed[number:]
        mortal.store = await Store.open(f"sqlite+aiosqlite:///{mortal.database}")
        await mortal.revive("the restore")
        await mortal.hands()
        await mortal.play_until(lambda: len(mortal.pressed) > number + 2)
        await mortal.honest()
        await mortal.caught_up()
