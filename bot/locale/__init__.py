"""The message catalogues: every word that a player reads, one gettext file a language, found by key.

No text for players stands in the code. A text that a language lacks is taken from English. `Words` know how
cards are shown: a panel says `words.card` and gets a tile or a text, and takes `words.label_card`
for labels, as Discord shows no emoji in a label.
"""

import copy
import gettext
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final, Self

from babel import Locale

from bot.locale.catalogues import texts_of
from bot.locale.filling import Named, Template, whole, with_article
from engine.cards import FRENCH_DECK, Card, Suit, card
from engine.game import IllegalAction

CATALOGUE_FOLDER: Final = Path(__file__).parent
FOLDERS: Final = (
    CATALOGUE_FOLDER,
    *sorted(path for path in CATALOGUE_FOLDER.iterdir() if any(path.glob("*.po"))),
)
"""The folders with texts: a game may have one of its own."""
FALLBACK: Final = "en"
FRENCH: Final = "french"
ITALIAN: Final = "italian"
_NAMED: Final = "AJQK"
"""Ranks with a name and no number."""

_PICTOGRAPHS: Final = re.compile(" ▶$|[⌛⏱⏳①Ⓓ▶◀⚠✓✗⭐🏆🏳👁💡💤🔨🤖] ?")
"""Signs for the eye alone, left out when a text is read aloud."""
_RANKS: Final = re.compile(r"\b(?:[JQK]|A(?=,? [\dJQK]))\b")
"""Ranks by their letters in a text; an A may also be an article."""
_THIRDS: Final = re.compile("([0-9]*)([⅓⅔])")


class Words:
    """The texts of one language, and the names of cards in them.

    Cards are written with the suits of the French deck, such as `7♠`, or of the Italian one. Words that are
    `aloud` name them as one says them, such as "seven of spades"; words `with_tiles` show them as tiles.
    """

    def __init__(self, language: str, texts: gettext.NullTranslations) -> None:
        self.language = language
        self.plain = self
        """The same words without tiles."""
        self.deck = FRENCH
        self.aloud = False
        self._texts = texts
        self._variants: dict[tuple[str, bool], Words] = {(FRENCH, False): self}
        self._forget()

    def _forget(self) -> None:
        self._known: dict[str, Template | str] = {}
        # By the text itself, which may be written like a key.
        self._counted: dict[str, Template] = {}
        self._cards: dict[Card, Named] = {}
        self._tiles: Mapping[Card, str] = {}
        self._signs: Mapping[str, str] = {}

    def naming(self, deck: str, *, aloud: bool = False) -> "Words":
        """Return the same texts without tiles, with cards named by the suits of `deck`, or said aloud."""
        found = self._variants.get((deck, aloud))
        if found is None:
            found = self._variants[deck, aloud] = copy.copy(self)
            found.plain, found.deck, found.aloud = found, deck, aloud
            found._forget()
        return found

    def with_tiles(self, tiles: Mapping[Card, str], signs: Mapping[str, str]) -> Self:
        """Return the same texts with these marks of Discord's for cards and signs, in place of any others."""
        dressed = copy.copy(self)
        dressed._tiles, dressed._signs = tiles, signs
        return dressed

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the text of `key`, filled with `values`; KeyError if no catalogue has it."""
        text = self._known.get(key)
        if text is None:
            found = self._said(self._text(key))
            text = self._known[key] = Template(found, self.language) if "{" in found else found
        if isinstance(text, str):
            return text
        return text.fill(values)

    def _text(self, key: str) -> str:
        """Return a text of the catalogue: its form for this deck, or aloud, if it has one."""
        for variant in (self.deck, "aloud" if self.aloud else FRENCH):
            if variant != FRENCH and self.has(f"{key}.{variant}"):
                key = f"{key}.{variant}"
        text = self._texts.gettext(key)
        if text == key:
            raise KeyError(key)
        return text

    def has(self, key: str) -> bool:
        """Return whether the catalogue has a text of `key`."""
        return self._texts.gettext(key) != key

    def count(self, key: str, number: int, /, **values: object) -> str:
        """Return the text of `key` in the plural form of `number`, which fills `{n}`."""
        text = self._texts.ngettext(key, key, number)
        if text == key:
            raise KeyError(key)
        form = self._counted.get(text)
        if form is None:
            form = self._counted[text] = Template(self._said(text), self.language)
        return form.fill({"n": whole(number, self.language), **values})

    def card(self, card: Card) -> str:
        """Return a card for a text: its tile, or as it is written without one."""
        return self._tiles.get(card) or self.label_card(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return several cards for a text, separated by blanks or, if they are words, as a list."""
        named = list(map(self.card, cards))
        if len(named) < 2:
            return named[0] if named else ""
        if self._tiles or not (self.aloud or self.deck != FRENCH):
            return " ".join(named)
        told = self.listed(named) if self.aloud else self("comma").join(named)
        return Named.of(told, self.listed(map(with_article, named)))

    def names(self, names: Iterable[str]) -> str:
        """Return names of people as a list: "Ann & Bo" or "Ann, Bo and Cy"."""
        found = list(names)
        return self.listed(found) if len(found) > 2 else self("and").join(found)

    def listed(self, texts: Iterable[str]) -> str:
        """Return texts as a list inside a sentence: "Ann has hearts, Bo has spades and Cy has clubs"."""
        *others, last = texts
        return self("alt.and").join([self("comma").join(others), last]) if others else last

    def then(self, told: Iterable[str]) -> str:
        """Return events one after the other: "Ann led 7♠ · Bo played 9♥"."""
        between = self("told.then")
        text = between.join(told)
        # A sentence that ends with a name such as "Dino P." needs no second full stop.
        return text.replace(f".{between}", between) if between.startswith(".") else text

    def tile(self, card: Card) -> str:
        """Return Discord's mark for a card's tile, empty without one."""
        return self._tiles.get(card, "")

    def sign(self, name: str) -> str:
        """Return a sign for a text, such as the eye of Intelligence: its tile, or an emoji for all."""
        return self._signs.get(name) or self(f"sign.{name}")

    def suit(self, suit: Suit) -> str:
        """Return a suit for a text: `♥`, or its name if the deck has no such sign."""
        return self(f"alt.{self.deck}.suit.{suit}" if self.aloud or self.deck != FRENCH else f"suit.{suit}")

    def suits(self, suits: Iterable[Suit]) -> str:
        """Return several suits for a text, separated by blanks or, if they are words, by commas."""
        return (self("comma") if self.aloud or self.deck != FRENCH else " ").join(map(self.suit, suits))

    def suit_name(self, suit: Suit) -> str:
        """Return a suit by its name, with its sign if the deck has one: `♥ hearts`, or `coppe`."""
        return self.suit(suit) if self.aloud or self.deck != FRENCH else self(f"suit-name.{suit}")

    def rank(self, card: Card) -> str:
        """Return the rank of a card of a suit as one says it aloud, such as "seven"."""
        return self(f"alt.{self.deck}.rank.{card.text[0]}")

    def short_rank(self, card: Card) -> str:
        """Return the rank of a card as it is written, such as "10" or "K", or by its name where that is."""
        named = self.aloud or (self.deck != FRENCH and card.text[0] in _NAMED)
        return self.rank(card) if named else self(f"rank.{card.text[0]}")

    def ranks(self, rank: int) -> str:
        """Return all cards of a rank, such as "queens", as the deck calls them."""
        return self(f"hint.ranks.{rank}")

    def label_card(self, card: Card) -> str:
        """Return a card as it is written, such as `10♦`: on buttons and in lists Discord shows no marks."""
        known = self._cards.get(card)
        if known is None:
            known = self._cards[card] = self._written(card)
        return known

    def button_card(self, card: Card) -> str:
        """Return a card for a button: aloud, its number is a digit, so that two buttons stand in a line."""
        if not self.aloud or card.suit is None or (not card.text[0].isdecimal() and card.text[0] != "T"):
            return self.label_card(card)
        return self("alt.card", rank=str(card.rank), suit=self.suit(card.suit))

    def _written(self, card: Card) -> Named:
        if card.suit is None:
            text = self(f"alt.card.{card.text}" if self.aloud else f"card.{card.text}")
            return Named.of(text, self(f"card.{card.text}.the"))
        if not self.aloud:
            key = "card" if self.deck == FRENCH else "card.in-words"
            text = self(key, rank=self.short_rank(card), suit=self.suit(card.suit))
            return Named.of(text, text if self.deck == FRENCH else self._spoken(card, "the"))
        return Named.of(self._spoken(card, "rank"), self._spoken(card, "the"))

    def _spoken(self, card: Card, form: str) -> str:
        """Return a card of a suit as one says it, with the article in the form `the`."""
        assert card.suit is not None
        return self(
            "alt.card", rank=self(f"alt.{self.deck}.{form}.{card.text[0]}"), suit=self.suit(card.suit)
        )

    def _said(self, text: str) -> str:
        """Return a text of the catalogue with its cards, such as `10♦`, named as these words name cards.

        Aloud, ranks and thirds are words too, such as "king" and "1 and one third".
        """
        if self.deck == FRENCH and not self.aloud:
            return text
        if self.aloud:
            text = _PICTOGRAPHS.sub("", text).replace(" · ", self._text("comma"))
            text = _RANKS.sub(lambda found: self(f"alt.{self.deck}.rank.{found.group()}"), text)
            text = _THIRDS.sub(self._third, text)
        suits = {self._texts.gettext(f"suit.{suit}"): suit for suit in Suit}
        ranks = {self._texts.gettext(f"rank.{card.text[0]}"): card.text[0] for card in FRENCH_DECK}
        one = rf"(?:\b(?:{'|'.join(ranks)}))?[{''.join(suits)}]"

        def named(found: re.Match[str]) -> str:
            signs = found.group().split()
            if all(len(sign) > 1 for sign in signs):
                told = self.cards(card(ranks[sign[:-1]] + suits[sign[-1]]) for sign in signs)
            else:
                told = self.suits(suits[sign[-1]] for sign in signs)
            before = text[: found.start()].rstrip(" *")
            return told if before and before[-1] not in ".\n" else told[:1].upper() + told[1:]

        return re.sub(rf"{one}(?: {one})*", named, text)

    def _third(self, found: re.Match[str]) -> str:
        """Return a number with thirds, such as `1⅓`, as one says it."""
        whole, sign = found.groups()
        fraction = self(f"alt.third.{'⅓⅔'.index(sign) + 1}")
        return self("alt.mixed", whole=whole, fraction=fraction) if whole else fraction

    def of_game(self, game: str, key: str) -> str:
        """Return the key of a text as a game has it: Civil Suits is played in rounds, the others in hands."""
        own = f"{key}.of-{game}"
        return own if self.has(own) else key

    def day(self, day: date) -> str:
        """Return a day as the language writes it, such as "28 November 2026"."""
        return self("day", day=day.day, month=self(f"month.{day.month}"), year=day.year)

    def permissions(self, names: Iterable[str]) -> str:
        """Return permissions as Discord's settings call them, separated by commas."""
        return self("comma").join(self(f"permission.{name}") for name in names)

    def illegal(self, error: IllegalAction) -> str:
        """Return why an action is against the rules: the rule in words, never by its number."""
        values = {name: self._read(value) for name, value in error.values.items()}
        return self(f"illegal.{error.name}", **values)

    def _read(self, value: object) -> object:
        """Return a value of an engine's error as players read it."""
        if isinstance(value, Card):
            return self.card(value)
        if isinstance(value, Suit):
            return self.suit(value)
        return self.cards(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All languages of the bot."""

    languages: Mapping[str, Words]

    @classmethod
    def load(cls, *folders: Path) -> Self:
        """Return the catalogue of every `LANGUAGE.po` in these folders, or in the bot's own without any.

        A text that a folder lacks comes from the folders after it, in this language or else in English.
        """
        folders = folders or FOLDERS
        languages = sorted({path.stem for folder in folders for path in folder.glob("*.po")})
        return cls(
            {language: Words(language, texts_of((language, FALLBACK), folders)) for language in languages}
        )

    def words(self, locale: str) -> Words:
        """Return the texts for a Discord locale such as `it` or `en-US`."""
        return self.languages.get(locale.partition("-")[0]) or self.languages[FALLBACK]


def own_name(language: str) -> str:
    """Return the name of a language in that language, such as `Italiano`."""
    name = Locale.parse(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]
