"""The rules for players: short, in pages that a phone has room for, and complete."""

import re
from itertools import product
from typing import Any

import pytest

from bot.blocks.blocks import Panel, Picture, Press
from bot.games import LOOKS, PICTURES
from bot.locale import Catalogue, Words
from bot.messages.ledger import Opened
from bot.panels.table import hand
from bot.panels.table.rules import LINE_LETTERS, PAGE_LINES, page_of, pages, rules, rules_page
from bot.pictures.decks import Deck
from bot.pictures.parts.examples import Example, example_sentence, picture
from bot.pictures.sketch.style import Style
from bot.table.view import AnyView
from bot.table.viewing import view_of
from engine import GAMES
from engine.civil_suits import Phase
from engine.civil_suits.options import CHALLENGERS, DEFAULT_POWERS
from tests.bot.pictures.scenes_boards import lobby, people
from tests.bot.pictures.scenes_tricks import phase

CATALOGUE = Catalogue.load()
WORDS = CATALOGUE.words("en")
LANGUAGES = sorted(CATALOGUE.languages)
MOST = {"cicera": 440, "ciapano": 360, "civil-suits": 240}
"""The most words of a game's rules and examples, cards and numbers counted: three minutes of reading.

Of a game that has further topics in detail, the others are counted.
"""
USUAL = {
    "cicera": {
        "players": "cicera.rules.players.4",
        "deal": "cicera.rules.deal.12",
        "picada": "cicera.rules.picada.any",
        "target": "51",
    },
    "ciapano": {"players": "ciapano.rules.players"},
}
"""The texts and values that fill in the options of the usual game, where no table is at hand."""
POWERS = ("intelligence", "magic", "might")


def examples(game: str) -> tuple[Example, ...]:
    """Return the positions that explain the rules of a game."""
    return PICTURES[game].examples(GAMES[game].options({})) if game in PICTURES else ()


def topics(game: str, words: Words) -> list[str]:
    """Return the topics of a game's rules, each with its example."""
    view = {one.topic: one for one in examples(game) if one.told}
    parts = {name: words(key) if words.has(key) else key for name, key in USUAL.get(game, {}).items()}
    signs = {power: words.sign(power) for power in POWERS}
    keys = [f"{game}.rules.{part}{number}" for part in ("", "detail.") for number in range(1, 20)]
    found = []
    for number, key in enumerate(filter(words.has, keys), 1):
        text = words(key, **parts, **signs)
        if number in view:
            text += "\n\n" + words("rules.example", told=example_sentence(view[number], words))
        found.append(text)
    return found


def page(game: str, number: int, words: Words = WORDS, view: AnyView | None = None) -> str:
    """Return the text of a page without its number."""
    return rules_page(game, number, words, view)[0][0]


def pictures(panel: Panel) -> list[Picture]:
    return [block for block in panel.blocks if isinstance(block, Picture)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_stands_whole_on_its_pages(game: str, language: str) -> None:
    words = CATALOGUE.words(language)
    every = [*topics(game, words), *LOOKS[game].appendix(GAMES[game].options({}), words)]
    starts = [page_of(game, topic, words) for topic in range(1, len(every) + 1)]
    for topic, first, after in zip(every, starts, [*starts[1:], pages(game, words) + 1], strict=True):
        heading, _, text = topic.partition("\n")
        parts = [page(game, number, words).partition("\n") for number in range(first, after)]
        assert [part[0] for part in parts] == [heading] * len(parts)
        assert "\n\n".join(part[2] for part in parts) == text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_no_more_lines_than_a_phone(game: str, language: str) -> None:
    words = CATALOGUE.words(language)
    for number in range(1, pages(game, words) + 1):
        assert height(page(game, number, words)) <= PAGE_LINES, (game, number)


def height(text: str) -> int:
    """Return the lines of a phone that a page takes."""
    seen = re.sub(r"\*+|^(#+|-#) ", "", text, flags=re.MULTILINE)
    return sum(max(1, -(-len(line) // LINE_LETTERS)) for line in seen.split("\n"))


LATER = r"deal|mazz|\bcuts?\b|tagli|left of|chance|sorte"
"""Words of the pages after the second: nobody has to know who deals and who cuts before a first game."""
WINS = {"en": r"\bwins?\b", "it": r"\bvince\b"}


@pytest.mark.parametrize("game", MOST)
@pytest.mark.parametrize("language", LANGUAGES)
def test_two_pages_are_enough_before_a_first_game(game: str, language: str) -> None:
    words = CATALOGUE.words(language)
    assert [page_of(game, topic, words) for topic in (1, 2, 3)] == [1, 2, 3]
    if not words.has(f"{game}.rules.detail.1"):
        assert [example.topic for example in examples(game)][:2] == [1, 2]
    both = "\n".join(page(game, number, words) for number in (1, 2))
    assert not re.search(LATER, both, re.IGNORECASE)
    assert re.search(WINS[language], both, re.IGNORECASE)


@pytest.mark.parametrize("game", MOST)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_read_in_three_minutes(game: str, language: str) -> None:
    words = CATALOGUE.words(language)
    every = topics(game, words)
    assert len(every) >= 5
    if words.has(f"{game}.rules.detail.1"):
        every = every[:2]
    told = [part for text in every for part in text.split() if re.search(r"\w", part)]
    assert 180 < len(told) <= MOST[game]


def test_a_page_out_of_range_is_the_nearest() -> None:
    last = pages("cicera", WORDS)
    assert rules_page("cicera", 999, WORDS) == rules_page("cicera", last, WORDS)
    assert rules_page("cicera", 0, WORDS) == rules_page("cicera", 1, WORDS)
    assert rules_page("cicera", 999, WORDS)[1].number == last


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        (
            "cicera",
            {"players": 2, "target": 41, "deal": 6},
            ("players.2", "target.41", "deal.6"),
        ),
        ("ciapano", {"players": 5}, ("players.5",)),
        ("civil-suits", {"powers": {card.text: [1, 2, 3] for card in CHALLENGERS}}, ("powers",)),
    ],
)
def test_the_house_rules_of_the_table_come_first(
    game: str, options: dict[str, Any], expected: tuple[str, ...]
) -> None:
    view = lobby(game, *people(game, **options), **options)
    first = page(game, 1, view=view)
    told, _, rest = first.partition("\n")
    assert all(WORDS(f"{game}.option.{key}") in told for key in expected)
    assert rest.partition("\n")[0] == page(game, 1).partition("\n")[0]


OFFERED = [
    (game, dict(zip(GAMES[game].OPTIONS, chosen, strict=True)))
    for game in GAMES
    for chosen in product(*GAMES[game].OPTIONS.values())
]


@pytest.mark.parametrize(("game", "options"), OFFERED, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_tell_the_game_as_the_table_plays_it(
    game: str, options: dict[str, Any], language: str
) -> None:
    words = CATALOGUE.words(language)
    view = lobby(game, *people(game, **options), **options)
    last = pages(game, words, view)
    every = [page(game, number, words, view) for number in range(1, last + 1)]
    assert all(height(text) <= PAGE_LINES for text in [every[0].partition("\n")[2], *every[1:]])
    whole = "\n".join(every)
    assert not re.search(r"[{}]", whole)
    for option, value in options.items():
        for other in GAMES[game].OPTIONS[option]:
            key = f"{game}.rules.{option}.{other}"
            forms = [key, *(f"{key}.{name}.{chosen}" for name, chosen in options.items())]
            said = (words(form) for form in forms if words.has(form))
            told = any(re.search(rf"{re.escape(text)}(?!\w)", whole) for text in said)
            assert told == (words.has(key) and other == value), (key, whole)
        for form in (f"{game}.rules.{topic}.{option}" for topic in range(1, last)):
            own = f"{form}.{value}"
            if words.has(own):
                begins = words(own, **dict.fromkeys(options, "|")).partition("|")[0]
                assert all(line in whole for line in begins.split("\n"))
    if "target" in options:
        assert re.findall(r"\*\*(\d\d)\*\*", whole) == [str(options["target"])]


def test_two_players_are_no_teams_and_have_no_neighbours() -> None:
    view = lobby("cicera", *people("cicera", players=2), players=2)
    two, four = (
        "".join(page("cicera", n, view=table) for n in range(1, pages("cicera", WORDS, table) + 1))
        for table in (view, None)
    )
    for said in ("Two against two", "partners", "team", "left cuts"):
        assert said in four
        assert said not in two
    assert "**31**" in two
    assert "then twelve more each" in two


def test_without_a_table_ciapano_is_for_three_to_five() -> None:
    assert "Three to five play, each alone." in page("ciapano", 2)
    table = lobby("ciapano", *people("ciapano", players=5), players=5)
    assert "Five play, each alone." in page("ciapano", 2, view=table)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_has_its_picture_where_pictures_are_wanted(game: str, language: str) -> None:
    words, style = CATALOGUE.words(language), Style(Deck.ITALIAN)
    view = lobby(game, *people(game))
    for example in examples(game):
        number = page_of(game, example.topic + 1, words) - 1
        drawn = [Picture.of(picture(example, words, style))]
        message = rules(game, number, words, view, style)
        opened = Opened(0, "rules", str(number))
        panel = hand.panel(view, words, opened, style=style)
        assert pictures(message) == pictures(panel) == drawn
        assert not pictures(rules(game, number, words, view))
        assert not pictures(hand.panel(view, words, opened))
        # The picture replaces the words, which its description has.
        told = words("rules.example", told=example_sentence(example, words))
        for block in message.blocks:
            assert not isinstance(block, str) or told not in block
        assert told in "".join(rules(game, number, words, view).texts) or not example.told


def test_the_rest_of_the_rules_is_turned_by_itself_and_reached_from_either_end() -> None:
    every = [rules("civil-suits", number, WORDS) for number in range(1, pages("civil-suits", WORDS) + 1)]
    places = {button.label: button.id for button in every[0].buttons}
    assert places.keys() == {WORDS("button.next-page"), WORDS("button.in-detail")}
    first = int(places[WORDS("button.in-detail")].rpartition(":")[2])
    assert first == 3
    assert page("civil-suits", 2) in every[1].texts[0]
    for number, panel in enumerate(every, 1):
        part = range(1, first) if number < first else range(first, len(every) + 1)
        counted = WORDS("page", page=part.index(number) + 1, pages=len(part))
        assert (panel.texts[-1] == f"-# {counted}") == (len(part) > 2)
        to = {int(button.id.rpartition(":")[2]) for button in panel.buttons}
        beside = {number - 1, number + 1} & set(part)
        other = first if number < first else 1
        assert to == (beside if len(beside) == 2 else {*beside, other})


def test_a_game_without_details_has_one_part() -> None:
    for game in ("cicera", "ciapano"):
        last = pages(game, WORDS)
        labels = {button.label for n in range(1, last + 1) for button in rules(game, n, WORDS).buttons}
        assert labels == {WORDS("button.next-page"), WORDS("button.back-page")}
        assert rules(game, last, WORDS).texts[-1] == f"-# {WORDS('page', page=last, pages=last)}"


# The powers of Civil Suits


EXPLAINED = {
    "suit": "rules.1",
    "pass": "rules.detail.1",
    "offer": "rules.detail.2",
    "ban": "rules.detail.3",
    "replay": "rules.detail.3",
    "challenge": "rules.detail.4",
    **{power: f"power.{power}" for power in POWERS},
}
"""The text that explains the question of each phase."""


@pytest.mark.parametrize("asked", EXPLAINED)
def test_a_player_opens_the_page_that_explains_the_question(asked: str) -> None:
    table = phase(Phase(asked))()
    seat = view_of(table).waits_for[0]
    view = view_of(table, next(row.user_id for row in table.seats if row.seat == seat))
    label = WORDS(f"civil-suits.explain.{asked}")
    panel = hand.panel(view, WORDS)
    (button,) = (button for button in panel.buttons if button.label == label)
    assert button.id == str(Press(view.id, 0, "rules"))
    explained = WORDS(f"civil-suits.{EXPLAINED[asked]}").partition("\n")[0]
    assert explained in "\n".join(hand.panel(view, WORDS, Opened(0, "rules")).texts)
    (rules_button,) = (
        button
        for button in hand.panel(view, WORDS, Opened(0, "more")).buttons
        if button.label == WORDS("button.rules")
    )
    assert rules_button.id == str(Press(view.id, 0, "rules", "1"))
    others = next((row.user_id for row in table.seats if row.seat not in view_of(table).waits_for), None)
    if others is not None:
        waiting = hand.panel(view_of(table, others), WORDS)
        assert label not in [button.label for button in waiting.buttons]


def test_one_page_has_the_numbers_of_the_table_and_says_whose_they_are() -> None:
    last = pages("civil-suits", WORDS)
    usual = page("civil-suits", last)
    assert WORDS("civil-suits.powers.usual") in usual
    for card, numbers in zip(CHALLENGERS, DEFAULT_POWERS, strict=True):
        assert f"{WORDS.card(card)} {signed(*numbers)}" in usual
    powers = {card.text: [place, 20, 99] for place, card in enumerate(CHALLENGERS)}
    own = page("civil-suits", last, view=lobby("civil-suits", *people("civil-suits"), powers=powers))
    assert WORDS("civil-suits.powers.own") in own
    assert WORDS("civil-suits.powers.usual") not in own
    for place, card in enumerate(CHALLENGERS):
        assert f"{WORDS.card(card)} {signed(place, 20, 99)}" in own


def signed(intelligence: int, might: int, magic: int) -> str:
    """Return a challenger's numbers, each behind the sign of its power."""
    numbers = {"intelligence": intelligence, "might": might, "magic": magic}
    return " ".join(f"{WORDS.sign(power)}{number}" for power, number in numbers.items())
