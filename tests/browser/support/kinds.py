"""Kinds of messages that members see of a game, and the way to each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from bot.blocks.blocks import Press
from bot.games import LOOKS
from bot.locale import Catalogue
from bot.messages.ledger import TOKEN_SECONDS
from bot.panels.table.rules import pages as rules_pages
from bot.table.view import View
from bot.table.viewing import view_of
from cogs.publisher import publisher
from engine.civil_suits import Phase
from sandbox.driver import Member
from sandbox.objects import Channel
from sandbox.view import Message
from tests.browser.support.evenings import Evening, Moment, asks

WORDS: Final = Catalogue.load().words("en")

Wanted = str | Callable[[View[Any]], str]
"""A pattern of a button's press, or a function that makes it of the first member's view."""


class Sight:
    """A member's view in the evening of a tour; a member who watches has no seat.

    `message` is the last one reached.
    """

    message: Message

    def __init__(self, evening: Evening, tour: Tour) -> None:
        self.evening = evening
        self.tour = tour
        house = evening.house
        self.watcher = house.sandbox.join(house.guild, "watcher")

    @property
    def me(self) -> Member:
        return self.evening.house.people[0]

    @property
    def channel(self) -> Channel:
        return self.evening.house.channel

    @property
    def public(self) -> Message:
        """Return the board."""
        return self.evening.public

    def private(self, member: Member | None = None) -> Message:
        """Return the newest private message of a member, the first if none is named."""
        return [m for m in (member or self.me).sees(self.channel) if m.ephemeral][-1]

    async def press(self, message: Message, *wanted: Wanted) -> Message:
        """Press, one after another, the first live button of a message that matches each pattern.

        Return the newest private message.
        """
        for want in wanted:
            pattern = want if isinstance(want, str) else want(await self.shown())
            await self.evening.press(self.me, message, pattern)
        return self.private()

    async def shown(self) -> View[Any]:
        """Return the first member's view of the table."""
        return view_of((await self.evening.table()), self.me.id)

    async def drawn_anew(self) -> Message:
        """Let the bot draw the last message once more in its current state; return it."""
        message, bot = self.message, self.evening.bot
        press = next(filter(None, (Press.parse(button.custom_id or "") for button in message.buttons)))
        table = await bot.tables.get(press.table)
        if message.ephemeral:
            assert table.ledger.panels[self.me.id].message_id == message.id, "it does not follow its table"
            publisher(bot).panels.ask(table.row.id, self.me.id)
        else:
            assert table.ledger.place.message_id == message.id, "it does not show its table"
            bot.outbox.changed(table, panels=False)
        await self.evening.house.shown()
        return message

    async def close(self) -> None:
        """Close the page open in the first member's panel."""
        panel = self.evening.house.panel(self.me)
        if panel is not None and any(asks(button) == "back" for button in panel.buttons):
            await self.press(panel, "back")


Reach = Callable[[Sight], Awaitable[Message]]
"""Goes to a kind of message from the one before, and returns it."""


class Kind(NamedTuple):
    """One kind of message, and an evening's way to it; the page open in the panel is closed before.

    `turn`: all cards are in hand, and one is to be played. `lobby`: it is the board of a lobby.
    `refusal`: a press has just been refused. `replayed`: it is a moment of a replay. `plain`: it is the
    same for all members, with pictures and without. `watched`: members who watch see it. `onward`: the
    open page stays open, and leads on to it. `again` goes to it once more in another manner, where the
    bot does not draw it anew by itself.
    """

    name: str
    reach: Reach
    turn: bool = False
    lobby: bool = False
    refusal: bool = False
    replayed: bool = False
    plain: bool = False
    watched: bool = False
    onward: bool = False
    again: Reach | None = None


class Tour(NamedTuple):
    """An evening with every kind of message in turn; the deals of `seed` have all its moments."""

    game: str
    players: int
    seed: int
    kinds: tuple[Kind, ...]


def at(until: Moment, *wanted: Wanted) -> Reach:
    """Return a reach that plays until a moment comes, makes these presses in the panel, and returns that."""

    async def reach(sight: Sight) -> Message:
        await sight.evening.play(until)
        return await sight.press(sight.private(), *wanted)

    return reach


def pressed(*wanted: Wanted) -> Reach:
    """Return a reach that makes these presses in the panel."""
    return lambda sight: sight.press(sight.private(), *wanted)


def opened(*wanted: Wanted) -> Reach:
    """Return a reach that presses on the board, and then in the private message that this opens."""

    async def reach(sight: Sight) -> Message:
        await sight.press(sight.public, wanted[0])
        return await sight.press(sight.private(), *wanted[1:])

    return reach


def table(until: Moment | None = None) -> Reach:
    """Return a reach of the board once a moment has come."""

    async def reach(sight: Sight) -> Message:
        if until is not None:
            await sight.evening.play(until)
        return sight.public

    return reach


def looked_up(verb: str, *wanted: Wanted) -> Reach:
    """Return a reach of a page in the panel, by its own button or behind the one for more."""

    async def reach(sight: Sight) -> Message:
        panel = sight.private()
        shown = [asks(button) for button in panel.buttons]
        way = (verb,) if verb in shown else ("lobby" if "lobby" in shown else "more", verb)
        return await sight.press(panel, *way, *wanted)

    return reach


def thought_of(reach: Reach) -> Reach:
    """Return this reach, once computers can think."""

    async def later(sight: Sight) -> Message:
        kernels = sight.evening.bot.thinking.kernels
        await sight.evening.house.sandbox.until(lambda: kernels.ready(sight.tour.game))
        return await reach(sight)

    return later


# Before the first deal


async def _lobby(sight: Sight) -> Message:
    await sight.evening.lobby(sight.tour.game)
    return sight.public


async def own(sight: Sight) -> Message:
    return sight.private()


async def _full(sight: Sight) -> Message:
    await sight.evening.join()
    await sight.evening.fix(sight.tour.seed)
    return sight.public


async def call(sight: Sight) -> Message:
    """Start the game once no member has a panel that follows, and return the message that calls them."""
    house = sight.evening.house
    await house.pass_time(TOKEN_SECONDS + 1)
    await sight.evening.press(sight.me, sight.public, "start")
    return house.pings()[-1]


async def called(sight: Sight) -> Message:
    """Return the message that has called everybody, which stays as it is."""
    return sight.evening.house.pings()[-1]


async def hand(sight: Sight) -> Message:
    return await sight.press(sight.public, "hand")


LOBBY: Final = (
    Kind("lobby", _lobby, lobby=True),
    Kind("lobby-own", own),
    Kind("options", pressed("options")),
    Kind("lobby-more", pressed("lobby"), plain=True),
    Kind("computers", pressed("lobby", "computers")),
    Kind("lobby-rules", pressed("lobby", "rules"), plain=True),
    Kind("lobby-fairness", pressed("lobby", "fairness"), plain=True),
    Kind("lobby-full", _full, lobby=True),
    Kind("lobby-start", own),
)

# On the member's turn


def turn(cards: int, phase: Phase | None = None) -> Moment:
    """Return the moment when it is the member's turn with so many cards."""

    def come(shown: View[Any]) -> bool:
        right = phase is None or shown.seen.phase is phase
        return shown.my_turn and right and len(shown.seen.hand) == cards

    return come


def waiting(shown: View[Any]) -> bool:
    """Return whether another member is on turn, some time after the deal."""
    return bool(shown.waits_for) and not shown.my_turn and len(shown.story) > 5


async def warned(sight: Sight) -> Message:
    """Let the time of the turn run out in half a minute, of which everybody is warned."""
    tables, table = sight.evening.bot.tables, await sight.evening.table()
    async with tables.held(table.row.id) as held:
        await tables.commit(held, held.table, due_at=tables.now() + 30, warned=True)
    await sight.evening.house.shown()
    return sight.private()


async def refused(sight: Sight) -> Message:
    """Press a card that may not be played, or where every card may, one of an outdated panel."""
    shown, panel = await sight.shown(), sight.private()
    legal = {f"play:{action}" for action in shown.seen.legal}
    cards = [button for button in panel.buttons if asks(button).startswith("play:") and not button.disabled]
    wrong = [button for button in cards if asks(button) not in legal]
    if wrong:
        await sight.me.press(panel, wrong[0])
    else:
        await sight.me.forge(panel, str(Press(shown.id, 0, "play", asks(cards[0]).removeprefix("play:"))))
    await sight.evening.house.shown()
    return sight.private()


def pages(game: str) -> tuple[Kind, ...]:
    """Return the pages that can be opened at any time, all on the member's turn."""
    verbs = dict.fromkeys([LOOKS[game].LOOKED_UP, "last", *LOOKS[game].PAGES])
    return (
        *(Kind(verb, looked_up(verb)) for verb in verbs if verb != "expose"),
        Kind("scores", looked_up("scores")),
        Kind("rules-1", looked_up("rules"), plain=True),
        *(
            Kind(f"rules-{page}", pressed(f"rules:{page}"), plain=True, onward=True)
            for page in range(2, rules_pages(game, WORDS) + 1)
        ),
        Kind("more", pressed("more"), plain=True),
        Kind("fairness", looked_up("fairness"), plain=True),
        Kind("leave", looked_up("leave"), plain=True),
    )
