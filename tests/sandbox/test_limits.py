"""Every limit refuses a request beyond it, and no longer does once it is taken out."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from sandbox.interactions import AUTOCOMPLETE, COMPONENT
from sandbox.limits import Limit
from sandbox.permissions import Permission
from tests.sandbox.conftest import Place
from tests.sandbox.lab import V2, Lab, button, channels, gallery, lab_of, menu, option, row, text

Answer = tuple[int, Any]
Case = Callable[[Lab], Awaitable[Answer]]
CASES: list[tuple[Limit, int, int, Case]] = []
ELSEWHERE = {
    Limit.IDENTIFIES,
    Limit.PRIVILEGED_INTENTS,
    Limit.GATEWAY_TOKEN,
    Limit.HEARTBEAT,
    Limit.GATEWAY_FRAMES,
}  # test_gateway
IMAGE = "data:image/png;base64," + base64.b64encode(b"\x89PNG").decode()


def case(limit: Limit, status: int = 400, code: int = 50035) -> Callable[[Case], Case]:
    def add(function: Case) -> Case:
        CASES.append((limit, status, code, function))
        return function

    return add


def body(limit: Limit, *components: Any, legacy: bool = False) -> None:
    """Add a case of a message whose components alone break a limit."""

    async def send(lab: Lab) -> Answer:
        return (
            await lab.send(content="x", components=list(components)) if legacy else await lab.v2(*components)
        )

    case(limit)(send)


def registration(limit: Limit, **fields: Any) -> None:
    """Add a case of a command whose fields break a limit."""

    async def put(lab: Lab) -> Answer:
        return await lab.command(**fields)

    case(limit)(put)


@pytest.fixture
async def lab(place: Place) -> AsyncIterator[Lab]:
    async with lab_of(place) as lab:
        yield lab


# rates


@case(Limit.SENDS, 429, 0)
async def sixth_send(lab: Lab) -> Answer:
    for _ in range(5):
        assert (await lab.send(content="x"))[0] == 200
    return await lab.send(content="x")


@case(Limit.EDITS, 429, 0)
async def sixth_edit(lab: Lab) -> Answer:
    table = await lab.table()
    for _ in range(5):
        assert (await lab.call("PATCH", f"{lab.here}/{table.id}", {"content": "y"}))[0] == 200
    return await lab.call("PATCH", f"{lab.here}/{table.id}", {"content": "z"})


@case(Limit.OLD_EDITS, 429, 30046)
async def third_edit_of_an_old_message(lab: Lab) -> Answer:
    table = await lab.table()
    lab.sandbox.clock.advance(3601)
    for _ in range(2):
        assert (await lab.call("PATCH", f"{lab.here}/{table.id}", {"content": "y"}))[0] == 200
    return await lab.call("PATCH", f"{lab.here}/{table.id}", {"content": "z"})


@case(Limit.DELETES, 429, 0)
async def sixth_delete(lab: Lab) -> Answer:
    said = [await lab.place.ann.say(lab.place.channel, "x") for _ in range(6)]
    lab.place.channel.allow(lab.sandbox.bot, Permission.MANAGE_MESSAGES)
    for message in said[:5]:
        assert (await lab.call("DELETE", f"{lab.here}/{message.id}"))[0] == 204
    return await lab.call("DELETE", f"{lab.here}/{said[5].id}")


@case(Limit.WEBHOOK, 429, 0)
async def sixth_use_of_a_token(lab: Lab) -> Answer:
    made, _ = await lab.panel()
    for _ in range(5):
        assert (await lab.hook("PATCH", made, "@original", content="y"))[0] == 200
    return await lab.hook("PATCH", made, "@original", content="z")


@case(Limit.GLOBAL, 429, 0)
async def fifty_first_request_in_a_second(lab: Lab) -> Answer:
    assert lab.sandbox.limits.rates[Limit.GLOBAL].seconds == 1
    lab.sandbox.limits.rates[Limit.GLOBAL].seconds = 20  # a busy machine may need longer for so many
    for _ in range(50):
        assert (await lab.call("GET", "/users/@me"))[0] == 200
    return await lab.call("GET", "/users/@me")


@case(Limit.ADDRESS, 429, 0)
async def fifty_first_request_by_tokens_in_a_second(lab: Lab) -> Answer:
    assert lab.sandbox.limits.rates[Limit.ADDRESS].seconds == 1
    lab.sandbox.limits.rates[Limit.ADDRESS].seconds = 20
    for _ in range(10):
        made, _ = await lab.panel()
        for _ in range(5):
            assert (await lab.hook("PATCH", made, "@original", content="y"))[0] == 200
    made, _ = await lab.panel()
    return await lab.hook("PATCH", made, "@original", content="z")


@case(Limit.BAN, 429, 0)
async def request_after_too_many_invalid_ones(lab: Lab) -> Answer:
    rate = lab.sandbox.limits.rates[Limit.BAN]
    assert (rate.requests, rate.seconds) == (10_000, 600)
    rate.requests = 3
    for status in (401, 403):
        lab.sandbox.faults.error(status=status)
    lab.sandbox.faults.too_many(times=1)
    for status in (401, 403, 429):
        assert (await lab.call("GET", "/users/@me"))[0] == status
    return await lab.call("GET", "/users/@me")


# interactions


@case(Limit.ACK_WINDOW, 404, 10062)
async def late_acknowledgement(lab: Lab) -> Answer:
    made = lab.begin()
    lab.sandbox.clock.advance(3.1)
    return await lab.respond(made, 4, content="x")


@case(Limit.ACK_ONCE, 400, 40060)
async def second_acknowledgement(lab: Lab) -> Answer:
    made = lab.begin()
    assert (await lab.respond(made, 5))[0] == 204
    return await lab.respond(made, 4, content="x")


@case(Limit.ACK_FIRST, 404, 10015)
async def follow_up_before_the_acknowledgement(lab: Lab) -> Answer:
    return await lab.hook("POST", lab.begin(), content="x")


@case(Limit.TOKEN_LIFE, 401, 50027)
async def expired_token(lab: Lab) -> Answer:
    made, _ = await lab.panel()
    lab.sandbox.clock.advance(15 * 60 + 1)
    return await lab.hook("PATCH", made, "@original", content="x")


@case(Limit.CALLBACK_KIND)
async def update_without_a_message(lab: Lab) -> Answer:
    return await lab.respond(lab.begin(), 6)


@case(Limit.CALLBACK_KIND)
async def choices_for_a_press(lab: Lab) -> Answer:
    return await lab.respond(lab.begin(COMPONENT, await lab.table()), 8, choices=[])


@case(Limit.EPHEMERAL_HIDDEN, 404, 10008)
async def ephemeral_message_by_its_channel(lab: Lab) -> Answer:
    _, panel = await lab.panel()
    return await lab.call("GET", f"{lab.here}/{panel.id}")


@case(Limit.EPHEMERAL_HIDDEN, 404, 10008)
async def ephemeral_message_deleted_by_its_channel(lab: Lab) -> Answer:
    _, panel = await lab.panel()
    return await lab.call("DELETE", f"{lab.here}/{panel.id}")


@case(Limit.EPHEMERAL_OWNER, 404, 10008)
async def ephemeral_message_by_another_token(lab: Lab) -> Answer:
    _, panel = await lab.panel()
    other, _ = await lab.panel()
    return await lab.hook("PATCH", other, panel.id, content="x")


@case(Limit.AUTOCOMPLETE_CHOICES)
async def too_many_suggestions(lab: Lab) -> Answer:
    choices = [{"name": str(n), "value": str(n)} for n in range(26)]
    return await lab.respond(lab.begin(AUTOCOMPLETE), 8, choices=choices)


# messages


@case(Limit.EMPTY_MESSAGE, 400, 50006)
async def empty_message(lab: Lab) -> Answer:
    return await lab.send(content="")


@case(Limit.CONTENT_LENGTH)
async def long_content(lab: Lab) -> Answer:
    return await lab.send(content="x" * 2001)


@case(Limit.EMBED_COUNT)
async def eleven_embeds(lab: Lab) -> Answer:
    return await lab.send(embeds=[{"title": "x"}] * 11)


@case(Limit.EMBED_TEXT)
async def long_embeds(lab: Lab) -> Answer:
    return await lab.send(embeds=[{"description": "x" * 3001}] * 2)


@case(Limit.EMBED_TEXT)
async def long_title(lab: Lab) -> Answer:
    return await lab.send(embeds=[{"title": "x" * 257}])


@case(Limit.FILE_COUNT)
async def eleven_files(lab: Lab) -> Answer:
    return await lab.send({f"{n}.txt": b"x" for n in range(11)}, content="x")


@case(Limit.FILE_SIZE, 413, 40005)
async def large_file(lab: Lab) -> Answer:
    return await lab.send({"x.txt": bytes(10 * 1024 * 1024 + 1)}, content="x")


@case(Limit.FILE_DESCRIPTION)
async def long_alt_text(lab: Lab) -> Answer:
    described = [{"id": 0, "filename": "x.png", "description": "x" * 1025}]
    return await lab.send({"x.png": b"x"}, content="x", attachments=described)


@case(Limit.FILE_DESCRIPTION)
async def long_alt_text_of_an_item(lab: Lab) -> Answer:
    return await lab.v2(gallery("https://example.org/x.png", description="x" * 1025))


@case(Limit.FILE_REFERENCE)
async def file_that_is_not_attached(lab: Lab) -> Answer:
    return await lab.v2(gallery("attachment://x.png", "attachment://y.png"), files={"x.png": b"x"})


@case(Limit.FILE_REFERENCE)
async def listed_file_that_is_nowhere(lab: Lab) -> Answer:
    return await lab.send(content="x", attachments=[{"id": "7"}])


@case(Limit.V2_ALONE)
async def content_beside_components(lab: Lab) -> Answer:
    return await lab.send(flags=V2, content="x", components=[text()])


@case(Limit.V2_ALONE)
async def old_content_beside_new_components(lab: Lab) -> Answer:
    table = await lab.table()
    return await lab.call("PATCH", f"{lab.here}/{table.id}", {"flags": V2, "components": [text()]})


@case(Limit.V2_STAYS)
async def flag_taken_away(lab: Lab) -> Answer:
    _, message = await lab.v2(text())
    return await lab.call("PATCH", f"{lab.here}/{message['id']}", {"flags": 0})


@case(Limit.OWN_MESSAGE, 403, 50005)
async def edit_of_anothers_message(lab: Lab) -> Answer:
    said = await lab.place.ann.say(lab.place.channel, "x")
    return await lab.call("PATCH", f"{lab.here}/{said.id}", {"content": "y"})


@case(Limit.BULK_DELETE)
async def bulk_delete_of_one(lab: Lab) -> Answer:
    lab.place.channel.allow(lab.sandbox.bot, Permission.MANAGE_MESSAGES)
    return await lab.call("POST", f"{lab.here}/bulk-delete", {"messages": [str((await lab.table()).id)]})


@case(Limit.BULK_DELETE, 400, 50034)
async def bulk_delete_of_old_ones(lab: Lab) -> Answer:
    lab.place.channel.allow(lab.sandbox.bot, Permission.MANAGE_MESSAGES)
    ids = [str((await lab.table()).id) for _ in range(2)]
    lab.sandbox.clock.advance(15 * 86_400)
    return await lab.call("POST", f"{lab.here}/bulk-delete", {"messages": ids})


# components

body(Limit.COMPONENT_TOTAL, *[text(str(n)) for n in range(41)])
body(Limit.COMPONENT_TOTAL, *[{"type": 17, "components": [text(), text(), text()]} for _ in range(11)])
body(Limit.COMPONENT_TEXT, text("x" * 2001), {"type": 17, "components": [text("x" * 2000)]})
body(Limit.COMPONENT_NESTING, button())
body(Limit.COMPONENT_NESTING, {"type": 17, "components": [{"type": 17, "components": [text()]}]})
body(Limit.COMPONENT_NESTING, text(), legacy=True)
body(Limit.COMPONENT_FIELDS, row(button(style=9)))
body(Limit.COMPONENT_FIELDS, {"type": 14, "spacing": 3})
body(Limit.COMPONENT_FIELDS, {"type": 17, "accent_color": 1 << 24, "components": [text()]})
body(Limit.ROW_WIDTH, row(*[button(str(n)) for n in range(6)]))
body(Limit.ROW_WIDTH, row(button(), menu()))
body(Limit.ROW_WIDTH, row())
body(Limit.ROW_COUNT, *[row(button(str(n))) for n in range(6)], legacy=True)
body(Limit.CUSTOM_ID_LENGTH, row(button("x" * 101)))
body(Limit.CUSTOM_ID_LENGTH, row({"type": 2, "style": 1, "label": "x"}))
body(Limit.CUSTOM_ID_UNIQUE, row(button()), {"type": 17, "components": [row(button())]})
body(Limit.CUSTOM_ID_UNIQUE, text() | {"id": 5}, text() | {"id": 5})
body(Limit.LABEL_LENGTH, row(button(label="x" * 81)))
body(Limit.BUTTON_FACE, row({"type": 2, "style": 1, "custom_id": "x"}))
body(Limit.BUTTON_LINK, row(button(style=5, url="https://example.org")))
body(Limit.BUTTON_LINK, row({"type": 2, "style": 5, "label": "x"}))
body(Limit.BUTTON_LINK, row(button(url="https://example.org")))
body(Limit.EMOJI_KNOWN, row(button(emoji={"id": "1", "name": "ace"})))
body(Limit.EMOJI_KNOWN, row(button(emoji={"name": "ace"})))
body(Limit.SELECT_OPTIONS, row(menu(*map(str, range(26)))))
body(Limit.SELECT_OPTIONS, row(menu("a", "a")))
body(Limit.SELECT_OPTION_LENGTH, row(menu("x" * 101)))
body(Limit.SELECT_RANGE, row(menu("a", max_values=2)))
body(Limit.SELECT_RANGE, row(menu(min_values=2, max_values=1)))
body(Limit.SELECT_RANGE, row(menu(min_values=0, max_values=26)))
HERE = {"type": "channel", "id": "1"}
body(Limit.SELECT_RANGE, row(channels(max_values=26)))
body(Limit.SELECT_DEFAULTS, row(channels(default_values=[HERE, HERE])))
body(Limit.SELECT_DEFAULTS, row(channels(default_values=[HERE], min_values=2, max_values=3)))
body(Limit.SELECT_DEFAULTS, row(channels(default_values=[{"type": "user", "id": "1"}])))
body(Limit.SELECT_DEFAULTS, row(channels(default_values=[{"type": "channel", "id": "carte"}])))
body(Limit.CHANNEL_TYPES, row(channels(channel_types=[9])))
body(Limit.CHANNEL_TYPES, row(channels(channel_types=[0, 0])))
body(Limit.PLACEHOLDER_LENGTH, row(menu(placeholder="x" * 151)))
body(Limit.SECTION_TEXTS, {"type": 9, "components": [text()] * 4, "accessory": button()})
body(Limit.SECTION_ACCESSORY, {"type": 9, "components": [text()]})
body(Limit.GALLERY_ITEMS, gallery(*["https://example.org/x.png"] * 11))


@case(Limit.MODAL_SHAPE)
async def long_title_of_a_form(lab: Lab) -> Answer:
    field = {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "f", "style": 1}}
    return await lab.respond(lab.begin(), 9, title="x" * 46, custom_id="form", components=[field])


@case(Limit.MODAL_SHAPE)
async def six_fields(lab: Lab) -> Answer:
    fields = [
        {"type": 18, "label": "x", "component": {"type": 4, "custom_id": f"f{n}", "style": 1}}
        for n in range(6)
    ]
    return await lab.respond(lab.begin(), 9, title="x", custom_id="form", components=fields)


# commands


@case(Limit.COMMAND_COUNT, 400, 30032)
async def hundred_and_first_command(lab: Lab) -> Answer:
    return await lab.commands(*[{"name": f"c{n}", "description": "x"} for n in range(101)])


@case(Limit.COMMAND_NAME)
async def two_commands_of_one_name(lab: Lab) -> Answer:
    return await lab.commands(*[{"name": "cicera", "description": "x"}] * 2)


@case(Limit.COMMAND_COUNT, 400, 30032)
async def sixteenth_command_in_the_menu_of_messages(lab: Lab) -> Answer:
    await lab.commands(*[{"name": f"Do {n}", "type": 3} for n in range(15)])
    return await lab.call("POST", f"/applications/{lab.app}/commands", {"name": "Do it", "type": 3})


registration(Limit.COMMAND_NAME, type=3, name="x" * 33, description=None)
registration(Limit.MENU_FIELDS, type=3)
registration(Limit.MENU_FIELDS, type=3, description=None, options=[option()])
registration(Limit.COMMAND_NAME, name="Cicera")
registration(Limit.COMMAND_NAME, name="two words")
registration(Limit.COMMAND_NAME, name="x" * 33)
registration(Limit.COMMAND_NAME, name_localizations={"it": "Non Va"})
registration(Limit.COMMAND_DESCRIPTION, description="x" * 101)
registration(Limit.COMMAND_DESCRIPTION, description_localizations={"it": "x" * 101})
registration(Limit.COMMAND_LOCALE, name_localizations={"xx": "cicera"})
registration(Limit.OPTION_COUNT, options=[option(name=f"o{n}") for n in range(26)])
LONG = [{"name": "x" * 90 + str(number), "value": "x" * 90 + str(number)} for number in range(25)]
registration(Limit.OPTION_COUNT, options=[option(name=name, choices=LONG) for name in ("a", "b")])
registration(Limit.OPTION_ORDER, options=[option(name="a"), option(name="b", required=True)])
registration(Limit.OPTION_ORDER, options=[option(), option()])
registration(Limit.OPTION_NESTING, options=[option(1, "sub"), option()])
registration(Limit.OPTION_NESTING, options=[option(1, "a", options=[option(1, "b")])])
registration(Limit.OPTION_NESTING, options=[option(2, "a", options=[option(2, "b")])])
registration(Limit.OPTION_NESTING, options=[option(12)])
registration(Limit.CHOICES, options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])
registration(Limit.CHOICES, options=[option(choices=[{"name": "x" * 101, "value": "x"}])])
registration(Limit.CHOICES, options=[option(4, choices=[{"name": "x", "value": "x"}])])
registration(Limit.CHOICES, options=[option(choices=[{"name": "x", "value": "x"}], autocomplete=True)])


# permissions


def denied(limit: Limit, permission: Permission, act: Case, code: int = 50013) -> None:
    """Add a case of an action that the bot may not do in a channel."""

    async def breach(lab: Lab) -> Answer:
        lab.place.channel.deny(lab.sandbox.bot, permission)
        return await act(lab)

    case(limit, 403, code)(breach)


denied(Limit.VIEW_CHANNEL, Permission.VIEW_CHANNEL, lambda lab: lab.call("GET", lab.here[:-9]), 50001)
denied(Limit.SEND_MESSAGES, Permission.SEND_MESSAGES, lambda lab: lab.send(content="x"))
denied(Limit.EMBED_LINKS, Permission.EMBED_LINKS, lambda lab: lab.send(embeds=[{"title": "x"}]))
denied(Limit.ATTACH_FILES, Permission.ATTACH_FILES, lambda lab: lab.send({"x.txt": b"x"}, content="x"))
denied(Limit.READ_HISTORY, Permission.READ_MESSAGE_HISTORY, lambda lab: lab.call("GET", lab.here))
denied(
    Limit.CREATE_THREADS,
    Permission.CREATE_PUBLIC_THREADS,
    lambda lab: lab.call("POST", f"{lab.here[:-9]}/threads", {"name": "x", "type": 11}),
)


@case(Limit.MANAGE_THREADS, 403, 50013)
async def archiving_of_anothers_thread(lab: Lab) -> Answer:
    thread = lab.place.channel.add_thread("chatter", owner=lab.place.ann.user)
    return await lab.call("PATCH", f"/channels/{thread.id}", {"archived": True})


@case(Limit.MANAGE_THREADS, 403, 50013)
async def locking_of_ones_own_thread(lab: Lab) -> Answer:
    thread = lab.place.channel.add_thread("table 1")
    return await lab.call("PATCH", f"/channels/{thread.id}", {"locked": True})


@case(Limit.THREAD_FIELDS)
async def thread_that_is_archived_after_an_hour_and_a_half(lab: Lab) -> Answer:
    fields = {"name": "x", "type": 11, "auto_archive_duration": 90}
    return await lab.call("POST", f"{lab.here[:-9]}/threads", fields)


@case(Limit.THREAD_FIELDS)
async def thread_with_too_long_a_new_name(lab: Lab) -> Answer:
    thread = lab.place.channel.add_thread("table 1")
    return await lab.call("PATCH", f"/channels/{thread.id}", {"name": "x" * 101})


@case(Limit.MANAGE_MESSAGES, 403, 50013)
async def delete_of_anothers_message(lab: Lab) -> Answer:
    said = await lab.place.ann.say(lab.place.channel, "x")
    return await lab.call("DELETE", f"{lab.here}/{said.id}")


# emoji


def emoji(limit: Limit, code: int = 50035, name: str = "ace", image: str = IMAGE, before: int = 0) -> None:
    """Add a case of an application emoji that breaks a limit; `before` is how many there are already."""

    async def post(lab: Lab) -> Answer:
        lab.sandbox.world.emojis |= {n: {"id": str(n), "name": f"e{n}"} for n in range(before)}
        return await lab.call("POST", f"/applications/{lab.app}/emojis", {"name": name, "image": image})

    case(limit, 400, code)(post)


LARGE = "data:image/png;base64," + base64.b64encode(bytes(256 * 1024 + 1)).decode()
emoji(Limit.EMOJI_NAME, name="ace of spades")
emoji(Limit.EMOJI_NAME, name="e1", before=2)
emoji(Limit.EMOJI_SIZE, image=LARGE)
emoji(Limit.EMOJI_COUNT, 30008, before=2000)


@case(Limit.EMOJI_NAME)
async def another_emojis_name(lab: Lab) -> Answer:
    lab.sandbox.world.emojis |= {n: {"id": str(n), "name": f"e{n}"} for n in range(2)}
    return await lab.call("PATCH", f"/applications/{lab.app}/emojis/0", {"name": "e1"})


# the web


@case(Limit.BOT_TOKEN, 401, 0)
async def another_token(lab: Lab) -> Answer:
    return await lab.call("GET", "/users/@me", headers={"Authorization": "Bot another"})


@case(Limit.HOST, 403, 0)
async def foreign_host(lab: Lab) -> Answer:
    return await lab.call("GET", "/users/@me", headers={"Host": "example.org"})


@case(Limit.ORIGIN, 403, 0)
async def foreign_origin(lab: Lab) -> Answer:
    return await lab.call("GET", "/users/@me", headers={"Origin": "http://example.org"})


every_case = pytest.mark.parametrize(
    ("limit", "status", "code", "breach"),
    [pytest.param(*row, id=f"{row[0].value}-{index}") for index, row in enumerate(CASES)],
)


@every_case
async def test_a_limit_refuses(lab: Lab, limit: Limit, status: int, code: int, breach: Case) -> None:
    answer, body = await breach(lab)
    assert (answer, (body or {}).get("code", 0)) == (status, code), body
    assert limit in (Limit.HOST, Limit.ORIGIN) or lab.sandbox.violations


@every_case
async def test_without_its_limit_it_passes(
    lab: Lab, limit: Limit, status: int, code: int, breach: Case
) -> None:
    with lab.sandbox.limits.without(limit):
        answer, body = await breach(lab)
    assert answer < 300, body
    assert not lab.sandbox.violations


def test_each_limit_has_a_case() -> None:
    assert {limit for limit, *_ in CASES} | ELSEWHERE == set(Limit)
