"""The demerits of a round of Civil Suits: cards, moons, Magic, the end of the game (V22–V27)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import civil_suits
from engine.cards import Card, Suit
from engine.civil_suits import DECK, Phase, State
from engine.civil_suits.scoring import detail, score_sheet
from engine.game import Line
from tests.engine.civil_suits.moments import asked, do, moment, scores, sheet, whole
from tests.engine.strategies import Position, positions
from tests.engine.switched_off import off


def lines(state: State) -> list[tuple[str, int, str]]:
    """Return seat 0's lines of the last sheet."""
    return [
        (line.name, line.points, " ".join(map(str, line.cards)))
        for line in state.sheets[-1].lines
        if line.side == 0
    ]


# Cards (V22)


@off(
    "V22",
    "civil_suits.scoring",
    "{OWN: 1, ACES: 3, COURT: 4, MINIONS: 5}",
    "{OWN: 1, ACES: 4, COURT: 4, MINIONS: 5}",
)
def test_v22_worked_example_5() -> None:
    assert scores(sheet("HSDC", "KH AS QD M1 4C", "", "", ""))[0] == 13


@pytest.mark.parametrize(
    ("taken", "demerits"),
    [
        ("AH 2H TH JH KH", 5),
        ("AS AD AC", 9),
        ("JS QS KS JD QD KD JC QC KC", 36),
        ("M1", 5),
        ("M1 M2", 10),
        ("2S 3D 4C TS 9D", 0),
        ("", 0),
    ],
)
def test_v22_what_cards_cost_with_hearts(taken: str, demerits: int) -> None:
    assert scores(sheet("SHDC", "", taken, "", "")) == [0, demerits, 0, 0]


@off(
    "V22",
    "civil_suits.seen",
    "if state.phase is Phase.DEAL or state.phase is Phase.OVER:",
    "if state.phase is Phase.OVER:",
)
def test_v22_civil_suits_are_revealed() -> None:
    state = do(moment("2S", "3S", "4S", "5S", suits="HHDS"), "0 2S, 1 3S, 2 4S, 3 5S")
    for viewer in (0, 1, 2, 3, None):
        seen = civil_suits.observe(state, viewer)
        assert seen.suits == seen.sheets[-1].suits == tuple(map(Suit, "HHDS"))


def test_v22_the_sheet_tells_each_kind_with_its_cards() -> None:
    taken = ("KS 2S QD AH AC M2 9H", "", "", "")
    state = do(moment("4C", "3C", "2C", "5C", taken=taken), "0 4C, 1 3C, 2 2C, 3 5C")
    assert lines(state) == [
        ("own", 2, "2S KS"),
        ("aces", 6, "AH AC"),
        ("court", 4, "QD"),
        ("minions", 5, "M2"),
    ]
    assert civil_suits.outcome(state).totals == (17, 0, 0, 4)


# Moons (V23–V25)


@off("V23", "civil_suits.scoring", "if shooters[seat]:", "if False:")
def test_v23_shooting_the_moon() -> None:
    of = sheet("HSDC", f"{whole('H')} AS QD M1 M2", "2S", "", "")
    assert scores(of) == [0, 1, 0, 0]
    assert detail(of, 0) == {"cards": 0, "magic": 0, "together": 0, "moon": "own"}
    twelve = sheet("HSDC", f"{whole('H')[3:]} AS QD M1 M2", "2S", "", "")
    assert scores(twelve)[0] == 12 + 3 + 4 + 10
    assert detail(twelve, 0)["moon"] is None


@off("V24", "civil_suits.scoring", "TOGETHER_POINTS: Final = -13", "TOGETHER_POINTS: Final = 0")
def test_v24_worked_example_7() -> None:
    of = sheet("HSDC", "", f"{whole('S')} AH", "", f"{whole('C')} M1")
    assert scores(of) == [0, -13, 0, -13]
    assert detail(of, 3) == {"cards": 0, "magic": 0, "together": -13, "moon": "own"}


@off(
    "V3",
    "civil_suits.scoring",
    "((Suit.SPADES, Suit.CLUBS), (Suit.HEARTS, Suit.DIAMONDS))",
    "((Suit.SPADES, Suit.HEARTS), (Suit.DIAMONDS, Suit.CLUBS))",
)
@pytest.mark.parametrize(
    ("suits", "together"),
    [
        ("SHDC", [False, False, False, False]),
        ("HSDC", [True, False, True, False]),
        ("HDSC", [True, True, False, False]),
        ("SCHH", [True, True, False, False]),
        ("SSDC", [False, False, False, False]),
    ],
)
def test_v24_two_suits_of_one_colour(suits: str, together: list[bool]) -> None:
    """Seats 0 and 1, or 0 and 2, each take all of the suit that they noted; the others nothing."""
    shooters = [0, 2] if suits == "HSDC" else [0, 1]
    taken = [whole(suits[seat]) if seat in shooters else "" for seat in range(4)]
    if suits == "SSDC":
        taken = [whole("S"), whole("C"), "", ""]
    of = sheet(suits, *taken)
    assert [detail(of, seat)["together"] == -13 for seat in range(4)] == together


def test_v24_both_colours_at_once() -> None:
    of = sheet("SHDC", whole("S"), whole("H"), whole("D"), whole("C"))
    assert scores(of) == [-13, -13, -13, -13]


@off("V25", "civil_suits.scoring", "spared |= cards", "pass")
def test_v25_worked_example_6() -> None:
    of = sheet("HSDC", f"{whole('S')} QD", "", "", "")
    assert scores(of)[0] == 4
    assert detail(of, 0) == {"cards": 4, "magic": 0, "together": 0, "moon": "wrong"}


def test_v25_the_rest_counts() -> None:
    assert scores(sheet("HSDC", f"{whole('S')} {whole('C')} KD 2H AH M1", "", "", ""))[0] == 4 + 2 + 5
    assert scores(sheet("HSDC", f"{whole('S')[3:]} QD", "", "", ""))[0] == 12 + 4


def test_v25_both_moons_are_the_own() -> None:
    of = sheet("SHDC", " ".join(map(str, DECK)), "", "", "")
    assert scores(of) == [0, 0, 0, 0]
    assert detail(of, 0)["moon"] == "own"


def test_moons_have_a_line_with_their_cards() -> None:
    of = sheet("SHDC", whole("S"), whole("D"), "", "")
    assert [(line.side, line.name, line.points, len(line.cards)) for line in of.lines] == [
        (0, "moon", 0, 13),
        (1, "wrong-moon", 0, 13),
    ]


# Magic (V26)


@off(
    "V26",
    "civil_suits.scoring",
    "[line for line in magic if line.side == seat]",
    "[line for line in magic if line.side == seat and not shooters[seat]]",
)
def test_v26_magic_counts_even_with_a_moon() -> None:
    of = sheet("SHDC", whole("S"), "", "", f"{whole('C')} AH", magic=(0, 3, 3))
    assert scores(of) == [-14, 0, 0, -15]
    assert detail(of, 3) == {"cards": 0, "magic": -2, "together": -13, "moon": "own"}


def test_v26_it_is_not_counted_twice() -> None:
    state = do(moment("QH", "JC", "9S", "5S"), "0 QH, 1 JC, 2 9S, 3 5S, 0 magic score")
    assert state.totals == (-1, 0, 0, 0)
    state = do(state, "1 might none")
    assert state.totals == (9, 0, 0, 0)
    assert civil_suits.outcome(state).hands[-1].scores == (9, 0, 0, 0)
    assert civil_suits.outcome(state).hands[-1].detail[0] == {
        "cards": 10,
        "magic": -1,
        "together": 0,
        "moon": None,
    }
    assert Line(0, "magic", -1) in state.sheets[-1].lines


def test_v26_totals_may_fall_below_zero() -> None:
    state = do(moment("QH", "JC", "9S", "5S", totals=(0, -3, 0, 0)), "0 QH, 1 JC, 2 9S, 3 5S, 0 magic score")
    assert do(state, "1 might S").totals == (-1, -3, 8, 0)


# The end of the game (V27)


def last_trick(*totals: int, number: int = 4) -> State:
    """Return the state after the last trick of a round without scores, from these totals."""
    state = moment("4S", "3S", "2C", "5D", number=number, totals=totals, suits="HHHH")
    return do(state, "0 4S, 1 3S, 2 2C, 3 5D")


@off("V27", "civil_suits.ending", "if totals[seat] == min(totals)]", "if seat == totals.index(min(totals))]")
@pytest.mark.parametrize(
    ("totals", "winners", "places"),
    [
        ((40, 31, 52, 33), (1,), (2, 1, 2, 2)),
        ((-2, 31, 52, -2), (0, 3), (1, 2, 2, 1)),
        ((7, 7, 7, 7), (0, 1, 2, 3), (1, 1, 1, 1)),
    ],
)
def test_v27_the_lowest_total_wins(
    totals: tuple[int, ...], winners: tuple[int, ...], places: tuple[int, ...]
) -> None:
    state = last_trick(*totals)
    outcome = civil_suits.outcome(state)
    assert (outcome.finished, outcome.winners, outcome.places) == (True, winners, places)
    assert outcome.totals == totals
    assert civil_suits.to_act(state) == ()


@off(
    "V27",
    "civil_suits.ending",
    "over = len(state.sheets) + 1 == ROUNDS",
    "over = len(state.sheets) + 2 >= ROUNDS",
)
def test_v27_after_four_rounds() -> None:
    state = last_trick(9, 1, 2, 3, number=3)
    assert asked(state) == "deal -1"
    outcome = civil_suits.outcome(state)
    assert (outcome.finished, outcome.winners, outcome.places) == (False, (), None)
    assert len(outcome.hands) == 3


# Properties


@given(st.permutations(DECK), st.lists(st.sampled_from(Suit), min_size=4, max_size=4), st.data())
def test_demerits_are_those_of_the_rule_book(
    deck: list[Card], suits: list[Suit], data: st.DataObject
) -> None:
    """Counted again, card by card; in card order whole suits often come together."""
    if data.draw(st.booleans()):
        deck.sort()
    cuts = sorted(data.draw(st.integers(0, len(DECK))) for _ in range(3))
    piles = [deck[a:b] for a, b in zip([0, *cuts], [*cuts, len(DECK)], strict=True)]
    of = score_sheet(suits, piles, ())
    for seat, own in enumerate(suits):
        counts = Counter(c.suit for c in piles[seat])
        demerits = 5 * counts[None]
        for c in piles[seat]:
            if c.suit is own:
                demerits += 1
            elif c.suit is not None and counts[c.suit] < 13:
                demerits += {"A": 3, "J": 4, "Q": 4, "K": 4}.get(c.text[0], 0)
        expected = 0 if counts[own] == 13 else demerits
        assert detail(of, seat)["cards"] == expected
        assert of.score(seat) in (expected, expected - 13 * (counts[own] == 13))


@given(positions(["civil-suits"], steps=400))
def test_a_round_is_worth_what_its_detail_says(position: Position) -> None:
    for hand in civil_suits.outcome(position.state).hands:
        for score, of in zip(hand.scores, hand.detail, strict=True):
            assert score == of["cards"] + of["magic"] + of["together"]
    if position.state.phase is Phase.OVER:
        assert len(position.state.sheets) == 4
