"""Faults on demand, as unmodified discord.py meets them."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import discord
import pytest

from sandbox.driver import NoAnswer
from sandbox.limits import Limit
from tests.sandbox.conftest import Place
from tests.sandbox.lab import lab_of
from tests.sandbox.sample import SampleBot

SEND = "POST /channels/{channel_id}/messages"
CALLBACK = "POST /interactions/*"


@pytest.fixture
def here(place: Place, bot: SampleBot) -> discord.TextChannel:
    channel = bot.get_channel(place.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


def statuses(place: Place, path: str) -> list[int]:
    return [entry.status for entry in place.sandbox.requests if entry.route == path]


async def test_a_429_is_waited_out(place: Place, here: discord.TextChannel) -> None:
    fault = place.sandbox.faults.too_many(SEND, times=2, retry_after=0.1)
    began = time.monotonic()
    await here.send("x")
    assert time.monotonic() - began >= 0.2
    assert fault.hits == 2
    assert statuses(place, "/channels/{channel_id}/messages") == [429, 429, 200]
    assert not place.sandbox.violations


@pytest.mark.real_time
async def test_a_global_429_stops_everything(place: Place, bot: SampleBot, here: discord.TextChannel) -> None:
    place.sandbox.faults.too_many(SEND, retry_after=0.2, everywhere=True)
    sending = asyncio.create_task(here.send("x"))
    await place.sandbox.until(lambda: 429 in statuses(place, "/channels/{channel_id}/messages"))
    await asyncio.sleep(0.05)
    await bot.fetch_channel(here.id)
    await sending
    order = [(entry.route, entry.status) for entry in place.sandbox.requests][-3:]
    assert order[0] == ("/channels/{channel_id}/messages", 429)
    assert {status for _, status in order[1:]} == {200}


async def test_the_real_rate_limits_hold_discordpy_back(place: Place, here: discord.TextChannel) -> None:
    place.sandbox.limits.rates[Limit.SENDS].seconds = 0.4
    began = time.monotonic()
    for number in range(6):
        await here.send(str(number))
    assert 0.3 < time.monotonic() - began < 5
    assert 429 not in statuses(place, "/channels/{channel_id}/messages")


async def test_a_5xx_is_tried_again_or_raised(place: Place, here: discord.TextChannel) -> None:
    place.sandbox.faults.error(SEND, status=500)
    await here.send("x")
    assert statuses(place, "/channels/{channel_id}/messages") == [500, 200]
    fault = place.sandbox.faults.error(SEND, times=None, status=503)
    with pytest.raises(discord.DiscordServerError):
        await here.send("y")
    place.sandbox.faults.remove(fault)
    await here.send("z")
    assert [message.text for message in place.ann.sees(place.channel)] == ["x", "z"]


@pytest.mark.parametrize(("fault", "shown"), [("dropped", []), ("lost", ["x"])])
async def test_a_cut_connection(
    place: Place, here: discord.TextChannel, fault: str, shown: list[str]
) -> None:
    getattr(place.sandbox.faults, fault)(SEND)
    with pytest.raises(aiohttp.ClientError):
        await here.send("x")
    assert [message.text for message in place.ann.sees(place.channel)] == shown


async def test_a_lost_acknowledgement_stands(place: Place, bot: SampleBot) -> None:
    place.sandbox.faults.lost(CALLBACK)
    answer = await place.ann.slash(place.channel, "cicera start", target=3)
    assert answer.text == "count 3"


async def test_an_acknowledgement_answered_by_a_5xx_was_one(place: Place, bot: SampleBot) -> None:
    place.sandbox.faults.lost(CALLBACK, status=500)
    answer = await place.ann.slash(place.channel, "cicera start", target=3)
    await place.sandbox.until(lambda: any("40060" in text for text in place.sandbox.violations))
    assert [message.text for message in place.bo.sees(place.channel)] == ["count 3"] == [answer.text]


async def test_a_slow_answer_is_late_on_the_sandbox_clock(place: Place, bot: SampleBot) -> None:
    place.sandbox.faults.slow(CALLBACK, seconds=10)
    pressing = asyncio.create_task(place.ann.slash(place.channel, "cicera start"))
    await place.sandbox.until(lambda: place.sandbox.requests[-1].path.startswith("/interactions/"))
    place.sandbox.clock.advance(10)
    with pytest.raises(NoAnswer):
        await pressing
    await place.sandbox.until(lambda: any("10062" in text for text in place.sandbox.violations))
    assert place.ann.sees(place.channel) == []


async def test_clear_takes_every_fault_away(place: Place) -> None:
    place.sandbox.faults.error(times=None)
    async with lab_of(place) as lab:
        assert (await lab.send(content="x"))[0] == 500
        place.sandbox.faults.clear()
        assert (await lab.send(content="x"))[0] == 200


# Faults that the rules define beyond limits.


async def test_deferring_decides_who_sees_it(place: Place) -> None:
    async with lab_of(place) as lab:
        made = lab.begin()
        await lab.respond(made, 5)
        [shown] = place.bo.sees(place.channel)
        assert shown.loading
        status, body = await lab.hook("POST", made, content="now", flags=64)
        assert (status, int(body["id"]), shown.text, shown.loading) == (200, shown.id, "now", False)
        _, second = await lab.hook("POST", made, content="mine", flags=64)
        assert [message.text for message in place.bo.sees(place.channel)] == ["now"]
        assert [message.text for message in place.ann.sees(place.channel)] == ["now", "mine"]
        assert (await lab.hook("DELETE", made, second["id"]))[0] == 204
        assert (await lab.hook("GET", made, second["id"]))[1]["code"] == 10008
        assert (await lab.hook("GET", made, "@original"))[1]["content"] == "now"


async def test_original_of_an_update_is_the_pressed_message(place: Place) -> None:
    async with lab_of(place) as lab:
        table = await lab.table()
        made = lab.begin(3, table)
        status, body = await lab.respond(made, 7, "?with_response=true", content="updated")
        assert status == 200
        assert body["interaction"]["response_message_id"] == str(table.id)
        assert body["resource"]["message"]["content"] == "updated"
        await lab.hook("PATCH", made, "@original", content="again")
        assert table.text == "again"
        other = lab.begin(3, table)
        await lab.respond(other, 4, content="new")
        await lab.hook("PATCH", other, "@original", content="newer")
        assert (table.text, place.bo.sees(place.channel)[-1].text) == ("again", "newer")


async def test_a_press_on_a_panel_renews_its_token(place: Place) -> None:
    async with lab_of(place) as lab:
        first, own = await lab.panel()
        place.sandbox.clock.advance(14 * 60)
        second = lab.begin(3, own)
        await lab.respond(second, 6)
        place.sandbox.clock.advance(2 * 60)
        assert (await lab.hook("PATCH", first, own.id, content="old"))[0] == 401
        assert (await lab.hook("PATCH", second, own.id, content="new"))[0] == 200
        assert (own.text, own.ephemeral, own.flags & 64) == ("new", True, 64)


async def test_a_refused_acknowledgement_may_be_corrected(place: Place) -> None:
    async with lab_of(place) as lab:
        made = lab.begin()
        assert (await lab.respond(made, 4, content="x" * 2001))[1]["errors"]["data"]["content"]
        assert (await lab.respond(made, 4, content="x"))[0] == 204


async def test_unknown_routes_and_broken_bodies(place: Place) -> None:
    async with lab_of(place) as lab:
        assert await lab.call("GET", "/nowhere") == (404, {"message": "404: Not Found", "code": 0})
        assert (await lab.call("PUT", "/users/@me"))[0] == 405
        assert (await lab.call("POST", lab.here, [1]))[0] == 400
        assert (await lab.call("PUT", f"/applications/{lab.app}/commands", [5]))[0] == 400
        assert (await lab.call("GET", "/channels/abc"))[0] == 400
        assert (await lab.call("GET", "/channels/1"))[1]["code"] == 10003
    assert len(place.sandbox.violations) == 6


async def test_the_old_panel_can_be_dismissed(place: Place) -> None:
    async with lab_of(place) as lab:
        _, own = await lab.panel()
        place.ann.dismiss(own)
        assert place.ann.sees(place.channel) == []
