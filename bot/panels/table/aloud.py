"""The private panel of a viewer who hears it: the most needed comes first, and each fact once.

Whatever a phone has no room for beside the cards stands on the page of the last plays.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.blocks.blocks import ROW, Block, Button, Panel, Press, Section, Select, lines, together
from bot.blocks.look import Question, hand_text
from bot.blocks.people import own_score, score_text
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.shared import absence, story
from bot.table.view import AnyView
from engine.cards import Card

ROOM: Final = 21.54
"""The width of a row of buttons on a phone, in sizes of their type."""
AROUND: Final = 1.905
"""The width of a button around its label, in the same sizes."""
MOST: Final = 500
"""The height of a panel without its controls and all around it, in CSS pixels, as is all that follows."""
BUTTON: Final = 52
LARGE: Final = 22
SMALL: Final = 18


def playing(
    view: AnyView, question: Question, asked: str, known: str, words: Words, *, crowded: bool
) -> tuple[Block, ...]:
    """Return the question, the table, the viewer's cards with the answers, and the plays; last, the score.

    `known` has the facts to tell besides, such as the answer to a press: then the plays have been heard. A
    panel that is `crowded` with questions leaves the score and the numbers of cards to that page.
    """
    look = LOOKS[view.game]
    counted, mine = absence.countdown(view, words), _unnamed(view, question, words)
    facts = lines(known, look.lying(view, words), mine, question.line)
    chosen, happened = answers(question, words), "" if known else story.since(view, words)
    legend = question.legend
    taught = story.taught(view, legend, words)
    rest = (asked, facts, taught, question.state)
    # Where a phone has no room for all, the plays are left to their page, and then the time to the board.
    if view.my_turn and _high(lines(*rest, counted, happened), chosen):
        happened = ""
        counted = "" if _high(lines(*rest, counted), chosen) else counted
        if legend and not counted and _high(lines(*rest), chosen):
            # The legend stands for the facts then, as it does for those who see.
            facts = lines(known, look.lying(view, words), mine)
    told = story.with_small_line(counted, happened, words)
    if told or not view.my_turn:
        told = story.with_opened(told, view, words, spare=True)
    return together(
        asked,
        facts,
        lines(told, taught),
        *chosen,
        question.state,
        tally(view, asked, words) if not crowded else "",
    )


def _high(text: str, chosen: Sequence[Block]) -> bool:
    """Return whether a text has no room on a phone above these answers, of which each takes a line."""
    high = BUTTON * len(chosen)
    for line in text.splitlines():
        tall = SMALL if line.startswith("-#") else LARGE
        high += tall * math.ceil(story.wide(line) / (story.LINE * SMALL / tall))
    return high > MOST


def _unnamed(view: AnyView, question: Question, words: Words) -> str:
    """Return the cards of a viewer on turn that are named neither on a button nor below it."""
    if not view.my_turn:
        return ""
    labels = [button.label for button in Panel(question.answers, 0).buttons]

    def named(card: Card) -> bool:
        begins = words.button_card(card)
        return words.card(card) in question.state or any(label.startswith(begins) for label in labels)

    return hand_text([card for card in question.held or view.seen.hand if not named(card)], words)


def answers(question: Question, words: Words) -> tuple[Block, ...]:
    """Return the answers; aloud, cards fill the lines of a phone, and a button stands below its text."""
    if not words.aloud:
        return question.answers
    blocks: list[Block] = []
    cards: list[Button] = []
    for answer in question.answers:
        if not isinstance(answer, Section | Select) and all(map(_chooses, answer)):
            cards += answer
            continue
        blocks += in_lines(cards)
        cards = []
        if isinstance(answer, Section):
            blocks += [*([answer.text] if answer.text else []), (answer.button,)]
        else:
            blocks.append(answer)
    return *blocks, *in_lines(cards)


def _chooses(button: Button) -> bool:
    """Return whether a button plays or chooses something, as those of cards do."""
    press = Press.parse(button.id)
    return press is not None and press.verb in ("play", "pick")


def in_lines(buttons: Iterable[Button]) -> Iterator[tuple[Button, ...]]:
    """Yield buttons in rows that each take one line of a phone, as long as they are."""
    row: list[Button] = []
    room = ROOM
    for button in buttons:
        takes = story.wide(button.label) + AROUND
        if row and (takes > room or len(row) == ROW):
            yield tuple(row)
            row, room = [], ROOM
        row.append(button)
        room -= takes
    if row:
        yield tuple(row)


def votes(view: AnyView, words: Words) -> tuple[Block, ...]:
    """Return the votes under way, with buttons for the oldest: those of two would sound alike."""
    return absence.asked(view, words, 1) if words.aloud else ()


def tally(view: AnyView, asked: str, words: Words) -> str:
    """Return the game, the score unless the question says it, and everybody's number of cards."""
    look = LOOKS[view.game]
    said = view.viewer is not None and len(view.sides) == 2 and own_score(view, words) in asked
    return lines(look.heading(view, words), "" if said else score_text(view, words), look.counts(view, words))
