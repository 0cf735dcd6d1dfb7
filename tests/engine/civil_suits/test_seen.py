"""Views of Civil Suits, the worlds sampled from them and the events."""

import json
import random
import re
from collections.abc import Sequence
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import civil_suits
from engine.cards import Suit, card
from engine.civil_suits import Phase, State
from engine.civil_suits.state import to_pass
from engine.deals import Deal
from engine.game import DEALER, Event, Line
from engine.report import view
from tests.engine.civil_suits.moments import asked, cards, dealt, do, moment
from tests.engine.contract import LYING, check_contract
from tests.engine.strategies import Position, led_to, played, positions

NOTED = "0 suit S, 1 suit H, 2 suit D, 3 suit C"
BETWEEN = (Phase.DEAL, Phase.OVER)


@settings(max_examples=15)
@given(position=positions(["civil-suits"], steps=340), seed=st.integers(0, 2**32))
def test_contract_anywhere_in_a_game(position: Position, seed: int) -> None:
    check_contract(position, seed)


@cache
def telling_moments(seed: int) -> list[Position]:
    """Return the positions of a game in which a seat has to play again, or is known to lack cards."""
    whole = played(civil_suits, {}, seed, 500, ("first", "hoard", "any", "hoard"))
    found = []
    for step, state in enumerate(whole.states):
        if state.phase is Phase.REPLAY or any(state.confined):
            found.append(whole.up_to(step))
    return found


def test_contract_at_telling_moments() -> None:
    moments = [position for seed in range(12) for position in telling_moments(seed)]
    assert len(moments) > 20
    for number, position in enumerate(random.Random(1).sample(moments, 6)):
        check_contract(position, number)


# Secrets


def with_other_secrets(position: Position, viewer: int | None, rng: random.Random) -> Sequence[Deal | str]:
    """Return the last round with other civil suits where the viewer does not know them."""
    known = civil_suits.observe(position.state, viewer).suits
    entries = list(position.last_hand)
    for place, entry in enumerate(entries):
        seat, _, action = str(entry).partition(" ")
        if action.startswith("suit ") and known[int(seat)] is None:
            entries[place] = f"{seat} suit {rng.choice('SHDC')}"
    return entries


@given(positions(["civil-suits"], steps=340), st.integers(0, 2**32))
def test_civil_suits_are_hidden(position: Position, seed: int) -> None:
    rng = random.Random(seed)
    if not position.record.deals:
        return
    for viewer in (*position.seats, None):
        twin = led_to(position, with_other_secrets(position, viewer, rng))
        assert twin is not None
        assert civil_suits.observe(twin, viewer) == civil_suits.observe(position.state, viewer)


@given(positions(["civil-suits"], steps=340))
def test_a_view_holds_nothing_hidden(position: Position) -> None:
    """No card that a viewer has not seen is anywhere in the printed view, whatever the options."""
    if len(position.record.deals) != 1:
        return
    for viewer in (*position.seats, None):
        printed = json.dumps(view(civil_suits, position.state, viewer))
        for c in LYING["civil-suits"].hidden(position.state, viewer):
            assert not re.search(rf"\b{c}\b", printed)


@given(positions(["civil-suits"], steps=340))
def test_events_name_no_hidden_card_or_suit(position: Position) -> None:
    told: list[Event] = []
    for before, entry, after in position.steps():
        if isinstance(entry, Deal):
            told = [*civil_suits.events(before, DEALER, None, after)]
        else:
            told += civil_suits.events(before, int(entry[0]), civil_suits.parse(entry[2:]), after)
    state = position.state
    hidden = set(LYING["civil-suits"].hidden(state, None))
    assert not hidden & {c for event in told for c in event.cards}
    if state.phase not in BETWEEN:
        secret = [event for event in told if event.name in ("suit", "pass", "intelligence")]
        assert all(event.suit is None and not event.cards for event in secret)


# Sampling


def log_of(position: Position, world: State) -> Sequence[Deal | str]:
    """Return the last round with the deal, civil suits and passes of `world`."""
    last, *actions = position.last_hand
    assert isinstance(last, Deal)
    hands = [list(hand) for hand in world.hands]
    if world.phase not in (Phase.SUIT, Phase.PASS):
        for trick in (*world.tricks, world.trick):
            for seat, c in trick.laid:
                hands[seat].append(c)
        for giver, to in enumerate(to_pass(world)):
            if to is not None:
                hands[giver] += world.passes[giver]
                hands[to[0]] = [c for c in hands[to[0]] if c not in world.passes[giver]]
    deck = list(last.deck)
    for seat, hand in enumerate(hands):
        deck[(seat - last.dealer - 1) % 4 :: 4] = hand
    for place, action in enumerate(map(str, actions)):
        seat = int(action[0])
        if action[2:].startswith("suit "):
            actions[place] = f"{seat} suit {world.suits[seat]}"
        elif action[2:].startswith("pass "):
            actions[place] = f"{seat} pass {' '.join(map(str, world.passes[seat]))}"
    return [Deal(last.dealer, tuple(deck)), *actions]


def check_worlds(position: Position, rng: random.Random, worlds: int) -> None:
    if not position.record.deals or position.state.phase in BETWEEN:
        return
    for viewer in (*position.seats, None):
        seen = civil_suits.observe(position.state, viewer)
        for _ in range(worlds):
            world = civil_suits.sample(seen, rng)
            assert led_to(position, log_of(position, world)) == world


@settings(max_examples=25)
@given(positions(["civil-suits"], steps=340), st.integers(0, 2**32))
def test_worlds_could_have_led_to_the_log(position: Position, seed: int) -> None:
    check_worlds(position, random.Random(seed), worlds=3)


def test_worlds_at_telling_moments_could_have_led_to_the_log() -> None:
    moments = [position for seed in range(12) for position in telling_moments(seed)]
    phases = {position.state.phase for position in moments}
    assert {Phase.REPLAY, Phase.PLAY, Phase.CHALLENGE, Phase.MAGIC} <= phases
    rng = random.Random(4)
    for position in rng.sample(moments, 20):
        check_worlds(position, rng, worlds=2)


def worlds_of(state: State, viewer: int | None, number: int = 60) -> list[State]:
    rng = random.Random(1)
    return [civil_suits.sample(civil_suits.observe(state, viewer), rng) for _ in range(number)]


def noted() -> State:
    """Return the state before the passes of the first round; seat 3 has dealt."""
    return do(dealt("AS AH AD", "2S 2H 2D 2C", "3S 3H 3D 4D", "5S 5H 5D"), NOTED)


PASSES = "0 pass AS AH AD, 1 pass 2S 2H 2D 2C, 2 pass 3S 3H 3D 4D, 3 pass 5S 5H 5D"


def test_cards_that_one_has_passed_are_where_they_went() -> None:
    worlds = worlds_of(do(noted(), PASSES), 0)
    for world in worlds:
        assert set(cards("AS AH AD")) <= set(world.hands[1])
        assert world.passes[0] == cards("AS AH AD")
        assert world.passes[3] == cards("5S 5H 5D")
    assert len({world.passes[1] for world in worlds}) > 10
    assert any(card("AS") in world.hands[2] for world in worlds_of(do(noted(), PASSES), 3))


def test_before_all_have_passed_they_are_still_in_the_hand() -> None:
    state = do(noted(), "0 pass AS AH AD")
    for world in worlds_of(state, 0):
        assert set(cards("AS AH AD")) <= set(world.hands[0])
        assert world.passes == (cards("AS AH AD"), (), (), ())
    for world in worlds_of(state, 2):
        assert set(world.passes[0]) <= set(world.hands[0])
    assert len({world.passes[0] for world in worlds_of(state, 2)}) > 10


def late(state: State) -> State:
    """Return the state with all cards outside of hands and the trick taken by seat 0."""
    there = {*(c for hand in state.hands for c in hand), *(c for _, c in state.trick.laid)}
    return state._replace(taken=(tuple(c for c in civil_suits.DECK if c not in there), (), (), ()))


def test_civil_suits_that_one_knows() -> None:
    state = moment("QC 2S", "KS 2H", "TH 2D", "9H 2C", number=4)
    state = late(do(state, "0 QC, 1 KS, 2 TH, 3 9H, 0 intelligence 2"))
    assert {world.suits[2] for world in worlds_of(state, 0)} == {Suit.DIAMONDS}
    assert {world.suits[1] for world in worlds_of(state, 0)} == set(Suit)
    assert {world.suits[2] for world in worlds_of(state, 1)} == set(Suit)
    state = do(state, "0 expose")
    assert {world.suits[2] for world in worlds_of(state, 1)} == {Suit.DIAMONDS}


def test_nobody_is_given_a_card_with_which_they_would_have_been_asked() -> None:
    """Seat 0 leaves 9H, seat 2 plays a heart under the ban: neither holds anything but hearts."""
    state = moment("2H 3H", "3S M1 4C", "4H 5H 6H", "5S 5C 5D", laid="9H", number=4)
    state = late(do(state, "1 M1, 1 ban H, 2 4H"))
    assert state.confined == ((Suit.HEARTS,), None, (Suit.HEARTS,), None)
    for viewer in (1, 3, None):
        worlds = worlds_of(state, viewer)
        assert all(c.suit is Suit.HEARTS for world in worlds for seat in (0, 2) for c in world.hands[seat])
        assert {world.hands[0] for world in worlds} == {
            cards(two) for two in ("2H 3H", "2H 5H", "2H 6H", "3H 5H", "3H 6H", "5H 6H")
        }
    assert {world.hands[3] for world in worlds_of(state, 1)} == {state.hands[3]}


def test_who_is_asked_to_play_again_has_a_card_for_it() -> None:
    state = moment("2S", "3S M1 4C", "4H 5H 6H", "7H 8H TH", laid="9H", number=4)
    state = late(do(state, "1 M1, 1 ban H"))
    assert asked(state) == "replay 0"
    assert {world.hands[0] for world in worlds_of(state, 1)} == {cards("2S")}
    for viewer in (2, 3, None):
        hands = {world.hands[0] for world in worlds_of(state, viewer)}
        assert hands == {cards("2S"), cards("3S"), cards("4C")}


def test_a_card_taken_back_is_known_to_all() -> None:
    state = moment("8H 2C", "M1 3S", "4S 4C", "5S 5C", laid="7H", number=4)
    state = late(do(state, "1 M1, 1 ban H, 0 2C"))
    for viewer in (1, 2, 3, None):
        worlds = worlds_of(state, viewer)
        assert all(card("7H") in world.hands[0] for world in worlds)
        assert len({world.hands[0] for world in worlds}) > 1


def test_between_rounds_nothing_is_hidden() -> None:
    state = do(moment("2S", "3S", "4S", "5S"), "0 2S, 1 3S, 2 4S, 3 5S")
    assert {*worlds_of(state, 0), *worlds_of(state, None)} == {state}


# Events


def told(state: State, text: str) -> list[Event]:
    """Return the events of the last of these actions."""
    *before, last = text.split(", ")
    state = do(state, ", ".join(before))
    action = civil_suits.parse(last[2:])
    seat = int(last[0])
    return [*civil_suits.events(state, seat, action, civil_suits.apply(state, seat, action))]


def test_events_before_the_first_trick() -> None:
    start = civil_suits.start(civil_suits.Options())
    dealing = civil_suits.deal(start, 2, civil_suits.DECK)
    assert civil_suits.events(start, DEALER, None, dealing) == (Event("deal", 2),)
    assert told(dealing, "2 suit H") == [Event("suit", 2, 2)]
    assert told(dealing, NOTED) == [Event("suit", 3, 3)]
    before, last = PASSES.split(", 3 ")
    assert told(noted(), before) == [Event("pass", 2, 2)]
    assert told(noted(), f"{before}, 3 {last}") == [Event("pass", 3, 3), Event("passed")]
    assert told(do(noted(), PASSES), "3 decline") == [Event("decline", 3, 3)]
    assert told(do(noted(), PASSES), "3 3D") == [Event("lead", 3, 3, cards("3D"))]


def test_events_of_a_trick_with_minions() -> None:
    state = moment("2C 2S", "M1 3S", "4S 4C", "5S 5C", laid="")
    assert told(state, "0 2S") == [Event("lead", 0, 0, cards("2S"))]
    assert told(state, "0 2S, 1 M1") == [Event("play", 1, 1, cards("M1"))]
    assert told(state, "0 2S, 1 M1, 1 ban S") == [Event("ban", 1, 1, suit=Suit.SPADES)]
    assert told(state, "0 2S, 1 M1, 1 ban none") == [Event("ban", 1, 1)]
    assert told(state, "0 2S, 1 M1, 1 ban S, 0 2C") == [Event("replay", 0, 0, cards("2C 2S"))]
    assert told(state, "0 2S, 1 M1, 1 ban S, 0 2C, 2 4C, 3 5C") == [
        Event("play", 3, 3, cards("5C")),
        Event("trick", 1, 1, cards("2C M1 4C 5C")),
    ]


def test_events_of_a_tie_and_of_powers() -> None:
    state = moment("AD 2S", "3S AC", "4S 4C", "9S 5C", laid="9H 5H 3H")
    assert told(state, "3 9S") == [Event("play", 3, 3, cards("9S")), Event("tie", cards=cards("9H 9S"))]
    tie = "3 9S, 0 challenge AD"
    assert told(state, tie) == [Event("challenge", 0, 0, cards("AD"))]
    assert told(state, f"{tie}, 1 challenge none") == [Event("challenge", 1, 1)]
    contest = f"{tie}, 1 challenge AC, 2 challenge none, 3 challenge none"  # 6 6 6 and 8 4 3
    assert told(state, f"{contest}, 1 intelligence 3") == [Event("intelligence", 1, 1, target=3)]
    assert told(state, f"{contest}, 1 intelligence none") == [Event("intelligence", 1, 1)]
    magic = f"{contest}, 1 intelligence 3, 0 magic"
    assert told(state, f"{magic} score") == [Event("magic", 0, 0, lines=(Line(0, "magic", -1),))]
    assert told(state, f"{magic} aside 9H AD") == [Event("magic", 0, 0, cards("9H AD"))]
    assert told(state, f"{magic} none") == [Event("magic", 0, 0)]
    assert told(state, f"{magic} none, 0 might D") == [
        Event("might", 0, 0, suit=Suit.DIAMONDS),
        Event("trick", 0, 0, cards("9H 5H 3H 9S AD AC")),
    ]
    assert told(state, f"{magic} none, 0 might none")[0] == Event("might", 0, 0)
    assert told(state, f"{magic} none, 1 expose") == [
        Event("expose", 1, 1, suit=Suit.CLUBS, target=3),
    ]


def test_events_of_the_end() -> None:
    state = moment("2S", "3S", "4S 9C", "5S", number=4, suits="DHSC")
    assert told(state, "0 2S, 1 3S, 2 4S, 3 5S") == [
        Event("play", 3, 3, cards("5S")),
        Event("trick", 3, 3, cards("2S 3S 4S 5S")),
        Event("rest", 2, 2, cards("9C")),
        *(Event("reveal", seat, seat, suit=Suit(suit)) for seat, suit in enumerate("DHSC")),
        Event("hand"),
        *(Event("game", seat, seat) for seat in range(4)),
    ]


def test_the_sheet_is_told_whole() -> None:
    state = moment("QH", "JC", "9S", "5S", suits="DHSC")
    events = told(state, "0 QH, 1 JC, 2 9S, 3 5S, 0 magic score, 1 might none")
    (hand,) = [event for event in events if event.name == "hand"]
    assert sum(line.points for line in hand.lines if line.side == 0) == 4 + 4 - 1
