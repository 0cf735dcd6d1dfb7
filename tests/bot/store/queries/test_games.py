"""A finished game in one row: it tells the same game, it is short, and a bad one says why it is bad."""

import json
import random
import zlib
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.ledger import Ledger
from bot.store import LogRow, Status, standing, undo_text
from bot.store.model.games import FORMER, ROW_VERSION, StoredGame, Unreadable, packed, place_in, unpacked
from bot.table.situation import next_dealer
from bot.table.table import Table
from engine import GAMES, fairness
from engine.ai import named
from engine.deals import Deal
from engine.game import DEALER
from tests.bot.store.store_rows import ANN, BO, CY, DI, SEED, a_place, a_seat, a_table

SHORT = {"cicera": {"target": 21}, "ciapano": {}, "civil-suits": {}}
BEGAN = 1_700_000_000.75


def whole_log(
    game: str,
    seed: int,
    **chosen: Any,
) -> tuple[Table, list[LogRow]]:
    """Return the table and the log of a game with cuts, take-backs, and a seat that a computer plays.

    It is a short one, unless other options are `chosen`.
    """
    rng, rules, entropy = random.Random(seed), GAMES[game], (str(ANN), str(BO))
    options = {**SHORT[game], **chosen}
    size = sum(map(len, rules.sides(rules.options(options))))
    seats = tuple(a_seat(seat, user_id) for seat, user_id in enumerate((ANN, BO, CY, DI, DI + 1)[:size]))
    row = a_table(game=game, options=options, status=Status.PLAYING, entropy=entropy)
    table, key = Table.new(row, seats, Ledger(a_place())), fairness.game_seed(SEED, entropy)
    player, log, deals, at = named(game, "greedy"), list[LogRow](), 0, BEGAN

    def append(seat: int | None, action: str, user_id: int | None) -> None:
        nonlocal table, at
        at += rng.choice((0.0, 0.4, 3.1, 12.9, 70.2))
        log.append(LogRow(len(log), seat, action, user_id, at))
        table = table.replayed(log[-1])

    while table.to_act:
        if table.to_act == (DEALER,):
            deals += 1
            cut = rng.choice((0, rng.randrange(1, len(rules.DECK)))) if game == "cicera" else 0
            dealer = next_dealer(table)
            append(None, str(Deal(dealer, fairness.deck(key, deals, rules.DECK, cut), cut=cut)), None)
            continue
        seat = table.to_act[0]
        user_id = None if seat == 1 else seats[seat].user_id
        action = str(player.choose(rules.observe(table.state, seat), rng))
        append(seat, action, user_id)
        if user_id is not None and rng.random() < 0.1 and table.last_play is not None:
            append(seat, undo_text(1), user_id)
            append(seat, action, user_id)
    return table, log


def row_of(table: Table, log: Sequence[LogRow]) -> bytes:
    """Return the row of a finished game with this log."""
    return packed(table.row, StoredGame.of_log(log))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_told_by_its_row_as_by_its_log(game: str, seed: int) -> None:
    table, log = whole_log(game, seed)
    data = row_of(table, log)
    found = unpacked(data, table.row, table.seats)
    kept = [replace(entry, seq=seq, at=float(int(entry.at))) for seq, entry in enumerate(standing(log))]
    assert list(found.log) == kept
    undone = sum(entry.action == undo_text(1) for entry in log)
    assert undone > 0
    assert (len(found.undone), found.rewound) == (undone, False)
    assert found.undone == StoredGame.of_log(log).undone
    again = Table.new(table.row, table.seats, Ledger(a_place()))
    for entry in found.log:
        again = again.replayed(entry)
    assert again.state == table.state
    # It holds neither a deck, nor an id, nor a play that was taken back.
    text = zlib.decompress(data).decode()
    assert str(ANN) not in text
    assert log[0].action.partition(" ")[2] not in text
    assert "undo" not in json.loads(text)["acts"]


@pytest.mark.parametrize("game", GAMES)
def test_a_row_is_short(game: str) -> None:
    sizes = [len(row_of(table, log)) for table, log in (whole_log(game, seed) for seed in range(8))]
    assert mean(sizes) <= 1700


def test_acts_before_a_seat_was_taken_over_are_those_of_its_former_owner() -> None:
    table, log = whole_log("cicera", 5)
    since = log[len(log) // 2].seq
    place = place_in(log, since)
    assert 0 < place < since
    taken = replace(table.seats[0], user_id=CY + 9, former_id=ANN, former_name="Ann", claimed_seq=place)
    seats = (taken, *table.seats[1:])
    found = unpacked(row_of(table, log), table.row, seats)
    who = [(entry.seq < place, entry.user_id) for entry in found.log if entry.seat == 0]
    assert set(who) == {(True, ANN), (False, CY + 9)}
    # An owner whom no seat names any more is nobody in particular, and no computer.
    before = replace(taken, former_id=-1, former_name="")
    found = unpacked(row_of(table, log), table.row, (before, *table.seats[1:]))
    assert {entry.user_id for entry in found.log if entry.seat == 0 and entry.seq < place} == {FORMER}


def test_a_deck_that_does_not_follow_from_the_seed_is_kept_as_it_is() -> None:
    table, log = whole_log("ciapano", 1)
    deal = Deal.parse(log[0].action, table.game)
    other = Deal(deal.dealer, (*deal.deck[1:], deal.deck[0]))
    changed = [replace(log[0], action=str(other)), *log[1:]]
    assert unpacked(row_of(table, changed), table.row, table.seats).log[0].action == str(other)


def test_a_row_of_version_one_has_no_places_of_take_backs() -> None:
    table, log = whole_log("cicera", 1)
    row = json.loads(zlib.decompress(row_of(table, log)))
    data = zlib.compress(json.dumps({**row, "v": 1, "undone": 3}).encode())
    found = unpacked(data, table.row, table.seats)
    assert (len(found.log), found.undone) == (len(standing(log)), ())


def damaged(data: bytes) -> list[bytes]:
    """Return rows made of a good one that are not good."""
    row = json.loads(zlib.decompress(data))
    rows: tuple[Any, ...] = (
        {**row, "v": ROW_VERSION + 1},
        {**row, "times": row["times"][1:]},
        {**row, "seats": 7},
        [],
        None,
        {},
    )
    return [data[:-9], data[9:], b"", *(zlib.compress(json.dumps(one).encode()) for one in rows)]


def test_a_row_that_cannot_be_read_says_why() -> None:
    table, log = whole_log("civil-suits", 2)
    data = row_of(table, log)
    for bad in damaged(data):
        with pytest.raises(Unreadable, match=r"^it is "):
            unpacked(bad, table.row, table.seats)
    with pytest.raises(Unreadable, match="decks cannot be dealt"):
        unpacked(data, replace(table.row, entropy=None), table.seats)


@given(data=st.binary())
def test_no_bytes_lead_to_another_error(data: bytes) -> None:
    row = a_table(status=Status.FINISHED)
    for stored in (data, zlib.compress(data)):
        with pytest.raises(Unreadable):
            unpacked(stored, row, ())
