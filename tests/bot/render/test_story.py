"""What a panel tells of what has happened: since one's own last turn, in order, and of this hand alone."""

import random
import re
from dataclasses import replace

from bot.render import board
from bot.table import Table
from engine.deals import Deal
from tests.bot.pictures import scenes_tricks
from tests.bot.pictures.scenes_cicera import LONG, dealt, played, seated
from tests.bot.render.presses import WORDS, to

PLAYS = ["QD", "KH", "4C", "9S", "JD", "2H"]


def cicera(plays: int) -> Table:
    return played(dealt(seated(LONG), "3S 7D KS 2C", PLAYS), PLAYS[:plays])


def labels(table: Table, seat: int | None, beside: str = "", most: int = 3) -> list[str]:
    """Return the cards that are told to a seat, in the order in which they are."""
    shown = table.shown() if seat is None else to(table, seat)
    told = board.since(shown, WORDS, beside, most)
    return [f"{rank}{suit}" for rank, suit in re.findall(r"(10|[2-9AJQK])([♠♥♦♣])", told)]


def test_a_panel_tells_in_order_what_came_after_ones_own_last_turn() -> None:
    assert labels(cicera(4), 0) == ["K♥", "4♣", "9♠"]
    assert labels(cicera(5), 1) == ["4♣", "9♠", "J♦"]
    assert labels(cicera(4), 3) == []


def test_the_public_message_tells_the_last_play_alone() -> None:
    assert labels(cicera(3), None) == ["4♣"]


def test_points_are_told_with_their_names() -> None:
    table = played(dealt(seated(), "3S 7D 8S 2C", ["QD", "KH", "KC"]), ["QD", "KH", "KC:KH"])
    (line,) = table.story[-1].events[0].lines
    assert WORDS(f"cicera.line.{line.name}") in board.since(to(table, 3), WORDS)


def test_a_story_that_is_too_long_begins_later() -> None:
    beside = ("", "W" * 20, "W" * 44)
    told = [labels(cicera(4), 0, text, 2) for text in beside]
    assert told == [["K♥", "4♣", "9♠"], ["4♣", "9♠"], []]
    assert WORDS("told.earlier") in board.since(to(cicera(4), 0), WORDS, beside[1], 2)


def test_a_new_hand_starts_without_the_last_ones_lines() -> None:
    rng = random.Random(1)
    table = next(t for t in scenes_tricks.played(scenes_tricks.table("ciapano"), rng) if t.between_hands)
    deck = list(table.game.DECK)
    rng.shuffle(deck)
    (dealer,) = table.game.dealers(table.state)
    anew = table.with_deal(Deal(dealer, tuple(deck)))
    for seat in (None, *range(4)):
        assert labels(anew, seat) == []
    assert [event.name for told in anew.story for event in told.events] == ["deal"]


def test_a_finished_trick_is_told_with_its_winner_and_its_cost_and_each_card_once() -> None:
    made = scenes_tricks.table("ciapano")
    checked = 0
    for table in scenes_tricks.played(made, random.Random(2)):
        if table.between_hands or not table.state.tricks or len(table.state.table) != 1:
            continue
        trick = table.state.tricks[-1]
        seat = table.waits_for()[0]
        mine = next(place for place, (who, _) in enumerate(trick.plays) if who == seat)
        told = labels(table, seat)
        # The cards of the trick under way lie in sight.
        assert told == [WORDS.label_card(card) for _, card in trick.plays] or mine == 3
        assert len(told) == len(set(told))
        checked += 1
        if checked > 30:
            break
    assert checked


def test_only_what_a_computer_did_for_somebody_is_marked() -> None:
    table = cicera(1)
    table = table.with_play(1, table.game.parse("KH"))
    held = table.marked(table.at(1), level="hard")
    mark = WORDS("seat.held", name=LONG[1])
    assert mark not in board.since(to(held, 0), WORDS)
    assert LONG[1] in board.since(to(held, 0), WORDS)
    for plays in ("4C", "9S"):
        held = held.with_play(held.waits_for()[0], held.game.parse(plays))
    held = held.with_play(0, held.game.parse("JD"))
    held = held.with_play(1, held.game.parse("2H"), stood_in=True)
    assert mark in board.since(to(held, 2), WORDS)
    back = held.marked(held.at(1), level=None)
    assert mark in board.since(to(back, 2), WORDS)
    long = replace(held, seats=tuple(replace(row, name="W" * 32) for row in held.seats))
    assert board.since(to(long, 2), WORDS).count(mark.replace(LONG[1], "").strip()) == 1
