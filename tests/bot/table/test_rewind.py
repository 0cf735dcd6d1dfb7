"""At a table with no other person a take-back also removes the plays that computers have made since."""

import random
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.locale import FRENCH, Catalogue
from bot.panels.shared.story import since
from bot.store import LogRow, PlaceRow, Stored, undo_text
from bot.store.model.by_hand import result_of
from bot.store.model.games import StoredGame
from bot.store.model.results import COUNTS
from bot.table.situation import undo_of
from bot.table.table import Table, Unreplayable
from bot.table.view import AnyView
from bot.table.viewing import view_of
from bot.tables.play import Plays
from bot.tables.records import as_record, kept_plays
from engine import record
from engine.game import DEALER
from engine.settling import settling
from tests.bot.pictures import scenes_tricks

ALOUD: Final = Catalogue.load().words("en").naming(FRENCH, aloud=True)
"""Words in which plays are always told at length."""
PERSON: Final = 1000
GAMES_ALONE: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("cicera", {"players": 4}),
    ("cicera", {"players": 2, "deal": 6, "target": 11}),
    ("ciapano", {"players": 3}),
    ("ciapano", {"players": 4}),
    ("civil-suits", {}),
)
PLAYS: Final = 110


def alone(game: str, options: dict[str, Any]) -> Table:
    """Return a table with one person, at seat 0, that waits for its first deal."""
    table = scenes_tricks.table(game, options).with_row(id="0a1b2c3d", undo_until=1.0)
    others = [replace(row, user_id=-row.seat, level="easy") for row in table.seats[1:]]
    return table.with_seats(table.seats[0], *others)


def told(view: AnyView) -> str:
    """Return the plays that a view tells, without the take-back that is its last."""
    undone = ALOUD("told.undo", name="Valentina")
    return since(view, ALOUD).removesuffix(undone).rstrip(" -#·.")


class Played:
    """A game that a person plays alone at random, and its log; `rewound` counts their take-backs.

    `before` is the table before the person's last press, None once nothing may be taken back.
    """

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.began = self.table = table
        self.rng = rng
        self.log: list[LogRow] = []
        self.straight: list[str] = []
        self.before: tuple[Table, int] | None = None
        self.rewound: list[int] = []

    def append(self, seat: int | None, action: str, user_id: int | None) -> None:
        self.log.append(LogRow(self.table.seq, seat, action, user_id, 1.0))
        self.table = self.table.replayed(self.log[-1])

    def step(self) -> None:
        """Deal, or play at random for a seat that the game waits for."""
        table, waits = self.table, self.table.game.to_act(self.table.state)
        if waits == (DEALER,):
            self.append(None, str(Plays.next_deal(table)), None)
            self.before = None
            return
        seat = self.rng.choice(waits)
        action = self.rng.choice(table.game.legal(table.state, seat))
        formal = table.game.formality(table.state, seat) is not None
        self.append(seat, str(action), PERSON if seat == 0 and not formal else None)
        if seat == 0 and not formal:
            self.before = table, len(self.straight)
        self.straight.append(f"{seat} {action}")
        if table.game.reveals(table.state, seat, action, self.table.state) or self.table.hand_over:
            self.before = None

    def take_back(self) -> None:
        """Take the person's last play back, with all since, and look whether all is as it was before it."""
        made, offer = self.table, undo_of(self.table, PERSON)
        assert offer is not None
        assert self.before is not None
        before, kept = self.before
        assert offer == (before.seq + 1, made.seq - before.seq)
        self.append(0, undo_text(offer.removes), PERSON)
        table = self.table
        assert table.state == before.state
        assert table.waits_for() == before.waits_for()
        assert table.rewound == (made.rewound or offer.removes > 1)
        # A seat that has played is asked anew: no thought from before counts. The story stays with the log.
        anew = {0} if offer.removes == 1 else {*table.waits_for()}
        assert all(table.asked[seat] == table.seq for seat in anew)
        assert len(table.story) == table.seq - table.dealt + 1
        assert [told.events for told in table.story[before.seq - before.dealt + 1 : -1]] == [
            ()
        ] * offer.removes
        for viewer in (PERSON, None):
            was, now = view_of(before, viewer), view_of(table, viewer)
            assert now.seen == was.seen
            assert [told for told in now.story if told.events][:-1] == [
                told for told in was.story if told.events
            ]
            assert now.undo is None
            assert told(now) == told(was)
        del self.straight[kept:]
        self.before = None
        self.rewound.append(offer.removes)


@settings(max_examples=30)
@given(made=st.sampled_from(GAMES_ALONE), seed=st.integers(0, 10**6), often=st.floats(0.05, 0.6))
def test_a_game_alone_goes_back_to_where_it_was(
    made: tuple[str, dict[str, Any]], seed: int, often: float
) -> None:
    played = Played(alone(*made), random.Random(seed))
    while len(played.log) < PLAYS and played.table.game.to_act(played.table.state):
        played.step()
        offer = undo_of(played.table, PERSON)
        assert offer is None or played.before is not None
        assert (
            offer is not None
            or played.before is None
            or settling(played.table.game, played.table.state) is not None
        )
        assert all(view_of(played.table, other).undo is None for other in (None, -1, 77))
        if offer is not None and played.rng.random() < often:
            played.take_back()
    table = played.table
    again = Table.restore(Stored(table.row, PlaceRow("t1", 1, 2), table.seats, tuple(played.log), ()))
    assert (again.state, again.asked, again.story) == (table.state, table.asked, table.story)
    assert (again.rewound, again.taken_back, again.pressed) == (
        table.rewound,
        table.taken_back,
        table.pressed,
    )
    assert table.rewound == any(removes > 1 for removes in played.rewound)
    assert [f"{entry.seat} {entry.action}" for entry in kept_plays(played.log)] == played.straight
    assert record.replay(as_record(table, played.log)).state == table.state
    assert result_of(table.row, table.seats, StoredGame.of_log(played.log), 1.0).why != COUNTS


@pytest.mark.parametrize(
    "text", ["undo 0", "undo -1", "undo 01", "undo x", "undo", "undo 3", "undo 2 ", "undo 9999", "undoing"]
)
def test_a_take_back_of_a_wrong_number_cannot_be_replayed(text: str) -> None:
    played = Played(alone("ciapano", {}), random.Random(1))
    while undo_of(played.table, PERSON) is None or undo_of(played.table, PERSON) == (played.table.seq, 1):
        played.step()
    offer = undo_of(played.table, PERSON)
    assert offer is not None
    assert offer.removes == 2
    wrong = LogRow(played.table.seq, 0, text, PERSON, 1.0)
    stored = Stored(played.began.row, PlaceRow("t1", 1, 2), played.began.seats, (*played.log, wrong), ())
    with pytest.raises(Unreplayable):
        Table.restore(stored)
    again = Table.restore(replace(stored, log=(*played.log, replace(wrong, action="undo 2"))))
    assert again.waits_for() == (0,)
