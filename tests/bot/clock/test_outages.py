"""Since when which tables are out of reach, how much time is given back, and when deadlines count again."""

import pytest

from bot.clock.outages import GRACE_SECONDS, PAUSE_SECONDS, START_SECONDS, Outages


class Place:
    """Two shards, by whether a server's number is odd, and a time that is set by hand."""

    def __init__(self) -> None:
        self.at = 1000.0
        self.outages = Outages(lambda guild_id: guild_id % 2, lambda: self.at)
        self.outages.alive_at = self.at

    def shard_back(self, shard_id: int) -> float:
        """Return the seconds given back for an outage that ends then."""
        with self.outages.shard_back(shard_id) as outage:
            return outage.seconds(self.at) if outage else 0.0


@pytest.fixture
def place() -> Place:
    return Place()


def test_a_shard_that_is_lost_takes_its_servers_along(place: Place) -> None:
    place.outages.begins(shard_id=1)
    assert (place.outages.pause(7), place.outages.pause(8)) == (PAUSE_SECONDS, 0.0)
    place.at += 100
    assert place.shard_back(1) == 100 + GRACE_SECONDS
    assert place.outages.pause(7) == 0.0
    assert place.shard_back(1) == 0.0


def test_a_connection_may_have_been_lost_since_the_last_sign_of_life(place: Place) -> None:
    place.at += 600
    place.outages.begins(shard_id=1)
    place.at += 5
    assert place.shard_back(1) == 605 + GRACE_SECONDS
    # The loss before it came back is not counted again.
    place.at += 2
    place.outages.begins(shard_id=1)
    assert place.shard_back(1) == 2 + GRACE_SECONDS


def test_it_is_over_once_it_has_been_given_back(place: Place) -> None:
    place.outages.begins(guild_id=7)
    with place.outages.guild_back(7) as outage:
        assert outage is not None
        assert place.outages.pause(7)
        with place.outages.guild_back(7) as again:
            assert again is None
        assert place.outages.pause(7)
    assert not place.outages.pause(7)


def test_what_is_lost_again_meanwhile_is_not_over(place: Place) -> None:
    place.outages.begins(shard_id=0)
    with place.outages.shard_back(0):
        place.at += 5
        place.outages.begins(shard_id=0)
    assert place.outages.pause(8)
    place.at += 10
    assert place.shard_back(0) == 15 + GRACE_SECONDS


@pytest.mark.parametrize("took", [0.0, START_SECONDS, START_SECONDS + 300])
def test_at_a_start_every_shard_is_lost_until_it_is_connected(place: Place, took: float) -> None:
    place.outages.starts(place.at)
    place.at += took
    assert place.outages.pause(7)
    # This adds nothing to the known outage.
    place.outages.begins(shard_id=1)
    assert place.shard_back(1) == max(0.0, took - START_SECONDS)
    assert (place.outages.pause(7), place.outages.pause(8)) == (0.0, PAUSE_SECONDS)
    assert place.shard_back(0) == max(0.0, took - START_SECONDS)
    place.outages.started()
    assert place.outages.pause(8) == 0.0


def test_a_server_that_is_out_of_order_is_told_from_a_shard_that_is(place: Place) -> None:
    place.outages.begins(guild_id=7)
    place.outages.begins(shard_id=0)
    assert place.outages.out_of_order() == {7}


def test_only_what_a_whole_shard_misses_is_kept_for_the_next_start(place: Place) -> None:
    place.outages.begins(guild_id=7)
    place.at += 50
    assert place.outages.all_well(place.at) == place.at
    place.outages.alive_at = place.at
    place.outages.begins(shard_id=0)
    place.at += 50
    assert place.outages.all_well(place.at) == place.at - 50
    place.shard_back(0)
    assert place.outages.all_well(place.at) == place.at
    place.outages.starts(place.at)
    assert place.outages.all_well(place.at + 10) == place.at
