"""Ciapano by the book: scores and winning (P6, P9–P15) and the worked examples, each test citing its rule."""

import pytest
from hypothesis import given

from engine import ciapano
from engine.cards import card
from engine.ciapano import DECK
from engine.ciapano.scoring import places, plays, score_sheet
from engine.game import DEALER
from tests.engine.ciapano.moments import THREE, after_hand, cards, moment, piles, play, scores
from tests.engine.strategies import Position, played, positions
from tests.engine.switched_off import off

# The discard


@off(
    "P6",
    "ciapano.rules",
    "piles[last.taker].append(state.discard)",
    "piles[state.dealer or 0].append(state.discard)",
)
def test_p6_the_discard_goes_to_the_winner_of_the_last_trick() -> None:
    state = moment("7S", "4S", "5S", discard="AS", dealer=2, taken=[cards("AH KS"), cards("QD"), cards("3C")])
    sheet = play(state, "7S, 4S, 5S").sheets[0]
    assert sheet.thirds == (7, 1, 1)
    assert sheet.lines[0].cards == cards("AS KS AH")


@pytest.mark.parametrize("number", range(14))
def test_p6_any_card_may_be_discarded(number: int) -> None:
    state = ciapano.deal(ciapano.start(THREE), 0, DECK)
    assert play(state, f"discard {state.hands[0][number]}").discard is state.hands[0][number]


# Scoring a hand


@off("P9", "ciapano.scoring", "n // 3 for n in thirds", "round(n / 3) for n in thirds")
@pytest.mark.parametrize(
    ("thirds", "points"),
    [((2, 4, 12, 14), (0, 1, 4, 4)), ((3, 5, 6, 18), (1, 1, 2, 6)), ((0, 0, 31, 1), (0, 0, 10, 0))],
)
def test_p9_the_fraction_is_dropped(thirds: tuple[int, ...], points: tuple[int, ...]) -> None:
    detail = ciapano.outcome(after_hand(thirds, last=0)).hands[0].detail
    assert [part["thirds"] for part in detail] == list(thirds)
    last = 11 - sum(points)
    assert scores(after_hand(thirds, last=0)) == (points[0] + last, *points[1:])


@off("P10", "ciapano.scoring", "last = HAND - sum(whole)", "last = 1")
@pytest.mark.parametrize(
    ("thirds", "last"), [((32, 0, 0, 0), 1), ((31, 1, 0, 0), 1), ((2, 2, 1, 27), 2), ((2, 2, 2, 2, 24), 3)]
)
def test_p10_the_last_trick_makes_the_hand_worth_11(thirds: tuple[int, ...], last: int) -> None:
    after = after_hand(thirds, last=1)
    assert after.sheets[0].last == last
    assert [part["last"] for part in ciapano.outcome(after).hands[0].detail][:2] == [0, last]
    assert sum(scores(after)) == 11


@off("P11", "ciapano.scoring", "cappotto = taker if whole[taker] + last == HAND else None", "cappotto = None")
@off("P11", "ciapano.scoring", "if whole[taker] + last == HAND else", "if thirds[taker] == sum(thirds) else")
def test_p11_cappotto_turns_the_score_round() -> None:
    for thirds in ((32, 0, 0, 0), (30, 1, 0, 1), (28, 2, 2, 0)):
        after = after_hand(thirds, last=0)
        assert scores(after) == (0, 11, 11, 11)
        detail = ciapano.outcome(after).hands[0].detail
        assert [part["cappotto"] for part in detail] == [True, False, False, False]
        assert detail[0]["last"] == 11 - thirds[0] // 3


def test_p11_only_with_all_eleven() -> None:
    assert scores(after_hand((29, 3, 0, 0), last=0)) == (10, 1, 0, 0)
    assert scores(after_hand((32, 0, 0, 0), last=3)) == (10, 0, 0, 1)


def test_p11_who_is_out_scores_nothing() -> None:
    after = after_hand((32, 0, 0, 0), last=0, totals=(0, 35, 0, 2), out=(0, 1, 0, 0))
    assert scores(after) == (0, 0, 11, 11)
    assert ciapano.outcome(after).totals == (0, 35, 11, 13)
    assert ciapano.outcome(after).hands[0].detail[1] == {"thirds": 0, "last": 0, "cappotto": False}


# Leaving and winning


@off("P12", "ciapano.scoring", "if totals[seat] >= OUT]", "if totals[seat] > OUT]")
def test_p12_31_points_remove_a_player_who_keeps_them() -> None:
    after = after_hand((9, 9, 6, 8), last=0, totals=(27, 28, 28, 0))
    assert ciapano.outcome(after).totals == (31, 31, 30, 2)
    assert after.out == (1, 1, 0, 0)
    assert ciapano.to_act(after) == (DEALER,)
    assert not ciapano.outcome(after).finished


def test_p12_who_is_removed_plays_no_later_hand() -> None:
    out = (0, 2, 3)
    assert [[plays(out, seat, hand) for seat in range(3)] for hand in (1, 2, 3, 4)] == [
        [True, True, True],
        [True, True, True],
        [True, False, True],
        [True, False, False],
    ]


def test_p12_nobody_leaves_during_a_hand() -> None:
    state = moment("3S 7H", "AS 4H", "2S 5H", "KS 6H", totals=(30, 0, 0, 0), taken=piles(24, 2))
    after = play(state, "3S, AS, 2S, KS")
    assert after.thirds[0] == 30
    assert after.out == (0, 0, 0, 0)
    assert ciapano.outcome(after).totals == (30, 0, 0, 0)


@off("P13", "ciapano.rules", "winner=staying[0] if len(staying) == 1 else None,", "winner=None,")
def test_p13_the_last_player_left_wins() -> None:
    after = after_hand((9, 12, 11, 0), last=0, totals=(28, 28, 27, 40), out=(0, 0, 0, 1))
    outcome = ciapano.outcome(after)
    assert outcome.totals == (32, 32, 30, 40)
    assert outcome.winners == (2,)
    assert outcome.finished
    assert outcome.places == (2, 2, 1, 4)
    assert ciapano.to_act(after) == ()


@off("P14", "ciapano.scoring", "    if len(leaving) < len(seats):", "    if True:")
def test_p14_if_all_leave_the_lowest_total_wins() -> None:
    outcome = ciapano.outcome(after_hand((9, 12, 11, 0), last=0, totals=(30, 30, 28, 40), out=(0, 0, 0, 1)))
    assert outcome.totals == (34, 34, 31, 40)
    assert outcome.winners == (2,)
    assert outcome.places == (2, 2, 1, 4)


@off("P14", "ciapano.scoring", "min([totals[seat] for seat in seats])", "min(totals)")
def test_p14_the_lowest_wins_even_if_who_left_before_has_less() -> None:
    outcome = ciapano.outcome(after_hand((12, 20, 0), last=0, totals=(31, 30, 31), out=(0, 0, 1)))
    assert outcome.totals == (36, 36, 31)
    assert not outcome.finished
    outcome = ciapano.outcome(after_hand((12, 20, 0), last=1, totals=(31, 30, 31), out=(0, 0, 1)))
    assert outcome.totals == (35, 37, 31)
    assert outcome.winners == (0,)


@off(
    "P14",
    "ciapano.scoring",
    "if totals[seat] > lowest]",
    "if totals[seat] > lowest or seat != totals.index(lowest)]",
)
def test_p14_the_tied_stay_in_and_play_on() -> None:
    tied = after_hand((12, 11, 9), last=2, totals=(28, 29, 30))
    assert tied.totals == (32, 32, 34)
    assert tied.out == (0, 0, 1)
    assert ciapano.to_act(tied) == (DEALER,)
    assert not ciapano.outcome(tied).finished
    all_tied = after_hand((12, 11, 9), last=2, totals=(28, 29, 28))
    assert all_tied.totals == (32, 32, 32)
    assert all_tied.out == (0, 0, 0)


def test_p14_is_applied_afresh_after_every_later_hand() -> None:
    """Three are tied for the lowest; in the next hand two of them, and only these stay."""
    after = after_hand((9, 9, 14, 0), last=2, totals=(33, 33, 33, 40), out=(0, 0, 0, 5))
    assert after.totals == (36, 36, 38, 40)
    assert after.out == (0, 0, 1, 5)
    assert not ciapano.outcome(after).finished
    # Nobody is removed where all that are left are the lowest.
    again = after_hand((15, 17), last=0, totals=(36, 36))
    assert again.totals == (42, 41)
    assert ciapano.outcome(again).winners == (1,)


def test_p14_one_below_31_is_no_tie() -> None:
    """A seat with 31 leaves, although it has tied for the lowest of the leavers."""
    after = after_hand((9, 9, 6, 8), last=3, totals=(28, 28, 28, 22))
    assert after.totals == (31, 31, 30, 25)
    assert after.out == (1, 1, 0, 0)


@off("P15", "ciapano.scoring", "(bool(hand), -hand, total)", "(bool(hand), total)")
@off("P15", "ciapano.scoring", "(bool(hand), -hand, total)", "(bool(hand), -hand)")
@pytest.mark.parametrize(
    ("out", "totals", "expected"),
    [
        ((3, 2, 1, 0), (40, 31, 32, 12), (2, 3, 4, 1)),
        ((2, 2, 2, 0), (33, 31, 32, 30), (4, 2, 3, 1)),
        ((2, 2, 1, 0), (33, 33, 31, 30), (2, 2, 4, 1)),
        ((1, 1, 1, 0), (33, 33, 33, 30), (2, 2, 2, 1)),
        ((1, 3, 0, 3, 2), (31, 35, 33, 34, 31), (5, 3, 1, 2, 4)),
    ],
)
def test_p15_places(out: tuple[int, ...], totals: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert places(out, totals) == expected


# Worked examples


def test_example_1() -> None:
    after = after_hand((13, 14, 5), last=2)
    assert scores(after) == (4, 4, 3)
    assert after.sheets[0].last == 2


def test_example_2() -> None:
    assert scores(after_hand((30, 1, 1), last=0)) == (0, 11, 11)


def test_example_3() -> None:
    after = after_hand((32, 0, 0), last=1)
    assert scores(after) == (10, 1, 0)
    assert after.sheets[0].cappotto is None


def test_example_4() -> None:
    after = after_hand((3, 12, 15, 2), last=1, totals=(30, 28, 12, 9))
    assert scores(after) == (1, 5, 5, 0)
    assert after.totals == (31, 33, 17, 9)
    assert after.out == (1, 1, 0, 0)
    assert ciapano.dealers(after) == (2,)
    dealt = ciapano.deal(after, 2, DECK)
    assert [len(hand) for hand in dealt.hands] == [0, 0, 20, 20]
    assert ciapano.to_act(dealt) == (3,)


def test_example_5() -> None:
    state = moment("4S 4H", "3H 5H", "5S 6H", "7D 7H")
    assert play(state, "4S, 3H, 5S, 7D").tricks[-1].taker == 2


def test_example_6() -> None:
    """The dealer, seat 2, has discarded the ace of spades."""
    rest = [pile for pile in piles(29)[0] if pile is not card("AS")]
    state = moment("7S", "4S", "5S", discard="AS", dealer=2, taken=[[], rest, []])
    after = play(state, "7S, 4S, 5S")
    assert after.sheets[0].thirds[0] == 3
    assert scores(after)[2] == 0


# The sheet


def test_the_sheet_names_the_cards_that_count() -> None:
    trick = cards("7S 4S 5S 6S")
    # Each suit from the 3 down (P2).
    sheet = score_sheet((0, 1, 2, 3), (cards("AS 7H 2H KS 3S KD"), cards("JC"), (), ()), 1, trick)
    assert [(line.side, line.name, line.points, line.cards) for line in sheet.lines] == [
        (0, "cards", 2, cards("3S AS KS 2H KD")),
        (1, "cards", 0, cards("JC")),
        (1, "last", 9, trick),
    ]


def test_the_sheet_of_a_cappotto() -> None:
    sheet = after_hand((30, 2, 0, 0), last=0, totals=(0, 0, 40, 0), out=(0, 0, 1, 0)).sheets[0]
    assert [(line.side, line.name, line.points) for line in sheet.lines] == [
        (0, "cards", 10),
        (0, "last", 1),
        (0, "cappotto", -11),
        (1, "cards", 0),
        (1, "cappotto", 11),
        (3, "cappotto", 11),
    ]


# Properties


@given(positions(["ciapano"], steps=700))
def test_a_hand_is_worth_what_its_sheet_says(position: Position) -> None:
    outcome = ciapano.outcome(position.state)
    totals = [0] * len(position.seats)
    out = [0] * len(position.seats)
    for hand, sheet in zip(outcome.hands, position.state.sheets, strict=True):
        assert sum(sheet.thirds) == 32
        assert sheet.last in (1, 2, 3)
        in_game = len(position.seats) - sum(map(bool, out))
        assert sum(hand.scores) == (11 if sheet.cappotto is None else 11 * (in_game - 1))
        for seat, score in enumerate(hand.scores):
            if out[seat]:
                assert score == 0
                assert hand.detail[seat] == {"thirds": 0, "last": 0, "cappotto": False}
            elif sheet.cappotto is None:
                assert score == sheet.thirds[seat] // 3 + (sheet.last if seat == sheet.taker else 0)
            totals[seat] += score
        leaving = [seat for seat in position.seats if not out[seat] and totals[seat] >= 31]
        if len(leaving) == in_game:
            leaving = [seat for seat in leaving if totals[seat] > min(totals[seat] for seat in leaving)]
        for seat in leaving:
            out[seat] = outcome.hands.index(hand) + 1
    assert outcome.totals == tuple(totals)
    assert outcome.finished == (out.count(0) == 1)


def test_whole_games_reach_every_ending() -> None:
    """Removals one by one, several at once, and a hand that removes all that are left."""
    seen, every = set[str](), {"all at once", "last one left", "shared place"}
    for seed in range(120):
        if seen == every and seed > 40:
            break
        state = played(ciapano, {"players": 3 + seed % 3}, seed, 9999).state
        outcome = ciapano.outcome(state)
        assert outcome.places is not None
        assert sorted(outcome.places)[0] == outcome.places[outcome.winners[0]] == 1
        seen.add("all at once" if outcome.totals[outcome.winners[0]] >= 31 else "last one left")
        seen |= {"shared place" for place in (2, 3, 4) if outcome.places.count(place) > 1}
    assert seen == every
