"""The gateway: the events that each session gets, and the frames that a client may send.

It knows the transport compressions of discord.py: zlib-stream, and zstd-stream where the interpreter has it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

from aiohttp import WSMsgType, web

from sandbox import payloads
from sandbox.compression import compressor
from sandbox.errors import Json
from sandbox.limits import Limit, Limits
from sandbox.objects import Guild
from sandbox.rest import encode
from sandbox.session import Connection, Log, Session
from sandbox.world import World

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES = 1 << 0, 1 << 1, 1 << 9
PRESENCES, TYPING, MESSAGE_CONTENT = 1 << 8, 1 << 11, 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT
INTENT_OF = {
    "GUILD_MEMBER_ADD": GUILD_MEMBERS,
    "GUILD_MEMBER_UPDATE": GUILD_MEMBERS,
    "GUILD_MEMBER_REMOVE": GUILD_MEMBERS,
    "MESSAGE_CREATE": GUILD_MESSAGES,
    "MESSAGE_UPDATE": GUILD_MESSAGES,
    "MESSAGE_DELETE": GUILD_MESSAGES,
    "MESSAGE_DELETE_BULK": GUILD_MESSAGES,
    "TYPING_START": TYPING,
    "INTERACTION_CREATE": 0,
}
HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME, RECONNECT = 1, 2, 3, 4, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, ACK = 8, 9, 10, 11
RESUME_SECONDS = 120.0
ACK_AFTER = 0.02
"""Seconds until a heartbeat is acknowledged: a real gateway is about as far away.

An immediate answer would arrive before discord.py has noted when it sent the heartbeat. It would then measure
from the heartbeat before, and its log would tell of 41 seconds.
"""


class Gateway:
    """All sessions of the bot, and the frames that arrive on their connections."""

    def __init__(
        self,
        world: World,
        limits: Limits,
        log: Log,
        token: str,
        privileged: int,
        concurrency: int,
        beat: float,
    ) -> None:
        self.world = world
        self.limits = limits
        self.log = log
        self.token = token
        self.privileged = privileged
        self.concurrency = concurrency
        self.beat = beat
        self.url = ""
        self.recommended_shards = 1
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identified: Callable[[Session], None] = lambda session: None

    # events

    def emit(self, guild: Guild, name: str, data: Json) -> None:
        """Send a guild's event to the session of its shard, if it has the intent and the guild is reached.

        A person who has the application may use it in a guild where the bot is no member.
        """
        heard = name == "GUILD_DELETE" or (name == "INTERACTION_CREATE" and not guild.has_bot)
        if not guild.reached and not heard:
            return
        intent = INTENT_OF.get(name, GUILDS)
        for session in self.sessions.values():
            if (guild.id >> 22) % session.shard[1] != session.shard[0]:
                continue
            if intent and not session.intents & intent and not self._own(name, data):
                continue
            if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                session.dispatch(name, self._without_content(session, data), self.log)
            else:
                session.dispatch(name, data, self.log)

    def _own(self, name: str, data: Json) -> bool:
        """Return whether an event is about the bot as a member, which needs no further intent."""
        return name == "GUILD_MEMBER_UPDATE" and data["user"]["id"] == str(self.world.bot.id)

    def _without_content(self, session: Session, data: Json) -> Json:
        if session.intents & MESSAGE_CONTENT or data["author"]["id"] == str(self.world.bot.id):
            return data
        if f"<@{self.world.bot.id}>" in data["content"]:
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    @property
    def live(self) -> list[Session]:
        """Return the sessions that are connected now."""
        return [s for s in self.sessions.values() if s.connection is not None]

    def serves(self, guild: Guild) -> bool:
        """Return whether the shard of a guild is connected now, and the bot hears of that guild."""
        return guild.reached and any((guild.id >> 22) % s.shard[1] == s.shard[0] for s in self.live)

    # faults

    def drop(self, shards: Iterable[int] | None = None) -> None:
        """Cut the connections (of some shards) without a close frame; their sessions can be resumed."""
        for connection in self._of(shards):
            connection.drop()

    def close(self, code: int = 4000, shards: Iterable[int] | None = None) -> None:
        """Close the connections (of some shards) with a code."""
        for connection in self._of(shards):
            connection.close(code)

    def reconnect(self, shards: Iterable[int] | None = None) -> None:
        """Ask the bot by op 7 to reconnect and resume."""
        for connection in self._of(shards):
            self._send(connection, {"op": RECONNECT, "d": None})

    def invalidate(self, resumable: bool = False, shards: Iterable[int] | None = None) -> None:
        """Tell the bot by op 9 that its session is over; when not resumable it has to identify again."""
        for connection in self._of(shards):
            self._send(connection, {"op": INVALID_SESSION, "d": resumable})
            if not resumable and connection.session is not None:
                self._end(connection.session)

    def silence(self, shards: Iterable[int] | None = None) -> None:
        """Send nothing more on the present connections, like a dead peer, not even heartbeat answers."""
        for connection in self._of(shards):
            connection.silent = True

    def _of(self, shards: Iterable[int] | None) -> list[Connection]:
        wanted = None if shards is None else set(shards)
        return [
            c
            for c in self.connections
            if wanted is None or (c.session is not None and c.session.shard[0] in wanted)
        ]

    def _end(self, session: Session) -> None:
        self.sessions.pop(session.id, None)
        session.connection = None

    # connections

    def _send(self, connection: Connection, frame: Json) -> None:
        self.log.frame("sent", connection.session.shard if connection.session else None, frame)
        connection.put(encode(frame))

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        """Serve one websocket from HELLO to its end, and return it."""
        compress = compressor(request.query.get("compress"))
        socket = web.WebSocketResponse(max_msg_size=16 * 1024, compress=False, autoping=True)
        await socket.prepare(request)
        connection = Connection(request, socket, compress)
        self.connections.add(connection)
        reading = asyncio.create_task(self._read(connection))
        writing = asyncio.create_task(connection.write())
        self._send(
            connection, {"op": HELLO, "d": {"heartbeat_interval": int(self.beat * 1000), "_trace": []}}
        )
        try:
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            code = writing.result() if writing.done() else None
            if code is None:
                await reading
            else:
                # During a read, aiohttp cuts the connection before the close has been answered, and the other
                # side may then take it for a broken one.
                reading.cancel()
                await asyncio.wait({reading})
                await socket.close(code=code)
        finally:
            self.connections.discard(connection)
            if connection.session is not None and connection.session.connection is connection:
                connection.session.connection = None
                connection.session.lost = time.monotonic()
                if not connection.closing and socket.close_code in (1000, 1001):
                    self._end(connection.session)
            reading.cancel()
            writing.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)
            self.world.changed()
        return socket

    async def _read(self, connection: Connection) -> None:
        patience = self.beat * 1.5
        while True:
            try:
                async with asyncio.timeout(patience if self.limits.active(Limit.HEARTBEAT) else None):
                    message = await connection.socket.receive()
            except TimeoutError:
                self.log.complain("gateway: no heartbeat in time")
                connection.close(4009)
                patience = 1.0
                continue
            if message.type is not WSMsgType.TEXT:
                return
            try:
                frame = json.loads(message.data)
                op = frame["op"]
            except (ValueError, KeyError, TypeError):
                connection.close(4002)
                continue
            session = connection.session
            if not self.limits.take(Limit.GATEWAY_FRAMES, id(connection))[0]:
                self.log.complain("gateway: more than 120 frames in a minute")
                connection.close(4008)
                continue
            self.log.frame("received", session.shard if session else None, frame)
            self._handle(connection, op, frame.get("d"))
            self.world.changed()

    def _handle(self, connection: Connection, op: int, data: Any) -> None:
        session = connection.session
        if op == HEARTBEAT:
            if session is not None and isinstance(data, int):
                while session.sent and session.sent[0][0] <= data:
                    session.sent.popleft()
            loop = asyncio.get_running_loop()
            loop.call_later(ACK_AFTER, self._send, connection, {"op": ACK, "d": None})
        elif op == IDENTIFY:
            if session is not None:
                connection.close(4005)
            else:
                self._identify(connection, data)
        elif op == RESUME:
            self._resume(connection, data)
        elif session is None:
            connection.close(4003)
        elif op == REQUEST_MEMBERS:
            self._members(session, data)
        elif op not in (PRESENCE, VOICE_STATE):
            self.log.complain(f"gateway: unknown op {op}")
            connection.close(4001)

    def _identify(self, connection: Connection, data: Json) -> None:
        if data.get("token") != self.token and self.limits.active(Limit.GATEWAY_TOKEN):
            self.log.complain("gateway: identify with a wrong token")
            connection.close(4004)
            return
        intents = data.get("intents")
        if not isinstance(intents, int) or intents < 0:
            connection.close(4013)
            return
        if intents & PRIVILEGED & ~self.privileged and self.limits.active(Limit.PRIVILEGED_INTENTS):
            self.log.complain("gateway: privileged intents that the application does not have")
            connection.close(4014)
            return
        shard, count = data.get("shard") or (0, 1)
        if not 0 <= shard < count:
            connection.close(4010)
            return
        allowed, _ = self.limits.take(Limit.IDENTIFIES, shard % self.concurrency)
        if not allowed:
            self.log.complain("gateway: more than one identify in five seconds")
            self._send(connection, {"op": INVALID_SESSION, "d": False})
            return
        self._forget((shard, count))
        session = Session(secrets.token_hex(16), (shard, count), intents, connection=connection)
        connection.session = session
        self.sessions[session.id] = session
        guilds = list(self.world.visible_guilds(session.shard))
        ready: Json = {
            "v": 10,
            "user": payloads.me(self.world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": [shard, count],
            "application": {
                "id": str(self.world.application_id),
                "flags": application_flags(self.privileged),
            },
            "private_channels": [],
            "relationships": [],
            "_trace": [],
        }
        session.dispatch("READY", ready, self.log)
        if intents & GUILDS:
            for guild in (guild for guild in guilds if guild.reached):
                session.dispatch("GUILD_CREATE", payloads.guild_create(guild), self.log)
        self.identified(session)

    def _forget(self, shard: tuple[int, int]) -> None:
        """Drop lost sessions that a new one of this shard replaces, and those not resumed in time."""
        too_old = time.monotonic() - RESUME_SECONDS
        for old in list(self.sessions.values()):
            if old.connection is None and (old.shard == shard or old.lost < too_old):
                self._end(old)

    def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(data.get("session_id", ""))
        if data.get("token") != self.token and self.limits.active(Limit.GATEWAY_TOKEN):
            connection.close(4004)
            return
        sequence = data.get("seq")
        kept = session is not None and (not session.sent or session.sent[0][0] <= (sequence or 0) + 1)
        if session is None or not kept or not isinstance(sequence, int):
            self._send(connection, {"op": INVALID_SESSION, "d": False})
            return
        if sequence > session.sequence:
            connection.close(4007)
            return
        if session.connection is not None:
            session.connection.close(4000)
        connection.session = session
        session.connection = connection
        for number, text in session.sent:
            if number > sequence:
                connection.put(text)
        session.dispatch("RESUMED", {"_trace": []}, self.log)
        self.identified(session)

    def _members(self, session: Session, data: Json) -> None:
        guild = self.world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        wanted = {int(user) for user in data.get("user_ids", [])}
        query = data.get("query") or ""
        found = [
            payloads.member(member)
            for member in guild.members.values()
            if (member.user.id in wanted if wanted else member.user.name.startswith(query))
        ]
        limit = data.get("limit") or len(found)
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": found[:limit],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
        }
        if "nonce" in data:
            chunk["nonce"] = data["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk, self.log)


def application_flags(privileged: int) -> int:
    """Return the application's flags for the privileged intents it was given (the limited variants)."""
    return (
        bool(privileged & PRESENCES) << 13
        | bool(privileged & GUILD_MEMBERS) << 15
        | bool(privileged & MESSAGE_CONTENT) << 19
    )
