"""The verifiable shuffle against its published vector, and the checks of a record's `fairness`."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, cicera, fairness
from engine.cards import FRENCH_DECK, Card, card
from engine.deals import Deal
from engine.record import Record

VECTOR = Path(__file__).parents[2] / "docs" / "fairness-vector.json"
SEED = bytes(range(32))
ENTROPY = [f"120000000000000000{n}" for n in (1, 2, 3, 4)]
GAME_SEED = "21b188d9870790e75d7da43fb5482d76c8abeb374882bb2b64aa0a5dae8d8460"
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
DEAL_1 = (
    "5C 7D TC 5S 9H 4S 2H AD AC JD 2S KD 3H TS KH QS QC JC 8S JS 6H 8H 5D 2D 4D KC "
    "4C 9D 8C JH AH 7H 3S 3D TH QD 7S KS 5H AS 6C 2C 8D QH 6S TD 6D 7C 9C 3C 9S 4H"
)
DEAL_2_CUT_17 = (
    "4C KD 7S 4S 3C 8S KH 5S 2C AC 9D KS 4H 3D 9C 7D TH 5C TC TS 4D 5D JC 2H 7C QC "
    "AD 9H QS TD JD QD 8C 7H 6H 8D QH JS KC 3S 2S 9S AS AH 2D 6C 6S 6D 8H 5H JH 3H"
)


def deck_of(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def record(**changes: Any) -> Record:
    """Return a record of two deals that are as fair as the vector, with some of its `fairness` changed."""
    shown = {"commitment": COMMITMENT, "seed": SEED.hex(), "entropy": ENTROPY, "cuts": [0, 17]}
    deals = (Deal(0, deck_of(DEAL_1)), Deal(1, deck_of(DEAL_2_CUT_17)))
    return Record("cicera", deals=deals, fairness={**shown, **changes})


def test_the_vector() -> None:
    assert fairness.commitment(SEED) == COMMITMENT
    key = fairness.game_seed(SEED, ENTROPY)
    assert key.hex() == GAME_SEED
    assert fairness.first_dealer(key, 4) == 0
    assert fairness.deck(key, 1, FRENCH_DECK) == deck_of(DEAL_1)
    assert fairness.deck(key, 2, FRENCH_DECK, 17) == deck_of(DEAL_2_CUT_17)


def test_the_published_vector() -> None:
    vector = json.loads(VECTOR.read_text())
    seed = bytes.fromhex(vector["seed"])
    assert fairness.commitment(seed) == vector["commitment"]
    key = fairness.game_seed(seed, vector["entropy"])
    assert key.hex() == vector["game_seed"]
    assert fairness.first_dealer(key, 4) == vector["first_dealer_of_4"]
    for name, decks in vector.items():
        if name not in GAMES:
            continue
        for title, text in decks.items():
            number, _, cut = title.removeprefix("deal ").partition(", cut ")
            dealt = fairness.deck(key, int(number), GAMES[name].DECK, int(cut or 0))
            assert " ".join(map(str, dealt)) == text


@given(st.binary(min_size=32, max_size=32), st.integers(1, 30), st.integers(0, 51))
def test_a_deck_is_whole_and_a_cut_turns_it(key: bytes, number: int, cut: int) -> None:
    uncut = fairness.deck(key, number, FRENCH_DECK)
    assert sorted(uncut) == list(FRENCH_DECK)
    assert fairness.deck(key, number, FRENCH_DECK, cut) == uncut[cut:] + uncut[:cut]


def test_every_seat_and_every_card_can_come_first() -> None:
    keys = [bytes([n]) * 32 for n in range(256)]
    dealers = Counter(fairness.first_dealer(key, 5) for key in keys)
    assert sorted(dealers) == [0, 1, 2, 3, 4]
    assert min(dealers.values()) > 25
    assert len({fairness.deck(key, 1, FRENCH_DECK)[0] for key in keys}) > 45


def test_a_fair_record_fails_nothing() -> None:
    assert fairness.check(record(), finished=True) == []
    assert fairness.check(Record("cicera"), finished=True) == []


def test_the_seed_may_be_hidden_only_while_the_game_runs() -> None:
    assert fairness.check(record(seed=None), finished=False) == []
    assert len(fairness.check(record(seed=None), finished=True)) == 1


@pytest.mark.parametrize(
    ("changes", "failing"),
    [
        ({"commitment": "0" * 64}, ["commitment"]),
        ({"seed": "0" * 64}, ["commitment", "deal 1: the deck", "deal 2: the deck"]),
        ({"entropy": ENTROPY[:3]}, ["deal 1: the deck", "deal 2: the deck"]),
        ({"entropy": ENTROPY[::-1]}, ["deal 1: the deck", "deal 2: the deck"]),
        ({"cuts": [0, 16]}, ["deal 2"]),
        ({"cuts": [1, 17]}, ["deal 1"]),
    ],
)
def test_each_check_that_fails_has_its_line(changes: dict[str, object], failing: list[str]) -> None:
    lines = fairness.check(record(**changes), finished=True)
    decks_and_commitment = [line for line in lines if "first dealer" not in line]
    assert len(decks_and_commitment) == len(failing)
    assert all(words in line for words, line in zip(failing, decks_and_commitment, strict=True))


def test_the_first_dealer_is_checked() -> None:
    fair = record()
    unfair = replace(fair, deals=(replace(fair.deals[0], dealer=1), fair.deals[1]))
    (line,) = fairness.check(unfair, finished=True)
    assert "dealer" in line


MALFORMED: list[dict[str, object]] = [
    {"commitment": None},
    {"commitment": COMMITMENT.upper()},
    {"commitment": COMMITMENT + "00"},
    {"commitment": 5},
    {"seed": SEED.hex()[:-2]},
    {"seed": SEED.hex().upper()},
    {"seed": " " + SEED.hex()[1:]},
    {"seed": 5},
    {"entropy": None},
    {"entropy": ",".join(ENTROPY)},
    {"entropy": [1200000000000000001]},
    {"entropy": ["12ab"]},
    {"entropy": ["١٢"]},
    {"entropy": ["\ud800"]},
    {"entropy": [*ENTROPY, "1200000000000000005"]},
    {"cuts": None},
    {"cuts": [0]},
    {"cuts": [0, 17, 0]},
    {"cuts": [0, 52]},
    {"cuts": [-1, 17]},
    {"cuts": [False, 17]},
    {"cuts": [0.0, 17]},
    {"cuts": {"0": 0}},
]


@pytest.mark.parametrize("changes", MALFORMED)
def test_a_malformed_fairness_is_one_failing_check(changes: dict[str, object]) -> None:
    assert len(fairness.check(record(**changes), finished=True)) == 1


@pytest.mark.parametrize("value", [5, "x", [], True, {}, {"commitment": COMMITMENT}])
def test_a_fairness_that_is_no_such_object_fails(value: object) -> None:
    assert len(fairness.check(Record("cicera", fairness=value), finished=True)) == 1


def test_only_games_with_a_cut_have_cuts() -> None:
    cut = [name for name, game in GAMES.items() if game.cutter(game.options({}), 0) is not None]
    assert cut == [cicera.NAME]
