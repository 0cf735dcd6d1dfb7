"""Digests of slow games: one a day instead of a ping a turn, for members who want it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.locale import Catalogue
from bot.panels.lists.tables import LINK
from bot.store import Scope
from bot.table import situation
from bot.table.table import Table
from sandbox.driver import Member
from sandbox.objects import Channel
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.calls.test_calls import AWAY, HOUR, at_hour, likes, moves
from tests.e2e.support.choosing import choose, opened, paged
from tests.e2e.support.house import House, house, running, sandboxed, tap
from tests.e2e.support.reading import verb
from tests.e2e.support.referee import unlimited

DAY = 24 * HOUR
SLOW = int(3 * DAY)
"""A clock under which one turn lasts longer than the time between two digests."""


def channels(made: House) -> list[Channel]:
    """Return two channels for a table each, the house's own first."""
    return [made.channel, made.guild.add_channel("briscola")]


def digests(made: House, *channels: Channel) -> list[Message]:
    """Return the digests in these channels."""
    seen = [message for channel in channels for message in made.people[0].sees(channel)]
    return [message for message in seen if message.mentions and LINK in message.text]


def sent(made: House) -> int:
    """Return how many digests have ever been sent."""
    return sum(LINK in text for text in made.calls())


async def here(made: House) -> Table:
    """Return the one table of the house's channel."""
    assert made.bot is not None
    (row,) = await made.bot.store.live(channel_id=made.channel.id)
    return await made.bot.tables.get(row.id)


async def plays(made: House, person: Member) -> None:
    """Let a member open their hand and play, and wait until that is shown."""
    before = await here(made)
    await tap(person, made.public(), "hand")
    await made.shown()
    while (await here(made)).seq == before.seq:
        await made.press(person, made.rng.choice(moves(made, person)), made.rng)
        await made.shown()


async def waits_for(made: House, person: Member) -> None:
    """Play until the table of the house's channel waits for this member."""
    await made.shown()
    while (asked := situation.people_asked(await here(made))) != {person.id}:
        await plays(made, next(one for one in made.people if one.id in asked))


async def two_wait(made: House, person: Member) -> list[Channel]:
    """Return two channels whose tables both wait for this member."""
    rooms = channels(made)
    for made.channel in rooms:
        await made.open()
        await waits_for(made, person)
    return rooms


async def passes(made: House, seconds: float) -> None:
    """Let time pass, and wait until everything due by then is done and shown."""
    await made.pass_time(seconds)
    assert made.bot is not None
    tables, now = made.bot.tables, made.sandbox.clock.now

    def done() -> bool:
        return all((table.row.wake_at or now()) > now() for table in tables.in_server(made.guild.id))

    await made.sandbox.until(done, what="the clock has done all that is due")
    await made.shown()


async def test_a_digest_a_day_lists_all_slow_games_that_wait(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, turn_seconds=SLOW, nudge_seconds=30) as made:
        unlimited(made)
        _, bo = made.people
        await likes(made, bo, digest="on", pings="always")
        rooms = await two_wait(made, bo)
        assert sent(made) == 0  # he has pressed just now
        await passes(made, AWAY)
        (first,) = digests(made, *rooms)
        assert first.mentions == ["bo"]
        for made.channel in rooms:
            table = await here(made)
            assert table.row.due_at is not None
            assert f"<t:{int(table.row.due_at)}:R>" in first.text
            assert f"{LINK}/{made.guild.id}/{made.channel.id}/{made.public().id}" in first.text
        # He has been called by nothing else.
        assert len(made.calls()) == 1

        # It leads to the game whose time runs out first.
        made.channel = rooms[0]
        assert [verb(one) for one in first.buttons] == ["hand"]
        await tap(bo, first, "hand")
        assert moves(made, bo)

        # It stays as long as anything in it waits for him.
        await plays(made, bo)
        assert digests(made, *rooms) == [first]
        made.channel = rooms[1]
        await plays(made, bo)
        assert first.deleted

        # His next turns come in a digest the next day.
        for made.channel in rooms:
            await waits_for(made, bo)
        await passes(made, 12 * HOUR)
        assert sent(made) == 1
        await passes(made, 12 * HOUR)
        (second,) = digests(made, *rooms)
        assert second.text.count(LINK) == 2
        # And a day later once more, replacing the digest before.
        await passes(made, DAY + 1)
        (third,) = digests(made, *rooms)
        assert (second.deleted, sent(made)) == (True, 3)
        assert third.mentions == ["bo"]
        assert len(made.calls()) == 3
        assert list(made.sandbox.violations) == []


async def test_it_is_in_the_language_of_the_server(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, turn_seconds=SLOW, nudge_seconds=30) as made:
        unlimited(made)
        made.guild.locale = "it"
        _, bo = made.people
        await likes(made, bo, digest="on", pings="always")
        await made.open()
        await waits_for(made, bo)
        await passes(made, AWAY)
        (digest,) = digests(made, made.channel)
        words = Catalogue.load().words("it")
        assert digest.text.startswith(words.count("digest.title", 1, mention=f"<@{bo.id}>"))
        assert [one.label for one in digest.buttons] == [words("button.hand")]


async def test_who_has_no_digest_is_called_a_turn(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, turn_seconds=SLOW) as made:
        unlimited(made)
        ann, bo = made.people
        await likes(made, ann, pings="always")
        await likes(made, bo, pings="always", digest="on")
        await made.open()
        await waits_for(made, bo)
        before = len(made.calls())
        await plays(made, bo)
        await made.shown()
        (ping,) = made.pings()
        assert (ping.mentions, len(made.calls())) == (["ann"], before + 1)
        assert LINK not in ping.text


async def test_a_live_game_calls_who_has_a_digest(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, turn_seconds=HOUR - 1) as made:
        unlimited(made)
        ann, bo = made.people
        await likes(made, bo, pings="always", digest="on")
        await made.open()
        await waits_for(made, ann)
        await plays(made, ann)
        (ping,) = made.pings()
        assert ping.mentions == ["bo"]
        await passes(made, AWAY)
        assert sent(made) == 0


async def test_a_restart_sends_no_other_and_forgets_none(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        _, bo = made.people
        async with running(made, database, turn_seconds=SLOW):
            unlimited(made)
            await likes(made, bo, digest="on")
            rooms = await two_wait(made, bo)
            await passes(made, AWAY)
            (first,) = digests(made, *rooms)
        async with running(made, database, turn_seconds=SLOW):
            await passes(made, AWAY)
            assert digests(made, *rooms) == [first]
            for made.channel in rooms:
                await plays(made, bo)
            assert first.deleted
            for made.channel in rooms:
                await waits_for(made, bo)
        # The day goes on while the bot is down, and nothing else has to pass.
        made.sandbox.clock.advance(DAY - HOUR)
        async with running(made, database, turn_seconds=SLOW):
            await passes(made, 0.0)
            assert sent(made) == 1
            await passes(made, HOUR)
            (second,) = digests(made, *rooms)
            assert (second.text.count(LINK), sent(made)) == (2, 2)


async def test_one_that_could_not_be_noted_is_not_sent_twice(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        _, bo = made.people
        async with running(made, database, turn_seconds=SLOW):
            unlimited(made)
            await likes(made, bo, digest="on")
            await made.open()
            await waits_for(made, bo)
            await passes(made, AWAY)
            (one,) = digests(made, made.channel)
        # As if the bot had been killed before it noted the digest.
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("DELETE FROM digests").rowcount == 1
            connection.commit()
        async with running(made, database, turn_seconds=SLOW):
            await passes(made, 0.0)
            assert sent(made) == 2
            assert digests(made, made.channel) == [one]
            await plays(made, bo)
            assert one.deleted


async def test_it_is_sent_where_the_bot_may_write(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, turn_seconds=SLOW) as made:
        unlimited(made)
        _, bo = made.people
        await likes(made, bo, digest="on")
        rooms = await two_wait(made, bo)
        for room in rooms:
            room.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        await passes(made, AWAY)
        assert sent(made) == 0
        rooms[1].allow(made.sandbox.bot, Permission.SEND_MESSAGES)
        await passes(made, HOUR)
        (one,) = digests(made, rooms[1])
        assert (one.text.count(LINK), digests(made, rooms[0])) == (2, [])
        assert list(made.sandbox.violations) == []


@pytest.mark.parametrize("pings", ["always", "later"])
async def test_in_quiet_hours_none_is_sent_until_they_end(tmp_path: Path, pings: str) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        _, bo = made.people
        async with running(made, database, turn_seconds=SLOW):
            unlimited(made)
            await at_hour(made, 22)
            await likes(made, bo, digest="on", pings=pings, quiet="22-07", zone="utc")
            await made.open()
            await waits_for(made, bo)
            await passes(made, AWAY)
            # Until a minute before seven.
            await passes(made, 8 * HOUR + HOUR / 2 - AWAY - 60)
            assert made.calls() == []
        # After a start the digest still due is found.
        async with running(made, database, turn_seconds=SLOW):
            await passes(made, 120)
            (one,) = digests(made, made.channel)
            assert (one.mentions, len(made.calls())) == (["bo"], 1)


async def test_none_is_sent_where_nobody_is_to_be_pinged(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, turn_seconds=SLOW) as made:
        unlimited(made)
        _, bo = made.people
        assert made.bot is not None
        await likes(made, bo, digest="on", pings="never")
        await made.open()
        await waits_for(made, bo)
        await passes(made, AWAY)
        assert made.calls() == []
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "pings", "off")
        await likes(made, bo, pings="later")
        await plays(made, bo)
        await waits_for(made, bo)
        await passes(made, AWAY)
        assert made.calls() == []


async def test_who_wants_none_any_more_is_rid_of_it(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, turn_seconds=SLOW) as made:
        unlimited(made)
        ann, bo = made.people
        await made.open()
        await waits_for(made, bo)
        panel = await opened(bo, made, "me")
        await choose(bo, panel, await paged(made, bo, panel, "s:member:digest"), "on")
        await passes(made, AWAY)
        (one,) = digests(made, made.channel)
        await choose(bo, panel, "s:member:digest", "off")
        await made.shown()
        assert one.deleted
        await likes(made, bo, pings="always")
        await plays(made, bo)
        await waits_for(made, ann)
        await plays(made, ann)
        (ping,) = made.pings()
        assert LINK not in ping.text


async def test_never_a_ping_and_a_digest_for_the_same_table(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        ann, bo = made.people
        async with running(made, database, turn_seconds=SLOW):
            unlimited(made)
            await likes(made, bo, pings="always")
            await made.open()
            await waits_for(made, ann)
            await plays(made, ann)
            (ping,) = made.pings()
            # Members already called get the next turn in a digest.
            await likes(made, bo, digest="on")
            await passes(made, AWAY)
            assert made.pings() == [ping]
        # After a restart the bot knows whom the ping called.
        async with running(made, database, turn_seconds=SLOW):
            await passes(made, AWAY)
            assert made.pings() == [ping]
            await plays(made, bo)
            assert ping.deleted
            await waits_for(made, bo)
            await passes(made, AWAY)
            (one,) = made.pings()
            assert LINK in one.text
            # A ping replaces a digest in turn, whichever process learns of the setting.
            await passes(made, HOUR)
            await likes(made, bo, digest="off")
            await ann.slash(made.channel, "cicera stop")
            await made.shown()
            (ping,) = made.pings()
            assert LINK not in ping.text
            assert one.deleted
            asked = [request for request in made.sandbox.requests if "/messages" in request.path]
            gone = next(n for n, r in enumerate(asked) if r.method == "DELETE" and str(one.id) in r.path)
            called = max(n for n, r in enumerate(asked) if "<@" in str((r.json or {}).get("content")))
            assert gone < called
