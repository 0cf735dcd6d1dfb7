"""The game that the command `replay` means: by a code, by an entry of its list, or the member's last one."""

import asyncio
import logging
from datetime import datetime
from typing import Final

from discord import app_commands

from bot.app import CardsBot
from bot.errors import NotOpen, NotRead, Refused
from bot.locale import Words
from bot.locale.glyphs import as_text
from bot.panels.ratings.stats import no_stats
from bot.panels.replays.history import entry_text
from bot.store import PastGame, Reader, Scope, StoreError, Wanted
from bot.store.model.zones import zone_at
from bot.tables.replays.codes import Code
from cogs.replays.page import show_replay
from cogs.replays.reading import reader_of, reader_of_lists
from cogs.sending.answers import Interaction, in_time, private

log = logging.getLogger(__name__)

_OFFERED: Final = 25
"""The most choices that Discord shows."""
_LETTERS: Final = 100
"""The most letters of a choice."""
_WHOLE: Final = 8
"""The digits of a whole id."""
OFFER_SECONDS: Final = 2.0
"""Seconds after which a list comes too late: Discord waits three."""


async def show_by_code(
    bot: CardsBot, interaction: Interaction, words: Words, game: str, code: str | None
) -> None:
    """Answer with the replay that a code names, or with that of the member's last game of this kind here."""
    if code is None:
        last = await in_time(interaction, _own_games(bot, interaction, game, 1), update=False)
        if last:
            await show_replay(bot, interaction, words, last[0].table_id)
        else:
            await private(interaction, no_stats(game, interaction.user.id, words, own=True))
        return
    found = await in_time(interaction, _meant(bot, interaction, words, code), update=False)
    await show_replay(bot, interaction, words, found.table, found.moment)


async def _meant(bot: CardsBot, interaction: Interaction, words: Words, text: str) -> Code:
    """Return the code with the whole id of its game; Refused unless it is one game that has the moment."""
    code, reader = Code.parse(text), reader_of(interaction)
    if code is None:
        raise Refused("refused.no-code")
    try:
        # One's own game that goes on is refused by its whole id, with the reason.
        whole = len(code.table) == _WHOLE
        if whole:
            ids = [code.table]
        else:
            ids = await bot.store.played.beginning(await reader_of_lists(interaction), code.table)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    if len(ids) > 1:
        raise Refused("refused.ambiguous-code")
    try:
        replay = await bot.replays.of(ids[0], reader) if ids else None
    except NotOpen:
        replay = None
    if replay is None:
        raise Refused("refused.unknown-code")
    hand, last = code.moment.hand, replay.last.hand
    game = replay.stored.table.game
    if not 1 <= hand <= last:
        raise Refused(words.of_game(game, "refused.no-hand"), last=last)
    if not replay.has(code.moment):
        raise Refused(words.of_game(game, "refused.no-play"), hand=hand, last=replay.last_of(hand))
    return code._replace(table=ids[0])


async def offered(
    bot: CardsBot, interaction: Interaction, game: str, typed: str
) -> list[app_commands.Choice[str]]:
    """Return the member's last games of a kind here that have the text typed; none if that takes too long."""
    try:
        async with asyncio.timeout(OFFER_SECONDS):
            return await _entries(bot, interaction, game, typed)
    except Exception as error:  # noqa: BLE001  # without a list, a code can still be typed
        log.info("the games of a member could not be offered (%s)", type(error).__name__)
        return []


async def _entries(
    bot: CardsBot, interaction: Interaction, game: str, typed: str
) -> list[app_commands.Choice[str]]:
    assert interaction.guild_id is not None
    words = await bot.audience.heard(interaction.user.id, interaction.locale.value)
    server = await bot.preferences.of(Scope.SERVER, interaction.guild_id)
    found = []
    for one in await _own_games(bot, interaction, game, _OFFERED):
        if not one.kept:
            continue
        day = datetime.fromtimestamp(one.ended_at, zone_at(server, one.ended_at)).date()
        label = as_text(entry_text(one, words.day(day), words.plain))
        if typed.strip().lower() in f"{one.table_id} {label.lower()}":
            found.append(app_commands.Choice(name=label[:_LETTERS], value=one.table_id))
    return found


async def _own_games(bot: CardsBot, interaction: Interaction, game: str, most: int) -> tuple[PastGame, ...]:
    """Return the member's last games of a kind in this server."""
    assert interaction.guild_id is not None
    user_id = interaction.user.id
    try:
        # No channel matters for one's own games.
        reader = Reader(user_id, interaction.guild_id, ())
        page = await bot.store.played.history(reader, Wanted(game, user_id), most)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    return page.games
