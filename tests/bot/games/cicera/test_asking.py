"""The question to a player of Cicera: every play can be reached, and its gain is shown before."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.blocks.blocks import Button, ButtonStyle, Section, Select
from bot.blocks.look import Question
from bot.games.cicera.asking import BEST, CHOOSE, PAGE_CARDS
from bot.games.cicera.telling import account
from bot.locale import FRENCH
from bot.messages.ledger import Opened
from bot.panels.table.hand import panel
from bot.table.table import Table
from bot.table.view import View
from engine.cards import Suit
from engine.cards import card as card_of
from engine.cicera import Play
from tests.bot.panels.presses import WORDS, buttons, opened, press, reached, to
from tests.bot.pictures.scenes_cicera import dealt, played, seated, sheet_of_ten
from tests.bot.pictures.scenes_tricks import played as at_random
from tests.bot.pictures.scenes_tricks import table as empty

COMPONENTS = 40
"""Discord's limit for a message."""


def last_row(question: Question) -> tuple[Button, ...]:
    """Return the buttons of the last row of a question."""
    *_, row = question.answers
    assert not isinstance(row, Section | Select)
    return row


def turns(seed: int, most: int, takes: float = 0.3) -> Iterator[View[Any]]:
    """Yield the view of the player on turn, in a game where this share of possible captures is made."""
    rng = random.Random(seed)

    def choose(made: Table, seat: int, legal: list[Play]) -> Play:
        taking = [play for play in legal if play.taken]
        leaving = [play for play in legal if not play.taken]
        return rng.choice(taking if taking and rng.random() < takes else leaving)

    for made, _ in zip(at_random(empty("cicera"), rng, choose), range(most), strict=False):  # type: ignore[arg-type]
        for seat in made.waits_for():
            yield to(made, seat)


def points(view: View[Any], play: Play) -> int:
    return sum(line.points for line in view.preview(play))


@pytest.mark.parametrize("seed", range(4))
def test_every_play_can_be_reached_and_nothing_else(seed: int) -> None:
    for view in turns(seed, 45, takes=0.5):
        assert set(reached(view)) == {str(play) for play in view.seen.legal}


def test_every_play_can_be_reached_on_a_full_table() -> None:
    *_, view = turns(0, 38, takes=0.0)
    assert len(view.seen.table) > PAGE_CARDS
    by_card = {play.card: [p for p in view.seen.legal if p.card is play.card] for play in view.seen.legal}
    card = max(by_card, key=lambda card: len(by_card[card]))
    pages = [opened(view, f"{card} {CHOOSE} {page}") for page in range(2)]
    takeable = {taken.text for play in by_card[card] for taken in play.taken}
    toggles = {press(b).notation.rpartition(" ")[2] for page in pages for b in buttons(page)}
    assert takeable <= toggles
    for page in range(2):
        drawn = panel(view, WORDS, Opened(view.asked, "pick", f"{card} {CHOOSE} {page}"))
        assert 1 + len(drawn.blocks) + len(drawn.buttons) <= COMPONENTS


@pytest.mark.parametrize("seed", range(3))
def test_captures_are_offered_the_best_first_with_their_points(seed: int) -> None:
    several = 0
    for view in turns(seed, 45):
        for card in view.seen.hand:
            taking = [play for play in view.seen.legal if play.card is card and play.taken]
            if len(taking) < 2:
                continue
            question = opened(view, card.text)
            sections = [answer for answer in question.answers if isinstance(answer, Section)]
            plays = {str(play): play for play in taking}
            offered = [plays[press(section.button).notation] for section in sections]
            worth = [points(view, play) for play in offered]
            assert worth == sorted((points(view, p) for p in taking), reverse=True)[:BEST]
            for section, play in zip(sections, offered, strict=True):
                assert all(WORDS.card(taken) in section.text for taken in play.taken)
                gained = points(view, play)
                assert section.button.label.endswith(f"+{gained}") == bool(gained)
            assert [section.button.style for section in sections] == [
                ButtonStyle.GOOD,
                *[ButtonStyle.MAIN] * (len(sections) - 1),
            ]
            last = [press(button) for button in last_row(question)]
            assert [pressed.verb for pressed in last][-2:] == ["play", "back"]
            assert last[-2].notation == card.text
            assert (last[0].verb == "pick") == (len(taking) > BEST)
            several += len(taking) > BEST
    assert several


def test_of_captures_with_as_many_points_the_one_that_scores_later_is_first() -> None:
    view = to(dealt(seated(), "2H 2S KH 6C", ["2D"]), 0)
    first, second = (a for a in opened(view, "2D").answers if isinstance(a, Section))
    assert [press(s.button).notation for s in (first, second)] == ["2D:2S", "2D:2H"]
    mata = WORDS.card(card_of("2S"))
    # It is listed as taken, and among the cards that count later.
    assert first.text.count(mata) == 2
    assert mata not in second.text


def test_a_single_capture_is_offered_with_what_it_scores() -> None:
    table = played(dealt(seated(), "3S 7D 8H 2C", ["QD", "KH", "KC"]), ["QD", "KH"])
    question = opened(to(table, 2), "KC")
    take, leave, back = buttons(question)
    assert [press(b).verb for b in (take, leave, back)] == ["play", "play", "back"]
    assert [press(b).notation for b in (take, leave)] == ["KC:KH", "KC"]
    assert take.style is ButtonStyle.GOOD
    assert take.label.endswith("+1")
    assert WORDS("cicera.line.picada") in take.label


@pytest.mark.parametrize("seed", range(3))
def test_what_is_chosen_adds_up_and_is_taken_when_it_is_a_capture(seed: int) -> None:
    chosen = 0
    for view in turns(seed, 40, takes=0.1):
        for card in view.seen.hand:
            taking = {p.taken: p for p in view.seen.legal if p.card is card and p.taken}
            if len(taking) <= BEST:
                continue
            capture = max(taking, key=len)
            for some in range(len(capture) + 1):
                texts = " ".join([card.text, CHOOSE, "0", *(taken.text for taken in capture[:some])])
                question = opened(view, texts)
                total = sum(taken.rank for taken in capture[:some])
                assert WORDS.label_card(card) in question.asked
                assert f"{total}" in question.asked.rsplit(WORDS.label_card(card))[-1].split()
                take = next(b for b in last_row(question) if b.style is ButtonStyle.GOOD)
                assert take.disabled == (some < len(capture))
                on = [b for b in buttons(question) if b.style is ButtonStyle.MAIN]
                assert {b.label for b in on} == {WORDS.label_card(taken) for taken in capture[:some]}
            assert set(press(take).notation.partition(":")[2].split("+")) == {c.text for c in capture}
            gained = points(view, taking[capture])
            assert take.label.endswith(f"+{gained}") == bool(gained)
            chosen += 1
    assert chosen


def test_spades_are_counted_where_there_are_any() -> None:
    for view in turns(1, 45):
        for play in view.seen.legal:
            spades = sum(card.suit is Suit.SPADES for card in (play.card, *play.taken))
            taking = [p for p in view.seen.legal if p.card is play.card and p.taken]
            if len(taking) not in range(2, BEST + 1) or not play.taken:
                continue
            section = next(
                a
                for a in opened(view, play.card.text).answers
                if isinstance(a, Section) and press(a.button).notation == str(play)
            )
            assert (WORDS.count("cicera.spades-taken", spades) in section.text) == (spades > 0)


def test_a_line_of_a_sheet_says_what_earned_it() -> None:
    view = sheet_of_ten()
    told = account(view.seen.sheets[-1], 3, [23, 19], view, WORDS).split("\n")
    assert "-# scua **1** · cleared the table: 7♥" in told
    assert "-# carte **2** · most cards: 29" in told
    assert "-# napula **4** · spades from the ace: A♠ to 4♠" in told
    assert "-# dieci di denari **1** · ten of diamonds" in told
    aloud = account(view.seen.sheets[-1], 3, [23, 19], view, WORDS.naming(FRENCH, aloud=True))
    assert "scua **1**, cleared the table: seven of hearts" in aloud


def test_a_sheet_that_is_being_counted_tells_its_lines_so_far_and_no_more() -> None:
    view, totals = sheet_of_ten(), []
    whole = account(view.seen.sheets[-1], 3, [23, 19], view, WORDS)
    for part in (1, 2, 3):
        told = account(view.seen.sheets[-1], 3, [23, 19], replace(view, counting=part), WORDS)
        totals.append(re.findall(r"→ (\d+)", told))
        assert (WORDS("sheet.counting") in told) == (part < 3)
        assert (told == whole) == (part == 3)
        # Earlier hands have been counted.
        before = account(view.seen.sheets[0], 1, [0, 0], replace(view, counting=part), WORDS)
        assert before == account(view.seen.sheets[0], 1, [0, 0], view, WORDS)
    assert totals == [["25", "20"], ["29", "20"], ["34", "22"]]
