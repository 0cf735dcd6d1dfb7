"""The votes of seated members: on more time, on a clock, on a seat for the computer, on the end of the game.

A vote is a name: `stop` to end the game without a result, `wait` to give the seats asked as much time again,
`clock` to play with a clock from now on, `give-2` to hand seat 2 to a computer, `concede-1` to give the game
up, which side 1 agrees on alone, `finish` to have computers play the rest at once. A member's yes or no holds
for ten minutes, and stands on their seat: the name of the vote, after `-` for a no. Nothing else is stored of
a vote: its state follows from the seats.

A single no ends `finish`, and keeps it from being asked again for a minute. Silence is a yes there: after ten
seconds the clock notes it for everybody who has said nothing.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from bot.store import CONCEDED, SeatRow

EXPIRE_SECONDS: Final = 600.0
SILENCE_SECONDS: Final = 10.0
"""Seconds from the first yes to `finish` until silence is a yes as well."""
OBJECTED_SECONDS: Final = 60.0
"""Seconds for which a no to `finish` stands, after which it can be asked again."""
STOP: Final = "stop"
WAIT: Final = "wait"
CLOCK: Final = "clock"
GIVE: Final = "give"
CONCEDE: Final = CONCEDED
FINISH: Final = "finish"
OF_TURN: Final = (WAIT, CLOCK, GIVE)
"""Votes about the seats asked now: they are over with the turn."""
GIVEN: Final = 300
"""The clock that a vote gives to a table without one, in seconds a turn."""
TURNS_MISSED: Final = 2
"""After so many turns in a row that a computer has played for a member, it holds their seat."""
_NAME: Final = re.compile(f"{STOP}|{WAIT}|{CLOCK}|{FINISH}|(?:{GIVE}|{CONCEDE})-[0-9]")


class Voted(Protocol):
    """The parts that votes depend on, of a table or a view."""

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        """Return the seats that are taken."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side."""

    @property
    def clock(self) -> int:
        """Return the seconds that a turn may take, 0 for no limit."""

    def active(self) -> tuple[int, ...]:
        """Return the seats that are still in the game."""

    def voters(self) -> tuple[int, ...]:
        """Return the seats whose people have to agree where all must."""

    def waits_for(self) -> tuple[int, ...]:
        """Return the seats whose action the game waits for."""


@dataclass(frozen=True, slots=True)
class Vote:
    """One vote under way: its `name`, the seats that may vote, and those for and against it.

    It passes with `needed` yeses in each of the `groups`, or all of a smaller group. At `silent_at` silence
    becomes a yes, if it ever does.
    """

    name: str
    voters: tuple[int, ...]
    yes: tuple[int, ...]
    no: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    needed: int
    silent_at: float | None = None

    @property
    def kind(self) -> str:
        """Return the kind of the vote, its name without a seat or side."""
        return numbered(self.name)[0]

    @property
    def subject(self) -> int | None:
        """Return the seat or side in the name of the vote, None without one."""
        return numbered(self.name)[1]

    @property
    def missing(self) -> frozenset[int]:
        """Return the seats that may vote and have not said yes."""
        return frozenset(self.voters).difference(self.yes)

    @property
    def passed(self) -> bool:
        """Return whether enough seats of every group are for it."""
        return bool(self.voters) and all(
            len(set(self.yes).intersection(group)) >= min(self.needed, len(group)) for group in self.groups
        )

    @property
    def failed(self) -> bool:
        """Return whether so many seats are against it that it can no longer pass."""
        return any(
            len(group) - len(set(self.no).intersection(group)) < min(self.needed, len(group))
            for group in self.groups
        )


def numbered(name: str) -> tuple[str, int | None]:
    """Return the kind and the number in the name of a vote, or of the end it leads to; None without one."""
    kind, _, number = name.partition("-")
    return kind, int(number) if number else None


def of(table: Voted, name: str) -> Vote | None:
    """Return a vote by its name, as it stands; None if there cannot be such a vote now.

    To end a game takes one seat of each side, and a majority where everybody plays alone; to give it up a
    whole side. The seats that wait vote on more time, or on a clock where there is none. The other seats, two
    of them at least, vote on handing one to a computer. Where only computers decide the game, all who watch
    them have to agree to have it finished.
    """
    if not _NAME.fullmatch(name):
        return None
    kind, number = numbered(name)
    voters, waits = table.voters(), table.waits_for()
    groups: tuple[tuple[int, ...], ...]
    if kind == STOP:
        teams = any(len(seats) > 1 for seats in table.sides)
        sides = [tuple(seat for seat in side if seat in voters) for side in table.sides]
        groups = tuple(side for side in sides if side) if teams else (voters,)
        needed = 1 if teams else _majority(voters)
    elif kind in (WAIT, CLOCK):
        if (kind == WAIT) != bool(table.clock):
            return None
        waiting = tuple(seat for seat in voters if seat not in waits)
        # If all are asked they can give each other time, but nobody waits to choose a clock.
        voters = waiting or (voters if kind == WAIT else ())
        if not any(row.present and row.seat in waits for row in table.seats) or not voters:
            return None
        groups, needed = (voters,), _majority(voters)
    elif kind == GIVE:
        row = next((row for row in table.seats if row.seat == number), None)
        voters = tuple(seat for seat in voters if seat != number)
        if row is None or not row.present or row.seat not in waits or len(voters) < 2:
            return None
        groups, needed = (voters,), _majority(voters)
    elif kind == FINISH:
        if not computers_decide(table):
            return None
        groups, needed = (voters,), len(voters)
    elif number is not None and number < len(table.sides) == 2:
        present = [row.seat for row in table.seats if row.present]
        voters = tuple(seat for seat in table.sides[number] if seat in present)
        groups, needed = (voters,), len(voters)
    else:
        return None
    said = {row.seat: {vote for vote, _ in row.votes} for row in table.seats}
    yes = tuple(seat for seat in voters if name in said[seat])
    no = tuple(seat for seat in voters if f"-{name}" in said[seat])
    silent_at = None
    if kind == FINISH and yes:
        asked_at = min(at for row in table.seats for vote, at in row.votes if vote == name)
        silent_at = asked_at + SILENCE_SECONDS
    return Vote(name, voters, yes, no, groups, needed, silent_at)


def computers_decide(table: Voted) -> bool:
    """Return whether only computers play on, for themselves or for members who have left for good."""
    return not any(row.present or _away(row) for row in table.seats if row.seat in table.active())


def _away(row: SeatRow) -> bool:
    """Return whether a computer holds the seat of a member who has not said that they leave."""
    return row.person and row.missed >= TURNS_MISSED


def under_way(table: Voted) -> tuple[Vote, ...]:
    """Return the votes with a yes: first `finish`, where silence counts, then in the order of their first."""
    said = [vote for row in table.seats for vote in row.votes if not vote[0].startswith("-")]
    names = dict.fromkeys(name for name, _ in sorted(said, key=lambda vote: (vote[0] != FINISH, vote[1])))
    found = [of(table, name) for name in names]
    return tuple(vote for vote in found if vote is not None and vote.yes)


def decided(table: Voted) -> Vote | None:
    """Return the first vote that has passed and is still to be carried out, None without one.

    Such a vote is left if only members who have left since were missing from it. Nobody gives a game up that
    way, and computers carry `finish` out.
    """
    kept = (CONCEDE, FINISH)
    return next((vote for vote in under_way(table) if vote.passed and vote.kind not in kept), None)


def silence(table: Voted) -> Vote | None:
    """Return the vote in which silence is going to be a yes, None without one."""
    vote = of(table, FINISH)
    return vote if vote is not None and vote.silent_at is not None and not vote.passed else None


def said_by_silence(table: Voted, vote: Vote, now: float) -> tuple[SeatRow, ...]:
    """Return the seats after everybody who has said nothing has agreed to a vote."""
    return tuple([_agreeing(row, vote, now) if row.seat in vote.missing else row for row in table.seats])


def asked_anew(table: Voted, now: float) -> tuple[SeatRow, ...]:
    """Return the seats with the time for objections beginning now: nobody could object before."""
    vote = silence(table)
    if vote is None:
        return table.seats
    return tuple([_agreeing(row, vote, now) if row.seat in vote.yes else row for row in table.seats])


def over(seats: Iterable[SeatRow], name: str) -> tuple[SeatRow, ...]:
    """Return the seats without the yeses and noes of a vote; a no to `finish` stays for its minute."""
    gone = (name,) if name == FINISH else (name, f"-{name}")
    return tuple([replace(row, votes=tuple([v for v in row.votes if v[0] not in gone])) for row in seats])


def without(votes: Iterable[tuple[str, float]], *names: str) -> tuple[tuple[str, float], ...]:
    """Return a seat's votes without those named."""
    return tuple((vote, at) for vote, at in votes if vote.removeprefix("-") not in names)


def beyond_turn(votes: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Return a seat's votes that still hold once a turn is over."""
    return tuple((vote, at) for vote, at in votes if numbered(vote.removeprefix("-"))[0] not in OF_TURN)


def fresh(votes: Iterable[tuple[str, float]], now: float) -> tuple[tuple[str, float], ...]:
    """Return a seat's votes that have not expired."""
    return tuple((vote, at) for vote, at in votes if now < expires_at(vote, at))


def expires_at(vote: str, said_at: float) -> float:
    """Return when a seat's yes or no expires."""
    return said_at + (OBJECTED_SECONDS if vote == f"-{FINISH}" else EXPIRE_SECONDS)


def _agreeing(row: SeatRow, vote: Vote, now: float) -> SeatRow:
    return replace(row, votes=(*without(row.votes, vote.name), (vote.name, now)))


def _majority(voters: tuple[int, ...]) -> int:
    return len(voters) // 2 + 1
