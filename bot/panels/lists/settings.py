"""The private panel on which a server's or a member's preferences are chosen, a list for each.

Ids: `s:<scope>:<name>` for the list of a preference, `s:<scope>:page:<number>` for a page; all but page 0
stand behind *More*. `s:server:export` is the button for the file of a server's results.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.blocks.blocks import FELT_ACCENT, Answers, Button, Document, Option, Panel, Select, lines
from bot.blocks.fit import turning
from bot.locale import Words, own_name
from bot.locale.filling import whole
from bot.preferences.declared import Preference
from bot.store import Scope
from bot.store.model.zones import ZONES
from bot.store.queries.exports import MOST_EXPORTED

EXPORT: Final = "s:server:export"
PREFERENCES_PER_PAGE: Final = 3
"""The most preferences on a phone: each takes some 100 px, its name, a small line and its list."""


def settings(
    scope: Scope,
    declared: Sequence[Preference],
    values: Mapping[str, str],
    languages: Iterable[str],
    words: Words,
    *,
    page: int = 0,
    saved: str = "",
) -> Panel:
    """Return one page of preferences, each a list that shows the chosen value.

    `saved` names the preference chosen just now, and its page is returned then. A page out of range gives the
    nearest.
    """
    names = [preference.name for preference in declared]
    page = names.index(saved) // PREFERENCES_PER_PAGE if saved else page
    last = (len(declared) - 1) // PREFERENCES_PER_PAGE
    page = max(0, min(page, last))
    known = tuple(languages)
    blocks: list[str | Answers] = []
    for preference in declared[PREFERENCES_PER_PAGE * page : PREFERENCES_PER_PAGE * (page + 1)]:
        key = f"setting.{scope}.{preference.name}"
        name = words(key)
        line = words("settings.saved" if preference.name == saved else "settings.line", name=name)
        blocks.append(lines(line, words("settings.about", about=words(f"{key}.about"))))
        options = [
            Option(label(scope, preference, value, words), value, marked=value == values[preference.name])
            for value in preference.choices(known)
        ]
        blocks.append(Select(f"s:{scope}:{preference.name}", tuple(options), name))
    number = "-# " + words("page", page=page, pages=last) if page and last > 1 else ""
    ways = _ways(scope, page, len(declared), words)
    return Panel((words(f"settings.{scope}"), *blocks, number, ways), FELT_ACCENT)


def _ways(scope: Scope, page: int, count: int, words: Words) -> tuple[Button, ...]:
    """Return the buttons to other pages: *More* on the first, the neighbours and *Back* on all behind it."""

    def id_of(to: int) -> str:
        return f"s:{scope}:page:{to}"

    behind = count - PREFERENCES_PER_PAGE
    if not page:
        more = Button(words.count("button.more-settings", max(0, behind)), id_of(1))
        export = Button(words("button.export"), EXPORT)
        return (*(more,) * (behind > 0), *(export,) * (scope is Scope.SERVER))
    last = (count - 1) // PREFERENCES_PER_PAGE
    return *turning(page, 1, last, words, id_of), Button(words("button.back"), id_of(0))


def label(scope: Scope, preference: Preference, value: str, words: Words) -> str:
    """Return a value in words, a language by its own name, a time zone by its cities."""
    if value in ZONES:
        return words(f"zone.{value}")
    if value in preference.values:
        return words(f"setting.{scope}.{preference.name}.value.{value}")
    return own_name(value)


def export_panel(file: Document, games: int, words: Words) -> Panel:
    """Return the private message with the file of a server's results."""
    told = words.count("export.here", games, most=whole(MOST_EXPORTED, words.language))
    return Panel((told, file), FELT_ACCENT)
