"""Rematches: reserved seats, and the game that begins by itself."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock.due import do_what_is_due
from bot.clock.outages import GRACE_SECONDS, Outage
from bot.errors import Kept
from bot.lobby.reserved import KEPT_SECONDS
from bot.locale import Catalogue
from bot.panels.shared.shows import sketch
from bot.pictures.sketch.sketch import Text
from bot.pictures.sketch.style import Style
from bot.store import SeatRow, Status
from bot.table import situation
from bot.table.table import Table
from bot.table.view import Offer
from bot.table.viewing import view_of
from engine import fairness
from tests.bot.lobby.again import again, all_again, computers, kept, sitting, stopped
from tests.bot.pictures.scenes_boards import drawn
from tests.bot.store.troubled import Troubled
from tests.bot.tavern import PEOPLE, Tavern, against, lose, refusal

WORDS = Catalogue.load().words("en")


async def complete(tavern: Tavern, lobby: Table) -> None:
    """Leave a lobby that lacks only P3 as a bot does that is killed before the game begins."""
    async with tavern.tables.held(lobby.row.id) as held:
        row = tavern.person(3)
        seats = (*held.table.seats, SeatRow(3, row.user_id, row.name, 9003, ready=True))
        await tavern.tables.commit(held, held.table.with_seats(*seats), reserved=(), touched_at=tavern.at)


@pytest.fixture
async def tavern(tmp_path: Path) -> AsyncIterator[Tavern]:
    made = await Tavern.open(tmp_path)
    yield made
    await made.close()


async def test_the_seats_of_all_are_kept_and_the_game_begins_with_the_last(tavern: Tavern) -> None:
    table = await stopped(tavern)
    lobby = await again(tavern, table, 2)
    assert (sitting(lobby), kept(lobby)) == ({2: 2}, {0: 0, 1: 1, 3: 3})
    assert lobby.row.reserved_until == tavern.at + KEPT_SECONDS
    await tavern.agrees(lobby)
    lobby = await again(tavern, table, 0)
    # Each member who joins gets their own seat, by whichever button.
    lobby = await tavern.lobbies.join(lobby.row.id, tavern.person(3), agreed=lobby.terms)
    assert (sitting(lobby), kept(lobby)) == ({0: 0, 2: 2, 3: 3}, {1: 1})
    assert lobby.row.status is Status.LOBBY
    lobby = await again(tavern, table, 1)
    assert (lobby.playing, lobby.seq, kept(lobby)) == (True, 1, {})
    assert lobby.row.entropy == ("9000", "9001", "9002", "9003")
    await tavern.agrees(lobby)
    # One more press leads to the game.
    assert (await again(tavern, table, 2)).row.id == lobby.row.id


async def test_somebody_else_gets_a_seat_that_is_kept_for_nobody_only(tavern: Tavern) -> None:
    table = await stopped(tavern)
    lobby = await again(tavern, table, 0)
    with pytest.raises(Kept) as caught:
        await tavern.lobbies.join(lobby.row.id, tavern.person(4))
    assert (set(caught.value.names), caught.value.until) == ({"P1", "P2", "P3"}, tavern.at + KEPT_SECONDS)
    assert situation.open_to(lobby, PEOPLE[4]) is None
    assert situation.open_to(lobby, PEOPLE[1]) is Offer.LOBBY
    # Nor can a member who already has a seat move to one, or put a computer there.
    with pytest.raises(Kept):
        await tavern.lobbies.join(lobby.row.id, tavern.person(0), 1)
    for seat in (None, 1):
        with pytest.raises(Kept):
            await tavern.lobbies.seat_computers(lobby.row.id, PEOPLE[0], "easy", seat)
    lobby = await tavern.lobbies.leave(lobby.row.id, PEOPLE[2])
    assert kept(lobby) == {1: 1, 3: 3}
    assert await refusal(tavern.lobbies.leave(lobby.row.id, PEOPLE[2])) == "refused.not-seated"
    assert situation.open_to(lobby, PEOPLE[4]) is Offer.LOBBY
    lobby = await tavern.lobbies.join(lobby.row.id, tavern.person(4))
    assert sitting(lobby) == {0: 0, 2: 4}
    # A member who has declined can still come where there is a seat.
    with pytest.raises(Kept):
        await again(tavern, table, 2)
    await again(tavern, table, 1)
    lobby = await again(tavern, table, 3)
    assert (lobby.playing, sitting(lobby)) == (True, {0: 0, 1: 1, 2: 4, 3: 3})
    await tavern.agrees(lobby)


async def test_computers_take_the_seats_that_nobody_is_awaited_at(tavern: Tavern) -> None:
    table = await stopped(tavern)
    lobby = await again(tavern, table, 0)
    await tavern.lobbies.leave(lobby.row.id, PEOPLE[2])
    lobby = await tavern.lobbies.seat_computers(lobby.row.id, PEOPLE[0], "easy")
    assert [row.person for row in lobby.seats] == [True, False]
    lobby = await all_again(tavern, table, (1, 3))
    assert lobby.playing
    assert [row.person for row in lobby.seats] == [True, True, False, True]


async def test_after_two_minutes_the_seats_are_free(tavern: Tavern) -> None:
    table = await stopped(tavern)
    lobby = await again(tavern, table, 0)
    assert lobby.row.wake_at == tavern.at + KEPT_SECONDS
    tavern.at += KEPT_SECONDS - 1
    await do_what_is_due(tavern.tables, lobby.row.id)
    assert kept(tavern.now(lobby)) == {1: 1, 2: 2, 3: 3}
    tavern.at += 1
    await do_what_is_due(tavern.tables, lobby.row.id)
    lobby = tavern.now(lobby)
    assert (lobby.row.status, kept(lobby)) == (Status.LOBBY, {})
    assert lobby.row.wake_at == lobby.row.due_at
    await tavern.agrees(lobby)
    lobby = await tavern.lobbies.join(lobby.row.id, tavern.person(4))
    assert sitting(lobby) == {0: 0, 1: 4}
    lobby = await again(tavern, table, 1)
    assert sitting(lobby) == {0: 0, 1: 4, 2: 1}
    # It closes as any lobby.
    assert lobby.row.due_at is not None
    tavern.at = lobby.row.due_at
    await do_what_is_due(tavern.tables, lobby.row.id)
    assert tavern.now(lobby).row.status is Status.CLOSED


async def test_alone_with_computers_the_next_game_begins_with_one_press(tavern: Tavern) -> None:
    table = await against(tavern, "ciapano", players=3)
    table = await tavern.seats.stop(table.row.id)
    game = await again(tavern, table, 0)
    assert (game.playing, game.seq) == (True, 1)
    assert [row.person for row in game.seats] == [True, False, False]
    await tavern.agrees(game)


async def test_alone_with_computers_nobody_is_asked_to_cut(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, cut_seconds=60)
    table, cutters = await against(tavern, "cicera", players=2), set[int | None]()
    # Until it would have been the person's turn to cut.
    while 0 not in cutters:
        table = await again(tavern, await tavern.seats.stop(table.row.id), 0)
        assert (table.playing, table.seq, table.row.cutter) == (True, 1, None)
        seed = fairness.game_seed(table.row.seed, table.entropy)
        cutters.add(table.game.cutter(table.options, fairness.first_dealer(seed, table.size)))
    await tavern.close()


@pytest.mark.parametrize("game", ["cicera", "ciapano", "civil-suits"])
async def test_where_all_others_left_the_next_game_is_with_computers(tavern: Tavern, game: str) -> None:
    table = await tavern.game(game, players=4) if game != "civil-suits" else await tavern.game(game)
    for number in (1, 2, 3):
        table = await tavern.seats.hand_over(table.row.id, PEOPLE[number])
    table = await tavern.seats.stop(table.row.id)
    next_game = await again(tavern, table, 0)
    assert (next_game.playing, next_game.row.options) == (True, table.row.options)
    assert [row.level for row in next_game.seats] == [None, *(row.level for row in table.seats[1:])]
    assert [row.person for row in next_game.seats] == [True, False, False, False]
    await tavern.agrees(next_game)


async def test_players_are_asked_where_one_stayed_or_all_have_left(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    for number in (1, 2):
        table = await tavern.seats.hand_over(table.row.id, PEOPLE[number])
    lobby = await again(tavern, await tavern.seats.stop(table.row.id), 0)
    assert (lobby.row.status, kept(lobby)) == (Status.LOBBY, {1: 1, 2: 2, 3: 3})
    table = await tavern.game(players=4)
    for number in range(4):
        table = await tavern.seats.hand_over(table.row.id, PEOPLE[number])
    assert table.row.status is Status.STOPPED
    lobby = await again(tavern, table, 0)
    assert (lobby.row.status, kept(lobby)) == (Status.LOBBY, {1: 1, 2: 2, 3: 3})


async def test_a_lobby_that_is_complete_begins_where_the_bot_could_not_deal(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path)
    table = await stopped(tavern)
    lobby = await all_again(tavern, table, (0, 1, 2))
    await complete(tavern, lobby)
    await tavern.close()
    later = await Tavern.open(tmp_path)
    later.at = tavern.at + 5
    (row_now,) = [row for row in await later.store.live() if row.id == lobby.row.id]
    assert row_now.wake_at is not None
    assert row_now.wake_at <= later.at
    await do_what_is_due(later.tables, lobby.row.id)
    assert (await later.tables.get(lobby.row.id)).playing
    await later.agrees(await later.tables.get(lobby.row.id))
    await later.close()


async def test_a_start_gives_back_the_time_for_which_it_was_down(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path)
    lobby = await again(tavern, await stopped(tavern), 0)
    await tavern.store.lived(tavern.at + 20)
    await tavern.close()
    later = await Tavern.open(tmp_path)
    later.at = tavern.at + 1000
    await later.clock.forgive(later.tables)
    now = await later.tables.get(lobby.row.id)
    assert now.row.reserved_until is not None
    assert 100 <= now.row.reserved_until - later.at <= 100 + 60
    assert now.row.wake_at == now.row.reserved_until
    assert kept(now) == kept(lobby)
    await later.close()


@pytest.mark.parametrize(
    ("since", "until", "kept_until"),
    [
        (20, 110, 110 + KEPT_SECONDS),
        (100, 110, KEPT_SECONDS + 10 + GRACE_SECONDS),
        (145, 150, 150 + GRACE_SECONDS),
    ],
)
async def test_seats_are_kept_for_the_time_in_which_nobody_could_come(
    tavern: Tavern, since: float, until: float, kept_until: float
) -> None:
    began = tavern.at
    lobby = await again(tavern, await stopped(tavern), 0)
    tavern.at += until
    await tavern.clock.put_off(tavern.tables, lambda guild_id: guild_id == 7, Outage(began + since))
    assert tavern.now(lobby).row.reserved_until == began + kept_until
    assert tavern.now(lobby).row.wake_at == began + kept_until
    await tavern.agrees(lobby)


async def test_seats_are_kept_anew_once_the_bot_is_back_in_a_server(tavern: Tavern) -> None:
    lobby = await again(tavern, await stopped(tavern), 0)
    tavern.at += KEPT_SECONDS + 100
    await tavern.clock.begin_anew(tavern.tables, 7)
    assert tavern.now(lobby).row.reserved_until == tavern.at + KEPT_SECONDS
    await tavern.agrees(lobby)


@pytest.mark.parametrize("happened", [True, False])
async def test_a_game_that_has_begun_is_told_though_the_write_was_lost(
    tmp_path: Path, *, happened: bool
) -> None:
    tavern = await Tavern.open(tmp_path, Troubled)
    lobby = await all_again(tavern, await stopped(tavern), (0, 1, 2))
    await complete(tavern, lobby)
    lose(tavern, happened)
    if happened:
        await do_what_is_due(tavern.tables, lobby.row.id)
    else:
        assert await refusal(do_what_is_due(tavern.tables, lobby.row.id)) == "refused.not-saved"
    assert tavern.told.beginnings == [lobby.row.id] * happened
    await do_what_is_due(tavern.tables, lobby.row.id)
    assert tavern.told.beginnings == [lobby.row.id]
    await tavern.close()


async def test_no_computer_is_offered_for_a_seat_that_is_kept(tavern: Tavern) -> None:
    lobby = await again(tavern, await stopped(tavern), 0)
    assert computers(lobby) == ([], False)
    lobby = await tavern.lobbies.leave(lobby.row.id, PEOPLE[2])
    assert computers(lobby) == ([2], True)
    lobby = await tavern.lobbies.seat_computers(lobby.row.id, PEOPLE[0], "easy")
    assert computers(lobby) == ([2], False)
    tavern.at += KEPT_SECONDS
    await do_what_is_due(tavern.tables, lobby.row.id)
    assert computers(tavern.now(lobby)) == ([1, 2, 3], True)


async def test_with_fewer_seats_the_people_who_are_awaited_keep_one_too(tavern: Tavern) -> None:
    table = await stopped(tavern, "ciapano", players=4)
    lobby = await again(tavern, table, 3)
    assert await refusal(tavern.lobbies.choose(lobby.row.id, PEOPLE[3], "players", "3")) == (
        "refused.too-few-seats"
    )
    await tavern.lobbies.leave(lobby.row.id, PEOPLE[0])
    lobby = await tavern.lobbies.choose(lobby.row.id, PEOPLE[3], "players", "3")
    assert (sorted((sitting(lobby) | kept(lobby)).values()), len(lobby.seats)) == ([1, 2, 3], 1)
    assert lobby.size == 3
    await tavern.agrees(lobby)


async def test_the_picture_says_for_whom_a_seat_is_kept(tavern: Tavern) -> None:
    table = await again(tavern, await stopped(tavern), 0)
    assert sketch(view_of(table), WORDS, Style()) is None
    table = await tavern.lobbies.leave(table.row.id, PEOPLE[1])
    for big in (False, True):
        picture = drawn(view_of(table), WORDS, Style(big=big))
        written = [item.text for item in picture.items if isinstance(item, Text)]
        assert [written.count(f"P{number}") for number in range(4)] == [1, 0, 1, 1]
        assert written.count(WORDS("picture.lobby.kept")) == 2
        found = [WORDS("alt.kept", name=f"P{number}") in picture.alt for number in range(4)]
        assert found == [False, False, True, True]
        assert WORDS("picture.free") in picture.alt
