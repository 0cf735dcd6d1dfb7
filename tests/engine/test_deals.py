"""Deals as logs and records have them: written, read again, and refused if they are not deals."""

import random

import pytest

from engine import GAMES, ciapano, cicera
from engine.cards import written
from engine.deals import Deal
from engine.game import AnyGame, BadNotation


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_writing_and_reading_are_inverse(game: AnyGame) -> None:
    rng = random.Random(1)
    for dealer in range(5):
        deal = Deal(dealer, tuple(rng.sample(game.DECK, len(game.DECK))))
        assert Deal.parse(str(deal), game) == deal
    for cut in range(len(game.DECK)):
        deal = Deal(0, game.DECK, cut=cut)
        assert Deal.parse(str(deal), game) == deal


def test_a_deal_is_the_dealers_seat_and_the_deck() -> None:
    """Logs are kept for years: every later version reads them."""
    text = (
        "3 AS 2S 3S 4S 5S 6S 7S JS QS KS AH 2H 3H 4H 5H 6H 7H JH QH KH "
        "AD 2D 3D 4D 5D 6D 7D JD QD KD AC 2C 3C 4C 5C 6C 7C JC QC KC"
    )
    assert Deal.parse(text, ciapano) == Deal(3, ciapano.DECK)
    assert str(Deal(3, ciapano.DECK)) == text


DECK = written(cicera.DECK)


def test_the_cut_stands_between_seat_and_deck_where_there_was_one() -> None:
    assert Deal.parse(f"1/26 {DECK}", cicera) == Deal(1, cicera.DECK, cut=26)
    assert str(Deal(1, cicera.DECK, cut=26)) == f"1/26 {DECK}"
    assert Deal.parse(f"1 {DECK}", cicera).cut == 0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not a seat, a blank and a deck"),
        ("2", "not a seat, a blank and a deck"),
        (DECK, "not a seat, a blank and a deck"),
        (f"-1 {DECK}", "not a seat, a blank and a deck"),
        ("2 ", "'' is not a card of cicera"),
        (f"2 {DECK} ", "'' is not a card of cicera"),
        (f"2/ {DECK}", "not a seat, a blank and a deck"),
        (f"2/0 {DECK}", "not a seat, a blank and a deck"),
        (f"2/-1 {DECK}", "not a seat, a blank and a deck"),
        (f"2/52 {DECK}", "the cut is not within the deck"),
        (f"2 {DECK} M1", "'M1' is not a card of cicera"),
        (f"2 {DECK} {'x' * 99}", f"'{'x' * 59}…' is not a card of cicera"),
        (f"2 {DECK} AS", "AS twice"),
        (f"2 {DECK.removesuffix(' KC')}", "KC is missing"),
    ],
)
def test_what_is_no_deal_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation) as caught:
        Deal.parse(text, cicera)
    assert str(caught.value) == complaint
