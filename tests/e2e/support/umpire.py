"""Lets the members at a table play by presses of the driver, and compares after every one of them.

The umpire of each game adds its own rules: the table's content, the questions, and the
preferences.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.locale.glyphs import as_text
from cogs.publisher import publisher
from sandbox.view import Message
from tests.e2e.support.house import House, button, live
from tests.e2e.support.reading import CARDS, Control, above, in_words, notation, verb, verbs
from tests.e2e.support.seeing import Seeing

PAUSE = 20.0
"""`pause_seconds` of tables where a forced answer waits until the umpire allows it."""

SKIMS = 0.35
"""How often plays are skimmed in the later hands of long games."""

PAGES = ("last", "scores", "rules", "fairness", "powers", "passed", "absent")
"""The pages behind *More*, as far as they are there."""


def unlimited(house: House) -> None:
    """Take out Discord's rates and the pace that the bot keeps for them, where they are not the point."""
    assert house.bot is not None
    house.sandbox.limits.enabled = False
    publisher(house.bot).boards.edits.window = 0.0


@dataclass
class Umpire(Seeing):
    """Plays at random except for the preferences of `wish`.

    Numbers are likelihoods: `settles` of taking an offer to settle a hand, `errs` of trying a card that may
    not be played, `wavers` of leaving a question and opening it again, `looks` of opening a page, `skims` of
    making some plays before a turn without a press, compared only afterwards.
    """

    settles: float = 0.0
    errs: float = 0.0
    wavers: float = 0.1
    looks: float = 0.05
    skims: float = 0.0

    async def begin(self, **options: Any) -> None:
        """Open a table, seat everybody, start, and compare."""
        options = await self.house.open(self.GAME, **options)
        self.state = self.game.start(self.game.options(options))
        await self.take_deal()
        await self.agree()

    async def again(self) -> None:
        """Let everybody ask for a rematch, which begins with the last of them, and compare.

        The books are for the new game alone.
        """
        over, options = self.house.public(), self.state.options
        for person in self.people:
            await person.press(over, button(over, "rematch"))
        await self.house.shown()
        self.state, self.deals = self.game.start(options), 0
        self.pressed.clear()
        self.forced.clear()
        self.pages.clear()
        await self.take_deal()
        await self.agree()

    async def play(self, most: int = 5000) -> None:
        """Play until the game is over or for `most` turns, comparing after every press."""
        for _ in range(most):
            if self.over:
                return
            if self.between:
                await self.next_hand()
            if self.rng.random() < self.skims:
                await self.skim()
            else:
                await self.turn()

    async def skim(self) -> None:
        """Make some plays of the hand under way without a press, and compare."""
        for seat, action in await self.house.skim():
            self.note(seat, action)
        await self.agree()
        self.after()

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
            # Whoever looks at the requests must see those of the hand that is over before the next deal.
            await self.house.drawn()
            self.after()
            await self.be_ready(seat)
            if len(self.ready) < len(seats):
                await self.agree()
        self.ready.clear()

    async def be_ready(self, seat: int) -> None:
        """Let a seat press the button to be ready."""
        await self.close(seat)
        panel = self.panel(seat)
        await self.people[seat].press(panel, button(panel, "ready"))
        self.ready.add(seat)

    async def turn(self) -> None:
        """Let a seat make a random action by its panel, and compare."""
        if self.rest() is not None and self.rng.random() < self.settles:
            await self.settle()
            return
        if self.rng.random() < self.looks:
            await self.look_up(self.rng.randrange(len(self.people)))
        seat = self.rng.choice(self.waits_for())
        if self.rng.random() < self.errs:
            await self.err(seat)
        forced = self.game.formality(self.state, seat)
        if forced is not None and self.rng.random() < 0.5:
            await self.by_the_clock(seat, forced)
            return
        await self.played(seat, await self.ask(seat))

    async def err(self, seat: int) -> None:
        """Let a seat press a card that it may not play: the reason appears above its cards, nothing else."""
        await self.close(seat)
        playable, panel = self.played_from_hand(seat), self.panel(seat)
        wrong = [card for card in self.state.hands[seat] if playable is not None and card not in playable]
        if not wrong:
            return
        assert self.house.bot is not None
        person, notices = self.people[seat], (await self.house.bot.tables.get(self.table_id)).ledger.notices
        await person.press(panel, button(panel, "play", self.rng.choice(wrong).text))

        def refused() -> bool:
            _, notice = notices.get(person.id, (0, ""))
            told = as_text(in_words(notice)).split("\n")
            return bool(notice) and set(told) <= set(above(self.panel(seat)))

        await self.house.sandbox.until(refused, what="a refusal")
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
        """Let a seat press controls until one plays something; return the play.

        Now and then a further question is left and opened again.
        """
        await self.close(seat)
        opened = ""
        while True:
            panel = self.panel(seat)
            if opened and "back" in verbs(panel) and self.rng.random() < self.wavers:
                await self.people[seat].press(panel, button(panel, "back"))
                self.happened["back"] += 1
                opened = ""
                await self.agree()
                continue
            control = self.wish(seat, self._ways(seat, panel))
            text = await self.house.press(self.people[seat], control, self.rng)
            if verb(control) == "play":
                return text
            opened = text
            await self.asked_further(seat, opened)

    def _ways(self, seat: int, panel: Message) -> list[Control]:
        """Return the controls on a panel that lead to an action the seat is asked for."""
        allowed = set(self.game.legal(self.state, seat))
        return [
            control
            for control in live(panel)
            if (verb(control) == "pick" and notation(control) not in self.ANYTIME)
            or (verb(control) == "play" and self.game.parse(notation(control)) in allowed)
        ]

    async def asked_further(self, seat: int, opened: str) -> None:
        """Wait until a seat sees the further question that `opened` opens, as it must be."""
        try:
            await self.house.sandbox.until(lambda: not self.questioned(seat, opened))
        except TimeoutError:
            raise AssertionError("\n".join(self.questioned(seat, opened))) from None

    def questioned(self, seat: int, opened: str) -> list[str]:
        """Return the faults of a further question that `opened` has opened."""
        panel, where = self.panel(seat), self.people[seat].name
        expected, found = self.answers(seat, opened, panel)
        found += self.wrong_answers(seat, panel, expected) + self.wrong_turn(where, panel, seat)
        found += self.unknown(where, panel, seat)
        others = [wanted for wanted in verbs(panel) if wanted not in CARDS]
        if others != ["back"]:
            found.append(f"{where}: {others} beside {opened}")
        return found

    def wish(self, seat: int, ways: Sequence[Control]) -> Control:
        """Return the control by which a seat goes on."""
        return self.rng.choice(ways)

    # Pages

    async def look_up(self, seat: int) -> None:
        """Let a seat open a page in its panel, straight or by way of *More*, and leave it open or not."""
        await self.close(seat)
        first = self.rng.choice([self.beside(seat), "more"])
        await self.open(seat, first)
        if first == "more":
            offered = [page for page in PAGES if page in verbs(self.panel(seat))]
            if self.rng.random() < 0.8:
                await self.open(seat, self.rng.choice(offered))
        if self.rng.random() < 0.5:
            await self.close(seat)

    async def open(self, seat: int, page: str) -> None:
        """Let a seat open a page on its panel."""
        panel = self.panel(seat)
        await self.people[seat].press(panel, button(panel, page))
        self.pages[seat] = page
        self.happened[f"page {page}"] += 1
        await self.agree()

    async def close(self, seat: int) -> None:
        """Let a seat leave the page open on its panel, if there is one."""
        if self.pages.pop(seat, None) is not None:
            panel = self.panel(seat)
            await self.people[seat].press(panel, button(panel, "back"))
            await self.agree()

    def panel(self, seat: int) -> Message:
        """Return the panel of a seat."""
        panel = self.house.panel(self.people[seat])
        assert panel is not None
        return panel

    async def played(self, seat: int, action: str) -> None:
        """Note a play, and compare."""
        self.note(seat, action)
        await self.agree()
        self.after()
