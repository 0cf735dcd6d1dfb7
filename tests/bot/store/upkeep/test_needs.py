"""A server that does not let the bot play is found before it is relied on, with the words that mend it."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import make_url

from bot.host.exits import Exit
from bot.store import Store, StoreError, examine
from sandbox.server import Sandbox
from tests.bot.store.conftest import database, said
from tests.bot.store.processes.test_claim import asked
from tests.e2e.support.hosted import Hosted, settings

ROLE = f"cards_test_{uuid4().hex[:12]}"


@pytest.fixture
async def owner_url(server: str) -> AsyncIterator[str]:
    """Yield the URL of an empty database for its owner; there is also a user who may nothing but connect."""
    await said(server, f"CREATE ROLE {ROLE} LOGIN PASSWORD 'x'")
    async with database(server) as url:
        await said(url, "REVOKE ALL ON SCHEMA public FROM PUBLIC")
        await said(url, "GRANT USAGE ON SCHEMA public TO PUBLIC")
        yield url
    await said(server, f"DROP ROLE {ROLE}")


@pytest.fixture
def url(owner_url: str) -> str:
    """Return the URL of the same database for that user."""
    return make_url(owner_url).set(username=ROLE, password="x").render_as_string(hide_password=False)


async def refused(url: str, *, opens: bool = True) -> str:
    """Return the sentence about a database that `check` refuses, as a start does if it `opens` it."""
    with pytest.raises(StoreError) as found:
        await examine(url)
    if opens:
        with pytest.raises(StoreError) as told:
            await Store.open(url)
        assert str(told.value) == str(found.value)
    return str(found.value)


async def test_postgresql_15_gives_no_right_to_make_tables(owner_url: str, url: str) -> None:
    assert f"GRANT CREATE ON SCHEMA public TO {ROLE}" in await refused(url)
    await said(owner_url, f"GRANT CREATE ON SCHEMA public TO {ROLE}")
    assert (await examine(url)).revision is None
    await (await Store.open(url)).close()
    # It has made its tables, and needs no more of them.
    await said(owner_url, f"REVOKE CREATE ON SCHEMA public FROM {ROLE}")
    await (await Store.open(url)).close()
    before = await asked(url, "SELECT xmin::text FROM alembic_version")
    assert (await examine(url)).revision is not None
    assert await asked(url, "SELECT xmin::text FROM alembic_version") == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("REVOKE INSERT ON log FROM {role}", "GRANT INSERT ON log TO {role}"),
        (
            "REVOKE DELETE, SELECT ON panels, seats FROM {role}",
            "GRANT SELECT, DELETE ON panels, seats TO {role}",
        ),
        ("REVOKE SELECT ON alembic_version FROM {role}", "GRANT SELECT ON alembic_version TO {role}"),
        ("REVOKE USAGE ON SCHEMA public FROM PUBLIC", "has no schema that {role} may use"),
        ("ALTER ROLE {role} SET default_transaction_read_only = on", "can be read only for {role}"),
        (
            "REVOKE EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint) FROM PUBLIC",
            "GRANT EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint) TO {role}",
        ),
    ],
)
async def test_each_right_that_is_taken_away_is_named(
    owner_url: str, url: str, change: str, words: str
) -> None:
    await said(owner_url, f"GRANT CREATE ON SCHEMA public TO {ROLE}")
    await (await Store.open(url)).close()
    await said(owner_url, change.format(role=ROLE))
    assert words.format(role=ROLE) in await refused(url)


async def test_a_table_that_is_lost_is_named(postgres_url: str) -> None:
    await (await Store.open(postgres_url)).close()
    await said(postgres_url, "DROP TABLE digests")
    assert "lacks tables of the bot: digests" in await refused(postgres_url, opens=False)


async def test_a_table_that_a_file_has_lost_is_named(empty_sqlite_url: str, sqlite_file: Path) -> None:
    with closing(sqlite3.connect(sqlite_file)) as connection:
        connection.execute("DROP TABLE digests")
    assert "is damaged (it lacks tables: digests)" in await refused(empty_sqlite_url, opens=False)


async def test_tables_that_it_may_not_change_are_named_before_a_migration(owner_url: str, url: str) -> None:
    await (await Store.open(owner_url)).close()
    await said(owner_url, f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {ROLE}")
    assert (await examine(url)).revision is not None
    await said(owner_url, "UPDATE alembic_version SET version_num = '0012'")
    told = await refused(url)
    assert f"GRANT CREATE ON SCHEMA public TO {ROLE}; ALTER TABLE alembic_version OWNER TO {ROLE}" in told


async def test_tables_of_another_program_are_said(postgres_url: str) -> None:
    await said(postgres_url, "CREATE TABLE orders ()")
    assert "holds tables that are not the bot's" in await refused(postgres_url)


async def test_names_need_a_database_in_utf8(server: str) -> None:
    name = f"cards_test_{uuid4().hex[:12]}"
    await said(server, f"CREATE DATABASE {name} ENCODING LATIN1 LOCALE 'C' TEMPLATE template0")
    url = make_url(server).set(database=name).render_as_string(hide_password=False)
    assert "stores text as LATIN1" in await refused(url)
    await said(server, f"DROP DATABASE {name}")


async def test_check_and_the_start_say_it_with_a_status(url: str, tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        values = settings(tmp_path, sandbox, DATABASE_URL=url)
        checked, findings = await Hosted.done(values, "check")
        started, told = await Hosted.done(values)
    assert (checked, started) == (Exit.DATABASE, Exit.DATABASE)
    words = f"does not let {ROLE} play: its owner has to say GRANT CREATE ON SCHEMA public TO {ROLE}"
    assert [words in line for line in findings.splitlines() if line.startswith("TROUBLE")] == [True]
    assert [words in line for line in told.splitlines() if " ERROR " in line] == [True]
