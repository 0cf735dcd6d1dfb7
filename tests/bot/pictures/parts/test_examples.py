"""The examples of the rules: each is legal, and its answer is the engine's, by the rule's number."""

import re

import pytest

from bot.games import PICTURES
from bot.locale import Catalogue
from bot.pictures.decks import SIZES, Deck
from bot.pictures.parts.examples import Example, Sign, example_sentence, picture
from bot.pictures.sketch.alt import ALT
from bot.pictures.sketch.sketch import WIDTH, CardAt, TileAt
from bot.pictures.sketch.style import Style
from engine import GAMES, ciapano, cicera, civil_suits
from engine.cards import Card, Suit
from engine.ciapano.scoring import STRENGTH, THIRDS
from engine.civil_suits import Phase
from engine.civil_suits.options import DEFAULT_POWERS, Options
from engine.civil_suits.scoring import demerits
from engine.civil_suits.trick import Trick, champions, taker, tied
from tests.bot.games.cicera.checks import check_places
from tests.engine.ciapano import moments as ciapano_moments
from tests.engine.cicera import moments as cicera_moments
from tests.engine.civil_suits import moments as civil_moments

CATALOGUE = Catalogue.load()
LANGUAGES = sorted(CATALOGUE.languages)
STYLES = [Style(deck, big) for big in (False, True) for deck in (Deck.FRENCH, Deck.FOUR, Deck.ITALIAN)]
HIGHEST = 300
"""The most pixels of a picture beside a page of the rules."""


def examples(game: str) -> dict[str, Example]:
    return {example.name: example for example in PICTURES[game].examples(GAMES[game].options({}))}


def notation(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


EVERY = [(game, name) for game in PICTURES for name in examples(game)]


# Cicera


def test_a_card_takes_one_of_its_value_or_a_sum_or_is_left_c12_c13() -> None:
    groups = examples("cicera")["takes"].groups
    state = cicera_moments.moment(notation(groups["card"]), notation(groups["table"]))
    taken = {play.taken for play in cicera.legal(state, 0)}
    assert {frozenset(cards) for cards in taken} == {
        frozenset(groups["one"]),
        frozenset(groups["sum"]),
        frozenset(),
    }


def test_a_capture_scores_what_the_rules_say_c16_c18() -> None:
    groups = examples("cicera")["points"].groups
    state = cicera_moments.moment(notation(groups["card"]), notation(groups["table"]))
    (capture,) = (play for play in cicera.legal(state, 0) if play.taken)
    assert cicera_moments.scored(state, str(capture)) == {"scua": 1, "simili": 1}


def test_a_run_of_spades_scores_its_length_c22_c23() -> None:
    groups = examples("cicera")["napula"].groups
    mine = groups["run"] + groups["rest"]
    lines = cicera.scoring.card_points((mine, ()))
    scores = {line.name: line.points for line in lines}
    assert (scores["napula"], scores["mata"]) == (5, 1) == (len(groups["run"]), 1)


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


def test_the_highest_of_the_suit_led_takes_the_trick_p7_p8() -> None:
    example = examples("ciapano")["trick"]
    groups = example.groups
    laid = [groups[name][0] for name in ("first", "second", "taker", "stray")]
    state = ciapano_moments.moment(*(notation((card,)) + " 4D" for card in laid))
    for seat, card in enumerate(laid):
        state = ciapano.apply(state, seat, ciapano.Play(card))
    assert state.tricks[-1].taker == laid.index(groups["taker"][0])
    assert sum(THIRDS[card] for card in laid) == 5
    assert all("1⅔" in example_sentence(example, CATALOGUE.words(language)) for language in LANGUAGES)


# Civil Suits


def test_a_banned_card_goes_back_and_another_takes_its_place_v13() -> None:
    groups = examples("civil-suits")["ban"].groups
    holds = notation(groups["lies"] + groups["kept"] + groups["replay"])
    state = civil_moments.moment(holds, notation(groups["minion"]), "KD", "9C")
    for action in (notation(groups["lies"]), notation(groups["minion"])):
        state = civil_suits.apply(state, civil_suits.to_act(state)[0], civil_suits.parse(action))
    state = civil_suits.apply(state, 1, civil_suits.parse(f"ban {Suit.HEARTS}"))
    assert state.phase is Phase.REPLAY
    assert [str(action) for action in civil_suits.legal(state, 0)] == [notation(groups["replay"])]


def test_the_last_of_equal_cards_takes_a_trick_v15_v16() -> None:
    groups = examples("civil-suits")["tie"].groups
    trick = Trick(laid=tuple(enumerate(groups["laid"])))
    assert set(tied(trick)) == {card for card in groups["laid"] if card.text[0] == "Q"}
    whole = trick._replace(laid=(*trick.laid, (0, groups["added"][0])))
    assert whole.laid[taker(whole)][1] == groups["taker"][0]


def test_the_highest_number_makes_a_champion_v17() -> None:
    example = examples("civil-suits")["champions"]
    laid = example.groups["trick"]
    found = champions(Trick(laid=tuple(enumerate(laid))), Options())
    named = [example.groups[power] for power in ("intelligence", "magic", "might")]
    assert named == [() if seat is None else (laid[seat],) for seat in found]
    assert [len(cards) for cards in named] == [0, 1, 1]
    told = {below.cards[0].text: below.said for below in example.below}
    assert told == {"KS": (Sign("might"),), "JH": (Sign("magic"),)}


def test_the_champions_are_those_of_the_tables_own_numbers_v4() -> None:
    own = Options(tuple((i, 10, 20 - i) for i, _ in enumerate(DEFAULT_POWERS)))
    example = next(one for one in PICTURES["civil-suits"].examples(own) if one.name == "champions")
    assert {card.text: numbers for card, numbers in example.numbers.items()} == {
        "KS": (3, 10, 17),
        "JH": (5, 10, 15),
    }
    told = example_sentence(example, CATALOGUE.words("en"))
    assert "K♠ 3·10·17, 7♦, J♥ 5·10·15, 2♣" in told
    assert told.endswith("Intelligence: J♥. Magic: K♠. Might: nobody.")


def test_cards_cost_what_is_said_below_them_v22() -> None:
    example = examples("civil-suits")["points"]
    costs = [int(str(below.said[0])) for below in example.below]
    assert costs == [demerits(Suit.HEARTS, [card]) for card in example.groups["taken"]]
    assert sum(costs) == 13
    for language in LANGUAGES:
        told = example_sentence(example, CATALOGUE.words(language))
        assert told.endswith(f"{' + '.join(map(str, costs))} = 13.")


# All games


@pytest.mark.parametrize(("game", "name"), EVERY)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_shows_the_cards_that_its_words_name(game: str, name: str, language: str) -> None:
    words, example = CATALOGUE.words(language), examples(game)[name]
    told = example_sentence(example, words)
    for card in {*example.cards, *(card for cards in example.groups.values() for card in cards)}:
        assert words.card(card) in told
    assert not re.search(r"[{}*]", told)
    for style in STYLES:
        sketch = picture(example, words, style)
        assert sketch.cards == example.cards
        assert 0 < len(sketch.alt) <= ALT
        assert all(mark not in sketch.alt for mark in "♠♥♦♣{}*")


@pytest.mark.parametrize(("game", "name"), EVERY)
@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_picture_is_low_and_all_of_it_is_inside(game: str, name: str, style: Style) -> None:
    example = examples(game)[name]
    sketch = picture(example, CATALOGUE.words("en"), style)
    check_places(sketch)
    assert sketch.height <= HIGHEST
    ends: list[int] = []
    for item in sketch.items:
        if isinstance(item, CardAt | TileAt):
            wide = item.width if isinstance(item, CardAt) else item.size
            across, up = SIZES[item.deck] if isinstance(item, CardAt) else (1, 1)
            assert item.x >= 16
            assert item.x + wide <= WIDTH - 16
            assert item.y + wide * up / across < sketch.height
            assert not ends or item.x > ends[-1]
            ends.append(item.x + wide)
    # The row is at about the middle of the picture.
    lefts = [item.x for item in sketch.items if isinstance(item, CardAt | TileAt)]
    if all(example.of(part) for part in example.row):
        assert abs(min(lefts) - (WIDTH - max(ends))) <= 1
    ringed = [item.card for item in sketch.items if isinstance(item, CardAt) and item.ring]
    assert ringed == list(example.groups.get(example.ring, ()))
