"""Names of teams: proposed in a form, agreed to by the partner in the channel, cleared by moderators."""

import logging
import unicodedata
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Button, Panel, Select
from bot.errors import NotRead, NotSaved, Refused
from bot.locale import Words
from bot.locale.names import calls, clean
from bot.panels.ratings.listed import ListChoice
from bot.panels.ratings.team_names import (
    MOST_LETTERS,
    PER_PAGE,
    Team,
    agreed_panel,
    clear_button,
    clearing_panel,
    declined_panel,
    name_form,
    naming,
    over_panel,
    proposal_panel,
)
from bot.store import PROPOSED_SECONDS, NotNamed, StoreError, asked_by
from bot.store.ratings.team_names import OVER
from cogs.sending.answers import Interaction, in_time, is_private, language_of, open_form, public, update
from cogs.sending.layout import filled
from cogs.sending.permissions import must_belong, must_write

log = logging.getLogger(__name__)
T = TypeVar("T")

FORM = discord.InteractionType.modal_submit
_LARGEST: Final = 2**63 - 1
"""The largest number that the store can hold."""


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
            await open_form(interaction, name_form(_own(interaction, ids), words))
        case ["new"], [str(value)] if is_private(interaction):
            await open_form(interaction, name_form(_own(interaction, value.split(":")), words))
        case ["agree" | "no" as answer, *ids, at], None if not is_private(interaction):
            await _answer(bot, interaction, answer, _own(interaction, ids), _number(at))
        case ["clear", page, *back], None if is_private(interaction):
            await _clear(bot, interaction, _number(page), back, None, words)
        case ["clear", page, *back], [str(value)] if is_private(interaction):
            await _clear(bot, interaction, _number(page), back, _team(value.split(":")), words)
        case _:
            raise Refused("refused.forged")


async def ways(
    bot: CardsBot, interaction: Interaction, choice: ListChoice, words: Words
) -> tuple[Button | Select | None, list[Button]]:
    """Return how a member names a team, and the button for moderators, for a page behind a leaderboard."""
    guild_id, names = interaction.guild_id, bot.store.ratings.team_names
    assert guild_id is not None
    try:
        own = await names.own(guild_id, interaction.user.id, PER_PAGE)
        clears = interaction.permissions.manage_messages and bool(await names.of(guild_id))
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    return naming(own, words), [clear_button(choice, words)] if clears else []


# A name and the partner's answer


async def _propose(bot: CardsBot, interaction: Interaction, team: Team, text: str, words: Words) -> None:
    """Store a proposal, and ask the partner in the channel."""
    must_belong(bot, interaction)
    must_write(interaction, words)
    name, user_id, guild_id = _name(text), interaction.user.id, interaction.guild_id
    assert guild_id is not None
    made = interaction.created_at.timestamp()
    at = round(1000 * made)
    said = bot.catalogue.words(await language_of(bot, interaction))
    panel = proposal_panel(team, user_id, name, at, made + PROPOSED_SECONDS, said)
    if bot.deliveries.changed(interaction.id) is None:
        await _saved(interaction, bot.store.ratings.team_names.propose(guild_id, team, user_id, name, at))
    elif not await _read(interaction, bot.store.ratings.team_names.waits(guild_id, team, at)):
        agreed = (await _read_names(bot, interaction)).get(team) == name
        panel = agreed_panel(team, name, said) if agreed else over_panel(said)
    await public(interaction, panel)


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
        name = (await _read_names(bot, interaction)).get(team)
        return agreed_panel(team, name, words) if name and answer == "agree" else over_panel(words)
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
    if not (text.isascii() and text.isdecimal() and len(text) < 20) or int(text) > _LARGEST:
        raise Refused("refused.forged")
    return int(text)


def _name(text: str) -> str:
    """Return the name in a text from outside, as it is shown; raise Refused if it is none."""
    name = clean(unicodedata.normalize("NFC", text))
    if not name:
        raise Refused("refused.name-empty")
    if len(name) > MOST_LETTERS:
        raise Refused("refused.name-long", n=MOST_LETTERS)
    if calls(name):
        raise Refused("refused.name-calls")
    return name


# Moderators


async def _clear(
    bot: CardsBot, interaction: Interaction, page: int, back: list[str], team: Team | None, words: Words
) -> None:
    """Take away the name of a team, if one is chosen, and show a page of the names that are left."""
    guild_id, choice, notice = interaction.guild_id, ListChoice.parse(back), ""
    assert guild_id is not None
    if choice is None:
        raise Refused("refused.forged")
    if not interaction.permissions.manage_messages:
        raise Refused("refused.name-moderators")
    if team is not None:
        if bot.deliveries.changed(interaction.id) is None:
            await _saved(interaction, bot.store.ratings.team_names.clear(guild_id, team))
            log.info(
                "server %d: the moderator %d has cleared the name of a team", guild_id, interaction.user.id
            )
        notice = words("team.cleared")
    names = await _read_names(bot, interaction)
    await update(interaction, clearing_panel(names, page, choice, words, notice))


async def _read_names(bot: CardsBot, interaction: Interaction) -> dict[Team, str]:
    assert interaction.guild_id is not None
    return await _read(interaction, bot.store.ratings.team_names.of(interaction.guild_id))


async def _read(interaction: Interaction, work: Coroutine[Any, Any, T]) -> T:
    try:
        return await in_time(interaction, work, update=True)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
