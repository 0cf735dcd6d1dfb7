"""The leaderboard of a server: a page of teams or members, and the reader's own standings."""

from collections.abc import Sequence
from typing import Final

from bot.blocks.blocks import OVER_ACCENT, Panel, lines
from bot.blocks.fit import turning
from bot.locale import Words
from bot.store import LeaderboardRow

STANDINGS_PER_PAGE: Final = 10


def leaderboard_panel(
    game: str,
    standings: Sequence[LeaderboardRow],
    own: Sequence[LeaderboardRow],
    page: int,
    total: int,
    words: Words,
    *,
    teams: bool,
) -> Panel:
    """Return one page of standings, counted from 0, and below it the reader's own from other pages."""
    kind = "teams" if teams else "members"
    title = words(f"board.title-{kind}", game=words(f"{game}.name"))
    if not total:
        return Panel((lines(title, words("board.none")),), OVER_ACCENT)
    last = (total - 1) // STANDINGS_PER_PAGE
    shown = {standing.members for standing in standings}
    mine = [_row(standing, words) for standing in own if standing.members not in shown][:3]
    return Panel(
        (
            lines(title, *(_row(standing, words) for standing in standings)),
            lines(words("board.own-title") if mine else "", *mine),
            "-# " + words("page", page=page + 1, pages=last + 1),
            turning(page, 0, last, words, lambda to: f"b:{game}:{kind}:{to}"),
        ),
        OVER_ACCENT,
    )


def _row(standing: LeaderboardRow, words: Words) -> str:
    """Return one line: rank, names, games won and played, difference of points."""
    names = words("and").join(words("board.member", id=member) for member in standing.members)
    return words.count(
        "board.row",
        abs(standing.difference),
        rank=standing.rank,
        names=names,
        wins=standing.wins,
        games=standing.games,
        difference=f"{standing.difference:+d}",
    )
