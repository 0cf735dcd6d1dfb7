"""A small discord.py bot with all the project's bot uses: groups, dynamic items, layouts, forms, files."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox.server import Sandbox


class Tap(ui.DynamicItem[ui.Button[Any]], template=r"tap:(?P<verb>\w+):(?P<number>\d+)"):
    """One button that does the action of its id."""

    def __init__(self, verb: str, number: int = 0, label: str | None = None) -> None:
        self.verb, self.number = verb, number
        super().__init__(ui.Button(label=label or verb, custom_id=f"tap:{verb}:{number}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Tap:
        return cls(match["verb"], int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        response = interaction.response
        match self.verb:
            case "count":
                await response.edit_message(view=table(self.number + 1))
            case "panel":
                await response.edit_message(view=table(self.number))
                message = await interaction.followup.send(view=panel("yours"), ephemeral=True, wait=True)
                bot(interaction).panels[interaction.user.name] = (interaction, message.id)
            case "later":
                await response.defer()
                await interaction.edit_original_response(view=table(100))
            case "quiet":
                await response.defer()
            case "think":
                await response.defer(ephemeral=True, thinking=True)
                await interaction.followup.send("thought")
            case "form":
                await response.send_modal(NameForm())
            case "twice":
                await response.defer()
                try:
                    await discord.InteractionResponse(interaction).defer()
                except discord.HTTPException as error:
                    bot(interaction).errors.append(error)
            case "silent":
                bot(interaction).presses.append("silent")


class NameForm(ui.Modal, title="Your name"):
    name: ui.Label[Any] = ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=20))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        assert isinstance(self.name.component, ui.TextInput)
        await interaction.response.send_message(f"Hello {self.name.component.value}", ephemeral=True)


def table(number: int) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[Any] = ui.ActionRow()
    for verb in ("count", "panel", "later", "think", "form"):
        row.add_item(Tap(verb, number))
    view.add_item(ui.Container(ui.TextDisplay(f"count {number}"), row))
    return view


def panel(text: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text))
    view.add_item(ui.ActionRow(Tap("quiet", label=text)))
    return view


def bot(interaction: discord.Interaction[Any]) -> SampleBot:
    assert isinstance(interaction.client, SampleBot)
    return interaction.client


async def weigh(interaction: discord.Interaction[Any], message: discord.Message) -> None:
    """Answer with the text of a message and the contents of its files."""
    files = [f"{file.filename}: {(await file.read()).decode()}" for file in message.attachments]
    said = "\n".join([f"{message.author.name} in {message.channel}: {message.content}", *files])
    await interaction.response.send_message(said, ephemeral=interaction.user == message.author)


class SampleBot(commands.AutoShardedBot):
    """The bot; `seen` keeps the names of events with their subjects."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            guild_ready_timeout=0.1,
            intents=options.pop("intents", discord.Intents(guilds=True, guild_messages=True)),
            **options,
        )
        self.panels: dict[str, tuple[discord.Interaction[Any], int]] = {}
        self.errors: list[discord.HTTPException] = []
        self.presses: list[str] = []
        self.seen: list[tuple[str, Any]] = []
        self.setup_done = asyncio.Event()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait no five seconds between shards: the sandbox allows many at once."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Tap)
        self.tree.add_command(Game(name="cicera", description="Cicera"))
        self.tree.add_command(app_commands.ContextMenu(name="Weigh it", callback=weigh))
        await self.tree.sync()
        self.setup_done.set()

    async def on_message(self, message: discord.Message, /) -> None:
        self.seen.append(("message", message.content))

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        self.seen.append(("message_delete", payload.message_id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.seen.append(("channel_delete", channel.name))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.seen.append(("guild_remove", guild.name))

    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        self.seen.append(("member_remove", payload.user.name))

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.seen.append(("resumed", shard_id))

    async def on_shard_connect(self, shard_id: int) -> None:
        self.seen.append(("connect", shard_id))


class Game(app_commands.Group):
    """`/cicera ...`"""

    @app_commands.command(description="Open a table")
    @app_commands.choices(players=[app_commands.Choice(name="two", value=2)])
    async def start(
        self,
        interaction: discord.Interaction[Any],
        target: app_commands.Range[int, 1, 101] = 51,
        players: int = 2,
    ) -> None:
        await interaction.response.send_message(view=table(target))

    @app_commands.command(description="Your hand")
    async def hand(self, interaction: discord.Interaction[Any], who: discord.Member | None = None) -> None:
        shown = interaction.user if who is None else who
        await interaction.response.send_message(
            f"hand of {shown.name} in {interaction.locale}", ephemeral=True
        )

    @app_commands.command(description="A picture")
    async def picture(self, interaction: discord.Interaction[Any]) -> None:
        file = discord.File(io.BytesIO(b"RIFFxxxxWEBP"), "table.webp", description="four cards")
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem(file, description="four cards")))
        await interaction.response.send_message(view=view, file=file)

    @app_commands.command(description="A select")
    async def pick(self, interaction: discord.Interaction[Any]) -> None:
        view = ui.View(timeout=60)
        menu: ui.Select[Any] = ui.Select(
            custom_id="menu", options=[discord.SelectOption(label="Ace", value="A")], max_values=1
        )

        async def chosen(press: discord.Interaction[Any]) -> None:
            await press.response.edit_message(content=f"chose {menu.values[0]}", view=None)

        menu.callback = chosen  # type: ignore[assignment]
        view.add_item(menu)
        await interaction.response.send_message("pick one", view=view)

    @app_commands.command(description="A file")
    async def load(
        self, interaction: discord.Interaction[Any], file: discord.Attachment, word: str = ""
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            said = f"{file.filename} ({file.content_type}, {file.size}): {(await file.read()).decode()}{word}"
        except discord.HTTPException as error:
            said = f"cannot be loaded: {error.status}"
        await interaction.followup.send(said)

    @load.autocomplete("word")
    async def finish(
        self, interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{typed} {interaction.namespace.file}", value=typed)]

    @app_commands.command(description="A channel")
    async def post(self, interaction: discord.Interaction[Any]) -> None:
        view = ui.LayoutView(timeout=60)
        menu: ui.ChannelSelect[Any] = ui.ChannelSelect(
            custom_id="where",
            channel_types=[discord.ChannelType.text, discord.ChannelType.public_thread],
            max_values=2,
            default_values=[discord.Object(interaction.channel_id or 0)],
        )

        async def chosen(press: discord.Interaction[Any]) -> None:
            found = [f"{c.name} {c.permissions.attach_files}" for c in menu.values]
            await press.response.send_message(", ".join(found))

        menu.callback = chosen  # type: ignore[assignment]
        view.add_item(ui.ActionRow(menu))
        await interaction.response.send_message(view=view)

    @app_commands.command(description="Search")
    async def find(self, interaction: discord.Interaction[Any], what: str) -> None:
        await interaction.response.send_message(what)

    @find.autocomplete("what")
    async def offer(
        self, interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=typed.upper(), value=typed)]

    @app_commands.command(description="Says nothing")
    async def silence(self, interaction: discord.Interaction[Any]) -> None:
        bot(interaction).presses.append("silence")


@asynccontextmanager
async def running(
    sandbox: Sandbox, make: Callable[..., SampleBot] = SampleBot, shards: int = 1, **options: Any
) -> AsyncIterator[SampleBot]:
    """Yield a bot connected to the sandbox, closed afterwards; discord.py's two addresses are restored."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = f"{sandbox.url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    bot = make(shard_count=shards, **options)
    try:
        async with bot:
            task = asyncio.create_task(bot.start(sandbox.token))
            try:
                ready = asyncio.create_task(sandbox.ready(shards))
                await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
                if task.done():
                    ready.cancel()
                    await task
                await ready
                await bot.wait_until_ready()
                yield bot
            finally:
                await bot.close()
                await asyncio.gather(task, return_exceptions=True)
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
