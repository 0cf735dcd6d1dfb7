"""Lists of ratings as data, and their words: the options that they are about, their period, each line.

Ids: `b:<game>:<kind>:<variant>:<period>:<page>[:<verb>]`, where the kind is `teams` or `members`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

from bot.blocks.blocks import lines
from bot.blocks.people import plain
from bot.locale import FRENCH, Words
from bot.pictures.pages.standing import STREAK
from bot.store import LeaderboardRow, is_former
from bot.store.ratings.periods import ALL_TIME, first_month, is_period, is_season, last_month
from bot.store.ratings.ranking import PAIRED
from bot.store.ratings.stored import Variant
from engine import GAMES
from engine.cards import RANK_LETTERS

OfferedValues = Mapping[str, Mapping[str, Any]]
"""The values that the host offers for options in no menu, by option and name."""

KIND_TEAMS: Final = "teams"
KIND_MEMBERS: Final = "members"
_BADGES: Final = RANK_LETTERS[1:] + RANK_LETTERS[0]
"""The ranks of badges, from the lowest one."""
_COURTS: Final = "AJQK"
_VARIANT: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]{1,4}")


class ListChoice(NamedTuple):
    """The page of a leaderboard that a member looks at, with pages counted from 0, as ids name it."""

    game: str
    kind: str
    variant: str
    period: str
    page: int = 0

    def id(self, verb: str = "", **other: Any) -> str:
        """Return the id of a button that leads to this page with `other` parts, or to its `verb`."""
        chosen = self._replace(**other)
        return ":".join(["b", *map(str, chosen), *([verb] if verb else [])])

    @classmethod
    def parse(cls, parts: Sequence[str]) -> Self | None:
        """Return the page that the parts of an id from outside name, None if they name none."""
        if len(parts) != 5:
            return None
        game, kind, variant, period, page = parts
        known = game in GAMES and kind in (KIND_TEAMS, KIND_MEMBERS) and is_period(period)
        if not known or not _VARIANT.fullmatch(variant) or not _NUMBER.fullmatch(page):
            return None
        return cls(game, kind, variant, period, int(page))


@dataclass(frozen=True, slots=True)
class ShownList:
    """A page of a leaderboard with all that its panels need.

    `rows` are its lines, `own` the reader's, whether they stand on the page or not. `variants` are all that
    were played, `options` those of this one. `present` are the periods of now, the usual one first, and
    `past` the seasons that have ended, the last one first. `waits` while older games are still counted,
    `public` if it may be shown to everybody.
    """

    choice: ListChoice
    rows: Sequence[LeaderboardRow]
    own: Sequence[LeaderboardRow]
    pages: int
    variants: Sequence[Variant]
    options: Mapping[str, Any]
    offered: OfferedValues
    present: Sequence[str]
    past: Sequence[str]
    waits: bool
    public: bool

    def title(self, words: Words) -> str:
        """Return the title: the game, and whether teams or members are ranked."""
        return words(
            f"leaderboard.title-{KIND_TEAMS if self.teams else KIND_MEMBERS}",
            game=words(f"{self.choice.game}.name"),
        )

    @property
    def in_teams(self) -> bool:
        """Return whether partners play together with these options, so that teams have a list too."""
        rules = GAMES[self.choice.game]
        kept = {name: self.options[name] for name in rules.POINT_OPTIONS if name in self.options}
        return any(len(seats) > 1 for seats in rules.sides(rules.options(kept)))

    @property
    def teams(self) -> bool:
        """Return whether teams are ranked, and not members."""
        return self.choice.kind == KIND_TEAMS and self.in_teams

    @property
    def ended(self) -> bool:
        """Return whether this is a season that is over, which has winners."""
        return is_season(self.choice.period) and self.choice.period not in self.present

    def rules(self, words: Words) -> str:
        """Return in words the options of this list, empty if no others were played."""
        if len(self.variants) < 2:
            return ""
        return variant_words(self.choice.game, self.options, self.offered, words)

    def heading(self, words: Words) -> str:
        """Return the title with the period."""
        return words("between").join([self.title(words), period_words(self.choice.period, words)])

    def short(self, words: Words) -> str:
        """Return the game with the period, for a picture: its lines show whether they are of teams."""
        game = words(f"{self.choice.game}.name")
        return words("between").join([game, period_words(self.choice.period, words)])


# Options and periods


def variant_words(game: str, options: Mapping[str, Any], offered: OfferedValues, words: Words) -> str:
    """Return in words how a variant differs from the usual game; that it does not, if so."""
    rules = GAMES[game]
    kept = {name: options[name] for name in rules.POINT_OPTIONS if name in options}
    chosen, usual = (rules.values(rules.options(values)) for values in (kept, {}))
    if "players" in kept:
        # What is usual may depend on the number of players (C2).
        usual = {**rules.values(rules.options({"players": kept["players"]})), "players": usual["players"]}
    told = [
        _option(game, name, chosen[name], offered.get(name, {}), words)
        for name in kept
        if chosen[name] != usual[name]
    ]
    return words("between").join(told) or words("leaderboard.usual")


def _option(game: str, name: str, chosen: object, named: Mapping[str, Any], words: Words) -> str:
    if name in GAMES[game].OPTIONS:
        return words(f"{game}.option.{name}.{chosen}")
    called = next((called for called, value in named.items() if value == chosen), None)
    if called is None:
        return words(f"{game}.option.{name}")
    return words(f"{game}.option.{name}.named", name=plain(called))


def period_words(period: str, words: Words) -> str:
    """Return a period in words, such as "October–December 2026"."""
    if period == ALL_TIME:
        return words("leaderboard.all-time")
    first = first_month(period)
    month = words(f"month.{first.month}")
    if not is_season(period):
        return words("leaderboard.month", month=month, year=first.year)
    last = words(f"month.{last_month(period).month}")
    return words("leaderboard.season", first=month, last=last, year=first.year)


# The lines


def row_text(row: LeaderboardRow, words: Words) -> str:
    """Return one line: rank, names, badge, points a hand with their doubt, games won and played."""
    told = words(
        "leaderboard.row",
        rank=_rank(row, words),
        names=_names(row, words),
        badge=badge_text(row.badge, words),
        mean=_mean(row),
        doubt=row.doubt,
        wins=row.wins,
        games=row.games,
    )
    more = [words("leaderboard.streak", number=row.streak)] if row.streak >= STREAK else []
    more += [words("leaderboard.paired")] if row.apart == PAIRED else []
    return words("between").join([told, *more])


def short_text(row: LeaderboardRow, words: Words) -> str:
    """Return one line with rank, names and points a hand alone; a team with a name has no others."""
    return words(
        "leaderboard.row-short",
        rank=_rank(row, words),
        names=plain(row.team) or _names(row, words),
        mean=_mean(row),
    )


Told = Callable[[LeaderboardRow, Words], str]
"""Writes one line."""


def row_texts(rows: Iterable[LeaderboardRow], words: Words, told_of: Told = row_text) -> str:
    """Return lines of a list as text, those without a rank below a small heading."""
    told, apart = list[str](), False
    for row in rows:
        if row.apart and not apart:
            apart = True
            told.append(words("leaderboard.apart"))
        told.append(told_of(row, words))
    return lines(*told)


def badge_text(number: int, words: Words) -> str:
    """Return the rank of a card as a badge in a text, 0 for a two and 12 for an ace."""
    letter = _BADGES[number]
    named = words.aloud or (words.deck != FRENCH and letter in _COURTS)
    return words(f"alt.{words.deck}.rank.{letter}" if named else f"rank.{letter}")


def _rank(row: LeaderboardRow, words: Words) -> str:
    return words("leaderboard.no-rank") if row.rank is None else words("leaderboard.rank", rank=row.rank)


def _mean(row: LeaderboardRow) -> float:
    """Return points a hand with one decimal; nearly nothing has no sign of its own."""
    return round(row.mean, 1) + 0.0


def _names(row: LeaderboardRow, words: Words) -> str:
    """Return the mentions of a line, after the name of their team if it has one."""
    names = words("and").join(mentioned(member, words) for member in row.members)
    team = plain(row.team)
    return words("leaderboard.team", team=team, names=names) if team else names


def mentioned(user_id: int, words: Words) -> str:
    """Return the mention of a member; nobody would be found by the id of a former one."""
    return words("name.former") if is_former(user_id) else words("leaderboard.member", id=user_id)
