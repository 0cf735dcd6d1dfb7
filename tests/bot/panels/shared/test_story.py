"""The story on a panel: since the member's own last turn, in order, and of this hand alone."""

import random
import re
from dataclasses import replace

from bot.games import LOOKS
from bot.panels.shared import story
from bot.table.table import Table
from bot.table.viewing import view_of
from engine.deals import Deal
from tests.bot.panels.presses import WORDS, to
from tests.bot.pictures import scenes_tricks
from tests.bot.pictures.scenes_cicera import LONG, dealt, played, seated

PLAYS = ["QD", "KH", "4C", "9S", "JD", "2H"]


def cicera(plays: int) -> Table:
    return played(dealt(seated(LONG), "3S 7D KS 2C", PLAYS), PLAYS[:plays])


def labels(table: Table, seat: int | None, beside: str = "", most: int = 3) -> list[str]:
    """Return the cards that a seat's story names, in its order."""
    view = view_of(table) if seat is None else to(table, seat)
    told = story.since(view, WORDS, beside, most)
    return [f"{rank}{suit}" for rank, suit in re.findall(r"(10|[2-9AJQK])([♠♥♦♣])", told)]


def test_a_panel_tells_in_order_what_came_after_ones_own_last_turn() -> None:
    assert labels(cicera(4), 0) == ["K♥", "4♣", "9♠"]
    assert labels(cicera(5), 1) == ["4♣", "9♠", "J♦"]
    assert labels(cicera(4), 3) == []


def test_the_public_message_tells_the_whole_last_round() -> None:
    assert labels(cicera(2), None) == ["Q♦", "K♥"]
    assert labels(cicera(3), None) == ["Q♦", "K♥", "4♣"]
    assert labels(cicera(5), None) == ["4♣", "9♠", "J♦"]


def test_points_are_told_with_their_names() -> None:
    table = played(dealt(seated(), "3S 7D 8S 2C", ["QD", "KH", "KC"]), ["QD", "KH", "KC:KH"])
    (line,) = table.story[-1].events[0].lines
    assert WORDS(f"cicera.line.{line.name}") in story.since(to(table, 3), WORDS)


def test_a_story_that_is_too_long_is_told_in_fewer_words_and_nothing_is_left_out() -> None:
    beside = ("", "W" * 20, "W" * 44)
    told = [labels(cicera(4), 0, text, 2) for text in beside]
    assert told == [["K♥", "4♣", "9♠"]] * 3
    long, short = (story.wide(story.since(to(cicera(4), 0), WORDS, text, 2)) for text in beside[::2])
    assert short < long


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


def test_a_finished_trick_is_told_card_by_card_with_its_winner_and_its_cost() -> None:
    made = scenes_tricks.table("ciapano")
    checked = 0
    for table in scenes_tricks.played(made, random.Random(2)):
        if table.between_hands or not table.state.tricks or len(table.state.table) != 1:
            continue
        trick = table.state.tricks[-1]
        seat = table.waits_for()[0]
        mine = next(place for place, (who, _) in enumerate(trick.plays) if who == seat)
        # The viewer saw everything before their own play, and the cards of the trick under way are in view.
        assert labels(table, seat) == [WORDS.label_card(card) for _, card in trick.plays[mine + 1 :]]
        (taken,) = [event for event in table.story[-2].events if event.name == "trick"]
        assert LOOKS["ciapano"].brief(taken, view_of(table), WORDS) in story.since(to(table, seat), WORDS)
        checked += 1
        if checked > 30:
            break
    assert checked


def test_only_what_a_computer_did_for_somebody_is_marked() -> None:
    table = cicera(1)
    table = table.with_play(1, table.game.parse("KH"))
    held = table.marked(table.at(1), level="hard")
    mark = WORDS("seat.held", name=LONG[1])
    assert mark not in story.since(to(held, 0), WORDS)
    assert LONG[1] in story.since(to(held, 0), WORDS)
    for plays in ("4C", "9S"):
        held = held.with_play(held.waits_for()[0], held.game.parse(plays))
    held = held.with_play(0, held.game.parse("JD"))
    held = held.with_play(1, held.game.parse("2H"), stood_in=True)
    assert mark in story.since(to(held, 2), WORDS)
    back = held.marked(held.at(1), level=None)
    assert mark in story.since(to(back, 2), WORDS)
    long = replace(held, seats=tuple(replace(row, name="W" * 32) for row in held.seats))
    assert story.since(to(long, 2), WORDS).count(mark.replace(LONG[1], "").strip()) == 1
