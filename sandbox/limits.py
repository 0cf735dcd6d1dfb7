"""Every limit that the stand-in holds the bot to, each with a switch, and the windows of the rate limits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum, auto
from hashlib import blake2b
from math import ceil

from sandbox.clock import Clock
from sandbox.errors import ApiError


class Limit(StrEnum):
    """Names of the limits, for `limits.without(...)`."""

    # rates
    SENDS = auto()
    EDITS = auto()
    OLD_EDITS = auto()
    DELETES = auto()
    WEBHOOK = auto()
    GLOBAL = auto()
    ADDRESS = auto()
    BAN = auto()
    IDENTIFIES = auto()
    GATEWAY_FRAMES = auto()
    # interactions
    ACK_WINDOW = auto()
    ACK_ONCE = auto()
    TOKEN_LIFE = auto()
    ACK_FIRST = auto()
    CALLBACK_KIND = auto()
    EPHEMERAL_HIDDEN = auto()
    EPHEMERAL_OWNER = auto()
    AUTOCOMPLETE_CHOICES = auto()
    # messages
    EMPTY_MESSAGE = auto()
    CONTENT_LENGTH = auto()
    EMBED_COUNT = auto()
    EMBED_TEXT = auto()
    FILE_COUNT = auto()
    FILE_SIZE = auto()
    FILE_DESCRIPTION = auto()
    FILE_REFERENCE = auto()
    V2_ALONE = auto()
    V2_STAYS = auto()
    OWN_MESSAGE = auto()
    BULK_DELETE = auto()
    # components
    COMPONENT_TOTAL = auto()
    COMPONENT_TEXT = auto()
    COMPONENT_NESTING = auto()
    COMPONENT_FIELDS = auto()
    ROW_WIDTH = auto()
    ROW_COUNT = auto()
    CUSTOM_ID_LENGTH = auto()
    CUSTOM_ID_UNIQUE = auto()
    LABEL_LENGTH = auto()
    BUTTON_FACE = auto()
    BUTTON_LINK = auto()
    EMOJI_KNOWN = auto()
    SELECT_OPTIONS = auto()
    SELECT_OPTION_LENGTH = auto()
    SELECT_RANGE = auto()
    SELECT_DEFAULTS = auto()
    CHANNEL_TYPES = auto()
    PLACEHOLDER_LENGTH = auto()
    SECTION_TEXTS = auto()
    SECTION_ACCESSORY = auto()
    GALLERY_ITEMS = auto()
    MODAL_SHAPE = auto()
    # commands
    COMMAND_COUNT = auto()
    COMMAND_NAME = auto()
    COMMAND_DESCRIPTION = auto()
    MENU_FIELDS = auto()
    COMMAND_LOCALE = auto()
    OPTION_COUNT = auto()
    OPTION_ORDER = auto()
    OPTION_NESTING = auto()
    CHOICES = auto()
    # permissions
    VIEW_CHANNEL = auto()
    SEND_MESSAGES = auto()
    EMBED_LINKS = auto()
    ATTACH_FILES = auto()
    MANAGE_MESSAGES = auto()
    READ_HISTORY = auto()
    CREATE_THREADS = auto()
    MANAGE_THREADS = auto()
    THREAD_FIELDS = auto()
    # application emoji
    EMOJI_COUNT = auto()
    EMOJI_SIZE = auto()
    EMOJI_NAME = auto()
    # gateway and web
    PRIVILEGED_INTENTS = auto()
    GATEWAY_TOKEN = auto()
    HEARTBEAT = auto()
    BOT_TOKEN = auto()
    HOST = auto()
    ORIGIN = auto()


@dataclass(slots=True)
class Rate:
    """A number of requests in a window of some seconds."""

    requests: int
    seconds: float


@dataclass(slots=True)
class Window:
    """One running window of a rate."""

    used: int
    ends: float


class Limits:
    """The switches of all limits and the state of the rate limits.

    `enabled = False` takes out all rate limits at once.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.enabled = True
        # The limit of one new session in five seconds is off by default: each kill of a bot under test would
        # cost five seconds.
        self.off: set[Limit] = {Limit.IDENTIFIES}
        self.rates = {
            Limit.SENDS: Rate(5, 5.0),
            Limit.EDITS: Rate(5, 5.0),
            Limit.OLD_EDITS: Rate(2, 10.0),
            Limit.DELETES: Rate(5, 5.0),
            Limit.WEBHOOK: Rate(5, 2.0),
            Limit.GLOBAL: Rate(50, 1.0),
            Limit.ADDRESS: Rate(50, 1.0),
            Limit.BAN: Rate(10_000, 600.0),
            Limit.IDENTIFIES: Rate(1, 5.0),
            Limit.GATEWAY_FRAMES: Rate(120, 60.0),
        }
        self._windows: dict[tuple[Limit, object], Window] = {}

    def active(self, limit: Limit) -> bool:
        """Return whether a limit is on."""
        return limit not in self.off

    def refuse(self, limit: Limit, error: ApiError) -> None:
        """Raise `error`, unless the limit that asks for it is taken out."""
        if limit not in self.off:
            raise error

    @contextmanager
    def without(self, *limits: Limit) -> Iterator[None]:
        """Take limits out for the length of a `with` block."""
        before = set(self.off)
        self.off |= set(limits)
        try:
            yield
        finally:
            self.off = before

    def take(self, limit: Limit, key: object) -> tuple[bool, dict[str, str]]:
        """Count one request; return whether it is within the rate, and the headers of its bucket."""
        rate = self.rates[limit]
        if not self.enabled or limit in self.off:
            return True, {}
        now = self.clock.now()
        window = self._windows.get((limit, key))
        if window is None or window.ends <= now:
            if len(self._windows) > 10_000:
                self._windows = {k: w for k, w in self._windows.items() if w.ends > now}
            window = self._windows[limit, key] = Window(0, now + rate.seconds)
        allowed = window.used < rate.requests
        window.used += allowed
        left = rate.requests - window.used
        return allowed, bucket_headers(limit.value, rate.requests, left, window.ends, now)

    def hold(self, limit: Limit, key: object, code: int = 0) -> dict[str, str]:
        """Return the headers of a request within the rate; raises the 429 of one beyond it.

        The 429 of a limit that is not a bucket of the route says only how long to wait.
        """
        allowed, headers = self.take(limit, key)
        if not allowed:
            scope = SCOPES.get(limit, "user")
            bucket = headers if scope == "user" else {}
            raise too_many(float(headers["X-RateLimit-Reset-After"]), scope, bucket, code)
        return headers


SCOPES = {Limit.GLOBAL: "global", Limit.ADDRESS: "global", Limit.OLD_EDITS: "shared"}
"""The scopes of limits that count more than the bot's requests on one route."""
OLD_EDITS_CODE = 30046


def bucket_headers(name: str, limit: int, left: int, ends: float, now: float) -> dict[str, str]:
    """Return the headers that describe a bucket in every answer; its name there is a hash."""
    return {
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{ends:.3f}",
        "X-RateLimit-Reset-After": f"{ends - now:.3f}",
        "X-RateLimit-Bucket": blake2b(name.encode(), digest_size=16).hexdigest(),
    }


def too_many(
    retry_after: float, scope: str = "user", headers: dict[str, str] | None = None, code: int = 0
) -> ApiError:
    """Return a 429 as Discord sends it; scope is `user`, `shared` or `global`."""
    limited = "The resource is" if scope == "shared" else "You are"
    message = (
        "Maximum number of edits to messages older than 1 hour reached. Try again later"
        if code == OLD_EDITS_CODE
        else f"{limited} being rate limited."
    )
    error = ApiError(429, code, message, retry_after=round(retry_after, 3), **{"global": scope == "global"})
    error.headers = {**(headers or {}), "Retry-After": str(ceil(retry_after)), "X-RateLimit-Scope": scope}
    if scope == "global":
        error.headers["X-RateLimit-Global"] = "true"
    return error
