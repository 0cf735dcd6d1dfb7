"""A soak notices a play that is lost or doubled, a press without an answer, and a message that is wrong."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bench.boards import Face, equal, public
from bench.books import Books, Play
from bench.evening import NOTHING, status
from bench.traffic import Traffic
from bot.store import LogRow
from sandbox.answer import NoAnswer, Refused
from sandbox.driver import Answer
from sandbox.objects import Channel
from tests.sandbox.conftest import Place, place
from tests.sandbox.lab import Lab, button, lab_of, row, text

__all__ = ["place"]
TABLE = "0a1b2c3d"
DEAL = LogRow(0, None, "deal", None, 0.0)


@pytest.fixture
async def lab(place: Place) -> AsyncIterator[Lab]:
    async with lab_of(place) as lab:
        yield lab


def played(seq: int, action: str, user_id: int | None = 7, *, settled: bool = False) -> LogRow:
    return LogRow(seq, 1, action, user_id, 0.0, settled)


def test_every_play_is_in_the_log_once(lab: Lab) -> None:
    books = Books(lab.sandbox)
    books.plays[TABLE, 7] = [Play(1, "AS", True), Play(5, "2S", True)]
    log = [DEAL, played(1, "AS"), played(2, "KS", -2), played(3, "QS", None), played(6, "2S")]
    assert books.differences(TABLE, log) == ([], [])
    lost, doubled = books.differences(TABLE, log[:-1])
    assert (len(lost), doubled) == (1, [])
    assert "2S" in lost[0]
    lost, doubled = books.differences(TABLE, [*log, played(9, "2S")])
    assert (lost, len(doubled)) == ([], 1)
    # A play cannot have been made before it was asked for.
    assert len(books.differences(TABLE, [DEAL, played(1, "AS"), played(4, "2S")])[0]) == 1


def test_a_play_of_which_nobody_was_told_may_be_there_or_not(lab: Lab) -> None:
    books = Books(lab.sandbox)
    books.plays[TABLE, 7] = [Play(1, "AS", False), Play(1, "AS", True)]
    assert books.differences(TABLE, [DEAL, played(1, "AS")]) == ([], [])
    books.plays[TABLE, 7].pop()
    assert books.differences(TABLE, [DEAL]) == ([], [])
    assert books.differences(TABLE, [DEAL, played(1, "AS"), played(2, "KS", settled=True)]) == ([], [])
    assert len(books.differences(TABLE, [DEAL, played(1, "KS")])[1]) == 1


async def test_a_press_is_excused_while_the_bot_cannot_be_reached(lab: Lab) -> None:
    books, ann = Books(lab.sandbox), lab.place.ann
    custom_id = f"t:{TABLE}:1:play:AS"

    async def silence() -> Answer:
        raise NoAnswer

    async def gone() -> Answer:
        raise Refused

    await books.press(ann, custom_id, gone())
    assert books.plays == {}
    await books.press(ann, custom_id, silence())
    assert (len(books.unanswered), books.excused) == (1, 0)
    books.begin_outage()
    await books.press(ann, custom_id, silence())
    books.end_outage()
    assert (len(books.unanswered), books.excused) == (1, 1)
    assert books.plays[TABLE, ann.id] == [Play(1, "AS", False)] * 2


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"components": [text("played")]}, [True]),
        ({"components": [text("The table has moved on: this is how it stands.")]}, []),
        ({"components": [row(button(f"t:{TABLE}:1:play:AS"))]}, []),
        ({"components": [text("I could not find out whether that was saved.")]}, [False]),
    ],
)
async def test_an_answer_tells_whether_a_play_is_made(
    lab: Lab, answer: dict[str, Any], told: list[bool]
) -> None:
    books, ann = Books(lab.sandbox), lab.place.ann
    made = lab.begin()
    assert (await lab.respond(made, 4, flags=1 << 15, **answer))[0] == 204

    async def answered() -> Answer:
        return Answer(made)

    await books.press(ann, f"t:{TABLE}:1:play:AS", answered())
    assert [play.told for play in books.plays[TABLE, ann.id]] == told


def test_the_status_tells_of_each_thing_that_must_be_nothing() -> None:
    good = dict.fromkeys(NOTHING, 0)
    assert status(good) == 0
    for name in NOTHING:
        assert status({**good, name: 1}) == 1


@pytest.mark.real_time
async def test_a_board_is_equal_once_it_shows_all_that_it_has_to(lab: Lab) -> None:
    channel = lab.place.channel
    await lab.v2(text("old"), row(button("t:0a1b2c3d:0:hand")))
    board = next(public(channel))
    wanted = Face((("new",), ("X", "t:0a1b2c3d:0:hand", False)), ())
    _, left = await equal({channel: wanted}, 0.2)
    assert left == {channel}
    waiting = asyncio.create_task(equal({channel: wanted}, 60))
    await asyncio.sleep(0.1)
    components = [text("new"), row(button("t:0a1b2c3d:0:hand"))]
    await lab.call("PATCH", f"{lab.here}/{board.id}", {"components": components})
    assert (await waiting)[1] == set[Channel]()


async def test_traffic_is_counted_from_now_on(lab: Lab) -> None:
    await lab.send(content="x")
    traffic = Traffic(lab.sandbox)
    for _ in range(5):
        await lab.send(content="x")
    made, _ = await lab.panel()
    await lab.hook("PATCH", made, "@original", content="y")
    found = traffic.figures()
    assert found["requests"] == {"posts": 5, "answers": 1, "by_token": 1}
    assert (found["too_many"], found["too_many_by_scope"]) == (1, {"user": 1})
    assert found["too_many_by_route"] == {"user posts": 1}
    assert found["invalid_in_ten_minutes"] == 1
