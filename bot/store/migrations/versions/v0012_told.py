"""Of which question a private panel has told its owner, which message it has taken the place of, and the
language of its owner's Discord.
"""

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
