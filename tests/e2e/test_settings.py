"""`/cards settings` and `/cards me`: who may choose what, that it holds, and what it changes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot import chosen
from bot.preferences import Scope
from sandbox.components import STRING_SELECT
from sandbox.driver import Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.house import House, running, sandboxed
from tests.e2e.pseudo import changed, plain_words, pseudo, texts
from tests.e2e.referee import unlimited
from tests.e2e.test_store_faults import Troubled

NOT_MANAGING = "Only members who may manage this server choose its settings."
NO_SETTING = "There is no such setting any more. Open the settings anew with their command."
NOT_SAVED = "I could not save that just now. Everything else is as it was: please choose it again."
NOT_READ = "I cannot read the settings just now. Nothing is lost: please try again in a moment."
MAY_NOT_START = "In this server, members who may manage messages open the tables."


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds is read from the store, however slow the machine is."""
    monkeypatch.setattr(chosen, "PATIENCE", 2.0)


@asynccontextmanager
async def at_work(tmp_path: Path, players: int = 2, **values: Any) -> AsyncIterator[House]:
    """Return a house with a bot at work in it, and limits not the point."""
    async with sandboxed(players) as made, running(made, tmp_path / "cards.db", **values):
        unlimited(made)
        yield made
        assert list(made.sandbox.violations) == []


def boss_of(made: House) -> Member:
    return made.sandbox.join(made.guild, "boss", permissions=Permission.MANAGE_GUILD)


async def opened(person: Member, made: House, command: str) -> Message:
    """Return the panel that a command opens for a person."""
    answer = await person.slash(made.channel, f"cards {command}")
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


async def choose(person: Member, panel: Message, name: str, value: str) -> None:
    """Choose on a panel, which says so."""
    answer = await person.select(panel, name, values=[value])
    assert answer.message == panel
    assert "✓" in panel.text


def shows(panel: Message) -> dict[str, str]:
    """Return what each list of a panel shows as chosen, by the name of the preference."""
    return {select.custom_id.split(":")[2]: "+".join(select.chosen) for select in panel.selects}


async def stored(made: House, scope: Scope, owner_id: int) -> dict[str, str]:
    assert made.bot is not None
    return await made.bot.store.chosen(scope, owner_id)


# The panels


async def test_what_is_chosen_for_the_server_is_said_kept_and_seen_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(1) as made:
        boss = boss_of(made)
        async with running(made, database):
            panel = await opened(boss, made, "settings")
            assert panel.text.startswith("### Settings of this server\n**Language**\n-# ")
            assert shows(panel) == {"language": "discord", "start": "everybody", "pings": "on"}
            assert "saved" not in panel.text
            await choose(boss, panel, "s:server:start", "moderators")
            await choose(boss, panel, "s:server:pings", "off")
            assert "**Pings** · ✓ saved\n" in panel.text
            assert panel.text.count("saved") == 1
            assert shows(panel) == {"language": "discord", "start": "moderators", "pings": "off"}
            kept = {"start": "moderators", "pings": "off"}
            assert await stored(made, Scope.SERVER, made.guild.id) == kept
        async with running(made, database):
            panel = await opened(boss, made, "settings")
            assert shows(panel) == {"language": "discord", "start": "moderators", "pings": "off"}
            await choose(boss, panel, "s:server:pings", "on")
            assert await stored(made, Scope.SERVER, made.guild.id) == kept | {"pings": "on"}
        assert list(made.sandbox.violations) == []


async def test_a_servers_choice_is_not_anothers(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        boss = boss_of(made)
        await choose(boss, await opened(boss, made, "settings"), "s:server:pings", "off")
        other = made.sandbox.world.add_guild("Bettola")
        channel = other.add_channel("carte")
        chief = made.sandbox.join(other, "chief", permissions=Permission.ADMINISTRATOR)
        answer = await chief.slash(channel, "cards settings")
        assert answer.message is not None
        assert shows(answer.message)["pings"] == "on"


async def test_who_may_not_manage_the_server_does_not_choose_for_it(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        ann, boss = made.people[0], boss_of(made)
        assert (await ann.slash(made.channel, "cards settings")).text == NOT_MANAGING
        panel = await opened(boss, made, "settings")
        own = await opened(ann, made, "me")

        async def forged(person: Member, message: Message) -> str:
            answer = await person.forge(
                message, "s:server:pings", values=["off"], component_type=STRING_SELECT
            )
            return answer.text

        # On a panel of her own, and on one that is not hers.
        assert await forged(ann, own) == NOT_MANAGING
        assert await forged(ann, panel) != panel.text
        # Who has lost the permission since.
        made.guild.give_roles(boss.user, [])
        assert await forged(boss, panel) == NOT_MANAGING
        assert (await boss.forge(panel, "s:server:page:0")).text == NOT_MANAGING
        assert await stored(made, Scope.SERVER, made.guild.id) == {}


FORGED: list[tuple[str, list[str] | None]] = [
    ("s:server:pings", ["maybe"]),
    ("s:server:pings", []),
    ("s:server:pings", None),
    ("s:server:pings", ["off", "on"]),
    ("s:server:language", ["tlh"]),
    ("s:server:language", [""]),
    ("s:server:weather", ["on"]),
    ("s:server:pings:on", ["off"]),
    ("s:member:start", ["moderators"]),
    ("s:everybody:pings", ["off"]),
    ("s::", ["off"]),
    ("s:server", ["off"]),
    ("s:server:page:-1", None),
    ("s:server:page:٣", None),
    ("s:server:page:1", ["off"]),
    ("s:server:page:12345", None),
]


async def test_forged_choices_change_nothing(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        boss = boss_of(made)
        panel = await opened(boss, made, "settings")
        before = panel.text, shows(panel)
        for custom_id, values in FORGED:
            answer = await boss.forge(panel, custom_id, values=values, component_type=STRING_SELECT)
            assert answer.text == NO_SETTING, custom_id
        await boss.forge(panel, "s:server:page:99")
        assert (panel.text, shows(panel)) == before
        # Everybody sees a public message: nothing is chosen there.
        public = await made.people[0].say(made.channel, "hello")
        await boss.forge(public, "s:server:pings", values=["off"], component_type=STRING_SELECT)
        assert await stored(made, Scope.SERVER, made.guild.id) == {}
        assert await stored(made, Scope.MEMBER, boss.id) == {}


async def test_what_cannot_be_saved_or_read_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    async with at_work(tmp_path, kind=Troubled) as made:
        assert made.bot is not None
        store: Any = made.bot.store
        boss = boss_of(made)
        panel = await opened(boss, made, "settings")
        await choose(boss, panel, "s:server:start", "moderators")
        before = panel.text
        store.lane.lose = "before"
        assert (await boss.select(panel, "s:server:pings", values=["off"])).text == NOT_SAVED
        assert panel.text == before
        assert await stored(made, Scope.SERVER, made.guild.id) == {"start": "moderators"}
        store.deaf = True
        assert (await boss.slash(made.channel, "cards settings")).text == NOT_READ
        # What was known holds meanwhile.
        assert (await made.people[0].slash(made.channel, "cicera start")).text.startswith(MAY_NOT_START)
        store.deaf = False
        await choose(boss, panel, "s:server:pings", "off")
        assert await stored(made, Scope.SERVER, made.guild.id) == {"start": "moderators", "pings": "off"}


async def test_a_slow_database_delays_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_work(tmp_path, kind=Troubled) as made:
        assert made.bot is not None
        store: Any = made.bot.store
        monkeypatch.setattr(chosen, "PATIENCE", 0.2)
        ann = made.people[0]
        public = await ann.say(made.channel, "hello")
        # Far longer than Discord waits for an answer.
        store.hesitation = 60.0
        assert (await ann.forge(public, "nonsense")).text == "That is no move of this game."


# What a server's choices change


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
        # A table that stands is played, by anybody.
        await bo.press(made.public(), label="Join")
        await ann.press(made.public(), label="Start")
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        for person in (warden, boss):
            await person.slash(made.channel, "cicera start", players=2)
            assert f"{person.name.capitalize()} has opened a table" in made.public().text
        await choose(boss, panel, "s:server:start", "everybody")
        await ann.slash(made.channel, "cicera start", players=2)
        assert "Ann has opened a table" in made.public().text


async def test_without_pings_nobody_is_called(tmp_path: Path) -> None:
    async with at_work(tmp_path, nudge_seconds=30) as made:
        assert made.bot is not None
        boss = boss_of(made)
        ann, bo = made.people
        panel = await opened(boss, made, "settings")
        await choose(boss, panel, "s:server:pings", "off")
        await ann.slash(made.channel, "cicera start", players=2)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        await bo.press(made.public(), label="Join")
        await made.pass_time(14.5 * 60 + 1)  # the panels follow no more: it would call people to their hands
        await ann.press(made.public(), label="Start")
        for person in made.people:
            await person.press(made.public(), label="My hand")

        (row,) = await made.bot.store.live()
        table = await made.bot.tables.get(row.id)

        async def nudged() -> None:
            await made.pass_time(31)
            await made.sandbox.until(lambda: table.row.wake_at is None)
            await made.shown()

        def calls() -> list[str]:
            """Return every ping that was ever sent."""
            posts = [r.json for r in made.sandbox.requests if r.path.endswith("/messages") and r.json]
            return [str(post["content"]) for post in posts if "<@" in str(post.get("content"))]

        await nudged()
        assert calls() == []
        await choose(boss, panel, "s:server:pings", "on")
        while table.row.wake_at is None:
            await made.step()
        await nudged()
        assert ["waits for you" in call for call in calls()] == [True]


async def test_public_messages_of_new_tables_are_in_the_servers_language(tmp_path: Path) -> None:
    catalogue, _ = pseudo()
    async with at_work(tmp_path, catalogue=catalogue) as made:
        boss = boss_of(made)
        ann, bo = made.people
        await made.open(players=2)
        panel = await opened(boss, made, "settings")
        assert ("Italiano", "it") in panel.selects[0].options
        await choose(boss, panel, "s:server:language", "it")
        assert panel.text.startswith("### Settings")  # it is private
        former = made.public()
        for person in (ann, bo):
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        assert "The game was ended without a result" in former.text
        await ann.press(former, label="Rematch")
        await made.sandbox.until(lambda: made.public() != former)
        assert changed("has opened a table") in made.public().text
        await bo.slash(made.channel, "ciapano start")
        assert changed("has opened a table") in made.public().text


# What a member's choices change


async def test_private_messages_are_in_the_members_language_also_after_a_restart(tmp_path: Path) -> None:
    catalogue, _ = pseudo()
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        ann, bo = made.people
        async with running(made, database, catalogue):
            unlimited(made)
            panel = await opened(ann, made, "me")
            assert shows(panel) == {"language": "discord"}
            await choose(ann, panel, "s:member:language", "it")
            assert changed("**Language** · ✓ saved\n") in panel.text
            assert shows(panel) == {"language": "it"}
            await made.open(players=2)
            hers, his = made.panel(ann), made.panel(bo)
            assert hers is not None
            assert his is not None
            assert plain_words(hers.text) == ""
            assert plain_words(his.text) != ""
            refused = await ann.forge(panel, "nonsense")
            assert refused.text == changed("That is no move of this game.")
            assert plain_words(made.public().text) != ""
            while not made.to_press(bo):
                await made.step()
                await made.shown()
        async with running(made, database, catalogue):
            unlimited(made)
            # Her panel follows what Bo does, though she has not been heard since.
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


async def test_everything_that_is_said_is_from_the_catalogue(tmp_path: Path) -> None:
    catalogue, _ = pseudo()
    async with at_work(tmp_path, catalogue=catalogue) as made:
        boss, ann = boss_of(made), made.people[0]
        for person in (boss, ann):
            person.speak("it")
        panel = await opened(boss, made, "settings")
        await choose(boss, panel, "s:server:start", "moderators")
        await boss.forge(panel, "s:server:start", values=["x"], component_type=STRING_SELECT)
        await choose(ann, await opened(ann, made, "me"), "s:member:language", "it")
        await ann.slash(made.channel, "cards settings")
        await ann.slash(made.channel, "cicera start")
        sent = {
            text
            for request in made.sandbox.requests
            if not request.path.endswith("/commands")
            for text in texts(request.json)
        }
        assert len(sent) > 10
        names = ("English", "Italiano")
        assert {text: left for text in sent if (left := plain_words(no(names, text)))} == {}


def no(names: tuple[str, ...], text: str) -> str:
    """Return a text without these names."""
    for name in names:
        text = text.replace(name, "")
    return text
