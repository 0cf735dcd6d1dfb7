"""The games that are over, one row each; the bot moves those from before there while it plays.

On PostgreSQL its foreign key comes with revision 0017: it locks the table that it leads to until all
revisions have run.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    on_server = op.get_bind().dialect.name == "postgresql"
    of_table = () if on_server else (sa.ForeignKey("tables.id"),)
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(32), *of_table, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
