"""The end of a game that only computers play on, finished at once for a member who is out."""

from typing import Final

from bot.store import Status
from bot.table.votes import FINISH
from sandbox.view import Message
from tests.bot.watched import Waiting, gone_out
from tests.browser.support.kinds import LOBBY, Kind, Reach, Sight, call, called, hand, own, table

PLAYING: Final = (2, 3, 4)
"""The seats that are still in the game; their members have left."""


async def _out(sight: Sight) -> Message:
    """Put the first two members out of the game, and let the others leave it."""
    evening, bot = sight.evening, sight.evening.bot
    # No computer plays while the messages are looked at.
    bot.settings.pause_seconds = 3600.0
    table = await gone_out(bot.tables, await evening.table(), *PLAYING)
    for seat in PLAYING:
        await bot.seats.hand_over(table.row.id, evening.house.people[seat].id)
    await evening.house.shown()
    return sight.private()


def said(seat: int, *, against: bool = False) -> Reach:
    """Return a reach of the board after a member's yes or no to the end of the game."""

    async def reach(sight: Sight) -> Message:
        member = sight.evening.house.people[seat]
        # The rest of the game is thought of only once it is let.
        sight.evening.bot.finisher.thinking = Waiting()
        await sight.evening.bot.seats.vote(
            (await sight.evening.table()).row.id, member.id, FINISH, against=against
        )
        await sight.evening.house.shown()
        return sight.public

    return reach


async def _finished(sight: Sight) -> Message:
    bot, house = sight.evening.bot, sight.evening.house
    finished = await sight.evening.table()
    waiting = bot.finisher.thinking
    assert isinstance(waiting, Waiting)
    waiting.let.set()
    over = lambda: bot.tables.current(finished).row.status is Status.FINISHED  # noqa: E731
    await house.sandbox.until(over, what="the rest is stored")
    await house.shown()
    waiting.close()
    return sight.public


FINISHING: Final = (
    *LOBBY,
    Kind("call", call, again=called),
    Kind("dealt", hand),
    Kind("out", _out),
    Kind("out-board", table()),
    Kind("finish-asked", said(1)),
    Kind("finish-asked-own", own),
    Kind("finishing", said(0)),
    Kind("finishing-own", own),
    Kind("finished", _finished),
    Kind("finished-own", own),
)
