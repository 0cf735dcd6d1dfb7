"""Whether the deals of a game that is over follow from its seed."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bot.store import Status
from bot.store.model.games import StoredGame, packed
from bot.table.table import Table
from bot.tables.records import checked, log_of, record_of
from engine import fairness
from engine.deals import Deal
from engine.record import read
from tests.bot.tavern import PEOPLE, Tavern


async def finished(tavern: Tavern) -> Table:
    """Return a game of two that was played to its end."""
    table = await tavern.game(target=51)
    while table.playing:
        table = await tavern.play_hand(table)
        for user_id in PEOPLE[:2] if table.playing else ():
            table = await tavern.play.ready(table.row.id, user_id, table.seq)
    assert table.row.status is Status.FINISHED
    return table


async def deals(tavern: Tavern, table: Table) -> list[tuple[int, Deal]]:
    """Return the deals of a game, each with its place in the log."""
    log = await log_of(tavern.store, table)
    return [(entry.seq, Deal.parse(entry.action, table.game)) for entry in log if entry.seat is None]


async def rewrite(tavern: Tavern, folder: Path, table: Table, seq: int, deal: Deal) -> None:
    """Replace a deal of a finished game by another in its row."""
    log = list(await log_of(tavern.store, table))
    log[seq] = replace(log[seq], action=str(deal))
    with closing(sqlite3.connect(folder / "cards.db")) as connection, connection:
        changed = connection.execute(
            "UPDATE games SET data = ?", (packed(table.row, StoredGame(tuple(log))),)
        )
        assert changed.rowcount == 1


def damage(folder: Path) -> None:
    """Leave nothing to be read of finished games."""
    with closing(sqlite3.connect(folder / "cards.db")) as connection, connection:
        changed = connection.execute("UPDATE games SET data = substr(data, 2)")
        assert changed.rowcount > 0


def swapped(deal: Deal, one: int, other: int) -> Deal:
    """Return a deal with two cards of its deck swapped."""
    deck = list(deal.deck)
    deck[one], deck[other] = deck[other], deck[one]
    return Deal(deal.dealer, tuple(deck))


async def test_every_deal_of_a_game_is_checked(tavern: Tavern) -> None:
    table = await finished(tavern)
    assert await checked(tavern.store, table) == len(await deals(tavern, table)) > 1


async def test_the_deals_of_a_game_that_was_ended_are_checked_too(tavern: Tavern) -> None:
    table = await tavern.plays(await tavern.game())
    table = await tavern.seats.stop(table.row.id)
    assert await checked(tavern.store, table) == 1


async def test_a_changed_deal_is_found(tavern: Tavern, tmp_path: Path) -> None:
    table = await tavern.plays(await tavern.game())
    table = await tavern.seats.stop(table.row.id)
    [(seq, dealt)] = await deals(tavern, table)
    # No play shows the stock's last two cards.
    await rewrite(tavern, tmp_path, table, seq, swapped(dealt, -1, -2))
    assert await checked(tavern.store, table) == 0
    await rewrite(tavern, tmp_path, table, seq, dealt)
    assert await checked(tavern.store, table) == 1
    await rewrite(tavern, tmp_path, table, seq, Deal((dealt.dealer + 1) % 2, dealt.deck))
    assert await checked(tavern.store, table) == 0


async def test_a_changed_deal_of_a_finished_game_is_found_whichever_it_is(
    tavern: Tavern, tmp_path: Path
) -> None:
    table = await finished(tavern)
    for seq, dealt in await deals(tavern, table):
        await rewrite(tavern, tmp_path, table, seq, swapped(dealt, 0, -1))
        assert await checked(tavern.store, table) == 0
        await rewrite(tavern, tmp_path, table, seq, dealt)
    assert await checked(tavern.store, table) > 1


async def test_another_secret_number_is_found(tavern: Tavern) -> None:
    table = await finished(tavern)
    assert await checked(tavern.store, table.with_row(seed=bytes(32))) == 0


async def test_the_record_holds_what_anybody_needs_to_check_it(tavern: Tavern) -> None:
    table = await finished(tavern)
    text = await record_of(tavern.store, table)
    assert json.loads(text)["fairness"]["commitment"] == fairness.commitment(table.row.seed)
    assert fairness.check(read(text.encode()), finished=True) == []
