"""The private panel of a viewer who hears it: the most needed comes first, and nothing is left out."""

from bot.blocks.blocks import Block, Section, lines, together
from bot.blocks.look import Question, hand_text
from bot.blocks.people import own_score, score_text
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.shared import absence, story
from bot.table.view import AnyView


def playing(view: AnyView, question: Question, asked: str, known: str, words: Words) -> tuple[Block, ...]:
    """Return the question, the table, the viewer's cards with the answers, and the plays; last, the score.

    `known` has the facts to tell besides, such as the answer to a press.
    """
    look = LOOKS[view.game]
    told = story.with_opened(story.since(view, words), view, words, spare=True)
    mine = hand_text(question.held or view.seen.hand, words) if view.my_turn else ""
    return together(
        asked,
        lines(known, look.lying(view, words), mine, question.line),
        lines(told, story.first_times(view, words), absence.countdown(view, words), question.legend),
        *answers(question, words),
        question.state,
        lines(look.heading(view, words), _score(view, asked, words), look.counts(view, words)),
    )


def answers(question: Question, words: Words) -> tuple[Block, ...]:
    """Return the answers; a button that names cards stands below its text, as both need a line."""
    blocks: list[Block] = []
    for answer in question.answers:
        if words.aloud and isinstance(answer, Section):
            blocks += (answer.text, (answer.button,))
        else:
            blocks.append(answer)
    return tuple(blocks)


def votes(view: AnyView, words: Words) -> tuple[Block, ...]:
    """Return the votes under way, with buttons for the oldest: those of two would sound alike."""
    return absence.asked(view, words, 1) if words.aloud else ()


def _score(view: AnyView, asked: str, words: Words) -> str:
    """Return the score, empty if the question says it."""
    said = view.viewer is not None and len(view.sides) == 2 and own_score(view, words) in asked
    return "" if said else score_text(view, words)
