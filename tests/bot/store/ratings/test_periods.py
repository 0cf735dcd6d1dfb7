"""Months, seasons and days by the clock of a server, also where it moves to another zone."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.model.zones import ZONES, name_of_choice
from bot.store.ratings.periods import (
    ALL_TIME,
    date_of,
    day_of,
    ends_at,
    first_month,
    is_month,
    is_period,
    is_season,
    last_month,
    month_of,
    periods_of,
    season_of,
)

HOUR, DAY = 3600, 86_400


def moment(text: str) -> float:
    """Return a moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def moved(*choices: tuple[str, str]) -> dict[str, str]:
    """Return the values of a server that has chosen zones at these moments in UTC."""
    server: dict[str, str] = {}
    for at, zone in choices:
        server[name_of_choice(server, moment(at))] = zone
    return server


@pytest.mark.parametrize(
    ("at", "month", "season"),
    [
        ("2026-01-01T00:00", "m2026-01", "s2026-01"),
        ("2026-03-31T21:59:59", "m2026-03", "s2026-01"),
        ("2026-03-31T22:00", "m2026-04", "s2026-04"),
        ("2026-08-15T12:00", "m2026-08", "s2026-07"),
        ("2026-12-31T22:59:59", "m2026-12", "s2026-10"),
        ("2026-12-31T23:00", "m2027-01", "s2027-01"),
    ],
)
def test_a_moment_is_in_a_month_and_a_season_by_the_clock_of_rome(at: str, month: str, season: str) -> None:
    assert periods_of({}, moment(at)) == (ALL_TIME, season, month)
    assert (month_of({}, moment(at)), season_of({}, moment(at))) == (month, season)


def test_a_server_goes_by_its_own_zone() -> None:
    tokyo = moved(("2026-01-10T12:00", "asia-tokyo"))
    assert month_of(tokyo, moment("2026-02-28T14:59:59")) == "m2026-02"
    assert month_of(tokyo, moment("2026-02-28T15:00")) == "m2026-03"
    assert ends_at("m2026-02", tokyo) == moment("2026-02-28T15:00")
    assert ends_at("m2026-01", {}) == moment("2026-01-31T23:00")


@pytest.mark.parametrize(
    ("period", "first", "last"),
    [
        ("m2026-02", date(2026, 2, 1), date(2026, 2, 1)),
        ("s2026-01", date(2026, 1, 1), date(2026, 3, 1)),
        ("s2026-10", date(2026, 10, 1), date(2026, 12, 1)),
    ],
)
def test_a_season_is_three_months(period: str, first: date, last: date) -> None:
    assert (first_month(period), last_month(period)) == (first, last)
    assert (is_month(period), is_season(period)) == (period[0] == "m", period[0] == "s")


@pytest.mark.parametrize("period", ["m1970-01", "m2026-12", "s2026-10", "s9998-10", "m9998-12", ALL_TIME])
def test_a_period_is_known_by_its_name(period: str) -> None:
    assert is_period(period)
    assert period == ALL_TIME or ends_at(period, {}) > 0


@pytest.mark.parametrize(
    "text",
    [
        *("", "m", "s", "All", "all ", "x2026-01", "M2026-01", "2026-01", "m2026-1", "m2026-001", "m2026_01"),
        *("m2026-00", "m2026-13", "s2026-02", "s2026-12", "s2026-00", "m0000-01", "m1969-12", "m9999-01"),
        *(
            "m2026-01\n",
            " m2026-01",
            "m2026-01 ",
            "m٢٠٢٦-01",
            "m-026-01",
            "m2026-+1",
            "m2026-01-01",
            "m" * 99,
        ),
    ],
)
def test_no_other_text_is_a_period(text: str) -> None:
    assert not is_period(text)


moments = st.integers(int(moment("2025-01-01T00:00")), int(moment("2027-12-01T00:00")))


@st.composite
def servers(draw: st.DrawFn) -> tuple[dict[str, str], float]:
    """Draw a server that moves from zone to zone, and a moment near one of its moves."""
    server: dict[str, str] = {}
    at = float(draw(moments))
    for zone in draw(st.lists(st.sampled_from(sorted(ZONES)), max_size=4)):
        server[name_of_choice(server, at)] = zone
        at += draw(st.integers(0, 3 * DAY))
    return server, at + draw(st.integers(-2 * DAY, 2 * DAY))


@given(servers())
def test_a_period_ends_with_its_last_second(found: tuple[dict[str, str], float]) -> None:
    server, t = found
    for period_of in (month_of, season_of):
        period = period_of(server, t)
        ends = ends_at(period, server)
        assert is_period(period)
        assert ends > t
        assert period_of(server, ends - 1) == period < period_of(server, ends)


@given(servers())
def test_all_moments_of_a_day_have_the_same_date_and_ends(found: tuple[dict[str, str], float]) -> None:
    server, t = found
    begins, ends = day_of(server, t)
    assert begins <= t < ends
    assert day_of(server, begins) == day_of(server, ends - 1) == (begins, ends)
    day = date_of(server, t)
    assert date_of(server, begins - 1) < day == date_of(server, begins) == date_of(server, ends - 1)
    assert date_of(server, ends) > day


def test_a_day_that_a_move_to_the_west_makes_longer_is_one_day() -> None:
    # Chosen on the last day of a month in Auckland, from whose midnight on it is that day again in Honolulu.
    server = moved(("2026-11-10T12:00", "pacific-auckland"), ("2026-11-30T05:00", "pacific-honolulu"))
    assert day_of(server, moment("2026-11-30T10:00")) == day_of(server, moment("2026-11-30T12:00"))
    assert ends_at("m2026-11", server) == moment("2026-12-01T10:00")
    assert month_of(server, moment("2026-12-01T09:59:59")) == "m2026-11"
