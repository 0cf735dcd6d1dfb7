"""The questions to a player of Civil Suits in each phase, and those that a second press confirms."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.blocks.blocks import Button, ButtonStyle, in_rows, lines
from bot.blocks.look import (
    Question,
    allowed,
    ask,
    back_button,
    card_face,
    hand_text,
    learning,
    named_chosen,
    play,
    sure,
    toggled,
)
from bot.blocks.people import label_name, seat_name
from bot.games.civil_suits.faces import suit_name
from bot.games.civil_suits.own import (
    SO_FAR,
    best_numbers,
    cost_line,
    just_passed,
    numbers,
    own_line,
    passes_to,
    state,
)
from bot.games.civil_suits.powers import ASIDE, intelligence, magic, might, setting_aside, taker_after
from bot.locale import Words
from bot.table.situation import solo
from bot.table.view import View
from engine.cards import Suit, in_order
from engine.civil_suits import Phase, Seen, parse
from engine.civil_suits.actions import (
    BANS,
    DECLINE,
    NO_CHALLENGE,
    NOTES,
    PLAYS,
    Action,
    Challenge,
    Intelligence,
    Magic,
    Might,
    Note,
    Pass,
    Play,
)
from engine.civil_suits.trick import banned, challenged
from engine.game import BadNotation

FEW: Final = 8
"""So many cards in hand leave room to tell their numbers aloud."""
PASS: Final = "pass"

_PAGES: Final[Mapping[Phase, int]] = {
    Phase.SUIT: 1,
    Phase.PASS: 3,
    Phase.OFFER: 4,
    Phase.BAN: 5,
    Phase.REPLAY: 5,
    Phase.CHALLENGE: 6,
    Phase.INTELLIGENCE: 9,
    Phase.MAGIC: 10,
    Phase.MIGHT: 11,
}
"""The topic of the rules that explains a question, 1 for all others; topics of powers come last."""


def page(view: View[Seen]) -> int:
    """Return the topic of the rules that explains the current question."""
    return _PAGES.get(view.seen.phase, 1)


def question(view: View[Seen], words: Words) -> Question:
    """Return the viewer's question with their cards, and in small their private knowledge."""
    phase = view.seen.phase
    if not view.my_turn:
        return Question("", (), state=state(view, words))
    # Until the tricks begin, the way to take a civil suit back needs that place more.
    gives_way = phase in (Phase.PASS, Phase.OFFER) and view.undo is not None and solo(view.seats)
    explained = words(f"civil-suits.explain.{phase}") if phase in _PAGES and not gives_way else ""
    return replace(_ASKED[phase](view, words), explained=explained)


# Before the first trick


def _suit(view: View[Seen], words: Words) -> Question:
    count = {note.suit: sum(card.suit is note.suit for card in view.seen.hand) for note in NOTES}
    buttons = tuple(
        ask(
            view,
            words("civil-suits.button.suit", suit=words.suit(note.suit), n=count[note.suit]),
            str(note),
            ButtonStyle.MAIN,
        )
        for note in NOTES
    )
    asked, line = words("civil-suits.asked.suit"), words("civil-suits.ask.suit")
    legend = words("civil-suits.legend.suit") if learning(view, "suit") else ""
    return Question(asked, (buttons,), line, hand_text(view.seen.hand, words), legend=legend)


def _pass(view: View[Seen], words: Words) -> Question:
    return _passing(view, (), words)


def _passing(view: View[Seen], texts: Sequence[str], words: Words) -> Question:
    """Return the cards of the hand to be chosen one by one, and the button that passes them (V7)."""
    to, number = passes_to(view.seen)
    chosen = tuple(card for card in view.seen.hand if card.text in texts)
    full = len(chosen) == number
    cards = in_rows([toggled(view, PASS, card, chosen, words, full=full) for card in view.seen.hand])
    asked = words.count("civil-suits.asked.pass", number, name=seat_name(view, to, words))
    known = lines(words("small", told=own_line(view, words, SO_FAR)), numbers(view, words))
    if not chosen:
        line = lines(known, words.count("civil-suits.ask.pass", number))
        legend = words("civil-suits.legend.pass") if learning(view, "pass") else ""
        return Question(asked, tuple(cards), line, legend=legend)
    if full:
        go = play(view, words("civil-suits.do.pass", n=number), Pass(in_order(chosen)), ButtonStyle.GOOD)
    else:
        label = words("civil-suits.button.chosen", n=len(chosen), number=number)
        go = play(view, label, "", ButtonStyle.GOOD, disabled=True)
    return Question(
        asked, (*cards, (go, back_button(view, words))), lines(known, named_chosen(chosen, words))
    )


# Cards


def _offer(view: View[Seen], words: Words) -> Question:
    decline = play(view, words("civil-suits.button.decline"), DECLINE)
    return _laying(view, "civil-suits.asked.offer", words, decline)


def _play(view: View[Seen], words: Words) -> Question:
    trick = view.seen.trick
    bans = dict.fromkeys(banned(trick))
    if bans:
        # A player with nothing else may play a banned card after all (V13).
        forced = any(isinstance(action, Play) and action.card.suit in bans for action in view.seen.legal)
        key = "civil-suits.asked.banned-only" if forced else "civil-suits.asked.banned"
        return _laying(view, key, words, suits=words.suits(bans))
    first = not view.seen.sheets and not view.seen.tricks  # no Minion may be laid to it (V9)
    kind = "play" if trick.laid else "lead"
    return _laying(view, f"civil-suits.asked.{kind}{'-first' if first else ''}", words)


def _replay(view: View[Seen], words: Words) -> Question:
    seen = view.seen
    lies = next(card for seat, card in seen.trick.laid if seat == seen.viewer)
    return _laying(view, "civil-suits.asked.replay", words, card=words.card(lies))


def _laying(view: View[Seen], key: str, words: Words, *besides: Button, **values: str) -> Question:
    """Return the question for a card to be laid, with the buttons `besides` the cards.

    A card that may not be laid is grey, and answers with the reason.
    """
    seen = view.seen
    legal = {action.card for action in seen.legal if isinstance(action, Play)}
    buttons = [
        play(
            view,
            card_face(card, words),
            PLAYS[card],
            ButtonStyle.MAIN if card in legal else ButtonStyle.PLAIN,
        )
        for card in seen.hand
    ]
    passed, may = just_passed(view, words), allowed(seen.hand, legal, words)
    if words.aloud:
        known = numbers(view, words, full=len(seen.hand) > FEW)
    else:
        known = "" if may else best_numbers(view, words)  # A phone has room for one of them.
    asked = words("civil-suits.asked", asked=words(key, **values), own=own_line(view, words))
    legend = words("civil-suits.legend.play") if learning(view, "lead", "play") else ""
    return Question(
        asked,
        tuple(in_rows([*buttons, *besides])),
        lines(cost_line(view, words), passed, known, may),
        legend=legend,
    )


def _ban(view: View[Seen], words: Words) -> Question:
    buttons = [
        play(view, words.suit(ban.suit), ban, ButtonStyle.MAIN)
        if ban.suit is not None
        else play(view, words("civil-suits.button.no-ban"), ban)
        for ban in BANS
    ]
    asked, line = words("civil-suits.asked.ban"), words("civil-suits.ask.ban")
    return Question(asked, tuple(in_rows(buttons, 4)), line, state(view, words))


def _challenge(view: View[Seen], words: Words) -> Question:
    seen = view.seen
    offered = {
        action.card: action
        for action in seen.legal
        if isinstance(action, Challenge) and action.card is not None
    }
    buttons = [
        play(view, card_face(card, words), action, ButtonStyle.MAIN) for card, action in offered.items()
    ]
    none = play(view, words("civil-suits.button.no-challenge"), NO_CHALLENGE)
    rows = tuple(in_rows([*buttons, none]))
    asked = words("civil-suits.asked.challenge", cards=words.cards(challenged(seen.trick)))
    if offered:
        # A label has no room for the numbers.
        known = numbers(view, words) if words.aloud else best_numbers(view, words)
        # Above two rows of cards a phone has no room for the rule, which the page on ties has.
        rule = "" if len(rows) > 1 and not words.aloud else words("civil-suits.ask.challenge")
        line = lines(words("small", told=rule) if rule else "", known)
    else:
        line = words("civil-suits.ask.no-challenger")
    legend = words("civil-suits.legend.challenge") if offered and learning(view, "challenge") else ""
    return Question(asked, rows, line, state(view, words, offered), legend=legend)


_ASKED: Final[Mapping[Phase, Callable[[View[Seen], Words], Question]]] = {
    Phase.SUIT: _suit,
    Phase.PASS: _pass,
    Phase.OFFER: _offer,
    Phase.PLAY: _play,
    Phase.REPLAY: _replay,
    Phase.BAN: _ban,
    Phase.CHALLENGE: _challenge,
    Phase.INTELLIGENCE: intelligence,
    Phase.MAGIC: magic,
    Phase.MIGHT: might,
}


# Confirmations


def further(view: View[Seen], notation: str, words: Words) -> Question | None:
    """Return the choice under way, or the confirmation of a final action; None if out of date."""
    seen = view.seen
    if seen.phase is Phase.PASS and notation.partition(" ")[0] == PASS:
        chosen = notation.split()[1:]
        return _passing(view, chosen, words) if chosen else None
    if notation.startswith(ASIDE):
        if seen.phase is not Phase.MAGIC:
            return None
        return setting_aside(view, notation.split()[2:], words)
    try:
        action = parse(notation)
    except BadNotation:
        return None
    if action not in seen.legal:
        return None
    return _sure(view, action, words)


def _sure(view: View[Seen], action: Action, words: Words) -> Question | None:
    """Return the question that confirms a civil suit, or a power."""
    values: dict[str, object] = {}
    of: int | None = None
    match action:
        case Note(suit):
            key, values = "suit", {"suit": suit_name(suit, words)}
        case Intelligence(None):
            key = "no-intelligence"
        case Magic((), False):
            key = "no-magic"
        case Might(None):
            key, of = "no-might", taker_after(view, action)
        case Intelligence(int(seat)):
            key, of = "intelligence", seat
        case Magic((), True):
            key = "score"
        case Might(Suit() as suit):
            key, of, values = "might", taker_after(view, action), {"suit": suit_name(suit, words)}
        case _:
            return None
    name, label = ("", "") if of is None else (seat_name(view, of, words), label_name(view, of, words))
    text = words(f"civil-suits.sure.{key}", name=name, **values)
    question = sure(view, action, text, words(f"civil-suits.do.{key}", name=label, **values), words)
    unused = key.startswith("no-")
    return replace(question, line=words("civil-suits.then.unused" if unused else f"civil-suits.then.{key}"))
