"""The authority over all tables: its checks, its refusals, and the agreement of memory with the store."""

import asyncio
import gc
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.clock.due import do_what_is_due
from bot.errors import Illegal, Refused
from bot.messages.ledger import HERE_SECONDS, TOKEN_SECONDS, Opened
from bot.store import LogRow, PanelRow, Status
from bot.table.table import Table
from bot.tables.tables import ENDED
from tests.bot.store.store_rows import a_change, counts
from tests.bot.tavern import PEOPLE, Tavern, lose, refusal


async def test_a_play_is_stored_before_it_is_known(tavern: Tavern) -> None:
    table = await tavern.game()
    assert table.seq == 1
    user_id, action, number = tavern.next_play(table)
    after = await tavern.play.submit(table.row.id, user_id, action, number)
    assert (table.seq, after.seq) == (1, 2)
    assert await tavern.tables.get(table.row.id) is tavern.tables.in_memory(table.row.id) is after
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    assert stored.log[1] == LogRow(1, stored.log[1].seat, action, user_id, tavern.at)
    await tavern.agrees(table)


async def test_what_may_not_be_played_changes_nothing(tavern: Tavern) -> None:
    table = await tavern.game()
    user_id, action, number = tavern.next_play(table)
    other = next(row.user_id for row in table.seats if row.user_id != user_id)
    submit, version = tavern.play.submit, table.row.version
    theirs = table.asked.get(table.seat_of(other).seat, 0)  # type: ignore[union-attr]  # seated
    assert await refusal(submit(table.row.id, 999, action, number)) == "refused.not-seated"
    assert await refusal(submit(table.row.id, other, action, theirs)) == "refused.not-your-turn"
    assert await refusal(submit(table.row.id, user_id, action, number + 1)) == "refused.stale"
    assert await refusal(submit(table.row.id, user_id, "no card", number)) == "refused.forged"
    assert await refusal(submit("ffffffff", user_id, action, number)) == "refused.no-table"
    hand = {str(play) for play in table.game.legal(table.state, table.seat_of(user_id).seat)}  # type: ignore[union-attr]
    foreign = next(card for card in ("AS", "KH", "7D", "2C", "9S", "QD", "3H") if card not in hand)
    with pytest.raises(Illegal):
        await submit(table.row.id, user_id, foreign, number)
    assert (table.row.version, table.seq) == (version, 1)
    await tavern.agrees(table)


async def test_a_double_press_plays_once(tavern: Tavern) -> None:
    table = await tavern.game()
    user_id, action, number = tavern.next_play(table)
    presses = [tavern.play.submit(table.row.id, user_id, action, number) for _ in range(5)]
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    keys = [outcome.key for outcome in outcomes if isinstance(outcome, Refused)]
    assert keys == ["refused.played"] * 4
    assert tavern.now(table).seq == 2
    await tavern.agrees(table)


@pytest.mark.parametrize("happened", [True, False])
async def test_an_uncertain_write_is_looked_up(tavern: Tavern, happened: bool) -> None:
    table = await tavern.game()
    user_id, action, number = tavern.next_play(table)
    lose(tavern, happened)
    press = tavern.play.submit(table.row.id, user_id, action, number)
    if happened:
        assert (await press).seq == 2
    else:
        assert await refusal(press) == "refused.not-saved"
    await tavern.agrees(table)
    await tavern.plays(tavern.now(table))
    await tavern.agrees(table)


@pytest.mark.parametrize("happened", [True, False])
async def test_an_uncertain_wish_to_stop_is_looked_up(tavern: Tavern, happened: bool) -> None:
    table = await tavern.game()
    lose(tavern, happened)
    if happened:
        table = await tavern.seats.vote(table.row.id, PEOPLE[0], "stop")
    else:
        assert await refusal(tavern.seats.vote(table.row.id, PEOPLE[0], "stop")) == "refused.not-saved"
    assert [row.votes for row in table.seats] == [(("stop", tavern.at),) if happened else (), ()]
    await tavern.agrees(table)


@pytest.mark.parametrize("happened", [True, False])
async def test_an_uncertain_wake_up_nudges_once(tavern: Tavern, happened: bool) -> None:
    table = await tavern.game("ciapano")
    tavern.at += 31
    lose(tavern, happened)
    if happened:
        await do_what_is_due(tavern.tables, table.row.id)
    else:
        assert await refusal(do_what_is_due(tavern.tables, table.row.id)) == "refused.not-saved"
        assert tavern.told.nudged == []
        await do_what_is_due(tavern.tables, table.row.id)
    await do_what_is_due(tavern.tables, table.row.id)
    assert tavern.told.nudged == [(table.row.id, table.waits_for())]
    await tavern.agrees(tavern.now(table))


async def test_whatever_changes_in_a_row_is_stored(tavern: Tavern) -> None:
    table = await tavern.game()
    async with tavern.tables.held(table.row.id) as held:
        await tavern.tables.commit(held, held.table, language="it", host_id=PEOPLE[1])
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    assert (stored.table.language, stored.table.host_id) == ("it", PEOPLE[1])
    await tavern.agrees(tavern.now(table))


async def test_whoever_ends_a_table_has_touched_it(tavern: Tavern) -> None:
    table, lobby = await tavern.game(), await tavern.lobby()
    closing = tavern.lobbies.cancel(lobby.row.id, PEOPLE[0], may_decide=True)
    for ending in (tavern.seats.stop(table.row.id), closing):
        tavern.at += 5
        ended = await ending
        assert ended.row.touched_at == tavern.at
        await tavern.agrees(ended)


async def test_what_another_wrote_is_read_before_the_next_press(tavern: Tavern) -> None:
    table = await tavern.game()
    user_id, action, number = tavern.next_play(table)
    seat = table.seat_of(user_id)
    assert seat is not None
    played = LogRow(1, seat.seat, action, user_id, 1.0)
    await tavern.store.commit(a_change(table.row.id, table.row.version, entries=(played,)))
    assert await refusal(tavern.play.submit(table.row.id, user_id, action, number)) == "refused.stale"
    assert tavern.tables.in_memory(table.row.id) is None
    assert (await tavern.tables.get(table.row.id)).seq == 2
    await tavern.agrees(table)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let writes wait for the lock as long as a busy machine may take."""
    for name in ("engine.LOCK_SECONDS", "writer.STILL_SECONDS"):
        monkeypatch.setattr(f"bot.store.database.{name}", 60.0)


@pytest.mark.real_time
async def test_a_cancelled_press_leaves_no_doubt(patient: None, tavern: Tavern, tmp_path: Path) -> None:
    """The next request waits for the write that the press has left under way."""
    table = await tavern.game()
    user_id, action, number = tavern.next_play(table)
    with closing(sqlite3.connect(tmp_path / "cards.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        press = asyncio.create_task(tavern.play.submit(table.row.id, user_id, action, number))
        await asyncio.sleep(0.05)
        press.cancel()
        await asyncio.gather(press, return_exceptions=True)
        reading = asyncio.create_task(tavern.tables.get(table.row.id))
        await asyncio.sleep(0.2)
        other.execute("COMMIT")
    assert (await reading).seq == 2
    await tavern.agrees(table)


@pytest.mark.real_time
async def test_a_cancelled_press_leaves_no_doubt_though_its_table_leaves_memory(
    patient: None, young: None, tmp_path: Path
) -> None:
    tavern = await Tavern.open(tmp_path, live_tables=1)
    other_id = (await tavern.game()).row.id
    table = await tavern.game()
    table_id, (user_id, action, number) = table.row.id, tavern.next_play(table)
    del table
    with closing(sqlite3.connect(tmp_path / "cards.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        press = asyncio.create_task(tavern.play.submit(table_id, user_id, action, number))
        await asyncio.sleep(0.05)
        press.cancel()
        await asyncio.gather(press, return_exceptions=True)
        del press
        await tavern.tables.get(other_id)
        gc.collect()
        reading = asyncio.create_task(tavern.tables.get(table_id))
        await asyncio.sleep(0.2)
        other.execute("COMMIT")
    again = await reading
    assert again.seq == 2
    await tavern.agrees(again)
    await tavern.close()


async def test_a_table_that_is_read_anew_stands_where_it_stood(tavern: Tavern) -> None:
    """Its message may have been posted while it was read, or the place of it not stored."""
    table = await tavern.game()
    played = tavern.next_play(table)
    lose(tavern, True)
    pressing = asyncio.create_task(tavern.play.submit(table.row.id, played[0], played[1], played[2]))
    await asyncio.sleep(0)
    place = replace(table.ledger.place, channel_id=9, message_id=5, ping_id=6)
    table.ledger.place = place
    again = await pressing
    assert again.seq == table.seq + 1
    assert again.ledger is table.ledger
    assert again.ledger.place == place


async def test_a_table_is_held_for_one_change_at_a_time_though_it_leaves_memory(
    young: None, tmp_path: Path
) -> None:
    tavern = await Tavern.open(tmp_path, live_tables=1)
    table, other = await tavern.game(), await tavern.game()
    table_id, inside = table.row.id, list[int]()

    async def change() -> None:
        async with tavern.tables.held(table_id) as held:
            inside.append(len(inside))
            await tavern.tables.get(other.row.id)
            gc.collect()
            await asyncio.sleep(0.01)
            await tavern.tables.commit(held, held.table.marked(missed=1))
            assert inside.pop() == 0

    await asyncio.gather(*(change() for _ in range(3)))
    assert len(tavern.tables) == 1
    assert tavern.now(table).row.version in (table.row.version, table.row.version + 3)
    again = await asyncio.gather(*(tavern.tables.get(table_id) for _ in range(3)))
    assert all(found is again[0] for found in again)
    assert again[0].row.version == table.row.version + 3
    await tavern.agrees(table)
    await tavern.close()


async def test_of_tables_that_have_ended_the_newest_stay_in_memory(young: None, tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, live_tables=2 * ENDED)
    playing, *others = [(await tavern.game()).row.id for _ in range(ENDED + 2)]
    for table_id in others:
        await tavern.seats.stop(table_id)
    gc.collect()
    assert len(tavern.tables) == ENDED + 1
    assert tavern.told.changes[-1][0] == others[-1]
    assert [table.row.id for table in tavern.tables.in_server(7)] == [playing]
    again = await tavern.tables.get(others[0])
    assert again.row.status is Status.STOPPED
    await tavern.agrees(again)
    await tavern.close()


async def test_what_is_shown_is_known_as_long_as_anybody_uses_the_table(young: None, tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, live_tables=1)
    table = await tavern.game()
    table.ledger.opened[PEOPLE[0]] = Opened(1, "pick", "7D")
    await tavern.game()
    gc.collect()
    again = await tavern.tables.get(table.row.id)
    assert again is not table
    assert again.ledger is table.ledger
    await tavern.close()


async def test_a_game_to_the_end_has_one_result_and_is_over(tavern: Tavern) -> None:
    table = await tavern.game(target=11)
    while table.playing:
        table = await tavern.play_hand(table)
        if table.playing:
            for user_id in PEOPLE[:2]:
                table = await tavern.play.ready(table.row.id, user_id, table.seq)
            assert not any(row.ready for row in table.seats)
    assert table.row.status is Status.FINISHED
    assert sorted((await counts(tavern.store, guild_id=7)).values()) == [(1, 0), (1, 1)]
    assert await refusal(tavern.play.ready(table.row.id, PEOPLE[0], table.seq)) == "refused.over"
    for work in (tavern.seats.stop(table.row.id), tavern.seats.vote(table.row.id, PEOPLE[0], "stop")):
        assert await refusal(work) == "refused.over"
    await tavern.agrees(table)


async def test_stopping_takes_one_of_each_side_or_a_moderator(tavern: Tavern) -> None:
    table = await tavern.game()
    assert await refusal(tavern.seats.vote(table.row.id, 999, "stop")) == "refused.not-seated"
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], "stop")
    table = await tavern.seats.vote(table.row.id, PEOPLE[1], "stop", against=True)
    # Nobody of that side is left to agree: the vote is over, and all opinions with it.
    assert not any(row.votes for row in table.seats)
    for user_id in PEOPLE[:2]:
        assert table.playing
        table = await tavern.seats.vote(table.row.id, user_id, "stop")
    assert table.row.status is Status.STOPPED
    await tavern.agrees(table)
    second = await tavern.game()
    second = await tavern.seats.stop(second.row.id)
    assert second.row.status is Status.STOPPED
    assert await counts(tavern.store, guild_id=7) == {}


async def test_a_log_that_cannot_be_replayed_waits_for_a_version_that_can(tmp_path: Path) -> None:
    first = await Tavern.open(tmp_path)
    table = await first.game()
    table_id = (await first.plays(table)).row.id
    stored = await first.store.load(table_id)
    assert stored is not None
    await first.close()

    def rewrite(action: str) -> None:
        with closing(sqlite3.connect(tmp_path / "cards.db")) as connection, connection:
            connection.execute("UPDATE log SET action = ? WHERE seq = 1", (action,))

    rewrite("XX")
    for _ in range(2):
        older = await Tavern.open(tmp_path)
        assert await refusal(older.tables.get(table_id)) == "refused.parked"
        assert older.told.put_aside == [table_id]
        assert table_id in await older.store.behind()
        await older.close()
    rewrite(stored.log[1].action)
    newer = await Tavern.open(tmp_path)
    again = await newer.tables.get(table_id)
    assert (again.row.status, again.seq) == (Status.PLAYING, 2)
    assert newer.told.changes == [(table_id, again.row.version, True)]
    await newer.agrees(again)
    await newer.plays(again)
    await newer.close()


async def test_a_renewed_token_is_stored_a_second_later_and_a_new_panel_at_once(tavern: Tavern) -> None:
    table = await tavern.game()

    async def kept() -> list[str]:
        stored = await tavern.store.load(table.row.id)
        assert stored is not None
        return [panel.token for panel in stored.panels]

    for message_id, token, at_once in ((5, "first", True), (5, "second", False), (6, "third", True)):
        await tavern.tables.ledgers.follow(
            table.ledger, PanelRow(table.row.id, PEOPLE[0], message_id, token, 9.0)
        )
        table = tavern.now(table)
        assert (await kept() == [token]) is at_once
    await tavern.tables.ledgers.follow(table.ledger, PanelRow(table.row.id, PEOPLE[0], 6, "fourth", 9.0))
    await tavern.tables.ledgers.deferred.flush()
    assert await kept() == ["fourth"]


async def test_a_late_answer_to_an_earlier_press_takes_no_newer_panels_place(tavern: Tavern) -> None:
    table = await tavern.game()
    newer = PanelRow(table.row.id, PEOPLE[0], 6, "newer", 20.0)
    await tavern.tables.ledgers.follow(table.ledger, newer)
    for message_id in (5, 6):
        older = PanelRow(table.row.id, PEOPLE[0], message_id, "older", 19.0)
        left = await tavern.tables.ledgers.follow(table.ledger, older)
        assert left == (older if message_id != newer.message_id else None)
        table = tavern.now(table)
        assert table.ledger.panels == {PEOPLE[0]: newer}
    await tavern.tables.ledgers.deferred.flush()
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    assert stored.panels == (newer,)


async def test_who_has_just_pressed_their_panel_is_nudged_later(tavern: Tavern) -> None:
    table = await tavern.game()
    (seat,) = table.waits_for()
    row = table.at(seat)
    assert row is not None
    ends = tavern.at + 20 + TOKEN_SECONDS
    panel = PanelRow(table.row.id, row.user_id, 1, "a token", ends)
    await tavern.tables.ledgers.follow(table.ledger, panel)
    tavern.at += 31
    await do_what_is_due(tavern.tables, table.row.id)
    assert tavern.told.nudged == []
    assert tavern.now(table).row.wake_at == ends - TOKEN_SECONDS + HERE_SECONDS
    tavern.at = ends - TOKEN_SECONDS + HERE_SECONDS
    for _ in range(2):
        await do_what_is_due(tavern.tables, table.row.id)
    assert tavern.told.nudged == [(table.row.id, (seat,))]
    assert tavern.now(table).row.nudge_at is None


async def test_a_hand_that_nobody_asks_for_is_dealt_and_a_turn_is_nudged_once(tavern: Tavern) -> None:
    table = await tavern.game("ciapano")  # a first hand never ends it
    await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert tavern.told.nudged == []
    tavern.at += 31
    for _ in range(2):
        await do_what_is_due(tavern.tables, table.row.id)
        table = tavern.now(table)
    assert tavern.told.nudged == [(table.row.id, table.waits_for())]
    table = await tavern.play_hand(table)
    assert table.waits_for() == ()
    tavern.at += 46
    await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert len(table.waits_for()) == 1
    assert tavern.told.changes[-1] == (table.row.id, table.row.version, True)
    await tavern.agrees(table)


async def test_every_change_is_told_once_and_what_nobody_sees_is_not(tavern: Tavern) -> None:
    table = await tavern.game("ciapano")
    assert [version for _, version, _ in tavern.told.changes] == list(range(1, table.row.version + 1))
    tavern.at += 31
    await do_what_is_due(tavern.tables, table.row.id)
    assert tavern.now(table).row.version == table.row.version
    assert len(tavern.told.changes) == table.row.version
    await tavern.seats.vote(table.row.id, PEOPLE[0], "stop")
    await tavern.seats.vote(table.row.id, PEOPLE[0], "stop")
    assert tavern.told.changes[table.row.version :] == [(table.row.id, table.row.version + 1, False)]


async def test_the_peoples_share_of_the_shuffle_is_frozen_when_the_game_starts(tavern: Tavern) -> None:
    lobby = await tavern.full()
    assert lobby.row.entropy is None
    table = await tavern.lobbies.start(lobby.row.id, PEOPLE[0])
    assert table.row.entropy == ("9000", "9001")
    later = table.with_seats(*(replace(row, entropy=1) for row in table.seats))
    assert later.entropy == table.row.entropy
    await tavern.agrees(table)


async def test_restoring_is_what_playing_was(tavern: Tavern) -> None:
    table = await tavern.game()
    for _ in range(20):
        table = await tavern.plays(table)
        stored = await tavern.store.load(table.row.id)
        assert stored is not None
        assert list(Table.restore(stored).story) == list(table.story)
