"""The history of a server, page by page: the games that are over and that a reader may look at.

A page is looked for among the newest games first. Where these do not fill it, as for a reader who sees few
channels or asks for a rare game, all games that may come into question are gathered and put in order.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    true,
    union,
)

from bot.store.history.rows import HistoryPage, OwnResult, PastGame, PastSeat, PastSide, Reader, Wanted
from bot.store.history.statements import IS_OVER, READER, SAT, is_open_to, tables_of, unseen
from bot.store.model.schema import OVER, games, log, result_seats, result_sides, results, seats, tables
from bot.store.ratings.statements import HIDING

NEWEST: Final = (100, 1000)
"""The newest games that are looked through for a page, and how many if these are not enough."""
GATHERED: Final = (1000, None)
"""The same of games that are gathered."""
_GUILD = bindparam("guild", type_=tables.c.guild_id.type)
_GAME = bindparam("game", type_=tables.c.game.type)
_MEMBER = bindparam("member", type_=seats.c.user_id.type)
_BESIDE = bindparam("beside", type_=results.c.number.type)
# No index of the server: SQLite would take that, and not the few games.
_OF_GUILD = tables.c.guild_id + 0 == _GUILD
# Who hides, or was forgotten, is not to be found by the games of others.
_MAY_BE_ASKED_FOR = or_(_MEMBER == READER, ~unseen(_MEMBER))
_OWN_SIDE = (
    select(result_sides.c.won)
    .join_from(
        result_seats,
        result_sides,
        and_(result_sides.c.table_id == result_seats.c.table_id, result_sides.c.side == result_seats.c.side),
    )
    .join(seats, and_(seats.c.table_id == result_seats.c.table_id, seats.c.seat == result_seats.c.seat))
    .where(
        result_seats.c.table_id == tables.c.id,
        result_seats.c.user_id == _MEMBER,
        seats.c.user_id == _MEMBER,
    )
)
"""The side on which a member has ended a game."""
_ENDED_SO: Final = {
    OwnResult.WON: _OWN_SIDE.where(result_sides.c.won).exists(),
    OwnResult.LOST: _OWN_SIDE.where(~result_sides.c.won).exists(),
    OwnResult.NONE: ~_OWN_SIDE.exists(),
}


def history_page(
    connection: Connection, reader: Reader, wanted: Wanted, most: int, beside: int | None, *, newer: bool
) -> HistoryPage:
    """Return the newest games, at most so many; or the older or `newer` ones next to the number `beside`.

    Too few newer ones are filled up to the first page.
    """
    if wanted.result is not None and wanted.member is None:
        wanted = wanted._replace(member=reader.user_id)
    found = _found(connection, reader, wanted, most + 1, beside, newer=newer)
    more = len(found) > most
    if newer and not more:
        return history_page(connection, reader, wanted, most, None, newer=False)
    ids = found[:most][::-1] if newer else found[:most]
    shown = _past_games(connection, reader, ids)
    return HistoryPage(shown, newer=more if newer else beside is not None, older=newer or more)


def _found(
    connection: Connection, reader: Reader, wanted: Wanted, most: int, beside: int | None, *, newer: bool
) -> Sequence[str]:
    """Return the ids of the next games, at most so many."""
    channels = list(reader.channels)
    number = results.c.number
    place = true() if beside is None else number > _BESIDE if newer else number < _BESIDE
    game = tables.c.game == _GAME if wanted.game else true()
    ended_so = true() if wanted.result is None else _ENDED_SO[wanted.result]
    key = {
        "guild": reader.guild_id,
        "reader": reader.user_id,
        "game": wanted.game,
        "member": wanted.member,
        "beside": beside,
    }
    found: Sequence[str] = []
    for source, limits in _sources(wanted, channels, game):
        ordered = source.where(place).order_by(number.asc() if newer else number.desc())
        for limit in limits:
            among = ordered.limit(limit).subquery()
            statement = (
                select(tables.c.id)
                .join_from(among, tables, tables.c.id == among.c.table_id)
                .where(_OF_GUILD, IS_OVER, game, is_open_to(channels), ended_so)
                .order_by(among.c.number.asc() if newer else among.c.number.desc())
                .limit(most)
            )
            found = connection.scalars(statement, key).all()
            counted = select(func.count()).select_from(among)
            if len(found) == most or limit is None or (connection.scalar(counted, key) or 0) < limit:
                return found
    return found


def _sources(
    wanted: Wanted, channels: Sequence[int], game: ColumnElement[bool]
) -> Iterator[tuple[Select[tuple[str, int | None]], Sequence[int | None]]]:
    """Yield queries for numbered games that are looked through for a page, so many first, and then so many.

    The last query has all that may be on it. `game` is the condition for the game.
    """
    numbered = select(results.c.table_id, results.c.number).where(results.c.number.is_not(None))
    if wanted.member is not None:
        theirs = results.c.table_id.in_(union(*tables_of(_MEMBER)))
        yield numbered.where(theirs, _MAY_BE_ASKED_FOR), (None,)
        return
    yield numbered.where(results.c.guild_id == _GUILD), NEWEST
    every = union(
        select(tables.c.id).where(tables.c.guild_id == _GUILD, OVER, tables.c.channel_id.in_(channels), game),
        select(tables.c.id).where(tables.c.parent_id.in_(channels), game),
        *tables_of(READER),
    )
    yield numbered.where(results.c.table_id.in_(every)), GATHERED


def ids_beginning(connection: Connection, reader: Reader, text: str) -> list[str]:
    """Return the ids of at most two games that begin with a text, and which the reader may see."""
    # A range, which the index of ids finds; an id has digits and the letters to f.
    begins = (tables.c.id >= bindparam("text"), tables.c.id < bindparam("beyond"))
    statement = (
        select(tables.c.id)
        .where(*begins, _OF_GUILD, IS_OVER, is_open_to(list(reader.channels)))
        .order_by(tables.c.id)
        .limit(2)
    )
    key = {"guild": reader.guild_id, "reader": reader.user_id, "text": text, "beyond": f"{text}g"}
    return list(connection.scalars(statement, key))


# The games of a page

_IDS = bindparam("these", expanding=True, type_=tables.c.id.type)
_GAMES = (
    select(
        *(results.c[name] for name in ("table_id", "number", "game", "ended_at", "ended", "why")),
        SAT.label("sat"),
        or_(
            exists().where(games.c.table_id == tables.c.id), exists().where(log.c.table_id == tables.c.id)
        ).label("kept"),
    )
    .join_from(results, tables, tables.c.id == results.c.table_id)
    .where(tables.c.id.in_(_IDS))
)
_SEATS = (
    select(
        seats.c.table_id,
        seats.c.seat,
        seats.c.name,
        (seats.c.user_id == READER).label("own"),
        seats.c.user_id.in_(HIDING).label("hides"),
    )
    .where(seats.c.table_id.in_(_IDS))
    .order_by(seats.c.table_id, seats.c.seat)
)
_SIDES_OF_SEATS = (
    select(result_seats.c.table_id, result_seats.c.seat, result_seats.c.side)
    .where(result_seats.c.table_id.in_(_IDS))
    .distinct()
)
_SIDES = select(result_sides).where(result_sides.c.table_id.in_(_IDS))


def _past_games(connection: Connection, reader: Reader, ids: Sequence[str]) -> tuple[PastGame, ...]:
    """Return games in this order."""
    if not ids:
        return ()
    key = {"these": ids, "reader": reader.user_id}
    side_of = {(row.table_id, row.seat): row.side for row in connection.execute(_SIDES_OF_SEATS, key)}
    ended = {(row.table_id, row.side): row for row in connection.execute(_SIDES, key)}
    sides = defaultdict[str, dict[int, list[PastSeat]]](dict)
    for row in connection.execute(_SEATS, key):
        side = side_of.get((row.table_id, row.seat), row.seat)
        seat = PastSeat(row.seat, None if row.hides and not row.own else row.name, bool(row.own))
        sides[row.table_id].setdefault(side, []).append(seat)
    rows: dict[str, Any] = {row.table_id: row for row in connection.execute(_GAMES, key)}

    def past_side(table_id: str, side: int) -> PastSide:
        found = ended.get((table_id, side))
        points, won = (None, False) if found is None else (found.points, found.won)
        return PastSide(tuple(sides[table_id][side]), points, won)

    return tuple(
        [
            PastGame(
                one,
                rows[one].number,
                rows[one].game,
                rows[one].ended_at,
                tuple([past_side(one, side) for side in sorted(sides[one])]),
                rows[one].ended or "",
                rows[one].why,
                rows[one].sat,
                rows[one].kept,
            )
            for one in ids
        ]
    )
