"""The names of teams: one member proposes a name, and it is theirs once the partner agrees within a day.

The names of a server's teams do not look alike: a new one is compared with all others. Two transactions that
do so at once meet in a unique column, with each name as it looks in capitals.
"""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, or_, select, update

from bot.locale.look_alikes import in_capitals, looks, make_ready
from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.interactions import noting
from bot.store.model.errors import Conflict
from bot.store.model.rows import is_former
from bot.store.model.schema import preferences
from bot.store.queries.writes import upsert
from bot.store.ratings.folding import Owner
from bot.store.ratings.periods import ALL_TIME
from bot.store.ratings.schema import ratings, team_names
from bot.store.ratings.statements import HIDING

PROPOSED_SECONDS: Final = 86_400.0
"""Seconds for which a proposal waits for the partner."""

NO_TEAM: Final = "no-team"
"""Why a team gets no name: they have not played together, or one hides or was forgotten."""
ALIKE: Final = "alike"
"""… another team has a name that looks like it."""
OWN: Final = "own"
"""… who agrees has proposed it."""
OVER: Final = "over"
"""… it is not proposed any more."""

_GUILD = bindparam("guild", type_=team_names.c.guild_id.type)
_USER = bindparam("user", type_=team_names.c.user_id.type)
_PARTNER = bindparam("partner", type_=team_names.c.partner_id.type)
_TEAM = (team_names.c.guild_id == _GUILD, team_names.c.user_id == _USER, team_names.c.partner_id == _PARTNER)
_NAMED = select(team_names.c.user_id, team_names.c.partner_id, team_names.c.name).where(
    team_names.c.guild_id == _GUILD, team_names.c.name != ""
)
# Locked, so that nobody of it is forgotten meanwhile.
_PLAYED = (
    select(ratings.c.user_id)
    .where(ratings.c.guild_id == _GUILD, ratings.c.user_id == _USER, ratings.c.partner_id == _PARTNER)
    .limit(1)
    .with_for_update(read=True)
)
_OF_USER = (
    select(ratings.c.user_id, ratings.c.partner_id)
    .where(
        ratings.c.guild_id == _GUILD,
        ratings.c.period == ALL_TIME,
        ratings.c.partner_id != 0,
        or_(ratings.c.user_id == _USER, ratings.c.partner_id == _USER),
    )
    .group_by(ratings.c.user_id, ratings.c.partner_id)
    .order_by(func.sum(ratings.c.games).desc(), ratings.c.user_id, ratings.c.partner_id)
)
_CALLED = (
    select(ratings.c.user_id, ratings.c.name)
    .where(
        ratings.c.guild_id == _GUILD,
        ratings.c.period == ALL_TIME,
        ratings.c.partner_id == 0,
        ratings.c.user_id.in_(bindparam("members", expanding=True)),
    )
    .order_by(ratings.c.changed_at)
)
_HIDES = HIDING.where(preferences.c.owner_id.in_((_USER, _PARTNER))).limit(1)
_WAITING = select(team_names.c.proposed_at).where(*_TEAM)
_STORED = select(team_names).where(*_TEAM).with_for_update()
_SAVE = upsert(team_names)
_DROP = delete(team_names).where(*_TEAM)
_NOTHING: Final = {"proposed": "", "proposer_id": None, "proposed_at": None}
_DROP_PROPOSAL = update(team_names).where(*_TEAM).values(_NOTHING)
_LATE = team_names.c.proposed_at <= bindparam("before")
LATE_PROPOSALS = select(func.count()).select_from(team_names).where(_LATE)
_DROP_NAMELESS = delete(team_names).where(_LATE, team_names.c.name == "")
_DROP_LATE = update(team_names).where(_LATE).values(_NOTHING)


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team as one of its members sees it: both ids, the partner's name then, and the name of the team."""

    team: Owner
    partner: str
    name: str


class NotNamed(Conflict):
    """Refused for certain: `why` says why a team does not get a name."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def named(connection: Connection, guild_id: int) -> dict[Owner, str]:
    """Return the names of a server's teams, by the ids of their members."""
    rows = connection.execute(_NAMED, {"guild": guild_id})
    return {(row.user_id, row.partner_id): row.name for row in rows}


def drop_proposals(connection: Connection, before: float) -> None:
    """Delete the proposals of before a moment."""
    for statement in (_DROP_NAMELESS, _DROP_LATE):
        connection.execute(statement, {"before": before})


class TeamNames:
    """The names of teams, and the proposals that wait; a team is the ids of its members, in their order.

    A proposal is known by the time at which it was made, in whole milliseconds.
    """

    def __init__(self, readers: Readers, writer: Writer) -> None:
        self.readers = readers
        self.writer = writer

    async def of(self, guild_id: int) -> dict[Owner, str]:
        """Return the names of a server's teams."""
        return await self.readers.read(lambda connection: named(connection, guild_id))

    async def own(self, guild_id: int, user_id: int, most: int) -> list[OwnTeam]:
        """Return the teams of a member that can have a name, those with most games first."""

        def found(connection: Connection) -> list[OwnTeam]:
            hiding = set(connection.scalars(HIDING))
            rows = connection.execute(_OF_USER, {"guild": guild_id, "user": user_id})
            teams = [(one, other) for one, other in rows if hiding.isdisjoint((one, other))]
            teams = [team for team in teams if not any(map(is_former, team))][:most]
            partners = [one if other == user_id else other for one, other in teams]
            called = dict(map(tuple, connection.execute(_CALLED, {"guild": guild_id, "members": partners})))
            names = named(connection, guild_id)
            return [
                OwnTeam(team, called.get(partner, ""), names.get(team, ""))
                for team, partner in zip(teams, partners, strict=True)
            ]

        return await self.readers.read(found)

    async def waits(self, guild_id: int, team: Owner, at: int) -> bool:
        """Return whether a proposal still waits for the partner."""
        row = await self.readers.read(
            lambda connection: connection.execute(_WAITING, _key(guild_id, team)).first()
        )
        return row is not None and _made_at(row) == at

    async def propose(self, guild_id: int, team: Owner, proposer_id: int, name: str, at: int) -> None:
        """Store a proposal in place of any before it; NotNamed if the team cannot be called so."""

        def work(connection: Connection) -> None:
            _must_suit(connection, guild_id, team, name)
            row = _stored(connection, guild_id, team)
            kept = {"name": row.name, "skeleton": row.skeleton} if row else {"name": "", "skeleton": None}
            proposal = {"proposed": name, "proposer_id": proposer_id, "proposed_at": at / 1000}
            _save(connection, guild_id, team, kept | proposal)

        await asyncio.to_thread(make_ready)
        await self.writer.write(noting(work), guild_id)

    async def agree(self, guild_id: int, team: Owner, user_id: int, at: int, now: float) -> str:
        """Give a team the name that was proposed, and return it; NotNamed if that cannot be."""

        def work(connection: Connection) -> str:
            row = _proposal(connection, guild_id, team, at, now)
            if row.proposer_id == user_id:
                raise NotNamed(OWN)
            _must_suit(connection, guild_id, team, row.proposed)
            name: str = row.proposed
            _save(connection, guild_id, team, {"name": name, "skeleton": in_capitals(name), **_NOTHING})
            return name

        await asyncio.to_thread(make_ready)
        try:
            return await self.writer.write(noting(work), guild_id)
        except NotNamed:
            raise
        except Conflict:
            raise NotNamed(ALIKE) from None

    async def decline(self, guild_id: int, team: Owner, at: int, now: float) -> int:
        """Delete a proposal, and return who made it; NotNamed without one."""

        def work(connection: Connection) -> int:
            row = _proposal(connection, guild_id, team, at, now)
            connection.execute(_DROP_PROPOSAL if row.name else _DROP, _key(guild_id, team))
            proposer_id: int = row.proposer_id
            return proposer_id

        return await self.writer.write(noting(work), guild_id)

    async def clear(self, guild_id: int, team: Owner) -> None:
        """Delete the name of a team, and a proposal for one."""

        def work(connection: Connection) -> None:
            connection.execute(_DROP, _key(guild_id, team))

        await self.writer.write(noting(work), guild_id)


def _key(guild_id: int, team: Owner) -> dict[str, int]:
    return {"guild": guild_id, "user": team[0], "partner": team[1]}


def _stored(connection: Connection, guild_id: int, team: Owner) -> Any:
    return connection.execute(_STORED, _key(guild_id, team)).one_or_none()


def _proposal(connection: Connection, guild_id: int, team: Owner, at: int, now: float) -> Any:
    """Return the row of a team whose proposal of this time still waits."""
    row = _stored(connection, guild_id, team)
    if row is None or _made_at(row) != at or now - row.proposed_at >= PROPOSED_SECONDS:
        raise NotNamed(OVER)
    return row


def _made_at(row: Any) -> int | None:
    """Return when a proposal was made, in milliseconds, None without one."""
    return None if row.proposed_at is None else round(1000 * row.proposed_at)


def _must_suit(connection: Connection, guild_id: int, team: Owner, name: str) -> None:
    """Raise NotNamed unless a team has played, nobody of it hides, and no other name looks like this one."""
    key = _key(guild_id, team)
    members = {"user": team[0], "partner": team[1]}
    played = connection.scalar(_PLAYED, key) is not None and not any(map(is_former, team))
    if not played or connection.scalar(_HIDES, members) is not None:
        raise NotNamed(NO_TEAM)
    others = [one for other, one in named(connection, guild_id).items() if other != team]
    if any(looks(name) & looks(one) for one in others):
        raise NotNamed(ALIKE)


def _save(connection: Connection, guild_id: int, team: Owner, values: dict[str, Any]) -> None:
    row = {"guild_id": guild_id, "user_id": team[0], "partner_id": team[1], **values}
    connection.execute(_SAVE[connection.dialect.name], row)
