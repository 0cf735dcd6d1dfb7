"""The private panel of somebody who hears it: what they need comes first, and nothing is left out."""

from bot.blocks.blocks import Block, Section, lines, together
from bot.blocks.look import Question, held
from bot.blocks.people import own_score, score
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.shared import absence, story
from bot.table.view import AnyShown


def playing(shown: AnyShown, question: Question, asked: str, known: str, words: Words) -> tuple[Block, ...]:
    """Return what is asked, the table, the cards held and those that can do something, and what happened.

    `known` is what is to be told besides, such as the answer to a press. Last comes how the game stands.
    """
    look = LOOKS[shown.game]
    told = story.with_opened(story.since(shown, words), shown, words, spare=True)
    mine = held(question.held or shown.seen.hand, words) if shown.my_turn else ""
    return together(
        asked,
        lines(known, look.lying(shown, words), mine, question.line),
        lines(told, absence.countdown(shown, words), question.lesson),
        *answers(question, words),
        question.state,
        lines(look.heading(shown, words), _score(shown, asked, words), look.counts(shown, words)),
    )


def answers(question: Question, words: Words) -> tuple[Block, ...]:
    """Return what can be answered; a button that names cards stands below its text, as there is no room
    for both side by side.
    """
    blocks: list[Block] = []
    for answer in question.answers:
        if words.aloud and isinstance(answer, Section):
            blocks += (answer.text, (answer.button,))
        else:
            blocks.append(answer)
    return tuple(blocks)


def votes(shown: AnyShown, words: Words) -> tuple[Block, ...]:
    """Return the votes under way, with buttons for the oldest: those of two could not be told apart."""
    return absence.asked(shown, words, 1) if words.aloud else ()


def _score(shown: AnyShown, asked: str, words: Words) -> str:
    """Return the score, empty where what is asked says it."""
    said = shown.viewer is not None and len(shown.sides) == 2 and own_score(shown, words) in asked
    return "" if said else score(shown, words)
