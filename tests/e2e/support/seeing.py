"""The right content of every member's screen, by the books kept beside the bot.

It is judged by buttons and their verbs, by cards, names and numbers, never by a sentence: `differences()`
lists where the screens differ.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, ClassVar

from bot.blocks.blocks import TURN_ACCENT
from engine.cards import Card, card
from sandbox.view import Message
from tests.e2e.support.books import Books
from tests.e2e.support.reading import (
    BLUE,
    CARDS,
    GREEN,
    GREY,
    SUITS,
    YOU,
    Said,
    Shown,
    above,
    accent,
    advised,
    cards,
    glyph,
    groups,
    in_words,
    label,
    lines,
    moments,
    notation,
    number,
    of,
    pictured,
    says,
    taught,
    tokens,
    turn_line,
    verb,
    verbs,
    wrong_buttons,
)
from tests.engine.contract import lying

TOLD = ("deal", "leave", "capture", "lead", "play")
"""The events in every list of the last plays, with their cards."""
FORGIVEN = 3600.0
"""The most extra seconds of a turn: the bot's downtime, and some more after each start."""
COUNTED = {glyph(card(text)) for text in ("2S", "TD", "JH")}
"""The cards that count at the end of a hand of Cicera."""


@dataclass
class Seeing(Books, ABC):
    """The right view of a table for everybody; `pages` has the page open on each seat's panel."""

    LOOKED_UP: ClassVar[str]
    """The verb of the page that is opened most."""
    ANYTIME: ClassVar[Sequence[str]] = ()
    """Actions that are allowed at any time, if offered."""

    pages: dict[int, str] = field(default_factory=dict)

    def beside(self, seat: int) -> str:
        """Return the verb of the page whose button stands beside *More* on a seat's panel."""
        return self.LOOKED_UP

    async def agree(self) -> None:
        """Wait until every message shows the table's current state; name the differences if they never do.

        A message is looked at again only once it is drawn again.
        """
        looked = dict[int | None, tuple[object, bool]]()
        try:
            await self.house.sandbox.until(lambda: all(self._agrees(seat, looked) for seat in self._whose()))
        except TimeoutError:
            raise AssertionError("\n".join(self.differences()[:4])) from None
        self.seen_at = self.house.sandbox.clock.now()

    @abstractmethod
    def lying(self) -> Iterator[Said]:
        """Yield the contents of lines about the table in words, for everybody and for each seat."""

    def besides(self) -> Iterator[Sequence[str]]:
        """Yield names, cards and suits that share a line about the table, in words."""
        return iter(())

    @abstractmethod
    def counted(self) -> Iterator[Said]:
        """Yield the contents of other lines about the table for everybody, in words."""

    @abstractmethod
    def expected(self, seat: int) -> list[Shown]:
        """Return the expected buttons for cards and answers on a seat's panel."""

    @abstractmethod
    def answers(self, seat: int, opened: str, panel: Message) -> tuple[list[Shown], list[str]]:
        """Return the buttons of the further question that `opened` opens, and other faults of it."""

    def hand(self, seat: int) -> list[Card]:
        """Return the cards of a seat in the order in which they are shown."""
        return list(self.state.hands[seat])

    def own(self, seat: int, panel: Message) -> list[str]:
        """Return other faults of a seat's panel while a hand is played."""
        return []

    def played_from_hand(self, seat: int) -> list[Card] | None:
        """Return the cards that a seat may play, None where it is not asked for one of its hand."""
        return None

    def differences(self) -> list[str]:
        """Return all differences on the members' screens."""
        return [what for seat in self._whose() for what in self._wrong(seat, self._message(seat))]

    def _whose(self) -> list[int | None]:
        """Return the readers of the messages to look at: everybody (None), and each seat while it plays."""
        return [None, *(() if self.over else range(len(self.people)))]

    def _message(self, seat: int | None) -> Message | None:
        return self.house.public() if seat is None else self.house.panel(self.people[seat])

    def _agrees(self, seat: int | None, looked: dict[int | None, tuple[object, bool]]) -> bool:
        """Return whether a message is right; note that in `looked`, with its drawing."""
        message = self._message(seat)
        if message is None:
            return False
        drawn, agrees = looked.get(seat, (None, False))
        if drawn is not message.components:
            drawn, agrees = message.components, not self._wrong(seat, message)
            looked[seat] = (drawn, agrees)
        return agrees

    def _wrong(self, seat: int | None, message: Message | None) -> list[str]:
        """Return the faults of a seat's message, or of the board."""
        if seat is None:
            return self.wrong_public()
        if message is None:
            return [f"{self.people[seat].name} has no panel"]
        return (self.wrong_page if seat in self.pages else self.wrong_panel)(seat, message)

    def wrong_public(self) -> list[str]:
        """Return the faults of the board."""
        where, public = "public", self.house.public()
        shown = verbs(public)
        if self.over:
            expected = ["rematch", "replay", "more"]
        elif self.between:
            expected = ["ready", "more"]
        else:
            expected = [*(["ready"] if self.rest() is not None else []), "hand", "last", "more"]
        found = [] if shown == expected else [f"{where}: {shown}, expected {expected}"]
        if self.waits_for():
            found += self.wrong_turn(where, public)
            if not pictured(public):
                found += self.lacking(where, lines(public), *self.lying(), *self.counted())
        elif not self.over and not pictured(public):
            found += wrong_sheet(where, lines(public), self.state, self.sides(), self.scored())
        if not self.between and not pictured(public) and not any(map(self.scores, lines(public))):
            found.append(f"{where}: no score in {public!r}")
        return found + self._wrong_ready(where, public) + self.unknown(where, public, None)

    def wrong_panel(self, seat: int, panel: Message) -> list[str]:
        where = self.people[seat].name
        found = self._wrong_ready(where, panel, seat) + self._wrong_controls(seat, panel)
        if not self.waits_for():
            if not pictured(panel):
                found += wrong_sheet(where, self.read(seat, panel), self.state, self.sides(), self.scored())
            return found
        found += self.wrong_turn(where, panel, seat) + self.unknown(where, panel, seat)
        found += self._wrong_cards(seat, panel) + self.own(seat, panel)
        return found if pictured(panel) else [*found, *self.lacking(where, lines(panel), *self.lying())]

    def _wrong_controls(self, seat: int, panel: Message) -> list[str]:
        """Return the faults of the row of other controls on a panel."""
        shown = [v for v in verbs(panel) if v not in CARDS and v not in ("ready", "cut", "places")]
        choice = seat in self.waits_for() and len(self.game.legal(self.state, seat)) > 1
        beside = [] if self.between else [self.beside(seat)]
        hint = "hint-how" if "hint-how" in shown else "hint"
        expected = [*([hint] if choice else []), *beside, "more"]
        return [] if shown == expected else [f"{self.name(seat)}: {shown}, expected {expected}"]

    def _wrong_cards(self, seat: int, panel: Message) -> list[str]:
        """Return the faults of a panel's cards and answers: not its seat's, or not mentioned."""
        where, hand = self.people[seat].name, list(map(glyph, self.hand(seat)))
        found = self.wrong_answers(seat, panel, self.expected(seat))
        playable = self.played_from_hand(seat) if seat in self.waits_for() else None
        if playable is None:
            live = {card for b in panel.buttons if not b.disabled for card in cards(label(b))}
            others = [card for card in hand if card not in live]
            if others and not any(cards(line) in (others, hand) for line in lines(panel)):
                found.append(f"{where}: no line names the hand {others} in {lines(panel)}")
        elif len(playable) < len(hand) and not taught(panel):
            legal = {glyph(card) for card in playable}
            told = [set(cards(line)) for line in above(panel)]
            # After a wrong press the answer names that card too.
            if not any(t in (legal, {*hand} - legal) or (legal < t and len(t - legal) == 1) for t in told):
                found.append(f"{where}: no line names what may be played, {legal}, in {above(panel)}")
        return found

    def wrong_answers(self, seat: int, panel: Message, expected: Sequence[Shown]) -> list[str]:
        """Return the differences of a panel's cards and answers from those expected, or of another turn."""
        where = self.people[seat].name
        asked = [button for button in panel.buttons if notation(button) not in self.ANYTIME]
        buttons = [button for button in asked if verb(button) in CARDS]
        asks = {number(button) for button in buttons}
        found = wrong_buttons(where, buttons, expected)
        if panel.selects or not asks <= {self.asked.get(seat, 0)}:
            found.append(f"{where}: {panel.selects}, numbers {asks}, expected {self.asked.get(seat, 0)}")
        return found

    def wrong_turn(self, where: str, message: Message, seat: int | None = None) -> list[str]:
        """Return the fault of a message that does not say for whom the game waits."""
        waits, line = self.waits_for(), turn_line(message)
        if (accent(message) == TURN_ACCENT) != (seat in waits):
            return [f"{where}: the colour is not that of the turn of {waits}"]
        if late := self._wrong_clock(message):
            return [f"{where}: {late}"]
        if seat in waits:
            return [] if "▶" in line else [f"{where}: nothing says that it is their turn: {line!r}"]
        named = {token for token in tokens(line, self.names()) if token in self.names()}
        many = len(waits) > 2 and not named and str(len(waits)) in tokens(line, [])
        return [] if many or named == set(self.names(waits)) else [f"{where}: {line!r}, waits for {waits}"]

    def _wrong_clock(self, message: Message) -> str:
        """Return the fault of a countdown that is not that of this turn, the same for every turn."""
        latest = self.house.sandbox.clock.now() + FORGIVEN
        ends = [at - self.clock for at in moments(message)]
        if not ends and (taught(message) or advised(message)):
            return ""
        if len(ends) == 1 and self.asked_after - 1 <= ends[0] <= latest:
            return ""
        return f"a turn began at {ends}, not between {self.asked_after} and {latest}"

    def _wrong_ready(self, where: str, message: Message, seat: int | None = None) -> list[str]:
        """Return the fault of a button to be ready, or to settle, without the count of ready seats."""
        active = self.game.active(self.state)
        asks = self.between or (self.rest() is not None and not self.over)
        buttons = [button for button in message.buttons if verb(button) == "ready"]
        expected = [Shown("ready", "", GREEN, (), seat in self.ready)]
        if not asks or (seat is not None and seat not in active):
            expected = []
        found = wrong_buttons(where, buttons, expected)
        for button in buttons:
            told = tokens(label(button), [])
            if told != [str(len(self.ready)), str(len(active))]:
                found.append(f"{where}: {label(button)!r}, ready are {self.ready} of {active}")
            if number(button) != (self.seq if self.between else self.dealt):
                found.append(f"{where}: {button.custom_id}, expected {self.seq} or {self.dealt}")
        return found

    # Words

    def scores(self, line: str) -> bool:
        """Return whether a line tells the score: every name with the total."""
        totals = ([n] for n in self.state.totals)
        return groups(line, self.names()) == of(*zip(self.names(), totals, strict=True))

    def read(self, seat: int, panel: Message) -> list[str]:
        """Return the lines of a seat's panel, its own name for "you"."""
        return [re.sub(rf"\b{YOU}\b", self.name(seat), line) for line in lines(panel)]

    def scored(self) -> list[int]:
        """Return the sides on the last score sheet."""
        return list(range(len(self.state.totals)))

    def lacking(self, where: str, told: Sequence[str], *expected: Said) -> list[str]:
        """Return the expected values that no line has, and `besides` that share no line."""
        names, besides = self.names(), [set(wanted) for wanted in self.besides()]
        extra = set[str]().union(*besides)
        found = [e for e in expected if e and not any(says(line, e, names, extra) for line in told)]
        named = [set(tokens(line, names)) for line in told]
        found += [{"": sorted(w)} for w in besides if not any(w <= line for line in named)]
        return [f"{where}: no line says {e} in {told}" for e in found]

    def unknown(self, where: str, message: Message, seat: int | None) -> list[str]:
        """Return the cards that a message names, in words or in its ids, and that a seat may not know."""
        if not self.waits_for():
            return []
        hidden = lying(self.GAME).hidden(self.state, seat)
        # The three cards that count at the end of a hand of Cicera stand together: that is a rule.
        told_of = [set(cards(line)) for line in in_words(message.text).split("\n")]
        named = set[str]().union(*(line for line in told_of if not line >= COUNTED))
        named = named.union(*(cards(label(b)) for b in message.buttons))
        held = {text for b in message.buttons for text in re.split(r"[ :+]", notation(b))}
        told = [card.text for card in hidden if glyph(card) in named or card.text in held]
        return [f"{where} is told of {told}"] if told else []

    # Pages

    def wrong_page(self, seat: int, panel: Message) -> list[str]:
        """Return the faults of the page open on a seat's panel."""
        where, page, mine = self.people[seat].name, self.pages[seat], seat in self.waits_for()
        backs = [button for button in panel.buttons if verb(button) == "back"]
        found = wrong_buttons(where, backs, [Shown("back", "", BLUE if mine else GREY)])
        if (accent(panel) == TURN_ACCENT, "▶" in lines(panel)[0]) != (mine, mine):
            found.append(f"{where}: the page {page} does not say whether it is their turn")
        if mine and (late := self._wrong_clock(panel)):
            found.append(f"{where}: on the page {page} {late}")
        if any(verb(button) in CARDS for button in panel.buttons):
            found.append(f"{where}: the page {page} has cards to be played")
        if page not in ("scores", "rules", "powers"):
            found += self.unknown(where, panel, seat)
        wanted, shown = self.on_page(seat, page), cards("\n".join(lines(panel)))
        if wanted is not None and not set(wanted) <= set(shown):
            found.append(f"{where}: the page {page} lacks {wanted}, has {shown}")
        return found

    def on_page(self, seat: int, page: str) -> list[str] | None:
        """Return the cards that a page must name, None where that does not matter."""
        if page != "last":
            return None
        told = [event for step in self.story for event in step if event.name in TOLD]
        return [] if not told or told[-1].name == "deal" else [glyph(card) for card in told[-1].cards]


def wrong_sheet(
    where: str, told: Sequence[str], state: Any, sides: Sequence[Sequence[str]], scored: Sequence[int]
) -> list[str]:
    """Return the faults of the lines `told` as the sheet of the last hand of `state`; `sides` are the names.

    Below the line of a side are its points by name, a line each and in bold, which add up to its score.
    """
    found: list[str] = []
    sheet, names = state.sheets[-1], [name for side in sides for name in side]
    for side in scored:
        total, n = state.totals[side], sheet.score(side)
        wanted = [*sides[side], *map(str, (total - n, total, n))]
        here = [at for at, line in enumerate(told) if _plain(tokens(line, names)) == sorted(wanted)]
        if not here:
            found.append(f"{where}: no line of the sheet says {wanted} in {told}")
        elif (added := _points(told[here[0] + 1 :])) != n:
            found.append(f"{where}: the points below {told[here[0]]!r} are {added}")
    return found


def _plain(said: list[str]) -> list[str]:
    """Return names and numbers in order, without suits."""
    return sorted(token.removeprefix("+") for token in said if token not in SUITS.values())


def _points(told: Sequence[str]) -> int:
    """Return the sum of the points in the lines up to that of another side."""
    points = (re.findall(r" \*\*([+-]?\d+)\*\*", line) for line in told)
    return sum(int(n) for found in takewhile(bool, points) for n in found)
