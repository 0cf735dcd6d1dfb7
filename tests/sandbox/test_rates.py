"""The headers about rates, exact, and the requests that count against them."""

import re
from collections.abc import AsyncIterator

import pytest

from sandbox.limits import Limit
from sandbox.rest import Answered
from tests.sandbox.conftest import Place
from tests.sandbox.lab import Lab, lab_of

BUCKET = {
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-RateLimit-Reset-After",
    "X-RateLimit-Bucket",
}
REFUSED = {"Retry-After", "X-RateLimit-Scope"}
ME = "/users/@me"
SEND = "POST /channels/{channel_id}/messages"


@pytest.fixture
async def lab(place: Place) -> AsyncIterator[Lab]:
    async with lab_of(place) as lab:
        yield lab


def told(lab: Lab) -> set[str]:
    """Return the headers about rates in the last answer."""
    return {name for name in lab.headers if name.startswith("X-RateLimit-") or name == "Retry-After"}


async def test_an_answer_tells_of_its_bucket(lab: Lab) -> None:
    await lab.send(content="x")
    assert told(lab) == BUCKET
    bucket = lab.headers["X-RateLimit-Bucket"]
    assert re.fullmatch("[0-9a-f]{32}", bucket)
    assert re.fullmatch(r"\d+\.\d{3}", lab.headers["X-RateLimit-Reset"])
    assert re.fullmatch(r"\d\.\d{3}", lab.headers["X-RateLimit-Reset-After"])
    await lab.table()
    assert lab.headers["X-RateLimit-Bucket"] == bucket
    message = (await lab.table()).id
    await lab.call("PATCH", f"{lab.here}/{message}", {"content": "y"})
    assert lab.headers["X-RateLimit-Bucket"] != bucket


async def test_a_429_of_a_bucket_tells_of_it(lab: Lab) -> None:
    for _ in range(6):
        await lab.send(content="x")
    assert told(lab) == BUCKET | REFUSED
    assert (lab.headers["X-RateLimit-Scope"], lab.headers["X-RateLimit-Remaining"]) == ("user", "0")
    lab.sandbox.faults.too_many(retry_after=7.25)
    status, body = await lab.call("GET", ME)
    assert (status, body["retry_after"], lab.headers["Retry-After"]) == (429, 7.25, "8")
    assert told(lab) == BUCKET | REFUSED


@pytest.mark.parametrize("limit", [Limit.GLOBAL, Limit.ADDRESS])
async def test_a_global_429_tells_of_no_bucket(lab: Lab, limit: Limit) -> None:
    lab.sandbox.limits.rates[limit].requests = 1
    made, _ = await lab.panel()
    for _ in range(2):
        if limit is Limit.GLOBAL:
            status, body = await lab.call("GET", ME)
        else:
            status, body = await lab.hook("PATCH", made, "@original", content="y")
    assert (status, body["global"]) == (429, True)
    assert told(lab) == REFUSED | {"X-RateLimit-Global"}
    assert (lab.headers["X-RateLimit-Scope"], lab.headers["X-RateLimit-Global"]) == ("global", "true")


async def test_the_limit_of_old_messages_is_one_below_that_of_edits(lab: Lab) -> None:
    table = await lab.table()
    lab.sandbox.clock.advance(3601)
    for _ in range(3):
        status, body = await lab.call("PATCH", f"{lab.here}/{table.id}", {"content": "y"})
    assert (status, body["code"], lab.headers["X-RateLimit-Scope"]) == (429, 30046, "shared")
    assert told(lab) == BUCKET | REFUSED
    assert (lab.headers["X-RateLimit-Limit"], lab.headers["X-RateLimit-Remaining"]) == ("5", "2")
    assert body["retry_after"] > 5


async def test_answers_of_presses_are_free_of_both_global_rates(lab: Lab) -> None:
    for limit in (Limit.GLOBAL, Limit.ADDRESS):
        lab.sandbox.limits.rates[limit].requests = 0
    for _ in range(3):
        assert (await lab.respond(lab.begin(), 4, content="x"))[0] == 204


async def test_a_banned_address_is_told_nothing_by_discord(lab: Lab) -> None:
    lab.sandbox.limits.rates[Limit.BAN].requests = 1
    lab.sandbox.faults.error(status=403)
    assert (await lab.call("GET", ME))[0] == 403
    for _ in range(2):
        assert await lab.respond(lab.begin(), 5) == (429, None)
        assert "Via" not in lab.headers
        assert told(lab) == {"Retry-After"}
    assert [text for text in lab.sandbox.violations if "banned" in text] == [
        "too many invalid requests: the address is banned"
    ]
    lab.sandbox.clock.advance(3600)
    assert (await lab.call("GET", ME))[0] == 200


async def test_invalid_requests_are_counted_for_ten_minutes(lab: Lab) -> None:
    faults, bans = lab.sandbox.faults, lab.sandbox.rest.bans
    for status in (400, 401, 403, 404, 500):
        faults.error(status=status)
        await lab.call("GET", ME)
    assert bans.invalid == 2
    lab.sandbox.clock.advance(300)
    faults.too_many(everywhere=True)
    await lab.call("GET", ME)
    assert bans.invalid == 3
    table = await lab.table()
    lab.sandbox.clock.advance(301)
    assert bans.invalid == 1
    lab.sandbox.clock.advance(3601)
    for _ in range(3):
        status, _ = await lab.call("PATCH", f"{lab.here}/{table.id}", {"content": "y"})
    assert (status, bans.invalid) == (429, 0)


async def test_answers_are_counted_by_route_and_scope(lab: Lab) -> None:
    for _ in range(7):
        await lab.send(content="x")
    lab.sandbox.faults.too_many(everywhere=True)
    await lab.call("GET", ME)
    lab.sandbox.limits.rates[Limit.BAN].requests = 3
    lab.sandbox.faults.error(status=401)
    await lab.call("GET", ME)
    await lab.call("GET", ME)
    assert lab.sandbox.rest.answered == {
        Answered(SEND, 200): 5,
        Answered(SEND, 429, "user"): 2,
        Answered("GET /users/@me", 429, "global"): 1,
        Answered("GET /users/@me", 401): 1,
        Answered("", 429, "banned"): 1,
    }
