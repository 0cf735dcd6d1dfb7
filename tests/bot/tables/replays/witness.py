"""A witness of a game in play: all that everybody saw of it, by the moment that was in sight."""

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.clock.due import do_what_is_due
from bot.locale import Catalogue
from bot.panels.shared.shows import sketch
from bot.panels.shared.story import tell_entry
from bot.pictures.decks import Deck
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.cut import cut_deck, places
from bot.tables.replays.replay import Moment, Replay
from tests.bot.tavern import PEOPLE, Tavern


class Look(NamedTuple):
    """The language and the style in which a reader sees a game."""

    language: str
    style: Style


CATALOGUE: Final = Catalogue.load()
LOOKS: Final = tuple([Look(language, Style(deck)) for language in ("en", "it") for deck in Deck])
FEW: Final = (Look("en", Style()), Look("it", Style(Deck.ITALIAN, big=True)))
PACE: Final[dict[str, Any]] = {"hold_seconds": 1, "undo_seconds": 4, "cut_seconds": 10, "pause_seconds": 0}
COUNTED_SO_FAR: Final = (1, 2)
"""The parts of a last sheet that are in sight while it is counted aloud; a replay has the whole sheet."""


class Sight(NamedTuple):
    """A table as it was seen: the names and descriptions of its picture and its last play in words, by look.

    `seen` is the public view of the game.
    """

    pictures: tuple[str, ...]
    told: tuple[str, ...]
    seen: Any


def sight(table: Table, looks: Sequence[Look] = FEW) -> Sight:
    """Return a table as everybody sees it."""
    view, pictures, told = view_of(table), list[str](), list[str]()
    last = next((entry for entry in reversed(view.story) if entry.stands), None)
    for language, style in looks:
        words = CATALOGUE.words(language)
        drawn = sketch(view, words, style)
        assert drawn is not None
        pictures += [drawn.name, drawn.alt]
        told.append("" if last is None else tell_entry(last, view, words))
    return Sight(tuple(pictures), tuple(told), view.seen)


def all_present(table: Table) -> Table:
    """Return a table as if nobody were away; the end of a game stays as it was."""
    if not table.open and not table.ending:
        return table
    seats = (replace(row, level=None if row.person else row.level, overdue=False) for row in table.seats)
    return table.with_seats(*seats)


class Witness:
    """A game in a tavern, and each sight of it, usually one for a moment; plays are chosen by chance.

    Nobody is seen to be away, and plays that are taken back are forgotten.
    """

    def __init__(self, tavern: Tavern, table: Table, looks: Sequence[Look] = FEW, seed: int = 1) -> None:
        self.tavern, self.table, self.looks = tavern, table, looks
        self.rng = random.Random(seed)
        self.seen: dict[Moment, list[Sight]] = defaultdict(list)
        self.removed: list[int] = []
        self.gone = 0
        self.look()

    @property
    def over(self) -> bool:
        """Return whether the game is over and its end has been told."""
        return not self.table.open and not self.table.ending

    @property
    def moment(self) -> Moment:
        """Return the moment of the game that is in sight, counted from the log as it grows."""
        table, view = self.table, view_of(self.table)
        hand = len(table.game.outcome(table.state).hands) + (not table.hand_over)
        play = table.seq - table.dealt - self.gone
        if self.over:
            return Moment(hand, play + table.hand_over + 1)
        return Moment(hand, play + view.between_hands)

    def look(self) -> None:
        """See the table as it is now."""
        if not self.table.seq or view_of(self.table).counting in COUNTED_SO_FAR:
            return
        seen, now = self.seen[self.moment], sight(all_present(self.table), self.looks)
        if now not in seen:
            seen.append(now)

    def sees(self, table: Table) -> Table:
        """See the table after a change, and return it."""
        if table.dealt != self.table.dealt:
            self.gone = 0
        self.table = table
        self.look()
        return table

    async def goes_on(self, steps: int = 1) -> Table:
        """Return the table after more steps: plays, deals, cuts, or work of the clock."""
        for _ in range(steps):
            await self._step()
        return self.table

    async def goes_on_until(self, condition: Callable[[Table], bool]) -> Table:
        """Return the table once a condition holds."""
        while not condition(self.table):
            await self._step()
        return self.table

    async def goes_on_until_over(self) -> Table:
        """Return the table once its game is over."""
        return await self.goes_on_until(lambda table: self.over)

    async def _step(self) -> None:
        tavern, table = self.tavern, self.table
        if (row := situation.cutter(table)) is not None and not table.row.held and not table.row.cut:
            place = str(self.rng.choice(places(table.game)))
            self.sees(await cut_deck(tavern.tables, table.row.id, row.user_id, place, table.seq))
        elif table.row.held or table.between_hands:
            await self.time_passes()
        else:
            # People can make some plays out of turn.
            legal = {row.seat: table.game.legal(table.state, row.seat) for row in table.seats}
            waits = table.waits_for()
            able = [row for row in table.seats if row.seat in waits or (row.present and legal[row.seat])]
            row = self.rng.choice(able)
            action = self.rng.choice(legal[row.seat])
            if row.present and not row.overdue:
                number = table.asked.get(row.seat, 0)
                after = await tavern.play.submit(table.row.id, row.user_id, str(action), number)
            else:
                tavern.at = max(tavern.at, table.row.calm_at or tavern.at)
                after = await tavern.play.play_for(table.row.id, row.seat, action, table.asked[row.seat])
            self.sees(after)

    async def time_passes(self) -> None:
        """Let the clock do what it has to do next."""
        self.tavern.at = max(self.tavern.at, self.table.row.wake_at or self.tavern.at)
        await do_what_is_due(self.tavern.tables, self.table.row.id)
        self.sees(self.tavern.now(self.table))

    async def some_take_back(self, users: Collection[int] = PEOPLE, chance: float = 0.3) -> None:
        """Let users take their last play back by chance, and note how many plays that removes."""
        for user_id in users:
            offer = situation.undo_of(self.table, user_id)
            if offer is None or self.rng.random() > chance:
                continue
            now = self.moment
            for play in range(offer.removes):
                self.seen.pop(Moment(now.hand, now.play - play), None)
            self.gone += offer.removes + 1
            self.removed.append(offer.removes)
            self.sees(await self.tavern.play.undo(self.table.row.id, user_id, offer.number))

    async def is_stopped(self) -> Table:
        """Return the table, stopped unless its game is over."""
        if self.table.playing:
            self.sees(await self.tavern.seats.stop(self.table.row.id))
        return await self.goes_on_until_over()

    async def replay(self) -> Replay:
        """Return the replay of the game, which is over."""
        stored = await self.tavern.store.load(self.table.row.id)
        assert stored is not None
        assert stored.table.status in (Status.FINISHED, Status.STOPPED)
        return Replay.of(stored)

    async def unseen(self) -> list[Moment]:
        """Check that the replay shows each moment as it was in sight first; return all other moments."""
        replay = await self.replay()
        moments = list(replay.every())
        assert set(self.seen) <= set(moments)
        wrong = [at for at, seen in self.seen.items() if sight(replay.at(at), self.looks) != seen[0]]
        assert wrong == []
        return [moment for moment in moments if moment not in self.seen]
