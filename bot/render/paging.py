"""The two buttons that turn the pages of a panel."""

from collections.abc import Callable

from bot.locale import Words
from bot.render.panel import Button


def turning(
    page: int, first: int, last: int, words: Words, id_of: Callable[[int], str]
) -> tuple[Button, ...]:
    """Return buttons to the page before and the one after, where there are any; `id_of` gives their ids."""
    return tuple(
        Button(words(key), id_of(to))
        for key, to in (("button.back-page", page - 1), ("button.next-page", page + 1))
        if first <= to <= last
    )
