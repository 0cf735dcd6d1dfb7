"""Files as options, commands in the menu of messages, and menus of channels, as discord.py has them."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from sandbox.driver import CommandError, Gone, Refused, Upload
from sandbox.faults import DOWNLOAD
from sandbox.messages import FILE_BYTES
from sandbox.permissions import Permission
from tests.sandbox import openapi
from tests.sandbox.conftest import Place
from tests.sandbox.lab import lab_of
from tests.sandbox.sample import SampleBot

RECORD = Upload("una partita.json", b'{"game": "cicera"}')
WEIGH = "Weigh it"


def told(place: Place) -> dict[str, Any]:
    """Return the data of the last interaction."""
    sent = [f.data["d"] for f in place.sandbox.gateway_log if f.data.get("t") == "INTERACTION_CREATE"]
    found: dict[str, Any] = sent[-1]["data"]
    return found


def held(place: Place) -> None:
    """Hold all requests so far against Discord's description, where it is at hand."""
    assert list(place.sandbox.violations) == []
    if openapi.available:
        for entry in place.sandbox.requests:
            assert [*openapi.check(entry), *openapi.check_answer(entry)] == []


# files as options


async def test_a_file_is_sent_with_a_command_and_loaded(place: Place, bot: SampleBot) -> None:
    answer = await place.ann.slash(place.channel, "cicera load", file=RECORD, word="!")
    await place.sandbox.until(lambda: answer.text)
    assert answer.text == 'una_partita.json (application/json, 18): {"game": "cicera"}!'
    data = told(place)
    [(number, file)] = data["resolved"]["attachments"].items()
    assert data["options"][0]["options"][0] == {"name": "file", "type": 11, "value": number}
    assert file["url"] == file["proxy_url"]
    assert file["url"].startswith(f"{place.sandbox.url}/ephemeral-attachments/{place.channel.id}/{number}/")
    assert file["ephemeral"]
    held(place)


@pytest.mark.parametrize(
    "value",
    ["x.json", 5, Upload("x.json", b""), Upload("x.json", bytes(FILE_BYTES + 1))],
    ids=["text", "number", "empty", "large"],
)
async def test_a_client_sends_only_files_as_files(place: Place, bot: SampleBot, value: object) -> None:
    before = len(place.sandbox.gateway_log)
    with pytest.raises(CommandError):
        await place.ann.slash(place.channel, "cicera load", file=value)
    with pytest.raises(CommandError):
        await place.ann.slash(place.channel, "cicera load", word="!")
    with pytest.raises(CommandError):
        await place.ann.slash(place.channel, "cicera load", file=RECORD, word=3)
    assert len(place.sandbox.gateway_log) == before
    assert place.sandbox.world.attachments == {}


async def test_no_file_is_sent_while_another_option_is_typed(place: Place, bot: SampleBot) -> None:
    found = await place.ann.autocomplete(place.channel, "cicera load", "word", "so", file=RECORD)
    assert found == [("so None", "so")]
    assert place.sandbox.world.attachments == {}


@pytest.mark.parametrize("status", [404, 403, 500])
async def test_a_download_fails(place: Place, bot: SampleBot, status: int) -> None:
    fault = place.sandbox.faults.error(DOWNLOAD, status=status)
    place.sandbox.faults.error("GET *", times=None)
    answer = await place.ann.slash(place.channel, "cicera load", file=RECORD)
    await place.sandbox.until(lambda: answer.text)
    assert (answer.text, fault.hits) == (f"cannot be loaded: {status}", 1)


async def test_a_download_is_slow_or_cut(place: Place, bot: SampleBot) -> None:
    fault = place.sandbox.faults.slow(DOWNLOAD, seconds=600)
    answer = await place.ann.slash(place.channel, "cicera load", file=RECORD)
    await place.sandbox.until(lambda: fault.hits)
    assert answer.text == ""
    place.sandbox.clock.advance(600)
    await place.sandbox.until(lambda: answer.text)
    said = await place.ann.say(place.channel, files=[RECORD])
    for cut in (place.sandbox.faults.dropped, place.sandbox.faults.lost):
        cut(DOWNLOAD, times=2)  # aiohttp asks a second time
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.ClientError):
                await session.get(said.attachments[0].url)
    assert await bot.http.get_from_cdn(said.attachments[0].url) == RECORD.data


# messages with files


async def test_a_member_writes_with_files(place: Place) -> None:
    said = await place.ann.say(place.channel, "look", files=[RECORD, Upload("a.gif", b"GIF89a")])
    assert [(file.filename, file.content_type) for file in said.attachments] == [
        ("una_partita.json", "application/json"),
        ("a.gif", "image/gif"),
    ]
    async with lab_of(place) as lab:
        _, body = await lab.call("GET", f"{lab.here}/{said.id}")
        assert [file["size"] for file in body["attachments"]] == [18, 6]
        async with lab.session.get(body["attachments"][1]["url"]) as response:
            assert (response.content_type, await response.read()) == ("image/gif", b"GIF89a")
    held(place)
    alone = await place.bo.say(place.channel, files=[RECORD])
    place.bo.delete(alone)
    place.ann.delete(said)
    assert place.sandbox.world.attachments == {}
    for wrong in ([], [Upload("x", b"")], [RECORD] * 11, [Upload("x", bytes(FILE_BYTES + 1))]):
        with pytest.raises(Refused):
            await place.ann.say(place.channel, files=wrong)
    place.channel.deny(place.ann, Permission.ATTACH_FILES)
    with pytest.raises(Refused):
        await place.ann.say(place.channel, "look", files=[RECORD])
    assert (await place.ann.say(place.channel, "look")).attachments == []


# commands in the menu of messages


async def test_a_command_of_the_menu_is_told_of_its_message(place: Place, bot: SampleBot) -> None:
    said = await place.ann.say(place.channel, "mine", files=[RECORD])
    answer = await place.bo.menu(said, WEIGH)
    assert answer.text == 'ann in carte: mine\nuna_partita.json: {"game": "cicera"}'
    data = told(place)
    assert (data["name"], data["type"], data["target_id"]) == (WEIGH, 3, str(said.id))
    assert list(data["resolved"]["messages"]) == [str(said.id)]
    assert answer.message is not None
    async with lab_of(place) as lab:
        _, body = await lab.call("GET", f"{lab.here}/{answer.message.id}")
    assert (body["type"], body["message_reference"]["message_id"]) == (23, str(said.id))
    assert body["interaction_metadata"]["target_message_id"] == str(said.id)
    own = await place.ann.menu(said, WEIGH)
    assert own.message is not None
    assert own.message.ephemeral
    assert (await place.ann.menu(answer.message, WEIGH)).text.startswith("Cicera in carte: ann in")
    held(place)


async def test_a_client_has_the_menu_only_where_it_is(place: Place, bot: SampleBot) -> None:
    said = await place.ann.say(place.channel, "mine")
    private = (await place.ann.menu(said, WEIGH)).message
    assert private is not None
    before = len(place.sandbox.gateway_log)
    for message, name in ((said, "Weigh"), (said, "cicera"), (private, WEIGH)):
        with pytest.raises(CommandError):
            await place.ann.menu(message, name)
    with pytest.raises(CommandError):
        await place.ann.slash(place.channel, WEIGH)
    with pytest.raises(Gone):
        await place.bo.menu(private, WEIGH)
    place.channel.deny(place.bo, Permission.USE_APPLICATION_COMMANDS)
    with pytest.raises(CommandError):
        await place.bo.menu(said, WEIGH)
    place.ann.delete(said)
    with pytest.raises(Gone):
        await place.ann.menu(said, WEIGH)
    sent = [frame.data.get("t") for frame in list(place.sandbox.gateway_log)[before:]]
    assert "INTERACTION_CREATE" not in sent


async def test_commands_of_a_menu_have_no_description_and_are_kept(place: Place, bot: SampleBot) -> None:
    before = {command.name: command for command in await bot.tree.fetch_commands()}
    assert (before[WEIGH].type.value, before[WEIGH].description) == (3, "")
    await bot.tree.sync()
    assert {command.name: command.id for command in await bot.tree.fetch_commands()} == {
        name: command.id for name, command in before.items()
    }
    held(place)


# menus of channels


async def test_a_channel_is_chosen_among_those_that_the_member_sees(place: Place, bot: SampleBot) -> None:
    quiet, hidden = place.guild.add_channel("quiet"), place.guild.add_channel("hidden")
    thread = place.channel.add_thread("serata")
    quiet.deny(place.ann, Permission.ATTACH_FILES)
    hidden.deny(place.ann, Permission.VIEW_CHANNEL)
    shown = (await place.bo.slash(place.channel, "cicera post")).message
    assert shown is not None
    [menu] = shown.selects
    assert (menu.kind, menu.channel_types, menu.least, menu.most) == (8, (0, 11), 1, 2)
    assert menu.chosen == (str(place.channel.id),)
    for wrong in (
        [hidden],
        [str(hidden.id)],
        ["77"],
        [place.bo],
        [],
        [quiet, quiet],
        [quiet, thread, hidden],
    ):
        with pytest.raises(Refused):
            await place.ann.select(shown, values=wrong)
    answer = await place.ann.select(shown, values=[quiet, str(thread.id)])
    assert sorted(answer.text.split(", ")) == ["quiet False", "serata True"]
    data = told(place)
    assert data["values"] == [str(quiet.id), str(thread.id)]
    found = data["resolved"]["channels"]
    assert int(found[str(quiet.id)]["permissions"]) & Permission.ATTACH_FILES == 0
    assert int(found[str(thread.id)]["permissions"]) & Permission.ATTACH_FILES
    assert "permission_overwrites" not in found[str(quiet.id)]
    await place.bo.select(shown, values=[hidden])
    held(place)
