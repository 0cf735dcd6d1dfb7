"""Tricks of Civil Suits: turns, takers, Minions and their bans, ties (V10–V16, V21)."""

import pytest

from engine.cards import Suit, card
from engine.civil_suits.trick import challenged, spoils, tied
from engine.game import DEALER
from tests.engine.civil_suits.moments import asked, cards, do, legal, moment, refused
from tests.engine.switched_off import off

REST = ("2S 3S", "2H 3H", "2D 3D", "2C 3C")
"""Hands that are left after the trick in question."""


def with_rest(*hands: str) -> list[str]:
    """Return hands that hold the remaining cards, too."""
    return [f"{hand} {rest}" for hand, rest in zip(hands, REST, strict=True)]


# Turns (V10)


@off("V1", "civil_suits.state", "(seat + step) % SEATS for step", "(seat - step) % SEATS for step")
def test_v10_clockwise_one_card_each() -> None:
    state = moment(*with_rest("4S", "5S", "6S", "7S"), leader=2)
    for seat in (2, 3, 0, 1):
        assert asked(state) == f"play {seat}"
        assert legal(state, (seat + 1) % 4) == []
        state = do(state, f"{seat} {4 + seat}S")
    assert asked(state) == "play 3"


def test_v10_it_is_refused_out_of_turn() -> None:
    state = moment(*with_rest("4S", "5S", "6S", "7S"))
    assert refused(state, "1 5S") == ("V10", "turn")
    assert refused(state, "0 4S, 0 2S") == ("V10", "turn")
    assert refused(state, f"{DEALER} 4S") == ("V10", "turn")
    assert refused(state, "9 4S") == ("V10", "turn")


@off("V10", "civil_suits.laying", "if hands[seat] and seat not in have_laid:", "if seat not in have_laid:")
def test_v10_players_without_cards_are_skipped() -> None:
    state = moment("4S 2S", "", "6S 2D", "7S 2C")
    state = do(state, "0 4S")
    assert asked(state) == "play 2"
    state = do(state, "2 6S, 3 7S")
    assert asked(state) == "play 3"
    assert [seat for seat, _ in state.tricks[-1].laid] == [0, 2, 3]


def test_v10_the_next_with_cards_lays_for_who_has_none() -> None:
    state = do(moment("2H 3H", "5S", "KS", "7S 8S", leader=3), "3 7S, 0 2H, 1 5S, 2 KS")
    assert state.taker == 2
    assert asked(state) == "play 3"


@off(
    "V10",
    "civil_suits.powers",
    "        if champion is not None:",
    "        if champion is not None and state.hands[champion]:",
)
def test_v10_their_last_card_can_make_a_champion() -> None:
    """QH has more Magic than KC, and its player no card left."""
    state = do(moment("QH", "KC 2H", "5C 2D", "6C 2C"), "0 QH, 1 KC, 2 5C, 3 6C")
    assert state.trick.champions == (1, 0, 1)
    assert asked(do(state, "1 intelligence none")) == "magic 0"


# Takers of the trick (V11, V16)


@off(
    "V11",
    "civil_suits.trick",
    "best = of_trump or highest(left, RANKS) or",
    "best = of_trump or highest(left, RANKS, trick.laid[0][1].suit) or",
)
@pytest.mark.parametrize(
    ("laid", "last", "taker"),
    [
        ("9S 9H 4D", "KC", 3),
        ("AS 2H 3D", "4C", 3),
        ("TS 9H AD", "2C", 0),
        ("4S 9H 9D", "TC", 3),
        ("2S 7H AD", "6C", 1),
    ],
)
def test_v11_the_highest_card_whatever_its_suit(laid: str, last: str, taker: int) -> None:
    """Worked example 1 first; the ace is the lowest card."""
    state = do(moment(*with_rest("", "", "", last), laid=laid), f"3 {last}")
    assert state.tricks[-1].taker == state.taker == taker
    assert state.taken[taker] == cards(f"{laid} {last}")
    assert asked(state) == f"play {taker}"


def test_worked_example_1_a_tie_that_nobody_challenges() -> None:
    state = do(moment(*with_rest("", "", "", ""), laid="9S 9H 4D"), "3 2C")
    assert asked(state) == "challenge 0"
    state = do(state, "0 challenge none, 1 challenge none, 2 challenge none, 3 challenge none")
    assert state.taker == 1
    assert state.tricks[-1].champions == ()


def test_worked_example_2_the_queen_laid_last() -> None:
    state = moment(*with_rest("", "", "JD", "3C"), laid="QS 5H QD")
    state = do(state, "3 3C, 0 challenge none, 1 challenge none, 2 challenge JD, 3 challenge none")
    assert tied(state.trick) == cards("QS QD")
    assert state.trick.champions == (2, 2, 0)
    state = do(state, "2 intelligence none, 2 magic none")
    assert do(state, "0 might none").taker == 2
    assert do(state, "0 might S").taker == 0
    assert do(state, "0 might H").taker == 1


@off("V16", "tricks", "strength[played] >= power", "strength[played] > power")
def test_v16_among_equals_the_last_also_of_number_cards() -> None:
    state = do(moment(*with_rest("", "", "", ""), laid="7S 7H 7D", leader=1), "0 2S")
    assert asked(state) == "challenge 1"
    state = do(state, ", ".join(f"{seat} challenge none" for seat in (1, 2, 3, 0)))
    assert state.taker == 3


def test_v16_a_challenger_added_is_the_last_played() -> None:
    state = do(moment(*with_rest("KH", "", "", ""), laid="KS 5H KD"), "3 2C, 0 challenge KH")
    state = do(state, "1 challenge none, 2 challenge none, 3 challenge none")
    while asked(state)[:4] != "play":
        state = do(state, f"{state.turn} {legal(state)[-1]}")
    assert state.tricks[-1].laid[-1] == (0, card("KH"))
    assert state.taker == 0


@off("V16", "civil_suits.trick", "or highest(left, RANKS) or", "or")
def test_v16_of_the_cards_that_magic_leaves() -> None:
    state = moment(*with_rest("", "", "", "JD"), laid="KS KH JS")
    state = do(state, "3 JD, 0 challenge none, 1 challenge none, 2 challenge none, 3 challenge none")
    state = do(state, f"{state.turn} intelligence none")
    champion = state.trick.champions[1]
    assert champion is not None
    for aside, taker in (("KS", 1), ("KH", 0), ("KS KH", 3), ("KS KH JD", 2)):
        after = do(state, f"{champion} magic aside {aside}")
        if asked(after).startswith("might"):
            after = do(after, f"{after.turn} might none")
        assert after.taker == taker


# The last cards (V12)


@off("V12", "civil_suits.ending", "if len(holders) > 1:", "if holders:")
def test_v12_the_last_player_with_cards_takes_them() -> None:
    state = do(moment("2S", "3S", "9S", "5S 7C 8C"), "0 2S, 1 3S, 2 9S, 3 5S")
    assert [trick.taker for trick in state.tricks[1:]] == [2, 3]
    assert spoils(state.tricks[-1]) == cards("7C 8C")
    assert state.taken[3] == cards("7C 8C")
    assert state.hands == ((), (), (), ())
    assert state.taker == 3
    assert asked(state) == "deal -1"


@off(
    "V12",
    "civil_suits.ending",
    "rest = (*trick.aside, *state.hands[holders[0]])",
    "rest = state.hands[holders[0]]",
)
def test_v12_with_what_magic_has_set_aside_and_without_powers() -> None:
    state = do(moment("QH", "JC", "9S", "5S AC KC"), "0 QH, 1 JC, 2 9S, 3 5S")
    assert state.trick.champions == (None, 0, 1)
    state = do(state, "0 magic aside QH 9S, 1 might none")
    assert state.taken[3] == cards("9S QH AC KC")
    assert state.taken[1] == cards("JC 5S")
    assert state.taker == 3


def test_v12_if_nobody_has_cards_left_the_round_ends() -> None:
    state = do(moment("2S", "3S", "9S", "5S"), "0 2S, 1 3S, 2 9S, 3 5S")
    assert len(state.tricks) == 2
    assert state.taker == 2
    assert asked(state) == "deal -1"


def test_v12_not_while_two_have_cards() -> None:
    state = do(moment("2S", "3S 4H", "9S", "5S 7C"), "0 2S, 1 3S, 2 9S, 3 5S")
    assert asked(state) == "play 3"
    state = do(state, "3 7C")
    assert asked(state) == "play 1"


# Minions (V13)


@off("V13", "civil_suits.laying", "return state._replace(phase=Phase.REPLAY, turn=seat)", "pass")
def test_worked_example_3() -> None:
    laid = moment("8H 2C 9C", "M1 3S", "4S", "5S", laid="7H", leader=0)
    state = do(laid, "1 M1, 1 ban H")
    assert asked(state) == "replay 0"
    assert legal(state) == ["2C", "9C"]
    assert refused(state, "0 8H") == ("V13", "banned")
    state = do(state, "0 2C")
    assert state.trick.laid == ((0, card("2C")), (1, card("M1")))
    assert card("7H") in state.hands[0]
    assert asked(state) == "play 2"

    state = do(moment("8H", "M1 3S", "4S", "5S", laid="7H"), "1 M1, 1 ban H")
    assert state.trick.laid[0] == (0, card("7H"))
    assert asked(state) == "play 2"

    state = do(moment("8H M2", "M1 3S", "4S", "5S", laid="7H"), "1 M1, 1 ban H")
    assert legal(state) == ["M2"]
    state = do(state, "0 M2")
    assert asked(state) == "ban 0"
    state = do(state, "0 ban none, 2 4S, 3 5S")
    assert state.taker == 0


@off("V13", "civil_suits.trick", "return trick.bans[-1][0]", "return trick.laid[0][0]")
def test_v13_the_minions_player_takes_the_trick() -> None:
    state = do(moment("4S 2S", "M1 3S", "KS 2D", "AS 2C"), "0 4S, 1 M1")
    assert asked(state) == "ban 1"
    assert legal(state) == ["ban S", "ban H", "ban D", "ban C", "ban none"]
    state = do(state, "1 ban none, 2 KS, 3 AS")
    assert state.taker == 1
    assert state.tricks[-1].bans == ((1, None),)
    assert state.tricks[-1].champions == ()


def test_v13_no_ban_binds_nobody() -> None:
    state = do(moment("4S 2S", "M1 3S", "KS 2D M2", "AS 2C"), "0 4S, 1 M1, 1 ban none")
    assert asked(state) == "play 2"
    assert legal(state) == ["KS", "2D", "M2"]
    assert refused(state, "2 ban H") == ("V13", "no-ban")


def test_v13_replays_come_clockwise_and_before_who_has_not_played() -> None:
    state = moment("2S 2C", "3S 3C", "4S M1", "5S 5C", laid="9H 8H", leader=0)
    state = do(state, "2 M1, 2 ban H")
    assert asked(state) == "replay 0"
    state = do(state, "0 2C")
    assert asked(state) == "replay 1"
    state = do(state, "1 3S")
    assert asked(state) == "play 3"
    assert state.trick.laid == ((0, card("2C")), (1, card("3S")), (2, card("M1")))
    assert state.trick.back == ((0, card("9H")), (1, card("8H")))


def test_v13_clockwise_from_the_minions_player() -> None:
    state = moment("2S 2C", "3S M1", "4S 4C", "5S 5C", laid="9H 8H 7H", leader=2)
    state = do(state, "1 M1, 1 ban H")
    for seat, text in ((2, "4C"), (3, "5C"), (0, "2C")):
        assert asked(state) == f"replay {seat}"
        state = do(state, f"{seat} {text}")
    assert state.taker == 1


def test_v13_who_has_no_card_to_replay_with_is_not_asked() -> None:
    state = moment("2H 3H", "3S 4H", "4S M1", "5S 5C", laid="9H 8H", leader=0)
    state = do(state, "2 M1, 2 ban H")
    assert asked(state) == "replay 1"
    assert state.confined == ((Suit.HEARTS,), None, None, None)


@off("V13", "civil_suits.laying", "return _free(hand, banned(state.trick)) or hand", "return hand")
def test_v13_players_still_to_play_are_bound() -> None:
    state = do(moment("M1 2S", "8H 9H", "8H 4C M2", "KH"), "0 M1, 0 ban H")
    assert legal(state, 1) == ["8H", "9H"]
    state = do(state, "1 9H")
    assert asked(state) == "play 2"
    assert legal(state) == ["4C", "M2"]
    assert refused(state, "2 8H") == ("V13", "banned")
    state = do(state, "2 4C")
    assert legal(state) == ["KH"]


def test_v13_a_minion_may_be_the_replay_even_where_another_card_could() -> None:
    state = do(moment("8S M2", "M1 3S", "4S", "5S", laid="7H"), "1 M1, 1 ban H")
    assert legal(state) == ["8S", "M2"]
    assert asked(do(state, "0 M2")) == "ban 0"


def test_v13_a_ban_is_asked_for_though_it_hits_nobody() -> None:
    state = do(moment("2S 3S", "4S 5S", "6S 7S", "M1 8S", laid="4C 5C 6C"), "3 M1")
    assert asked(state) == "ban 3"
    assert do(state, "3 ban D").taker == 3


def test_v13_a_card_taken_back_may_be_played_again_later() -> None:
    state = do(moment("8H 2C", "M1 3S", "4S 4C", "5S 5C", laid="7H"), "1 M1, 1 ban H, 0 2C, 2 4S, 3 5S")
    assert asked(state) == "play 1"
    state = do(state, "1 3S, 2 4C, 3 5C")
    assert legal(state) == ["7H", "8H"]


# Two Minions in a trick (V14)


@off("V14", "civil_suits.trick", "return trick.bans[-1][0]", "return trick.bans[0][0]")
def test_v14_the_second_takes_it_and_both_bans_hold() -> None:
    state = moment("9C 2S", "M1 3S", "M2 4S", "8H 8C 8D", laid="7H")
    state = do(state, "1 M1, 1 ban H, 0 9C, 2 M2, 2 ban C")
    assert asked(state) == "replay 0"
    assert legal(state) == ["2S"]
    state = do(state, "0 2S")
    assert legal(state, 3) == ["8D"]
    state = do(state, "3 8D")
    assert state.taker == 2
    assert set(state.taken[2]) == {*cards("2S M1 M2 8D")}


def test_v14_even_the_same_suit() -> None:
    state = do(moment("2S 3S", "M1 3C", "M2 4S", "8H 8C"), "0 2S, 1 M1, 1 ban H, 2 M2, 2 ban H")
    assert asked(state) == "play 3"
    assert legal(state) == ["8C"]


@off(
    "V14",
    "civil_suits.trick",
    "for _, suit in trick.bans if suit is not None",
    "for _, suit in trick.bans[-1:] if suit is not None",
)
@pytest.mark.parametrize("ban", ["none", "H", "D"])
def test_v14_those_still_due_from_the_first_ban(ban: str) -> None:
    """Seat 0 replays with the second Minion while seat 1 still lies with a heart."""
    state = moment("M2 2C", "3S 3C", "4S M1", "5S 5C", laid="9H 8H", leader=0)
    state = do(state, "2 M1, 2 ban H, 0 M2")
    assert asked(state) == "ban 0"
    state = do(state, f"0 ban {ban}")
    assert asked(state) == "replay 1"
    assert legal(state) == ["3S", "3C"]


def test_v14_newly_hit_and_still_due_clockwise_from_the_second() -> None:
    state = moment("4S 4C", "M2 2C", "5S 5D", "6S M1", laid="7D 9H 8H", leader=0)
    state = do(state, "3 M1, 3 ban H, 1 M2, 1 ban D")
    assert asked(state) == "replay 2"
    assert legal(state) == ["5S"]
    state = do(state, "2 5S")
    assert asked(state) == "replay 0"
    state = do(state, "0 4C")
    assert state.taker == 1
    assert len(state.tricks[-1].laid) == 4


def test_v14_a_replay_can_be_hit_again() -> None:
    state = moment("9C 2S", "M1 3S", "4S 4D", "M2 5S", laid="7H")
    state = do(state, "1 M1, 1 ban H, 0 9C, 2 4S, 3 M2, 3 ban C")
    assert asked(state) == "replay 0"
    assert do(state, "0 2S").tricks[-1].back == ((0, card("7H")), (0, card("9C")))


def test_v14_who_left_a_card_lying_leaves_it_again() -> None:
    state = moment("9H 2H", "M1 3S", "M2 4S", "5S 5C", laid="7H")
    state = do(state, "1 M1, 1 ban H, 2 M2, 2 ban S")
    assert asked(state) == "play 3"
    assert legal(state) == ["5C"]


def test_v14_only_for_this_trick() -> None:
    state = do(moment("M1 2H", "3S 3H", "4S 4H", "5S 5H"), "0 M1, 0 ban H, 1 3S, 2 4S, 3 5S")
    assert asked(state) == "play 0"
    state = do(state, "0 2H")
    assert legal(state) == ["3H"]


# Ties (V15)


@off(
    "V15",
    "civil_suits.laying",
    "    for seat in seats:\n        if state.hands[seat]:",
    "    for seat in seats:\n        if any(c in IS_CHALLENGER for c in state.hands[seat]):",
)
def test_v15_everybody_with_cards_is_asked_clockwise_from_who_laid_first() -> None:
    state = do(moment("5C", "2H AS KD", "2D", "2C QH", laid="9S 9H 4D", leader=1), "0 5C")
    assert asked(state) == "challenge 1"
    assert legal(state) == ["challenge AS", "challenge KD", "challenge none"]
    state = do(state, "1 challenge none")
    assert asked(state) == "challenge 2"
    assert legal(state) == ["challenge none"]
    state = do(state, "2 challenge none, 3 challenge QH")
    assert state.tricks[-1].laid[-1] == (3, card("QH"))
    assert asked(state) == "play 3"


def test_v15_a_challenger_from_the_hand() -> None:
    state = do(moment(*with_rest("TH", "KH", "", ""), laid="9S 9H 4D"), "3 2C")
    assert refused(state, "0 challenge TH") == ("V15", "challenger")
    assert refused(state, "0 challenge KH") == ("V2", "hand")
    assert refused(state, "0 challenge M1") == ("V2", "hand")
    assert refused(state, "0 TH") == ("V10", "no-play")
    with_minion = state._replace(hands=(cards("2S M1"), *state.hands[1:]))
    assert legal(with_minion) == ["challenge none"]
    assert refused(with_minion, "0 challenge M1") == ("V15", "challenger")


@off(
    "V15",
    "civil_suits.laying",
    "order[order.index(seat) + 1 :]",
    "order[order.index(seat) + 1 :] or (order if tied(state.trick) else ())",
)
def test_v15_once_around_whatever_it_leads_to() -> None:
    state = do(moment(*with_rest("QD", "QC", "", ""), laid="9S 9H 4D"), "3 2C")
    state = do(state, "0 challenge QD, 1 challenge QC, 2 challenge none, 3 challenge none")
    assert tied(state.trick) == cards("QD QC")
    assert asked(state) == "intelligence 1"


def test_v15_all_are_asked_about_the_same_tie() -> None:
    state = do(moment(*with_rest("QD", "QC", "", ""), laid="9S 9H 4D"), "3 2C")
    assert challenged(state.trick) == cards("9S 9H")
    state = do(state, "0 challenge QD")
    assert challenged(state.trick) == cards("9S 9H")
    state = do(state, "1 challenge QC")
    assert challenged(state.trick) == cards("9S 9H")


@off("V15", "civil_suits.laying", "if tied(trick) else contest(state)", "if False else contest(state)")
def test_v15_no_tie_of_lower_cards() -> None:
    state = do(moment(*with_rest("", "", "", ""), laid="9S 9H 4D"), "3 2C")
    assert asked(state) == "challenge 0"
    state = do(moment(*with_rest("", "", "", "TC"), laid="9S 9H 4D"), "3 TC")
    assert asked(state) == "play 3"
    assert refused(state, "3 challenge none") == ("V15", "no-challenge")


def test_v15_not_with_a_minion() -> None:
    state = do(moment(*with_rest("", "", "", "M1"), laid="9S 9H 4D"), "3 M1, 3 ban none")
    assert asked(state) == "play 3"


def test_v15_if_nobody_has_cards_nobody_is_asked() -> None:
    state = do(moment("", "", "", "2C", laid="9S 9H 4D"), "3 2C")
    assert asked(state) == "deal -1"
    assert state.taker == 1


def test_v15_with_one_player_left_to_be_asked() -> None:
    state = do(moment("", "AS", "", "2C", laid="9S 9H 4D"), "3 2C")
    assert asked(state) == "challenge 1"
    state = do(state, "1 challenge AS")
    assert asked(state) == "deal -1"
    assert state.taken[1] == cards("9S 9H 4D 2C AS")


# An empty trick (V21)


@off("V21", "civil_suits.trick", "or highest(trick.laid, RANKS)", "or trick.laid[-1]")
def test_v21_an_empty_trick_goes_to_who_would_have_taken_it_before_magic() -> None:
    state = do(moment(*with_rest("", "", "", "5S"), laid="QH JC 9S", waiting="TD"), "3 5S")
    state = do(state, "0 magic aside QH JC 9S 5S")
    assert asked(state) == "might 1"
    for suit in ("C", "S", "none"):
        after = do(state, f"1 might {suit}")
        assert after.tricks[-1].taker == 0
        assert after.taken[0] == cards("TD")
        assert asked(after) == "play 0"
        assert after.trick.waiting == cards("5S 9S QH JC")


def test_v21_among_equals_the_one_laid_last() -> None:
    state = do(moment(*with_rest("", "", "", "JD"), laid="9S KH KD"), "3 JD")
    state = do(state, ", ".join(f"{seat} challenge none" for seat in range(4)))
    state = do(state, f"{state.turn} intelligence none, 1 magic aside 9S KH KD JD")
    if asked(state).startswith("might"):
        state = do(state, f"{state.turn} might H")
    assert state.taker == 2
