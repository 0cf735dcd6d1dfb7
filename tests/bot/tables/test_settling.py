"""Settling a hand whose scores no play can change: seats asked, plays appended, and offers withdrawn."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from bot.store import Status
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.records import record_of
from engine import civil_suits
from engine.game import DEALER, AnyGame
from engine.record import Record
from tests.bot.store.store_rows import counts
from tests.bot.tavern import PEOPLE, Tavern, golden, lose, refusal
from tests.engine.commands.command import run
from tests.engine.strategies import played

FOUR, OFFERED = "ciapano-four", 154
"""Seat 0 has led KD, the only one with diamonds or clubs: it takes the last three tricks in any case."""
FIVE, LAST = "ciapano-five", 442
"""The end of a game in which seats 0 and 1 have been removed."""


async def agree(tavern: Tavern, table: Table, *seats: int) -> Table:
    """Return the table after these seats have agreed to the present offer."""
    number = situation.agreeing(table)
    assert number is not None
    for seat in seats:
        table = await tavern.play.ready(table.row.id, PEOPLE[seat], number)
    return table


def ready(table: Table) -> list[int]:
    return [row.seat for row in table.seats if row.ready]


def hand_ends(game: AnyGame, state: Any) -> Any:
    """Return the state after a hand has been played out by its last legal actions."""
    while game.to_act(state) not in ((), (DEALER,)):
        (seat,) = game.to_act(state)
        state = game.apply(state, seat, game.legal(state, seat)[-1])
    return state


CIVIL: Final = played(civil_suits, {}, 9, 200).record
"""A round whose last nine cards hold no challenger and no card that matters to any seat."""


@pytest.mark.parametrize(
    ("record", "offered", "rest"),
    [(golden(FOUR), OFFERED, 10), (golden("cicera-two-six"), 46, 3), (CIVIL, 151, 9)],
    ids=lambda value: getattr(value, "game", ""),
)
async def test_a_known_deal_offers_its_rest_and_a_play_earlier_does_not(
    tavern: Tavern, record: Record, offered: int, rest: int
) -> None:
    before = await tavern.recorded(record, offered - 1)
    assert situation.rest(before) is None
    assert view_of(before).agreeing is None
    assert await refusal(tavern.play.ready(before.row.id, PEOPLE[0], before.seq)) == "refused.stale"
    table = await tavern.recorded(record, offered)
    assert len(situation.rest(table) or ()) == rest
    assert view_of(table).agreeing is not None
    assert view_of(table, PEOPLE[1]).agreeing is not None
    table = await agree(tavern, table, *table.active())
    assert (table.between_hands or not table.playing, table.seq) == (True, offered + rest)
    await tavern.agrees(table)


async def test_what_all_agree_to_is_appended_as_legal_plays_at_once(tavern: Tavern) -> None:
    table = await tavern.recorded(golden(FOUR), OFFERED)
    version, otherwise = table.row.version, hand_ends(table.game, table.state)
    table = await agree(tavern, table, 2, 0, 2, 3)
    assert (ready(table), table.seq) == ([0, 2, 3], OFFERED)
    assert table.row.version == version + 3
    await tavern.agrees(table)
    table = await agree(tavern, table, 1)
    assert (ready(table), table.seq, table.row.version) == ([], OFFERED + 10, version + 4)
    assert table.between_hands
    assert table.state.totals == otherwise.totals
    assert table.row.wake_at == tavern.at + 45
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    assert [entry.user_id for entry in stored.log[OFFERED:]] == [
        PEOPLE[entry.seat] for entry in stored.log[OFFERED:] if entry.seat is not None
    ]
    await tavern.agrees(table)


async def test_a_play_in_between_withdraws_what_was_agreed_to(tavern: Tavern) -> None:
    table = await tavern.recorded(golden(FOUR), OFFERED)
    table = await agree(tavern, table, 0, 2, 3)
    table = await tavern.plays(table)
    assert ready(table) == []
    assert situation.rest(table) is not None
    # The same button has one meaning all through the hand, though its message is drawn again meanwhile.
    assert situation.agreeing(table) == table.dealt
    table = await agree(tavern, table, 1)
    assert (ready(table), table.seq) == ([1], OFFERED + 1)
    await tavern.agrees(table)
    while situation.rest(table) is not None:
        table = await tavern.plays(table)
    # So near the end playing on takes no more presses than agreeing would.
    assert table.waits_for()
    assert await refusal(tavern.play.ready(table.row.id, PEOPLE[1], table.dealt)) == "refused.stale"


async def test_old_presses_and_strangers_settle_nothing(tavern: Tavern) -> None:
    table = await tavern.recorded(golden(FOUR), OFFERED)
    table = await agree(tavern, table, 0, 1, 2)
    for user_id, number, key in (
        (PEOPLE[3], table.dealt - 1, "refused.stale"),
        (PEOPLE[3], OFFERED, "refused.stale"),
        (PEOPLE[4], table.dealt, "refused.not-seated"),
    ):
        assert await refusal(tavern.play.ready(table.row.id, user_id, number)) == key
    assert (ready(table), table.seq) == ([0, 1, 2], OFFERED)
    number = table.dealt
    table = await agree(tavern, table, 3)
    # The same button once more: the hand is over by then, and nobody is ready for the next.
    assert await refusal(tavern.play.ready(table.row.id, PEOPLE[3], number)) == "refused.stale"
    assert ready(table) == []


async def test_those_who_are_out_are_not_waited_for(tavern: Tavern) -> None:
    table = await tavern.recorded(golden(FIVE), LAST)
    assert table.active() == (2, 3, 4)
    assert await refusal(tavern.play.ready(table.row.id, PEOPLE[0], table.dealt)) == "refused.out"
    table = await agree(tavern, table, 2, 3)
    assert table.seq == LAST
    table = await agree(tavern, table, 4)
    assert table.row.status is Status.FINISHED
    assert table.row.wake_at is None
    found = await counts(tavern.store, "ciapano", 7)
    assert len(found) == 5
    assert [who for who, (_, wins) in found.items() if wins] == [(PEOPLE[table.state.winner],)]
    assert await refusal(tavern.play.ready(table.row.id, PEOPLE[2], table.seq)) == "refused.over"
    await tavern.agrees(table)


async def test_the_next_hand_does_not_wait_for_those_who_are_out(tavern: Tavern) -> None:
    whole = golden(FIVE)
    table = await tavern.recorded(whole, LAST - 30)
    while not table.between_hands:
        table = await tavern.plays(table)
    inside = table.active()
    assert 0 < len(inside) < 5
    outside = next(seat for seat in range(5) if seat not in inside)
    assert await refusal(tavern.play.ready(table.row.id, PEOPLE[outside], table.seq)) == "refused.out"
    table = await agree(tavern, table, *inside)
    assert len(table.waits_for()) == 1
    assert [seat for seat in range(5) if table.state.hands[seat]] == list(inside)
    await tavern.agrees(table)


@pytest.mark.parametrize("happened", [True, False])
async def test_it_is_all_there_or_nothing(tavern: Tavern, happened: bool) -> None:
    table = await tavern.recorded(golden(FOUR), OFFERED)
    table = await agree(tavern, table, 0, 1, 2)
    lose(tavern, happened)
    if happened:
        table = await agree(tavern, table, 3)
    else:
        number = table.dealt
        assert await refusal(tavern.play.ready(table.row.id, PEOPLE[3], number)) == "refused.not-saved"
        assert (ready(table), table.seq) == ([0, 1, 2], OFFERED)
        await tavern.agrees(table)
        table = await agree(tavern, table, 3)
    assert (table.between_hands, table.seq) == (True, OFFERED + 10)
    await tavern.agrees(table)


async def test_what_was_agreed_to_outlives_the_bot(tmp_path: Path) -> None:
    first = await Tavern.open(tmp_path)
    table = await first.recorded(golden(FOUR), OFFERED)
    await agree(first, table, 0, 1, 2)
    await first.close()
    later = await Tavern.open(tmp_path)
    again = await later.tables.get(table.row.id)
    assert ready(again) == [0, 1, 2]
    again = await agree(later, again, 3)
    assert again.between_hands
    await later.close()


async def test_a_game_that_was_settled_again_and_again_verifies(
    tavern: Tavern, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.lobby.lobby.secrets.token_bytes", lambda length: bytes(range(length)))
    table = await tavern.game("ciapano")
    settled = 0
    while table.playing:
        if table.between_hands:
            table = await agree(tavern, table, *table.active())
        elif situation.rest(table) is None:
            table = await tavern.plays(table)
        else:
            seq = table.seq
            table = await agree(tavern, table, *table.active())
            assert table.seq > seq + len(table.active())
            settled += 1
    assert settled > 3
    text = await record_of(tavern.store, table)
    path = tmp_path / "record.json"
    path.write_text(text)
    assert run("replay", str(path)).status == 0
    verified = run("verify", str(path))
    assert (verified.status, verified.err) == (0, "")
    assert verified.json["finished"]
    assert json.loads(text)["fairness"]["seed"] == bytes(range(32)).hex()
