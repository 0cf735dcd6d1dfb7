"""The routes of the application: its commands, its emoji, and the answers to interactions by their tokens."""

from __future__ import annotations

import base64
import re
from binascii import Error as Base64Error
from typing import Any

from sandbox import payloads
from sandbox.body_errors import BodyErrors
from sandbox.commands import Commands
from sandbox.errors import ApiError, Json, unknown
from sandbox.interactions import Interaction, Interactions
from sandbox.limits import Limit, Limits
from sandbox.router import Call, Reply, Router
from sandbox.world import World

EMOJI_NAME = re.compile(r"^\w{2,32}$", re.ASCII)
IMAGE = re.compile(r"^data:image/(png|jpeg|gif|webp|avif);base64,(.*)$", re.DOTALL)
EMOJI_BYTES = 256 * 1024
EMOJI_COUNT = 2000


class ApplicationRoutes:
    """Registers itself on a router."""

    def __init__(
        self, router: Router, world: World, limits: Limits, commands: Commands, interactions: Interactions
    ) -> None:
        self.world = world
        self.limits = limits
        self.commands = commands
        self.interactions = interactions
        app = "/applications/{application_id}"
        for place in (app + "/commands", app + "/guilds/{guild_id}/commands"):
            router.add("GET", place, self.list_commands)
            router.add("PUT", place, self.overwrite_commands)
            router.add("POST", place, self.create_command)
            router.add("GET", place + "/{command_id}", self.one_command)
            router.add("PATCH", place + "/{command_id}", self.change_command)
            router.add("DELETE", place + "/{command_id}", self.delete_command)
        router.add("GET", app + "/emojis", self.list_emojis)
        router.add("POST", app + "/emojis", self.create_emoji)
        router.add("GET", app + "/emojis/{emoji_id}", lambda call: (200, self._emoji(call)))
        router.add("PATCH", app + "/emojis/{emoji_id}", self.rename_emoji)
        router.add("DELETE", app + "/emojis/{emoji_id}", self.delete_emoji)

        # Such a request carries no bot token, so it counts for the rate of the address, not of the bot.
        def by_token(method: str, template: str, handler: Any, rate: Limit | None = Limit.ADDRESS) -> None:
            router.add(method, template, handler, token=False, rate=rate)

        hook = "/webhooks/{webhook_id}/{webhook_token}"
        callback = "/interactions/{interaction_id}/{interaction_token}/callback"
        by_token("POST", callback, self.respond, rate=None)
        by_token("POST", hook, self.follow_up)
        for which in ("@original", "{message_id}"):
            by_token("GET", f"{hook}/messages/{which}", self.get_message)
            by_token("PATCH", f"{hook}/messages/{which}", self.edit_message)
            by_token("DELETE", f"{hook}/messages/{which}", self.delete_message)

    def _mine(self, call: Call) -> None:
        if call.params["application_id"] != str(self.world.application_id):
            raise unknown(10002, "Application")

    # commands

    def _scope(self, call: Call) -> int | None:
        self._mine(call)
        if "guild_id" not in call.params:
            return None
        guild_id = int(call.params["guild_id"])
        guild = self.world.guilds.get(guild_id)
        if guild is None or not guild.has_bot:
            raise ApiError(403, 50001, "Missing Access")
        return guild_id

    def list_commands(self, call: Call) -> Reply:
        return 200, list(self.commands.scopes.get(self._scope(call), {}).values())

    def overwrite_commands(self, call: Call) -> Reply:
        return 200, self.commands.overwrite(self._scope(call), call.body.json)

    def create_command(self, call: Call) -> Reply:
        command, new = self.commands.create(self._scope(call), call.body.json)
        return 201 if new else 200, command

    def one_command(self, call: Call) -> Reply:
        return 200, self.commands.one(self._scope(call), call.params["command_id"])

    def change_command(self, call: Call) -> Reply:
        return 200, self.commands.change(self._scope(call), call.params["command_id"], call.body.json)

    def delete_command(self, call: Call) -> Reply:
        self.commands.remove(self._scope(call), call.params["command_id"])
        return 204, None

    # emoji

    def _emoji(self, call: Call) -> Json:
        self._mine(call)
        emoji = self.world.emojis.get(int(call.params["emoji_id"]))
        if emoji is None:
            raise unknown(10014, "Emoji")
        return emoji

    def _named(self, name: Any, but: Json | None = None) -> None:
        errors = BodyErrors(self.limits)
        if not isinstance(name, str) or not EMOJI_NAME.match(name):
            text = "2 to 32 letters, digits and underscores"
            errors.refuse(Limit.EMOJI_NAME, ("name",), "STRING_TYPE_REGEX", text)
        elif any(emoji["name"] == name and emoji is not but for emoji in self.world.emojis.values()):
            errors.refuse(
                Limit.EMOJI_NAME,
                ("name",),
                "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
                "Application emoji names must be unique",
            )
        errors.done()

    def list_emojis(self, call: Call) -> Reply:
        self._mine(call)
        return 200, {"items": list(self.world.emojis.values())}

    def create_emoji(self, call: Call) -> Reply:
        self._mine(call)
        payload: Json = call.body.json
        self._named(payload.get("name"))
        kind, image = self._image(payload.get("image"))
        if len(image) > EMOJI_BYTES:
            text = "File cannot be larger than 256.0 kb."
            errors = {"image": {"_errors": [{"code": "BINARY_TYPE_MAX_SIZE", "message": text}]}}
            self.limits.refuse(Limit.EMOJI_SIZE, ApiError(400, 50035, "Invalid Form Body", errors=errors))
        if len(self.world.emojis) >= EMOJI_COUNT:
            text = f"Maximum number of emojis reached ({EMOJI_COUNT})"
            self.limits.refuse(Limit.EMOJI_COUNT, ApiError(400, 30008, text))
        emoji_id = self.world.clock.snowflake()
        emoji: Json = {
            "id": str(emoji_id),
            "name": payload["name"],
            "roles": [],
            "user": payloads.user(self.world.bot),
            "require_colons": True,
            "managed": False,
            "animated": kind == "gif",
            "available": True,
        }
        self.world.emojis[emoji_id] = emoji
        self.world.emoji_images[emoji["id"]] = (f"image/{kind}", image)
        self.world.changed()
        return 201, emoji

    def _image(self, image: Any) -> tuple[str, bytes]:
        match = IMAGE.match(image) if isinstance(image, str) else None
        try:
            if match is not None:
                return match[1], base64.b64decode(match[2], validate=True)
        except Base64Error:
            match = None
        errors = {"image": {"_errors": [{"code": "IMAGE_INVALID", "message": "Invalid image data"}]}}
        raise ApiError(400, 50035, "Invalid Form Body", errors=errors)

    def rename_emoji(self, call: Call) -> Reply:
        emoji = self._emoji(call)
        self._named(call.body.json.get("name"), emoji)
        emoji["name"] = call.body.json["name"]
        self.world.changed()
        return 200, emoji

    def delete_emoji(self, call: Call) -> Reply:
        emoji = self._emoji(call)
        del self.world.emojis[int(emoji["id"])], self.world.emoji_images[emoji["id"]]
        self.world.changed()
        return 204, None

    # interactions

    def respond(self, call: Call) -> Reply:
        params = call.params
        outcome = self.interactions.respond(params["interaction_id"], params["interaction_token"], call.body)
        if call.query.get("with_response", "").lower() in ("true", "1"):
            return 200, outcome
        return 204, None

    def _holder(self, call: Call) -> Interaction:
        call.headers = self.limits.hold(Limit.WEBHOOK, call.params["webhook_token"])
        return self.interactions.holder(call.params["webhook_id"], call.params["webhook_token"])

    def follow_up(self, call: Call) -> Reply:
        made = self._holder(call)
        return 200, payloads.message(self.interactions.follow_up(made, call.body))

    def get_message(self, call: Call) -> Reply:
        made = self._holder(call)
        message = self.interactions.message(made, call.params.get("message_id", "@original"))
        return 200, payloads.message(message)

    def edit_message(self, call: Call) -> Reply:
        made = self._holder(call)
        message = self.interactions.message(made, call.params.get("message_id", "@original"))
        return 200, payloads.message(self.interactions.edit(message, call.body))

    def delete_message(self, call: Call) -> Reply:
        made = self._holder(call)
        self.world.delete(self.interactions.message(made, call.params.get("message_id", "@original")))
        return 204, None
