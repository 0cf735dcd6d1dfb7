"""Names of teams: proposed in a form, agreed to by the partner in the channel, cleared by moderators."""

import logging
import unicodedata
from collections.abc import Coroutine
from typing import Any, TypeVar

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.errors import NotRead, NotSaved, Refused
from bot.locale import Words
from bot.locale.names import calls, clean
from bot.panels.lists.team_names import (
    LETTERS,
    Team,
    agreed_panel,
    clearing_panel,
    declined_panel,
    name_form,
    over_panel,
    proposal_panel,
)
from bot.store import PROPOSED_SECONDS, NotNamed, StoreError, asked_by
from bot.store.ratings.team_names import OVER
from cogs.sending.answers import Interaction, ask, in_time, is_private, language_of, public, update
from cogs.sending.layout import filled
from cogs.sending.permissions import IN_THREADS, SEND_MESSAGES, VIEW_CHANNEL, must_belong

log = logging.getLogger(__name__)
T = TypeVar("T")

FORM = discord.InteractionType.modal_submit


async def press(bot: CardsBot, interaction: Interaction, words: Words, asked: list[str]) -> None:
    """Serve a press, a choice or a form whose id has these parts, all of them input from outside."""
    data: Any = interaction.data
    if interaction.guild_id is None:
        raise Refused("refused.forged")
    match asked, data.get("values"):
        case ["new", *ids], None if interaction.type is FORM:
            await _propose(bot, interaction, _own(interaction, ids), filled(data), words)
        case _ if interaction.type is FORM:
            raise Refused("refused.forged")
        case ["new", *ids], None if is_private(interaction):
            await ask(interaction, name_form(_own(interaction, ids), words))
        case ["agree" | "no" as answer, *ids, at], None if not is_private(interaction):
            await _answer(bot, interaction, answer, _own(interaction, ids), _number(at))
        case ["clear", page], None if is_private(interaction):
            await _clear(bot, interaction, _number(page), None, words)
        case ["clear", page], [str(value)] if is_private(interaction):
            await _clear(bot, interaction, _number(page), _team(value.split(":")), words)
        case _:
            raise Refused("refused.forged")


# A name and the partner's answer


async def _propose(bot: CardsBot, interaction: Interaction, team: Team, text: str, words: Words) -> None:
    """Store a proposal, and ask the partner in the channel."""
    must_belong(bot, interaction)
    _must_write(interaction, words)
    name, user_id, guild_id = _read(text), interaction.user.id, interaction.guild_id
    assert guild_id is not None
    made = interaction.created_at.timestamp()
    at = round(1000 * made)
    if bot.deliveries.changed(interaction.id) is None:
        work = bot.store.ratings.team_names.propose(guild_id, team, user_id, name, at)
        await _saved(interaction, work)
    said = bot.catalogue.words(await language_of(bot, interaction))
    await public(interaction, proposal_panel(team, user_id, name, at, made + PROPOSED_SECONDS, said))


async def _answer(bot: CardsBot, interaction: Interaction, answer: str, team: Team, at: int) -> None:
    """Give the team its name, or drop the proposal, and say so in its place."""
    words = bot.catalogue.words(await language_of(bot, interaction))
    try:
        panel = await _answered(bot, interaction, answer, team, at, words)
    except _Over:
        panel = over_panel(words)
    await update(interaction, panel)


async def _answered(
    bot: CardsBot, interaction: Interaction, answer: str, team: Team, at: int, words: Words
) -> Panel:
    """Return the proposal after an answer; raise _Over where it was over before."""
    user_id, guild_id, names = interaction.user.id, interaction.guild_id, bot.store.ratings.team_names
    assert guild_id is not None
    if bot.deliveries.changed(interaction.id) is not None:
        # Answered before a restart.
        name = (await _read_names(bot, interaction)).get(team, "")
        if answer == "no" or not name:
            raise _Over
        return agreed_panel(team, name, words)
    if answer == "no":
        declining = names.decline(guild_id, team, at, bot.tables.now())
        return declined_panel(user_id, await _saved(interaction, declining), words)
    agreeing = names.agree(guild_id, team, user_id, at, bot.tables.now())
    return agreed_panel(team, await _saved(interaction, agreeing), words)


class _Over(Exception):
    """The proposal is over."""


async def _saved(interaction: Interaction, work: Coroutine[Any, Any, T]) -> T:
    """Return the outcome of a change of names; raise Refused, or _Over, where it is refused."""
    try:
        with asked_by(interaction.id):
            return await in_time(interaction, work, update=True)
    except NotNamed as refused:
        if refused.why == OVER:
            raise _Over from None
        raise Refused(f"refused.name-{refused.why}") from None
    except StoreError as error:
        raise NotSaved(lasting=error.lasting) from None


def _own(interaction: Interaction, ids: list[str]) -> Team:
    """Return the team of these ids; raise Refused unless the member belongs to it."""
    team = _team(ids)
    if interaction.user.id not in team:
        raise Refused("refused.name-not-yours")
    return team


def _team(ids: list[str]) -> Team:
    if len(ids) != 2:
        raise Refused("refused.forged")
    one, other = map(_number, ids)
    if one >= other:
        raise Refused("refused.forged")
    return one, other


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise Refused("refused.forged")
    return int(text)


def _read(text: str) -> str:
    """Return the name in a text from outside, as it is shown; raise Refused if it is none."""
    name = clean(unicodedata.normalize("NFC", text))
    if not name:
        raise Refused("refused.name-empty")
    if len(name) > LETTERS:
        raise Refused("refused.name-long", n=LETTERS)
    if calls(name):
        raise Refused("refused.name-calls")
    return name


def _must_write(interaction: Interaction, words: Words) -> None:
    """Raise Refused unless the bot and the member may write in the channel."""
    sends = IN_THREADS if isinstance(interaction.channel, discord.Thread) else SEND_MESSAGES
    lacking = tuple([one for one in (VIEW_CHANNEL, sends) if not getattr(interaction.app_permissions, one)])
    if lacking:
        raise Refused("refused.missing", what=words.permissions(lacking))
    if not getattr(interaction.permissions, sends):
        raise Refused("refused.name-no-writing")


# Moderators


async def _clear(bot: CardsBot, interaction: Interaction, page: int, team: Team | None, words: Words) -> None:
    """Take away the name of a team, if one is chosen, and show a page of the names that are left."""
    if not interaction.permissions.manage_messages:
        raise Refused("refused.name-moderators")
    guild_id, notice = interaction.guild_id, ""
    assert guild_id is not None
    if team is not None:
        if bot.deliveries.changed(interaction.id) is None:
            await _saved(interaction, bot.store.ratings.team_names.clear(guild_id, team))
            log.info(
                "server %d: a moderator, %d, has cleared the name of a team", guild_id, interaction.user.id
            )
        notice = words("team.cleared")
    await update(interaction, clearing_panel(await _read_names(bot, interaction), page, words, notice))


async def _read_names(bot: CardsBot, interaction: Interaction) -> dict[Team, str]:
    assert interaction.guild_id is not None
    try:
        return await in_time(interaction, bot.store.ratings.team_names.of(interaction.guild_id), update=True)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
