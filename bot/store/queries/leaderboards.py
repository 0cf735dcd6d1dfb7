"""The statements for leaderboards: the ranked lines of a server's teams or members, from its totals.

More wins come first, then the larger sum of point differences, then fewer games; equals share a rank (1 2 2
4). A member who hides, and each of their teams, has a line for themselves alone, and no rank counts it. Few
hide, so their lines are read apart and taken out of what is read by the index.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, Select, and_, bindparam, func, select

from bot.store.model.results import LeaderboardRow
from bot.store.model.rows import Scope
from bot.store.model.schema import preferences, totals
from bot.store.queries.results import BOARD_OF_MEMBERS, BOARD_OF_TEAMS

HIDDEN: Final = "hidden"
HIDES: Final = "on"
"""The preference of members by which they hide, and its value."""

_ON_BOARD = and_(
    totals.c.guild_id == bindparam("guild", type_=totals.c.guild_id.type),
    totals.c.game == bindparam("of_game"),
    totals.c.board == bindparam("of_board"),
)
_LINE = select(totals.c.user_id, totals.c.team, totals.c.games, totals.c.wins, totals.c.difference)
_BEST_FIRST = (totals.c.wins.desc(), totals.c.difference.desc(), totals.c.games)
_PAGE = (
    _LINE.where(_ON_BOARD)
    .order_by(*_BEST_FIRST, totals.c.user_id, totals.c.team)
    .offset(bindparam("skip"))
    .limit(bindparam("most"))
)
_ALL = select(func.count()).select_from(totals).where(_ON_BOARD)


def _better() -> Select[tuple[int]]:
    """Return the query for the number of lines that are better than a value.

    It has a part for each column of the value, since SQLite reads the index for each range, and not for `OR`.
    """
    wins: BindParameter[int] = bindparam("than_wins")
    difference: BindParameter[int] = bindparam("than_difference")
    games: BindParameter[int] = bindparam("than_games")
    ranges = (
        (totals.c.wins > wins,),
        (totals.c.wins == wins, totals.c.difference > difference),
        (totals.c.wins == wins, totals.c.difference == difference, totals.c.games < games),
    )
    more, larger, fewer = (_ALL.where(*conditions).scalar_subquery() for conditions in ranges)
    return select(more + larger + fewer)


_BETTER = _better()
_OWN = _LINE.where(
    totals.c.guild_id == bindparam("guild", type_=totals.c.guild_id.type),
    totals.c.game == bindparam("of_game"),
    totals.c.user_id == bindparam("user", type_=totals.c.user_id.type),
).order_by(*_BEST_FIRST, totals.c.team)
_OWN_LINE = _OWN.where(totals.c.team == "")
_OWN_TEAMS = _OWN.where(totals.c.team != "")
_HIDING = select(preferences.c.owner_id).where(
    preferences.c.scope == Scope.MEMBER, preferences.c.name == HIDDEN, preferences.c.value == HIDES
)
_HIDDEN_LINES = _LINE.where(
    totals.c.guild_id == bindparam("guild", type_=totals.c.guild_id.type),
    totals.c.game == bindparam("of_game"),
    totals.c.user_id.in_(bindparam("hiding", expanding=True)),
)
_HIDDEN_MEMBERS = _HIDDEN_LINES.where(totals.c.team == "")
_HIDDEN_TEAMS = _HIDDEN_LINES.where(totals.c.team != "")


@dataclass(frozen=True, slots=True)
class _Unseen:
    """The lines of a board that nobody else sees, by their members, and the members who hide."""

    lines: dict[tuple[int, ...], Any]
    members: frozenset[int]

    def better(self, row: Any) -> int:
        """Return how many of these lines are better than a row."""
        return sum(_value(line) < _value(row) for line in self.lines.values())


def _unseen(connection: Connection, key: dict[str, Any], *, teams: bool) -> _Unseen:
    members = frozenset(connection.scalars(_HIDING))
    if not members:
        return _Unseen({}, members)
    of_game = {"guild": key["guild"], "of_game": key["of_game"], "hiding": sorted(members)}
    rows = connection.execute(_HIDDEN_TEAMS if teams else _HIDDEN_MEMBERS, of_game).all()
    return _Unseen({_members(row): row for row in rows}, members)


def leaderboard_page(
    connection: Connection, guild_id: int, game: str, *, teams: bool, offset: int, limit: int
) -> tuple[list[LeaderboardRow], int]:
    """Return the lines from `offset` on, at most `limit`, and the number of all lines."""
    key = {"guild": guild_id, "of_game": game, "of_board": BOARD_OF_TEAMS if teams else BOARD_OF_MEMBERS}
    unseen = _unseen(connection, key, teams=teams)
    total = (connection.scalar(_ALL, key) or 0) - len(unseen.lines)
    # Where lines are unseen, the ones before the page have to be read: some of them may be among those.
    skip = 0 if unseen.lines else offset
    most = offset - skip + limit + len(unseen.lines)
    found = connection.execute(_PAGE, {**key, "skip": skip, "most": most}).all()
    rows = [row for row in found if _members(row) not in unseen.lines][offset - skip :][:limit]
    if not rows:
        return [], total
    ranks = [_rank(connection, key, rows[0], unseen)]
    for place, (before, row) in enumerate(pairwise(rows), offset + 2):
        ranks.append(ranks[-1] if _value(row) == _value(before) else place)
    return [_as_line(rank, row) for rank, row in zip(ranks, rows, strict=True)], total


def member_lines(
    connection: Connection,
    guild_id: int,
    game: str,
    *,
    teams: bool,
    user_id: int,
    apart: Collection[tuple[int, ...]],
    limit: int,
) -> list[LeaderboardRow]:
    """Return the best lines of a member's teams, or the member's own, with their rank, some lines `apart`."""
    key = {"guild": guild_id, "of_game": game}
    unseen = _unseen(connection, key, teams=teams)
    hiding = unseen.members - {user_id}
    found = connection.execute(_OWN_TEAMS if teams else _OWN_LINE, {**key, "user": user_id}).all()
    rows = [row for row in found if hiding.isdisjoint(_members(row)) and _members(row) not in apart][:limit]
    board = {**key, "of_board": BOARD_OF_TEAMS if teams else BOARD_OF_MEMBERS}
    return [_as_line(_rank(connection, board, row, unseen), row) for row in rows]


def names(connection: Connection, guild_id: int, game: str, user_ids: Collection[int]) -> dict[int, str]:
    """Return the names under which members last finished a game in a server, by id; others are left out."""
    rows = connection.execute(
        select(totals.c.user_id, totals.c.name).where(
            totals.c.guild_id == guild_id,
            totals.c.game == game,
            totals.c.user_id.in_(user_ids),
            totals.c.team == "",
        )
    )
    return {row.user_id: row.name for row in rows if row.name}


def _rank(connection: Connection, key: dict[str, Any], row: Any, unseen: _Unseen) -> int:
    than = {f"than_{name}": getattr(row, name) for name in ("wins", "difference", "games")}
    return 1 + (connection.scalar(_BETTER, {**key, **than}) or 0) - unseen.better(row)


def _value(row: Any) -> tuple[int, int, int]:
    """Return the value of a line by which it is ranked, the best line's the least."""
    return -row.wins, -row.difference, row.games


def _members(row: Any) -> tuple[int, ...]:
    return tuple(map(int, row.team.split(","))) if row.team else (row.user_id,)


def _as_line(rank: int, row: Any) -> LeaderboardRow:
    return LeaderboardRow(rank, _members(row), row.games, row.wins, row.difference)
