"""The statements for leaderboards: the ranked lines of a server's teams or members, and who met whom.

More wins come first, then the larger sum of point differences, then fewer games; equals share a rank (1 2 2
4).
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Select, Subquery, case, exists, func, select

from bot.store.model.results import LeaderboardRow, Meetings
from bot.store.model.schema import result_members, result_sides, results, seats, tables


def _lines(guild_id: int, game: str, *, teams: bool) -> Select[tuple[str | int, int, int, int]]:
    """Return the query for a line of each team (as text) or member: who, games, wins, difference."""
    who = result_sides.c.team if teams else result_members.c.user_id
    source = result_sides.join(results, results.c.table_id == result_sides.c.table_id)
    if not teams:
        source = source.join(
            result_members,
            (result_members.c.table_id == result_sides.c.table_id)
            & (result_members.c.side == result_sides.c.side),
        )
    lines = (
        select(
            who.label("who"),
            func.count().label("games"),
            func.sum(case((result_sides.c.won, 1), else_=0)).label("wins"),
            func.sum(result_sides.c.difference).label("difference"),
        )
        .select_from(source)
        .where(results.c.guild_id == guild_id, results.c.game == game)
        .group_by(who)
    )
    return lines.where(result_sides.c.size >= 2) if teams else lines


def _ranked(guild_id: int, game: str, *, teams: bool) -> Subquery:
    line = _lines(guild_id, game, teams=teams).subquery()
    order = (line.c.wins.desc(), line.c.difference.desc(), line.c.games)
    return select(func.rank().over(order_by=order).label("rank"), line).subquery()


def _standings(connection: Connection, ranked: Subquery, statement: Select[Any]) -> list[LeaderboardRow]:
    rows = connection.execute(statement.order_by(ranked.c.rank, ranked.c.who))
    return [
        LeaderboardRow(rank, tuple(int(member) for member in str(who).split(",")), games, wins, difference)
        for rank, who, games, wins, difference in rows
    ]


def _columns(ranked: Subquery) -> Select[Any]:
    return select(ranked.c.rank, ranked.c.who, ranked.c.games, ranked.c.wins, ranked.c.difference)


def leaderboard_page(
    connection: Connection, guild_id: int, game: str, *, teams: bool, offset: int, limit: int
) -> tuple[list[LeaderboardRow], int]:
    """Return the lines from `offset` on, at most `limit`, and the number of all lines."""
    ranked = _ranked(guild_id, game, teams=teams)
    total = connection.scalar(select(func.count()).select_from(ranked))
    return _standings(connection, ranked, _columns(ranked).offset(offset).limit(limit)), total or 0


def member_lines(
    connection: Connection, guild_id: int, game: str, *, teams: bool, user_id: int
) -> list[LeaderboardRow]:
    """Return the lines of a member's teams, or the member's own line, with their true rank."""
    ranked = _ranked(guild_id, game, teams=teams)
    if not teams:
        return _standings(connection, ranked, _columns(ranked).where(ranked.c.who == user_id))
    theirs = (
        select(result_sides.c.team)
        .join(
            result_members,
            (result_members.c.table_id == result_sides.c.table_id)
            & (result_members.c.side == result_sides.c.side),
        )
        .where(result_members.c.user_id == user_id)
    )
    return _standings(connection, ranked, _columns(ranked).where(ranked.c.who.in_(theirs)))


def meetings(connection: Connection, table_id: str) -> Meetings | None:
    """Return the games in which the sides of a finished one have met in its server, up to that one.

    None if its result does not count.
    """
    own = connection.execute(
        select(results.c.guild_id, results.c.game, results.c.ended_at, result_sides.c.team)
        .join(result_sides, result_sides.c.table_id == results.c.table_id)
        .where(results.c.table_id == table_id)
        .order_by(result_sides.c.side)
    ).all()
    if not own:
        return None
    teams = [row.team for row in own]
    first, *others = [int(member) for team in teams for member in team.split(",")]
    also = [result_members.alias() for _ in others]
    # Few of a server's games are one member's, and fewer those of all.
    found = (
        select(result_members.c.table_id)
        .join(results, results.c.table_id == result_members.c.table_id)
        .join(result_sides, result_sides.c.table_id == result_members.c.table_id)
        .where(
            result_members.c.user_id == first,
            *(
                exists().where(rows.c.table_id == result_members.c.table_id, rows.c.user_id == other)
                for rows, other in zip(also, others, strict=True)
            ),
            results.c.guild_id == own[0].guild_id,
            results.c.game == own[0].game,
            results.c.ended_at <= own[0].ended_at,
        )
        .group_by(result_members.c.table_id)
        .having(func.count() == len(teams))
        .having(func.sum(case((result_sides.c.team.in_(teams), 1), else_=0)) == len(teams))
    )
    won = func.sum(case((result_sides.c.won, 1), else_=0))
    each = connection.execute(
        select(result_sides.c.team, func.count().label("games"), won.label("wins"))
        .where(result_sides.c.table_id.in_(found))
        .group_by(result_sides.c.team)
    )
    by_team = {row.team: row for row in each}
    return Meetings(by_team[teams[0]].games, tuple([by_team[team].wins for team in teams]))


def names(connection: Connection, guild_id: int, user_ids: Collection[int]) -> dict[int, str]:
    """Return the names under which users last sat down in a server, by id; others are left out."""
    newest = func.row_number().over(
        partition_by=seats.c.user_id, order_by=(tables.c.created_at.desc(), tables.c.id)
    )
    sat = (
        select(seats.c.user_id, seats.c.name, newest.label("age"))
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.user_id.in_(user_ids), tables.c.guild_id == guild_id)
        .subquery()
    )
    rows = connection.execute(select(sat.c.user_id, sat.c.name).where(sat.c.age == 1))
    return {row.user_id: row.name for row in rows}
