"""Indexes for the history: games by the channel they were played in, and by the former owners of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

OVER = sa.text("status IN ('finished', 'stopped', 'closed')")
IN_THREAD = sa.text("parent_id IS NOT NULL")
TAKEN_OVER = sa.text("former_id IS NOT NULL")


def upgrade() -> None:
    op.drop_index("ix_tables_over", "tables")
    for name, table, columns, where in (
        ("ix_tables_over", "tables", ["guild_id", "channel_id"], OVER),
        ("ix_tables_parent_id", "tables", ["parent_id"], IN_THREAD),
        ("ix_seats_former_id", "seats", ["former_id"], TAKEN_OVER),
    ):
        op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
