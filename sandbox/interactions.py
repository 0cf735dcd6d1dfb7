"""Interactions from the press to the last follow-up: one acknowledgement in time, a token for 15 minutes."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field

from sandbox import payloads
from sandbox.body_errors import BodyErrors
from sandbox.component_rules import Check
from sandbox.errors import ApiError, Json, unknown
from sandbox.limits import Limit, Limits
from sandbox.messages import Body, Post
from sandbox.objects import EPHEMERAL, LOADING, Channel, Membership, Message
from sandbox.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
ANSWERS = {
    COMMAND: {MESSAGE, DEFERRED, MODAL},
    COMPONENT: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL_SUBMIT: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE},
}
USED_SLASH, USED_MENU = 20, 23
"""The kinds of messages that are the first answer to a command."""
ACK_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0


@dataclass(eq=False, slots=True)
class Interaction:
    """One interaction; `answer` is the type of its acknowledgement, `original` the message of @original."""

    id: int
    token: str
    kind: int
    member: Membership
    channel: Channel
    data: Json
    source: Message | None
    created: float
    metadata: Json
    acknowledged: asyncio.Future[None]
    answer: int | None = None
    milliseconds: float = 0.0
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    event: Json = field(default_factory=dict)


class Interactions:
    """All interactions of the bot, by id and by token."""

    def __init__(self, world: World, limits: Limits, post: Post) -> None:
        self.world = world
        self.limits = limits
        self.post = post
        self.by_id: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.window = ACK_SECONDS
        """Seconds in which an interaction has to be acknowledged; more for a bot on a busy machine."""

    # the member's action

    def begin(
        self,
        kind: int,
        member: Membership,
        channel: Channel,
        data: Json,
        source: Message | None = None,
        opener: Interaction | None = None,
    ) -> Interaction:
        """Make an interaction and send it to the bot; `opener` is the one that opened a submitted modal."""
        clock = self.world.clock
        interaction_id, token = clock.snowflake(), secrets.token_urlsafe(120)
        # Whose installation of the application it uses: the guild's, or the member's own.
        owners = {"0": channel.guild.id} if channel.guild.has_bot else {"1": member.user.id}
        metadata: Json = {
            "id": str(interaction_id),
            "type": COMMAND if kind == AUTOCOMPLETE else kind,
            "user": payloads.user(member.user),
            "authorizing_integration_owners": {kind: str(owner) for kind, owner in owners.items()},
        }
        if source is not None and kind == COMPONENT:
            metadata["interacted_message_id"] = str(source.id)
        if "target_id" in data:
            metadata["target_message_id"] = data["target_id"]
        if opener is not None:
            metadata["triggering_interaction_metadata"] = opener.metadata
            source = opener.source
        made = Interaction(
            interaction_id,
            token,
            kind,
            member,
            channel,
            data,
            source,
            clock.now(),
            metadata,
            asyncio.get_running_loop().create_future(),
        )
        self._prune()
        self.by_id[made.id] = self.by_token[made.token] = made
        made.event = self._event(made)
        self.deliver(made)
        return made

    def deliver(self, made: Interaction) -> None:
        """Send an interaction to the bot, as it was when it was made; Discord may do so more than once."""
        self.world.emit(made.channel.guild, "INTERACTION_CREATE", made.event)

    def _prune(self) -> None:
        """Forget interactions whose token has long expired, so that a bench can run for hours."""
        oldest = self.world.clock.now() - TOKEN_SECONDS - 60
        while self.by_id:
            first = next(iter(self.by_id.values()))
            if first.created > oldest or len(self.by_id) < 5_000:
                return
            del self.by_id[first.id], self.by_token[first.token]
            for file in first.data.get("resolved", {}).get("attachments", ()):
                self.world.attachments.pop(int(file), None)

    def _event(self, made: Interaction) -> Json:
        guild = made.channel.guild
        # Where the bot is no member, it may answer as the member may write.
        bot = guild.members.get(self.world.bot.id, made.member)
        event: Json = {
            "id": str(made.id),
            "application_id": str(self.world.application_id),
            "type": made.kind,
            "token": made.token,
            "version": 1,
            "data": made.data,
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "channel_id": str(made.channel.id),
            "channel": payloads.channel(made.channel)
            | {"permissions": str(int(made.member.bits_in(made.channel)))},
            "member": payloads.member(made.member, made.channel),
            "locale": made.member.user.locale,
            "app_permissions": str(int(bot.bits_in(made.channel))),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": made.metadata["authorizing_integration_owners"],
            "context": 0,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if made.source is not None:
            event["message"] = payloads.message(made.source)
        return event

    # the acknowledgement

    def respond(self, interaction_id: str, token: str, body: Body) -> Json:
        """Take the only acknowledgement of an interaction, and return Discord's response to it."""
        made = self.by_id.get(int(interaction_id)) if interaction_id.isdecimal() else None
        if made is None or made.token != token:
            raise unknown(10062, "interaction")
        if made.answer is not None:
            again = ApiError(400, 40060, "Interaction has already been acknowledged.")
            self.limits.refuse(Limit.ACK_ONCE, again)
        elapsed = self.world.clock.now() - made.created
        if elapsed > self.window and made.answer is None:
            self.limits.refuse(Limit.ACK_WINDOW, unknown(10062, "interaction"))
        payload = body.json if isinstance(body.json, dict) else {}
        answer = payload.get("type")
        if answer not in ANSWERS[made.kind] or (answer in (UPDATE, DEFERRED_UPDATE) and made.source is None):
            errors = BodyErrors(self.limits)
            text = f"Value must be one of {sorted(ANSWERS[made.kind])}."
            errors.refuse(Limit.CALLBACK_KIND, ("type",), "BASE_TYPE_CHOICES", text)
            errors.done()
        self._answer(made, int(answer or 0), payload.get("data") or {}, body)
        made.answer = answer
        made.milliseconds = elapsed * 1000
        if not made.acknowledged.done():
            made.acknowledged.set_result(None)
        self.world.changed()
        return self._outcome(made)

    def _answer(self, made: Interaction, answer: int, data: Json, body: Body) -> None:
        if answer == MESSAGE:
            made.original = self._create(made, data, body)
        elif answer == DEFERRED:
            viewer = self._viewer(made, data)
            flags = LOADING | (EPHEMERAL if viewer is not None else 0)
            made.original = Message(
                self.world.clock.snowflake(),
                made.channel,
                self.world.bot,
                self.world.clock.now(),
                flags=flags,
                viewer=viewer,
                interaction=made.metadata,
                made_by=made.id,
                **self._opening(made),
            )
            self.world.publish(made.original)
        elif answer == DEFERRED_UPDATE:
            made.original = made.source
        elif answer == UPDATE:
            made.original = made.source
            if made.source is not None:
                # Unlike an edit, an answer that lists no files removes them all:
                # github.com/discord/discord-api-docs/issues/6277 and serenity-rs/serenity/issues/3068.
                data = data | {"attachments": data.get("attachments") or []}
                self.post.edit(self._alive(made.source), data, body.files, ("data",))
        elif answer == CHOICES:
            made.choices = self._choices(data)
        elif answer == MODAL:
            errors = BodyErrors(self.limits)
            Check(errors, self.post.known_emoji, set()).modal(data)
            errors.done()
            made.modal = data

    def _choices(self, data: Json) -> list[Json]:
        errors = BodyErrors(self.limits)
        path = ("data", "choices")
        for index, choice in enumerate(
            errors.count(Limit.AUTOCOMPLETE_CHOICES, path, data.get("choices"), 0, 25)
        ):
            errors.length(Limit.AUTOCOMPLETE_CHOICES, (*path, index, "name"), choice.get("name"), 1, 100)
            value = choice.get("value")
            if isinstance(value, str):
                errors.length(Limit.AUTOCOMPLETE_CHOICES, (*path, index, "value"), value, 1, 100)
        errors.done()
        return list(data.get("choices") or [])

    def _outcome(self, made: Interaction) -> Json:
        interaction: Json = {"id": str(made.id), "type": made.kind}
        resource: Json = {"type": made.answer}
        if made.original is not None:
            interaction["response_message_id"] = str(made.original.id)
            interaction["response_message_loading"] = bool(made.original.flags & LOADING)
            interaction["response_message_ephemeral"] = made.original.ephemeral
            if made.answer in (MESSAGE, UPDATE):
                resource["message"] = payloads.message(made.original)
        if made.answer in (MESSAGE, UPDATE):
            return {"interaction": interaction, "resource": resource}
        return {"interaction": interaction}

    def _viewer(self, made: Interaction, data: Json) -> int | None:
        return made.member.user.id if (data.get("flags") or 0) & EPHEMERAL else None

    def _create(
        self, made: Interaction, data: Json, body: Body, path: tuple[str, ...] = ("data",)
    ) -> Message:
        return self.post.create(
            made.channel,
            data,
            body.files,
            path,
            viewer=self._viewer(made, data),
            interaction=made.metadata,
            made_by=made.id,
            **self._opening(made),
        )

    @staticmethod
    def _opening(made: Interaction) -> Json:
        """Return the fields of `Message` by which the first answer to a command tells of it."""
        if made.kind != COMMAND or made.original is not None:
            return {}
        target = made.data.get("target_id")
        return {"kind": USED_SLASH} if target is None else {"kind": USED_MENU, "reference": int(target)}

    @staticmethod
    def _alive(message: Message) -> Message:
        if message.deleted:
            raise unknown(10008, "Message")
        return message

    # the token

    def holder(self, application: str, token: str) -> Interaction:
        """Return the interaction of a valid token.

        Raises 50027 if it has expired, 10015 if it is unknown or its interaction not yet acknowledged.
        """
        made = self.by_token.get(token)
        if made is None or application != str(self.world.application_id):
            raise unknown(10015, "Webhook")
        if self.world.clock.now() - made.created > TOKEN_SECONDS:
            self.limits.refuse(Limit.TOKEN_LIFE, ApiError(401, 50027, "Invalid Webhook Token"))
        if made.answer is None:
            self.limits.refuse(Limit.ACK_FIRST, unknown(10015, "Webhook"))
        return made

    def follow_up(self, made: Interaction, body: Body) -> Message:
        """Make and return a further message; the first one after a deferral replaces "is thinking"."""
        payload: Json = body.json or {}
        if made.original is not None and made.original.flags & LOADING and not made.original.deleted:
            return self.post.edit(made.original, payload, body.files)
        message = self._create(made, payload, body, ())
        made.followups.append(message)
        return message

    def message(self, made: Interaction, which: str) -> Message:
        """Return the message that a token means by `@original` or an id; raises 10008 for one not its own."""
        if which == "@original":
            if made.original is None:
                raise unknown(10008, "Message")
            return self._alive(made.original)
        message = self.world.messages.get(int(which)) if which.isdecimal() else None
        if message is None or message.author is not self.world.bot:
            raise unknown(10008, "Message")
        if message.made_by != made.id and message is not made.source:
            self.limits.refuse(Limit.EPHEMERAL_OWNER, unknown(10008, "Message"))
        return message

    def edit(self, message: Message, body: Body) -> Message:
        """Change a message through a token."""
        return self.post.edit(message, body.json or {}, body.files)
