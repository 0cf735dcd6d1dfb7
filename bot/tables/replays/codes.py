"""The code of a moment, by which one member tells it to another: table, hand and play, `3fa9c1d2-3-14`.

The id of the table may be cut to its beginning, where no other game begins so. Without a play the code means
the deal of its hand, without a hand the first deal.
"""

import re
from typing import Final, NamedTuple, Self

from bot.tables.replays.replay import Moment

_CODE: Final = re.compile(r"([0-9a-f]{3,8})(?:-([0-9]{1,4}))?(?:-([0-9]{1,4}))?")


class Code(NamedTuple):
    """The beginning of a table's id, and a moment of its game."""

    table: str
    moment: Moment = Moment(1, 0)

    def __str__(self) -> str:
        return f"{self.table}-{self.moment.hand}-{self.moment.play}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the code in a text as a member types it, None if it has not this form."""
        found = _CODE.fullmatch(text.strip().strip("`").lower())
        if found is None:
            return None
        return cls(found[1], Moment(int(found[2] or 1), int(found[3] or 0)))
