"""The plain page: what it shows a member, and a press, a form and a command through it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.sandbox.driver import Member
from bot.sandbox.permissions import Permission
from tests.sandbox.conftest import Place
from tests.sandbox.sample import SampleBot


class Browser:
    """One member's page."""

    def __init__(self, place: Place, session: aiohttp.ClientSession) -> None:
        self.place = place
        self.session = session

    async def state(self, member: Member) -> dict[str, Any]:
        query = {"member": key(member), "channel": str(self.place.channel.id), "version": ""}
        async with self.session.get(f"{self.place.sandbox.url}/page/state", params=query) as response:
            state: dict[str, Any] = await response.json()
            return state

    async def act(
        self, member: Member, headers: dict[str, str] | None = None, **action: Any
    ) -> dict[str, Any]:
        body = {"member": key(member), "channel": str(self.place.channel.id), **action}
        url = f"{self.place.sandbox.url}/page/act"
        async with self.session.post(url, json=body, headers=headers) as response:
            answer: dict[str, Any] = (
                await response.json()
                if response.content_type == "application/json"
                else {"status": response.status}
            )
            return answer


def key(member: Member) -> str:
    return f"{member.guild.id}/{member.id}"


@pytest.fixture
async def browser(place: Place, bot: SampleBot) -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession() as session:
        yield Browser(place, session)


async def test_a_table_is_opened_pressed_and_seen(place: Place, browser: Browser) -> None:
    assert await browser.act(place.ann, do="write", text="/cicera start target:31 players:two") == {}
    [table] = (await browser.state(place.bo))["messages"]
    assert table["components"][0]["components"][0]["content"] == "count 31"
    assert await browser.act(place.bo, do="press", message=table["id"], custom_id="tap:panel:31") == {}
    await place.sandbox.until(lambda: len(place.bo.sees(place.channel)) == 2)
    assert [message["private"] for message in (await browser.state(place.bo))["messages"]] == [False, True]
    assert len((await browser.state(place.ann))["messages"]) == 1
    state = await browser.state(place.ann)
    assert "/cicera start target: players:" in state["commands"]
    assert [channel["name"] for channel in state["channels"]] == ["carte"]


async def test_a_form_a_select_and_a_chat(place: Place, browser: Browser) -> None:
    await browser.act(place.ann, do="write", text="/cicera start")
    [table] = place.ann.sees(place.channel)
    opened = await browser.act(place.ann, do="press", message=str(table.id), custom_id="tap:form:51")
    assert opened["modal"]["fields"] == [{"id": "name", "label": "Name", "value": "", "options": []}]
    sent = {"do": "submit", "interaction": opened["modal"]["interaction"], "values": {"name": "Ann"}}
    assert "not yours" in (await browser.act(place.bo, **sent))["error"]
    assert await browser.act(place.ann, **sent) == {}
    assert place.ann.sees(place.channel)[-1].text == "Hello Ann"
    await browser.act(place.ann, do="reload")
    assert len(place.ann.sees(place.channel)) == 1
    await browser.act(place.bo, do="write", text="/cicera pick")
    picked = place.bo.sees(place.channel)[-1]
    await browser.act(place.bo, do="select", message=str(picked.id), custom_id="menu", values=["A"])
    assert picked.text == "chose A"
    await browser.act(place.bo, do="write", text="hello")
    assert place.ann.sees(place.channel)[-1].text == "hello"
    assert await browser.act(place.ann, do="write", text="/cicera hand who:@bo") == {}
    assert place.ann.sees(place.channel)[-1].text.startswith("hand of bo")


async def test_a_waiting_page_is_told_of_a_change(place: Place, browser: Browser) -> None:
    version = str((await browser.state(place.ann))["version"])
    query = {"member": key(place.ann), "channel": str(place.channel.id), "version": version}
    url = f"{place.sandbox.url}/page/state"

    async def poll() -> dict[str, Any]:
        async with browser.session.get(url, params=query) as response:
            state: dict[str, Any] = await response.json()
            return state

    polling = asyncio.create_task(poll())
    await asyncio.sleep(0.1)
    assert not polling.done()
    await place.bo.say(place.channel, "hello")
    assert [message["content"] for message in (await polling)["messages"]] == ["hello"]


async def test_pictures_come_from_here(place: Place, bot: SampleBot, browser: Browser) -> None:
    image = b"\x89PNG\r\n\x1a\n" + bytes(20)
    emoji = await bot.create_application_emoji(name="ace", image=image)
    table = (await place.ann.slash(place.channel, "cicera picture")).message
    assert table is not None
    [file] = table.attachments
    assert file.url.startswith(place.sandbox.url)
    wanted = {
        f"{place.sandbox.url}/emojis/{emoji.id}": ("image/png", image),
        file.url: ("image/webp", file.data),
    }
    for url, expected in wanted.items():
        async with browser.session.get(url) as response:
            assert (response.content_type, await response.read()) == expected
    async with browser.session.get(f"{place.sandbox.url}/attachments/1/2/x.png") as response:
        assert response.status == 404


async def test_wrong_input_is_answered(place: Place, browser: Browser) -> None:
    assert "no command" in (await browser.act(place.ann, do="write", text="/chess"))["error"]
    assert "no option" in (await browser.act(place.ann, do="write", text="/cicera start speed:1"))["error"]
    assert "no number" in (await browser.act(place.ann, do="write", text="/cicera start target:x"))["error"]
    assert "gone" in (await browser.act(place.ann, do="press", message="1", custom_id="x"))["error"]
    assert "unknown" in (await browser.act(place.ann, do="dance"))["error"]
    assert "KeyError" in (await browser.act(place.ann))["error"]
    assert await browser.act(place.ann, {"Origin": "http://example.org"}, do="reload") == {"status": 403}


async def test_the_page_itself_asks_for_nothing_outside(place: Place) -> None:
    async with aiohttp.ClientSession() as session, session.get(place.sandbox.url) as response:
        text = await response.text()
        policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; script-src 'nonce-")
    assert "NONCE" not in text
    assert "https://" not in text
    async with (
        aiohttp.ClientSession() as session,
        session.get(place.sandbox.url, headers={"Host": "evil.example"}) as response,
    ):
        assert response.status == 403


async def test_a_channel_is_listed_for_whoever_may_view_it(place: Place, browser: Browser) -> None:
    await browser.act(place.ann, do="write", text="/cicera start target:31 players:two")
    [table] = place.ann.sees(place.channel)
    await place.ann.press(table, custom_id="tap:panel:31")
    await place.sandbox.until(lambda: len(place.ann.sees(place.channel)) == 2)
    place.sandbox.world.delete(table.stored)
    # All that is left there is private to another member.
    assert place.bo.sees(place.channel) == []
    assert [c["id"] for c in (await browser.state(place.bo))["channels"]] == [str(place.channel.id)]
    place.channel.deny(place.bo, Permission.VIEW_CHANNEL)
    assert (await browser.state(place.bo))["channels"] == []
