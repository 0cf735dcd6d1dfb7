"""What a game's look offers, its words and its questions; all around them is the same for every game.

A look is a module of functions over `View`, as a game is one over states. What a person is asked comes from
the legal actions in `_Seen`: a button plays one at once, or asks further where more has to be chosen or what
cannot be undone has to be confirmed.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from bot.blocks.blocks import Answers, Block, Button, ButtonStyle, Press
from bot.locale import Words
from bot.table.view import AnyView, View
from engine.cards import Card
from engine.game import AnySeen, Event

_Seen = TypeVar("_Seen", bound=AnySeen, contravariant=True)

NAMED: Final = 6
"""Cards that fit a line of a phone."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked, with the answers.

    `asked` is the question in a few words, with what it depends on; `line` what has to be known to answer it,
    right above the answers; `lesson` what a newcomer learns there, as long as nothing more urgent is said;
    `state` what else matters, below them, such as cards that are no answers. `table` is false where the
    answers show what of the table matters. Where what is looked up most explains the question, `explained`
    is what its button says instead. `held` are the viewer's cards in the order of the answers, where that is
    not the order of their hand.
    """

    asked: str
    answers: tuple[Answers, ...]
    line: str = ""
    state: str = ""
    table: bool = True
    lesson: str = ""
    explained: str = ""
    held: tuple[Card, ...] = ()


class Look(Protocol[_Seen]):
    """What a game's look offers.

    `LOOKED_UP` is the verb of what is looked up most while this game is played, `PAGES` what can be looked up
    in this game alone, by its verb; a page is empty while there is nothing to be seen on it. `SHOWN` are the
    names of events that need not be told to somebody who has the table before them, `LIES` of those that can
    be read off a trick that lies there in words, which a finished one does until the next begins. `VALUES`
    writes what the reasons of its hints have of its own, by the name that it has there.
    """

    @property
    def LOOKED_UP(self) -> str: ...

    @property
    def SHOWN(self) -> frozenset[str]: ...

    @property
    def LIES(self) -> frozenset[str]: ...

    @property
    def VALUES(self) -> Mapping[str, Callable[[Any, Words], str]]: ...

    @property
    def PAGES(self) -> Mapping[str, Callable[[View[Any], Words], tuple[Block, ...]]]: ...

    def heading(self, view: View[_Seen], words: Words) -> str:
        """Return the game, the number of the hand under way or just finished, and what is played for."""

    def lying(self, view: View[_Seen], words: Words) -> str:
        """Return the cards that lie open, and what else of the hand under way everybody should see.

        A finished trick lies there until the next one begins, also when the hand is over.
        """

    def counts(self, view: View[_Seen], words: Words) -> str:
        """Return how many cards everybody has, and has taken."""

    def waiting(self, view: View[_Seen], names: str, words: Words) -> str:
        """Return for whom, by `names`, and for what the game waits."""

    def question(self, view: View[_Seen], words: Words) -> Question:
        """Return what the viewer is asked and their cards; where it is not their turn, to be read only."""

    def further(self, view: View[_Seen], notation: str, words: Words) -> Question | None:
        """Return what the viewer is asked after the button `ask(…, notation)`; None if out of date."""

    def doing(self, action: Any, view: View[_Seen], words: Words) -> str:
        """Return an action in words that stand by themselves, such as "leave 7♠"."""

    def page(self, view: View[_Seen]) -> int:
        """Return the topic of the rules that explains what is asked now."""

    def appendix(self, options: Any, words: Words) -> tuple[str, ...]:
        """Return the texts that follow the rules of the game, with what a table's options say."""

    def tell(self, event: Event, view: View[_Seen], words: Words) -> str:
        """Return what happened in words that everybody may read; empty for what needs none."""

    def brief(self, event: Event, view: View[_Seen], words: Words) -> str:
        """Return the same in as few words as can be, where it stands among others."""

    def account(self, sheet: Any, number: int, before: list[int], view: View[_Seen], words: Words) -> str:
        """Return the score sheet of hand `number`; `before` are the totals that it started from."""

    def winners(self, seen: _Seen) -> tuple[int, ...]:
        """Return the sides that have won, none while the game goes on."""

    def placing(self, view: View[_Seen], words: Words) -> str:
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
    view: AnyView,
    face: Face | str,
    action: object,
    style: ButtonStyle = ButtonStyle.PLAIN,
    *,
    disabled: bool = False,
) -> Button:
    """Return the button that plays `action` at once."""
    return _button(face, Press(view.id, view.asked, "play", str(action)), style, disabled=disabled)


def ask(view: AnyView, face: Face | str, notation: str, style: ButtonStyle = ButtonStyle.PLAIN) -> Button:
    """Return the button that asks further: `Look.further` answers to its notation."""
    return _button(face, Press(view.id, view.asked, "pick", notation), style)


def _button(
    face: Face | str, press: Press, style: ButtonStyle = ButtonStyle.PLAIN, *, disabled: bool = False
) -> Button:
    label, tile, beside = (face, "", "") if isinstance(face, str) else face
    return Button(label, str(press), style, disabled, tile, beside)


def control(
    view: AnyView, label: str, verb: str, style: ButtonStyle = ButtonStyle.PLAIN, notation: str = ""
) -> Button:
    """Return the button that does what `verb` says, whatever the state of the table."""
    return _button(label, Press(view.id, 0, verb, notation), style)


def hand_text(cards: Iterable[Card], words: Words) -> str:
    """Return the viewer's cards as a text, for where they are not the answers; empty if there are none."""
    told = words.cards(cards)
    return words("panel.hold" if words.aloud else "panel.cards", cards=told) if told else ""


def back_button(view: AnyView, words: Words, style: ButtonStyle = ButtonStyle.PLAIN) -> Button:
    """Return the button that leaves what stands open in a panel."""
    return control(view, words("button.back"), "back", style)


def sure(view: AnyView, action: object, text: str, label: str, words: Words) -> Question:
    """Return the question whether to do what cannot be undone."""
    return Question(text, ((play(view, label, action, ButtonStyle.GOOD), back_button(view, words)),))


def allowed(hand: Sequence[Card], legal: Collection[Card], words: Words) -> str:
    """Return the cards that may be played, or those that may not if that is shorter; empty if all may."""
    others = [card for card in hand if card not in legal]
    if not others:
        return ""
    named = [card for card in hand if card in legal]
    if len(named) > NAMED and len(others) < len(named):
        return words("panel.all-but", cards=words.cards(others))
    return words("panel.allowed", cards=words.cards(named))


def toggled(
    view: AnyView, notation: str, card: Card, chosen: Sequence[Card], words: Words, *, full: bool = False
) -> Button:
    """Return the button that puts a card to the chosen ones, or back; dead where no more can be chosen.

    The cards chosen then stand after `notation`, in the order in which they were. The colour shows which are
    chosen; where that has to be heard, the label says so.
    """
    mine = card in chosen
    then = [other for other in chosen if other is not card] if mine else [*chosen, card]
    texts = " ".join([notation, *(other.text for other in then)])
    face = card_face(card, words)
    if mine and words.aloud:
        face = Face(words("card.chosen", card=face.label))
    button = ask(view, face, texts, ButtonStyle.MAIN if mine else ButtonStyle.PLAIN)
    return button._replace(disabled=full and not mine)


def named_chosen(chosen: Sequence[Card], words: Words) -> str:
    """Return the cards chosen so far as a sentence where they have to be heard; empty if there are none."""
    return words("panel.chosen", cards=words.cards(chosen)) if chosen and words.aloud else ""
