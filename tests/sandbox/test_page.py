"""The page's websocket with a bot behind it: each member's window, and its actions."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from typing import Any

import pytest

from sandbox.permissions import Permission
from tests.sandbox.conftest import Door, Place, key
from tests.sandbox.sample import SampleBot
from tests.sandbox.visitor import Visitor, parts, texts

FAILED = ("failed", "This interaction failed")


async def test_a_window_is_told_where_it_is(place: Place, door: Door) -> None:
    visitor = await door.open()
    hello = visitor.told["hello"]
    assert [(m["name"], m["locale"], m["moderator"]) for m in hello["members"]] == [
        ("ann", "en-US", False),
        ("bo", "it", False),
    ]
    await place.bo.say(place.channel, "hello")
    assert "it" in hello["locales"]
    assert abs(hello["now"] - place.sandbox.clock.now()) < 5
    assert await visitor.error("say", text="hello") == ("client", "choose a member and a channel first")
    assert await visitor.ask("look", member=key(place.ann), channel="1") == {"channel": str(place.channel.id)}
    await visitor.until(lambda: visitor.told.get("reset"))
    assert visitor.told["place"] == {"member": key(place.ann), "channel": str(place.channel.id)}
    [said] = visitor.messages
    assert hello["members"][1]["color"] == said["author"]["color"] != hello["members"][0]["color"]
    [channel] = visitor.told["channels"]
    assert channel == {
        "id": str(place.channel.id),
        "name": "carte",
        "thread": False,
        "parent": None,
        "write": True,
        "attach": True,
        "command": True,
        "pings": 0,
        "unread": False,
    }
    assert await visitor.error("look", member="1/2", channel=None) == ("client", "there is no such member")


async def test_a_table_is_opened_pressed_and_seen_by_both(place: Place, door: Door) -> None:
    ann, bo = await door.open(place.ann), await door.open(place.bo)
    options = {"target": 31, "players": 2}
    assert await ann.ask("slash", words="cicera start", options=options) == {}
    [table] = await bo.showing(1)
    assert texts(table) == "count 31"
    assert table["used"] == {"name": "ann", "words": "/cicera start"}
    assert (table["author"]["name"], table["author"]["bot"]) == ("Cicera", True)
    [count, *_] = parts(table, "button")
    assert (count["label"], count["style"], count["id"]) == ("count", "secondary", "tap:count:31")
    before = len(ann.frames)
    assert await bo.ask("press", message=table["id"], id=count["id"]) == {}
    await ann.until(lambda: texts(ann.messages[0]) == "count 32")
    assert ann.messages[0]["edited"]
    await bo.until(lambda: texts(bo.messages[0]) == "count 32")
    changed = [frame["messages"] for frame in ann.frames[before:] if "messages" in frame]
    assert [[message["id"] for message in messages] for messages in changed] == [[table["id"]]]


@pytest.mark.real_time
async def test_only_what_changed_is_pushed(place: Place, door: Door) -> None:
    ann = await door.open(place.ann)
    for text in ("one", "two", "three"):
        await ann.ask("say", text=text)
    shown = await ann.showing(3)
    assert [texts(message) for message in shown] == ["one", "two", "three"]
    await asyncio.sleep(0.1)
    before = len(ann.frames)
    assert await ann.ask("delete", message=shown[1]["id"]) == {}
    await ann.showing(2)
    place.sandbox.clock.advance(7)
    await ann.until(lambda: "now" in ann.told)
    assert [set(frame) for frame in ann.frames[before:]] == [{"gone"}, {"now"}]
    await place.bo.say(place.channel, "x" * 2000)
    await ann.showing(3)
    assert set(ann.frames[-1]) == {"messages"}
    assert [texts(message) for message in ann.frames[-1]["messages"]] == ["x" * 2000]


async def test_ephemeral_messages_stay_with_their_member_and_window(place: Place, door: Door) -> None:
    ann, bo, both = await door.open(place.ann), await door.open(place.bo), await door.open(place.bo)
    await ann.ask("slash", words="cicera start")
    [table] = await bo.showing(1)
    await bo.ask("press", message=table["id"], id="tap:panel:51")
    for visitor in (bo, both):
        await visitor.showing(2)
        assert [message["private"] for message in visitor.messages] == [False, True]
    hidden = bo.messages[1]["id"]
    await both.look(key(place.ann))
    assert [message["id"] for message in both.messages] == [table["id"]]
    assert await both.error("press", message=hidden, id="tap:quiet:0") == FAILED
    for do in ("dismiss", "delete"):
        assert (await ann.error(do, message=hidden))[0] == "client"
    await both.look(key(place.bo))
    assert [message["id"] for message in both.messages] == [table["id"], hidden]
    assert await both.ask("dismiss", message=hidden) == {}
    await both.showing(1)
    assert len(bo.messages) == 2
    assert hidden not in str(ann.frames)


async def test_a_reload_loses_what_discord_too_would_lose(place: Place, door: Door) -> None:
    bo = await door.open(place.bo)
    await bo.ask("slash", words="cicera start")
    await bo.ask("slash", words="cicera hand")
    await bo.ask("slash", words="cicera hand")
    first, second = (await bo.showing(3))[1:]
    assert texts(first) == "hand of bo in it"
    await bo.ask("dismiss", message=first["id"])
    await bo.showing(2)
    again = await door.open(place.bo, bo.window, bo.since)
    assert [message["id"] for message in again.messages[1:]] == [second["id"]]
    loaded = await door.open(place.bo)
    assert [message["private"] for message in loaded.messages] == [False]
    elsewhere = await door.open(place.bo, "forgotten-by-the-server", bo.since)
    assert len(elsewhere.messages) == 3


async def test_a_form_is_filled_in(place: Place, door: Door) -> None:
    ann, bo = await door.open(place.ann), await door.open(place.bo)
    await ann.ask("slash", words="cicera start")
    [table] = await ann.showing(1)
    form = (await ann.ask("press", message=table["id"], id="tap:form:51"))["modal"]
    assert form["title"] == "Your name"
    [field] = form["items"]
    assert field == {
        "kind": "input",
        "id": "name",
        "label": "Name",
        "description": None,
        "long": False,
        "placeholder": None,
        "value": "",
        "least": 0,
        "most": 20,
        "required": True,
    }
    sent = {"interaction": form["interaction"], "values": {"name": "Ann"}}
    assert await bo.error("submit", **sent) == FAILED
    refused: list[Any] = [
        {"name": ""},
        {"name": "x" * 21},
        {"age": "3"},
        {"name": ["Ann"]},
        {"name": 3},
        [],
    ]
    for values in refused:
        assert (await ann.error("submit", **sent | {"values": values}))[0] == "client"
    assert await ann.ask("submit", **sent) == {}
    assert texts((await ann.showing(2))[1]) == "Hello Ann"
    assert await bo.error("submit", interaction="77", values={}) == FAILED


async def test_a_menu_is_chosen_from(place: Place, door: Door) -> None:
    ann = await door.open(place.ann)
    await ann.ask("slash", words="cicera pick")
    [message] = await ann.showing(1)
    [menu] = parts(message, "select")
    assert (menu["of"], menu["least"], menu["most"], menu["disabled"]) == ("string", 1, 1, False)
    assert menu["options"] == [
        {"label": "Ace", "value": "A", "description": None, "emoji": None, "chosen": False}
    ]
    where = {"message": message["id"], "id": menu["id"]}
    for values in ([], ["A", "A"], "A", None):
        assert (await ann.error("select", **where, values=values))[0] == "client"
    assert (await ann.error("select", **where, values=[]))[1] == "choose 1 to 1 of the options"
    assert await ann.error("select", **where, values=["B"]) == FAILED
    assert await ann.ask("select", **where, values=["A"]) == {}
    await ann.until(lambda: texts(ann.messages[0]) == "chose A")
    assert await ann.error("select", **where, values=["A"]) == FAILED


async def test_what_has_just_changed_fails_without_internals(place: Place, door: Door) -> None:
    ann = await door.open(place.ann)
    await ann.ask("slash", words="cicera start")
    [table] = await ann.showing(1)
    assert await ann.ask("press", message=table["id"], id="tap:count:51") == {}
    assert await ann.error("press", message=table["id"], id="tap:count:51") == FAILED
    form = (await ann.ask("press", message=table["id"], id="tap:form:52"))["modal"]
    stored = place.channel.messages[int(table["id"])]
    changed = deepcopy(stored.components)
    changed[0]["components"][1]["components"][0]["disabled"] = True
    stored.components = changed
    assert await ann.error("press", message=table["id"], id="tap:count:52") == FAILED
    await ann.ask("member", moderator=True)
    assert await ann.ask("delete", message=table["id"]) == {}
    assert await ann.error("press", message=table["id"], id="tap:count:52") == FAILED
    assert await ann.error("select", message=table["id"], id="menu", values=["A"]) == FAILED
    for do in ("delete", "dismiss"):
        assert await ann.error(do, message=table["id"]) == ("client", "the message is gone")
    place.sandbox.interactions.by_id.pop(int(form["interaction"]))
    assert await ann.error("submit", interaction=form["interaction"], values={"name": "Ann"}) == FAILED


async def test_commands_are_offered_in_the_members_language(place: Place, door: Door) -> None:
    command = place.sandbox.commands.find(place.guild, "cicera")
    command["name_localizations"] = {"it": "scopa"}
    start = next(option for option in command["options"] if option["name"] == "start")
    start["description_localizations"] = {"it": "Apri un tavolo", "en-GB": "Open a table, please"}
    start["options"][1]["choices"][0]["name_localizations"] = {"it": "due"}
    ann, bo = await door.open(place.ann), await door.open(place.bo)
    offers = {offer["words"]: offer for offer in bo.told["commands"]}
    assert offers["cicera start"]["name"] == "scopa start"
    assert offers["cicera start"]["description"] == "Apri un tavolo"
    target, players = offers["cicera start"]["options"]
    assert (target["type"], target["min"], target["max"], target["required"]) == ("integer", 1, 101, False)
    assert players["choices"] == [{"name": "due", "value": 2}]
    [who] = offers["cicera hand"]["options"]
    assert {"name": "ann", "value": str(place.ann.id)} in who["entities"]
    [what] = offers["cicera find"]["options"]
    assert (what["autocomplete"], what["required"]) == (True, True)
    english = {offer["words"]: offer for offer in ann.told["commands"]}
    assert english["cicera start"]["description"] == "Open a table, please"
    assert await bo.ask("member", locale="de") == {}
    await bo.until(lambda: bo.told["members"][1]["locale"] == "de")
    await bo.until(lambda: bo.told["commands"][0]["name"].startswith("cicera"))
    assert (await bo.error("member", locale="vec"))[0] == "client"


async def test_a_used_command_is_named_in_the_language_of_whoever_sees_it(place: Place, door: Door) -> None:
    command = place.sandbox.commands.find(place.guild, "cicera")
    start = next(option for option in command["options"] if option["name"] == "start")
    command["name_localizations"], start["name_localizations"] = {"it": "scopa"}, {"it": "inizia"}
    ann, bo = await door.open(place.ann), await door.open(place.bo)
    assert await ann.ask("slash", words="cicera start", options={"target": 31}) == {}
    for visitor, words in ((ann, "/cicera start"), (bo, "/scopa inizia")):
        [table] = await visitor.showing(1)
        assert table["used"] == {"name": "ann", "words": words}
    assert await bo.ask("member", locale="de") == {}
    await bo.until(lambda: bo.messages[0]["used"]["words"] == "/cicera start")


async def test_a_command_is_used_as_a_client_would(place: Place, door: Door) -> None:
    ann = await door.open(place.ann)
    found = await ann.ask("complete", words="cicera find", option="what", typed="cav", options={"what": "c"})
    assert found == {"choices": [{"name": "CAV", "value": "cav"}]}
    who = {"who": str(place.bo.id)}
    assert await ann.ask("slash", words="cicera hand", options=who) == {}
    await ann.until(lambda: any(texts(m).startswith("hand of bo") for m in ann.messages))
    wrong: dict[str, Any] = {
        "there is no command": {"words": "chess"},
        "there is no subcommand": {"words": "cicera chess"},
        "needs one of": {"words": "cicera"},
        "has no option speed": {"words": "cicera start", "options": {"speed": 1}},
        "is no number": {"words": "cicera start", "options": {"target": "many"}},
        "is not between 1 and 101": {"words": "cicera start", "options": {"target": 102}},
        "is not one of": {"words": "cicera start", "options": {"players": 3}},
        "needs the option what": {"words": "cicera find"},
        "is no member": {"words": "cicera hand", "options": {"who": "77"}},
        "no command / here": {"words": ""},
        "'options'": {"words": "cicera start", "options": [1]},
        "'words'": {},
    }
    for text, asked in wrong.items():
        kind, said = await ann.error("slash", **asked)
        assert kind == "client"
        assert text in said
    nothing = await ann.error("complete", words="cicera start", option="target", typed="1", options={})
    assert nothing == ("client", "/cicera start: target has no autocompletion")
    assert list(place.sandbox.violations) == []


@pytest.mark.real_time
async def test_silence_and_failure_are_told_while_other_things_go_on(
    place: Place, door: Door, bot: SampleBot
) -> None:
    ann, bo = await door.open(place.ann), await door.open(place.bo)
    await ann.ask("slash", words="cicera start")
    [table] = await ann.showing(1)
    silent = asyncio.create_task(ann.error("slash", words="cicera silence"))
    await asyncio.sleep(0.1)
    await ann.ask("say", text="meanwhile")
    await bo.showing(2)
    assert not silent.done()
    place.sandbox.clock.advance(3)
    assert await silent == ("silent", "The application did not respond")
    await bot.close()
    await place.sandbox.gone()
    failing = asyncio.create_task(ann.error("press", message=table["id"], id="tap:count:51"))
    await asyncio.sleep(0.1)
    place.sandbox.clock.advance(3)
    assert await failing == FAILED


async def test_a_deferred_answer_is_loading(place: Place, door: Door) -> None:
    ann = await door.open(place.ann)
    await ann.ask("slash", words="cicera start")
    [table] = await ann.showing(1)
    place.sandbox.faults.slow("POST /webhooks/*", seconds=60)
    await ann.ask("press", message=table["id"], id="tap:think:51")
    await ann.showing(2)
    assert (ann.messages[1]["loading"], ann.messages[1]["private"]) == (True, True)
    place.sandbox.clock.advance(60)
    await ann.until(lambda: texts(ann.messages[1]) == "thought")
    assert not ann.messages[1]["loading"]


async def test_pings_and_unread_messages_are_counted(place: Place, door: Door) -> None:
    away = place.guild.add_channel("osteria")
    thread = place.channel.add_thread("serata")
    ann, old = await door.open(place.ann), await place.ann.say(away, f"<@{place.bo.id}>")
    bo = await door.open(place.bo)
    assert old.mentions == ["bo"]
    await place.ann.say(away, f"<@{place.bo.id}>, your turn")
    await place.bo.say(away, f"<@{place.ann.id}>, no")
    await place.ann.say(thread, "hm")
    await bo.until(lambda: counts(bo) == {"carte": (0, False), "serata": (0, True), "osteria": (1, True)})
    assert [channel["parent"] for channel in bo.told["channels"]] == [None, str(place.channel.id), None]
    await bo.until(lambda: bo.told["others"] == [{"id": key(place.ann), "pings": 1}])
    await ann.until(lambda: counts(ann)["osteria"] == (1, True))
    await bo.look(key(place.bo), str(away.id))
    assert [message["pinged"] for message in bo.messages] == [True, True, False]
    await bo.until(lambda: counts(bo)["osteria"] == (0, False))
    await bo.look(key(place.ann), str(away.id))
    await bo.until(lambda: bo.told["others"] == [])
    mention = next(node for node in bo.messages[0]["text"][0]["c"] if node != "")
    assert mention == {"k": "mention", "of": "user", "id": str(place.bo.id), "name": "bo", "me": False}
    assert counts(ann)["osteria"] == (1, True)


async def test_a_thread_is_opened_from_its_message_and_listed_as_long_as_it_is_open(
    place: Place, door: Door
) -> None:
    said = await place.bo.say(place.channel, "table 1")
    ann = await door.open(place.ann)
    thread = place.channel.add_thread("Cicera: Ann, Bo", starter=said.stored)
    told = {"id": str(thread.id), "name": "Cicera: Ann, Bo"}
    await ann.until(lambda: ann.messages[0]["thread"] == told)
    await ann.until(lambda: list(counts(ann)) == ["carte", "Cicera: Ann, Bo"])
    await place.bo.say(thread, "my turn")
    await ann.look(key(place.ann), told["id"])
    assert [texts(message) for message in ann.messages] == ["my turn"]
    thread.archive()
    # A member who looks at it keeps seeing it; others find it by its message.
    await ann.ask("look", member=key(place.ann), channel=str(place.channel.id))
    await ann.until(lambda: list(counts(ann)) == ["carte"])
    await ann.look(key(place.ann), told["id"])
    assert [texts(message) for message in ann.messages] == ["my turn"]
    await ann.until(lambda: list(counts(ann)) == ["carte", "Cicera: Ann, Bo"])


def counts(visitor: Visitor) -> dict[str, tuple[int, bool]]:
    return {c["name"]: (c["pings"], c["unread"]) for c in visitor.told["channels"]}


async def test_permissions_are_those_of_the_member(place: Place, door: Door) -> None:
    place.channel.deny(place.bo, Permission.SEND_MESSAGES, Permission.USE_APPLICATION_COMMANDS)
    ann, bo = await door.open(place.ann), await door.open(place.bo)
    [channel] = bo.told["channels"]
    assert (channel["write"], channel["command"], bo.told["commands"]) == (False, False, [])
    assert (await bo.error("say", text="hello"))[0] == "client"
    assert (await bo.error("slash", words="cicera start"))[0] == "client"
    place.channel.allow(place.bo, Permission.SEND_MESSAGES)
    assert await bo.ask("say", text="hello") == {}
    [said] = await ann.showing(1)
    assert not said["deletable"]
    assert (await ann.error("delete", message=said["id"]))[0] == "client"
    assert await ann.ask("member", moderator=True) == {}
    await ann.until(lambda: ann.messages[0]["deletable"] and ann.told["members"][0]["moderator"])
    assert await ann.ask("member", moderator=False) == {}
    await ann.until(lambda: not ann.messages[0]["deletable"] and not ann.told["members"][0]["moderator"])
    await ann.ask("member", moderator=True)
    assert await ann.ask("delete", message=said["id"]) == {}
    await bo.showing(0)
    for text in ("", "  ", "x" * 2001):
        assert (await bo.error("say", text=text))[0] == "client"
    commands = place.sandbox.commands.scopes[None]
    next(iter(commands.values()))["default_member_permissions"] = str(int(Permission.MANAGE_GUILD))
    place.sandbox.world.changed()
    await ann.until(lambda: ann.told["commands"])
    place.channel.allow(place.bo, Permission.USE_APPLICATION_COMMANDS)
    await bo.until(lambda: bo.told["channels"][0]["command"])
    assert bo.told["commands"] == []
    assert "may not use" in (await bo.error("slash", words="cicera start"))[1]


async def test_a_window_leaves_what_its_member_no_longer_sees(place: Place, door: Door) -> None:
    other = place.guild.add_channel("osteria")
    bo = await door.open(place.bo)
    await place.ann.say(other, "here")
    place.channel.deny(place.bo, Permission.VIEW_CHANNEL)
    await bo.until(lambda: bo.told["place"]["channel"] == str(other.id))
    assert [texts(message) for message in await bo.showing(1)] == ["here"]
    assert [channel["name"] for channel in bo.told["channels"]] == ["osteria"]
    other.delete()
    await bo.until(lambda: bo.told["place"]["channel"] is None)
    assert (bo.messages, bo.told["channels"], bo.told["commands"]) == ([], [], [])
    assert (await bo.error("say", text="hello"))[0] == "client"
    place.channel.reset(place.bo)
    await bo.until(lambda: bo.told["place"]["channel"] == str(place.channel.id))
    place.bo.leave()
    await bo.until(lambda: bo.told["place"] == {"member": None, "channel": None})
    assert [member["name"] for member in bo.told["members"]] == ["ann"]


async def test_a_long_history_is_cut_but_not_under_a_reader(place: Place, door: Door) -> None:
    for number in range(60):
        await place.ann.say(place.channel, str(number))
    ann = await door.open(place.ann)
    assert [texts(message) for message in ann.messages] == [str(number) for number in range(10, 60)]
    await place.ann.say(place.channel, "60")
    assert len(await ann.showing(51)) == 51
    for number in range(61, 220):
        await place.ann.say(place.channel, str(number))
    await ann.until(lambda: ann.messages and texts(ann.messages[-1]) == "219")
    assert len(ann.messages) == 200


async def test_older_messages_come_when_asked_for(place: Place, door: Door) -> None:
    def numbers() -> list[int]:
        return [int(texts(message)) for message in ann.messages]

    async def more() -> None:
        await place.bo.say(place.channel, str(len(place.channel.messages)))

    for _ in range(130):
        await more()
    ann, at_the_start = await door.open(), await door.open()
    assert (await ann.error("older"))[0] == "client"
    await ann.look(key(place.ann))
    assert (numbers(), ann.told["more"]) == (list(range(80, 130)), True)
    assert await ann.ask("older") == {"more": True}
    await ann.until(lambda: numbers() == list(range(30, 130)))
    assert await ann.ask("older") == {"more": False}
    await ann.until(lambda: numbers() == list(range(130)))
    await ann.until(lambda: not ann.told["more"])
    assert await ann.ask("older") == {"more": False}
    for _ in range(150):
        await more()
    await ann.until(lambda: numbers() == list(range(280)))
    await more()
    await ann.until(lambda: numbers() == list(range(1, 281)) and ann.told["more"])
    assert await ann.ask("older") == {"more": False}
    await ann.until(lambda: numbers() == list(range(281)))
    await ann.look(key(place.bo))
    assert (numbers(), ann.told["more"]) == (list(range(231, 281)), True)
    elsewhere = place.guild.add_channel("osteria")
    await at_the_start.look(key(place.ann), str(elsewhere.id))
    assert at_the_start.told["more"] is False
