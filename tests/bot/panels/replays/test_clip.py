"""Clips: which moments they show, what is told of them, and when there is none."""

import random
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.errors import Refused
from bot.games import LOOKS
from bot.locale import FRENCH, ITALIAN, Catalogue, Words
from bot.locale.glyphs import as_text
from bot.panels.replays.clip import FEWEST_FRAMES, FRAMES, ClipKind, Excerpt, excerpt
from bot.panels.shared.shows import sketch
from bot.panels.shared.story import tell_entry
from bot.pictures.decks import Deck
from bot.pictures.sketch.alt import ALT, words_aloud
from bot.pictures.sketch.style import Style
from bot.store import Status, Stored
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.replays.replay import Moment, MomentKind, Replay
from engine import GAMES
from engine.ai.player import Judgement, Player
from engine.ciapano.scoring import THIRDS
from engine.cicera import Seen
from engine.civil_suits.scoring import demerits
from engine.simulate import play
from tests.bot.panels.ending.games import as_stored, stored

WORDS = Catalogue.load().words("en")
STYLE = Style()
NAMES = ("cicera", "ciapano", "civil-suits")
WIDEST = (
    "WWWWWWWWWWWWWWWW",
    "_*WW*_ **W** `W`",
    "شششششششششششش",
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    "\u202eMMMMMMMM",
)


@cache
def replay(game: str) -> Replay:
    return Replay.of(stored(game))


def shown(found: Replay, moment: Moment, style: Style = STYLE) -> str:
    """Return the name of the picture that everybody saw at a moment."""
    drawn = sketch(view_of(found.at(moment)), WORDS, style)
    assert drawn is not None
    return drawn.name


def pictures(found: Excerpt) -> list[str]:
    return [frame.name for frame in found.clip.frames]


def run(found: Replay, first: Moment, number: int) -> list[str]:
    """Return the names of so many pictures from a moment on."""
    return [shown(found, found.moved(first, by)) for by in range(number)]


# Its moments


@pytest.mark.parametrize("kind", [ClipKind.PLAY, ClipKind.THREE])
@pytest.mark.parametrize("game", NAMES)
def test_a_clip_ends_at_its_play(game: str, kind: ClipKind) -> None:
    found, number = replay(game), FRAMES[kind]
    for moment in (Moment(1, 9), Moment(2, 1), Moment(2, 0), Moment(3, 30)):
        made = excerpt(found, moment, kind, WORDS, STYLE)
        assert made.play == moment
        assert pictures(made) == run(found, found.moved(moment, 1 - number), number)


@pytest.mark.parametrize("game", NAMES)
def test_a_sheet_and_the_end_stand_for_the_last_play_of_their_hand(game: str) -> None:
    found = replay(game)
    for hand in (1, len(found.hands)):
        last = found.last_of(hand)
        play = max(n for n in range(last) if found.kind(Moment(hand, n)) is MomentKind.PLAY)
        clips = [excerpt(found, Moment(hand, n), ClipKind.PLAY, WORDS, STYLE) for n in range(play, last + 1)]
        assert len(clips) >= 2
        assert clips == [clips[0]] * len(clips)
        assert clips[0].play == Moment(hand, play)


@pytest.mark.parametrize("kind", [ClipKind.PLAY, ClipKind.THREE])
@pytest.mark.parametrize("game", NAMES)
def test_where_little_has_happened_a_clip_begins_with_the_game(game: str, kind: ClipKind) -> None:
    found, number = replay(game), FRAMES[kind]
    for at in range(number):
        made = excerpt(found, Moment(1, at), kind, WORDS, STYLE)
        assert made.play == Moment(1, at)
        assert pictures(made) == run(found, found.first, number)


def short(game: str, plays: int) -> Replay:
    """Return the replay of a game that was stopped after so many plays."""
    whole = stored(game)
    table = replace(whole.table, status=Status.STOPPED)
    return Replay.of(replace(whole, table=table, log=whole.log[: plays + 1]))


@pytest.mark.parametrize("game", NAMES)
def test_a_game_without_three_pictures_has_no_clip(game: str) -> None:
    for kind in (ClipKind.PLAY, ClipKind.THREE):
        with pytest.raises(Refused, match=r"^clip\.too-short$"):
            excerpt(short(game, 0), Moment(1, 0), kind, WORDS, STYLE)
        assert len(excerpt(short(game, 1), Moment(1, 0), kind, WORDS, STYLE).clip.frames) == FEWEST_FRAMES


class Blinking(Replay):
    """A replay in which nothing is seen of every second play."""

    def at(self, moment: Moment) -> Table:
        return super().at(moment._replace(play=moment.play - moment.play % 2))


@pytest.mark.parametrize("game", NAMES)
def test_equal_pictures_in_a_row_count_once(game: str) -> None:
    found, blinking = replay(game), Blinking.of(stored(game))
    for kind, at, alike in (
        (ClipKind.PLAY, 8, (4, 6, 8)),
        (ClipKind.PLAY, 9, (4, 6, 8)),
        (ClipKind.THREE, 9, (2, 4, 6, 8)),
        (ClipKind.PLAY, 1, (0, 2, 4)),
        (ClipKind.THREE, 3, (0, 2, 4, 6)),
    ):
        made = excerpt(blinking, Moment(1, at), kind, WORDS, STYLE)
        assert pictures(made) == [shown(found, Moment(1, n)) for n in alike]


# The best play


def worth(game: str, found: Replay, moment: Moment) -> int:
    """Return the points of a play, or the cost of the trick that it ended, by the rules alone."""
    *_, entry = found.at(moment).story
    points = 0
    for event in entry.events:
        if game == "cicera" and event.name == "capture":
            points += sum(line.points for line in event.lines)
        elif game == "ciapano" and event.name == "trick":
            points += sum(THIRDS[card] for card in event.cards)
        elif game == "civil-suits" and event.name == "trick" and event.seat is not None:
            suit = found.end.state.suits[event.seat] if moment.hand == len(found.hands) else None
            sheet = found.at(Moment(moment.hand, found.last_of(moment.hand))).state.sheets[moment.hand - 1]
            points += demerits(suit or sheet.suits[event.seat], event.cards)
    return points


@pytest.mark.parametrize("game", NAMES)
def test_the_best_play_scored_most_or_ended_the_costliest_trick(game: str) -> None:
    found = replay(game)
    for hand in range(1, len(found.hands) + 1):
        plays = [Moment(hand, n) for n in range(1, found.hands[hand - 1].plays + 1)]
        every = {moment: worth(game, found, moment) for moment in plays}
        made = excerpt(found, Moment(hand, 3), ClipKind.BEST, WORDS, STYLE)
        assert every[made.play] == max(every.values()) > 0
        assert pictures(made) == run(found, found.moved(made.play, -2), 3)


@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("cicera", "clip.no-best"),
        ("ciapano", "clip.no-best.of-ciapano"),
        ("civil-suits", "clip.no-best.of-civil-suits"),
    ],
)
def test_a_hand_without_points_in_play_has_no_best(game: str, key: str) -> None:
    with pytest.raises(Refused) as refused:
        excerpt(short(game, 3), Moment(1, 3), ClipKind.BEST, WORDS, STYLE)
    assert refused.value.key == key
    assert WORDS(key)


def test_points_of_the_count_and_plays_that_settle_a_hand_make_no_best() -> None:
    whole = stored("cicera")
    deals = [entry.seq for entry in whole.log if entry.seat is None]
    log = [replace(entry, settled=entry.seq < deals[1]) for entry in whole.log]
    found = Replay.of(replace(whole, log=tuple(log)))
    assert sum(line.points for line in found.at(Moment(1, found.last_of(1))).state.sheets[0].lines) > 0
    with pytest.raises(Refused, match=r"^clip\.no-best$"):
        excerpt(found, Moment(1, 1), ClipKind.BEST, WORDS, STYLE)
    assert excerpt(found, Moment(2, 1), ClipKind.BEST, WORDS, STYLE).play.hand == 2


# What is told


class Gatherer(Player[Seen, Any]):
    """Leaves cards until there are many to be taken at once, and then takes as many as it can."""

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Any]:
        """Return the captures of many cards first, then all cards to be left."""
        return Judgement(
            tuple(
                sorted(
                    (
                        (action, float(len(action.taken) if len(action.taken) > 3 else -len(action.taken)))
                        for action in seen.legal
                    ),
                    key=lambda judged: -judged[1],
                )
            )
        )


@cache
def wordy(game: str) -> Replay:
    """Return a game of people with the widest names, in which much is to be told of a play."""
    found: Stored = stored(game)
    if game == "cicera":
        rules = GAMES[game]
        found = as_stored(play(rules, rules.options({}), [Gatherer()] * 4, "1"))
    seats = [replace(row, name=name) for row, name in zip(found.seats, WIDEST, strict=False)]
    return Replay.of(replace(found, seats=tuple(seats)))


def told(found: Replay, moment: Moment, words: Words) -> str:
    """Return the play of a moment in words, without marks."""
    view = view_of(found.at(moment))
    return re.sub(r"\\(.)|\*\*", r"\1", tell_entry(view.story[-1], view, words))


PLAYED = (MomentKind.DEAL, MomentKind.PLAY)
DECKS = {"cicera": Deck.ITALIAN, "ciapano": Deck.ITALIAN, "civil-suits": Deck.CIVIL}


@cache
def longest(game: str) -> list[tuple[Moment, ...]]:
    """Return four moments in a row of which most is to be told, several times, and some others."""
    found = wordy(game)
    every = list(found.every())
    said = [told(found, moment, WORDS) for moment in every]
    rows = [tuple(every[n - 3 : n + 1]) for n in range(3, len(every)) if found.kind(every[n]) in PLAYED]
    by_length = sorted(rows, key=lambda row: -sum(len(said[every.index(moment)]) for moment in row))
    return by_length[:12] + by_length[12::40]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", NAMES)
def test_a_description_tells_every_picture_and_is_never_too_long(game: str, language: str) -> None:
    found, deck = wordy(game), DECKS[game]
    signs = Catalogue.load().words(language)
    words = signs.naming(ITALIAN if deck is Deck.ITALIAN else FRENCH)
    whole = cut = 0
    for moments in longest(game):
        made = excerpt(found, moments[-1], ClipKind.THREE, words, Style(deck))
        alt, last = made.clip.alt, as_text(made.clip.frames[-1].alt)
        assert len(as_text(alt)) == len(alt) <= ALT
        for said in (words_aloud(deck, words), words, signs):
            plays = [
                as_text(f"{n}: {told(found, at, said)}")
                for n, at in enumerate(moments, 1)
                if found.kind(at) in PLAYED
            ]
            if all(one in alt for one in plays):
                break
        assert [alt.count(one) for one in plays] == [1] * len(plays)
        assert alt.startswith(LOOKS[game].heading(view_of(found.at(made.play)), said).replace("**", ""))
        # The rest is the description of the last picture, to the end of one of its sentences.
        rest = alt[alt.index(plays[-1]) + len(plays[-1]) :].removeprefix(".").strip()
        assert last.startswith(rest)
        assert not rest or last[len(rest) :][:1] in (" ", "")
        whole += rest == last
        cut += rest != last
    assert cut
    assert whole


@pytest.mark.parametrize("game", NAMES)
def test_a_caption_tells_who_played_what_in_which_hand(game: str) -> None:
    found = replay(game)
    moment = Moment(2, 7)
    view = view_of(found.at(moment))
    made = excerpt(found, moment, ClipKind.PLAY, WORDS, STYLE)
    heading = LOOKS[game].heading(view, WORDS)
    assert (made.heading, made.told) == (heading, tell_entry(view.story[-1], view, WORDS))
    best = excerpt(found, moment, ClipKind.BEST, WORDS, STYLE)
    assert best.heading.split("\n") == [heading, WORDS(WORDS.of_game(game, "clip.caption.best"))]
    assert best.told != made.told
