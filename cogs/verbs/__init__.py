"""What each button of a table does, by its verb.

A verb checks and changes nothing itself: it asks `Tables`, `Lobbies` or `Seats`, answers, and then has the
table published, whatever became of the answer.
"""

from typing import Final

from cogs.pressed import Verb
from cogs.verbs import leaving, lobby, looking, playing

VERBS: Final[dict[str, Verb]] = {**lobby.VERBS, **playing.VERBS, **leaving.VERBS, **looking.VERBS}
"""What every button asks for, by its verb."""
