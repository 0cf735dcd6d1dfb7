"""The books of a table of any game, kept beside the bot.

They keep their own state of the engine, fed with the deals of the log and with the presses, and never ask the
bot's own rendering. `seeing.py` says how messages must show it.
"""

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from bot.blocks.blocks import Press
from engine import GAMES
from engine.deals import Deal
from engine.game import DEALER, AnyGame, Event
from engine.settling import FAR, settling
from sandbox.driver import Member
from tests.e2e.support.house import DAY, House


@dataclass
class Books:
    """The state of a table; seats are those of `house.people` in their order.

    `pressed` has the plays with their seats, `forced` the places in it where the bot has answered for a seat,
    `story` the events of the plays of about two hands, `asked` the log's length when each seat was asked
    last, `dealt` that after the last deal. `happened` counts the events of all games.
    """

    GAME: ClassVar[str]

    house: House
    state: Any = None
    pressed: list[tuple[int, str]] = field(default_factory=list)
    forced: set[int] = field(default_factory=set)
    deals: int = 0
    ready: set[int] = field(default_factory=set)
    after: Callable[[], None] = lambda: None
    """Called when all messages agree with the state."""
    rng: random.Random = field(default_factory=lambda: random.Random(11))
    story: deque[tuple[Event, ...]] = field(default_factory=lambda: deque(maxlen=150))
    happened: Counter[str] = field(default_factory=Counter)
    asked: dict[int, int] = field(default_factory=dict)
    dealt: int = 0
    clock: int = DAY
    """Seconds that a turn may take."""
    seen_at: float = 0.0
    """When everybody last saw the table in its current state."""
    asked_after: float = 0.0
    """A lower bound for when the present question was asked."""
    _rest: tuple[Any, tuple[tuple[int, Any], ...] | None] = (None, None)

    @property
    def game(self) -> AnyGame:
        """Return the rules."""
        return GAMES[self.GAME]

    @property
    def people(self) -> list[Member]:
        """Return the members in seat order."""
        return self.house.people

    @property
    def table_id(self) -> str:
        """Return the id of the table, as its public buttons have it."""
        press = Press.parse(self.house.public().buttons[0].custom_id or "")
        assert press is not None
        return press.table

    async def log(self) -> list[Any]:
        """Return the table's log as it is stored."""
        assert self.house.bot is not None
        stored = await self.house.bot.store.load(self.table_id)
        assert stored is not None
        return list(stored.log)

    async def take_deal(self) -> None:
        """Take over the next deal of the log."""
        deals = [entry for entry in await self.log() if entry.seat is None]
        assert len(deals) == self.deals + 1
        deal = Deal.parse(deals[-1].action, self.game)
        self.deals += 1
        self.follow(DEALER, None, self.game.deal(self.state, deal.dealer, deal.deck))
        self.dealt = self.seq

    def follow(self, seat: int, action: Any, after: Any) -> None:
        """Go on to the state after an action or a deal."""
        told, waited = self.game.events(self.state, seat, action, after), self.waits_for()
        self.state = after
        self.story.append(told)
        self.happened.update(event.name for event in told)
        anew = [other for other in self.waits_for() if other == seat or other not in waited]
        self.asked.update(dict.fromkeys(anew, self.seq))
        if anew:
            self.asked_after = self.seen_at

    def note(self, seat: int, text: str) -> None:
        """Note a play."""
        action = self.game.parse(text)
        self.pressed.append((seat, str(action)))
        self.follow(seat, action, self.game.apply(self.state, seat, action))
        self.ready.clear()

    @property
    def seq(self) -> int:
        """Return the length that the log must have by now."""
        return self.deals + len(self.pressed)

    async def stored_as_pressed(self) -> None:
        """Compare the log with the presses: nothing is lost, nothing played twice."""
        log = await self.log()
        played = [entry for entry in log if entry.seat is not None]
        assert [(entry.seat, entry.action) for entry in played] == self.pressed
        assert [entry.seq for entry in log] == list(range(len(log)))
        for place, entry in enumerate(played):
            assert entry.user_id == (None if place in self.forced else self.people[entry.seat].id)

    # The table

    def name(self, seat: int) -> str:
        """Return the name of the member in a seat."""
        return self.people[seat].name.capitalize()

    def names(self, seats: Iterable[int] | None = None) -> list[str]:
        """Return the names of the members in these seats, or in all."""
        return list(map(self.name, range(len(self.people)) if seats is None else seats))

    def sides(self) -> list[list[str]]:
        """Return the names of each side."""
        return [self.names(side) for side in self.game.sides(self.state.options)]

    def waits_for(self) -> tuple[int, ...]:
        """Return the seats that the hand under way waits for."""
        return tuple(seat for seat in self.game.to_act(self.state) if seat != DEALER)

    @property
    def between(self) -> bool:
        """Return whether the next hand is still to be dealt."""
        return self.game.to_act(self.state) == (DEALER,)

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.game.to_act(self.state) == ()

    def rest(self) -> tuple[tuple[int, Any], ...] | None:
        """Return the plays that settle the hand, where that is offered."""
        if self._rest[0] is not self.state:
            seen = self.game.observe(self.state, None)
            near = self.waits_for() and sum(seen.counts) <= FAR
            rest = settling(self.game, self.state) if near else None
            longer = rest is not None and len(rest) > len(self.game.active(self.state))
            self._rest = (self.state, rest if longer else None)
        return self._rest[1]
