"""The end of a hand while it is held: its last cards are in view, without anything of the count."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import pytest

from bot.blocks.blocks import Panel, Picture
from bot.blocks.people import score_text
from bot.games import LOOKS, PICTURES
from bot.panels.shared import story
from bot.panels.shared.shows import sketch
from bot.panels.table import board, hand
from bot.pictures.sketch.sketch import Icon
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import GAMES
from engine.cards import Card
from tests.bot.panels.presses import WORDS
from tests.bot.pictures import scenes_tricks

STRANGER: Final = 999_999
PLAYED: Final = ("lead", "play", "leave", "capture", "challenge", "replay")
STYLES: Final = [Style(big=big, low=low) for big in (False, True) for low in (False, True)]
GAMES_PLAYED: Final[Sequence[tuple[str, Mapping[str, Any]]]] = (
    ("cicera", {"players": 2}),
    ("cicera", {"players": 4}),
    ("ciapano", {"players": 3}),
    ("ciapano", {"players": 5}),
    *((name, {}) for name in GAMES if name not in ("cicera", "ciapano")),
)
PICTURED: Final = [number for number, (name, _) in enumerate(GAMES_PLAYED) if name in PICTURES]


@lru_cache
def game(number: int) -> tuple[Table, ...]:
    """Return every moment of a random game in order."""
    name, options = GAMES_PLAYED[number]
    made = scenes_tricks.table(name, options)
    return tuple(scenes_tricks.played(made, random.Random(number)))


def sample(number: int, first: int, size: int) -> Sequence[Table]:
    """Return a sample of this `size` from a game's `first` moments, in their order."""
    moments = game(number)[:first]
    return [moments[place] for place in sorted(random.Random(number).sample(range(len(moments)), size))]


def ends(number: int) -> Iterator[tuple[Table, Table]]:
    """Yield every moment after a hand's last card, held, with the one before that card."""
    moments = game(number)
    for before, table in pairwise(moments):
        if table.between_hands or not table.game.to_act(table.state):
            status = Status.PLAYING if table.between_hands else Status.FINISHED
            yield before, replace(table.with_row(held=True, status=status), counting=0)


def texts(panel: Panel) -> str:
    """Return the words of a panel, without those in place of its picture."""
    return "\n".join(block for block in panel.blocks if isinstance(block, str))


def whole(panel: Panel) -> str:
    """Return all words of a panel, with its picture's description."""
    pictures = [block for block in panel.blocks if isinstance(block, Picture)]
    return "\n".join([*panel.texts, *(f"{one.words} {one.alt}" for one in pictures)])


def viewers(table: Table) -> list[int | None]:
    return [None, STRANGER, *(row.user_id for row in table.seats)]


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_what_is_seen_is_what_was_seen_and_the_last_card(number: int) -> None:
    ended = 0
    for before, table in ends(number):
        ended += 1
        for viewer in viewers(table):
            was, now = view_of(before, viewer).seen, view_of(table, viewer).seen
            points = [
                sum(
                    line.points
                    for event in table.story[-1].events[:1]
                    for line in event.lines
                    if line.side == side
                )
                for side in range(len(was.totals))
            ]
            assert now.totals == tuple(n + more for n, more in zip(was.totals, points, strict=True))
            assert now.sheets == was.sheets
            assert not now.hand
            assert not any(now.counts)
            assert now.to_act == ()
            for name in ("discard", "suits", "public", "looked", "out"):
                assert getattr(now, name, None) == getattr(was, name, None)
    assert ended


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_a_held_hand_is_shown_as_one_under_way_and_never_with_its_sheet(number: int) -> None:
    for before, table in ends(number):
        was = view_of(before)
        for viewer in viewers(table):
            view = view_of(table, viewer)
            assert (view.hand, view.status, view.seed) == (was.hand, Status.PLAYING, None)
            assert view.active == was.active
            panel = board.public_panel(view, WORDS) if viewer is None else hand.panel(view, WORDS)
            verbs = {button.id.split(":")[3] for button in panel.buttons}
            assert not verbs & {"ready", "rematch", "replay"}
            assert {"more"} <= verbs
            told = whole(panel)
            assert WORDS("turn.held") in told
            for event in table.story[-1].events:
                if event.name in ("uncovered", "out"):
                    assert LOOKS[view.game].tell(event, view, WORDS) not in told
            if viewer is None:
                assert score_text(view, WORDS) in told


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_the_last_trick_or_the_last_play_is_in_sight_in_words(number: int) -> None:
    for _, table in ends(number):
        view: Any = view_of(table)
        words = texts(board.public_panel(view, WORDS))
        if view.game == "cicera":
            assert all(WORDS.card(card) in words for card in view.seen.table)
            assert WORDS.card(view.seen.plays[-1].card) in words
        taken, taker = last_trick(view)
        assert all(WORDS.card(card) in words for card in taken)
        assert taker is None or table.seats[taker].name in words


def last_trick(view: Any) -> tuple[tuple[Card, ...], int | None]:
    """Return the last trick's cards and taker, none if the game has no tricks."""
    if view.game == "civil-suits":
        # Its events lack the cards set aside by Magic, and those left in a hand.
        trick = view.seen.tricks[-1]
        return tuple(card for _, card in trick.laid), trick.taker
    events = [event for told in view.story for event in told.events if event.name == "trick"]
    return (events[-1].cards, events[-1].seat) if events else ((), None)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("number", PICTURED)
def test_the_picture_of_a_held_hand_is_its_table(number: int, style: Style) -> None:
    for _, table in ends(number):
        view: Any = view_of(table)
        drawn = sketch(view, WORDS, style)
        assert drawn is not None
        if view.game == "cicera":
            assert set(view.seen.table) <= set(drawn.cards)
        cards, _ = last_trick(view)
        aside = view.seen.tricks[-1].aside if view.game == "civil-suits" else ()
        assert set(cards) - set(aside) <= set(drawn.cards)
        assert all(str(total) in drawn.alt for total in map(abs, view.seen.totals))


@pytest.mark.parametrize("pictured", [True, False])
@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_every_play_of_the_last_round_stands_in_the_words(number: int, *, pictured: bool) -> None:
    checked = 0
    for table in sample(number, 250, 40):
        if not table.waits_for():
            continue
        public = view_of(table)
        entries = len(public.active) - 1
        told = (
            story.since(public, WORDS, lies=False) if pictured else texts(board.public_panel(public, WORDS))
        )
        for entry in table.story[-entries:]:
            for event in entry.events:
                if event.name in PLAYED:
                    checked += 1
                    assert all(WORDS.card(card) in told for card in event.cards), (event, told)
        for seat in public.active:
            view = view_of(table, table.seats[seat].user_id)
            own = max((n for n, entry in enumerate(table.story) if entry.seat == seat), default=0)
            told = story.since(view, WORDS, lies=False) if pictured else texts(hand.panel(view, WORDS))
            for entry in table.story[own + 1 :]:
                for event in entry.events:
                    if event.name in PLAYED:
                        assert all(WORDS.card(card) in told for card in event.cards), (event, told)
    assert checked


@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("number", [0, 1])
def test_beside_the_picture_of_a_turn_of_cicera_stand_the_plays_since_the_last_one(
    number: int, *, big: bool
) -> None:
    checked = 0
    for table in sample(number, 250, 40):
        (seat, *_) = table.waits_for() or (None,)
        if seat is None:
            continue
        view = view_of(table, table.seats[seat].user_id)
        drawn = sketch(view_of(table), WORDS, Style(big=big, low=True))
        assert drawn is not None
        told = texts(hand.panel(view, WORDS, scene=(Picture.of(drawn),)))
        played = [event for entry in table.story[-1:] for event in entry.events if event.name in PLAYED]
        for event in played if table.story[-1].seat != seat else ():
            checked += 1
            assert all(WORDS.card(card) in told for card in event.cards), (event, told)
    assert checked > 20


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_who_deals_and_who_begins_is_said_all_the_hand_and_drawn(number: int) -> None:
    checked = 0
    for table in sample(number, 120, 30):
        if not table.waits_for():
            continue
        view = view_of(table)
        begins, dealer = GAMES[view.game].begins(view.seen), view.seen.dealer
        said = [form.removeprefix(WORDS("small", told="")) for form in story.opened(view, WORDS)]
        assert dealer is not None
        assert all(table.seats[dealer].name in form for form in said)
        # The player of the hand's first card is the announced leader.
        first = [event.seat for told in table.story for event in told.events if event.name in PLAYED]
        if first:
            assert begins == first[0]
        assert begins is None or table.seats[begins].name in said[0]
        assert any(form in texts(board.public_panel(view, WORDS)) for form in said)
        for row in table.seats:
            own = view_of(table, row.user_id)
            panel = texts(hand.panel(own, WORDS))
            # On a member's turn a phone may have no room for it; the board has it all the time.
            assert own.my_turn or any(form in panel for form in said)
        if number in PICTURED[1:] and not checked % 10:
            for style in STYLES:
                drawn = sketch(view, WORDS, style)
                assert drawn is not None
                icons = [item.name for item in drawn.items if isinstance(item, Icon)]
                assert "dealer" in icons
                assert ("first" in icons) == (begins is not None)
                assert WORDS("alt.begins").strip() in drawn.alt or begins is None
        checked += 1
    assert checked
