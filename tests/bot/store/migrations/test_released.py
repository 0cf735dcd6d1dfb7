"""Databases of every released schema: everything in them goes on, above all a game under way."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from signal import SIGKILL
from typing import Any

import pytest
import pytest_asyncio
from alembic import command as alembic
from alembic.config import Config
from sqlalchemy import Connection, MetaData, NullPool, insert, make_url, select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bench.unlimited import NO_WAITS
from bot.host.settings import Settings
from bot.lobby.lobby import Lobbies
from bot.store import LogRow, Scope, SeatRow, Status, Store, Stored
from bot.store.model.results import COUNTS
from bot.store.model.schema import games
from bot.store.ratings.whole import rows as ratings
from bot.store.upkeep.migrate import MIGRATIONS
from bot.store.upkeep.recount import recount
from bot.table import situation
from bot.table.deadlines import FADE_SECONDS
from bot.table.table import Table
from bot.tables.play import Plays
from bot.tables.records import record_of
from bot.tables.tables import Tables
from engine import GAMES, fairness, record
from engine.game import DEALER
from tests.bot.store.conftest import database
from tests.bot.store.store_rows import ANN, BO, SEED, a_panel, a_place, a_seat, a_table, counts
from tests.bot.tavern import Told, golden
from tests.nursery import command

RELEASED = ("0001", "0002")
UNRELEASED = tuple([f"{number:04}" for number in range(3, 21)])
"""RELEASED has the last revision of each release, UNRELEASED the ones since."""
ROOT = Path(__file__).parents[4]
BEGAN = 1_700_000_000.25
LATER = BEGAN + 40 * 86_400
TWO = {"players": 2, "target": 11}
GOLDEN = golden("cicera-two")
UNDER_WAY, SETTLED = 60, range(45, 49)
"""The length of the log of the game under way, and its plays that were settled by agreement."""

Rows = list[dict[str, Any]]


def golden_log(length: int) -> Rows:
    """Return the first entries of the golden game's log: one a second, the settled plays all at once."""
    game = GAMES[GOLDEN.game]
    state = game.start(game.options(GOLDEN.options))
    deals, actions = iter(GOLDEN.deals), iter(GOLDEN.actions)
    rows: Rows = []
    for seq in range(length):
        if game.to_act(state) == (DEALER,):
            deal = next(deals)
            state = game.deal(state, deal.dealer, deal.deck)
            deck = " ".join(map(str, deal.deck))
            rows.append({"seq": seq, "seat": None, "action": f"{deal.dealer} {deck}", "user_id": None})
        else:
            place, _, action = next(actions).partition(" ")
            state = game.apply(state, int(place), game.parse(action))
            rows.append({"seq": seq, "seat": int(place), "action": action, "user_id": (ANN, BO)[int(place)]})
        # The next hand may be dealt at the same moment, which does not make the deal a settled play.
        rows[-1]["at"] = BEGAN + (SETTLED[-1] if seq in (*SETTLED, SETTLED[-1] + 1) else seq)
    rows[-1]["user_id"] = None  # as the clock plays
    return rows


def shuffled_log(*entropy: int) -> Rows:
    """Return the log of a game for two that has just been dealt."""
    key = fairness.game_seed(SEED, map(str, entropy))
    deck = " ".join(map(str, fairness.deck(key, 1, GAMES["cicera"].DECK)))
    action = f"{fairness.first_dealer(key, 2)} {deck}"
    return [{"seq": 0, "seat": None, "action": action, "user_id": None, "at": BEGAN}]


def old_table(table_id: str, status: str, **columns: Any) -> dict[str, Any]:
    return {
        "id": table_id,
        "guild_id": a_table().guild_id,
        "channel_id": a_place().channel_id,
        "message_id": 70,
        "game": "cicera",
        "options": TWO,
        "options_version": 1,
        "status": status,
        "host_id": ANN,
        "seed": SEED,
        "commitment": fairness.commitment(SEED),
        "language": "en-GB",
        "rematch_of": None,
        "created_at": BEGAN - 600,
        "wake_at": None,
        "ping_id": None,
        "version": 9,
        "published": 9,
        **columns,
    }


def old_seat(table_id: str, seat: SeatRow, revision: str) -> dict[str, Any]:
    names = ["seat", "user_id", "name", "entropy", "ready"]
    if revision >= "0002":
        names.append("level")
    # Everybody had asked to end the game, and only this mark says so.
    return {"table_id": table_id, "consents": True} | {name: getattr(seat, name) for name in names}


ANNS, BOS = a_seat(0, ANN), a_seat(1, BO)


def others_at(revision: str) -> tuple[SeatRow, SeatRow]:
    """Return the others in a game that Ann began alone, and in the one that she plays against Bo.

    As soon as there are computers, the first is one and the second is away, with one in his place.
    """
    if revision == "0001":
        return BOS, BOS
    return a_seat(1, -2, entropy=0, level="easy"), a_seat(1, BO, level="hard")


def old_result(table_id: str) -> dict[str, Rows]:
    """Return the result of the golden game, which Ann and Bo have played, by table."""
    assert isinstance(GOLDEN.result, dict)
    totals, (winner,) = GOLDEN.result["totals"], GOLDEN.result["winners"]
    key = {"table_id": table_id}
    sides = [
        {
            **key,
            "side": side,
            "team": str(user_id),
            "size": 1,
            "points": totals[side],
            "difference": totals[side] - totals[1 - side],
            "won": side == winner,
            "place": 1 if side == winner else 2,
        }
        for side, user_id in enumerate((ANN, BO))
    ]
    return {
        "results": [{**key, "guild_id": a_table().guild_id, "game": "cicera", "ended_at": BEGAN + 98}],
        "result_sides": sides,
        "result_members": [
            {**key, "user_id": user_id, "side": side} for side, user_id in enumerate((ANN, BO))
        ],
    }


def contents(revision: str) -> dict[str, Rows]:
    """Return the contents of a database left by a bot of that time, by table."""
    other, away = others_at(revision)
    press = [row.entropy for row in (ANNS, other) if row.person]
    logs = {"playing": golden_log(UNDER_WAY), "dealt": shuffled_log(*press), "over": golden_log(98)}
    seated = {"playing": (ANNS, away), "dealt": (ANNS, other), "over": (ANNS, BOS), "lobby": (ANNS, other)}
    panel = a_panel("playing")
    return {
        "tables": [
            old_table("playing", "playing", ping_id=82, published=8),
            old_table("dealt", "playing", options=TWO | {"target": 21}, wake_at=BEGAN + 90, ping_id=83),
            old_table("over", "finished"),
            old_table("lobby", "lobby", wake_at=BEGAN + 900, ping_id=81, rematch_of="over"),
        ],
        "seats": [old_seat(table, row, revision) for table, rows in seated.items() for row in rows],
        "log": [{"table_id": table, **row} for table, rows in logs.items() for row in rows],
        **old_result("over"),
        "panels": [{name: getattr(panel, name) for name in panel.__slots__}],
    }


async def left(url: str, revision: str, rows: dict[str, Rows]) -> None:
    """Make a database of an old revision, with these rows in it."""

    def work(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        alembic.upgrade(config, revision)
        schema = MetaData()
        schema.reflect(connection)
        for table, of_table in rows.items():
            connection.execute(insert(schema.tables[table]), of_table)

    parts = make_url(url)
    if parts.get_backend_name() == "sqlite":
        Path(parts.database or "").parent.mkdir()
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(work)
    await engine.dispose()


async def brought_up(url: str, revision: str) -> None:
    """Make a database left by a bot of an old revision, and migrate it to this version."""
    await left(url, revision, contents(revision))
    opened = await Store.open(url)
    await opened.close()


@cache
def brought_up_file(revision: str) -> bytes:
    """Return such a database, which each test gets a copy of."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "data" / "old.db"
        asyncio.run(brought_up(f"sqlite+aiosqlite:///{file}", revision))
        return file.read_bytes()


@pytest.fixture(scope="session", params=RELEASED)
def revision(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def brought_up_database(server: str, revision: str) -> AsyncIterator[str]:
    """Return the name of such a database on the server."""
    async with database(server) as url:
        await brought_up(url, revision)
        yield str(make_url(url).database)


@pytest.fixture
async def old_postgres_url(server: str, brought_up_database: str) -> AsyncIterator[str]:
    async with database(server, brought_up_database) as url:
        yield url


@pytest.fixture
async def old_sqlite_url(sqlite_url: str, sqlite_file: Path, revision: str) -> str:
    content = await asyncio.to_thread(brought_up_file, revision)

    def put() -> None:
        sqlite_file.parent.mkdir()
        sqlite_file.write_bytes(content)

    await asyncio.to_thread(put)
    return sqlite_url


@pytest.fixture(params=["sqlite", "postgres"])
def old_url(request: pytest.FixtureRequest, revision: str) -> str:
    """Return the URL of a database that a bot of this revision has left, brought up to this version."""
    chosen: str = request.getfixturevalue(f"old_{request.param}_url")
    return chosen


@pytest.fixture
async def store(old_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(old_url)
    yield opened
    await opened.close()


@pytest.fixture
async def tables(store: Store) -> AsyncIterator[Tables]:
    settings = Settings(_env_file=None, **NO_WAITS)  # type: ignore[call-arg]  # pydantic-settings' switch
    made = Tables(store, settings, Told())
    yield made
    await made.ledgers.deferred.close()


async def stored(store: Store, table_id: str) -> Stored:
    found = await store.load(table_id)
    assert found is not None
    return found


def entries(rows: Rows, settled: Sequence[int] = ()) -> tuple[LogRow, ...]:
    return tuple(LogRow(**row, settled=row["seq"] in settled) for row in rows)


def test_every_revision_is_known_as_released_or_not() -> None:
    """A new revision is added here; with a release it becomes a released one, and is tested from then on."""
    names = sorted(path.name for path in (MIGRATIONS / "versions").glob("v*.py"))
    assert [name[1:5] for name in names] == [*RELEASED, *UNRELEASED]


async def test_a_game_under_way_is_as_it_was(store: Store, revision: str) -> None:
    found = await stored(store, "playing")
    assert found.log == entries(golden_log(UNDER_WAY), SETTLED)
    assert found.seats == (ANNS, others_at(revision)[1])
    assert found.panels == (a_panel("playing"),)
    assert found.place == a_place("playing", message_id=70, ping_id=82, ping_channel_id=a_place().channel_id)
    assert found.table == a_table(
        "playing",
        options=TWO,
        status=Status.PLAYING,
        commitment=fairness.commitment(SEED),
        created_at=BEGAN - 600,
        touched_at=BEGAN + UNDER_WAY - 2,
        # The clock finds due work at once: the game ends by itself before anybody has seen that announced.
        wake_at=0.0,
        fades_at=BEGAN + UNDER_WAY - 2 + FADE_SECONDS,
        entropy=(str(ANNS.entropy), str(BOS.entropy)),
        version=9,
    )
    assert await store.behind() == ["playing"]


async def test_what_is_no_game_under_way_is_as_it_was(store: Store, revision: str) -> None:
    other, _ = others_at(revision)
    lobby = await stored(store, "lobby")
    # Its options have never changed: its members agree to them.
    assert (lobby.seats, lobby.log) == (tuple(replace(row, ready=row.person) for row in (ANNS, other)), ())
    assert (lobby.table.touched_at, lobby.table.wake_at) == (BEGAN - 600, BEGAN + 900)
    assert (lobby.table.due_at, lobby.table.fades_at) == (BEGAN + 900, None)
    dealt = (await stored(store, "dealt")).table
    assert (dealt.due_at, dealt.wake_at, dealt.clock) == (BEGAN + 90, BEGAN + 90, 0)
    assert dealt.fades_at == dealt.touched_at + FADE_SECONDS
    assert (lobby.table.entropy, lobby.table.rematch_of) == (None, "over")
    assert (lobby.place.ping_id, lobby.place.calls) == (81, ())
    over = await stored(store, "over")
    assert over.log == entries(golden_log(98), SETTLED)
    assert over.table.entropy == (str(ANNS.entropy), str(BOS.entropy))
    assert (over.table.wake_at, over.table.due_at, over.table.fades_at) == (None, None, None)
    assert await store.due(BEGAN + 900) == ["playing", "dealt", "lobby"]


async def test_a_game_that_is_over_gets_one_row_while_the_bot_plays(tables: Tables, revision: str) -> None:
    store = tables.store
    before = await record_of(store, await tables.get("over"))
    assert await store.old_games.count() == 1
    guild_id = a_table().guild_id
    await store.ratings.make(LATER)
    assert await store.ratings.waits(guild_id)
    await store.old_games.move()
    await store.ratings.make(LATER)
    assert not await store.ratings.waits(guild_id)
    rated = await store.readers.read(lambda connection: ratings.stored(connection, guild_id))
    all_time = rated[guild_id, "cicera", "2-12-any", "all"]
    assert {key: (one.games, one.name) for key, one in all_time.items()} == {
        (ANN, 0): (1, ANNS.name),
        (BO, 0): (1, others_at(revision)[0].name),
    }
    assert (await store.old_games.count(), store.old_games.left) == (0, 0)
    over, under_way = await stored(store, "over"), await stored(store, "playing")
    assert [entry.action for entry in over.log] == [
        entry.action for entry in entries(golden_log(98), SETTLED)
    ]
    assert [entry.settled for entry in over.log] == [
        entry.settled for entry in entries(golden_log(98), SETTLED)
    ]
    assert under_way.log == entries(golden_log(UNDER_WAY), SETTLED)
    assert await record_of(store, await tables.get("over")) == before
    result = await store.played.result("over")
    assert result is not None
    assert isinstance(GOLDEN.result, dict)
    assert (result.why, result.ended_at) == (COUNTS, BEGAN + 98)
    assert [side.points for side in result.sides] == GOLDEN.result["totals"]
    assert [sum(points) for points in zip(*[hand.points for hand in result.hands], strict=True)] == (
        GOLDEN.result["totals"]
    )
    # The next start finds nothing to move.
    await store.old_games.move()


async def test_calls_that_are_over_are_forgotten_and_the_ends_of_games_known(new_url: str) -> None:
    """Revision 0017 changes rows that no release has."""

    def table(table_id: str, status: str, published: int) -> dict[str, Any]:
        columns = old_table(table_id, status, published=published, touched_at=BEGAN, calls=[[ANN, "turn", 3]])
        del columns["options_version"]
        return columns

    counted = {"table_id": "over", "guild_id": 1, "game": "cicera", "ended_at": BEGAN + 9}
    rows = {
        "tables": [table("over", "finished", 9), table("behind", "stopped", 8), table("live", "playing", 9)],
        "games": [{"table_id": table_id, "data": b"row"} for table_id in ("over", "behind")],
        "results": [counted],
    }
    await left(new_url, "0016", rows)
    opened = await Store.open(new_url)
    found = {table_id: await stored(opened, table_id) for table_id in ("over", "behind", "live")}
    assert {table_id: len(each.place.calls) for table_id, each in found.items()} == {
        "over": 0,
        "behind": 1,
        "live": 1,
    }
    ends = await opened.readers.read(
        lambda c: dict(c.execute(select(games.c.table_id, games.c.ended_at)).all())
    )
    assert ends == {"over": BEGAN + 9, "behind": BEGAN}
    await opened.close()


MOVE = """
import asyncio, os, signal, sys
from bot.store import Store
from bot.store.queries import results

complete, left = results.complete, int(sys.argv[2])

def completed(connection, result, number):
    global left
    complete(connection, result, number)
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

async def move():
    store = await Store.open(sys.argv[1])
    results.complete = completed
    await store.old_games.move()
    await store.close()

asyncio.run(move())
"""
"""A process that moves old games, and dies within the transaction of the one with this number."""


def several_over(revision: str) -> dict[str, Rows]:
    """Return the contents of such a database with five more games that are over."""
    rows = contents(revision)
    for number in range(5):
        for name, of_table in rows.items():
            key = "id" if name == "tables" else "table_id"
            rows[name] = [*of_table, *({**row, key: f"g{number}"} for row in of_table if row[key] == "over")]
    return rows


async def test_a_move_that_is_killed_goes_on_at_the_next_start(
    sqlite_url: str, sqlite_file: Path, revision: str
) -> None:
    await left(sqlite_url, revision, several_over(revision))
    for number, ends in ((1, -SIGKILL), (3, -SIGKILL), (4, -SIGKILL), (0, 0)):
        moving = await asyncio.create_subprocess_exec(*command("-c", MOVE, sqlite_url, str(number)), cwd=ROOT)
        assert await moving.wait() == ends
    store = await Store.open(sqlite_url)
    assert await store.old_games.count() == 0
    await store.ratings.make(LATER)
    assert {who: games for who, (games, _) in (await counts(store)).items()} == {(ANN,): 6, (BO,): 6}
    for table_id in ("over", *(f"g{number}" for number in range(5))):
        result = await store.played.result(table_id)
        assert result is not None
        assert result.hands
        assert (await stored(store, table_id)).log
    await store.close()
    found = await recount(sqlite_url, str, LATER)
    assert (found.games, found.kept, found.differing, found.servers) == (6, 0, [], 0)


async def play(tables: Tables, table: Table, seat: int, text: str) -> Table:
    """Return the table after a play of a seat, whoever plays it."""
    row, number = table.at(seat), table.asked[seat]
    assert row is not None
    if row.present:
        return await Plays(tables).submit(table.row.id, row.user_id, text, number)
    return await Plays(tables).play_for(table.row.id, seat, table.game.parse(text), number)


async def test_a_game_under_way_goes_on_to_its_end(tables: Tables) -> None:
    table = await tables.get("playing")
    played = UNDER_WAY - len(GOLDEN.deals)
    for action in GOLDEN.actions[played:]:
        seat, _, text = action.partition(" ")
        table = await play(tables, table, int(seat), text)
    assert table.row.status is Status.FINISHED
    for table_id in ("playing", "over"):
        table = await tables.get(table_id)
        made = record.read(await record_of(tables.store, table))
        assert (made.deals, made.actions) == (GOLDEN.deals, GOLDEN.actions)
        assert made.result == GOLDEN.result


async def test_its_shuffle_goes_on(tables: Tables, revision: str) -> None:
    other, _ = others_at(revision)
    press = [str(row.entropy) for row in (ANNS, other) if row.person]
    table = await tables.get("dealt")
    while table.playing:
        if table.between_hands:
            deck = Plays(tables).next_deal(table).deck
            number = len(table.game.outcome(table.state).hands) + 1
            assert deck == fairness.deck(fairness.game_seed(SEED, press), number, table.game.DECK)
            for row in [row for row in table.seats if row.seat in table.voters()]:
                table = await Plays(tables).ready(table.row.id, row.user_id, situation.agreeing(table) or 0)
        else:
            seat = table.waits_for()[0]
            table = await play(tables, table, seat, str(table.game.legal(table.state, seat)[-1]))
    made = record.read(await record_of(tables.store, table))
    assert len(made.deals) > 1
    assert isinstance(made.fairness, dict)
    assert made.fairness["entropy"] == press
    assert fairness.check(made, finished=True) == []
    assert record.replay(made).ok


async def test_a_lobby_can_be_started(tables: Tables, revision: str) -> None:
    other, _ = others_at(revision)
    table = await Lobbies(tables).start("lobby", ANN)
    assert table.row.entropy == tuple(str(row.entropy) for row in (ANNS, other) if row.person)
    assert table.waits_for()


async def test_plays_were_settled_where_several_seats_played_at_once(new_url: str) -> None:
    played: list[tuple[list[tuple[int, float]], list[int]]] = [
        # One member has pressed once for two plays, then the other for one.
        ([(0, 1), (0, 1), (1, 2)], []),
        # The taker of a trick leads the next: settled plays may begin, go on and end with two of one seat.
        ([(0, 1), (1, 5), (1, 5), (0, 5), (0, 5), (1, 5), (1, 5), (0, 6)], [1, 2, 3, 4, 5, 6]),
        # A member has played at a moment of their own before it, and after it.
        ([(2, 1), (0, 4), (0, 5), (1, 5), (2, 5), (2, 6)], [2, 3, 4]),
    ]
    log = [
        {"table_id": f"t{number}", "seq": seq, "seat": seat, "action": "?", "user_id": ANN + seat, "at": at}
        for number, (seats, _) in enumerate(played)
        for seq, (seat, at) in enumerate(seats)
    ]
    tables = [old_table(f"t{number}", "stopped") for number in range(len(played))]
    await left(new_url, "0002", {"tables": tables, "log": log})
    opened = await Store.open(new_url)
    for number, (_, settled) in enumerate(played):
        of_table = (await stored(opened, f"t{number}")).log
        assert [entry.seq for entry in of_table if entry.settled] == settled
    await opened.close()


async def test_a_database_from_before_the_settings_gets_them(new_url: str) -> None:
    rows = {"tables": [old_table("t1", "lobby")], "seats": [old_seat("t1", ANNS, "0003")]}
    await left(new_url, "0003", rows)
    opened = await Store.open(new_url)
    assert await opened.choose(Scope.SERVER, 7, "pings", "off") == {"pings": "off"}
    assert await opened.chosen(Scope.MEMBER, 7) == {}
    lobby = await stored(opened, "t1")
    assert (lobby.table.options, lobby.seats) == (TWO, (replace(ANNS, ready=True),))
    await opened.close()


async def test_who_sits_in_an_old_lobby_has_agreed_to_its_options(new_url: str) -> None:
    """A parked table that was never dealt is a lobby, too."""
    was = {"t1": ("parked", False, True), "t2": ("parked", True, False), "t3": ("playing", True, False)}
    rows = {
        "tables": [old_table(name, status) for name, (status, _, _) in was.items()],
        "seats": [old_seat(name, ANNS, "0005") for name in was],
        "log": [
            {"table_id": name, **row, "settled": False}
            for name, (_, dealt, _) in was.items()
            if dealt
            for row in shuffled_log(ANNS.entropy)
        ],
    }
    await left(new_url, "0005", rows)
    opened = await Store.open(new_url)
    for name, (_, _, agreed) in was.items():
        assert [row.ready for row in (await stored(opened, name)).seats] == [agreed]
    await opened.close()


async def test_a_database_from_before_the_clock_forgets_who_wished_to_end_a_game(new_url: str) -> None:
    """Such a wish now holds for ten minutes; a game that was abandoned for long is not ended at once."""
    rows = {
        "tables": [
            old_table("t1", "playing", wake_at=BEGAN + 30, touched_at=BEGAN),
            old_table("t2", "lobby", touched_at=BEGAN),
        ],
        "seats": [old_seat("t1", ANNS, "0007"), old_seat("t1", BOS, "0007")],
    }
    await left(new_url, "0007", rows)
    engine = create_async_engine(new_url, poolclass=NullPool)
    before = await columns(engine)
    opened = await Store.open(new_url)
    after = await columns(engine)
    await engine.dispose()
    assert "consents" in before["seats"]
    assert "consents" not in after["seats"]
    assert {"votes", "overdue", "missed"} <= after["seats"] - before["seats"]
    assert {"clock", "due_at", "nudge_at", "fades_at"} <= after["tables"] - before["tables"]
    game, lobby = await stored(opened, "t1"), await stored(opened, "t2")
    assert game.seats == (ANNS, BOS)
    dues = (game.table.wake_at, game.table.due_at, game.table.nudge_at, game.table.fades_at)
    assert dues == (BEGAN + 30, BEGAN + 30, None, BEGAN + FADE_SECONDS)
    assert not game.table.fading
    assert (lobby.table.wake_at, lobby.table.due_at, lobby.table.fades_at) == (None, None, None)
    assert await opened.alive_at() is None
    await opened.close()


async def columns(engine: AsyncEngine) -> dict[str, set[str]]:
    """Return the names of the columns of each table in a database."""
    schema = MetaData()
    async with engine.connect() as connection:
        await connection.run_sync(schema.reflect)
    return {name: {column.name for column in table.columns} for name, table in schema.tables.items()}
