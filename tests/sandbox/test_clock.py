"""The clock, the headers of a 429, the switch of all rates and the bounds of the logs."""

from __future__ import annotations

import asyncio
import time

import pytest

from sandbox.clock import Clock, created_at
from sandbox.limits import Limit
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from tests.sandbox.conftest import Place
from tests.sandbox.lab import lab_of


async def test_advancing_runs_what_is_due_in_order() -> None:
    clock = Clock()
    rang: list[str] = []
    clock.call_later(20, lambda: rang.append("second"))
    clock.call_later(10, lambda: rang.append("first"))
    clock.call_later(15, lambda: rang.append("never")).cancel()
    sleeping = asyncio.create_task(clock.sleep(30))
    await asyncio.sleep(0)
    clock.advance(19)
    assert rang == ["first"]
    clock.advance(11)
    await asyncio.wait_for(sleeping, 1)
    assert rang == ["first", "second"]
    with pytest.raises(ValueError, match="forward"):
        clock.advance(-1)
    clock.close()


async def test_it_runs_with_real_time() -> None:
    clock = Clock()
    began = time.monotonic()
    await clock.sleep(0.05)
    assert 0.05 <= time.monotonic() - began < 5
    clock.close()


def test_snowflakes_ascend_and_carry_the_time() -> None:
    clock = Clock()
    ids = [clock.snowflake() for _ in range(10_000)]
    assert ids == sorted(set(ids))
    clock.advance(3600)
    assert abs(created_at(clock.snowflake()) - time.time() - 3600) < 5


async def test_a_429_tells_when_to_come_back(place: Place) -> None:
    async with lab_of(place) as lab:
        for left in (4, 3, 2, 1, 0):
            await lab.send(content="x")
            assert lab.headers["X-RateLimit-Remaining"] == str(left)
        status, body = await lab.send(content="x")
        assert (status, body["global"], body["message"]) == (429, False, "You are being rate limited.")
        assert 0 < body["retry_after"] <= 5
        assert lab.headers["X-RateLimit-Scope"] == "user"
        assert lab.headers["X-RateLimit-Limit"] == "5"
        assert float(lab.headers["X-RateLimit-Reset-After"]) == pytest.approx(body["retry_after"], abs=0.01)
        assert float(lab.headers["X-RateLimit-Reset"]) == pytest.approx(
            lab.sandbox.clock.now() + body["retry_after"], abs=5
        )
        assert int(lab.headers["Retry-After"]) in range(1, 6)
        assert lab.headers["Via"]
        lab.sandbox.clock.advance(5)
        assert (await lab.send(content="x"))[0] == 200
        other = place.guild.add_channel("another")
        for _ in range(5):
            status, _ = await lab.call("POST", f"/channels/{other.id}/messages", {"content": "x"})
            assert status == 200


async def test_the_global_429_says_so(place: Place) -> None:
    place.sandbox.limits.rates[Limit.GLOBAL].requests = 1
    async with lab_of(place) as lab:
        made, _ = await lab.panel()
        assert (await lab.call("GET", "/users/@me"))[0] == 200
        status, body = await lab.call("GET", "/users/@me")
        assert (status, body["global"], lab.headers["X-RateLimit-Global"]) == (429, True, "true")
        assert (await lab.hook("PATCH", made, "@original", content="y"))[0] == 200
        assert (await lab.respond(lab.begin(), 5))[0] == 204


async def test_one_switch_takes_all_rates_out(place: Place) -> None:
    place.sandbox.limits.enabled = False
    async with lab_of(place) as lab:
        for _ in range(60):
            assert (await lab.send(content="x"))[0] == 200
        assert "X-RateLimit-Limit" not in lab.headers
        assert (await lab.send(content="x" * 2001))[0] == 400


async def test_logs_keep_the_newest() -> None:
    async with Sandbox(keep_requests=3) as sandbox:
        guild = sandbox.world.add_guild("Osteria")
        ann = sandbox.join(guild, "ann")
        place = Place(sandbox, guild, guild.add_channel("carte"), ann, ann)
        async with lab_of(place) as lab:
            for number in range(5):
                await lab.send(content=str(number), files={"x.txt": b"abc"})
        assert [entry.json["content"] for entry in sandbox.requests] == ["2", "3", "4"]
        entry = sandbox.requests[-1]
        assert (entry.method, entry.route, entry.status) == ("POST", "/channels/{channel_id}/messages", 200)
        assert (entry.files, entry.milliseconds > 0) == ([("x.txt", 3)], True)


async def test_overwrites_are_added_up_as_discord_does(place: Place) -> None:
    channel, ann = place.channel, place.ann
    send = Permission.SEND_MESSAGES

    def may() -> bool:
        return place.sandbox.world.may(ann.user, channel, send)

    channel.deny(place.guild.everyone, send)
    assert not may()
    role = place.guild.add_role("players", 0)
    ann.membership.roles.append(role.id)
    channel.allow(role, send)
    assert may()
    channel.deny(ann, send)
    assert not may()
    channel.allow(ann, send)
    channel.deny(place.guild.everyone, Permission.VIEW_CHANNEL)
    assert not may()
    place.guild.set_permissions(role, Permission.ADMINISTRATOR)
    assert may()
