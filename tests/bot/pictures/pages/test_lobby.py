"""The picture of a lobby: its members, its game, and whether it is full."""

from dataclasses import replace
from typing import Any

from bot.games import PICTURES
from bot.lobby.seating import NAMES
from bot.locale import Catalogue
from bot.pictures.sketch.sketch import CardAt, Icon
from bot.pictures.sketch.style import Style
from engine import GAMES
from tests.bot.pictures.scenes_boards import SCENES, drawn, lobby, people, person

WORDS = Catalogue.load().words("en")


def test_a_host_and_a_level_are_said() -> None:
    sketch = drawn(SCENES["lobby-cicera"](), WORDS, Style())
    assert sketch.alt.startswith("Cicera, lobby: two against two, first to 51. Gold disc: Ann (host), free. ")
    assert WORDS("alt.computer", name=NAMES[3]) in sketch.alt
    assert {"Ann", "host", "medium", "free"} <= {text.text for text in sketch.texts}
    assert "computer" in {item.name for item in sketch.items if isinstance(item, Icon)}


def test_a_full_lobby_is_ready() -> None:
    for game in PICTURES:
        seats = people(game)
        for taken, ready in ((seats, True), (seats[:-1], False)):
            sketch = drawn(lobby(game, *taken), WORDS, Style())
            assert ("ready" in {text.text for text in sketch.texts}) is ready
            assert ("All seats are taken." in sketch.alt) is ready


def test_a_full_lobby_is_not_ready_while_somebody_has_to_agree() -> None:
    shown = lobby("cicera", *people("cicera"))
    first, *others = shown.seats
    shown = replace(shown, seats=(replace(first, ready=False), *others))
    assert "ready" not in {text.text for text in drawn(shown, WORDS, Style()).texts}


def test_own_powers_are_told() -> None:
    powers: Any = GAMES["civil-suits"].values(GAMES["civil-suits"].options({}))["powers"]
    powers |= {"KS": [9, 9, 9]}
    seats = [person(0, "Ann")]
    usual = drawn(lobby("civil-suits", *seats), WORDS, Style())
    own = drawn(lobby("civil-suits", *seats, powers=powers), WORDS, Style())
    assert "own powers" not in usual.alt
    assert "own powers" in own.alt
    kings = [item for item in own.items if isinstance(item, CardAt) and item.card.text == "KS"]
    assert [king.numbers for king in kings] == [(9, 9, 9)]
