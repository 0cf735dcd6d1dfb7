"""An evening notices a play that is lost or doubled, and tells by an answer whether a press has played."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bench.evening import UNCERTAIN, Play, Told
from bench.trouble import Outages
from bot.store import LogRow
from sandbox.driver import Answer
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
    books = Told(lab.sandbox, Outages())
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


def test_an_unacknowledged_play_may_be_there_or_not(lab: Lab) -> None:
    books = Told(lab.sandbox, Outages())
    books.plays[TABLE, 7] = [Play(1, "AS", False), Play(1, "AS", True)]
    assert books.differences(TABLE, [DEAL, played(1, "AS")]) == ([], [])
    books.plays[TABLE, 7].pop()
    assert books.differences(TABLE, [DEAL]) == ([], [])
    assert books.differences(TABLE, [DEAL, played(1, "AS"), played(2, "KS", settled=True)]) == ([], [])
    assert len(books.differences(TABLE, [DEAL, played(1, "KS")])[1]) == 1


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"components": [text("played")]}, [True]),
        ({"components": [text("The table has moved on: this is how it stands.")]}, []),
        ({"components": [row(button(f"t:{TABLE}:1:play:AS"))]}, []),
        ({"components": [text(UNCERTAIN)]}, [False]),
    ],
)
async def test_an_answer_tells_whether_a_play_is_made(
    lab: Lab, answer: dict[str, Any], told: list[bool]
) -> None:
    books, ann = Told(lab.sandbox, Outages()), lab.place.ann
    made = lab.begin()
    assert (await lab.respond(made, 4, flags=1 << 15, **answer))[0] == 204

    async def answered() -> Answer:
        return Answer(made)

    await books.press(ann, f"t:{TABLE}:1:play:AS", answered())
    assert [play.told for play in books.plays[TABLE, ann.id]] == told
