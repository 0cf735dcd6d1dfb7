"""What a server and a member may choose, each declared here and nowhere else.

Players read "settings"; here that word stands for what the host sets (`bot/host/settings.py`). A new
preference is a line below and its words in the catalogue: `setting.<scope>.<name>`, the same with `.about`,
and one `.value.<value>` for each of its values.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.preferences.quiet_hours import SPANS, ZONES
from bot.store import Scope


@dataclass(frozen=True, slots=True)
class Preference:
    """A closed list of values to choose from; with `languages`, every language of the catalogue as well.

    Names and values are small letters and hyphens, at most 32 of them.
    """

    name: str
    values: tuple[str, ...]
    default: str
    languages: bool = False

    def choices(self, languages: Iterable[str]) -> tuple[str, ...]:
        """Return the values that can be chosen where there are these languages."""
        return (*self.values, *languages) if self.languages else self.values


ON: Final = "on"
OFF: Final = "off"
AS_DISCORD: Final = "discord"
"""The language that Discord has for the server or the member."""
EVERYBODY: Final = "everybody"
MODERATORS: Final = "moderators"
FRENCH: Final = "french"
ITALIAN: Final = "italian"
ALWAYS: Final = "always"
_LATER: Final = "later"
NEVER: Final = "never"
_NORMAL: Final = "normal"
PACES: Final[Mapping[str, float]] = MappingProxyType({"calm": 1.6, _NORMAL: 1.0, "quick": 0.5})
"""How many times as long as usual computers take."""
ASK: Final = "ask"
_JUST_DEAL: Final = "just-deal"
AS_SERVER: Final = "server"
"""What a member has as the server has it."""

Values = Mapping[str, str]
"""The value of every preference of a scope, by name."""

DECLARED: Final[Mapping[Scope, tuple[Preference, ...]]] = MappingProxyType(
    {
        Scope.SERVER: (
            Preference("language", (AS_DISCORD,), AS_DISCORD, languages=True),
            Preference("start", (EVERYBODY, MODERATORS), EVERYBODY),
            Preference("pings", (ON, OFF), ON),
            Preference("deck", (FRENCH, ITALIAN), FRENCH),
            Preference("four-colours", (OFF, ON), OFF),
            Preference("pictures", (ON, OFF), ON),
            Preference("threads", (OFF, ON), OFF),
            Preference("undo", (ON, OFF), ON),
            Preference("pace", tuple(PACES), _NORMAL),
        ),
        Scope.MEMBER: (
            Preference("language", (AS_DISCORD,), AS_DISCORD, languages=True),
            Preference("deck", (AS_SERVER, FRENCH, ITALIAN), AS_SERVER),
            Preference("four-colours", (AS_SERVER, OFF, ON), AS_SERVER),
            Preference("pictures", (AS_SERVER, ON, OFF), AS_SERVER),
            Preference("big-text", (OFF, ON), OFF),
            Preference("words", (OFF, ON), OFF),
            Preference("pings", (ALWAYS, _LATER, NEVER), _LATER),
            Preference("digest", (OFF, ON), OFF),
            Preference("quiet", (OFF, *SPANS), OFF),
            Preference("zone", tuple(ZONES), "europe-rome"),
            Preference("cut", (ASK, _JUST_DEAL), ASK),
            Preference("call", (OFF, ON), OFF),
        ),
    }
)


def values_of(scope: Scope, stored: Mapping[str, str], languages: Iterable[str]) -> Values:
    """Return the value of every preference of a scope, by name.

    It is the default, unless a value that this version offers is stored.
    """
    known = tuple(languages)
    return MappingProxyType(
        {
            preference.name: stored[preference.name]
            if stored.get(preference.name) in preference.choices(known)
            else preference.default
            for preference in DECLARED[scope]
        }
    )
