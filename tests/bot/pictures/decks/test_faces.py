"""Every card has a face that can be drawn, and no two have the same."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import ImageChops, ImageStat

from bot.painting import sheets
from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.painting.sheets import main
from bot.pictures.decks import ICONS, SIZES, Deck, deck_back, face, icon
from bot.pictures.decks.tiles.naming import cards_of
from engine.cards import FRENCH_DECK, MINIONS, Rank, Suit, card

sprites = Sprites(CACHE)


@pytest.mark.parametrize("deck", Deck)
def test_every_face_is_drawn_and_differs_from_all_others(deck: Deck) -> None:
    drawn = [sprites.image(face(deck, c), 44) for c in cards_of(deck)]
    width, height = SIZES[deck]
    assert {image.size for image in drawn} == {(44, round(44 * height / width))}
    assert len({image.tobytes() for image in drawn}) == len(drawn)


@pytest.mark.parametrize("deck", Deck)
def test_a_face_is_plain_svg_without_text_or_gradients(deck: Deck) -> None:
    for svg in [deck_back(deck), *(face(deck, c) for c in cards_of(deck))]:
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(svg).iter()}
        assert tags <= {"svg", "g", "path", "rect", "circle", "clipPath"}


def test_hearts_and_diamonds_of_civil_suits_have_different_indices() -> None:
    """A third of the square round the sign differs where the card is as wide as a finger."""
    for rank in "A23456789TJQK":
        signs = [
            sprites.image(face(Deck.CIVIL, card(f"{rank}{suit}")), 99).convert("RGB").crop((5, 32, 26, 52))
            for suit in "HD"
        ]
        difference = np.asarray(ImageChops.difference(*signs)).max(axis=2)
        assert (difference > 40).mean() > 1 / 3, rank


def test_four_colours_are_four_and_courts_wear_the_same_in_both() -> None:
    assert face(Deck.FOUR, card("7C")) != face(Deck.FRENCH, card("7C"))
    sevens = [sprites.exact(face(Deck.FOUR, card(f"7{suit}")), 240) for suit in Suit]
    assert len({image.getpixel((37, 101)) for image in sevens}) == 4
    belts = [
        sprites.exact(face(deck, card("KD")), 240).getpixel((60, 152)) for deck in (Deck.FRENCH, Deck.FOUR)
    ]
    assert belts[0] == belts[1]


def test_the_lower_half_of_a_court_is_the_upper_one_turned() -> None:
    for rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        image = sprites.exact(face(Deck.FRENCH, FRENCH_DECK[rank - 1]), 240).convert("L")
        upper = image.crop((0, 0, 240, 156))
        lower = image.crop((0, 180, 240, 336)).rotate(180)
        assert ImageStat.Stat(ImageChops.difference(upper, lower)).mean[0] < 1


def test_a_challenger_shows_the_powers_that_it_is_given() -> None:
    king = card("KS")
    assert face(Deck.CIVIL, king) == face(Deck.CIVIL, king, (4, 9, 2))
    assert face(Deck.CIVIL, king, (4, 9, 3)) != face(Deck.CIVIL, king)
    assert face(Deck.CIVIL, card("9S"), (1, 2, 3)) == face(Deck.CIVIL, card("9S"))


def test_two_digits_stay_in_their_cell() -> None:
    band = (3, 262, 237, 333)
    one, two = (
        sprites.exact(face(Deck.CIVIL, card("KS"), powers), 240).crop(band)
        for powers in ((1, 1, 1), (99, 99, 99))
    )
    difference = np.asarray(ImageChops.difference(one, two)).max(axis=(0, 2)) > 0
    for divider in (81, 159):
        assert not difference[divider - 3 - 2 : divider - 3 + 3].any()


def test_minions_are_the_same_in_every_deck() -> None:
    for c in MINIONS:
        assert len({face(deck, c) for deck in Deck}) == 1


def test_every_sign_is_drawn_and_takes_a_colour_where_it_has_one() -> None:
    drawn = {name: sprites.image(icon(name), 48) for name in ICONS}
    assert len({image.tobytes() for image in drawn.values()}) == len(ICONS)
    assert icon("suit", suit=Suit.HEARTS, colour="#123456") != icon("suit", suit=Suit.HEARTS)
    assert "#123456" in icon("computer", colour="#123456")


def test_sheets_are_written_where_one_asks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "SHEETS", {"signs": sheets.signs})
    assert main([str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/new/signs.png\n"
    assert (tmp_path / "new" / "signs.png").exists()
    assert main([]) == 2


def test_there_is_a_sheet_of_every_deck() -> None:
    assert {*Deck, "44-px", "sizes", "tiles", "sights", "signs", "avatar"} == sheets.SHEETS.keys()
    assert sheets.sights().width > 0
    assert sheets.tile_sheet().width > 0
