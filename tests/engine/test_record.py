"""The record as values: read, replayed as a fold that reports its progress, and written."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from engine import GAMES, cicera
from engine.deals import Deal
from engine.record import BadRecord, Record, advance, read, replay, write
from tests.engine.commands.command import FINISHED, document
from tests.engine.strategies import Position, played, positions


def text(**changes: object) -> str:
    return json.dumps(document(**changes))


def test_read_keeps_everything() -> None:
    record = read(text(note="kept", deals=[{**document()["deals"][0], "shuffled": "by hand"}]))
    assert record.game == "cicera"
    assert record.names == ("ann", "bo", "cy", "di")
    assert record.deals[0].dealer == 3
    assert record.deals[0].deck == cicera.DECK
    assert record.deals[0].extra == {"shuffled": "by hand"}
    assert record.actions == ("0 KS:KC", "1 TS:TC", "2 AD")
    assert record.result == {"finished": False, "totals": [0, 0], "winners": []}
    assert record.fairness is None
    assert record.extra == {"note": "kept"}
    assert read(write(record)) == record


def test_read_takes_text_and_bytes() -> None:
    assert read(text()) == read(text().encode())
    with pytest.raises(BadRecord, match="byte order mark"):
        read("\ufeff" + text())


@given(positions())
def test_write_is_the_inverse_of_read(position: Position) -> None:
    written = write(position.record)
    outcome = position.game.outcome(position.state)
    assert json.loads(written)["result"] == {
        "finished": outcome.finished,
        "totals": list(outcome.totals),
        "winners": list(outcome.winners),
    }
    record = read(written)
    assert replace(record, result=None) == position.record
    assert write(record) == written


@pytest.mark.parametrize("name", ["ännä 🂡", "\ud800", 'a "b" \\ \n', "\u2028", "\ufeff"])
def test_names_survive_as_they_are(name: str) -> None:
    record = read(text(names=[name, "b", "c", "d"]))
    written = write(record)
    assert read(written.encode("utf-8")).names == (name, "b", "c", "d")
    assert len(written.splitlines()) >= len(document())


def test_names_are_written_readably() -> None:
    assert '"ännä"' in write(read(text(names=["ännä", "b", "c", "d"])))


def test_numbers_too_long_for_python_are_kept_as_text() -> None:
    digits = "9" * 5000
    record = read(text()[:-1] + f', "big": {digits}, "huge": 1e999}}')
    assert json.loads(write(record))["big"] == digits
    assert json.loads(write(record))["huge"] == "1e999"


def test_write_does_not_hide_a_record_that_cannot_be_replayed() -> None:
    with pytest.raises(BadRecord, match="action 1: 0 KD"):
        write(Record("cicera", deals=read(text()).deals, actions=("0 KD",)))


def test_replay_says_how_far_it_got_and_why_it_stopped() -> None:
    whole = replay(read(text()))
    assert whole.ok
    assert (whole.deals_applied, whole.actions_applied) == (1, 3)
    stopped = replay(read(text(actions=["0 KS:KC", "1 TS:TC", "3 3H", "2 AD"])))
    assert not stopped.ok
    assert str(stopped.error) == "action 3: 3 3H: it is not the turn of seat 3 (C10)"
    assert (stopped.deals_applied, stopped.actions_applied) == (1, 2)
    assert cicera.to_act(stopped.state) == (2,)


def test_replay_lets_every_entry_be_watched_before_it_is_applied() -> None:
    position = played(GAMES["cicera"], {}, 7, 60)
    seen: list[object] = []
    assert replay(position.record, seen.append).ok
    assert seen == list(position.entries)
    bad = replace(position.record, actions=("0 nonsense",))
    seen.clear()
    assert not replay(bad, seen.append).ok
    assert seen == [position.entries[0], "0 nonsense"]


def test_replay_of_nothing() -> None:
    for values in ({}, {"players": 2}):
        replayed = replay(Record("cicera", values))
        assert replayed.ok
        assert replayed.state == cicera.start(cicera.options(values))


def test_advance_takes_a_log_entry_by_entry() -> None:
    position = played(cicera, {}, seed=4, steps=120)
    state = cicera.start(cicera.options({}))
    for before, entry, after in position.steps():
        assert state == before
        state = advance(cicera, state, entry)
        assert state == after
    with pytest.raises(BadRecord, match="stands before its time"):
        advance(cicera, state, Deal(0, cicera.DECK))
    between = played(cicera, {}, seed=4, steps=49).state
    with pytest.raises(BadRecord, match="has not been dealt"):
        advance(cicera, between, "0 7D")
    over = replay(read(json.dumps(FINISHED))).state
    with pytest.raises(BadRecord, match="the game is over"):
        advance(cicera, over, Deal(0, cicera.DECK))


def test_a_capture_may_be_written_in_any_order() -> None:
    position = played(cicera, {}, seed=8, steps=400)
    long = [n for n, action in enumerate(position.record.actions) if "+" in action]
    actions = list(position.record.actions)
    for number in long:
        played_card, captured = actions[number].split(":")
        actions[number] = f"{played_card}:{'+'.join(reversed(captured.split('+')))}"
    assert long
    assert tuple(actions) != position.record.actions
    assert replay(replace(position.record, actions=tuple(actions))).state == position.state


def test_all_games_are_read() -> None:
    for name, game in GAMES.items():
        assert read(write(Record(name))).game == game.NAME
