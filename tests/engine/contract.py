"""The contract of any game, as checks of one position each, and `check_contract` for all of them.

A game that joins `engine.GAMES` defines in `LYING` where its cards lie, here or in its own test.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, NamedTuple

import pytest

from engine.cards import Card
from engine.deals import Deal
from engine.game import DEALER, BadNotation, IllegalAction
from engine.record import advance, read, replay, write
from tests.engine.strategies import Position, swapped_state


def _cards_of_cicera(state: Any) -> list[Card]:
    if state.turn == DEALER and state.dealer is not None and state.last_taker is None:
        return [*state.opening, *(play.card for play in state.plays)]  # C15: the rest went to nobody
    return [c for pile in (*state.hands, *state.taken, state.stock, state.table) for c in pile]


def _hidden_in_cicera(state: Any, viewer: int | None) -> list[Card]:
    hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    return [c for pile in (*hands, state.stock) for c in pile]


def _cards_of_ciapano(state: Any) -> list[Card]:
    played = [c for plays in (*(trick.plays for trick in state.tricks), state.table) for _, c in plays]
    discard = [state.discard] if state.discard is not None else []
    return [*played, *discard, *(c for hand in state.hands for c in hand)]


def _hidden_in_ciapano(state: Any, viewer: int | None) -> list[Card]:
    hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    unseen = state.discard is not None and viewer != state.dealer and state.turn != DEALER
    return [*(c for hand in hands for c in hand), *([state.discard] if unseen else [])]


def _cards_of_civil_suits(state: Any) -> list[Card]:
    lying = [*state.trick.waiting, *(c for _, c in state.trick.laid)]
    return [*lying, *(c for pile in (*state.hands, *state.taken) for c in pile)]


def _hidden_in_civil_suits(state: Any, viewer: int | None) -> list[Card]:
    known = {c for trick in (*state.tricks, state.trick) for _, c in trick.back}
    if viewer is not None:
        known.update(state.passes[viewer])
    hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    return [c for hand in hands for c in hand if c not in known]


class Lying(NamedTuple):
    """The places of a game's cards in a state, and the cards that a viewer (None: a spectator) has not seen.

    `asks` returns the game's questions by seat, where these tell of hidden cards: other questions are ruled
    out.
    """

    cards: Callable[[Any], list[Card]]
    hidden: Callable[[Any, int | None], list[Card]]
    asks: Callable[[Any], object] | None = None


LYING: Final[dict[str, Lying]] = {
    "cicera": Lying(_cards_of_cicera, _hidden_in_cicera),
    "ciapano": Lying(_cards_of_ciapano, _hidden_in_ciapano),
    "civil-suits": Lying(
        _cards_of_civil_suits, _hidden_in_civil_suits, lambda state: (state.phase, state.turn)
    ),
}


def lying(game: str) -> Lying:
    """Return the places of a game's cards, as defined here or in its own test."""
    if game in LYING:
        return LYING[game]
    module = own_test(game)
    assert module is not None, f"{game} has no test of its own"
    found: Lying = module.LYING
    return found


def own_test(game: str) -> ModuleType | None:
    """Return the test of a game that has only one, None where there are several."""
    name = f"tests.engine.test_{game.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None


def conserves_cards(position: Position, rng: random.Random) -> None:
    """Every card of a deal lies in exactly one place, at every moment."""
    for state in position.states[1:]:
        cards, deck = lying(position.game.NAME).cards(state), position.game.DECK
        assert len(cards) == len(deck)
        assert set(cards) == set(deck)


def applies_what_is_legal(position: Position, rng: random.Random) -> None:
    """Every action that `legal` lists applies, is written in one way, and leaves the old state unchanged."""
    game, state = position.game, position.state
    before = hash(state)
    for seat in position.seats:
        actions = game.legal(state, seat)
        assert len({str(action) for action in actions}) == len(actions)
        assert bool(actions) or seat not in game.to_act(state)
        for action in actions:
            assert game.apply(state, seat, action) != state
    assert hash(state) == before
    assert game.to_act(state) == tuple(sorted(game.to_act(state)))


def answers_formalities(position: Position, rng: random.Random) -> None:
    """Where a seat is asked without a choice, its answer is the only legal one, and one of those listed."""
    game, state = position.game, position.state
    for seat in position.seats:
        answer = game.formality(state, seat)
        if answer is not None:
            assert tuple(game.legal(state, seat)) == (answer,)
            assert answer in game.FORMALITIES


def refuses_what_is_not(position: Position, rng: random.Random) -> None:
    """An action changed, of another seat or of another moment applies only where `legal` has it."""
    game, state = position.game, position.state
    seats = [seat for seat in game.to_act(state) if seat != DEALER]
    texts = [str(action) for seat in seats for action in game.legal(state, seat)]
    texts += [text[2:] for text in rng.sample(position.record.actions, min(10, len(position.record.actions)))]
    texts += [_mutated(text, game.DECK, rng) for text in texts]
    for text in rng.sample(texts, min(30, len(texts))):
        try:
            action = game.parse(text)
        except BadNotation:
            continue
        for seat in (*position.seats, len(position.seats), DEALER):
            if seat != DEALER and action in game.legal(state, seat):
                game.apply(state, seat, action)
            else:
                with pytest.raises(IllegalAction) as caught:
                    game.apply(state, seat, action)
                assert caught.value.rule
                assert "{" not in str(caught.value)


def _mutated(text: str, deck: tuple[Card, ...], rng: random.Random) -> str:
    """Return a notation with one of its cards changed, doubled, added or taken away."""
    separator = "+" if "+" in text or ":" in text else " "
    parts = text.replace(":", ":+").split(separator)
    place = rng.randrange(len(parts))
    what = rng.randrange(4)
    other = str(rng.choice(deck))
    if what == 0:
        parts[place] = other + (":" if parts[place].endswith(":") else "")
    elif what == 1:
        parts.insert(place, parts[-1])
    elif what == 2:
        parts.append(other)
    else:
        del parts[place]
    return separator.join(parts).replace(":+", ":")


def is_frozen(position: Position, rng: random.Random) -> None:
    """States and views can be hashed and cannot be changed."""
    values: list[Any] = [position.state, *(position.game.observe(position.state, seat) for seat in (0, None))]
    for value in values:
        hash(value)
        names = value._fields if hasattr(value, "_fields") else [field.name for field in fields(value)]
        for name in names:
            with pytest.raises(AttributeError):
                setattr(value, name, None)


def notates_every_action(position: Position, rng: random.Random) -> None:
    """`parse` is the inverse of `str`."""
    for seat in position.seats:
        for action in position.game.legal(position.state, seat):
            assert position.game.parse(str(action)) == action


def previews_what_it_scores(position: Position, rng: random.Random) -> None:
    """The points that `preview` promises are those that the action scores at once."""
    game, state = position.game, position.state
    before = game.outcome(state)
    for seat in position.seats:
        seen = game.observe(state, seat)
        for action in game.legal(state, seat):
            after = game.outcome(game.apply(state, seat, action))
            if len(after.hands) > len(before.hands):
                continue  # the hand's card points come on top
            totals = list(before.totals)
            for line in game.preview(seen, action):
                totals[line.side] += line.points
            assert tuple(totals) == after.totals


def twins(position: Position, viewer: int | None, rng: random.Random) -> Iterator[Any]:
    """Yield states that the same log leads to, with two cards hidden from the viewer swapped."""
    hidden = lying(position.game.NAME).hidden(position.state, viewer) if position.record.deals else []
    asks = lying(position.game.NAME).asks or position.game.to_act
    for _ in range(min(4, len(hidden) // 2)):
        twin = swapped_state(position, *rng.sample(hidden, 2))
        # Otherwise the hidden card was needed for a play, or a seat is asked because of it.
        if twin is not None and asks(twin) == asks(position.state):
            yield twin


def observes_nothing_hidden(position: Position, rng: random.Random) -> None:
    """With two hidden cards swapped, the viewer sees the same, and samples the same worlds."""
    game, state = position.game, position.state
    for viewer in (*position.seats, None):
        seen = game.observe(state, viewer)
        for twin in twins(position, viewer, rng):
            of_twin = game.observe(twin, viewer)
            assert of_twin == seen
            seed = rng.random()
            assert game.sample(of_twin, random.Random(seed)) == game.sample(seen, random.Random(seed))


def samples_worlds(position: Position, rng: random.Random) -> None:
    """Sampled worlds look the same to their viewer, play on legally, and vary where there are several."""
    game, state = position.game, position.state
    for viewer in (*position.seats, None):
        seen = game.observe(state, viewer)
        worlds = [game.sample(seen, rng) for _ in range(8)]
        for world in worlds:
            assert game.observe(world, viewer) == seen
            if position.record.deals:
                assert sorted(lying(game.NAME).cards(world)) == list(game.DECK)
        world = worlds[0]
        while waits_for := [seat for seat in game.to_act(world) if seat != DEALER]:
            world = game.apply(world, waits_for[0], rng.choice(game.legal(world, waits_for[0])))
        if any(twin != state for twin in twins(position, viewer, rng)):
            assert len(set(worlds)) > 1


def reveals_what_cannot_be_taken_back(position: Position, rng: random.Random) -> None:
    """An action that reveals nothing leads to one view, wherever the cards lie that its seat cannot see."""
    game, state = position.game, position.state
    for seat in position.seats:
        legal = game.legal(state, seat)
        for action in rng.sample(list(legal), min(3, len(legal))):
            after = game.apply(state, seat, action)
            over = game.to_act(after) in ((), (DEALER,))
            if over or game.reveals(state, seat, action, after):
                continue
            for _ in range(4):
                other = game.apply(game.sample(game.observe(state, seat), rng), seat, action)
                assert game.observe(other, None) == game.observe(after, None)
                assert game.observe(other, seat) == game.observe(after, seat)


def replays_from_its_log(position: Position, rng: random.Random) -> None:
    """The record leads to the state, entry by entry and as a whole, even when written and read again."""
    state = position.states[0]
    for _, entry, expected in position.steps():
        state = advance(position.game, state, entry)
        assert state == expected
    replayed = replay(read(write(position.record)))
    assert replayed.ok
    assert replayed.state == position.state
    assert replayed.deals_applied + replayed.actions_applied == len(position.entries)


def tells_what_happens(position: Position, rng: random.Random) -> None:
    """Every deal and action has events with names; points that change the totals have lines."""
    game = position.game
    for before, entry, after in position.steps():
        if isinstance(entry, Deal):
            events = game.events(before, DEALER, None, after)
        else:
            events = game.events(before, int(entry[0]), game.parse(entry[2:]), after)
            assert events[0].seat == int(entry[0])
        assert events
        if game.outcome(before).totals != game.outcome(after).totals:
            assert any(event.lines for event in events)
        if not game.to_act(after):
            assert events[-1].name == "game"


def adds_up(position: Position, rng: random.Random) -> None:
    """Between hands the totals are the sums of the finished hands; winners come at the end only."""
    game = position.game
    for state in position.states:
        outcome = game.outcome(state)
        assert game.standing(state) == (outcome.totals, outcome.winners)
        assert outcome.finished == (not game.to_act(state))
        assert bool(outcome.winners) == outcome.finished
        assert (outcome.places is not None) == outcome.finished
        scores = [sum(hand.scores[side] for hand in outcome.hands) for side in range(len(outcome.totals))]
        if outcome.finished or game.to_act(state) == (DEALER,):
            assert list(outcome.totals) == scores
    assert len(game.outcome(position.state).totals) == len(game.sides(position.options))


OF_A_MOMENT: Final = (
    applies_what_is_legal,
    answers_formalities,
    refuses_what_is_not,
    is_frozen,
    notates_every_action,
    previews_what_it_scores,
    observes_nothing_hidden,
    samples_worlds,
    reveals_what_cannot_be_taken_back,
)
OF_THE_WAY_THERE: Final = (
    conserves_cards,
    replays_from_its_log,
    tells_what_happens,
    adds_up,
)


def check_contract(position: Position, seed: int) -> None:
    """Check a position against the whole contract; each check draws its own lots from the same seed."""
    check_moment(position, seed)
    for check in OF_THE_WAY_THERE:
        check(position, random.Random(seed))


def check_moment(position: Position, seed: int) -> None:
    """Check the latest state of a position against the contract."""
    for check in OF_A_MOMENT:
        check(position, random.Random(seed))
