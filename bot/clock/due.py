"""The clock's work at a table, one thing at a time: it comes again for the next."""

import math
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from bot.clock.outages import GRACE_SECONDS, Outage
from bot.lobby.reserved import KEPT_SECONDS, do_what_is_due_in_lobby
from bot.messages.ledger import HERE_SECONDS
from bot.preferences.quiet_hours import QuietHours
from bot.store import LogRow, Status
from bot.table import situation
from bot.table.deadlines import DAY, WARNED, calms_at, last_card_left, least, runs_out, warns_at
from bot.table.pauses import NO_PAUSE, counted_on
from bot.table.table import Table
from bot.table.votes import asked_anew, decided, said_by_silence, silence
from bot.tables.play import Plays
from bot.tables.seats import carried_out
from bot.tables.tables import Held, Tables

IDLE: Final = "idle"
"""The reason of an early end: nobody touched the game for long."""
AT_WORK_SECONDS: Final = 60.0
"""Seconds since the last press in a game for which it counts as being played."""


async def do_what_is_due(tables: Tables, table_id: str) -> None:
    """Do the first thing that is due at a table.

    That is one of these: show the count of a held hand, or more of a game's last one, withdraw the offer to
    take a play back, forget or carry out votes, take silence for a yes, announce or make the end of a game
    that nobody touches, close a lobby or begin its game, deal, mark overdue people, warn, answer for a seat
    without a choice or play the last card of an absent member, nudge.
    """
    called = False
    missed: tuple[int, ...] = ()
    async with tables.held(table_id) as held:
        table, now = held.table, tables.now()
        # Before the write, like the late people: it also holds if an uncertain write ends the block.
        begins, undealt = situation.begins(table), table.undealt
        row = table.row
        if row.wake_at is None or row.wake_at > now:
            return
        fades = math.inf if row.fades_at is None else row.fades_at
        pause, due = tables.pacing.pause(row.guild_id), await _due_at(tables, table)
        # First the cases that need nobody: left for later, they would be due again and again in an outage.
        if (calms := calms_at(table)) is not None and calms <= now:
            if table.ending:
                after = counted_on(table, tables.settings, now, whole=_crowded(tables, table))
                await tables.commit(held, after)
            else:
                # Only its player sees that a play can no longer be taken back; a score sheet is for all.
                offered_to = None if row.held else situation.undoable(table)
                await tables.commit(held, table.with_row(**NO_PAUSE), only=offered_to)
        elif table.expired(now).seats != table.seats:
            await tables.commit(held, table.expired(now))
        elif (vote := decided(table)) is not None:
            # The missing voter has left, and the bot may have been killed just then.
            await carried_out(tables, held, table, vote)
        elif not row.fading and fades - DAY <= now:
            # A day is left from now, even if the clock comes late.
            await tables.commit(held, table, fading=True, fades_at=max(fades, now + DAY))
        elif pause and fades > now:
            # Nobody can act while Discord or this server is out of reach; the time is given back afterwards.
            await tables.commit(held, table, seen=False, wake_at=now + pause)
        elif (asked := silence(table)) is not None and (asked.silent_at or now) <= now:
            await tables.commit(held, table.with_seats(*said_by_silence(table, asked, now)))
        elif row.status is Status.LOBBY:
            await do_what_is_due_in_lobby(tables, held)
            if held.table is table and due is not None and due <= now:
                await Plays(tables).end(held, Status.CLOSED)
            elif held.table is table:
                # Nothing is due any more, or nothing yet.
                await tables.commit(held, table, seen=False)
        elif row.fading and fades <= now:
            await Plays(tables).end(held, Status.STOPPED, ended=IDLE)
        elif due is not None and due <= now:
            missed = _late(table)
            await _due(tables, held)
        elif (warns := warns_at(table)) is not None and warns <= now:
            # For all panels, also those that need no drawing while others act.
            await tables.commit(held, replace(table, beside=()), warned=True, due_at=due)
            # A person who could not be called when their turn began is called now at the latest.
            called = bool(tables.settings.nudge_seconds)
        elif row.nudge_at is not None and row.nudge_at <= now:
            if (answer := situation.formality(table) or last_card_left(table, now)) is not None:
                await _answered(tables, held, *answer)
            else:
                called, later = _nudge(table, now)
                await tables.commit(held, table, seen=False, nudge_at=later)
        else:
            # Nothing is due any more, or nothing yet.
            await tables.commit(held, table, seen=due != row.due_at, due_at=due)
    if called:
        tables.outbox.nudge(held.table)
    if begins and held.table.playing:
        tables.outbox.begun(held.table)
    if undealt and held.table.seq:
        tables.outbox.dealt(held.table)
    if missed:
        tables.outbox.missed(held.table, missed)


def _crowded(tables: Tables, table: Table) -> bool:
    """Return whether another game is at work in the table's channel, with which it shares the edits there."""
    channel_id, since = table.ledger.place.channel_id, tables.now() - AT_WORK_SECONDS
    return any(
        other.playing and other.ledger.place.channel_id == channel_id and other.row.touched_at > since
        for other in tables.in_server(table.row.guild_id)
    )


async def _due_at(tables: Tables, table: Table) -> float | None:
    """Return the deadline, moved out of quiet hours that a restart did not know of.

    It also moves in the morning after people were warned at night.
    """
    row, quiet = table.row, await tables.pacing.quiet(table)
    if not quiet or row.due_at is None or row.warn_at is None:
        return row.due_at
    due = max(row.due_at, least(table, row.warn_at, quiet))
    asleep = all(hours.at(due) for hours in quiet)
    return min(hours.due(due, WARNED * table.clock) for hours in quiet) if asleep else due


async def _due(tables: Tables, held: Held) -> None:
    """Deal the next hand, answer for a seat without a choice, or mark the late people overdue."""
    table = held.table
    if table.between_hands:
        await Plays(tables).deal(held)
    elif (formality := situation.formality(table)) is not None:
        await _answered(tables, held, *formality)
    elif late := _late(table):
        for row in table.seats:
            if row.user_id in late:
                table = table.marked(row, overdue=True)
        await tables.commit(held, replace(table, beside=()), due_at=None, nudge_at=None)
    else:
        await tables.commit(held, table, seen=False, due_at=None)


def _late(table: Table) -> tuple[int, ...]:
    """Return the people whose time runs out with the deadline."""
    if not table.clock or situation.formality(table) is not None:
        return ()
    return tuple([row.user_id for row in table.seats if row.present and row.seat in table.waits_for()])


async def _answered(tables: Tables, held: Held, seat: int, action: Any) -> None:
    """Play the only answer of a seat without a choice."""
    table = held.table
    entry = LogRow(table.seq, seat, str(action), None, tables.now())
    await Plays(tables).play(held, table.replayed(entry), [entry])


def _nudge(table: Table, now: float) -> tuple[bool, float | None]:
    """Return whether to call the people asked now, and when to look again, None for never.

    A person who has just pressed their panel is called once they may have put it away.
    """
    asked, pressed_at = situation.people_asked(table), table.ledger.pressed_at
    away = min((pressed_at(user_id) + HERE_SECONDS for user_id in asked), default=math.inf)
    called = away <= now
    return called, None if called or not asked else away


async def hasten(tables: Tables, table_id: str) -> None:
    """Bring a formality or a passed vote forward again, after a start has put everything off."""
    async with tables.held(table_id) as held:
        values: dict[str, Any] = {}
        if situation.formality(held.table) is not None:
            values["nudge_at"] = (await tables.pacing.timed(held.table))["nudge_at"]
        if silence(held.table) is not None:
            again = held.table.with_seats(*asked_anew(held.table, tables.now()))
            await tables.commit(held, again, **values)
        else:
            await tables.commit(held, held.table, seen=False, **values)


async def put_off(tables: Tables, table_id: str, outage: Outage) -> None:
    """Put off all deadlines of a game, or keep a lobby's seats longer, by an outage."""
    async with tables.held(table_id) as held:
        table = held.table
        if table.row.reserved:
            await _keep_longer(tables, held, outage.seconds(tables.now()))
        if not table.playing:
            return
        row, now, quiet = table.row, tables.now(), await tables.pacing.quiet(table)
        table = table.with_seats(*asked_anew(table, now))
        seconds, full = outage.seconds(now), await tables.pacing.timed(table)

        def later(name: str, hours: Collection[QuietHours] = ()) -> float | None:
            at: float | None = getattr(row, name)
            again: float | None = full[name]
            if at is None or again is None:
                return at
            # The turn may have begun since: never beyond the full time from now, unless it was there before.
            return min(runs_out(hours, at, seconds), max(at, runs_out(hours, again, GRACE_SECONDS)))

        due, warn = later("due_at", quiet), later("warn_at", quiet)
        if due is not None:
            # The time that a server missed before a restart is not known.
            due = max(due, runs_out(quiet, now, GRACE_SECONDS))
            due = due if warn is None else max(due, least(table, warn, quiet))
        # A seat without a choice is answered for as soon as before.
        nudge = later("nudge_at") if situation.formality(table) is None else row.nudge_at
        fades = None if row.fades_at is None else row.fades_at + seconds
        await tables.commit(held, table, due_at=due, warn_at=warn, nudge_at=nudge, fades_at=fades)


async def begin_anew(tables: Tables, table_id: str) -> None:
    """Give a game's question, or a lobby's reserved seats, their full time again."""
    async with tables.held(table_id) as held:
        if held.table.playing:
            await tables.commit(held, held.table, **await tables.pacing.timed(held.table))
        elif held.table.row.reserved:
            await tables.commit(held, held.table, reserved_until=tables.now() + KEPT_SECONDS)


async def _keep_longer(tables: Tables, held: Held, seconds: float) -> None:
    """Keep a lobby's reserved seats so many seconds longer, at most the full time from now."""
    row, now = held.table.row, tables.now()
    until = row.reserved_until or 0.0
    longer = min(until + seconds, max(until, now + KEPT_SECONDS))
    await tables.commit(held, held.table, reserved_until=max(longer, now + GRACE_SECONDS))
