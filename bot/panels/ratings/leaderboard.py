"""The leaderboard of a server: a page of teams or members in a period, and the reader's own line below it.

Behind *More* are other options, past seasons, and teams or members. A season that has ended has winners.
"""

from collections.abc import Callable, Sequence
from typing import Final

from bot.blocks.blocks import OVER_ACCENT, Block, Button, Option, Panel, Picture, Select, lines
from bot.blocks.fit import turning
from bot.blocks.people import plain
from bot.locale import Words
from bot.panels.ratings.listed import (
    KIND_MEMBERS,
    KIND_TEAMS,
    ShownList,
    mentioned,
    period_words,
    row_text,
    row_texts,
    short_text,
    variant_words,
)
from bot.panels.table.board import scene_or
from bot.panels.table.pictured import attempted, undrawn_line
from bot.pictures.pages.leaderboard import elsewhere, leaderboard_picture
from bot.pictures.pages.winners import winners_picture
from bot.pictures.sketch.names import drawable, member
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.store import LeaderboardRow
from bot.store.ratings.periods import ALL_TIME, is_month

WORDED: Final = 5
"""The lines of a page in words, as many as a phone shows with the reader's own; a picture has more."""
SEASONS: Final = 24
"""The most past seasons in a list to choose from."""
_MOST_OPTIONS: Final = 25
"""The most entries of a select."""
_OPTION: Final = 100
"""The most characters of one."""

# The page


def leaderboard_panel(shown: ShownList, words: Words, style: Style | None) -> Panel:
    """Return a page of a leaderboard for a reader, in words where the style is None or the picture fails."""
    number = words("page", page=shown.choice.page + 1, pages=shown.pages) if shown.pages > 1 else ""
    told = words("between").join(filter(None, (shown.rules(words), number)))
    foot = words("small", told=told) if told else ""
    return Panel((*_listed(shown, foot, words, style), *_ways(shown, words)), OVER_ACCENT)


def public_leaderboard(shown: ShownList, words: Words, style: Style | None) -> Panel:
    """Return a page of a leaderboard for everybody, with the button to a private one."""
    rules = shown.rules(words)
    foot = lines(words("small", told=rules) if rules else "", _about(shown, words))
    return Panel((*_listed(shown, foot, words, style), _open(shown, words)), OVER_ACCENT)


def _open(shown: ShownList, words: Words) -> tuple[Button, ...]:
    return (Button(words("button.leaderboard"), shown.choice.id("open")),)


def _about(shown: ShownList, words: Words) -> str:
    return words(words.of_game(shown.choice.game, "leaderboard.about"))


def _listed(shown: ShownList, foot: str, words: Words, style: Style | None) -> list[Block]:
    choice = shown.choice
    heading = words("leaderboard.heading", title=shown.heading(words))
    foot = lines(foot, words("leaderboard.waits") if shown.waits else "")
    if not shown.rows and not shown.own:
        return [lines(heading, foot, "" if shown.waits else _nobody(shown, words))]
    mine = elsewhere(shown.rows, shown.own)
    # Words in place of a picture have as many lines as it, and are to be no higher than a phone.
    line = row_text if style is None else short_text
    own = [
        words("leaderboard.own-apart" if row.apart else "leaderboard.own", row=line(row, words))
        for row in mine
    ]

    def draw() -> Sketch:
        assert style is not None
        return leaderboard_picture(
            choice.game,
            shown.short(words),
            shown.rows,
            shown.own,
            choice.page,
            words.plain,
            style,
            months=is_month(choice.period),
        )

    figures = "leaderboard.figures" if style is None else "leaderboard.figures-short"
    told = lines(
        heading, words(words.of_game(choice.game, figures)), row_texts(shown.rows, words, line), *own
    )
    return _drawn(draw, told, (*shown.rows, *mine), foot, words, style)


def _drawn(
    draw: Callable[[], Sketch],
    told: str,
    rows: Sequence[LeaderboardRow],
    foot: str,
    words: Words,
    style: Style | None,
) -> list[Block]:
    """Return the picture that `draw` makes of these rows, or what is `told` in its place, above the foot."""
    drawn: tuple[Picture, ...] = attempted(draw) if style is not None else ()
    if not drawn:
        return [lines(told, foot)]
    below = lines(_undrawn(rows, words), foot)
    return [*scene_or(drawn, told), *([below] if below else [])]


def _nobody(shown: ShownList, words: Words) -> str:
    """Return the sentence on a list without anybody."""
    if shown.choice.period == ALL_TIME:
        return words("leaderboard.none")
    return words("leaderboard.none-now" if shown.choice.period in shown.present else "leaderboard.none-then")


def _undrawn(rows: Sequence[LeaderboardRow], words: Words) -> str:
    """Return the line of the members whom the picture shows without their names, by rank."""
    told = []
    for row in rows:
        people = [member(*named, words) for named in zip(row.members, row.names, strict=True)]
        unnamed = [mentioned(person.seat, words) for person in people if person.undrawn]
        if (team := plain(row.team)) and drawable(row.team) is None:
            unnamed.insert(0, team)
        if unnamed:
            place = words("leaderboard.no-rank") if row.rank is None else str(row.rank)
            told.append((place, words("and").join(unnamed)))
    return undrawn_line(told, words)


# The ways on


def _ways(shown: ShownList, words: Words) -> list[Block]:
    """Return the buttons of a page: periods; other pages, *Show it here* and *More*."""
    choice = shown.choice
    turns = turning(choice.page, 0, shown.pages - 1, words, lambda page: choice.id(page=page))
    others: list[Button] = [*turns]
    if shown.ended and shown.rows:
        others.append(Button(words("button.season-winners"), choice.id("winners")))
    if shown.public and shown.rows:
        others.append(Button(words("button.show-here"), choice.id("here")))
    if len(shown.variants) > 1 or shown.past or shown.in_teams:
        others.append(Button(words("button.more"), choice.id("more")))
    return [_periods(shown, words), *([tuple(others)] if others else [])]


def _periods(shown: ShownList, words: Words) -> tuple[Button, ...]:
    """Return a button for each period of now; that of the page is dead, and has an id of its own."""
    choice = shown.choice
    return tuple(
        Button(
            words(f"button.{_kind(period)}"),
            choice.id() if period == choice.period else choice.id(period=period, page=0),
            disabled=period == choice.period,
        )
        for period in shown.present
    )


def _kind(period: str) -> str:
    return "all-time" if period == ALL_TIME else "this-month" if is_month(period) else "this-season"


def more_panel(
    shown: ShownList, words: Words, naming: Button | Select | None = None, also: Sequence[Button] = ()
) -> Panel:
    """Return the page behind *More*: what the figures are, other lists, `naming` and `also`."""
    choice = shown.choice
    heading = words("leaderboard.heading", title=shown.heading(words))
    blocks: list[Block] = [lines(heading, _about(shown, words))]
    if len(shown.variants) > 1:
        blocks.append(_variants(shown, words))
    if shown.past:
        seasons = [
            Option(period_words(season, words), season, marked=season == choice.period)
            for season in shown.past
        ]
        blocks.append(Select(choice.id("seasons"), tuple(seasons), words("leaderboard.seasons")))
    if isinstance(naming, Select):
        blocks.append(naming)
    buttons = list(also)
    if isinstance(naming, Button):
        buttons.insert(0, naming)
    if shown.in_teams:
        other = KIND_MEMBERS if shown.teams else KIND_TEAMS
        buttons.insert(0, Button(words(f"button.{other}"), choice.id(kind=other, page=0)))
    return Panel((*blocks, (*buttons, Button(words("button.back"), choice.id()))), OVER_ACCENT)


def _variants(shown: ShownList, words: Words) -> Select:
    """Return the list of all sets of options that were played, those of the page marked."""
    game = shown.choice.game
    found = [
        Option(
            words.count(
                "leaderboard.variant",
                variant.games,
                options=variant_words(game, variant.options, shown.offered, words.plain),
            )[:_OPTION],
            variant.name,
            marked=variant.name == shown.choice.variant,
        )
        for variant in shown.variants[:_MOST_OPTIONS]
    ]
    return Select(shown.choice.id("variants"), tuple(found), words("leaderboard.variants"))


# The winners of a season


def winners_panel(shown: ShownList, words: Words, style: Style | None) -> Panel:
    """Return the winners of a season that has ended, in the first `rows`, for a reader."""
    choice = shown.choice
    buttons = [
        Button(words(f"button.{_kind(shown.present[0])}"), choice.id(period=shown.present[0], page=0)),
        Button(words("button.whole-list"), choice.id(page=0)),
    ]
    if shown.public:
        buttons.append(Button(words("button.show-here"), choice.id("winners-here")))
    return Panel((*_honoured(shown, words, style), tuple(buttons)), OVER_ACCENT)


def public_winners(shown: ShownList, words: Words, style: Style | None) -> Panel:
    """Return the winners of a season for everybody, with the button to a private list."""
    return Panel((*_honoured(shown, words, style), _open(shown, words)), OVER_ACCENT)


def _honoured(shown: ShownList, words: Words, style: Style | None) -> list[Block]:
    rules = shown.rules(words)
    ranked = any(row.rank is not None for row in shown.rows)
    foot = lines(
        words("small", told=rules) if rules else "", "" if ranked else words("leaderboard.winners-apart")
    )
    title = words("leaderboard.winners", title=shown.heading(words))

    def draw() -> Sketch:
        assert style is not None
        return winners_picture(shown.choice.game, shown.short(words), shown.rows, words.plain, style)

    told = lines(title, *(row_text(row, words) for row in shown.rows))
    return _drawn(draw, told, shown.rows, foot, words, style)
