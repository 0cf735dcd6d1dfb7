"""What each button of a table does, by its verb.

A verb asks `Tables`, `Lobbies` or `Seats` for the change, and answers. The outbox shows the change to
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
"""What every button asks for, by its verb."""
