"""The history of a server: which games a reader finds in it, page by page, and what it tells of them."""

import random
from collections.abc import Collection, Sequence

import pytest
from sqlalchemy import update

from bot.store import Reader, Scope, Store
from bot.store.history import lists
from bot.store.history.rows import OwnResult, PastGame, PastSeat, Wanted
from bot.store.model.schema import results
from bot.store.ratings.statements import HIDDEN, HIDES
from tests.bot.store.ended import ended, some_games
from tests.bot.store.history.made_up import CHANNELS, GUILDS, USERS, MadeUp, made_up
from tests.bot.store.queries.test_games import whole_log
from tests.bot.store.store_rows import ANN, BO, CY, a_seat

pytestmark = pytest.mark.asyncio(loop_scope="session")

GUILD = GUILDS[0]
CHANNEL = 1_300_000_000_000_000_001


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


@pytest.fixture(autouse=True)
def few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a page looked for among so few games that most are found only later."""
    monkeypatch.setattr(lists, "NEWEST", (3, 6))
    monkeypatch.setattr(lists, "GATHERED", (4, None))


async def seen(store: Store, games: Sequence[MadeUp], reader: Reader, gone: Collection[int]) -> list[MadeUp]:
    """Return the games that a reader may see, newest first; `gone` are members who hide or were forgotten.

    One by one, the store says so, too.
    """
    found = []
    for game in games:
        public = game.channel_id in reader.channels and not game.sat & {*gone}
        may = game.guild_id == reader.guild_id and (reader.user_id in game.sat or public)
        access = await store.played.access(game.table_id, reader.user_id)
        assert access is not None
        assert access.open_to(reader) == may
        assert access.over == game.listed
        if game.listed and may:
            found.append(game)
    return sorted(found, key=lambda game: game.number or 0, reverse=True)


async def paged(store: Store, reader: Reader, wanted: Wanted, most: int) -> list[str]:
    """Return the ids of all pages, turned from the first to the last one and back."""
    page = await store.played.history(reader, wanted, most)
    assert not page.newer
    pages = [page]
    while page.older:
        page = await store.played.history(reader, wanted, most, page.games[-1].number)
        assert page.newer
        pages.append(page)
    for earlier in pages[-2::-1]:
        page = await store.played.history(reader, wanted, most, page.games[0].number, newer=True)
        assert page == earlier
    assert all(len(page.games) == most for page in pages[:-1])
    return [game.table_id for page in pages for game in page.games]


def ids(games: Sequence[MadeUp]) -> list[str]:
    return [game.table_id for game in games]


@pytest.mark.parametrize("number", range(12))
async def test_a_list_and_a_code_find_the_games_that_are_open_to_a_reader(
    store: Store, seed: int, number: int
) -> None:
    rng = random.Random(f"{seed} {number}")
    games = await made_up(store, rng, 25)
    gone = set(await store.ratings.hiding())
    if number % 3 == 0:
        await store.members.forget(USERS[0], 0.0)
        gone.add(USERS[0])
    for user_id in (*USERS[number % 3 == 0 :], USERS[0] + 100):
        channels = rng.sample(CHANNELS, rng.randrange(4))
        reader = Reader(user_id, rng.choice(GUILDS), channels)
        found = await seen(store, games, reader, gone)
        assert await paged(store, reader, Wanted(), rng.randint(1, 4)) == ids(found)
        for game in games:
            expected = [game.table_id] if game in found else []
            assert await store.played.beginning(reader, game.table_id) == expected
        for begun in "0123456789abcdef":
            expected = sorted(one for one in ids(found) if one.startswith(begun))[:2]
            assert await store.played.beginning(reader, begun) == expected


@pytest.mark.parametrize("number", range(6))
async def test_a_list_is_filtered_by_game_by_member_and_by_their_result(
    store: Store, seed: int, number: int
) -> None:
    rng = random.Random(f"{seed} {number}")
    games = await made_up(store, rng, 25)
    hiding = await store.ratings.hiding()
    reader = Reader(USERS[0], GUILD, CHANNELS[:2])
    found = await seen(store, games, reader, hiding)
    for game in ("", "cicera", "ciapano", "civil-suits"):
        for member in (None, *USERS):
            for result in (None, *OwnResult):
                whose = reader.user_id if member is None and result is not None else member
                unseen = member in hiding and member != reader.user_id
                expected = [
                    one.table_id
                    for one in found
                    if not unseen
                    and game in ("", one.game)
                    and (whose is None or whose in one.sat)
                    and (result is None or whose is None or one.result_of(whose) == result)
                ]
                wanted = Wanted(game, member, result)
                assert await paged(store, reader, wanted, 5) == expected, wanted


async def all_of(store: Store, user_id: int, channels: Collection[int] = (CHANNEL,)) -> list[PastGame]:
    found = await store.played.history(Reader(user_id, GUILD, channels), Wanted(), 25)
    return list(found.games)


async def test_a_game_is_told_by_its_sides_without_members_who_hide_or_were_forgotten(store: Store) -> None:
    table, log = whole_log("cicera", 1)
    seats = [a_seat(seat, user_id) for seat, user_id in enumerate((ANN, BO, CY))]
    computer = a_seat(3, -4, name="Dora", level="easy")
    await ended(store, table.with_seats(*seats, computer), log, "aaaaaaaa")
    result = await store.played.result("aaaaaaaa")
    assert result is not None
    [game] = await all_of(store, CY, ())
    assert (game.table_id, game.game, game.ended_at, game.number) == (
        "aaaaaaaa",
        "cicera",
        result.ended_at,
        1,
    )
    assert (game.sat, game.kept, game.ended, game.why) == (True, True, "", result.why)
    first, second = game.sides
    assert [(side.points, side.won) for side in game.sides] == [
        (side.points, side.won) for side in result.sides
    ]
    assert [seat.name for seat in (*first.seats, *second.seats)] == [
        seats[0].name,
        seats[2].name,
        seats[1].name,
        "Dora",
    ]
    await store.choose(Scope.MEMBER, ANN, HIDDEN, HIDES)
    [hidden] = await all_of(store, CY)
    assert hidden.sides[0].seats == (PastSeat(0, None), PastSeat(2, seats[2].name, own=True))
    [own] = await all_of(store, ANN)
    assert own.sides[0].seats == (PastSeat(0, seats[0].name, own=True), PastSeat(2, seats[2].name))
    assert await all_of(store, USERS[-1]) == []
    await store.members.forget(BO, 0.0)
    [forgotten] = await all_of(store, CY)
    assert forgotten.sides[1].seats == (PastSeat(1, ""), PastSeat(3, "Dora"))


async def test_games_without_a_result_have_no_points_and_old_ones_may_not_be_kept(store: Store) -> None:
    await some_games(store)
    readers = {ANN, BO, CY}
    for user_id in readers:
        for game in await all_of(store, user_id):
            result = await store.played.result(game.table_id)
            assert result is not None
            assert sum(len(side.seats) for side in game.sides) == len(result.sat)
            assert all((side.points is None) == (not result.sides) for side in game.sides)
    before = await all_of(store, ANN)
    assert before
    assert all(game.kept for game in before)
    await store.retention.drop_games(before[0].ended_at + 1)
    after = await all_of(store, ANN)
    assert [game._replace(kept=True) for game in after] == before
    assert not any(game.kept for game in after)


async def test_a_game_of_an_older_version_is_listed_once_it_is_counted(store: Store) -> None:
    table, log = whole_log("ciapano", 1)
    everybody = [row.user_id for row in table.seats]
    await ended(store, table, log, "aaaaaaaa")
    await ended(store, table, log, "bbbbbbbb")
    uncounted = update(results).where(results.c.table_id == "bbbbbbbb").values(number=None)
    await store.writer.write(lambda connection: connection.execute(uncounted))
    assert [game.table_id for game in await all_of(store, everybody[0])] == ["aaaaaaaa"]
