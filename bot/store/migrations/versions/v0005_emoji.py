"""The tiles that Discord has among the application's emoji."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "emoji",
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("emoji_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("application_id", "name", name="pk_emoji"),
        sqlite_with_rowid=False,
    )
