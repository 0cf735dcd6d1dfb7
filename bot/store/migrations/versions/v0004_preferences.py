"""The preferences of servers and members."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "preferences",
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("scope", "owner_id", "name", name="pk_preferences"),
        sqlite_with_rowid=False,
    )
