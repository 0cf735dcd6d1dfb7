"""The private panel on which a server's or a member's preferences are chosen, a list for each.

Ids: `s:<scope>:<name>` for the list of a preference, `s:<scope>:page:<number>` to turn, counted from 0.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.blocks.blocks import FELT_ACCENT, Answers, Option, Panel, Select, lines
from bot.blocks.fit import turning
from bot.locale import Words, own_name
from bot.preferences.declared import Preference
from bot.store import Scope

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
    number = "-# " + words("page", page=page + 1, pages=last + 1) if last else ""
    turns = turning(page, 0, last, words, lambda to: f"s:{scope}:page:{to}")
    return Panel((words(f"settings.{scope}"), *blocks, number, turns), FELT_ACCENT)


def label(scope: Scope, preference: Preference, value: str, words: Words) -> str:
    """Return a value in words, a language by its own name."""
    if value in preference.values:
        return words(f"setting.{scope}.{preference.name}.value.{value}")
    return own_name(value)
