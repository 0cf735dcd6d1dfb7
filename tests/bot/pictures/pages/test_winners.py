"""The picture of a season's winners: the first on a ribbon, and all of them in order."""

from dataclasses import replace

from bot.locale import Catalogue
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.pages.winners import MOST_WINNERS, winners_picture
from bot.pictures.sketch.sketch import CardAt, Sketch
from bot.pictures.sketch.style import Style
from tests.bot.pictures.scenes_boards import ALONE, LONG, TEAMS, light, standing

WORDS = Catalogue.load().words("en")
TITLE = "Cicera · autumn 2026"


def ribbon(sketch: Sketch) -> str:
    """Return what is written on the ribbon."""
    return "".join(text.text for text in sketch.texts if text.colour == palette.INK and text.y < 250)


def test_the_first_is_on_the_ribbon_and_all_are_told() -> None:
    sketch = winners_picture("cicera", TITLE, TEAMS[:4], WORDS, Style())
    assert TITLE in [text.text for text in sketch.texts]
    assert ribbon(sketch) == "Le Rondinelle"
    assert light(sketch) == 1
    assert sketch.alt == (
        "Cicera · autumn 2026: the best. In points a hand. "
        "Beside the emblem: ace of hearts and ace of spades. "
        "1: Le Rondinelle (Ann and Cy), ace, +4.3 ± 0.7, 31 won of 43, 5 in a row. "
        "2: Bo and Di, king, +2.0 ± 0.7, 24 won of 43. "
        "3: Quèi del Carmine (Fausto and Giò), jack, +1.5 ± 0.7, 18 won of 32. "
        "3: Valentina and Cesarina, jack, +1.5 ± 0.7, 18 won of 32, 3 in a row."
    )


def test_who_shares_the_first_rank_shares_the_ribbon() -> None:
    lines = [replace(row, rank=1) for row in ALONE[:2]]
    sketch = winners_picture("ciapano", TITLE, [*lines, ALONE[2]], WORDS, Style())
    assert ribbon(sketch) == "Ann & Bo"
    assert light(sketch) == 2


def test_at_most_five_are_shown() -> None:
    lines = [standing(3, (n,), 1, 5, 9, 4) for n in range(1, 10)]
    sketch = winners_picture("ciapano", TITLE, lines, WORDS, Style(big=True))
    assert [text.who for text in sketch.texts if text.who is not None] == [1, 2, 3, 4, 5]
    assert MOST_WINNERS == 5


def test_the_cards_are_those_of_the_deck() -> None:
    italian = winners_picture("cicera", TITLE, TEAMS[1:2], WORDS, Style(Deck.ITALIAN))
    cards = [item for item in italian.items if isinstance(item, CardAt)]
    assert [(item.card.text, item.deck) for item in cards] == [("KH", Deck.ITALIAN), ("KS", Deck.ITALIAN)]
    assert "re of coppe and re of spade" in italian.alt


def test_long_names_are_told_as_far_as_there_is_room() -> None:
    sketch = winners_picture("cicera", "C" * 60, LONG, WORDS, Style())
    assert sketch.alt.count("999 won of 1000, 100 in a row.") == MOST_WINNERS
