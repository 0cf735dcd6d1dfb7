"""A finished game as one short row: its plays that stand and its deals, without decks, ids and names.

The decks follow from the seed of its table, and the ids and names stand in its seats. The row is JSON of a
version, compressed. Version 2 has one item of each list for each entry of the log:

- `seats`: the seat as a digit, `-` for the dealer.
- `acts`: a play in notation, the dealer's seat and the cut of a deal (`2/17`). A deck that does not follow
  from the seed stands behind that.
- `times`: the whole seconds since the entry before, for the first one those since the epoch.

The numbers in `alone` are those of plays that no person made, the numbers in `settled` those of plays by
agreement. `undone` has the place and the seat of each take-back, and `rewound` tells whether one removed
plays of computers too. In version 1 `undone` is just the number of take-backs.
"""

import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from bot.store.model.rows import LogRow, SeatRow, TableRow
from engine import GAMES, fairness
from engine.deals import Deal
from engine.game import AnyGame

ROW_VERSION: Final = 2
FORMER: Final = 0
"""The user of plays by a person of whom no seat tells any more."""

_SHORT: Final = re.compile("([0-9])(?:/([0-9]+))?")
"""A deal without its deck."""
UNDO: Final = "undo"
"""The entry of a log with which a seat takes a play back, and the name of that event in the story.

A number behind it counts the plays that it removes, those made since among them; without one it is one.
"""
_UNDO: Final = re.compile(rf"{UNDO}(?: ([1-9][0-9]{{0,2}}))?")


Decks = Callable[[int, int], tuple[Any, ...]]
"""The deck of a deal by its number from 1 and its cut."""


class Unreadable(ValueError):
    """A sentence that says why the row of a finished game cannot be read."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A finished game as it is stored: the log of the plays that stand, and the take-backs.

    Each take-back has the number of the entries that stood before it, and its seat. `rewound` if one removed
    plays of computers too.
    """

    log: tuple[LogRow, ...]
    undone: tuple[tuple[int, int], ...] = ()
    rewound: bool = False

    @classmethod
    def of_log(cls, log: Sequence[LogRow]) -> Self:
        """Return the game of a whole log, the entries that stand numbered anew."""
        undone, rewound, length = list[tuple[int, int]](), False, 0
        for entry in log:
            removed = 0 if entry.seat is None else removed_by(entry.action)
            length += -removed if removed else 1
            if removed and entry.seat is not None:
                undone.append((length, entry.seat))
                rewound |= removed > 1
        kept = tuple([replace(entry, seq=seq) for seq, entry in enumerate(standing(log))])
        return cls(kept, tuple(undone), rewound)


def packed(table: TableRow, stored: StoredGame) -> bytes:
    """Return the row of a finished game."""
    kept, game = stored.log, GAMES.get(table.game)
    deck, deals, acts = _decks(table, game), 0, list[str]()
    for entry in kept:
        deals += entry.seat is None
        acts.append(
            entry.action if entry.seat is not None else _without_deck(entry.action, game, deck, deals)
        )
    seconds = [int(entry.at) for entry in kept]
    plays = [(number, entry) for number, entry in enumerate(kept) if entry.seat is not None]
    row = {
        "v": ROW_VERSION,
        "seats": "".join("-" if entry.seat is None else str(entry.seat) for entry in kept),
        "acts": acts,
        "times": [now - before for before, now in zip([0, *seconds], seconds, strict=False)],
        "alone": [number for number, entry in plays if entry.user_id is None],
        "settled": [number for number, entry in enumerate(kept) if entry.settled],
        "undone": stored.undone,
        "rewound": stored.rewound,
    }
    return zlib.compress(json.dumps(row, separators=(",", ":"), ensure_ascii=False).encode(), 9)


def unpacked(data: bytes, table: TableRow, seats: Sequence[SeatRow]) -> StoredGame:
    """Return the game of a row, its decks dealt again from the seed; Unreadable if that cannot be."""
    deals, log = 0, list[LogRow]()
    with _readable():
        row = _row_of(data)
        deck = _decks(table, GAMES.get(table.game))
        for entry in _entries(row, seats):
            if entry.seat is None:
                deals += 1
                entry = replace(entry, action=_with_deck(entry.action, deck, deals))
            log.append(entry)
        undone = row["undone"] if row["v"] == ROW_VERSION else ()
        return StoredGame(tuple(log), tuple([(int(at), int(seat)) for at, seat in undone]), row["rewound"])


def acts_of(data: bytes, seats: Sequence[SeatRow]) -> tuple[LogRow, ...]:
    """Return the plays of a row, without its deals; Unreadable if it is damaged."""
    with _readable():
        return tuple([entry for entry in _entries(_row_of(data), seats) if entry.seat is not None])


@contextmanager
def _readable() -> Iterator[None]:
    """Turn the errors of a row that is not as it should be into Unreadable."""
    try:
        yield
    except zlib.error:
        raise Unreadable("it is damaged") from None
    except Unreadable:
        raise
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise Unreadable(f"it is not as such a row is ({type(error).__name__})") from None


def _row_of(data: bytes) -> Any:
    row = json.loads(zlib.decompress(data))
    version = row["v"]
    if version not in (1, ROW_VERSION):
        raise Unreadable(f"it is of version {version}, which this version of the bot does not know")
    return row


def _entries(row: Any, seats: Sequence[SeatRow]) -> Iterator[LogRow]:
    """Yield the entries of a row, its deals without their decks."""
    at, alone, settled = 0, frozenset(row["alone"]), frozenset(row["settled"])
    for seq, (mark, act, seconds) in enumerate(zip(row["seats"], row["acts"], row["times"], strict=True)):
        at += seconds
        seat = None if mark == "-" else int(mark)
        user_id = None if seat is None or seq in alone else _sat(seats, seat, seq)
        yield LogRow(seq, seat, act, user_id, float(at), seq in settled)


def place_in(log: Sequence[LogRow], seq: int) -> int:
    """Return the number in a packed log of the first entry that had at least the number `seq` before."""
    return sum(entry.seq < seq for entry in standing(log))


def _sat(seats: Sequence[SeatRow], seat: int, seq: int) -> int:
    """Return the user who sat on a seat when an entry was made, `FORMER` if nobody knows."""
    row = next((row for row in seats if row.seat == seat), None)
    if row is None:
        return FORMER
    if row.claimed_seq is None or seq >= row.claimed_seq:
        return row.user_id if row.person else FORMER
    return max(row.former_id or FORMER, FORMER)


def _decks(table: TableRow, game: AnyGame | None) -> Decks | None:
    """Return the decks of a table's deals, None where its game or its share of the shuffle is not known."""
    if game is None or table.entropy is None:
        return None
    key = fairness.game_seed(table.seed, table.entropy)
    return lambda number, cut: fairness.deck(key, number, game.DECK, cut)


def _without_deck(action: str, game: AnyGame | None, deck: Decks | None, number: int) -> str:
    """Return a deal without its deck, whole if that does not follow from the seed."""
    if game is None or deck is None:
        return action
    try:
        deal = Deal.parse(action, game)
    except ValueError:
        return action
    if deal.deck != deck(number, deal.cut):
        return action
    return action.partition(" ")[0]


def _with_deck(action: str, deck: Decks | None, number: int) -> str:
    """Return a deal with its deck."""
    found = _SHORT.fullmatch(action)
    if found is None:
        return action
    if deck is None:
        raise Unreadable("its decks cannot be dealt again")
    cut = int(found[2] or 0)
    return str(Deal(int(found[1]), deck(number, cut), cut=cut))


# Take-backs


def undo_text(removes: int) -> str:
    """Return the entry of a log that takes back so many plays."""
    return UNDO if removes == 1 else f"{UNDO} {removes}"


def removed_by(action: str) -> int:
    """Return how many plays an entry of a log takes back, 0 for a play; ValueError if it does not say."""
    if not action.startswith(UNDO):
        return 0
    found = _UNDO.fullmatch(action)
    if found is None:
        raise ValueError("no number of plays")
    return int(found[1] or 1)


def standing(log: Iterable[LogRow]) -> list[LogRow]:
    """Return the deals and the plays of a log that stand, without plays that were taken back."""
    kept: list[LogRow] = []
    for entry in log:
        removed = removed_by(entry.action) if entry.seat is not None else 0
        if removed:
            del kept[-removed:]
        else:
            kept.append(entry)
    return kept
