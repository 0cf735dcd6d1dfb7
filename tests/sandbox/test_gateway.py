"""Sessions on the gateway: shards, resuming without a lost event, closes, intents and world events."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.limits import Limit
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from tests.sandbox.conftest import Place
from tests.sandbox.sample import SampleBot, panel, running


class Wire:
    """A bare gateway client."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def frame(self) -> dict[str, Any]:
        message = await self.socket.receive(timeout=60)
        assert message.type is aiohttp.WSMsgType.TEXT, message
        frame: dict[str, Any] = json.loads(message.data)
        return frame

    async def closed(self) -> int | None:
        while True:
            message = await self.socket.receive(timeout=60)
            if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
                return self.socket.close_code

    async def identify(self, **more: Any) -> dict[str, Any]:
        await self.send(2, {"token": "sandbox.token", "intents": 513, "properties": {}, **more})
        return await self.frame()


@asynccontextmanager
async def wire(sandbox: Sandbox, query: str = "?v=10&encoding=json") -> AsyncIterator[Wire]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(
            sandbox.gateway_url + query, timeout=aiohttp.ClientWSTimeout(ws_close=1)
        ) as socket,
    ):
        yield Wire(socket)


async def test_guilds_fall_on_their_shards() -> None:
    async with Sandbox() as sandbox:
        guilds = [sandbox.world.add_guild(f"Osteria {number}") for number in range(4)]
        channels = [guild.add_channel("carte") for guild in guilds]
        members = [sandbox.join(guild, "ann") for guild in guilds]
        async with running(sandbox, shards=2) as bot:
            assert {guild.name: guild.shard_id for guild in bot.guilds} == {
                guild.name: (guild.id >> 22) % 2 for guild in guilds
            }
            assert {session.shard for session in sandbox.gateway.live} == {(0, 2), (1, 2)}
            for member, channel in zip(members, channels, strict=True):
                answer = await member.slash(channel, "cicera start")
                assert answer.kind == "message"
        await sandbox.gone()


@pytest.mark.parametrize("way", ["drop", "reconnect", "close", "invalidate"])
async def test_a_lost_connection_is_resumed_without_losing_an_event(
    place: Place, bot: SampleBot, way: str
) -> None:
    gateway = place.sandbox.gateway
    [session] = gateway.live
    await place.ann.say(place.channel, f"<@{bot.user and bot.user.id}> 1")
    if way == "invalidate":
        gateway.invalidate(resumable=True)
    else:
        getattr(gateway, way)()
    await place.sandbox.until(lambda: not gateway.live)
    for number in range(2, 6):
        await place.bo.say(place.channel, f"<@{bot.user and bot.user.id}> {number}")
    await place.sandbox.until(lambda: ("resumed", 0) in bot.seen)
    await place.ann.say(place.channel, f"<@{bot.user and bot.user.id}> 6")
    await place.sandbox.until(lambda: sum(kind == "message" for kind, _ in bot.seen) == 6)
    said = [text[-1] for kind, text in bot.seen if kind == "message"]
    assert said == ["1", "2", "3", "4", "5", "6"]
    assert gateway.live == [session]


async def test_an_interaction_waits_for_the_resume(place: Place, bot: SampleBot) -> None:
    place.sandbox.gateway.reconnect()
    await place.sandbox.until(lambda: not place.sandbox.gateway.live)
    assert (await place.ann.slash(place.channel, "cicera hand")).kind == "message"


async def test_an_ended_session_means_a_new_one(place: Place, bot: SampleBot) -> None:
    [session] = place.sandbox.gateway.live
    bot.seen.clear()
    place.sandbox.gateway.invalidate(resumable=False)
    await place.sandbox.until(lambda: any(s is not session for s in place.sandbox.gateway.live))
    await place.sandbox.until(lambda: ("connect", 0) in bot.seen)
    assert ("resumed", 0) not in bot.seen
    assert (await place.ann.slash(place.channel, "cicera hand")).kind == "message"


async def test_a_second_process_finds_the_world_as_it_was(place: Place) -> None:
    async with running(place.sandbox) as first:
        table = (await place.ann.slash(place.channel, "cicera start", target=7)).message
        assert table is not None
        await place.ann.press(table, label="panel")
        await place.sandbox.until(lambda: "ann" in first.panels)
    await place.sandbox.gone()
    interaction, message_id = first.panels["ann"]
    async with running(place.sandbox) as second:
        assert (await place.bo.press(table, label="count")).text == "count 8"
        [_, own] = place.ann.sees(place.channel)
        assert own.id == message_id
        webhook = discord.Webhook.partial(second.application_id or 0, interaction.token, client=second)
        edited = await webhook.edit_message(message_id, view=panel("by the old token"))
        assert (edited.id, own.text) == (message_id, "by the old token")


async def test_the_world_tells_the_bot(place: Place, bot: SampleBot) -> None:
    message = await place.ann.say(place.channel, "hello")
    place.ann.delete(message)
    place.channel.deny(place.sandbox.bot, Permission.SEND_MESSAGES)
    channel = bot.get_channel(place.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await place.sandbox.until(lambda: not channel.permissions_for(channel.guild.me).send_messages)
    place.channel.reset(place.sandbox.bot)
    await place.sandbox.until(lambda: channel.permissions_for(channel.guild.me).send_messages)
    place.guild.set_permissions(place.guild.bot_role, 0)
    place.guild.set_permissions(place.guild.everyone, Permission.VIEW_CHANNEL)
    await place.sandbox.until(lambda: not channel.permissions_for(channel.guild.me).send_messages)
    thread = place.channel.add_thread("table 1")
    await place.sandbox.until(lambda: bot.get_channel(thread.id) is not None)
    place.channel.delete()
    place.sandbox.world.remove_guild(place.guild)
    wanted = {
        ("message", ""),  # hidden without the privileged intent
        ("message_delete", message.id),
        ("channel_delete", "carte"),
        ("guild_remove", "Osteria"),
    }
    await place.sandbox.until(lambda: wanted <= set(bot.seen))


async def test_members_leaving_need_the_privileged_intent(place: Place) -> None:
    place.bo.leave()
    intents = discord.Intents(guilds=True, members=True, guild_messages=True, message_content=True)
    async with Sandbox(privileged=1 << 1 | 1 << 15) as sandbox:
        guild = sandbox.world.add_guild("Osteria")
        channel = guild.add_channel("carte")
        ann = sandbox.join(guild, "ann")
        async with running(sandbox, intents=intents) as bot:
            await ann.say(channel, "hello")
            ann.leave()
            await sandbox.until(lambda: {("message", "hello"), ("member_remove", "ann")} <= set(bot.seen))
            assert ann.sees(channel) == []


async def test_privileged_intents_are_refused(place: Place) -> None:
    intents = discord.Intents(guilds=True, message_content=True)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(place.sandbox, intents=intents):
            pass
    with place.sandbox.limits.without(Limit.PRIVILEGED_INTENTS):
        async with running(place.sandbox, intents=intents):
            pass


async def test_a_wrong_token_is_refused_at_login(place: Place) -> None:
    place.sandbox.token = "another"
    with pytest.raises(discord.LoginFailure):
        async with running(place.sandbox):
            pass


async def test_close_codes(place: Place) -> None:
    async with wire(place.sandbox) as client:
        assert (await client.frame())["op"] == 10
        await client.send(2, {"token": "wrong", "intents": 1})
        assert await client.closed() == 4004
    async with wire(place.sandbox) as client:
        await client.frame()
        await client.send(8, {"guild_id": str(place.guild.id)})
        assert await client.closed() == 4003
    async with wire(place.sandbox) as client:
        await client.frame()
        await client.identify()
        await client.identify()
        assert await client.closed() == 4005
    async with wire(place.sandbox) as client:
        await client.frame()
        await client.socket.send_str("{")
        assert await client.closed() == 4002
    async with wire(place.sandbox) as client:
        await client.frame()
        await client.send(6, {"token": "sandbox.token", "session_id": "unknown", "seq": 1})
        assert await client.frame() == {"op": 9, "d": False}


async def test_a_heartbeat_is_answered_as_from_afar(place: Place) -> None:
    # discord.py's thread notes when it sent a beat only after it was sent: an answer that is there sooner is
    # taken for that of the beat before, and the log reports 41 seconds.
    async with wire(place.sandbox) as one:
        await one.frame()
        loop = asyncio.get_running_loop()
        sent = loop.time()
        await one.send(1, None)
        assert (await one.frame())["op"] == 11
        assert loop.time() - sent > 0.01


@pytest.mark.real_time
async def test_a_close_is_answered_before_the_connection_is_cut(place: Place) -> None:
    """A client that is cut off while answering the close takes it for a broken connection, and resumes."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(place.sandbox.gateway_url + "?v=10&encoding=json", autoclose=False) as socket,
    ):
        await Wire(socket).frame()
        place.sandbox.gateway.close(4014)
        message = await socket.receive(timeout=60)
        assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, 4014)
        await asyncio.sleep(0.1)
        assert place.sandbox.gateway.connections
        await socket.close()
        assert socket.close_code == 4014
        await place.sandbox.gone()


async def test_identify_too_soon_and_heartbeats_missed() -> None:
    async with Sandbox(heartbeat=0.8, max_concurrency=1) as sandbox:
        sandbox.limits.off.discard(Limit.IDENTIFIES)
        async with wire(sandbox) as client:
            await client.frame()
            assert (await client.identify())["t"] == "READY"
            async with wire(sandbox) as second:
                await second.frame()
                assert await second.identify() == {"op": 9, "d": False}
                with sandbox.limits.without(Limit.IDENTIFIES):
                    assert (await second.identify())["t"] == "READY"
            await client.send(1, None)
            assert await client.frame() == {"op": 11, "d": None}
            assert await client.closed() == 4009
        with sandbox.limits.without(Limit.HEARTBEAT, Limit.IDENTIFIES):
            async with wire(sandbox) as client:
                await client.frame()
                await client.identify()
                with pytest.raises(TimeoutError):
                    await client.socket.receive(timeout=1.5)


@pytest.mark.parametrize("off", [(), (Limit.GATEWAY_FRAMES,)])
async def test_too_many_frames(place: Place, off: tuple[Limit, ...]) -> None:
    with place.sandbox.limits.without(*off):
        async with wire(place.sandbox) as client:
            await client.frame()
            for _ in range(121):
                await client.send(1, None)
            if off:
                assert [(await client.frame())["op"] for _ in range(121)] == [11] * 121
            else:
                assert await client.closed() == 4008


@pytest.mark.parametrize("off", [(), (Limit.GATEWAY_TOKEN,)])
async def test_a_wrong_gateway_token(place: Place, off: tuple[Limit, ...]) -> None:
    with place.sandbox.limits.without(*off):
        async with wire(place.sandbox) as client:
            await client.frame()
            await client.send(2, {"token": "wrong", "intents": 1})
            if off:
                assert (await client.frame())["t"] == "READY"
            else:
                assert await client.closed() == 4004


async def test_what_happens_out_of_sight_is_not_told(place: Place, bot: SampleBot) -> None:
    place.channel.deny(place.sandbox.bot, Permission.VIEW_CHANNEL)
    await place.ann.say(place.channel, "unseen")
    place.channel.reset(place.sandbox.bot)
    seen = await place.ann.say(place.channel, "seen")
    place.ann.delete(seen)
    await place.sandbox.until(lambda: ("message_delete", seen.id) in bot.seen)
    assert [kind for kind, _ in bot.seen if kind == "message"] == ["message"]


async def test_silence_and_compression(place: Place) -> None:
    async with wire(place.sandbox, "?v=10&encoding=json&compress=zlib-stream") as client:
        stream = zlib.decompressobj()
        for _ in range(2):
            data = await client.socket.receive_bytes()
            assert data.endswith(b"\x00\x00\xff\xff")
            assert json.loads(stream.decompress(data))["op"] in (10, 11)
            await client.send(1, None)
        place.sandbox.gateway.silence()
        await client.send(1, None)
        with pytest.raises(TimeoutError):
            await client.socket.receive(timeout=0.2)
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(place.sandbox.gateway_url + "?compress=lzma")


async def test_a_silent_gateway_is_left_and_resumed() -> None:
    async with Sandbox(heartbeat=0.3) as sandbox:
        guild = sandbox.world.add_guild("Osteria")
        channel = guild.add_channel("carte")
        ann = sandbox.join(guild, "ann")
        async with running(sandbox, heartbeat_timeout=1.0) as bot:
            sandbox.gateway.silence()
            asking = asyncio.create_task(ann.slash(channel, "cicera hand"))
            await sandbox.until(lambda: ("resumed", 0) in bot.seen)
            assert (await asking).kind == "message"


async def test_members_can_be_asked_for(place: Place) -> None:
    async with wire(place.sandbox) as client:
        await client.frame()
        await client.identify()
        assert (await client.frame())["t"] == "GUILD_CREATE"
        await client.send(8, {"guild_id": str(place.guild.id), "query": "bo", "limit": 5, "nonce": "n"})
        chunk = await client.frame()
        assert (chunk["t"], chunk["d"]["nonce"]) == ("GUILD_MEMBERS_CHUNK", "n")
        assert [member["user"]["username"] for member in chunk["d"]["members"]] == ["bo"]
