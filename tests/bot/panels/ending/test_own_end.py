"""The private end of a game: the viewer's margin or place, what decided it, their best, and old meetings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.blocks.blocks import Picture
from bot.locale import Words
from bot.panels.ending.own_end import how_it_went, looked_back
from bot.panels.ending.past import UNKNOWN, Best, Past, best_of
from bot.panels.table import board, hand
from bot.store import Meetings, Status
from bot.table.view import AnyView
from engine.cards import card
from engine.cicera import Play
from engine.cicera.scoring import PLAY_POINTS, card_points
from engine.game import Event, Line
from tests.bot.panels.ending.games import FEW, ITALIAN, WORDS, capture, cicera, seated, shown, stored
from tests.bot.pictures.scenes_boards import napoleone, over, shared
from tests.bot.pictures.scenes_cicera import cards

MANY = "AS AH AD AC 2H 2D 2C 3H 3D 3C 4H 4D 4C 5H 5D 5C 6H 6D 6C 7H 7D 7C 8H 9H TH TD JH"
"""One card more than half, which bring the first side carte, dieci and fante."""


def heads(view: AnyView, words: Words = WORDS) -> list[str]:
    """Return the headings of all players."""
    return [how_it_went(seated(view, row.seat), words).removeprefix("### ") for row in view.seats]


# Two sides


def test_a_card_that_is_taken_at_the_very_end_and_is_worth_the_margin_decided() -> None:
    # 2 : 4 in this hand, the ten of diamonds among them.
    view = cicera((11, 10), FEW, capture(1, "TC TD"))
    assert view.seen.totals == (13, 14)
    assert (
        heads(view)
        == [
            "Lost by one: their 10♦ at the very end",
            "Won by one: your 10♦ at the very end",
        ]
        * 2
    )
    assert heads(view, ITALIAN)[0] == "Persa di un punto: 10♦ agli avversari, proprio alla fine"
    assert heads(view, ITALIAN)[1] == "Vinta di un punto: 10♦ a voi, proprio alla fine"
    aloud = WORDS.naming(WORDS.deck, aloud=True)
    assert heads(view, aloud)[0] == "Lost by one: their ten of diamonds at the very end"


def test_where_two_play_the_others_are_one_person() -> None:
    view = cicera((11, 10), FEW, capture(1, "TC TD"), players=2)
    assert heads(view, ITALIAN) == [
        "Persa di un punto: 10♦ all’avversario, proprio alla fine",
        "Vinta di un punto: 10♦ a te, proprio alla fine",
    ]


def test_the_same_card_taken_earlier_is_one_of_several_things() -> None:
    view = cicera((11, 10), FEW, capture(1, "9C 9D"))
    assert heads(view)[:2] == ["Lost by one", "Won by one"]
    # Nor did the last cards of the side that lost.
    assert heads(cicera((11, 10), FEW, capture(0, "JH JD")))[:2] == ["Lost by one", "Won by one"]


def test_points_of_the_last_capture_decided_as_well() -> None:
    scua = Line(1, "scua", 1, cards("9C"))
    view = cicera((12, 10), FEW, capture(1, "9C 9D", scua), made=(scua,))
    assert heads(view)[0] == "Lost by one: their scua (cleared the table) at the very end"
    both = cicera((11, 9), FEW, capture(1, "TC TD", scua), made=(scua,))
    assert heads(both)[0] == "Lost by one: their scua, 10♦ at the very end"


def test_the_rest_of_the_table_counts_as_the_last_cards() -> None:
    leave, rest = Event("leave", 0, 0, cards("9C")), Event("rest", None, 1, cards("9C TD"))
    assert heads(cicera((11, 10), FEW, leave, rest))[0] == "Lost by one: their 10♦ at the very end"


def test_a_majority_that_the_last_cards_made_counts_twice() -> None:
    """Without them the others would have had its points."""
    last = capture(0, "3C AC 2C")
    totals = cicera((20, 20), MANY, last).seen.totals
    level = 20 + totals[1] - totals[0]
    won = "Won by 4: your carte (most cards) at the very end"
    assert heads(cicera((level + 4, 20), MANY, last))[0] == won
    assert heads(cicera((level + 5, 20), MANY, last))[0] == "Won by 5"


def test_one_line_that_is_worth_the_margin_decided_if_no_other_is() -> None:
    view = cicera((11, 11), FEW, capture(1, "9C 9D"))
    assert view.seen.totals == (13, 15)
    assert heads(view)[0] == "Lost by 2: their carte (most cards) in the last hand"
    assert heads(view)[1] == "Won by 2: your carte (most cards) in the last hand"
    assert heads(view, ITALIAN)[0] == "Persa di 2 punti: carte (più carte) agli avversari nell’ultima mano"
    assert heads(cicera((11, 12), FEW, capture(1, "9C 9D")))[0] == "Lost by 3"


def owed_to_the_end(view: AnyView) -> int:
    """Return the points by which the winners' lead would be smaller without their cards of the last play."""
    seen: Any = view.seen
    ends = [
        event
        for event in view.story[-1].events
        if event.name in ("capture", "rest") and event.side == seen.winner
    ]
    gone = {card for event in ends for card in event.cards}
    piles = tuple(tuple(card for card in pile if card not in gone) for pile in seen.taken)

    def lead(lines: Iterable[Line]) -> int:
        return sum(line.points if line.side == seen.winner else -line.points for line in lines)

    during = [line for line in seen.sheets[-1].lines if line.name in PLAY_POINTS]
    without = [*card_points(piles), *during]
    return lead(seen.sheets[-1].lines) - lead(without) + lead(line for event in ends for line in event.lines)


def worth_it(view: AnyView) -> str:
    """Check that the heading's reason is worth the margin, and return its kind, empty without a reason."""
    seen: Any = view.seen
    margin = seen.totals[seen.winner] - seen.totals[1 - seen.winner]
    told, _, reason = how_it_went(seated(view, 1 - seen.winner), WORDS).partition(": ")
    assert told == f"### Lost by {'one' if margin == 1 else margin}"
    if reason.endswith(" at the very end"):
        assert owed_to_the_end(view) >= margin
        return "end"
    if reason:
        points = [line.points for line in seen.sheets[-1].lines if line.side == seen.winner]
        assert reason.endswith(" in the last hand")
        assert [n >= margin for n in points].count(True) == 1
        return "hand"
    return ""


def test_nothing_is_said_to_decide_a_game_that_is_worth_less_than_the_margin() -> None:
    games = (shown(stored("cicera", seed, players=n), 0) for n, seed in product((4, 2), range(40)))
    met = Counter(worth_it(view) for view in games if view.seen.sheets[-1].napoleone is None)
    assert met["end"] >= 3
    assert met["hand"] >= 1


@pytest.mark.parametrize(
    ("first", "side", "last"),
    [(FEW, 0, "2S 2C"), (FEW, 1, "TC TD"), (MANY, 0, "3C AC 2C"), (MANY, 1, "2S KS")],
)
@pytest.mark.parametrize("cleared", [False, True])
def test_the_last_cards_decided_if_the_margin_was_no_larger_than_their_worth(
    first: str, side: int, last: str, cleared: bool
) -> None:
    scua = (Line(side, "scua", 1, cards(last)[:1]),) if cleared else ()
    views = [cicera((n, 30), first, capture(side, last, *scua), made=scua) for n in range(18, 43)]
    won = [view for view in views if view.seen.totals[side] > view.seen.totals[1 - side]]
    met = Counter(map(worth_it, won))
    # The margins are one point, two, and so on.
    assert met["end"] == owed_to_the_end(won[0]) >= 1
    assert met[""] >= 3


def test_a_napoleone_is_no_margin() -> None:
    view = napoleone()
    seen: Any = view.seen
    told = heads(view)
    assert told[seen.winner] == "Won: a Napoleone, all the spades"
    assert told[1 - seen.winner] == "Lost: a Napoleone, all the spades"


# Several


def test_places_of_ciapano_say_when_one_went_out() -> None:
    view = over("ciapano")
    assert sorted(heads(view)) == [
        "First of four: the fewest points, 38",
        "Fourth of four: out in hand 7 with 34",
        "Second of four: out in hand 13 with 39",
        "Third of four: out in hand 9 with 32",
    ]
    assert "Terzo posto su quattro: fuori alla mano 9 con 32" in heads(view, ITALIAN)


def test_places_that_are_shared_name_the_others() -> None:
    assert heads(over("ciapano", 1, players=3)) == [
        "First of three: the last one in, with 26 points",
        "Second of three with Cy: out in hand 8 with 31",
        "Second of three with Bo: out in hand 8 with 31",
    ]
    assert heads(shared()) == [
        "First of four with Cy: 12 demerits",
        "Fourth of four: 40 demerits, 28 more than Ann & Cy",
        "First of four with Ann: 12 demerits",
        "Third of four: 33 demerits, 21 more than Ann & Cy",
    ]


def test_places_of_civil_suits_say_how_far_the_best_are() -> None:
    view = over("civil-suits")
    seen: Any = view.seen
    close = replace(view, seen=seen._replace(totals=(1, 2, -1, 4), winners=(2,)))
    assert heads(close) == [
        "Second of four: 1 demerit, 2 more than Cy",
        "Third of four: 2 demerits, 3 more than Cy",
        "First of four: −1 demerit, 2 fewer than anybody else",
        "Fourth of four: 4 demerits, 5 more than Cy",
    ]
    assert heads(close, ITALIAN)[2] == "Primo posto su quattro: −1 penalità, 2 in meno di tutti"


# Early ends


def ended(view: AnyView, how: str) -> AnyView:
    return replace(view, status=Status.STOPPED, ended=how)


def test_a_side_that_gave_up_and_the_others_are_told_how_they_stood() -> None:
    view = over("cicera", 1, status=Status.STOPPED, hands=1)
    seen: Any = view.seen
    for totals, mine, theirs in (
        ((4, 9), "5 points behind", "5 points ahead"),
        ((10, 9), "one point ahead", "one point behind"),
        ((9, 9), "level on points", "level on points"),
    ):
        given = ended(replace(view, seen=seen._replace(totals=totals)), "concede-0")
        assert heads(given) == [f"You gave up, {mine}", f"Won: they gave up with you {theirs}"] * 2
    given = ended(replace(view, seen=seen._replace(totals=(4, 9))), "concede-0")
    assert heads(given, ITALIAN)[:2] == [
        "Avete ceduto la partita, 5 punti indietro",
        "Vinta: ve l’hanno ceduta, 5 punti avanti",
    ]


@pytest.mark.parametrize("how", ["", "idle", "deserted"])
def test_a_game_that_was_ended_early_says_how_one_stood(how: str) -> None:
    view = over("cicera", 1, status=Status.STOPPED, hands=1)
    seen: Any = view.seen
    stopped = ended(replace(view, seen=seen._replace(totals=(4, 9))), how)
    assert heads(stopped)[:2] == [
        "Ended early, with you 5 points behind",
        "Ended early, with you 5 points ahead",
    ]
    nothing = replace(stopped, seen=seen._replace(sheets=(), totals=(0, 0)))
    assert set(heads(nothing)) == {"Ended before anything was scored"}
    places = ended(over("civil-suits", 1, status=Status.STOPPED, hands=1), how)
    points = sorted(places.seen.totals)
    assert f"First of four when it ended: {points[0]} demerits" in heads(places)
    many = ended(over("ciapano", 1, status=Status.STOPPED, hands=8), how)
    assert "Fourth of four when it ended: out in hand 7 with 34" in heads(many)
    assert not any("the last one in" in head for head in heads(many))


# The best, and the meetings


def test_the_best_play_of_the_whole_game_is_told_with_its_points() -> None:
    game = stored("cicera")
    view = shown(game, 3)
    told = looked_back(view, Past(best_of(game)), WORDS)
    assert told == "**Your best play:** +2 in hand 3 (picada, quadriglia): take A♥ 2♣ 3♦ with 6♣"
    told = looked_back(view, Past(best_of(game)), ITALIAN)
    assert (
        told == "**La tua giocata migliore:** +2 alla mano 3 (picada, quadriglia): prendere A♥ 2♣ 3♦ con 6♣"
    )
    assert looked_back(view, UNKNOWN, WORDS) == ""
    assert looked_back(view, Past({3: Best(alone=(1,))}), WORDS) == ""


def test_the_cheapest_hands_are_told_where_points_are_bad() -> None:
    view = seated(over("civil-suits"), 0)
    scores = [sheet.score(0) for sheet in view.seen.sheets]
    told = looked_back(view, Past({0: Best(alone=(1, 2, 3, 4))}), WORDS)
    assert told == f"**Your best round:** {min(scores)} demerits in round {scores.index(min(scores)) + 1}"
    # The round that a computer played for them is not theirs.
    others = tuple(n for n in (1, 2, 3, 4) if n != scores.index(min(scores)) + 1)
    assert f" {sorted(scores)[1]} demerits" in looked_back(view, Past({0: Best(alone=others)}), WORDS)
    assert looked_back(view, Past({0: Best()}), WORDS) == ""


def test_equal_hands_are_all_named() -> None:
    view = seated(over("ciapano"), 0)
    sheets = [sheet for sheet in view.seen.sheets if sheet.score(0) == 0 and sheet.cappotto is None]
    seen: Any = view.seen
    three = replace(view, seen=seen._replace(sheets=(sheets[0], sheets[0], sheets[0])))
    told = looked_back(three, Past({0: Best(alone=(1, 3))}), WORDS)
    assert told == "**Your best hands:** 0 points each in hands 1 and 3"
    assert looked_back(three, Past({0: Best(alone=(2,))}), WORDS) == "**Your best hand:** 0 points in hand 2"
    once = replace(view, seen=seen._replace(sheets=(sheets[0],)))
    assert looked_back(once, Past({0: Best(alone=(1,))}), WORDS) == ""


def test_a_rare_success_is_the_best_of_equal_hands() -> None:
    view = seated(over("ciapano"), 0)
    clean = next(sheet for sheet in view.seen.sheets if sheet.score(0) == 0 and sheet.cappotto is None)
    feat = replace(
        clean, cappotto=0, lines=(Line(0, "cards", 11), Line(0, "cappotto", -11), Line(1, "cappotto", 11))
    )
    seen: Any = view.seen
    both = replace(view, seen=seen._replace(sheets=(clean, feat)))
    past = Past({0: Best(alone=(1, 2)), 1: Best(alone=(1, 2))})
    assert looked_back(both, past, WORDS) == "**Your best hand:** a cappotto, 0 points in hand 2"
    assert "a cappotto" not in looked_back(seated(both, 1), past, WORDS)


def test_two_sides_that_have_met_before_have_a_score() -> None:
    view = over("cicera")
    past = Past({}, Meetings(8, (5, 3)))
    assert looked_back(seated(view, 0), past, WORDS) == "**You two against Bo & Di so far:** 5 : 3"
    assert looked_back(seated(view, 1), past, WORDS) == "**You two against Ann & Cy so far:** 3 : 5"
    assert looked_back(seated(view, 1), past, ITALIAN) == "**Voi due contro Ann e Cy finora:** 3 : 5"
    two = seated(over("cicera", players=2), 0)
    assert looked_back(two, past, WORDS) == "**You against Bo so far:** 5 : 3"
    first = Past({}, Meetings(1, (1, 0)))
    assert looked_back(two, first, WORDS) == looked_back(two, Past({}, None), WORDS) == ""


def test_several_who_have_met_before_have_a_score_each_the_readers_first() -> None:
    view = seated(over("ciapano", players=3), 1)
    told = looked_back(view, Past({}, Meetings(6, (3, 2, 1))), WORDS)
    assert told == "**The three of you, 6 games so far:** you 2 · Ann 3 · Cy 1"


# The panel


@pytest.mark.parametrize("words", [WORDS, ITALIAN], ids=["en", "it"])
@pytest.mark.parametrize("game", ["cicera", "ciapano", "civil-suits"])
def test_the_private_end_says_nothing_that_the_public_one_says(game: str, words: Words) -> None:
    row = stored(game)
    public = board.public_panel(shown(row, 0), words)
    picture = Picture("end", b"", "the winners")
    for seat in range(4):
        view = shown(row, seat)
        panel = hand.panel(view, words, None, (picture,), past=Past(best_of(row), Meetings(7, (2, 2, 2, 1))))
        lines = {line for text in panel.texts for line in text.splitlines()}
        assert len(lines) == 3
        assert not lines & {line for text in public.texts for line in text.splitlines()}
        assert not [block for block in panel.blocks if isinstance(block, Picture)]
        assert [button.id.split(":")[3] for button in panel.buttons] == ["rematch", "replay", "more"]


def test_whoever_has_no_seat_reads_the_public_end() -> None:
    view = replace(shown(stored("cicera"), 0), viewer=None)
    assert hand.panel(view, WORDS) == board.public_panel(view, WORDS)


def test_a_play_of_the_best_is_said_as_an_action() -> None:
    best = Best(Play(card("7S"), cards("4H 3D")), (Line(0, "picada", 1), Line(0, "scua", 1)), 3, (1,))
    told = looked_back(seated(over("cicera"), 0), Past({0: best}), WORDS.naming(WORDS.deck, aloud=True))
    assert told == (
        "**Your best play:** +2 in hand 3 (picada, scua): "
        "take the four of hearts and the three of diamonds with the seven of spades"
    )
