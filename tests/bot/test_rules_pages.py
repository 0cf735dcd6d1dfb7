"""The rules for players: pages that a phone has room for, and nothing lost between them."""

import pytest

from bot.locale import Catalogue
from bot.render.rules import LETTERS, ROOM, page_of, pages, rules_page
from engine import GAMES

WORDS = Catalogue.load().words("en")


def topics(game: str) -> list[str]:
    """Return the topics of a game's rules, as the catalogue has them."""
    number, found = 1, []
    while WORDS.has(f"{game}.rules.{number}"):
        found.append(WORDS(f"{game}.rules.{number}"))
        number += 1
    return found


def page(game: str, number: int) -> str:
    """Return the text of a page without its number."""
    return rules_page(game, number, WORDS)[0][0]


@pytest.mark.parametrize("game", GAMES)
def test_every_topic_stands_whole_on_its_pages(game: str) -> None:
    starts = [page_of(game, topic, WORDS) for topic in range(1, len(topics(game)) + 1)]
    for topic, first, after in zip(topics(game), starts, [*starts[1:], pages(game, WORDS) + 1], strict=True):
        heading, _, text = topic.partition("\n")
        parts = [page(game, number).partition("\n") for number in range(first, after)]
        assert [part[0] for part in parts] == [heading] * len(parts)
        assert "\n\n".join(part[2] for part in parts) == text


@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_no_more_lines_than_a_phone(game: str) -> None:
    for number in range(1, pages(game, WORDS) + 1):
        lines = page(game, number).split("\n")
        assert sum(max(1, -(-len(line) // LETTERS)) for line in lines) <= ROOM, (game, number)


def test_a_page_out_of_range_is_the_nearest() -> None:
    last = pages("cicera", WORDS)
    assert rules_page("cicera", 999, WORDS) == rules_page("cicera", last, WORDS)
    assert rules_page("cicera", 0, WORDS) == rules_page("cicera", 1, WORDS)
    assert rules_page("cicera", 999, WORDS)[1:] == (last, last)
