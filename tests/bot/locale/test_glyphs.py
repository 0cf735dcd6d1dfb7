"""Suits are drawn as text wherever they are read."""

import pytest

from bot.locale.glyphs import as_text


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("7♠", "7♠\ufe0e"),
        ("♥ ♦♣", "♥\ufe0e ♦\ufe0e♣\ufe0e"),
        ("7♠\ufe0e", "7♠\ufe0e"),
        ("I ♥\ufe0f you", "I ♥\ufe0f you"),
        ("▶ ⏳ <:spades_7:5> Ann", "▶ ⏳ <:spades_7:5> Ann"),
    ],
)
def test_a_suit_that_is_no_emoji_already_is_text(text: str, sent: str) -> None:
    assert as_text(text) == sent
