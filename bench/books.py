"""What people pressed during a soak and what they were told, held against the log at the end."""

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from bench.stage import at
from bot.blocks.blocks import Press
from bot.locale import Catalogue
from bot.store import LogRow
from sandbox.answer import Answer, NoAnswer, Refused
from sandbox.driver import Member
from sandbox.interactions import Interaction
from sandbox.server import Sandbox

ACK_SECONDS: Final = 3.0
LATER: Final = 5.0
AFTER: Final = 1.0
"""Seconds after its return in which the bot may still miss an earlier press."""
FAILED: Final = (
    "stale",
    "played",
    "not-your-turn",
    "not-saved",
    "not-read",
    "failed",
    "over",
    "computer-plays",
)
"""Refusals that say that a press has played nothing, or that nobody can say whether it has."""


class Play(NamedTuple):
    """A press that plays: under which number and what; whether it was acknowledged as played."""

    number: int
    action: str
    told: bool


@dataclass
class Books:
    """Every press, and which of them must be in the log.

    `outages` are the times, on the event loop's clock, at which the bot was dead or cut off: a press that
    falls into one may go unanswered. The last one has no end as long as it lasts.
    """

    sandbox: Sandbox
    plays: defaultdict[tuple[str, int], list[Play]] = field(default_factory=lambda: defaultdict(list))
    ms: list[float] = field(default_factory=list)
    outages: list[tuple[float, float]] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    excused: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    tables: set[str] = field(default_factory=set)
    down: bool = False

    def __post_init__(self) -> None:
        words = Catalogue.load().words("en")
        self._failed = {key: words(f"refused.{key}") for key in FAILED}

    def begin_outage(self) -> None:
        """Note that the bot cannot be reached from now on."""
        if not self.down:
            self.outages.append((asyncio.get_running_loop().time(), float("inf")))
        self.down = True

    def end_outage(self) -> None:
        """Note that the bot can be reached again."""
        if self.down:
            self.outages[-1] = (self.outages[-1][0], asyncio.get_running_loop().time() + AFTER)
        self.down = False

    async def press(self, person: Member, custom_id: str, press: Awaitable[Answer]) -> Answer | None:
        """Return what a press is answered, None if it is not or cannot be made any more."""
        pressed = Press.parse(custom_id)
        began = asyncio.get_running_loop().time()
        answer: Answer | None = None
        told: bool | None = False
        try:
            answer = await press
        except Refused:
            return None
        except NoAnswer:
            await self._not_answered(person, custom_id, began)
        else:
            self.ms.append(answer.milliseconds)
            told = self._told(answer, pressed)
        if pressed is not None:
            self.tables.add(pressed.table)
            if pressed.verb == "play" and told is not None:
                self.plays[pressed.table, person.id].append(Play(pressed.number, pressed.notation, told))
        return answer

    async def _not_answered(self, person: Member, custom_id: str, began: float) -> None:
        if any(began < end and start < began + ACK_SECONDS for start, end in self.outages):
            self.excused += 1
        else:
            since = [round(began - end + AFTER, 1) for _, end in self.outages[-1:]]
            made = self._made(person, custom_id)
            # It may yet come, and tell by how much it was too late.
            await asyncio.sleep(LATER)
            self.unanswered.append(
                f"{person.name}: {custom_id}, {since} s after the last outage, {self._asked(made)}"
            )

    def _made(self, person: Member, custom_id: str) -> Interaction | None:
        """Return the interaction that a press has made."""
        made = reversed(self.sandbox.interactions.by_id.values())
        mine = (i for i in made if i.member.user.id == person.id and i.data.get("custom_id", "") == custom_id)
        return next(mine, None)

    def _asked(self, made: Interaction | None) -> str:
        """Return what the bot has asked for by a press, and how many seconds after it."""
        if made is None:
            return "not sent"
        asked = [r for r in self.sandbox.requests if r.path.startswith(f"/interactions/{made.id}/")]
        return f"answered by {[(r.status, round(r.at - made.created, 2)) for r in asked]}"

    def _told(self, answer: Answer, pressed: Press | None) -> bool | None:
        """Return whether an answer says that the press has played; False if nobody can say, None if not."""
        made = answer.interaction
        way = f"/interactions/{made.id}/"
        sent = [r.json for r in reversed(self.sandbox.requests) if r.path.startswith(way)]
        given = [body for body in sent if isinstance(body, dict) and body.get("type") == made.answer]
        shown = json.dumps(given[0].get("data"), ensure_ascii=False) if given else ""
        for key, text in self._failed.items():
            if text in shown:
                self.refused[key] += 1
                return None
        if pressed is not None and pressed.verb == "play" and _asked_again(pressed, shown):
            self.refused["illegal"] += 1
            return None
        return '"components"' in shown and "I could not find out" not in shown

    def differences(self, table_id: str, log: Iterable[LogRow]) -> tuple[list[str], list[str]]:
        """Return the plays that are lost at a table, and those that are doubled or nobody made."""
        lost, strange = [], []
        entries = [row for row in log if row.seat is not None and (row.user_id or 0) > 0 and not row.settled]
        for user_id in {row.user_id or 0 for row in entries} | {u for t, u in self.plays if t == table_id}:
            left = [row for row in entries if row.user_id == user_id]
            made = self.plays.get((table_id, user_id), [])
            for play in sorted(made, key=lambda play: not play.told):
                row = next((r for r in left if r.seq >= play.number and r.action == play.action), None)
                if row is not None:
                    left.remove(row)
                elif play.told:
                    lost.append(f"table {table_id}: {play.action!r} under {play.number} by {user_id}")
            strange += [f"table {table_id}: {row.seq} {row.action!r} by {user_id}" for row in left]
        return lost, strange

    def figures(self) -> dict[str, Any]:
        """Return the figures by name."""
        ms = {f"p{percent}": round(at(self.ms, percent), 1) for percent in (50, 95, 99)} if self.ms else {}
        return {
            "presses": len(self.ms),
            "plays": sum(play.told for made in self.plays.values() for play in made),
            "acknowledged_ms": ms,
            "unanswered": len(self.unanswered),
            "unanswered_while_cut_off": self.excused,
            "refused": dict(self.refused),
        }


def _asked_again(pressed: Press, shown: str) -> bool:
    """Return whether a play is answered with the same question: it was against the rules."""
    return f'"t:{pressed.table}:{pressed.number}:play' in shown
