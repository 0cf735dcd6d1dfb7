"""The umpire of Cicera: what must be seen of its table, and the choice among captures."""

import re
from typing import Any

from engine import cicera
from sandbox.view import Button, Message
from tests.e2e.books import CARDS, Shown, glyph, glyphs, notation, number
from tests.e2e.house import Control, verb
from tests.e2e.umpire import Umpire, unlimited

__all__ = ["CARDS", "Referee", "glyph", "glyphs", "notation", "number", "points_on", "unlimited"]


def points_on(label: str) -> int:
    """Return the points that a capture's label promises."""
    return sum(map(int, re.findall(r"\+(\d+)", label)))


class Referee(Umpire):
    """The umpire of Cicera."""

    GAME = cicera.NAME

    def heading(self, number: int) -> str:
        """Return the line that names the game and hand `number`."""
        return f"**Cicera** · hand {number} · to {self.state.options.target}"

    def board_lines(self) -> list[str]:
        """Return the lines that everybody sees while a hand is played."""
        seen = cicera.observe(self.state, None)
        first, second = self.sides()
        counts = " · ".join(f"{self.name(seat)} {n}" for seat, n in enumerate(seen.counts))
        lines = [
            f"**On the table**  {glyphs(seen.table) or 'nothing'}",
            f"-# Cards in hand: {counts}",
            f"-# Cards taken: {first} {len(seen.taken[0])} · {second} {len(seen.taken[1])}",
        ]
        if seen.stock:
            lines.append(f"-# Still to be dealt in this hand: {seen.stock}")
        return lines

    def hand_lines(self, seat: int) -> list[str]:
        """Return the lines of a seat's panel while a hand is played."""
        return [f"**On the table**  {glyphs(self.state.table) or 'nothing'}"]

    def expected(self, seat: int) -> list[Shown]:
        """Return the buttons of a seat's cards."""
        seen = cicera.observe(self.state, seat)
        expected = []
        for card in seen.hand:
            plays = [play for play in seen.legal if play.card is card]
            gesture = "wait" if not plays else "play" if len(plays) == 1 else "pick"
            label = glyph(card) + (" •" if gesture == "pick" else "")
            expected.append((label, gesture, card.text, not plays))
        return expected

    async def answer(self, seat: int, text: str) -> tuple[Control, str]:
        """Check the choice that a card has opened, and take one of what it offers."""
        panel = self.house.panel(self.people[seat])
        assert panel is not None
        button = await self.choose(seat, panel, text)
        return button, notation(button)

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
            assert promised == self._scored(cicera.apply(self.state, seat, plays[action])), action
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

    def _scored(self, after: Any) -> int:
        """Return the points that a play has scored at once."""
        names = ("scua", "picada", "simili", "quadriglia")
        return sum(line.points for line in after.lines[len(self.state.lines) :] if line.name in names)
