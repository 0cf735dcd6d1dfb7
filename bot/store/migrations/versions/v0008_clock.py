"""A clock for every turn, votes that expire, seats whose person is away, and signs of life."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

WEEK = 7 * 86_400.0

tables = sa.table(
    "tables",
    sa.column("status", sa.String),
    sa.column("touched_at", sa.Double),
    sa.column("wake_at", sa.Double),
    sa.column("due_at", sa.Double),
    sa.column("fades_at", sa.Double),
)


def upgrade() -> None:
    off = sa.false()
    for column in (
        sa.Column("clock", sa.Integer, nullable=False, server_default="0"),
        sa.Column("timed", sa.Boolean, nullable=False, server_default=off),
        sa.Column("claims", sa.Boolean, nullable=False, server_default=off),
        sa.Column("due_at", sa.Double),
        sa.Column("warn_at", sa.Double),
        sa.Column("nudge_at", sa.Double),
        sa.Column("warned", sa.Boolean, nullable=False, server_default=off),
        sa.Column("fades_at", sa.Double),
        sa.Column("fading", sa.Boolean, nullable=False, server_default=off),
        sa.Column("ended", sa.String(32), nullable=False, server_default=""),
    ):
        op.add_column("tables", column)
    for column in (
        sa.Column("votes", sa.JSON, nullable=False, server_default="[]"),
        sa.Column("overdue", sa.Boolean, nullable=False, server_default=off),
        sa.Column("missed", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("seats", column)
    # People who had asked to end a game ask again: such a wish now holds for ten minutes.
    op.drop_column("seats", "consents")
    op.execute(sa.update(tables).values(due_at=tables.c.wake_at))
    op.execute(
        sa.update(tables)
        .where(tables.c.status == "playing")
        .values(fades_at=tables.c.touched_at + WEEK, wake_at=sa.func.coalesce(tables.c.wake_at, 0.0))
    )
    op.create_table(
        "alive",
        sa.Column("shards", sa.String(255), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )
