"""Invalid records end with status 2 and one line that names the place."""

import copy
from typing import Any

import pytest

from engine.cards import FRENCH_DECK
from tests.engine.commands.command import DECK, FINISHED, GOOD, document, replayed


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in document().items() if name != key}


def deal(**changes: Any) -> dict[str, Any]:
    return document(deals=[{"dealer": 3, "deck": DECK, **changes}])


def second_deal(dealer: int, actions: list[str]) -> dict[str, Any]:
    return document(actions=actions, deals=[{"dealer": d, "deck": DECK} for d in (3, dealer)])


WHOLE_HAND = [f"{turn % 4} {c}" for turn, c in enumerate(FRENCH_DECK[:48])]
NUMBERS: list[Any] = ["1", 1.5, -1, None, [], {}]


def test_the_good_ones() -> None:
    assert replayed(document()).status == 0
    assert replayed(second_deal(0, WHOLE_HAND)).json["to_act"] == [1]
    assert replayed(FINISHED, "verify").status == 0


@pytest.mark.parametrize("key", ["record", "game", "deals", "actions"])
def test_what_must_be_there(key: str) -> None:
    assert key in replayed(without(key)).complaint


@pytest.mark.parametrize("key", ["options", "names", "result", "fairness"])
def test_what_may_be_left_out_but_not_null(key: str) -> None:
    assert replayed(without(key)).status == 0
    for command in ("replay", "verify"):
        assert key in replayed(document(**{key: None}), command).complaint


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("record", [*NUMBERS, 2, 0, True, 1.0]),
        ("game", [*NUMBERS, 1, True, "Cicera", "briscola", "cicera ", "\ud800"]),
        ("options", [*NUMBERS[:5], "players", [["players", 4]]]),
        ("options", [{"players": value} for value in [*NUMBERS, 3, 4.0, True, "4", 10**30]]),
        ("options", [{"target": value} for value in [*NUMBERS, 61, 51.0, "51", 0]]),
        ("options", [{"deal": value} for value in [*NUMBERS, 13, 6.0, "6"]]),
        ("options", [{"picada": value} for value in [*NUMBERS, "Rank", True, ["any"]]]),
        ("options", [{"Players": 4}, {"": 4}, {"\n": 1}]),
        ("names", [*NUMBERS, "anna", ["a", "b", "c"], ["a", "b", "c", "d", "e"], ["a", "b", "c", 4]]),
        ("names", [["a", "b", "c", None], [], {"0": "a"}]),
        ("deals", [*NUMBERS[:4], {}, "x", True, {"0": {"dealer": 3, "deck": DECK}}]),
        ("actions", [*NUMBERS[:4], {}, "0 KS:KC", True]),
    ],
)
def test_wrong_values(key: str, values: list[Any]) -> None:
    for value in values:
        complaint = replayed(document(**{key: value})).complaint
        assert key in complaint


@pytest.mark.parametrize(
    "changes",
    [
        *({"dealer": value} for value in [*NUMBERS, 4, 10**30, True, 3.0]),
        *({"deck": value} for value in [*NUMBERS, "", DECK.split(), DECK.lower(), DECK + " ", " " + DECK]),
        {"deck": DECK.replace(" ", "  ", 1)},
        {"deck": DECK.replace(" ", "\t", 1)},
        {"deck": DECK.replace("7D", "7C")},
        {"deck": DECK.replace("7D", "M1")},
        {"deck": DECK.replace("7D ", "")},
        {"deck": DECK + " M1"},
        {"deck": DECK.replace("TS", "10S")},
        {"deck": DECK.replace("7D", "٧D")},
        {"deck": DECK + "\x00"},
    ],
)
def test_bad_deals(changes: dict[str, Any]) -> None:
    assert "-: deal 1: " in replayed(deal(**changes)).complaint


def test_more_bad_deals() -> None:
    assert "deal 1: dealer is missing" in replayed(document(deals=[{"deck": DECK}])).complaint
    assert "deal 1: deck is missing" in replayed(document(deals=[{"dealer": 3}])).complaint
    assert "deal 2: not an object" in replayed(document(deals=[*document()["deals"], None])).complaint
    assert replayed(deal(deck=DECK.replace("8D", "7D"))).complaint == "-: deal 1: 7D twice"
    assert "deal 2: seat 1 does not deal (C5)" in replayed(second_deal(1, WHOLE_HAND)).complaint
    assert "deal 2: stands before its time" in replayed(second_deal(0, WHOLE_HAND[:-1])).complaint
    assert "deal 2: stands before its time" in replayed(second_deal(0, [])).complaint


def test_what_stands_after_the_end() -> None:
    deals, actions = len(FINISHED["deals"]), len(FINISHED["actions"])
    more = copy.deepcopy(FINISHED)
    more["deals"].append({"dealer": (more["deals"][-1]["dealer"] + 1) % 4, "deck": DECK})
    assert f"deal {deals + 1}: the game is over" in replayed(more).complaint
    more = copy.deepcopy(FINISHED)
    more["actions"].append("0 7D")
    assert f"action {actions + 1}: 0 7D: the game is over" in replayed(more).complaint


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("1 TS:TC", "(C10)"),
        ("4 KS", "(C10)"),
        ("0 2S", "(C10)"),
        ("0 9S:KC", "(C12)"),
        ("0 KS:KC+JC", "(C12)"),
        ("0 KS:KC+KC", "(C12)"),
        ("0 AS:AH", "(C12)"),
        *((text, "") for text in ["", "0", "0 ", "KS", "0KS", "0  KS", "0 KS ", " 0 KS", "0 ks", "0 KS:"]),
        *((text, "") for text in ["-1 KS", "none KS", "0 expose"]),
        *((text, "") for text in ["00 KS", "0\tKS", "0 KS\n", "0 KS:KC+", "0 K", "0 pass KS"]),
        *((text, "") for text in ["⁰ KS", "٠ KS", "０ KS", "0 \ud800", "0 K\x00S", "0 KS:KC:KC"]),
    ],
)
def test_bad_actions(action: str, reason: str) -> None:
    complaint = replayed(document(actions=[action])).complaint
    assert complaint.startswith("-: action 1: ")
    assert reason in complaint


@pytest.mark.parametrize("action", [True, None, 0, ["0 KS"], {"seat": 0}, 0.5])
def test_actions_that_are_no_strings(action: Any) -> None:
    assert "action 2: not a string" in replayed(document(actions=["0 KS:KC", action])).complaint


def test_the_example_of_the_format() -> None:
    complaint = replayed(document(actions=["0 KS:KC", "1 TS", "2 JS:JC", "3 4S:QC"])).complaint
    assert complaint == "-: action 4: 3 4S:QC: QC has no value to add up (C12)"


def test_actions_before_a_deal() -> None:
    assert (
        "action 1: 0 KS: the next hand has not been dealt"
        in replayed(document(deals=[], actions=["0 KS"])).complaint
    )
    assert "action 49" in replayed(document(actions=[*WHOLE_HAND, "0 AS"])).complaint


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   ",
        b"{",
        b"[1, 2, 3]",
        b"1",
        b'"record"',
        b"null",
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.encode("utf-16"),
        GOOD.encode("utf-16-le"),
        GOOD.encode("utf-32"),
        GOOD.encode() + b"x",
        GOOD.encode() + b"\x00",
        b"\x0c" + GOOD.encode(),
        GOOD.encode().replace(b"ann", b"\xff\xfe"),
        GOOD.encode().replace(b"ann", b"\xed\xa0\x80"),
        GOOD.encode().replace(b"ann", b"an\nn"),
        GOOD.encode().replace(b"ann", b"\xc0\x80"),
        GOOD.replace('"ann"', "NaN").encode(),
        GOOD.replace('"ann"', "1e999").encode(),
        GOOD.replace('"record": 1', '"record": ' + "1" * 10_000).encode(),
        GOOD.replace('"record": 1', '"record": 1e0').encode(),
        GOOD.replace('"record": 1', '"record": 01').encode(),
        GOOD.replace('"dealer": 3', '"dealer": ' + "3" * 5_000).encode(),
        GOOD.replace("{", '{"x": NaN, ', 1).encode(),
        GOOD.replace("{", '{"x": -Infinity, ', 1).encode(),
        GOOD.replace("{", "{'x': 1, ", 1).encode(),
        GOOD.replace("}", ",}").encode(),
        GOOD.replace("{", '{"x": ' + "[" * 100_000 + "]" * 100_000 + ", ", 1).encode(),
        GOOD.replace("{", '{"x": ' + '{"a":' * 100_000 + "1" + "}" * 100_000 + ", ", 1).encode(),
        b"[" * 200_000,
        GOOD.replace("{}", '{"target": ' + "[" * 900 + "]" * 900 + "}", 1).encode(),
    ],
)
def test_what_is_no_record(content: bytes) -> None:
    assert replayed(content).complaint.startswith("-: ")
    assert replayed(content, "verify").complaint.startswith("-: ")


@pytest.mark.parametrize(
    "extra",
    ["1" * 10_000, "-" + "9" * 700, "1e999", "-1e999", '"\\ud800"', "null", "[[[]]]", "1.5", '{"record": 2}'],
)
def test_unknown_keys_may_hold_any_json(extra: str) -> None:
    assert replayed(GOOD.replace("{", f'{{"x": {extra}, ', 1).encode()).status == 0


def test_of_a_key_that_stands_twice_the_last_counts() -> None:
    assert replayed(GOOD.replace("{", '{"record": 2, "game": 5, "actions": [1], ', 1).encode()).status == 0
    assert "record" in replayed((GOOD[:-1] + ', "record": 2}').encode()).complaint
