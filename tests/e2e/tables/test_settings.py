"""`/cards settings` and `/cards me`: who may change which settings, that they last, and refusals."""

from pathlib import Path
from typing import Any

import pytest

from bot.store import Scope, known
from bot.store.model.zones import zone_at
from sandbox.components import STRING_SELECT
from sandbox.driver import Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.bot.store.troubled import Troubled
from tests.e2e.support.choosing import MAY_NOT_START, at_work, boss_of, choose, opened, paged, shows
from tests.e2e.support.house import House, running, sandboxed
from tests.e2e.support.pseudo import pseudo, untranslated

pytestmark = pytest.mark.usefixtures("patient")

NOT_MANAGING = "Only members who may manage this server can choose its settings."
NO_SETTING = "This setting no longer exists. Open the settings again with their command."
NOT_SAVED = "I could not save that just now. Everything else is as it was: please choose it again."
NOT_READ = "I cannot read the settings just now. Nothing is lost: please try again in a moment."


async def stored(made: House, scope: Scope, owner_id: int) -> dict[str, str]:
    assert made.bot is not None
    return await made.bot.store.chosen(scope, owner_id)


async def test_what_is_chosen_for_the_server_is_said_kept_and_seen_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(1) as made:
        boss = boss_of(made)
        async with running(made, database):
            panel = await opened(boss, made, "settings")
            assert panel.text.startswith("### Settings of this server\n**Language**\n-# ")
            first = {"language": "discord", "deck": "french", "start": "everybody"}
            assert shows(panel) == first
            assert "saved" not in panel.text
            assert "Page" not in panel.text
            assert [button.label for button in panel.buttons] == ["More: 9 settings", "Export results"]
            await choose(boss, panel, "s:server:deck", "italian")
            await choose(boss, panel, "s:server:start", "moderators")
            assert "**Who opens tables** · ✓ saved\n" in panel.text
            assert panel.text.count("saved") == 1
            assert shows(panel) == first | {"deck": "italian", "start": "moderators"}
            kept = {"deck": "italian", "start": "moderators"}
            assert await stored(made, Scope.SERVER, made.guild.id) == kept
        async with running(made, database):
            panel = await opened(boss, made, "settings")
            assert shows(panel) == first | kept
            await choose(boss, panel, await paged(made, boss, panel, "s:server:pings"), "on")
            assert shows(panel) == {"pings": "on", "undo": "on", "pace": "normal"}
            assert await stored(made, Scope.SERVER, made.guild.id) == kept | {"pings": "on"}
        assert list(made.sandbox.violations) == []


async def test_a_servers_time_zone_is_shown_at_once_and_holds_from_the_next_midnight(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        boss, bot = boss_of(made), made.bot
        assert bot is not None
        panel = await opened(boss, made, "settings")
        before = bot.time.now()
        await choose(boss, panel, await paged(made, boss, panel, "s:server:zone"), "asia-tokyo")
        await choose(boss, panel, "s:server:zone", "africa-cairo")
        assert "A change holds from the next midnight." in panel.text
        assert shows(panel) == shows(await turned_to_zone(boss, made))
        assert shows(panel)["zone"] == "africa-cairo"
        (name,) = await stored(made, Scope.SERVER, made.guild.id)
        midnight = int(name.removeprefix("zone-"))
        assert before < midnight <= before + 25 * 3600
        values = await bot.preferences.surely(Scope.SERVER, made.guild.id)
        assert zone_at(values, midnight - 1).key == "Europe/Rome"
        assert zone_at(values, midnight).key == "Africa/Cairo"


async def turned_to_zone(boss: Member, made: House) -> Message:
    """Return a new panel of the server at its time zone."""
    panel = await opened(boss, made, "settings")
    await paged(made, boss, panel, "s:server:zone")
    return panel


async def test_a_servers_choice_is_not_anothers(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        boss = boss_of(made)
        await choose(boss, await opened(boss, made, "settings"), "s:server:deck", "italian")
        other = made.sandbox.world.add_guild("Bettola")
        channel = other.add_channel("carte")
        chief = made.sandbox.join(other, "chief", permissions=Permission.ADMINISTRATOR)
        answer = await chief.slash(channel, "cards settings")
        assert answer.message is not None
        assert shows(answer.message)["deck"] == "french"


async def test_only_those_who_may_manage_the_server_choose_for_it(tmp_path: Path) -> None:
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

        # On her own panel, and on another member's.
        assert await forged(ann, own) == NOT_MANAGING
        assert await forged(ann, panel) != panel.text
        # A member who has lost the permission since.
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
    ("s:server:zone", ["mars"]),
    ("s:server:zone-1754870400", ["utc"]),
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
        assert shows(panel) == {"zone": "europe-rome", "seasons": "on", "public-lists": "on"}
        await boss.forge(panel, "s:server:page:1")
        assert shows(panel) == {"four-colours": "off", "pictures": "on", "threads": "off"}
        await boss.forge(panel, "s:server:page:0")
        assert (panel.text, shows(panel)) == before
        # Everybody sees a public message: nothing is changed there.
        public = await made.people[0].say(made.channel, "hello")
        await boss.forge(public, "s:server:pings", values=["off"], component_type=STRING_SELECT)
        assert await stored(made, Scope.SERVER, made.guild.id) == {}
        assert await stored(made, Scope.MEMBER, boss.id) == {}


async def test_what_cannot_be_saved_or_read_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    async with at_work(tmp_path, kind=Troubled) as made:
        assert made.bot is not None
        store: Any = made.bot.store
        await made.sandbox.until(lambda: store.begun, what="no write of the start is under way")
        boss = boss_of(made)
        panel = await opened(boss, made, "settings")
        await choose(boss, panel, "s:server:start", "moderators")
        before = panel.text
        store.writer.lose = "before"
        assert (await boss.select(panel, "s:server:deck", values=["italian"])).text == NOT_SAVED
        assert panel.text == before
        assert await stored(made, Scope.SERVER, made.guild.id) == {"start": "moderators"}
        store.readers.deaf = True
        assert (await boss.slash(made.channel, "cards settings")).text == NOT_READ
        # A member without the right opens no table: the setting is read, not guessed.
        assert (await made.people[0].slash(made.channel, "cicera start")).text == NOT_READ
        store.readers.deaf = False
        assert (await made.people[0].slash(made.channel, "cicera start")).text.startswith(MAY_NOT_START)
        await choose(boss, panel, "s:server:deck", "italian")
        assert await stored(made, Scope.SERVER, made.guild.id) == {"start": "moderators", "deck": "italian"}


async def test_a_slow_database_delays_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_work(tmp_path, kind=Troubled) as made:
        assert made.bot is not None
        store: Any = made.bot.store
        monkeypatch.setattr(known, "READ_SECONDS", 0.2)
        ann = made.people[0]
        public = await ann.say(made.channel, "hello")
        # Far longer than Discord waits for an answer.
        store.readers.hesitation = 60.0
        assert (await ann.forge(public, "nonsense")).text == "That is not a move in this game."


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
        assert untranslated(made, least=10, but=("English", "Italiano")) == {}
