"""Discord's time: which clock the bot goes by, and the sentence about a machine whose clock is wrong."""

import logging
from email.utils import formatdate

import pytest

from bot.limits.discord_time import AGREEING_SECONDS, DiscordTime

BEGAN = 1_800_000_000.25


class Machine:
    """A machine beside Discord: the time now, and how far each of the machine's clocks is off."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.at, self.ahead, self.asleep = BEGAN, ahead, 0.0
        self.time = DiscordTime(lambda: self.at + self.ahead, lambda: self.at - self.asleep - BEGAN)

    def answered(self, took: float = 0.25, off: float = 0.0) -> None:
        """Get an answer of Discord whose date is `off` by so many seconds."""
        asked_at = self.time.steady()
        self.at += took
        self.time.dated(formatdate(self.at + off, usegmt=True), asked_at)

    def pressed(self, late: float = 0.25) -> None:
        """Get a press so many seconds after it was made, and acknowledge it."""
        made = self.at
        self.at += late
        self.time.pressed(made, self.time.steady())

    @property
    def wrong(self) -> float:
        """Return the seconds by which the bot's time is wrong."""
        return abs(self.time.now() - self.at)


@pytest.mark.parametrize("ahead", [0.0, 3.0, -3.0, 1200.0, -1200.0, 86_400.0 * 400])
def test_the_bot_goes_by_the_date_of_discords_answers(ahead: float) -> None:
    machine = Machine(ahead)
    assert machine.wrong == pytest.approx(abs(ahead))
    for took in (0.25, 5.0, 0.25):
        machine.answered(took)
    assert machine.wrong < 1
    was = machine.time.now() - machine.at
    # A press that arrives late tells nothing new, nor does an answer without a date, or with nonsense.
    machine.pressed(late=2.5)
    for header in (None, "", "yesterday"):
        machine.time.dated(header, machine.time.steady())
    assert machine.time.now() - machine.at == pytest.approx(was)


def test_setting_the_machines_clock_moves_nothing() -> None:
    machine = Machine()
    machine.answered()
    machine.ahead = 1200.0
    assert machine.wrong < 1
    machine.ahead = -1200.0
    assert machine.wrong < 1


def test_after_a_sleep_that_no_clock_has_counted_discord_tells_the_time() -> None:
    machine = Machine()
    machine.answered()
    machine.asleep = 3600.0
    machine.at += 3600.0
    machine.answered()
    assert machine.wrong < 1


@pytest.mark.parametrize("ahead", [1200.0, -1200.0])
def test_presses_tell_the_time_where_dates_do_not(ahead: float) -> None:
    undated = Machine(ahead)
    undated.pressed()
    assert undated.wrong < 1
    # A proxy on this machine writes dates of its own.
    behind_proxy = Machine(ahead)
    behind_proxy.answered(off=ahead)
    assert behind_proxy.wrong > 1000
    for _ in range(2):
        behind_proxy.pressed()
        behind_proxy.answered(off=ahead)
        assert behind_proxy.wrong < 1


@pytest.mark.parametrize(
    ("ahead", "said"),
    [
        (9.0, None),
        (-9.0, None),
        (45.0, "45 s ahead of"),
        (-20 * 60.0, "20 minutes behind"),
        (2 * 3600.0, "2 hours ahead of"),
        (-3600.0 - 60, "1 hour 1 minute behind"),
        (400 * 86_400.0 + 3600, "400 days 1 hour ahead of"),
    ],
)
def test_a_difference_is_one_sentence_with_its_size(
    ahead: float, said: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Machine(ahead)
    assert machine.time.trouble == ""
    for _ in range(5):
        machine.answered()
    warned = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in warned] == ([machine.time.trouble] if said else [])
    assert machine.time.trouble == (
        f"this machine's clock is {said} Discord's, by which the bot goes: set it right" if said else ""
    )


def test_a_difference_is_told_again_when_it_changes(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    machine = Machine(1200.0)
    told = []
    for ahead in (1200.0, 1203.0, 1200.0 + 3 * AGREEING_SECONDS, 0.0, 0.0, -60.0):
        machine.ahead = ahead
        machine.answered()
        told.append(len(caplog.records))
    assert told == [1, 1, 2, 3, 3, 4]
    assert "agrees with Discord's again" in caplog.records[2].getMessage()
