"""Clips of a replay: chosen, looked at by the member, and posted in a channel."""

import asyncio
from typing import Any, Final

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.errors import Refused
from bot.locale import Words
from bot.panels.replays.clip import ClipKind, Excerpt, excerpt
from bot.panels.replays.sharing import Target, clip_message, clip_page, share_page
from bot.panels.replays.state import ReplayState
from bot.pictures.sketch.style import Style
from bot.store import PlaceRow
from bot.tables.replays.replay import Replay
from cogs.pages.showing import everybody, show_in
from cogs.replays.reading import reader_of
from cogs.sending.answers import Interaction, in_time, is_private, update
from cogs.sending.permissions import must_belong, must_write

_KINDS: Final = frozenset(ClipKind)


async def press_sharing(
    bot: CardsBot, interaction: Interaction, words: Words, state: ReplayState, verb: str, more: str
) -> None:
    """Do what a button of the page *Share* says; everything from `state` on is input from outside."""
    data: Any = interaction.data
    kind, _, channel = more.partition(":")
    match verb, data.get("values"):
        case ("share", None) if not more:
            pass
        case ("clip", None) if kind in _KINDS and not channel:
            pass
        case ("clip-to", [str(channel)]) if more in _KINDS:
            pass
        case ("clip-post", None) if kind in _KINDS and channel:
            pass
        case _:
            raise Refused("refused.forged")
    if not is_private(interaction):
        raise Refused("refused.forged")
    replay = await in_time(interaction, _replay(bot, interaction, state), update=True)
    if verb == "share":
        work = _choice(bot, interaction, words, state, replay)
    else:
        target = _target(interaction, words, channel) if channel else None
        if target is not None and verb == "clip-post":
            await _post(bot, interaction, state, replay, ClipKind(kind), target)
            target = target._replace(posted=True)
        work = _page(bot, interaction, words, state, replay, ClipKind(kind), target)
    await update(interaction, await in_time(interaction, work, update=True))


async def _replay(bot: CardsBot, interaction: Interaction, state: ReplayState) -> Replay:
    """Return the replay of a message; Refused if the member may not see it, or it has no such moment."""
    replay = await bot.replays.of(state.source, reader_of(interaction))
    if not replay.has(state.moment):
        raise Refused("refused.forged")
    return replay


async def _choice(
    bot: CardsBot, interaction: Interaction, words: Words, state: ReplayState, replay: Replay
) -> Panel:
    """Return the page on which the kind of a clip is chosen; Refused where the server wants no pictures."""
    game = replay.stored.table.game
    _drawn((await everybody(bot, interaction, game))[1])
    return share_page(state, game, words)


async def _page(
    bot: CardsBot,
    interaction: Interaction,
    words: Words,
    state: ReplayState,
    replay: Replay,
    kind: ClipKind,
    target: Target | None,
) -> Panel:
    """Return the page that shows a clip, as everybody would see it."""
    public, style = await everybody(bot, interaction, replay.stored.table.game)
    found, made = await _clip(bot, replay, state, kind, public, style)
    stays = await _stays(bot, interaction, state)
    return clip_page(state, kind, found, made, words, None if stays else target, stays=stays)


async def _post(
    bot: CardsBot,
    interaction: Interaction,
    state: ReplayState,
    replay: Replay,
    kind: ClipKind,
    target: Target,
) -> None:
    """Post a clip; Refused where its people keep it to themselves, or too soon after the last one there."""
    must_belong(bot, interaction)
    assert interaction.guild_id is not None
    if await in_time(interaction, _stays(bot, interaction, state), update=True):
        raise Refused("replay.stays")

    async def make(words: Words, style: Style | None) -> Panel:
        found, made = await _clip(bot, replay, state, kind, words, style)
        return clip_message(state, found, made, words)

    place = PlaceRow("", interaction.guild_id, target.id)
    await show_in(bot, interaction, place, replay.stored.table.game, make)


def _drawn(style: Style | None) -> Style:
    if style is None:
        raise Refused("clip.no-pictures")
    return style


async def _clip(
    bot: CardsBot, replay: Replay, state: ReplayState, kind: ClipKind, words: Words, style: Style | None
) -> tuple[Excerpt, bytes]:
    """Return a clip and its GIF; Refused if there is none, or it cannot be painted."""
    # Some pictures take some hundredths of a second, which no press is to wait for.
    found = await asyncio.to_thread(excerpt, replay, state.moment, kind, words, _drawn(style))
    made = await bot.gallery.clip(found.clip)
    if made is None:
        raise Refused("clip.unpainted")
    return found, made


async def _stays(bot: CardsBot, interaction: Interaction, state: ReplayState) -> bool:
    """Return whether a game stays with the people who sat there; a record from a file does not."""
    return not state.of_file and (await bot.replays.access(state.source, reader_of(interaction))).closed


def _target(interaction: Interaction, words: Words, text: str) -> Target:
    """Return the channel of an id; Refused unless the bot and the member may both write there now."""
    guild = interaction.guild
    known = text.isascii() and text.isdecimal() and len(text) <= 20
    found = guild.get_channel_or_thread(int(text)) if guild is not None and known else None
    if not isinstance(found, discord.TextChannel | discord.Thread):
        raise Refused("clip.no-channel")
    if found.id not in reader_of(interaction).channels:
        raise Refused("clip.no-channel")
    must_write(interaction, words, found)
    return Target(found.id, found.name)
