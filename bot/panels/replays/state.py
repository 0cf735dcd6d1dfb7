"""The state of a replay's message: all of it stands in the ids of its buttons, so it survives a restart.

An id is `v:<source>:<hand>:<play>:<viewpoint>:<poster>:<verb>[:<more>]`.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from bot.tables.replays.files import of_file
from bot.tables.replays.replay import Moment

LETTER: Final = "v"
ALL_HANDS: Final = "a"
"""The viewpoint from which all hands are open."""
_SOURCE: Final = re.compile(r"[0-9a-f]{8}|[0-9a-f]{16}")
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_POSTER: Final = re.compile(r"[0-9]{1,20}")
_VERB: Final = re.compile(r"[a-z-]{1,16}")


def is_source(text: str) -> bool:
    """Return whether a text from outside has the form of the source of a replay."""
    return _SOURCE.fullmatch(text) is not None


class ReplayState(NamedTuple):
    """The moment that a message shows, and from where.

    `source` is the id of a table, or the beginning of the digest of a record that was given as a file.
    `viewpoint` is the number of a seat, from 0, or `ALL_HANDS`. `poster` is the member who turns the pages of
    a message that everybody sees, 0 for a private one.
    """

    source: str
    moment: Moment
    viewpoint: str = ALL_HANDS
    poster: int = 0

    @property
    def seat(self) -> int | None:
        """Return the seat from which the game is seen, None with all hands open."""
        return None if self.viewpoint == ALL_HANDS else int(self.viewpoint)

    @property
    def of_file(self) -> bool:
        """Return whether the game is a record that was given as a file."""
        return of_file(self.source)

    def id(self, verb: str, more: object = "") -> str:
        """Return the id of the button with this verb."""
        hand, play = self.moment
        parts = [LETTER, self.source, hand, play, self.viewpoint, self.poster, verb]
        return ":".join(map(str, parts if more == "" else [*parts, more]))

    @classmethod
    def parse(cls, parts: Sequence[str]) -> tuple[Self, str, str] | None:
        """Return the state, the verb and what follows it of an id without its letter; None in another form.

        All of it is input from outside: whether there is such a moment or seat is not known.
        """
        if len(parts) < 6:
            return None
        source, hand, play, viewpoint, poster, verb, *more = parts
        numbers = _NUMBER.fullmatch(hand) and _NUMBER.fullmatch(play) and _POSTER.fullmatch(poster)
        seen = viewpoint == ALL_HANDS or re.fullmatch("[0-9]", viewpoint)
        if not (is_source(source) and numbers and seen and _VERB.fullmatch(verb)):
            return None
        state = cls(source, Moment(int(hand), int(play)), viewpoint, int(poster))
        return state, verb, ":".join(more)
