"""Tables without play: lobbies, games that are over, and lines of a leaderboard."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final

from bot.lobby.seating import computer
from bot.locale import Words
from bot.messages.ledger import Ledger
from bot.panels.shared.shows import sketch
from bot.pictures.decks.base import palette
from bot.pictures.sketch.sketch import Box, Sketch
from bot.pictures.sketch.style import Style
from bot.store import Curve, LeaderboardRow, PlaceRow, SeatRow, Status, TableRow
from bot.store.ratings.ranking import PAIRED, PROVISIONAL
from bot.table.table import Table
from bot.table.view import AnyView
from bot.table.viewing import view_of
from engine import GAMES, fairness
from engine.ai import named
from engine.simulate import play

NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Valentina")
WIDE: Final = ("W" * 14, "Valentina Maria Grazia", "آنا ماريا", "田中さん", "\u202eZ̷̡a̶l̵g̸o̴ 🔥 Ⓑⓞ")
"""Names of the worst kind."""


def drawn(view: AnyView, words: Words, style: Style) -> Sketch:
    """Return the picture of a table."""
    made = sketch(view, words, style)
    assert made is not None
    return made


def person(seat: int, name: str, **marks: Any) -> SeatRow:
    """Return a person in a seat."""
    return SeatRow(seat, 1_000 + seat, name, entropy=seat, **marks)


def table(
    game: str, seats: Sequence[SeatRow], status: Status = Status.LOBBY, state: Any = None, **options: Any
) -> Table:
    """Return a table that is stored nowhere; its host is the first person in a seat."""
    made, seed = GAMES[game].options(options), b"\x07" * 32
    row = TableRow(
        id="t1",
        guild_id=1,
        game=game,
        options=GAMES[game].values(made),
        status=status,
        host_id=seats[0].user_id,
        seed=seed,
        commitment=fairness.commitment(seed),
        language="en",
        rematch_of=None,
        created_at=0.0,
        touched_at=0.0,
        wake_at=None,
        entropy=None,
        version=1,
    )
    new = Table.new(row, tuple(seats), Ledger(PlaceRow("t1", 1, 1)))
    return new if state is None else replace(new, state=state)


def lobby(game: str, *seats: SeatRow, **options: Any) -> AnyView:
    """Return a lobby in the public view, in which all agree to the options."""
    return view_of(table(game, [replace(row, ready=row.person) for row in seats], **options))


def people(game: str, names: Sequence[str] = NAMES, **options: Any) -> tuple[SeatRow, ...]:
    """Return a person for every seat of a game."""
    size = sum(map(len, GAMES[game].sides(GAMES[game].options(options))))
    return tuple(person(seat, names[seat]) for seat in range(size))


@cache
def _state(game: str, seed: int, hands: int, chosen: tuple[tuple[str, Any], ...]) -> Any:
    """Return the last state of a game of computers, played to its end or for so many hands."""
    options = GAMES[game].options(dict(chosen))
    size = sum(map(len, GAMES[game].sides(options)))
    return play(GAMES[game], options, [named(game, "greedy")] * size, str(seed), hands).state


def over(
    game: str,
    seed: int = 1,
    names: Sequence[str] = NAMES,
    status: Status = Status.FINISHED,
    hands: int = 0,
    **options: Any,
) -> AnyView:
    """Return a game that is over, or was stopped after so many hands."""
    state = _state(game, seed, hands, tuple(options.items()))
    return view_of(table(game, people(game, names, **options), status, state, **options))


def shared(game: str = "civil-suits") -> AnyView:
    """Return a game of Civil Suits that two have won."""
    state = _state(game, 1, 0, ())
    totals = (12, 40, 12, 33)
    return view_of(table(game, people(game), Status.FINISHED, state._replace(totals=totals, winners=(0, 2))))


def napoleone() -> AnyView:
    """Return a game of Cicera that the side behind has won at once, by taking all spades (C26)."""
    state = _state("cicera", 1, 3, ())
    *before, last = state.sheets
    loser = 0 if state.totals[0] >= state.totals[1] else 1
    winner = 1 - loser
    state = state._replace(sheets=(*before, replace(last, napoleone=winner)), winner=winner)
    return view_of(table("cicera", people("cicera"), Status.FINISHED, state))


def light(sketch: Sketch) -> int:
    """Return how many plates are light."""
    return sum(isinstance(item, Box) and item.fill == palette.LIGHT_PLATE for item in sketch.items)


STOPPED: Final = Status.STOPPED
PLAYED: Final[Mapping[str, tuple[dict[str, Any], ...]]] = MappingProxyType(
    {
        "cicera": ({}, {"players": 2}),
        "ciapano": ({}, {"players": 3}, {"players": 5}),
        "civil-suits": ({},),
    }
)
"""The numbers of players of each game, as options that choose them."""

SCENES: Final[Mapping[str, Callable[[], AnyView]]] = MappingProxyType(
    {
        "lobby-cicera": lambda: lobby("cicera", person(0, "Ann"), computer(3, "medium")),
        "lobby-cicera-two": lambda: lobby("cicera", person(0, "Ann"), players=2),
        "lobby-cicera-full": lambda: lobby("cicera", *people("cicera"), target=21),
        "lobby-ciapano-three": lambda: lobby("ciapano", person(0, "Ann"), players=3),
        "lobby-ciapano": lambda: lobby("ciapano", person(0, "Ann"), person(1, "Bo"), computer(3, "hard")),
        "lobby-ciapano-five": lambda: lobby("ciapano", *people("ciapano", players=5), players=5),
        "lobby-civil": lambda: lobby("civil-suits", person(0, "Ann"), computer(1, "easy"), person(2, "Cy")),
        "over-cicera": partial(over, "cicera"),
        "over-cicera-two": partial(over, "cicera", players=2),
        "over-napoleone": napoleone,
        "over-ciapano": partial(over, "ciapano"),
        "over-ciapano-three": partial(over, "ciapano", players=3),
        "over-ciapano-five": partial(over, "ciapano", players=5),
        "over-civil": partial(over, "civil-suits"),
        "over-civil-shared": shared,
        "stopped-cicera": partial(over, "cicera", status=STOPPED, hands=2),
        "stopped-ciapano-five": partial(over, "ciapano", status=STOPPED, hands=2, players=5),
        "stopped-civil": partial(over, "civil-suits", status=STOPPED, hands=1),
    }
)
"""Tables for everybody, by name."""

UNDRAWN, UNNAMED = 2**60 + 10, 2**60 + 77
_LATIN: Final = ("Ann", "Bo", "Cy", "Di", "Fausto", "Giò", "Valentina", "Cesarina", "Łukasz")
MEMBERS: Final[Mapping[int, str]] = MappingProxyType(
    {**dict(enumerate(_LATIN, 1)), UNDRAWN: "田中", UNNAMED: ""}
)
"""Names of members by id."""


def standing(
    rank: int | None, members: Sequence[int], mean: float, badge: int, games: int, wins: int, **more: Any
) -> LeaderboardRow:
    """Return a row of a leaderboard with the names of its members, in doubt by 0.7 points."""
    names = tuple(MEMBERS[member] for member in members)
    return LeaderboardRow(
        rank, tuple(members), names, mean, more.pop("doubt", 0.7), badge, games, wins, **more
    )


TEAMS: Final = (
    standing(1, (1, 3), 4.26, 12, 43, 31, streak=5, team="Le Rondinelle"),
    standing(2, (2, 4), 2.04, 11, 43, 24),
    standing(3, (5, 6), 1.5, 9, 32, 18, team="Quèi del Carmine"),
    standing(3, (7, 8), 1.5, 9, 32, 18, streak=3),
    standing(5, (1, 2), -0.04, 6, 19, 9),
    standing(None, (9, UNDRAWN), -1.2, 4, 5, 2, apart=PROVISIONAL, doubt=1.64),
    standing(None, (4, UNNAMED), -2.61, 0, 3, 0, apart=PROVISIONAL, doubt=1.93),
)
"""Teams of a leaderboard, best first, two of them without a rank; one member has no known name."""
ALONE: Final = (
    *(standing(n, (n,), 2.2 - 0.6 * n, 12 - 2 * n, 40, 30 - n, streak=n) for n in range(1, 6)),
    standing(None, (UNDRAWN,), 1.1, 8, 24, 13, apart=PAIRED, streak=12),
    standing(None, (7,), 0.24, 6, 4, 2, apart=PROVISIONAL, doubt=1.21),
    standing(None, (8,), -1.52, 1, 2, 0, apart=PROVISIONAL, doubt=1.37),
)
"""Members of a leaderboard, best first: three without a rank, one of whom has a partner."""
FULL: Final = (
    *TEAMS[:5],
    standing(6, (6, 8), -0.8, 5, 15, 6),
    standing(7, (7, 9), -1.21, 4, 120, 49),
    standing(8, (4, 7), -2.4, 1, 33, 9),
)
"""A page of teams, all of them with a rank."""
_NASTY: Final = (*WIDE, "i" * 40, "Ⓜ" * 14, "Nguyễn Thị Minh")
_TEAM_NAMES: Final = ("", "W" * 40, WIDE[2], WIDE[4], WIDE[3])
LONG: Final = tuple(
    LeaderboardRow(
        rank=990 + number if number < 5 else None,
        members=(1_000 + number, 2_000 + number),
        names=(_NASTY[number], _NASTY[number - 2]),
        mean=-23.45,
        doubt=10.64,
        badge=8,
        games=1_000,
        wins=999,
        streak=100,
        apart="" if number < 5 else PROVISIONAL,
        team=_TEAM_NAMES[number % 5],
    )
    for number in range(8)
)
"""A page of teams with names and numbers of the worst kind."""
LONELY: Final = tuple(
    replace(
        row,
        members=row.members[:1],
        names=row.names[:1],
        games=400,
        wins=99,
        streak=20,
        apart=row.apart and PAIRED,
        team="",
    )
    for row in LONG
)
"""The same of members."""

Page = tuple[Sequence[LeaderboardRow], Sequence[LeaderboardRow], int]
"""Rows of a leaderboard, the reader's own, and the number of the page."""
LEADERBOARDS: Final[Mapping[str, Page]] = MappingProxyType(
    {
        "teams": (TEAMS, TEAMS[1:2], 0),
        "members": (ALONE, ALONE[5:6], 1),
        "full": (FULL, (standing(12, (5, 9), -1.61, 3, 14, 4, streak=3),), 0),
        "full-apart": (FULL, (standing(None, (5, 9), 0.9, 7, 4, 3, apart=PROVISIONAL, doubt=1.7),), 11),
        "nobody": ((), (), 0),
    }
)
"""Pages of leaderboards by name."""
NASTY: Final[Mapping[str, Page]] = MappingProxyType(
    {
        "long": (LONG, (replace(LONG[0], members=(1, 2)), replace(LONG[5], members=(3, 4))), 11),
        "lonely": (LONELY, LONELY[3:6], 998),
    }
)
"""Pages with names and numbers of the worst kind."""


def _walk(games: int, seed: int, drift: float = 0.02) -> Curve:
    """Return the curve of a rating that calms down."""
    rng, mean, points = random.Random(seed), 0.0, []
    for number in range(1, games + 1):
        mean += rng.gauss(drift, 0.3 / (1 + number / 20))
        points.append((number, mean))
    return Curve(tuple(points), date(2026, 3, 28), date(2026, 11, 28))


CURVES: Final[Mapping[str, Curve]] = MappingProxyType(
    {
        "long": _walk(200, 3),
        "falling": _walk(60, 4, -0.15),
        "three": Curve(((1, -0.3), (2, 0.2), (3, 0.1)), date(2025, 12, 31), date(2026, 1, 1)),
        "flat": Curve(((1, 0.01), (2, -0.02), (3, 0.0), (4, 0.01)), date(2026, 1, 1), date(2026, 1, 1)),
        "steep": Curve(((1, -14.26), (2, 0.0), (9, 31.5), (12, 31.4)), date(2026, 9, 30), date(2026, 9, 30)),
    }
)
"""Curves of ratings, by name."""
