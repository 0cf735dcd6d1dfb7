"""The statistics of a member in one game: a private page, and a message that a member shows to everybody.

Ids: `k:<game>:<user>` for the list of variants, and `k:<game>:<user>:here:<variant>` for *Show it here*.
"""

from collections.abc import Sequence
from typing import Final

from bot.blocks.blocks import OVER_ACCENT, Block, Button, Option, Panel, Picture, Select, lines
from bot.blocks.commands import command_of
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.lists.listed import OfferedValues, badge_text, mentioned, variant_words
from bot.panels.table.board import scene_or
from bot.panels.table.pictured import attempted
from bot.pictures.pages.curve import curve_picture, curve_words, rounded
from bot.pictures.sketch.style import Style
from bot.store import LeaderboardRow, Statistics
from bot.store.ratings.statistics.member import LastGame, Partner

_MOST_OPTIONS: Final = 25
"""The most entries of a select."""
_OPTION: Final = 100
"""The most characters of one."""


def stats_panel(
    found: Statistics, offered: OfferedValues, words: Words, style: Style | None, *, waits: bool, public: bool
) -> Panel:
    """Return the private page of a member's statistics; `offered` are the host's values of options.

    `waits` while older games are still counted, `public` if it may be shown to everybody. Only who hides
    themselves gets the page of a member who does.
    """
    key = f"k:{found.game}:{found.user_id}"
    foot = [words("leaderboard.waits")] if waits else []
    foot += [words("stats.hidden")] if found.hides else []
    blocks = [*_told(found, offered, words, style), *foot]
    if len(found.variants) > 1:
        blocks.append(_variants(found, key, offered, words))
    if public and found.variant and not found.hides:
        blocks.append((Button(words("button.show-here"), f"{key}:here:{found.variant}"),))
    return Panel(tuple(blocks), OVER_ACCENT)


def public_stats(found: Statistics, offered: OfferedValues, words: Words, style: Style | None) -> Panel:
    """Return the statistics of a member for everybody."""
    return Panel(tuple(_told(found, offered, words, style)), OVER_ACCENT)


def no_stats(game: str, user_id: int, words: Words, *, own: bool) -> str:
    """Return the sentence on a member of whom nothing is known, or may be told."""
    if own:
        return words("stats.nothing", game=words(f"{game}.name"), command=command_of(game))
    return words("stats.nobody", name=mentioned(user_id, words), game=words(f"{game}.name"))


def stats_of_bot(user_id: int, words: Words) -> str:
    """Return the sentence on a bot."""
    return words("stats.bot", name=mentioned(user_id, words))


def _told(found: Statistics, offered: OfferedValues, words: Words, style: Style | None) -> list[Block]:
    """Return all statistics, with the curve as a picture, or in words where the style is None or it fails."""
    title = words("stats.title", name=mentioned(found.user_id, words), game=words(f"{found.game}.name"))
    computers = words.count("stats.computers", found.computers[0], wins=found.computers[1])
    last = computers if found.computers[0] else ""
    if not found.variant:
        return [lines(title, words("stats.none"), last)]
    rules = ""
    if len(found.variants) > 1:
        options = found.variants[[one.name for one in found.variants].index(found.variant)].options
        rules = words("small", told=variant_words(found.game, options, offered, words))
    text = lines(
        title,
        rules,
        words.count("stats.games", found.games, wins=found.wins, hands=found.hands),
        _points(found.line, words) if found.line is not None else "",
        _last(found.last, words),
        _figures(found, words),
        *_people(found, words),
        last,
    )
    curve = found.curve
    if curve is None:
        return [text]
    drawn: tuple[Picture, ...] = ()
    if style is not None:
        plain = words.plain
        drawn = attempted(lambda: curve_picture(found.game, curve, plain, style))
    told = curve_words(curve, words)
    return [text, *scene_or(drawn, told)] if drawn else [lines(text, told)]


def _points(line: LeaderboardRow, words: Words) -> str:
    """Return the points a hand with their doubt, the badge and the rank, or why there is none."""
    standing = words(f"stats.{line.apart}") if line.rank is None else words("stats.rank", rank=line.rank)
    badge = badge_text(line.badge, words)
    return words("stats.points", mean=rounded(line.mean), doubt=line.doubt, badge=badge, standing=standing)


def _last(games: Sequence[LastGame], words: Words) -> str:
    """Return the last games as letters or, of games with more than two sides, as places."""
    several = max(one.sides for one in games) > 2
    told = [_ended(one, words, several=several) for one in games]
    between = words("comma") if words.aloud else " "
    return words.count("stats.places" if several else "stats.last", len(games), told=between.join(told))


def _ended(one: LastGame, words: Words, *, several: bool) -> str:
    if one.place is None:
        return words("stats.undecided")
    if several:
        return words("stats.won-place" if one.won else "stats.place", place=one.place)
    return words("stats.won" if one.won else "stats.lost")


def _figures(found: Statistics, words: Words) -> str:
    """Return the numbers that the game counts, those that are not 0."""
    numbers = {name: found.figures.get(name, 0) for name in LOOKS[found.game].STATISTICS}
    return words("between").join(
        [words.count(f"{found.game}.stats.{name}", number) for name, number in numbers.items() if number]
    )


def _people(found: Statistics, words: Words) -> list[str]:
    """Return the lines about partners and opponents; where nothing is sure, that it is too early to tell."""
    told = [
        _partner(f"stats.{key}", one, words)
        for key, one in (("best", found.best), ("hardest", found.hardest))
        if one is not None
    ]
    if found.paired and not told:
        told = [words("stats.partners-early")]
    beaten = [
        words("stats.beaten", name=mentioned(one.user_id, words), ahead=one.ahead, games=one.games)
        for one in found.beats
    ]
    if beaten:
        return [*told, words("stats.beats", told=words("comma").join(beaten))]
    return [*told, words("stats.opponents-early")]


def _partner(key: str, one: Partner, words: Words) -> str:
    return words(key, name=mentioned(one.user_id, words), mean=rounded(one.mean), doubt=one.doubt)


def _variants(found: Statistics, key: str, offered: OfferedValues, words: Words) -> Select:
    """Return the list of all sets of options that the member has played, those of the page marked."""
    entries = [
        Option(
            words.count(
                "leaderboard.variant",
                one.games,
                options=variant_words(found.game, one.options, offered, words.plain),
            )[:_OPTION],
            one.name,
            marked=one.name == found.variant,
        )
        for one in found.variants[:_MOST_OPTIONS]
    ]
    return Select(key, tuple(entries), words("leaderboard.variants"))
