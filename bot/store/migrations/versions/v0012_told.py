"""A private panel's last question told, the message that it has replaced, and its owner's language."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("panels", sa.Column("told", sa.Integer))
    op.add_column("panels", sa.Column("former_id", sa.BigInteger))
    op.add_column("panels", sa.Column("locale", sa.String(16)))
