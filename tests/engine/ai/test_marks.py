"""Cicera's marks: what each play scores, gains and risks, and how far a player comes who goes by them."""

from functools import cache

import pytest
from hypothesis import given

from engine import cicera
from engine.ai import named
from engine.ai.cicera.marks import Marked, marked
from engine.ai.match import match
from engine.cards import Card, card
from engine.cicera import DECK, Play, Seen, State
from tests.engine.cicera.moments import moment
from tests.engine.strategies import Position, positions


def marks(hand: str, table: str, left: str = "", **others: str) -> dict[str, Marked]:
    seen = cicera.observe(moment(hand, table, left, **others), 0)  # type: ignore[arg-type]
    return {played.text: one for played, one in marked(seen).items()}


def test_a_mark_has_the_points_and_one_kind_of_gain_for_the_end() -> None:
    found = marks("TC 7H 4D JC 5C", "TD 7S 2H 2C JH KD 3S", left="7S")
    assert [found[text].mark[:5] for text in found] == [
        (1, (), 1, 0, True),  # 7♥ takes 7♠: picada
        (0, (), 0, 0, True),  # 4♦ takes 2♥ 2♣
        (2, (), 2, 0, True),  # 10♣ takes 7♠ 3♠: not 10♦, as it scores less now
        (0, (card("JH"),), 0, 0, True),
        (0, (), 1, 0, True),
    ] or found


def test_many_cards_are_told_where_no_better_gain_is() -> None:
    found = marks("9D 9S", "AH 2C 3C 3H KD")
    assert [(one.mark.spades, one.mark.cards) for one in found.values()] == [(1, 0), (0, 5)]


def test_of_captures_that_tell_as_much_the_one_with_more_cards_is_offered_first() -> None:
    first, second = marks("9D", "9H 4C 5H KC KH")["9D"].captures
    assert [str(play) for play, _ in (first, second)] == ["9D:4C+5H", "9D:9H"]
    assert first[1] == second[1]


def test_a_capture_is_played_unless_leaving_its_card_has_a_better_mark() -> None:
    assert [str(one.play) for one in marks("4C", "4D 8H 9H").values()] == ["4C:4D"]
    (leaves,) = marks("4C", "4D 8H").values()
    assert leaves.mark.risky
    assert str(leaves.play) == "4C"


def swept_by(seen: Seen, played: Play, other: Card) -> bool:
    """Return whether this card could capture all that lies there after a play, by the rules."""
    after = [c for c in seen.table if c not in played.taken] if played.taken else [*seen.table, played.card]
    state = State(seen.options, dealer=1, hands=((other,), ()), table=tuple(after), turn=0)
    return any(after and len(play.taken) == len(after) for play in cicera.legal(state, 0))


@given(position=positions(["cicera"]))
def test_a_risk_is_a_card_that_the_viewer_has_not_seen_and_that_takes_it(position: Position) -> None:
    """Compared with the captures that each unseen card could make by the rules."""
    for seat in position.game.to_act(position.state):
        if seat < 0:
            continue
        seen = cicera.observe(position.state, seat)
        known = {*seen.hand, *seen.table, *seen.taken[0], *seen.taken[1]}
        unseen = [c for c in DECK if c not in known]
        for one in marked(seen).values():
            for played, mark in ((one.leave, one.left), *one.captures):
                assert mark.risky == any(swept_by(seen, played, other) for other in unseen)


@cache
def above(name: str, other: str, deals: int) -> float:
    """Return the points in a deal by which one player is above another, with the same decks on both sides."""
    options = cicera.options({})
    players = named("cicera", name), named("cicera", other)
    found = match(cicera, options, *players, deals, seed=1, duplicate=True, games=False)
    ours, theirs = found.points
    return ours - theirs


@pytest.mark.parametrize("deals", [50, pytest.param(1000, marks=pytest.mark.slow)])
def test_who_goes_by_the_marks_beats_random_nearly_as_much_as_the_rule_of_thumb(deals: int) -> None:
    assert above("marks", "random", deals) >= 0.8 * above("greedy1", "random", deals)


@pytest.mark.parametrize("deals", [50, pytest.param(1000, marks=pytest.mark.slow)])
def test_who_goes_by_the_marks_loses_little_to_easy_computers(deals: int) -> None:
    """The highest points of the moment, or else the first card, lose by nearly six."""
    assert above("marks", "easy", deals) > -3.5
