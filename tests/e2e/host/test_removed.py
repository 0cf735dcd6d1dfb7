"""Servers that remove the bot: noted when Discord says so or at later starts, and then deleted in time."""

import time
from pathlib import Path

import pytest

from bot.app import CardsBot
from bot.locale import Catalogue
from bot.store import Scope, ServerRow, Status
from bot.store.model.schema import servers
from bot.store.retention import DELETED_AT_ONCE, STARTS
from bot.table.deadlines import DAY
from sandbox.objects import Guild
from tests.bot.store.store_rows import a_change, a_place, a_seat, a_table
from tests.e2e.support.at_table import at_table, lobby, tables
from tests.e2e.support.house import button, running, sandboxed, until
from tests.e2e.support.mortal import Mortal
from tests.e2e.support.referee import unlimited

WORDS = Catalogue.load().words("en")
DROPPED = WORDS("refused.dropped")


async def noted(bot: CardsBot, guild: Guild) -> ServerRow | None:
    """Return the note of a server, None without one."""
    found = await bot.store.readers.read(
        lambda c: c.execute(servers.select().where(servers.c.guild_id == guild.id)).one_or_none()
    )
    return None if found is None else ServerRow(*found)


async def becomes(bot: CardsBot, guild: Guild, *, gone: bool) -> None:
    """Wait until a server is noted as left, or as one where the bot is."""

    async def as_wanted() -> bool:
        row = await noted(bot, guild)
        return row is not None and (row.gone_since is not None) == gone

    await until(as_wanted)


async def test_a_server_that_removes_the_bot_is_noted_until_it_adds_it_again(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        world, guild, bot = made.sandbox.world, made.guild, made.bot
        assert bot is not None
        await bot.wait_until_ready()
        world.outage(guild)
        await made.sandbox.until(lambda: getattr(bot.get_guild(guild.id), "unavailable", False))
        world.outage(guild, on=False)
        await made.sandbox.until(lambda: not getattr(bot.get_guild(guild.id), "unavailable", True))
        assert await noted(bot, guild) is None
        world.kick(guild)
        await becomes(bot, guild, gone=True)
        world.invite(guild)
        await becomes(bot, guild, gone=False)


async def test_data_is_deleted_a_month_after_three_starts_without_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed() as made:
        world, guild, other = made.sandbox.world, made.guild, made.sandbox.world.add_guild("Altrove")
        async with running(made, database) as bot:
            unlimited(made)
            await lobby(made)
            (opened,) = await tables(made)
            await bot.store.choose(Scope.SERVER, other.id, "pings", "off")
            await made.shown()
        async with running(made, database) as bot:
            await becomes(bot, guild, gone=False)
        world.kick(guild)
        # Another application may have yet to be added.
        own, world.application_id = world.application_id, world.lasting_id()
        for _ in range(STARTS):
            made.sandbox.clock.advance(DAY)
            async with running(made, database) as bot:
                await becomes(bot, other, gone=False)
                assert await noted(bot, guild) == ServerRow(guild.id, own)
        world.application_id = own
        for start in range(1, STARTS + 1):
            made.sandbox.clock.advance(DAY)
            async with running(made, database) as bot:

                async def counted(bot: CardsBot = bot, number: int = start) -> bool:
                    row = await noted(bot, guild)
                    return row is not None and row.missing == number

                await until(counted)
                await becomes(bot, guild, gone=start == STARTS)
        made.sandbox.clock.advance(23 * DAY)
        async with running(made, database) as bot:

            async def warned() -> bool:
                row = await noted(bot, guild)
                return row is not None and row.warned_at is not None

            await until(warned)
            assert f"the bot has left server {guild.id}, whose data is deleted on" in caplog.text
            assert await bot.store.load(opened.id) is not None
        made.sandbox.clock.advance(7 * DAY)
        async with running(made, database) as bot:
            await made.sandbox.until(
                lambda: f"all data of server {guild.id}" in caplog.text, what="it is said"
            )
            assert await bot.store.load(opened.id) is None
            assert await noted(bot, guild) is None
            assert await bot.store.chosen(Scope.SERVER, other.id) == {"pings": "off"}


@pytest.mark.long
async def test_a_bot_that_is_killed_while_it_deletes_goes_on_at_the_next_start(tmp_path: Path) -> None:
    async with Mortal.born(tmp_path) as mortal:
        store, left = mortal.store, mortal.house.guild.id + (1 << 22)
        number = 3 * DELETED_AT_ONCE
        for each in range(number):
            table = a_table(f"t{each}", guild_id=left)
            await store.create(table, a_place(table.id, guild_id=left), [a_seat()])
            await store.commit(a_change(table.id, columns={"status": Status.CLOSED}))
        at = time.time() - 40 * DAY
        application = mortal.house.sandbox.world.application_id
        await store.retention.note(ServerRow(left, application, gone_since=at, warned_at=at))

        async def there() -> int:
            return sum([await store.load(f"t{each}") is not None for each in range(number)])

        await mortal.start("after deleting tables:2")
        await mortal.dies("after deleting tables")
        assert await there() == DELETED_AT_ONCE
        await mortal.start()

        async def deleted() -> bool:
            return not await there() and not await store.retention.gone(application)

        await until(deleted)


async def test_the_messages_of_a_game_that_is_no_longer_kept_say_so(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        ann = made.people[0]
        async with running(made, database) as bot:
            unlimited(made)
            await made.open()
            (opened,) = await tables(made)
            await bot.seats.stop(opened.id)
            await made.shown()
        board = made.public()
        made.sandbox.clock.advance(3 * DAY)
        async with running(made, database, keep_games_days=2) as bot:

            async def dropped() -> bool:
                stored = await bot.store.load(opened.id)
                return stored is not None and not stored.kept

            await until(dropped)
            for verb in ("rematch", "more"):
                assert (await ann.press(board, button(board, verb))).text == DROPPED
            assert (await ann.slash(made.channel, "cicera table")).text == DROPPED
