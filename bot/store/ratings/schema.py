"""The tables of ratings and of the names of teams, in the schema of the store."""

from sqlalchemy import JSON, BigInteger, Column, Double, Integer, String, Table, Text, UniqueConstraint

from bot.store.model.schema import metadata

# The ratings of members, and of pairs of partners: in order of id, the second one beside it; 0 for a member.
ratings = Table(
    "ratings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("variant", String(64), primary_key=True),
    Column("period", String(16), primary_key=True),
    Column("partner_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("mean", Double, nullable=False),
    Column("variance", Double, nullable=False),
    # The mean in which a winner never falls and a loser never rises.
    Column("guarded", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    # Of a member: their hands with the partner they play with most.
    Column("most", Integer, nullable=False),
    # The first different opponents.
    Column("met", JSON, nullable=False),
    Column("changed_at", Double, nullable=False),
    # Of a member: under which name they sat in their last game.
    Column("name", Text, nullable=False),
    # The table of the last game; mean, guarded mean and variance before it.
    Column("last_id", String(32), nullable=False),
    Column("was", JSON, nullable=False),
    sqlite_with_rowid=False,
)

# The servers whose ratings are still to be made of their results; `changes` grows with each replaced id.
unrated = Table(
    "unrated",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("changes", Integer, nullable=False),
)

# The names of teams, and the proposals that wait for the partner. Names are not alike by their `skeleton`.
team_names = Table(
    "team_names",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("partner_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("name", Text, nullable=False, server_default=""),
    Column("skeleton", Text),
    Column("proposed", Text, nullable=False, server_default=""),
    Column("proposer_id", BigInteger),
    Column("proposed_at", Double),
    UniqueConstraint("guild_id", "skeleton"),
    sqlite_with_rowid=False,
)

# The last season whose winners a member has been shown on a leaderboard.
winners_seen = Table(
    "winners_seen",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("season", String(16), nullable=False),
    sqlite_with_rowid=False,
)
