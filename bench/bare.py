"""`python -m bench.bare URL TOKEN`: discord.py alone, to compare the bot with.

It makes the requests that a script holds, with payloads built before, and does nothing else. It obeys one
line of JSON on its standard input at a time, answers each on its standard output, and ends with its input.
"""

import asyncio
import gc
import io
import json
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import aiohttp
import discord
import psutil
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import async_context

Command = Callable[..., Awaitable[Any]]
UPDATE: Final = 7
REPLY: Final = 4
NONE: Final[Mapping[str, str]] = MappingProxyType({})


async def cpu() -> float:
    """Return the CPU time of this process so far, in seconds."""
    return time.process_time()


async def memory() -> int:
    """Return the resident memory of this process, in bytes."""
    gc.collect()
    return psutil.Process().memory_info().rss


class Bare(discord.AutoShardedClient):
    """A bot that answers the k-th press with the k-th entry of its script.

    It has the gateway connection of the real bot: the same intents, the same caches. Its answers go through
    `session`, whose connections discord.py uses for all other requests.
    """

    def __init__(self, session: aiohttp.ClientSession) -> None:
        super().__init__(
            connector=session.connector,
            intents=discord.Intents(guilds=True, guild_messages=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            shard_count=1,
        )
        self.session = session
        self.tree = discord.app_commands.CommandTree(self)
        self.boards: dict[int, int] = {}
        self.panels: dict[tuple[int, int], tuple[str, int]] = {}
        self.opening: dict[str, Any] = {}
        self.script: list[Any] = []
        self.presses = 0

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def open(self, path: str) -> None:
        """Post the public messages of `path`; a press on one opens the presser's panel."""
        self.opening = _read(path)
        for channel_id, board in self.opening["boards"].items():
            sent = await self.http.send_message(int(channel_id), params=_params(*board))
            self.boards[int(channel_id)] = int(sent["id"])

    async def play(self, path: str) -> None:
        """Take the script of `path`, from its beginning."""
        self.script, self.presses = _read(path), 0
        for entry in self.script:
            for _, files in (entry["board"], *(edit for _, edit in entry["panels"])):
                for file in files.values():
                    _file(file)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        message, channel_id = interaction.message, interaction.channel_id
        assert message is not None
        assert channel_id is not None
        if not message.flags.ephemeral:
            payload = self.opening["panels"][f"{channel_id}:{interaction.user.id}"]
            made = await self._answer(interaction, REPLY, payload)
            message_id = int(made["resource"]["message"]["id"])
            self.panels[channel_id, interaction.user.id] = (interaction.token, message_id)
            return
        entry = self.script[self.presses % len(self.script)]
        self.presses += 1
        await self._answer(interaction, UPDATE, entry["answer"])
        self.panels[channel_id, interaction.user.id] = (interaction.token, message.id)
        await asyncio.gather(
            self.http.edit_message(channel_id, self.boards[channel_id], params=_params(*entry["board"])),
            *(self._edit(interaction, channel_id, int(user), *edit) for user, edit in entry["panels"]),
        )

    async def _answer(self, interaction: discord.Interaction, kind: int, payload: Any) -> Any:
        params = _params({"type": kind, "data": payload})
        return await async_context.get().create_interaction_response(
            interaction.id, interaction.token, session=self.session, params=params
        )

    async def _edit(
        self,
        interaction: discord.Interaction,
        channel_id: int,
        user_id: int,
        payload: Any,
        files: Mapping[str, str],
    ) -> None:
        token, message_id = self.panels[channel_id, user_id]
        await async_context.get().edit_webhook_message(
            interaction.application_id,
            token,
            message_id,
            session=self.session,
            **_params(payload, files)._asdict(),
        )


async def obey(commands: dict[str, Command]) -> None:
    """Obey the commands on the lines of standard input, until it ends."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    while line := await reader.readline():
        name, *arguments = json.loads(line)
        print(json.dumps(await commands[name](*arguments)), flush=True)


def _params(payload: Any, files: Mapping[str, str] = NONE) -> MultipartParameters:
    """Return a request as discord.py takes it, with files by their names from where they lie."""
    if not files:
        return MultipartParameters(payload=payload, multipart=None, files=None)
    sent = [discord.File(io.BytesIO(_file(path)), filename=name) for name, path in files.items()]
    text = json.dumps(payload, separators=(",", ":"))
    parts: list[dict[str, Any]] = [{"name": "payload_json", "value": text}]
    for number, file in enumerate(sent):
        kind = "application/octet-stream"
        part = {"name": f"files[{number}]", "value": file.fp, "filename": file.filename, "content_type": kind}
        parts.append(part)
    return MultipartParameters(payload=None, multipart=parts, files=sent)


@cache
def _file(path: str) -> bytes:
    return Path(path).read_bytes()


def _read(path: str) -> Any:
    return json.loads(Path(path).read_text())


async def run(url: str, token: str) -> None:
    """Run the bare bot against the stand-in at `url`."""
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1)) / "gateway"
    connector = aiohttp.TCPConnector(limit=0)  # as discord.py has it
    async with aiohttp.ClientSession(connector=connector) as session, Bare(session) as bot:
        running = asyncio.create_task(bot.start(token))
        await obey({"cpu": cpu, "memory": memory, "open": bot.open, "play": bot.play})
        await bot.close()
        await running


if __name__ == "__main__":
    asyncio.run(run(*sys.argv[1:]))
