"""Tables of the two trick games at named moments, as everybody may see them."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.ledger import Ledger
from bot.shown import AnyShown
from bot.store import PlaceRow, SeatRow, Status, TableRow
from bot.table import OPTIONS_VERSION, Table
from engine import GAMES
from engine.deals import Deal
from engine.game import DEALER

NAMES: Final = ("Valentina", "Bo", "Cy", "Dino P.", "Elena")


def table(game: str, options: Mapping[str, Any] | None = None, names: Sequence[str] = NAMES) -> Table:
    """Return a table that waits for its first deal, everybody seated."""
    row = TableRow(
        "t1",
        1,
        game,
        options or {},
        OPTIONS_VERSION,
        Status.PLAYING,
        1000,
        b"seed",
        "c0ffee",
        "en",
        None,
        0.0,
        0.0,
        None,
        None,
        1,
    )
    size = sum(map(len, GAMES[game].sides(GAMES[game].options(options or {}))))
    seats = tuple(SeatRow(seat, 1000 + seat, names[seat], 9000 + seat) for seat in range(size))
    return Table.new(row, seats, Ledger(PlaceRow("t1", 1, 2)))


def with_state(made: Table, state: Any) -> Table:
    """Return a table whose game stands so; it is over where the game is."""
    over = not made.game.to_act(state)
    return replace(made, state=state).with_row(status=Status.FINISHED if over else Status.PLAYING)


def played(
    made: Table, rng: random.Random, choose: Callable[[Table, int, Sequence[Any]], Any] | None = None
) -> Iterator[Table]:
    """Yield the table after every deal and play of a random game."""
    while made.game.to_act(made.state):
        seats = made.game.to_act(made.state)
        if seats == (DEALER,):
            deck = list(made.game.DECK)
            rng.shuffle(deck)
            made = made.with_deal(Deal(rng.choice(made.game.dealers(made.state)), tuple(deck)))
        else:
            seat = rng.choice(seats)
            legal = made.game.legal(made.state, seat)
            action = choose(made, seat, legal) if choose is not None else legal[rng.randrange(len(legal))]
            made = made.with_play(seat, action)
        yield with_state(made, made.state)


def first(
    game: str, wanted: Callable[[Any], bool], options: Mapping[str, Any] | None = None, seed: int = 1
) -> Table:
    """Return the first table of random games whose state is so."""
    for number in range(seed, seed + 400):
        for made in played(table(game, options), random.Random(number)):
            if wanted(made.state):
                return made
    raise LookupError(game)


SCENES: Final[Mapping[str, Callable[[], AnyShown]]] = {}
