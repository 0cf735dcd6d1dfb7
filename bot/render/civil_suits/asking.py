"""What a player of Civil Suits is asked in each phase, and what is confirmed by a second press."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from bot.locale import Words
from bot.render.civil_suits.faces import face, faces, label_face, suit_name
from bot.render.look import Question, ask, back, choose, play, still, sure
from bot.render.panel import Answers, Button, Option, Style, lines, rows
from bot.render.people import label_name, seat_name
from bot.shown import Shown
from engine.cards import Card, Suit, in_order
from engine.civil_suits import Phase, Seen, parse
from engine.civil_suits.actions import (
    BANS,
    DECLINE,
    EXPOSE,
    LOOKS,
    MIGHTS,
    NO_CHALLENGE,
    NO_MAGIC,
    NOTES,
    PLAYS,
    SCORE,
    Action,
    Challenge,
    Expose,
    Intelligence,
    Magic,
    Might,
    Note,
    Pass,
)
from engine.civil_suits.state import passing
from engine.civil_suits.trick import banned, challenged, lying, taker
from engine.game import BadNotation

ASIDE: Final = "magic aside"
PASS: Final = "pass"

PAGES: Final[Mapping[Phase, int]] = {
    Phase.DEAL: 7,
    Phase.SUIT: 2,
    Phase.PASS: 2,
    Phase.OFFER: 3,
    Phase.BAN: 4,
    Phase.REPLAY: 4,
    Phase.CHALLENGE: 5,
    Phase.INTELLIGENCE: 6,
    Phase.MAGIC: 6,
    Phase.MIGHT: 6,
}
"""The page of the rules that explains a phase; 1 where none is named."""


def page(shown: Shown[Seen]) -> int:
    """Return the page of the rules that explains what is asked now."""
    return PAGES.get(shown.seen.phase, 1)


def question(shown: Shown[Seen], words: Words) -> Question:
    """Return what the viewer is asked, with what they alone know and their cards."""
    if not shown.my_turn:
        return _own(shown, words, "", _still(shown, words))
    asked = _ASKED[shown.seen.phase](shown, words)
    text = asked.text if shown.seen.phase in _LAYING else lines(_hand(shown, words), asked.text)
    return _own(shown, words, text, asked.answers)


def _own(shown: Shown[Seen], words: Words, text: str, answers: tuple[Answers, ...]) -> Question:
    """Return a question below what the viewer alone knows, with the way to make that public."""
    seen = shown.seen
    viewer = seen.viewer
    own = seen.suits[viewer] if viewer is not None else None
    told = [words("civil-suits.own", suit=suit_name(own, words))] if own is not None else []
    known = _looked(shown, words)
    if known:
        told.append(words("civil-suits.looked", known=known))
    if seen.passed and not seen.tricks:
        name = seat_name(shown, _passes_to(seen)[0], words)
        told.append(words("civil-suits.passed", cards=faces(seen.passed, seen.options, words), name=name))
    if seen.received and not seen.tricks:
        told.append(words("civil-suits.received", cards=faces(seen.received, seen.options, words)))
    if EXPOSE in seen.legal:
        answers = (*answers, (ask(shown, words("civil-suits.button.expose"), str(EXPOSE)),))
    return Question(lines(*told, text), answers, words("civil-suits.legend"))


def _looked(shown: Shown[Seen], words: Words) -> str:
    """Return the civil suits that the viewer alone knows, but for their own."""
    seen = shown.seen
    known = (
        words("civil-suits.of", name=seat_name(shown, seat, words), suit=suit_name(suit, words))
        for seat, suit in enumerate(seen.suits)
        if suit is not None and seat != seen.viewer and seat not in seen.public
    )
    return " · ".join(known)


def _still(shown: Shown[Seen], words: Words) -> tuple[Answers, ...]:
    seen = shown.seen
    return tuple(rows(still(shown, label_face(card, seen.options, words), card) for card in seen.hand))


def _hand(shown: Shown[Seen], words: Words) -> str:
    """Return the viewer's cards as text, for when they are not the answers; empty if there are none left."""
    if not shown.seen.hand:
        return ""
    return words("panel.cards", cards=faces(shown.seen.hand, shown.seen.options, words))


# Before the first trick


def _suit(shown: Shown[Seen], words: Words) -> Question:
    count = {note.suit: sum(card.suit is note.suit for card in shown.seen.hand) for note in NOTES}
    buttons = tuple(
        ask(
            shown,
            words("civil-suits.button.suit", suit=suit_name(note.suit, words), n=count[note.suit]),
            str(note),
            Style.MAIN,
        )
        for note in NOTES
    )
    return Question(words("civil-suits.ask.suit"), tuple(rows(buttons, 2)))


def _pass(shown: Shown[Seen], words: Words) -> Question:
    seen = shown.seen
    to, number = _passes_to(seen)
    options = _entries(shown, seen.hand, words)
    hint = words("civil-suits.ask.pass-hint", n=number)
    text = words.count("civil-suits.ask.pass", number, name=seat_name(shown, to, words))
    select = choose(shown, PASS, options, hint, least=number, most=number)
    return Question(text, (select,))


def _entries(shown: Shown[Seen], cards: Iterable[Card], words: Words) -> tuple[Option, ...]:
    """Return cards as a list offers them."""
    faces = [(card, label_face(card, shown.seen.options, words)) for card in cards]
    return tuple([Option(face.label, card.text, emoji=face.tile) for card, face in faces])


def _passes_to(seen: Seen) -> tuple[int, int]:
    """Return to whom the viewer passes how many cards (V7)."""
    assert seen.dealer is not None
    assert seen.viewer is not None
    to = passing(len(seen.sheets) + 1, seen.dealer)[seen.viewer]
    assert to is not None
    return to


# Cards


def _offer(shown: Shown[Seen], words: Words) -> Question:
    decline: Answers = (play(shown, words("civil-suits.button.decline"), DECLINE),)
    return Question(words("civil-suits.ask.offer"), (*_cards(shown, words), decline))


def _play(shown: Shown[Seen], words: Words) -> Question:
    trick = shown.seen.trick
    key = "civil-suits.ask.banned" if banned(trick) else "civil-suits.ask.play"
    return Question(words(key if trick.laid else "civil-suits.ask.lead"), _cards(shown, words))


def _replay(shown: Shown[Seen], words: Words) -> Question:
    seen = shown.seen
    lies = next(card for seat, card in seen.trick.laid if seat == seen.viewer)
    text = words("civil-suits.ask.replay", card=face(lies, seen.options, words))
    return Question(text, _cards(shown, words))


def _cards(shown: Shown[Seen], words: Words) -> tuple[Answers, ...]:
    """Return the cards of the hand, marked where they may be laid; one that may not be answers why."""
    seen = shown.seen
    legal = set(seen.legal)

    def button(card: Card) -> Button:
        action = PLAYS[card]
        style = Style.MAIN if action in legal else Style.PLAIN
        return play(shown, label_face(card, seen.options, words), action, style)

    return tuple(rows(map(button, seen.hand)))


def _ban(shown: Shown[Seen], words: Words) -> Question:
    buttons = [
        play(shown, suit_name(ban.suit, words), ban, Style.MAIN)
        if ban.suit is not None
        else play(shown, words("civil-suits.button.no-ban"), ban)
        for ban in BANS
    ]
    return Question(words("civil-suits.ask.ban"), tuple(rows(buttons, 2)))


def _challenge(shown: Shown[Seen], words: Words) -> Question:
    seen = shown.seen
    buttons = [
        play(shown, label_face(action.card, seen.options, words), action, Style.MAIN)
        for action in seen.legal
        if isinstance(action, Challenge) and action.card is not None
    ]
    none: Answers = (play(shown, words("civil-suits.button.no-challenge"), NO_CHALLENGE),)
    key = "civil-suits.ask.challenge" if buttons else "civil-suits.ask.no-challenger"
    text = words(key, cards=faces(challenged(seen.trick), seen.options, words))
    return Question(text, (*rows(buttons), none))


# Powers


def _intelligence(shown: Shown[Seen], words: Words) -> Question:
    assert shown.viewer is not None
    buttons = [
        ask(shown, label_name(shown, look.seat, words), str(look), Style.MAIN)
        if look.seat is not None
        else ask(shown, words("civil-suits.button.nobody"), str(look))
        for look in LOOKS[shown.viewer.seat]
    ]
    return Question(words("civil-suits.ask.intelligence"), tuple(rows(buttons, 2)))


def _magic(shown: Shown[Seen], words: Words) -> Question:
    buttons = [ask(shown, words("civil-suits.button.score"), str(SCORE), Style.MAIN)]
    last = not any(shown.seen.counts)
    if not last:
        buttons.append(ask(shown, words("civil-suits.button.aside"), ASIDE, Style.MAIN))
    buttons.append(ask(shown, words("civil-suits.button.no-magic"), str(NO_MAGIC)))
    text = words("civil-suits.ask.magic-last" if last else "civil-suits.ask.magic")
    return Question(text, tuple(rows(buttons, 2)))


def _might(shown: Shown[Seen], words: Words) -> Question:
    buttons = [
        ask(shown, _trump(shown, might, words), str(might), Style.PLAIN if might.suit is None else Style.MAIN)
        for might in MIGHTS
    ]
    return Question(words("civil-suits.ask.might"), tuple(rows(buttons, 2)))


def _trump(shown: Shown[Seen], might: Might, words: Words) -> str:
    """Return a trump as its button says it: with who takes the trick then (V20)."""
    name = label_name(shown, _taker(shown, might), words)
    if might.suit is None:
        return words("civil-suits.button.no-might", name=name)
    return words("civil-suits.button.might", suit=suit_name(might.suit, words), name=name)


def _taker(shown: Shown[Seen], action: Might | Magic) -> int:
    """Return the seat that takes the trick after a use of Might, or of Magic if Might is let be."""
    trick = shown.seen.trick
    if isinstance(action, Might):
        trick = trick._replace(trump=action.suit)
    else:
        trick = trick._replace(aside=action.aside)
    return taker(trick)


_LAYING: Final = (Phase.OFFER, Phase.PLAY, Phase.REPLAY)
"""Where the cards of the hand are the answers."""

_ASKED: Final[Mapping[Phase, Callable[[Shown[Seen], Words], Question]]] = {
    Phase.SUIT: _suit,
    Phase.PASS: _pass,
    Phase.OFFER: _offer,
    Phase.PLAY: _play,
    Phase.REPLAY: _replay,
    Phase.BAN: _ban,
    Phase.CHALLENGE: _challenge,
    Phase.INTELLIGENCE: _intelligence,
    Phase.MAGIC: _magic,
    Phase.MIGHT: _might,
}


# What is confirmed


def further(shown: Shown[Seen], notation: str, words: Words) -> Question | None:
    """Return which cards Magic is to set aside, or whether one is sure of what cannot be undone."""
    seen = shown.seen
    if notation == ASIDE:
        if not (shown.my_turn and seen.phase is Phase.MAGIC):
            return None
        cards = [card for _, card in lying(seen.trick)]
        options = _entries(shown, in_order(cards), words)
        select = choose(shown, ASIDE, options, words("civil-suits.ask.aside-hint"), least=1, most=len(cards))
        return Question(words("civil-suits.ask.aside"), (select, (back(shown, words),)))
    try:
        action = parse(notation)
    except BadNotation:
        return None
    if action not in seen.legal:
        return None
    return _sure(shown, action, words)


def _sure(shown: Shown[Seen], action: Action, words: Words) -> Question | None:
    """Return the question that confirms a civil suit, a pass, a power, or what becomes public."""
    options = shown.seen.options
    values: dict[str, object] = {}
    of: int | None = None
    match action:
        case Note(suit):
            key, values = "suit", {"suit": suit_name(suit, words)}
        case Pass(cards):
            key, of, values = "pass", _passes_to(shown.seen)[0], {"cards": faces(cards, options, words)}
        case Intelligence(None) | Magic((), False) | Might(None):
            key = "nothing"
        case Intelligence(int(seat)):
            key, of = "intelligence", seat
        case Magic((), True):
            key = "score"
        case Magic(aside):
            key, of, values = "aside", _taker(shown, action), {"cards": faces(aside, options, words)}
        case Might(Suit() as suit):
            key, of, values = "might", _taker(shown, action), {"suit": suit_name(suit, words)}
        case Expose():
            key, values = "expose", {"known": _looked(shown, words)}
        case _:
            return None
    name, label = ("", "") if of is None else (seat_name(shown, of, words), label_name(shown, of, words))
    return sure(
        shown,
        action,
        words(f"civil-suits.sure.{key}", name=name, **values),
        words(f"civil-suits.do.{key}", name=label, **values),
        words,
    )
