"""Finished games of the members of a house, stored without being played over the stand-in."""

from dataclasses import replace
from typing import Final

from bot.panels.replays.state import ALL_HANDS
from bot.store import PlaceRow, Status
from bot.tables.replays.replay import Replay
from cogs.sending.channels import send
from sandbox.driver import Member
from sandbox.view import Message
from tests.bot.panels.ending.games import USERS, stored
from tests.bot.store.store_rows import ENDED, a_change, a_place
from tests.e2e.support.house import House
from tests.e2e.support.replays import choose, open_replay, turn

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
    replay = Replay.of(replace(whole, table=row, place=place, seats=seats, log=log))
    over = (await made.bot.audience.public(replay.end)).board(replay.end)
    await send(made.bot, PlaceRow("", made.guild.id, made.channel.id), table_id, over)
    return replay


async def replay_at(made: House, person: Member, hand: int, play: int) -> Message:
    """Return a member's private replay of the newest finished game at a moment, with all hands open."""
    message = await open_replay(made, person)
    await choose(made, person, message, "hand", str(hand))
    await choose(made, person, message, "view", ALL_HANDS)
    for _ in range(play):
        await turn(made, person, message, "next")
    return message
