"""What is told of a game that is over: winners, places, and three facts that are worth a glance."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bot.locale import Words
from bot.pictures import tricks
from bot.shown import Shown
from engine import ciapano, cicera, civil_suits
from engine.cards import Card, card
from engine.ciapano.scoring import places
from engine.civil_suits.scoring import MOON


class Fact(NamedTuple):
    """A number with its name; `side` is whose it is, where one of two sides has it alone."""

    number: str
    name: str
    side: int | None = None


class Place(NamedTuple):
    """Where a seat has come in, with a word on how."""

    seat: int
    place: int
    points: int
    how: str = ""


class Ended(NamedTuple):
    """How a game ended: the sides that have won, and how, in words that follow their names.

    `places` are empty where there are two sides, whose score says it; `cards` stand for the game.
    """

    winners: tuple[int, ...]
    how: str
    facts: tuple[Fact, Fact, Fact]
    cards: tuple[Card, Card]
    places: tuple[Place, ...] = ()


def _cicera(shown: Shown[cicera.Seen], words: Words) -> Ended:
    """Return the end of a game of Cicera: its best hand, all scue, and how many hands it took."""
    seen = shown.seen
    assert seen.winner is not None
    points, side = max((sheet.score(side), side) for sheet in seen.sheets for side in (0, 1))
    shared = any(sheet.score(1 - side) == points for sheet in seen.sheets)
    lines = [line for sheet in seen.sheets for line in sheet.lines if line.name == "scua"]
    scue = [sum(line.side == side for line in lines) for side in (0, 1)]
    napoleone = seen.sheets[-1].napoleone is not None
    kind = "napoleone" if napoleone else "cicera"
    number = "one" if len(shown.sides[seen.winner]) == 1 else "several"
    return Ended(
        (seen.winner,),
        words(f"picture.over.{kind}.{number}", target=seen.options.target),
        (
            Fact(tricks.signed(points), words("picture.over.best-hand"), None if shared else side),
            Fact(words("picture.over.score", first=scue[0], second=scue[1]), words("picture.over.scue")),
            Fact(str(len(seen.sheets)), words("picture.over.hands")),
        ),
        (card("2S"), card("TD")),
    )


def _ciapano(shown: Shown[ciapano.Seen], words: Words) -> Ended:
    """Return the end of a game of Ciapano: who went out when, cappotti, and the dearest hand."""
    seen = shown.seen
    assert seen.winner is not None
    cappotti = sum(sheet.cappotto is not None for sheet in seen.sheets)
    seats = range(len(seen.totals))
    dearest = max(sheet.score(seat) for sheet in seen.sheets for seat in seats)
    hows = [
        words("picture.over.out", hand=hand) if hand else words("picture.over.last-in") for hand in seen.out
    ]
    return Ended(
        (seen.winner,),
        words("picture.over.ciapano"),
        (
            Fact(str(len(seen.sheets)), words("picture.over.hands")),
            Fact(str(cappotti), words("picture.over.cappotti")),
            Fact(tricks.signed(dearest), words("picture.over.dearest-hand")),
        ),
        (card("AS"), card("3H")),
        _ranked(places(seen.out, seen.totals), seen.totals, hows),
    )


def _civil_suits(shown: Shown[civil_suits.Seen], words: Words) -> Ended:
    """Return the end of a game of Civil Suits: demerits, moons, the best and the worst round."""
    seen = shown.seen
    seats = range(len(seen.totals))
    moons = [
        sum(line.side == seat and line.name == MOON for sheet in seen.sheets for line in sheet.lines)
        for seat in seats
    ]
    rounds = [sheet.score(seat) for sheet in seen.sheets for seat in seats]
    came = [1 + sum(other < total for other in seen.totals) for total in seen.totals]
    hows = [words.count("picture.over.moons", n) if n else "" for n in moons]
    return Ended(
        seen.winners,
        words(f"picture.over.civil-suits.{'one' if len(seen.winners) == 1 else 'several'}"),
        (
            Fact(tricks.number(min(rounds)), words("picture.over.lowest-round")),
            Fact(str(sum(moons)), words("picture.over.moons-shot")),
            Fact(tricks.number(max(rounds)), words("picture.over.highest-round")),
        ),
        (card("KS"), card("M1")),
        _ranked(came, seen.totals, hows),
    )


def _ranked(came: Sequence[int], totals: Sequence[int], hows: Sequence[str]) -> tuple[Place, ...]:
    """Return the places, the first one first."""
    found = [Place(seat, *came) for seat, came in enumerate(zip(came, totals, hows, strict=True))]
    return tuple(sorted(found, key=lambda place: (place.place, place.seat)))


ENDED: Final[Mapping[str, Callable[[Any, Words], Ended]]] = MappingProxyType(
    {"cicera": _cicera, "ciapano": _ciapano, "civil-suits": _civil_suits}
)
"""By game."""
