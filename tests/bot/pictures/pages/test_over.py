"""The picture of a game that is over: it shows the real result."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.games import PICTURES
from bot.locale import Catalogue
from bot.panels.table import board
from bot.pictures.parts.plates import MARKS
from bot.pictures.sketch import names
from bot.pictures.sketch.fonts import Font
from bot.pictures.sketch.sketch import Icon
from bot.pictures.sketch.style import Style
from bot.table.viewing import view_of
from engine import GAMES
from engine.ciapano.scoring import OUT
from tests.bot.pictures.scenes_boards import PLAYED, SCENES, STOPPED, drawn, over, people, table

WORDS = Catalogue.load().words("en")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", PICTURES)
def test_winners_places_and_points_are_those_of_the_game(game: str, seed: int) -> None:
    options = PLAYED[game][seed % len(PLAYED[game])]
    view = over(game, seed, **options)
    state: Any = view.seen
    ended = PICTURES[game].ended(view, WORDS)
    sketch = drawn(view, WORDS, Style())
    texts = [text.text for text in sketch.texts]
    totals = [str(total).replace("-", "−") for total in state.totals]
    assert all(total in texts for total in totals)
    if game == "cicera":
        assert ended.winners == (state.winner,)
        assert not ended.places
    else:
        assert sorted(place.seat for place in ended.places) == list(range(len(totals)))
        assert [place.points for place in ended.places] == [state.totals[p.seat] for p in ended.places]
        assert ended.winners == tuple(sorted(p.seat for p in ended.places if p.place == 1))
        order = [place.place for place in ended.places]
        assert order == sorted(order)
    if game == "ciapano":
        out = {place.seat: place.how for place in ended.places}
        # Nobody is still in where the last hand has put everybody out, the winner with the fewest points.
        won = "the last one in" if state.totals[state.winner] < OUT else "the fewest points"
        assert out == {seat: f"out in hand {hand}" if hand else won for seat, hand in enumerate(state.out)}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "wanted"), [("cicera", max), ("ciapano", max), ("civil-suits", min)])
def test_whoever_has_a_fact_is_named_or_marked(
    game: str, wanted: Callable[[Iterable[int]], int], seed: int
) -> None:
    view = over(game, seed)
    sides, persons = range(len(view.seen.totals)), names.people(view, WORDS)
    scores = [wanted(sheet.score(side) for sheet in view.seen.sheets) for side in sides]
    owners = tuple(side for side in sides if scores[side] == wanted(scores))
    facts = PICTURES[game].ended(view, WORDS).facts
    assert owners in [fact.sides for fact in facts]
    sketch = drawn(view, WORDS, Style())
    if game == "cicera":
        icons = Counter(item.name for item in sketch.items if isinstance(item, Icon))
        # One beside the score, one on its end of the scue, and one beside the best hand.
        assert [icons[MARKS[side]] for side in sides] == [2 + (side in owners) for side in sides]
    else:
        named = Counter(text.who for text in sketch.texts if text.font is not Font.SLAB)
        alone = [fact.sides[0] for fact in facts if len(fact.sides) == 1]
        assert all(named[seat] == 1 + alone.count(seat) for seat in sides)
        several = sum(len(fact.sides) > 1 for fact in facts)
        assert [text.text for text in sketch.texts].count(WORDS("picture.over.shared")) == several
    assert all(persons[seat].said in sketch.alt for side in owners for seat in view.sides[side])


@pytest.mark.parametrize("seed", range(4))
def test_facts_are_true(seed: int) -> None:
    for game in PICTURES:
        view = over(game, seed)
        sheets = view.seen.sheets
        facts = {fact.name: fact.number for fact in PICTURES[game].ended(view, WORDS).facts}
        cappotti = sum(getattr(sheet, "cappotto", None) is not None for sheet in sheets)
        scores = [sheet.score(side) for sheet in sheets for side in range(len(view.seen.totals))]
        names = [line.name for sheet in sheets for line in sheet.lines]
        match game:
            case "cicera":
                assert facts["best hand"] == f"+{max(scores)}"
                assert sum(map(int, facts["scue"].split(":"))) == names.count("scua")
                assert facts["hands"] == str(len(sheets))
            case "ciapano":
                assert facts["hands"] == str(len(sheets))
                assert facts["cappotto" if cappotti == 1 else "cappotti"] == str(cappotti)
                assert facts["costliest hand"] == f"+{max(scores)}"
            case _:
                assert facts["lowest round"] == str(min(scores)).replace("-", "−")
                assert facts["highest round"] == str(max(scores))
                moons = names.count("moon")
                assert facts["moon shot" if moons == 1 else "moons shot"] == str(moons)


@pytest.mark.parametrize("language", ["en", "it"])
def test_one_of_a_kind_is_said_in_the_singular(language: str) -> None:
    words = Catalogue.load().words(language)
    for game in ("cicera", "ciapano"):
        view = over(game, 1)
        seen: Any = view.seen
        short = replace(view, seen=seen._replace(sheets=seen.sheets[-1:]))
        facts = [(fact.number, fact.name) for fact in PICTURES[game].ended(short, words).facts]
        assert ("1", {"en": "hand", "it": "mano"}[language]) in facts


def test_several_winners_are_all_named() -> None:
    sketch = drawn(SCENES["over-civil-shared"](), WORDS, Style())
    assert sketch.alt.startswith("Civil Suits, the final score. 1: Ann, 12. 1: Cy, 12.")
    title = max(text.size for text in sketch.texts)
    assert [text.text for text in sketch.texts if text.size == title] == ["Ann", " & ", "Cy"]


def test_a_napoleone_is_told_where_there_is_no_picture() -> None:
    view = SCENES["over-napoleone"]()
    assert "Napoleone" in "\n".join(board.public_panel(view, WORDS).texts)


def test_a_napoleone_wins_from_behind() -> None:
    view = SCENES["over-napoleone"]()
    seen: Any = view.seen
    first, second = seen.totals
    assert (first > second) == (seen.winner == 1)
    assert WORDS("picture.over.napoleone.several") in [t.text for t in drawn(view, WORDS, Style()).texts]


def test_a_game_without_a_result_has_no_winner() -> None:
    view = SCENES["stopped-cicera"]()
    sketch = drawn(view, WORDS, Style())
    assert not sketch.cards
    assert sketch.alt.startswith("Cicera: ended without a result.")
    gone = tuple(replace(row, level="medium") for row in view.seats)
    assert "only computers were left" in drawn(replace(view, seats=gone), WORDS, Style()).alt


def test_no_hand_is_in_the_picture_of_a_game_that_was_stopped() -> None:
    for game in PICTURES:
        view = over(game, 1, status=STOPPED, hands=1)
        state = GAMES[game].start(GAMES[game].options({}))
        for seed in range(2):
            dealt = GAMES[game].deal(state, GAMES[game].dealers(state)[seed], GAMES[game].DECK)
            stopped = view_of(table(game, people(game), STOPPED, dealt))
            assert not drawn(stopped, WORDS, Style()).cards
        assert not drawn(view, WORDS, Style()).cards
