"""The statistics of a member in one game: a private page, and a message that a member shows to everybody.

Ids: `k:<game>:<user>:<verb>:<variant>`. *More* leads to the other variants that the member has played.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.blocks.blocks import OVER_ACCENT, Block, Button, Option, Panel, Picture, Select, lines
from bot.blocks.commands import command_of
from bot.blocks.people import plain, short_names
from bot.games import LOOKS
from bot.locale import Words
from bot.locale.names import clean
from bot.panels.ratings.listed import OfferedValues, badge_text, mentioned, variant_words
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
    foot = [words("leaderboard.waits")] if waits else []
    foot += [words("stats.hidden")] if found.hides else []
    blocks = [*_told(found, offered, words, style), *foot]
    buttons = []
    if public and found.variant and not found.hides:
        buttons.append(Button(words("button.show-here"), _id(found, "here")))
    if len(found.variants) > 1:
        buttons.append(Button(words("button.more"), _id(found, "more")))
    return Panel((*blocks, tuple(buttons)) if buttons else tuple(blocks), OVER_ACCENT)


def other_stats(found: Statistics, offered: OfferedValues, words: Words) -> Panel:
    """Return the page behind *More*: the list of all variants that the member has played."""
    back = Button(words("button.back"), _id(found, "show"))
    return Panel((_title(found, words), _variants(found, offered, words), (back,)), OVER_ACCENT)


def _id(found: Statistics, verb: str) -> str:
    return f"k:{found.game}:{found.user_id}:{verb}:{found.variant}"


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
    number, won = found.computers
    small = [words(f"{found.game}.name")]
    if len(found.variants) > 1:
        options = next(one.options for one in found.variants if one.name == found.variant)
        small.append(variant_words(found.game, options, offered, words))
    if number:
        small.append(words.count("stats.computers", number, wins=won))
    head = lines(_title(found, words), words("small", told=words("between").join(small)))
    if not found.variant:
        return [lines(head, words("stats.none"))]
    text = lines(
        head,
        words.count("stats.games", found.games, wins=found.wins),
        _points(found.game, found.line, words) if found.line is not None else "",
        _last(found.last, words),
        _figures(found, words),
        *_people(found, words),
    )
    curve = found.curve
    if curve is None:
        return [text]
    drawn: tuple[Picture, ...] = ()
    if style is not None:
        plain = words.plain
        drawn = attempted(lambda: curve_picture(found.game, curve, plain, style))
    told = curve_words(found.game, curve, words)
    return [text, *scene_or(drawn, told)] if drawn else [lines(text, told)]


def _title(found: Statistics, words: Words) -> str:
    return words("stats.title", name=mentioned(found.user_id, words))


def _points(game: str, line: LeaderboardRow, words: Words) -> str:
    """Return the points a hand with their doubt, the badge and the rank, or why there is none."""
    standing = words(f"stats.{line.apart}") if line.rank is None else words("stats.rank", rank=line.rank)
    badge = badge_text(line.badge, words)
    told = words.of_game(game, "stats.points")
    return words(told, mean=rounded(line.mean), doubt=line.doubt, badge=badge, standing=standing)


def _last(games: Sequence[LastGame], words: Words) -> str:
    """Return the last games as letters or, of games with more than two sides, as places; the latest first."""
    several = max(one.sides for one in games) > 2
    told = [_ended(one, words, several=several) for one in reversed(games)]
    between = words("comma") if words.aloud else " "
    return words("stats.places" if several else "stats.last", told=between.join(told))


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
    named = [one for one in (found.best, found.hardest, *found.beats) if one is not None]
    names = _short({one.user_id: one.name for one in named}, words)
    told = [_partners(found.best, found.hardest, names, words)] if found.paired else []
    beaten = [
        words("stats.beaten", name=names[one.user_id], ahead=one.ahead, games=one.games)
        for one in found.beats
    ]
    if beaten:
        return [*told, words("stats.beats", told=words("comma").join(beaten))]
    return [*told, words("stats.opponents-early")]


def _short(people: Mapping[int, str], words: Words) -> dict[int, str]:
    """Return the names of members for a line: short, safe, and no two the same."""
    seen = tuple([clean(name) or words("picture.member") for name in people.values()])
    return dict(zip(people, map(plain, short_names(seen)), strict=True))


def _partners(best: Partner | None, hardest: Partner | None, names: Mapping[int, str], words: Words) -> str:
    def told(one: Partner) -> str:
        return words("stats.partner", name=names[one.user_id], mean=rounded(one.mean))

    if best is not None and hardest is not None:
        return words("stats.both", best=told(best), hardest=told(hardest))
    if best is not None:
        return words("stats.best", partner=told(best))
    if hardest is not None:
        return words("stats.hardest", partner=told(hardest))
    return words("stats.partners-early")


def _variants(found: Statistics, offered: OfferedValues, words: Words) -> Select:
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
    return Select(_id(found, "rules"), tuple(entries), words("leaderboard.variants"))
