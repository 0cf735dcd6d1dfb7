"""The Italian deck: a card has as many signs as its rank, and no two cards look alike."""

import io
from itertools import combinations

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from bot.painting import raster
from bot.pictures.decks.base import palette, signs
from bot.pictures.decks.base.drawing import rect, svg
from bot.pictures.decks.italian import italian
from engine.cards import FRENCH_DECK, MINIONS, Card, Suit, card

NUMBERS = range(2, 11)
WIDTH = 240
HEIGHT = 17 * WIDTH // 10


def drawn(picture: str, width: int) -> Image.Image:
    return Image.open(io.BytesIO(raster.png(picture, width))).convert("RGBA")


def number_card(rank: int, suit: Suit) -> str:
    return italian.face(card(("T" if rank == 10 else str(rank)) + suit))


def pixels_of(picture: str, colour: str) -> set[tuple[int, int]]:
    """Where a face WIDTH wide has exactly `colour`."""
    inked = np.asarray(drawn(picture, WIDTH)) == (*ImageColor.getrgb(colour)[:3], 255)
    rows, columns = inked.all(axis=2).nonzero()
    return set(zip(columns.tolist(), rows.tolist(), strict=True))


def spots(picture: str, colour: str, *, down_to: int = HEIGHT) -> int:
    """How many separate patches of `colour` there are in a face WIDTH wide."""
    waiting = {(x, y) for x, y in pixels_of(picture, colour) if y < down_to}
    count = 0
    while waiting:
        edge = [waiting.pop()]
        size = 1
        while edge:
            x, y = edge.pop()
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    beside = (x + dx, y + dy)
                    if beside in waiting:
                        waiting.remove(beside)
                        edge.append(beside)
                        size += 1
        count += size > 6
    return count


@pytest.mark.parametrize("rank", NUMBERS)
def test_as_many_swords_cross_the_middle_as_the_rank_says(rank: int) -> None:
    steel = pixels_of(number_card(rank, Suit.SPADES), palette.STEEL)
    row = "".join("x" if (x, 33 * WIDTH // 40) in steel else " " for x in range(WIDTH))
    assert len(row.split()) == rank


@pytest.mark.parametrize("rank", NUMBERS)
def test_every_cup_has_its_band_and_its_knob(rank: int) -> None:
    assert spots(number_card(rank, Suit.HEARTS), palette.RED) == 2 * rank


@pytest.mark.parametrize("rank", NUMBERS)
def test_every_coin_has_its_blue_heart(rank: int) -> None:
    assert spots(number_card(rank, Suit.DIAMONDS), palette.AZURE) == rank


@pytest.mark.parametrize("rank", NUMBERS)
def test_the_gilt_upper_end_of_every_stave_is_seen(rank: int) -> None:
    assert spots(number_card(rank, Suit.CLUBS), palette.GOLD, down_to=HEIGHT // 2) == rank


def test_every_face_can_be_drawn_and_no_two_are_alike() -> None:
    faces = [drawn(italian.face(each), 44) for each in FRENCH_DECK]
    assert {face.size for face in faces} == {(44, 75)}
    assert len({face.tobytes() for face in faces}) == 52


def test_fante_cavallo_and_re_stand_above_the_ten() -> None:
    assert [italian.RANK_LETTERS[rank] for rank in (1, 2, 10, 11, 12, 13)] == ["A", "2", "10", "F", "C", "R"]


def test_a_number_card_can_be_turned_and_an_ace_or_a_figure_cannot() -> None:
    two_ways = [each for each in FRENCH_DECK if "rotate(180 100 170)" in italian.face(each)]
    assert {each.rank for each in two_ways} == set(NUMBERS)


def test_no_two_signs_are_alike_at_nine_pixels() -> None:
    def small(suit: Suit) -> Image.Image:
        ground = rect(0, 0, 100, 100, palette.WHITE)
        return drawn(svg(100, 100, ground, signs.sign(suit, 50, 50, 100, palette.INK)), 9).convert("L")

    for one, other in combinations(Suit, 2):
        apart = ImageStat.Stat(ImageChops.difference(small(one), small(other))).mean[0]
        assert apart > 50, (one, other)  # of 255


@pytest.mark.parametrize("minion", MINIONS, ids=str)
def test_the_italian_deck_has_no_minions(minion: Card) -> None:
    with pytest.raises(KeyError):
        italian.face(minion)
