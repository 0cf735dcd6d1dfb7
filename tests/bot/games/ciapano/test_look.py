"""The question to a player of Ciapano: playable cards and their cost, in the game's own order."""

import random
import re
from collections.abc import Iterator
from typing import Any, cast

import pytest

from bot.blocks.blocks import ButtonStyle
from bot.games import LOOKS
from bot.games.ciapano import look
from bot.locale import FRENCH, Catalogue
from bot.panels.table import board
from bot.panels.table.rules import page_of, rules_page
from bot.table.table import Table
from bot.table.view import View
from bot.table.viewing import view_of
from engine.cards import Card, Suit, card
from engine.ciapano import Discard, Seen
from engine.ciapano.scoring import STRENGTH, THIRDS, score_sheet
from engine.ciapano.seen import discards
from engine.tricks import highest
from tests.bot.panels.presses import WORDS, asked, buttons, press, reached, to
from tests.bot.pictures import scenes_tricks

SUITS: list[Suit | None] = list(Suit)
THIRD = {WORDS("ciapano.thirds.1"): 1, WORDS("ciapano.thirds.2"): 2}
TOKEN = re.compile(rf"(?:10|[2-9AJQK])[♠♥♦♣]|\d*[{''.join(THIRD)}]|\d+")


def turns(players: int, seed: int, most: int = 60) -> Iterator[tuple[Table, View[Any]]]:
    """Yield every turn of a random game: the table, and the view of its player."""
    made = scenes_tricks.table("ciapano", {"players": players})
    for table, _ in zip(scenes_tricks.played(made, random.Random(seed)), range(most), strict=False):
        for seat in table.waits_for():
            yield table, to(table, seat)


def worth(text: str) -> int:
    """Return the thirds that a text such as 1⅔ stands for."""
    left = THIRD.get(text[-1], 0)
    whole = text[:-1] if left else text
    return 3 * int(whole or 0) + left


def prices(line: str) -> dict[str, int | None]:
    """Return the cost of each card by a line, None for those that stay under."""
    found: dict[str, int | None] = {}
    group: list[str] = []
    for token in TOKEN.findall(line):
        if token[-1] in "♠♥♦♣":
            group.append(token)
        else:
            found |= dict.fromkeys(group, worth(token))
            group = []
    return found | dict.fromkeys(group)


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3)])
def test_every_action_can_be_reached_and_nothing_else_costs_a_turn(players: int, seed: int) -> None:
    for _, view in turns(players, seed):
        legal = {str(action) for action in view.seen.legal}
        found = reached(view)
        assert legal <= set(found)
        blue = {text for text, button in found.items() if button.style is not ButtonStyle.PLAIN}
        assert blue == legal


def test_a_card_is_laid_aside_only_after_a_second_press() -> None:
    table = scenes_tricks.discard()
    view = to(table, table.state.dealer)
    assert {press(button).verb for button in buttons(asked(view))} == {"pick"}
    assert all(isinstance(action, Discard) for action in view.seen.legal)


@pytest.mark.parametrize(("players", "seed"), [(3, 4), (4, 5), (5, 6)])
def test_cards_lie_in_the_order_of_the_game(players: int, seed: int) -> None:
    for table, view in turns(players, seed):
        held = [button.label for button in buttons(asked(view))]
        mine: list[Card] = sorted(view.seen.hand, key=lambda c: (SUITS.index(c.suit), -STRENGTH[c]))
        assert held == [WORDS.label_card(card) for card in mine]
        told = [token for token in TOKEN.findall(asked(view).line) if token in held]
        if not discards(table.game.observe(table.state, None)):
            by_price = prices(asked(view).line.partition("\n")[0])
            for price in set(by_price.values()):
                group = [label for label in told if by_price[label] == price]
                assert group == [label for label in held if label in group]


@pytest.mark.parametrize(("players", "seed"), [(3, 7), (4, 8), (5, 9)])
def test_prices_are_those_of_the_engine_and_all_legal_cards_are_named(players: int, seed: int) -> None:
    taken, under = 0, 0
    for table, view in turns(players, seed, most=120):
        seen = view.seen
        if not seen.table:
            continue
        by_card = prices(asked(view).line.partition("\n")[0])
        if len(seen.legal) < len(seen.hand):
            assert set(by_card) == {WORDS.label_card(action.card) for action in seen.legal}
        led, last = seen.table[0][1].suit, len(seen.table) == len(view.active) - 1
        for action in seen.legal:
            label = WORDS.label_card(action.card)
            if action.card.suit is not led:
                assert label not in by_card
                continue
            after = table.game.apply(table.state, seen.viewer, action)
            ahead = highest((*seen.table, (seen.viewer, action.card)), STRENGTH, led)
            mine = ahead is not None and ahead[0] == seen.viewer
            assert (by_card[label] is not None) == mine
            price = sum(THIRDS[card] for _, card in (*seen.table, (seen.viewer, action.card)))
            assert by_card[label] in (None, price)
            if last:
                assert (after.tricks[-1].taker == seen.viewer) == mine
            taken, under = taken + mine, under + (not mine)
    assert taken
    assert under


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3)])
def test_the_question_says_who_takes_the_trick_so_far_and_for_what(players: int, seed: int) -> None:
    for _, view in turns(players, seed):
        if not view.seen.table:
            continue
        led = view.seen.table[0][1].suit
        best = highest(view.seen.table, STRENGTH, led)
        assert best is not None
        row = view.at(best[0])
        assert row is not None
        question = asked(view).asked
        assert row.name.rstrip(".") in question.replace("\\", "")
        assert worth(TOKEN.findall(question)[0]) == sum(THIRDS[card] for _, card in view.seen.table)
        assert WORDS(f"suit.{led}") in question


def test_who_is_near_the_end_and_who_is_out_is_told_once() -> None:
    told = look.lying(cast(View[Any], view_of(scenes_tricks.three())), WORDS)
    for seat, times in ((1, 1), (4, 1)):
        assert told.count(scenes_tricks.NAMES[seat]) == times
    # Seats 2 and 3 have played; seats with 28 and with 22 points are near the end as well.
    assert re.findall(r"\b(33|31|28|22|17)\b", told.splitlines()[-1])[-2:] == ["33", "31"]
    assert "17" not in told.splitlines()[-1]


@pytest.mark.parametrize(("language", "last"), [("en", "last trick"), ("it", "ultima presa")])
def test_the_trick_before_is_not_called_the_last_which_scores(language: str, last: str) -> None:
    words = Catalogue.load().words(language)
    before = ("button.last-trick", "ciapano.last-trick", "picture.last-trick")
    told = [words(key) for key in before] + [words("alt.ciapano.last", name="", cards="", worth="")]
    assert not re.search(last, " ".join(told), re.IGNORECASE)
    scores = [
        words(f"ciapano.{key}", **dict.fromkeys(("n", "cards", "last", "players"), ""))
        for key in ("rules.2", "rules.4", "ranks", "discard", "discard-then", "sheet.sum")
    ]
    assert all(last in text for text in [*scores, words("picture.ciapano.sheet.last")])


def test_the_last_trick_can_be_looked_up_with_who_took_it_and_for_what() -> None:
    page = look.PAGES[look.LOOKED_UP]
    (first,) = page(next(view for _, view in turns(4, 1)), WORDS)
    assert TOKEN.findall(first) == []
    for _, view in turns(4, 1, most=30):
        if view.seen.tricks:
            trick = view.seen.tricks[-1]
            (told,) = page(view, WORDS)
            told, ranks = told.rsplit("\n", 1)
            assert ranks == WORDS("ciapano.ranks")
            *cards, price = TOKEN.findall(told)
            assert cards == [WORDS.label_card(card) for _, card in trick.plays]
            assert worth(price) == sum(THIRDS[card] for _, card in trick.plays)
            taker = scenes_tricks.NAMES[trick.taker].rstrip(".")
            assert told.count(taker) == 2


def test_the_first_sheet_has_cards_in_rank_order_and_says_what_they_cost() -> None:
    pile = tuple(map(card, ["4D", "AS", "JS", "3H", "2S", "3S", "7H", "QH"]))
    sheet = score_sheet((0, 1), (pile, ()), 0, ())
    made = cast(View[Any], view_of(scenes_tricks.two()))
    first = look.account(sheet, 1, [0, 0], made, WORDS)
    assert re.findall("[2-9AJQK][♠♥♦♣]", first) == ["3♠", "2♠", "A♠", "J♠", "3♥", "Q♥"]
    assert "cards 2⅔ **2** · thirds dropped: " in first
    assert "last trick **9** · the rest to 11" in first
    assert WORDS("ciapano.sheet.sum", cards=2, last=9) in first
    assert first.endswith(WORDS("ciapano.ranks"))
    assert WORDS("ciapano.ranks") not in look.account(sheet, 2, [0, 0], made, WORDS)


def test_many_cards_are_told_by_the_first_and_their_number() -> None:
    pile = tuple(map(card, ["AS", "JS", "3H", "2S", "3S", "KH", "QH"]))
    sheet = score_sheet((0, 1), (pile, ()), 0, ())
    made = cast(View[Any], view_of(scenes_tricks.two()))
    assert "7 cards, first 3♠ 2♠" in look.account(sheet, 2, [0, 0], made, WORDS)
    aloud = WORDS.naming(FRENCH, aloud=True)
    assert "7 cards, the first three of spades and two of spades" in look.account(
        sheet, 2, [0, 0], made, aloud
    )


def test_everybody_is_told_who_has_won() -> None:
    made = scenes_tricks.table("ciapano", {"players": 3})
    *_, over = scenes_tricks.played(made, random.Random(2))
    (winner,) = look.winners(cast(Seen, view_of(over).seen))
    name = scenes_tricks.NAMES[winner]
    assert board.public_panel(view_of(over), WORDS).texts[0].startswith(WORDS("game.won", side=name))


def test_the_rules_open_where_they_explain_what_is_asked() -> None:
    def heading(view: View[Any]) -> str:
        topic = LOOKS["ciapano"].page(view)
        return rules_page("ciapano", page_of("ciapano", topic, WORDS), WORDS)[0][0].partition("\n")[0]

    _, discarding = next(turns(3, 1))
    assert discards(discarding.seen)
    assert heading(discarding) == "### The deal"
    played = scenes_tricks.played(scenes_tricks.table("ciapano", {"players": 3}), random.Random(1))
    between = next(table for table in played if table.between_hands)
    assert heading(to(between, 0)) == "### Counting a hand"
    assert heading(next(view for _, view in turns(4, 1))) == "### Ciapano"
