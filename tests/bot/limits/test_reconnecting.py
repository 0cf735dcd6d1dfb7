"""The reason of a failure in the log: short, in one line, and nothing that was sent."""

import logging
import sys
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.limits.reconnecting import reason, without_traceback

PAGE = "<html>\n<body>POST /api/v10/webhooks/1/secret is forbidden</body></html>"
FORM = {"code": 50035, "message": "Invalid Form Body\nand\tmore", "errors": {"content": {"_errors": []}}}


def refused(status: int, body: Any) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="made up")
    return discord.HTTPException(response, body)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (refused(403, PAGE), "HTTP 403"),
        (refused(404, {"message": "404: Not Found", "code": 0}), "HTTP 404"),
        (refused(413, None), "HTTP 413"),
        (refused(400, FORM), "HTTP 400, 50035: Invalid Form Body"),
        (refused(400, {"code": 1, "message": "x" * 500}), f"HTTP 400, 1: {'x' * 80}"),
        (TimeoutError("secret"), "TimeoutError"),
    ],
)
def test_the_reason_of_a_failure_is_one_short_line(error: Exception, said: str) -> None:
    assert reason(error) == said


@pytest.mark.parametrize(("error", "cut"), [(refused(403, PAGE), True), (ValueError("a fault"), False)])
def test_a_refusal_has_no_traceback_in_the_log_and_a_fault_of_ours_has(error: Exception, cut: bool) -> None:
    try:
        raise error
    except (discord.HTTPException, ValueError):
        record = logging.LogRecord("bot", logging.ERROR, "", 1, "table %s", ("1",), sys.exc_info())
    assert without_traceback(record)
    said = logging.Formatter().format(record)
    assert (said == "table 1 (HTTP 403)") is cut
    assert ("Traceback" in said) is not cut
