"""One meaning a column: the last action of a person, the turn of a ping, the people's share of the shuffle.

Until now they were derived from other columns, and are written down as they were: a ping counted as sent
where no deadline was left, plays as settled where several seats had played at the same moment, and the
people's share of the shuffle was that of the people seated.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

tables = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("status", sa.String),
    sa.column("created_at", sa.Double),
    sa.column("wake_at", sa.Double),
    sa.column("ping_id", sa.BigInteger),
    sa.column("touched_at", sa.Double),
    sa.column("ping_seq", sa.Integer),
    sa.column("entropy", sa.JSON),
)
seats = sa.table(
    "seats",
    sa.column("table_id", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("user_id", sa.BigInteger),
    sa.column("entropy", sa.BigInteger),
)
log = sa.table(
    "log",
    sa.column("table_id", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("seat", sa.Integer),
    sa.column("user_id", sa.BigInteger),
    sa.column("at", sa.Double),
    sa.column("settled", sa.Boolean),
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("touched_at", sa.Double(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("ping_seq", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("entropy", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("log", sa.Column("settled", sa.Boolean(), nullable=False, server_default=sa.false()))

    of_table = log.c.table_id == tables.c.id
    pressed = sa.select(sa.func.max(log.c.at)).where(of_table, log.c.user_id.is_not(None)).scalar_subquery()
    op.execute(sa.update(tables).values(touched_at=sa.func.coalesce(pressed, tables.c.created_at)))
    length = sa.select(sa.func.count()).select_from(log).where(of_table).scalar_subquery()
    pinged = sa.and_(tables.c.ping_id.is_not(None), tables.c.wake_at.is_(None))
    op.execute(sa.update(tables).where(pinged).values(ping_seq=length))

    # Every press has a moment of its own, however many plays of its seat came with it.
    plays = sa.select(log.c.table_id, log.c.at).where(log.c.seat.is_not(None))
    several = sa.func.count(log.c.seat.distinct()) > 1
    shared = plays.group_by(log.c.table_id, log.c.at).having(several)
    together = sa.tuple_(log.c.table_id, log.c.at).in_(shared)
    op.execute(sa.update(log).where(log.c.seat.is_not(None), together).values(settled=sa.true()))

    connection = op.get_bind()
    shares: dict[str, list[str]] = {}
    people = sa.select(seats.c.table_id, seats.c.entropy).where(seats.c.user_id > 0)
    started = sa.select(log.c.table_id).where(log.c.seq == 0)
    for table_id, entropy in connection.execute(
        people.where(seats.c.table_id.in_(started)).order_by(seats.c.table_id, seats.c.seat)
    ):
        shares.setdefault(table_id, []).append(str(entropy))
    for table_id, share in shares.items():
        connection.execute(sa.update(tables).where(tables.c.id == table_id).values(entropy=share))
