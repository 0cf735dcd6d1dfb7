"""Ratings in the place of sums, and names of teams; ratings are made of the results while the bot plays."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

UNRATED = """
INSERT INTO unrated (guild_id, changes)
SELECT guild_id, 0 FROM results UNION SELECT guild_id, 0 FROM old_games
"""


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("variant", sa.String(64), primary_key=True),
        sa.Column("period", sa.String(16), primary_key=True),
        sa.Column("partner_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("variance", sa.Double, nullable=False),
        sa.Column("guarded", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("met", sa.JSON, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("last_id", sa.String(32), nullable=False),
        sa.Column("was", sa.JSON, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_partner_id", "ratings", ["partner_id"])
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.create_table(
        "unrated",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("changes", sa.Integer, nullable=False),
    )
    op.create_table(
        "team_names",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("partner_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False, server_default=""),
        sa.Column("skeleton", sa.Text),
        sa.Column("proposed", sa.Text, nullable=False, server_default=""),
        sa.Column("proposer_id", sa.BigInteger),
        sa.Column("proposed_at", sa.Double),
        sa.UniqueConstraint("guild_id", "skeleton", name="uq_team_names_guild_id_skeleton"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_team_names_partner_id", "team_names", ["partner_id"])
    op.create_index("ix_team_names_user_id", "team_names", ["user_id"])
    op.create_table(
        "winners_seen",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("season", sa.String(16), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_winners_seen_user_id", "winners_seen", ["user_id"])
    op.execute(UNRATED)
    op.add_column("results", sa.Column("variant", sa.String(64)))
    op.add_column("result_seats", sa.Column("mean", sa.Double))
    op.drop_index("ix_results_guild_id_game", "results")
    columns = ["guild_id", "game", "variant", "why", "ended_at"]
    op.create_index("ix_results_variant", "results", columns)
    op.drop_table("totals")
