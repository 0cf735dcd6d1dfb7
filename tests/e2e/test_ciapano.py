"""Whole games of Ciapano by nothing but what members press, compared with the rules after every press."""

from pathlib import Path

import pytest

from engine import ciapano
from tests.e2e.books import lacking
from tests.e2e.house import house, verb
from tests.e2e.test_game import finished, held_against_discord
from tests.e2e.umpire import unlimited
from tests.e2e.umpire_ciapano import Ciapano

OUT = "You are out of this game: those who are still in it decide."


@pytest.mark.parametrize("players", [3, 4, 5])
async def test_members_play_to_the_last_one_left(tmp_path: Path, players: int) -> None:
    async with house(tmp_path, players=players) as made:
        unlimited(made)
        umpire = Ciapano(made, settles=0.5, errs=0.05)
        await umpire.begin()
        while not umpire.over and len(ciapano.active(umpire.state)) == players:
            await umpire.play(1)
        if not umpire.over:
            await watched_by_who_is_out(umpire)
        await umpire.play()
        await finished(made, umpire, tmp_path)
        assert lacking("public", made.public(), [placing(umpire)]) == []
        if players == 3:
            assert umpire.happened["discard"] == umpire.happened["uncovered"] > 0
            await umpire.again()
            await umpire.play(5)
            await umpire.stored_as_pressed()
        held_against_discord(made)


async def watched_by_who_is_out(umpire: Ciapano) -> None:
    """Let somebody who is out ask for the hand, in which they see the table and nothing to press."""
    made = umpire.house
    seat = next(seat for seat, hand in enumerate(umpire.state.out) if hand)
    person = made.people[seat]
    if umpire.between:
        assert (await person.press(made.public(), label=f"Next hand (0 of {left(umpire)} ready)")).text == OUT
        await umpire.next_hand()
    person.reload()
    assert made.panel(person) is None
    await person.press(made.public(), label="My hand")
    assert made.controls(person) == []
    await umpire.agree()
    panel = made.panel(person)
    assert panel is not None
    assert {verb(button) for button in panel.buttons} == {"last", "scores", "rules", "leave"}


def left(umpire: Ciapano) -> int:
    """Return how many are still in the game."""
    return len(ciapano.active(umpire.state))


def placing(umpire: Ciapano) -> str:
    """Return the line that says who has come in where."""
    places = ciapano.outcome(umpire.state).places
    assert places is not None
    seats = range(len(places))
    ranks = {place: umpire.names(s for s in seats if places[s] == place) for place in sorted(places)}
    return " · ".join(f"{place}. {names}" for place, names in ranks.items())
