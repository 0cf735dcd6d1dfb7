"""SIGKILL while a play can be taken back, during the take-back, and while the end of a hand is held in view.

Each happens once or not at all, nobody waits for it, and no panel goes on offering it afterwards.
"""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import UNDO, Change, Status, TableRow
from sandbox.driver import Answer, Member
from sandbox.view import Button, Message
from tests.e2e.games.test_game import checked, record
from tests.e2e.restarts.test_kill import results
from tests.e2e.support.foreseen import Foreseen, choose, last
from tests.e2e.support.house import button, until
from tests.e2e.support.hurried import last_cards
from tests.e2e.support.killable import IN_TRANSACTION
from tests.e2e.support.reading import verb, verbs

pytestmark = pytest.mark.long

LONG = "60"
"""Seconds in which any machine can press a button."""
SHORT = 0.5
"""Seconds that a machine may well exceed: the event comes after them, however late."""
STANDS = "40"
"""The held views for which a whole sheet stands: eight seconds to press for the winners."""


class Thoughtful(Foreseen):
    """A bot that dies at a table with take-backs."""

    async def press(self, person: Member, message: Message, button: Button) -> Answer | None:
        """Press a button, and note the play, even one that is taken back."""
        answer = await super().press(person, message, button)
        if verb(button) == "undo":
            await self.note(answer, [(self.seat_of(person), UNDO)])
        return answer

    def panel(self, person: Member) -> Message:
        """Return a member's panel."""
        panel = self.house.panel(person)
        assert panel is not None
        return panel

    async def player(self) -> Member:
        """Return the member for whom the game waits."""
        return self.house.people[(await self.table()).waits_for()[0]]

    async def play(self) -> Member:
        """Let the member on turn play a card, and return them."""
        await self.caught_up()
        person, seq = await self.player(), (await self.table()).seq
        while (await self.table()).seq == seq:
            panel, buttons = self.house.to_press(person) or (self.panel(person), [])
            await self.press(person, panel, next((b for b in buttons if verb(b) == "play"), buttons[0]))
        return person

    async def way(self) -> tuple[Member, Message, Button]:
        """Return the member on turn, their panel, and the button of the foreseen play."""
        return await self.way_to(*choose(await self.table()))

    async def undo(self, person: Member) -> Answer | None:
        """Let a member take their play back."""
        return await self.press(person, self.panel(person), button(self.panel(person), "undo"))

    async def counted(self) -> None:
        """Wait until the stored table is held in view no longer."""

        async def done() -> bool:
            return not (await self.stored()).table.held

        await until(done)

    async def written(self) -> list[str]:
        """Return the log from the first play on."""
        return [entry.action for entry in (await self.stored()).log[1:]]


@pytest.fixture
async def mortal(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Thoughtful]:
    """Return a bot with a game of two under way, who see their hands."""
    async with Thoughtful.born(tmp_path, 2, **request.param) as made:
        await made.start()
        await made.house.open(target=11)
        await made.hands()
        yield made
        assert list(made.house.sandbox.violations) == []


thoughtful = pytest.mark.parametrize("mortal", [{"UNDO_SECONDS": LONG}], indirect=True)


@thoughtful
async def test_a_play_is_taken_back_once_or_not_at_all(mortal: Thoughtful, tmp_path: Path) -> None:
    happens = {IN_TRANSACTION: False, "before the commit": False, "after the commit": True}
    happens["before the acknowledgement"] = happens["after the acknowledgement"] = True
    for point, happened in happens.items():
        person = await mortal.play()
        await mortal.caught_up()
        before = await mortal.written()
        assert "undo" in verbs(mortal.panel(person)), point
        await mortal.arm(point)
        await mortal.undo(person)
        await mortal.dies(point)
        await mortal.revive(point)
        after = await mortal.written()
        assert after == [*before, *([UNDO] if happened else [])], point
        if happened:
            assert await mortal.player() is person
            # Once a turn.
            await mortal.play()
        assert "undo" not in verbs(mortal.panel(person)) or not happened, point
    await mortal.unseen(last_cards)
    await mortal.play_until(mortal.house.over)
    await mortal.honest()
    path, _ = await record(mortal.house, mortal.house.people[0], tmp_path)
    assert checked(path).json["finished"]
    assert UNDO not in path.read_text("utf-8")


@pytest.mark.parametrize("mortal", [{"UNDO_SECONDS": str(SHORT)}], indirect=True)
@pytest.mark.parametrize(
    "point", ["", "before calming", "after calming", "before a panel:2", "after a panel:2"]
)
async def test_no_offer_outlives_its_time(mortal: Thoughtful, point: str) -> None:
    if point:
        await mortal.arm(point)
    person, panel, card = await mortal.house.to_play()
    await mortal.press(person, panel, card)
    await (mortal.dies(point) if point else mortal.kill())
    await mortal.start()

    async def taken_away() -> bool:
        return (await mortal.stored()).table.undo_until is None

    await until(taken_away)
    await mortal.honest()
    await mortal.caught_up()
    assert "undo" not in verbs(mortal.panel(person))


@pytest.mark.parametrize("mortal", [{"HOLD_SECONDS": LONG}], indirect=True)
@pytest.mark.parametrize("point", ["before calming", "after calming", "before the board", "after a panel"])
async def test_what_is_held_is_shown_no_longer_than_it_is_to_be(mortal: Thoughtful, point: str) -> None:
    await mortal.unseen(last_cards)
    while not (await mortal.stored()).table.held:
        await mortal.play()
    mortal.counting = 0
    await mortal.caught_up()
    assert not {"ready", "rematch"} & {*verbs(mortal.house.public())}
    counted = results(mortal.database)
    await mortal.kill()
    row = (await mortal.stored()).table
    over = row.status is Status.FINISHED
    assert counted == over
    mortal.counting = None
    now = time.time()
    await mortal.store.commit(Change(row.id, row.version, {"calm_at": now, "wake_at": now}))
    await mortal.start(point)
    await mortal.dies(point)
    await mortal.start()
    wanted = "rematch" if over else "ready"
    await mortal.house.sandbox.until(lambda: wanted in verbs(mortal.house.public()))
    # After a death the end of a game is shown at once, and written when the clock comes to it.
    await mortal.counted()
    await mortal.honest()
    await mortal.caught_up()
    assert results(mortal.database) == counted


async def over(mortal: Thoughtful, row: TableRow) -> None:
    """Check after a death that the game is over once, shown so to all, and nothing is left to be done."""
    await mortal.start()
    await mortal.counted()
    mortal.deaths.append("counting")
    await mortal.honest()
    await mortal.caught_up()
    assert mortal.house.over()
    now = (await mortal.stored()).table
    assert (now.status, now.wake_at, now.calm_at) == (Status.FINISHED, None, None)
    assert results(mortal.database) == 1
    # A press on a message of before, and one more.
    for person in mortal.house.people:
        await person.forge(mortal.house.public(), f"t:{row.id}:0:winners")
    assert (await mortal.stored()).table == now


@pytest.mark.parametrize("mortal", [{"HOLD_SECONDS": "0.1"}], indirect=True)
@pytest.mark.parametrize(
    "point", [f"{when} calming:{step}" for step in range(1, 5) for when in ("before", "after")]
)
async def test_a_death_while_the_last_hand_is_counted_shows_the_end(mortal: Thoughtful, point: str) -> None:
    await mortal.unseen(last)
    # The last card is played from here on, and four changes follow it: three parts, and the winners.
    await mortal.arm(point)
    await mortal.press(*await mortal.way())
    await mortal.dies(point)
    stored = await mortal.stored()
    assert stored.table.status is Status.FINISHED
    assert stored.table.held == (point != "after calming:4")
    await over(mortal, stored.table)


@pytest.mark.parametrize("mortal", [{"HOLD_SECONDS": "0.2", "STANDS": STANDS}], indirect=True)
@pytest.mark.parametrize("point", ["before calming", "after calming", "before a panel", "after a panel"])
async def test_a_death_at_the_press_for_the_winners_shows_them(mortal: Thoughtful, point: str) -> None:
    await mortal.unseen(last)
    await mortal.press(*await mortal.way())
    ann = mortal.house.people[0]

    def whole() -> bool:
        buttons = [b for person in mortal.house.people for b in mortal.panel(person).buttons]
        return [b.disabled for b in buttons if verb(b) == "winners"] == [False, False]

    await mortal.house.sandbox.until(whole)
    await mortal.arm(point)
    await mortal.attempt(ann.forge(mortal.panel(ann), f"t:{mortal.table_id}:0:winners"))
    await mortal.dies(point)
    await over(mortal, (await mortal.stored()).table)


@pytest.mark.slow
@pytest.mark.parametrize(
    "mortal", [{"HOLD_SECONDS": "0.1", "UNDO_SECONDS": "0.2", "CUT_SECONDS": "0.2"}], indirect=True
)
async def test_a_game_at_the_pace_of_a_table_goes_through_deaths_at_random(
    mortal: Thoughtful, tmp_path: Path
) -> None:
    points = ("before the commit", IN_TRANSACTION, "after the commit", "before calming", "after calming")
    for number, point in enumerate(2 * points):
        if mortal.house.over():
            break
        await mortal.arm(f"{point}:{1 + number % 3}")
        while not mortal.house.over():
            if not mortal.alive:
                await mortal.dead()
                await mortal.revive(point)
                break
            await mortal.step()
    # A point that was armed and not reached may still be reached, up to the last change of the game.
    while (row := (await mortal.stored()).table).held or row.status is not Status.FINISHED:
        if not mortal.alive:
            await mortal.dead()
            await mortal.revive("later")
        await mortal.step()
    await mortal.house.sandbox.until(lambda: mortal.house.over() or not mortal.alive)
    await mortal.honest()
    assert results(mortal.database) == 1
    path, _ = await record(mortal.house, mortal.house.people[0], tmp_path)
    assert checked(path).json["finished"]
