"""Seats that were taken over, members who wait for one, and the channels of games in threads."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in (
        sa.Column("former_id", sa.BigInteger),
        sa.Column("former_name", sa.Text, nullable=False, server_default=""),
        sa.Column("claimed_seq", sa.Integer),
    ):
        op.add_column("seats", column)
    op.add_column("tables", sa.Column("parent_id", sa.BigInteger))
    op.create_table(
        "waiters",
        sa.Column(
            "table_id",
            sa.String(32),
            sa.ForeignKey("tables.id", name="fk_waiters_table_id"),
            primary_key=True,
        ),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("call_id", sa.BigInteger),
        sa.Column("called_to", sa.String(16)),
        sqlite_with_rowid=False,
    )
