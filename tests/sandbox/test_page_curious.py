"""The panel for the curious: its view of the bot's work, and each fault that it switches on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.sandbox.conftest import Place, key
from tests.sandbox.lab import lab_of
from tests.sandbox.sample import SampleBot
from tests.sandbox.visitor import Visitor, visiting

KINDS = ("slow", "429", "500", "lost", "late", "drop")


@asynccontextmanager
async def watching(place: Place) -> AsyncIterator[Visitor]:
    async with visiting(place.sandbox.url) as visitor:
        await visitor.look(key(place.ann))
        assert await visitor.ask("watch", on=True) == {}
        await visitor.until(lambda: "curious" in visitor.told)
        yield visitor


def curious(visitor: Visitor) -> dict[str, Any]:
    panel: dict[str, Any] = visitor.told["curious"]
    return panel


async def test_the_bots_work_is_shown_without_secrets(place: Place, bot: SampleBot) -> None:
    async with watching(place) as visitor:
        assert curious(visitor)["bot"] == {"connected": True, "shards": 1, "restartable": False}
        await visitor.ask("slash", words="cicera start", options={"target": 31})
        [table] = await visitor.showing(1)
        await visitor.ask("press", message=table["id"], id="tap:panel:31")
        await visitor.until(lambda: curious(visitor)["ack"]["count"] == 2)
        await visitor.until(lambda: curious(visitor)["requests"][0]["ms"] is not None)
        panel = curious(visitor)
        asking = asyncio.create_task(visitor.error("slash", words="cicera silence"))
        await visitor.until(lambda: curious(visitor)["acks"][0]["what"] == "/cicera silence")
        pending = {"who": "ann", "what": "/cicera silence", "state": "pending", "answer": None, "ms": None}
        assert {**curious(visitor)["acks"][0], "at": 0} == {**pending, "at": 0}
        assert curious(visitor)["ack"]["unanswered"] == 0
        place.sandbox.clock.advance(3)
        assert (await asking)[0] == "silent"
        await visitor.until(lambda: "not acknowledged" in "".join(curious(visitor)["violations"]))
        await visitor.until(lambda: curious(visitor)["ack"]["unanswered"] == 1)
        assert curious(visitor)["acks"][0]["state"] == "unanswered"
        assert curious(visitor)["ack"]["count"] == 2
        async with lab_of(place) as lab:
            answered = next(iter(place.sandbox.interactions.by_id.values()))
            hook = f"/webhooks/{lab.app}/{answered.token}"
            assert (await lab.respond(answered, 6))[0] == 400
            assert (await lab.call("PATCH", f"{hook}/messages/7", {}))[0] == 404
            for wrong in (f"{hook}/{answered.token}/x/y", f"/{answered.token}", f"{hook}/messages"):
                assert (await lab.call("GET", wrong))[0] == 404
        await visitor.until(lambda: len(curious(visitor)["violations"]) >= 6)
        violations = curious(visitor)["violations"]
        assert await visitor.ask("watch", on=False) == {}
        before = len(visitor.frames)
        await visitor.ask("slash", words="cicera hand")
        await visitor.showing(3)
        assert not any("curious" in frame for frame in visitor.frames[before:])
    refused = "POST /interactions/{interaction_id}/{interaction_token}/callback: 400 40060"
    assert any(text.startswith(refused) for text in violations)
    assert f"GET /webhooks/{lab.app}/…/messages: unknown route" in violations
    assert "GET /…: unknown route" in violations
    acks = [(ack["who"], ack["what"], ack["state"], ack["answer"]) for ack in panel["acks"]]
    assert acks == [
        ("ann", "tap", "answered", "update"),
        ("ann", "/cicera start", "answered", "message"),
    ]
    assert 0 < panel["ack"]["p50"] <= panel["ack"]["p99"] <= panel["ack"]["max"]
    numbers = [request["n"] for request in panel["requests"]]
    assert numbers == sorted(numbers, reverse=True)
    routes = {(request["method"], request["route"]): request for request in panel["requests"]}
    callback = routes["POST", "/interactions/{interaction_id}/{interaction_token}/callback"]
    assert callback["status"] in (200, 204)
    assert callback["bytes"] > 100
    tokens = [made.token for made in place.sandbox.interactions.by_id.values()]
    assert not any(token in str(visitor.frames) for token in (*tokens, place.sandbox.token))
    assert not any(token in text for token in tokens for text in place.sandbox.violations)


async def test_each_fault_is_switched_on_and_off(place: Place, bot: SampleBot) -> None:
    async with watching(place) as visitor:

        def on() -> list[str]:
            return [fault["kind"] for fault in curious(visitor)["faults"] if fault["on"]]

        assert tuple(fault["kind"] for fault in curious(visitor)["faults"]) == KINDS
        for kind in KINDS:
            if kind != "drop":
                await visitor.ask("fault", kind=kind, on=True)
                await visitor.until(lambda kind=kind: on() == [kind])  # type: ignore[misc]  # a bound loop value
                await visitor.ask("fault", kind=kind, on=True)
                await visitor.ask("fault", kind=kind, on=False)
                await visitor.until(lambda: on() == [])
        assert place.sandbox.faults.active == []
        assert await visitor.error("fault", kind="fire", on=True) == ("client", "there is no fault 'fire'")
        assert (await visitor.error("restart"))[0] == "client"


async def test_a_slow_network_delays_requests(place: Place, bot: SampleBot) -> None:
    async with watching(place) as visitor:
        await visitor.ask("fault", kind="slow", on=True)
        (fault,) = place.sandbox.faults.active
        assert fault.seconds == 1
        fault.seconds = 600  # so that it is seen on its way
        sending = asyncio.create_task(bot.get_partial_messageable(place.channel.id).send("at last"))
        await visitor.until(lambda: curious(visitor)["requests"][0]["status"] is None)
        assert not sending.done()
        place.sandbox.clock.advance(600)
        await sending
        await visitor.showing(1)


async def test_a_limited_edit_answers_429(place: Place, bot: SampleBot) -> None:
    async with watching(place) as visitor:
        channel = bot.get_partial_messageable(place.channel.id)
        message = await channel.send("first")
        await visitor.ask("fault", kind="429", on=True)
        editing = asyncio.create_task(message.edit(content="second"))
        await visitor.until(lambda: curious(visitor)["requests"][0]["status"] == 429)
        await visitor.ask("fault", kind="429", on=False)
        await editing
        await visitor.until(lambda: visitor.messages[0]["edited"])


async def test_failing_lost_and_late_answers(place: Place, bot: SampleBot) -> None:
    async with watching(place) as visitor:
        statuses = {"500": 500, "lost": 0}
        for kind, status in statuses.items():
            await visitor.ask("fault", kind=kind, on=True)
            # discord.py tries again for seconds: a request of the test's own shows the fault at once.
            async with aiohttp.ClientSession() as session:
                url = f"{place.sandbox.url}/api/v10/users/@me"
                headers = {"Authorization": f"Bot {place.sandbox.token}"}
                if kind == "lost":
                    with pytest.raises(aiohttp.ClientError):
                        await session.get(url, headers=headers)
                else:
                    async with session.get(url, headers=headers) as response:
                        assert response.status == status
            await visitor.ask("fault", kind=kind, on=False)
            await visitor.until(lambda: curious(visitor)["requests"][0]["ms"] is not None)
        await visitor.ask("fault", kind="late", on=True)
        using = asyncio.create_task(visitor.error("slash", words="cicera hand"))
        await visitor.until(lambda: curious(visitor)["requests"][0]["ms"] is None)
        place.sandbox.clock.advance(3.2)
        assert await using == ("silent", "The application did not respond")
        place.sandbox.clock.advance(1)
        await visitor.until(lambda: curious(visitor)["requests"][0]["status"] == 404)


async def test_a_cut_gateway_comes_back(place: Place, bot: SampleBot) -> None:
    async with watching(place) as visitor:
        await visitor.ask("fault", kind="drop", on=True)
        await place.sandbox.until(lambda: ("resumed", 0) in bot.seen)
        assert not any(fault["on"] for fault in curious(visitor)["faults"])
        assert await visitor.ask("slash", words="cicera hand") == {}
