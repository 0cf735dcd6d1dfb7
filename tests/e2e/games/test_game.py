"""Whole games, played only by members' presses and compared with the rules after each play."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.table.table import Table
from sandbox.driver import Member
from tests.e2e.support.house import House, button, house
from tests.e2e.support.hurried import hurry_on, last_cards
from tests.e2e.support.logged import nothing_told, watching
from tests.e2e.support.pseudo import texts
from tests.e2e.support.reading import lines, tokens
from tests.e2e.support.referee import Referee, unlimited
from tests.e2e.support.umpire import Umpire
from tests.engine.commands.command import Ran, run
from tests.sandbox import openapi

SUIT = re.compile("[♠♥♦♣]")
BARE = re.compile("[♠♥♦♣](?!\ufe0e)")


async def record(made: House, person: Member, folder: Path) -> tuple[Path, str]:
    """Return the saved file of the newest game's record, and its name."""
    await person.press(made.public(), button(made.public(), "more"))
    page = made.panel(person)
    assert page is not None
    await person.press(page, button(page, "fairness"))
    answer = await person.press(page, button(page, "record"))
    assert answer.message is not None
    assert answer.message.ephemeral
    (attachment,) = answer.message.attachments
    path = folder / attachment.filename
    path.write_bytes(attachment.data)
    return path, attachment.filename


def checked(path: Path) -> Ran:
    """Return the result of `verify` for a record, which `replay` must accept too."""
    assert run("replay", str(path)).status == 0
    ran = run("verify", str(path))
    assert (ran.status, ran.err) == (0, "")
    return ran


def shape(value: Any) -> str:
    """Return a value's structure: everything but its texts."""
    if isinstance(value, dict):
        return f"{{{','.join(f'{key}:{shape(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{','.join(map(shape, value))}]"
    return "text" if isinstance(value, str) else repr(value)


def held_against_discord(made: House) -> None:
    """Check the requests of the bot against Discord's own description of its API.

    One request of each shape: the others differ only in texts, whose lengths the stand-in has checked.
    """
    if openapi.available:
        shapes = {f"{e.method} {e.route} {shape(e.query)} {shape(e.json)}": e for e in made.sandbox.requests}
        assert [text for entry in shapes.values() for text in openapi.check(entry)] == []


def held_against_phones(made: House) -> None:
    """Check that no request of the bot has a suit that a phone would draw as emoji."""
    sent = {text for request in made.sandbox.requests for text in texts(request.json)}
    with_suits = [text for text in sent if SUIT.search(text)]
    assert len(with_suits) > 40
    assert [text for text in with_suits if BARE.search(text)] == []


async def finished(made: House, umpire: Umpire, folder: Path) -> Any:
    """Check a game that is over: the log, the last message, the record; return the result of `verify`."""
    await umpire.stored_as_pressed()
    assert made.over()
    await umpire.agree()
    outcome = umpire.game.outcome(umpire.state)
    assert outcome.places is not None
    winners = [name for side in outcome.winners for name in umpire.sides()[side]]
    assert tokens(lines(made.public())[0], umpire.names()) == winners
    path, name = await record(made, made.people[0], folder)
    assert name == f"{umpire.GAME}-{umpire.table_id}.json"
    told = checked(path).json
    assert told["finished"]
    assert told["totals"] == list(outcome.totals)
    assert told["winners"] == list(outcome.winners)
    assert list(made.sandbox.violations) == []
    assert stored_sides(folder, umpire.table_id) == [
        (*of_side, side in outcome.winners)
        for side, of_side in enumerate(zip(outcome.totals, outcome.places, strict=True))
    ]
    return told


def stored_sides(folder: Path, table_id: str) -> list[tuple[int, int, bool]]:
    """Return each side's points, place and whether it has won, from a stored result."""
    query = "SELECT points, place, won FROM result_sides WHERE table_id = ? ORDER BY side"
    with closing(sqlite3.connect(folder / "cards.db")) as database:
        return [(points, place, bool(won)) for points, place, won in database.execute(query, (table_id,))]


def may_end(table: Table) -> bool:
    """Return whether the last cards of a hand may end a game of 51."""
    return last_cards(table) and max(table.state.totals) >= 43


@pytest.mark.long
async def test_four_members_play_to_51(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        referee = Referee(made)
        watch = watching(referee, caplog)
        await referee.begin()
        await referee.play(20)
        await hurry_on(referee, last_cards)
        await referee.play(12)
        while not referee.over:
            await hurry_on(referee, may_end)
            await referee.play(9)
        await nothing_told(referee, watch, caplog)
        told = await finished(made, referee, tmp_path)
        assert max(told["totals"]) >= 51 or referee.state.sheets[-1].napoleone is not None
        held_against_discord(made)
        held_against_phones(made)


async def test_two_members_play_with_other_house_rules(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        referee = Referee(made)
        await referee.begin(players=2, target=11, deal=6, picada="rank")
        await referee.play(16)
        while not referee.over:
            await hurry_on(referee, last_cards)
            await referee.play(8)
        await finished(made, referee, tmp_path)
        held_against_discord(made)
