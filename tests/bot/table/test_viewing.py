"""A view has nothing that its reader may not see, and nothing of a reader who looked before."""

import random
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.view import AnyView
from bot.table.viewing import view_of
from engine import GAMES
from tests.bot.pictures.scenes_tricks import played, table, with_state
from tests.engine.contract import twins
from tests.engine.strategies import played as position_after

WATCHER = 1
"""The id of a user without a seat."""
MOMENTS = 120


@pytest.mark.parametrize("game", GAMES)
def test_no_reader_gets_anything_of_another_who_looked_before(game: str) -> None:
    rng = random.Random(5)
    for made in islice(played(table(game), rng), MOMENTS):
        readers = [None, WATCHER, *(row.user_id for row in made.seats)]
        # A snapshot of its own for each: nobody has looked at it.
        alone = {reader: view_of(replace(made), reader) for reader in readers}
        for reader in rng.sample(readers, len(readers)):
            assert view_of(made, reader) == alone[reader]


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32), st.integers(0, 120))
def test_hidden_cards_change_no_view(game: str, seed: int, steps: int) -> None:
    position, rng = position_after(GAMES[game], {}, seed, steps), random.Random(seed)
    made = with_state(table(game), position.state)
    for row in (*made.seats, None):
        seat, user_id = (row.seat, row.user_id) if row is not None else (None, None)
        for twin in twins(position, seat, rng):
            assert shown(view_of(with_state(made, twin), user_id)) == shown(view_of(made, user_id))


def shown(view: AnyView) -> AnyView:
    """Return a view without the offer to settle a hand: its proof uses hidden cards, and all are told."""
    return replace(view, agreeing=None)


def test_news_of_a_table_come_into_the_views_of_the_same_snapshot() -> None:
    made = table("cicera")
    assert not view_of(made).missing
    made.ledger.missing = ("attach_files",)
    made.ledger.notices[1000] = (made.row.version, "Saved.")
    assert view_of(made).missing == ("attach_files",)
    assert (view_of(made, 1000).notice, view_of(made, 1001).notice, view_of(made).notice) == (
        "Saved.",
        "",
        "",
    )
