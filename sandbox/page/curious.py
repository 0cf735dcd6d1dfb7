"""The panel for the curious: the bot's requests and acknowledgements, violations, faults to switch on.

It never shows a token, and only the verb of a button's id.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

from sandbox.answer import KINDS, Refused
from sandbox.discord import Discord
from sandbox.errors import Json
from sandbox.faults import Fault, Faults
from sandbox.interactions import ACK_SECONDS, AUTOCOMPLETE, COMMAND, Interaction
from sandbox.page.offers import command_words
from sandbox.rest import Request

REQUESTS = 100
ACKS = 50
MEASURED = 1000
VIOLATIONS = 50
DROP = "drop"
WORD = re.compile(r"[a-z][a-z-]+")
HEX = re.compile(r"[0-9a-f]{8}")

BEGIN: dict[str, Callable[[Faults], Fault]] = {
    "slow": lambda faults: faults.slow("*", None, 1.0),
    "429": lambda faults: faults.too_many("PATCH /channels/*", None, 1.0),
    "500": lambda faults: faults.error("*", None),
    "lost": lambda faults: faults.lost("*", None),
    "late": lambda faults: faults.slow("POST /interactions/*", None, 3.5),
}
FAULTS = (*BEGIN, DROP)
"""Faults that can be switched on, and the cut of the connection, which happens once."""


class Curious:
    """The state and actions of the panel; `restart` kills the bot, None if it would not start again."""

    def __init__(self, discord: Discord) -> None:
        self.discord = discord
        self.restart: Callable[[], None] | None = None
        self._faults: dict[str, Fault] = {}

    # actions

    def switch(self, kind: str, on: bool) -> None:
        """Switch a fault on or off; raises Refused for an unknown one."""
        if kind not in FAULTS:
            raise Refused(f"there is no fault {kind!r}")
        fault = self._faults.pop(kind, None)
        if fault is not None:
            self.discord.faults.remove(fault)
        if on and kind == DROP:
            self.discord.gateway.drop()
        elif on:
            self._faults[kind] = BEGIN[kind](self.discord.faults)
        self.discord.world.changed()

    def kill(self) -> None:
        """Kill the bot, which is then started again; raises Refused if it would not be."""
        if self.restart is None:
            raise Refused("the bot runs elsewhere and cannot be restarted from here")
        self.restart()

    # state

    def state(self) -> Json:
        """Return the whole state, newest entries first."""
        shards = len(self.discord.gateway.live)
        active = self.discord.faults.active
        return {
            "bot": {"connected": shards > 0, "shards": shards, "restartable": self.restart is not None},
            "requests": [_request(r) for r in islice(reversed(self.discord.requests), REQUESTS)],
            **self._acks(),
            "violations": list(islice(reversed(self.discord.violations), VIOLATIONS)),
            "faults": [{"kind": kind, "on": self._faults.get(kind) in active} for kind in FAULTS],
        }

    def _acks(self) -> Json:
        newest = list(islice(reversed(self.discord.interactions.by_id.values()), MEASURED))
        states = [self._state(made) for made in newest]
        times = sorted(made.milliseconds for made in newest if made.answer is not None)
        return {
            "acks": [_ack(*both) for both in zip(newest[:ACKS], states, strict=False)],
            "ack": {
                "count": len(times),
                "unanswered": states.count("unanswered"),
                "p50": _share(times, 0.50),
                "p99": _share(times, 0.99),
                "max": times[-1] if times else None,
            },
        }

    def _state(self, made: Interaction) -> str:
        if made.answer is not None:
            return "answered"
        waited = self.discord.clock.now() - made.created
        return "pending" if waited < ACK_SECONDS else "unanswered"


def _share(times: list[float], share: float) -> float | None:
    return times[min(len(times) - 1, int(share * len(times)))] if times else None


def _request(request: Request) -> Json:
    done = request.milliseconds > 0
    return {
        "n": request.number,
        "at": request.at,
        "method": request.method,
        "route": request.route or "unknown",
        "status": request.status if done else None,
        "ms": request.milliseconds if done else None,
        "bytes": request.bytes,
    }


def _ack(made: Interaction, state: str) -> Json:
    answered = made.answer is not None
    return {
        "at": made.created,
        "who": made.member.user.name,
        "what": _what(made),
        "state": state,
        "answer": KINDS[made.answer or 0] if answered else None,
        "ms": made.milliseconds if answered else None,
    }


def _what(made: Interaction) -> str:
    """Return the words of a command, or the verb of a button or form, without its card or table."""
    if made.kind in (COMMAND, AUTOCOMPLETE):
        return command_words(made)
    parts = str(made.data["custom_id"]).split(":")
    return next((part for part in parts if WORD.fullmatch(part) and not HEX.fullmatch(part)), "?")
