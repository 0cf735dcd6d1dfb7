"""A referee beside the table: plays by the driver's presses, and works out from the rules what each must see.

It keeps its own state of the engine, fed with the deals of the log and with what was pressed, and never asks
the bot's own rendering. `differences()` says where the messages on the members' screens are not that.
"""

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bot.render.panel import Press
from bot.sandbox.driver import Member
from bot.sandbox.view import Button, Message
from bot.table import parse_deal
from engine import cicera
from engine.cards import Card
from engine.game import DEALER
from tests.e2e.house import House, verb

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CARDS = {"play", "pick", "wait"}


def glyph(card: Card) -> str:
    """Return a card as players read it."""
    rank, suit = card.text[0], card.text[1]
    return ("10" if rank == "T" else rank) + SUITS[suit]


def glyphs(cards: Iterable[Card]) -> str:
    """Return cards as players read them, a blank between two."""
    return " ".join(map(glyph, cards))


def notation(button: Button) -> str:
    """Return the action that a button's id carries."""
    press = Press.parse(button.custom_id or "")
    return press.notation if press else ""


def number(button: Button) -> int:
    """Return the state number that a button's id carries."""
    press = Press.parse(button.custom_id or "")
    return press.number if press else -1


def points_on(label: str) -> int:
    """Return the points that a capture's label promises."""
    return sum(map(int, re.findall(r"\+(\d+)", label)))


def unlimited(house: House) -> None:
    """Take out Discord's rates and the pace that the bot keeps for them, where they are not the point."""
    assert house.bot is not None
    house.sandbox.limits.enabled = False
    house.bot.publisher.boards.window = 0.0


@dataclass
class Referee:
    """Who knows how the table stands; seats are those of `house.people` in their order."""

    house: House
    state: Any = None
    pressed: list[tuple[int, str]] = field(default_factory=list)
    deals: int = 0
    ready: set[int] = field(default_factory=set)
    after: Callable[[], None] = lambda: None
    """Called when all messages agree, and the state is what they show."""
    rng: random.Random = field(default_factory=lambda: random.Random(11))

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

    async def begin(self, **options: Any) -> None:
        """Open a table, seat everybody, start, and compare."""
        if len(self.people) == 2:
            options.setdefault("players", 2)
        await self.house.open(**options)
        self.state = cicera.start(cicera.options(options))
        await self.take_deal()
        await self.agree()

    async def take_deal(self) -> None:
        """Take over the next deal of the log."""
        deals = [entry for entry in await self.log() if entry.seat is None]
        assert len(deals) == self.deals + 1
        self.state = cicera.deal(self.state, *parse_deal(deals[-1].action))
        self.deals += 1

    async def agree(self) -> None:
        """Wait until every message shows the table as it stands; say what differs if they never do."""
        try:
            await self.house.sandbox.until(lambda: not self.differences(), timeout=8)
        except TimeoutError:
            raise AssertionError("\n".join(self.differences()[:4])) from None

    # What must be seen

    def title(self) -> list[str]:
        """Return the lines that name the hand and the score."""
        hand = len(self.state.sheets) + (cicera.to_act(self.state) not in ((), (DEALER,)))
        first, second = self.sides()
        totals = self.state.totals
        return [
            f"**Cicera** · hand {hand} · to {self.state.options.target}",
            f"**{first}** {totals[0]} : {totals[1]} **{second}**",
        ]

    def name(self, seat: int) -> str:
        """Return how the one at a seat is called."""
        return self.people[seat].name.capitalize()

    def sides(self) -> list[str]:
        """Return how the sides are called."""
        return [" & ".join(map(self.name, seats)) for seats in cicera.sides(self.state.options)]

    def differences(self) -> list[str]:
        """Return what the members do not see as it is."""
        public = self.house.public()
        found = self._lacking("public", public, self._public_lines())
        found += self._wrong_ready("public", public) + self._wrong_sums("public", public)
        for seat, person in enumerate(self.people):
            panel = self.house.panel(person)
            if cicera.to_act(self.state) == ():
                continue
            if panel is None:
                found.append(f"{person.name} has no panel")
                continue
            found += self._lacking(person.name, panel, self._panel_lines(seat))
            found += self._wrong_buttons(seat, panel)
            found += self._wrong_ready(person.name, panel, seat) + self._wrong_sums(person.name, panel)
        return found

    def _wrong_sums(self, where: str, message: Message) -> list[str]:
        """Return where the named points of a score sheet do not add up to what a side has scored."""
        lines, found = message.text.split("\n"), []
        for index, line in enumerate(lines):
            scored = re.search(r"  \d+ → \d+  \(\+(\d+)\)$", line)
            named = sum(map(int, re.findall(r"\*\*(\d+)\*\*", lines[index + 1]))) if scored else 0
            if scored and int(scored[1]) != named:
                found.append(f"{where}: {line!r} is not the sum of {lines[index + 1]!r}")
        return found

    def _wrong_ready(self, where: str, message: Message, seat: int | None = None) -> list[str]:
        shown = [(b.label, b.disabled) for b in message.buttons if verb(b) == "ready"]
        ready, all_seats = len(self.ready), len(self.people)
        if cicera.to_act(self.state) != (DEALER,):
            expected = []
        elif seat in self.ready:
            expected = [(f"Ready ({ready} of {all_seats})", True)]
        else:
            expected = [(f"Next hand ({ready} of {all_seats} ready)", False)]
        return [] if shown == expected else [f"{where}: {shown}, expected {expected}"]

    @staticmethod
    def _lacking(where: str, message: Message, lines: list[str]) -> list[str]:
        shown = message.text.split("\n")
        return [f"{where}: no line {line!r} in {shown}" for line in lines if line not in shown]

    def _public_lines(self) -> list[str]:
        seen = cicera.observe(self.state, None)
        first, second = self.sides()
        lines = self.title()
        if seen.to_act in ((), (DEALER,)):
            return lines + self._sheet_lines()
        counts = " · ".join(f"{self.name(seat)} {n}" for seat, n in enumerate(seen.counts))
        lines += [
            f"**On the table**  {glyphs(seen.table) or 'nothing'}",
            f"▶ **{self.name(seen.to_act[0])}** to play",
            f"-# Cards in hand: {counts}",
            f"-# Cards taken: {first} {len(seen.taken[0])} · {second} {len(seen.taken[1])}",
        ]
        if seen.stock:
            lines.append(f"-# Still to be dealt in this hand: {seen.stock}")
        return lines

    def _sheet_lines(self) -> list[str]:
        sheet = self.state.sheets[-1]
        lines = [f"### Hand {len(self.state.sheets)}"]
        for side, name in enumerate(self.sides()):
            total, scored = self.state.totals[side], sheet.score(side)
            lines.append(f"**{name}**  {total - scored} → {total}  (+{scored})")
        return lines

    def _panel_lines(self, seat: int) -> list[str]:
        seen = cicera.observe(self.state, seat)
        if seen.to_act == (DEALER,):
            return self.title() + self._sheet_lines()
        name = self.name(seen.to_act[0])
        turn = f"### ▶ Your turn, {name}" if seen.to_act == (seat,) else f"▶ **{name}** to play"
        return [turn, *self.title(), f"**On the table**  {glyphs(seen.table) or 'nothing'}"]

    def _wrong_buttons(self, seat: int, panel: Message) -> list[str]:
        seen = cicera.observe(self.state, seat)
        shown = [
            (b.label, verb(b), notation(b).partition(":")[0], b.disabled)
            for b in panel.buttons
            if verb(b) in CARDS
        ]
        expected = []
        for card in seen.hand if seen.to_act != (DEALER,) else ():
            plays = [play for play in seen.legal if play.card is card]
            gesture = "wait" if not plays else "play" if len(plays) == 1 else "pick"
            label = glyph(card) + (" •" if gesture == "pick" else "")
            expected.append((label, gesture, card.text, not plays))
        return [] if shown == expected else [f"{panel!r}: buttons {shown}, expected {expected}"]

    # Playing

    async def play(self, most: int = 5000) -> None:
        """Play until the game is over or `most` cards have been played, comparing after every press."""
        for _ in range(most):
            if cicera.to_act(self.state) == ():
                return
            if cicera.to_act(self.state) == (DEALER,):
                await self.next_hand()
            await self.turn()

    async def next_hand(self) -> None:
        """Let everybody ask for the next hand, in any order."""
        seats = list(range(len(self.people)))
        self.rng.shuffle(seats)
        for seat in seats:
            panel = self.house.panel(self.people[seat])
            assert panel is not None
            (button,) = [b for b in panel.buttons if verb(b) == "ready"]
            self.after()
            await self.people[seat].press(panel, button)
            self.ready.add(seat)
            if len(self.ready) < len(seats):
                await self.agree()
        self.ready.clear()
        await self.take_deal()
        await self.agree()
        self.after()

    async def turn(self) -> None:
        """Let whoever's turn it is play a card at random through their panel, and compare."""
        seat = self.state.turn
        person = self.people[seat]
        panel = self.house.panel(person)
        assert panel is not None
        button = self.rng.choice([b for b in panel.buttons if verb(b) in CARDS])
        await person.press(panel, button)
        if verb(button) == "pick":
            button = await self.choose(seat, panel, notation(button))
        await self.played(seat, notation(button))

    async def choose(self, seat: int, panel: Message, text: str) -> Button:
        """Check the choice that a card opened, every page of it, and press one of what it offers."""
        person = self.people[seat]
        plays = {str(play): play for play in cicera.legal(self.state, seat) if play.card.text == text}
        offered: dict[str, int] = {}
        while True:
            for button in panel.buttons:
                if verb(button) == "play":
                    offered[notation(button)] = points_on(button.label)
            more = [b for b in panel.buttons if verb(b) == "pick" and b.label == "Others ▶"]
            if not more:
                break
            await person.press(panel, more[0])
        assert offered.keys() == plays.keys()
        for action, promised in offered.items():
            after = cicera.apply(self.state, seat, plays[action])
            lines = after.lines[len(self.state.lines) :]
            scored = sum(
                line.points for line in lines if line.name in ("scua", "picada", "simili", "quadriglia")
            )
            assert promised == scored, action
        assert list(offered) != []
        if self.rng.random() < 0.1:
            back = next(b for b in panel.buttons if verb(b) == "back")
            await person.press(panel, back)
            again = next(b for b in panel.buttons if verb(b) == "pick" and notation(b) == text)
            await person.press(panel, again)
        choices = [b for b in panel.buttons if verb(b) == "play"]
        captures = [b for b in choices if ":" in notation(b)]
        button = self.rng.choice(captures if captures and self.rng.random() < 0.9 else choices)
        await person.press(panel, button)
        return button

    async def played(self, seat: int, action: str) -> None:
        """Take note of what was played, and compare."""
        self.state = cicera.apply(self.state, seat, cicera.parse(action))
        self.pressed.append((seat, action))
        await self.agree()
        self.after()

    async def stored_as_pressed(self) -> None:
        """Compare the log with what was pressed: nothing is lost, nothing played twice."""
        log = await self.log()
        assert [(e.seat, e.action) for e in log if e.seat is not None] == self.pressed
        assert [e.seq for e in log] == list(range(len(log)))
        assert all(e.user_id == self.people[e.seat].id for e in log if e.seat is not None)
