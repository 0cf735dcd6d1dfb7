"""The function of each button of a table, by its verb.

It asks `Plays`, `Lobbies`, `Rematches` or `Seats` for the change, and answers. The outbox shows the change to
everybody else.
"""

from typing import Final

from cogs.presses import claiming, leaving, lobby, looking, playing
from cogs.presses.press import Verb

VERBS: Final[dict[str, Verb]] = {
    **lobby.VERBS,
    **playing.VERBS,
    **leaving.VERBS,
    **looking.VERBS,
    **claiming.VERBS,
}
"""The function of every button, by its verb; a verb that any version has drawn stays here for ever."""
