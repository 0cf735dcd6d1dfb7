"""The replay of a game: a private message, or one that a member shows to everybody."""

import dataclasses
from typing import Any

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.errors import Refused
from bot.locale import Words
from bot.panels.presentation import Presentation
from bot.panels.replays.judged import choice_page, review_page
from bot.panels.replays.replay import own_decision, own_viewpoint, replay_panel
from bot.panels.replays.state import ALL_HANDS, ReplayState
from bot.pictures.sketch.style import Style
from bot.table.viewing import view_of
from bot.tables.replays.replay import Moment, Replay
from cogs.pages.showing import show_here
from cogs.replays.reading import reader_of
from cogs.replays.sharing import press_sharing
from cogs.sending.answers import Interaction, in_time, is_private, language_of, private, update
from cogs.sending.layout import ids_in

_TURNING = frozenset({"show", "first", "back", "next", "last", "key", "hand", "view"})
_JUDGING = frozenset({"review", "hard"})


async def show_replay(
    bot: CardsBot, interaction: Interaction, words: Words, source: str, moment: Moment | None = None
) -> None:
    """Answer with the private replay of a game at a moment, at its end without one."""

    async def opened() -> Panel:
        replay = await _replay(bot, interaction, source)
        there = replay.last if moment is None else moment
        state = ReplayState(source, there, own_viewpoint(replay, interaction.user.id))
        return await _drawn(bot, interaction, words, replay, _there(replay, state))

    await private(interaction, await in_time(interaction, opened(), update=False))


async def press_replay(bot: CardsBot, interaction: Interaction, words: Words, asked: list[str]) -> None:
    """Turn a replay, or open a page of it; all of `asked` is input from outside.

    A button works only on its own message, and on one that everybody sees only for the member who shows it.
    """
    found = ReplayState.parse(asked)
    if found is None or not _carried(interaction):
        raise Refused("refused.forged")
    state, verb, more = found
    if verb == "own" and not is_private(interaction):
        await _own(bot, interaction, words, state)
    elif is_private(interaction) is bool(state.poster):
        raise Refused("refused.forged")
    elif state.poster not in (0, interaction.user.id):
        raise Refused("replay.not-yours")
    elif verb in _TURNING:
        work = _turned(bot, interaction, words, state, verb)
        await update(interaction, await in_time(interaction, work, update=True))
    elif state.poster:
        raise Refused("refused.forged")
    elif verb in _JUDGING:
        work = _judged(bot, interaction, words, state, more if verb == "review" else None)
        await update(interaction, await in_time(interaction, work, update=True))
    elif verb == "here":
        await _show(bot, interaction, words, state)
    else:
        await press_sharing(bot, interaction, words, state, verb, more)


def _carried(interaction: Interaction) -> bool:
    """Return whether the button or the select that was pressed is on the message of the press."""
    data: Any = interaction.data
    message = interaction.message
    return message is not None and data["custom_id"] in ids_in(message.components)


async def _replay(bot: CardsBot, interaction: Interaction, source: str, *, public: bool = False) -> Replay:
    """Return the replay of a game for the member of an interaction; Refused unless they may see it.

    One that is `public` may be seen by everybody.
    """
    reader = reader_of(interaction)
    if public and (await bot.replays.access(source, reader)).closed:
        raise Refused("replay.stays")
    return await bot.replays.of(source, reader)


def _there(replay: Replay, state: ReplayState) -> ReplayState:
    """Return a state from outside; Refused unless the game has its moment and its seat."""
    seats = {str(row.seat) for row in replay.stored.seats}
    if not replay.has(state.moment) or state.viewpoint not in seats | {ALL_HANDS}:
        raise Refused("refused.forged")
    return state


async def _drawn(
    bot: CardsBot, interaction: Interaction, words: Words, replay: Replay, state: ReplayState
) -> Panel:
    """Return the message of a state, as its reader or, if it is for everybody, its server has chosen."""
    shown = await _presentation(bot, interaction, words, replay, state)
    return replay_panel(replay, state, shown.words, shown.style, interaction.user.id)


async def _presentation(
    bot: CardsBot, interaction: Interaction, words: Words, replay: Replay, state: ReplayState
) -> Presentation:
    assert interaction.guild_id is not None
    # A record from a file is of no server.
    row = dataclasses.replace(replay.stored.table, guild_id=interaction.guild_id)
    if state.poster:
        public_words = bot.catalogue.words(await language_of(bot, interaction))
        return await bot.audience.shown(public_words, row)
    return await bot.audience.shown(words.plain, row, interaction.user.id)


async def _turned(
    bot: CardsBot, interaction: Interaction, words: Words, state: ReplayState, verb: str
) -> Panel:
    """Return the message at the moment, or from the viewpoint, to which a press leads."""
    replay = await _replay(bot, interaction, state.source, public=bool(state.poster))
    _there(replay, state)
    data: Any = interaction.data
    match verb, data.get("values"):
        case "show", None:
            turned = state
        case "hand", [str(chosen)] if chosen.isascii() and chosen.isdecimal() and len(chosen) < 5:
            turned = state._replace(moment=Moment(int(chosen), 0))
        case "view", [str(chosen)]:
            turned = state._replace(viewpoint=chosen)
        case "key", None:
            turned = state._replace(moment=await _key_moment(bot, interaction, replay, state))
        case (("first" | "last"), None):
            turned = state._replace(moment=replay.first if verb == "first" else replay.last)
        case (("back" | "next"), None):
            turned = state._replace(moment=replay.moved(state.moment, 1 if verb == "next" else -1))
        case _:
            raise Refused("refused.forged")
    return await _drawn(bot, interaction, words, replay, _there(replay, turned))


async def _key_moment(bot: CardsBot, interaction: Interaction, replay: Replay, state: ReplayState) -> Moment:
    """Return the next key moment of a game, after the last one the first; Refused without any."""
    numbers = await bot.adviser.key_moments(replay, state.source, interaction.user.id)
    moments = sorted(map(replay.of_number, numbers))
    if not moments:
        raise Refused("replay.no-key")
    return next((moment for moment in moments if moment > state.moment), moments[0])


async def _judged(
    bot: CardsBot, interaction: Interaction, words: Words, state: ReplayState, page: str | None
) -> Panel:
    """Return the `page` of the reader's review, or without one the judgement of the play at the moment."""
    user_id = interaction.user.id
    replay = await _replay(bot, interaction, state.source)
    _there(replay, state)
    words = (await _presentation(bot, interaction, words, replay, state)).words
    view = view_of(replay.end, user_id)
    if page is None:
        number = replay.number(state.moment)
        if number is None or not own_decision(replay, state.moment, user_id):
            raise Refused("refused.forged")
        finding = await bot.adviser.decision(replay, state.source, number, user_id)
        return choice_page(view, finding, state, words)
    if view.viewer is None:
        raise Refused("refused.forged")
    findings = await bot.adviser.review(await bot.tables.get(state.source), user_id)
    moments = [replay.of_number(finding.number) for finding in findings]
    return review_page(view, findings, moments, state, words, int(page) if page.isdecimal() else 1)


async def _own(bot: CardsBot, interaction: Interaction, words: Words, state: ReplayState) -> None:
    """Answer with a private copy of a message that everybody sees."""

    async def copied() -> Panel:
        replay = await _replay(bot, interaction, state.source)
        return await _drawn(bot, interaction, words, replay, _there(replay, state._replace(poster=0)))

    await private(interaction, await in_time(interaction, copied(), update=False))


async def _show(bot: CardsBot, interaction: Interaction, words: Words, state: ReplayState) -> None:
    """Show a private replay to everybody, at its moment; whoever presses turns its pages."""
    work = _replay(bot, interaction, state.source, public=True)
    replay = await in_time(interaction, work, update=True)
    shown = _there(replay, state)._replace(poster=interaction.user.id)

    async def make(_words: Words, _style: Style | None) -> Panel:
        # Unlike lists it has cards, which boards show as tiles.
        return await _drawn(bot, interaction, words, replay, shown)

    await show_here(bot, interaction, words, replay.stored.table.game, make)
