"""Lobbies: seats, hosts, starting, closing, and the rematch."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from bot.lobby import HOST_AWAY_SECONDS
from bot.locale import Catalogue
from bot.render import board
from bot.render.rules import rules
from bot.store import Status
from bot.table import Table
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
    # Another seat can be had by a button of an earlier kind of lobby: whoever presses it moves.
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
    ask = partial(tavern.lobbies.rematch, channel_id=8, language="it")
    assert await refusal(ask(table.row.id, tavern.person(0))) == "refused.still-playing"
    table = await tavern.tables.stop(table.row.id, 999, may_decide=True)
    assert await refusal(ask(table.row.id, tavern.person(3))) == "refused.not-seated"
    asked = [ask(table.row.id, tavern.person(number)) for number in (1, 0)]
    made = await asyncio.gather(*asked)
    assert made[0].row.id == made[1].row.id
    assert made[0].row.language == "it"
    seats = {row.user_id: row.seat for row in tavern.now(made[0]).seats}
    assert seats == {row.user_id: row.seat for row in table.seats}
    await tavern.agrees(made[0])


# What whoever runs the bot has set

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
    assert table.shown(PEOPLE[0]).seen.options == table.options
    await tavern.agrees(table)
    # They are of no other game, and of no table that has others by itself.
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
    await later.tables.stop(table.row.id, 999, may_decide=True)
    again = await later.lobbies.rematch(table.row.id, later.person(0), channel_id=8, language="en")
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
        assert (told in str(board.public(table.shown(), WORDS).blocks)) == said
        assert (told in str(rules("civil-suits", 1, WORDS, table.shown()).blocks)) == said
    await tavern.close()
