"""`DATABASE_URL` in the forms of other tools; no message about it has the password."""

import pytest

from bot.store import StoreError
from bot.store.database.address import command, parsed, place


@pytest.mark.parametrize("scheme", ["postgres://", "postgresql://", "postgresql+asyncpg://"])
def test_postgres_by_any_of_its_names(scheme: str) -> None:
    url = parsed(f"{scheme}me:p%40ss%2Fword@db.example:5433/cards?sslmode=require")
    assert url.render_as_string(hide_password=False) == (
        "postgresql+asyncpg://me:p%40ss%2Fword@db.example:5433/cards?ssl=require"
    )
    assert place(url) == "PostgreSQL at db.example"


def test_a_socket_in_a_folder() -> None:
    url = parsed("postgres:///cards?host=/run/postgresql")
    assert url.query == {"host": "/run/postgresql"}
    assert command(url, "pg_dump") == "pg_dump '--dbname=postgresql:///cards?host=%2Frun%2Fpostgresql'"


@pytest.mark.parametrize(
    "url",
    [
        "postgres://me:hus@hed@db/cards",
        "postgres://me:hushed@db:hushed/cards",
        "postgres://me:hus#hed@d b/cards",
        "postgres://me:hushed",
        "postgres://me:x@db/cards?hushed=1",
        "postgres://me:x@db/cards?sslmode=hushed",
        "postgres://me:x@db/cards?sslmode=require&sslmode=hushed",
        "postgres//me:hushed@db/cards",
    ],
)
def test_what_cannot_be_read_is_not_quoted(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        parsed(url)
    said = str(caught.value)
    assert not [part for part in ("hus", "hed") if part in said]
