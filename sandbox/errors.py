"""How the stand-in refuses: Discord's error bodies."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """A refusal with its HTTP status, Discord's code and message."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.headers: dict[str, str] = {}
        self.body: Json = {"message": message, "code": code, **more}


def unknown(code: int, what: str) -> ApiError:
    """Return a 404 that names the unknown thing."""
    return ApiError(404, code, f"Unknown {what}")
