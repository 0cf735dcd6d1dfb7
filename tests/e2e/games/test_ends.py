"""The end of a game: the result is there once, the next steps are offered, and every deal is fair."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import Stored
from bot.table.table import Table, Unreplayable
from engine import GAMES
from engine.deals import Deal
from sandbox.driver import Member
from sandbox.view import Button, Message
from tests.e2e.support.house import COMMANDS, House, house, running, sandboxed
from tests.e2e.support.hurried import hurry, last_cards
from tests.e2e.support.reading import verb
from tests.e2e.support.umpire import unlimited

AFTER = ["rematch", "review", "more"]
"""The buttons at the end of a game, on the board and on every private panel."""
FAIR, UNFAIR = "✓", "✗"
LONG = re.compile("[0-9a-f]{16}")
"""A number that nobody reads."""


def verbs(message: Message) -> list[str]:
    """Return the verbs of a message's buttons."""
    return [verb(button) for button in message.buttons]


def button(message: Message, name: str) -> Button:
    """Return the button of a message with this verb."""
    (found,) = [button for button in message.buttons if verb(button) == name]
    return found


async def press(person: Member, message: Message, name: str) -> Message:
    """Press the button of a message with this verb, and return the message that answers."""
    answer = await person.press(message, button(message, name))
    if answer.message is None:
        assert answer.followups
    return answer.message or answer.followups[0]


async def finished(made: House) -> None:
    """Play a short game to its end."""
    unlimited(made)
    await made.open(target=11)
    while not made.over():
        await hurry(made, last_cards)
        await made.play_on(8)
    await made.shown()


async def stopped(made: House, game: str) -> None:
    """Open a game, play a little and stop it."""
    unlimited(made)
    await made.open(game)
    for _ in range(6):
        await made.step()
    for person in made.people:
        if not made.over():
            await person.slash(made.channel, f"{COMMANDS.get(game, game)} stop")
    await made.sandbox.until(made.over)
    await made.shown()


async def table_id(made: House) -> str:
    """Return the id of the board's table."""
    (_, found, *_) = (made.public().buttons[0].custom_id or "").split(":")
    return found


def tells_once(message: Message, sign: str) -> bool:
    """Return whether exactly one line of a message has a sign."""
    return sum(sign in line for line in message.text.split("\n")) == 1


async def test_the_result_is_said_once_with_what_comes_after(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        await finished(made)
        assert verbs(made.public()) == AFTER
        assert tells_once(made.public(), "🏆")
        for person in made.people:
            panel = made.panel(person)
            assert panel is not None
            assert verbs(panel) == AFTER
            assert "🏆" not in panel.text
            assert panel.text.startswith(("### Won by ", "### Lost by "))
            assert "**Your best play:** +" in panel.text
            assert not set(panel.text.splitlines()) & set(made.public().text.splitlines())
            more = await press(person, panel, "more")
            assert more == panel
            assert {"scores", "rules", "last"} <= set(verbs(panel))
            assert verbs(panel)[-2:] == ["fairness", "back"]
            assert not {"leave", "down", "record"} & set(verbs(panel))
            await press(person, panel, "back")
            assert verbs(panel) == AFTER
        assert list(made.sandbox.violations) == []


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_that_was_stopped_has_the_same_after_it(tmp_path: Path, game: str) -> None:
    async with house(tmp_path) as made:
        await stopped(made, game)
        assert verbs(made.public()) == AFTER
        for person in made.people:
            panel = made.panel(person)
            assert panel is not None
            assert verbs(panel) == AFTER
            assert "🏆" not in panel.text
        guest = made.sandbox.join(made.guild, "eva")
        more = await press(guest, made.public(), "more")
        await press(guest, more, "fairness")
        await press(guest, more, "check")
        assert tells_once(more, FAIR)
        assert list(made.sandbox.violations) == []


async def test_anybody_checks_every_deal_and_a_changed_one_is_found(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        guest = made.sandbox.join(made.guild, "eva")
        async with running(made, database) as bot:
            await finished(made)
            own = made.panel(made.people[0])
            assert own is not None
            stored = await bot.store.load(await table_id(made))
            assert stored is not None
            pages = [(made.people[0], own), (guest, await press(guest, made.public(), "more"))]
            await press(made.people[0], own, "more")
            for person, page in pages:
                assert await press(person, page, "fairness") == page
                assert not LONG.search(page.text)
                assert "`" not in page.text
                assert FAIR not in page.text
                await press(person, page, "check")
                assert tells_once(page, FAIR)
                assert verbs(page) == ["check", "record", "fairness", "back"]
                record = await press(person, page, "record")
                assert record.attachments
                await press(person, page, "fairness")
                assert stored.table.commitment in page.text
                assert stored.table.seed.hex() in page.text
                for name in ("back", "more", "fairness"):
                    assert await press(person, page, name) == page
        async with running(made, database) as bot:
            unlimited(made)
            # The same message, after a restart.
            for person, page in pages:
                await press(person, page, "check")
                assert tells_once(page, FAIR)
        _change_a_deal(database, stored)
        async with running(made, database):
            unlimited(made)
            for person, page in pages:
                await press(person, page, "check")
                assert tells_once(page, UNFAIR)
                assert FAIR not in page.text
                await press(person, page, "back")
                assert verbs(page) == AFTER
        assert list(made.sandbox.violations) == []


def _change_a_deal(database: Path, stored: Stored) -> None:
    """Change the first deal in the database in such a way that the game can still be replayed."""
    first, *rest = stored.log
    deal = Deal.parse(first.action, GAMES[stored.table.game])
    for one in range(len(deal.deck)):
        for other in range(one):
            deck = list(deal.deck)
            deck[one], deck[other] = deck[other], deck[one]
            action = str(Deal(deal.dealer, tuple(deck)))
            try:
                Table.restore(replace(stored, log=(replace(first, action=action), *rest)))
            except Unreplayable:
                continue
            with closing(sqlite3.connect(database)) as connection, connection:
                connection.execute(
                    "UPDATE log SET action = ? WHERE table_id = ? AND seq = 0", (action, stored.table.id)
                )
            return
    raise AssertionError("no other deal gives the same game")
