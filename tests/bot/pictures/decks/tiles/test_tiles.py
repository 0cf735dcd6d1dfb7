"""A tile differs from all others on a button: at 20 pixels, in grey, and for every colour vision."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from io import BytesIO
from itertools import combinations, product
from types import MappingProxyType
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from bot.painting.raster import png
from bot.painting.sheets import BUTTONS, SIGHTS, seen
from bot.pictures.decks import SUIT_COLOURS, Deck, emoji_svgs, icon, tile
from bot.pictures.decks.base import glyphs, palette
from bot.pictures.decks.base.deck import TILE_COLOURS, TINTS
from bot.pictures.decks.french import pips
from bot.pictures.decks.tiles import tiles
from bot.pictures.decks.tiles.naming import emoji_name
from engine.cards import FRENCH_DECK, MINIONS, Card, Suit, card
from tests.bot.pictures.test_grounds import LEAST, contrast

BUTTON = "#4e5058"
"""Discord's grey button in the dark."""
PLAIN = 40
"""The difference of a channel, of 255, from which a pixel looks different."""
SHARE = 0.02
"""The share of 400 pixels; a 3 and an 8 of one suit share all but ten."""
SUIT_SHARE = 0.035
"""The share for suits of one rank, which differ more."""

GLANCE: Final = 0.5
"""The share for hearts and diamonds of Civil Suits, which have one colour (V3): half of the tile."""

Pixels = NDArray[np.int16]


@cache
def at_20_px(svg: str, ground: str = BUTTON) -> Image.Image:
    image = Image.new("RGBA", (20, 20), ground)
    image.alpha_composite(Image.open(BytesIO(png(svg, 20))).convert("RGBA"))
    return image.convert("RGB")


def difference(one: Pixels, other: Pixels) -> float:
    return float((abs(one - other).max(axis=2) > PLAIN).mean())


def alike(
    deck: Deck, sight: str, share: float, same: Callable[[Card, Card], bool]
) -> Iterator[tuple[str, str, float]]:
    """Yield the pairs of tiles for which `same` holds and that differ by at most `share`."""
    strip = Image.new("RGB", (20 * len(FRENCH_DECK), 20))
    for place, c in enumerate(FRENCH_DECK):
        strip.paste(at_20_px(tile(deck, c)), (20 * place, 0))
    pixels = np.asarray(seen(strip, sight)).astype(np.int16)
    each = dict(zip(FRENCH_DECK, np.split(pixels, len(FRENCH_DECK), axis=1), strict=True))
    for one, other in combinations(FRENCH_DECK, 2):
        if same(one, other) and (found := difference(each[one], each[other])) <= share:
            yield one.text, other.text, found


def same_rank(one: Card, other: Card) -> bool:
    return one.rank == other.rank


def same_suit(one: Card, other: Card) -> bool:
    return one.suit is other.suit


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("deck", Deck)
def test_suits_of_a_rank_and_ranks_of_a_suit_are_told_apart_at_20_px(deck: Deck, sight: str) -> None:
    assert list(alike(deck, sight, SUIT_SHARE, same_rank)) == []
    assert list(alike(deck, sight, SHARE, same_suit)) == []


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("client", BUTTONS)
def test_hearts_and_diamonds_of_civil_suits_are_told_apart_at_a_glance(client: str, sight: str) -> None:
    _, colours = BUTTONS[client]
    for rank, colour in product("A23456789TJQK", colours):
        hearts, diamonds = (
            np.asarray(seen(at_20_px(tile(Deck.CIVIL, card(rank + suit)), colour), sight)) for suit in "HD"
        )
        assert difference(hearts.astype(np.int16), diamonds.astype(np.int16)) > GLANCE, rank


@pytest.mark.parametrize("deck", Deck)
def test_rank_and_sign_stand_out_from_their_tile_and_their_card(deck: Deck) -> None:
    for suit in Suit:
        assert contrast(TILE_COLOURS[deck][suit], TINTS[deck][suit]) >= LEAST, suit
        assert contrast(SUIT_COLOURS[deck][suit], palette.FACE) >= LEAST, suit


@pytest.mark.parametrize("size", [12, 20])
def test_the_hammer_is_no_letter(size: int) -> None:
    """A letter T is the same in a mirror."""
    drawn = np.asarray(Image.open(BytesIO(png(icon("might"), size))).convert("RGBA"))[..., 3] > 127
    mirrored = drawn[:, ::-1]
    assert (drawn & mirrored).sum() < 0.6 * (drawn | mirrored).sum()


@pytest.mark.parametrize("sight", SIGHTS)
def test_two_suits_of_one_shape_and_colour_would_be_found(
    monkeypatch: pytest.MonkeyPatch, sight: str
) -> None:
    equal = {**pips.PIPS, Suit.DIAMONDS: pips.PIPS[Suit.HEARTS]}
    monkeypatch.setattr(tiles, "PIPS", MappingProxyType(equal))

    found = {(one, other) for one, other, _ in alike(Deck.FRENCH, sight, SUIT_SHARE, same_rank)}

    assert found == {(f"{rank}H", f"{rank}D") for rank in "A23456789TJQK"}


def test_two_ranks_of_one_shape_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    equal: Mapping[str, tuple[float, str]] = {**glyphs.SANS, "3": glyphs.SANS["8"]}
    monkeypatch.setattr(tiles, "SANS", equal)

    found = {(one, other) for one, other, _ in alike(Deck.FRENCH, "grey", SHARE, same_suit)}

    assert found == {(f"3{suit}", f"8{suit}") for suit in Suit}


def test_no_sight_but_the_full_one_leaves_colours_as_they_are() -> None:
    colours = Image.new("RGB", (3, 1))
    for x, colour in enumerate(("#c22a3c", "#17704f", "#1f62ad")):
        colours.paste(Image.new("RGB", (1, 1), colour), (x, 0))
    assert seen(colours, "full colour").tobytes() == colours.tobytes()
    assert len({seen(colours, sight).tobytes() for sight in SIGHTS}) == len(SIGHTS)
    white = Image.new("RGB", (1, 1), "#ffffff")
    for sight in SIGHTS:
        assert min(seen(white, sight).tobytes()) >= 254, sight


def test_minions_are_told_apart() -> None:
    one, other = (np.asarray(at_20_px(tile(Deck.CIVIL, c))).astype(np.int16) for c in MINIONS)
    assert difference(one, other) > SHARE


def test_every_tile_has_a_name_that_discord_takes_and_no_other_has() -> None:
    names = [emoji_name(deck, c) for deck in Deck for c in FRENCH_DECK]
    names += [emoji_name(Deck.CIVIL, c) for c in MINIONS]
    assert len(set(names)) == 4 * 52 + 2
    assert set(names) < emoji_svgs().keys()
    assert len(emoji_svgs()) == 216
    assert all(re.fullmatch(r"[a-z0-9_]{2,32}", name) for name in emoji_svgs())


@pytest.mark.parametrize(
    ("deck", "text", "name"),
    [
        (Deck.FRENCH, "7S", "spades_7"),
        (Deck.FRENCH, "TS", "spades_10"),
        (Deck.FRENCH, "AS", "spades_ace"),
        (Deck.FRENCH, "JH", "hearts_jack"),
        (Deck.FOUR, "QD", "diamonds_queen_four"),
        (Deck.CIVIL, "KC", "clubs_king_civil"),
        (Deck.CIVIL, "M2", "minion_2"),
        (Deck.FRENCH, "M1", "minion_1"),
        (Deck.ITALIAN, "AS", "spade_asso"),
        (Deck.ITALIAN, "JH", "coppe_fante"),
        (Deck.ITALIAN, "QD", "denari_cavallo"),
        (Deck.ITALIAN, "KC", "bastoni_re"),
        (Deck.ITALIAN, "TD", "denari_10"),
    ],
)
def test_a_tile_is_named_by_card_and_deck(deck: Deck, text: str, name: str) -> None:
    assert emoji_name(deck, card(text)) == name


def test_every_emoji_is_small_enough_for_discord() -> None:
    drawn = {name: png(svg, 128) for name, svg in emoji_svgs().items()}
    assert max(map(len, drawn.values())) < 16_000  # Discord takes 256 KiB
    assert len(set(drawn.values())) == len(drawn)
    for picture in drawn.values():
        assert Image.open(BytesIO(picture)).size == (128, 128)
