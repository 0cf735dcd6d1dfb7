"""A bot in another process, killed and started again, and the stand-in hosted by itself."""

from __future__ import annotations

import asyncio
import signal
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest

from sandbox.__main__ import furnish
from sandbox.clock import created_at
from sandbox.driver import NoAnswer
from sandbox.server import Sandbox
from sandbox.with_bot import ends
from tests.nursery import command
from tests.sandbox.conftest import Place
from tests.sandbox.visitor import visiting

ROOT = Path(__file__).parents[2]


async def start(place: Place) -> Process:
    sandbox = place.sandbox
    arguments = (sandbox.url, sandbox.gateway_url, sandbox.token)
    worker = command("tests.sandbox.worker", *arguments)
    return await asyncio.create_subprocess_exec(*worker, cwd=ROOT, stderr=PIPE)


async def test_a_killed_process_leaves_the_world_standing(place: Place) -> None:
    first = await start(place)
    try:
        await place.sandbox.ready()
        table = (await place.ann.slash(place.channel, "cicera start", target=5)).message
        assert table is not None
        await place.ann.press(table, label="panel")
        await place.sandbox.until(lambda: len(place.ann.sees(place.channel)) == 2)
    finally:
        first.kill()
        await first.communicate()
    await place.sandbox.gone()
    pressing = asyncio.create_task(place.ann.press(table, label="count"))
    await asyncio.sleep(0)
    place.sandbox.clock.advance(3)
    with pytest.raises(NoAnswer):
        await pressing
    second = await start(place)
    try:
        await place.sandbox.ready()
        assert (await place.ann.press(table, label="count")).text == "count 6"
        assert len(place.ann.sees(place.channel)) == 2
    finally:
        second.kill()
        await second.communicate()
    assert list(place.sandbox.violations) == []


async def test_every_run_has_the_same_ids() -> None:
    runs: list[set[int]] = []
    for _ in range(2):
        async with Sandbox() as sandbox:
            furnish(sandbox, guilds=2)
            world = sandbox.world
            roles = {role for guild in world.guilds.values() for role in guild.roles}
            everyone = {guild.everyone.id for guild in world.guilds.values()}
            runs.append(roles | {*world.guilds, *world.channels, *world.users})
            assert len(runs[-1]) == len(roles) + len(world.channels) + len(world.users)
            assert everyone == set(world.guilds)
            assert all(created_at(number) < sandbox.clock.now() - 86_400 for number in runs[-1])
    assert runs[0] == runs[1]


async def test_the_command_hosts_a_stand_in() -> None:
    arguments = ("--port", "0", "--guilds", "2", "--channels", "2")
    process = await asyncio.create_subprocess_exec(*command("sandbox", *arguments), cwd=ROOT, stdout=PIPE)
    assert process.stdout is not None
    try:
        url = (await process.stdout.readline()).decode().strip()
        async with visiting(url) as visitor:
            members = visitor.told["members"]
            assert [(member["name"], member["moderator"]) for member in members] == [
                ("ann", True),
                ("bo", False),
                ("cy", False),
                ("di", False),
                ("ed", False),
            ] * 2
            await visitor.look(members[6]["id"])
            names = [channel["name"] for channel in visitor.told["channels"]]
        assert members[6]["name"] == "bo"
        assert members[6]["guild"] == "Osteria 2"
        assert names == ["carte-1", "serata tranquilla", "carte-2", "osteria", "solo-lettura"]
    finally:
        process.send_signal(signal.SIGTERM)
        await process.communicate()
    assert process.returncode == 0


def test_a_closed_terminal_ends_the_stand_in_unless_it_was_to_outlive_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = [signal.SIGINT, signal.SIGTERM]
    assert ends() == [*usual, signal.SIGHUP]
    kept = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        assert ends() == usual
    finally:
        signal.signal(signal.SIGHUP, kept)
    monkeypatch.delattr(signal, "SIGHUP")
    assert ends() == usual
