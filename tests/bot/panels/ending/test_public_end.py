"""The public end of a game: it says once who has won, and then by how much and what decided it."""

import re
from typing import Any

import pytest

from bot.blocks.blocks import Panel, Picture
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.table import board
from bot.pictures.sketch.style import Style
from bot.table.view import AnyView
from engine.ciapano.scoring import OUT
from engine.game import Event
from tests.bot.panels.ending.games import ITALIAN, WORDS, cicera, hand_of
from tests.bot.pictures.scenes_boards import PLAYED, drawn, napoleone, over, shared

FEW = "AS 2S 3H 4H 5H 6H 7H 8H 9H TH JH 2C 3C 4C 5C 6C 7C"
"""Cards of the first side that bring it mata and fante, and the others carte, spade and dieci."""
SPADES = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2H 3H"


def by(view: AnyView, words: Words = WORDS) -> str:
    """Return the line below the heading of the public message."""
    return board.public_panel(view, words).texts[0].splitlines()[1]


def capture(seat: int, cards: str) -> Event:
    return Event("capture", seat, seat % 2, hand_of(cards))


def everything(panel: Panel) -> str:
    """Return all that is read of a message, with its picture's description and the words in its place."""
    pictures = [block for block in panel.blocks if isinstance(block, Picture)]
    return "\n".join([*panel.texts, *(f"{one.words}\n{one.alt}" for one in pictures)])


def test_the_margin_is_told_with_the_hand_in_which_the_winners_gained_most() -> None:
    view = cicera((11, 10), FEW, capture(1, "TC TD"))
    assert view.seen.totals == (13, 14)
    assert by(view) == "By one point; hand 2 went 4 to 2"
    assert by(view, ITALIAN) == "Di un punto; la mano 2 è finita 4 a 2"
    view = cicera((9, 10), FEW, capture(0, "6C 6H"))
    assert by(view) == "By 3 points; hand 2 went 4 to 2"
    assert by(cicera((3, 20), FEW, capture(0, "6C 6H"))) == "By 19 points; hand 1 went 20 to 3"


def test_a_napoleone_decides_by_itself() -> None:
    told = everything(board.public_panel(napoleone(), WORDS))
    assert "By a **Napoleone**" in told
    assert told.count("goes to") == 1


def test_who_went_out_of_ciapano_last_is_told_with_the_sum() -> None:
    kept = set()
    for players in (3, 4, 5):
        view = over("ciapano", players=players)
        seen: Any = view.seen
        told, last = by(view), len(seen.sheets)
        for seat, gone in enumerate(seen.out):
            before, n = seen.totals[seat] - seen.sheets[-1].score(seat), seen.sheets[-1].score(seat)
            told_of = f"**{view.seats[seat].name}** {before} + {n} = {seen.totals[seat]}" in told
            assert told_of == (gone == last)
        name, left = view.seats[seen.winner].name, seen.totals[seen.winner]
        kept.add(left < OUT)
        stays, fewest = f"**{name}** stays in with {left}.", f"**{name}** has the fewest, {left}."
        assert told.endswith(stays if left < OUT else fewest)
    assert kept == {True, False}


def test_demerits_are_told_with_the_round_in_which_the_winner_gained_most_on_the_next() -> None:
    view = over("civil-suits")
    seen: Any = view.seen
    least, second, *_ = sorted(seen.totals)
    winner, other = seen.totals.index(least), seen.totals.index(second)
    told = by(view)
    assert f"By {second - least} demerits" in told or second - least == 1
    gains = [sheet.score(other) - sheet.score(winner) for sheet in seen.sheets]
    [hand] = [int(number) for number in re.findall(r"round (\d+)", told)]
    assert gains[hand - 1] == max(gains)
    score = seen.sheets[hand - 1].score(winner)
    assert f"{view.seats[winner].name} {'+' if score > 0 else ''}{score}".replace("-", "−") in told
    assert by(shared()) == "They share the fewest demerits, 12 each"


@pytest.mark.parametrize("words", [WORDS, ITALIAN])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", PLAYED)
def test_the_winners_are_named_once_with_and_without_a_picture(game: str, seed: int, words: Words) -> None:
    view = over(game, seed, **PLAYED[game][seed % len(PLAYED[game])])
    sketch = drawn(view, words, Style())
    pictured = board.public_panel(view, words, (Picture("end.png", sketch, sketch.alt),))
    for panel in (pictured, board.public_panel(view, words)):
        told = everything(panel)
        heading = words("game.won", side="@").removeprefix("### ").split("@")[0]
        assert told.count(heading) == 1
        assert "game is over" not in told
        assert "partita è finita" not in told
        assert LOOKS[game].by_how_much(view, words) in panel.texts[0]
