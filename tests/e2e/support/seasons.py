"""A whole season of a server, and the proof that its numbers agree with a count of its exported results."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.store.ratings.whole import rows as whole_rows
from sandbox.driver import Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.support.choosing import boss_of, choose, opened, paged
from tests.e2e.support.house import House, running, sandboxed
from tests.e2e.support.recounted import (
    Board,
    Counted,
    Figures,
    Line,
    Listed,
    Owner,
    lines_of,
    listed,
    recount,
)
from tests.e2e.support.season import FOURS, TWISTS, Season
from tests.e2e.support.umpire import unlimited

HOME: Final = ZoneInfo("Europe/Rome")
LATER_HOME: Final = ZoneInfo("Asia/Tokyo")
"""The zone that the server chooses in the middle of the season."""
AFTERWARDS: Final = 20
"""The days of the next season in which there are games, too."""
IN_A_ROW: Final = 8
"""The games that the same four play in one evening: two more than count fully."""
EVERY: Final = 2
"""One game of so many has something happen in it."""
CLOSE: Final = 1e-9
HALF: Final = 0.05 + CLOSE
"""Half of the last digit that is shown."""
SHOWN: Final = re.compile(
    r"^(–|\d+\\\.) \*\*(.*?)\*\* · \S+ · (\S+) ± (\S+) · won (\d+) of (\d+)", re.MULTILINE
)
"""A line of a leaderboard: rank, names, mean, doubt, and games won of those played."""


def season_end(now: float) -> float:
    """Return the end of the season of a moment, in Rome."""
    day = datetime.fromtimestamp(now, HOME)
    months = day.year * 12 + (day.month - 1) // 3 * 3 + 3
    return datetime(months // 12, months % 12 + 1, 1, tzinfo=HOME).timestamp()


async def a_season(folder: Path, members: int, games: int, *, seed: int, presses: float) -> dict[str, Any]:
    """Return the figures of a season in a new house; AssertionError where a number differs from the count."""
    async with sandboxed(1) as house, running(house, folder / "cards.db", pause_seconds=0):
        unlimited(house)
        season = Season.of(house, members, seed)
        season.presses = presses
        await live_through(season, games)
        figures = await proved(season)
        assert list(house.sandbox.violations) == []
    return figures


async def live_through(season: Season, games: int) -> None:
    """Play so many games from now to some days after the season's end, with all that happens in between."""
    house = season.house
    clock, kinds = house.sandbox.clock, season.kinds()
    ends = season_end(clock.now()) + timedelta(days=AFTERWARDS).total_seconds()
    hides, goes = season.players[4], season.players[11]
    season.settled = {hides.id, goes.id}
    twists = 0
    while season.games < games:
        at = season.games
        if at >= games // 5 and not season.happened["evening"]:
            season.happened["evening"] += 1
            for _ in range(IN_A_ROW):
                await season.game(FOURS, people=(hides, season.players[7], goes, season.players[14]))
                await house.pass_time(300)
            continue
        if at >= games // 4 and not season.happened["hidden"]:
            season.happened["hidden"] += 1
            await _choose(house, hides.member, "s:member:hidden", "on")
        if at >= games // 3 and not season.happened["zone"]:
            season.happened["zone"] += 1
            await _choose(house, boss_of(house), "s:server:zone", "asia-tokyo")
        if at >= games // 2 and not season.happened["forgotten"]:
            season.happened["forgotten"] += 1
            await season.forget(goes)
        twist = ""
        if at % EVERY == EVERY - 1:
            twist = TWISTS[twists % len(TWISTS)]
            twists += 1
        await season.game(next(kinds), twist)
        await house.pass_time(max(0.0, ends - clock.now()) / max(1, games - season.games + 1))


async def _choose(house: House, person: Member, name: str, value: str) -> None:
    """Let a member choose on their settings, or on those of the server."""
    command = "settings" if ":server:" in name else "me"
    panel = await opened(person, house, command)
    await choose(person, panel, await paged(house, person, panel, name), value)


# The proof


async def exported(house: House) -> bytes:
    """Return the file of the server's results, as a member gets it who manages the server."""
    manager = house.sandbox.join(house.guild, "manager", permissions=Permission.MANAGE_GUILD)
    panel = await opened(manager, house, "settings")
    answer = await manager.press(panel, custom_id="s:server:export")
    assert answer.message is not None
    (file,) = answer.message.attachments
    return file.data


async def proved(season: Season) -> dict[str, Any]:
    """Check all stored and listed numbers against the exported results, and return the season's figures."""
    house, data = season.house, await exported(season.house)
    lines = lines_of(data)
    assert len({line["number"] for line in lines}) == season.games
    text = data.decode("utf-8-sig")
    for gone in (*season.settled, *season.former.values()):
        assert (f"<@{gone}>" in text) == (gone in season.back)
    count = recount(lines, season.who)
    farthest = await _stored_agrees(house, count)
    number = 0
    reader = await _reader(season)
    assert house.bot is not None
    month = f"m{datetime.fromtimestamp(house.bot.tables.now(), LATER_HOME):%Y-%m}"
    for board in [board for board in count if board[2] == month or not board[2].startswith("m")]:
        for teams in (False, True):
            mine = await _list_agrees(season, board, count, teams=teams)
            await _shown_agrees(reader, board, mine, teams=teams)
            number += len(mine)
    ends = [line for line in lines if (line["hand"], line["seat"]) == ("total", "0")]
    return {
        "games": season.games,
        "lines": len(lines),
        "kinds": dict(Counter(line["game"] for line in ends)),
        "why": dict(Counter(line["why"] for line in ends)),
        "ties": _ties(lines),
        "happened": dict(season.happened),
        "boards": len(count),
        "listed": number,
        "farthest": farthest,
        "order": round(order_found(season, count["cicera", "4-12-any", "all"]), 3),
    }


async def _stored_agrees(house: House, count: Counted) -> float:
    """Check all stored ratings against those counted, and return the largest difference of a number."""
    assert house.bot is not None
    reading = partial(whole_rows.stored, guild_id=house.guild.id)
    stored = await house.bot.store.readers.read(reading)
    boards = {(game, variant, period): found for (_, game, variant, period), found in stored.items()}
    this_month = max(period for _, _, period in boards if period.startswith("m"))
    # Months that are over are deleted after a while.
    assert {board for board in count if board[2][0] != "m" or board[2] == this_month} <= boards.keys()
    assert boards.keys() <= count.keys()
    farthest = 0.0
    for board, found in boards.items():
        mine = count[board]
        assert {frozenset(key) - {0} for key in found} == mine.keys(), board
        for key, rating in found.items():
            own = mine[frozenset(key) - {0}]
            assert (own.games, own.wins) == (rating.games, rating.wins), (board, key)
            pairs = (own.mean, rating.mean), (own.variance, rating.variance), (own.guarded, rating.guarded)
            for one, other in pairs:
                farthest = max(farthest, abs(one - other))
                assert abs(one - other) <= CLOSE, (board, key, own, rating)
    return farthest


async def _list_agrees(season: Season, board: Board, count: Counted, *, teams: bool) -> list[Listed]:
    """Check one list of the bot against that of the count, and return it."""
    bot = season.house.bot
    assert bot is not None
    game, variant, period = board
    now = bot.tables.now()
    monthly = period.startswith("m")
    at = now if period == "all" or monthly else min(now, _over(period))
    mine = listed(count[board], at, season.unseen(), teams=teams, monthly=monthly)
    theirs = await bot.store.ratings.ranking(season.house.guild.id, game, variant, period, now, teams=teams)
    lines = theirs.page(0, len(theirs))
    listed_there, listed_here = [frozenset(line.members) for line in lines], [line.owner for line in mine]
    assert listed_there == listed_here, (board, teams, lines, mine)
    ranked = [line for line in mine if not line.apart]
    for place, (line, own) in enumerate(zip(lines, mine, strict=True), 1):
        first = 1 + sum(other.value > own.value for other in ranked)
        assert line.rank == (None if own.apart else first), (board, place)
        assert line.apart == own.apart
        assert (line.games, line.wins) == (own.games, own.wins)
        assert abs(line.mean - own.mean) <= CLOSE
        assert abs(line.doubt - own.doubt) <= CLOSE
        assert line.badge == own.badge
    return mine


Reader = tuple[Member, Message]
"""A member who has not played, and the leaderboard that they have opened."""


async def _reader(season: Season) -> Reader:
    """Return a member who has opened a leaderboard."""
    member = season.house.sandbox.join(season.house.guild, "reader")
    answer = await member.slash(season.house.channel, "cicera leaderboard")
    assert answer.message is not None
    return member, answer.message


async def _shown_agrees(reader: Reader, board: Board, mine: Sequence[Listed], *, teams: bool) -> None:
    """Turn the pages of a leaderboard, and check what is written there against a list of the count."""
    member, message = reader
    ranked, rows = [line for line in mine if not line.apart], list[tuple[str, ...]]()
    for page in range(len(mine)):
        if len(rows) < len(mine):
            kind = "teams" if teams else "members"
            await member.forge(message, ":".join(["b", board[0], kind, *board[1:], str(page)]))
            rows += SHOWN.findall(message.text.replace("−", "-"))
    for (rank, names, mean, doubt, wins, games), own in zip(rows, mine, strict=True):
        place = 1 + sum(other.value > own.value for other in ranked)
        assert rank == ("–" if own.apart else f"{place}\\.")
        assert frozenset(map(int, re.findall(r"<@(\d+)>", names))) == own.owner
        assert abs(float(mean) - own.mean) <= HALF
        assert abs(float(doubt) - own.doubt) <= HALF
        assert (int(wins), int(games)) == (own.wins, own.games)


def _over(period: str) -> float:
    """Return when a season has ended, in the zone that the server has had since."""
    year, month = int(period[1:5]), int(period[6:]) + 3
    return datetime(year + (month > 12), (month - 1) % 12 + 1, 1, tzinfo=LATER_HOME).timestamp()


def order_found(season: Season, board: Mapping[Owner, Figures]) -> float:
    """Return the rank correlation of members' guarded means with their true strengths."""
    known = [one for one in season.players if one.id not in season.settled and frozenset([one.id]) in board]
    found = sorted(known, key=lambda one: -board[frozenset([one.id])].guarded)
    apart = sum((found.index(one) - known.index(one)) ** 2 for one in known)
    return 1 - 6 * apart / (len(known) * (len(known) ** 2 - 1))


def _ties(lines: Iterable[Line]) -> int:
    """Return in how many games two sides share a place."""
    places = defaultdict[str, dict[str, str]](dict)
    for line in lines:
        if line["hand"] == "total" and line["place"]:
            places[line["number"]][line["side"]] = line["place"]
    return sum(len(set(of_game.values())) < len(of_game) for of_game in places.values())
