"""The leaderboard of a server: a page of teams or members, and the reader's own standings."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.blocks.blocks import OVER_ACCENT, Panel, Picture, lines
from bot.blocks.fit import turning
from bot.locale import Words
from bot.panels.table.board import scene_or
from bot.panels.table.pictured import attempted, undrawn_line
from bot.pictures.pages.leaderboard import elsewhere
from bot.pictures.pages.leaderboard import leaderboard_picture as picture
from bot.pictures.sketch.names import member
from bot.pictures.sketch.style import Style
from bot.store import LeaderboardRow, is_former

STANDINGS_PER_PAGE: Final = 10


def leaderboard_panel(
    game: str,
    standings: Sequence[LeaderboardRow],
    own: Sequence[LeaderboardRow],
    names: Mapping[int, str],
    page: int,
    total: int,
    words: Words,
    style: Style | None,
    *,
    teams: bool,
) -> Panel:
    """Return one page of standings, counted from 0, and below it the reader's own from other pages.

    They are a picture, with `names` of members by id, or words if the `style` is None or it cannot be made.
    """
    kind = "teams" if teams else "members"
    title = words(f"board.title-{kind}", game=words(f"{game}.name"))
    if not total:
        return Panel((lines(title, words("board.none")),), OVER_ACCENT)
    last = (total - 1) // STANDINGS_PER_PAGE
    mine = elsewhere(standings, own)
    rows = lines(*(_row(standing, words) for standing in standings))
    below = lines(words("board.own-title") if mine else "", *(_row(standing, words) for standing in mine))
    drawn: tuple[Picture, ...] = ()
    if style is not None:
        plain = words.plain
        drawn = attempted(lambda: picture(game, standings, own, names, page, plain, style, teams=teams))
    shown: tuple[Picture | str, ...] = (lines(title, rows), below)
    if drawn:
        shown = (title, *scene_or(drawn, lines(rows, below)), _undrawn((*standings, *mine), names, words))
    numbered = "-# " + words("page", page=page + 1, pages=last + 1)
    turns = turning(page, 0, last, words, lambda to: f"b:{game}:{kind}:{to}")
    return Panel((*[block for block in shown if block], numbered, turns), OVER_ACCENT)


def _undrawn(standings: Sequence[LeaderboardRow], names: Mapping[int, str], words: Words) -> str:
    """Return the line of the members whom the picture shows without their names, by rank."""
    told = []
    for standing in standings:
        people = [member(user_id, names.get(user_id, ""), words) for user_id in standing.members]
        if unnamed := [_mention(person.seat, words) for person in people if person.undrawn]:
            told.append((str(standing.rank), words("and").join(unnamed)))
    return undrawn_line(told, words)


def _row(standing: LeaderboardRow, words: Words) -> str:
    """Return one line: rank, names, games won and played, difference of points."""
    names = words("and").join(_mention(member, words) for member in standing.members)
    return words.count(
        "board.row",
        abs(standing.difference),
        rank=standing.rank,
        names=names,
        wins=standing.wins,
        games=standing.games,
        difference=f"{standing.difference:+d}",
    )


def _mention(user_id: int, words: Words) -> str:
    """Return the mention of a member; nobody would be found by the id of a former one."""
    return words("name.former") if is_former(user_id) else words("board.member", id=user_id)
