"""The key moments of a game that is over, once they have been asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("key_moments", sa.JSON(none_as_null=True)))
