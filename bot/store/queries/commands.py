"""The statements for what Discord was told of the commands: a row for each application."""

from sqlalchemy import Connection, bindparam, select

from bot.store.model.schema import commands
from bot.store.queries.writes import upsert

_DIGEST = select(commands.c.digest).where(commands.c.application_id == bindparam("application"))
_NOTE = upsert(commands)


def command_digest(connection: Connection, application_id: int) -> str:
    """Return what is noted of an application's commands, empty if nothing is."""
    return connection.scalar(_DIGEST, {"application": application_id}) or ""


def save_command_digest(connection: Connection, application_id: int, digest: str) -> None:
    """Note what Discord has been told of an application's commands."""
    row = {"application_id": application_id, "digest": digest}
    connection.execute(_NOTE[connection.dialect.name], row)
