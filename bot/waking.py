"""What the clock does at a table, one thing at a time: it comes again for the next."""

import math
from dataclasses import replace
from typing import Any, Final

from bot.deadlines import DAY, WARNED, warns_at
from bot.ledger import HERE_SECONDS
from bot.live import Held
from bot.seats import carried_out
from bot.store import LogRow, Status
from bot.table import Table
from bot.tables import Tables
from bot.votes import decided

IDLE: Final = "idle"
"""Why a game has ended early that nobody touched for long."""


async def wake(tables: Tables, table_id: str) -> None:
    """Do what is due at a table now: close a lobby, deal, play for people whose time has run out or who have
    no choice, warn, nudge, carry out or forget votes, or end what nobody has touched for long.
    """
    called = False
    missed: tuple[int, ...] = ()
    async with tables.held(table_id) as held:
        table, now = held.table, tables.now()
        row = table.row
        if row.wake_at is None or row.wake_at > now:
            return
        fades = math.inf if row.fades_at is None else row.fades_at
        pause = tables.pause(row.guild_id)
        # First what nobody has to act for: while Discord cannot be reached, it would be due again and again.
        if table.expired(now).seats != table.seats:
            await tables.commit(held, table.expired(now))
        elif (vote := decided(table)) is not None:
            # Whoever was missing has left, and the bot may have been killed just then.
            await carried_out(tables, held, table, vote)
        elif not row.fading and fades - DAY <= now:
            # A day is left from now, even where the clock comes late.
            await tables.commit(held, table, fading=True, fades_at=max(fades, now + DAY))
        elif pause and fades > now:
            # Nobody can act while Discord or this server cannot be reached.
            await tables.commit(held, table, seen=False, **_later(table, now + pause))
        elif row.status is Status.LOBBY:
            await tables.end(held, Status.CLOSED)
        elif row.fading and fades <= now:
            await tables.end(held, Status.STOPPED, ended=IDLE)
        elif row.due_at is not None and row.due_at <= now:
            # Noted first: it holds as well where an uncertain write ends the block.
            missed = _late(table)
            await _due(tables, held)
        elif (warns := warns_at(table)) is not None and warns <= now:
            # Told to all, even to those whose panels go on as they were while others act.
            await tables.commit(held, replace(table, beside=()), warned=True)
            # Whoever could not be called when their turn began is called now at the latest.
            called = bool(tables.settings.nudge_seconds)
        elif row.nudge_at is not None and row.nudge_at <= now:
            if table.formality() is not None:
                await _answered(tables, held)
            else:
                called, later = _nudge(table, now)
                await tables.commit(held, table, seen=False, nudge_at=later)
        else:
            # What was due is no more.
            await tables.commit(held, table, seen=False)
    if called:
        tables.outbox.nudge(held.table)
    if missed:
        tables.outbox.missed(held.table, missed)


async def _due(tables: Tables, held: Held) -> None:
    """Deal the next hand, answer for a seat that has no choice, or have a computer play for people whose time
    has run out.
    """
    table = held.table
    if table.between_hands:
        await tables.deal(held)
    elif table.formality() is not None:
        await _answered(tables, held)
    elif late := _late(table):
        for row in table.seats:
            if row.user_id in late:
                table = table.marked(row, overdue=True)
        await tables.commit(held, replace(table, beside=()), due_at=None, nudge_at=None)
    else:
        await tables.commit(held, table, seen=False, due_at=None)


def _late(table: Table) -> tuple[int, ...]:
    """Return the people whose time has run out once what is asked is due."""
    if not table.clock or table.formality() is not None:
        return ()
    return tuple([row.user_id for row in table.seats if row.present and row.seat in table.waits_for()])


async def _answered(tables: Tables, held: Held) -> None:
    """Answer for a seat that has no choice."""
    table, formality = held.table, held.table.formality()
    assert formality is not None
    seat, action = formality
    entry = LogRow(table.seq, seat, str(action), None, tables.now())
    await tables.play(held, table.replayed(entry), [entry])


def _nudge(table: Table, now: float) -> tuple[bool, float | None]:
    """Return whether people are to be told now that the game waits for them, and when to look again.

    Who has just pressed their panel is called once they may have put it away.
    """
    asked, pressed_at = table.people_asked(), table.ledger.pressed_at
    away = min((pressed_at(user_id) + HERE_SECONDS for user_id in asked), default=math.inf)
    called = away <= now
    return called, None if called or not asked else away


async def hasten(tables: Tables, table_id: str) -> None:
    """Have a seat without a choice answered soon, and a vote that has passed carried out: a start has put off
    all that was due.
    """
    async with tables.held(table_id) as held:
        values: dict[str, Any] = {}
        if held.table.formality() is not None:
            values["nudge_at"] = (await tables.timed(held.table))["nudge_at"]
        await tables.commit(held, held.table, seen=False, **values)


async def put_off(tables: Tables, table_id: str, seconds: float) -> None:
    """Put off all that is due at a game: nobody could act for so long."""
    async with tables.held(table_id) as held:
        if held.table.playing:
            due = {name: getattr(held.table.row, name) for name in ("due_at", "nudge_at", "fades_at")}
            later = {name: at + seconds for name, at in due.items() if at is not None}
            await tables.commit(held, held.table, **later)


async def begin_anew(tables: Tables, table_id: str) -> None:
    """Give what is asked at a game its full time again."""
    async with tables.held(table_id) as held:
        if held.table.playing:
            await tables.commit(held, held.table, **await tables.timed(held.table))


def _later(table: Table, at: float) -> dict[str, Any]:
    """Return what a row becomes where nothing is to be due before `at`."""
    due = {"due_at": table.row.due_at, "nudge_at": table.row.nudge_at}
    later = {name: max(was, at) for name, was in due.items() if was is not None}
    warns = warns_at(table)
    if warns is not None and warns < at:
        later["due_at"] = at + WARNED * table.clock
    return later
