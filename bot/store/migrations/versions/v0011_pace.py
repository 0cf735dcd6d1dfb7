"""The pace of a table: pauses in sight, plays taken back, the cut, seats reserved for the next game."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in (
        sa.Column("calm_at", sa.Double),
        sa.Column("held", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("undo_until", sa.Double),
        sa.Column("turn_left", sa.Double),
        sa.Column("warn_left", sa.Double),
        sa.Column("undo", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("cutter", sa.Integer),
        sa.Column("cut", sa.Integer, nullable=False, server_default="0"),
        sa.Column("reserved", sa.JSON, nullable=False, server_default="[]"),
        sa.Column("reserved_until", sa.Double),
        sa.Column("series", sa.JSON, nullable=False, server_default="[]"),
    ):
        op.add_column("tables", column)
