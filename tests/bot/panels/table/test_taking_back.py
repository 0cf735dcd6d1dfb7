"""The label of *Take it back* names the play, beside the hint."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from bot.blocks.blocks import Button, ButtonStyle, ChannelSelect, Document, Press, Section
from bot.games import LOOKS
from bot.locale import FRENCH, ITALIAN, Catalogue, Words
from bot.messages.ledger import Opened
from bot.panels.table.aloud import in_lines
from bot.panels.table.hand import panel
from bot.table.table import Table
from bot.table.viewing import view_of
from tests.bot.table.test_rewind import GAMES_ALONE, PERSON, Played, alone

SEEDS = range(2)
EVERY = [
    Catalogue.load().words(language).naming(deck, aloud=heard)
    for language in sorted(Catalogue.load().languages)
    for deck in (FRENCH, ITALIAN)
    for heard in (False, True)
]


@cache
def offers(number: int) -> tuple[Table, ...]:
    """Return the moments of games alone at which a play can be taken back."""
    return tuple(_moments(number))


def _moments(number: int) -> Iterator[Table]:
    for seed in SEEDS:
        played = Played(alone(*GAMES_ALONE[number]), random.Random(seed))
        while len(played.log) < 100 and played.table.game.to_act(played.table.state):
            played.step()
            if view_of(played.table, PERSON).undo is not None:
                yield played.table


def verbs(buttons: tuple[Button, ...]) -> list[str]:
    return [press.verb for button in buttons if (press := Press.parse(button.id)) is not None]


@pytest.mark.parametrize("words", EVERY, ids=lambda words: f"{words.language} {words.deck} {words.aloud}")
@pytest.mark.parametrize("number", range(len(GAMES_ALONE)))
def test_it_crowds_out_no_hint(number: int, words: Words) -> None:
    seen = Counter[str]()
    for table in offers(number):
        view = view_of(table, PERSON)
        row = panel(view, words).blocks[-1]
        assert isinstance(row, tuple)
        assert not isinstance(row, Section | Document | ChannelSelect)
        page = LOOKS[view.game].LOOKED_UP
        further = verbs(panel(view, words, Opened(0, "more")).buttons)
        (undo,) = [one for one in (*row, *panel(view, words, Opened(0, "more")).buttons) if _takes_back(one)]
        chooses = view.my_turn and len(view.seen.legal) > 1
        assert len(row) <= 3
        assert ("hint" in verbs(row)) == chooses
        # Nothing is out of reach, and nothing is there twice.
        assert ("undo" in verbs(row)) != ("undo" in further)
        assert (page in verbs(row)) != (page in further)
        assert undo.style is ButtonStyle.PLAIN
        if not view.my_turn:
            assert undo.label == words("button.undo")
            continue
        removes = view.undo.removes if view.undo is not None else 0
        cards = [card for event in table.story[-removes].events[:1] for card in event.cards]
        named = (
            words("button.undo.card", card=words.button_card(cards[0]))
            if cards
            else words("button.undo.choice")
        )
        assert undo.label in (named, words("button.undo"))
        if "undo" in verbs(row):
            assert len(list(in_lines(row))) == 1
        seen.update({"named": undo.label == named, "more": "undo" in further, "turn": True})
    assert seen["turn"] > 5
    # Beside the page that explains a power there is no room for it.
    assert (seen["more"] > 0) == (GAMES_ALONE[number][0] == "civil-suits")
    assert words.aloud or words.deck != FRENCH or seen["named"] > 5


def _takes_back(button: Button) -> bool:
    return verbs((button,)) == ["undo"]
