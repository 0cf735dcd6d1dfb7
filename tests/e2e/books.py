"""The books of a table of any game, kept beside the bot, and what everybody must see by them.

They keep their own state of the engine, fed with the deals of the log and with what was pressed, and never
ask the bot's own rendering. `differences()` says where the messages on the members' screens are not that.
"""

import random
import re
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from bot.render.panel import Press
from engine import GAMES
from engine.cards import Card
from engine.deals import Deal
from engine.game import DEALER, AnyGame, Event
from engine.settling import FAR, settling
from sandbox.driver import Member
from sandbox.view import Button, Message
from tests.e2e.house import Control, House, verb

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
NUMBERS = tuple(map(str, range(2, 11)))
LETTERS = ("A", *NUMBERS, "J", "Q", "K")
CARDS = {"play", "pick", "wait"}
Shown = tuple[str, str, str, bool]
"""A button as it is expected: label, verb, notation, whether it is dead."""


def glyph(card: Card) -> str:
    """Return a card as players read it."""
    if card.suit is None:
        return f"Minion {card.text[1]}"
    rank, suit = card.text[0], card.text[1]
    return ("10" if rank == "T" else rank) + SUITS[suit]


def glyphs(cards: Iterable[Card]) -> str:
    """Return cards as players read them, a blank between two."""
    return " ".join(map(glyph, cards))


TILES = {
    **{f"{suit}_{rank}{deck}": letter + sign
       for sign, suit in zip("♠♥♦♣", ("spades", "hearts", "diamonds", "clubs"), strict=True)
       for letter, rank in zip(LETTERS, ("ace", *NUMBERS, "jack", "queen", "king"), strict=True)
       for deck in ("", "_four", "_civil")},
    **{f"{suit}_{rank}": letter + sign
       for sign, suit in zip("♠♥♦♣", ("spade", "coppe", "denari", "bastoni"), strict=True)
       for letter, rank in zip(LETTERS, ("asso", *NUMBERS, "fante", "cavallo", "re"), strict=True)},
    "minion_1": "Minion 1",
    "minion_2": "Minion 2",
}  # fmt: skip
"""What the tile of each name shows, as players read it in words."""


def in_words(text: str) -> str:
    """Return a text with its tiles read."""
    return re.sub(r"<:(\w+):\d+>", lambda found: TILES[found[1]], text)


def label(button: Button) -> str:
    """Return what a button shows, its tile read."""
    return f"{TILES[button.emoji]} {button.label}".rstrip() if button.emoji else button.label


def notation(control: Control) -> str:
    """Return the action that the id of a button or select carries."""
    press = Press.parse(control.custom_id or "")
    return press.notation if press else ""


def number(control: Control) -> int:
    """Return the state number that the id of a button or select carries."""
    press = Press.parse(control.custom_id or "")
    return press.number if press else -1


def lacking(where: str, message: Message, lines: Iterable[str]) -> list[str]:
    """Return which of the lines a message does not have."""
    shown = in_words(message.text).split("\n")
    return [f"{where}: no line {line!r} in {shown}" for line in lines if line not in shown]


@dataclass
class Books(ABC):
    """How a table stands; seats are those of `house.people` in their order.

    `pressed` has what was played, with its seat, `forced` where in it the bot has answered for a seat,
    `story` the events of the plays of about two hands. `happened` counts those of all games.
    """

    GAME: ClassVar[str]

    house: House
    state: Any = None
    pressed: list[tuple[int, str]] = field(default_factory=list)
    forced: set[int] = field(default_factory=set)
    deals: int = 0
    ready: set[int] = field(default_factory=set)
    after: Callable[[], None] = lambda: None
    """Called when all messages agree, and the state is what they show."""
    rng: random.Random = field(default_factory=lambda: random.Random(11))
    story: deque[tuple[Event, ...]] = field(default_factory=lambda: deque(maxlen=150))
    happened: Counter[str] = field(default_factory=Counter)
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
        self._follow(DEALER, None, self.game.deal(self.state, deal.dealer, deal.deck))
        self.deals += 1

    def _follow(self, seat: int, action: Any, after: Any) -> None:
        """Go on to the state after an action or a deal."""
        told = self.game.events(self.state, seat, action, after)
        self.state = after
        self.story.append(told)
        self.happened.update(event.name for event in told)

    def note(self, seat: int, text: str) -> None:
        """Take note of what was played."""
        action = self.game.parse(text)
        self._follow(seat, action, self.game.apply(self.state, seat, action))
        self.pressed.append((seat, str(action)))
        self.ready.clear()

    async def stored_as_pressed(self) -> None:
        """Compare the log with what was pressed: nothing is lost, nothing played twice."""
        log = await self.log()
        played = [entry for entry in log if entry.seat is not None]
        assert [(entry.seat, entry.action) for entry in played] == self.pressed
        assert [entry.seq for entry in log] == list(range(len(log)))
        for place, entry in enumerate(played):
            assert entry.user_id == (None if place in self.forced else self.people[entry.seat].id)

    async def agree(self) -> None:
        """Wait until every message shows the table as it stands; say what differs if they never do."""
        try:
            await self.house.sandbox.until(lambda: not self.differences())
        except TimeoutError:
            raise AssertionError("\n".join(self.differences()[:4])) from None

    # What must be seen

    @abstractmethod
    def heading(self, number: int) -> str:
        """Return the line that names the game and hand `number`."""

    @abstractmethod
    def board_lines(self) -> list[str]:
        """Return the lines that everybody sees while a hand is played."""

    @abstractmethod
    def hand_lines(self, seat: int) -> list[str]:
        """Return the lines of a seat's panel while a hand is played."""

    @abstractmethod
    def expected(self, seat: int) -> list[Shown]:
        """Return the buttons on a seat's panel that are cards or answers."""

    def selects(self, seat: int) -> list[tuple[tuple[tuple[str, str], ...], int]]:
        """Return the selects on a seat's panel: the options, and how many of them are to be chosen."""
        return []

    def waiting(self) -> str:
        """Return the line that says for whom the game waits."""
        return f"▶ **{self.names(self.waits_for())}** to play"

    def sheet_lines(self) -> list[str]:
        """Return the lines of the score sheet of the last hand."""
        sheet = self.state.sheets[-1]
        lines = [f"### Hand {len(self.state.sheets)}"]
        for side, name in enumerate(self.sides()):
            total, scored = self.state.totals[side], sheet.score(side)
            lines.append(f"**{name}**  {total - scored} → {total}  (+{scored})")
        return lines

    def hand_number(self) -> int:
        """Return the number of the hand under way, or of the one just finished."""
        return len(self.state.sheets) + bool(self.waits_for())

    def title(self) -> list[str]:
        """Return the lines that name the hand and the score."""
        names, totals = self.sides(), self.state.totals
        if len(names) == 2:
            score = f"**{names[0]}** {totals[0]} : {totals[1]} **{names[1]}**"
        else:
            score = " · ".join(f"**{name}** {total}" for name, total in zip(names, totals, strict=True))
        return [self.heading(self.hand_number()), score]

    def name(self, seat: int) -> str:
        """Return how the one at a seat is called."""
        return self.people[seat].name.capitalize()

    def names(self, seats: Iterable[int]) -> str:
        """Return how those at several seats are called."""
        return " & ".join(map(self.name, seats))

    def sides(self) -> list[str]:
        """Return how the sides are called."""
        return list(map(self.names, self.game.sides(self.state.options)))

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

    def differences(self) -> list[str]:
        """Return what the members do not see as it is."""
        public = self.house.public()
        found = lacking("public", public, self.title())
        if self.waits_for():
            found += lacking("public", public, [self.waiting(), *self.board_lines()])
        else:
            found += lacking("public", public, self.sheet_lines())
        found += self._wrong_ready("public", public) + wrong_sums("public", public)
        if self.over:
            return found
        for seat, person in enumerate(self.people):
            panel = self.house.panel(person)
            if panel is None:
                found.append(f"{person.name} has no panel")
                continue
            found += lacking(person.name, panel, self.title())
            if self.waits_for():
                mine = seat in self.waits_for()
                turn = f"### ▶ Your turn, {self.name(seat)}" if mine else self.waiting()
                found += lacking(person.name, panel, [turn, *self.hand_lines(seat)])
            else:
                found += lacking(person.name, panel, self.sheet_lines())
            found += self._wrong_controls(seat, panel)
            found += self._wrong_ready(person.name, panel, seat) + wrong_sums(person.name, panel)
        return found

    def _wrong_controls(self, seat: int, panel: Message) -> list[str]:
        shown = [(label(b), verb(b), notation(b), b.disabled) for b in panel.buttons if verb(b) in CARDS]
        expected = self.expected(seat) if self.waits_for() else []
        found = [] if shown == expected else [f"{panel!r}: buttons {shown}, expected {expected}"]
        offered = [(select.options, select.least) for select in panel.selects]
        selects = self.selects(seat) if self.waits_for() else []
        return found + ([] if offered == selects else [f"{panel!r}: selects {offered}, expected {selects}"])

    def _wrong_ready(self, where: str, message: Message, seat: int | None = None) -> list[str]:
        shown = [(b.label, b.disabled) for b in message.buttons if verb(b) == "ready"]
        ready, active = len(self.ready), self.game.active(self.state)
        asks, waits = f"Next hand ({ready} of {len(active)} ready)", f"Ready ({ready} of {len(active)})"
        if self.rest() is not None:
            asks, waits = f"Settle the rest ({ready} of {len(active)})", f"Agreed ({ready} of {len(active)})"
        expected = [(waits, True)] if seat in self.ready else [(asks, False)]
        if not (self.between or self.rest() is not None) or (seat is not None and seat not in active):
            expected = []
        return [] if shown == expected else [f"{where}: {shown}, expected {expected}"]


def wrong_sums(where: str, message: Message) -> list[str]:
    """Return where the named points of a score sheet do not add up to what a side has scored."""
    lines, found = in_words(message.text).split("\n"), []
    for index, line in enumerate(lines):
        scored = re.search(r"  -?\d+ → -?\d+  \(([+-]\d+)\)$", line)
        named = sum(map(int, re.findall(r"\*\*([+-]?\d+)\*\*", lines[index + 1]))) if scored else 0
        if scored and int(scored[1]) != named:
            found.append(f"{where}: {line!r} is not the sum of {lines[index + 1]!r}")
    return found
