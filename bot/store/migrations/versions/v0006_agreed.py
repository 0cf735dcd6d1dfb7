"""Everybody in a lobby has agreed to its options: until now these never changed."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

tables = sa.table("tables", sa.column("id", sa.String), sa.column("status", sa.String))
seats = sa.table(
    "seats",
    sa.column("table_id", sa.String),
    sa.column("user_id", sa.BigInteger),
    sa.column("ready", sa.Boolean),
)
log = sa.table("log", sa.column("table_id", sa.String))


def upgrade() -> None:
    # A parked table without a log is a lobby, too.
    lobbies = sa.select(tables.c.id).where(
        tables.c.status.in_(("lobby", "parked")), tables.c.id.not_in(sa.select(log.c.table_id))
    )
    people = sa.and_(seats.c.user_id > 0, seats.c.table_id.in_(lobbies))
    op.execute(sa.update(seats).where(people).values(ready=sa.true()))
