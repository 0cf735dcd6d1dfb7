"""A replay names the owner of each seat at that time, and tells of nobody that they were away."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.store import SeatRow
from bot.table.table import Table
from bot.tables.replays.replay import Moment, Replay
from engine import GAMES
from tests.bot.tables.replays.witness import Witness
from tests.bot.tables.test_claims import newcomer
from tests.bot.tavern import PEOPLE, Tavern

FOUR: dict[str, dict[str, Any]] = {"cicera": {"players": 4}, "ciapano": {"players": 4}}


async def claimable(tavern: Tavern, game: str, computers: int = 0) -> Witness:
    """Return the witness of a game of four whose table allows claims, dealt and some plays on."""
    table = await tavern.lobby(game, **FOUR.get(game, {}))
    lobbies = tavern.lobbies
    for number in range(1, table.size - computers):
        table = await lobbies.join(table.row.id, tavern.person(number))
    for _ in range(computers):
        table = await lobbies.seat_computers(table.row.id, PEOPLE[0], "hard")
    table = await lobbies.choose(table.row.id, PEOPLE[0], "claims", "on")
    for row in table.seats:
        if row.person and row.user_id != table.row.host_id:
            table = await lobbies.agree(table.row.id, row.user_id, table.terms)
    witness = Witness(tavern, await lobbies.start(table.row.id, PEOPLE[0]))
    await witness.goes_on(8)
    return witness


def owner(table: Table, seat: int) -> SeatRow:
    """Return the owner of a seat."""
    row = table.at(seat)
    assert row is not None
    return row


def owners(replay: Replay, seat: int) -> dict[str, Sequence[Moment]]:
    """Return the names of the owners of a seat, each with the moments at which they sat there."""
    named = [(owner(replay.at(moment), seat).name, moment) for moment in replay.every()]
    return {name: [moment for other, moment in named if other == name] for name, _ in named}


@pytest.mark.parametrize("game", GAMES)
async def test_a_seat_that_a_computer_played_for_a_while_is_its_owners(tavern: Tavern, game: str) -> None:
    witness = await claimable(tavern, game)
    witness.sees(await tavern.seats.hand_over(witness.table.row.id, PEOPLE[1]))
    await witness.goes_on(8)
    witness.sees(await tavern.seats.take_back(witness.table.row.id, PEOPLE[1]))
    await witness.goes_on(4)
    await witness.is_stopped()
    assert await witness.unseen() == []
    replay = await witness.replay()
    assert all(owner(replay.at(moment), 1).present for moment in replay.every())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("computers", [0, 1])
async def test_a_seat_that_was_taken_over_is_the_former_owners_until_then(
    tavern: Tavern, game: str, computers: int
) -> None:
    witness, seat = await claimable(tavern, game, computers), 3 if computers else 1
    former = owner(witness.table, seat).name
    if not computers:
        witness.sees(await tavern.seats.hand_over(witness.table.row.id, PEOPLE[1]))
    await witness.goes_on(6)
    # Plays that are taken back count no moment, and the log on which the seat was taken over had them.
    while not witness.removed:
        await witness.goes_on()
        await witness.some_take_back(chance=1)
    since = witness.moment
    witness.sees(await tavern.seats.claim(witness.table.row.id, newcomer(), seat))
    await witness.goes_on(8)
    await witness.is_stopped()
    assert await witness.unseen() == []
    moments = list((await witness.replay()).every())
    before = moments.index(since) + 1
    assert owners(await witness.replay(), seat) == {former: moments[:before], "Eva": moments[before:]}


async def test_a_seat_that_is_taken_over_between_two_hands_is_the_newcomers_from_the_deal_on(
    tavern: Tavern,
) -> None:
    witness = await claimable(tavern, "ciapano")
    await witness.goes_on_until(lambda table: table.between_hands and not table.row.held)
    witness.sees(await tavern.seats.hand_over(witness.table.row.id, PEOPLE[1]))
    witness.sees(await tavern.seats.claim(witness.table.row.id, newcomer(), 1))
    await witness.goes_on_until(lambda table: not table.between_hands)
    await witness.goes_on(2)
    await witness.is_stopped()
    assert await witness.unseen() == []
    assert owners(await witness.replay(), 1)["Eva"][0] == Moment(2, 0)


@pytest.mark.parametrize("game", GAMES)
async def test_a_turn_whose_time_ran_out_is_told_as_it_was(tavern: Tavern, game: str) -> None:
    tavern.tables.settings.turn_seconds = 60
    witness = Witness(tavern, await tavern.game(game))
    await witness.goes_on(8)
    while not any(row.overdue for row in witness.table.seats):
        await witness.time_passes()
    await witness.goes_on(8)
    await witness.is_stopped()
    assert await witness.unseen() == []
    replay = await witness.replay()
    assert any(told.stood_in for moment in replay.every() for told in replay.at(moment).story)


@pytest.mark.parametrize("game", GAMES)
async def test_computers_at_their_own_seats_are_shown_as_such(tavern: Tavern, game: str) -> None:
    witness = await claimable(tavern, game, computers=2)
    await witness.goes_on(8)
    await witness.is_stopped()
    assert await witness.unseen() == []
    replay = await witness.replay()
    levels = {row.level for moment in replay.every() for row in replay.at(moment).seats}
    assert levels == {None, "hard"}
