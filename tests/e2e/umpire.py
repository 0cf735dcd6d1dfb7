"""Who lets the members at a table play by the driver's presses, and compares after every one of them.

What is particular to a game its own umpire adds: what lies there, what is asked, and what is preferred.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cogs.publisher import publisher
from sandbox.view import Message
from tests.e2e.books import Books, in_words, notation
from tests.e2e.house import Control, House, live, verb

PAUSE = 20.0
"""`pause_seconds` of the tables where a forced answer is not given before the umpire lets it be."""

REFUSED = re.compile(r".* (does not follow suit|is of a banned suit|may be laid to the first trick)\b.*\n")
"""How a panel begins after a press on a card that may not be played."""


def unlimited(house: House) -> None:
    """Take out Discord's rates and the pace that the bot keeps for them, where they are not the point."""
    assert house.bot is not None
    house.sandbox.limits.enabled = False
    publisher(house.bot).boards.window = 0.0


@dataclass
class Umpire(Books):
    """Who plays, at random but for what `wish` prefers.

    Offers to settle a hand are taken with the likelihood `settles`, cards that may not be played are tried
    with `errs`, questions left and opened again with `wavers`.
    """

    settles: float = 0.0
    errs: float = 0.0
    wavers: float = 0.1

    async def begin(self, **options: Any) -> None:
        """Open a table, seat everybody, start, and compare."""
        options = await self.house.open(self.GAME, **options)
        self.state = self.game.start(self.game.options(options))
        await self.take_deal()
        await self.agree()

    async def again(self) -> None:
        """Let everybody ask for a rematch, start it, and compare; the books are for the new game alone."""
        over, options = self.house.public(), self.state.options
        for person in self.people:
            await person.press(over, label="Rematch")
        await self.house.start(self.people[0])
        self.state, self.deals = self.game.start(options), 0
        self.pressed.clear()
        self.forced.clear()
        await self.take_deal()
        await self.agree()

    async def play(self, most: int = 5000) -> None:
        """Play until the game is over or this has been done `most` times, comparing after every press."""
        for _ in range(most):
            if self.over:
                return
            if self.between:
                await self.next_hand()
            await self.turn()

    async def next_hand(self) -> None:
        """Let everybody who is still in the game ask for the next hand, in any order."""
        await self._all_ready()
        await self.take_deal()
        await self.agree()
        self.after()

    async def settle(self) -> None:
        """Let everybody agree to settle the hand as it must end."""
        rest = self.rest()
        assert rest is not None
        await self._all_ready()
        for seat, action in rest:
            self.note(seat, str(action))
        self.happened["settled"] += 1
        await self.agree()
        self.after()

    async def _all_ready(self) -> None:
        """Let everybody who is still in the game press the button to be ready, in any order."""
        seats = list(self.game.active(self.state))
        self.rng.shuffle(seats)
        for seat in seats:
            self.after()
            await self.be_ready(seat)
            if len(self.ready) < len(seats):
                await self.agree()
        self.ready.clear()

    async def be_ready(self, seat: int) -> None:
        """Let one press the button to be ready."""
        panel = self._panel(seat)
        (button,) = [b for b in panel.buttons if verb(b) == "ready"]
        await self.people[seat].press(panel, button)
        self.ready.add(seat)

    async def turn(self) -> None:
        """Let somebody do one of the things that they can through their panel, at random, and compare."""
        if self.rest() is not None and self.rng.random() < self.settles:
            await self.settle()
            return
        seats = [seat for seat in range(len(self.people)) if self.game.legal(self.state, seat)]
        seat = self.rng.choice(seats)
        if seat in self.waits_for() and self.rng.random() < self.errs:
            await self.err(seat)
        forced = self.game.formality(self.state, seat) if seat in self.waits_for() else None
        if forced is not None and self.rng.random() < 0.5:
            await self.by_the_clock(seat, forced)
            return
        if seat not in self.waits_for():
            self.happened["out of turn"] += 1
        await self.played(seat, await self.ask(seat))

    async def err(self, seat: int) -> None:
        """Let a seat press a card that it may not play: it is told why, and nothing changes."""
        allowed = set(map(str, self.game.legal(self.state, seat)))
        wrong = [c for c in self._at_hand(seat) if verb(c) == "play" and notation(c) not in allowed]
        if wrong:
            await self.house.press(self.people[seat], self.rng.choice(wrong), self.rng)
            await self.house.sandbox.until(
                lambda: REFUSED.match(in_words(self._panel(seat).text)), what="a refusal"
            )
            await self.agree()
            self.happened["illegal"] += 1

    async def by_the_clock(self, seat: int, action: Any) -> None:
        """Let the bot give the answer of a seat that has no choice."""
        assert self.house.bot is not None
        self.house.sandbox.clock.advance(PAUSE)
        self.house.bot.clock.expect(0.0)
        self.happened["by the clock"] += 1
        self.forced.add(len(self.pressed))
        await self.played(seat, str(action))

    async def ask(self, seat: int) -> str:
        """Press what a seat can press until that plays something, and return what was played."""
        person = self.people[seat]
        allowed = set(map(str, self.game.legal(self.state, seat)))
        ways = [c for c in self._at_hand(seat) if verb(c) == "pick" or notation(c) in allowed]
        control = self.wish(seat, ways)
        text = await self.house.press(person, control, self.rng)
        while verb(control) == "pick":
            control, text = await self.answer(seat, text)
        return text

    async def answer(self, seat: int, text: str) -> tuple[Control, str]:
        """Answer a further question, that which `text` has opened; now and then go back and open it again."""
        person = self.people[seat]
        await self.house.sandbox.until(
            lambda: any(verb(b) == "back" for b in self._panel(seat).buttons), what="a further question"
        )
        panel = self._panel(seat)
        self.questioned(seat, text, panel)
        (control,) = [c for c in self._at_hand(seat) if verb(c) != "ready"]
        if self.rng.random() < self.wavers:
            (back,) = [b for b in panel.buttons if verb(b) == "back"]
            await person.press(panel, back)
            await self.agree()
            return await self._again(seat)
        return control, await self.house.press(person, control, self.rng)

    async def _again(self, seat: int) -> tuple[Control, str]:
        control = self.wish(seat, [c for c in self._at_hand(seat) if verb(c) == "pick"])
        return control, await self.house.press(self.people[seat], control, self.rng)

    def questioned(self, seat: int, text: str, panel: Message) -> None:
        """Check a further question: it asks whether to do what was asked for, or what to do it with."""
        offered = [self.game.parse(notation(b)) for b in panel.buttons if verb(b) == "play"]
        assert offered == ([] if panel.selects else [self.game.parse(text)]), (text, offered)
        assert all(action in self.game.legal(self.state, seat) for action in offered)

    def wish(self, seat: int, ways: Sequence[Control]) -> Control:
        """Return which of the ways to go on a seat takes."""
        return self.rng.choice(ways)

    def _at_hand(self, seat: int) -> list[Control]:
        return [control for control in live(self._panel(seat)) if verb(control) != "ready"]

    def _panel(self, seat: int) -> Message:
        panel = self.house.panel(self.people[seat])
        assert panel is not None
        return panel

    async def played(self, seat: int, action: str) -> None:
        """Take note of what was played, and compare."""
        self.note(seat, action)
        await self.agree()
        self.after()
