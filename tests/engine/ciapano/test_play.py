"""Ciapano by the book: players, deal and play (P1–P8), and the notation, each test citing its rule."""

from itertools import pairwise

import pytest
from hypothesis import given

from engine import ciapano
from engine.cards import FRENCH_DECK, Card, Suit, card
from engine.ciapano import DECK, State
from engine.ciapano.scoring import STRENGTH, THIRDS
from engine.game import DEALER, BadNotation, BadOptions, IllegalAction
from tests.engine.ciapano.moments import FIVE, FOUR, THREE, cards, legal, moment, play
from tests.engine.strategies import Position, played, positions
from tests.engine.switched_off import off


def refused(state: State, text: str, seat: int | None = None) -> IllegalAction:
    """Return the reason why `seat`, or the seat on turn, may not do `text`."""
    with pytest.raises(IllegalAction) as caught:
        ciapano.apply(state, state.turn if seat is None else seat, ciapano.parse(text))
    return caught.value


# Players, seats, deck


@off("P1", "ciapano.options", "players: int = 4", "players: int = 3")
def test_p1_three_to_five_players_four_by_default_each_for_themself() -> None:
    assert ciapano.options({}) == FOUR
    assert ciapano.OPTIONS["players"] == (4, 3, 5)
    for options in (THREE, FOUR, FIVE):
        assert ciapano.sides(options) == tuple((seat,) for seat in range(options.players))


@pytest.mark.parametrize("value", [2, 6, 4.0, "4", True, None, [4]])
def test_p1_no_other_number_of_players(value: object) -> None:
    with pytest.raises(BadOptions):
        ciapano.options({"players": value})
    with pytest.raises(BadOptions, match="target"):
        ciapano.options({"target": 31})


@off("P1", "tricks", "while passed_over[following]:", "while False:")
def test_p1_the_next_seat_plays_next_and_removed_players_are_skipped() -> None:
    state = moment("4S", "5S", "6S", "7S")
    state = play(state, "4S, 5S, 6S")
    assert state.turn == 3
    state = moment("4S", "", "", "6S", "7S", out=(0, 1, 2, 0, 0), discard="AH")
    state = play(state, "4S, 6S")
    assert state.turn == 4


@off("P2", "ciapano.actions", 'not in "89T"', 'not in "89TA"')
def test_p2_the_40_cards_in_card_order() -> None:
    assert " ".join(map(str, DECK)) == " ".join(r + s for s in "SHDC" for r in "A234567JQK")


@off("P2", "ciapano.scoring", '"4567JQKA23"', '"4567JQK23A"')
@pytest.mark.parametrize("suit", "SHDC")
def test_p2_the_order_of_a_suit(suit: str) -> None:
    order = [card(rank + suit) for rank in "32AKQJ7654"]
    assert sorted(order, key=STRENGTH.__getitem__, reverse=True) == order
    for higher, lower in pairwise(order):
        state = moment(str(lower), str(higher), "4S", "4S")
        assert play(state, f"{lower}, {higher}, 4S, 4S").tricks[-1].taker == 1


@off("P3", "ciapano.scoring", '3 if c.text[0] == "A" else', '1 if c.text[0] == "A" else')
def test_p3_thirds() -> None:
    assert {c.text[0]: n for c, n in THIRDS.items()} == {
        "A": 3,
        **dict.fromkeys("32KQJ", 1),
        **dict.fromkeys("7654", 0),
    }
    assert sum(THIRDS.values()) == 32


# The deal


@off("P4", "ciapano.rules", "return (next_seat(state.dealer, state.out),)", "return (state.dealer,)")
def test_p4_anybody_deals_first_and_then_the_next_seat() -> None:
    assert ciapano.dealers(ciapano.start(FIVE)) == (0, 1, 2, 3, 4)
    dealt = [deal.dealer for deal in played(ciapano, {}, 1, 140).record.deals]
    assert dealt == [(dealt[0] + n) % 4 for n in range(len(dealt))]
    between = played(ciapano, {}, 1, 41).state
    with pytest.raises(IllegalAction, match="does not deal") as caught:
        ciapano.deal(between, between.dealer, DECK)
    assert (caught.value.rule, caught.value.name) == ("P4", "dealer")


@off(
    "P4",
    "ciapano.rules",
    "return (next_seat(state.dealer, state.out),)",
    "return ((state.dealer + 1) % state.options.players,)",
)
def test_p4_the_deal_passes_over_who_is_out() -> None:
    start = ciapano.start(FIVE)
    assert ciapano.dealers(start._replace(dealer=1, out=(0, 0, 3, 1, 0))) == (4,)
    assert ciapano.dealers(start._replace(dealer=4, out=(2, 0, 3, 0, 3))) == (1,)


@off(
    "P5",
    "ciapano.rules",
    "deck[first : shared : len(seats)]",
    "deck[first * shared // len(seats) : (first + 1) * shared // len(seats)]",
)
@pytest.mark.parametrize(("options", "each"), [(FIVE, 8), (FOUR, 10)])
def test_p5_one_card_at_a_time(options: ciapano.Options, each: int) -> None:
    state = ciapano.deal(ciapano.start(options), 1, DECK)
    assert state.hands[2] == DECK[0 :: options.players]
    assert state.hands[1] == DECK[options.players - 1 :: options.players]
    assert [len(hand) for hand in state.hands] == [each] * options.players
    assert state.turn == 2


@off(
    "P5",
    "ciapano.rules",
    "in_order((*cards, *deck[shared:]) if seat == dealer else cards)",
    "in_order(cards)",
)
def test_p5_three_players_get_thirteen_and_the_dealer_the_last_card() -> None:
    state = ciapano.deal(ciapano.start(THREE), 1, DECK)
    assert state.hands == (DECK[1:39:3], (*DECK[2:39:3], DECK[39]), DECK[0:39:3])
    assert [len(hand) for hand in state.hands] == [13, 14, 13]


def test_p5_the_dealer_of_three_discards_before_the_first_lead() -> None:
    state = ciapano.deal(ciapano.start(THREE), 1, DECK)
    assert ciapano.to_act(state) == (1,)
    assert legal(state) == [f"discard {c}" for c in state.hands[1]]
    assert (refused(state, "3S").rule, refused(state, "3S").name) == ("P5", "discard-first")
    assert refused(state, "AS").name == "hand"
    assert refused(state, "discard AS", seat=0).name == "turn"
    after = play(state, "discard KC")
    assert after.discard is card("KC")
    assert [len(hand) for hand in after.hands] == [13, 13, 13]
    assert ciapano.to_act(after) == (2,)
    assert not any(text.startswith("discard") for text in legal(after))


@pytest.mark.parametrize("options", [FOUR, FIVE])
def test_p5_nobody_else_discards(options: ciapano.Options) -> None:
    state = ciapano.deal(ciapano.start(options), 1, DECK)
    assert (refused(state, "discard AS").rule, refused(state, "discard AS").name) == ("P5", "no-discard")
    assert refused(play(state, "AS"), f"discard {state.hands[3][0]}").name == "no-discard"


def test_p5_nobody_discards_twice_or_later() -> None:
    state = play(ciapano.deal(ciapano.start(THREE), 1, DECK), "discard KC")
    assert refused(state, f"discard {state.hands[2][0]}").name == "no-discard"
    assert refused(state, "discard KC", seat=1).name == "turn"
    state = play(state, "AS, 2S")
    assert refused(state, "discard 3S").name == "no-discard"


@off("P5", "ciapano.rules", "state.out.count(0) == 3", "state.options.players == 3")
def test_p5_the_number_still_in_the_game_decides() -> None:
    start = ciapano.start(FIVE)
    three = ciapano.deal(start._replace(dealer=4, out=(0, 1, 0, 1, 0)), 0, DECK)
    assert [len(hand) for hand in three.hands] == [14, 0, 13, 0, 13]
    assert three.hands[2] == DECK[0:39:3]
    assert ciapano.to_act(three) == (0,)
    assert legal(three)[0] == f"discard {three.hands[0][0]}"
    four = ciapano.deal(start._replace(dealer=4, out=(1, 0, 0, 0, 0)), 1, DECK)
    assert [len(hand) for hand in four.hands] == [0, 10, 10, 10, 10]
    assert ciapano.to_act(four) == (2,)


def test_p5_two_players_get_twenty_each() -> None:
    start = ciapano.start(THREE)._replace(dealer=2, out=(0, 1, 0))
    state = ciapano.deal(start, 0, DECK)
    assert state.hands == (DECK[1::2], (), DECK[0::2])
    assert ciapano.to_act(state) == (2,)
    for _ in range(40):
        assert not any(text.startswith("discard") for text in legal(state))
        state = play(state, legal(state)[0])
    assert len(state.sheets) == 1


@pytest.mark.parametrize("deck", [DECK[1:], DECK[1:] + DECK[1:2], FRENCH_DECK])
def test_a_deal_takes_a_whole_deck_and_only_when_it_is_due(deck: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="all 40"):
        ciapano.deal(ciapano.start(FOUR), 0, deck)
    with pytest.raises(ValueError, match="no deal is due"):
        ciapano.deal(ciapano.deal(ciapano.start(FOUR), 0, DECK), 1, DECK)


def test_nobody_cuts() -> None:
    assert [ciapano.cutter(FOUR, dealer) for dealer in range(4)] == [None] * 4


# The play


@off(
    "P7",
    "ciapano.rules",
    "turn=dealer if shared < len(deck) else next_seat(dealer, state.out),",
    "turn=dealer,",
)
def test_p7_the_seat_after_the_dealer_leads() -> None:
    for options in (FOUR, FIVE):
        for dealer in range(options.players):
            state = ciapano.deal(ciapano.start(options), dealer, DECK)
            assert ciapano.to_act(state) == ((dealer + 1) % options.players,)


@off("P7", "ciapano.rules", "elif played.suit is not table[0][1].suit:", "elif False:")
def test_p7_one_must_follow_suit_if_one_can() -> None:
    state = moment("4S", "AS 7S 3H KC", "4H", "4D", table="4S")
    assert legal(state) == ["AS", "7S"]
    error = refused(state, "3H")
    assert (error.rule, error.name) == ("P7", "follow")
    assert error.values == {"card": card("3H"), "suit": Suit.SPADES, "cards": cards("AS 7S")}
    assert str(error) == "3H does not follow suit: S was led"


def test_p7_who_cannot_follow_plays_any_card() -> None:
    state = moment("4S", "3H KC AD", "4H", "4D", table="4S")
    assert legal(state) == ["3H", "AD", "KC"]
    assert play(state, "AD").table == ((0, card("4S")), (1, card("AD")))


def test_p7_any_card_may_be_led() -> None:
    assert legal(moment("4S 3H KC AD", "4H", "4D", "5D")) == ["4S", "3H", "AD", "KC"]


def test_p7_one_plays_from_ones_hand_in_ones_turn() -> None:
    state = moment("4S", "5S", "6S", "7S")
    assert (refused(state, "5S").rule, refused(state, "5S").name) == ("P7", "hand")
    for seat in (1, 2, 3, 4, DEALER):
        assert ciapano.legal(state, seat) == ()
        assert (refused(state, "5S", seat).rule, refused(state, "5S", seat).name) == ("P7", "turn")


def test_p7_nobody_plays_between_the_hands_or_after_the_end() -> None:
    for state in (ciapano.start(FOUR), played(ciapano, {}, 1, 41).state, played(ciapano, {}, 1, 9999).state):
        assert state.turn == DEALER
        for seat in (0, 1, 2, 3, DEALER):
            assert ciapano.legal(state, seat) == ()
            assert refused(state, "7S", seat).name == "turn"


def test_p8_the_highest_of_the_suit_led_takes_the_trick_and_leads() -> None:
    state = moment("KS 4H", "3S 5H", "2S 6H", "AS 7H")
    after = play(state, "KS, 3S, 2S, AS")
    assert after.tricks[-1].taker == 1
    assert after.tricks[-1].plays == tuple(enumerate(cards("KS 3S 2S AS")))
    assert after.table == ()
    assert ciapano.to_act(after) == (1,)
    assert after.thirds == (0, 6, 0, 0)


@off("P8", "ciapano.rules", "highest(table, STRENGTH, table[0][1].suit)", "highest(table, STRENGTH)")
def test_p8_other_suits_never_take() -> None:
    state = moment("4S 4H", "3H 5H", "3D 6H", "3C 7H")
    assert play(state, "4S, 3H, 3D, 3C").tricks[-1].taker == 0


def test_p8_with_removed_seats() -> None:
    state = moment("4S 4H", "", "3S 6H", "", "AS 7H", out=(0, 1, 0, 2, 0), leader=4, discard="AC")
    after = play(state, "AS, 4S, 3S")
    assert after.tricks[-1].taker == 2
    assert [seat for seat, _ in after.tricks[-1].plays] == [4, 0, 2]
    assert play(after, "6H").turn == 4


# Notation


def test_what_is_an_action() -> None:
    assert ciapano.parse("7D") == ciapano.Play(card("7D"))
    assert ciapano.parse("discard 7D") == ciapano.Discard(card("7D"))


@pytest.mark.parametrize(
    "text",
    [
        *("", "7", "7d", "7D ", " 7D", "8D", "TS", "M1", "٧D", "7D:3H", "7D 6D", "none"),
        *("discard", "discard ", "discard  7D", "Discard 7D", "discard 8D", "discard 7D 6D", "discard7D"),
    ],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(BadNotation):
        ciapano.parse(text)


# Properties


def _follows(state: State, seat: int) -> set[str]:
    """Return the cards that P7 lets a seat play, derived in another way."""
    hand = state.hands[seat]
    suits = {c.suit for c in hand}
    if state.table and state.table[0][1].suit in suits:
        return {str(c) for c in hand if c.suit == state.table[0][1].suit}
    return {str(c) for c in hand}


@given(positions(["ciapano"]))
def test_legal_is_what_the_rules_allow_in_card_order(position: Position) -> None:
    for state in position.states[1:]:
        for seat in position.seats:
            actions = ciapano.legal(state, seat)
            assert [action.card for action in actions] == sorted(action.card for action in actions)
            if seat in ciapano.to_act(state):
                assert {action.card.text for action in actions} == _follows(state, seat)
