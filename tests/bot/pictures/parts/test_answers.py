"""The examples of the rules: each is legal, and its answer is the engine's, by the rule's number."""

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.games import PICTURES
from bot.games.civil_suits.board import POWERS
from bot.locale import ITALIAN, Catalogue, Words
from bot.pictures.parts.examples import Example, Sign, example_sentence
from engine import GAMES, ciapano, cicera, civil_suits
from engine.cards import FRENCH_DECK, Card, Suit
from engine.ciapano.scoring import STRENGTH, THIRDS
from engine.civil_suits import Phase
from engine.civil_suits.options import DEFAULT_POWERS, Options
from engine.civil_suits.scoring import demerits
from engine.civil_suits.trick import Trick, champions, tied
from tests.engine.ciapano import moments as ciapano_moments
from tests.engine.cicera import moments as cicera_moments
from tests.engine.civil_suits import moments as civil_moments

CATALOGUE = Catalogue.load()
LANGUAGES = sorted(CATALOGUE.languages)
TOLD = [CATALOGUE.words(language) for language in LANGUAGES]
OWN = Options(tuple((i, 10, 20 - i) for i, _ in enumerate(DEFAULT_POWERS)))
"""Powers of a host's own."""


def tables(game: str) -> list[Any]:
    """Return all options that a table of a game can have, and one set of powers besides the usual."""
    offered = GAMES[game].OPTIONS
    found = [
        GAMES[game].options(dict(zip(offered, chosen, strict=True))) for chosen in product(*offered.values())
    ]
    return [*found, OWN] if game == "civil-suits" else found


def examples(game: str, options: Any = None) -> dict[str, Example]:
    options = GAMES[game].options({}) if options is None else options
    return {example.name: example for example in PICTURES[game].examples(options)}


def at_tables(game: str, name: str) -> list[Any]:
    """Return an example with the options of each table."""
    return [(examples(game, options)[name], options) for options in tables(game)]


def notation(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def labels(example: Example) -> list[str]:
    """Return the labels below the cards, where they are written."""
    return [" ".join(part for part in below.said if isinstance(part, str)) for below in example.below]


def named(text: str, points: dict[str, int], words: Words) -> dict[str, int | None]:
    """Return the points that a text names, each with the number behind it, None where there is none."""
    names = {name: words(f"cicera.line.{name}") for name in points}
    found = {name: re.search(rf"\b{told}\b(?: (\d+))?", text) for name, told in names.items()}
    return {name: int(hit[1]) if hit[1] else None for name, hit in found.items() if hit}


def last_number(text: str) -> int:
    return int(re.findall(r"\d+", text)[-1])


# Cicera


@pytest.mark.parametrize(("example", "options"), at_tables("cicera", "takes"))
def test_a_card_takes_one_of_its_value_or_a_sum_or_is_left_c12_c13(example: Example, options: Any) -> None:
    groups = example.groups
    state = cicera_moments.moment(notation(groups["card"]), notation(groups["table"]), options=options)
    taken = {play.taken for play in cicera.legal(state, 0)}
    assert {frozenset(cards) for cards in taken} == {
        frozenset(groups["one"]),
        frozenset(groups["sum"]),
        frozenset(),
    }
    value = groups["card"][0].rank
    assert [sum(map(int, label.split(" + "))) for label in labels(example)] == [value, value]
    assert labels(example)[1] == " + ".join(str(card.rank) for card in groups["sum"])


@pytest.mark.parametrize("deck", ["french", ITALIAN])
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_are_taken_together_are_one_capture_in_words(language: str, deck: str) -> None:
    words, example = CATALOGUE.words(language).naming(deck), examples("cicera")["takes"]
    told = example_sentence(example, words)
    assert " + ".join(map(words.card, example.groups["sum"])) in told
    heard = words.naming(deck, aloud=True)
    listed = [heard.rank(card) for card in example.groups["sum"]]
    assert re.search(rf"{listed[1]}[^,]*{heard('alt.and')}[^,]*{listed[2]}", example_sentence(example, heard))


@pytest.mark.parametrize(("example", "options"), at_tables("cicera", "points"))
def test_a_capture_scores_what_the_rules_say_c16_c18(example: Example, options: Any) -> None:
    groups = example.groups
    state = cicera_moments.moment(notation(groups["card"]), notation(groups["table"]), options=options)
    (capture,) = (play for play in cicera.legal(state, 0) if play.taken)
    points = cicera_moments.scored(state, str(capture))
    assert points == {"scua": 1, "simili": 1}
    for words in TOLD:
        told = example_sentence(example, words)
        assert named(told, dict.fromkeys(cicera.scoring.PLAY_POINTS, 0), words).keys() == points.keys()
        assert last_number(told) == sum(points.values())
    (label,) = labels(example)
    assert label == " · ".join([" + ".join(str(card.rank) for card in groups["table"]), *points])


def test_the_cards_that_count_after_a_hand_bring_a_point_each_c23_c24_c25() -> None:
    example = examples("cicera")["counted"]
    mine, seven = example.groups["cards"], [card for card in FRENCH_DECK if card.rank == 7]
    lines = cicera.scoring.card_points((mine, tuple(seven)))
    assert {line.cards: line.points for line in lines if line.side == 0 and line.cards} == {
        (card,): 1 for card in mine
    }
    assert labels(example) == ["1", "1", "1"]


def test_a_run_of_spades_scores_its_length_and_the_rest_is_told_too_c21_c22_c23() -> None:
    example = examples("cicera")["napula"]
    mine = example.groups["run"] + example.groups["rest"]
    # With as many cards on both sides, and the other cards that score on the other one.
    others = [card for card in FRENCH_DECK if card.suit is Suit.SPADES and card not in mine]
    others += [cicera.scoring.DIECI, cicera.scoring.FANTE]
    free = [card for card in FRENCH_DECK if card not in (*mine, *others)]
    missing = len(FRENCH_DECK) // 2 - len(mine)
    lines = cicera.scoring.card_points(((*mine, *free[:missing]), (*others, *free[missing:])))
    points = {line.name: line.points for line in lines if line.side == 0}
    assert points == {"napula": len(example.groups["run"]), "mata": 1, "spade": 1}
    (label,) = labels(example)
    for words, told in [*((words, example_sentence(example, words)) for words in TOLD), (TOLD[0], label)]:
        assert named(told, points, words) == points
        assert last_number(told) == sum(points.values())


# Ciapano


def test_cards_rank_and_cost_as_they_are_drawn_p2_p3() -> None:
    example = examples("ciapano")["ranks"]
    cards = example.groups["cards"]
    assert sorted(cards, key=lambda card: -STRENGTH[card]) == list(cards)
    assert len(cards) == 10
    thirds = {"0": 0, "⅓": 1, "1": 3}
    assert {below.cards[0]: thirds[str(below.said[0])] for below in example.below} == {
        card: THIRDS[card] for card in cards
    }
    for words in TOLD:
        told = example_sentence(example, words).rpartition(": ")[2]
        by_cost = dict(zip((3, 1, 0), re.split(r" [1⅓0][,.]", told), strict=False))
        for card in cards:
            names = [words.rank(card)] if THIRDS[card] else []
            court = card.text[0] in "JQK" and "figure" in by_cost[1]
            assert all(court or name in by_cost[THIRDS[card]] for name in names), told


@pytest.mark.parametrize(("example", "options"), at_tables("ciapano", "trick"))
def test_the_highest_of_the_suit_led_takes_the_trick_p7_p8(example: Example, options: Any) -> None:
    groups = example.groups
    laid = [groups[name][0] for name in ("first", "second", "taker", "stray")]
    state = ciapano_moments.moment(*(notation((card,)) + " 4D" for card in laid))
    for seat, card in enumerate(laid):
        state = ciapano.apply(state, seat, ciapano.Play(card))
    assert state.tricks[-1].taker == laid.index(groups["taker"][0])
    cost = sum(THIRDS[card] for _, card in state.tricks[-1].plays)
    assert all(thirds_in(example_sentence(example, words)) == [cost] for words in TOLD)


def thirds_in(text: str) -> list[int]:
    """Return the numbers with a fraction in a text, in thirds."""
    found = re.findall(r"(\d*)([⅓⅔])", text)
    return [int(Fraction(whole or "0") * 3) + "⅓⅔".index(sign) + 1 for whole, sign in found]


@pytest.mark.parametrize("words", TOLD, ids=LANGUAGES)
def test_the_hand_that_is_counted_makes_11_p9_p10(words: Words) -> None:
    counting, example = (words(f"ciapano.rules.{topic}", players="").split("\n")[1] for topic in (2, 3))
    taken = thirds_in(example)
    assert sum(taken) == sum(THIRDS.values())
    (sheet,) = ciapano_moments.after_hand(taken, last=len(taken) - 1).sheets
    whole = [third // 3 for third in taken]
    scores = [sheet.score(seat) for seat in range(len(taken))]
    worth = sum(scores) - sum(whole)
    numbers = re.sub(r"\d*[⅓⅔]", "", example)
    assert list(map(int, re.findall(r"\d+", numbers))) == [*whole, worth, *scores]
    assert sum(scores) == 11
    # The costs of a card come first.
    assert thirds_in(counting) == [1, 4, 2]


# Civil Suits


@pytest.mark.parametrize(("example", "options"), at_tables("civil-suits", "trick"))
def test_the_highest_card_of_any_suit_takes_a_trick_v2_v11(example: Example, options: Any) -> None:
    laid, (taker,), (ace,) = (example.groups[name] for name in ("laid", "taker", "ace"))
    state = civil_moments.moment(*(f"{card.text} 4S" for card in laid), options=options)
    for seat, card in enumerate(laid):
        state = civil_suits.apply(state, seat, civil_suits.parse(card.text))
    assert state.tricks[-1].taker == laid.index(taker)
    assert taker.suit is not laid[0].suit
    assert ace in laid
    assert set(example.numbers) == {ace}


@pytest.mark.parametrize(("example", "options"), at_tables("civil-suits", "ban"))
def test_a_banned_card_goes_back_and_another_takes_its_place_v13(example: Example, options: Any) -> None:
    groups = example.groups
    holds = notation(groups["lies"] + groups["kept"] + groups["replay"])
    state = civil_moments.moment(holds, notation(groups["minion"]), "KD", "9C", options=options)
    for action in (notation(groups["lies"]), notation(groups["minion"])):
        state = civil_suits.apply(state, civil_suits.to_act(state)[0], civil_suits.parse(action))
    (sign,) = (part for below in example.below for part in below.said)
    assert isinstance(sign, Sign)
    state = civil_suits.apply(state, 1, civil_suits.parse(f"ban {sign.suit}"))
    assert state.phase is Phase.REPLAY
    assert [str(action) for action in civil_suits.legal(state, 0)] == [notation(groups["replay"])]
    assert sign.suit is not None
    assert all(words(f"alt.french.suit.{sign.suit}") in example_sentence(example, words) for words in TOLD)


NOTHING_ELSE = {"en": "nothing else", "it": r"non (ha|hanno) altro"}


@pytest.mark.parametrize("words", TOLD, ids=LANGUAGES)
def test_a_player_with_nothing_else_may_play_a_banned_suit_and_is_told_so_v13(words: Words) -> None:
    state = civil_moments.moment("7C 2S", "M1 3S", "9H TH", "KS 4S")
    for seat, action in enumerate(("7C", "M1")):
        state = civil_suits.apply(state, seat, civil_suits.parse(action))
    state = civil_suits.apply(state, 1, civil_suits.parse("ban H"))
    assert [str(action) for action in civil_suits.legal(state, 2)] == ["9H", "TH"]
    for key in ("civil-suits.ask.ban", "civil-suits.rules.detail.3"):
        assert re.search(NOTHING_ELSE[words.language], words(key)), key


@pytest.mark.parametrize(("example", "options"), at_tables("civil-suits", "tie"))
def test_the_last_of_equal_cards_takes_a_trick_v15_v16(example: Example, options: Any) -> None:
    laid, (added,), (taker,) = (example.groups[name] for name in ("laid", "added", "taker"))
    equal = tied(Trick(laid=tuple(enumerate(laid))))
    assert len(equal) > 1
    hands = [f"{card.text} 4S" for card in laid]
    hands[2] += f" {added.text}"
    state = civil_moments.moment(*hands, options=options)
    wanted = [*map(str, laid), f"challenge {added}"]
    while len(state.tricks) == 1:
        (seat,) = civil_suits.to_act(state)
        offered = civil_suits.legal(state, seat)
        # Nobody else adds a card or uses a power.
        chosen = next((action for action in offered if str(action) in wanted), None)
        none = (action for action in offered if str(action).endswith("none"))
        state = civil_suits.apply(state, seat, chosen if chosen is not None else next(none))
    assert state.tricks[-1].taker == laid.index(taker)
    for words in TOLD:
        assert words.ranks(equal[0].rank) in example_sentence(example, words)


@pytest.mark.parametrize(("example", "options"), at_tables("civil-suits", "champions"))
@pytest.mark.parametrize("words", TOLD, ids=LANGUAGES)
def test_the_highest_number_makes_a_champion_v4_v17(example: Example, options: Any, words: Words) -> None:
    laid = example.groups["trick"]
    found = champions(Trick(laid=tuple(enumerate(laid))), options)
    powers = ("intelligence", "might", "magic")
    best = {power: None if seat is None else laid[seat] for power, seat in zip(POWERS, found, strict=True)}
    told = example_sentence(example, words)
    for power in powers:
        card = best[power]
        said = words("rules.nobody") if card is None else words.card(card)
        assert f"{words(f'hint.civil-suits.power.{power}')}: {said}." in told
    below = {
        one.cards[0]: {part.name for part in one.said if isinstance(part, Sign)} for one in example.below
    }
    assert below == {
        card: {power for power in powers if best[power] == card} for card in laid if card in best.values()
    }
    for card, numbers in example.numbers.items():
        assert numbers == options.numbers(card)
        intelligence, might, magic = numbers
        assert f"{words.card(card)} 👁{intelligence} 🔨{might} ⭐{magic}" in told


def test_the_champions_are_those_of_the_tables_own_numbers_v4() -> None:
    told = example_sentence(examples("civil-suits", OWN)["champions"], CATALOGUE.words("en"))
    assert "K♠ 👁3 🔨10 ⭐17, 7♦, J♥ 👁5 🔨10 ⭐15, 2♣" in told
    assert told.endswith("Intelligence: J♥. Magic: K♠. Might: nobody.")


@pytest.mark.parametrize(("example", "options"), at_tables("civil-suits", "points"))
def test_cards_cost_what_is_said_below_them_v22(example: Example, options: Any) -> None:
    (sign,) = (part for part in example.row if isinstance(part, Sign))
    assert sign.suit is not None
    costs = [demerits(sign.suit, [card]) for card in example.groups["taken"]]
    assert labels(example) == list(map(str, costs))
    for words in TOLD:
        told = example_sentence(example, words)
        assert told.endswith(f"{' + '.join(map(str, costs))} = {sum(costs)}.")
        assert words(f"alt.french.suit.{sign.suit}") in told
