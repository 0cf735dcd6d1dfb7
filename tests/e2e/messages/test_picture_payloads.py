"""In states of whole games, a picture's description is short enough, and Discord accepts the message."""

import random
from itertools import islice

import pytest

from bot.blocks.blocks import Panel, Picture
from bot.games import PICTURES
from bot.panels.presentation import Presentation
from bot.panels.shared.shows import sketch
from bot.pictures.decks import Deck
from bot.pictures.sketch.alt import ALT
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.table.viewing import view_of
from cogs.sending.layout import layout
from engine import GAMES
from sandbox.rest import Request
from tests.e2e.support.drawn import WORDS, tables_of
from tests.engine.strategies import all_options, played
from tests.sandbox import openapi

V2 = 1 << 15
SOME = 5
"""One state in this many is looked at, shifted by one from game to game."""
STYLES = (Style(), Style(Deck.ITALIAN), Style(Deck.FOUR, big=True))


def edit(panel: Panel) -> Request:
    """Return the request that shows a panel with its picture."""
    names = [file.name for file in panel.files]
    body = {
        "components": layout(panel).to_components(),
        "attachments": [{"id": number, "filename": name} for number, name in enumerate(names)],
        "flags": V2,
    }
    return Request("PATCH", "/channels/1/messages/2", "", {}, 0.0, body)


@pytest.mark.parametrize("game", PICTURES)
def test_states_have_a_picture_that_discord_takes(game: str) -> None:
    drawn = 0
    for seed in range(4):
        options = random.Random(seed).choice(all_options(GAMES[game]))
        whole = played(GAMES[game], options, seed, 5000)
        for number, table in enumerate(islice(tables_of(whole), seed % SOME, None, SOME)):
            style = STYLES[number % len(STYLES)]
            view = view_of(table)
            made = sketch(view, WORDS, style)
            assert isinstance(made, Sketch)
            assert 0 < len(made.alt) <= ALT
            if number % 6 == 0 or number < 3:
                panel = Presentation(WORDS, style).board(table)
                [picture] = [file for file in panel.files if isinstance(file, Picture)]
                assert picture == Picture.of(made)._replace(words=picture.words, scene=picture.scene)
                assert picture.words
                assert picture.scene.endswith(table.row.id)
                if openapi.available:
                    assert openapi.check(edit(panel)) == []
            drawn += 1
    assert drawn > 40
