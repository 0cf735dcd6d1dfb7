"""Metrics: by kinds that are known beforehand, without ids and tokens."""

import pytest
from prometheus_client import generate_latest

from bot.host.metrics import Metrics, route_of

TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5"
"""In the form of an interaction's token."""


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/81384788765712384/messages", "/channels/:id/messages"),
        ("/api/v10/channels/81384788765712384/messages/9", "/channels/:id/messages/:id"),
        (f"/api/v10/interactions/9/{TOKEN}/callback", "/interactions/:id/:id/callback"),
        (f"/api/v10/webhooks/9/{TOKEN}", "/webhooks/:id/:id"),
        (f"/api/v10/webhooks/9/{TOKEN}/messages/@original", "/webhooks/:id/:id/messages/@original"),
        ("/api/v10/applications/9/commands", "/applications/:id/commands"),
        ("/api/v10/users/@me", "/users/@me"),
        ("/api/v10/gateway/bot", "/gateway/bot"),
        ("/", "gateway"),
        ("/gateway", "gateway"),
        (f"/{TOKEN}", "gateway"),
    ],
)
def test_a_route_has_no_id_and_no_token(path: str, route: str) -> None:
    assert route_of(path) == route


def test_a_429_is_counted_with_its_scope() -> None:
    metrics = Metrics()
    metrics.asked("PATCH", "/api/v10/channels/1/messages/2", 200, "")
    metrics.asked("PATCH", "/api/v10/channels/1/messages/3", 429, "shared")
    metrics.asked("PATCH", "/api/v10/channels/4/messages/3", 429, "")
    found = metrics.registry.get_sample_value
    kind = {"method": "PATCH", "route": "/channels/:id/messages/:id"}
    assert found("cards_discord_requests_total", {**kind, "status": "200"}) == 1
    assert found("cards_discord_requests_total", {**kind, "status": "429"}) == 2
    limited = {"route": kind["route"]}
    assert found("cards_discord_rate_limits_total", {**limited, "scope": "shared"}) == 1
    assert found("cards_discord_rate_limits_total", {**limited, "scope": "none"}) == 1


def test_every_bot_counts_for_itself() -> None:
    one, another = Metrics(), Metrics()
    one.refused("refused.stale")
    assert b"refused.stale" in generate_latest(one.registry)
    assert b"refused.stale" not in generate_latest(another.registry)


def test_memory_is_told() -> None:
    assert (Metrics().registry.get_sample_value("process_resident_memory_bytes") or 0) > 1e6
