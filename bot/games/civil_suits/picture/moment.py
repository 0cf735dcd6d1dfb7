"""The moment that a picture of Civil Suits shows, for both its drawing and its description."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.games.civil_suits.board import in_sight
from bot.pictures.decks.base import palette
from bot.pictures.parts import moment
from engine.cards import Card, Suit
from engine.civil_suits import NAME, Phase, Seen, Trick
from engine.civil_suits.trick import IS_CHALLENGER, RANKS, banned, lying, taker
from engine.tricks import Played, highest

CIVIL_FELT: Final = palette.felt_of(NAME)
POWER_BAND: Final[Mapping[str, tuple[int, int, Phase]]] = {
    "intelligence": (0, 0, Phase.INTELLIGENCE),
    "might": (2, 1, Phase.MIGHT),
    "magic": (1, 2, Phase.MAGIC),
}
"""In the order of the band: a power's place among a trick's champions, among numbers, and its phase."""


@dataclass(frozen=True, slots=True)
class Champion:
    """The champion of a power in the trick, with their number; no seat where it is tied.

    `deciding` is true while they are asked about the power, `gained` are the demerits that it took off.
    """

    power: str
    seat: int | None
    number: int
    deciding: bool
    gained: int = 0


class CivilMoment(moment.TrickMoment[Seen]):
    """A state of a round of Civil Suits."""

    __slots__ = ()

    @property
    def trick(self) -> Trick:
        """Return the trick under way."""
        return self.seen.trick

    @property
    def last(self) -> Trick | None:
        """Return the last trick that was taken in the round."""
        return self.seen.tricks[-1] if self.seen.tricks else None

    @property
    def bans(self) -> tuple[Suit, ...]:
        """Return the suits banned from the trick, each once."""
        return tuple(dict.fromkeys(banned(self.trick)))

    @property
    def ties(self) -> bool:
        """Return whether challengers are or were added to the trick (V15)."""
        seats = [seat for seat, _ in self.trick.laid]
        return self.seen.phase is Phase.CHALLENGE or len(set(seats)) < len(seats)

    @property
    def taking(self) -> Played | None:
        """Return the play that takes the trick as it lies, None while it is empty."""
        left = lying(self.trick)
        if not left:
            return None
        # A Minion takes the trick before its player has named a ban (V14).
        seat = self.seen.to_act[0] if self.seen.phase is Phase.BAN else taker(self.trick)
        return highest([play for play in left if play[0] == seat], RANKS)

    @property
    def empty(self) -> bool:
        """Return whether no card has been laid in the trick."""
        return not self.trick.laid

    @property
    def latest(self) -> Card | None:
        """Return the card that was laid last, None once a power has been used since."""
        laid, phase = self.trick.laid, self.seen.phase
        if not laid or phase in (Phase.MAGIC, Phase.MIGHT):
            return None
        return laid[-1][1]

    def lies(self, seat: int) -> tuple[Card, ...]:
        """Return the cards of a seat in the trick: one, or two after a tie."""
        return tuple(card for who, card in lying(self.trick) if who == seat)

    def powers(self, card: Card) -> tuple[int, int, int] | None:
        """Return the numbers of a challenger, None for any other card."""
        return self.seen.options.numbers(card) if card in IS_CHALLENGER else None

    @property
    def champions(self) -> tuple[Champion, ...]:
        """Return the champions in the order of the band; none before powers are used.

        Those of a taken trick stay until a card is laid to the next one; a low picture has no room.
        """
        phase = self.seen.phase
        trick = self.trick if self.style.low or self.last is None else in_sight(self.seen)
        if not trick.champions:
            return ()
        numbers = [self.seen.options.numbers(card) for _, card in trick.laid if card in IS_CHALLENGER]
        return tuple(
            Champion(
                power,
                trick.champions[place],
                max(each[column] for each in numbers),
                phase is when,
                self._gained(power),
            )
            for power, (place, column, when) in POWER_BAND.items()
        )

    def _gained(self, power: str) -> int:
        """Return the demerits that Magic has just taken off its champion."""
        if power != "magic" or self.seen.phase is not Phase.MIGHT or not self.view.story:
            return 0
        events = self.view.lately
        return sum(line.points for event in events if event.name == "magic" for line in event.lines)

    @property
    def back(self) -> Played | None:
        """Return the play to be replaced by another (V13)."""
        if self.seen.phase is not Phase.REPLAY:
            return None
        return next(play for play in self.trick.laid if play[0] in self.seen.to_act)
