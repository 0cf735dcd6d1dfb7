"""The umpire of Cicera: how its table must be seen, and the choice among captures."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine import cicera
from engine.cards import Card
from sandbox.view import Message
from tests.e2e.support.reading import (
    BLUE,
    CARDS,
    GREEN,
    GREY,
    Control,
    Said,
    Shown,
    cards,
    glyph,
    glyphs,
    label,
    lines,
    notation,
    number,
    of,
    sections,
    tokens,
    unpaged,
    verb,
)
from tests.e2e.support.umpire import Umpire, unlimited

__all__ = ["CARDS", "Referee", "glyph", "glyphs", "notation", "number", "points_on", "unlimited"]

BEST = 5
"""The most captures that are offered by themselves."""
AT_ONCE = ("scua", "picada", "simili", "quadriglia")
"""Events that score while a hand is played."""


def points_on(text: str) -> int:
    """Return the points that a text promises."""
    return sum(int(token) for token in tokens(text, []) if token.startswith("+"))


class Referee(Umpire):
    """The umpire of Cicera."""

    GAME = cicera.NAME
    LOOKED_UP = "last"

    def lying(self) -> Iterator[Said]:
        """Yield the contents of lines about the table in words: its cards."""
        yield of(("", glyphs(self.state.table).split())) if self.state.table else of()

    def counted(self) -> Iterator[Said]:
        """Yield the contents of other lines for everybody: cards in hand, taken, and still to be dealt."""
        seen = cicera.observe(self.state, None)
        yield of(*zip(self.names(), ([n] for n in seen.counts), strict=True))
        taken = [
            (name, [len(pile)] if name == side[-1] else [])
            for side, pile in zip(self.sides(), seen.taken, strict=True)
            for name in side
        ]
        yield of(*taken)
        yield of(("", [seen.stock])) if seen.stock else of()

    def scores(self, line: str) -> bool:
        """Return whether a line tells the score, both totals between the sides or each after its own."""
        (first, second), totals = self.sides(), list(map(str, self.state.totals))
        told = tokens(line, self.names())
        names = [sorted(told[: len(first)]), sorted(set(told[len(first) :]) - set(totals))]
        between = told[len(first) : len(first) + 2] == totals
        each = [told[len(first)], told[-1]] == totals if len(told) > len(first) else False
        return names == [sorted(first), sorted(second)] and (between or each)

    def own(self, seat: int, panel: Message) -> list[str]:
        """Return other faults of a seat's panel: on its turn it reads the score."""
        if seat not in self.waits_for():
            return []
        told, side = self.read(seat, panel), next(s for s in self.sides() if self.name(seat) in s)
        mine = self.sides().index(side)
        own = [*side, *map(str, (self.state.totals[mine], self.state.totals[1 - mine]))]
        if any(self.scores(line) or _as_said(tokens(line, self.names())) == _as_said(own) for line in told):
            return []
        return [f"{self.name(seat)}: no score in {told}"]

    def played_from_hand(self, seat: int) -> list[Card]:
        """Return the cards that a seat may play: any of its hand."""
        return list(self.state.hands[seat])

    def expected(self, seat: int) -> list[Shown]:
        """Return the buttons of a seat's cards on its turn, marked with their captures."""
        if seat not in self.waits_for():
            return []
        return [self._card(seat, card) for card in self.state.hands[seat]]

    def _card(self, seat: int, card: Card) -> Shown:
        plays = self._plays(seat, card.text)
        if len(plays) == 1:
            return Shown("play", card.text, GREY, glyph(card) + " !" * self._risky(seat, card))
        points = max(map(self._points, plays))
        return Shown("pick", card.text, BLUE, (glyph(card), f"+{points}") if points else (glyph(card),))

    def _risky(self, seat: int, card: Card) -> bool:
        """Return whether an unseen card could take this one and all else that lies there."""
        state = self.state
        known = {*state.hands[seat], *state.table, *state.taken[0], *state.taken[1]}
        unseen = tuple(c for c in cicera.DECK if c not in known)
        table = (*state.table, card)
        offered = state._replace(hands=(unseen, *[()] * (len(state.hands) - 1)), table=table, turn=0)
        captures = [play.taken for play in cicera.legal(offered, 0) if card in play.taken]
        return any(len(taken) == len(table) for taken in captures)

    def _plays(self, seat: int, text: str) -> list[Any]:
        return [play for play in cicera.legal(self.state, seat) if play.card.text == text]

    def _points(self, play: Any) -> int:
        """Return the points that a play scores at once."""
        after = cicera.apply(self.state, play_seat(self.state), play)
        return sum(line.points for line in after.lines[len(self.state.lines) :] if line.name in AT_ONCE)

    # The choice among captures

    def answers(self, seat: int, opened: str, panel: Message) -> tuple[list[Shown], list[str]]:
        """Return the question of a card that captures, as sections, as one, or card by card."""
        text, _, more = unpaged(opened).partition(" ")
        _, *captures = sorted(self._plays(seat, text), key=lambda play: len(play.taken) > 0)
        if more:
            return self._chosen(text, captures, more.split()[1:], panel)
        last = Shown("play", text, GREY)
        if len(captures) == 1:
            (capture,) = captures
            take = Shown("play", str(capture), GREEN, tuple(map(glyph, capture.taken)))
            plus, told = self._points(capture), [label(b) for b in panel.buttons if take.fits(b)]
            return [take, last], [f"{t!r} promises not {plus}" for t in told if points_on(t) != plus]
        best = sorted(map(self._points, captures), reverse=True)[:BEST]
        offered, found = sections(panel), list[str]()
        plays = {str(capture): capture for capture in captures}
        for text_of, button in offered:
            play = plays.get(notation(button))
            if play is None or sorted(cards(text_of.partition("\n")[0])) != sorted(map(glyph, play.taken)):
                found.append(f"{opened}: {text_of!r} beside {notation(button)}")
            elif points_on(label(button)) != self._points(play):
                found.append(f"{opened}: {text_of!r}, {label(button)!r} instead of {self._points(play)}")
        here = [points_on(label(button)) for _, button in offered]
        if here != best or len({notation(button) for _, button in offered}) != len(offered):
            found.append(f"{opened}: captures of {here} points, expected {best}")
        takes = [
            Shown("play", notation(button), BLUE if place else GREEN)
            for place, (_, button) in enumerate(offered)
        ]
        choose = [Shown("pick", f"{text} choose", GREY)] if len(captures) > BEST else []
        return [*takes, *choose, last], found

    def _chosen(
        self, text: str, captures: Sequence[Any], texts: Sequence[str], panel: Message
    ) -> tuple[list[Shown], list[str]]:
        """Return the cards of the table as they can be chosen one by one, with the sum so far."""
        takeable = {card for capture in captures for card in capture.taken}
        table = [card for card in self.state.table if card in takeable]
        chosen = [card for card in table if card.text in texts]
        value = captures[0].card.rank
        left = value - sum(card.rank for card in chosen)
        found = [capture for capture in captures if set(capture.taken) == set(chosen)]
        plus = self._points(found[0]) if found else 0
        shown = []
        for card in table:
            then = [c for c in chosen if c is not card] if card in chosen else [*chosen, card]
            shown.append(
                Shown(
                    "pick",
                    " ".join([text, "choose", *(c.text for c in then)]),
                    BLUE if card in chosen else GREY,
                    glyph(card),
                    dead=card not in chosen and card.rank > left,
                )
            )
        take = Shown(
            "play", str(found[0]) if found else None, GREEN, (f"+{plus}",) if plus else (), not found
        )
        sums = sorted([str(value - left), str(value)])
        told = [sorted(filter(str.isdecimal, tokens(line, []))) for line in lines(panel)]
        wrong = [] if sums in told else [f"no sum {sums} in {panel!r}"]
        return [*shown, take, Shown("pick", text, GREY)], wrong

    def wish(self, seat: int, ways: Sequence[Control]) -> Control:
        """Return the control by which a seat goes on: captures more often than not."""
        captures = [way for way in ways if ":" in notation(way)]
        if captures and self.rng.random() < 0.7:
            return self.rng.choice(captures)
        choosing = [way for way in ways if " choose" in notation(way)]
        picks = choosing or [way for way in ways if verb(way) == "pick"]
        return self.rng.choice(picks if picks and self.rng.random() < 0.7 else ways)


def play_seat(state: Any) -> int:
    """Return the seat on turn."""
    (seat,) = cicera.to_act(state)
    return seat


def _as_said(told: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names of a line in any order, and its numbers in theirs."""
    return sorted(t for t in told if not t.isdecimal()), [t for t in told if t.isdecimal()]
