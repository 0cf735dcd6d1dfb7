"""The list of the members who have asked to be forgotten: a file that no backup of the database has.

Its first line is a random secret. Every other line has the time of a forgetting and the member's id, hashed
with that secret, so the list tells nothing but whether an id that is at hand is in it.
"""

import hmac
import os
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from bot.store.database.address import file_of
from bot.store.model.errors import StoreError

SUFFIX: Final = ".forgotten"
ELSEWHERE: Final = Path("data/cards.forgotten")
"""The list where the database is no file."""
_SECRET_BYTES: Final = 32


def list_of(url: URL) -> Path:
    """Return the usual file of the list: beside a SQLite database, or else in the folder for data."""
    database = file_of(url)
    return ELSEWHERE if database is None else database.with_name(database.name + SUFFIX)


class ForgottenList:
    """The list in a file, which is made with its first line."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def add(self, user_id: int, at: float) -> None:
        """Note durably that a member was forgotten at a time; OSError if that cannot be written."""
        self._begin()
        secret, former = self._read()
        line = f"{at:.3f} {_hashed(secret, user_id)}\n"
        if not former.endswith("\n"):
            # A line that was cut off by the end of the machine stays one of its own.
            line = f"\n{line}"
        with self.file.open("ab") as file:
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())

    def since(self, after: float) -> "Listed":
        """Return the part of the list from a time on; StoreError if it cannot be read."""
        if not self.file.exists():
            return Listed(b"", {})
        try:
            secret, text = self._read()
        except OSError as error:
            raise StoreError(f"{self.file} cannot be read: {error.strerror or error}") from None
        times: dict[str, float] = {}
        for line in text.splitlines()[1:]:
            at, _, hashed = line.partition(" ")
            # The end of the machine may have cut a line off.
            with suppress(ValueError):
                if float(at) >= after:
                    times[hashed] = max(float(at), times.get(hashed, 0.0))
        return Listed(secret, times)

    def _begin(self) -> None:
        """Make the file with its secret, whole or not at all, unless it exists."""
        if self.file.exists():
            return
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial = self.file.with_name(f".{self.file.name}.partial")
        partial.unlink(missing_ok=True)
        descriptor = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(f"{secrets.token_hex(_SECRET_BYTES)}\n".encode())
            file.flush()
            os.fsync(file.fileno())
        partial.rename(self.file)
        if os.name == "posix":
            folder = os.open(self.file.parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)

    def _read(self) -> tuple[bytes, str]:
        """Return the secret, and the whole text; OSError if it is not such a list."""
        text = self.file.read_text("utf-8", errors="replace")
        try:
            secret = bytes.fromhex(text.partition("\n")[0])
        except ValueError:
            secret = b""
        if len(secret) != _SECRET_BYTES:
            raise OSError(f"{self.file} does not begin with a secret")
        return secret, text


@dataclass(frozen=True, slots=True)
class Listed:
    """A part of the list: the last time of each forgetting, by the hashed id."""

    secret: bytes = field(repr=False)
    times: Mapping[str, float]

    def among(self, user_ids: Iterable[int]) -> dict[int, float]:
        """Return the ids among these that are in the list, each with the last time of its forgetting."""
        found = ((user_id, self.times.get(_hashed(self.secret, user_id))) for user_id in user_ids)
        return {user_id: at for user_id, at in found if at is not None}


def _hashed(secret: bytes, user_id: int) -> str:
    return hmac.new(secret, str(user_id).encode(), "sha256").hexdigest()
