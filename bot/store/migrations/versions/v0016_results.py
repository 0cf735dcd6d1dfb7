"""Results by hand and their totals; the bot counts the games from before while it plays.

All reads come first, so that PostgreSQL locks the tables in use only for the last statements. A foreign key
is added there too, as that locks the table that it leads to; SQLite takes it only with its own table.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

OLD_GAMES = """
INSERT INTO old_games (table_id, guild_id, number)
SELECT tables.id, tables.guild_id, row_number() OVER (
    PARTITION BY tables.guild_id
    ORDER BY coalesce(
        results.ended_at,
        (SELECT log.at FROM log WHERE log.table_id = tables.id ORDER BY log.seq DESC LIMIT 1),
        tables.created_at
    ), tables.id
)
FROM tables LEFT JOIN results ON results.table_id = tables.id
WHERE tables.status IN ('finished', 'stopped')
"""

# Until a game is counted by hand, the owner of a seat at its end stands for all its hands.
SEATS = """
INSERT INTO result_seats (table_id, seat, since, side, user_id)
SELECT seats.table_id, seats.seat, 1, result_members.side, seats.user_id
FROM result_members JOIN seats
ON seats.table_id = result_members.table_id AND seats.user_id = result_members.user_id
"""

SUMS = "count(*), sum(CASE WHEN result_sides.won THEN 1 ELSE 0 END), sum(result_sides.difference)"
JOINED = """
FROM result_members
JOIN result_sides
ON result_sides.table_id = result_members.table_id AND result_sides.side = result_members.side
JOIN results ON results.table_id = result_members.table_id
"""

MEMBERS = f"""
INSERT INTO totals (guild_id, game, user_id, team, board, name, games, wins, difference)
SELECT results.guild_id, results.game, result_members.user_id, '', 'members', '', {SUMS}
{JOINED}
GROUP BY results.guild_id, results.game, result_members.user_id
"""

TEAMS = f"""
INSERT INTO totals (guild_id, game, user_id, team, board, name, games, wins, difference)
SELECT results.guild_id, results.game, result_members.user_id, result_sides.team,
    CASE WHEN result_sides.team LIKE (CAST(result_members.user_id AS VARCHAR(20)) || ',%')
        THEN 'teams' ELSE '' END,
    '', {SUMS}
{JOINED}
WHERE result_sides.size >= 2
GROUP BY results.guild_id, results.game, result_members.user_id, result_sides.team
"""

NAMES = """
UPDATE totals SET name = newest.name
FROM (
    SELECT results.guild_id, results.game, seats.user_id, seats.name, row_number() OVER (
        PARTITION BY results.guild_id, results.game, seats.user_id
        ORDER BY results.ended_at DESC, results.table_id DESC
    ) AS age
    FROM seats JOIN results ON results.table_id = seats.table_id
) AS newest
WHERE newest.age = 1 AND newest.guild_id = totals.guild_id AND newest.game = totals.game
    AND newest.user_id = totals.user_id AND totals.board = 'members'
"""


def upgrade() -> None:
    on_server = op.get_bind().dialect.name == "postgresql"
    of_result = () if on_server else (sa.ForeignKey("results.table_id"),)
    op.create_table(
        "old_games",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "result_seats",
        sa.Column("table_id", sa.String(32), *of_result, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("since", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "totals",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("team", sa.String(255), primary_key=True),
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("difference", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    for statement in (OLD_GAMES, SEATS, MEMBERS, TEAMS, NAMES):
        op.execute(statement)
    op.create_index("ix_old_games_guild_id_number", "old_games", ["guild_id", "number"])
    op.create_index("ix_result_seats_user_id", "result_seats", ["user_id"])
    best_first = (sa.text("wins DESC"), sa.text("difference DESC"))
    columns: list[Any] = ["guild_id", "game", "board", *best_first, "games", "user_id", "team"]
    op.create_index("ix_totals_board", "totals", columns)
    if on_server:
        key = "fk_result_seats_table_id"
        op.create_foreign_key(key, "result_seats", "results", ["table_id"], ["table_id"])
    for column in (
        sa.Column("number", sa.Integer),
        sa.Column("why", sa.String(16), nullable=False, server_default=""),
        sa.Column("ended", sa.String(32)),
        sa.Column("options", sa.JSON(none_as_null=True)),
        sa.Column("hands", sa.JSON(none_as_null=True)),
    ):
        op.add_column("results", column)
    op.create_index("ix_results_guild_id_number", "results", ["guild_id", "number"], unique=True)
    op.add_column("seats", sa.Column("hints", sa.JSON, nullable=False, server_default="[]"))
    op.drop_table("result_members")
    op.drop_column("result_sides", "team")
    op.drop_column("result_sides", "size")
