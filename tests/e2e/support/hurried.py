"""A shortcut to a moment of a game: plays made at the table itself, shown only when the moment has come."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bot.blocks.blocks import Press
from bot.errors import Refused
from bot.store import SeatRow
from bot.table.table import Table
from bot.tables.play import Plays
from bot.tables.tables import Tables
from engine.deals import Deal
from engine.game import DEALER
from tests.e2e.support.chance import any_play
from tests.e2e.support.house import House, live, sitting
from tests.e2e.support.reading import number, verbs
from tests.e2e.support.umpire import Umpire

REFUSALS: Final = 500
"""The most refusals on one way: each play came too late."""
Moment = Callable[[Table], bool]
"""Whether a table has come to the wanted state."""


def cards(table: Table) -> int:
    """Return how many cards of the hand under way are still to be played."""
    return sum(map(len, table.state.hands)) + len(getattr(table.state, "stock", ()))


def last_cards(table: Table) -> bool:
    """Return whether the players of a hand have at most two cards each, and no further deal comes."""
    return not table.between_hands and cards(table) <= 2 * len(table.active())


def down_to(left: int) -> Moment:
    """Return the moment at which at most so many cards of the hand under way are left."""
    return lambda table: cards(table) <= left


@dataclass
class Kinds:
    """The kinds of questions seen so far, apart for each kind of seat."""

    apart: Callable[[SeatRow], object]
    seen: set[object] = field(default_factory=set)

    def new(self, table: Table) -> bool:
        """Return whether a table asks a seat a question that no seat of its kind was asked before."""
        before = len(self.seen)
        self.seen |= {self._kind(table, row) for row in table.seats if row.seat in table.waits_for()}
        self.seen.add((table.active(), table.between_hands))
        return len(self.seen) > before

    def _kind(self, table: Table, row: SeatRow) -> object:
        """Return the kind of a question: its words, cards by their capture, and whether all may be played."""
        legal = [str(action).split() for action in table.game.legal(table.state, row.seat)]
        shapes = {words[0] if words[1:] else re.sub(r"\b\w\w\b", "card", words[0]) for words in legal}
        free = "card" not in shapes or len(legal) >= len(table.state.hands[row.seat])
        return self.apart(row), frozenset(shapes - {"expose"}), free


async def hurry(made: House, until: Moment = lambda table: False) -> Table:
    """Play the newest table on at random, its next hands dealt, until a moment or the end of the game.

    Nobody presses anything. Only the final state is shown.
    """
    assert made.bot is not None
    press = Press.parse(made.public().buttons[0].custom_id or "")
    assert press is not None
    tables, refusals = made.bot.tables, 0
    table = await tables.get(press.table)
    with made.bot.outbox.answering():
        while table.playing and not until(table):
            try:
                table = await _step(made, tables, table)
            except Refused:
                # The bot has answered for a seat by itself, or is about to.
                refusals += 1
                if refusals > REFUSALS:
                    raise
                await asyncio.sleep(0.01)
                table = await tables.get(press.table)
    # The bot may go on by itself meanwhile.
    await made.sandbox.until(lambda: _seen(made, tables.current(table)), what="what was played is seen")
    return tables.current(table)


def _seen(made: House, table: Table) -> bool:
    """Return whether every seat asked sees its question, or the end of the game once counted."""
    if not table.playing:
        return table.ending or made.over()
    panels, sits = {person.id: made.panel(person) for person in made.people}, sitting(table)
    asked = [(panels[sits[seat]], table.asked[seat]) for seat in table.waits_for() if sits[seat] in panels]
    return all(panel and ("back" in verbs(panel) or n in map(number, live(panel))) for panel, n in asked)


async def _step(made: House, tables: Tables, table: Table) -> Table:
    """Return a table after a play, or with one more who is ready for the next hand."""
    sits, table_id = sitting(table), table.row.id
    if table.between_hands:
        waits = [row.seat for row in table.seats if row.seat in table.voters() and not row.ready]
        return await Plays(tables).ready(table_id, sits[made.rng.choice(waits)], table.seq)
    seat = made.rng.choice(table.waits_for())
    action = any_play(table.game, table.state, seat, made.rng)
    return await Plays(tables).submit(table_id, sits[seat], action, table.asked[seat])


async def hurry_on(umpire: Umpire, until: Moment = lambda table: False) -> None:
    """Hurry in an umpire's game, and compare the state at the end."""
    await umpire.house.shown()
    umpire.after()
    await hurry(umpire.house, until)
    for entry in (await umpire.log())[umpire.seq :]:
        if entry.seat is not None:
            umpire.note(entry.seat, entry.action)
            continue
        deal = Deal.parse(entry.action, umpire.game)
        umpire.deals += 1
        umpire.follow(DEALER, None, umpire.game.deal(umpire.state, deal.dealer, deal.deck))
        umpire.dealt = umpire.seq
    umpire.ready.clear()
    await umpire.agree()
    umpire.after()
