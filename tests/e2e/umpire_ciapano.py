"""The umpire of Ciapano: what must be seen of its tricks, its thirds, and of those who are out."""

from engine import ciapano
from engine.cards import Card
from tests.e2e.books import Shown, glyph
from tests.e2e.umpire import Umpire

FRACTIONS = ("", "⅓", "⅔")


def points(thirds: int) -> str:
    """Return thirds as people write them."""
    return f"{thirds // 3 or ''}{FRACTIONS[thirds % 3]}" or "0"


class Ciapano(Umpire):
    """The umpire of Ciapano."""

    GAME = ciapano.NAME

    def heading(self, number: int) -> str:
        """Return the line that names the game and hand `number`."""
        return f"**Ciapano** · hand {number} · out at 31, the last one left wins"

    def waiting(self) -> str:
        """Return the line that says for whom the game waits, and for what."""
        (seat,) = self.waits_for()
        if self._discards(seat):
            return f"▶ **{self.name(seat)}** to lay a card aside"
        return super().waiting()

    def board_lines(self) -> list[str]:
        """Return the lines that everybody sees while a hand is played."""
        seen = ciapano.observe(self.state, None)
        playing = ciapano.active(self.state)
        counts = " · ".join(f"{self.name(seat)} {seen.counts[seat]}" for seat in playing)
        taken = " · ".join(f"{self.name(seat)} {points(seen.thirds[seat])}" for seat in playing)
        return [*self._lying(), f"-# Cards in hand: {counts}", f"-# Taken in this hand, in points: {taken}"]

    def hand_lines(self, seat: int) -> list[str]:
        """Return the lines of a seat's panel while a hand is played."""
        lines = self._lying()
        if seat not in ciapano.active(self.state):
            lines.append("You are out: watch the others to the end.")
        elif seat not in self.waits_for():
            cards = "  ".join(map(glyph, self.state.hands[seat]))
            lines += [f"**Your cards**  {cards}"] if cards else []
        elif self._discards(seat):
            lines.append(
                "You dealt, so you have a card too many: lay one aside, face down. "
                "It goes to whoever takes the last trick."
            )
        elif self.state.table:
            suit = glyph(self.state.table[0][1])[-1]
            lines.append(
                f"{suit} was led: follow it with a blue card. A gray one tells you why not."
                if any(glyph(card)[-1] == suit for card in self.state.hands[seat])
                else f"{suit} was led and you have none: play any card. It cannot take the trick."
            )
        else:
            lines.append("You lead: any card.")
        return lines

    def _lying(self) -> list[str]:
        plays = " · ".join(f"{self.name(seat)} {glyph(card)}" for seat, card in self.state.table)
        playing = ciapano.active(self.state)
        left = [
            f"{self.name(seat)} {max(31 - total, 0)}" if seat in playing else f"{self.name(seat)} is out"
            for seat, total in enumerate(self.state.totals)
        ]
        return [
            f"**The trick**  {plays or 'nothing yet'}",
            f"**Points left before 31**  {' · '.join(left)}",
        ]

    def sheet_lines(self) -> list[str]:
        """Return the lines of the score sheet of the last hand: those who played it."""
        number = len(self.state.sheets)
        played = [seat for seat, out in enumerate(self.state.out) if out in (0, number)]
        names = {f"**{self.name(seat)}**" for seat in played}
        every = super().sheet_lines()
        return [line for line in every if line.startswith("###") or line.partition("  ")[0] in names]

    def expected(self, seat: int) -> list[Shown]:
        """Return the buttons of a seat's cards."""
        mine = seat in self.waits_for()
        gesture = ("pick" if self._discards(seat) else "play") if mine else "wait"
        written = "discard {}" if gesture == "pick" else "{}"
        return [self._button(card, gesture, written) for card in self.state.hands[seat]]

    def _button(self, card: Card, gesture: str, written: str) -> Shown:
        return glyph(card), gesture, written.format(card), gesture == "wait"

    def _discards(self, seat: int) -> bool:
        return any(isinstance(action, ciapano.Discard) for action in ciapano.legal(self.state, seat))
