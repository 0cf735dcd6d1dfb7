"""A replay shows the table at each moment as everybody saw it in play."""

from itertools import groupby
from pathlib import Path

import pytest

from bot.clock.due import do_what_is_due
from bot.locale import Catalogue
from bot.panels.shared.shows import sketch
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.replays.replay import Replay
from tests.bot.tavern import Tavern

WORDS = Catalogue.load().words("en")


def shown(table: Table) -> str:
    """Return the name of the picture that everybody sees of a table."""
    drawn = sketch(view_of(table), WORDS, Style())
    assert drawn is not None
    return drawn.name


async def played(tavern: Tavern, table: Table) -> list[str]:
    """Play a game to its end; return the names of its pictures, each once where it stays in sight."""
    seen = [shown(table)]
    while table.row.status is Status.PLAYING or table.row.held:
        if table.row.held or table.between_hands:
            tavern.at = table.row.wake_at or tavern.at
            await do_what_is_due(tavern.tables, table.row.id)
            table = tavern.now(table)
        else:
            table = await tavern.plays(table)
        if shown(table) != seen[-1] and view_of(table).counting not in (1, 2):
            # A replay has the whole last sheet, and not the parts in which it was counted aloud.
            seen.append(shown(table))
    return seen


@pytest.mark.parametrize(
    ("game", "options"), [("cicera", {"target": 31}), ("ciapano", {}), ("civil-suits", {})]
)
async def test_the_pictures_of_a_replay_are_those_of_the_game(
    tmp_path: Path, game: str, options: dict[str, object]
) -> None:
    tavern = await Tavern.open(tmp_path, hold_seconds=1)
    table = await tavern.game(game, **options)
    seen = await played(tavern, table)
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    replay = Replay.of(stored)
    pictures = (shown(replay.at(moment)) for moment in replay.every())
    assert [name for name, _ in groupby(pictures)] == seen
    await tavern.close()
