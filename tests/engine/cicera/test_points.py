"""Cicera by the book: points, winning (C16–C29) and the worked examples, each test citing its rule."""

import random
from collections.abc import Iterable

import pytest
from hypothesis import given

from engine import cicera
from engine.cards import FRENCH_DECK, Card
from engine.cicera import Options, Play, State
from engine.cicera.scoring import card_points, napoleone
from engine.game import DEALER, BadOptions
from tests.engine.cicera.moments import FOUR, TWO, cards, legal, moment, scored
from tests.engine.strategies import Position, played, positions
from tests.engine.switched_off import off


def hand_points(piles: tuple[Iterable[Card], Iterable[Card]]) -> list[dict[str, int]]:
    """Return the card points of two piles, by side and name."""
    lines = card_points((tuple(piles[0]), tuple(piles[1])))
    return [{line.name: line.points for line in lines if line.side == side} for side in (0, 1)]


def last_card(mine: str, totals: tuple[int, int], options: Options = FOUR) -> State:
    """Return the state after a hand in which side 0 takes the cards `mine`, side 1 all others."""
    taken = cards(mine)
    rest = [c for c in FRENCH_DECK if c not in taken]
    *others, table, hand = rest
    state = moment(
        str(hand),
        str(table),
        others="",
        taken=(mine, " ".join(map(str, others))),
        last_taker=1,
        totals=totals,
    )._replace(options=options)
    return cicera.apply(state, 0, Play(hand))


# Play points


@off("C16", "cicera.scoring", "if len(taken) == len(table):", "if len(taken) > len(table):")
def test_c16_scua_takes_every_card() -> None:
    assert scored(moment("9D", "2H 7C"), "9D:2H+7C") == {"scua": 1}
    assert scored(moment("9D", "2H 7C KS"), "9D:2H+7C") == {}


@off("C17", "cicera.scoring", '(options.picada == "any" or played.rank == left.rank)', "left")
def test_c17_picada_takes_the_card_just_left() -> None:
    by_rank = Options(picada="rank")
    assert scored(moment("9D", "2H 7C KS", left="7C"), "9D:2H+7C") == {"picada": 1}
    assert scored(moment("9D", "2H 7C KS", left="7C", options=by_rank), "9D:2H+7C") == {}
    assert scored(moment("9D", "9C KS", left="9C", options=by_rank), "9D:9C") == {"picada": 1}
    assert scored(moment("9D", "9C 9H KS", left="9H"), "9D:9C") == {}
    assert scored(moment("KD", "KC KS", left="KC"), "KD:KC") == {"picada": 1}


def test_c17_the_first_turn_of_a_hand_has_none_before_it() -> None:
    assert scored(moment("9D", "9C KS"), "9D:9C") == {}
    position = played(cicera, {}, seed=1, steps=50)
    assert position.state.plays == ()


@pytest.mark.parametrize("options", [TWO, Options(deal=6)])
def test_c17_the_turn_before_a_new_round_of_cards_counts(options: Options) -> None:
    """All cards of the first round are left; the first card of the next takes the last one left."""
    state = cicera.deal(cicera.start(options), 0, FRENCH_DECK)
    while len(state.stock) == 24:
        state = cicera.apply(state, state.turn, cicera.legal(state, state.turn)[0])
    left = state.plays[-1].card
    taking = [play for play in cicera.legal(state, state.turn) if left in play.taken]
    assert taking
    assert scored(state, str(taking[0]))["picada"] == 1


@off("C17", "cicera.scoring", "if left in taken and", "if taken and")
def test_c17_after_a_capture_there_is_no_card_just_left() -> None:
    state = moment("9D AC", "9C 5S KS", others="5H KC KD", left="9C")
    state = cicera.apply(state._replace(turn=1), 1, cicera.parse("5H:5S"))
    assert scored(state._replace(turn=0), "9D:9C") == {}


@off(
    "C18",
    "cicera.scoring",
    "if all(c.suit is played.suit for c in taken):",
    "if len({c.suit for c in taken}) == 1:",
)
def test_c18_simili_is_of_one_suit() -> None:
    assert scored(moment("9D", "2D 7D KS"), "9D:2D+7D") == {"simili": 1}
    assert scored(moment("9D", "2D 7C KS"), "9D:2D+7C") == {}
    assert scored(moment("9C", "2D 7D KS"), "9C:2D+7D") == {}


@off("C19", "cicera.scoring", "if len(taken) >= 3:", "if len(taken) == 4:")
def test_c19_quadriglia_takes_three_or_more() -> None:
    assert scored(moment("9D", "2H 3D 4C KS"), "9D:2H+3D+4C") == {"quadriglia": 1}
    assert scored(moment("TD", "AH 2H 3D 4C KS"), "TD:AH+2H+3D+4C") == {"quadriglia": 1}


def test_all_play_points_add_up() -> None:
    after = scored(moment("9D", "2D 3D 4D", left="4D"), "9D:2D+3D+4D")
    assert after == {"scua": 1, "picada": 1, "simili": 1, "quadriglia": 1}


def test_play_points_count_at_once() -> None:
    state = moment("9D", "2D 7D KS", totals=(20, 30))
    assert cicera.outcome(cicera.apply(state, 0, cicera.parse("9D:2D+7D"))).totals == (21, 30)


# Card points

NO_SPADES = tuple(c for c in FRENCH_DECK if c.suit != "S")


@off("C20", "cicera.scoring", "if len(mine) > len(others):", "if len(mine) >= len(others):")
def test_c20_carte() -> None:
    assert hand_points((NO_SPADES[:27], NO_SPADES[27:]))[0]["carte"] == 2
    split = hand_points((FRENCH_DECK[::2], FRENCH_DECK[1::2]))
    assert all("carte" not in points for points in split)
    assert hand_points(((), ())) == [{}, {}]


@off(
    "C21",
    "cicera.scoring",
    "if len(spades[side]) > len(spades[1 - side]):",
    "if len(spades[side]) >= len(spades[1 - side]):",
)
def test_c21_spade() -> None:
    assert hand_points((cards("5S 6S"), cards("8S 9H TH 4H")))[0] == {"spade": 1}
    assert hand_points((cards("5S 6S"), cards("8S 9S"))) == [{}, {}]


@off(
    "C22", "cicera.scoring", "for i, s in enumerate(spades[side], 1) if s.rank == i", "for s in spades[side]"
)
@pytest.mark.parametrize(
    ("spades", "points"),
    [
        ("AS 2S", 0),
        ("2S 3S 4S", 0),
        ("AS 3S 4S", 0),
        ("AS 2S 3S", 3),
        ("AS 2S 3S 4S 5S 8S TS", 5),
        ("AS 2S 3S 5S 6S", 3),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS", 12),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", 13),
    ],
)
def test_c22_napula_is_the_unbroken_run_from_the_ace(spades: str, points: int) -> None:
    shuffled = random.Random(spades).sample(cards(spades), len(spades.split()))
    assert hand_points((shuffled, ()))[0].get("napula", 0) == points


@off("C23", "cicera.scoring", '("mata", MATA), ', "")
@off("C24", "cicera.scoring", '("dieci", DIECI), ', "")
@off("C25", "cicera.scoring", ', ("fante", FANTE)', "")
@pytest.mark.parametrize(("text", "name"), [("2S", "mata"), ("TD", "dieci"), ("JH", "fante")])
def test_c23_c24_c25_single_cards(text: str, name: str) -> None:
    for side in (0, 1):
        piles = ((), cards(text)) if side else (cards(text), ())
        assert hand_points(piles)[side].get(name) == 1
        assert name not in hand_points(piles)[1 - side]


@off("C26", "cicera.scoring", "if set(pile) >= SPADES", "if len(SPADES.intersection(pile)) > 11")
def test_c26_napoleone_takes_all_thirteen_spades() -> None:
    assert napoleone(((), FRENCH_DECK[:13])) == 1
    assert napoleone((FRENCH_DECK[:20], FRENCH_DECK[20:])) == 0
    assert napoleone((FRENCH_DECK[:12], FRENCH_DECK[12:])) is None


# Winning


@off("C27", "cicera.options", '    if made.get("players") == 2:\n        made.setdefault("target", 31)\n', "")
@pytest.mark.parametrize(("players", "target"), [(4, 51), (2, 31)], ids=["four", "two"])
def test_c27_default_targets(players: int, target: int) -> None:
    assert cicera.options({"players": players}).target == target


@off(
    "C27",
    "cicera.rules",
    "max(first, second) >= state.options.target",
    "max(first, second) > state.options.target",
)
@pytest.mark.parametrize("target", [11, 21, 31, 41, 51])
def test_c27_a_hands_end_with_the_target_reached_wins(target: int) -> None:
    # The other side takes everything: carte 2, spade 1, napula 13 …, so side 0 only holds the five of spades.
    options = Options(target=target)
    gained = cicera.outcome(last_card("5S", (0, 0))).totals[1]
    assert cicera.outcome(last_card("5S", (0, target - gained), options)).winners == (1,)
    assert not cicera.outcome(last_card("5S", (0, target - gained - 1), options)).finished


@off("C27", "cicera.options", "(51, 11, 21, 31, 41)", "(51, 11, 21, 31, 41, 61)")
@pytest.mark.parametrize(
    "values",
    [
        {"target": 61},
        {"target": 0},
        {"target": True},
        {"target": 51.0},
        {"target": "51"},
        {"target": None},
        {"players": 3},
        {"players": 4.0},
        {"deal": 13},
        {"picada": "Rank"},
        {"picada": ["rank"]},
        {"speed": 1},
    ],
)
def test_c27_nothing_else_can_be_chosen(values: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        cicera.options(values)


@off(
    "C28",
    "cicera.rules",
    "winner = 0 if first > second else 1",
    "winner = 0 if sheet.score(0) > sheet.score(1) else 1",
)
def test_c28_the_higher_total_of_the_game_wins() -> None:
    gained = cicera.outcome(last_card("5S", (0, 0))).totals[1]
    assert cicera.outcome(last_card("5S", (60, 59 - gained))).winners == (0,)
    assert cicera.outcome(last_card("5S", (60, 61 - gained))).winners == (1,)
    assert cicera.outcome(last_card("5S", (60, 61 - gained))).places == (2, 1)


@off(
    "C29",
    "cicera.rules",
    "return after if any(hands) else _next_round(after)",
    "return _next_round(after) if max(totals) >= state.options.target or not any(hands) else after",
)
def test_c29_nobody_wins_in_the_middle_of_a_hand() -> None:
    after = cicera.apply(moment("9D", "2D 7D KS", totals=(50, 0)), 0, cicera.parse("9D:2D+7D"))
    outcome = cicera.outcome(after)
    assert outcome.totals == (51, 0)
    assert not outcome.finished
    assert cicera.to_act(after) == (1,)


# Worked examples


def test_example_1() -> None:
    assert scored(moment("9S", "4S 5S KH KD KC"), "9S:4S+5S") == {"simili": 1}


def test_example_2() -> None:
    assert scored(moment("9S", "4S 5S"), "9S:4S+5S") == {"scua": 1, "simili": 1}


def test_example_3() -> None:
    state = moment("9D", "2H 3D 4C 9S", left="4C")
    assert legal(state) == ["9D", "9D:9S", "9D:2H+3D+4C"]
    assert scored(state, "9D:9S") == {}
    assert scored(state, "9D:4C+3D+2H") == {"quadriglia": 1, "picada": 1}
    assert scored(state._replace(options=Options(picada="rank")), "9D:2H+3D+4C") == {"quadriglia": 1}


def test_example_4() -> None:
    state = moment("TC QS KS", "JH QD")
    assert legal(state) == ["QS", "KS", "TC", "QS:QD"]


def test_example_5() -> None:
    points = hand_points((cards("AS 2S 3S 4S 5S 8S TS"), cards("6S 7S") + NO_SPADES[:20]))[0]
    assert points == {"spade": 1, "mata": 1, "napula": 5}


@off("C28", "cicera.rules", " and first != second:", ":")
def test_example_6() -> None:
    """57–57: another hand, dealt by the next seat."""
    gained = cicera.outcome(last_card("5S", (0, 0))).totals
    tied = last_card("5S", (57 - gained[0], 57 - gained[1]))
    assert cicera.outcome(tied).totals == (57, 57)
    assert not cicera.outcome(tied).finished
    assert cicera.to_act(tied) == (DEALER,)
    assert cicera.dealers(tied) == (0,)


@off("C26", "cicera.rules", "winner = sheet.napoleone", "winner = None")
def test_example_7() -> None:
    spades = " ".join(map(str, FRENCH_DECK[:13]))
    outcome = cicera.outcome(last_card(spades, (3, 60)))
    assert outcome.winners == (0,)
    assert outcome.totals[0] < outcome.totals[1]
    assert outcome.hands[0].detail[0]["napoleone"] is True
    assert outcome.hands[0].detail[0]["napula"] == 13
    assert outcome.places == (1, 2)


def test_example_8() -> None:
    state = moment("9D", "2H 7C", others="", taken=("", "AS AC"), last_taker=1)
    takes = cicera.apply(state, 0, cicera.parse("9D:2H+7C"))
    assert "scua" in {line.name for line in takes.lines}
    assert takes.taken == (cards("9D 2H 7C"), cards("AS AC"))
    leaves = cicera.apply(state, 0, cicera.parse("9D"))
    assert "scua" not in {line.name for line in leaves.lines}
    assert leaves.taken == ((), cards("AS AC 2H 7C 9D"))


# Properties


@given(positions(["cicera"]))
def test_a_hand_is_worth_what_its_detail_says(position: Position) -> None:
    for hand in cicera.outcome(position.state).hands:
        for score, detail in zip(hand.scores, hand.detail, strict=True):
            assert score == sum(points for name, points in detail.items() if name != "napoleone")
