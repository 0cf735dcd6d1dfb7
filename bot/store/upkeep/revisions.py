"""The run of the schema's revisions by Alembic, which takes 12 MB and is loaded for this alone."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from bot.store.database.failures import FAILURES
from bot.store.model.errors import StoreError


def run_revisions(connection: Connection, migrations: Path) -> None:
    """Run the missing revisions in `migrations` on a database; StoreError if one fails."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except FAILURES:
        raise
    except Exception as error:  # a revision is arbitrary code: any error has stopped it
        raise StoreError(f"a migration has failed: {type(error).__name__}") from error
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StoreError(f"the migration would break a reference of the table {broken[0]}")
