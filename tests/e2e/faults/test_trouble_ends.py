"""Games that end where the bot may not show it: shown as soon as it may, or noted as shown nowhere."""

from pathlib import Path

import pytest

from bot.limits import edits
from cogs.publisher import publisher
from sandbox.objects import Channel
from sandbox.permissions import Permission
from tests.e2e.faults.test_trouble import asked, panel_in, time_comes
from tests.e2e.restarts.test_restart import published
from tests.e2e.support.faulty import easy, only, play, playing, tables, told_of
from tests.e2e.support.house import House, running, sandboxed, tap
from tests.e2e.support.referee import Referee, unlimited


async def end(made: House, table_id: str) -> None:
    """End the game, and wait until the bot has nothing left to show."""
    assert made.bot is not None
    await made.bot.seats.stop(table_id)
    await made.shown()


def forgotten(made: House) -> bool:
    """Return whether nothing is kept of any table that was shown."""
    assert made.bot is not None
    shows = publisher(made.bot)
    return not (shows.unshown or shows.boards.asked or shows.boards.places.waiting)


async def test_the_end_is_shown_once_the_channel_may_be_seen_again(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=60) as (made, referee):
        assert made.bot is not None
        await easy(referee)
        await time_comes(made, referee)
        await made.sandbox.until(made.pings, what="somebody is called")
        made.channel.deny(made.sandbox.bot, Permission.VIEW_CHANNEL)
        await made.sandbox.until(lambda: told_of(made, "View Channel"), what="View Channel is named")
        before = asked(made, made.channel)
        await end(made, referee.table_id)
        assert asked(made, made.channel) == before
        # An unrelated change is no reason to try.
        made.guild.add_role("host", 0)
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        await made.shown()
        assert asked(made, made.channel) == before
        assert not made.over()
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: made.over() and not made.pings(), what="the end is shown")
        await published(made.bot.store)
        await made.shown()
        assert forgotten(made)
        assert len(publisher(made.bot).boards.chat) == 0
        only(made)


async def test_the_end_is_posted_once_the_bot_may_write_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        assert made.bot is not None
        await easy(referee)
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        await made.sandbox.until(lambda: told_of(made, "Send Messages"), what="Send Messages is named")
        table_id = referee.table_id
        made.sandbox.world.delete(made.public().stored)
        await end(made, table_id)
        assert tables(made) == []
        assert len(publisher(made.bot).boards.chat) == 0
        # The bot learns nothing new: it makes no request that can only fail.
        before = asked(made, made.channel)
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        await made.shown()
        assert asked(made, made.channel) == before
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: len(tables(made)) == 1 and made.over(), what="the end is shown")
        await published(made.bot.store)
        await made.shown()
        assert forgotten(made)
        only(made, "50013", "10008")


async def test_the_end_of_a_hidden_game_is_shown_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database):
            unlimited(made)
            referee = Referee(made)
            await referee.begin(players=2)
            await made.shown()
            made.channel.deny(made.sandbox.bot, Permission.VIEW_CHANNEL)
            await made.sandbox.until(lambda: told_of(made, "View Channel"), what="View Channel is named")
            await end(made, referee.table_id)
        async with running(made, database) as bot:
            await bot.wait_until_ready()
            await made.shown()
            assert not made.over()
            made.channel.reset(made.sandbox.bot)
            await made.sandbox.until(made.over, what="the end is shown")
            await published(bot.store)
            only(made)


async def test_who_was_put_out_shows_the_end_when_it_is_back(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        assert made.bot is not None
        bot = made.bot
        made.guild.remove_member(made.sandbox.bot)
        await made.sandbox.until(lambda: bot.away(made.guild.id), what="the bot is out")
        await end(made, referee.table_id)
        made.sandbox.world.invite(made.guild)
        await made.sandbox.until(made.over, what="the end is shown")
        await published(bot.store)
        await made.shown()
        assert forgotten(made)
        only(made)


@pytest.mark.parametrize("when", ["before the end", "after the end"])
@pytest.mark.parametrize("thread", [False, True])
async def test_where_nothing_can_be_shown_any_more_nothing_is_left_to_be_shown(
    tmp_path: Path, when: str, thread: bool
) -> None:
    async with playing(tmp_path) as (made, referee):
        assert made.bot is not None
        await easy(referee)
        channel = made.channel
        if thread:
            made.channel = channel.add_thread("serata", owner=made.people[0].user)
            await made.people[0].slash(made.channel, "cicera table")
            await made.shown()
        if when == "before the end":
            made.channel.delete()
            await gone(made)
            await end(made, referee.table_id)
        else:
            channel.deny(made.sandbox.bot, Permission.VIEW_CHANNEL)
            await hidden(made, referee)
            await end(made, referee.table_id)
            assert await made.bot.store.behind() == [referee.table_id]
            channel.delete()
        await published(made.bot.store)
        await made.shown()
        assert forgotten(made)
        # The panels are gone with the channel.
        only(made, "10003", "10008")


async def gone(made: House) -> None:
    """Wait until the bot knows that the table's channel is gone."""
    bot, channel_id = made.bot, made.channel.id
    assert bot is not None
    await made.sandbox.until(lambda: bot.get_channel(channel_id) is None, what="the bot knows")
    await made.shown()


async def hidden(made: House, referee: Referee) -> None:
    """Wait until the bot knows that it may not see the table's channel."""
    assert made.bot is not None
    table = await made.bot.tables.get(referee.table_id)
    await made.sandbox.until(lambda: table.ledger.missing == ("view_channel",), what="the bot knows")
    await made.shown()


async def test_a_channel_that_went_while_the_bot_was_away_is_asked_for_once(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database):
            unlimited(made)
            referee = Referee(made)
            await referee.begin(players=2)
            await made.shown()
            made.channel.deny(made.sandbox.bot, Permission.VIEW_CHANNEL)
            await hidden(made, referee)
            await end(made, referee.table_id)
        made.channel.delete()
        counts = []
        for _ in range(2):
            async with running(made, database) as bot:
                await bot.wait_until_ready()
                await published(bot.store)
                await made.shown()
                assert forgotten(made)
            counts.append(asked(made, made.channel))
        assert counts[0] == counts[1]
        only(made, "10003", "10008")


# Names that may be wrong


UNTOLD = "Discord does not let me show the table in its channel, and does not say why"
EDIT = "PATCH /channels/*/messages/*"


def texts(made: House, channel: Channel | None = None) -> list[str]:
    found = [panel_in(channel or made.channel, person) for person in made.people]
    return [panel.text if panel is not None else "" for panel in found]


async def test_what_the_bot_does_not_know_is_not_named(tmp_path: Path) -> None:
    """For example a permission of whose loss it has not heard, or a rule of the server's own."""
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        refused = made.sandbox.faults.error(EDIT, None, status=403)
        posting = made.sandbox.faults.error("POST /channels/*/messages", None, status=403)
        await play(referee)
        await made.sandbox.until(lambda: all(UNTOLD in text for text in texts(made)), what="that is told")
        assert not any("I lack" in text for text in texts(made))
        # A fresh panel says it as well, and so does the answer to a member who wants the table moved.
        ann = made.people[0]
        await ann.slash(made.channel, "cicera hand")
        await made.shown()
        assert all(UNTOLD in text for text in texts(made))
        panel = (await tap(ann, made.public(), "more")).message
        assert panel is not None
        answer = await tap(ann, panel, "down")
        assert "Discord did not let me do that here" in answer.text
        # Once Discord has told the bot, the name is there.
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        await made.sandbox.until(lambda: told_of(made, "Send Messages"), what="Send Messages is named")
        made.sandbox.faults.remove(refused)
        made.sandbox.faults.remove(posting)
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: not any("⚠" in text for text in texts(made)), what="all is well")
        only(made, "50013", "403")


# Memory


async def test_nothing_is_kept_of_channels_in_which_nothing_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edits, "REMEMBERED_CHANNELS", 1)
    async with playing(tmp_path) as (made, referee):
        assert made.bot is not None
        for name in ("altrove", "ancora"):
            made.channel = made.guild.add_channel(name)
            await made.people[0].slash(made.channel, "cicera table")
            await made.shown()
        await end(made, referee.table_id)
        boards = publisher(made.bot).boards
        assert (boards.asked, boards.edits.channels) == ((), (made.channel.id,))
        assert forgotten(made)
