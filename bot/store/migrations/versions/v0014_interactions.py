"""The interactions that have changed something, so that none does so again after a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "interactions",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sqlite_with_rowid=False,
    )
