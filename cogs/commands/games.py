"""The slash commands of every game, from one class: `/cicera start`, `hand`, `table`, `rules` and so on."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.app import CardsBot
from bot.blocks.commands import command_of
from bot.errors import Refused
from bot.lobby.options import meant
from bot.locale import FALLBACK, Words
from bot.messages.ledger import Opened
from bot.panels.lists.tables import last_game
from bot.panels.lobby.own import second_start
from bot.preferences.declared import ON
from bot.store import OwnResult, Scope, Status
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.table.votes import STOP
from bot.tables.play import STAND_IN
from cogs.commands.finding import find, last_here, open_lobby
from cogs.commands.forms import Handler, callback_of, in_teams, start_callback
from cogs.commands.registration import translated
from cogs.pages.leaderboard import show_leaderboard
from cogs.pages.lists import page_of_rules
from cogs.pages.settings import must_start
from cogs.pages.stats import show_stats
from cogs.presses.press import must_play, open_panel, person
from cogs.publisher import publisher
from cogs.replays.codes import offered, show_by_code
from cogs.replays.files import show_file
from cogs.replays.history import show_history
from cogs.sending.answers import Interaction, changed, in_time, language_of, private, public
from cogs.sending.permissions import missing


class Commands:
    """The commands of one game."""

    def __init__(self, bot: CardsBot, game: str) -> None:
        self.bot = bot
        self.game = game
        self._text = partial(translated, bot.catalogue.words(FALLBACK))

    def group(self) -> app_commands.Group:
        """Return the command of the game with its subcommands."""
        group = app_commands.Group(
            name=command_of(self.game),
            description=self._text(f"command.{self.game}.about"),
            guild_only=True,
        )
        group.add_command(
            self._command("start", start_callback(self.bot, self.game, self._offered, self.start))
        )
        for name, handler in (
            ("hand", self.hand),
            ("table", self.table),
            ("rules", self.rules),
            ("leave", self.leave),
            ("stop", self.stop),
        ):
            group.add_command(self._command(name, callback_of(self.bot, handler)))
        group.add_command(self._leaderboard_command())
        asked = callback_of(self.bot, self.stats, member=(discord.User | None, None))
        asked = app_commands.describe(member=self._text("command.option.member.about"))(asked)
        group.add_command(self._command("stats", asked))
        group.add_command(self._history_command())
        group.add_command(self._replay_command())
        return group

    def _leaderboard_command(self) -> app_commands.Command[Any, ..., None]:
        """Return the command of the leaderboard, which ranks members if the game has no teams."""
        if not in_teams(self.game):
            return self._command("leaderboard", callback_of(self.bot, self.members), "members")
        ranked = callback_of(self.bot, self.leaderboard, members=(bool, False))
        ranked = app_commands.describe(members=self._text("command.option.members.about"))(ranked)
        return self._command("leaderboard", ranked, "teams")

    def _history_command(self) -> app_commands.Command[Any, ..., None]:
        asked = callback_of(
            self.bot, self.history, member=(discord.User | None, None), result=(str | None, None)
        )
        asked = app_commands.describe(
            member=self._text("command.option.member.about-history"),
            result=self._text("command.option.result.about"),
        )(asked)
        results = [
            app_commands.Choice(name=self._text(f"history.{one}"), value=one.value) for one in OwnResult
        ]
        return self._command("history", app_commands.choices(result=results)(asked))

    def _replay_command(self) -> app_commands.Command[Any, ..., None]:
        asked = callback_of(
            self.bot, self.replay, code=(str | None, None), file=(discord.Attachment | None, None)
        )
        asked = app_commands.describe(
            code=self._text("command.option.code.about"), file=self._text("command.option.file.about")
        )(asked)
        command = self._command("replay", asked)
        command.autocomplete("code")(self._codes)
        return command

    async def _codes(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered(self.bot, interaction, self.game, typed)

    def _command(self, name: str, callback: Handler, kind: str = "") -> app_commands.Command[Any, ..., None]:
        about = f"command.{name}.about-{kind}" if kind else f"command.{name}.about"
        return app_commands.Command(name=name, description=self._text(about), callback=callback)

    @property
    def _offered(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the values that the host of the bot offers for options without a menu, by name."""
        return self.bot.settings.offered.get(self.game, {})

    # The commands

    async def start(
        self,
        interaction: Interaction,
        words: Words,
        computers: int | None = None,
        level: str | None = None,
        clock: int | None = None,
        **options: Any,
    ) -> None:
        """Open a lobby in the channel with its host and some computers, and the private panel of the host.

        A host who has one open here already is offered that one instead.
        """
        await must_start(self.bot, interaction)
        thread = isinstance(interaction.channel, discord.Thread)
        names = missing(interaction.app_permissions, thread=thread)
        if names:
            raise Refused("refused.missing", what=words.permissions(names))
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        first = await in_time(interaction, open_lobby(self.bot, self.game, interaction), update=True)
        if first is not None:
            await private(interaction, second_start(view_of(first, interaction.user.id), words))
            return
        opened = self.bot.lobbies.open(
            self.game,
            {
                name: meant(self._offered[name], value) if name in self._offered else value
                for name, value in options.items()
                if value is not None
            },
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            language=await language_of(self.bot, interaction),
            host=person(interaction),
            # A level without a number fills every free seat with computers of that level.
            computers=0 if computers is None and level is None else computers,
            level=level or STAND_IN,
            clock=clock,
            undo=(await self.bot.preferences.of(Scope.SERVER, interaction.guild_id))["undo"] == ON,
        )
        table = await changed(interaction, opened, update=True)
        await self._post_here(interaction, table)
        await open_panel(self.bot, interaction, table, words)

    async def hand(self, interaction: Interaction, words: Words) -> None:
        """Show the member's cards, or without a table of their own the public view of one in this channel."""
        table = await in_time(interaction, find(self.bot, self.game, interaction), update=False)
        if table is None or (table.seat_of(interaction.user.id) is None and not table.playing):
            raise self._no_table()
        await open_panel(self.bot, interaction, table, words)

    async def table(self, interaction: Interaction, words: Words) -> None:
        """Move the table to the end of this channel, from any channel; after a game, link to its message."""
        names = missing(interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread))
        if names:
            raise Refused("refused.missing", what=words.permissions(names))
        try:
            table = await in_time(interaction, self._own_table(interaction), update=True)
        except Refused as refused:
            over = await in_time(interaction, last_here(self.bot, self.game, interaction), update=True)
            if over is None:
                raise refused from None
            await private(
                interaction, last_game(view_of(over, interaction.user.id), over.ledger.place, words)
            )
            return
        await self._post_here(interaction, table)
        if table.ledger.panel_of(interaction.user.id, self.bot.tables.now()) is not None:
            await open_panel(self.bot, interaction, table, words)

    async def rules(self, interaction: Interaction, words: Words) -> None:
        """Show the rules, with the house rules of the table here first."""
        found = await in_time(interaction, find(self.bot, self.game, interaction), update=False)
        view = view_of(found) if found is not None else None
        await private(interaction, await page_of_rules(self.bot, interaction, words, self.game, 1, view))

    async def leave(self, interaction: Interaction, words: Words) -> None:
        """Leave a lobby; in a game, explain the consequences of leaving and ask again."""
        table = await in_time(interaction, self._own_table(interaction), update=False)
        if table.row.status in (Status.LOBBY, Status.CLOSED):
            leaving = self.bot.lobbies.leave(table.row.id, interaction.user.id)
            await changed(interaction, leaving, update=False)
            await private(interaction, words("leave.lobby"))
        else:
            must_play(table, interaction.user.id)
            await open_panel(self.bot, interaction, table, words, Opened(0, "leave"))

    async def stop(self, interaction: Interaction, words: Words) -> None:
        """Close a lobby, or vote to end a game; a moderator, or a host without a seat, ends it at once."""
        may = interaction.permissions.manage_messages
        found = await in_time(interaction, find(self.bot, self.game, interaction, anybodys=may), update=False)
        if found is None:
            raise self._no_table()
        table, user_id = found, interaction.user.id
        if table.row.status in (Status.LOBBY, Status.CLOSED):
            closing = self.bot.lobbies.cancel(table.row.id, user_id, may_decide=may)
            await changed(interaction, closing, update=False)
            text = words("lobby.closed")
        else:
            # A host who also plays ends the game by a button, on the page that explains the consequences.
            hosts = user_id == table.row.host_id and table.seat_of(user_id) is None
            if may or hosts:
                stopping = self.bot.seats.stop(table.row.id)
            else:
                stopping = self.bot.seats.vote(table.row.id, user_id, STOP)
            table = await changed(interaction, stopping, update=False)
            text = words("leave.asked" if table.playing else "leave.ended")
        await private(interaction, text)

    async def leaderboard(self, interaction: Interaction, words: Words, *, members: bool = False) -> None:
        """Show the ranking of the teams of this server, or of its members."""
        await show_leaderboard(self.bot, interaction, words, self.game, teams=not members)

    async def members(self, interaction: Interaction, words: Words) -> None:
        """Show the ranking of the members of this server."""
        await self.leaderboard(interaction, words, members=True)

    async def stats(
        self,
        interaction: Interaction,
        words: Words,
        member: discord.User | discord.Member | None = None,
    ) -> None:
        """Show the statistics of a member of this server, or of the one who asks."""
        await show_stats(self.bot, interaction, words, self.game, member)

    async def history(
        self,
        interaction: Interaction,
        words: Words,
        member: discord.User | discord.Member | None = None,
        result: str | None = None,
    ) -> None:
        """Show the games of this server that are over, of everybody or of a member."""
        await show_history(self.bot, interaction, words, self.game, member, result)

    async def replay(
        self,
        interaction: Interaction,
        words: Words,
        code: str | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Show a game again: that of a record, of a code, or the last one of the member here."""
        if file is not None:
            await show_file(self.bot, interaction, words, file)
        else:
            await show_by_code(self.bot, interaction, words, self.game, code)

    # Shared parts

    async def _post_here(self, interaction: Interaction, table: Table) -> None:
        """Answer with the public message of the table, which replaces the old one."""
        await publisher(self.bot).boards.threads.look(table)
        presentation = await self.bot.audience.public(self.bot.tables.current(table))
        message_id = await public(interaction, presentation.board(self.bot.tables.current(table)))
        if message_id is not None:
            assert interaction.channel_id is not None
            await publisher(self.bot).moved(table, interaction.channel_id, message_id)

    async def _own_table(self, interaction: Interaction) -> Table:
        table = await find(self.bot, self.game, interaction)
        left = self.bot.deliveries.changed(interaction.id) is not None
        if table is None or (table.seat_of(interaction.user.id) is None and not left):
            raise self._no_table()
        return table

    def _no_table(self) -> Refused:
        return Refused("refused.no-table-here", game=command_of(self.game))
