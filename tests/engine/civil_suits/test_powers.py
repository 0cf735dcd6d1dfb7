"""Champions and their use of Intelligence, Magic and Might (V17–V20); making public (V18)."""

import pytest

from engine import civil_suits
from engine.cards import Suit, card
from engine.civil_suits import CHALLENGERS, DECK, Options, State, Trick
from engine.civil_suits.trick import champions
from engine.game import Line
from tests.engine.civil_suits.moments import asked, cards, do, legal, moment, refused
from tests.engine.commands.command import replayed
from tests.engine.switched_off import off

REST = ("2S 3S", "2H 3H", "2D 3D", "2C 3C")


def contest(laid: str, options: Options | None = None, hands: tuple[str, ...] = REST) -> State:
    """Return the state after seats 0 to 3 have laid these cards; suits are S H D C by seat."""
    *before, last = laid.split()
    state = moment(*hands[:3], f"{hands[3]} {last}", laid=" ".join(before), options=options)
    return do(state, f"3 {last}")


# Champions (V17)


@off("V17", "civil_suits.trick", "best[0] if len(best) == 1 else None", "best[0]")
@off("V17", "civil_suits.trick", "if len(challengers) < 2:", "if not challengers:")
@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        ("QH JC 9S 5S", (None, 0, 1)),  # 6 2 9 and 6 5 4: a tie in Intelligence
        ("QC KS TH 9H", (0, 0, 1)),  # 9 3 5 and 4 9 2
        ("AD AS AH QH", (None, 3, 1)),  # 6 6 6, 3 8 5, 5 3 8, 6 2 9
        ("KH JD 4C 7D", (1, 0, 0)),  # 3 6 7 and 7 4 5
        ("AS 9H 8D TC", ()),
        ("9S TH 8D 2C", ()),
    ],
)
def test_v17_strictly_the_highest_number(laid: str, expected: tuple[int | None, ...]) -> None:
    plays = tuple(enumerate(cards(laid)))
    assert champions(Trick(laid=plays), Options()) == expected


def test_v17_two_equal_challengers_of_one_player_are_a_tie() -> None:
    plays = ((0, card("QH")), (1, card("9D")), (0, card("JC")))
    assert champions(Trick(laid=plays), Options()) == (None, 0, 0)


def test_v17_equal_numbers_everywhere_make_no_champion() -> None:
    flat = civil_suits.options({"powers": {c.text: [5, 5, 5] for c in CHALLENGERS}})
    state = contest("QH JC 9S 5S", flat)
    assert state.tricks[-1].champions == (None, None, None)
    assert asked(state) == "play 0"


@off("V17", "civil_suits.trick", "for column in (0, 2, 1):", "for column in (0, 1, 2):")
def test_v17_one_after_the_other() -> None:
    state = contest("QC KS TH 9H")
    assert asked(state) == "intelligence 0"
    state = do(state, "0 intelligence none")
    assert asked(state) == "magic 0"
    state = do(state, "0 magic none")
    assert asked(state) == "might 1"
    state = do(state, "1 might none")
    assert asked(state) == "play 1"


def test_v17_who_is_no_champion_is_not_asked() -> None:
    state = contest("QH JC 9S 5S")
    assert asked(state) == "magic 0"
    for action in ("intelligence 2", "might S"):
        assert refused(state, f"1 {action}") == ("V10", "turn")
    assert refused(state, "0 intelligence 2") == ("V18", "no-intelligence")
    assert refused(state, "0 might S") == ("V20", "no-might")
    assert refused(contest("9S TH 8D 2C"), "1 magic none") == ("V19", "no-magic")


def test_v17_champions_stay_when_magic_removes_their_card() -> None:
    state = do(contest("QH JC 9S 5S"), "0 magic aside JC")
    assert asked(state) == "might 1"


def test_v17_not_with_a_minion() -> None:
    state = do(moment(*REST[:3], "2C M1", laid="QH JC 9S"), "3 M1, 3 ban none")
    assert asked(state) == "play 3"


# Intelligence (V18)


def looked() -> State:
    """Return the state after seat 0 has looked at the civil suit of seat 2 (diamonds)."""
    return do(contest("QC KS TH 9H"), "0 intelligence 2")


def test_v18_at_one_opponent() -> None:
    state = contest("QC KS TH 9H")
    assert legal(state) == ["intelligence 1", "intelligence 2", "intelligence 3", "intelligence none"]
    assert refused(state, "0 intelligence 0") == ("V18", "opponent")
    assert refused(state, "0 intelligence 4") == ("V18", "opponent")
    assert refused(state, "0 intelligence 9") == ("V18", "opponent")
    state = contest("KS TH QC 9H")
    assert legal(state) == ["intelligence 0", "intelligence 1", "intelligence 3", "intelligence none"]


@off(
    "V18",
    "civil_suits.powers",
    "state = state._replace(looked=(*state.looked, (seat, other)))",
    "state = state._replace(public=(*state.public, other))",
)
def test_v18_the_champion_alone_is_told() -> None:
    state = looked()
    assert civil_suits.observe(state, 0).suits == (Suit.SPADES, None, Suit.DIAMONDS, None)
    for viewer in (1, 2, 3, None):
        known = civil_suits.observe(state, viewer).suits
        assert [seat for seat, suit in enumerate(known) if suit] == ([] if viewer is None else [viewer])


def test_v18_it_may_be_made_public_at_any_time() -> None:
    state = looked()
    assert legal(state)[-1] == "expose"
    for before in (
        "",
        ", 0 magic none",
        ", 0 magic none, 1 might none",
        ", 0 magic none, 1 might none, 1 2H",
    ):
        moment_of_it = do(state, before.removeprefix(", "))
        exposed = do(moment_of_it, "0 expose")
        assert asked(exposed) == asked(moment_of_it)
        for viewer in (1, 2, 3, None):
            assert civil_suits.observe(exposed, viewer).suits[2] is Suit.DIAMONDS
        assert "expose" not in legal(exposed, 0)


@off(
    "V18",
    "civil_suits.rules",
    "return (*asked, EXPOSE) if unshown(state, seat) else asked",
    "return (*asked, EXPOSE) if asked and unshown(state, seat) else asked",
)
def test_v18_also_by_who_is_not_asked() -> None:
    state = do(looked(), "0 magic none, 1 might none")
    assert asked(state) == "play 1"
    assert legal(state, 0) == ["expose"]
    assert legal(state, 1)[-1] != "expose"
    assert asked(do(state, "0 expose")) == "play 1"


def test_v18_nothing_to_make_public() -> None:
    state = contest("QC KS TH 9H")
    assert refused(state, "0 expose") == ("V18", "nothing-shown")
    assert refused(state, "9 expose") == ("V18", "nothing-shown")
    assert refused(do(state, "0 intelligence none"), "0 expose") == ("V18", "nothing-shown")
    assert refused(looked(), "2 expose") == ("V18", "nothing-shown")
    assert refused(looked(), "0 expose, 0 expose") == ("V18", "nothing-shown")


def test_v18_until_the_round_ends() -> None:
    state = do(
        contest("QC KS TH 9H", hands=("", "", "2D", "")), "0 intelligence 2, 0 magic none, 1 might none"
    )
    assert asked(state) == "deal -1"
    assert legal(state, 0) == []
    assert refused(state, "0 expose") == ("V18", "nothing-shown")
    state = civil_suits.deal(state, 0, DECK)
    assert refused(state, "0 expose") == ("V18", "nothing-shown")
    assert civil_suits.observe(state, 0).suits == (None, None, None, None)


def test_v18_one_may_look_at_a_suit_that_is_known() -> None:
    state = do(looked(), "0 magic none, 1 might none")
    again = state._replace(trick=contest("QC KS TH 9H").trick, phase=civil_suits.Phase.INTELLIGENCE, turn=0)
    assert do(again, "0 intelligence 2").looked == ((0, 2),)
    exposed = do(again, "0 expose")
    assert "intelligence 2" in legal(exposed)
    assert legal(do(exposed, "0 intelligence 2"), 0)[-1] == "magic none"
    assert legal(do(exposed, "0 intelligence 3"), 0)[-1] == "expose"


def test_v18_public_through_another_is_public_for_all() -> None:
    state = do(looked(), "0 magic none, 1 might none")
    again = state._replace(trick=contest("KS QC TH 9H").trick, phase=civil_suits.Phase.INTELLIGENCE, turn=1)
    state = do(again, "1 intelligence 2, 0 expose")
    assert "expose" not in legal(state, 1)
    state = do(again, "1 intelligence 3, 0 expose")
    assert legal(state, 1)[-1] == "expose"
    assert do(state, "1 expose").public == (2, 3)


# Magic (V19)


@off("V19", "civil_suits.powers", "state.totals[seat] - 1)", "state.totals[seat])")
def test_v19_a_one_demerit_less_at_once() -> None:
    state = contest("QH JC 9S 5S")
    after = do(state, "0 magic score")
    assert after.totals == (-1, 0, 0, 0)
    assert civil_suits.outcome(after).totals == (-1, 0, 0, 0)
    seen = civil_suits.observe(state, 0)
    assert civil_suits.preview(seen, civil_suits.parse("magic score")) == (Line(0, "magic", -1),)
    assert civil_suits.preview(seen, civil_suits.parse("magic none")) == ()
    assert civil_suits.preview(seen, civil_suits.parse("magic aside QH")) == ()


def test_v19_b_all_sets_in_the_order_of_the_record() -> None:
    assert legal(contest("QH JC 9S 5S")) == [
        "magic score",
        "magic aside 5S",
        "magic aside 5S 9S",
        "magic aside 5S 9S QH",
        "magic aside 5S 9S QH JC",
        "magic aside 5S 9S JC",
        "magic aside 5S QH",
        "magic aside 5S QH JC",
        "magic aside 5S JC",
        "magic aside 9S",
        "magic aside 9S QH",
        "magic aside 9S QH JC",
        "magic aside 9S JC",
        "magic aside QH",
        "magic aside QH JC",
        "magic aside JC",
        "magic none",
    ]


def test_v19_b_of_a_trick_with_eight_cards() -> None:
    hands = ("KH 2S", "JH 2H", "QH 2D", "AD 2C")
    state = contest("JS AH JC 9C", hands=hands)
    state = do(state, "0 challenge KH, 1 challenge JH, 2 challenge QH, 3 challenge AD")
    assert len(state.trick.laid) == 8
    while not asked(state).startswith("magic"):
        state = do(state, f"{state.turn} {legal(state)[-1]}")
    actions = legal(state)
    assert len(actions) == 1 + 255 + 1
    for index in (1, 7, 200, 255):
        after = do(state, f"{state.turn} {actions[index]}")
        assert after != state


@off("V19", "civil_suits.ending", "trick=Trick(waiting=trick.aside)", "trick=Trick()")
def test_v19_b_goes_to_who_takes_the_next_trick() -> None:
    state = do(contest("QH JC 9S 5S"), "0 magic aside QH 9S, 1 might none")
    assert state.taken == ((), cards("JC 5S"), (), ())
    assert state.trick.waiting == cards("9S QH")
    state = do(state, "1 3H, 2 2D, 3 2C, 0 2S")
    assert set(state.taken[1]) == {*cards("JC 5S 9S QH 2S 3H 2D 2C")}
    assert state.trick.waiting == ()


def test_v19_b_what_is_refused() -> None:
    state = contest("QH JC 9S 5S")
    assert refused(state, "0 magic aside KS") == ("V19", "trick")
    assert refused(state, "0 magic aside 2S") == ("V19", "trick")
    assert refused(state, "0 magic aside QH QH") == ("V19", "aside-twice")


@off("V19", "civil_suits.powers", "if not any(state.hands):", "if False:")
def test_v19_b_only_while_somebody_has_cards_left() -> None:
    state = contest("QH JC 9S 5S", hands=("", "", "", ""))
    assert legal(state) == ["magic score", "magic none"]
    assert refused(state, "0 magic aside QH") == ("V19", "no-next-trick")
    assert "magic aside 5S" in legal(contest("QH JC 9S 5S", hands=("", "", "2D", "")))


def test_v19_b_not_twice() -> None:
    """Cards that wait beside a trick are no part of it."""
    state = do(
        contest("QH JC 9S 5S", hands=("KD 2S", "AC 2H", "2D 3D", "2C 3C")), "0 magic aside 9S, 1 might none"
    )
    assert state.trick.waiting == cards("9S")
    state = do(state, "0 KD, 1 AC, 2 2D, 3 2C")
    assert asked(state) == "intelligence 1"
    state = do(state, "1 intelligence none")
    assert asked(state) == "might 0"
    with_magic = state._replace(phase=civil_suits.Phase.MAGIC, turn=1)
    assert not any("9S" in action for action in legal(with_magic))
    assert refused(with_magic, "1 magic aside 9S") == ("V19", "trick")


# Might (V20)


@off(
    "V20",
    "civil_suits.trick",
    "highest(left, RANKS, trick.trump) if trick.trump is not None else None",
    "None",
)
def test_v20_the_highest_of_the_trump_suit_takes_it() -> None:
    state = do(contest("QH JC 9S 5S"), "0 magic none")
    assert legal(state) == ["might S", "might H", "might D", "might C", "might none"]
    takers = [do(state, f"1 might {suit}").taker for suit in ("S", "H", "D", "C", "none")]
    assert takers == [2, 0, 0, 1, 0]


@off(
    "V20", "civil_suits.trick", "highest(left, RANKS, trick.trump)", "highest(trick.laid, RANKS, trick.trump)"
)
def test_v20_among_the_cards_still_in_the_trick() -> None:
    state = do(contest("QH JC 9S 5S"), "0 magic aside 9S QH")
    assert do(state, "1 might S").taker == 3
    assert do(state, "1 might H").taker == 1
    assert do(state, "1 might none").taker == 1


# On the command line


def test_bad_powers_are_one_line() -> None:
    """Small bad examples: an action of a seat that is not champion, and one at the wrong moment."""
    record = {"record": 1, "game": "civil-suits", "deals": [{"dealer": 0, "deck": " ".join(map(str, DECK))}]}
    for action, rule in (
        ("0 intelligence 0", "V18"),
        ("1 magic score", "V19"),
        ("2 might S", "V20"),
        ("3 expose", "V18"),
        ("0 ban none", "V13"),
        ("0 challenge none", "V15"),
        ("0 AS", "V10"),
    ):
        complaint = replayed({**record, "actions": [action]}).complaint
        assert complaint.startswith(f"-: action 1: {action}: ")
        assert complaint.endswith(f"({rule})")
