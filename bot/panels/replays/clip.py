"""Clips of a replay: moments that follow each other as pictures, with a caption and a description."""

import re
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.blocks.blocks import Picture, lines
from bot.errors import Refused
from bot.games import LOOKS
from bot.locale import FRENCH, Words
from bot.locale.glyphs import as_text
from bot.panels.shared.story import tell_entry
from bot.panels.table.pictured import scene
from bot.pictures.sketch.alt import ALT, fitting, words_aloud
from bot.pictures.sketch.clip import Clip
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.replays.replay import Moment, MomentKind, Replay


class ClipKind(StrEnum):
    """The kind of a clip: a play, the last three plays, or the best play of a hand."""

    PLAY = "play"
    THREE = "three"
    BEST = "best"


FRAMES: Final = MappingProxyType({ClipKind.PLAY: 3, ClipKind.THREE: 4, ClipKind.BEST: 3})
"""The pictures of a clip: its plays, and at least one before them."""
FEWEST_FRAMES: Final = 3
_MARKS: Final = re.compile(r"\\(.)|\*\*")
"""The signs of Discord's markdown in a told play."""
_SENTENCE: Final = re.compile(r"(?<=[.!?]) ")


class Excerpt(NamedTuple):
    """A clip of a replay and the moment of its play, which is `told`; `names` are those that it cannot draw.

    `heading` says which game and hand it is of, and whether the play is the best.
    """

    play: Moment
    clip: Clip
    heading: str
    told: str
    names: str


class _Frame(NamedTuple):
    """A picture of a clip, and the moments in a row that look like it, each with its table."""

    sketch: Sketch
    names: str
    moments: tuple[tuple[Moment, Table], ...]


def excerpt(replay: Replay, moment: Moment, kind: ClipKind, words: Words, style: Style) -> Excerpt:
    """Return the clip of a kind at a moment of a replay; a score sheet stands for the last play of its hand.

    Refused where the hand has no best play, or the game fewer than three different pictures.
    """
    play = _best(replay, moment.hand, words) if kind is ClipKind.BEST else _last_play(replay, moment)
    frames = _frames(replay, play, FRAMES[kind], words, style)
    if len(frames) < FEWEST_FRAMES:
        raise Refused("clip.too-short")
    view = view_of(replay.at(play))
    best = words(words.of_game(view.game, "clip.caption.best")) if kind is ClipKind.BEST else ""
    heading = lines(LOOKS[view.game].heading(view, words), best)
    clip = Clip(tuple([frame.sketch for frame in frames]), _described(replay, play, frames, words))
    return Excerpt(play, clip, heading, tell_entry(view.story[-1], view, words), frames[-1].names)


def _last_play(replay: Replay, moment: Moment) -> Moment:
    """Return the moment of the play or deal in sight at a moment."""
    return Moment(moment.hand, min(moment.play, replay.hands[moment.hand - 1].plays))


def _best(replay: Replay, hand: int, words: Words) -> Moment:
    """Return the moment of the play in a hand that scored most, or ended the costliest trick."""
    view, log = view_of(replay.at(Moment(hand, replay.last_of(hand)))), replay.hands[hand - 1].log
    weight, most, best = LOOKS[view.game].weight, 0, None
    for play, (entry, told) in enumerate(zip(log, view.story, strict=True)):
        brought = sum(weight(event, view) for event in told.events)
        # The plays that settle a hand are nobody's choice.
        if brought > most and not entry.settled:
            most, best = brought, Moment(hand, play)
    if best is None:
        raise Refused(words.of_game(view.game, "clip.no-best"))
    return best


def _frames(replay: Replay, play: Moment, number: int, words: Words, style: Style) -> list[_Frame]:
    """Return so many different pictures that end with a play, or that begin with the game."""
    every = list(replay.every())
    at, frames = every.index(play), list[_Frame]()
    for moment in every[at::-1]:
        frame = _frame(replay, moment, words, style)
        if frames and frames[0].sketch.name == frame.sketch.name:
            frames[0] = frames[0]._replace(moments=frame.moments + frames[0].moments)
        elif len(frames) < number:
            frames.insert(0, frame)
        else:
            return frames
    for moment in every[at + 1 :]:
        if len(frames) == number:
            break
        frame = _frame(replay, moment, words, style)
        if frames[-1].sketch.name == frame.sketch.name:
            frames[-1] = frames[-1]._replace(moments=frames[-1].moments + frame.moments)
        else:
            frames.append(frame)
    return frames


def _frame(replay: Replay, moment: Moment, words: Words, style: Style) -> _Frame:
    """Return the picture of a moment as everybody saw it; Refused if it cannot be made."""
    table = replay.at(moment)
    match scene(table, words, style):
        case (Picture(data=Sketch() as drawn), *names):
            return _Frame(
                drawn, lines(*(name for name in names if isinstance(name, str))), ((moment, table),)
            )
        case _:
            raise Refused("clip.unpainted")


# Its description


def _described(replay: Replay, play: Moment, frames: list[_Frame], words: Words) -> str:
    """Return what the pictures of a clip show, in order, and of the last one as much as there is room for.

    Cards are named as one says them or, where that is too long, as they are written, at last with signs.
    """
    last = frames[-1].sketch
    view = view_of(replay.at(play))

    def told(said: Words) -> str:
        heading = _MARKS.sub(r"\1", LOOKS[view.game].heading(view, said))
        every = (
            said("clip.alt.frame", n=n, told=said.then(_told(replay, *at, said) for at in frame.moments))
            for n, frame in enumerate(frames, 1)
        )
        return said("clip.alt", heading=heading, n=len(frames), told=said("clip.alt.then").join(every))

    namings = (words_aloud(last.deck, words), words.plain, words.naming(FRENCH))
    text = fitting([as_text(told(said))] for said in namings)
    for sentence in _SENTENCE.split(as_text(last.alt)):
        if len(text) + 1 + len(sentence) > ALT:
            break
        text = f"{text} {sentence}"
    return text


def _told(replay: Replay, moment: Moment, table: Table, words: Words) -> str:
    """Return what made the picture of a moment, in words without marks."""
    match replay.kind(moment):
        case MomentKind.SHEET:
            return words("clip.alt.sheet")
        case MomentKind.END:
            return words("clip.alt.end")
        case _:
            view = view_of(table)
            return _MARKS.sub(r"\1", tell_entry(view.story[-1], view, words))
