"""The questions to a player of Cicera: which card to play, and which cards to capture with it.

A press on a card is a gesture, not yet an action: a card with a single action is played at once, one with
several opens the choice. Both come from the legal actions in `Seen`, grouped by card.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.blocks.blocks import LABEL, Answers, Button, ButtonStyle, Section, in_rows, lines
from bot.blocks.look import (
    Question,
    ask,
    back_button,
    hand_text,
    learning,
    named_chosen,
    play,
    toggled,
)
from bot.blocks.people import ems, own_score
from bot.games.cicera.board import lying
from bot.games.cicera.marks import card_rows, risk_after, sweeping, with_risk
from bot.games.cicera.points import line_name
from bot.locale import Words
from bot.locale.glyphs import as_text
from bot.table.view import View
from engine.ai.cicera.marks import Mark, Marked, marked
from engine.ai.cicera.reasons import SPECIAL
from engine.cards import Card, Suit
from engine.cicera import Play, Seen
from engine.cicera.rules import just_left
from engine.game import Line

PICTURED: Final = 4
"""Captures beside which a phone has room for the table's picture."""
BEST: Final = 5
"""Captures that are offered by themselves; of more, players choose the cards."""
CHOOSE: Final = "choose"
"""Begins the part of a notation with the page of the cards to choose from, and the cards chosen so far."""
_NOTICE: Final = 22.0
"""The width of a notice, in sizes of its type, beside which a phone has no room for a line more."""
PAGE_CARDS: Final = 25
"""Cards of the table to choose from at a time: a message has room for 40 components."""


def question(view: View[Seen], words: Words) -> Question:
    """Return the viewer's cards, marked where they can capture."""
    if not view.my_turn:
        return Question("", (), state=hand_text(view.seen.hand, words))
    hand = marked(view.seen)
    crowded = not words.aloud and ems(view.notice) > _NOTICE
    known = "" if crowded else _known(view, hand, words)
    legend = words("cicera.legend", cards=words.cards(SPECIAL)) if learning(view, "leave", "capture") else ""
    score = own_score(view, words)
    asked = words("cicera.asked", score=score)
    return Question(asked, tuple(card_rows(view, hand, words)), known, legend=legend, brief=score)


def _known(view: View[Seen], hand: Mapping[Card, Marked], words: Words) -> str:
    """Return the line on the risk or the chance that matters most now; empty if there is neither."""
    known = sweeping(view, hand, words) or _advice(view, words)
    if known or any(one.captures for one in hand.values()):
        return known
    return words("cicera.none-takes")


def _points(scored: Iterable[Line]) -> int:
    return sum(line.points for line in scored)


def _advice(view: View[Seen], words: Words) -> str:
    """Return the card on the table with which the viewer can make a picada (C17); empty if there is none."""
    left = just_left(view.seen.plays)
    can = any(
        left in action.taken and any(line.name == "picada" for line in view.preview(action))
        for action in view.seen.legal
    )
    return words("cicera.picada-waits", card=words.card(left)) if left is not None and can else ""


# Captures of a card


def further(view: View[Seen], notation: str, words: Words) -> Question | None:
    """Return the choice of a card's actions, or of the cards that it is to take; None if out of date."""
    text, _, more = notation.partition(" ")
    found = next((one for card, one in marked(view.seen).items() if card.text == text), None)
    if found is None or not found.captures:
        return None
    if more.startswith(CHOOSE):
        _, *texts = more.split()
        page = int(texts[0]) if texts and texts[0].isdecimal() else 0
        return _chosen(view, found, page, texts, words)
    return (_only if len(found.captures) == 1 else _best)(view, found, words)


def _leaving(view: View[Seen], found: Marked, words: Words) -> Button:
    label = words("choice.leave", card=words.label_card(found.leave.card))
    return play(view, with_risk(label, found.left, words), found.leave)


def _only(view: View[Seen], found: Marked, words: Words) -> Question:
    """Return the question about the only capture of a card.

    Its button names the cards and their points, if it has room; else the heading and the line do.
    """
    ((capture, mark),) = found.captures
    asked = words("choice.only", card=words.card(capture.card), cards=words.cards(capture.taken))
    label = words("choice.take-these", cards=words("plus").join(map(words.label_card, capture.taken)))
    scored, gains = _scored(view, capture, words), _gains(view, capture, mark, words)
    label, told = words("between").join(filter(None, (label, scored))), gains
    if words.aloud or len(as_text(label)) > LABEL:
        label = _take(view, capture, words)
        told = words("between").join(filter(None, (scored, gains)))
    take = play(view, with_risk(label, mark, words), capture, ButtonStyle.GOOD)
    line = words("choice.brings", told=told) if told else ""
    return Question(asked, ((take,), (_leaving(view, found, words), back_button(view, words))), line)


def _take(view: View[Seen], capture: Play | None, words: Words) -> str:
    """Return the button text of a capture that is named elsewhere: *Take*, and the points."""
    points = _points(view.preview(capture)) if capture is not None else 0
    return words("choice.take-points", n=points) if points else words("choice.take")


def _told_apart(view: View[Seen], capture: Play, number: int, words: Words) -> tuple[str, str]:
    """Return the button text of one of several captures, and its cards for the text beside it.

    A button that is read aloud names the cards; where it has no room, both say the number of the capture.
    """
    cards = words.cards(capture.taken)
    if not words.aloud:
        return _take(view, capture, words), cards
    points = _points(view.preview(capture))
    scored = words("choice.scored", n=points) if points else ""
    label = words("choice.take-named", cards=cards, scored=scored)
    if len(as_text(label)) <= LABEL:
        return label, cards
    numbered = words("choice.numbered", n=number, cards=cards)
    return words("choice.take-number", n=number, scored=scored), numbered


def _best(view: View[Seen], found: Marked, words: Words) -> Question:
    """Return the best captures, each with its points and its gain, and the way to choose the cards."""
    leave, captures = found.leave, found.captures
    sections: list[Answers] = []
    best = PICTURED if words.aloud else BEST
    for number, (capture, mark) in enumerate(captures[:best]):
        label, cards = _told_apart(view, capture, number + 1, words)
        style = ButtonStyle.GOOD if not number else ButtonStyle.MAIN
        names = words("comma").join(line_name(line, words) for line in view.preview(capture))
        told = words("between").join(filter(None, (names, _gains(view, capture, mark, words))))
        text = words("choice.capture", cards=cards, told=told or words("choice.no-point"))
        if words.aloud and cards == words.cards(capture.taken):
            text = words("small", told=told) if told else ""  # The button names the cards.
        sections.append(Section(text, play(view, label, capture, style)))
    asked = words("choice.asked", card=words.card(leave.card), n=len(captures))
    more = len(captures) > best
    choose = (ask(view, words("choice.oneself"), f"{leave.card} {CHOOSE} 0"),) if more else ()
    pictured = len(sections) <= PICTURED
    return Question(
        asked,
        (*sections, (*choose, _leaving(view, found, words), back_button(view, words))),
        "" if pictured else lying(view, words),
        # Aloud, the table was heard with the question before, and each button names its cards.
        table=pictured and not words.aloud,
    )


def _scored(view: View[Seen], capture: Play, words: Words) -> str:
    """Return the points that a capture scores at once, by their names."""
    scored = view.preview(capture)
    return words("comma").join(
        words("cicera.scores", name=line_name(line, words), n=line.points) for line in scored
    )


def _gains(view: View[Seen], capture: Play, mark: Mark, words: Words) -> str:
    """Return a capture's gain for the end of the hand, cards that score and spades, and its risk."""
    told = [words.card(valued) for valued in mark.valued]
    spades = sum(card.suit is Suit.SPADES for card in (capture.card, *capture.taken))
    if spades:
        told.append(words.count("cicera.spades-taken", spades))
    later = words("cicera.later", told=words("comma").join(told)) if told else ""
    return words("between").join(filter(None, (later, risk_after(view, capture, mark, words))))


# Cards chosen one by one


def _chosen(view: View[Seen], card: Marked, page: int, texts: Sequence[str], words: Words) -> Question:
    """Return the cards of the table to be chosen one by one, with the sum so far, and *Take*."""
    leave, captures = card.leave, [capture for capture, _ in card.captures]
    value = leave.card.rank
    takeable = {card for capture in captures for card in capture.taken}
    table = [card for card in view.seen.table if card in takeable]
    chosen = [card for card in table if card.text in texts]
    total = sum(card.rank for card in chosen)
    pages = max(1, -(-len(table) // PAGE_CARDS))
    page %= pages
    notation = f"{leave.card} {CHOOSE} {page}"
    buttons = [
        toggled(view, notation, card, chosen, words, full=card.rank > value - total)
        for card in table[page * PAGE_CARDS : (page + 1) * PAGE_CARDS]
    ]
    found = next((capture for capture in captures if set(capture.taken) == set(chosen)), None)
    take = play(view, _take(view, found, words), found or leave, ButtonStyle.GOOD, disabled=found is None)
    turn = " ".join([leave.card.text, CHOOSE, str(page + 1), *(card.text for card in chosen)])
    others = (ask(view, words("choice.others"), turn),) if pages > 1 else ()
    best = ask(view, words("choice.best"), leave.card.text)
    told = _scored(view, found, words) if found is not None else ""
    return Question(
        words("choice.choosing", card=words.card(leave.card), n=total, value=value),
        (*in_rows(buttons), (take, *others, best, back_button(view, words))),
        lines(
            named_chosen(chosen, words),
            words("choice.scores", told=told) if told else words("choice.sum", value=value),
        ),
        table=False,
    )
