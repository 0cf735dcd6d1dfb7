"""The rules of a game for players, a page at a time, the house rules of the table first."""

from bot.locale import Words
from bot.render.lobby import house_rules
from bot.render.paging import turning
from bot.render.panel import OVER, Panel, lines
from bot.shown import AnyShown


def pages(game: str, words: Words) -> int:
    """Return how many pages the rules of a game have."""
    number = 1
    while words.has(f"{game}.rules.{number + 1}"):
        number += 1
    return number


def rules(game: str, page: int, words: Words, shown: AnyShown | None = None) -> Panel:
    """Return a page of the rules, counted from 1; out of range gives the nearest."""
    last = pages(game, words)
    page = min(max(page, 1), last)
    chosen = house_rules(shown, words) if shown else ""
    at_table = words("rules.table", rules=chosen) if chosen else ""
    table = f":{shown.id}" if shown else ""
    return Panel(
        (
            lines(at_table, words(f"{game}.rules.{page}")),
            lines("-# " + words("page", page=page, pages=last)),
            turning(page, 1, last, words, lambda to: f"r:{game}:{to}{table}"),
        ),
        OVER,
    )
