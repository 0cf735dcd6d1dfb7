"""Lobbies: seats, hosts, starting, closing, and the rematch."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.lobby.lobby import HOST_AWAY_SECONDS
from bot.locale import Catalogue
from bot.panels.table import board
from bot.panels.table.rules import rules
from bot.store import Status
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import civil_suits
from engine.civil_suits.options import DEFAULT_POWERS
from tests.bot.tavern import PEOPLE, Tavern, lose, refusal


async def test_people_sit_move_and_leave(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    join, table_id = tavern.lobbies.join, table.row.id
    table = await join(table_id, tavern.person(1), 1)
    table = await join(table_id, tavern.person(2), 0)
    assert await refusal(join(table_id, tavern.person(3), 0)) == "refused.side-full"
    assert await refusal(join(table_id, tavern.person(3), 5)) == "refused.forged"
    version = table.row.version
    table = await join(table_id, tavern.person(1), 1)
    assert table.row.version == version
    table = await tavern.lobbies.leave(table_id, PEOPLE[2])
    table = await join(table_id, tavern.person(1), 0)
    assert [(row.seat, row.user_id) for row in table.seats] == [(0, PEOPLE[0]), (2, PEOPLE[1])]
    assert await refusal(tavern.lobbies.leave(table_id, PEOPLE[3])) == "refused.not-seated"
    await tavern.agrees(table)


async def test_where_all_play_alone_people_take_any_seat(tavern: Tavern) -> None:
    table = await tavern.lobby("ciapano", players=3)
    join, table_id = tavern.lobbies.join, table.row.id
    table = await join(table_id, tavern.person(1))
    version = table.row.version
    table = await join(table_id, tavern.person(1))
    assert table.row.version == version
    table = await tavern.lobbies.leave(table_id, PEOPLE[0])
    table = await join(table_id, tavern.person(2))
    assert [(row.seat, row.user_id) for row in table.seats] == [(0, PEOPLE[2]), (1, PEOPLE[1])]
    # An older lobby's button can still ask for another seat, which moves the presser.
    table = await join(table_id, tavern.person(1), 2)
    table = await join(table_id, tavern.person(3))
    assert [row.user_id for row in table.seats] == [PEOPLE[2], PEOPLE[3], PEOPLE[1]]
    assert await refusal(join(table_id, tavern.person(4))) == "refused.full"
    await tavern.agrees(table)
    table = await tavern.lobbies.start(table_id, PEOPLE[1])
    assert table.waits_for() != ()
    await tavern.agrees(table)


async def test_many_who_press_join_at_once_get_a_seat_each(tavern: Tavern) -> None:
    table = await tavern.lobby("civil-suits")
    people = [tavern.person(number) for number in (1, 2, 3, 4)]
    joined = await asyncio.gather(
        *(tavern.lobbies.join(table.row.id, person) for person in people), return_exceptions=True
    )
    assert [str(error) for error in joined if isinstance(error, Exception)] == ["refused.full"]
    table = tavern.now(table)
    assert [row.seat for row in table.seats] == [0, 1, 2, 3]
    assert len({row.user_id for row in table.seats}) == 4
    await tavern.agrees(table)


async def test_the_host_leaves_and_the_last_one_closes(tavern: Tavern) -> None:
    table = await tavern.lobby()
    table = await tavern.lobbies.join(table.row.id, tavern.person(1), 1)
    table = await tavern.lobbies.leave(table.row.id, PEOPLE[0])
    assert table.row.host_id == PEOPLE[1]
    await tavern.agrees(table)
    table = await tavern.lobbies.leave(table.row.id, PEOPLE[1])
    assert table.row.status is Status.CLOSED
    assert await refusal(tavern.lobbies.join(table.row.id, tavern.person(1), 1)) == "refused.closed"


async def test_who_may_start_and_when(tavern: Tavern) -> None:
    table = await tavern.lobby()
    start = tavern.lobbies.start
    assert await refusal(start(table.row.id, PEOPLE[0])) == "refused.seats-free"
    table = await tavern.lobbies.join(table.row.id, tavern.person(1), 1)
    assert await refusal(start(table.row.id, PEOPLE[2])) == "refused.not-seated"
    assert await refusal(start(table.row.id, PEOPLE[1])) == "refused.host-starts"
    tavern.at += HOST_AWAY_SECONDS
    table = await start(table.row.id, PEOPLE[1])
    assert table.playing
    assert await refusal(start(table.row.id, PEOPLE[0])) == "refused.started"
    await tavern.agrees(table)


async def test_only_the_host_or_a_moderator_cancels(tavern: Tavern) -> None:
    for user_id, may in ((PEOPLE[0], False), (999, True)):
        table = await tavern.lobby()
        assert await refusal(tavern.lobbies.cancel(table.row.id, 999)) == "refused.host-only"
        table = await tavern.lobbies.cancel(table.row.id, user_id, may_decide=may)
        assert table.row.status is Status.CLOSED


@pytest.mark.parametrize("happened", [True, False])
async def test_uncertain_writes_are_looked_up(tavern: Tavern, happened: bool) -> None:
    table = await tavern.lobby()
    steps: tuple[Callable[[], Awaitable[Table]], ...] = (
        lambda: tavern.lobbies.join(table.row.id, tavern.person(1), 1),
        lambda: tavern.lobbies.leave(table.row.id, PEOPLE[1]),
        lambda: tavern.lobbies.join(table.row.id, tavern.person(1), 1),
        lambda: tavern.lobbies.start(table.row.id, PEOPLE[0]),
    )
    for step in steps:
        version = table.row.version
        lose(tavern, happened)
        if happened:
            table = await step()
            assert table.row.version == version + 1
        else:
            assert await refusal(step()) == "refused.not-saved"
            table = await step()
        await tavern.agrees(table)
    lose(tavern, happened)
    if happened:
        opened = await tavern.lobby()
        assert opened.row.status is Status.LOBBY
        await tavern.agrees(opened)
    else:
        assert await refusal(tavern.lobby()) == "refused.not-saved"
        assert len(await tavern.store.live()) == 1


async def test_a_rematch_is_one_lobby_however_many_ask(tavern: Tavern) -> None:
    table = await tavern.game()
    ask = partial(tavern.rematches.rematch, channel_id=8, language="it")
    assert await refusal(ask(table.row.id, tavern.person(0))) == "refused.still-playing"
    table = await tavern.seats.stop(table.row.id)
    assert await refusal(ask(table.row.id, tavern.person(3))) == "refused.not-seated"
    asked = [ask(table.row.id, tavern.person(number)) for number in (1, 0)]
    made = await asyncio.gather(*asked)
    assert made[0].row.id == made[1].row.id
    assert made[0].row.language == "it"
    seats = {row.user_id: row.seat for row in tavern.now(made[0]).seats}
    assert seats == {row.user_id: row.seat for row in table.seats}
    await tavern.agrees(made[0])


# Options


def agreed(table: Table) -> list[bool]:
    """Return for each member whether they agree to the lobby's options, in seat order."""
    return [row.ready for row in table.seats]


async def test_the_host_changes_options_and_everybody_else_agrees_again(tavern: Tavern) -> None:
    table = await tavern.full(players=4)
    table_id, before = table.row.id, table.terms
    choose, agree, start = tavern.lobbies.choose, tavern.lobbies.agree, tavern.lobbies.start
    assert agreed(table) == [True] * 4
    assert await refusal(choose(table_id, PEOPLE[1], "target", "21")) == "refused.host-chooses"
    assert await refusal(choose(table_id, PEOPLE[4], "target", "21")) == "refused.host-chooses"
    for option, value in (("target", "22"), ("target", ""), ("powers", "21"), ("", "")):
        assert await refusal(choose(table_id, PEOPLE[0], option, value)) == "refused.forged"
    table = await choose(table_id, PEOPLE[0], "target", "21")
    assert (table.row.options["target"], table.options.target) == (21, 21)
    assert agreed(table) == [True, False, False, False]
    await tavern.agrees(table)
    version = table.row.version
    table = await choose(table_id, PEOPLE[0], "target", "21")
    assert table.row.version == version
    now = table.terms
    assert await refusal(start(table_id, PEOPLE[0])) == "refused.to-agree"
    assert await refusal(agree(table_id, PEOPLE[1], before)) == "refused.stale"
    assert await refusal(agree(table_id, PEOPLE[4], now)) == "refused.not-seated"
    for number in (1, 1, 2, 3):
        assert await refusal(start(table_id, PEOPLE[0])) == "refused.to-agree"
        table = await agree(table_id, PEOPLE[number], now)
    assert agreed(table) == [True] * 4
    await tavern.agrees(table)
    table = await start(table_id, PEOPLE[0])
    assert table.playing
    assert agreed(table) == [False] * 4
    assert await refusal(choose(table_id, PEOPLE[0], "target", "51")) == "refused.started"
    assert await refusal(agree(table_id, PEOPLE[1], now)) == "refused.started"
    await tavern.agrees(table)


async def test_who_sits_down_agrees_to_the_options_that_they_were_shown(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    table_id, view = table.row.id, table.terms
    table = await tavern.lobbies.choose(table_id, PEOPLE[0], "deal", "6")
    # Nobody else has joined: the host has nothing to agree to.
    assert agreed(table) == [True]
    table = await tavern.lobbies.join(table_id, tavern.person(1), 1, table.terms)
    table = await tavern.lobbies.join(table_id, tavern.person(2), 1, view)
    assert agreed(table) == [True, True, False]
    # Moving to another side agrees to nothing.
    table = await tavern.lobbies.join(table_id, tavern.person(2), 0, table.terms)
    assert [row.user_id for row in table.seats if not row.ready] == [PEOPLE[2]]
    await tavern.agrees(table)


async def test_options_of_before_are_agreed_to_again(tavern: Tavern) -> None:
    table = await tavern.full()
    table_id, view = table.row.id, table.terms
    for value, same in (("6", False), ("12", True)):
        table = await tavern.lobbies.choose(table_id, PEOPLE[0], "deal", value)
        assert (table.terms == view) == same
        assert agreed(table) == [True, False]
    table = await tavern.lobbies.agree(table_id, PEOPLE[1], view)
    assert agreed(table) == [True, True]


async def test_a_new_host_agrees_like_everybody_else(tavern: Tavern) -> None:
    table = await tavern.full()
    table_id = table.row.id
    await tavern.lobbies.choose(table_id, PEOPLE[0], "deal", "6")
    table = await tavern.lobbies.leave(table_id, PEOPLE[0])
    assert (table.row.host_id, agreed(table)) == (PEOPLE[1], [False])
    table = await tavern.lobbies.choose(table_id, PEOPLE[1], "target", "11")
    assert agreed(table) == [True]


async def test_computers_agree_to_everything(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy")
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "deal", "6")
    table = await tavern.lobbies.start(table.row.id, PEOPLE[0])
    assert table.playing
    await tavern.agrees(table)


async def test_what_is_agreed_to_outlives_a_restart(tmp_path: Path) -> None:
    first = await Tavern.open(tmp_path)
    table = await first.full(players=4)
    await first.lobbies.choose(table.row.id, PEOPLE[0], "target", "11")
    table = await first.lobbies.agree(table.row.id, PEOPLE[2], first.now(table).terms)
    await first.close()
    later = await Tavern.open(tmp_path)
    again = await later.tables.get(table.row.id)
    assert (agreed(again), again.options) == ([True, False, True, False], table.options)
    assert await refusal(later.lobbies.start(table.row.id, PEOPLE[0])) == "refused.to-agree"
    await later.close()


@pytest.mark.parametrize("happened", [True, False])
async def test_an_uncertain_change_of_the_options_is_looked_up(tavern: Tavern, happened: bool) -> None:
    table = await tavern.full(players=4)
    table_id = table.row.id
    steps: tuple[Callable[[], Awaitable[Table]], ...] = (
        lambda: tavern.lobbies.choose(table_id, PEOPLE[0], "deal", "6"),
        lambda: tavern.lobbies.agree(table_id, PEOPLE[1], table.terms),
        lambda: tavern.lobbies.free(table_id, PEOPLE[0], PEOPLE[2]),
    )
    for step in steps:
        version = table.row.version
        lose(tavern, happened)
        if not happened:
            assert await refusal(step()) == "refused.not-saved"
        table = await step()
        assert table.row.version == version + 1
        await tavern.agrees(table)


# Other seats


async def test_other_players_keep_their_seats_or_their_sides(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    table_id, choose = table.row.id, tavern.lobbies.choose
    await tavern.lobbies.join(table_id, tavern.person(1), 0)
    await tavern.lobbies.seat_computers(table_id, PEOPLE[0], "hard", 1)
    table = await tavern.lobbies.seat_computers(table_id, PEOPLE[0], "easy", 3)
    # Both have a seat; the computers make room.
    table = await choose(table_id, PEOPLE[0], "players", "2")
    assert [(row.seat, row.user_id) for row in table.seats] == [(0, PEOPLE[0]), (1, PEOPLE[1])]
    # By default two play to 31.
    assert table.row.options == {"players": 2, "target": 31, "deal": 12, "picada": "any"}
    await tavern.agrees(table)
    table = await choose(table_id, PEOPLE[0], "players", "4")
    assert [row.seat for row in table.seats] == [0, 1]
    assert table.row.options["target"] == 51
    table = await tavern.lobbies.join(table_id, tavern.person(2), 1)
    assert await refusal(choose(table_id, PEOPLE[0], "players", "2")) == "refused.too-few-seats"
    assert tavern.now(table) is table


async def test_a_computer_keeps_its_side(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "hard", 3)
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "players", "2")
    assert [(row.seat, row.person, row.level) for row in table.seats] == [(0, True, None), (1, False, "hard")]
    await tavern.agrees(table)
    # Its id is that of its seat: another computer can come to its former seat.
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "players", "4")
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy")
    assert [row.level for row in table.seats] == [None, "hard", "easy", "easy"]
    await tavern.agrees(table)


async def test_where_all_play_alone_the_last_ones_move_up(tavern: Tavern) -> None:
    table = await tavern.full("ciapano", players=5)
    choose, table_id = tavern.lobbies.choose, table.row.id
    assert await refusal(choose(table_id, PEOPLE[0], "players", "4")) == "refused.too-few-seats"
    table = await tavern.lobbies.free(table_id, PEOPLE[0], PEOPLE[1])
    table = await choose(table_id, PEOPLE[0], "players", "4")
    assert [(row.seat, row.user_id) for row in table.seats] == [
        (0, PEOPLE[0]),
        (1, PEOPLE[4]),
        (2, PEOPLE[2]),
        (3, PEOPLE[3]),
    ]
    await tavern.agrees(table)


# Freed seats


async def test_the_host_frees_a_seat_and_who_sat_there_may_come_back(tavern: Tavern) -> None:
    table = await tavern.full(players=4)
    free, table_id = tavern.lobbies.free, table.row.id
    for user_id in (PEOPLE[1], PEOPLE[4]):
        assert await refusal(free(table_id, user_id, PEOPLE[2])) == "refused.host-frees"
    assert await refusal(free(table_id, PEOPLE[0], PEOPLE[0])) == "refused.forged"
    table = await free(table_id, PEOPLE[0], PEOPLE[2])
    assert [row.user_id for row in table.seats] == [PEOPLE[0], PEOPLE[1], PEOPLE[3]]
    await tavern.agrees(table)
    # A second press, or one on an earlier drawing: the new member stays.
    assert await refusal(free(table_id, PEOPLE[0], PEOPLE[2])) == "refused.stale"
    table = await tavern.lobbies.join(table_id, tavern.person(4))
    assert await refusal(free(table_id, PEOPLE[0], PEOPLE[2])) == "refused.stale"
    assert await refusal(tavern.lobbies.join(table_id, tavern.person(2))) == "refused.full"
    table = await free(table_id, PEOPLE[0], PEOPLE[4])
    back = replace(tavern.person(2), entropy=9102)
    table = await tavern.lobbies.join(table_id, back)
    # The shuffle has the presses of the members in seats at the start, and no others.
    table = await tavern.lobbies.start(table_id, PEOPLE[0])
    assert table.row.entropy == ("9000", "9001", "9102", "9003")
    assert await refusal(free(table_id, PEOPLE[0], PEOPLE[1])) == "refused.started"
    await tavern.agrees(table)


async def test_the_host_frees_the_seat_of_a_computer(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy", 2)
    table = await tavern.lobbies.free(table.row.id, PEOPLE[0], table.seats[1].user_id)
    assert [row.user_id for row in table.seats] == [PEOPLE[0]]


async def test_a_rematch_begins_with_options_that_all_agree_to(tavern: Tavern) -> None:
    table = await tavern.game()
    await tavern.seats.stop(table.row.id)
    ask = partial(tavern.rematches.rematch, table.row.id, channel_id=8, language="en")
    again = await ask(tavern.person(0))
    assert agreed(again) == [True]
    await tavern.lobbies.choose(again.row.id, PEOPLE[0], "deal", "6")
    # A member who asks for a rematch has seen the former game's options; the host may want to change more.
    again = await ask(tavern.person(1))
    assert agreed(again) == [False, False]
    assert await refusal(tavern.lobbies.start(again.row.id, PEOPLE[0])) == "refused.to-agree"
    again = await tavern.lobbies.agree(again.row.id, PEOPLE[1], again.terms)
    assert agreed(again) == [False, True]
    await tavern.agrees(again)
    assert (await tavern.lobbies.start(again.row.id, PEOPLE[0])).playing


# Options set by the host of the bot

WORDS = Catalogue.load().words("en")
PRINTED = {c.text: [c.order % 10, 9, 1] for c in civil_suits.CHALLENGERS}


def powers_file(folder: Path, powers: dict[str, list[int]] = PRINTED) -> Path:
    path = folder / "powers.toml"
    path.write_text("\n".join(f"{name} = {numbers}" for name, numbers in powers.items()))
    return path


async def test_new_tables_have_the_numbers_of_the_hosts_file(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, civil_powers=powers_file(tmp_path))
    table = await tavern.game("civil-suits")
    assert civil_suits.values(table.options) == {"powers": PRINTED}
    assert table.row.options == {"powers": PRINTED}
    assert view_of(table, PEOPLE[0]).seen.options == table.options
    await tavern.agrees(table)
    # They belong to no other game, and to no table with powers of its own.
    assert "powers" not in (await tavern.lobby("cicera")).row.options
    assert "powers" not in (await tavern.lobby("ciapano")).row.options
    usual = civil_suits.values(civil_suits.options({}))
    assert (await tavern.lobby("civil-suits", **usual)).options.powers == DEFAULT_POWERS
    await tavern.close()


async def test_a_game_and_its_rematch_keep_their_numbers(tmp_path: Path) -> None:
    first = await Tavern.open(tmp_path, civil_powers=powers_file(tmp_path))
    table = await first.game("civil-suits")
    await first.close()
    later = await Tavern.open(tmp_path)
    assert (await later.tables.get(table.row.id)).options == table.options
    await later.seats.stop(table.row.id)
    again = await later.rematches.rematch(table.row.id, later.person(0), channel_id=8, language="en")
    assert again.options == table.options
    assert (await later.lobby("civil-suits")).options.powers == DEFAULT_POWERS
    await later.agrees(again)
    await later.close()


async def test_the_lobby_says_where_the_numbers_are_not_the_usual_ones(tmp_path: Path) -> None:
    told = WORDS("civil-suits.option.powers")
    tavern = await Tavern.open(tmp_path, civil_powers=powers_file(tmp_path))
    for table, said in (
        (await tavern.lobby("civil-suits"), True),
        (await tavern.lobby("civil-suits", **civil_suits.values(civil_suits.options({}))), False),
    ):
        assert (told in str(board.public_panel(view_of(table), WORDS).blocks)) == said
        assert (told in str(rules("civil-suits", 1, WORDS, view_of(table)).blocks)) == said
    await tavern.close()
