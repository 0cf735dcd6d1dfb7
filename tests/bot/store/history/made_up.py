"""Made-up servers with games of every kind that are over, open and held, in channels and threads."""

import random
from dataclasses import dataclass, field
from typing import Any, Final

from bot.store import Scope, SideRow, Status, Store
from bot.store.model.results import COMPUTERS, COUNTS, EARLY, SatRow
from bot.store.queries import results
from bot.store.ratings.statements import HIDDEN, HIDES
from engine import GAMES
from tests.bot.store.store_rows import ENDED, a_place, a_result, a_seat, a_table

GUILDS: Final = (1_200_000_000_000_000_001, 1_200_000_000_000_000_002)
CHANNELS: Final = (500, 501, 502)
USERS: Final = tuple([1_100_000_000_000_000_000 + number for number in range(7)])
STATUSES: Final = (Status.FINISHED,) * 6 + (
    Status.STOPPED,
    Status.STOPPED,
    Status.CLOSED,
    Status.PLAYING,
)


@dataclass(slots=True)
class MadeUp:
    """A game: who sat there at the end and at any time, and for each of its sides whether it has won."""

    table_id: str
    guild_id: int
    channel_id: int
    game: str
    status: Status
    held: bool
    number: int | None
    at_end: list[int]
    sat: set[int]
    won: list[bool] = field(default_factory=list)

    @property
    def listed(self) -> bool:
        """Return whether a history may list the game at all."""
        return self.status in (Status.FINISHED, Status.STOPPED) and not self.held

    def result_of(self, user_id: int) -> str:
        """Return how the game has ended for a user."""
        if user_id not in self.at_end or not self.won:
            return "none"
        return "won" if self.won[self.at_end.index(user_id) % 2] else "lost"


async def made_up(store: Store, rng: random.Random, games: int) -> list[MadeUp]:
    """Store a number of games between four, two of whom are a side, and return them in order."""
    made = [await _a_game(store, rng) for _ in range(games)]
    for user_id in rng.sample(USERS, rng.randrange(3)):
        await store.choose(Scope.MEMBER, user_id, HIDDEN, HIDES)
    return made


async def _a_game(store: Store, rng: random.Random) -> MadeUp:
    table_id, guild_id = f"{rng.randrange(16):x}{rng.randrange(2**28):07x}", rng.choice(GUILDS)
    where: dict[str, Any] = {"channel_id": rng.choice(CHANNELS)}
    if rng.random() < 0.3:
        where = {"channel_id": 10_000 + rng.randrange(1000), "parent_id": rng.choice(CHANNELS)}
    game, status = rng.choice(list(GAMES)), rng.choice(STATUSES)
    at_end = rng.sample(USERS, 4)
    if rng.random() < 0.3:
        at_end[3] = -4
    others = [user_id for user_id in USERS if user_id not in at_end]
    # A seat may have been taken over within a hand, which only the seat tells, and before, by others.
    former = rng.choice(others) if rng.random() < 0.3 else None
    earlier = rng.choice(others) if rng.random() < 0.3 else None
    seats = [
        a_seat(seat, user_id, former_id=former if seat == 1 else None, claimed_seq=7 if seat == 1 else None)
        for seat, user_id in enumerate(at_end)
    ]
    held = status is Status.FINISHED and rng.random() < 0.1
    place = a_place(table_id, guild_id=guild_id, **where)
    await store.create(
        a_table(table_id, guild_id=guild_id, game=game, status=status, held=held), place, seats
    )
    await store.set_message(place)
    over = status in (Status.FINISHED, Status.STOPPED)
    # Only the result tells who had a seat earlier.
    sat = {*at_end, *(one for one in (former, earlier if over else None) if one is not None)}
    played_in = where.get("parent_id", where["channel_id"])
    made = MadeUp(table_id, guild_id, played_in, game, status, held, None, at_end, sat)
    if over:
        await _with_result(store, rng, made, earlier)
    return made


async def _with_result(store: Store, rng: random.Random, made: MadeUp, earlier: int | None) -> None:
    owners = [SatRow(seat, 1, seat % 2, user_id) for seat, user_id in enumerate(made.at_end)]
    if earlier is not None:
        owners[2:3] = [SatRow(2, 1, 0, earlier), SatRow(2, 3, 0, made.at_end[2])]
    counts, sides = made.status is Status.FINISHED, tuple[SideRow, ...]()
    if counts:
        made.won = [rng.random() < 0.5, rng.random() < 0.5]
        sides = tuple(
            [
                SideRow(side, (), 10 + 5 * won, 5 * won, won, 1 + (not won))
                for side, won in enumerate(made.won)
            ]
        )
    why = (COMPUTERS if min(made.at_end) < 0 else COUNTS) if counts else EARLY
    result = a_result(
        made.table_id,
        guild_id=made.guild_id,
        game=made.game,
        sides=sides,
        sat=tuple(owners),
        why=why,
        ended_at=ENDED,
    )
    made.number = await store.writer.write(lambda connection: results.add(connection, result))
