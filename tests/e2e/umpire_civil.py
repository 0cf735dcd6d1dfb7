"""The umpire of Civil Suits: what must be seen of suits and tricks, and what each phase asks of whom."""

from collections.abc import Iterable, Sequence

from engine import civil_suits
from engine.cards import Card, Suit
from engine.civil_suits import CHALLENGERS, Phase
from engine.civil_suits.state import passing
from engine.game import Event
from tests.e2e.books import Shown, glyph, notation
from tests.e2e.house import Control
from tests.e2e.umpire import Umpire

SUITS = {"S": "♠ spades", "H": "♥ hearts", "D": "♦ diamonds", "C": "♣ clubs"}
TURNS = {
    "suit": "to choose a civil suit",
    "pass": "to pass cards",
    "offer": "may lay first, or decline",
    "play": "to play",
    "ban": "may ban a suit",
    "replay": "to play another card",
    "challenge": "may add a challenger",
    "intelligence": "may use Intelligence",
    "magic": "may use Magic",
    "might": "may use Might",
}
RARE = ("expose", "challenge", "magic", "M", "intelligence", "might")
"""What is done where it is offered, more often than not."""

EVERYTHING = {
    *("intelligence some", "magic score", "magic aside", "might some", "expose", "out of turn"),
    *("ban some", "replay", "tie", "challenge some", "challenge none", "by the clock", "rest"),
}
"""What can happen at a table, as `Civil.happened` counts it."""


class Civil(Umpire):
    """The umpire of Civil Suits."""

    GAME = civil_suits.NAME

    def heading(self, number: int) -> str:
        """Return the line that names the game and round `number`."""
        return f"**Civil Suits** · round {number} of 4 · fewest demerits win"

    def waiting(self) -> str:
        """Return the line that says for whom the game waits, and for what."""
        return f"▶ **{self.names(self.waits_for())}** {TURNS[self.state.phase]}"

    def face(self, card: Card) -> str:
        """Return a card as players read it, a challenger with its numbers."""
        if card not in CHALLENGERS:
            return glyph(card)
        return f"{glyph(card)} {'·'.join(map(str, self.state.options.numbers(card)))}"

    def faces(self, cards: Iterable[Card]) -> str:
        """Return several cards as players read them."""
        return "  ".join(map(self.face, cards))

    def board_lines(self) -> list[str]:
        """Return the lines that everybody sees while a round is played."""
        seen = civil_suits.observe(self.state, None)
        counts = " · ".join(f"{self.name(seat)} {n}" for seat, n in enumerate(seen.counts))
        lines = [*self._lying(), f"-# Cards in hand: {counts}"]
        if any(seen.taken):
            taken = " · ".join(f"{self.name(seat)} {len(pile)}" for seat, pile in enumerate(seen.taken))
            lines.append(f"-# Cards taken in this round: {taken}")
        return lines

    def _lying(self) -> list[str]:
        trick, lines = self.state.trick, []
        left = [(seat, card) for seat, card in trick.laid if card not in trick.aside]
        if self.state.phase not in (Phase.SUIT, Phase.PASS):
            empty = "all of it is set aside" if trick.aside else "nothing yet"
            laid = "  ".join(f"{self.name(seat)} **{self.face(card)}**" for seat, card in left)
            lines.append(f"**The trick**  {laid or empty}")
        bans = ", ".join(SUITS[suit] for _, suit in trick.bans if suit is not None)
        powers = zip(("Intelligence", "Magic", "Might"), trick.champions, strict=False)
        champions = " · ".join(f"{power} {self.name(seat)}" for power, seat in powers if seat is not None)
        public = [self._of(seat) for seat in self.state.public]
        told = {
            "🚫 Banned from this trick: ": bans,
            "Whoever takes it also gets ": self.faces(trick.waiting),
            "Set aside for the next trick: ": self.faces(trick.aside),
            "Champions: ": champions,
            "Civil suits known to all: ": " · ".join(public),
        }
        return lines + [f"{start}{what}" for start, what in told.items() if what]

    def _of(self, seat: int) -> str:
        suit = self.state.suits[seat]
        assert suit is not None
        return f"{self.name(seat)} {SUITS[suit]}"

    def hand_lines(self, seat: int) -> list[str]:
        """Return the lines of a seat's panel while a round is played."""
        seen = civil_suits.observe(self.state, seat)
        lines, own = self._lying(), seen.suits[seat]
        if own is not None:
            lines.append(f"Your civil suit: **{SUITS[own]}**")
        alone = [
            self._of(other) for other in range(4) if (seat, other) in seen.looked and other not in seen.public
        ]
        if alone:
            lines.append(f"Only you know: {' · '.join(alone)}")
        if seen.passed and not seen.tricks:
            lines.append(f"You passed {self.faces(seen.passed)} to {self.name(self._passes(seat)[0])}")
        if seen.received and not seen.tricks:
            lines.append(f"You were passed {self.faces(seen.received)}")
        if self.state.phase is Phase.CHALLENGE and seat in self.waits_for():
            tie = next(e.cards for step in reversed(self.story) for e in step if e.name == "tie")
            lines.append(f"{self.faces(tie)} tie for the highest. {self._may_add(seat)}")
        laying = self.state.phase in (Phase.OFFER, Phase.PLAY, Phase.REPLAY)
        if seen.hand and not (laying and seat in self.waits_for()):
            lines.append(f"**Your cards**  {self.faces(seen.hand)}")
        return lines

    def _may_add(self, seat: int) -> str:
        """Return what somebody is told who is asked for a challenger."""
        if len(self.game.legal(self.state, seat)) > 1:
            return (
                "You may add a challenger. The highest card takes the trick; among equals, the one laid last."
            )
        return "You have no challenger to add, and nobody learns that: your answer is given in a moment."

    def _passes(self, seat: int) -> tuple[int, int]:
        """Return to whom a seat passes how many cards."""
        to = passing(len(self.state.sheets) + 1, self.state.dealer)[seat]
        assert to is not None
        return to

    def sheet_lines(self) -> list[str]:
        """Return the lines of the score sheet of the last round."""
        sheet, lines = self.state.sheets[-1], [f"### Round {len(self.state.sheets)}"]
        for seat, total in enumerate(self.state.totals):
            n = sheet.score(seat)
            lines.append(
                f"**{self.name(seat)}** ({SUITS[sheet.suits[seat]]})  {total - n} → {total}  ({n:+d})"
            )
        return lines

    # What is asked

    def expected(self, seat: int) -> list[Shown]:
        """Return the buttons on a seat's panel that are cards or answers."""
        mine = seat in self.waits_for()
        shown = (
            self._asked(seat)
            if mine
            else [(self.face(card), "wait", card.text, True) for card in self.state.hands[seat]]
        )
        if any(str(action) == "expose" for action in civil_suits.legal(self.state, seat)[-1:]):
            shown.append(("Make public what I saw", "pick", "expose", False))
        return shown

    def _asked(self, seat: int) -> list[Shown]:
        hand = self.state.hands[seat]
        match self.state.phase:
            case Phase.SUIT:
                held = [(suit, sum(card.suit is suit for card in hand)) for suit in Suit]
                return [(f"{SUITS[suit]} (you have {n})", "pick", f"suit {suit}", False) for suit, n in held]
            case Phase.PASS:
                return []
            case Phase.BAN:
                suits = [(SUITS[suit], "play", f"ban {suit}", False) for suit in Suit]
                return [*suits, ("Ban none", "play", "ban none", False)]
            case Phase.CHALLENGE:
                mine = [card for card in hand if card in CHALLENGERS]
                cards = [(self.face(card), "play", f"challenge {card}", False) for card in mine]
                return [*cards, ("Add none", "play", "challenge none", False)]
            case Phase.INTELLIGENCE:
                others = [
                    (self.name(other), "pick", f"intelligence {other}", False)
                    for other in range(4)
                    if other != seat
                ]
                return [*others, ("Look at nobody", "pick", "intelligence none", False)]
            case Phase.MAGIC:
                aside = [("Set cards aside", "pick", "magic aside", False)] if any(self.state.hands) else []
                score = ("One demerit less", "pick", "magic score", False)
                return [score, *aside, ("Let it be", "pick", "magic none", False)]
            case Phase.MIGHT:
                return [self._trump(suit) for suit in (*Suit, None)]
        decline = [("Decline", "play", "decline", False)] if self.state.phase is Phase.OFFER else []
        return [*((self.face(card), "play", card.text, False) for card in hand), *decline]

    def _trump(self, suit: Suit | None) -> Shown:
        text = f"might {suit or 'none'}"
        after = civil_suits.apply(self.state, self.state.turn, civil_suits.parse(text))
        taker = after.tricks[len(self.state.tricks)].taker
        assert taker is not None
        return f"{SUITS[suit] if suit else 'None'}: to {self.name(taker)}", "pick", text, False

    def selects(self, seat: int) -> list[tuple[tuple[tuple[str, str], ...], int]]:
        """Return the selects on a seat's panel: what to pass, and how many cards of it."""
        if self.state.phase is not Phase.PASS or seat not in self.waits_for():
            return []
        cards = tuple((self.face(card), card.text) for card in self.state.hands[seat])
        return [(cards, self._passes(seat)[1])]

    def wish(self, seat: int, ways: Sequence[Control]) -> Control:
        """Return which of the ways to go on a seat takes: the rare ones more often than not."""
        rare = [control for control in ways if self._is_rare(control)]
        return self.rng.choice(rare if rare and self.rng.random() < 0.6 else ways)

    def _is_rare(self, control: Control) -> bool:
        text, laid = notation(control), [card for _, card in self.state.trick.laid]
        match self.state.phase:
            case Phase.PLAY if laid:  # a tie
                return text[0] in (max(laid, key=lambda card: card.rank).text[0], "M")
            case Phase.BAN:  # one that hits somebody
                return any(text == f"ban {card.suit}" for card in laid)
        return text.startswith(RARE) and not text.endswith("none")

    async def ask(self, seat: int) -> str:
        """Press what a seat can press until that plays something, and return it as the log has it."""
        return str(civil_suits.parse(await super().ask(seat)))

    def _follow(self, seat: int, action: object, after: object) -> None:
        """Go on to the state after an action; count what has been done with powers, bans and the rest."""
        super()._follow(seat, action, after)
        self.happened.update(kind(event) for event in self.story[-1] if kind(event) != event.name)


def kind(event: Event) -> str:
    """Return what an event is a case of: what was done, or that nothing was."""
    match event.name:
        case "magic":
            return "magic score" if event.lines else "magic aside" if event.cards else "magic none"
        case "ban" | "might":
            return f"{event.name} {'some' if event.suit else 'none'}"
        case "intelligence":
            return "intelligence none" if event.target is None else "intelligence some"
        case "challenge":
            return "challenge some" if event.cards else "challenge none"
        case name:
            return name
