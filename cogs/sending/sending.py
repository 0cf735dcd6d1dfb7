"""Panels on their way to Discord, with the files that they show: every new message and every edit.

A message is made in words, and gets its pictures by an edit. An edit names all files that the message keeps:
a picture that the message is known to carry under its name stays, another one is sent. Where that cannot
be done at once, because it is still being painted or Discord takes it too slowly, the old picture stays, or
words stand in its place, and the new one follows.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import discord

from bot.blocks.blocks import Panel
from bot.limits.budget import Budget, Urgency
from bot.messages.attachments import Attachment, Attachments
from bot.messages.follow_ups import FollowUps
from bot.painting.gallery import Gallery
from bot.panels.tiles import Tiles
from cogs.sending.files import documents, files, in_words, listed, note, pictures, still_attached
from cogs.sending.layout import layout
from cogs.sending.refusals import NO_ANSWER, doubts_files, lacks_emoji, without_tiles

log = logging.getLogger(__name__)
T = TypeVar("T")
Edit = Callable[..., Awaitable[Any]]
"""discord.py's way to edit one message."""

PAINTING: Final = 0.3
"""Seconds that words wait for their picture to be painted; it takes a hundredth of one."""
UPLOAD: Final = 1.0
"""Seconds that words wait for Discord to take their picture."""
UPLOAD_AGAIN: Final = (0.0, 3.0, 10.0, 30.0, 120.0)
"""Seconds after which a picture is tried that has not been taken yet."""
UPLOAD_AT_MOST: Final = 20.0
"""Seconds that a picture may take which nothing waits for."""
_SOON: Final = 0.02
"""Seconds by which a moment has passed for certain: timers may be early by a trifle."""


class SendingBot(Protocol):
    """What is needed of the bot: what its messages carry, who paints, and what is still to come to them."""

    budget: Budget
    attachments: Attachments
    gallery: Gallery
    follow_ups: FollowUps
    tiles: Tiles


async def sent(bot: SendingBot, request: Callable[..., Awaitable[T]], panel: Panel | str, **more: Any) -> T:
    """Return what `request`, discord.py's way to send a new message, answers to the words of `panel`.

    Documents go with it. `follow` puts the pictures on it, once its id is known.
    """
    sends = documents(panel)
    attached = {"files": sends} if sends else {}
    try:
        return await request(view=layout(in_words(panel)), **attached, **more)
    except discord.HTTPException as error:
        return await sent(bot, request, without_tiles(bot.tiles, panel, error), **more)


async def sent_whole(
    bot: SendingBot, request: Callable[..., Awaitable[Any]], panel: Panel, **more: Any
) -> Any:
    """Return what `request` answers to `panel` with its pictures, for a message that nobody waits for.

    Where they cannot be sent, it is sent in words.
    """
    drawn = await bot.gallery.painted(panel, {})
    if drawn is None or not pictures(drawn):
        return await sent(bot, request, panel, **more)
    try:
        answer = await request(view=layout(drawn), files=listed(drawn, {}), **more)
    except discord.HTTPException as error:
        if not (doubts_files(error) or lacks_emoji(error)):
            raise
        return await sent(bot, request, panel, **more)
    note(bot.attachments, answer.id, answer)
    return answer


async def edited(
    bot: SendingBot,
    request: Edit,
    message_id: int,
    panel: Panel | str,
    *,
    later: Edit | None = None,
    patience: float | None = None,
    **more: Any,
) -> Any:
    """Return what `request` answers to the edit that makes a message show `panel`.

    The pictures come with it if they can within `patience` seconds, `UPLOAD` if not said, or else follow.
    Where `request` can be made only once and has to be quick, `later` is the way to edit the message after
    that: then they follow always.
    """
    waits = UPLOAD if patience is None else patience
    try:
        return await _edited(bot, request, message_id, panel, later, waits, **more)
    except discord.HTTPException as error:
        plain = without_tiles(bot.tiles, panel, error)
        return await _edited(bot, request, message_id, plain, later, waits, **more)


async def _edited(
    bot: SendingBot,
    request: Edit,
    message_id: int,
    panel: Panel | str,
    later: Edit | None,
    patience: float,
    **more: Any,
) -> Any:
    if later is None and bot.follow_ups.pending_panel(message_id) == panel:
        # Its words are shown, and its pictures are on their way.
        return None
    await bot.follow_ups.stop(message_id)
    done, answer = False, None
    if later is None and not bot.follow_ups.troubled and _owed(bot, message_id, panel):
        done, answer = await _with_pictures(bot, request, message_id, panel, patience, **more)
    if not done:
        answer = await _as_it_is(bot, request, message_id, panel, **more)
    if bot.follow_ups.pending_panel(message_id) not in (None, panel):
        # Another has drawn something newer meanwhile: nobody knows which came first.
        bot.follow_ups.note_abandoned(message_id, panel)
    elif not done or _unsettled(bot, message_id, panel):
        follow(bot, later or request, message_id, panel, **more)
    return answer


def _owed(bot: SendingBot, message_id: int, panel: Panel | str) -> bool:
    """Return whether a message is not known to carry all pictures of `panel`."""
    known = bot.attachments.of(message_id)
    return any(picture.name not in known for picture in pictures(panel))


def _unsettled(bot: SendingBot, message_id: int, panel: Panel | str) -> bool:
    """Return whether a request that was given up may still draw something else over `panel`."""
    return bot.follow_ups.redraw_delay(message_id, panel) is not None


def follow(bot: SendingBot, request: Edit, message_id: int, panel: Panel | str, **more: Any) -> None:
    """Have a message whose words are shown get the pictures of `panel`, and go on showing it."""
    if _owed(bot, message_id, panel) or _unsettled(bot, message_id, panel):
        draw = partial(_drawn, bot, request, message_id, panel, **more)
        bot.follow_ups.follow(message_id, panel, partial(_followed, bot, message_id, panel, draw))


async def _followed(
    bot: SendingBot, message_id: int, panel: Panel | str, draw: Callable[[], Awaitable[None]]
) -> None:
    with bot.budget.at(Urgency.LATER):
        if _owed(bot, message_id, panel):
            await draw()
        while (pause := bot.follow_ups.redraw_delay(message_id, panel)) is not None:
            await asyncio.sleep(pause + _SOON)
            await draw()


async def _drawn(bot: SendingBot, request: Edit, message_id: int, panel: Panel | str, **more: Any) -> None:
    """Make a message show `panel` with its pictures, tried again as long as Discord does not take them."""
    for pause in UPLOAD_AGAIN:
        await asyncio.sleep(pause)
        known = bot.attachments.of(message_id)
        drawn = await bot.gallery.painted(panel, known) or in_words(panel)
        whole = partial(_sent_whole, bot, request, message_id, panel)
        try:
            await whole(drawn, known, UPLOAD_AT_MOST, **more)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                bot.follow_ups.failed()
                continue
            bot.attachments.forget(message_id)
            if lacks_emoji(error):
                panel = without_tiles(bot.tiles, panel, error)
            elif not doubts_files(error) or not pictures(drawn):
                return
            elif not any(picture.name in known for picture in pictures(drawn)):
                log.warning("a message is refused with its pictures (%s), and goes without", error.code)
                panel = in_words(panel)
            # Otherwise what it was known to carry may have been taken away: all is sent again.
            await _drawn(bot, request, message_id, panel, **more)
        except NO_ANSWER as error:
            log.info("a picture comes later: %s", type(error).__name__)
            bot.follow_ups.failed()
            continue
        return


async def _sent_whole(
    bot: SendingBot,
    request: Edit,
    message_id: int,
    panel: Panel | str,
    drawn: Panel | str,
    known: Mapping[str, Attachment],
    seconds: float,
    **more: Any,
) -> Any:
    """Return the answer to an edit that makes a message show `panel` as it is `drawn`, with all its files.

    What is not answered within so many seconds is given up, and may still arrive.
    """
    await bot.budget.ready()
    try:
        async with asyncio.timeout(seconds):
            answer = await request(view=layout(drawn), attachments=listed(drawn, known), **more)
    except (*NO_ANSWER, asyncio.CancelledError):
        bot.follow_ups.note_abandoned(message_id, panel)
        raise
    note(bot.attachments, message_id, answer)
    return answer


async def _with_pictures(
    bot: SendingBot, request: Edit, message_id: int, panel: Panel | str, patience: float, **more: Any
) -> tuple[bool, Any]:
    """Return whether a message shows `panel` with all its pictures now, and what Discord answered."""
    known = bot.attachments.of(message_id)
    try:
        async with asyncio.timeout(PAINTING):
            drawn = await bot.gallery.painted(panel, known)
    except TimeoutError:
        return False, None
    if drawn is None:
        return True, await _as_it_is(bot, request, message_id, in_words(panel), **more)
    whole = partial(_sent_whole, bot, request, message_id, panel)
    try:
        answer = await whole(drawn, known, patience, **more)
    except discord.HTTPException as error:
        if doubts_files(error):
            bot.attachments.forget(message_id)
            log.warning("a message is refused with its pictures (%s), and goes without", error.code)
            return True, await _as_it_is(bot, request, message_id, in_words(panel), **more)
        if error.status < 500:
            raise
        bot.follow_ups.failed()
        return False, None
    except NO_ANSWER:
        bot.follow_ups.failed()
        return False, None
    bot.follow_ups.worked()
    return True, answer


async def _as_it_is(bot: SendingBot, request: Edit, message_id: int, panel: Panel | str, **more: Any) -> Any:
    """Return the answer to an edit that sends no picture.

    In the place of a new one the old one stays, or words, where the new one may take long to come.
    """
    known = bot.attachments.of(message_id)
    shown = (
        in_words(panel)
        if bot.follow_ups.troubled and _owed(bot, message_id, panel)
        else still_attached(panel, known)
    )
    try:
        answer = await request(view=layout(shown), attachments=listed(shown, known), **more)
    except discord.HTTPException as error:
        if not doubts_files(error) or not pictures(shown):
            raise
        # What the message was known to carry may have been taken away by a request nobody heard of.
        bot.attachments.forget(message_id)
        log.info("a message does not carry what it was known to (%s)", error.code)
        return await request(view=layout(in_words(panel)), attachments=documents(panel), **more)
    kept = {file.name: known[file.name] for file in files(shown) if file.name in known}
    bot.attachments.note(message_id, kept)
    return answer
