"""The leaderboard of a server as a private page, and as a message that a member shows to everybody."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.errors import NotRead, Refused
from bot.locale import Words
from bot.panels.ratings.leaderboard import (
    SEASONS,
    WORDED,
    leaderboard_panel,
    more_panel,
    public_leaderboard,
    public_winners,
    winners_panel,
)
from bot.panels.ratings.listed import KIND_MEMBERS, KIND_TEAMS, ListChoice, ShownList
from bot.pictures.pages.leaderboard import PAGE_ROWS
from bot.pictures.pages.winners import MOST_WINNERS
from bot.pictures.sketch.style import Style
from bot.preferences.declared import ON
from bot.store import LeaderboardRow, Scope, StoreError
from bot.store.ratings.folding import variant_of
from bot.store.ratings.periods import ALL_TIME, is_season, month_of, season_before, season_of
from bot.store.ratings.stored import Variant
from cogs.pages.showing import show_list
from cogs.pages.team_names import ways
from cogs.sending.answers import Interaction, in_time, is_private, private, update
from engine import GAMES

log = logging.getLogger(__name__)

_EVERY: Final = 1_000
"""The most lines of a member that are looked through for those on a page."""

_WINNERS: Final = 3
"""The last rank of a season that its winners have."""

Draw = Callable[[ShownList, Words, Style | None], Panel]


async def show_leaderboard(
    bot: CardsBot, interaction: Interaction, words: Words, game: str, *, teams: bool
) -> None:
    """Answer a command with the leaderboard, or the winners of the last season if these are new."""
    work = _opened(bot, interaction, words, game, KIND_TEAMS if teams else KIND_MEMBERS)
    await private(interaction, await in_time(interaction, work, update=False))


async def press_leaderboard(bot: CardsBot, interaction: Interaction, words: Words, asked: list[str]) -> None:
    """Turn a leaderboard, open what is behind its buttons, or show it to everybody.

    All of `asked` is input from outside. On a message that everybody sees, it can only be opened.
    """
    choice, verb = ListChoice.parse(asked[:5]), ":".join(asked[5:])
    data: Any = interaction.data
    match verb, data.get("values"):
        case "variants", [str(variant)]:
            choice = choice and ListChoice.parse([*choice[:2], variant, choice.period, "0"])
        case "seasons", [str(season)] if is_season(season):
            choice = choice and ListChoice.parse([*choice[:3], season, "0"])
        case (("" | "more" | "here" | "winners" | "winners-here" | "open"), None):
            pass
        case _:
            choice = None
    if choice is None or interaction.guild_id is None:
        raise Refused("refused.forged")
    if verb == "open":
        work = _page(bot, interaction, words, choice)
        await private(interaction, await in_time(interaction, work, update=False))
    elif not is_private(interaction):
        raise Refused("refused.forged")
    elif verb in ("here", "winners-here"):
        make = partial(_public, bot, interaction.guild_id, choice, winners=verb != "here")
        await show_list(bot, interaction, words, choice.game, make)
    else:
        work = _page(bot, interaction, words, choice, verb)
        await update(interaction, await in_time(interaction, work, update=True))


# What is shown


async def _opened(bot: CardsBot, interaction: Interaction, words: Words, game: str, kind: str) -> Panel:
    """Return what a member sees who asks for the leaderboard of a game."""
    guild_id, user_id = interaction.guild_id, interaction.user.id
    assert guild_id is not None
    server = await bot.preferences.of(Scope.SERVER, guild_id)
    season = season_of(server, bot.tables.now())
    seasonal = server["seasons"] == ON
    try:
        variants = await bot.store.ratings.variants(guild_id, game, bot.tables.now())
        seen = await bot.store.ratings.seen_winners(guild_id, game, user_id) if seasonal else ""
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    variant = variants[0].name if variants else _usual(game)
    choice = ListChoice(game, kind, variant, season if seasonal else ALL_TIME)
    last = season_before(season)
    if seasonal and seen < last:
        style = await bot.audience.style(game, guild_id, user_id)
        shown = await _read(bot, guild_id, choice._replace(period=last), None, style, winners=True)
        if shown.rows:
            await _note_seen(bot, guild_id, game, user_id, last)
            return winners_panel(shown, words, style)
    return await _page(bot, interaction, words, choice)


async def _note_seen(bot: CardsBot, guild_id: int, game: str, user_id: int, season: str) -> None:
    try:
        await bot.store.ratings.see_winners(guild_id, game, user_id, season)
    except StoreError as error:
        # They are shown once more then.
        log.warning("that a member sees the winners of a season could not be stored: %s", error)


async def _page(
    bot: CardsBot, interaction: Interaction, words: Words, choice: ListChoice, verb: str = ""
) -> Panel:
    """Return a page for a member: the list itself, the winners of its season, or what is behind *More*."""
    guild_id, user_id = interaction.guild_id, interaction.user.id
    assert guild_id is not None
    winners = verb == "winners"
    style = await bot.audience.style(choice.game, guild_id, user_id)
    shown = await _read(bot, guild_id, choice, user_id, style, winners=winners)
    if verb == "more" and shown.in_teams:
        return more_panel(shown, words, *await ways(bot, interaction, shown.choice, words))
    if verb == "more":
        return more_panel(shown, words)
    draw: Draw = winners_panel if winners and shown.ended and shown.rows else leaderboard_panel
    return draw(shown, words, style)


async def _public(
    bot: CardsBot, guild_id: int, choice: ListChoice, words: Words, style: Style | None, *, winners: bool
) -> Panel:
    """Return a page for everybody."""
    shown = await _read(bot, guild_id, choice, None, style, winners=winners)
    draw: Draw = public_winners if winners and shown.ended and shown.rows else public_leaderboard
    return draw(shown, words, style)


def _usual(game: str) -> str:
    """Return the variant of a game with its usual options."""
    rules = GAMES[game]
    return variant_of(game, rules.values(rules.options({})))


async def _read(
    bot: CardsBot,
    guild_id: int,
    choice: ListChoice,
    reader: int | None,
    style: Style | None,
    *,
    winners: bool = False,
) -> ShownList:
    """Return a page with the reader's own lines, or the winners of its season; Refused if it names no list.

    In words it is shorter than as a picture. A page beyond the last one gives the last. Where seasons are
    switched off, theirs is that of all time.
    """
    server, now = await bot.preferences.of(Scope.SERVER, guild_id), bot.tables.now()
    seasonal = server["seasons"] == ON
    if is_season(choice.period) and not seasonal:
        choice = choice._replace(period=ALL_TIME, page=0)
    season, month = season_of(server, now), month_of(server, now)
    try:
        variants = await bot.store.ratings.variants(guild_id, choice.game, now)
        variant = _of(choice, variants)
        shown = ShownList(
            choice,
            rows=(),
            own=(),
            pages=1,
            variants=variants,
            options=variant.options,
            offered=bot.settings.offered.get(choice.game, {}),
            present=(season, month, ALL_TIME) if seasonal else (ALL_TIME, month),
            past=_past(season_of(server, variant.first), season) if seasonal and variant.games else (),
            waits=await bot.store.ratings.waits(guild_id),
            public=server["public-lists"] == ON,
        )
        ranking = await bot.store.ratings.ranking(
            guild_id, choice.game, choice.variant, choice.period, now, teams=shown.teams, reader=reader
        )
        hiding = await bot.store.ratings.hiding()
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    if winners and shown.ended:
        return replace(shown, rows=_winners(ranking.page(0, MOST_WINNERS)))
    number = WORDED if style is None else PAGE_ROWS
    last = max(0, (len(ranking) - 1) // number)
    page = min(choice.page, last)
    rows = ranking.page(page * number, number)
    own = [] if reader is None else _own(rows, ranking.of(reader, hiding, _EVERY))
    return replace(shown, choice=choice._replace(page=page), rows=rows, own=own, pages=last + 1)


def _own(rows: Sequence[LeaderboardRow], every: Sequence[LeaderboardRow]) -> Sequence[LeaderboardRow]:
    """Return the reader's lines that are on a page, or else their best one."""
    shown = {row.members for row in rows}
    return [row for row in every if row.members in shown] or every[:1]


def _winners(rows: Sequence[LeaderboardRow]) -> Sequence[LeaderboardRow]:
    """Return the first three of these rows, and more who share a rank; without any rank the first three."""
    ranked = [row for row in rows if row.rank is not None and row.rank <= _WINNERS]
    return ranked or rows[:_WINNERS]


def _past(first: str, season: str) -> tuple[str, ...]:
    """Return the seasons from the `first` one to the one before `season`, the last one first."""
    found = list[str]()
    while first < season and len(found) < SEASONS:
        season = season_before(season)
        found.append(season)
    return tuple(found)


def _of(choice: ListChoice, variants: list[Variant]) -> Variant:
    """Return the variant of a choice; Refused if nobody has played it, unless it is the usual one."""
    found = next((variant for variant in variants if variant.name == choice.variant), None)
    if found is None:
        if choice.variant != _usual(choice.game):
            raise Refused("refused.forged")
        return Variant(choice.variant, {}, 0, 0, 0.0)
    return found
