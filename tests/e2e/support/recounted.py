"""Ratings counted once more from the file of a server's results, by the formulas of their design alone.

Nothing of the bot's own fold is used. The file leaves out who hides or was forgotten: `who` fills these in,
from the books of whoever saw them sit down.
"""

import csv
import io
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Final

LUCK: Final = {"cicera": 5.3, "ciapano": 3.0, "civil-suits": 12.1}
SKILL: Final = {"cicera": 1.5, "ciapano": 0.5, "civil-suits": 3.3}
CHEMISTRY: Final = 0.5
SECONDS_A_YEAR: Final = 365.25 * 24 * 3600
FULL_A_DAY: Final = 6

Line = dict[str, str]
Owner = frozenset[int]
"""A member alone, or two partners."""
Board = tuple[str, str, str]
"""A game, a variant, and a period: `all`, `s2026-10` or `m2026-11`."""
Who = Callable[[Line], int]
"""The id of the member of a line whose cell is empty."""


@dataclass
class Figures:
    """The figures of a member or a pair; `met` are their opponents, `at` is when their last game ended."""

    variance: float
    first: float
    mean: float = 0.0
    guarded: float = 0.0
    games: int = 0
    wins: int = 0
    hands: int = 0
    at: float = 0.0
    met: set[Owner] = field(default_factory=set)


Counted = dict[Board, dict[Owner, Figures]]


def lines_of(data: bytes) -> list[Line]:
    """Return the lines of the file by heading, without the apostrophes before what could be a formula."""
    reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    return [{name: _plain(cell) for name, cell in line.items()} for line in reader]


def _plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:2] in tuple("=+-@\t\r") else cell


def id_of(line: Line, who: Who) -> int | None:
    """Return the member of a line, None for a computer."""
    if line["by"] == "computer":
        return None
    cell = line["member"]
    return int(cell.removeprefix("<@").removesuffix(">")) if cell else who(line)


def recount(lines: Iterable[Line], who: Who) -> Counted:
    """Return the figures of every member and pair on every board."""
    boards: Counted = defaultdict(dict)
    that_day = Counter[tuple[str, str, str, Owner]]()
    for _, of_game in groupby(lines, key=lambda line: int(line["number"])):
        game = list(of_game)
        first = game[0]
        sat_down = [id_of(line, who) for line in game if line["hand"] == "1"]
        people = frozenset(one for one in sat_down if one is not None)
        if first["why"] not in ("", "left", "rewound") or None in sat_down:
            continue
        ended = datetime.fromisoformat(first["ended_at"])
        meeting = (first["game"], first["variant"], f"{ended:%Y-%m-%d}", people)
        that_day[meeting] += 1
        luck = LUCK[first["game"]] ** 2 * (2 if that_day[meeting] > FULL_A_DAY else 1)
        season = f"s{ended.year}-{(ended.month - 1) // 3 * 3 + 1:02}"
        for period in ("all", season, f"m{ended:%Y-%m}"):
            board = boards[first["game"], first["variant"], period]
            _count(board, game, ended.timestamp(), luck, who)
    return dict(boards)


def _count(board: dict[Owner, Figures], game: list[Line], ended: float, luck: float, who: Who) -> None:
    """Count one game on one board."""
    kind = game[0]["game"]
    hands = [list(of_hand) for _, of_hand in groupby(game, key=lambda line: line["hand"])]
    end = hands.pop()
    counted = [parts for hand in hands if (parts := _parts(hand, who)) is not None]
    owners = {frozenset([one]) for line in game if (one := id_of(line, who)) is not None}
    for parts in counted:
        owners |= {owner for side in parts for owner in side.rates}
    owners |= set(_at_end(end, who))
    for owner in owners:
        first = (SKILL[kind] if len(owner) == 1 else CHEMISTRY) ** 2
        if owner in board:
            idle = max(0.0, ended - board[owner].at)
            grown = board[owner].variance + first / 4 * idle / SECONDS_A_YEAR
            board[owner].variance = min(grown, first)
            board[owner].at = max(board[owner].at, ended)
        else:
            board[owner] = Figures(first, first, at=ended)
    before = {owner: board[owner].mean for owner in owners}
    for parts in counted:
        _update(board, parts, luck)
    _finish(board, game, end, owners, before, who)


@dataclass
class Side:
    """A side in a hand: its points, more of which are better, and for whom they count down and up."""

    points: float
    rates: dict[Owner, tuple[bool, bool]]


def _parts(hand: list[Line], who: Who) -> list[Side] | None:
    """Return the sides that took part in a finished hand of people's seats, None if it does not count."""
    by_side = defaultdict[str, list[Line]](list)
    for line in hand:
        if line["points"]:
            by_side[line["side"]].append(line)
    if len(by_side) < 2 or any(line["by"] == "computer" for of in by_side.values() for line in of):
        return None
    better = 1 if hand[0]["game"] == "cicera" else -1
    return [_side(of, better, who) for of in by_side.values()]


def _side(of: list[Line], better: int, who: Who) -> Side:
    # Taking back computers' plays helps as a hint does.
    helped = any(
        line["hint"] == "1" or (line["why"] == "rewound" and line["taken_back"] != "0") for line in of
    )
    alone = {line["seat"] for line in of if line["computer"] == "1"}
    rates: dict[Owner, tuple[bool, bool]] = {}
    for line in of:
        own = line["seat"] in alone
        # For one whose hand a computer played only down, for the partner of one only up.
        down, up = own or not alone, not own and not helped
        rates[_alone(line, who)] = (down, up)
    if len(of) == 2:
        rates[_alone(of[0], who) | _alone(of[1], who)] = (not alone, not alone and not helped)
    return Side(better * float(of[0]["points"]), rates)


def _alone(line: Line, who: Who) -> Owner:
    one = id_of(line, who)
    assert one is not None
    return frozenset([one])


def _update(board: dict[Owner, Figures], sides: list[Side], luck: float) -> None:
    """Update all parts of all sides by a hand, from what they were before it."""
    means = [sum(board[owner].mean for owner in side.rates) for side in sides]
    weights = [1 / (sum(board[owner].variance for owner in side.rates) + luck) for side in sides]
    whole = sum(weights)
    ahead = [side.points - mean for side, mean in zip(sides, means, strict=True)]
    level = sum(w * x for w, x in zip(weights, ahead, strict=True)) / whole
    for number, side in enumerate(sides):
        weight, surplus = weights[number], ahead[number] - level
        for owner, (down, up) in side.rates.items():
            figures = board[owner]
            figures.hands += 1
            for other, theirs in enumerate(sides):
                if other != number:
                    figures.met |= {met for met in theirs.rates if len(met) == len(owner)}
            a = figures.variance
            change = a * weight * surplus
            if (change > 0 and not up) or (change < 0 and not down) or (change == 0 and not (up or down)):
                continue
            figures.mean += change
            figures.variance = a * (1 - a * weight) + (a * weight) ** 2 / whole


def _at_end(end: list[Line], who: Who) -> dict[Owner, Line]:
    """Return the members who sat there at the end and the pairs that they made, with a line of their side."""
    by_side = defaultdict[str, list[Line]](list)
    for line in end:
        if line["by"] == "member":
            by_side[line["side"]].append(line)
    found = {_alone(line, who): line for of in by_side.values() for line in of}
    for of in by_side.values():
        if len(of) == 2:
            found[_alone(of[0], who) | _alone(of[1], who)] = of[0]
    return found


def _finish(
    board: dict[Owner, Figures],
    game: list[Line],
    end: list[Line],
    owners: Iterable[Owner],
    before: Mapping[Owner, float],
    who: Who,
) -> None:
    """Count games and wins, and the mean in which a winner never falls and a loser never rises."""
    places = {line["side"]: int(line["place"]) for line in end if line["place"]}
    worst = max(places.values(), default=1)
    at_end = _at_end(end, who)
    stood_in = {_alone(line, who) for line in game if line["computer"] == "1" and line["by"] == "member"}
    sides = defaultdict[Owner, set[str]](set)
    for line in game:
        if line["by"] == "member":
            sides[_alone(line, who)].add(line["side"])
    for owner in owners:
        figures = board[owner]
        figures.games += 1
        last = at_end.get(owner)
        won = last is not None and last["won"] == "1" and last["why"] == ""
        figures.wins += won
        change = figures.mean - before[owner]
        theirs = set.intersection(*(sides[frozenset([one])] for one in owner))
        if worst > 1 and any(places[side] == worst for side in theirs):
            change = min(0.0, change)
        elif won and last is not None and worst > 1 and places[last["side"]] == 1:
            sat_through = not any(frozenset([one]) in stood_in for one in owner)
            change = max(0.0, change) if sat_through else change
        figures.guarded += change


# The list


@dataclass(frozen=True)
class Listed:
    """A line of the list of a board; `value` ranks it, `apart` says why it has no rank.

    `badge` is 0 for the thirteenth of all imaginable members who are weakest, and 12 for the strongest.
    """

    owner: Owner
    mean: float
    doubt: float
    value: float
    badge: int
    apart: str
    games: int
    wins: int


def listed(
    board: Mapping[Owner, Figures], at: float, unseen: Iterable[int], *, teams: bool, monthly: bool = False
) -> list[Listed]:
    """Return the list of a board at a moment: by rank, then those apart; nobody of `unseen` is in it."""
    alone = {owner: figures for owner, figures in board.items() if len(owner) == 1}
    zero = sum(figures.mean for figures in alone.values()) / len(alone)
    middle = sum(figures.guarded for figures in alone.values()) / len(alone)
    hidden, found = frozenset(unseen), list[Listed]()
    for owner, figures in board.items():
        if (len(owner) == 2) != teams or owner & hidden:
            continue
        members = [board[frozenset([one])] for one in sorted(owner)]
        own = [figures] if teams else []
        variance = sum(_idle(one, at) for one in members) + sum(one.variance for one in own)
        first = sum(one.first for one in [*members, *own])
        mean = sum(one.mean - zero for one in members) + sum(one.mean for one in own)
        guarded = sum(one.guarded for one in [*members, *own])
        doubt = math.sqrt(variance)
        above = (guarded - middle * len(members)) / math.sqrt(first)
        badge = min(12, int(13 * (1 + math.erf(above / math.sqrt(2))) / 2))
        apart = ""
        if not monthly:
            most = max((f.hands for pair, f in board.items() if len(pair) == 2 and owner < pair), default=0)
            if doubt > 0.6 * math.sqrt(first) or len(figures.met) < 3:
                apart = "provisional"
            elif not teams and most > 0.8 * figures.hands:
                apart = "paired"
        found.append(
            Listed(owner, mean, doubt, round(guarded - doubt, 2), badge, apart, figures.games, figures.wins)
        )
    # Members who are level to a hundredth share their rank, and stand in order of their ids.
    return sorted(found, key=lambda line: (bool(line.apart), -line.value, sorted(line.owner)))


def _idle(figures: Figures, at: float) -> float:
    grown = figures.variance + figures.first / 4 * max(0.0, at - figures.at) / SECONDS_A_YEAR
    return min(grown, figures.first)
