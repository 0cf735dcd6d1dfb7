"""The content of a message without its wording: cards, names and numbers by line, buttons by verb.

Messages are read again and again until they are right, so readings are cached.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.blocks.blocks import Press
from bot.locale import Catalogue
from bot.locale.glyphs import AS_TEXT
from engine.cards import Card
from sandbox.components import BUTTON, CONTAINER, GALLERY, SECTION, TEXT, walk
from sandbox.view import Button, Message, Select, button

SUITS: Final = {suit: f"{sign}{AS_TEXT}" for suit, sign in zip("SHDC", "♠♥♦♣", strict=True)}
"""Suits as they are sent to Discord: none of them is drawn as an emoji."""
NUMBERS: Final = tuple(map(str, range(2, 11)))
LETTERS: Final = ("A", *NUMBERS, "J", "Q", "K")
CARDS: Final = {"play", "pick"}
"""The verbs of buttons for cards and answers."""
BLUE, GREY, GREEN, RED = 1, 2, 3, 4
"""The styles of a button in Discord."""
_CATALOGUE: Final = Catalogue.load()
_WORDS: Final = _CATALOGUE.words("en")
_LEGENDS: Final = {
    _CATALOGUE.words(language)(key).split("\n")[0]
    for language in ("en", "it")
    for key in ("ciapano.legend", "ciapano.legend-discard", "civil-suits.legend.play")
}
ADVISED: Final = " 💡"
"""Ends the label of the button that a hint advises, which is green."""
YOU: Final = _WORDS("name.you")
"""The name of a side for its own members."""
SIGNS: Final = tuple(_WORDS.sign(power) for power in ("intelligence", "magic", "might"))
"""The signs of the powers of a trick's champions, in their order."""

Control = Button | Select
"""A button or a select."""

kept: Final = lru_cache(maxsize=20_000)


def glyph(card: Card) -> str:
    """Return a card as players read it."""
    if card.suit is None:
        return f"Minion {card.text[1]}"
    rank, suit = card.text[0], card.text[1]
    return ("10" if rank == "T" else rank) + SUITS[suit]


def glyphs(cards: Iterable[Card]) -> str:
    """Return cards as players read them, a blank between two."""
    return " ".join(map(glyph, cards))


TILES: Final = {
    **{f"{suit}_{rank}{deck}": letter + sign
       for sign, suit in zip(SUITS.values(), ("spades", "hearts", "diamonds", "clubs"), strict=True)
       for letter, rank in zip(LETTERS, ("ace", *NUMBERS, "jack", "queen", "king"), strict=True)
       for deck in ("", "_four", "_civil")},
    **{f"{suit}_{rank}": letter + sign
       for sign, suit in zip(SUITS.values(), ("spade", "coppe", "denari", "bastoni"), strict=True)
       for letter, rank in zip(LETTERS, ("asso", *NUMBERS, "fante", "cavallo", "re"), strict=True)},
    "minion_1": "Minion 1",
    "minion_2": "Minion 2",
}  # fmt: skip
"""The text that players read for the tile of each name."""


RANKS: Final = {"asso": "A", "fante": "J", "cavallo": "Q", "re": "K"} | dict(
    zip(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], NUMBERS, strict=True)
)
ITALIAN: Final = re.compile(
    rf"\b(?:the )?({'|'.join(RANKS)}|10|[2-9]) (?:of )?(spade|coppe|denari|bastoni)\b"
)


@kept
def in_words(text: str) -> str:
    """Return a text with its tiles read, and cards of the Italian deck as those of the French one."""
    return _french(re.sub(r"<:(\w+):\d+>", lambda found: TILES[found[1]], text))


@kept
def _french(text: str) -> str:
    """Return a text with cards of Italian suits written as cards of French ones."""
    suits = dict(zip(("spade", "coppe", "denari", "bastoni"), SUITS.values(), strict=True))
    return ITALIAN.sub(lambda found: RANKS.get(found[1], found[1]) + suits[found[2]], text)


def label(button: Button) -> str:
    """Return the label of a button, its tile read."""
    beside = _french(button.label or "")
    return f"{TILES[button.emoji]} {beside}".rstrip() if button.emoji else beside


@kept
def _press(custom_id: str) -> Press | None:
    return Press.parse(custom_id)


def verb(control: Control) -> str:
    """Return the verb of a button or select, empty for one that belongs to no table."""
    press = _press(control.custom_id or "")
    return press.verb if press else ""


def notation(control: Control) -> str:
    """Return the action that the id of a button or select carries."""
    press = _press(control.custom_id or "")
    return press.notation if press else ""


def unpaged(text: str) -> str:
    """Return the notation of cards that are chosen one by one, without the page that shows them."""
    return re.sub(r"(?<= choose) \d+", "", text)


def number(control: Control) -> int:
    """Return the state number that the id of a button or select carries."""
    press = _press(control.custom_id or "")
    return press.number if press else -1


def verbs(message: Message) -> list[str]:
    """Return the verbs of a message's buttons, in order."""
    return [verb(button) for button in message.buttons]


# Texts

CARD: Final = re.compile(rf"(?<!\w)(?:10|[2-9AJQK])[♠♥♦♣]{AS_TEXT}|\bMinion [12]\b")
POWERS: Final = " ".join(rf"{_WORDS.sign(power)}\d+" for power in ("intelligence", "might", "magic"))
"""The three numbers of a challenger, each behind the sign of its power."""
_VALUES: Final = rf"{CARD.pattern}|{POWERS}|[+-]?\d*[⅓⅔]|[+-]?\d+|[♠♥♦♣]{AS_TEXT}"


def lines(message: Message) -> list[str]:
    """Return the lines of a message, tiles read, without times of day."""
    return re.sub(r"<t:\d+:\w>", "", in_words(message.text)).split("\n")


def moments(message: Message) -> list[int]:
    """Return the times of day to which a message counts down."""
    return [int(at) for at in re.findall(r"<t:(\d+):R>", message.text)]


def above(message: Message) -> list[str]:
    """Return the lines above the first card or answer on a message, the heading included."""
    parts: list[str] = []
    for part in walk(message.components):
        if part["type"] == TEXT:
            parts += in_words(part["content"]).split("\n")
        elif part["type"] == BUTTON and verb(button(part)) in CARDS:
            break
    return parts


def cards(text: str) -> list[str]:
    """Return the cards that a text names, in order."""
    return CARD.findall(text)


Said = Mapping[str, Sequence[str]]
"""Names, empty where none precedes, with the values that a line gives for each, sorted."""


def groups(line: str, names: Iterable[str]) -> Said:
    """Return the values that a line gives for each name: cards, numbers and suits after the nearest name.

    Values before the first name are left out; in a line without names they belong to nobody.
    """
    return _groups(line, frozenset(names))


@kept
def _groups(line: str, known: frozenset[str]) -> Said:
    name = ""
    found: dict[str, list[str]] = {}
    for token in _tokens(line, known):
        if token in known:
            name = token
        found.setdefault(name, []).extend([] if token in known else [token.removeprefix("+")])
    if len(found) > 1:
        found.pop("", None)
    return of(*found.items())


def tokens(line: str, names: Iterable[str]) -> list[str]:
    """Return the names, cards, numbers and suits of a line in order."""
    return list(_tokens(line, frozenset(names)))


@kept
def _tokens(line: str, names: frozenset[str]) -> Sequence[str]:
    return tuple(_pattern(names).findall(re.sub(r"[*_`\\]", "", line)))


@kept
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern that finds names, the longest first, and values."""
    named = [rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)]
    return re.compile("|".join([*named, _VALUES]))


def of(*said: tuple[str, Sequence[object]]) -> Said:
    """Return the values that a line must give for each name, in the form of `groups`."""
    return {name: sorted(map(str, values)) for name, values in said if name or values}


def says(line: str, said: Said, names: Iterable[str], besides: Iterable[str] = ()) -> bool:
    """Return whether a line has these values for every name, and names no other cards but those `besides`."""
    found = groups(line, names)
    if not said.keys() <= found.keys():
        return False
    told = Counter(value for values in said.values() for value in values)
    others = Counter(cards(line)) - told
    return all(Counter(values) <= Counter(found[name]) for name, values in said.items()) and set(
        others
    ) <= set(besides)


def turn_line(message: Message) -> str:
    """Return the line about whose turn it is."""
    every = lines(message)
    return next((line for line in every if "▶" in line), every[0])


# Beside text


def accent(message: Message) -> int | None:
    """Return the colour of a message's edge, None if it has none."""
    found = (part for part in message.components if part["type"] == CONTAINER)
    return next((part["accent_color"] for part in found), None)


def pictured(message: Message) -> bool:
    """Return whether a picture replaces the words of the table."""
    return any(part["type"] == GALLERY for part in walk(message.components))


def taught(panel: Message) -> bool:
    """Return whether a panel has a beginner's legend, which may stand for the facts."""
    return not _LEGENDS.isdisjoint(lines(panel))


def advised(panel: Message) -> bool:
    """Return whether a panel has a hint, which stands for the facts."""
    return any(line.startswith("-# 💡") for line in lines(panel))


def sections(message: Message) -> list[tuple[str, Button]]:
    """Return the texts with a button beside them, tiles read."""
    found = [part for part in walk(message.components) if part["type"] == SECTION]
    return [
        ("\n".join(in_words(text["content"]) for text in part["components"]), button(part["accessory"]))
        for part in found
    ]


class Shown(NamedTuple):
    """A button as it is expected.

    `notation` is None where it does not matter, as on a dead button. `reads` is the whole label, or pieces
    each of which it must contain.
    """

    verb: str
    notation: str | None
    style: int
    reads: str | tuple[str, ...] = ()
    dead: bool = False

    def fits(self, button: Button) -> bool:
        """Return whether a button is as expected."""
        shown = label(button).removesuffix(ADVISED)
        style = self.style if shown == label(button) else GREEN
        return (
            (verb(button), button.style, button.disabled) == (self.verb, style, self.dead)
            and self.notation in (None, unpaged(notation(button)))
            and (shown == self.reads if isinstance(self.reads, str) else all(r in shown for r in self.reads))
        )


def wrong_buttons(where: str, buttons: Sequence[Button], expected: Sequence[Shown]) -> list[str]:
    """Return the differences of buttons from those expected, in their order."""
    if len(buttons) == len(expected) and all(e.fits(b) for e, b in zip(expected, buttons, strict=True)):
        return []
    shown = [(verb(b), notation(b), b.style, label(b), b.disabled) for b in buttons]
    return [f"{where}: buttons {shown}, expected {list(map(tuple, expected))}"]
