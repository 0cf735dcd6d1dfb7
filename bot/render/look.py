"""What a game's look offers, its words and its questions; all around them is the same for every game.

A look is a module of functions over `Shown`, as a game is one over states. What a person is asked comes from
the legal actions in `Seen`: a button plays one at once, or asks further where more has to be chosen or what
cannot be undone has to be confirmed.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.locale import Words
from bot.render.panel import Answers, Button, Option, Press, Select, Style
from bot.shown import AnyShown, Shown
from engine.cards import Card
from engine.game import AnySeen, Event

Seen = TypeVar("Seen", bound=AnySeen, contravariant=True)


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked: a text, the answers, and a note below them."""

    text: str
    answers: tuple[Answers, ...]
    note: str = ""


class Look(Protocol[Seen]):
    """What a game's look offers."""

    def heading(self, shown: Shown[Seen], words: Words) -> str:
        """Return the game, the number of the hand under way or just finished, and what is played for."""

    def lying(self, shown: Shown[Seen], words: Words) -> str:
        """Return the cards that lie open, and what else of the hand under way everybody should see."""

    def counts(self, shown: Shown[Seen], words: Words) -> str:
        """Return how many cards everybody has, and has taken."""

    def waiting(self, shown: Shown[Seen], names: str, words: Words) -> str:
        """Return for whom, by `names`, and for what the game waits."""

    def question(self, shown: Shown[Seen], words: Words) -> Question:
        """Return what the viewer is asked and their cards; where it is not their turn, to be read only."""

    def further(self, shown: Shown[Seen], notation: str, words: Words) -> Question | None:
        """Return what the viewer is asked after the button `ask(…, notation)`; None if out of date."""

    def doing(self, action: Any, shown: Shown[Seen], words: Words) -> str:
        """Return an action in words that follow "you chose to"."""

    def page(self, shown: Shown[Seen]) -> int:
        """Return the page of the rules that explains what is asked now."""

    def tell(self, event: Event, shown: Shown[Seen], words: Words) -> str:
        """Return what happened in words that everybody may read; empty for what needs none."""

    def account(self, sheet: Any, number: int, before: list[int], shown: Shown[Seen], words: Words) -> str:
        """Return the score sheet of hand `number`; `before` are the totals that it started from."""

    def winners(self, seen: Seen) -> tuple[int, ...]:
        """Return the sides that have won, none while the game goes on."""

    def placing(self, shown: Shown[Seen], words: Words) -> str:
        """Return who has come in where at the end of the game; empty where the totals tell it."""


class Face(NamedTuple):
    """What a button shows: a label or, where there is a tile, that with what is to stand `beside` it."""

    label: str
    tile: str = ""
    beside: str = ""


def card_face(card: Card, words: Words) -> Face:
    """Return a card as a button shows it."""
    return Face(words.label_card(card), words.tile(card))


def play(
    shown: AnyShown, face: Face | str, action: object, style: Style = Style.PLAIN, *, disabled: bool = False
) -> Button:
    """Return the button that plays `action` at once."""
    return _button(face, Press(shown.id, shown.asked, "play", str(action)), style, disabled=disabled)


def ask(shown: AnyShown, face: Face | str, notation: str, style: Style = Style.PLAIN) -> Button:
    """Return the button that asks further: `Look.further` answers to its notation."""
    return _button(face, Press(shown.id, shown.asked, "pick", notation), style)


def _button(face: Face | str, press: Press, style: Style = Style.PLAIN, *, disabled: bool = False) -> Button:
    label, tile, beside = (face, "", "") if isinstance(face, str) else face
    return Button(label, str(press), style, disabled, tile, beside)


def choose(
    shown: AnyShown, notation: str, options: tuple[Option, ...], hint: str, *, least: int, most: int
) -> Select:
    """Return the select that asks further, with `notation` and the chosen values after blanks."""
    return Select(str(Press(shown.id, shown.asked, "pick", notation)), options, hint, least, most)


def still(shown: AnyShown, face: Face, card: Card) -> Button:
    """Return a card to be looked at while there is nothing to press."""
    return _button(face, Press(shown.id, 0, "wait", card.text), disabled=True)


def back(shown: AnyShown, words: Words) -> Button:
    """Return the button that leaves a further question."""
    return Button(words("button.back"), str(Press(shown.id, 0, "back")))


def sure(shown: AnyShown, action: object, text: str, label: str, words: Words) -> Question:
    """Return the question whether to do what cannot be undone."""
    return Question(text, ((play(shown, label, action, Style.GOOD), back(shown, words)),))
