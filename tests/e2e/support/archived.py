"""Whole games that are over, put into the store of a house without a press."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.store import Status
from engine import GAMES
from sandbox.driver import Member
from sandbox.objects import Channel
from tests.bot.store.ended import ended
from tests.bot.store.queries.test_games import whole_log
from tests.bot.store.store_rows import a_place, a_seat
from tests.e2e.support.house import House


async def archived(
    made: House,
    table_id: str,
    people: Sequence[Member | int],
    game: str = "cicera",
    channel: Channel | None = None,
    guild_id: int = 0,
    **columns: Any,
) -> None:
    """Store a game of members or computers; in the house's channel and server, if no others are given.

    `columns` are those of its end; a game that was stopped is cut short.
    """
    assert made.bot is not None
    players = {"players": len(people)} if "players" in GAMES[game].OPTIONS else {}
    table, log = whole_log(game, int(table_id, 16) % 1000, **players)
    seats = [
        a_seat(seat, one, name=f"Computer {seat}", level="easy")
        if isinstance(one, int)
        else a_seat(seat, one.id, name=one.name.capitalize())
        for seat, one in enumerate(people)
    ]
    entries = [
        entry
        if entry.seat is None or entry.user_id is None
        else replace(entry, user_id=seats[entry.seat].user_id)
        for entry in log
    ]
    if columns.get("status") is Status.STOPPED:
        entries = entries[:9]
    guild_id = guild_id or made.guild.id
    played = replace(table, row=replace(table.row, guild_id=guild_id), seats=tuple(seats))
    await ended(made.bot.store, played, entries, table_id, **columns)
    place = a_place(table_id, guild_id=guild_id, channel_id=(channel or made.channel).id)
    await made.bot.store.set_message(place)
