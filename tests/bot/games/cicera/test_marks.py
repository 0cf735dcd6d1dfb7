"""The marks beside the cards of Cicera: whoever presses the highest plays as the engine's player of marks."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from bot.blocks.blocks import LABEL, Button, ButtonStyle
from bot.games import LOOKS
from bot.locale import FRENCH, ITALIAN, Catalogue, Words
from bot.locale.glyphs import as_text
from bot.table.table import Table
from bot.table.view import View
from engine.ai import named
from engine.cards import FRENCH_DECK
from engine.cicera import Play
from tests.bot.panels.presses import WORDS, asked, buttons, opened, press, to
from tests.bot.pictures.scenes_cicera import cards, dealt, seated
from tests.bot.pictures.scenes_tricks import played as at_random
from tests.bot.pictures.scenes_tricks import table as empty
from tests.bot.pictures.scenes_tricks import with_state

CATALOGUE = Catalogue.load()
CARDS = {WORDS.label_card(card) for card in FRENCH_DECK}
RISK = WORDS("cicera.mark.risk")


class Read(NamedTuple):
    """What a reader finds in a mark, so that the higher one is pressed."""

    points: int
    cards: int
    safe: bool
    takes: bool
    spades: int
    number: int


def read(button: Button) -> Read:
    """Return the mark on the button of a card, read from its words as a stranger would."""
    _, *told = button.label.split()
    return Read(
        sum(int(word) for word in told if word.startswith("+")),
        sum(word in CARDS for word in told),
        RISK not in told,
        button.style is ButtonStyle.MAIN,
        sum(len(word) for word in told if set(word) == {"♠"}),
        sum(int(word) for word in told if word.isdecimal()),
    )


def pressed(view: View[Any]) -> str:
    """Return the play of a reader who presses the highest mark, and of captures the first one offered."""
    card = max(buttons(asked(view)), key=read)
    if press(card).verb == "play":
        return press(card).notation
    choice = list(buttons(opened(view, press(card).notation)))
    capture = next(button for button in choice if button.style is ButtonStyle.GOOD)
    leave = next(button for button in choice if press(button).notation == press(card).notation)
    left = Read(0, 0, RISK not in leave.label.split(), False, 0, 0)
    return press(leave if left > read(card) else capture).notation


def tables(seed: int, takes: float, most: int = 48) -> Iterator[tuple[Table, int]]:
    """Yield tables at which a seat is to play, where this share of possible captures is made."""
    rng = random.Random(seed)

    def choose(made: Table, seat: int, legal: list[Play]) -> Play:
        taking = [play for play in legal if play.taken]
        leaving = [play for play in legal if not play.taken]
        return rng.choice(taking if taking and rng.random() < takes else leaving)

    played = at_random(empty("cicera"), rng, choose)  # type: ignore[arg-type]
    for made, _ in zip(played, range(most), strict=False):
        for seat in made.waits_for():
            yield made, seat


@pytest.mark.parametrize("takes", [0.05, 0.3, 0.7])
@pytest.mark.parametrize("seed", range(4))
def test_who_presses_the_highest_mark_plays_as_the_player_of_marks(seed: int, takes: float) -> None:
    player, rng = named("cicera", "marks"), random.Random(0)
    for made, seat in tables(seed, takes):
        view = to(made, seat)
        assert pressed(view) == str(player.choose(view.seen, rng))


def everything_said(view: View[Any], words: Words) -> list[object]:
    """Return all words of the viewer's question, and of those behind its cards."""
    look = LOOKS[view.game]
    found = [look.question(view, words)]
    found += filter(None, [look.further(view, card.text, words) for card in view.seen.hand])
    return [(one.asked, one.line, one.legend, one.state, one.answers) for one in found]


@pytest.mark.parametrize("seed", range(3))
def test_hidden_cards_make_no_difference_to_any_word(seed: int) -> None:
    """A card of another hand is exchanged with one of a third hand."""
    rng, risks = random.Random(seed), 0
    for made, seat in tables(seed, 0.6):
        hands = made.state.hands
        others = [other for other in range(len(hands)) if other != seat and hands[other]]
        if len(others) < 2:
            continue
        one, other = rng.sample(others, 2)
        mine, theirs = rng.choice(hands[one]), rng.choice(hands[other])
        swapped = {mine: theirs, theirs: mine}
        twin = with_state(
            made,
            made.state._replace(hands=tuple(tuple(swapped.get(c, c) for c in hand) for hand in hands)),
        )
        said = everything_said(to(made, seat), WORDS)
        assert everything_said(to(twin, seat), WORDS) == said
        risks += RISK in str(said)
    assert risks


def test_blue_cards_take_and_say_so_without_their_colour() -> None:
    for made, seat in tables(1, 0.3):
        view = to(made, seat)
        for card, button in zip(view.seen.hand, buttons(asked(view)), strict=True):
            takes = any(play.card is card and play.taken for play in view.seen.legal)
            assert (button.style is ButtonStyle.MAIN) == (press(button).verb == "pick") == takes
            told = button.label.removeprefix(WORDS.label_card(card)).split()
            assert bool([word for word in told if word != RISK]) == takes


def holding(hand: str, table: str) -> View[Any]:
    """Return the view of a player who has these cards, before the first play of a second hand."""
    made = dealt(seated(), "AS 2S 3S 4S", (), hand=2)
    mine = tuple(card for card in FRENCH_DECK if card.text in hand.split())
    lying = cards(table)
    hands = (mine, *made.state.hands[1:])
    return to(with_state(made, made.state._replace(hands=hands, opening=lying, table=lying)), 0)


def told(view: View[Any], words: Words) -> tuple[list[str], str]:
    """Return the labels of the viewer's cards, and the line above them."""
    question = LOOKS["cicera"].question(view, words)
    return [button.label for button in buttons(question)], question.line


GAINS = holding("TC 8D JC KC 5H", "TD JH 6S 2C")
RISKS = holding("3D KS 4C", "4D")


@pytest.mark.parametrize(
    ("words", "gains", "risks"),
    [
        (
            CATALOGUE.words("en"),
            (["5♥", "8♦ ♠", "10♣ 10♦", "J♣ J♥", "K♣"], ""),
            (["K♠", "3♦ !", "4♣ +1"], "-# **!** 3♦ leaves 7: one card clears it"),
        ),
        (
            CATALOGUE.words("it").naming(ITALIAN),
            (
                [
                    "5 di coppe",
                    "8 di denari spade",
                    "10 di bastoni dieci",
                    "fante di bastoni fante",
                    "re di bastoni",
                ],
                "",
            ),
            (
                ["re di spade", "3 di denari !", "4 di bastoni +1"],
                "-# **!** il tre di denari lascia 7: una carta prende tutto",
            ),
        ),
        (
            CATALOGUE.words("en").naming(FRENCH, aloud=True),
            (
                [
                    "5 of hearts",
                    "8 of diamonds, +0",
                    "10 of clubs, +0",
                    "jack of clubs, +0",
                    "king of clubs",
                ],
                "",
            ),
            (
                ["king of spades", "3 of diamonds, risky", "4 of clubs, +1"],
                "Risky: the three of diamonds leaves 7, and one card clears it.",
            ),
        ),
    ],
    ids=["signs", "Italian deck", "aloud"],
)
def test_marks_in_words(words: Words, gains: tuple[list[str], str], risks: tuple[list[str], str]) -> None:
    assert told(GAINS, words) == gains
    assert told(RISKS, words) == risks


def test_marks_are_shortened_where_a_row_has_no_room_and_the_highest_stays_the_highest() -> None:
    """It is shortened too if its points say that it is the highest."""
    words, table = CATALOGUE.words("en"), "AS 2S 3S 3D 8C JD"
    assert told(holding("4S JH QH KH", table), words)[0] == ["4♠ +1 · ♠♠♠", "J♥ J♥", "Q♥", "K♥"]
    assert told(holding("4S 5S 8S 9S", table), words)[0] == ["4♠ +1", "5♠ +1 · 2♠", "8♠ +1", "9♠ +1"]
    assert told(holding("4S 5S 6S 8S", table), words)[0] == ["4♠ +1", "5♠ +1", "6♠ +2 · 2♠", "8♠ +1"]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("deck", [FRENCH, ITALIAN])
@pytest.mark.parametrize("aloud", [False, True])
def test_every_mark_fits_a_label(language: str, deck: str, aloud: bool) -> None:
    words = CATALOGUE.words(language).naming(deck, aloud=aloud)
    for takes in (0.1, 0.5):
        for made, seat in tables(5, takes):
            labels, line = told(to(made, seat), words)
            assert max(len(as_text(label)) for label in labels) <= LABEL
            assert not (aloud and RISK in f"{labels} {line}")
