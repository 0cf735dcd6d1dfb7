"""Application commands: the registered ones, and the rules of registration."""

from __future__ import annotations

import re
from typing import Any

from sandbox.body_errors import BodyErrors, Path
from sandbox.errors import ApiError, Json, unknown
from sandbox.limits import Limit, Limits
from sandbox.objects import Guild
from sandbox.world import World

CHAT, ON_USER, ON_MESSAGE = 1, 2, 3
"""The kinds of commands: typed after a slash, or in the menu of a user or a message."""
AT_MOST = {CHAT: 100, ON_USER: 15, ON_MESSAGE: 15}
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(
    1, 12
)
IN_SERVERS, FOR_PERSONS = 0, 1
"""The installations for which a command is: of a server, or of a person."""
NAME = re.compile(r"^[-_'\w]{1,32}$")
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)


class CommandError(Exception):
    """A refusal of the client before anything is sent: an unknown command or option, a value out of range."""


class Commands:
    """The registered commands: those of the application (scope None) and those of single guilds."""

    def __init__(self, world: World, limits: Limits) -> None:
        self.world = world
        self.limits = limits
        self.scopes: dict[int | None, dict[int, Json]] = {}
        self.synced = False

    # registration

    def overwrite(self, scope: int | None, payload: Any) -> list[Json]:
        """Replace all commands of a scope; commands that keep their name keep their id."""
        errors = BodyErrors(self.limits)
        entries = errors.count(Limit.COMMAND_COUNT, (), payload, 0, 130)
        kinds = [entry.get("type", 1) for entry in entries]
        for kind, most in AT_MOST.items():
            if kinds.count(kind) > most:
                text = f"Maximum number of application commands reached ({most})."
                self.limits.refuse(Limit.COMMAND_COUNT, ApiError(400, 30032, text))
        for index, entry in enumerate(entries):
            self._check(errors, entry, (index,))
        names = [(entry.get("type", 1), entry.get("name")) for entry in entries]
        for index, name in enumerate(names):
            if name in names[:index]:
                errors.refuse(
                    Limit.COMMAND_NAME,
                    (index, "name"),
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                )
        errors.done()
        old = {(c["type"], c["name"]): c for c in self.scopes.get(scope, {}).values()}
        made = [self._made(scope, entry, old.get(name)) for entry, name in zip(entries, names, strict=True)]
        self.scopes[scope] = {int(command["id"]): command for command in made}
        self.synced = True
        self.world.changed()
        return made

    def create(self, scope: int | None, entry: Json) -> tuple[Json, bool]:
        """Register one command, or replace that of the same name; return it and whether it is new."""
        errors = BodyErrors(self.limits)
        self._check(errors, entry, ())
        errors.done()
        commands = self.scopes.setdefault(scope, {})
        key = (entry.get("type", 1), entry["name"])
        old = next((c for c in commands.values() if (c["type"], c["name"]) == key), None)
        most = AT_MOST[key[0]]
        if old is None and sum(c["type"] == key[0] for c in commands.values()) >= most:
            text = f"Maximum number of application commands reached ({most})."
            self.limits.refuse(Limit.COMMAND_COUNT, ApiError(400, 30032, text))
        made = self._made(scope, entry, old)
        commands[int(made["id"])] = made
        self.synced = True
        self.world.changed()
        return made, old is None

    def change(self, scope: int | None, command_id: str, entry: Json) -> Json:
        """Change some fields of one command; raises 10063 when there is no such command."""
        old = self.one(scope, command_id)
        merged = {k: v for k, v in (old | entry).items() if v is not None}
        errors = BodyErrors(self.limits)
        self._check(errors, merged, ())
        errors.done()
        made = self._made(scope, merged, old)
        self.scopes[scope][int(made["id"])] = made
        return made

    def one(self, scope: int | None, command_id: str) -> Json:
        """Return one command; raises 10063 when there is no such command."""
        command = self.scopes.get(scope, {}).get(int(command_id) if command_id.isdecimal() else 0)
        if command is None:
            raise unknown(10063, "application command")
        return command

    def remove(self, scope: int | None, command_id: str) -> None:
        """Delete one command; raises 10063 when there is no such command."""
        del self.scopes[scope][int(self.one(scope, command_id)["id"])]

    def _made(self, scope: int | None, entry: Json, old: Json | None) -> Json:
        command: Json = {
            "id": old["id"] if old else str(self.world.clock.snowflake()),
            "application_id": str(self.world.application_id),
            "version": str(self.world.clock.snowflake()),
            "type": entry.get("type", 1),
            "name": entry["name"],
            "name_localizations": entry.get("name_localizations"),
            "description": entry.get("description") or "",
            "description_localizations": entry.get("description_localizations"),
            "options": entry.get("options") or [],
            "default_member_permissions": entry.get("default_member_permissions"),
            "nsfw": bool(entry.get("nsfw")),
            "contexts": entry.get("contexts"),
            # Without a choice Discord takes the configuration of the application: both, in a new one.
            "integration_types": entry.get("integration_types") or [IN_SERVERS, FOR_PERSONS],
            "dm_permission": entry.get("dm_permission") is not False,
        }
        if scope is not None:
            command["guild_id"] = str(scope)
        return command

    # rules of registration

    def _check(self, errors: BodyErrors, command: Json, path: Path) -> None:
        chat = command.get("type", CHAT) == CHAT
        self._named(errors, command, path, chat)
        if not chat:
            for key in ("description", "options"):
                if command.get(key):
                    text = f"Context menu commands cannot have {key}"
                    errors.refuse(Limit.MENU_FIELDS, (*path, key), "APPLICATION_COMMAND_INVALID", text)
        else:
            self._options(errors, command.get("options") or [], path, 0)
            if _letters(command) > 8000:
                text = "Command exceeds maximum size (8000)"
                errors.refuse(Limit.OPTION_COUNT, path, "APPLICATION_COMMAND_TOO_LARGE", text)

    def _named(self, errors: BodyErrors, thing: Json, path: Path, chat: bool = True) -> None:
        name = thing.get("name")
        for place, value in (((*path, "name"), name), *_localized(thing, "name", path)):
            if not isinstance(value, str) or (chat and (not NAME.match(value) or value != value.lower())):
                text = "Command name is invalid"
                errors.refuse(Limit.COMMAND_NAME, place, "APPLICATION_COMMAND_INVALID_NAME", text)
            elif not chat:
                errors.length(Limit.COMMAND_NAME, place, value, 1, 32)
        description = thing.get("description")
        if chat:
            errors.length(Limit.COMMAND_DESCRIPTION, (*path, "description"), description, 1, 100)
        for place, value in _localized(thing, "description", path):
            errors.length(Limit.COMMAND_DESCRIPTION, place, value, 1, 100)
        for key in ("name_localizations", "description_localizations"):
            for locale in thing.get(key) or {}:
                if locale not in LOCALES:
                    text = f"Unknown locale {locale}"
                    errors.refuse(Limit.COMMAND_LOCALE, (*path, key, locale), "BASE_TYPE_CHOICES", text)

    def _options(self, errors: BodyErrors, options: Any, path: Path, depth: int) -> None:
        path = (*path, "options")
        entries = errors.count(Limit.OPTION_COUNT, path, options, 0, 25)
        kinds = [option.get("type") for option in entries]
        nested = [kind in (SUBCOMMAND, GROUP) for kind in kinds]
        allowed = ({SUBCOMMAND, GROUP}, {SUBCOMMAND}, set[int]())[depth]
        if any(nested) and (not all(nested) or not set(kinds) <= allowed):
            text = "Sub-commands and sub-command groups cannot be mixed with others or nested deeper"
            errors.refuse(Limit.OPTION_NESTING, path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
        optional = False
        names: set[object] = set()
        for index, option in enumerate(entries):
            here = (*path, index)
            self._named(errors, option, here)
            if option.get("name") in names:
                text = "Option names must be unique"
                errors.refuse(
                    Limit.OPTION_ORDER, here, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", text
                )
            names.add(option.get("name"))
            if option.get("required") and optional:
                text = "Required options must be placed before non-required options"
                errors.refuse(Limit.OPTION_ORDER, here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
            optional = optional or not option.get("required")
            if option.get("type") in (SUBCOMMAND, GROUP):
                self._options(errors, option.get("options") or [], here, 3 - option["type"])
            elif option.get("type") not in range(STRING, ATTACHMENT + 1):
                errors.refuse(
                    Limit.OPTION_NESTING, (*here, "type"), "BASE_TYPE_CHOICES", "Unknown option type"
                )
            else:
                self._choices(errors, option, here)

    def _choices(self, errors: BodyErrors, option: Json, path: Path) -> None:
        place = (*path, "choices")
        choices = errors.count(Limit.CHOICES, place, option.get("choices") or [], 0, 25)
        if choices and option.get("autocomplete"):
            text = "Choices and autocomplete cannot be used together"
            errors.refuse(Limit.CHOICES, place, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", text)
        for index, choice in enumerate(choices):
            errors.length(Limit.CHOICES, (*place, index, "name"), choice.get("name"), 1, 100)
            for name_place, name in _localized(choice, "name", (*place, index)):
                errors.length(Limit.CHOICES, name_place, name, 1, 100)
            value = choice.get("value")
            if option["type"] == STRING:
                errors.length(Limit.CHOICES, (*place, index, "value"), value, 1, 100)
            elif not isinstance(value, int | float) or isinstance(value, bool):
                errors.refuse(Limit.CHOICES, (*place, index, "value"), "NUMBER_TYPE_COERCE", "Not a number")

    # lookup

    def offered(self, guild: Guild, kind: int = CHAT) -> list[Json]:
        """Return the commands of a kind in a guild; its own take the place of others of the same name."""
        scopes = (self.scopes.get(scope, {}).values() for scope in (None, guild.id))
        named = {command["name"]: command for scope in scopes for command in scope if command["type"] == kind}
        return list(named.values())

    def find(self, guild: Guild, name: str, kind: int = CHAT) -> Json:
        """Return the command of this name in a guild; raises CommandError if there is none."""
        found = next((command for command in self.offered(guild, kind) if command["name"] == name), None)
        if found is None:
            raise CommandError(f"there is no command {'/' if kind == CHAT else ''}{name} here")
        return found


def _localized(thing: Json, key: str, path: Path) -> list[tuple[Path, Any]]:
    field = f"{key}_localizations"
    return [((*path, field, locale), text) for locale, text in (thing.get(field) or {}).items()]


def _letters(thing: Json) -> int:
    """Return how many characters the names, descriptions and values of a command have, at most 8000."""
    total = len(str(thing.get("name", ""))) + len(str(thing.get("description", "")))
    total += sum(len(str(c.get("name"))) + len(str(c.get("value"))) for c in thing.get("choices") or [])
    return total + sum(_letters(option) for option in thing.get("options") or [])
