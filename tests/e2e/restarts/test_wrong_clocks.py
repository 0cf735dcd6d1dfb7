"""A machine's clock that is wrong, or jumps: players see and get the times of Discord all the same."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.clock.outages import GRACE_SECONDS, START_SECONDS
from bot.limits.discord_time import DiscordTime
from bot.table.table import Table
from sandbox.clock import Clock
from tests.e2e.restarts.test_clock import CLOCK, QUICK, asked_first, plays, table_of
from tests.e2e.restarts.test_downtime import LONG, goes_on, in_game, looks_again
from tests.e2e.support.house import House, running, sandboxed, tap, until

WRONG = 20 * 60
"""Seconds by which a machine's clock is wrong here."""


class Machine:
    """A machine whose clock is `ahead` of Discord's, and whose steady clock has not counted its sleep."""

    def __init__(self, discord: Clock, ahead: float = 0.0) -> None:
        self.discord, self.ahead, self.asleep = discord, ahead, 0.0
        self.began = discord.now()

    def now(self) -> float:
        return self.discord.now() + self.ahead

    def steady(self) -> float:
        return self.discord.now() - self.asleep - self.began

    @property
    def time(self) -> DiscordTime:
        """Return the time of a bot that has just started on this machine."""
        return DiscordTime(self.now, self.steady)


class OfOldVersion(DiscordTime):
    """The time of a bot that goes by its machine's clock, as older versions did."""

    def dated(self, header: str | None, asked_at: float) -> None:
        """Ignore a date."""

    def pressed(self, created_at: float, received_at: float) -> None:
        """Ignore a press."""


def shown_deadline(made: House) -> int:
    """Return the deadline that the table's public message shows."""
    found = re.search(r"<t:(\d+):R>", made.public().text)
    assert found is not None, made.public().text
    return int(found[1])


async def follows(made: House) -> Table:
    """Let a member play; check that the other's private hand follows and shows that, and nobody is called."""
    person, _ = await asked_first(made)
    (other,) = [one for one in made.people if one is not person]
    panel, seen = made.panel(other), (made.panel(other) or made.public()).text
    table = await plays(made, person)
    assert panel is not None
    assert made.panel(other) == panel
    assert panel.text != seen
    assert made.calls() == []
    due, now = table.row.due_at, made.sandbox.clock.now()
    assert due is not None
    assert now < due <= now + CLOCK + GRACE_SECONDS
    assert shown_deadline(made) == int(due)
    return table


@pytest.mark.parametrize("ahead", [WRONG, -WRONG])
async def test_a_game_on_a_machine_whose_clock_is_wrong(
    tmp_path: Path, ahead: float, caplog: pytest.LogCaptureFixture
) -> None:
    async with sandboxed(2) as made:
        machine = Machine(made.sandbox.clock, ahead)
        values: dict[str, Any] = {**QUICK, "nudge_seconds": 30}
        async with running(made, tmp_path / "cards.db", time=machine.time, **values):
            await made.open()
            await follows(made)
            # The host sets the clock right, and then wrong the other way.
            for machine.ahead in (0.0, -ahead):
                await looks_again(made)
                await follows(made)
    where = ["ahead of", "behind"] if ahead > 0 else ["behind", "ahead of"]
    said = [
        f"this machine's clock is 20 minutes {one} Discord's, by which the bot goes: set it right"
        for one in where
    ]
    warned = [one for one in caplog.records if one.levelname == "WARNING" and one.name.startswith("bot.")]
    assert [one.getMessage() for one in warned] == said


@pytest.mark.parametrize("ahead", [WRONG, -WRONG])
async def test_a_clock_is_set_right_while_the_bot_is_down(tmp_path: Path, ahead: float) -> None:
    async with sandboxed(2) as made:
        machine, database = Machine(made.sandbox.clock, ahead), tmp_path / "cards.db"
        time = OfOldVersion(machine.now, machine.now)
        machine.ahead = 0.0
        async with running(made, database, time=time, **QUICK) as bot:
            await made.open()
            await made.shown()
            before = await table_of(made)
            machine.ahead = ahead
            bot.clock.expect(0.0)

            def moved() -> bool:
                return abs((bot.tables.current(before).row.due_at or 0.0) - time.now()) < 2 * CLOCK

            async def noted() -> bool:
                alive_at = await bot.tables.store.alive_at()
                return alive_at is not None and abs(alive_at - time.now()) < 2 * CLOCK

            await made.sandbox.until(moved, what="it goes by the wrong clock")
            await until(noted)
            await made.shown()
        made.sandbox.clock.advance(LONG)
        machine.ahead = 0.0
        async with running(made, database, time=machine.time, **QUICK):
            await goes_on(made, before)
            assert shown_deadline(made) == int((await table_of(made)).row.due_at or 0)


async def test_a_clock_that_is_wrong_after_a_restart_only(tmp_path: Path) -> None:
    async with sandboxed(2) as made:
        before = await in_game(made, tmp_path / "cards.db")
        made.sandbox.clock.advance(LONG)
        machine = Machine(made.sandbox.clock, WRONG)
        async with running(made, tmp_path / "cards.db", time=machine.time, **QUICK):
            await goes_on(made, before)
            await follows(made)


@pytest.mark.parametrize("lost", [False, True], ids=["connected", "connection lost"])
async def test_a_sleep_that_no_clock_of_the_machine_has_counted(tmp_path: Path, lost: bool) -> None:
    async with sandboxed(2) as made:
        machine = Machine(made.sandbox.clock)
        async with running(made, tmp_path / "cards.db", time=machine.time, **QUICK) as bot:
            await made.open()
            await made.shown()
            before = await table_of(made)
            made.sandbox.clock.offset += LONG
            machine.asleep += LONG
            if lost:
                made.sandbox.gateway.drop()
            else:
                await bot.comparing.once()
                # It would look by itself within ten seconds.
                bot.clock.expect(0.0)
            await goes_on(made, before)
            await looks_again(made)
            table = bot.tables.current(before)
            assert before.row.fades_at is not None
            assert table.row.fades_at is not None
            assert LONG <= table.row.fades_at - before.row.fades_at < 1.5 * LONG


async def test_a_time_that_was_ahead_is_set_back_by_the_first_press(tmp_path: Path) -> None:
    """Where dates come from the machine itself, as behind some proxies."""
    async with sandboxed(2) as made:
        before = await in_game(made, tmp_path / "cards.db")
        machine = Machine(made.sandbox.clock, WRONG)

        class Undated(DiscordTime):
            def dated(self, header: str | None, asked_at: float) -> None:
                """Ignore a date."""

        time = Undated(machine.now, machine.steady)
        async with running(made, tmp_path / "cards.db", time=time, **QUICK) as bot:
            tables = bot.tables
            await tables.get(before.row.id)
            assert (tables.current(before).row.due_at or 0.0) > made.sandbox.clock.now() + WRONG
            await plays(made, (await asked_first(made))[0])
            await looks_again(made)
            await made.sandbox.until(
                lambda: (tables.current(before).row.due_at or 0.0) <= made.sandbox.clock.now() + CLOCK,
                what="every turn begins anew",
            )
            # The hands seemed too old to be edited until then.
            for person in made.people:
                await tap(person, made.public(), "hand")
            await follows(made)


async def test_several_starts_in_a_row_give_back_the_downtime_and_one_grace(tmp_path: Path) -> None:
    async with sandboxed(2) as made:
        before = await in_game(made, tmp_path / "cards.db")
        clock, stopped = made.sandbox.clock, made.sandbox.clock.now()
        for _ in range(4):
            clock.advance(5)
            async with running(made, tmp_path / "cards.db", **QUICK) as bot:
                await made.shown()
                await made.sandbox.until(lambda: bot.is_ready(), what="it is connected")
                row = (await table_of(made)).row
        assert before.row.due_at is not None
        assert row.due_at is not None
        given, down = row.due_at - before.row.due_at, clock.now() - stopped
        assert down <= given <= down + GRACE_SECONDS + START_SECONDS + 5
        assert row.due_at - clock.now() >= GRACE_SECONDS
