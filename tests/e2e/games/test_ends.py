"""The end of a game: the result is there once, the next steps are offered, and every deal is fair."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.locale import Catalogue
from bot.panels.ending.own_end import how_it_went, looked_back
from bot.panels.ending.past import Pasts
from bot.store import Stored
from bot.store.model.games import StoredGame, packed
from bot.table.table import Table, Unreplayable
from bot.table.viewing import view_of
from engine import GAMES
from engine.deals import Deal
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.support.house import COMMANDS, House, button, house, running, sandboxed
from tests.e2e.support.hurried import hurry, last_cards
from tests.e2e.support.newcomers import panel, table_id
from tests.e2e.support.reading import verbs
from tests.e2e.support.umpire import unlimited

pytestmark = pytest.mark.usefixtures("patient")
WORDS = Catalogue.load().words("en")
AFTER = ["rematch", "replay", "more"]
"""The buttons at the end of a game, on the board and on every private panel."""
FAIR, UNFAIR = "✓", "✗"
LONG = re.compile("[0-9a-f]{16}")
"""A number that nobody reads."""


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


def tells_once(message: Message, sign: str) -> bool:
    """Return whether exactly one line of a message has a sign."""
    return sum(sign in line for line in message.text.split("\n")) == 1


async def test_the_result_is_said_once_with_what_comes_after(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        await finished(made)
        assert verbs(made.public()) == AFTER
        assert tells_once(made.public(), "🏆")
        for person in made.people:
            own = panel(made, person)
            assert verbs(own) == AFTER
            assert "🏆" not in own.text
            assert own.text.startswith(("### Won by ", "### Lost by "))
            assert not set(own.text.splitlines()) & set(made.public().text.splitlines())
            more = await press(person, own, "more")
            assert more == own
            assert {"scores", "rules", "last"} <= set(verbs(own))
            assert verbs(own)[-2:] == ["fairness", "back"]
            assert not {"leave", "down", "record"} & set(verbs(own))
            await press(person, own, "back")
            assert verbs(own) == AFTER
        assert list(made.sandbox.violations) == []


PLAYED = {"cicera": (2, {"target": 11}), "ciapano": (3, {"players": 3}), "civil-suits": (4, {})}
"""The shortest games of people, with their players and options."""


def plain(message: Message) -> str:
    """Return the text of a message with suits as they are typed."""
    return message.text.replace("\ufe0e", "")


async def own_end(made: House, person: Member) -> str:
    """Return the end of the newest game as a member's panel is to tell it."""
    assert made.bot is not None
    stored = await made.bot.store.load(table_id(made))
    assert stored is not None
    view, past = view_of(Table.restore(stored), person.id), await Pasts(made.bot.store).of(stored.table)
    return f"{how_it_went(view, WORDS)}\n{looked_back(view, past, WORDS)}".rstrip("\n")


@pytest.mark.parametrize("game", GAMES)
async def test_each_player_reads_how_it_went_for_them(tmp_path: Path, game: str) -> None:
    players, options = PLAYED[game]
    async with house(tmp_path, players=players) as made:
        unlimited(made)
        await made.open(game, **options)
        await hurry(made)
        await made.shown()
        told = []
        for person in made.people:
            own = panel(made, person)
            assert plain(own) == await own_end(made, person)
            # Nobody has to score with a play in Cicera.
            assert game == "cicera" or "Your best" in own.text
            # They have met for the first time.
            assert "so far" not in own.text
            assert not set(own.text.splitlines()) & set(made.public().text.splitlines())
            told.append(own.text)
        assert len(set(told)) == players
        guest = made.sandbox.join(made.guild, "eva")
        watched = await press(guest, made.public(), "more")
        await press(guest, watched, "back")
        assert watched.text == made.public().text
        assert list(made.sandbox.violations) == []


async def test_sides_that_have_met_before_read_how_they_stand(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        await finished(made)
        over = made.public()
        for person in made.people:
            await press(person, over, "rematch")
        await made.sandbox.until(lambda: made.public() != over and "hand" in verbs(made.public()))
        await hurry(made)
        await made.shown()
        lines = []
        for person in made.people:
            own = panel(made, person)
            assert plain(own) == await own_end(made, person)
            lines += [line for line in own.text.splitlines() if line.startswith("**You against ")]
        other = {"2 : 0": "0 : 2", "1 : 1": "1 : 1", "0 : 2": "2 : 0"}
        first, second = (line.rpartition("** ")[2] for line in lines)
        assert lines[0].startswith("**You against Bo so far:** ")
        assert second == other[first]
        assert list(made.sandbox.violations) == []


async def test_whoever_ends_a_game_reads_at_once_how_it_went(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        await made.open()
        await hurry(made, last_cards)
        ann, bo = made.people
        own = panel(made, ann)
        await press(ann, own, "more")
        await press(ann, own, "leave")
        await ann.press(own, next(one for one in own.buttons if "concede" in (one.custom_id or "")))
        await made.sandbox.until(made.over)
        await made.shown()
        other = panel(made, bo)
        assert own.text.startswith("### You gave up, ")
        assert other.text.startswith("### Won: they gave up with you ")
        for person, message in ((ann, own), (bo, other)):
            assert plain(message) == await own_end(made, person)
            assert verbs(message) == AFTER
        assert list(made.sandbox.violations) == []


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_that_was_stopped_has_the_same_after_it(tmp_path: Path, game: str) -> None:
    async with house(tmp_path) as made:
        await stopped(made, game)
        assert verbs(made.public()) == AFTER
        for person in made.people:
            own = panel(made, person)
            assert verbs(own) == AFTER
            assert "🏆" not in own.text
            assert "ended " in own.text.splitlines()[0].lower()
            assert plain(own) == await own_end(made, person)
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
            own = panel(made, made.people[0])
            stored = await bot.store.load(table_id(made))
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
                data = packed(stored.table, StoredGame((replace(first, action=action), *rest)))
                connection.execute("UPDATE games SET data = ? WHERE table_id = ?", (data, stored.table.id))
            return
    raise AssertionError("no other deal gives the same game")
