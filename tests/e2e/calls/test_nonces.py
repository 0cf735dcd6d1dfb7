"""The nonces of calls and boards stay the same: a bot killed before it noted a message relies on them."""

import zlib
from pathlib import Path

from bot.messages.ledger import TO_TURN, Call
from bot.store import PlaceRow, Store
from bot.table import situation
from bot.table.deadlines import SLOW_FROM
from tests.e2e.calls.test_calls import AWAY, likes, until_nudged
from tests.e2e.calls.test_digests import here
from tests.e2e.restarts.test_clock import plays
from tests.e2e.support.choosing import at_work
from tests.e2e.support.faulty import playing
from tests.e2e.support.house import House, running, sandboxed
from tests.e2e.support.newcomers import at_home, begin, hand_over, the_table, wait_there


def mark(*of: object) -> str:
    return f"{zlib.crc32(repr(of).encode()):x}"


def nonces(made: House) -> list[str]:
    """Return the nonces of all messages with which the bot has called people."""
    sent = [one.json for one in made.sandbox.requests if one.method == "POST" and isinstance(one.json, dict)]
    return [body["nonce"] for body in sent if "<@" in str(body.get("content"))]


class Forgetful(Store):
    """A store that at times notes no message, as if the bot were killed just before."""

    forgets = False

    async def set_message(self, place: PlaceRow) -> None:
        if not self.forgets:
            await super().set_message(place)


async def test_a_board_that_was_not_noted_is_not_posted_twice(tmp_path: Path) -> None:
    """A start puts the deadline on it off: it is shown on the board that is there."""
    async with sandboxed(2) as made:
        async with running(made, tmp_path / "cards.db", kind=Forgetful, turn_seconds=60) as bot:
            assert isinstance(bot.store, Forgetful)
            await made.open()
            await made.shown()
            bot.store.forgets = True
            first, person = made.public(), made.able()[0]
            made.sandbox.world.delete(first.stored)
            await plays(made, person)
            board, seen = made.public(), made.public().text
            assert board != first
        made.sandbox.clock.advance(30)
        async with running(made, tmp_path / "cards.db", turn_seconds=60) as bot:
            await made.sandbox.until(lambda: board.text != seen, what="the new deadline is shown")
            await made.shown()
            (row,) = await bot.store.live()
        boards = [one for one in made.people[0].sees(made.channel) if not one.ephemeral and one.buttons]
        assert boards == [board]
        assert row.due_at is not None
        assert f"<t:{int(row.due_at)}:R>" in board.text


async def test_a_ping_has_the_nonce_of_its_calls(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, referee):
        await made.pass_time(AWAY)
        await until_nudged(made)
        table, person = await here(made), referee.people[referee.state.turn]
        number = situation.asked_of(table, person.id)
        assert number is not None
        calls = [(person.id, Call(TO_TURN, number))]
        assert repr(calls) == f"[({person.id}, Call(kind='turn', number={number}))]"
        assert nonces(made) == [f"{table.row.id}{table.seq}.{mark(made.channel.id, calls)}"]


async def test_a_call_to_a_seat_has_the_nonce_of_its_members(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made)
        eva = await wait_there(made, "eva")
        await hand_over(made, made.people[1])
        table = await the_table(made, found)
        (nonce,) = nonces(made)
        assert nonce == f"w{found}-{mark((table.row.version, 0), made.channel.id, [eva.id])}"


async def test_a_digest_has_the_nonce_of_what_it_lists(tmp_path: Path) -> None:
    async with at_work(tmp_path, turn_seconds=2 * SLOW_FROM) as made:
        for person in made.people:
            await likes(made, person, digest="on")
        await made.open()
        await made.shown()
        await made.pass_time(AWAY)
        await made.sandbox.until(made.calls, what="a digest is sent")
        await made.shown()
        table = await here(made)
        (user,) = situation.people_asked(table)
        listed = {table.row.id: situation.asked_of(table, user)}
        assert nonces(made) == [f"{user:x}.{mark(made.guild.id, sorted(listed.items()))}"]
