"""How high every kind of message is on a phone, and that all of it can be read there."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.votes import GIVE, STOP, WAIT
from sandbox.view import Message
from tests.browser.heights import LONG, OFF, ON, WIDE, looked_at
from tests.browser.kinds import LOBBY, Kind, Reach, Sight, Tour, call, hand
from tests.browser.tours import TOURS
from tests.browser.windows import Windows
from tests.e2e.house import NAMES


@pytest.mark.parametrize(
    ("pictures", "names"),
    [(ON, WIDE), (OFF, WIDE), (OFF, NAMES)],
    ids=["pictures-long names", "words-long names", "words-short names"],
)
@pytest.mark.parametrize("tour", TOURS.values(), ids=TOURS)
async def test_every_kind_of_message_fits_a_phone(
    windows: Windows, tmp_path: Path, tour: Tour, pictures: str, names: Sequence[str]
) -> None:
    """With pictures and short names, `test_hearing.py` looks at each message while it is heard."""
    every = looked_at(windows, tmp_path, tour, pictures, names)
    wrong = [f"{kind.name} {fault}" async for kind, told in every for fault in told]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("tour", "pictures"),
    [
        ("cicera", ON),
        ("cicera", OFF),
        ("ciapano", ON),
        ("ciapano-of-five", OFF),
        ("civil-suits", ON),
        ("civil-suits", OFF),
    ],
)
async def test_every_kind_of_message_fits_a_phone_in_italian(
    windows: Windows, tmp_path: Path, tour: str, pictures: str
) -> None:
    every = looked_at(windows, tmp_path, TOURS[tour], pictures, locale="it")
    wrong = [f"{kind.name} {fault}" async for kind, told in every for fault in told]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("tour", ["cicera", "ciapano", "civil-suits"])
async def test_nothing_runs_over_or_is_cut_in_a_longer_language(
    windows: Windows, tmp_path: Path, tour: str
) -> None:
    every = looked_at(windows, tmp_path, TOURS[tour], ON, locale=LONG)
    wrong = [f"{kind.name} {fault}" async for kind, told in every for fault in told]
    assert not wrong, "\n" + "\n".join(wrong)


def voted(seat: int, *names: str) -> Reach:
    """Return what has a seat say yes in votes, and looks at the table's message."""

    async def reach(sight: Sight) -> Message:
        table = await sight.evening.table()
        user_id = next(row.user_id for row in table.seats if row.seat == seat)
        for name in names:
            await sight.evening.bot.seats.vote(table.row.id, user_id, name)
        await sight.evening.house.shown()
        return sight.public

    return reach


@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short names", "long names"])
@pytest.mark.parametrize("pictures", [ON, OFF], ids=["pictures", "words"])
async def test_so_many_votes_as_there_can_be_fit_a_phone(
    windows: Windows, tmp_path: Path, pictures: str, names: Sequence[str]
) -> None:
    """All four are asked at once, and three of them away."""
    tour, give = TOURS["civil-suits"], [f"{GIVE}-{seat}" for seat in range(4)]
    kinds = (
        *(*LOBBY, Kind("call", call), Kind("dealt", hand), Kind("one vote", voted(3, WAIT))),
        *(Kind("two votes", voted(3, give[0])), Kind("three", voted(3, STOP))),
        *(Kind("five", voted(3, *give[1:3])), Kind("six", voted(0, give[3]))),
    )
    every = looked_at(windows, tmp_path, tour._replace(kinds=kinds), pictures, names)
    wrong = [f"{kind.name} {fault}" async for kind, told in every for fault in told]
    assert not wrong, "\n" + "\n".join(wrong)
