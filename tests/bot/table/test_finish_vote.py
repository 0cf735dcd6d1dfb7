"""The vote on *Finish now*: its voters, objections and end."""

from pathlib import Path

import pytest

from bot.clock.due import hasten
from bot.errors import Stale
from bot.store import SeatRow, Status
from bot.table import situation, votes
from bot.table.viewing import view_of
from bot.table.votes import FINISH, GIVE, OBJECTED_SECONDS, SILENCE_SECONDS, TURNS_MISSED
from tests.bot.pace import later
from tests.bot.tavern import PEOPLE, Tavern, against, playing, refusal, until
from tests.bot.watched import gone_out, over, said, thinking_of, watched

ANN, BO, CY = PEOPLE[:3]


@pytest.fixture
def pause_seconds() -> float:
    """Computers act at once."""
    return 0


# Who may ask


async def test_nobody_finishes_a_game_that_people_still_decide(tavern: Tavern) -> None:
    vote = tavern.seats.vote
    table = await tavern.game("ciapano", players=4)
    assert await refusal(vote(table.row.id, ANN, FINISH)) == "refused.people-decide"
    assert await refusal(vote(table.row.id, 999, FINISH)) == "refused.not-seated"
    for game in ("cicera", "civil-suits"):
        other = await against(tavern, game)
        assert await refusal(vote(other.row.id, ANN, FINISH)) == "refused.people-decide"
    table = await gone_out(tavern.tables, table, 2, 3)
    assert await refusal(vote(table.row.id, CY, FINISH)) == "refused.people-decide"
    assert await refusal(vote(table.row.id, ANN, FINISH)) == "refused.out"
    assert not any(vote.kind == FINISH for vote in situation.votable(table))


async def test_a_member_who_is_only_away_has_not_left(tavern: Tavern) -> None:
    table = await gone_out(tavern.tables, await tavern.game("ciapano", players=4), 2, 3)
    table = await tavern.seats.hand_over(table.row.id, CY)
    row = table.at(3)
    assert row is not None
    async with tavern.tables.held(table.row.id) as held:
        away = table.marked(row, level="medium", missed=TURNS_MISSED)
        await tavern.tables.commit(held, away)
    assert await refusal(tavern.seats.vote(table.row.id, ANN, FINISH)) == "refused.people-decide"
    await tavern.seats.take_back(table.row.id, PEOPLE[3])
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[3])
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    assert said(table) == {ANN: [FINISH]}


async def test_a_member_whose_seat_the_others_gave_away_has_not_left(tavern: Tavern) -> None:
    table = await tavern.game("ciapano", players=4)
    given = table.waits_for()[0]
    first, second, last = (row for row in table.seats if row.seat != given)
    for row in (first, second):
        table = await tavern.seats.vote(table.row.id, row.user_id, f"{GIVE}-{given}")
    away = table.seats[given]
    assert (away.present, away.missed) == (False, TURNS_MISSED)
    table = await gone_out(tavern.tables, table, last.seat)
    table = await tavern.seats.hand_over(table.row.id, last.user_id)
    assert sorted(table.active()) == sorted((given, last.seat))
    asked = table.row.id, first.user_id, FINISH
    assert await refusal(tavern.seats.vote(*asked)) == "refused.people-decide"
    # Back in their seat they leave it themselves.
    await tavern.seats.take_back(table.row.id, away.user_id)
    await tavern.seats.hand_over(table.row.id, away.user_id)
    assert said(await tavern.seats.vote(*asked)) == {first.user_id: [FINISH]}


async def test_a_second_press_and_one_after_the_end_change_nothing(tavern: Tavern) -> None:
    table = await watched(tavern)
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    again = await tavern.seats.vote(table.row.id, ANN, FINISH)
    assert again.row.version == table.row.version
    async with playing(tavern, tavern.finisher):
        table = await over(tavern, table)
    vote = tavern.seats.vote
    assert await refusal(vote(table.row.id, ANN, FINISH)) == "refused.over"
    assert await refusal(vote(table.row.id, ANN, FINISH, against=True)) == "refused.over"


# Objections


async def test_silence_of_ten_seconds_is_a_yes(tavern: Tavern) -> None:
    table = await watched(tavern, people=3, players=5)
    asked = await tavern.seats.vote(table.row.id, ANN, FINISH)
    (vote,) = view_of(asked).votes
    assert (vote.passed, vote.silent_at, asked.row.wake_at) == (False, tavern.at + 10, tavern.at + 10)
    async with playing(tavern):
        # Computers play on meanwhile: an objection costs nobody anything.
        await until(lambda: tavern.now(table).seq > asked.seq)
        table = await later(tavern, table, SILENCE_SECONDS - 1)
        assert table.playing
        table = await tavern.seats.vote(table.row.id, BO, FINISH)
        assert not situation.finishing(table)
        await later(tavern, table, 1)
        table = await over(tavern, table)
    assert said(table) == {ANN: [FINISH], BO: [FINISH], CY: [FINISH]}
    await tavern.agrees(table)


async def test_an_objection_ends_it_and_it_can_be_asked_again_in_a_minute(tavern: Tavern) -> None:
    vote = tavern.seats.vote
    table = await watched(tavern, people=2)
    await vote(table.row.id, ANN, FINISH)
    table = await vote(table.row.id, BO, FINISH, against=True)
    assert said(table) == {BO: [f"-{FINISH}"]}
    assert view_of(table).votes == ()
    assert await refusal(vote(table.row.id, ANN, FINISH)) == "refused.let-play"
    table = await later(tavern, table, OBJECTED_SECONDS - 1)
    assert said(table) == {BO: [f"-{FINISH}"]}
    table = await later(tavern, table, 1)
    assert said(table) == {}
    table = await vote(table.row.id, ANN, FINISH)
    assert said(table) == {ANN: [FINISH]}
    await tavern.agrees(table)


async def test_an_objection_counts_until_the_rest_is_stored(tavern: Tavern) -> None:
    """It comes while the computers think, after the ten seconds."""
    table = await watched(tavern, people=2)
    await tavern.seats.vote(table.row.id, ANN, FINISH)
    table = await later(tavern, table, SILENCE_SECONDS)
    assert situation.finishing(table)
    async with thinking_of(tavern, table) as working:
        table = await tavern.seats.vote(table.row.id, BO, FINISH, against=True)
    with pytest.raises(Stale):
        await working
    table = tavern.now(table)
    assert (table.playing, said(table)) == (True, {BO: [f"-{FINISH}"]})
    await tavern.agrees(table)


@pytest.mark.parametrize("comes", ["back", "to a seat"])
async def test_nobody_finishes_the_game_of_a_person_who_sits_down(tavern: Tavern, comes: str) -> None:
    game = await tavern.lobby("ciapano", players=4)
    await tavern.lobbies.choose(game.row.id, ANN, "claims", "on")
    for number in (1, 2):
        await tavern.lobbies.join(game.row.id, tavern.person(number))
    await tavern.lobbies.seat_computers(game.row.id, ANN, "easy")
    game = await tavern.lobbies.start(game.row.id, ANN)
    game = await gone_out(tavern.tables, game, 2)
    table = await tavern.seats.hand_over(game.row.id, CY)
    table = await tavern.seats.vote(table.row.id, ANN, FINISH)
    assert view_of(table).votes
    if comes == "back":
        table = await tavern.seats.take_back(table.row.id, CY)
    else:
        table = await tavern.seats.claim(table.row.id, SeatRow(0, 901, "Eva", 77), 3)
    assert said(table) == {}
    table = await tavern.seats.hand_over(table.row.id, CY if comes == "back" else 901)
    table = await later(tavern, table, SILENCE_SECONDS)
    assert table.playing
    assert not situation.finishing(table)


async def test_it_is_done_when_the_last_who_was_missing_leaves(tavern: Tavern) -> None:
    table = await watched(tavern, people=2)
    await tavern.seats.vote(table.row.id, ANN, FINISH)
    async with playing(tavern, tavern.finisher):
        await tavern.seats.hand_over(table.row.id, BO)
        table = await over(tavern, table)
    assert table.row.status is Status.FINISHED
    await tavern.agrees(table)


async def test_a_start_gives_the_time_for_objections_anew(tavern: Tavern, tmp_path: Path) -> None:
    table = await watched(tavern, people=2)
    await tavern.seats.vote(table.row.id, ANN, FINISH)
    fresh = await Tavern.open(tmp_path, at=tavern.at + 60)
    await hasten(fresh.tables, table.row.id)
    table = await fresh.tables.get(table.row.id)
    (vote,) = votes.under_way(table)
    assert vote.silent_at == fresh.at + SILENCE_SECONDS
    table = await later(fresh, table, 0)
    assert not situation.finishing(table)
    table = await later(fresh, table, SILENCE_SECONDS)
    assert situation.finishing(table)
    await fresh.close()


async def test_a_start_goes_on_with_a_rest_that_was_not_stored(tavern: Tavern, tmp_path: Path) -> None:
    table = await watched(tavern)
    await tavern.seats.vote(table.row.id, ANN, FINISH)
    fresh = await Tavern.open(tmp_path, pause_seconds=0, at=tavern.at + 60)
    async with playing(fresh):
        after = await over(fresh, await fresh.tables.get(table.row.id))
    await fresh.agrees(after)
    await fresh.close()
