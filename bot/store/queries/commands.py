"""The statements for the digest of the commands that Discord has: a row for each application."""

from sqlalchemy import Connection, bindparam, select

from bot.store.model.schema import commands
from bot.store.queries.writes import upsert

_DIGEST = select(commands.c.digest).where(commands.c.application_id == bindparam("application"))
_NOTE = upsert(commands)


def command_digest(connection: Connection, application_id: int) -> str:
    """Return the stored digest of an application's commands, empty if there is none."""
    return connection.scalar(_DIGEST, {"application": application_id}) or ""


def save_command_digest(connection: Connection, application_id: int, digest: str) -> None:
    """Store the digest of an application's commands."""
    row = {"application_id": application_id, "digest": digest}
    connection.execute(_NOTE[connection.dialect.name], row)
