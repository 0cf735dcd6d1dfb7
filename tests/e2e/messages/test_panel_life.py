"""How long a private panel follows its table, and its text when it stops."""

import asyncio
from pathlib import Path

import pytest

from bot.messages.ledger import ENDING_SECONDS, TOKEN_SECONDS
from bot.store import PanelRow, Store
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.support.house import House, house, live, running, sandboxed
from tests.e2e.support.hurried import hurry, last_cards
from tests.e2e.support.reading import verb
from tests.e2e.support.umpire import unlimited

NEAR = TOKEN_SECONDS - ENDING_SECONDS
"""Seconds after a press at which a panel says that it stops following."""


def verbs(message: Message) -> list[str]:
    """Return the verbs of a message's buttons."""
    return [verb(button) for button in message.buttons]


def panels(made: House) -> list[Message]:
    """Return each member's private panel."""
    found = [made.panel(person) for person in made.people]
    assert None not in found
    return [panel for panel in found if panel is not None]


def stops(message: Message) -> bool:
    """Return whether a panel says that it has stopped following."""
    return verbs(message) == ["hand"]


def edits(made: House, message: Message) -> int:
    """Return how often a private panel has been edited through its token."""
    end = f"/messages/{message.id}"
    return sum(r.method == "PATCH" and r.path.endswith(end) for r in made.sandbox.requests)


async def kept(made: House) -> list[PanelRow]:
    """Return the stored panels of the newest table."""
    assert made.bot is not None
    await made.shown()
    await made.bot.tables.ledgers.deferred.flush()
    (row,) = await made.bot.store.live()
    stored = await made.bot.store.load(row.id)
    assert stored is not None
    return list(stored.panels)


def to_move(made: House) -> Member:
    """Return the member who can press something that moves the game on."""
    return next(person for person in made.people if made.to_press(person))


@pytest.mark.parametrize("game", ["cicera", "ciapano", "civil-suits"])
async def test_a_panel_says_once_that_it_stops_and_goes_on_where_my_hand_is_pressed(
    tmp_path: Path, game: str
) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        await made.open(game)
        person = to_move(made)
        every = panels(made)
        own = every[made.people.index(person)]
        await made.pass_time(NEAR - 5)
        await made.shown()
        assert not any(map(stops, every))
        await made.pass_time(6)
        await made.sandbox.until(lambda: all(map(stops, every)), what="the panels stop")
        await made.shown()
        assert not any(map(live, every))
        assert await kept(made) == []
        counts = [edits(made, panel) for panel in every]
        await made.pass_time(10)
        await made.shown()
        assert [edits(made, panel) for panel in every] == counts
        await made.pass_time(3600)
        answer = await person.press(own, custom_id=own.buttons[0].custom_id)
        assert answer.message is not None
        assert answer.message.id == own.id
        assert live(own)
        assert [panel.user_id for panel in await kept(made)] == [person.id]
        await made.press(person, live(own)[0], made.rng)
        assert not stops(own)
        assert list(made.sandbox.violations) == []


async def test_a_panel_that_is_pressed_just_before_goes_on(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        await made.open()
        ann, *others = panels(made)
        await made.pass_time(NEAR - 1)
        # Its new token may not be stored yet when the clock looks.
        await made.people[0].press(ann, label="More")
        made.sandbox.clock.advance(2)
        assert made.bot is not None
        made.bot.clock.expect(0.0)
        await made.sandbox.until(lambda: all(map(stops, others)), what="the others stop")
        await made.shown()
        assert "back" in verbs(ann)
        assert [panel.user_id for panel in await kept(made)] == [made.people[0].id]
        await made.pass_time(NEAR - 60)
        assert "back" in verbs(ann)
        await made.pass_time(60)
        await made.sandbox.until(lambda: stops(ann), what="it stops")
        await made.shown()


async def test_panels_of_a_lobby_and_between_hands_stop_as_well(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, lobby_minutes=60, next_hand_seconds=7200) as made:
        unlimited(made)
        ann = made.people[0]
        answer = await ann.slash(made.channel, "cicera start", players=2)
        await made.sandbox.until(lambda: answer.followups)
        (panel,) = answer.followups
        await made.pass_time(NEAR + 1)
        await made.sandbox.until(lambda: stops(panel), what="the lobby's panel stops")
        (join,) = [button for button in made.public().buttons if verb(button) == "join"]
        await made.people[1].press(made.public(), join)
        await made.start(ann)
        await ann.press(panel, custom_id=panel.buttons[0].custom_id)
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        await hurry(made, last_cards)
        await made.play(lambda: any(map(made.between, made.people)))
        await made.shown()
        every = panels(made)
        await made.pass_time(NEAR + 1)
        await made.sandbox.until(lambda: all(map(stops, every)), what="the panels stop")
        await made.shown()


async def test_panels_of_a_game_that_is_over_say_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        await made.open()
        every = panels(made)
        for person in made.people:
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        await made.shown()
        counts = [edits(made, panel) for panel in every]
        await made.pass_time(NEAR + 1)
        await made.shown()
        assert [edits(made, panel) for panel in every] == counts
        assert not any(map(stops, every))


async def test_a_restart_forgets_neither_to_stop_a_panel_nor_one_that_was_renewed(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database):
            unlimited(made)
            await made.open()
            await made.pass_time(300)
            ann, bo = panels(made)
            await made.people[1].press(bo, label="More")
        made.sandbox.clock.advance(NEAR - 299)
        async with running(made, database) as bot:
            unlimited(made)
            await made.sandbox.until(lambda: stops(ann), what="the panel stops after the restart")
            await made.shown()
            assert not stops(bo)
            assert [panel.user_id for panel in await kept(made)] == [made.people[1].id]
            assert bot.tables.now() > 0
        made.sandbox.clock.advance(TOKEN_SECONDS)
        async with running(made, database):
            await made.shown()
            # It cannot be edited any longer, and is forgotten.
            assert not stops(bo)
            assert await kept(made) == []


async def test_a_panel_that_cannot_be_edited_for_a_while_says_it_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.messages.panels.AGAIN_AFTER", 0.1)
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        await made.open()
        every = panels(made)
        # discord.py tries five times: the bot gives up once for each of the two panels.
        fault = made.sandbox.faults.too_many("PATCH /webhooks/*", times=10, retry_after=0.05)
        await made.pass_time(NEAR + 1)
        await made.sandbox.until(lambda: all(map(stops, every)), what="the panels stop")
        assert fault.hits == 10
        await made.shown()
        assert await kept(made) == []


async def test_a_panel_that_was_dismissed_is_forgotten(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        await made.open()
        ann, bo = panels(made)
        made.people[0].dismiss(ann)
        await made.pass_time(NEAR + 1)
        await made.sandbox.until(lambda: stops(bo), what="the other stops")
        await made.shown()
        assert await kept(made) == []


class Counting(Store):
    """A store that counts reads of panels."""

    asked = 0

    async def ending(self, now: float, until: float) -> list[tuple[str, int, float]]:
        self.asked += 1
        return await super().ending(now, until)


async def test_a_thousand_panels_take_one_question_a_minute(tmp_path: Path) -> None:
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db", kind=Counting) as bot:
        unlimited(made)
        await made.open()
        (row,) = await bot.store.live()
        ends = bot.tables.now() + TOKEN_SECONDS + 3600
        rows = [PanelRow(row.id, 10_000 + number, 1, "made up", ends + number) for number in range(1000)]
        await bot.store.mark_published({}, rows)
        await made.pass_time(100)
        assert isinstance(bot.store, Counting)
        before = bot.store.asked
        for _ in range(20):
            await made.pass_time(1)
            await asyncio.sleep(0.02)
        # Once for all the time that has passed, not once for each second.
        assert bot.store.asked - before <= 1
