"""What a bot has asked of the stand-in since a moment, and what it was refused."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from sandbox.rest import Answered
from sandbox.server import Sandbox

MESSAGE: Final = "/channels/{channel_id}/messages"
KINDS: Final[Mapping[str, str]] = {
    f"POST {MESSAGE}": "posts",
    f"PATCH {MESSAGE}/{{message_id}}": "edits",
    f"DELETE {MESSAGE}/{{message_id}}": "deletes",
    "POST /interactions/{interaction_id}/{interaction_token}/callback": "answers",
}


class Traffic:
    """The requests to a stand-in from now on."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._before = sandbox.rest.answered.copy()

    @property
    def answered(self) -> Counter[Answered]:
        """Return the answers so far, by kind."""
        return self.sandbox.rest.answered - self._before

    def figures(self) -> dict[str, Any]:
        """Return how many requests of each kind there were, and how many of them were refused with a 429."""
        requests, scopes, routes = Counter[str](), Counter[str](), Counter[str]()
        for answered, number in self.answered.items():
            requests[kind(answered.route)] += number
            if answered.status == 429:
                scopes[answered.scope] += number
                routes[f"{answered.scope} {kind(answered.route)}"] += number
        return {
            "requests": dict(requests),
            "too_many": scopes.total(),
            "too_many_by_scope": dict(scopes),
            "too_many_by_route": dict(routes),
            "invalid_in_ten_minutes": self.sandbox.rest.bans.invalid,
        }


def kind(route: str) -> str:
    """Return of which kind requests of a route are."""
    if "/webhooks/" in route:
        return "by_token"
    return KINDS.get(route, "others")
