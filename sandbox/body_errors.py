"""The errors of a request body, nested as in Discord's "Invalid Form Body"."""

from __future__ import annotations

from typing import Any

from sandbox.errors import ApiError, Json
from sandbox.limits import Limit, Limits

Path = tuple[str | int, ...]


class BodyErrors:
    """Collects the errors of one request body; each refusal names the limit that asks for it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.errors: Json = {}

    def refuse(self, limit: Limit, path: Path, code: str, message: str) -> None:
        """Note one error at `path`, unless its limit is taken out."""
        if not self.limits.active(limit):
            return
        place = self.errors
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def length(
        self, limit: Limit, path: Path, value: Any, least: int, most: int, *, needed: bool = True
    ) -> None:
        """Refuse a text that is missing (when needed), no text, or not `least`..`most` characters long."""
        if value is None:
            if needed:
                self.refuse(limit, path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, str):
            self.refuse(limit, path, "STRING_TYPE_CONVERT", f"Could not interpret {value!r} as string.")
        elif not least <= len(value) <= most:
            self.refuse(limit, path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def count(self, limit: Limit, path: Path, values: Any, least: int, most: int) -> list[Any]:
        """Return the list at `path`; refuse another type or a length outside `least`..`most`.

        The list is empty if the value is another type.
        """
        if not isinstance(values, list):
            self.refuse(limit, path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not least <= len(values) <= most:
            self.refuse(limit, path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return values

    def done(self) -> None:
        """Raise 50035 when anything was refused."""
        if self.errors:
            raise ApiError(400, 50035, "Invalid Form Body", errors=self.errors)
