"""The newest digest of slow games of each member in a server; the channel of each ping, and its calls."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

tables = sa.table(
    "tables",
    sa.column("channel_id", sa.BigInteger),
    sa.column("ping_id", sa.BigInteger),
    sa.column("ping_channel_id", sa.BigInteger),
)


def upgrade() -> None:
    op.create_table(
        "digests",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("sent_at", sa.Double, nullable=False),
        sa.Column("listed", sa.JSON, nullable=False),
        sqlite_with_rowid=False,
    )
    op.add_column("tables", sa.Column("ping_channel_id", sa.BigInteger))
    op.add_column("tables", sa.Column("calls", sa.JSON, nullable=False, server_default="[]"))
    pinged = tables.c.ping_id.is_not(None)
    op.execute(sa.update(tables).where(pinged).values(ping_channel_id=tables.c.channel_id))
    # The calls of a ping that stands are not known: it is taken back, and the people asked are called anew.
    op.drop_column("tables", "ping_seq")
