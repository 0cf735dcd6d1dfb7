"""SIGKILL while the next game of the same people comes together.

Seats stay reserved, all are called once, and the game begins once, without a further press.
"""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Change
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.restarts.test_kill import open_table
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import tap, until
from tests.e2e.support.mortal import Mortal
from tests.e2e.support.newcomers import stop

pytestmark = pytest.mark.long

LONG_AGO = -10_000.0


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[Mortal]:
    """Return a bot at work whose only game was stopped."""
    async with Mortal.born(tmp_path, PAUSE_SECONDS="10") as made:
        await made.start()
        await open_table(made)
        await made.hands()
        await stopped(made)
        yield made
        assert list(made.house.sandbox.violations) == []


async def stopped(mortal: Mortal) -> Message:
    """Let a member who may manage messages end the game, and return its board once everybody sees that."""
    await stop(mortal.house)
    await mortal.caught_up()
    return mortal.house.public()


def calls(mortal: Mortal) -> list[Message]:
    """Return the messages in the channel that call to seats."""
    kept = WORDS("rematch.wanted", name="").strip("*")
    return [message for message in mortal.house.pings() if kept in message.text]


async def dies_pressing(mortal: Mortal, person: Member, message: Message, point: str, wanted: str) -> None:
    """Let the bot die of a press."""
    await mortal.arm(point)
    await mortal.attempt(tap(person, message, wanted))
    await mortal.dies(point)


async def called(mortal: Mortal) -> Message:
    """Return the only message that calls to seats, once it is there and stored.

    Before that, a bot that is killed may delete it and call anew.
    """
    await mortal.house.sandbox.until(lambda: calls(mortal), what="the missing players are called")
    (call,) = calls(mortal)

    async def noted() -> bool:
        return (await mortal.stored()).place.ping_id == call.id

    await until(noted)
    return call


async def begun(mortal: Mortal) -> None:
    """Wait until the next game has begun by itself."""

    async def playing() -> bool:
        return (await mortal.table()).playing

    await until(playing)


async def lobby(mortal: Mortal, ended: Message, *people: Member) -> None:
    """Let people ask for the next game, without a death."""
    for person in people:
        await tap(person, ended, "rematch")
    await mortal.house.sandbox.until(lambda: mortal.house.public() != ended, what="the lobby")
    await mortal.caught_up()


async def test_seats_are_kept_and_all_are_called_once_through_deaths(mortal: Mortal) -> None:
    house, ended = mortal.house, mortal.house.public()
    ann, bo, cy, di = house.people
    await dies_pressing(mortal, ann, ended, "after creating", "rematch")
    # It is sent and not yet noted: Discord returns the message that it has.
    await mortal.start("before saving the ping")
    await mortal.dies("before saving the ping")
    await mortal.start("after saving the ping")
    await mortal.dies("after saving the ping")
    await mortal.revive("after saving the ping")
    call = await called(mortal)
    assert set(call.mentions) == {bo.name, cy.name, di.name}
    # Either message may have come first.
    await house.sandbox.until(lambda: house.public() != ended, what="the lobby")
    row = (await mortal.stored()).table
    assert [(seat, name) for seat, _, name in row.reserved] == [(1, "Bo"), (2, "Cy"), (3, "Di")]
    assert row.reserved_until is not None
    assert row.reserved_until > time.time() + 60
    # Her panel was lost with the answer to her press: another press opens one, which says until when.
    await tap(ann, ended, "rematch")
    kept = WORDS("lobby.kept", at=int(row.reserved_until))
    await house.sandbox.until(
        lambda: any(kept in message.text for message in ann.sees(house.channel)),
        what="until when is told anew",
    )
    for person in (bo, cy, di):
        await tap(person, call, "come")
    await begun(mortal)
    await house.sandbox.until(lambda: call.deleted, what="nobody is called any more")
    await mortal.caught_up()
    assert calls(mortal) == []


@pytest.mark.parametrize("point", ["after sitting", "before the deal", "after the deal"])
async def test_the_game_begins_though_the_bot_dies_when_the_last_has_agreed(
    mortal: Mortal, point: str
) -> None:
    house, ended = mortal.house, mortal.house.public()
    ann, bo, cy, di = house.people
    await lobby(mortal, ended, ann, bo, cy)
    call = await called(mortal)
    await dies_pressing(mortal, di, ended, point, "rematch")
    table = await mortal.table()
    assert (len(table.seats), table.seq) == (4, point == "after the deal")
    await mortal.start()
    await begun(mortal)
    await house.sandbox.until(lambda: call.deleted, what="nobody is called any more")
    await mortal.caught_up()
    await mortal.hands()
    table = await mortal.table()
    assert (table.playing, table.seq) == (True, 1)


@pytest.mark.parametrize("point", ["before sitting", "after sitting", "before saving a panel"])
async def test_whoever_is_in_stays_in_through_a_death(mortal: Mortal, point: str) -> None:
    """The bot dies at the reply of one of the players asked; the press may come again."""
    house, ended = mortal.house, mortal.house.public()
    ann, bo, cy, di = house.people
    await lobby(mortal, ended, ann)
    call = await called(mortal)
    await dies_pressing(mortal, bo, house.public(), point, "come")
    seated = point != "before sitting"
    assert [seat.name for seat in (await mortal.stored()).seats] == ["Ann", *(["Bo"] if seated else [])]
    await mortal.start()
    missing = WORDS("rematch.missing", names="Cy & Di" if seated else "Bo, Cy and Di")
    await house.sandbox.until(lambda: missing in house.public().text, what="who is missing")
    for person in (bo, cy):
        await tap(person, house.public(), "come")
    assert not call.deleted
    await tap(di, call, "come")
    await begun(mortal)
    await house.sandbox.until(lambda: call.deleted, what="nobody is called any more")
    await mortal.caught_up()
    await mortal.hands()
    assert [seat.name for seat in (await mortal.stored()).seats] == ["Ann", "Bo", "Cy", "Di"]
    assert (await mortal.table()).seq == 1


@pytest.mark.parametrize("point", ["before freeing kept seats", "after freeing kept seats"])
async def test_who_declines_frees_their_seat_alone_and_once(mortal: Mortal, point: str) -> None:
    house, ended = mortal.house, mortal.house.public()
    ann, bo, cy, di = house.people
    await lobby(mortal, ended, ann, bo)
    call = await called(mortal)
    await dies_pressing(mortal, di, call, point, "decline")
    await mortal.start()
    if point.startswith("before"):
        await mortal.caught_up()
        assert WORDS("rematch.missing", names="Cy & Di") in house.public().text
        await tap(di, call, "decline")
    await house.sandbox.until(lambda: WORDS("seat.free") in house.public().text, what="a seat is free")
    assert [name for _, _, name in (await mortal.stored()).table.reserved] == ["Cy"]
    await mortal.caught_up()
    eva = house.sandbox.join(house.guild, "eva")
    await house.join(eva, 1)
    await tap(cy, call, "come")
    await begun(mortal)
    await house.sandbox.until(lambda: call.deleted, what="nobody is called any more")
    assert [seat.name for seat in (await mortal.stored()).seats] == ["Ann", "Bo", "Cy", "Eva"]


@pytest.mark.parametrize("point", ["before saving the ping", "after saving the ping"])
async def test_kept_seats_come_free_once(mortal: Mortal, point: str) -> None:
    house, ended = mortal.house, mortal.house.public()
    ann, bo, *_ = house.people
    await dies_pressing(mortal, ann, ended, point, "rematch")
    (call,) = calls(mortal)
    # The lobby may not have its message yet.
    (row,) = await mortal.store.live(guild_id=house.guild.id)
    at = time.time() + LONG_AGO
    await mortal.store.commit(Change(row.id, row.version, {"reserved_until": at, "wake_at": at}))
    await mortal.start("after freeing kept seats")
    await mortal.dies("after freeing kept seats")
    await mortal.revive("after freeing kept seats")
    await house.sandbox.until(lambda: call.deleted, what="nobody is called any more")
    free = WORDS("seat.free")
    await house.sandbox.until(lambda: house.public().text.count(free) == 3, what="the seats are free")
    assert (await mortal.stored()).table.reserved == ()
    await lobby(mortal, ended, bo)
    assert [seat.name for seat in (await mortal.stored()).seats] == ["Ann", "Bo"]
    assert calls(mortal) == []
