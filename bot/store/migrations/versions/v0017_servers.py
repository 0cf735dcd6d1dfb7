"""Servers that the bot has left, the ends of stored games, and no calls of tables that are over and shown."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

OVER = "status IN ('finished', 'stopped', 'closed')"

ENDS = """
UPDATE games SET ended_at = (
    SELECT coalesce(results.ended_at, tables.touched_at)
    FROM tables LEFT JOIN results ON results.table_id = tables.id
    WHERE tables.id = games.table_id
)
"""

CALLS = f"""
UPDATE tables SET calls = '[]'
WHERE {OVER} AND NOT held AND version <= published AND CAST(calls AS TEXT) <> '[]'
"""


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("application_id", sa.BigInteger, nullable=False),
        sa.Column("missing", sa.Integer, nullable=False),
        sa.Column("missing_at", sa.Double),
        sa.Column("gone_since", sa.Double),
        sa.Column("warned_at", sa.Double),
        sqlite_with_rowid=False,
    )
    op.add_column("games", sa.Column("ended_at", sa.Double))
    op.execute(ENDS)
    op.create_index("ix_games_ended_at", "games", ["ended_at"])
    op.execute(CALLS)
    op.create_index(
        "ix_tables_over", "tables", ["guild_id"], sqlite_where=sa.text(OVER), postgresql_where=sa.text(OVER)
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql" and not sa.inspect(connection).get_foreign_keys("games"):
        op.create_foreign_key("fk_games_table_id", "games", "tables", ["table_id"], ["id"])
