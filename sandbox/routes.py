"""The routes of channels, messages, guilds, users and the gateway's address."""

from __future__ import annotations

from sandbox import payloads
from sandbox.body_errors import BodyErrors
from sandbox.clock import created_at
from sandbox.errors import ApiError, Json, unknown
from sandbox.gateway import Gateway, application_flags
from sandbox.limits import OLD_EDITS_CODE, Limit, Limits
from sandbox.messages import Post
from sandbox.objects import Channel, Guild, Message
from sandbox.permissions import Permission
from sandbox.router import Call, Reply, Router
from sandbox.world import World

HOUR = 3600.0
NONCE_SECONDS = 300.0
"""How long an enforced nonce gives back its message: Discord only says "the past few minutes"."""
ARCHIVED_AFTER = (60, 1440, 4320, 10080)
"""Minutes after which a thread can be archived by itself."""


class Routes:
    """Registers itself on a router."""

    def __init__(self, router: Router, world: World, limits: Limits, post: Post, gateway: Gateway) -> None:
        self.world = world
        self.limits = limits
        self.post = post
        self.gateway = gateway
        self.sent: dict[tuple[int, object], Message] = {}
        """Messages sent with an enforced nonce, by channel and nonce."""
        add = router.add
        channel, message = "/channels/{channel_id}", "/channels/{channel_id}/messages/{message_id}"
        add("GET", "/gateway", self.gateway_address)
        add("GET", "/gateway/bot", self.gateway_bot)
        add("GET", "/users/@me", lambda call: (200, payloads.me(world.bot)))
        add("GET", "/users/@me/guilds", self.own_guilds)
        add("GET", "/users/{user_id}", self.user)
        add("GET", "/applications/@me", self.application)
        add("GET", "/oauth2/applications/@me", self.application)
        add("GET", "/guilds/{guild_id}", self.guild)
        add("GET", "/guilds/{guild_id}/channels", self.guild_channels)
        add("GET", "/guilds/{guild_id}/members/{user_id}", self.member)
        add("GET", channel, self.channel)
        add("PATCH", channel, self.change_thread)
        add("POST", channel + "/typing", self.typing)
        add("GET", channel + "/messages", self.messages)
        add("POST", channel + "/messages", self.send)
        add("POST", channel + "/messages/bulk-delete", self.bulk_delete)
        add("GET", message, self.message)
        add("PATCH", message, self.edit)
        add("DELETE", message, self.delete)
        add("POST", channel + "/threads", self.thread)
        add("POST", message + "/threads", self.thread_from_message)

    # the bot itself

    def gateway_address(self, call: Call) -> Reply:
        return 200, {"url": self.gateway.url}

    def gateway_bot(self, call: Call) -> Reply:
        start = {
            "total": 1000,
            "remaining": 1000,
            "reset_after": 86_400_000,
            "max_concurrency": self.gateway.concurrency,
        }
        shards = self.gateway.recommended_shards
        return 200, {"url": self.gateway.url, "shards": shards, "session_start_limit": start}

    def application(self, call: Call) -> Reply:
        nothing = (
            "icon",
            "interactions_endpoint_url",
            "role_connections_verification_url",
            "team",
            "max_participants",
        )
        flags = application_flags(self.gateway.privileged)
        return 200, dict.fromkeys(nothing) | {
            "id": str(self.world.application_id),
            "name": self.world.bot.name,
            "description": "",
            "summary": "",
            "type": None,
            "bot": payloads.user(self.world.bot),
            "bot_public": True,
            "bot_require_code_grant": False,
            "owner": payloads.user(self.world.owner),
            "verify_key": "0" * 64,
            "flags": flags,
            "flags_new": str(flags),
            "redirect_uris": [],
            "approximate_guild_count": sum(guild.has_bot for guild in self.world.guilds.values()),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            **self.world.documents,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
        }

    def user(self, call: Call) -> Reply:
        user = self.world.users.get(int(call.params["user_id"]))
        if user is None:
            raise unknown(10013, "User")
        return 200, payloads.user(user)

    # guilds

    def _guild(self, call: Call) -> Guild:
        guild = self.world.guilds.get(int(call.params["guild_id"]))
        if guild is None or not guild.has_bot:
            raise unknown(10004, "Guild")
        return guild

    def own_guilds(self, call: Call) -> Reply:
        """Return a page of the guilds that the bot is in, in the order of their ids."""
        after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 200))
        found = sorted(guild.id for guild in self.world.visible_guilds((0, 1)) if guild.id > after)
        return 200, [payloads.own_guild(self.world.guilds[guild_id]) for guild_id in found[:limit]]

    def guild(self, call: Call) -> Reply:
        guild = self._guild(call)
        counts = {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
        return 200, payloads.guild(guild) | (counts if call.query.get("with_counts") else {})

    def guild_channels(self, call: Call) -> Reply:
        places = self._guild(call).channels.values()
        return 200, [payloads.channel(channel) for channel in places if channel.parent is None]

    def member(self, call: Call) -> Reply:
        member = self._guild(call).members.get(int(call.params["user_id"]))
        if member is None:
            raise unknown(10007, "Member")
        return 200, payloads.member(member)

    # channels

    def _channel(self, call: Call) -> Channel:
        channel = self.world.channels.get(int(call.params["channel_id"]))
        if channel is None:
            raise unknown(10003, "Channel")
        self.post.may_see(channel)
        return channel

    def channel(self, call: Call) -> Reply:
        return 200, payloads.channel(self._channel(call))

    def typing(self, call: Call) -> Reply:
        channel = self._channel(call)
        self.post.needs(channel, Permission.SEND_MESSAGES, Limit.SEND_MESSAGES)
        self.world.changed()
        return 204, None

    def thread(self, call: Call) -> Reply:
        return self._started(call, self._channel(call))

    def thread_from_message(self, call: Call) -> Reply:
        """Start a thread from a message: it gets the message's id, so there is never a second one."""
        message = self._message(call)
        if message.id in self.world.channels:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        return self._started(call, message.channel, message)

    def _started(self, call: Call, channel: Channel, starter: Message | None = None) -> Reply:
        payload = self._json(call)
        self.post.needs(channel, Permission.CREATE_PUBLIC_THREADS, Limit.CREATE_THREADS)
        errors = BodyErrors(self.limits)
        errors.length(Limit.CREATE_THREADS, ("name",), payload.get("name"), 1, 100)
        self._thread_fields(errors, payload)
        errors.done()
        if channel.parent is not None:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        thread = channel.add_thread(payload["name"], starter=starter)
        thread.auto_archive = payload.get("auto_archive_duration") or thread.auto_archive
        return 201, payloads.thread(thread)

    def _thread_fields(self, errors: BodyErrors, payload: Json) -> None:
        minutes = payload.get("auto_archive_duration")
        if minutes is not None and minutes not in ARCHIVED_AFTER:
            path, text = ("auto_archive_duration",), f"Value must be one of {ARCHIVED_AFTER}."
            errors.refuse(Limit.THREAD_FIELDS, path, "BASE_TYPE_CHOICES", text)

    def change_thread(self, call: Call) -> Reply:
        """Change a thread, which takes its owner or Manage Threads; refuse any other channel."""
        thread, payload = self._channel(call), self._json(call)
        if thread.parent is None:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        if payload == {"archived": False} and not thread.locked:
            self.post.needs(thread, Permission.SEND_MESSAGES_IN_THREADS, Limit.SEND_MESSAGES)
        elif thread.owner is not None or "locked" in payload:
            self.post.needs(thread, Permission.MANAGE_THREADS, Limit.MANAGE_THREADS)
        errors = BodyErrors(self.limits)
        errors.length(Limit.THREAD_FIELDS, ("name",), payload.get("name"), 1, 100, needed=False)
        self._thread_fields(errors, payload)
        errors.done()
        if thread.archived and payload.get("archived") is not False:
            raise ApiError(400, 50083, "Thread is archived")
        thread.name = payload.get("name") or thread.name
        thread.auto_archive = payload.get("auto_archive_duration") or thread.auto_archive
        for field in ("archived", "locked"):
            if payload.get(field) is not None:
                setattr(thread, field, bool(payload[field]))
        thread.changed()
        return 200, payloads.thread(thread)

    # messages

    def _message(self, call: Call) -> Message:
        channel = self._channel(call)
        message = channel.messages.get(int(call.params["message_id"]))
        if message is None:
            raise unknown(10008, "Message")
        if message.ephemeral:
            self.limits.refuse(Limit.EPHEMERAL_HIDDEN, unknown(10008, "Message"))
        return message

    def _own(self, message: Message) -> None:
        if message.author is not self.world.bot:
            other = ApiError(403, 50005, "Cannot edit a message authored by another user")
            self.limits.refuse(Limit.OWN_MESSAGE, other)

    def _json(self, call: Call) -> Json:
        if not isinstance(call.body.json, dict):
            raise ApiError(400, 50109, "The request body contains invalid JSON.")
        return call.body.json

    def send(self, call: Call) -> Reply:
        call.headers = self.limits.hold(Limit.SENDS, call.params["channel_id"])
        channel, payload = self._channel(call), self._json(call)
        self.post.may_send(channel, payload, call.body.files)
        if (payload.get("flags") or 0) & 1 << 6:
            self.post.complain("a channel message with the EPHEMERAL flag, which only interactions may set")
        nonce = payload["nonce"] if payload.get("enforce_nonce") else None
        message = self.sent.get((channel.id, nonce))
        if nonce is None or message is None or self.world.clock.now() - message.created > NONCE_SECONDS:
            message = self.post.create(channel, payload, call.body.files)
            if nonce is not None:
                self.sent[channel.id, nonce] = message
                if len(self.sent) > 1000:
                    del self.sent[next(iter(self.sent))]
        return 200, payloads.message(message) | ({"nonce": payload["nonce"]} if "nonce" in payload else {})

    def message(self, call: Call) -> Reply:
        self.post.needs(self._channel(call), Permission.READ_MESSAGE_HISTORY, Limit.READ_HISTORY)
        return 200, payloads.message(self._message(call))

    def messages(self, call: Call) -> Reply:
        channel = self._channel(call)
        self.post.needs(channel, Permission.READ_MESSAGE_HISTORY, Limit.READ_HISTORY)
        before = int(call.query.get("before", 2**63))
        after = int(call.query.get("after", 0))
        limit = int(call.query.get("limit", 50))
        if not 1 <= limit <= 100:
            raise ApiError(400, 50035, "Invalid Form Body", errors={"limit": {"_errors": []}})
        found = [m for m in channel.messages.values() if after < m.id < before and not m.ephemeral]
        page = found[:limit] if "after" in call.query else found[-limit:]
        return 200, [payloads.message(message) for message in reversed(page)]

    def edit(self, call: Call) -> Reply:
        call.headers = self.limits.hold(Limit.EDITS, call.params["channel_id"])
        message, payload = self._message(call), self._json(call)
        if self.world.clock.now() - created_at(message.id) > HOUR:
            self.limits.hold(Limit.OLD_EDITS, call.params["channel_id"], OLD_EDITS_CODE)
        if message.channel.archived:
            raise ApiError(400, 50083, "Thread is archived")
        self._own(message)
        self.post.may_show(message.channel, payload, call.body.files)
        return 200, payloads.message(self.post.edit(message, payload, call.body.files))

    def delete(self, call: Call) -> Reply:
        call.headers = self.limits.hold(Limit.DELETES, call.params["channel_id"])
        message = self._message(call)
        if message.author is not self.world.bot:
            self.post.needs(message.channel, Permission.MANAGE_MESSAGES, Limit.MANAGE_MESSAGES)
        self.world.delete(message)
        return 204, None

    def bulk_delete(self, call: Call) -> Reply:
        channel = self._channel(call)
        self.post.needs(channel, Permission.MANAGE_MESSAGES, Limit.MANAGE_MESSAGES)
        ids = {int(message) for message in self._json(call)["messages"]}
        errors = BodyErrors(self.limits)
        errors.count(Limit.BULK_DELETE, ("messages",), list(ids), 2, 100)
        errors.done()
        oldest = self.world.clock.now() - 14 * 86_400
        if any(created_at(message) < oldest for message in ids):
            text = "You can only bulk delete messages that are under 14 days old."
            self.limits.refuse(Limit.BULK_DELETE, ApiError(400, 50034, text))
        found = [m for m in channel.messages.values() if m.id in ids and not m.ephemeral]
        self.world.delete_many(channel, found)
        return 204, None
