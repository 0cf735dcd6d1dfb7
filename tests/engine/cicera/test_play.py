"""Cicera by the book: players, deal and play (C1–C15), and the notation, each test citing its rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cicera
from engine.cards import FRENCH_DECK, Card
from engine.cicera import Options, State
from engine.game import DEALER, BadNotation, IllegalAction
from tests.engine.cicera.moments import FOUR, TWO, cards, legal, moment
from tests.engine.strategies import Position, paired_options, played, positions
from tests.engine.switched_off import off


def refusal(state: State, text: str, seat: int = 0) -> tuple[str, str]:
    """Return rule and name of the reason why `seat` may not play `text`."""
    with pytest.raises(IllegalAction) as caught:
        cicera.apply(state, seat, cicera.parse(text))
    return caught.value.rule, caught.value.name


# Players, seats, deck


@off("C1", "cicera.options", "((0, 2), (1, 3)) if", "((0, 1), (2, 3)) if")
@off("C1", "cicera.rules", "(seat + 1) % state.options.players,", "(seat - 1) % state.options.players,")
def test_c1_partners_sit_opposite_and_the_turn_goes_round() -> None:
    assert cicera.sides(FOUR) == ((0, 2), (1, 3))
    position = played(cicera, {}, seed=1, steps=49)
    seats = [int(action[0]) for action in position.record.actions]
    first = (position.record.deals[0].dealer + 1) % 4
    assert seats == [(first + turn) % 4 for turn in range(48)]


@off("C2", "cicera.options", "else ((0,), (1,))", "else ((0, 1),)")
def test_c2_with_two_players_each_is_a_team() -> None:
    assert cicera.sides(TWO) == ((0,), (1,))
    position = played(cicera, {"players": 2}, seed=1, steps=49)
    assert {int(action[0]) for action in position.record.actions} == {0, 1}


@off("C3", "cicera.actions", "DECK: Final = FRENCH_DECK", "DECK: Final = FRENCH_DECK[:-1]")
def test_c3_52_cards_in_card_order() -> None:
    assert " ".join(map(str, cicera.DECK)) == " ".join(r + s for s in "SHDC" for r in "A23456789TJQK")


@off("C4", "cicera.rules", "HIGHEST_VALUE: Final = 10", "HIGHEST_VALUE: Final = 13")
@pytest.mark.parametrize("rank", "JQK")
def test_c4_j_q_k_have_no_value(rank: str) -> None:
    state = moment(f"{rank}S TC", f"TH {rank}H AS")
    assert refusal(state, f"{rank}S:TH") == ("C12", "face")
    assert refusal(state, f"TC:{rank}H") == ("C12", "sum-face")


# The deal


@off("C5", "cicera.rules", "return ((state.dealer + 1) % state.options.players,)", "return (state.dealer,)")
def test_c5_any_seat_deals_first_and_then_the_next() -> None:
    start = cicera.start(FOUR)
    assert cicera.dealers(start) == (0, 1, 2, 3)
    position = played(cicera, {}, seed=2, steps=2 * 49 + 1)
    first, second, *_ = (deal.dealer for deal in position.record.deals)
    assert second == (first + 1) % 4
    finished_hand = position.states[49]
    assert cicera.dealers(finished_hand) == (second,)
    with pytest.raises(IllegalAction, match="does not deal") as caught:
        cicera.deal(finished_hand, first, FRENCH_DECK)
    assert caught.value.rule == "C5"


@off("C6", "cicera.rules", "return (dealer - 1) % options.players", "return (dealer + 1) % options.players")
def test_c6_the_player_on_the_dealers_left_cuts() -> None:
    assert [cicera.cutter(FOUR, dealer) for dealer in range(4)] == [3, 0, 1, 2]
    assert [cicera.cutter(cicera.options({"players": 2}), dealer) for dealer in range(2)] == [1, 0]


@off(
    "C7",
    "cicera.rules",
    "cards[(seat - dealer - 1) % players :: players]",
    "cards[seat * len(cards) // players : (seat + 1) * len(cards) // players]",
)
def test_c7_twelve_each_one_at_a_time_then_four_on_the_table() -> None:
    state = cicera.deal(cicera.start(FOUR), 2, FRENCH_DECK)
    assert state.hands[3] == FRENCH_DECK[0:48:4]
    assert state.hands[2] == FRENCH_DECK[3:48:4]
    assert state.table == state.opening == FRENCH_DECK[48:]
    assert state.stock == ()


@off("C8", "cicera.rules", "    if not state.stock:", "    if True:")
@off(
    "C8",
    "cicera.rules",
    "return state._replace(hands=hands, stock=state.stock[dealt:])",
    "return state._replace(hands=hands, stock=state.stock[dealt:], table=())",
)
def test_c8_two_players_get_twelve_more_and_the_table_stays() -> None:
    state = cicera.deal(cicera.start(TWO), 0, FRENCH_DECK)
    assert state.hands[1] == FRENCH_DECK[0:24:2]
    assert state.table == FRENCH_DECK[24:28]
    assert state.stock == FRENCH_DECK[28:]
    for _ in range(24):
        state = cicera.apply(state, state.turn, cicera.legal(state, state.turn)[0])
    assert state.hands == (FRENCH_DECK[29::2], FRENCH_DECK[28::2])
    assert len(state.table) == 28
    assert state.stock == ()
    assert state.turn == 1
    assert state.sheets == ()


@off("C9", "cicera.rules", "state.options.players, state.options.deal", "state.options.players, 12")
@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (2, 4)])
def test_c9_six_cards_at_a_time(players: int, rounds: int) -> None:
    state = cicera.deal(cicera.start(Options(players, deal=6)), 0, FRENCH_DECK)
    size = 6 * players
    for number in range(rounds):
        assert [len(hand) for hand in state.hands] == [6] * players
        assert len(state.stock) == 48 - size * (number + 1)
        assert len(state.table) == 4 + size * number
        for _ in range(size):
            state = cicera.apply(state, state.turn, cicera.legal(state, state.turn)[0])
    assert len(state.sheets) == 1


@pytest.mark.parametrize("deck", [FRENCH_DECK[1:], FRENCH_DECK[1:] + FRENCH_DECK[1:2]])
def test_a_deal_takes_a_whole_deck_and_only_when_it_is_due(deck: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="all 52"):
        cicera.deal(cicera.start(FOUR), 0, deck)
    with pytest.raises(ValueError, match="no deal is due"):
        cicera.deal(cicera.deal(cicera.start(FOUR), 0, FRENCH_DECK), 1, FRENCH_DECK)


# The play


@off("C10", "cicera.rules", "turn=(dealer + 1) % players,", "turn=dealer,")
def test_c10_the_dealers_right_begins_and_one_plays_from_ones_hand() -> None:
    assert cicera.deal(cicera.start(FOUR), 3, FRENCH_DECK).turn == 0
    state = moment("7S", "")
    assert refusal(state, "7S", seat=1) == ("C10", "turn")
    assert refusal(state, "7S", seat=4) == ("C10", "turn")
    assert refusal(state, "8S") == ("C10", "hand")


def test_c10_nobody_plays_between_the_hands_or_after_the_end() -> None:
    for state in (
        cicera.start(FOUR),
        played(cicera, {}, 1, 49).state,
        played(cicera, {"target": 11}, 1, 999).state,
    ):
        for seat in (0, 1, 2, 3, DEALER):
            assert cicera.legal(state, seat) == ()
            assert refusal(state, "7S", seat) == ("C10", "turn")


@off("C11", "cicera.rules", "table = (*table, played)", "table = tuple(table)")
def test_c11_what_captures_nothing_lies_face_up() -> None:
    after = cicera.apply(moment("7S", "2H 4D"), 0, cicera.parse("7S"))
    assert after.table == cards("2H 4D 7S")


@off(
    "C12",
    "cicera.rules",
    "if len(taken) > 1 or taken[0].rank != played.rank:",
    "if any(c.rank != played.rank for c in taken):",
)
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("9D:9S+2H", "sum"),
        ("9D:9S+9C", "sum"),
        ("9D:2H", "sum"),
        ("9D:2H+3D", "sum"),
        ("9D:8C", "table"),
        ("9D:3D+3D+3D", "twice"),
        ("QS:QH+QD", "face"),
        ("QS:2H", "face"),
        ("QS:9S+3D", "face"),
        ("9D:QH", "sum-face"),
    ],
)
def test_c12_one_card_of_the_value_or_one_set_that_sums_to_it(text: str, reason: str) -> None:
    assert refusal(moment("9D QS", "2H 3D 4C 9S 9C QH QD"), text) == ("C12", reason)


@off("C12", "cicera.rules", "if total != played.rank:", "if total % played.rank:")
def test_c12_no_two_sets_in_a_turn() -> None:
    assert refusal(moment("5S", "AS 4S 2H 3H"), "5S:AS+2H+3H+4S") == ("C12", "sum")


@off(
    "C13",
    "cicera.rules",
    "return (*[_play(c) for c in hand], *captures)",
    "return tuple(captures) or tuple([_play(c) for c in hand])",
)
def test_c13_the_capture_is_free() -> None:
    assert legal(moment("9D", "2H 3D 4C 9S 9C")) == ["9D", "9D:9S", "9D:2H+3D+4C", "9D:9C"]


@off("C14", "cicera.rules", "(*piles[side], played, *taken)", "(*piles[side], *taken)")
def test_c14_the_capture_goes_to_the_side() -> None:
    state = moment("9D", "2H 7D KH", taken=("AS 2S", "5C"))
    after = cicera.apply(state, 0, cicera.parse("9D:2H+7D"))
    assert after.taken == (cards("AS 2S 9D 2H 7D"), cards("5C"))
    assert after.table == cards("KH")
    assert after.hands[0] == ()
    assert after.last_taker == 0


@off("C15", "cicera.rules", "(*pile, *state.table) if side == state.last_taker else pile", "pile")
def test_c15_the_rest_goes_to_the_last_capturer_without_play_points() -> None:
    state = moment("9D", "KH", others="", taken=("", "AS AC"), last_taker=1)
    after = cicera.apply(state, 0, cicera.parse("9D"))
    assert after.taken == ((), cards("AS AC KH 9D"))
    assert after.table == ()
    assert {line.name for line in after.lines} == {"carte", "spade"}


@off(
    "C15",
    "cicera.rules",
    "if side == state.last_taker else pile",
    "if side == (state.last_taker or 0) else pile",
)
@pytest.mark.parametrize("values", paired_options(cicera))
def test_c15_where_nobody_captured_the_cards_count_for_nobody(values: dict[str, object]) -> None:
    position = played(cicera, values, seed=3, steps=49, tempers=["first"])
    assert cicera.outcome(position.state).hands[0].scores == (0, 0)
    assert position.state.taken == ((), ())
    assert cicera.to_act(position.state) == (DEALER,)


# Notation


def test_captures_are_written_in_ascending_rank_then_card_order() -> None:
    assert str(cicera.parse("9D:4C+2H+3D")) == "9D:2H+3D+4C"
    assert str(cicera.parse("9D:3D+3S+3H")) == "9D:3S+3H+3D"


def test_legal_compares_sets_card_by_card() -> None:
    state = moment("5D 3S", "AS 2S 3H 4C AH 2D")
    assert legal(state) == [
        *("3S", "5D", "3S:AS+2S", "3S:AS+2D", "3S:AH+2S", "3S:AH+2D", "3S:3H"),
        *("5D:AS+2S+2D", "5D:AS+AH+3H", "5D:AS+4C", "5D:2S+3H", "5D:AH+2S+2D", "5D:AH+4C", "5D:2D+3H"),
    ]


@pytest.mark.parametrize(
    "text", ["", "7", "7d", "7D ", " 7D", "7D:", ":7D", "7D:3H+", "7D:3H 4C", "10D", "7D:3H,4C", "M1", "٧D"]
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(BadNotation):
        cicera.parse(text)


# Properties


def _sets(value: int, table: list[Card]) -> set[frozenset[Card]]:
    """Return every set of numbered cards of `table` that sums to `value`, by trying them all."""
    numbered = [c for c in table if c.rank <= 10]
    chosen = ([c for i, c in enumerate(numbered) if mask >> i & 1] for mask in range(2 ** len(numbered)))
    return {frozenset(taken) for taken in chosen if sum(c.rank for c in taken) == value}


@given(st.lists(st.sampled_from(FRENCH_DECK), min_size=1, max_size=10, unique=True))
def test_legal_finds_every_capture_and_no_other(drawn: list[Card]) -> None:
    played_card, *table = drawn
    state = moment(str(played_card), " ".join(map(str, table)))
    found = [frozenset(play.taken) for play in cicera.legal(state, 0) if play.taken]
    if played_card.rank > 10:
        expected = {frozenset([c]) for c in table if c.rank == played_card.rank}
    else:
        expected = _sets(played_card.rank, table)
    assert len(found) == len(expected)
    assert set(found) == expected


@given(positions(["cicera"]))
def test_legal_is_in_the_order_of_the_record(position: Position) -> None:
    for state in position.states:
        for seat in position.seats:
            plays = cicera.legal(state, seat)
            keys = [(bool(play.taken), play.card.order, [c.order for c in play.taken]) for play in plays]
            assert keys == sorted(keys)
            for play in plays:
                written = [(c.rank, c.order) for c in play.taken]
                assert written == sorted(written)
