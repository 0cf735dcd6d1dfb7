"""Lobbies: seats, hosts, starting, closing, and the rematch."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.lobby import HOST_AWAY_SECONDS
from bot.store import Status
from bot.table import Table
from tests.bot.tavern import PEOPLE, Tavern
from tests.bot.test_tables import Losing, lose, refusal


@pytest.fixture
async def tavern(tmp_path: Path) -> AsyncIterator[Tavern]:
    made = await Tavern.open(tmp_path, Losing)
    yield made
    await made.close()


async def test_people_sit_move_and_leave(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    join, table_id = tavern.lobbies.join, table.row.id
    await join(table_id, tavern.person(1), 1)
    await join(table_id, tavern.person(2), 0)
    assert await refusal(join(table_id, tavern.person(3), 0)) == "refused.side-full"
    assert await refusal(join(table_id, tavern.person(3), 5)) == "refused.forged"
    version = table.row.version
    await join(table_id, tavern.person(1), 1)
    assert table.row.version == version
    await tavern.lobbies.leave(table_id, PEOPLE[2])
    await join(table_id, tavern.person(1), 0)
    assert [(row.seat, row.user_id) for row in table.seats] == [(0, PEOPLE[0]), (2, PEOPLE[1])]
    assert await refusal(tavern.lobbies.leave(table_id, PEOPLE[3])) == "refused.not-seated"
    await tavern.agrees(table)


async def test_the_host_leaves_and_the_last_one_closes(tavern: Tavern) -> None:
    table = await tavern.lobby()
    await tavern.lobbies.join(table.row.id, tavern.person(1), 1)
    await tavern.lobbies.leave(table.row.id, PEOPLE[0])
    assert table.row.host_id == PEOPLE[1]
    await tavern.agrees(table)
    await tavern.lobbies.leave(table.row.id, PEOPLE[1])
    assert table.row.status is Status.CLOSED
    assert await refusal(tavern.lobbies.join(table.row.id, tavern.person(1), 1)) == "refused.closed"


async def test_who_may_start_and_when(tavern: Tavern) -> None:
    table = await tavern.lobby()
    start = tavern.lobbies.start
    assert await refusal(start(table.row.id, PEOPLE[0])) == "refused.seats-free"
    await tavern.lobbies.join(table.row.id, tavern.person(1), 1)
    assert await refusal(start(table.row.id, PEOPLE[2])) == "refused.not-seated"
    assert await refusal(start(table.row.id, PEOPLE[1])) == "refused.host-starts"
    tavern.at += HOST_AWAY_SECONDS
    await start(table.row.id, PEOPLE[1])
    assert table.playing
    assert await refusal(start(table.row.id, PEOPLE[0])) == "refused.started"
    await tavern.agrees(table)


async def test_only_the_host_or_a_moderator_cancels(tavern: Tavern) -> None:
    for user_id, may in ((PEOPLE[0], False), (999, True)):
        table = await tavern.lobby()
        assert await refusal(tavern.lobbies.cancel(table.row.id, 999)) == "refused.host-only"
        await tavern.lobbies.cancel(table.row.id, user_id, may_decide=may)
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
            await step()
            assert table.row.version == version + 1
        else:
            assert await refusal(step()) == "refused.not-saved"
            await step()
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
    ask = tavern.lobbies.rematch
    assert await refusal(ask(table.row.id, tavern.person(0), channel_id=8)) == "refused.still-playing"
    await tavern.tables.stop(table.row.id, 999, may_decide=True)
    assert await refusal(ask(table.row.id, tavern.person(3), channel_id=8)) == "refused.not-seated"
    asked = [ask(table.row.id, tavern.person(number), channel_id=8) for number in (1, 0)]
    made = await asyncio.gather(*asked)
    assert made[0] is made[1]
    seats = {row.user_id: row.seat for row in made[0].seats}
    assert seats == {row.user_id: row.seat for row in table.seats}
    await tavern.agrees(made[0])
