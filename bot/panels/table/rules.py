"""The rules of a game for players, a page at a time, the house rules of the table first.

The topics that everybody needs come first; a game may have others, in detail, which are turned by themselves.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import count, takewhile
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bot.blocks.blocks import OVER_ACCENT, Block, Button, Panel, lines
from bot.blocks.fit import turning
from bot.games import LOOKS, PICTURES
from bot.locale import Words
from bot.panels.lobby.lobby import house_rules
from bot.panels.table.pictured import attempted
from bot.pictures.decks import SIGNS
from bot.pictures.parts.examples import Example, example_sentence, picture
from bot.pictures.sketch.style import Style
from bot.table.view import AnyView
from engine import GAMES

LINE_LETTERS: Final = 36
"""The approximate letters in a line of a phone."""
PAGE_LINES: Final = 18
"""The most lines of a page, so that a phone shows all of it."""
_TILE: Final = re.compile(r"<:\w+:\d+>")
_MARKS: Final = re.compile(r"\*+|^(#+|-#) ", re.MULTILINE)
_KEPT: Final = 64
"""The number of rules kept as pages, each in a language with its cards and for some options."""
Options = Mapping[str, Any]
"""The options of a game as a record has them."""
USUAL: Final[Options] = MappingProxyType({})


class Page(NamedTuple):
    """A page of the rules; `told` is the example at its end in words, if it has one."""

    text: str
    example: Example | None = None
    told: str = ""

    @property
    def whole(self) -> str:
        """Return all of the page in words."""
        gap = "\n\n" if "\n" in self.text else "\n"
        return f"{self.text}{gap}{self.told}" if self.told else self.text


class Place(NamedTuple):
    """The place of a page among the rules: its number, the pages of its part, and the number of all pages."""

    number: int
    part: range
    pages: int

    def turns(self, words: Words, id_of: Callable[[int], str]) -> tuple[Button, ...]:
        """Return the buttons to the pages before and after, and at the ends of a part to the other part.

        `id_of` gives their ids by the number of the page.
        """
        first, after = self.part.start, self.part.stop
        turned = turning(self.number, first, after - 1, words, id_of)
        if len(turned) > 1 or len(self.part) == self.pages:
            return turned
        other = ("button.in-short", 1) if first > 1 else ("button.in-detail", after)
        return *turned, Button(words(other[0]), id_of(other[1]))


def pages(game: str, words: Words, view: AnyView | None = None) -> int:
    """Return the number of pages of a game's rules, as a table plays it if one is at hand."""
    return len(_pages(game, words, _chosen(game, view, USUAL), view is not None))


def rules_page(
    game: str,
    page: int,
    words: Words,
    view: AnyView | None = None,
    style: Style | None = None,
    options: Options = USUAL,
) -> tuple[tuple[str, *tuple[Block, ...]], Place]:
    """Return the blocks of a page of the rules, and its place; pages count from 1.

    The pages tell the game as it is played at a table, whose house rules stand on the first. Without one they
    tell the usual game, with the `options` of new tables. A page out of range gives the nearest. An example
    is a picture in the reader's `style`, or told in words if that is None.
    """
    chosen, at_table = _chosen(game, view, options), view is not None
    every = _pages(game, words, chosen, at_table)
    page = min(max(page, 1), len(every))
    short = sum(len(_split(topic)) for topic in _topics(game, words, chosen, at_table)[: _short(game, words)])
    part = range(1, short + 1) if page <= short else range(short + 1, len(every) + 1)
    house = house_rules(view, words) if view and page == 1 else ""
    told = words("rules.table", rules=house) if house else ""
    shows = every[page - 1]
    drawn = () if style is None else _drawn(shows.example, words, style)
    text = lines(told, shows.text if drawn else shows.whole)
    counted = words("page", page=page - part.start + 1, pages=len(part))
    # The buttons of two pages name the other one.
    further: tuple[Block, ...] = (*drawn, words("small", told=counted) if len(part) > 2 else "")
    return (text, *further), Place(page, part, len(every))


def _drawn(example: Example | None, words: Words, style: Style) -> tuple[Block, ...]:
    """Return the picture of an example, nothing without one."""
    return () if example is None else attempted(lambda: picture(example, words.plain, style))


def page_of(game: str, topic: int, words: Words, view: AnyView | None = None) -> int:
    """Return the number of the page on which a topic begins; topics and pages count from 1."""
    topics = _topics(game, words, _chosen(game, view, USUAL), view is not None)
    return 1 + sum(len(_split(before)) for before in topics[: topic - 1])


def rules(
    game: str,
    page: int,
    words: Words,
    view: AnyView | None = None,
    style: Style | None = None,
    options: Options = USUAL,
) -> Panel:
    """Return a page of the rules as a message of its own; `rules_page` explains the arguments."""
    blocks, place = rules_page(game, page, words, view, style, options)
    table = f":{view.id}" if view else ""
    return Panel((*blocks, place.turns(words, lambda to: f"r:{game}:{to}{table}")), OVER_ACCENT)


def _chosen(game: str, view: AnyView | None, options: Options) -> Any:
    """Return the options of a table, or of a new one."""
    return view.seen.options if view is not None else GAMES[game].options(options)


@lru_cache(maxsize=_KEPT)
def _topics(game: str, words: Words, chosen: Any, at_table: bool) -> tuple[Page, ...]:
    """Return the topics, each closed by its example, and the texts that a game's look adds."""
    own, values = PICTURES.get(game), _values(game, chosen)
    parts = {option: _part(game, option, values, words, at_table) for option in values}
    examples = {example.topic: example for example in own.examples(chosen)} if own is not None else {}
    signs = {name: words.sign(name) for name in SIGNS if words.has(f"sign.{name}")}
    topics = []
    for number, key in enumerate(_keys(game, words), 1):
        text = words(_form(key, values, words), **parts, **signs)
        example, told = examples.get(number), ""
        if example is not None and example.told:
            told = words("rules.example", told=example_sentence(example, words))
        topics.append(Page(text, example, told))
    return (*topics, *(Page(text) for text in LOOKS[game].appendix(chosen, words)))


def _keys(game: str, words: Words) -> Iterator[str]:
    """Yield the keys of the topics of a game, those in detail last."""
    for part in (f"{game}.rules", f"{game}.rules.detail"):
        yield from takewhile(words.has, (f"{part}.{number}" for number in count(1)))


def _short(game: str, words: Words) -> int:
    """Return the number of topics that are not told in detail."""
    return sum(".detail." not in key for key in _keys(game, words))


def _values(game: str, chosen: Any) -> dict[str, object]:
    """Return the values of the options that a menu offers."""
    values = GAMES[game].values(chosen)
    return {option: values[option] for option in GAMES[game].OPTIONS}


def _part(game: str, option: str, values: Mapping[str, object], words: Words, at_table: bool) -> object:
    """Return the words that fill in an option in the rules, or its value if it has none.

    Without a table, some options have words for all their values.
    """
    key = f"{game}.rules.{option}"
    if at_table or not words.has(key):
        key = f"{game}.rules.{option}.{values[option]}"
    return words(_form(key, values, words)) if words.has(key) else values[option]


def _form(key: str, values: Mapping[str, object], words: Words) -> str:
    """Return the key of a text in its form for a value of an option, or the text's own without one."""
    forms = (f"{key}.{option}.{value}" for option, value in values.items())
    return next(filter(words.has, forms), key)


@lru_cache(maxsize=_KEPT)
def _pages(game: str, words: Words, chosen: Any, at_table: bool) -> tuple[Page, ...]:
    return tuple(page for topic in _topics(game, words, chosen, at_table) for page in _split(topic))


def _split(topic: Page) -> list[Page]:
    """Return a topic in pages for a phone: whole paragraphs below the topic's heading."""
    heading, _, rest = topic.whole.partition("\n")
    pages: list[str] = []
    for paragraph in rest.split("\n\n"):
        joined = f"{pages[-1]}\n\n{paragraph}" if pages else ""
        if pages and _height(joined) <= PAGE_LINES:
            pages[-1] = joined
        else:
            pages.append(f"{heading}\n{paragraph}")
    *before, last = pages
    without = last.removesuffix(topic.told).rstrip("\n")
    return [*map(Page, before), Page(without, topic.example, topic.told)]


def _height(text: str) -> int:
    """Return the approximate lines of a phone that a text takes; a tile is as wide as two letters."""
    seen = _MARKS.sub("", _TILE.sub("10", text))
    return sum(-(-len(line) // LINE_LETTERS) or 1 for line in seen.split("\n"))
