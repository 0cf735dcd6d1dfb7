"""Quiet hours, above all across midnight and changes of clocks."""

from datetime import datetime
from itertools import count
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.preferences.declared import DECLARED, OFF, values_of
from bot.preferences.quiet_hours import SPANS, QuietHours
from bot.store import Scope
from bot.store.model.zones import ZONES

USUAL = values_of(Scope.MEMBER, {}, ())
HOUR = 3600.0
QUARTER = 900
"""Clocks change at quarters of an hour, everywhere."""


def quiet(span: str, zone: str = "europe-rome") -> QuietHours:
    return QuietHours.of({**USUAL, "quiet": span, "zone": zone})


def moment(local: str, zone: str = "europe-rome", *, again: bool = False) -> float:
    """Return a moment by the clock of a zone; `again`: the second one with this local time."""
    return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(ZONES[zone]), fold=again).timestamp()


def free(hours: QuietHours, since: float, until: float) -> float:
    """Return the seconds between two moments that are not quiet, counted by quarters of an hour."""
    seconds, at = 0.0, since
    while at < until:
        following = min(until, (at // QUARTER + 1) * QUARTER)
        seconds += 0.0 if hours.at(at) else following - at
        at = following
    return seconds


spans = st.sampled_from(SPANS)
zones = st.sampled_from(sorted(ZONES))
moments = st.integers(1_700_000_000, 1_900_000_000)
"""Some six years."""


def test_every_value_that_is_offered_is_understood() -> None:
    declared = {preference.name: preference.values for preference in DECLARED[Scope.MEMBER]}
    assert declared["quiet"] == (OFF, *SPANS)
    assert declared["zone"] == tuple(ZONES)
    assert len(ZONES) == len(set(ZONES.values())) <= 25
    for zone in declared["zone"]:
        assert quiet("22-07", zone).zone.key == ZONES[zone]


def test_nobody_has_quiet_hours_who_has_not_chosen_any() -> None:
    hours = QuietHours.of(USUAL)
    for hour in range(24):
        t = moment(f"2026-01-10T{hour:02}:30")
        assert not hours.at(t)
        assert hours.end_after(t) == t
    assert hours.due(moment("2026-01-10T23:00"), 50 * HOUR) == moment("2026-01-13T01:00")


@pytest.mark.parametrize(
    ("span", "zone", "at", "ends"),
    [
        ("22-07", "europe-rome", "2026-01-10T21:59", None),
        ("22-07", "europe-rome", "2026-01-10T22:00", "2026-01-11T07:00"),
        ("22-07", "europe-rome", "2026-01-11T06:59", "2026-01-11T07:00"),
        ("22-07", "europe-rome", "2026-01-11T07:00", None),
        ("00-08", "asia-tokyo", "2026-01-10T23:59", None),
        ("00-08", "asia-tokyo", "2026-01-10T00:00", "2026-01-10T08:00"),
        ("01-10", "utc", "2026-01-10T00:59", None),
        ("01-10", "utc", "2026-01-10T09:00", "2026-01-10T10:00"),
        # The clocks go forward, and back, in the night.
        ("22-07", "europe-rome", "2026-03-28T22:30", "2026-03-29T07:00"),
        ("22-07", "europe-rome", "2026-10-24T22:30", "2026-10-25T07:00"),
    ],
)
def test_it_is_quiet_from_an_hour_until_another(span: str, zone: str, at: str, ends: str | None) -> None:
    hours, t = quiet(span, zone), moment(at, zone)
    assert hours.at(t) is (ends is not None)
    assert hours.end_after(t) == (t if ends is None else moment(ends, zone))


def test_an_hour_that_comes_twice_is_quiet_both_times() -> None:
    # In London one o'clock comes twice that night, and in Cairo eleven in the evening.
    for span, zone, local in (
        ("01-10", "europe-london", "2026-10-25T01:30"),
        ("23-07", "africa-cairo", "2026-10-29T23:30"),
    ):
        first, second = moment(local, zone), moment(local, zone, again=True)
        assert second - first == HOUR
        assert quiet(span, zone).at(first)
        assert quiet(span, zone).at(second)
        assert not quiet(span, zone).at(first - HOUR)
    # Midnight comes after both.
    first = moment("2026-10-29T23:30", "africa-cairo")
    assert not quiet("00-08", "africa-cairo").at(first)
    assert not quiet("00-08", "africa-cairo").at(first + HOUR)
    assert quiet("00-08", "africa-cairo").at(first + 2 * HOUR)


def test_an_hour_that_is_skipped_begins_where_the_clock_goes_on() -> None:
    # In London it is never one o'clock that night: two comes after twelve.
    hours, before = quiet("01-10", "europe-london"), moment("2026-03-29T00:30", "europe-london")
    assert hours.due(before, HOUR) == moment("2026-03-29T10:30", "europe-london")


@pytest.mark.parametrize(
    ("start", "seconds", "due"),
    [
        ("2026-01-10T12:00", 5 * HOUR, "2026-01-10T17:00"),
        ("2026-01-10T21:00", 2 * HOUR, "2026-01-11T08:00"),
        ("2026-01-10T23:00", 2 * HOUR, "2026-01-11T09:00"),
        # Deadlines at the first quiet moment come after the last one.
        ("2026-01-10T21:00", HOUR, "2026-01-11T07:00"),
        ("2026-01-10T23:00", 0.0, "2026-01-11T07:00"),
        # Two weeks, of which 15 hours a day count; a changed clock changes none of them.
        ("2026-01-10T07:00", 14 * 15 * HOUR + 60, "2026-01-24T07:01"),
        ("2026-03-21T07:00", 14 * 15 * HOUR + 60, "2026-04-04T07:01"),
        ("2026-10-18T07:00", 14 * 15 * HOUR + 60, "2026-11-01T07:01"),
    ],
)
def test_seconds_count_outside_the_quiet_hours(start: str, seconds: float, due: str) -> None:
    assert quiet("22-07").due(moment(start), seconds) == moment(due)


@given(spans, zones, moments)
@example("00-08", "america-santiago", int(moment("2026-09-05T23:30", "america-santiago")))
@example("23-07", "africa-cairo", int(moment("2026-10-29T22:59", "africa-cairo")))
def test_quiet_hours_end(span: str, zone: str, t: int) -> None:
    hours = quiet(span, zone)
    end = hours.end_after(t)
    assert not hours.at(end)
    assert (end == t) is not hours.at(t)
    # All the time until then is quiet.
    assert free(hours, t, end) == 0
    assert end - t <= 10 * HOUR


@given(spans, zones, moments)
def test_it_is_as_the_clock_on_the_wall_shows(span: str, zone: str, t: int) -> None:
    begins, ends = map(int, span.split("-"))
    hours = []
    for hour in count(begins):
        if hour % 24 == ends:
            break
        hours.append(hour % 24)
    local = datetime.fromtimestamp(t, ZoneInfo(ZONES[zone]))
    assert quiet(span, zone).at(t) is (local.hour in hours)


@given(spans, zones, moments, st.integers(0, 21 * 86400))
@example("01-10", "europe-london", int(moment("2026-03-20T12:00", "europe-london")), 20 * 86400)
@example("01-10", "europe-london", int(moment("2026-10-20T12:00", "europe-london")), 20 * 86400)
@example("00-08", "america-santiago", int(moment("2026-04-01T12:00", "america-santiago")), 20 * 86400)
@example("23-08", "africa-cairo", int(moment("2026-10-25T12:00", "africa-cairo")), 20 * 86400)
def test_so_many_seconds_have_passed_when_they_are_due(span: str, zone: str, t: int, seconds: int) -> None:
    hours = quiet(span, zone)
    due = hours.due(t, seconds)
    assert not hours.at(due)
    assert free(hours, t, due) == seconds


@given(spans, zones, moments, st.integers(0, 10 * 86400), st.integers(0, 10 * 86400))
def test_seconds_may_be_counted_in_parts(span: str, zone: str, t: int, first: int, then: int) -> None:
    hours = quiet(span, zone)
    assert hours.due(hours.due(t, first), then) == hours.due(t, first + then)
