"""`python -m bot check`: a line for each check, and a status for each kind of trouble."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.host.exits import Exit
from bot.store import Store
from sandbox.permissions import EVERYONE, Permission
from sandbox.server import Sandbox
from tests.bot.store.empty import empty
from tests.bot.store.store_rows import a_change, a_place, a_play, a_seat, a_table
from tests.e2e.support.hosted import Hosted, settings
from tests.e2e.support.house import running, sandboxed
from tests.e2e.support.mortal import Mortal


def lines(said: str) -> list[tuple[str, str]]:
    """Return whether each line reports trouble, and its subject."""
    return [(line.split()[0], line.split()[1].rstrip(":")) for line in said.splitlines()]


async def test_all_is_well(tmp_path: Path) -> None:
    await empty(tmp_path / "cards.db")
    async with Sandbox() as sandbox:
        for number in range(3):
            sandbox.world.add_guild(f"Osteria {number}")
        status, said = await Hosted.done(settings(tmp_path, sandbox), "check")
        assert not [request for request in sandbox.requests if request.method != "GET"]
        assert not sandbox.gateway.sessions
    assert status == Exit.FINE
    things = ["database", "disk", "address", "clock", "token", "intents", "commands", "permissions"]
    assert lines(said) == [("ok", thing) for thing in things]
    assert "'Cicera'" in said
    assert "none is missing in 3 servers" in said


@pytest.mark.parametrize("route", ["GET /oauth2/applications/@me", "GET */commands"])
@pytest.mark.parametrize("kind", ["refused", "a page", "no connection"])
async def test_what_a_bot_can_do_without_is_no_trouble(tmp_path: Path, route: str, kind: str) -> None:
    await empty(tmp_path / "cards.db")
    async with Sandbox() as sandbox:
        match kind:
            case "refused":
                sandbox.faults.error(route, times=None, status=403)
            case "a page":
                sandbox.faults.page(route, times=None)
            case _:
                sandbox.faults.dropped(route, times=None)
        status, said = await Hosted.done(settings(tmp_path, sandbox), "check")
    assert status == Exit.FINE
    assert "ok      token: it is the one of 'Cicera'" in said
    assert ("Discord does not tell them" in said) == route.endswith("commands")
    assert "<html" not in said


async def test_the_commands_are_missing_until_a_bot_has_registered_them(tmp_path: Path) -> None:
    async with Mortal.born(tmp_path) as mortal:
        _, said = await Hosted.done(mortal.environment, "check")
        assert "still has to register /cards, /ciapano, /cicera, /civil" in said
        await mortal.start()
        _, said = await Hosted.done(mortal.environment, "check")
        assert "ok      commands: Discord has all of them, 4" in said
        # Registered by an earlier version, for members who have the application for themselves too.
        commands = mortal.house.sandbox.commands.scopes[None].values()
        next(command for command in commands if command["name"] == "civil")["integration_types"] = [0, 1]
        _, said = await Hosted.done(mortal.environment, "check")
        assert "still has to register /civil," in said


async def test_a_login_that_is_refused_for_no_reason_is_no_wrong_token(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        sandbox.faults.page("GET /users/@me", times=None, status=403)
        status, said = await Hosted.done(settings(tmp_path, sandbox), "check")
    assert status == Exit.UNREACHABLE
    assert lines(said)[-1] == ("TROUBLE", "address")
    assert "lets no bot in now (HTTP 403): a start tries again" in said


async def test_a_new_database_is_not_made_by_a_check(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        status, said = await Hosted.done(settings(tmp_path / "new", sandbox), "check")
    assert status == Exit.FINE
    assert "is made at the first start" in said
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("ahead", "where"), [(1200, "ahead of"), (-1200, "behind")])
async def test_a_clock_that_is_wrong(tmp_path: Path, ahead: int, where: str) -> None:
    said = f"this machine's clock is 20 minutes {where} Discord's, by which the bot goes: set it right"
    async with Sandbox() as sandbox:
        sandbox.clock.offset -= ahead
        values = settings(tmp_path, sandbox)
        status, checked = await Hosted.done(values, "check")
        assert status == Exit.FINE
        assert f"ok      clock: {said}\n" in checked
        bot = await Hosted.start(values)
        await bot.until("ready: ")
        assert await bot.end(ask=True) == Exit.FINE
        assert bot.said.count("machine's clock") == bot.said.count(said) == 1


async def test_games_of_older_versions_are_counted(tmp_path: Path) -> None:
    url = await empty(tmp_path / "cards.db")
    store = await Store.open(url)
    for name in ("t1", "t2", "t3"):
        await store.create(a_table(name), a_place(name), [a_seat()])
        await store.commit(a_change(name, entries=(a_play(0),)))
    await store.close()
    with closing(sqlite3.connect(tmp_path / "cards.db")) as connection, connection:
        # As a migration lists them.
        connection.execute("INSERT INTO old_games SELECT id, guild_id, 1 FROM tables WHERE id != 't3'")
    _, said = await Hosted.done(settings(tmp_path), "check")
    assert "ok      games: 2 of older versions are still to get their row, while the bot runs" in said


async def test_a_wrong_token(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        values = settings(tmp_path, sandbox, DISCORD_TOKEN="my.hushed.one")
        status, said = await Hosted.done(values, "check")
    assert status == Exit.TURNED_AWAY
    assert lines(said)[-3:] == [("ok", "address"), ("ok", "clock"), ("TROUBLE", "token")]
    assert "hushed" not in said


async def test_no_token(tmp_path: Path) -> None:
    status, said = await Hosted.done(settings(tmp_path), "check")
    assert status == Exit.SETTINGS
    assert lines(said)[-1] == ("TROUBLE", "token")


async def test_a_discord_that_is_not_there(tmp_path: Path) -> None:
    values = settings(tmp_path, DISCORD_TOKEN="x", DISCORD_URL="http://127.0.0.1:9")
    status, said = await Hosted.done(values, "check")
    assert status == Exit.UNREACHABLE
    assert "TROUBLE address: http://127.0.0.1:9 cannot be reached (127.0.0.1: Connection refused)" in said


async def test_the_first_trouble_gives_the_status(tmp_path: Path) -> None:
    (tmp_path / "cards.db").write_text("something else, and much of it: " * 100)
    values = settings(tmp_path, DISCORD_TOKEN="x", DISCORD_URL="http://127.0.0.1:9")
    status, said = await Hosted.done(values, "check")
    assert status == Exit.DATABASE
    assert lines(said) == [("TROUBLE", "database"), ("TROUBLE", "address")]


def add_poor(sandbox: Sandbox) -> None:
    """Add a server that grants neither embedded links nor files."""
    poor = sandbox.world.add_guild("Due\nSpade", bot_permissions=0)
    poor.everyone.permissions = int(EVERYONE & ~(Permission.EMBED_LINKS | Permission.ATTACH_FILES))


async def test_servers_that_do_not_grant_what_tables_need(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        for number in range(201):
            sandbox.world.add_guild(f"Osteria {number}")
        add_poor(sandbox)
        status, said = await Hosted.done(settings(tmp_path, sandbox), "check")
    # Of many servers, the last may come after a busy bot has said that it is ready.
    async with Sandbox() as sandbox:
        add_poor(sandbox)
        bot = await Hosted.start(settings(tmp_path, sandbox))
        await bot.until("permissions are missing in 'Due\\nSpade'")
        assert await bot.end(ask=True) == Exit.FINE
    assert status == Exit.PERMISSIONS
    assert said.splitlines()[-1] == (
        "TROUBLE permissions: server 'Due\\nSpade' does not grant Embed Links, Attach Files"
    )


async def test_what_threads_need_is_named_as_optional(tmp_path: Path) -> None:
    await empty(tmp_path / "cards.db")
    async with Sandbox() as sandbox:
        sandbox.world.add_guild("Osteria")
        poor = sandbox.world.add_guild("Bettola", bot_permissions=0)
        poor.everyone.permissions = int(EVERYONE & ~Permission.CREATE_PUBLIC_THREADS)
        status, said = await Hosted.done(settings(tmp_path, sandbox), "check")
    assert status == Exit.FINE
    told = "Create Public Threads can be granted too in 1 of 2 servers, for games in threads of their own"
    assert said.splitlines()[-2:] == [
        "ok      permissions: none is missing in 2 servers",
        f"ok      permissions: {told}",
    ]


@pytest.mark.parametrize("thread", [False, True])
async def test_a_channel_with_a_table_that_has_been_closed_to_the_bot(tmp_path: Path, thread: bool) -> None:
    async with Mortal.born(tmp_path) as mortal:
        house = mortal.house
        ann, parent = house.people[0], house.channel
        if thread:
            house.channel = parent.add_thread("serata", ann.user)
        await mortal.start()
        await ann.slash(house.channel, "cicera start")
        await house.sandbox.until(lambda: ann.sees(house.channel))
        closed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
        parent.deny(house.sandbox.bot, closed)
        # Beside a bot that works on the same database.
        status, said = await Hosted.done(mortal.environment, "check")
    assert status == Exit.PERMISSIONS
    words = "a thread of #carte" if thread else "#carte"
    name = "Send Messages In Threads" if thread else "Send Messages"
    told = f"TROUBLE permissions: {words} of 'Osteria' does not grant {name}"
    assert said.splitlines()[-1].startswith(told)


async def test_a_server_in_an_outage_hides_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with sandboxed(1) as made:
        made.sandbox.world.add_guild("Bettola", bot_permissions=0)
        poor = made.sandbox.world.add_guild("Due Spade", bot_permissions=0)
        poor.everyone.permissions = int(EVERYONE & ~Permission.EMBED_LINKS)
        made.sandbox.world.outage(made.guild)
        async with running(made, tmp_path / "cards.db") as bot:
            await bot.wait_until_ready()
            told = "permissions are missing in 'Due Spade'"
            await made.sandbox.until(lambda: told in caplog.text, what="it is told")
    assert "Traceback" not in caplog.text
