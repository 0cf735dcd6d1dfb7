"""The statements for leaderboards: the ranked lines of a server's teams or members, from its totals.

More wins come first, then the larger sum of point differences, then fewer games; equals share a rank (1 2 2
4). Members who hide, and their teams, have no line but on what they read themselves, and no rank counts them.
"""

from collections.abc import Collection
from itertools import pairwise
from typing import Any, Final

from sqlalchemy import BindParameter, ColumnElement, Connection, and_, bindparam, func, or_, select

from bot.store.model.results import LeaderboardRow
from bot.store.model.rows import Scope
from bot.store.model.schema import preferences, totals
from bot.store.queries.results import BOARD_OF_MEMBERS, BOARD_OF_TEAMS

HIDDEN: Final = "hidden"
"""The preference of members by which they hide, and its value."""
HIDES: Final = "on"

_GUILD = bindparam("guild", type_=totals.c.guild_id.type)
_HIDING = select(preferences.c.owner_id).where(
    preferences.c.scope == Scope.MEMBER, preferences.c.name == HIDDEN, preferences.c.value == HIDES
)
_HIDERS = totals.alias("hiders")
_HIDDEN_TEAMS = select(_HIDERS.c.team).where(
    _HIDERS.c.guild_id == _GUILD,
    _HIDERS.c.game == bindparam("of_game"),
    _HIDERS.c.team != "",
    _HIDERS.c.user_id.in_(_HIDING),
)
# A member's own line has no team, and the lines of teams are found by all their members.
_ON_BOARD = and_(
    totals.c.guild_id == _GUILD,
    totals.c.game == bindparam("of_game"),
    totals.c.board == bindparam("of_board"),
    totals.c.user_id.not_in(_HIDING),
    totals.c.team.not_in(_HIDDEN_TEAMS),
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


def _better() -> ColumnElement[bool]:
    wins: BindParameter[int] = bindparam("than_wins")
    difference: BindParameter[int] = bindparam("than_difference")
    games: BindParameter[int] = bindparam("than_games")
    return or_(
        totals.c.wins > wins,
        and_(
            totals.c.wins == wins,
            or_(
                totals.c.difference > difference,
                and_(totals.c.difference == difference, totals.c.games < games),
            ),
        ),
    )


_BETTER = _ALL.where(_better())
_USER = bindparam("user", type_=totals.c.user_id.type)
_OWN = (
    _LINE.where(
        totals.c.guild_id == _GUILD,
        totals.c.game == bindparam("of_game"),
        totals.c.user_id == _USER,
        totals.c.team.not_in(_HIDDEN_TEAMS.where(_HIDERS.c.user_id != _USER)),
    )
    .order_by(*_BEST_FIRST, totals.c.team)
    .limit(bindparam("most"))
)
_OWN_LINE = _OWN.where(totals.c.team == "")
_OWN_TEAMS = _OWN.where(totals.c.team != "")


def leaderboard_page(
    connection: Connection, guild_id: int, game: str, *, teams: bool, offset: int, limit: int
) -> tuple[list[LeaderboardRow], int]:
    """Return the lines from `offset` on, at most `limit`, and the number of all lines."""
    key = {"guild": guild_id, "of_game": game, "of_board": BOARD_OF_TEAMS if teams else BOARD_OF_MEMBERS}
    total = connection.scalar(_ALL, key) or 0
    rows = connection.execute(_PAGE, {**key, "skip": offset, "most": limit}).all()
    if not rows:
        return [], total
    ranks = [_rank(connection, key, rows[0])]
    for place, (before, row) in enumerate(pairwise(rows), offset + 2):
        ranks.append(ranks[-1] if _key(row) == _key(before) else place)
    return [_as_line(rank, row) for rank, row in zip(ranks, rows, strict=True)], total


def member_lines(
    connection: Connection, guild_id: int, game: str, *, teams: bool, user_id: int, limit: int
) -> list[LeaderboardRow]:
    """Return the best lines of a member's teams, or the member's own line, with their true rank."""
    key = {"guild": guild_id, "of_game": game}
    rows = connection.execute(_OWN_TEAMS if teams else _OWN_LINE, {**key, "user": user_id, "most": limit})
    board = {**key, "of_board": BOARD_OF_TEAMS if teams else BOARD_OF_MEMBERS}
    return [_as_line(_rank(connection, board, row), row) for row in rows.all()]


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


def _rank(connection: Connection, key: dict[str, Any], row: Any) -> int:
    than = {f"than_{name}": getattr(row, name) for name in ("wins", "difference", "games")}
    return 1 + (connection.scalar(_BETTER, {**key, **than}) or 0)


def _key(row: Any) -> tuple[int, int, int]:
    return row.wins, row.difference, row.games


def _as_line(rank: int, row: Any) -> LeaderboardRow:
    members = tuple(map(int, row.team.split(","))) if row.team else (row.user_id,)
    return LeaderboardRow(rank, members, row.games, row.wins, row.difference)
