"""Views of Ciapano, the worlds sampled from them and the events, also late in a game."""

import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ciapano
from engine.cards import Suit, card
from engine.ciapano import DECK, State
from engine.ciapano.rules import discarding
from engine.ciapano.seen import discards
from engine.deals import Deal
from engine.game import DEALER, Event
from engine.tricks import next_seat
from tests.engine.ciapano.moments import THREE, after_hand, cards, moment, piles, play
from tests.engine.contract import check_contract
from tests.engine.strategies import Position, led_to, played, positions


@settings(max_examples=15)
@given(position=positions(["ciapano"], steps=800), seed=st.integers(0, 2**32))
def test_contract_late_in_a_game(position: Position, seed: int) -> None:
    check_contract(position, seed)


# The discard


def test_the_discard_is_seen_by_the_dealer_alone() -> None:
    state = ciapano.deal(ciapano.start(THREE), 1, DECK)
    after = play(state, "discard 3S")
    assert ciapano.observe(after, 1).discard is card("3S")
    for viewer in (0, 2, None):
        assert ciapano.observe(after, viewer).discard is None
    assert ciapano.events(state, 1, ciapano.parse("discard 3S"), after) == (Event("discard", 1, 1),)


@given(position=positions(["ciapano"], steps=800))
def test_a_spectator_sees_when_a_card_is_to_be_laid_aside(position: Position) -> None:
    for state in position.states:
        assert discards(ciapano.observe(state, None)) == discarding(state)


def test_after_the_hand_the_discard_is_the_card_that_nobody_played() -> None:
    after = after_hand((10, 11, 11), last=1)
    for viewer in (0, 1, 2, None):
        assert ciapano.observe(after, viewer).discard is card("7C")


# Sampling


def test_nobody_is_given_a_suit_that_they_did_not_follow() -> None:
    state = moment("4S 5S 6H 7H", "4H 5H 6C 7C", "6S 7S KD QD", "JS JH JD JC")
    state = play(state, "4S, 4H")
    for viewer in (0, 2, 3, None):
        rng = random.Random(1)
        worlds = [ciapano.sample(ciapano.observe(state, viewer), rng) for _ in range(30)]
        assert not any(c.suit is Suit.SPADES for world in worlds for c in world.hands[1])
        assert any(c.suit is Suit.HEARTS for world in worlds for c in world.hands[1])


def test_the_discard_may_be_of_a_suit_that_the_dealer_has_no_more() -> None:
    dealer = cards("3S AH 2H 3H 4H 5H 6H 7H JH QH KH AD 2D 3D")
    rest = [c for c in DECK if c not in dealer]
    deck = [c for three in zip(rest[0::2], rest[1::2], dealer, strict=False) for c in three]
    state = ciapano.deal(ciapano.start(THREE), 1, (*deck, dealer[13]))
    state = play(state, "discard 3S, AS, 2S, 3H")
    rng = random.Random(1)
    worlds = [ciapano.sample(ciapano.observe(state, 2), rng) for _ in range(200)]
    assert not any(c.suit is Suit.SPADES for world in worlds for c in world.hands[1])
    suits = {world.discard.suit for world in worlds if world.discard is not None}
    assert suits == set(Suit)


def log_of(position: Position, world: State) -> Sequence[Deal | str]:
    """Return the last hand with the deal, and the discard, of `world`."""
    hands = [list(hand) for hand in world.hands]
    for plays in (*(trick.plays for trick in world.tricks), world.table):
        for seat, played_card in plays:
            hands[seat].append(played_card)
    last, *actions = position.last_hand
    assert isinstance(last, Deal)
    dealer = world.dealer
    assert dealer is not None
    if world.discard is not None:
        hands[dealer].append(world.discard)
        assert "discard" in str(actions[0])
        actions[0] = f"{dealer} discard {world.discard}"
    deck, seat = [], dealer
    for _ in DECK:
        seat = next_seat(seat, [not hand for hand in hands]) if any(hands) else seat
        deck.append(hands[seat].pop())
    return [Deal(last.dealer, tuple(deck)), *actions]


@given(positions(["ciapano"], steps=800), st.integers(0, 2**32))
def test_sampled_worlds_could_have_led_to_the_log(position: Position, seed: int) -> None:
    if position.state.dealer is None:
        return
    rng = random.Random(seed)
    for viewer in (*position.seats, None):
        world = ciapano.sample(ciapano.observe(position.state, viewer), rng)
        assert led_to(position, log_of(position, world)) == world


# Events


def names(before: State, text: str) -> list[tuple[str, int | None]]:
    """Return the events of an action, each with its seat."""
    action = ciapano.parse(text)
    return [
        (event.name, event.seat) for event in ciapano.events(before, before.turn, action, play(before, text))
    ]


def test_a_trick_is_told() -> None:
    state = moment("4S 4H", "3S 5H", "2S 6H", "AD 7H")
    assert names(state, "4S") == [("lead", 0)]
    state = play(state, "4S")
    assert names(state, "3S") == [("play", 1)]
    state = play(state, "3S, 2S")
    events = ciapano.events(state, 3, ciapano.parse("AD"), play(state, "AD"))
    assert events[1] == Event("trick", 1, 1, cards("4S 3S 2S AD"))
    assert [event.name for event in events] == ["play", "trick"]


def test_the_deal_is_told_without_a_card() -> None:
    start = ciapano.start(THREE)
    assert ciapano.events(start, DEALER, None, ciapano.deal(start, 2, DECK)) == (Event("deal", 2),)


def last_card(totals: tuple[int, ...], thirds: tuple[int, ...] = (12, 11, 9)) -> State:
    """Return a state of three with the last card of a hand, 5S, still to be played by seat 2."""
    state = moment("7S", "6S", "5S", discard="4C", taken=piles(*thirds), totals=totals)
    return play(state, "7S, 6S")


def test_the_end_of_a_hand_is_told() -> None:
    before = last_card((0, 0, 0))
    assert names(before, "5S") == [("play", 2), ("trick", 0), ("uncovered", 0), ("hand", None)]
    *_, uncovered, hand = ciapano.events(before, 2, ciapano.parse("5S"), play(before, "5S"))
    assert uncovered.cards == cards("4C")
    assert sum(line.points for line in hand.lines) == 11


def test_who_leaves_is_told() -> None:
    assert names(last_card((27, 0, 0)), "5S")[3:] == [("hand", None), ("out", 0)]


def test_the_winner_is_told_last() -> None:
    assert names(last_card((27, 28, 0)), "5S")[3:] == [("hand", None), ("out", 0), ("out", 1), ("game", 2)]


def test_those_who_tie_and_stay_are_told() -> None:
    """P14: after 33, 33 and 34 points the first two play on."""
    assert names(last_card((28, 30, 31)), "5S")[3:] == [
        ("hand", None),
        ("out", 2),
        ("tie", 0),
        ("tie", 1),
    ]


def test_a_seat_that_is_out_sees_what_a_spectator_sees() -> None:
    position = next(
        p for p in (played(ciapano, {"players": 5}, 3, n) for n in range(300, 999, 7)) if any(p.state.out)
    )
    seat = next(seat for seat, hand in enumerate(position.state.out) if hand)
    seen = ciapano.observe(position.state, seat)
    assert seen._replace(viewer=None) == ciapano.observe(position.state, None)
