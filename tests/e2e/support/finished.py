"""Finished games of the members of a house, stored without being played over the stand-in."""

from dataclasses import replace
from typing import Final

from bot.store import Status
from bot.tables.replays.replay import Replay
from tests.bot.panels.ending.games import USERS, stored
from tests.bot.store.store_rows import ENDED, a_change, a_place
from tests.e2e.support.house import House

TABLE: Final = "0a1b2c3d"


async def finished(made: House, game: str = "cicera", table_id: str = TABLE) -> Replay:
    """Store a finished game of the members in the channel of the house, and return its replay."""
    assert made.bot is not None
    whole, people = stored(game), made.people
    seated = dict(zip(USERS, people, strict=False))
    ids = {user_id: person.id for user_id, person in seated.items()}
    row = replace(whole.table, id=table_id, guild_id=made.guild.id, host_id=people[0].id)
    place = a_place(table_id, guild_id=made.guild.id, channel_id=made.channel.id)
    seats = tuple(
        [
            replace(seat, user_id=person.id, name=person.name)
            for seat, person in zip(whole.seats, people, strict=True)
        ]
    )
    log = tuple([replace(entry, user_id=ids.get(entry.user_id or 0)) for entry in whole.log])
    await made.bot.store.create(row, place, seats)
    columns = {"status": Status.FINISHED}
    await made.bot.store.commit(a_change(table_id, row.version, columns=columns, entries=log, ended_at=ENDED))
    return Replay.of(replace(whole, table=row, place=place, seats=seats, log=log))
