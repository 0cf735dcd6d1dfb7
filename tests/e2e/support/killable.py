"""The bot in a process of its own that kills itself: `python -m tests.e2e.support.killable POINT[:N]`.

A point is a method, wrapped from outside, at whose N-th call the process ends by SIGKILL; the bot knows
nothing of it. Further points are read from standard input. STANDS in the environment is the times
of a held view for which a whole sheet stands.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final

import discord
from discord.http import HTTPClient, MultipartParameters
from discord.webhook.async_ import AsyncWebhookAdapter
from sqlalchemy import Connection

from bot.__main__ import main
from bot.computers.thinking import Kernels
from bot.limits import edits
from bot.store import Change, LogRow, ResultRow, Status, Store
from bot.store.forgetting import StoredMembers
from bot.store.queries import writes
from bot.store.ratings import statements
from bot.store.retention import Retention
from bot.store.upkeep.forgotten import ForgottenList
from bot.table import pauses, votes
from engine.ai import UNCOMPILED

REDRAW: Final = discord.InteractionResponseType.message_update.value
SILENCE_SECONDS: Final = 35.0
"""Seconds until silence is a yes to *Finish now*: a slow machine has time for a death and a start before.

A start gives the others their time again only where it would be over within forty seconds.
"""


def deals(store: Store, change: Change, guild_id: int) -> bool:
    return bool(change.entries) and change.entries[0].seat is None


def begins(store: Store, change: Change, guild_id: int) -> bool:
    return change.columns.get("cutter") is not None and not change.entries


def plays(store: Store, change: Change, guild_id: int) -> bool:
    return bool(change.entries) and not deals(store, change, guild_id)


def ends(store: Store, change: Change, guild_id: int) -> bool:
    return change.ended_at is not None


def finishes(store: Store, change: Change, guild_id: int) -> bool:
    return change.columns.get("status") is Status.FINISHED


def sits(store: Store, change: Change, guild_id: int) -> bool:
    return bool(change.sat)


def marks(store: Store, change: Change, guild_id: int) -> bool:
    return bool(change.marked) and not change.entries


def warns(store: Store, change: Change, guild_id: int) -> bool:
    return change.columns.get("warned") is True


def misses(store: Store, change: Change, guild_id: int) -> bool:
    return any(row.overdue for row in change.marked)


def stops(store: Store, change: Change, guild_id: int) -> bool:
    return change.columns.get("status") is Status.STOPPED


def calms(store: Store, change: Change, guild_id: int) -> bool:
    return not change.entries and "calm_at" in change.columns


def always(*arguments: Any, **values: Any) -> bool:
    return True


def frees(store: Store, change: Change, guild_id: int) -> bool:
    return "reserved" in change.columns and not change.sat


def redraws(*arguments: Any, params: MultipartParameters, **values: Any) -> bool:
    """Return whether the answer to an interaction is an edit; those that send a file are not recognised."""
    return params.payload is not None and params.payload["type"] == REDRAW


Which = Callable[..., bool]
BEFORE, AFTER = True, False

POINTS: Final[dict[str, tuple[type, str, bool, Which]]] = {
    "before creating": (Store, "create", BEFORE, always),
    "after creating": (Store, "create", AFTER, always),
    "before sitting": (Store, "commit", BEFORE, sits),
    "after sitting": (Store, "commit", AFTER, sits),
    "before asking to cut": (Store, "commit", BEFORE, begins),
    "after asking to cut": (Store, "commit", AFTER, begins),
    "before the deal": (Store, "commit", BEFORE, deals),
    "after the deal": (Store, "commit", AFTER, deals),
    "before the commit": (Store, "commit", BEFORE, plays),
    "after the commit": (Store, "commit", AFTER, plays),
    "before the end": (Store, "commit", BEFORE, ends),
    "after the end": (Store, "commit", AFTER, ends),
    "before finishing": (Store, "commit", BEFORE, finishes),
    "after finishing": (Store, "commit", AFTER, finishes),
    "before stopping": (Store, "commit", BEFORE, stops),
    "after stopping": (Store, "commit", AFTER, stops),
    "before being ready": (Store, "commit", BEFORE, marks),
    "after being ready": (Store, "commit", AFTER, marks),
    "before marking a seat": (Store, "commit", BEFORE, marks),
    "after marking a seat": (Store, "commit", AFTER, marks),
    "before warning": (Store, "commit", BEFORE, warns),
    "after warning": (Store, "commit", AFTER, warns),
    "before missing": (Store, "commit", BEFORE, misses),
    "after missing": (Store, "commit", AFTER, misses),
    "before calming": (Store, "commit", BEFORE, calms),
    "after calming": (Store, "commit", AFTER, calms),
    "before noting": (Store, "mark_published", BEFORE, always),
    "after noting": (Store, "mark_published", AFTER, always),
    "after deleting tables": (Retention, "delete_some", AFTER, always),
    "before saving a panel": (Store, "save_panel", BEFORE, always),
    "before saving the message": (Store, "set_message", BEFORE, always),
    "before saving the ping": (Store, "set_ping", BEFORE, always),
    "after saving the ping": (Store, "set_ping", AFTER, always),
    "before freeing kept seats": (Store, "commit", BEFORE, frees),
    "after freeing kept seats": (Store, "commit", AFTER, frees),
    "before the acknowledgement": (AsyncWebhookAdapter, "create_interaction_response", BEFORE, redraws),
    "after the acknowledgement": (AsyncWebhookAdapter, "create_interaction_response", AFTER, redraws),
    "after a first answer": (discord.InteractionResponse, "send_message", AFTER, always),
    "before a new panel": (discord.Webhook, "send", BEFORE, always),
    "after a new panel": (discord.Webhook, "send", AFTER, always),
    "before removing a panel": (discord.Webhook, "delete_message", BEFORE, always),
    "after removing a panel": (discord.Webhook, "delete_message", AFTER, always),
    "after posting": (discord.abc.Messageable, "send", AFTER, always),
    "before the board": (HTTPClient, "edit_message", BEFORE, always),
    "after the board": (HTTPClient, "edit_message", AFTER, always),
    "before a panel": (AsyncWebhookAdapter, "edit_webhook_message", BEFORE, always),
    "before forgetting": (StoredMembers, "forget", BEFORE, always),
    "after forgetting": (StoredMembers, "forget", AFTER, always),
    "after a panel": (AsyncWebhookAdapter, "edit_webhook_message", AFTER, always),
}
"""For each point: a class, its method, whether the process dies after it, and at which calls."""

IN_TRANSACTION: Final = "in the transaction"
"""After the log's new entries are written, before they are committed."""
COUNTED: Final = "once the game is counted"
"""After a game that ends has become a row with its result and ratings, before that is committed."""
IN_FORGETTING: Final = "in the middle of forgetting"
"""After a member is on the list, before the forgetting is committed."""


def die() -> None:
    """End this process as a crash of the machine would."""
    os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str) -> None:
    """Let this process die at `point`, or `point:N` when it is reached for the N-th time."""
    point, _, calls = point.partition(":")
    left = int(calls or 1)

    def reached() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            die()

    if point == IN_TRANSACTION:
        add_log = writes.add_log

        def added(connection: Connection, table_id: str, entries: Sequence[LogRow]) -> None:
            add_log(connection, table_id, entries)
            reached()

        writes.add_log = added
        return
    if point == COUNTED:
        rate = statements.rate

        def rated(connection: Connection, result: ResultRow, number: int) -> None:
            rate(connection, result, number)
            reached()

        statements.rate = rated
        return
    if point == IN_FORGETTING:
        add_to_list = ForgottenList.add

        def listed(forgotten: ForgottenList, user_id: int, at: float) -> None:
            add_to_list(forgotten, user_id, at)
            reached()

        ForgottenList.add = listed  # type: ignore[assignment, method-assign]
        return
    owner, name, before, which = POINTS[point]
    method = getattr(owner, name)

    @wraps(method)
    async def wrapped(*arguments: Any, **values: Any) -> Any:
        if before and which(*arguments, **values):
            reached()
        result = await method(*arguments, **values)
        if not before and which(*arguments, **values):
            reached()
        return result

    setattr(owner, name, wrapped)


def listen() -> None:
    """Take points from standard input."""
    for line in sys.stdin:
        arm(line.strip())
        sys.stdout.write("armed\n")
        sys.stdout.flush()


if __name__ == "__main__":
    edits.WINDOW = 0.0  # type: ignore[misc]  # the stand-in's rates are out: there is nothing to pace
    votes.SILENCE_SECONDS = SILENCE_SECONDS  # type: ignore[misc]  # no test waits until it is over
    pauses.STANDS = int(os.environ.get("STANDS", pauses.STANDS))  # type: ignore[misc]  # as the test needs it
    # The search is not loaded at every start: how well a computer plays does not matter here.
    Kernels.player = lambda self, game, level: UNCOMPILED[level]  # type: ignore[method-assign]
    if sys.argv[1]:
        arm(sys.argv[1])
    threading.Thread(target=listen, daemon=True).start()
    sys.exit(main())
