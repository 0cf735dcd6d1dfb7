"""A whole game is played, and stepped through by the buttons of its replay: the pictures are the same."""

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from bot.locale import Catalogue
from bot.panels.shared.shows import sketch
from bot.pictures.sketch.style import Style
from bot.store import Reader
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import GAMES
from sandbox.components import GALLERY, walk
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.support.house import House, house
from tests.e2e.support.pictured import seen
from tests.e2e.support.replays import open_replay, step, turn
from tests.e2e.support.umpire import unlimited
from tests.e2e.support.umpires import UMPIRES
from tests.e2e.support.watch import reaches

CATALOGUE = Catalogue.load()
SHORT: dict[str, dict[str, Any]] = {"cicera": {"target": 11}}
PLAYERS = {"ciapano": 3}
SKIMS = {"cicera": 0.0, "ciapano": 0.1, "civil-suits": 0.1}
"""How often plays are skimmed: of these only the last picture is shown."""


def on_the_board(made: House, table_id: str) -> list[str]:
    """Return the names of the pictures that the public message of a table has shown, in order."""
    names = list[str]()
    for request in list(made.sandbox.requests):
        body = request.json if isinstance(request.json, dict) else {}
        parts = list(walk((body.get("data") or body).get("components") or []))
        own = any(part.get("custom_id", "").startswith(f"t:{table_id}:") for part in parts)
        if own and reaches(made, request) is None:
            galleries = (part["items"] for part in parts if part["type"] == GALLERY)
            names += [item["media"]["url"].rpartition("/")[2] for items in galleries for item in items]
    return [name for name, _ in groupby(names)]


def drawn(table: Table, language: str) -> str:
    """Return the name of the picture of a table."""
    made = sketch(view_of(table), CATALOGUE.words(language), Style())
    assert made is not None
    return made.name


def in_order(some: list[str], every: list[str]) -> bool:
    """Return whether some names are among others in their order."""
    left = iter(every)
    return all(name in left for name in some)


async def steps(made: House, person: Member, replay: Message) -> list[str]:
    """Step through a replay from its first moment to its last; return the names of its pictures."""
    found = list[str]()
    await turn(made, person, replay, "first")
    while True:
        await made.shown()
        ((name, described),) = seen(replay)
        assert 0 < len(described) <= 1024
        found.append(name)
        if step(replay, "next").disabled:
            return found
        before = replay.text, step(replay, "next")
        answer = await turn(made, person, replay, "next")
        assert answer.kind in ("update", "deferred_update")
        assert (replay.text, step(replay, "next")) != before


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_the_replay_of_a_whole_game_has_the_pictures_of_the_game(tmp_path: Path, game: str) -> None:
    async with house(tmp_path, PLAYERS.get(game, 4), pictures=True) as made:
        unlimited(made)
        umpire = UMPIRES[game](made, looks=0.0, skims=SKIMS[game], settles=0.3)
        await umpire.begin(**SHORT.get(game, {}))
        table_id = umpire.table_id
        await umpire.play()
        await made.sandbox.until(made.over, what="the end of the game")
        await made.shown()
        board = on_the_board(made, table_id)
        eva = made.sandbox.join(made.guild, "eva", locale="it")
        bot = made.bot
        assert bot is not None
        replay = await bot.replays.of(table_id, Reader(made.people[0].id, made.guild.id, ()))
        seen_in = {}
        for person, language in ((made.people[0], "en"), (eva, "it")):
            seen_in[language] = await steps(made, person, await open_replay(made, person))
            assert seen_in[language] == [drawn(replay.at(one), language) for one in replay.every()]
        # The board began with the lobby, and showed each table that was not followed by another at once.
        replayed = seen_in["en"]
        assert in_order([name for name in board if name in replayed], replayed)
        assert len(set(board) - set(replayed)) <= 2
        assert len(set(board)) > len(replayed) / 2
        assert list(made.sandbox.violations) == []
