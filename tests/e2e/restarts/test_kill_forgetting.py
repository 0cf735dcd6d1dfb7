"""SIGKILL around the forgetting of a member: a repeat of the command does all of it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Status, Store
from sandbox.server import Sandbox
from tests.bot.store.empty import empty
from tests.bot.store.store_rows import ANN, BO, a_place, a_seat, a_table
from tests.e2e.restarts.test_kill import open_table
from tests.e2e.support.hosted import Hosted, settings
from tests.e2e.support.killable import IN_FORGETTING
from tests.e2e.support.mortal import Mortal

pytestmark = pytest.mark.long
NOW = 1_700_000_000.0


def has(database: Path, user_id: int) -> bool:
    """Return whether any byte of a database or its log may be an id."""
    files = (database.with_name(database.name + suffix) for suffix in ("", "-wal"))
    found = b"".join(file.read_bytes() for file in files if file.exists())
    return user_id.to_bytes(8, "big") in found or str(user_id).encode() in found


async def asked(mortal: Mortal) -> None:
    """Have Ann confirm that she is to be forgotten; the bot may die of it."""
    ann = mortal.house.people[0]
    question = await ann.slash(mortal.house.channel, "cards forget-me")
    assert question.message is not None
    await mortal.attempt(ann.press(question.message, label="Forget me for good"))


@pytest.mark.parametrize("point", ["before forgetting", IN_FORGETTING, "after forgetting"])
async def test_whoever_asks_again_after_a_death_is_forgotten(tmp_path: Path, point: str) -> None:
    async with Mortal.born(tmp_path) as mortal:
        await mortal.start()
        await open_table(mortal)
        ann = mortal.house.people[0]
        await mortal.arm(point)
        await asked(mortal)
        await mortal.dead()
        listed = mortal.database.with_name(mortal.database.name + ".forgotten")
        assert listed.exists() == (point != "before forgetting")
        with closing(sqlite3.connect(mortal.database)) as connection:
            ((sits,),) = connection.execute("SELECT count(*) FROM seats WHERE user_id = ?", (ann.id,))
        assert bool(sits) == (point != "after forgetting")
        await mortal.start()
        await asked(mortal)
        stored = await mortal.stored()
        assert [(row.seat, row.level is None) for row in stored.seats if row.forgotten] == [(0, False)]
        assert not has(mortal.database, ann.id)
        assert list(mortal.house.sandbox.violations) == []


async def test_a_start_on_an_older_copy_forgets_again(tmp_path: Path) -> None:
    store = await Store.open(await empty(tmp_path / "cards.db"))
    await store.create(a_table(status=Status.FINISHED), a_place(), [a_seat(0, ANN), a_seat(1, BO)])
    await store.lived(NOW)
    store.members.forgotten.add(ANN, NOW + 60)
    await store.close()
    async with Sandbox() as sandbox:
        bot = await Hosted.start(settings(tmp_path, sandbox))
        await bot.until("ready: ")
        await bot.end(ask=True)
    assert "members forgotten again: 1" in bot.said
    assert str(ANN) not in bot.said
    assert not has(tmp_path / "cards.db", ANN)
    assert has(tmp_path / "cards.db", BO)
