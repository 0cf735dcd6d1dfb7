"""`python -m bench.panels`: how long panels take to build, in every kind of state of every game.

A panel is built from the table as its reader may see it and becomes the components that are sent: the public
message, the private panel of everybody seated, and their further questions. The first panel after a play
stands alone: it is the one that has to find out whether the rest of the hand is settled. CPU time.
"""

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from bench.stage import at
from bench.tables import seated
from bot.blocks.blocks import Panel, Press
from bot.games import LOOKS
from bot.locale import Catalogue, Words
from bot.messages.ledger import Opened
from bot.panels.table import board, hand
from bot.store import LogRow, Status
from bot.table.viewing import view_of
from cogs.sending.layout import layout
from engine import GAMES
from engine.deals import Deal
from engine.game import DEALER, AnyGame
from engine.settling import FAR
from tests.e2e.support.house import NAMES

P99_MS: Final = 5.0
"""Of a hundred panels of each kind, 99 are to be built within this many milliseconds."""
PEOPLE: Final = tuple(enumerate(NAMES, 1))
SETS: Final = 3
"""Choices that are made in a select that allows for many."""
FURTHER: Final = 40
"""Further questions of one panel that are built at most: cards can be chosen in thousands of ways."""


class Bench:
    """One table that is played at random, and the milliseconds that its panels take, by kind of state."""

    def __init__(self, name: str, values: Mapping[str, Any], seed: int) -> None:
        self.rng = random.Random(seed)
        self.words: Words = Catalogue.load().words("en")
        game = GAMES[name]
        people = PEOPLE[: sum(map(len, game.sides(game.options(values))))]
        self.table = seated(name, values, people, 1, 2)
        self.spent: dict[str, list[float]] = defaultdict(list)

    def play(self, most: int) -> None:
        """Play until the game is over or `most` entries of the log, and build every panel on the way."""
        self.table = self.table.with_row(status=Status.LOBBY)
        self.build()
        self.table = self.table.with_row(status=Status.PLAYING)
        while self.table.game.to_act(self.table.state) and self.table.seq < most:
            self.table = self.table.replayed(self.next_entry())
            if not self.table.game.to_act(self.table.state):
                self.table = self.table.with_row(status=Status.FINISHED)
            self.build()

    def next_entry(self) -> LogRow:
        """Return a deal or an action by chance."""
        table = self.table
        if table.game.to_act(table.state) == (DEALER,):
            deck = list(table.game.DECK)
            self.rng.shuffle(deck)
            dealer = self.rng.choice(table.game.dealers(table.state))
            return LogRow(table.seq, None, str(Deal(dealer, tuple(deck))), None, 0.0)
        seat = self.rng.choice(table.waits_for())
        action = self.rng.choice(table.game.legal(table.state, seat))
        return LogRow(table.seq, seat, str(action), table.seats[seat].user_id, 0.0)

    def build(self) -> None:
        """Build the public message, and for everybody their panel with its further questions."""
        milliseconds, _ = self.timed(partial(self.panel, None))
        kind = self.kind()
        self.spent[f"{kind}, first"].append(milliseconds)
        for row in self.table.seats:
            milliseconds, panel = self.timed(partial(self.panel, row.user_id))
            self.spent[kind].append(milliseconds)
            self.further(kind, row.user_id, panel)

    def further(self, kind: str, user_id: int, panel: Panel) -> None:
        """Build the further questions of a panel, and those that they ask, in any order."""
        first, asked = [*self.asks(panel)], set[str]()
        offered = [*first]
        while offered and len(asked) < FURTHER:
            notation = offered.pop(self.rng.randrange(len(offered)))
            if notation not in asked:
                asked.add(notation)
                milliseconds, found = self.timed(partial(self.opened, user_id, notation))
                if found == panel and notation in first:
                    raise RuntimeError(f"{notation} is on a panel, and asks nothing")
                self.spent[kind].append(milliseconds)
                offered += self.asks(found)

    def asks(self, panel: Panel) -> Iterator[str]:
        """Yield the further questions of the buttons and selects of a panel, of selects with some choices."""
        for press in presses(panel):
            if press.verb == "pick":
                yield press.notation
        for select in panel.selects:
            asking = Press.parse(select.id)
            assert asking is not None
            for _ in range(SETS):
                number = self.rng.randint(select.least, select.most)
                chosen = self.rng.sample([option.value for option in select.options], number)
                yield " ".join([asking.notation, *chosen])

    def timed(self, work: Callable[[], Panel]) -> tuple[float, Panel]:
        """Return how many milliseconds a panel takes with its components, and the panel."""
        began = time.thread_time()
        panel = work()
        layout(panel)
        return (time.thread_time() - began) * 1000, panel

    def panel(self, user_id: int | None) -> Panel:
        """Return the panel of a user, or the public message."""
        view = view_of(self.table, user_id)
        return board.public_panel(view, self.words) if user_id is None else hand.panel(view, self.words)

    def opened(self, user_id: int, notation: str) -> Panel:
        """Return the panel of a user on which a further question stands open."""
        view = view_of(self.table, user_id)
        return hand.panel(view, self.words, Opened(view.asked, "pick", notation))

    def kind(self) -> str:
        """Return the kind of state: the act that the table waits for, and whether its hand nears the end."""
        table = self.table
        if not table.playing or table.between_hands:
            return "between hands" if table.playing else table.row.status.value
        view = view_of(table)
        doing = LOOKS[view.game].waiting(view, "", self.words).strip("▶* ")
        if view.agreeing is not None:
            return f"{doing}, settled"
        return f"{doing}, near the end" if sum(view.seen.counts) <= FAR else doing


def presses(panel: Panel) -> list[Press]:
    """Return the presses of the live buttons of a panel."""
    found = (Press.parse(button.id) for button in panel.buttons if not button.disabled)
    return [press for press in found if press is not None]


def variants(game: AnyGame) -> list[dict[str, Any]]:
    """Return the options of a game with each number of players that it allows."""
    return [{"players": players} for players in game.OPTIONS.get("players", ())] or [{}]


def figures(spent: Mapping[str, Sequence[float]]) -> dict[str, dict[str, float]]:
    """Return for each kind of state how many panels were built, their median and their p99."""
    return {
        kind: {"panels": len(times), "p50_ms": round(at(times, 50), 2), "p99_ms": round(at(times, 99), 2)}
        for kind, times in sorted(spent.items())
    }


def measured(name: str, games: int, most: int) -> dict[str, dict[str, float]]:
    """Return the figures of a game: so many games with each number of players, `most` entries of each."""
    spent: dict[str, list[float]] = defaultdict(list)
    for seed, values in product(range(games), variants(GAMES[name])):
        bench = Bench(name, values, seed)
        bench.play(most)
        for kind, times in bench.spent.items():
            spent[kind] += times
    return figures(spent)


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    parser = argparse.ArgumentParser(prog="python -m bench.panels", description="Measure building panels.")
    parser.add_argument("--games", type=int, default=4, help="of each kind, with each number of players")
    parser.add_argument("--entries", type=int, default=600, help="of a game's log, at most")
    options = parser.parse_args(sys.argv[1:] if given is None else given)
    kinds = {name: measured(name, options.games, options.entries) for name in GAMES}
    worst = max(figure["p99_ms"] for of_game in kinds.values() for figure in of_game.values())
    print(json.dumps({"bench": "panels", "kinds": kinds, "worst_p99_ms": worst, "p99_ms_target": P99_MS}))


if __name__ == "__main__":
    main()
