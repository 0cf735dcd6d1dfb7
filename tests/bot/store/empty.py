"""A database of this version with nothing in it, made by the migrations once and then copied."""

import asyncio
import tempfile
from functools import cache
from pathlib import Path

from sqlalchemy import make_url

from bot.store.upkeep.migrate import upgrade


@cache
def _empty() -> bytes:
    """Return the file made by the migrations, which takes as long as many a test."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        asyncio.run(upgrade(make_url(f"sqlite+aiosqlite:///{file}")))
        return file.read_bytes()


def _put(file: Path) -> None:
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_empty())
        file.chmod(0o600)


async def empty(file: Path) -> str:
    """Return the URL of a database, an empty one if there is none yet."""
    await asyncio.to_thread(_put, file)
    return f"sqlite+aiosqlite:///{file}"
