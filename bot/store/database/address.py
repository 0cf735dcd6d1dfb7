"""`DATABASE_URL`: the supported databases, and the name of one for the host, without its password."""

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.model.errors import StoreError

SQLITE: Final = "sqlite+aiosqlite"
POSTGRES: Final = "postgresql+asyncpg"
ALIASES: Final = ("postgres", "postgresql")
"""The names of PostgreSQL in the URLs of other tools."""

UNREADABLE: Final = "the database URL cannot be read (write @ in a password as %40, / as %2F, # as %23)"
SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
PARAMETERS: Final = ("host", "passfile", "port", "prepared_statement_cache_size", "ssl")


def parsed(url: str) -> URL:
    """Return the URL of a SQLite file or a PostgreSQL database; StoreError, without password, if it is
    neither.
    """
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        # A password with odd characters may be taken for a port, and the error would show it.
        raise StoreError(_meant(url) or UNREADABLE) from None
    dialect = parts.drivername.partition("+")[0]
    if dialect in ALIASES:
        return _postgres(parts, url)
    if dialect != "sqlite":
        raise StoreError(f"no such database: {dialect} ({SQLITE} or {POSTGRES})")
    return _sqlite(parts)


def _meant(url: str) -> str:
    """Return the advice how to write a text that is no URL, empty if it may have a password in it."""
    if scheme := re.match(r"(?:\S*\s+|jdbc:)(?=postgres)", url):
        return f"write the URL alone, without {scheme[0].strip()}"
    path = re.sub(r"^(file|sqlite)[\w+]*:/{0,2}", "", url)
    unclear = re.search(r"[@\s]|\w\w:|://", path) or not re.search(r"[./\\]", path)
    return "" if unclear else f"for a file write {SQLITE}:///{path}"


def _sqlite(parts: URL) -> URL:
    """Return the URL of a SQLite file in the form of aiosqlite; StoreError if it names none."""
    if parts.host:
        raise StoreError(
            f"write three slashes before a path: {SQLITE}:///{parts.host}/{parts.database or ''}"
        )
    if parts.database in (None, "", ":memory:") or parts.query.get("uri"):
        raise StoreError(f"the SQLite database must be a file: {SQLITE}:///path/to/file")
    assert parts.database is not None
    if os.name != "nt" and re.match(r"[A-Za-z]:|.*\\", parts.database):
        raise StoreError(
            f"that is a path of Windows, which this machine does not have: {SQLITE}:///path/to/file"
        )
    return parts.set(drivername=SQLITE, database=str(Path(parts.database).expanduser()))


def _postgres(parts: URL, url: str) -> URL:
    """Return a PostgreSQL URL in the form of asyncpg; StoreError if it is broken.

    The error does not quote it: the apparent host may be a part of the password.
    """
    if url.count("@") > 1 or not re.fullmatch(r"[\w.:-]*", parts.host or ""):
        raise StoreError(UNREADABLE)
    query = dict(parts.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    if not query.keys() <= set(PARAMETERS):
        raise StoreError(f"the database URL has other parameters than sslmode, {', '.join(PARAMETERS)}")
    if query.get("ssl", "prefer") not in SSL_MODES:
        raise StoreError(f"sslmode in the database URL is one of {', '.join(SSL_MODES)}")
    return parts.set(drivername=POSTGRES, query=query)


def file_of(url: URL) -> Path | None:
    """Return the file of a SQLite database, None for PostgreSQL."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def place(url: URL) -> str:
    """Return the place of a database in words for the host."""
    file = file_of(url)
    return f"PostgreSQL at {url.host or 'this machine'}" if file is None else str(file)


def command(url: URL, *words: str) -> str:
    """Return a command line of PostgreSQL's own tools for a database; it asks for the password."""
    query: Mapping[str, str | tuple[str, ...]] = {
        "sslmode" if name == "ssl" else name: value
        for name, value in url.query.items()
        if name in ("host", "port", "ssl")
    }
    where = URL.create("postgresql", url.username, None, url.host, url.port, url.database, query)
    return shlex.join([*words, f"--dbname={where.render_as_string()}"])
