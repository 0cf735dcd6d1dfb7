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
from tests.bot.panels.ending.games import FEW, ITALIAN, WORDS, capture, cicera
from tests.bot.pictures.scenes_boards import PLAYED, drawn, napoleone, over, shared


def by(view: AnyView, words: Words = WORDS) -> str:
    """Return the line below the heading of the public message."""
    return board.public_panel(view, words).texts[0].splitlines()[1]


def everything(panel: Panel) -> str:
    """Return all that is read of a message, with its picture's description and the words in its place."""
    pictures = [block for block in panel.blocks if isinstance(block, Picture)]
    return "\n".join([*panel.texts, *(f"{one.words}\n{one.alt}" for one in pictures)])


def test_the_margin_is_told_with_the_hand_since_which_the_winners_were_ahead() -> None:
    view = cicera((11, 10), FEW, capture(1, "TC TD"))
    assert view.seen.totals == (13, 14)
    assert by(view) == "By one point, ahead only after the last hand"
    assert by(view, ITALIAN) == "Un punto di vantaggio, avanti solo all’ultima mano"
    view = cicera((9, 10), FEW, capture(0, "6C 6H"))
    assert by(view) == "By 3 points, in the lead since hand 1"
    assert by(view, ITALIAN) == "3 punti di vantaggio, in testa dalla mano 1"
    assert by(cicera((10, 10), FEW, capture(0, "6C 6H"))) == "By 2 points, ahead only after the last hand"


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


def test_demerits_are_told_with_the_round_since_which_the_winner_was_ahead() -> None:
    for seed in range(4):
        view = over("civil-suits", seed)
        seen: Any = view.seen
        least, second, *_ = sorted(seen.totals)
        winner = seen.totals.index(least)
        told = by(view)
        assert f"By {second - least} demerits" in told or second - least == 1
        numbers = re.findall(r"round (\d+)", told)
        since = int(numbers[0]) if numbers else len(seen.sheets)
        for number in range(since - 1, len(seen.sheets) + 1):
            sums = [sum(sheet.score(seat) for sheet in seen.sheets[:number]) for seat in range(4)]
            ahead = all(sums[winner] < total for seat, total in enumerate(sums) if seat != winner)
            assert ahead == (number >= since)
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
