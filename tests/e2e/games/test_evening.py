"""An evening at one table with everything that sets its pace: cuts, take-backs, cards held in view, a best of
three, other partners.

Each game's record is checked.
"""

import json
import random
from pathlib import Path
from typing import Any, Final

import pytest

from bot.table.match import decided
from bot.table.table import Table
from bot.table.viewing import view_of
from sandbox.driver import Gone, Member
from sandbox.view import Button, Message
from tests.e2e.games.test_game import checked, record
from tests.e2e.support.at_table import at_table
from tests.e2e.support.house import House, button, tap
from tests.e2e.support.reading import verb, verbs

pytestmark = pytest.mark.long

PACE: Final[dict[str, Any]] = {
    "hold_seconds": 0.05,
    "undo_seconds": 0.3,
    "cut_seconds": 20,
    "pause_seconds": 0.05,
}
SKIMS: Final = 0.4
"""How often some plays are made without a press."""
MOVES: Final = ("play", "pick", "ready", "cut", "undo")


def moves(made: House, person: Member) -> tuple[Message, list[Button]] | None:
    """Return a member's panel and the buttons on it that move the game on, None if there are none."""
    panel = made.panel(person)
    found = [b for b in panel.buttons if verb(b) in MOVES and not b.disabled] if panel else []
    return (panel, found) if panel and found else None


async def newest(made: House) -> Table:
    """Return the newest table."""
    assert made.bot is not None
    return await made.bot.tables.get(str(made.public().buttons[0].custom_id).split(":")[1])


async def play_out(made: House, rng: random.Random) -> Table:
    """Play the newest game to its end, with every kind of press and some plays without; return its table."""
    assert made.bot is not None
    table = await newest(made)
    while not made.over():
        await made.sandbox.until(lambda: made.over() or any(moves(made, person) for person in made.people))
        able = [(person, found) for person in made.people if (found := moves(made, person)) is not None]
        if not able:
            break
        if rng.random() < SKIMS:
            await made.skim()
            continue
        person, (panel, buttons) = rng.choice(able)
        # Every member takes some plays back, and cuts more often than not.
        wanted = [b for b in buttons if verb(b) in ("cut", "undo") and rng.random() < 0.5]
        try:
            await person.press(panel, rng.choice(wanted or buttons))
        except Gone:
            # Its time had just run out.
            continue
        await made.answered()
    return made.bot.tables.current(table)


async def choose(made: House, person: Member, wanted: str) -> None:
    """Let a member who has asked for a rematch press a button behind More."""
    own = [m for m in person.sees(made.channel) if m.ephemeral and "lobby" in verbs(m)][-1]
    for pressed in ("lobby", wanted):
        await tap(person, own, pressed)
        await made.shown()


@pytest.mark.slow
async def test_a_best_of_three_at_the_pace_of_a_table(tmp_path: Path) -> None:
    rng = random.Random(5)
    async with at_table(tmp_path, **PACE) as made:
        ann, bo, cy, di = made.people
        await made.open("cicera", target=11)
        cuts: list[int] = []
        undone, games = 0, 0
        while True:
            table = await play_out(made, rng)
            await made.sandbox.until(made.over)
            await made.shown()
            games += 1
            path, _ = await record(made, ann, tmp_path)
            result = checked(path).json
            assert result["finished"]
            cuts += as_json(path)["fairness"]["cuts"]
            assert made.bot is not None
            undone += await take_backs(made, table)
            if games > 1 and decided(view_of(made.bot.tables.current(table)).series, 2):
                break
            ended = made.public()
            await tap(ann, ended, "rematch")
            await made.shown()
            if games == 1:
                await choose(made, ann, "match")
            for person in (bo, cy, di):
                await tap(person, ended, "rematch")
                await made.shown()
            assert (await newest(made)).playing
        assert games in (2, 3)
        assert any(cuts)
        assert undone
        # Then with other partners.
        ended = made.public()
        await tap(ann, ended, "rematch")
        await made.shown()
        await choose(made, ann, "swap")
        for person in (bo, cy, di):
            await tap(person, ended, "rematch")
            await made.shown()
        table = await play_out(made, rng)
        names = {row.seat: row.name for row in table.seats}
        assert {names[0], names[2]} != {"Ann", "Cy"}
        assert not table.row.series


async def take_backs(made: House, table: Table) -> int:
    """Return the number of plays that were taken back in a finished game."""
    assert made.bot is not None
    result = await made.bot.store.played.result(table.row.id)
    assert result is not None
    return sum(len(hand.undone) for hand in result.hands)


def as_json(path: Path) -> dict[str, Any]:
    """Return a record as plain data."""
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


async def test_a_whole_game_with_second_thoughts(tmp_path: Path) -> None:
    rng = random.Random(6)
    async with at_table(tmp_path, **PACE | {"undo_seconds": 1.0}) as made:
        await made.open("civil-suits")
        table = await play_out(made, rng)
        await made.sandbox.until(made.over)
        await made.shown()
        assert made.bot is not None
        assert await take_backs(made, table)
        path, _ = await record(made, made.people[0], tmp_path)
        assert checked(path).json["finished"]
        assert button(made.public(), "rematch")
