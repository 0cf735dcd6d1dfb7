"""The command line run in this process, quick, with its streams in memory; and records for it."""

import io
import json
from dataclasses import dataclass
from typing import Any

from engine import cicera
from engine.__main__ import main
from engine.cards import FRENCH_DECK
from engine.record import write
from tests.engine.strategies import played

DECK = " ".join(map(str, FRENCH_DECK))


def document(**changes: Any) -> dict[str, Any]:
    """Return a good record (seat 3 deals, seat 0 has AS 5S 9S KS 4H …, on the table TC JC QC KC), changed."""
    good: dict[str, Any] = {
        "record": 1,
        "game": "cicera",
        "options": {},
        "names": ["ann", "bo", "cy", "di"],
        "deals": [{"dealer": 3, "deck": DECK}],
        "actions": ["0 KS:KC", "1 TS:TC", "2 AD"],
        "result": {"finished": False, "totals": [0, 0], "winners": []},
    }
    return {**good, **changes}


GOOD = json.dumps(document())
FINISHED = json.loads(write(played(cicera, {"target": 11}, 5, 9999).record))


@dataclass(frozen=True)
class Ran:
    """The end of a command: its status and its output."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Return the only JSON object on standard output."""
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """Return the only line about bad input: status 2, empty standard output, no control characters."""
        assert self.status == 2
        assert self.out == ""
        assert self.err.endswith("\n")
        line = self.err[:-1]
        assert line.isprintable()
        assert line
        return line


def run(*arguments: str, stdin: bytes = b"") -> Ran:
    """Run `python -m engine` with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    status = main(arguments, io.BytesIO(stdin), out, err)
    err.getvalue().encode("utf-8")
    return Ran(status, out.getvalue(), err.getvalue())


def replayed(document: object, command: str = "replay") -> Ran:
    """Run a command on a document (JSON, or bytes as they are) on standard input."""
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    return run(command, "-", stdin=content)
