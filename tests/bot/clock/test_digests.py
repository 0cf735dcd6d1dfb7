"""Which slow games wait for a member, when their next digest is due, and its lines."""

import math
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.clock.calls import EVERY, due_at, waits
from bot.locale import Catalogue
from bot.messages.ledger import HERE_SECONDS, TO_TURN, TOKEN_SECONDS, Call, Telling
from bot.panels.lists.digest import MOST_LISTED, digest_text
from bot.panels.lists.tables import LINK, open_tables
from bot.preferences.declared import Values, values_of
from bot.store import PanelRow, Scope
from bot.table import situation
from bot.table.deadlines import SLOW_FROM
from bot.table.table import Table
from bot.table.viewing import view_of
from tests.bot.tavern import Tavern

NIGHT = datetime(2026, 1, 1, 22, tzinfo=UTC).timestamp()
HOUR = 3600.0
DAYS = 3 * EVERY
WORDS = Catalogue.load().words("en")


def member(**chosen: str) -> Values:
    """Return the settings of a member who wants a digest, these besides the defaults."""
    return values_of(Scope.MEMBER, {"zone": "utc", "digest": "on", **chosen}, ())


async def slow(tavern: Tavern, clock: int = SLOW_FROM) -> tuple[Table, int]:
    """Return a game with so many seconds left for a turn, and the user on turn."""
    table = await tavern.game()
    (user_id,) = situation.people_asked(table)
    return table.with_row(clock=clock, due_at=tavern.at + clock), user_id


def pressed(table: Table, user_id: int, at: float) -> None:
    """Let a member press their private panel."""
    table.ledger.panels[user_id] = PanelRow(table.row.id, user_id, 5, "token", at + TOKEN_SECONDS)


async def test_a_slow_game_waits_for_whose_turn_it_is(tavern: Tavern) -> None:
    table, user_id = await slow(tavern)
    (other,) = [row.user_id for row in table.seats if row.user_id != user_id]
    assert waits(table, user_id, tavern.at)
    assert not waits(table, other, tavern.at)
    # Not once the time has run out, and a computer is about to play.
    assert not waits(table, user_id, tavern.at + SLOW_FROM)
    assert not waits(table.with_row(due_at=None), user_id, tavern.at)


@pytest.mark.parametrize("clock", [0, 60, SLOW_FROM - 1])
async def test_a_live_game_waits_in_no_digest(tavern: Tavern, clock: int) -> None:
    table, user_id = await slow(tavern, clock)
    assert not waits(table.with_row(due_at=tavern.at + DAYS), user_id, tavern.at)


async def test_whoever_plays_with_computers_alone_is_not_told(tavern: Tavern) -> None:
    table, user_id = await slow(tavern)
    left = [row if row.user_id == user_id else replace(row, level="easy") for row in table.seats]
    # A member who has left can come back, and the time of the one who stayed runs out.
    assert waits(table.with_seats(*left), user_id, tavern.at)
    computers = [row if row.user_id == user_id else replace(row, user_id=-1) for row in left]
    assert not waits(table.with_seats(*computers), user_id, tavern.at)
    assert waits(table.with_seats(*computers).with_row(timed=True), user_id, tavern.at)


async def test_whom_a_new_private_message_has_told_gets_a_digest_once_they_may_be_away(
    tavern: Tavern,
) -> None:
    table, user_id = await slow(tavern)
    now, number = tavern.at, situation.asked_of(table, user_id)
    assert number is not None
    pressed(table, user_id, now - 2 * HERE_SECONDS)
    assert due_at([table], user_id, member(call="on"), None, now) == now
    table.ledger.telling[user_id] = Telling(number, now + HERE_SECONDS)
    assert due_at([table], user_id, member(), None, now) == now
    assert due_at([table], user_id, member(call="on"), None, now) == now + HERE_SECONDS
    assert due_at([table], user_id, member(call="on"), None, now + HERE_SECONDS) == now + HERE_SECONDS
    table.ledger.untold[user_id] = number
    assert due_at([table], user_id, member(call="on"), None, now) == now


async def test_whom_a_ping_calls_already_is_told_of_no_such_turn(tavern: Tavern) -> None:
    table, user_id = await slow(tavern)
    number = situation.asked_of(table, user_id)
    assert number is not None
    table.ledger.calls = {user_id: Call(TO_TURN, number)}
    assert not waits(table, user_id, tavern.at)
    # A call to something that is over does not count.
    table.ledger.calls = {user_id: Call(TO_TURN, number - 1)}
    assert waits(table, user_id, tavern.at)


async def test_the_first_is_due_at_once_and_the_next_after_a_day(tavern: Tavern) -> None:
    table, user_id = await slow(tavern)
    now = tavern.at
    assert due_at([table], user_id, member(), None, now) == now
    assert due_at([table], user_id, member(), now - EVERY - 1, now) == now
    assert due_at([table], user_id, member(), now - HOUR, now) == now - HOUR + EVERY
    assert due_at([], user_id, member(), None, now) == math.inf
    assert due_at([table], user_id, member(pings="never"), None, now) == math.inf


async def test_whoever_is_there_is_told_when_they_may_be_away(tavern: Tavern) -> None:
    (table, user_id), (second, _) = await slow(tavern), await slow(tavern)
    now = tavern.at
    pressed(table, user_id, now - 1)
    assert due_at([table], user_id, member(), None, now) == now - 1 + HERE_SECONDS
    assert due_at([table], user_id, member(), now, now) == now + EVERY
    # Another game may still wait for them.
    assert due_at([table, second], user_id, member(), None, now) == now


async def test_quiet_hours_put_it_off_until_they_end(tavern: Tavern) -> None:
    table, user_id = await slow(tavern)
    values = member(quiet="22-07")
    assert due_at([table], user_id, values, None, NIGHT - 1) == NIGHT - 1
    assert due_at([table], user_id, values, None, NIGHT) == NIGHT + 9 * HOUR
    assert due_at([table], user_id, values, NIGHT - EVERY + HOUR, NIGHT - HOUR) == NIGHT + 9 * HOUR


async def test_a_digest_has_room_for_ten(tavern: Tavern) -> None:
    table, user_id = await slow(tavern)
    place = replace(table.ledger.place, guild_id=2**63, channel_id=2**63, message_id=2**63)
    found = [(view_of(table), place)] * (MOST_LISTED + 2)
    text = digest_text(user_id, found, WORDS)
    assert text.startswith(f"<@{user_id}> ")
    assert text.count(f"{LINK}/{2**63}/{2**63}/{2**63}") == MOST_LISTED
    assert text.endswith("`/cards tables`")
    assert len(text) <= 2000
    assert digest_text(user_id, found[:MOST_LISTED], WORDS).count("\n") == MOST_LISTED


async def test_commands_are_told_by_their_names_in_every_language(tavern: Tavern) -> None:
    table, user_id = await slow(tavern)
    italian = Catalogue.load().words("it")
    text = digest_text(user_id, [(view_of(table), table.ledger.place)] * (MOST_LISTED + 1), italian)
    assert text.endswith("`/cards tables`")
    assert "`/cicera start`" in open_tables([], [], 0, WORDS).texts[0]
    assert "`/cicera start`" in open_tables([], [], 0, italian).texts[0]
