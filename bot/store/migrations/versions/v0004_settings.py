"""What servers and members have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, owner in (("server_settings", "guild_id"), ("member_settings", "user_id")):
        op.create_table(
            table,
            sa.Column(owner, sa.BigInteger(), nullable=False),
            sa.Column("name", sa.String(32), nullable=False),
            sa.Column("value", sa.String(32), nullable=False),
            sa.PrimaryKeyConstraint(owner, "name", name=f"pk_{table}"),
            sqlite_with_rowid=False,
        )
