"""How each request counts for Discord's limits, and how an answer is understood."""

import pytest

from bot.limits.tracing import Kind, request_kind


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/v10/interactions/1/token/callback", Kind.ANSWER),
        ("/api/v10/webhooks/1/token", Kind.BY_TOKEN),
        ("/api/v10/webhooks/1/token/messages/@original", Kind.BY_TOKEN),
        ("/api/v10/channels/1/messages/2", Kind.BY_BOT),
        ("/api/v10/applications/1/commands", Kind.BY_BOT),
        ("/api/v10/gateway/bot", Kind.BY_BOT),
        ("/gateway", None),
        ("/", None),
    ],
)
def test_what_a_request_is(path: str, kind: Kind | None) -> None:
    assert request_kind(path) is kind
