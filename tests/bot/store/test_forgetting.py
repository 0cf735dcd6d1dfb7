"""A member who is forgotten: no id and no name stays, others keep their results, and backups forget again."""

import asyncio
import json
import sqlite3
import stat
import zlib
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from bot.store import (
    Busy,
    DigestRow,
    LogRow,
    Scope,
    Status,
    Store,
    StoreError,
    WaiterRow,
    backup,
    forget_listed,
    is_former,
    restore,
)
from bot.store.forgetting import AHEAD_SECONDS
from bot.store.model.results import HandRow, SatRow
from bot.store.model.schema import metadata
from bot.store.queries import results
from bot.store.queries.forgetting import COMPUTER, HOLDING
from bot.store.ratings.schema import team_names, winners_seen
from bot.store.ratings.whole import rows as whole_rows
from bot.store.ratings.whole.fold import WholeFold
from bot.tables.play import STAND_IN
from tests.bot.store.migrations.test_released import left, old_seat, old_table
from tests.bot.store.store_rows import (
    ACTION,
    ANN,
    BO,
    CY,
    DI,
    FOR_TWO,
    a_change,
    a_concession,
    a_panel,
    a_place,
    a_result,
    a_seat,
    a_table,
    add_result,
    counts,
    listed,
)

NAME = "Annunziata Ž"
NOW = 1_800_000_000.0
LOW = ANN - 10_000
"""A member whose id comes before Ann's."""
FREE = {
    "tables": (
        "id guild_id channel_id message_id game options status seed commitment language rematch_of created_at"
        " wake_at ping_id version published touched_at entropy clock timed claims due_at warn_at nudge_at"
        " warned fades_at fading ended calm_at held undo_until turn_left warn_left undo cutter cut"
        " reserved_until series parent_id ping_channel_id"
    ),
    "seats": "table_id seat entropy ready level votes overdue missed claimed_seq hints",
    "log": "table_id seq seat action at settled",
    "games": "table_id data ended_at key_moments",
    "servers": "guild_id application_id missing missing_at gone_since warned_at",
    "panels": "table_id message_id token expires_at told former_id locale",
    "waiters": "table_id at channel_id call_id called_to",
    "old_games": "table_id guild_id number",
    "results": "table_id guild_id game ended_at number why ended options hands variant",
    "result_sides": "table_id side points difference won place",
    "result_seats": "table_id seat since side mean",
    "ratings": (
        "guild_id game variant period mean variance guarded games wins streak hands most changed_at last_id"
        " was"
    ),
    "unrated": "guild_id changes",
    "team_names": "guild_id proposed_at",
    "winners_seen": "guild_id game season",
    "preferences": "scope name value",
    "interactions": "id table_id",
    "emoji": "application_id name emoji_id digest",
    "commands": "application_id digest",
    "digests": "guild_id channel_id message_id sent_at listed",
    "alive": "shards at",
}
"""The columns that hold neither the id nor the name of a member. Entropy is the ids of presses."""


@pytest.fixture
async def store(url: str, tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(url, forgotten=tmp_path / "list")
    yield opened
    await opened.close()


async def fill(store: Store) -> None:
    """Store Ann's id and name in every column that may hold one."""
    for table_id in ("g1", "g2"):
        await store.create(a_table(table_id, status=Status.PLAYING, host_id=ANN), a_place(table_id), [])
        await add_result(
            store, a_result(table_id, ((ANN, CY), 52), ((BO, DI), 40), names={ANN: NAME, BO: "Bo"})
        )
    await store.create(a_table("g3", guild_id=8, status=Status.FINISHED), a_place("g3", guild_id=8), [])
    await add_result(store, a_result("g3", ((ANN, LOW), 3), ((DI, CY), 4), guild_id=8))
    ann = a_seat(0, ANN, name=NAME)
    await store.create(a_table("over", **FOR_TWO), a_place("over"), [ann, a_seat(1, BO)])
    await store.commit(a_concession("over"))
    # Both are in memory of others: Ann plays on, and had the seat that Cy has taken over.
    await store.create(
        a_table("open", status=Status.PLAYING, host_id=ANN),
        a_place("open", calls=((ANN, "turn", 3), (BO, "turn", 3))),
        [ann, a_seat(1, CY, former_id=BO), a_seat(2, DI)],
    )
    play = LogRow(0, 0, ACTION, ANN, NOW)
    await store.commit(a_change("open", 1, entries=(play,)))
    await store.create(
        a_table("taken", status=Status.PLAYING, host_id=BO),
        a_place("taken"),
        [a_seat(0, CY, former_id=ANN, former_name=NAME, claimed_seq=1), a_seat(1, BO)],
    )
    await store.create(
        a_table("kept", reserved=((1, ANN, NAME), (2, DI, "Di")), host_id=BO),
        a_place("kept"),
        [a_seat(0, BO)],
    )
    await store.create(a_table("lobby", host_id=ANN), a_place("lobby"), [ann, a_seat(2, CY), a_seat(1, BO)])
    await store.save_panel(a_panel("open"))
    await store.calls.save_waiters([WaiterRow("taken", ANN, NOW)])
    await store.calls.note_digest(DigestRow(7, ANN, 8, None, NOW, {"open": 3}))
    await store.choose(Scope.MEMBER, ANN, "deck", "italian")

    def name_team(connection: Connection) -> None:
        names = {"name": NAME, "skeleton": NAME, "proposed": NAME, "proposer_id": ANN}
        pairs = ({"user_id": ANN, "partner_id": CY}, {"user_id": LOW, "partner_id": ANN})
        for number, pair in enumerate(pairs):
            row = {"guild_id": 7 + number, "proposed_at": NOW, **pair, **names}
            connection.execute(insert(team_names).values(row))
        seen = {"guild_id": 7, "game": "cicera", "user_id": ANN, "season": "s2023-10"}
        connection.execute(insert(winners_seen).values(seen))

    await store.writer.write(name_team)


async def everything(store: Store) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of all tables."""

    def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        return {
            table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for table in metadata.sorted_tables
        }

    return await store.readers.read(read)


def holders(rows: dict[str, list[dict[str, Any]]], *wanted: str) -> set[str]:
    """Return the columns in which one of these texts stands, whatever the type."""
    return {
        f"{table}.{name}"
        for table, found in rows.items()
        for row in found
        for name, value in row.items()
        if any(text in json.dumps(value, default=repr, ensure_ascii=False) for text in wanted)
    }


def test_every_column_is_known_to_hold_a_member_or_not() -> None:
    declared = {f"{table}.{name}" for table, names in FREE.items() for name in names.split()} | HOLDING
    assert declared == {
        f"{table.name}.{column.name}" for table in metadata.sorted_tables for column in table.c
    }


def test_a_seat_goes_to_the_computer_that_plays_for_who_has_left() -> None:
    assert COMPUTER == STAND_IN


async def test_no_column_has_the_id_or_the_name_of_a_member_who_was_forgotten(store: Store) -> None:
    await fill(store)
    assert holders(await everything(store), str(ANN), NAME) == HOLDING
    await store.members.forget(ANN, NOW)
    assert holders(await everything(store), str(ANN), NAME) == set()


async def test_others_keep_their_results_and_the_ratings_are_those_of_the_results(store: Store) -> None:
    await fill(store)
    before = {who: of for who, of in (await counts(store)).items() if who != (ANN,)}
    await store.members.forget(ANN, NOW)
    (new,) = {row["user_id"] for row in (await everything(store))["result_seats"]} - {LOW, BO, CY, DI}
    assert is_former(new)
    assert {who: of for who, of in (await counts(store)).items() if who != (new,)} == before
    assert set(await counts(store, teams=True)) == {(new, CY), (BO, DI)}
    # Nobody sees the former member, nor a team of theirs.
    assert [line.members for line in await listed(store, teams=True)] == [(BO, DI)]

    def differs(connection: Connection) -> bool:
        guild_id, made = a_table().guild_id, WholeFold({}, 0.0)
        for result, _ in results.results_after(connection, guild_id, 0, 100):
            made.add(replace(result, names={BO: "Bo", **result.names}))
        return made.differs(whole_rows.stored(connection, guild_id))

    assert not await store.readers.read(differs)


async def test_open_tables_go_on_without_the_member_and_in_a_new_version(store: Store) -> None:
    await fill(store)
    before = {row["id"]: row["version"] for row in (await everything(store))["tables"]}
    await store.members.forget(ANN, NOW)
    rows = await everything(store)
    changed = {row["id"] for row in rows["tables"] if row["version"] != before[row["id"]]}
    assert changed == {"open", "taken", "kept", "lobby", "g1", "g2"}
    game = await store.load("open")
    assert game is not None
    assert (game.seats[0].level, game.seats[0].name, game.log[0].user_id) == (
        COMPUTER,
        "",
        game.seats[0].user_id,
    )
    assert game.place.calls == ((BO, "turn", 3),)
    kept, lobby = await store.load("kept"), await store.load("lobby")
    assert kept is not None
    assert lobby is not None
    assert kept.table.reserved == ((2, DI, "Di"),)
    assert ([row.user_id for row in lobby.seats], lobby.table.host_id) == ([BO, CY], BO)
    over = await store.load("over")
    assert over is not None
    assert (over.seats[0].level, over.seats[0].name) == (None, "")


async def test_to_forget_once_more_changes_nothing(store: Store) -> None:
    await fill(store)
    await store.members.forget(ANN, NOW)
    before = await everything(store)
    await store.members.forget(ANN, NOW + 1)
    assert await everything(store) == before


async def test_nothing_is_changed_where_the_list_cannot_be_written(url: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = await Store.open(url, forgotten=tmp_path / "file" / "list")
    await fill(store)
    before = await everything(store)
    with pytest.raises(Busy):
        await store.members.forget(ANN, NOW)
    assert await everything(store) == before
    await store.close()


async def test_the_list_is_the_owners_alone_and_has_no_id(store: Store, tmp_path: Path) -> None:
    for user_id in (ANN, BO):
        await store.members.forget(user_id, NOW)
    text = (tmp_path / "list").read_text()
    assert stat.S_IMODE((tmp_path / "list").stat().st_mode) == 0o600
    assert len(text.splitlines()) == 3
    assert str(ANN) not in text
    assert store.members.forgotten.since(0.0).among([ANN, CY]) == {ANN: NOW}


async def test_a_line_cut_off_costs_no_other(store: Store, tmp_path: Path) -> None:
    await store.members.forget(ANN, NOW)
    with (tmp_path / "list").open("a") as file:
        file.write("17000")
    await store.members.forget(BO, NOW)
    assert store.members.forgotten.since(0.0).among([ANN, BO]) == {ANN: NOW, BO: NOW}


async def test_the_numbers_are_those_of_what_is_kept(store: Store) -> None:
    await fill(store)
    assert await store.members.numbers(ANN) == {"open": 2, "games": 1, "settings": 1}
    assert await store.members.numbers(ANN + 99) == {"open": 0, "games": 0, "settings": 0}


async def test_a_members_data_tell_nothing_of_another(store: Store) -> None:
    await fill(store)
    data = await store.members.data(ANN)
    text = json.dumps(data, ensure_ascii=False)
    for secret in (str(BO), str(CY), str(DI), "Bo", "Name 1", a_table().seed.hex(), a_panel().token, ACTION):
        assert secret not in text
    assert data["settings"] == {"deck": "italian"}
    here = [row for row in data["ratings"] if row["guild_id"] == str(a_table().guild_id)]
    assert {(row["variant"], row["period"]): row["games"] for row in here} == {
        (variant, period): games
        for variant, games in (("4-12-any", 2), ("2-12-any", 1))
        for period in ("all", "s2023-10", "m2023-11")
    }
    assert data["teams"] == [{"guild_id": guild, "name": NAME, "proposed": NAME} for guild in "78"]
    told = {row["table"]: row for row in data["games"]}
    assert told.keys() == {"g1", "g2", "g3", "over", "open", "taken", "kept", "lobby"}
    assert told["open"].keys() == {
        "table",
        "game",
        "server",
        "channel",
        "status",
        "opened_at",
        "opened_by_you",
        "seat",
        "your_name",
    }
    assert (told["over"]["seat"], told["over"]["your_name"], told["over"]["result"]["counts"]) == (
        0,
        NAME,
        True,
    )
    assert told["taken"]["former_seat"] == 0


def contents(database: Path) -> bytes:
    """Return all bytes of a SQLite database and its log, and every game in it."""
    found = b"".join(
        file.read_bytes()
        for suffix in ("", "-wal")
        if (file := database.with_name(database.name + suffix)).exists()
    )
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        games = [data for (data,) in connection.execute("SELECT data FROM games")]
    return found + b"".join(map(zlib.decompress, games))


def forms(user_id: int) -> list[bytes]:
    """Return the forms in which SQLite may store an id: as text, as an integer, and as its varint."""
    parts, rest = [user_id & 0xFF], user_id >> 8
    while rest:
        parts.append(rest & 0x7F | 0x80)
        rest >>= 7
    return [str(user_id).encode(), user_id.to_bytes(8, "big"), bytes(reversed(parts))]


async def test_no_byte_is_left_in_the_file_its_log_or_a_backup(
    empty_sqlite_url: str, sqlite_file: Path, tmp_path: Path
) -> None:
    store = await Store.open(empty_sqlite_url)
    # Many rows, so that pages are split and freed, and names that have changed since.
    for number in range(60):
        table_id, name = f"many{number}", f"{NAME} {number}"
        others = [a_seat(1, BO), a_seat(2, CY + number)]
        await store.create(
            a_table(table_id, **FOR_TWO), a_place(table_id), [a_seat(0, ANN, name=name), others[0]]
        )
        entries = tuple(LogRow(seq, None, f"0/{seq}", ANN, NOW) for seq in range(30))
        await store.commit(a_change(table_id, 1, entries=entries))
        await store.commit(a_concession(table_id, 2))
        sides = ((ANN, CY + number), 52), ((BO, DI + 100), 40)
        await store.create(a_table(f"r{number}"), a_place(f"r{number}"), [])
        await add_result(store, a_result(f"r{number}", *sides, names={ANN: name, BO: "Bo"}))
    await fill(store)
    before = contents(sqlite_file)
    assert all(form in before for form in (*forms(ANN)[:2], NAME.encode()))
    await store.members.forget(ANN, NOW)
    await store.members.empty_log()
    backup(empty_sqlite_url, tmp_path / "b.db")
    for database in (sqlite_file, tmp_path / "b.db"):
        found = contents(database)
        assert [form for form in (*forms(ANN), NAME.encode()) if form in found] == []
    assert str(BO).encode() in before
    await store.close()


# Backups


async def test_a_backup_from_before_forgets_again_when_it_is_restored(
    empty_sqlite_url: str, sqlite_file: Path, tmp_path: Path
) -> None:
    store = await Store.open(empty_sqlite_url)
    await fill(store)
    backup(empty_sqlite_url, tmp_path / "b.db")
    await store.members.forget(ANN, NOW)
    await store.members.forget(DI + 50, NOW)
    await store.close()
    listed = sqlite_file.with_name("cards.db.forgotten")
    before = listed.read_bytes()
    await asyncio.to_thread(restore, empty_sqlite_url, tmp_path / "b.db")
    found = contents(sqlite_file)
    assert [form for form in (*forms(ANN), NAME.encode()) if form in found] == []
    assert listed.read_bytes() == before
    store = await Store.open(empty_sqlite_url)
    assert (BO,) in await counts(store)
    await store.close()


async def test_who_has_come_back_since_stays_in_a_backup_made_after_that(
    empty_sqlite_url: str, tmp_path: Path
) -> None:
    store = await Store.open(empty_sqlite_url)
    await fill(store)
    await store.members.forget(ANN, NOW)
    later = a_table("new", created_at=NOW + 60, **FOR_TWO)
    await store.create(later, a_place("new"), [a_seat(0, ANN, name=NAME), a_seat(1, BO)])
    await store.commit(a_concession("new"))
    await store.choose(Scope.MEMBER, ANN, "deck", "italian")
    backup(empty_sqlite_url, tmp_path / "b.db")
    await store.close()
    await asyncio.to_thread(restore, empty_sqlite_url, tmp_path / "b.db")
    store = await Store.open(empty_sqlite_url)
    assert await store.members.numbers(ANN) == {"open": 0, "games": 1, "settings": 1}
    await store.close()


async def test_a_backup_of_an_older_version_is_migrated_to_forget(tmp_path: Path) -> None:
    database = tmp_path / "data" / "cards.db"
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    older = tmp_path / "old" / "cards.db"
    rows = {
        "tables": [old_table("t1", "lobby")],
        "seats": [old_seat("t1", a_seat(0, ANN, name=NAME), "0003")],
    }
    await left(f"sqlite+aiosqlite:///{older}", "0003", rows)
    await store.members.forget(ANN, NOW)
    await store.close()
    await asyncio.to_thread(restore, f"sqlite+aiosqlite:///{database}", older)
    found = contents(database)
    assert [form for form in (*forms(ANN), NAME.encode()) if form in found] == []
    assert [path.name for path in database.parent.iterdir() if path.name.startswith(".")] == []


async def test_the_list_is_applied_to_any_database(store: Store) -> None:
    await fill(store)
    store.members.forgotten.add(ANN, NOW)
    assert await store.members.forget_again() == 1
    assert holders(await everything(store), str(ANN), NAME) == set()
    assert await store.members.forget_again() == 0


async def test_what_was_forgotten_before_the_last_sign_of_life_is_not_forgotten_again(store: Store) -> None:
    await fill(store)
    store.members.forgotten.add(ANN, NOW)
    # As in a database that had it then: Ann has come back since, to a table that was open before.
    await store.lived(NOW + 2 * AHEAD_SECONDS)
    assert await store.members.forget_again() == 0
    store.members.forgotten.add(ANN, NOW + 2 * AHEAD_SECONDS + 1)
    assert await store.members.forget_again() == 1


async def test_what_is_stored_meanwhile_is_noticed_and_forgotten_too(store: Store) -> None:
    await fill(store)
    assert await store.members.named(ANN)
    await store.members.forget(ANN, NOW)
    assert not await store.members.named(ANN)
    await store.create(a_table("late", reserved=((1, ANN, NAME),)), a_place("late"), [a_seat(0, BO)])
    assert await store.members.named(ANN)
    await store.members.forget(ANN, NOW)
    assert not await store.members.named(ANN)
    assert holders(await everything(store), str(ANN), NAME) == set()


async def test_the_data_of_a_seat_taken_over_are_of_the_owners_own_hands(store: Store) -> None:
    hands = tuple(
        HandRow((1, 0), ({"mata": 1}, {}), hints=(0,) if number == 1 else (), undone=(0,) * number)
        for number in range(3)
    )
    sat = (SatRow(0, 1, 0, ANN), SatRow(0, 3, 0, CY), SatRow(1, 1, 1, BO))
    await store.create(a_table("t1", status=Status.FINISHED), a_place("t1"), [a_seat(0, CY), a_seat(1, BO)])
    await add_result(store, a_result("t1", ((CY,), 5), ((BO,), 1), hands=hands, sat=sat))
    for user_id, hinted, undone in ((ANN, [False, True], [0, 1]), (CY, [False], [2])):
        (game,) = (await store.members.data(user_id))["games"]
        (seat,) = game["result"]["seats"]
        assert [hand["hint"] for hand in seat["hands"]] == hinted
        assert [hand["take_backs"] for hand in seat["hands"]] == undone


async def test_the_hosts_command_forgets_all_of_the_list(url: str, tmp_path: Path) -> None:
    store = await Store.open(url, forgotten=tmp_path / "list")
    await fill(store)
    store.members.forgotten.add(ANN, NOW)
    await store.close()
    assert await forget_listed(url, tmp_path / "list") == 1
    assert await forget_listed(url, tmp_path / "list") == 0


async def test_a_list_that_is_none_is_refused(store: Store, tmp_path: Path) -> None:
    (tmp_path / "list").write_text("nothing\n")
    with pytest.raises(StoreError, match="does not begin with a secret"):
        await store.members.forget_again()
