"""Effects of a server's and a member's settings: who may start, who is called, and in which language."""

from pathlib import Path

import pytest

from bot.locale import Catalogue
from bot.messages.ledger import HERE_SECONDS
from bot.store import known
from sandbox.permissions import Permission
from tests.e2e.support.choosing import MAY_NOT_START, at_work, boss_of, choose, opened, paged, shows
from tests.e2e.support.house import House, button, running, sandboxed
from tests.e2e.support.pseudo import changed, plain_words, pseudo
from tests.e2e.support.referee import unlimited

pytestmark = pytest.mark.usefixtures("patient")
WORDS = Catalogue.load().words("en")


async def hosts(made: House) -> int:
    """Return the id of the newest table's host."""
    assert made.bot is not None
    return (await made.bot.store.live())[0].host_id


# Effects of a server's settings


async def test_who_may_start_is_checked(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        assert made.bot is not None
        ann, bo = made.people
        boss = boss_of(made)
        warden = made.sandbox.join(made.guild, "warden", permissions=Permission.MANAGE_MESSAGES)
        await ann.slash(made.channel, "cicera start", players=2)
        panel = await opened(boss, made, "settings")
        await choose(boss, panel, "s:server:start", "moderators")
        for command in ("cicera", "ciapano", "civil"):
            answer = await ann.slash(made.channel, f"{command} start")
            assert answer.text.startswith(MAY_NOT_START)
            assert answer.message is not None
            assert answer.message.ephemeral
        assert len(await made.bot.store.live()) == 1
        # A table that is open is played, by anybody.
        await bo.press(made.public(), button(made.public(), "join"))
        await made.start(ann)
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        for person in (warden, boss):
            await person.slash(made.channel, "cicera start", players=2)
            assert await hosts(made) == person.id
        await choose(boss, panel, "s:server:start", "everybody")
        await ann.slash(made.channel, "cicera start", players=2)
        assert await hosts(made) == ann.id


async def test_who_may_start_is_read_however_slow_the_database_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "READ_SECONDS", 0.0)
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database):
            unlimited(made)
            boss = boss_of(made)
            await choose(boss, await opened(boss, made, "settings"), "s:server:start", "moderators")
        async with running(made, database):
            answer = await made.people[0].slash(made.channel, "cicera start")
            assert answer.text.startswith(MAY_NOT_START)


async def test_without_pings_nobody_is_called(tmp_path: Path) -> None:
    async with at_work(tmp_path, nudge_seconds=30) as made:
        assert made.bot is not None
        boss = boss_of(made)
        ann, bo = made.people
        panel = await opened(boss, made, "settings")
        await choose(boss, panel, await paged(made, boss, panel, "s:server:pings"), "off")
        await ann.slash(made.channel, "cicera start", players=2)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        await bo.press(made.public(), button(made.public(), "join"))
        await made.pass_time(14.5 * 60 + 1)  # the panels stop following: it would call people to their hands
        await ann.press(made.public(), button(made.public(), "start"))
        for person in made.people:
            await person.press(made.public(), button(made.public(), "hand"))

        (row,) = await made.bot.store.live()
        tables, table = made.bot.tables, await made.bot.tables.get(row.id)

        async def nudged() -> None:
            await made.pass_time(HERE_SECONDS + 31)
            await made.sandbox.until(lambda: tables.current(table).row.nudge_at is None)
            await made.shown()

        await nudged()
        assert made.calls() == []
        await choose(boss, panel, "s:server:pings", "on")
        while tables.current(table).row.nudge_at is None:
            await made.step()
        await nudged()
        assert len(made.calls()) == 1


async def test_public_messages_of_new_tables_are_in_the_servers_language(tmp_path: Path) -> None:
    catalogue, _ = pseudo()
    async with at_work(tmp_path, catalogue=catalogue) as made:
        boss = boss_of(made)
        ann, bo = made.people
        await made.open(players=2)
        panel = await opened(boss, made, "settings")
        assert ("Italiano", "it") in panel.selects[0].options
        await choose(boss, panel, "s:server:language", "it")
        assert panel.text.startswith(WORDS("settings.server"))  # it is private
        former = made.public()
        for person in (ann, bo):
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        assert WORDS("game.stopped") in former.text
        await ann.press(former, button(former, "rematch"))
        await made.sandbox.until(lambda: made.public() != former)
        assert plain_words(made.public().text) == ""
        await bo.slash(made.channel, "ciapano start")
        assert plain_words(made.public().text) == ""


# Effects of a member's settings


async def test_private_messages_are_in_the_members_language_also_after_a_restart(tmp_path: Path) -> None:
    catalogue, _ = pseudo()
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        ann, bo = made.people
        async with running(made, database, catalogue):
            unlimited(made)
            panel = await opened(ann, made, "me")
            assert shows(panel)["language"] == "discord"
            await choose(ann, panel, "s:member:language", "it")
            assert changed("**Language** · ✓ saved\n") in panel.text
            assert shows(panel)["language"] == "it"
            await made.open(players=2)
            hers, his = made.panel(ann), made.panel(bo)
            assert hers is not None
            assert his is not None
            assert plain_words(hers.text) == ""
            assert plain_words(his.text) != ""
            refused = await ann.forge(panel, "nonsense")
            assert refused.text == changed(WORDS("refused.forged"))
            assert plain_words(made.public().text) != ""
            while not made.to_press(bo):
                await made.step()
                await made.shown()
        async with running(made, database, catalogue):
            unlimited(made)
            # Her panel follows Bo's play, though she has not been heard since.
            before = made.panel(ann)
            assert before is not None
            text = before.text
            while made.to_press(bo):
                await made.step()
            await made.sandbox.until(lambda: before.text != text)
            assert plain_words(before.text) == ""
            panel = await opened(ann, made, "me")
            await choose(ann, panel, "s:member:language", "discord")
            assert "**Language** · ✓ saved\n" in panel.text
