"""The texts of a private panel during a hand, as many as a phone has room for beside the cards."""

from collections.abc import Iterator
from math import ceil
from typing import Final

from bot.blocks.blocks import Picture, lines
from bot.blocks.look import Question
from bot.blocks.people import all_long
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.shared import absence, story
from bot.panels.table.board import Scene
from bot.pictures.sketch.sketch import Sketch
from bot.table.view import AnyView

ROWS: Final = 3
"""The most rows of cards beside which a phone has room for a picture."""
_SMALL: Final = 3
"""The small lines that have room on a phone beside three rows of cards."""
_LARGE: Final = 18.0
"""The width of a line of a phone that is not small, in sizes of its type."""
_PICTURE: Final = 350
"""The pixels of height of a picture that leaves room for these lines and for a state below the answers."""
_LINE: Final = 42
"""The pixels of a picture that are as high as a small line on a phone."""


def _taken_by(scene: Scene) -> int:
    """Return the small lines that have no room on a phone beside a higher picture."""
    heights = [one.data.height for one in scene if isinstance(one, Picture) and isinstance(one.data, Sketch)]
    return max(0, ceil((max(heights, default=0) - _PICTURE) / _LINE))


def texts_with_room(
    view: AnyView, question: Question, asked: str, known: str, words: Words, *, scene: Scene, advised: bool
) -> tuple[str, str]:
    """Return the question of the panel, and the texts below its table.

    `asked` is the question without the time for it, and `known` has the facts to tell in any case. It is
    `advised` if they have a hint. The `scene` has the picture of the table, if it is shown in one.
    """
    look, legend, pictured = LOOKS[view.game], question.legend, bool(scene)
    taken = _taken_by(scene) if question.state else 0
    asked, counted = _timed(view, question, asked, words)
    taught = story.taught(view, legend, words)
    height = len(taught.splitlines())
    few = (2 if len(question.answers) < ROWS and not (taught and question.state) else 0) - taken
    beside = lines(counted, known, question.line)
    happened = story.since(view, words, beside, (3 if pictured else 2) + few - height, lies=not pictured)
    lying = "" if pictured or not view.my_turn else look.lying(view, words)
    more = max(0, story.tall(asked) - 1) + max(0, story.tall(lying, _LARGE if legend else story.LINE) - 1)
    # That time runs out has a line of its own.
    if legend and height + more + view.warned > _SMALL + few:
        taught, height = legend, len(legend.splitlines())
    spare = pictured and legend and taught == legend and not view.warned
    room = _SMALL + few - height - more + bool(spare)
    told, gives_way = "", bool(taught or view.notice or advised or taken)
    for plays, facts, spare in _drafts(question, happened, gives_way=gives_way):
        told = story.with_small_line(counted, lines(plays, known, facts), words)
        if plays or facts or not taught:
            told = story.with_opened(told, view, words, spare=spare or pictured)
        if not view.my_turn or story.tall(told) <= room:
            return asked, lines(told, taught)
    if taken and taught:
        # The page beside the hint explains the question, too.
        taught = ""
    elif "\n" in legend and not pictured and view.warned:
        # The time takes the place of a line of the legend.
        told, taught = story.with_small_line(counted, known, words), taught.rpartition("\n")[2]
    elif not pictured and ("\n" in legend or (advised and not view.warned and story.tall(told) > room)):
        told = known
    elif story.tall(told) > room + pictured and all_long(view):
        # The table's message alone tells the plays then.
        told = story.with_small_line(counted, lines(known, question.line), words)
    return asked, lines(told, taught)


def _timed(view: AnyView, question: Question, asked: str, words: Words) -> tuple[str, str]:
    """Return the question and the line with the time for it, in one where a legend needs the room."""
    if question.legend and question.brief:
        timed = absence.timed(view, words("turn.mine", asked=question.brief), words)
        if timed:
            return timed, ""
    return asked, absence.countdown(view, words)


def _drafts(question: Question, happened: str, *, gives_way: bool) -> Iterator[tuple[str, str, bool]]:
    """Yield the plays and the facts to tell, and whether the dealer is spare: each time less of them.

    The dealer goes first, whom the table's message names. The plays, which it tells too, go next if they are
    to give way: beside texts for beginners, a notice or advice. A legend of two lines stands for the facts
    as well.
    """
    yield happened, question.line, False
    yield happened, question.line, True
    if gives_way:
        yield "", question.line, True
    if "\n" in question.legend:
        yield "", "", True
