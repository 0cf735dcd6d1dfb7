"""How often a member may make a request, and how many tables may be open."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.caches import BoundedDict
from bot.computers.advice import Adviser
from bot.computers.thinking import Thinking
from bot.errors import Refused, TooManyTables
from bot.limits.quotas import MEMBERS, Quota, each_minute, each_second
from bot.store import Conflict
from bot.table.table import Table
from bot.tables.seats import Seats
from tests.bot.tavern import PEOPLE, Tavern, refusal

ANN, BO = PEOPLE[:2]


class Clock:
    """A clock set by hand."""

    def __init__(self) -> None:
        self.at = 1000.0

    def now(self) -> float:
        return self.at


PAUSES = st.lists(st.floats(0.0, 5.0, allow_nan=False), min_size=1, max_size=60)


@given(st.floats(0.1, 10.0), st.integers(1, 20), PAUSES)
def test_no_more_is_done_than_the_burst_and_what_comes_back(
    rate: float, burst: int, pauses: list[float]
) -> None:
    clock = Clock()
    quota = Quota(rate, burst, clock.now)
    done: list[float] = []
    for pause in pauses:
        clock.at += pause
        if not quota.wait(ANN):
            done.append(clock.at)
        assert all(len(done) - n <= burst + rate * (clock.at - at) + 1e-6 for n, at in enumerate(done))


@given(st.floats(0.1, 10.0), st.integers(1, 20), PAUSES)
def test_who_waits_as_long_as_they_are_told_may(rate: float, burst: int, pauses: list[float]) -> None:
    clock = Clock()
    quota = Quota(rate, burst, clock.now)
    for pause in pauses:
        clock.at += pause
        seconds = quota.wait(ANN)
        if seconds:
            assert seconds <= 1 / rate
            clock.at += seconds + 1e-6
            assert quota.wait(ANN) == 0


def test_members_have_quotas_of_their_own() -> None:
    quota = each_second(5, Clock().now)
    assert [bool(quota.wait(ANN)) for _ in range(21)] == [False] * 20 + [True]
    assert quota.wait(ANN) == pytest.approx(0.2)
    assert quota.wait(BO) == 0


def test_zero_is_no_limit() -> None:
    quota = each_minute(0, Clock().now)
    assert not any(quota.wait(ANN) for _ in range(1000))


def test_a_clock_that_is_set_back_locks_nobody_out() -> None:
    clock = Clock()
    quota = each_minute(6, clock.now)
    while not quota.wait(ANN):
        pass
    clock.at -= 500
    assert quota.wait(ANN) == pytest.approx(10)
    clock.at += 10.001
    assert quota.wait(ANN) == 0


def test_no_more_is_remembered_than_has_room() -> None:
    quota = each_second(1, Clock().now)
    for user_id in range(2 * MEMBERS):
        quota.wait(user_id)
    kept = [value for value in vars(quota).values() if isinstance(value, BoundedDict)]
    assert [len(newest) for newest in kept] == [MEMBERS]


def test_whoever_may_not_is_told_for_how_long() -> None:
    quota = each_minute(4, Clock().now)
    for _ in range(4):
        quota.spend(ANN, "refused.starts")
    with pytest.raises(Refused) as caught:
        quota.spend(ANN, "refused.starts")
    assert (caught.value.key, caught.value.values) == ("refused.starts", {"seconds": 15})


# Open tables


@asynccontextmanager
async def quotas(tmp_path: Path, **values: Any) -> AsyncIterator[Tavern]:
    tavern = await Tavern.open(tmp_path, **values)
    try:
        yield tavern
    finally:
        await tavern.close()


async def opened(
    tavern: Tavern, number: int = 0, channel_id: int = 8, guild_id: int = 7, computers: int | None = 0
) -> Table:
    return await tavern.lobbies.open(
        "cicera",
        {"players": 2},
        guild_id=guild_id,
        channel_id=channel_id,
        language="en",
        host=tavern.person(number),
        computers=computers,
    )


async def test_a_member_has_so_many_open_tables_in_a_server(tmp_path: Path) -> None:
    async with quotas(tmp_path, tables_per_member=2) as tavern:
        first = await opened(tavern)
        second = await opened(tavern, computers=1)
        await tavern.lobbies.start(second.row.id, ANN)
        with pytest.raises(TooManyTables) as caught:
            await opened(tavern, channel_id=9)
        assert (caught.value.key, caught.value.values) == ("refused.tables-member", {"n": 2})
        # Other members and servers are not affected, nor is a member at another's table.
        await tavern.lobbies.join((await opened(tavern, 1)).row.id, tavern.person(0))
        await opened(tavern, guild_id=70)
        await tavern.lobbies.cancel(first.row.id, ANN)
        await opened(tavern)


async def test_a_game_that_its_host_has_left_is_not_theirs_any_more(tmp_path: Path) -> None:
    async with quotas(tmp_path, tables_per_member=1) as tavern:
        table = await opened(tavern)
        await tavern.lobbies.join(table.row.id, tavern.person(1))
        await tavern.lobbies.start(table.row.id, ANN)
        assert await refusal(opened(tavern)) == "refused.tables-member"
        await Seats(tavern.tables).hand_over(table.row.id, ANN)
        await opened(tavern)


async def test_a_channel_and_a_server_have_so_many_open_tables(tmp_path: Path) -> None:
    async with quotas(tmp_path, tables_per_channel=2, tables_per_server=3) as tavern:
        await opened(tavern, 0)
        await opened(tavern, 1)
        assert await refusal(opened(tavern, 2)) == "refused.tables-channel"
        third = await opened(tavern, 2, channel_id=9)
        assert await refusal(opened(tavern, 3, channel_id=10)) == "refused.tables-server"
        await opened(tavern, 3, guild_id=70)
        await tavern.lobbies.leave(third.row.id, PEOPLE[2])
        await opened(tavern, 3, channel_id=10)


async def test_many_who_open_at_once_do_not_get_around_it(tmp_path: Path) -> None:
    async with quotas(tmp_path, tables_per_channel=5) as tavern:
        lobbies = [opened(tavern, number % 5) for number in range(40)]
        outcomes = await asyncio.gather(*lobbies, return_exceptions=True)
        assert sum(isinstance(outcome, Table) for outcome in outcomes) == 5
        assert {type(outcome) for outcome in outcomes} == {Table, TooManyTables}
        assert len(await tavern.store.live()) == 5


async def test_a_rematch_counts_as_a_start_for_who_asks_first(tmp_path: Path) -> None:
    async with quotas(tmp_path, tables_per_member=1, starts_per_minute=2) as tavern:
        table = await tavern.full()
        await tavern.lobbies.start(table.row.id, ANN)
        await tavern.seats.stop(table.row.id)
        tavern.at += 60
        await opened(tavern)
        asked = tavern.rematches.rematch(table.row.id, tavern.person(0), channel_id=8, language="en")
        assert await refusal(asked) == "refused.tables-member"
        for number in (1, 0, 0, 0):
            await tavern.rematches.rematch(table.row.id, tavern.person(number), channel_id=8, language="en")


async def test_a_member_opens_so_many_tables_in_a_minute(tmp_path: Path) -> None:
    async with quotas(tmp_path, starts_per_minute=2) as tavern:
        for _ in range(2):
            await opened(tavern)
        assert await refusal(opened(tavern)) == "refused.starts"
        await opened(tavern, 1)
        tavern.at += 31
        await opened(tavern)
        assert await refusal(opened(tavern)) == "refused.starts"


async def test_there_is_no_room_only_where_nothing_else_is_wrong(tmp_path: Path) -> None:
    """Any other reason not to store a table is reported as before."""
    async with quotas(tmp_path, tables_per_member=1) as tavern:
        table = await opened(tavern)
        await tavern.lobbies.cancel(table.row.id, ANN)
        with pytest.raises(Conflict):
            await tavern.tables.create(table, table.ledger.place)


# Advice


async def test_advice_is_given_so_often_and_again_for_nothing(tmp_path: Path) -> None:
    async with quotas(tmp_path) as tavern:
        thinking = Thinking()
        adviser = Adviser(tavern.store, thinking, 3, each_minute(1, lambda: tavern.at))
        table = await tavern.game()
        (seat,) = table.waits_for()
        found = await adviser.hint(table, seat)
        assert await adviser.hint(table, seat) is found
        table = await tavern.plays(await tavern.plays(table))
        assert await refusal(adviser.hint(table, seat)) == "refused.advice"
        tavern.at += 61
        assert await adviser.hint(table, seat) is not found
        await adviser.close()
        thinking.close()


def test_an_action_that_failed_is_given_back() -> None:
    clock = Clock()
    quota = Quota(1 / 600, 1, clock.now)
    quota.give_back((ANN, 7))
    assert quota.wait((ANN, 7)) == 0
    assert quota.wait((ANN, 8)) == 0
    assert quota.wait((ANN, 7)) == pytest.approx(600)
    quota.give_back((ANN, 7))
    assert quota.wait((ANN, 7)) == 0
    clock.at += 300
    assert quota.wait((ANN, 7)) == pytest.approx(300)
