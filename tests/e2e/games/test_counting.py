"""After the last card of a game its last hand is counted on every message, and then the winners are told."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.locale import Catalogue
from bot.table.pauses import STANDS, WHOLE
from bot.table.table import Table
from cogs.publisher import publisher
from sandbox.view import Message
from tests.e2e.support.at_table import at_table
from tests.e2e.support.house import House, button, tap
from tests.e2e.support.hurried import cards, hurry
from tests.e2e.support.newcomers import panel
from tests.e2e.support.reading import verb, verbs

WORDS = Catalogue.load().words("en")
HOLD = 40
"""Long enough for any machine: the time in between is measured by a clock that is set by hand."""
GAMES_PLAYED = [("cicera", 2, {"target": 11}), ("ciapano", 3, {}), ("civil-suits", 4, {})]


def one_press_left(table: Table) -> bool:
    """Return whether the next action may be the last of the game."""
    if table.between_hands or cards(table) > 1:
        return False
    seat = table.waits_for()[0]
    afters = [table.with_play(seat, action) for action in table.game.legal(table.state, seat)]
    return any(not after.game.to_act(after.state) for after in afters)


def hand_over(made: House, table: Table) -> bool:
    """Return whether the hand of a table is over by now."""
    assert made.bot is not None
    return made.bot.tables.current(table).hand_over


async def last_card(made: House, game: str, **options: Any) -> Table:
    """Return the table of a game whose last card was pressed just now, with that in sight."""
    assert made.bot is not None
    await made.open(game, **options)
    tables = made.bot.tables
    while True:
        table = await hurry(made, one_press_left)
        await made.play(partial(hand_over, made, table))
        await made.shown()
        if tables.current(table).ending:
            return tables.current(table)
        # It was not the last hand after all.
        await made.pass_time(HOLD)


def messages(made: House) -> list[Message]:
    """Return the public message and every member's panel."""
    return [made.public(), *(panel(made, person) for person in made.people)]


def edits(made: House) -> list[int]:
    """Return how often the public message and every panel were edited, without answers to presses."""
    ids = [str(message.id) for message in messages(made)]
    asked = [request.path for request in made.sandbox.requests if request.method == "PATCH"]
    return [sum(path.endswith(one) for path in asked) for one in ids]


async def reached(made: House, table: Table, part: int) -> None:
    """Let the time pass after which a part of the sheet is counted, and wait until that is so."""
    assert made.bot is not None
    await made.pass_time(HOLD)
    tables = made.bot.tables
    await made.sandbox.until(lambda: tables.current(table).counting == part)


async def counted(made: House, table: Table, part: int) -> None:
    """Let the time pass after which a part of the sheet is in sight, and check it everywhere."""
    await reached(made, table, part)
    await made.shown()
    for message in messages(made):
        asked = button(message, "winners")
        assert (asked.label, asked.disabled) == (WORDS("button.winners"), part < WHOLE)
        assert WORDS("counting.title") in message.text
        assert not {"rematch", "replay", "ready"} & {*verbs(message)}


async def ended(made: House) -> None:
    """Wait until every message shows the winners."""
    await made.sandbox.until(lambda: all("rematch" in verbs(message) for message in messages(made)))
    await made.shown()


@pytest.mark.parametrize(("game", "players", "options"), GAMES_PLAYED)
async def test_the_last_hand_is_counted_in_three_edits_and_the_winners_are_told_at_a_press(
    tmp_path: Path, game: str, players: int, options: dict[str, Any]
) -> None:
    async with at_table(tmp_path, players, hold_seconds=HOLD) as made:
        table = await last_card(made, game, **options)
        before, (first, second, *_) = edits(made), made.people
        for part in (1, 2, WHOLE):
            await counted(made, table, part)
            assert edits(made) == [n + part for n in before]
        guest = made.sandbox.join(made.guild, "Guest")
        refused = await tap(guest, made.public(), "winners")
        await made.sandbox.until(lambda: refused.text)
        assert WORDS("refused.not-seated") in refused.text
        assert "winners" in verbs(made.public())
        await tap(second, panel(made, second), "winners")
        await ended(made)
        # The panel that was pressed is drawn by the answer.
        assert edits(made) == [n + WHOLE + (place != 2) for place, n in enumerate(before)]
        # A press on a message that has not been drawn again yet.
        await first.forge(made.public(), f"t:{table.row.id}:0:winners")
        await made.shown()
        assert "rematch" in verbs(made.public())


async def test_the_winners_come_by_themselves_once_the_whole_sheet_has_stood(tmp_path: Path) -> None:
    async with at_table(tmp_path, 2, hold_seconds=HOLD) as made:
        table = await last_card(made, "cicera", target=11)
        for part in (1, 2, WHOLE):
            await counted(made, table, part)
        await made.pass_time(STANDS * HOLD)
        await ended(made)


async def test_beside_another_game_in_the_channel_the_sheet_comes_in_one_edit(tmp_path: Path) -> None:
    async with at_table(tmp_path, 3, hold_seconds=HOLD) as made:
        await made.open("ciapano")
        table = await last_card(made, "ciapano")
        before = edits(made)
        await counted(made, table, WHOLE)
        assert edits(made) == [n + 1 for n in before]


async def test_where_edits_are_short_only_the_whole_sheet_is_shown_in_public(tmp_path: Path) -> None:
    async with at_table(tmp_path, 2, hold_seconds=HOLD) as made:
        assert made.bot is not None
        table = await last_card(made, "cicera", target=11)
        boards, (public, *_) = publisher(made.bot).boards, edits(made)
        # All edits of the last minutes count: there is no room for another.
        boards.edits.window = 1000.0
        for part in (1, 2):
            await reached(made, table, part)
            await made.shown()
        assert edits(made)[0] == public
        await made.pass_time(HOLD)
        panels = [panel(made, person) for person in made.people]
        await made.sandbox.until(lambda: not any(button(one, "winners").disabled for one in panels))
        # It waits for room.
        assert boards.asked == (made.channel.id,)
        assert edits(made)[0] == public


async def test_a_page_that_is_open_stays_open_while_the_hand_is_counted_and_has_nothing_of_the_end(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path, 2, hold_seconds=HOLD) as made:
        table, (ann, bob) = await last_card(made, "cicera", target=11), made.people
        await tap(ann, panel(made, ann), "more")
        await tap(bob, panel(made, bob), "last")
        for part in (1, 2, WHOLE):
            await reached(made, table, part)
            await made.shown()
            assert all("back" in verbs(panel(made, person)) for person in (ann, bob))
            assert not {"record", "leave"} & {*verbs(panel(made, ann))}
        for forged in ("rematch", "review", "replay", "record", "check"):
            answer = await ann.forge(panel(made, ann), f"t:{table.row.id}:0:{forged}")
            assert WORDS("refused.counting") in answer.text, forged
        seed = table.row.seed.hex()
        assert not any(seed in str(request.json) for request in made.sandbox.requests)
        await tap(ann, panel(made, ann), "back")
        assert [verb(b) for b in panel(made, ann).buttons] == ["winners", "more"]
