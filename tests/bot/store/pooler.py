"""Debian's pgbouncer before the PostgreSQL server of the tests."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from socket import socket

import pytest
from sqlalchemy import make_url

UNPRIVILEGED = "nobody"
"""The user for a pgbouncer that root starts: it refuses to run as root."""


@asynccontextmanager
async def pooled(url: str, folder: Path, mode: str, **options: int) -> AsyncIterator[str]:
    """Yield the address of a pooler in a mode before a database; without options it has Debian's defaults."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("pgbouncer is not installed (apt-get install pgbouncer)")
    parts = make_url(url)
    with closing(socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    password = f" password={parts.password}" if parts.password else ""
    target = f"host={parts.host} port={parts.port or 5432} user={parts.username}{password}"
    lines = [
        "[databases]",
        f"* = {target}",
        "[pgbouncer]",
        "listen_addr = 127.0.0.1",
        f"listen_port = {port}",
        "unix_socket_dir =",
        "auth_type = any",
        f"pool_mode = {mode}",
        *(f"{name} = {value}" for name, value in options.items()),
    ]
    (folder / f"{mode}.ini").write_text("\n".join(lines))
    rootless = ["-u", UNPRIVILEGED] if os.geteuid() == 0 else []
    process = await asyncio.create_subprocess_exec(
        program, *rootless, str(folder / f"{mode}.ini"), stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(60):
            while b"process up" not in (line := await process.stderr.readline()):
                assert line, "pgbouncer has ended"
        # Nobody reads the rest of its output, and it must not wait for a reader.
        reading = asyncio.create_task(process.stderr.read())
        yield parts.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
    finally:
        process.kill()
        await process.wait()
    await reading
