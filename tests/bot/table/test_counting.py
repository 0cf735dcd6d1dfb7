"""After the last card of a game its last hand is counted in parts, and then the winners are told."""

from pathlib import Path
from typing import Any, Final

import pytest

from bot.errors import Refused
from bot.host.settings import Settings
from bot.store import Status
from bot.table.pauses import STANDS, WHOLE
from bot.table.table import Table
from bot.table.view import Offer
from bot.table.viewing import view_of
from bot.table.votes import STOP
from bot.tables.seats import wait_for_seat
from engine.game import DEALER
from tests.bot.pace import HOLD, PACE, later, woken
from tests.bot.tavern import PEOPLE, Tavern, golden, lose, refusal

GAMES_PLAYED: Final = ("cicera-two", "ciapano-three", "civil-suits")
STRANGER: Final = 999


async def over(tavern: Tavern, name: str = GAMES_PLAYED[0]) -> Table:
    """Return a game after its last card."""
    record = golden(name)
    entries = len(record.deals) + len(record.actions)
    return await tavern.plays(await tavern.recorded(record, entries - 1))


def seen(table: Table) -> list[Any]:
    """Return the views of everybody, of a player, and of a stranger."""
    return [view_of(table), view_of(table, table.seats[-1].user_id), view_of(table, STRANGER)]


@pytest.mark.parametrize("name", GAMES_PLAYED)
async def test_the_last_sheet_is_counted_in_three_parts_and_stands_before_the_winners(
    paced: Tavern, name: str
) -> None:
    table = await over(paced, name)
    assert (table.row.status, table.ending, table.counting) == (Status.FINISHED, True, 0)
    assert all(view.held and not view.counting for view in seen(table))
    told, version = len(paced.told.changes), table.row.version
    for part in (1, 2, WHOLE):
        table = await later(paced, table, HOLD)
        for view in seen(table):
            assert (view.counting, view.held, view.between_hands) == (part, False, True)
            assert (view.status, view.seed, view.next_dealer) == (Status.PLAYING, None, None)
            assert (view.agreeing, view.opening, view.votes, view.votable) == (None, None, (), ())
            assert len(view.seen.sheets) == len(table.game.outcome(table.state).hands)
            assert view.seen.totals == table.game.outcome(table.state).totals
            assert not {"hand", "game", "uncovered", "reveal"} & {
                event.name for told in view.story for event in told.events
            }
    assert (await later(paced, table, STANDS * HOLD - 0.1)).counting == WHOLE
    table = await later(paced, table, 0.1)
    assert not table.ending
    assert [view.status for view in seen(table)] == 3 * [Status.FINISHED]
    assert view_of(table).seed is not None
    assert view_of(table, STRANGER).opening is Offer.NEXT
    # Each step once, on all panels, and nothing is due afterwards.
    assert paced.told.changes[told:] == [(table.row.id, version + step, True) for step in (1, 2, 3, 4)]
    assert (table.row.held, table.row.wake_at) == (False, None)
    assert await paced.store.next_wake() is None


async def test_the_whole_sheet_stands_for_eight_seconds_as_the_bot_comes() -> None:
    usual = Settings.model_fields["hold_seconds"].get_default()
    assert (STANDS * usual, WHOLE) == (8, 3)


async def test_a_press_of_a_player_tells_the_winners_once_all_is_counted(paced: Tavern) -> None:
    table = await over(paced)
    asked = (table.row.id, PEOPLE[1])
    for _ in range(WHOLE):
        assert await refusal(paced.play.winners(*asked)) == "refused.counting"
        table = await later(paced, table, HOLD)
    assert await refusal(paced.play.winners(table.row.id, STRANGER)) == "refused.not-seated"
    table = await paced.play.winners(*asked)
    assert (table.ending, table.row.held, table.row.wake_at) == (False, False, None)
    version = table.row.version
    # Another press, and the time that has passed, change nothing.
    assert (await paced.play.winners(table.row.id, PEOPLE[0])).row.version == version
    assert (await later(paced, table, 60)).row.version == version


async def test_nobody_is_told_winners_of_a_game_under_way(paced: Tavern) -> None:
    table = await paced.game()
    assert await refusal(paced.play.winners(table.row.id, PEOPLE[0])) == "refused.still-playing"


async def test_a_rematch_comes_after_the_winners(paced: Tavern) -> None:
    table = await over(paced)

    async def rematch() -> Table:
        return await paced.rematches.rematch(table.row.id, paced.person(0), channel_id=8, language="en")

    for _ in range(1 + WHOLE):
        assert await refusal(rematch()) == "refused.counting"
        await later(paced, table, HOLD)
    await paced.play.winners(table.row.id, PEOPLE[0])
    assert (await rematch()).row.status is Status.LOBBY


async def test_nothing_else_can_be_asked_for_while_a_last_hand_is_counted(paced: Tavern) -> None:
    table = await over(paced)
    table_id, seats = table.row.id, paced.seats
    for _ in range(1 + WHOLE):
        for work in (
            seats.hand_over(table_id, PEOPLE[0]),
            seats.take_back(table_id, PEOPLE[0]),
            seats.vote(table_id, PEOPLE[0], STOP),
            seats.stop(table_id),
            seats.claim(table_id, paced.person(2), 0),
            wait_for_seat(paced.tables, table_id, STRANGER),
            paced.play.ready(table_id, PEOPLE[0], table.seq),
        ):
            assert await refusal(work) == "refused.over"
        table = await later(paced, table, HOLD)


@pytest.mark.parametrize("steps", range(1 + WHOLE))
async def test_a_bot_that_died_in_between_shows_the_end(paced: Tavern, tmp_path: Path, steps: int) -> None:
    table = await over(paced)
    for _ in range(steps):
        table = await later(paced, table, HOLD)
    fresh = await Tavern.open(tmp_path, at=paced.at + 1, **PACE)
    await fresh.store.lived(paced.at)
    await fresh.clock.forgive(fresh.tables)
    again = await fresh.tables.get(table.row.id)
    assert not again.ending
    assert [view.status for view in seen(again)] == 3 * [Status.FINISHED]
    lobby = await fresh.rematches.rematch(table.row.id, fresh.person(0), channel_id=8, language="en")
    assert lobby.row.status is Status.LOBBY
    # Its messages still show the sheet: the change that ends the wait has them drawn.
    assert again.row.wake_at is not None
    again = await later(fresh, again, again.row.wake_at - fresh.at)
    assert (again.row.held, again.row.wake_at) == (False, None)
    assert fresh.told.changes[-1] == (table.row.id, again.row.version, True)
    await fresh.close()


async def test_a_game_that_was_dropped_from_memory_shows_its_end(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, **PACE, live_tables=1)
    table = await later(tavern, await over(tavern), HOLD)
    assert table.counting == 1
    row = table.row
    del table
    other = await tavern.lobby("ciapano")
    await tavern.lobbies.cancel(other.row.id, other.row.host_id)
    again = await tavern.tables.get(row.id)
    assert (again.row.version, again.counting) == (row.version, None)
    assert [view.status for view in seen(again)] == 3 * [Status.FINISHED]
    again = await later(tavern, again, HOLD)
    assert not again.row.held
    await tavern.close()


@pytest.mark.parametrize("happened", [True, False])
async def test_after_a_step_whose_write_is_lost_the_end_is_shown(paced: Tavern, *, happened: bool) -> None:
    table = await later(paced, await over(paced), HOLD)
    lose(paced, happened)
    try:
        table = await later(paced, table, HOLD)
    except Refused:
        table = await woken(paced, table)
    assert view_of(table).status is Status.FINISHED
    table = await later(paced, table, HOLD)
    assert (table.ending, table.row.held, table.row.wake_at) == (False, False, None)


async def test_beside_another_game_at_work_in_the_channel_the_sheet_comes_whole(paced: Tavern) -> None:
    other = await paced.game()
    table = await later(paced, await over(paced), HOLD)
    assert table.counting == WHOLE
    assert not (await later(paced, table, STANDS * HOLD)).ending
    # Nobody has played there for long.
    paced.at += 3_600
    assert paced.now(other).playing
    assert (await later(paced, await over(paced), HOLD)).counting == 1


async def test_the_rest_of_a_last_hand_that_is_settled_is_counted_as_well(paced: Tavern) -> None:
    record = golden(GAMES_PLAYED[1])
    for back in range(2, 30):
        table = await paced.recorded(record, len(record.deals) + len(record.actions) - back)
        if (number := view_of(table).agreeing) is not None and not table.between_hands:
            break
        await paced.seats.stop(table.row.id)
    for user_id in [row.user_id for row in table.seats]:
        if paced.now(table).playing and user_id in [table.seats[seat].user_id for seat in table.voters()]:
            table = await paced.play.ready(table.row.id, user_id, number or 0)
    assert (table.game.to_act(table.state), table.ending) == ((), True)
    assert (await later(paced, table, HOLD)).counting == 1


async def test_a_game_that_is_stopped_or_conceded_has_nothing_to_count(paced: Tavern) -> None:
    table = await paced.game()
    table = await paced.seats.stop(table.row.id)
    assert (table.ending, view_of(table).status) == (False, Status.STOPPED)
    table = await paced.game()
    table = await paced.seats.vote(table.row.id, PEOPLE[0], "concede-0")
    assert (table.ending, view_of(table).status) == (False, Status.STOPPED)


async def test_nothing_is_counted_aloud_where_the_host_wants_nothing_held(tavern: Tavern) -> None:
    table = await over(tavern)
    assert (table.ending, view_of(table).status) == (False, Status.FINISHED)


async def test_a_hand_that_is_not_the_last_is_counted_at_once(paced: Tavern) -> None:
    table = await paced.game("cicera", target=31)
    while table.game.to_act(table.state) != (DEALER,):
        table = await paced.plays(table)
    table = await later(paced, table, HOLD)
    assert (table.counting, view_of(table).counting, table.between_hands) == (None, 0, True)
