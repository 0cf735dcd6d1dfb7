"""The schema as SQLAlchemy tables, each under the name that it has in the database.

The migrations create it, and a test holds the two together. It is the same on SQLite and PostgreSQL. Partial
indexes make start-up and the clock independent of the games that are over.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Literals, not parameters: SQLite uses a partial index only where the query repeats its condition literally.
LIVE = text("status IN ('lobby', 'playing', 'parked')")
OVER = text("status IN ('finished', 'stopped', 'closed')")
BEHIND = text("version > published")
WAKES = text("wake_at IS NOT NULL")
TAKEN_OVER = text("former_id IS NOT NULL")
IN_THREAD = text("parent_id IS NOT NULL")

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("game", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("language", String(16), nullable=False),
    Column("rematch_of", String(32), ForeignKey("tables.id"), unique=True),
    Column("created_at", Double, nullable=False),
    Column("wake_at", Double),
    Column("ping_id", BigInteger),
    Column("version", Integer, nullable=False),
    # The last version that everybody has been shown.
    Column("published", Integer, nullable=False),
    Column("touched_at", Double, nullable=False, server_default="0"),
    Column("entropy", JSON(none_as_null=True)),
    Column("clock", Integer, nullable=False, server_default="0"),
    Column("timed", Boolean, nullable=False, server_default=false()),
    Column("claims", Boolean, nullable=False, server_default=false()),
    Column("due_at", Double),
    Column("warn_at", Double),
    Column("nudge_at", Double),
    Column("warned", Boolean, nullable=False, server_default=false()),
    Column("fades_at", Double),
    Column("fading", Boolean, nullable=False, server_default=false()),
    Column("ended", String(32), nullable=False, server_default=""),
    Column("calm_at", Double),
    Column("held", Boolean, nullable=False, server_default=false()),
    Column("undo_until", Double),
    Column("turn_left", Double),
    Column("warn_left", Double),
    Column("undo", Boolean, nullable=False, server_default=true()),
    Column("cutter", Integer),
    Column("cut", Integer, nullable=False, server_default="0"),
    Column("reserved", JSON, nullable=False, server_default="[]"),
    Column("reserved_until", Double),
    Column("series", JSON, nullable=False, server_default="[]"),
    # The channel of the thread that the bot has made for the game.
    Column("parent_id", BigInteger),
    Column("ping_channel_id", BigInteger),
    # The last calls of the table, also of turns that are over.
    Column("calls", JSON, nullable=False, server_default="[]"),
    Index("ix_tables_live", "guild_id", "channel_id", sqlite_where=LIVE, postgresql_where=LIVE),
    # Beside the one of live tables: every table of a server is found by them.
    Index("ix_tables_over", "guild_id", "channel_id", sqlite_where=OVER, postgresql_where=OVER),
    Index("ix_tables_parent_id", "parent_id", sqlite_where=IN_THREAD, postgresql_where=IN_THREAD),
    Index("ix_tables_behind", "id", sqlite_where=BEHIND, postgresql_where=BEHIND),
    Index("ix_tables_wake_at", "wake_at", sqlite_where=WAKES, postgresql_where=WAKES),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("entropy", BigInteger, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("level", String(16)),
    Column("votes", JSON, nullable=False, server_default="[]"),
    Column("overdue", Boolean, nullable=False, server_default=false()),
    Column("missed", Integer, nullable=False, server_default="0"),
    # The owner before the seat was taken over, and the length of the log then.
    Column("former_id", BigInteger),
    Column("former_name", Text, nullable=False, server_default=""),
    Column("claimed_seq", Integer),
    # The hands in which the seat took a hint.
    Column("hints", JSON, nullable=False, server_default="[]"),
    UniqueConstraint("table_id", "user_id"),
    Index("ix_seats_former_id", "former_id", sqlite_where=TAKEN_OVER, postgresql_where=TAKEN_OVER),
    sqlite_with_rowid=False,
)

log = Table(
    "log",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("action", Text, nullable=False),
    Column("user_id", BigInteger),
    Column("at", Double, nullable=False),
    Column("settled", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)

# A game that is over: its log in one row. Until it is over, and in databases from before, `log` has it.
# One that had begun and has neither is no longer kept.
games = Table(
    "games",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
    Column("ended_at", Double, index=True),
    # The numbers of the plays that swung most, null until they are asked for.
    Column("key_moments", JSON(none_as_null=True)),
)

panels = Table(
    "panels",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("message_id", BigInteger, nullable=False),
    Column("token", Text, nullable=False),
    Column("expires_at", Double, nullable=False),
    Column("told", Integer),
    Column("former_id", BigInteger),
    Column("locale", String(16)),
    sqlite_with_rowid=False,
)

# Members who want to be called to a seat; afterwards, by which message they were.
waiters = Table(
    "waiters",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("channel_id", BigInteger),
    Column("call_id", BigInteger),
    Column("called_to", String(16)),
    sqlite_with_rowid=False,
)

# The games of older versions that are still to be counted by hand, and moved to `games` if they have a log.
old_games = Table(
    "old_games",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Index("ix_old_games_guild_id_number", "guild_id", "number"),
    sqlite_with_rowid=False,
)

# The columns that may be null are so for games of older versions that are still to be counted by hand.
results = Table(
    "results",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("ended_at", Double, nullable=False),
    # The place in the order in which the games of a server are counted.
    Column("number", Integer),
    # Why the game does not count; empty if it does.
    Column("why", String(16), nullable=False, server_default=""),
    Column("ended", String(32)),
    Column("options", JSON(none_as_null=True)),
    Column("hands", JSON(none_as_null=True)),
    # The options that change points: results of one variant are compared.
    Column("variant", String(64)),
    Index("ix_results_variant", "guild_id", "game", "variant", "why", "ended_at"),
    Index("ix_results_guild_id_number", "guild_id", "number", unique=True),
)

result_sides = Table(
    "result_sides",
    metadata,
    Column("table_id", String(32), ForeignKey("results.table_id"), primary_key=True),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("points", Integer, nullable=False),
    Column("difference", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# Who had a seat from a hand on; computers have ids below zero.
result_seats = Table(
    "result_seats",
    metadata,
    Column("table_id", String(32), ForeignKey("results.table_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("since", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    # The mean of the user after the game, over all time.
    Column("mean", Double),
    sqlite_with_rowid=False,
)

preferences = Table(
    "preferences",
    metadata,
    Column("scope", String(16), primary_key=True),
    Column("owner_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(32), primary_key=True),
    Column("value", String(32), nullable=False),
    sqlite_with_rowid=False,
)

# The last interactions that have changed something, with their table; empty if that was a preference.
interactions = Table(
    "interactions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String(32), nullable=False),
    sqlite_with_rowid=False,
)

emoji = Table(
    "emoji",
    metadata,
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(32), primary_key=True),
    Column("emoji_id", BigInteger, nullable=False),
    # Of the picture that was sent; empty if it is not known.
    Column("digest", String(64), nullable=False),
    sqlite_with_rowid=False,
)

commands = Table(
    "commands",
    metadata,
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    # Of all commands as Discord was told them, and of the ids that it gave them.
    Column("digest", String(64), nullable=False),
)

digests = Table(
    "digests",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("sent_at", Double, nullable=False),
    Column("listed", JSON, nullable=False),
    sqlite_with_rowid=False,
)

# The servers with data, each under the application that the bot had there last, and whether it has left them.
servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("application_id", BigInteger, nullable=False),
    # The starts, a day apart, at which the bot was not there, and the last of them.
    Column("missing", Integer, nullable=False),
    Column("missing_at", Double),
    Column("gone_since", Double),
    # When the log has said that the data will be deleted.
    Column("warned_at", Double),
    sqlite_with_rowid=False,
)

# The last sign of life of each process, by its shards: the time since then was downtime.
alive = Table(
    "alive",
    metadata,
    Column("shards", String(255), primary_key=True),
    Column("at", Double, nullable=False),
)
