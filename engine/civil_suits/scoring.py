"""The demerits of a round of Civil Suits: the cards taken (V22), the moons (V23–V25), Magic (V26)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import FRENCH_DECK, Card, Suit, in_order
from engine.game import Line

OWN, ACES, COURT, MINIONS = "own", "aces", "court", "minions"
MOON, WRONG_MOON, TOGETHER, MAGIC = "moon", "wrong-moon", "together", "magic"

DEMERITS: Final = {OWN: 1, ACES: 3, COURT: 4, MINIONS: 5}
"""The cost of a card, by the name of its line on the sheet (V22)."""

ROUND_POINTS: Final = (*DEMERITS, WRONG_MOON, MOON, MAGIC, TOGETHER)
"""The names of the lines of a sheet, in the order in which they are counted (V22 to V26)."""

TOGETHER_POINTS: Final = -13

SUIT_CARDS: Final = {suit: frozenset(c for c in FRENCH_DECK if c.suit is suit) for suit in Suit}
COLOURS: Final = ((Suit.SPADES, Suit.CLUBS), (Suit.HEARTS, Suit.DIAMONDS))
"""Gray and blue (V3)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a finished round, with the civil suits that it revealed (V22).

    The lines `moon` and `wrong-moon` have no points; they list the thirteen cards of the suit.
    """

    suits: tuple[Suit, ...]
    lines: tuple[Line, ...]

    def score(self, seat: int) -> int:
        """Return the demerits of `seat` in the round."""
        return sum([line.points for line in self.lines if line.side == seat])


def score_sheet(suits: Sequence[Suit], taken: Sequence[Iterable[Card]], magic: tuple[Line, ...]) -> Sheet:
    """Return the sheet of a round from each seat's civil suit and cards taken; `magic` are lines of V19."""
    piles = [frozenset(pile) for pile in taken]
    shooters = [pile >= SUIT_CARDS[suit] for suit, pile in zip(suits, piles, strict=True)]
    lines: list[Line] = []
    for seat, (suit, pile) in enumerate(zip(suits, piles, strict=True)):
        if shooters[seat]:
            lines.append(Line(seat, MOON, 0, in_order(SUIT_CARDS[suit])))  # V23
        else:
            lines += _card_lines(seat, suit, pile)
        lines += [line for line in magic if line.side == seat]
        if shooters[seat] and any(
            shooters[other] and other != seat and {suits[other], suit} == set(colour)
            for other in range(len(suits))
            for colour in COLOURS
        ):
            lines.append(Line(seat, TOGETHER, TOGETHER_POINTS))  # V24
    return Sheet(tuple(suits), tuple(lines))


def demerits(own: Suit, pile: Iterable[Card]) -> int:
    """Return the demerits for cards taken (V22); none if all of the own suit is among them (V23)."""
    taken = frozenset(pile)
    if taken >= SUIT_CARDS[own]:
        return 0
    return sum([line.points for line in _card_lines(0, own, taken)])


def _card_lines(seat: int, own: Suit, pile: frozenset[Card]) -> list[Line]:
    """Return the lines for cards taken (V22) by a seat that did not shoot the moon."""
    lines = []
    spared: frozenset[Card] = frozenset()
    for suit, cards in SUIT_CARDS.items():
        if suit is not own and pile >= cards:
            lines.append(Line(seat, WRONG_MOON, 0, in_order(cards)))  # V25
            spared |= cards
    named: dict[str, list[Card]] = {name: [] for name in DEMERITS}
    for c in in_order(pile - spared):
        name = _line_of(c, own)
        if name is not None:
            named[name].append(c)
    lines += [
        Line(seat, name, DEMERITS[name] * len(cards), tuple(cards)) for name, cards in named.items() if cards
    ]
    return lines


def _line_of(c: Card, own: Suit) -> str | None:
    """Return the name of the line in which a card counts, None if it costs nothing (V22)."""
    if c.suit is own:
        return OWN
    if c.suit is None:
        return MINIONS
    if c.rank == 1:
        return ACES
    return COURT if c.rank >= 11 else None


def detail(sheet: Sheet, seat: int) -> dict[str, int | str | None]:
    """Return the detail of a seat's round that a record shows."""
    points = dict.fromkeys((*DEMERITS, MOON, WRONG_MOON, MAGIC, TOGETHER), 0)
    names = set()
    for line in sheet.lines:
        if line.side == seat:
            points[line.name] += line.points
            names.add(line.name)
    return {
        "cards": sum([points[name] for name in DEMERITS]),
        "magic": points[MAGIC],
        "together": points[TOGETHER],
        "moon": "own" if MOON in names else "wrong" if WRONG_MOON in names else None,
    }
