"""Whole games of Ciapano, played only by members' presses and compared with the rules after each one."""

from pathlib import Path

import pytest

from bot.table.table import Table
from engine import ciapano
from tests.e2e.games.test_game import finished, held_against_discord, held_against_phones
from tests.e2e.support.house import button, house
from tests.e2e.support.hurried import Moment, cards, hurry_on, last_cards
from tests.e2e.support.logged import nothing_told, watching
from tests.e2e.support.reading import lines, tokens, verbs
from tests.e2e.support.umpire import unlimited
from tests.e2e.support.umpire_ciapano import OUT, Ciapano


@pytest.mark.long
@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.slow)])
async def test_members_play_to_the_last_one_left(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, players: int
) -> None:
    """The table of five becomes one of four, three and two as people go out."""
    async with house(tmp_path, players=players) as made:
        unlimited(made)
        umpire = Ciapano(made, settles=0.5, errs=0.05)
        watch = watching(umpire, caplog)
        await umpire.begin()
        await umpire.play(12)
        await end_of_hand(umpire, last_cards)
        await umpire.play(6)
        await until_somebody_is_out(umpire)
        if not umpire.over:
            await watched_by_who_is_out(umpire)
        while not umpire.over:
            await umpire.play(5)
            await until_somebody_is_out(umpire)
        await nothing_told(umpire, watch, caplog)
        await finished(made, umpire, tmp_path)
        told = [tokens(line, umpire.names()) for line in lines(made.public())]
        assert placing(umpire) in told
        if players == 3:
            assert umpire.happened["discard"] == umpire.happened["uncovered"] > 0
            await umpire.again()
            await umpire.play(5)
            await umpire.stored_as_pressed()
        held_against_discord(made)
        held_against_phones(made)


def deciding(table: Table) -> bool:
    """Return whether the last trick of a hand may put a seat out, or the hand has done so."""
    state = table.state
    if table.between_hands:
        return len(state.sheets) in state.out
    points = [state.totals[seat] + state.thirds[seat] // 3 for seat in table.active()]
    return cards(table) <= len(points) and max(points) >= OUT - 2


async def end_of_hand(umpire: Ciapano, moment: Moment) -> None:
    """Hurry until a moment, and play on to the end of the hand."""
    await hurry_on(umpire, moment)
    while umpire.waits_for():
        await umpire.play(1)


async def until_somebody_is_out(umpire: Ciapano) -> None:
    """Play hands, pressing only the decisive trick, until a seat goes out."""
    left = ciapano.active(umpire.state)
    while not umpire.over and ciapano.active(umpire.state) == left:
        await end_of_hand(umpire, deciding)


async def watched_by_who_is_out(umpire: Ciapano) -> None:
    """Let a member who is out ask for the hand: they see the table and nothing to press."""
    made = umpire.house
    seat = next(seat for seat, hand in enumerate(umpire.state.out) if hand)
    person = made.people[seat]
    if umpire.between:
        answer = await person.press(made.public(), button(made.public(), "ready"))
        assert answer.message is not None
        assert answer.message.ephemeral
        assert umpire.differences() == []
        await umpire.next_hand()
    person.reload()
    assert made.panel(person) is None
    umpire.pages.pop(seat, None)
    await person.press(made.public(), button(made.public(), "hand"))
    assert made.controls(person) == []
    await umpire.agree()
    panel = made.panel(person)
    assert panel is not None
    assert verbs(panel) == ["last-trick", "more"]


def placing(umpire: Ciapano) -> list[str]:
    """Return the numbers and names of the line with the final places."""
    places = ciapano.outcome(umpire.state).places
    assert places is not None
    told = []
    for place in sorted(set(places)):
        told += [str(place), *umpire.names(seat for seat, of in enumerate(places) if of == place)]
    return told
