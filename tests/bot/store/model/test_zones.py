"""The time zone of a server: a choice holds from the next midnight, and past days keep their own."""

from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bot.preferences.declared import values_of
from bot.store import Scope
from bot.store.model.zones import ZONES, name_of_choice, zone_at, zone_of
from tests.bot.preferences.test_quiet_hours import moment, moments

DAY = 86_400
USUAL = values_of(Scope.SERVER, {}, ())


def chosen(*choices: tuple[float, str]) -> dict[str, str]:
    """Return the values that are stored after choices of zones at these moments."""
    stored: dict[str, str] = {}
    for at, zone in choices:
        stored[name_of_choice(values_of(Scope.SERVER, stored, ()), at)] = zone
    return stored


def test_a_server_that_has_never_chosen_goes_by_rome() -> None:
    assert USUAL["zone"] == "europe-rome"
    assert zone_at(USUAL, 0).key == zone_at(USUAL, 2_000_000_000).key == "Europe/Rome"


def test_a_choice_is_shown_at_once_and_holds_from_the_next_midnight() -> None:
    stored = chosen((moment("2026-03-10T18:00"), "asia-tokyo"))
    values = values_of(Scope.SERVER, stored, ())
    assert values["zone"] == "asia-tokyo"
    midnight = moment("2026-03-11T00:00")
    assert zone_at(values, midnight - 1) == ZoneInfo("Europe/Rome")
    assert zone_at(values, midnight) == ZoneInfo("Asia/Tokyo")


def test_the_last_choice_of_a_day_counts() -> None:
    day = moment("2026-03-10T00:00")
    stored = chosen((day + 1, "asia-tokyo"), (day + 2, "africa-cairo"), (day + 3, "europe-rome"))
    assert list(stored.values()) == ["europe-rome"]


def test_past_days_keep_the_zone_that_held_then() -> None:
    first, second = moment("2026-03-10T12:00"), moment("2026-04-10T12:00", "asia-tokyo")
    values = values_of(Scope.SERVER, chosen((first, "asia-tokyo"), (second, "america-new-york")), ())
    assert values["zone"] == "america-new-york"
    held = [zone_at(values, at).key for at in (first, second, second + DAY)]
    assert held == ["Europe/Rome", "Asia/Tokyo", "America/New_York"]


def test_a_stored_zone_that_this_version_does_not_know_counts_as_none() -> None:
    strange = {"zone-1773183600": "mars", "zone-soon": "utc", "zone": "utc-mars"}
    assert values_of(Scope.SERVER, strange, ()) == USUAL
    # A member's own zone has no past.
    assert "zone-0" not in values_of(Scope.MEMBER, {"zone-0": "utc"}, ())


@given(moments, st.sampled_from(sorted(ZONES)), st.sampled_from(sorted(ZONES)))
def test_a_choice_waits_for_the_first_midnight_of_the_zone_before(t: int, before: str, after: str) -> None:
    stored = chosen((t - 3 * DAY, before), (t, after))
    begins = max(int(name.removeprefix("zone-")) for name in stored)
    assert t < begins <= t + 26 * 3600
    ended, begun = (datetime.fromtimestamp(at, zone_of(before)) for at in (begins - 1, begins))
    assert begun.date() > ended.date()
    assert ended.date() == datetime.fromtimestamp(t, zone_of(before)).date()
