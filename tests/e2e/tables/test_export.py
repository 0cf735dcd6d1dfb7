"""*Export results* on the settings of a server: who gets the file, and what is in it."""

import csv
import io
import zipfile
from pathlib import Path

import pytest

from bot.blocks import documents
from sandbox.driver import Answer
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.bot.store.store_rows import a_place, a_result, a_table, add_result
from tests.bot.store.troubled import Troubled
from tests.e2e.support.choosing import at_work, boss_of, opened
from tests.e2e.support.house import House
from tests.e2e.support.pseudo import pseudo, untranslated
from tests.e2e.support.referee import Referee

pytestmark = pytest.mark.usefixtures("patient")

EXPORT = "Export results"
ID = "s:server:export"
NOT_MANAGING = "Only members who may manage this server can choose its settings."
NO_SETTING = "This setting no longer exists. Open the settings again with their command."
JUST_MADE = "I have just made that file for you."


def read(answer: Answer) -> list[dict[str, str]]:
    """Return the lines of the file in a private answer."""
    assert answer.message is not None
    assert answer.message.ephemeral
    (file,) = answer.message.attachments
    data = file.data
    if file.filename == "results.zip":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = archive.read("results.csv")
    else:
        assert file.filename == "results.csv"
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


async def settings(made: House) -> Message:
    """Return the settings of the server, opened by a member who manages it."""
    return await opened(boss_of(made), made, "settings")


async def test_who_manages_the_server_gets_the_file_of_its_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_work(tmp_path) as made:
        ann, bo = made.people
        boss = boss_of(made)
        referee = Referee(made, skims=0.8)
        await referee.begin(players=2, target=11)
        await referee.play()
        panel = await opened(boss, made, "settings")
        before = panel.text
        answer = await boss.press(panel, label=EXPORT)
        assert "Here is the result of **1 game**, a line for each hand and seat." in answer.text
        assert panel.text == before
        found = read(answer)
        totals = [line for line in found if line["hand"] == "total"]
        assert [(line["member"], line["name"], line["points"]) for line in totals] == [
            (f"<@{person.id}>", person.name.capitalize(), str(points))
            for person, points in zip((ann, bo), referee.state.totals, strict=True)
        ]
        # Once a minute.
        assert (await boss.press(panel, label=EXPORT)).text.startswith(JUST_MADE)
        await made.pass_time(61)
        monkeypatch.setattr(documents, "MOST_BYTES", 100)
        assert read(await boss.press(panel, label=EXPORT)) == found


async def test_nobody_else_gets_it(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        ann, boss = made.people[0], boss_of(made)
        panel = await opened(boss, made, "settings")
        own = await opened(ann, made, "me")
        assert EXPORT not in [button.label for button in own.buttons]
        assert (await ann.forge(own, ID)).text == NOT_MANAGING
        assert (await ann.forge(panel, ID)).text != panel.text
        public = await ann.say(made.channel, "hello")
        await ann.forge(public, ID)
        await boss.forge(public, ID)
        for forged in ("s:member:export", "s:server:export:2", "s:server:export:", "s:everybody:export"):
            assert (await boss.forge(panel, forged)).text == NO_SETTING, forged
        assert (await boss.forge(panel, ID, values=["all"])).text == NO_SETTING
        # A member who has lost the permission since.
        made.guild.give_roles(boss.user, [])
        assert (await boss.press(panel, label=EXPORT)).text == NOT_MANAGING
        for person in (ann, boss):
            assert not any(message.attachments for message in person.sees(made.channel))


async def test_only_games_of_this_server_are_in_it(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        ann, bo = made.people
        assert made.bot is not None
        other = made.sandbox.world.add_guild("Bettola")
        channel = other.add_channel("carte")
        chief = made.sandbox.join(other, "chief", permissions=Permission.ADMINISTRATOR)
        for table_id, guild_id in (("a1", made.guild.id), ("a2", other.id)):
            row = a_table(table_id, guild_id=guild_id, options={})
            await made.bot.store.create(row, a_place(table_id, guild_id=guild_id), [])
            result = a_result(table_id, ((ann.id,), 1), ((bo.id,), 2), guild_id=guild_id)
            await add_result(made.bot.store, result)
        answer = await chief.slash(channel, "cards settings")
        assert answer.message is not None
        assert {line["table"] for line in read(await chief.press(answer.message, label=EXPORT))} == {"a2"}
        boss = boss_of(made)
        panel = await opened(boss, made, "settings")
        assert {line["table"] for line in read(await boss.press(panel, label=EXPORT))} == {"a1"}


async def test_where_nothing_can_be_read_that_is_said(tmp_path: Path) -> None:
    catalogue, _ = pseudo()
    async with at_work(tmp_path, kind=Troubled, catalogue=catalogue) as made:
        assert made.bot is not None
        boss = boss_of(made)
        boss.speak("it")
        panel = await opened(boss, made, "settings")
        store = made.bot.store
        assert isinstance(store, Troubled)
        store.readers.deaf = True
        refused = await boss.press(panel, custom_id=ID)
        assert refused.message is not None
        assert refused.message.attachments == []
        store.readers.deaf = False
        assert read(await boss.press(panel, custom_id=ID)) == []
        assert untranslated(made, least=3, but=("English", "Italiano")) == {}
