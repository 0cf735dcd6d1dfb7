"""No version of a table's options: an option missing in a stored table has its default."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("tables", "options_version")
