"""**Play alone now** in Discord: one press on the private panel, from an empty lobby to one's cards."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.lobby.seating import GENTLE
from bot.table.table import Table
from sandbox.answer import Answer
from sandbox.components import STRING_SELECT
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import COMMANDS, House, house, running, sandboxed
from tests.e2e.support.hurried import hurry
from tests.e2e.support.umpire import unlimited


async def opened(made: House, person: Member, game: str = "cicera", **options: Any) -> Message:
    """Let a member open a lobby; return their private message."""
    before = len(person.sees(made.channel))
    await person.slash(made.channel, f"{COMMANDS.get(game, game)} start", **options)
    await made.sandbox.until(lambda: len(person.sees(made.channel)) >= before + 2, what="the lobby")
    return [message for message in person.sees(made.channel) if message.ephemeral][-1]


def table_id(made: House) -> str:
    """Return the id of the newest table."""
    return (made.public().buttons[0].custom_id or "").split(":")[1]


async def the_table(made: House) -> Table:
    """Return the newest table."""
    assert made.bot is not None
    return await made.bot.tables.get(table_id(made))


async def press(made: House, person: Member, message: Message) -> Answer:
    """Press **Play alone now**, on a message that may not have it."""
    return await person.forge(message, f"t:{table_id(made)}:0:alone")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("cicera", {}),
        ("cicera", {"players": 2}),
        ("ciapano", {"players": 5}),
        ("civil-suits", {}),
    ],
)
async def test_one_press_leads_from_the_lobby_to_ones_cards(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    async with house(tmp_path, players=1, cut_seconds=60, pause_seconds=0) as made:
        unlimited(made)
        ann = made.people[0]
        own = await opened(made, ann, game, **options)
        answer = await ann.press(own, label=WORDS("button.alone"))
        assert answer.message is not None
        assert answer.message.id == own.id
        table = await the_table(made)
        assert table.playing
        assert table.row.cutter is None
        assert GENTLE in {row.level for row in table.seats}
        await made.sandbox.until(lambda: made.controls(ann), what="a turn")
        assert len([m for m in ann.sees(made.channel) if m.ephemeral]) == 1
        await made.play_on(4)
        assert list(made.sandbox.violations) == []


async def test_a_refusal_stands_on_the_panel(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        ann, bo = made.people
        own = await opened(made, ann, players=4)
        await made.join(bo, 1)
        chosen = f"t:{table_id(made)}:0:option:target"
        await ann.forge(own, chosen, values=["31"], component_type=STRING_SELECT)
        await press(made, ann, own)
        assert WORDS("refused.to-agree") in own.text
        assert not (await the_table(made)).playing
        assert (await press(made, bo, made.public())).text == WORDS("refused.host-starts")
        assert list(made.sandbox.violations) == []


async def test_a_second_press_shows_the_hand(tmp_path: Path) -> None:
    async with house(tmp_path, players=1, pause_seconds=0) as made:
        unlimited(made)
        ann = made.people[0]
        own = await opened(made, ann)
        await asyncio.gather(press(made, ann, own), press(made, ann, own))
        await made.answered()
        await made.sandbox.until(lambda: made.controls(ann), what="a turn")
        assert (await the_table(made)).dealt == 1
        assert WORDS("refused.started") not in own.text


async def test_computers_stay_gentle_for_two_games_and_beginners_for_as_long(tmp_path: Path) -> None:
    """As the bot draws the panels, with a restart before the second game."""
    async with sandboxed(1) as made:
        ann, levels = made.people[0], []
        for games in (1, 2):
            async with running(made, tmp_path / "cards.db", pause_seconds=0):
                unlimited(made)
                assert made.bot is not None
                for _ in range(games):
                    await press(made, ann, await opened(made, ann, players=2, target=11))
                    table = await the_table(made)
                    presented = await made.bot.audience.own(WORDS, table.row, ann.id)
                    levels.append((table.seats[1].level, presented.beginner))
                    await hurry(made)
        assert levels[:2] == [(GENTLE, True)] * 2
        assert levels[2] == ("easy", False)
