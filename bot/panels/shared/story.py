"""The story of a hand in words: every play, in order, none left out."""

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Final

from bot.blocks.blocks import lines
from bot.blocks.people import ems, seat_name
from bot.games import LOOKS
from bot.locale import Words
from bot.store import UNDO
from bot.table.situation import solo
from bot.table.view import AnyView, Entry
from engine import GAMES
from engine.game import Event

LINE: Final = 22.0
"""The width of one small line of a phone, in sizes of its type."""
BETWEEN: Final = 1.0
"""The width of the sign between two plays, in the same sizes."""
_TRICK: Final = "trick"
"""The event of a taken trick, in every game with tricks."""
_DEAL: Final = frozenset({"deal"})
"""Events that `opened` tells in every game."""
_TILE: Final = re.compile(r"<:\w+:\d+>")
_TIME: Final = re.compile(r"<t:\d+:R>")

Teller = Callable[[Event, AnyView, Words], str]


def tell_entry(told: Entry, view: AnyView, words: Words, *, brief: bool = False) -> str:
    """Return an entry of the log in words, marked if a computer played for a person."""
    look = LOOKS[view.game]
    return _told(told, told.events, look.brief if brief else look.tell, view, words)


def told_plays(view: AnyView, words: Words) -> list[str]:
    """Return all entries of the hand under way in words, or of the last one."""
    told = (tell_entry(told, view, words) for number, told in enumerate(view.story) if _tells(view, number))
    return [line for line in told if line]


def _tells(view: AnyView, number: int) -> bool:
    """Return whether an entry is told: a take-back that bothers nobody is told until something follows it."""
    last = number == len(view.story) - 1
    return last or not (solo(view.seats) and any(event.name == UNDO for event in view.story[number].events))


def _told(told: Entry, events: Collection[Event], teller: Teller, view: AnyView, words: Words) -> str:
    if told.stood_in:
        view = replace(view, stood_in=told.seat)
    if told.former is not None:
        then = [replace(row, name=told.former) if row.seat == told.seat else row for row in view.seats]
        view = replace(view, seats=tuple(then))
    if any(event.name == UNDO for event in events):
        return words("told.undo", name=seat_name(view, told.seat, words))
    return words.then(line for event in events if (line := teller(event, view, words)))


def since(view: AnyView, words: Words, beside: str = "", most: int = 2, *, lies: bool = True) -> str:
    """Return in small the plays since the viewer's last turn; to everybody, those of the last round.

    Nothing is left out: a text of more than two lines of a phone, or with the text `beside` it of more than
    `most`, becomes a brief one. If the trick `lies` there in words, its plays are told by these.
    """
    look = LOOKS[view.game]
    first, own = _begins(view)
    visible = _visible(view) if lies and look.LIES else len(view.story)
    entries = []
    for number, told in enumerate(view.story[first:], first):
        if not _tells(view, number):
            continue
        hidden = look.SHOWN if view.viewer is not None else _DEAL
        hidden |= look.LIES if number >= visible else frozenset()
        # The viewer knows their own play, but not its consequences.
        events = told.events[1:] if own and number == first else told.events
        entries.append((told, [event for event in events if event.name not in hidden]))

    def joined(teller: Teller) -> str:
        return words.then(
            line for told, events in entries if (line := _told(told, events, teller, view, words))
        )

    def whole(event: Event, view: AnyView, words: Words) -> str:
        # The cards of a trick are told as they are played.
        return (look.brief if event.name == _TRICK else look.tell)(event, view, words)

    taken = tall(beside)
    said = joined(whole)
    if not words.aloud and wide(said) > LINE * min(2, most - taken):
        said = joined(look.brief)
    return words("small", told=said) if said else ""


def first_times(view: AnyView, words: Words) -> str:
    """Return the lines that say to a beginner what has happened for the first time, since their last turn.

    Their own last play counts as well, after those of the others. Of several at once the first two are told.
    """
    if not view.beginner or view.viewer is None:
        return ""
    own, look = view.viewer.seat, LOOKS[view.game]
    begins, _ = _begins(view)

    def by_name(entries: Iterable[Entry]) -> dict[str, int]:
        found: dict[str, int] = {}
        for told in entries:
            for event in told.events:
                for name in look.firsts(event, view):
                    found.setdefault(name, told.seat)
        return found

    by = by_name(view.story[begins:])
    known = by_name(view.story[:begins]) if by else {}
    by = {name: seat for name, seat in by.items() if name not in known}
    others_first = sorted(by.items(), key=lambda one: one[1] == own)[:2]
    told_of = ((f"{view.game}.first.{name}", seat_name(view, seat, words)) for name, seat in others_first)
    return lines(*(words(key, name=player) for key, player in told_of))


def taught(view: AnyView, legend: str, words: Words) -> str:
    """Return the lines for a beginner: first times, of which a turn has room for one, and the legend."""
    first = first_times(view, words)
    return lines(first.partition("\n")[0] if legend and view.my_turn else first, legend)


def _begins(view: AnyView) -> tuple[int, bool]:
    """Return the number of the first entry to tell, and whether that is the viewer's own play.

    Everybody, and a viewer out of this hand, are told the last round: the plays since the seat asked now
    played last, or as many as there are other players.
    """

    def last(seat: int) -> int | None:
        return next((n for n in _plays(view) if view.story[n].seat == seat), None)

    seat = view.viewer.seat if view.viewer is not None else None
    if seat is not None and (own := last(seat)) is not None:
        return own, True
    if seat is not None and seat in view.active:
        return 0, False
    asked = view.waits_for
    others = len(view.active) - (len(asked) == 1)
    begins = next(islice(_plays(view), others - 1, None), 0) if others > 0 else 0
    if len(asked) == 1:
        before = last(asked[0])
        begins = min(begins, 0 if before is None else before + 1)
    return begins, False


def _plays(view: AnyView) -> Iterator[int]:
    """Yield the numbers of the entries that stand, the last one first: a play taken back does not count."""
    return (n for n in reversed(range(len(view.story))) if view.story[n].stands)


def _visible(view: AnyView) -> int:
    """Return the number of the first entry of the trick that lies in sight, finished or not."""
    before = islice(_plays(view), 1, None)
    return next((n + 1 for n in before if any(e.name == _TRICK for e in view.story[n].events)), 0)


def with_opened(told: str, view: AnyView, words: Words, *, spare: bool = False) -> str:
    """Return the text told with the dealer of the hand under way and the seat that begins it.

    They stand in the first small line with room, the dealer alone if both are too long. Without such a line
    they take one of their own, above the others, or none if they are `spare`: a picture shows them as well.
    """
    rows, facts = told.split("\n"), opened(view, words)
    for small in facts:
        for number, line in enumerate(rows):
            joined = with_small_line(small, line, words)
            if "\n" not in joined and line:
                return lines(*rows[:number], joined, *rows[number + 1 :])
    return told if spare and told else lines(next(iter(facts), ""), told)


def opened(view: AnyView, words: Words) -> tuple[str, ...]:
    """Return a small line on the dealer of the hand and the seat that begins it, and one on the dealer alone.

    Nothing is returned before the first deal.
    """
    dealer = view.seen.dealer
    if dealer is None:
        return ()
    begins = GAMES[view.game].begins(view.seen)
    key = "dealer" if begins is None else "dealer-begins" if begins == dealer else "begins"
    names = {"dealer": seat_name(view, dealer, words)}
    if key == "begins" and begins is not None:
        names["name"] = seat_name(view, begins, words)
    return words(f"hand.{key}", **names), words("hand.dealer", dealer=names["dealer"])


def with_small_line(small: str, told: str, words: Words) -> str:
    """Return a small line above the text told, joined to its first line if that is small and has room."""
    first, _, rest = told.partition("\n")
    mark = words("small", told="")
    if not (first.startswith(mark) and small.startswith(mark)) or "\n" in small:
        return lines(small, told)
    fits = wide(small) + BETWEEN + wide(first.removeprefix(mark)) <= LINE + wide(mark)
    return lines(words.then((small, first.removeprefix(mark))), rest) if fits else lines(small, told)


@lru_cache(1024)
def wide(text: str) -> float:
    """Return the approximate width of a text, in sizes of its type: a tile is as wide as two letters."""
    plain = _TIME.sub("in 45 seconds", _TILE.sub("W#", text))
    return sum(map(ems, plain.replace("**", "")))


def tall(text: str, line: float = LINE) -> int:
    """Return the approximate number of lines of a phone that a text takes, if they are this wide."""
    return sum(math.ceil(wide(one) / line) for one in text.splitlines())
