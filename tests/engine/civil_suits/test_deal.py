"""Civil Suits before the first trick: deck and powers, deal, civil suits, passing, the offer (V1–V9)."""

import json
import re
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from engine import civil_suits
from engine.cards import MINIONS, Suit, card
from engine.civil_suits import CHALLENGERS, DECK, Options, State
from engine.civil_suits.options import DEFAULT_POWERS
from engine.civil_suits.scoring import COLOURS
from engine.civil_suits.state import passing
from engine.game import DEALER, BadNotation, BadOptions, IllegalAction
from engine.record import Record, read, write
from engine.report import view
from tests.engine.civil_suits.moments import asked, cards, dealt, do, legal, moment, refused
from tests.engine.commands.command import replayed, run
from tests.engine.switched_off import off

RULES = Path(__file__).parents[3] / "docs" / "rules" / "civil-suits.md"

POWERS: dict[str, Any] = {c.text: [1, 2, place] for place, c in enumerate(CHALLENGERS)}

NOTED = "0 suit S, 1 suit H, 2 suit D, 3 suit C"


def document(**changes: Any) -> dict[str, Any]:
    """Return a record of Civil Suits with one deal, seat 3 the dealer, changed."""
    good = {"record": 1, "game": "civil-suits", "deals": [{"dealer": 3, "deck": DECK_TEXT}], "actions": []}
    return {**good, **changes}


DECK_TEXT = " ".join(map(str, DECK))


# Players, seats, deck (V1–V4)


@off("V1", "civil_suits.options", "return (0,), (1,), (2,), (3,)", "return (0, 2), (1, 3)")
def test_v1_four_players_each_for_themself() -> None:
    assert civil_suits.sides(Options()) == ((0,), (1,), (2,), (3,))


@off("V2", "civil_suits.actions", "FRENCH_DECK + MINIONS", "MINIONS + FRENCH_DECK")
def test_v2_two_minions_above_all_kings() -> None:
    assert len(DECK) == 54
    assert DECK[52:] == MINIONS == (card("M1"), card("M2"))
    assert all(minion.suit is None for minion in MINIONS)
    ranks = [card(text).rank for text in ["AS", "2S", "9S", "TS", "JS", "QS", "KS", "M1"]]
    assert ranks == sorted(set(ranks))
    assert card("M1").rank == card("M2").rank


@off(
    "V2",
    "civil_suits.laying",
    "c for c in hand if c.suit is not None]\n    return hand\n",
    "c for c in hand if c.suit is not None]\n"
    "    led = state.trick.laid[0][1].suit if state.trick.laid else None\n"
    "    return [c for c in hand if c.suit is led] or hand\n",
)
def test_v2_any_card_may_be_played() -> None:
    state = moment("2S", "AS 7H KD M1", "3S", "4S", laid="2H")
    assert legal(state) == ["AS", "7H", "KD", "M1"]
    assert refused(state, "1 2S") == ("V2", "hand")


def test_v3_gray_and_blue() -> None:
    assert COLOURS == ((Suit.SPADES, Suit.CLUBS), (Suit.HEARTS, Suit.DIAMONDS))


@off("V4", "civil_suits.options", 'in "AJQK"', 'in "TJQK"')
def test_v4_the_challengers() -> None:
    expected = "AS JS QS KS AH JH QH KH AD JD QD KD AC JC QC KC"
    assert " ".join(map(str, CHALLENGERS)) == expected
    assert Options().numbers(card("AS")) == (3, 8, 5)
    assert Options().numbers(card("KC")) == (7, 7, 2)


@off("V4", "civil_suits.options", "(3, 8, 5), (2, 7, 4)", "(3, 8, 4), (2, 7, 5)")
def test_v4_the_default_table_is_that_of_the_rules() -> None:
    rows = re.findall(r"^\| ([SHCD]) \|(.*)\|$", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == 4
    for suit, cells in rows:
        for rank, cell in zip("AJQK", cells.split("|"), strict=True):
            assert Options().numbers(card(rank + suit)) == tuple(map(int, cell.split()))


# The option `powers`


def test_powers_are_set_by_file() -> None:
    chosen = civil_suits.options({"powers": POWERS})
    assert chosen.numbers(card("KC")) == (1, 2, 15)
    assert civil_suits.values(chosen) == {"powers": POWERS}
    assert chosen != Options()


def test_powers_that_are_the_default_are_no_other_options() -> None:
    default = civil_suits.values(Options())
    assert civil_suits.options({}) == civil_suits.options(default) == Options(DEFAULT_POWERS)
    assert hash(civil_suits.options({})) == hash(civil_suits.options(default))
    backwards = dict(reversed(default["powers"].items()))  # type: ignore[attr-defined]  # it is a dict
    assert civil_suits.options({"powers": backwards}) == Options()


def test_powers_in_a_record() -> None:
    record = read(write(Record("civil-suits", {"powers": POWERS})))
    assert record.options == {"powers": POWERS}
    played = run(
        "simulate", "civil-suits", "--games", "1", "--seed", "1", "--option", f"powers={json.dumps(POWERS)}"
    )
    assert played.status == 0


BAD_POWERS: list[Any] = [
    None,
    3,
    "AS",
    [],
    {},
    [POWERS],
    {name: POWERS[name] for name in POWERS if name != "KD"},
    {**POWERS, "TS": [1, 2, 3]},
    {**POWERS, "M1": [1, 2, 3]},
    *(
        {**POWERS, "AS": numbers}
        for numbers in (
            None,
            3,
            "123",
            [],
            [1, 2],
            [1, 2, 3, 4],
            [1, 2, -1],
            [1, 2, 100],
            [1, 2, 10**30],
            [1, 2, 3.0],
            [1, 2, True],
            [1, 2, "3"],
            [1, 2, None],
            {"0": 1, "1": 2, "2": 3},
        )
    ),
]


@pytest.mark.parametrize("value", BAD_POWERS, ids=lambda value: str(value)[:40])
def test_powers_that_are_none(value: Any) -> None:
    with pytest.raises(BadOptions):
        civil_suits.options({"powers": value})
    assert "options: powers" in replayed(document(options={"powers": value})).complaint.replace(
        " is null", ""
    )


def test_options_that_are_none() -> None:
    for name in ("players", "Powers", ""):
        assert "has no option" in replayed(document(options={name: POWERS})).complaint
    long = json.dumps(document(options={"powers": POWERS})).replace("15]", "9" * 700 + "]")
    assert "KC needs three integers" in replayed(long.encode()).complaint
    assert (
        "--players"
        in run("simulate", "civil-suits", "--games", "1", "--seed", "1", "--players", "4").complaint
    )


def test_a_view_tells_the_powers_without_naming_cards() -> None:
    """A card's text in a view is then always a card that its seat knows."""
    shown = view(civil_suits, civil_suits.start(civil_suits.options({"powers": POWERS})), None)
    assert "KC" not in json.dumps(shown)
    assert "[1, 2, 15]" in json.dumps(shown)


# The deal (V5)


@off("V5", "civil_suits.rules", "deck[(seat - dealer - 1) % SEATS :: SEATS]", "deck[seat::SEATS]")
def test_v5_one_card_at_a_time_from_the_seat_after_the_dealer() -> None:
    state = civil_suits.deal(civil_suits.start(Options()), 1, DECK)
    assert state.hands[2] == DECK[0::4]
    assert state.hands[3] == DECK[1::4]
    assert state.hands[0] == DECK[2::4]
    assert state.hands[1] == DECK[3::4]
    assert [len(hand) for hand in state.hands] == [13, 13, 14, 14]


@off("V5", "civil_suits.rules", "((state.dealer + 1) % SEATS,)", "((state.dealer - 1) % SEATS,)")
def test_v5_the_deal_passes_to_the_left() -> None:
    start = civil_suits.start(Options())
    assert civil_suits.to_act(start) == (DEALER,)
    assert civil_suits.dealers(start) == (0, 1, 2, 3)
    after = do(moment("2S", "3S", "4S", "5S"), "0 2S, 1 3S, 2 4S, 3 5S")
    assert civil_suits.to_act(after) == (DEALER,)
    assert civil_suits.dealers(after) == (0,)
    with pytest.raises(IllegalAction, match="seat 1 does not deal"):
        civil_suits.deal(after, 1, DECK)
    assert asked(civil_suits.deal(after, 0, DECK)) == "suit 0 1 2 3"


def test_v5_a_deal_before_its_time_or_of_another_deck() -> None:
    with pytest.raises(ValueError, match="no deal is due"):
        civil_suits.deal(dealt("", "", "", ""), 0, DECK)
    for deck in (DECK[:-1], (*DECK[:-1], DECK[0])):
        with pytest.raises(ValueError, match="all 54"):
            civil_suits.deal(civil_suits.start(Options()), 0, deck)


# Civil suits (V6)


@off("V6", "civil_suits.opening", "phase=Phase.SUIT if None in suits else Phase.PASS", "phase=Phase.PASS")
def test_v6_all_choose_at_once_in_any_order() -> None:
    state = dealt("", "", "", "")
    assert asked(state) == "suit 0 1 2 3"
    assert legal(state, 2) == ["suit S", "suit H", "suit D", "suit C"]
    state = do(state, "2 suit D, 0 suit D")
    assert asked(state) == "suit 1 3"
    assert legal(state, 2) == []
    assert refused(state, "2 suit D") == ("V10", "turn")
    state = do(state, "3 suit S, 1 suit D")
    assert asked(state) == "pass 0 1 2 3"
    assert state.suits == (Suit.DIAMONDS, Suit.DIAMONDS, Suit.DIAMONDS, Suit.SPADES)
    assert refused(state, "3 suit S") == ("V6", "no-suit")


@off(
    "V6",
    "civil_suits.seen",
    "suit if seat == viewer or seat in state.public or (viewer, seat) in looked else None",
    "suit",
)
def test_v6_a_choice_is_private() -> None:
    one = do(dealt("", "", "", ""), "2 suit D")
    other = do(dealt("", "", "", ""), "2 suit H")
    for viewer in (0, 1, 3, None):
        assert civil_suits.observe(one, viewer) == civil_suits.observe(other, viewer)
        assert civil_suits.observe(one, viewer).to_act == (0, 1, 3)
    assert civil_suits.observe(one, 2).suits == (None, None, Suit.DIAMONDS, None)


# Passing (V7)


def test_v7_to_whom_and_how_many() -> None:
    """Worked example 4, and the other rounds with dealer 0: seats 1 and 2 were dealt 14."""
    assert passing(1, 0) == ((1, 3), (2, 3), (3, 4), (0, 4))
    assert passing(2, 0) == ((3, 4), (0, 4), (1, 3), (2, 3))
    assert passing(3, 0) == ((2, 3), (3, 4), (0, 4), (1, 3))
    assert passing(4, 0) == (None, (0, 1), (3, 1), None)
    assert passing(4, 3) == ((3, 1), (2, 1), None, None)


@off("V7", "civil_suits.state", "3 if receiver in fourteen else 4", "4 if receiver in fourteen else 3")
def test_v7_worked_example_4() -> None:
    state = do(dealt("", "", "", "", dealer=0), NOTED)
    assert [len(hand) for hand in state.hands] == [13, 14, 14, 13]
    assert [len(legal(state, seat)[0].split()) - 1 for seat in range(4)] == [3, 3, 4, 4]
    state = do(state, ", ".join(f"{seat} {legal(state, seat)[7]}" for seat in (3, 1, 0, 2)))
    assert [len(hand) for hand in state.hands] == [14, 14, 13, 13]
    assert [len(given) for given in state.passes] == [3, 3, 4, 4]
    for giver, given in enumerate(state.passes):
        assert set(given) <= set(state.hands[(giver + 1) % 4])
        assert civil_suits.observe(state, (giver + 1) % 4).received == given
        assert civil_suits.observe(state, giver).passed == given


@off("V7", "civil_suits.state", "= ((dealer + 3) % SEATS, 1)", "= (dealer, 1)")
def test_v7_in_round_4_two_pass_one_card() -> None:
    state = do(dealt("", "AS", "KS", "", dealer=0, taker=2, number=4), NOTED)
    assert asked(state) == "pass 1 2"
    assert legal(state, 0) == legal(state, 3) == []
    assert refused(state, "0 pass AS") == ("V10", "turn")
    state = do(state, "2 pass KS, 1 pass AS")
    assert card("AS") in state.hands[0]
    assert card("KS") in state.hands[3]
    assert [len(hand) for hand in state.hands] == [14, 13, 13, 14]
    assert civil_suits.observe(state, 1).received == ()
    assert asked(state) == "play 2"


@off(
    "V7",
    "civil_suits.opening",
    "return after if to_act(after) else _exchange(after)",
    "return _exchange(after)",
)
def test_v7_everyone_chooses_before_receiving_any() -> None:
    state = do(dealt("AS 2S 3S 4S", "AH 2H 3H 4H", "", ""), NOTED)
    state = do(state, "0 pass AS 2S 3S")
    assert card("AS") not in civil_suits.observe(state, 1).hand
    assert card("AS") in civil_suits.observe(state, 0).hand
    assert civil_suits.observe(state, 0).passed == cards("AS 2S 3S")
    assert refused(state, "1 pass AS AH 2H 3H") == ("V2", "hand")
    other = do(do(dealt("AS 2S 3S 4S", "AH 2H 3H 4H", "", ""), NOTED), "0 pass AS 2S 4S")
    for viewer in (1, 2, 3, None):
        assert civil_suits.observe(state, viewer) == civil_suits.observe(other, viewer)
        assert civil_suits.observe(state, viewer).to_act == (1, 2, 3)


def test_v7_what_is_refused() -> None:
    state = do(dealt("AS 2S 3S 4S", "", "", ""), NOTED)
    assert refused(state, "0 pass AS 2S") == ("V7", "pass-number")
    assert refused(state, "0 pass AS 2S 3S 4S") == ("V7", "pass-number")
    assert refused(state, "0 pass AS 2S 2S") == ("V7", "pass-twice")
    assert refused(state, "0 pass AS AS 2S 3S") == ("V7", "pass-twice")
    assert refused(state, "0 pass AS 2S 3S, 0 pass AS 2S 3S") == ("V10", "turn")
    assert refused(state, "0 AS") == ("V10", "no-play")
    assert refused(dealt("AS 2S 3S", "", "", ""), "0 pass AS 2S 3S") == ("V7", "no-pass")
    # A card received is too late to be passed on.
    assert refused(state, "0 pass AS 2S 3S, 1 pass AS 2S 3S") == ("V2", "hand")


def test_v7_passes_are_listed_in_the_order_of_the_record() -> None:
    state = do(dealt("", "", "", ""), NOTED)
    hand = state.hands[0]
    passes = civil_suits.legal(state, 0)
    written = [str(action) for action in passes]
    assert written == [f"pass {' '.join(map(str, chosen))}" for chosen in combinations(hand, 3)]
    assert len(passes) == comb(14, 3)
    assert [passes[index] for index in range(len(passes))] == list(passes)
    assert list(passes[3:6]) == list(passes)[3:6]
    assert passes[-1] == list(passes)[-1]
    assert all(action in passes for action in passes)
    assert civil_suits.parse(f"pass {hand[0]} {hand[1]}") not in passes
    assert civil_suits.parse("suit S") not in passes
    assert passes == civil_suits.legal(state, 0)
    assert hash(passes) == hash(civil_suits.legal(state, 0))


def test_v7_a_set_may_be_written_in_any_order() -> None:
    assert civil_suits.parse("pass 9D M1 KH 2S") == civil_suits.parse("pass 2S KH 9D M1")
    assert str(civil_suits.parse("pass M2 9D M1 KH")) == "pass KH 9D M1 M2"
    assert str(civil_suits.parse("magic aside KH QS")) == "magic aside QS KH"


# The first trick of the game (V8, V9)


def offered(hand: str = "") -> State:
    """Return the state in which seat 3, the dealer, is offered the first lead."""
    state = do(dealt("", "", "", hand), NOTED)
    for seat in range(4):
        passes = civil_suits.legal(state, seat)
        kept = {*hand.split(), "M1", "M2"}
        state = civil_suits.apply(state, seat, next(one for one in passes if not kept & {*str(one).split()}))
    return state


def test_v8_the_dealer_may_lay_first_or_decline() -> None:
    state = offered("2S KH M1")
    assert asked(state) == "offer 3"
    assert legal(state)[0] == "decline"
    assert set(legal(state)[1:]) == {str(c) for c in state.hands[3] if c not in MINIONS}
    assert asked(do(state, "3 KH")) == "play 0"
    assert refused(do(state, "3 KH"), "0 decline") == ("V8", "no-offer")


def test_v8_the_offer_goes_on_clockwise() -> None:
    state = do(offered(), "3 decline")
    assert asked(state) == "offer 0"
    assert refused(state, "3 decline") == ("V10", "turn")
    state = do(state, f"0 {legal(state)[1]}")
    assert [seat for seat, _ in state.trick.laid] == [0]
    assert asked(state) == "play 1"


@off("V8", "civil_suits.opening", "if following == state.dealer:", "if False:")
def test_v8_if_all_decline_the_seat_after_the_dealer_must_lay() -> None:
    state = do(offered(), "3 decline, 0 decline, 1 decline, 2 decline")
    assert asked(state) == "play 0"
    assert "decline" not in legal(state)
    assert refused(state, "0 decline") == ("V8", "no-offer")


def test_v8_afterwards_whoever_took_the_last_trick_lays_first() -> None:
    state = do(moment("2S 2H", "9S 9H", "4S 4H", "5S 5H"), "0 2S, 1 9S, 2 4S, 3 5S")
    assert asked(state) == "play 1"
    assert "decline" not in legal(state)


@off("V8", "civil_suits.opening", "turn = state.dealer if first else state.taker", "turn = state.dealer")
def test_v8_also_from_one_round_to_the_next() -> None:
    state = do(moment("2S", "3S", "9S", "5S"), "0 2S, 1 3S, 2 9S, 3 5S")
    state = do(civil_suits.deal(state, 0, DECK), NOTED)
    for seat in civil_suits.to_act(state):
        state = civil_suits.apply(state, seat, civil_suits.legal(state, seat)[0])
    assert asked(state) == "play 2"


@off("V9", "civil_suits.laying", "if c.suit is None and _is_first_of_game(state):", "if False:")
def test_v9_no_minion_to_the_first_trick_of_the_game() -> None:
    state = offered("M1 M2")
    assert not {"M1", "M2"} & set(legal(state))
    assert refused(state, "3 M1") == ("V9", "first-trick")
    state = do(state, "3 decline, 0 decline, 1 decline, 2 decline")
    state = do(state, f"0 {legal(state)[0]}")
    state = do(state, f"1 {legal(state)[0]}")
    state = do(state, f"2 {legal(state)[0]}")
    assert not {"M1", "M2"} & set(legal(state))
    assert refused(state, "3 M2") == ("V9", "first-trick")


@off("V9", "civil_suits.laying", "return not state.sheets and not state.tricks", "return not state.tricks")
def test_v9_but_to_the_first_trick_of_a_later_round() -> None:
    state = moment("M1 2S", "3S", "4S", "5S")._replace(tricks=())
    assert legal(state) == ["2S", "M1"]


# Notation


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "suit",
            "suit X",
            "suit s",
            "suit none",
            "pass",
            "pass ",
            "pass 2S  KH",
            "pass 2S KH ",
            "pass M3",
        ),
        *(
            "Decline",
            "decline 2S",
            "10D",
            "7d",
            "M3",
            "M",
            "ban",
            "ban X",
            "ban None",
            "challenge",
            "challenge X",
        ),
        *(
            "intelligence",
            "intelligence 10",
            "intelligence -1",
            "intelligence ٢",
            "magic",
            "magic aside",
            "magic A",
        ),
        *("magic aside ", "magic score 1", "might", "might M1", "expose 1", " expose", "ban H\n", "7D:7H"),
    ],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(BadNotation):
        civil_suits.parse(text)
    assert "action 1" in replayed(document(actions=[f"0 {text}"])).complaint
