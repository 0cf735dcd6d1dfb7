"""The umpire of Civil Suits: how suits and tricks must be seen, and the questions of each phase."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine import civil_suits
from engine.cards import Card, Suit, in_order
from engine.civil_suits import CHALLENGERS, Phase
from engine.civil_suits.actions import EXPOSE
from engine.civil_suits.seen import so_far
from engine.civil_suits.state import passing
from engine.game import Event
from sandbox.view import Message
from tests.e2e.support.house import button
from tests.e2e.support.reading import (
    BLUE,
    GREEN,
    GREY,
    SIGNS,
    SUITS,
    Control,
    Said,
    Shown,
    cards,
    glyph,
    label,
    lines,
    notation,
    of,
    taught,
    tokens,
    verb,
)
from tests.e2e.support.umpire import Umpire

RARE = ("challenge", "magic", "M", "intelligence", "might")
"""Actions that are taken more often than not when offered."""
IN_LINE = 2
"""Challengers that have room in a line with all their numbers."""
LAYING = (Phase.OFFER, Phase.PLAY, Phase.REPLAY)
"""Phases in which cards of the hand are laid."""

EVERYTHING = {
    *("intelligence some", "magic score", "magic aside", "might some", "expose", "out of turn"),
    *("ban some", "replay", "tie", "challenge some", "challenge none", "by the clock", "rest", "back"),
}
"""Events that can happen at a table, as `Civil.happened` counts them."""


class Civil(Umpire):
    """The umpire of Civil Suits."""

    GAME = civil_suits.NAME
    LOOKED_UP = "powers"
    ANYTIME = ("expose",)

    def beside(self, seat: int) -> str:
        """Return the verb of the powers, or of the rules where they explain the question to the seat."""
        asked = seat in self.waits_for() and self.state.phase is not Phase.PLAY
        return "rules" if asked else super().beside(seat)

    def numbers(self, card: Card) -> list[str]:
        """Return the numbers of a challenger as players read them, none for any other card."""
        if card not in CHALLENGERS:
            return []
        intelligence, might, magic = self.state.options.numbers(card)
        eye, star, hammer = SIGNS
        return [f"{eye}{intelligence} {hammer}{might} {star}{magic}"]

    def lying(self) -> Iterator[Said]:
        """Yield the contents of lines about the table in words: the trick, challengers with their numbers."""
        trick = self.state.trick
        left = [(seat, card) for seat, card in trick.laid if card not in trick.aside]
        told: dict[str, list[str]] = {}
        for seat, card in left:
            told.setdefault(self.name(seat), []).extend([glyph(card), *self.numbers(card)])
        yield of(*told.items())

    def besides(self) -> Iterator[Sequence[str]]:
        """Yield the other contents of lines: bans, waiting and set-aside cards, suits known to all."""
        trick = self.state.trick
        yield [SUITS[suit] for _, suit in trick.bans if suit is not None]
        yield list(map(glyph, trick.waiting))
        yield list(map(glyph, trick.aside))
        yield from (self._of(seat) for seat in self.state.public)

    def lacking(self, where: str, told: Sequence[str], *expected: Said) -> list[str]:
        """Return the expected values that no line has; each champion follows the signs of their powers."""
        signs: dict[int, str] = {}
        for sign, seat in zip(SIGNS, self.state.trick.champions, strict=False):
            if seat is not None:
                signs[seat] = signs.get(seat, "") + sign
        plain = "\n".join(told).replace("*", "")
        missing = [s for s in (f"{sign} {self.name(seat)}" for seat, sign in signs.items()) if s not in plain]
        return [*super().lacking(where, told, *expected), *(f"{where}: no {s} in {told}" for s in missing)]

    def _of(self, seat: int) -> list[str]:
        """Return the owner and the sign of a seat's civil suit."""
        return [self.name(seat), SUITS[self.state.suits[seat]]]

    def counted(self) -> Iterator[Said]:
        """Yield the contents of other lines for everybody: the cards in hand, and taken."""
        seen = civil_suits.observe(self.state, None)
        yield of(*((self.name(seat), [n]) for seat, n in enumerate(seen.counts)))
        taken = [(self.name(seat), [len(pile)]) for seat, pile in enumerate(seen.taken)]
        yield of(*taken) if any(seen.taken) else of()

    def played_from_hand(self, seat: int) -> list[Card] | None:
        """Return the cards that a seat may lay, or pass; None where the question is another."""
        hand = list(self.state.hands[seat])
        if self.state.phase in LAYING:
            legal = set(map(str, civil_suits.legal(self.state, seat)))
            return [card for card in hand if card.text in legal]
        return hand if self.state.phase is Phase.PASS else None

    def own(self, seat: int, panel: Message) -> list[str]:
        """Return private knowledge of a seat that its panel lacks or has wrong."""
        where, told, seen = self.name(seat), lines(panel), civil_suits.observe(self.state, seat)
        suit, said = seen.suits[seat], [set(tokens(line, self.names())) for line in told]
        mine = seat in self.waits_for()
        laying = mine and self.state.phase in LAYING
        found = self.wrong_numbers(where, panel)
        if suit is not None and not any({SUITS[suit], str(so_far(seen, seat) or 0)} <= s for s in said):
            found.append(f"{where}: no {SUITS[suit]} with {so_far(seen, seat)} demerits in {told}")
        if taught(panel):
            return found
        if not laying or len(self.played_from_hand(seat) or ()) == len(seen.hand):
            for looker, other in self._alone():
                if looker == seat and not any(set(self._of(other)) <= s for s in said):
                    found.append(f"{where}: does not read {self._of(other)} in {told}")
            passes = mine and self.state.phase is Phase.PASS
            if laying or passes:
                wanted = self._numbers_told(seat, every=passes)
                found += [f"{where}: no {one} in {told}" for one in wanted if not any(one <= s for s in said)]
        fresh = not self.state.tricks and not self.state.trick.laid
        received = sorted(map(glyph, seen.received))
        if laying and fresh and received and not any(sorted(cards(line)) == received for line in told):
            found.append(f"{where}: was passed {received}, not in {told}")
        return found

    def _numbers_told(self, seat: int, *, every: bool) -> list[set[str]]:
        """Return the values that must share a line: a challenger's numbers, or a power's highest in hand."""
        mine = [card for card in self.state.hands[seat] if card in CHALLENGERS]
        if every or len(mine) <= IN_LINE:
            return [{glyph(card), *self.numbers(card)} for card in mine]
        columns = zip(*(self.state.options.numbers(card) for card in mine), strict=True)
        return [{str(max(numbers))} for numbers in columns]

    def wrong_numbers(self, where: str, message: Message) -> list[str]:
        """Return the challengers that are named with the numbers of others."""
        told = [tokens(line, []) for line in [*lines(message), *map(label, message.buttons)]]
        right = {glyph(card): self.numbers(card) for card in CHALLENGERS}
        pairs = [pair for line in told for pair in pairwise(line) if pair[0] in right and SIGNS[0] in pair[1]]
        return [f"{where}: {card} has not {numbers}" for card, numbers in pairs if right[card] != [numbers]]

    def on_page(self, seat: int, page: str) -> list[str] | None:
        """Return the cards that a page must name: all challengers, or the passed cards."""
        if page == "powers":
            return list(map(glyph, CHALLENGERS))
        seen = civil_suits.observe(self.state, seat)
        return [*map(glyph, seen.passed), *map(glyph, seen.received)] if page == "passed" else None

    def wrong_page(self, seat: int, panel: Message) -> list[str]:
        """Return the faults of the page open on a seat's panel."""
        return super().wrong_page(seat, panel) + self.wrong_numbers(self.name(seat), panel)

    def _alone(self) -> list[tuple[int, int]]:
        """Return each seat that alone knows a civil suit, with the suit's owner."""
        return [(s, o) for s, o in self.state.looked if o not in self.state.public]

    def _passes(self, seat: int) -> tuple[int, int]:
        """Return the seat to which a seat passes, and how many cards."""
        to = passing(len(self.state.sheets) + 1, self.state.dealer)[seat]
        assert to is not None
        return to

    # Questions

    def expected(self, seat: int) -> list[Shown]:
        """Return the buttons on a seat's panel that are cards or answers."""
        if seat in self.waits_for():
            return self._asked(seat)
        return []

    def _asked(self, seat: int) -> list[Shown]:
        hand = self.state.hands[seat]
        match self.state.phase:
            case Phase.SUIT:
                held = [(suit, sum(card.suit is suit for card in hand)) for suit in Suit]
                return [Shown("pick", f"suit {s}", BLUE, (SUITS[s], str(n))) for s, n in held]
            case Phase.PASS:
                return self._passing(seat, ())
            case Phase.BAN:
                bans = [Shown("play", f"ban {suit}", BLUE, (SUITS[suit],)) for suit in Suit]
                return [*bans, Shown("play", "ban none", GREY)]
            case Phase.CHALLENGE:
                mine = [card for card in hand if card in CHALLENGERS]
                adds = [Shown("play", f"challenge {c}", BLUE, (glyph(c),)) for c in mine]
                return [*adds, Shown("play", "challenge none", GREY)]
            case Phase.INTELLIGENCE:
                suits = civil_suits.observe(self.state, seat).suits
                unknown = [other for other, suit in enumerate(suits) if suit is None]
                looks = [Shown("pick", f"intelligence {o}", BLUE, (self.name(o),)) for o in unknown]
                return [*looks, Shown("pick", "intelligence none", GREY)]
            case Phase.MAGIC:
                aside = [Shown("pick", "magic aside", BLUE)] if any(self.state.hands) else []
                score = Shown("pick", "magic score", BLUE, ("1",))
                return [score, *aside, Shown("pick", "magic none", GREY)]
            case Phase.MIGHT:
                return self._mights()
        legal = self.played_from_hand(seat) or []
        laid = [Shown("play", c.text, BLUE if c in legal else GREY, glyph(c)) for c in hand]
        return [*laid, Shown("play", "decline", GREY)] if self.state.phase is Phase.OFFER else laid

    def _mights(self) -> list[Shown]:
        """Return the possible takers of the trick, each once with the trumps for it; and to leave it."""
        takers = {suit: self._taker(f"might {suit or 'none'}") for suit in (*Suit, None)}
        others = dict.fromkeys(taker for taker in takers.values() if taker != takers[None])
        shown = []
        for taker in others:
            suits = [suit for suit in Suit if takers[suit] == taker]
            reads = (*(SUITS[suit] for suit in suits), self.name(taker))
            shown.append(Shown("pick", f"might {suits[0]}", BLUE, reads))
        return [*shown, Shown("pick", "might none", GREY, (self.name(takers[None]),))]

    def _taker(self, text: str) -> int:
        """Return the seat that takes the trick after a use of a power."""
        after = civil_suits.apply(self.state, self.state.turn, civil_suits.parse(text))
        taker = after.tricks[len(self.state.tricks)].taker
        assert taker is not None
        return taker

    def _toggles(
        self, start: str, every: Sequence[Card], chosen: Sequence[Card], fits: range, done: str
    ) -> list[Shown]:
        """Return cards to be chosen one by one, and the button that confirms a number that `fits`."""
        shown = []
        for card in every:
            then = [c for c in chosen if c is not card] if card in chosen else [*chosen, card]
            text = " ".join([start, *(c.text for c in then)])
            dead = card not in chosen and len(chosen) == fits[-1]
            shown.append(Shown("pick", text, BLUE if card in chosen else GREY, glyph(card), dead))
        ready = len(chosen) in fits
        return [*shown, Shown("play", done if ready else None, GREEN, dead=not ready)]

    def _passing(self, seat: int, texts: Sequence[str]) -> list[Shown]:
        """Return the hand, with the cards chosen to be passed."""
        hand, number = self.state.hands[seat], self._passes(seat)[1]
        chosen = [card for card in hand if card.text in texts]
        done = str(civil_suits.parse(" ".join(["pass", *(card.text for card in chosen)]))) if chosen else ""
        shown = self._toggles("pass", hand, chosen, range(number, number + 1), done)
        return shown if chosen else shown[:-1]

    def _setting_aside(self, texts: Sequence[str]) -> list[Shown]:
        """Return the cards of the trick, with those chosen to be set aside."""
        trick = self.state.trick
        every = in_order(card for _, card in trick.laid if card not in trick.aside)
        chosen = [card for card in every if card.text in texts]
        done = " ".join(["magic aside", *(card.text for card in chosen)])
        done = str(civil_suits.parse(done)) if chosen else ""
        return self._toggles("magic aside", every, chosen, range(1, len(every) + 1), done)

    def answers(self, seat: int, opened: str, panel: Message) -> tuple[list[Shown], list[str]]:
        """Return the cards chosen so far among those to choose from, or whether the seat is sure."""
        start, *texts = opened.split()
        if start == "pass":
            return self._passing(seat, texts), []
        if opened.startswith("magic aside"):
            return self._setting_aside(texts[1:]), []
        return [Shown("play", opened, GREEN)], []

    def questioned(self, seat: int, opened: str) -> list[str]:
        """Return the faults of a further question; with no card left to pass, the first is asked again."""
        if opened == "pass":
            return self.wrong_panel(seat, self.panel(seat))
        return super().questioned(seat, opened)

    def wish(self, seat: int, ways: Sequence[Control]) -> Control:
        """Return the control by which a seat goes on: rare ones more often than not."""
        live = [way for way in ways if verb(way) == "play" and notation(way).startswith(("pass", "magic"))]
        if live and self.rng.random() < 0.7:
            return live[0]
        rare = [control for control in ways if self._is_rare(control)]
        return self.rng.choice(rare if rare and self.rng.random() < 0.6 else ways)

    def _is_rare(self, control: Control) -> bool:
        text, laid = notation(control), [card for _, card in self.state.trick.laid]
        match self.state.phase:
            case Phase.PLAY if laid:  # a tie
                return text[0] in (max(laid, key=lambda card: card.rank).text[0], "M")
            case Phase.BAN:  # one that hits a suit of another seat
                return any(text == f"ban {card.suit}" for card in laid)
        return text.startswith(RARE) and not text.endswith("none")

    async def turn(self) -> None:
        """Let a seat act; now and then one that knows another's civil suit makes it public."""
        knows = [seat for seat in range(4) if EXPOSE in civil_suits.legal(self.state, seat)]
        if knows and self.rng.random() < 0.1:
            await self.expose(self.rng.choice(knows))
        else:
            await super().turn()

    async def expose(self, seat: int) -> None:
        """Let a seat make a suit that it has seen public, on turn or not."""
        person = self.people[seat]
        await self.close(seat)
        await self.open(seat, "more")
        del self.pages[seat]
        await person.press(self.panel(seat), button(self.panel(seat), "expose"))

        def sure() -> bool:
            return "expose" in map(notation, self.panel(seat).buttons)

        await self.house.sandbox.until(sure, what="what is to be made public")
        known = [set(self._of(other)) for looker, other in self._alone() if looker == seat]
        told = [set(tokens(line, self.names())) for line in lines(self.panel(seat))]
        assert all(any(pair <= line for line in told) for pair in known), (known, told)
        await person.press(self.panel(seat), button(self.panel(seat), "play", "expose"))
        if seat not in self.waits_for():
            self.happened["out of turn"] += 1
        await self.played(seat, "expose")

    def follow(self, seat: int, action: object, after: object) -> None:
        """Go on to the state after an action; count uses of powers, bans and the rest."""
        super().follow(seat, action, after)
        self.happened.update(kind(event) for event in self.story[-1] if kind(event) != event.name)


def kind(event: Event) -> str:
    """Return the kind of an event: an action with its case, or that nothing was done."""
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
