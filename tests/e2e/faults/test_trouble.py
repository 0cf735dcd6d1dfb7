"""A table loses things it needs in the middle of a game, and gets them back: it never locks.

Every panel that follows names the thing missing and its remedy, and the game goes on by the panels meanwhile.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sandbox.driver import Member, NoAnswer
from sandbox.objects import Channel
from sandbox.permissions import EVERYONE, Permission
from sandbox.view import Message
from tests.e2e.restarts.test_restart import published
from tests.e2e.support.at_table import WORDS, lobby
from tests.e2e.support.faulty import easy, has_easy_play, in_step, only, play, playing, tables, told_of
from tests.e2e.support.house import House, button, house, running, sandboxed, tap
from tests.e2e.support.referee import Referee, unlimited

AGAIN = "`/cicera table`"
"""How a game continues elsewhere."""
SERVER_GONE = WORDS("panel.gone.server")


def gone(what: str) -> str:
    """Return the text of a panel about a deleted channel or thread."""
    return WORDS(f"panel.gone.{what}", game="cicera", command="table")


@asynccontextmanager
async def in_thread(tmp_path: Path, **values: Any) -> AsyncIterator[tuple[House, Referee]]:
    """A game of two under way in a thread."""
    async with house(tmp_path, players=2, **values) as made:
        unlimited(made)
        made.channel = made.channel.add_thread("partita")
        referee = Referee(made)
        await referee.begin(players=2)
        await made.shown()
        yield made, referee


def panels(made: House, where: Channel | None = None) -> list[str]:
    """Return the text of each member's newest panel, in the channel of the table or in another."""
    found = [panel_in(where or made.channel, person) for person in made.people]
    return [panel.text if panel is not None else "" for panel in found]


def panel_in(channel: Channel, person: Member) -> Message | None:
    private = [message for message in person.sees(channel) if message.ephemeral and message.buttons]
    return private[-1] if private else None


def silent(made: House) -> bool:
    """Return whether no panel mentions anything missing."""
    return not any("⚠" in text for text in panels(made))


async def play_on(referee: Referee, most: int = 3) -> int:
    """Let some easy cards be played, and return how many: at least one."""
    count = 0
    while count < most and has_easy_play(referee):
        await play(referee)
        count += 1
    assert count
    return count


async def time_comes(made: House, referee: Referee) -> None:
    """Let the time pass after which slow members are called, and wait until that is done."""
    assert made.bot is not None
    tables = made.bot.tables
    table = await tables.get(referee.table_id)
    await made.pass_time(130)
    await made.sandbox.until(lambda: tables.current(table).row.wake_at != table.row.wake_at, what="it is due")
    await made.shown()


def asked(made: House, channel: Channel) -> int:
    """Return how many requests the bot has made in a channel."""
    return sum(f"/channels/{channel.id}" in request.path for request in made.sandbox.requests)


# Permissions

TAKEN = [
    (Permission.VIEW_CHANNEL, "View Channel"),
    (Permission.SEND_MESSAGES, "Send Messages"),
    (Permission.EMBED_LINKS, "Embed Links"),
    (Permission.ATTACH_FILES, "Attach Files"),
]


@pytest.mark.parametrize(("taken", "name"), TAKEN)
async def test_what_is_taken_away_is_named_and_the_game_goes_on(
    tmp_path: Path, taken: Permission, name: str
) -> None:
    async with playing(tmp_path, pictures=True) as (made, referee):
        await easy(referee)
        assert silent(made)
        made.channel.deny(made.sandbox.bot, taken)
        # Nothing has been played: Discord's event about the channel is enough.
        await made.sandbox.until(lambda: told_of(made, name), what=f"{name} is named")
        assert all("manages it can allow that again" in text for text in panels(made))
        assert all((AGAIN in text) == (name != "Attach Files") for text in panels(made))
        await play_on(referee)
        await made.shown()
        assert told_of(made, name)
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: silent(made), what="nothing is missing")
        await made.shown()
        assert made.public().stored.attachments
        await in_step(referee)
        assert len(tables(made)) == 1
        only(made)


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        (Permission.VIEW_CHANNEL, "View Channel"),
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
    ],
)
async def test_a_thread_needs_what_its_channel_allows(tmp_path: Path, taken: Permission, name: str) -> None:
    async with in_thread(tmp_path) as (made, referee):
        parent = made.channel.parent
        assert parent is not None
        await easy(referee)
        parent.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        parent.deny(made.sandbox.bot, taken)
        await made.sandbox.until(lambda: told_of(made, name), what=f"{name} is named")
        await play_on(referee)
        parent.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: silent(made), what="nothing is missing")
        await in_step(referee)
        only(made)


def by_the_bots_role(made: House) -> Callable[[], None]:
    """Remove Embed Links from the roles of the bot."""
    guild = made.guild
    for role in (guild.everyone, guild.bot_role):
        guild.set_permissions(role, EVERYONE & ~Permission.EMBED_LINKS)
    return lambda: guild.set_permissions(guild.bot_role, EVERYONE)


def by_another_role(made: House) -> Callable[[], None]:
    """Give the bot a role that may not embed links in the channel."""
    guild, bot = made.guild, made.sandbox.bot
    own, mute = [guild.bot_role.id], guild.add_role("mute", 0)
    made.channel.deny(mute, Permission.EMBED_LINKS)
    guild.give_roles(bot, [*own, mute.id])
    return lambda: guild.give_roles(bot, own)


@pytest.mark.parametrize("way", [by_the_bots_role, by_another_role])
async def test_roles_take_permissions_away_as_channels_do(
    tmp_path: Path, way: Callable[[House], Callable[[], None]]
) -> None:
    async with playing(tmp_path) as (made, referee):
        give_back = way(made)
        await made.sandbox.until(lambda: told_of(made, "Embed Links"), what="Embed Links is named")
        give_back()
        await made.sandbox.until(lambda: silent(made), what="nothing is missing")
        await in_step(referee)
        only(made)


async def test_of_several_only_what_has_to_be_granted_first_is_named(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        bot = made.sandbox.bot
        made.channel.deny(bot, Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES)
        await made.sandbox.until(lambda: told_of(made, "View Channel in"), what="View Channel is named")
        made.channel.allow(bot, Permission.VIEW_CHANNEL)
        await made.sandbox.until(lambda: told_of(made, "Send Messages in"), what="Send Messages is named")
        made.channel.reset(bot)
        await made.sandbox.until(lambda: silent(made), what="nothing is missing")
        await in_step(referee)
        only(made)


async def test_pictures_are_not_missed_where_there_are_none(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        made.channel.deny(made.sandbox.bot, Permission.ATTACH_FILES)
        await easy(referee)
        await play_on(referee, 1)
        await made.shown()
        assert silent(made)
        only(made)


async def test_what_is_missing_is_told_where_something_stands_open(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        ann = made.people[0]
        panel = made.panel(ann)
        assert panel is not None
        await tap(ann, panel, "last")
        made.channel.deny(made.sandbox.bot, Permission.EMBED_LINKS)
        await made.sandbox.until(lambda: told_of(made, "Embed Links"), what="Embed Links is named")
        await tap(ann, panel, "back")
        assert told_of(made, "Embed Links")
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: silent(made), what="nothing is missing")
        await in_step(referee)


async def test_a_fresh_panel_tells_of_what_was_taken_away_before_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database) as bot:
            unlimited(made)
            referee = Referee(made)
            await referee.begin(players=2)
            await made.shown()
            await published(bot.store)
        made.channel.deny(made.sandbox.bot, Permission.EMBED_LINKS)
        async with running(made, database):
            for person in made.people:
                await tap(person, made.public(), "hand")
            await made.sandbox.until(lambda: told_of(made, "Embed Links"), what="Embed Links is named")
            only(made)


async def test_missing_permissions_are_told_in_a_lobby(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        opened = await lobby(made, players=2)
        ann, bo = made.people
        await made.shown()

        def told() -> bool:
            panel = panel_in(made.channel, ann)
            return panel is not None and "I lack Send Messages" in panel.text

        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        await made.sandbox.until(told, what="the host is told")
        await bo.press(opened, button(opened, "join"))
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: not told(), what="nothing is missing")
        await made.start(ann, opened)
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        only(made)


async def test_what_could_not_be_shown_waits_for_its_permission_and_for_nothing_else(tmp_path: Path) -> None:
    """Neither a start nor a stop waits for a table that cannot be shown, and none is forgotten."""
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database) as bot:
            unlimited(made)
            referee = Referee(made)
            await referee.begin(players=2)
            await easy(referee)
            await published(bot.store)
            made.channel.deny(made.sandbox.bot, Permission.VIEW_CHANNEL)
            await play_on(referee, 1)
            await made.shown()
            assert await bot.store.behind() == [referee.table_id]
        async with running(made, database) as bot:
            await made.shown()
            assert await bot.store.behind() == [referee.table_id]
            made.channel.reset(made.sandbox.bot)
            await in_step(referee)
            await published(bot.store)
            only(made)


async def test_the_game_is_carried_on_elsewhere(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        old = made.channel
        old.deny(made.sandbox.bot, Permission.VIEW_CHANNEL)
        await made.sandbox.until(lambda: told_of(made, "View Channel"), what="View Channel is named")
        await play_on(referee, 1)
        other = made.guild.add_channel("altrove")
        await made.people[1].slash(other, "cicera table")
        await made.sandbox.until(lambda: silent(made), what="nothing is missing there")
        made.channel = other
        for person in made.people:
            await tap(person, made.public(), "hand")
        await in_step(referee)
        before = asked(made, old)
        old.reset(made.sandbox.bot)
        await referee.turn()
        await made.shown()
        # It has left that channel for good.
        assert asked(made, old) == before
        only(made, "50001")


# Channels, threads and messages


@pytest.mark.parametrize("what", ["channel", "thread", "thread and channel"])
async def test_a_table_outlives_the_place_where_it_stood(tmp_path: Path, what: str) -> None:
    async with (playing if what == "channel" else in_thread)(tmp_path) as (made, referee):
        await easy(referee)
        stood, other = made.channel, made.guild.add_channel("altrove")
        # Panels in that place are gone with it; members with one elsewhere read of it.
        for person in made.people:
            await person.slash(other, "cicera hand")
        await made.shown()
        before = asked(made, stood)
        deleted = stood.parent if what == "thread and channel" else stood
        assert deleted is not None
        deleted.delete()
        made.channel = other
        # Nobody is sent to the parent channel of a thread where that is gone too.
        sentence = gone("thread" if what == "thread" else "channel")
        assert AGAIN in sentence
        await made.sandbox.until(lambda: all(sentence in text for text in panels(made)), what=sentence)
        await play_on(referee)
        await made.shown()
        assert all(sentence in text for text in panels(made))
        # Requests that can only fail are not made.
        assert asked(made, stood) == before
        await made.people[0].slash(other, "cicera table")
        await made.sandbox.until(lambda: silent(made), what="nothing is missing there")
        await in_step(referee)
        only(made, "10003")


async def test_a_channel_that_went_while_the_bot_was_away_is_told_of(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database) as bot:
            unlimited(made)
            referee = Referee(made)
            await referee.begin(players=2)
            await easy(referee)
            other = made.guild.add_channel("altrove")
            for person in made.people:
                await person.slash(other, "cicera hand")
            await made.shown()
            await published(bot.store)
        made.channel.delete()
        made.channel = other
        async with running(made, database):
            await play_on(referee, 1)
            sentence = gone("channel")
            await made.sandbox.until(lambda: all(sentence in text for text in panels(made)), what=sentence)
            await made.people[0].slash(other, "cicera table")
            await made.sandbox.until(lambda: silent(made), what="nothing is missing there")
            await in_step(referee)
            only(made, "10003")


async def test_a_deleted_message_needs_no_sentence(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        old = made.public()
        made.sandbox.world.delete(old.stored)
        await play_on(referee, 1)
        await made.sandbox.until(lambda: tables(made), what="the table is posted anew")
        assert made.public() != old
        await made.shown()
        assert silent(made)
        await in_step(referee)
        only(made, "10008")


# Servers


async def test_who_puts_the_bot_out_and_invites_it_again_goes_on_playing(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=60) as (made, referee):
        assert made.bot is not None
        await easy(referee)
        assert not made.bot.away(made.guild.id)
        before, old = asked(made, made.channel), made.public()
        made.guild.remove_member(made.sandbox.bot)
        told = lambda: all(SERVER_GONE in text for text in panels(made))  # noqa: E731  # waited for
        await made.sandbox.until(told, what="the panels tell")
        assert made.bot.away(made.guild.id)
        person, panel, card = next_play_of(referee)
        with pytest.raises(NoAnswer):
            await person.press(panel, custom_id=card)
        # Nobody is called, though their time has come, and nothing else is sent there.
        await time_comes(made, referee)
        assert asked(made, made.channel) == before
        made.sandbox.world.invite(made.guild)
        await made.sandbox.until(lambda: silent(made), what="the sentence is gone")
        assert not made.bot.away(made.guild.id)
        await in_step(referee)
        assert tables(made) == [old]
        await made.people[0].slash(made.channel, "cicera hand")
        await in_step(referee)
        only(made)


def next_play_of(referee: Referee) -> tuple[Member, Message, str]:
    """Return the member who plays next, their panel, and the id of a button there."""
    person = referee.people[referee.state.turn]
    panel = referee.house.panel(person)
    assert panel is not None
    custom_id = panel.buttons[0].custom_id
    assert custom_id is not None
    return person, panel, custom_id


async def test_what_has_changed_while_the_bot_was_out_is_shown_when_it_is_back(tmp_path: Path) -> None:
    """The channel may be closed to the bot by then, or gone."""
    async with house(tmp_path, players=1) as made:
        unlimited(made)
        (ann,) = made.people
        opened = await lobby(made, players=2, computers=1, level="easy")
        await made.start(ann, opened)
        await made.sandbox.until(lambda: made.to_press(ann), what="it is Ann's turn")
        await made.shown()
        made.guild.remove_member(made.sandbox.bot)
        await made.sandbox.until(lambda: SERVER_GONE in panels(made)[0], what="Ann is told")
        other = made.guild.add_channel("altrove")
        made.channel.deny(made.sandbox.bot, Permission.VIEW_CHANNEL)
        made.sandbox.world.invite(made.guild)
        await made.sandbox.until(lambda: told_of(made, "View Channel"), what="View Channel is named")
        await ann.slash(other, "cicera hand")
        made.guild.remove_member(made.sandbox.bot)
        told = lambda: SERVER_GONE in panels(made, other)[0]  # noqa: E731  # waited for
        await made.sandbox.until(told, what="Ann is told again")
        made.channel.delete()
        made.sandbox.world.invite(made.guild)
        await made.sandbox.until(
            lambda: gone("channel") in panels(made, other)[0], what="the channel is gone"
        )
        await ann.slash(other, "cicera table")
        made.channel = other
        await made.sandbox.until(lambda: silent(made), what="nothing is missing there")
        only(made, "10003", "10008")


async def test_other_servers_are_shown_what_is_theirs_meanwhile(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        assert made.bot is not None
        second = made.sandbox.world.add_guild("Altra")
        channel = second.add_channel("carte")
        guest = made.sandbox.join(second, "eva")
        second.remove_member(made.sandbox.bot)
        await made.sandbox.until(lambda: made.bot is not None and made.bot.away(second.id))
        await in_step(referee)
        assert silent(made)
        made.sandbox.world.invite(second)
        await made.sandbox.until(lambda: made.bot is not None and not made.bot.away(second.id))
        await guest.slash(channel, "cicera start")
        await made.sandbox.until(lambda: len(guest.sees(channel)) == 2)
        only(made)


async def test_an_outage_is_no_parting(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        bot = made.bot
        assert bot is not None
        await easy(referee)
        made.sandbox.world.outage(made.guild)
        guild = bot.get_guild(made.guild.id)
        assert guild is not None
        await made.sandbox.until(lambda: guild.unavailable, what="the bot knows of the outage")
        assert not bot.away(made.guild.id)
        await made.shown()
        assert silent(made)
        made.channel.deny(made.sandbox.bot, Permission.EMBED_LINKS)
        made.sandbox.world.outage(made.guild, on=False)
        # Changes during the outage are found by looking.
        await made.sandbox.until(lambda: told_of(made, "Embed Links"), what="Embed Links is named")
        await in_step(referee)
        only(made)


async def test_who_is_not_allowed_to_write_calls_nobody_and_moves_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=60) as (made, referee):
        await easy(referee)
        ann, old = made.people[0], made.public()
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        await made.sandbox.until(lambda: told_of(made, "Send Messages"), what="Send Messages is named")
        await time_comes(made, referee)
        assert made.calls() == []
        panel = (await tap(ann, old, "more")).message
        assert panel is not None
        answer = await tap(ann, panel, "down")
        assert WORDS("refused.missing", what="Send Messages") in answer.text
        assert tables(made) == [old]
        await tap(ann, panel, "back")
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: silent(made), what="nothing is missing")
        await in_step(referee)
        only(made)
