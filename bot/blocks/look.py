"""The look of a game: its words and its questions, in panels that are the same for every game.

A look is a module of functions over `View`, as a game is one over states. Its questions come from the legal
actions in the viewer's view: a button plays one at once, or asks further where more has to be chosen, or
where an action without a way back has to be confirmed.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from bot.blocks.blocks import Answers, Block, Button, ButtonStyle, Press
from bot.locale import Words
from bot.store import Figure
from bot.table.view import AnyView, View
from engine.cards import Card
from engine.game import AnySeen, Event

_Seen = TypeVar("_Seen", bound=AnySeen, contravariant=True)

NAMED: Final = 6
"""The most cards in one line of a phone."""
LEGENDS: Final = 3
"""The turns of a game on which a beginner has a legend."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the viewer, with its answers.

    `asked` is the question in a few words, with the facts it depends on, and `brief` these facts alone, where
    that leaves room for the time beside them. `line` has the facts needed to answer it, right above the
    answers; `legend` tells a beginner there how to answer and what counts; `state` everything else that
    matters, below them, such as cards that are no answers. `table` is false if the answers show enough of the
    table. If a page of the rules explains the question, `explained` is the label of its button. `held`
    are the viewer's cards in the order of the answers, if that is not the order of the hand.
    """

    asked: str
    answers: tuple[Answers, ...]
    line: str = ""
    state: str = ""
    table: bool = True
    legend: str = ""
    brief: str = ""
    explained: str = ""
    held: tuple[Card, ...] = ()


class Look(Protocol[_Seen]):
    """The functions and names that a game's look provides.

    `LOOKED_UP` is the verb of the page looked up most while this game is played, `PAGES` has the pages of
    this game alone, by verb; a page is empty while it has nothing to show. `SHOWN` are the events that a
    viewer with the table in sight need not be told, `LIES` those that can be read off a trick that lies there
    in words, as a finished one does until the next begins. `VALUES` writes the values that only this game's
    hints have, by name. `STATISTICS` are the numbers of the game in a member's statistics, in that order; the
    text `<game>.stats.<name>` tells each.
    """

    @property
    def STATISTICS(self) -> Mapping[str, Figure]: ...

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
        """Return the heading: game, number of the hand under way or just finished, and target."""

    def lying(self, view: View[_Seen], words: Words) -> str:
        """Return the open cards, and the other facts of the hand under way that everybody should see.

        A finished trick lies there until the next one begins, also when the hand is over.
        """

    def counts(self, view: View[_Seen], words: Words) -> str:
        """Return the number of cards that everybody holds, and has taken."""

    def own_facts(self, view: View[_Seen], words: Words) -> tuple[str, ...]:
        """Return in a few words the facts that the viewer alone knows besides cards, their own first."""

    def waiting(self, view: View[_Seen], names: str, words: Words) -> str:
        """Return the sentence that the game waits for `names`, and for which action."""

    def question(self, view: View[_Seen], words: Words) -> Question:
        """Return the question to the viewer with their cards; out of turn, one to read only."""

    def further(self, view: View[_Seen], notation: str, words: Words) -> Question | None:
        """Return the question after the button `ask(…, notation)`; None if it is out of date."""

    def doing(self, action: Any, view: View[_Seen], words: Words) -> str:
        """Return an action in words that stand by themselves, such as "leave 7♠"."""

    def page(self, view: View[_Seen]) -> int:
        """Return the topic of the rules that explains the question asked now."""

    def appendix(self, options: Any, words: Words) -> tuple[str, ...]:
        """Return the texts that follow the rules of the game, as a table's options have them."""

    def tell(self, event: Event, view: View[_Seen], words: Words) -> str:
        """Return an event in words that everybody may read; empty if it needs none."""

    def firsts(self, event: Event, view: View[_Seen]) -> tuple[str, ...]:
        """Return the names of what a beginner is told about when an event brings it for the first time.

        Earlier events of this hand are not looked at.
        """

    def brief(self, event: Event, view: View[_Seen], words: Words) -> str:
        """Return an event in as few words as possible, to stand among others."""

    def weight(self, event: Event, view: View[_Seen]) -> int:
        """Return how much an event counts among the plays of its hand: points scored, or a trick's cost.

        `view` is that of everybody once the hand is over. An event of the count, and any other, has 0.
        """

    def account(self, sheet: Any, number: int, before: list[int], view: View[_Seen], words: Words) -> str:
        """Return the score sheet of hand `number`; `before` are the totals at its start."""

    def leavers(self, seen: _Seen, hand: int) -> tuple[int, ...]:
        """Return the seats that a hand, counted from 1, has put out of the game."""

    def winners(self, seen: _Seen) -> tuple[int, ...]:
        """Return the sides that have won, none while the game goes on."""

    def final_places(self, view: View[_Seen]) -> tuple[int, ...]:
        """Return the place of each side by the points so far."""

    def deciding(self, view: View[_Seen], words: Words) -> str:
        """Return the cause of a finished game's result, in a few words for its viewer.

        Of two sides, the one thing without which the winners would not have won; empty if there is none. Of
        several, how the viewer came to their place, also where the game was stopped.
        """

    def by_how_much(self, view: View[_Seen], words: Words) -> str:
        """Return the margin of a finished game and its cause, in one line for everybody."""

    def placing(self, view: View[_Seen], words: Words) -> str:
        """Return the places at the end of the game; empty if the totals tell them."""


def no_facts(view: AnyView, words: Words) -> tuple[str, ...]:
    """Return no facts: a player knows nothing but their cards."""
    return ()


def no_leavers(seen: AnySeen, hand: int) -> tuple[int, ...]:
    """Return no seats: everybody plays to the end."""
    return ()


class Face(NamedTuple):
    """The face of a button: a label or, if there is one, a tile with the words `beside` it."""

    label: str
    tile: str = ""
    beside: str = ""


def card_face(card: Card, words: Words) -> Face:
    """Return the face of a card on a button."""
    return Face(words.button_card(card), words.tile(card))


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
    """Return the button that asks further: `Look.further` has the question for its notation."""
    return _button(face, Press(view.id, view.asked, "pick", notation), style)


def _button(
    face: Face | str, press: Press, style: ButtonStyle = ButtonStyle.PLAIN, *, disabled: bool = False
) -> Button:
    label, tile, beside = (face, "", "") if isinstance(face, str) else face
    return Button(label, str(press), style, disabled, tile, beside)


def control(
    view: AnyView, label: str, verb: str, style: ButtonStyle = ButtonStyle.PLAIN, notation: str = ""
) -> Button:
    """Return the button of a `verb` that does not depend on the state of the table."""
    return _button(label, Press(view.id, 0, verb, notation), style)


def hand_text(cards: Iterable[Card], words: Words) -> str:
    """Return the viewer's cards as a text, where they are not the answers; empty without any."""
    told = words.cards(cards)
    return words("panel.hold" if words.aloud else "panel.cards", cards=told) if told else ""


def back_button(view: AnyView, words: Words, style: ButtonStyle = ButtonStyle.PLAIN) -> Button:
    """Return the button that closes the page or question open in a panel."""
    return control(view, words("button.back"), "back", style)


def sure(view: AnyView, action: object, text: str, label: str, words: Words) -> Question:
    """Return the question that confirms an action without a way back."""
    return Question(text, ((play(view, label, action, ButtonStyle.GOOD), back_button(view, words)),))


def learning(view: AnyView, *names: str) -> bool:
    """Return whether this is one of a beginner's first turns of a game with an action of these names."""
    own = view.viewer.seat if view.viewer is not None else None
    acted = [told for told in view.story if told.seat == own and told.events and told.events[0].name in names]
    return view.beginner and view.hand == 1 and len(acted) < LEGENDS


def allowed(hand: Sequence[Card], legal: Collection[Card], words: Words) -> str:
    """Return the cards that may be played, or all but which if that is shorter; empty if all may."""
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
    """Return the button that adds a card to the chosen ones, or takes it back; dead once they are `full`.

    The chosen cards stand after `notation`, in the order of choice: nothing else is kept of an unmade choice.
    The colour shows a chosen card; aloud, the label says so.
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
    """Return the cards chosen so far as a sentence, if it is read aloud; empty without any."""
    return words("panel.chosen", cards=words.cards(chosen)) if chosen and words.aloud else ""
