"""Every preference of servers and members, declared here and nowhere else.

Players read "settings"; in code that word means the host's (`bot/host/settings.py`). A new preference is a
line below and its words in the catalogue: `setting.<scope>.<name>`, the same with `.about`, and one
`.value.<value>` for each of its values. The panel shows them in this order, three at a time, and first those
that people change.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.locale import FRENCH, ITALIAN
from bot.preferences.quiet_hours import SPANS
from bot.store import HIDDEN, Scope
from bot.store.model.zones import USUAL_ZONE, ZONE, ZONES, chosen_zones


@dataclass(frozen=True, slots=True)
class Preference:
    """A preference with a closed list of values; with `languages`, each of the catalogue's is one too.

    Names and values are at most 32 small letters and hyphens.
    """

    name: str
    values: tuple[str, ...]
    default: str
    languages: bool = False

    def choices(self, languages: Iterable[str]) -> tuple[str, ...]:
        """Return the values to choose from in a catalogue with these languages."""
        return (*self.values, *languages) if self.languages else self.values


ON: Final = "on"
OFF: Final = "off"
AS_DISCORD: Final = "discord"
"""The language of the server or the member on Discord."""
EVERYBODY: Final = "everybody"
MODERATORS: Final = "moderators"
ALWAYS: Final = "always"
_LATER: Final = "later"
NEVER: Final = "never"
_NORMAL: Final = "normal"
PACES: Final[Mapping[str, float]] = MappingProxyType({"calm": 1.6, _NORMAL: 1.0, "quick": 0.5})
"""A factor on the time that computers take, by value."""
ASK: Final = "ask"
_JUST_DEAL: Final = "just-deal"
AS_SERVER: Final = "server"
"""The same value as the server's."""

Values = Mapping[str, str]
"""The value of every preference of a scope, by name."""

DECLARED: Final[Mapping[Scope, tuple[Preference, ...]]] = MappingProxyType(
    {
        Scope.SERVER: (
            Preference("language", (AS_DISCORD,), AS_DISCORD, languages=True),
            Preference("deck", (FRENCH, ITALIAN), FRENCH),
            Preference("start", (EVERYBODY, MODERATORS), EVERYBODY),
            # Behind More: how a table is shown, how it is played, and its leaderboards.
            Preference("four-colours", (OFF, ON), OFF),
            Preference("pictures", (ON, OFF), ON),
            Preference("threads", (OFF, ON), OFF),
            Preference("pings", (ON, OFF), ON),
            Preference("undo", (ON, OFF), ON),
            Preference("pace", tuple(PACES), _NORMAL),
            Preference(ZONE, tuple(ZONES), USUAL_ZONE),
            Preference("seasons", (ON, OFF), ON),
            Preference("public-lists", (ON, OFF), ON),
        ),
        Scope.MEMBER: (
            Preference("language", (AS_DISCORD,), AS_DISCORD, languages=True),
            Preference("deck", (AS_SERVER, FRENCH, ITALIAN), AS_SERVER),
            Preference("pings", (ALWAYS, _LATER, NEVER), _LATER),
            # Behind More: pictures, words in their place and the cut, the times of pings, and who is seen.
            Preference("four-colours", (AS_SERVER, OFF, ON), AS_SERVER),
            Preference("pictures", (AS_SERVER, ON, OFF), AS_SERVER),
            Preference("big-text", (OFF, ON), OFF),
            Preference("words", (OFF, ON), OFF),
            Preference("call", (OFF, ON), OFF),
            Preference("cut", (ASK, _JUST_DEAL), ASK),
            Preference("digest", (OFF, ON), OFF),
            Preference(HIDDEN, (OFF, ON), OFF),
            Preference("quiet", (OFF, *SPANS), OFF),
            Preference(ZONE, tuple(ZONES), USUAL_ZONE),
        ),
    }
)


def values_of(scope: Scope, stored: Mapping[str, str], languages: Iterable[str]) -> Values:
    """Return the value of every preference of a scope, by name: the stored one, or the default.

    A stored value that this version does not offer counts as none. Of a server also each choice of its time
    zone is returned, for `zone_at`.
    """
    known = tuple(languages)
    values = {
        preference.name: stored[preference.name]
        if stored.get(preference.name) in preference.choices(known)
        else preference.default
        for preference in DECLARED[scope]
    }
    return MappingProxyType(values | chosen_zones(stored) if scope is Scope.SERVER else values)
