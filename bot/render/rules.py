"""The rules of a game for players, a page at a time, the house rules of the table first."""

from typing import Final

from bot.locale import Words
from bot.render.lobby import house_rules
from bot.render.paging import turning
from bot.render.panel import OVER, Panel, lines
from bot.shown import AnyShown

LETTERS: Final = 36
"""Letters in a line on a phone, about."""
ROOM: Final = 14
"""Lines of a page, so that a phone shows all of it."""


def pages(game: str, words: Words) -> int:
    """Return how many pages the rules of a game have."""
    return len(_pages(game, words))


def rules_page(
    game: str, page: int, words: Words, shown: AnyShown | None = None
) -> tuple[tuple[str, ...], int, int]:
    """Return the texts of a page of the rules, its number from 1 and how many there are.

    The house rules of a table stand on the first. A page out of range gives the nearest.
    """
    every = _pages(game, words)
    page = min(max(page, 1), len(every))
    chosen = house_rules(shown, words) if shown and page == 1 else ""
    at_table = words("rules.table", rules=chosen) if chosen else ""
    texts = lines(at_table, every[page - 1]), "-# " + words("page", page=page, pages=len(every))
    return texts, page, len(every)


def page_of(game: str, topic: int, words: Words) -> int:
    """Return the number of the page on which a topic begins; topics and pages count from 1."""
    return 1 + sum(len(_split(text)) for text in _topics(game, words)[: topic - 1])


def rules(game: str, page: int, words: Words, shown: AnyShown | None = None) -> Panel:
    """Return a page of the rules as a message of its own."""
    texts, page, last = rules_page(game, page, words, shown)
    table = f":{shown.id}" if shown else ""
    return Panel((*texts, turning(page, 1, last, words, lambda to: f"r:{game}:{to}{table}")), OVER)


def _topics(game: str, words: Words) -> list[str]:
    number, topics = 1, []
    while words.has(f"{game}.rules.{number}"):
        topics.append(words(f"{game}.rules.{number}"))
        number += 1
    return topics


def _pages(game: str, words: Words) -> list[str]:
    return [page for text in _topics(game, words) for page in _split(text)]


def _split(text: str) -> list[str]:
    """Return a topic in pages that a phone has room for: whole paragraphs, below the topic's heading."""
    heading, _, rest = text.partition("\n")
    pages: list[str] = []
    for paragraph in rest.split("\n\n"):
        joined = f"{pages[-1]}\n\n{paragraph}" if pages else ""
        if pages and _height(joined) <= ROOM:
            pages[-1] = joined
        else:
            pages.append(f"{heading}\n{paragraph}")
    return pages


def _height(text: str) -> int:
    """Return about how many lines of a phone a text takes."""
    return sum(-(-len(line) // LETTERS) or 1 for line in text.split("\n"))
