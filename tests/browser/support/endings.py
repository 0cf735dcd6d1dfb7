"""The rest of an evening of any game: after the member's turns, up to the end and the settings."""

from typing import Any, Final

from bot.table.pauses import WHOLE
from bot.table.view import View
from bot.table.votes import STOP
from sandbox.view import Message
from tests.browser.support.kinds import (
    Kind,
    Reach,
    Sight,
    at,
    called,
    hand,
    looked_up,
    opened,
    own,
    pressed,
    table,
    waiting,
)
from tests.browser.support.replays import REPLAY


def between(view: View[Any]) -> bool:
    return view.between_hands


def later(view: View[Any]) -> bool:
    """Return whether it is the member's turn after two hands."""
    return view.my_turn and view.hand > 2


def counted(view: View[Any]) -> bool:
    """Return whether the last hand of the game has been counted, and its winners are still to be told."""
    return view.counting == WHOLE


async def _vote(sight: Sight) -> Message:
    seats, bo = sight.evening.bot.seats, sight.evening.house.people[1]
    await seats.vote((await sight.evening.table()).row.id, bo.id, STOP)
    await sight.evening.house.shown()
    return sight.public


async def _back_again(sight: Sight) -> Message:
    seats, bo = sight.evening.bot.seats, sight.evening.house.people[1]
    await seats.vote((await sight.evening.table()).row.id, bo.id, STOP, against=True)
    return await sight.press(sight.private(), "take-back")


async def _watching(sight: Sight) -> Message:
    await sight.evening.press(sight.watcher, sight.public, "hand")
    return sight.private(sight.watcher)


async def _expired(sight: Sight) -> Message:
    panel, house = sight.private(), sight.evening.house
    before = panel.text
    await house.pass_time(14 * 60 + 10)
    await house.sandbox.until(lambda: panel.text != before, what="the panel says that it follows no more")
    await house.shown()
    return panel


async def _expired_again(sight: Sight) -> Message:
    await hand(sight)
    return await _expired(sight)


async def _counted(sight: Sight) -> Message:
    """Play to the end with a panel that follows again."""
    await hand(sight)
    await sight.evening.play(counted, WHOLE)
    return sight.public


async def _over(sight: Sight) -> Message:
    await sight.press(sight.private(), "winners")
    return sight.public


async def _declined(sight: Sight) -> Message:
    """Let the last member decline, which frees a seat for others."""
    await sight.evening.press(sight.evening.house.people[-1], sight.public, "decline")
    return sight.public


async def _changed(sight: Sight) -> Message:
    """Let the host turn take-backs off: then the game does not begin by itself once it is full."""
    *most, last = sight.evening.house.people[1:]
    await sight.evening.join(*most)
    page = await looked_up("options")(sight)
    await sight.press(page, "option:undo:off")
    await sight.evening.join(last)
    return sight.private()


async def _alone(sight: Sight) -> Message:
    """Start another game, to whose options all have agreed and which all others leave."""
    evening, people = sight.evening, sight.evening.house.people
    for person in people[1:]:
        await evening.press(person, sight.public, "come")
    await evening.fix(sight.tour.seed)
    await evening.press(sight.me, sight.public, "come")
    view = await evening.play(lambda view: view.my_turn)
    for person in people[1:]:
        await evening.bot.seats.hand_over(view.id, person.id)
    await evening.house.shown()
    return sight.public


async def _stopped(sight: Sight) -> Message:
    await looked_up("leave", "hand-over:.*")(sight)
    return sight.public


async def _closed(sight: Sight) -> Message:
    await sight.evening.lobby(sight.tour.game)
    lobby = sight.public
    await sight.press(sight.private(), "lobby", "cancel")
    return lobby


def command(words: str) -> Reach:
    """Return the reach of a command's answer to a member who may manage the server."""

    async def reach(sight: Sight) -> Message:
        sight.me.moderate(True)
        await sight.me.slash(sight.channel, words)
        await sight.evening.house.shown()
        return sight.private()

    return reach


def _second(words: str, scope: str) -> Reach:
    """Return the reach of the second page of settings."""

    async def reach(sight: Sight) -> Message:
        return await sight.press(await command(f"cards {words}")(sight), f"s:{scope}:page:1")

    return reach


CUT: Final = (
    Kind("cut-places", pressed("places")),
    Kind("cut-done", pressed("cut:8"), onward=True),
)
"""The kinds of a game whose decks are cut."""
REST: Final = (
    Kind("waiting", at(waiting)),
    Kind("table", table()),
    Kind("watcher", _watching, watched=True, again=_watching),
    Kind("stop-vote", _vote),
    Kind("away", looked_up("leave", "hand-over")),
    Kind("back-again", _back_again),
    Kind("between", at(between)),
    Kind("sheet", table()),
    Kind("ready", pressed("ready")),
    *CUT,
    Kind("scores-later", at(later, "more", "scores")),
    Kind("expired", _expired, again=_expired_again),
    Kind("counted", _counted),
    Kind("counted-own", own),
    Kind("over", _over),
    Kind("over-own", own),
    Kind("over-more", opened("more"), again=opened("more")),
    Kind("over-fairness", pressed("fairness"), onward=True, again=opened("more", "fairness")),
    Kind("checked", pressed("check"), onward=True, again=opened("more", "fairness", "check")),
    Kind(
        "over-numbers",
        pressed("fairness:numbers"),
        onward=True,
        again=opened("more", "fairness", "fairness:numbers"),
    ),
    *REPLAY,
    Kind("rematch", opened("rematch")),
    Kind("rematch-more", pressed("lobby")),
    Kind("lobby-rematch", table(), lobby=True, plain=True),
    Kind("rematch-call", called, plain=True, again=called),
    Kind("lobby-declined", _declined, lobby=True),
    Kind("options-changed", _changed),
    Kind("lobby-to-agree", table(), lobby=True, plain=True),
    Kind("with-computers", _alone),
    Kind("leave-alone", looked_up("leave"), plain=True),
    Kind("stopped", _stopped),
    Kind("closed", _closed, again=_closed),
    Kind("tables", command("cards tables"), again=command("cards tables")),
    Kind("settings-1", command("cards settings"), plain=True, again=command("cards settings")),
    Kind("settings-2", pressed("s:server:page:1"), plain=True, again=_second("settings", "server")),
    Kind("me-1", command("cards me"), plain=True, again=command("cards me")),
    Kind("me-2", pressed("s:member:page:1"), plain=True, again=_second("me", "member")),
    Kind("about", command("cards about"), plain=True, again=command("cards about")),
)
