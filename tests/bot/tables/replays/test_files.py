"""A record in a file is played through as a game was, within its limits, and believed in nothing else."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from bot.errors import NoRecord
from bot.locale import Catalogue
from bot.panels.shared.shows import sketch
from bot.pictures.sketch.names import person_at
from bot.pictures.sketch.style import Style
from bot.store import Reader
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.replays.files import FILE_BYTES, MOST_FILES, RecordFiles
from bot.tables.replays.library import Replays
from bot.tables.replays.replay import Moment, MomentKind, Replay
from engine import GAMES
from engine.record import Record, advance, result, seats, write
from engine.record import replay as played_through
from tests.bot.tavern import GOLDEN, Tavern, golden, refusal
from tests.engine.strategies import played, recorded

WORDS = Catalogue.load().words("en")
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))
ANYBODY = Reader(1, 2, ())


@pytest.fixture
async def tavern(tmp_path: Path) -> AsyncIterator[Tavern]:
    made = await Tavern.open(tmp_path)
    yield made
    await made.close()


def shown(table: Table) -> str:
    """Return the name of the picture that everybody sees of a table."""
    drawn = sketch(view_of(table), WORDS, Style())
    assert drawn is not None
    return drawn.name


def entries(record: Record) -> list[Any]:
    """Return the deals and actions of a record as they follow each other."""
    found = list[Any]()
    assert played_through(record, found.append).ok
    return found


async def opened(files: RecordFiles, record: Record) -> Replay:
    """Return the replay of a record that is given as a file."""
    return files.of(await files.read(write(record).encode()))


def ticking(step: float) -> tuple[Callable[[], float], list[float]]:
    """Return a clock that goes on by a step at each look, and its looks so far."""
    times, looks = accumulate(iter(lambda: step, None)), list[float]()

    def clock() -> float:
        looks.append(next(times))
        return looks[-1]

    return clock, looks


async def why_not(files: RecordFiles, data: bytes) -> str:
    """Return the reason why a file is no record."""
    with pytest.raises(NoRecord) as caught:
        await files.read(data)
    return caught.value.reason


@pytest.mark.parametrize("name", NAMES)
async def test_every_moment_is_a_state_of_the_engine(tavern: Tavern, name: str) -> None:
    record = golden(name)
    replay = await opened(RecordFiles(tavern.store), record)
    game = GAMES[record.game]
    state, states = game.start(game.options(record.options)), list[Any]()
    for entry in entries(record):
        state = advance(game, state, entry)
        states.append(state)
    made = [moment for moment in replay.every() if replay.entry(moment) is not None]
    assert [replay.at(moment).state for moment in made] == states
    assert replay.kind(replay.last) is MomentKind.END
    assert game.standing(replay.at(replay.last).state)[1] == game.outcome(state).winners
    for moment in replay.every():
        view = view_of(replay.at(moment))
        assert not view.seed
        assert (view.due_at, view.undo, view.clock) == (None, None, 0)


@pytest.mark.parametrize("name", NAMES)
async def test_a_record_that_is_cut_off_ends_with_its_last_play(tavern: Tavern, name: str) -> None:
    whole = golden(name)
    game = GAMES[whole.game]
    names = tuple(f"P{seat}" for seat in range(seats(whole)))
    whole = replace(whole, names=names, options=game.values(game.options(whole.options)))
    every = entries(whole)
    files = RecordFiles(tavern.store)
    for number in range(3, len(every), len(every) // 6):
        replay = await opened(files, replace(recorded(whole, every[:number]), result=None))
        assert not replay.ended
        last = replay.at(replay.last)
        assert last.seq == number
        if replay.kind(replay.last) is not MomentKind.SHEET:
            # The picture is that of the same game at a table.
            assert shown(last) == shown(await tavern.recorded(whole, number))


async def test_a_record_may_end_with_a_deal_or_with_a_sheet(tavern: Tavern) -> None:
    files, whole = RecordFiles(tavern.store), golden("cicera-two")
    every = entries(whole)
    second = next(number for number, entry in enumerate(every) if number and not isinstance(entry, str))
    sheet = await opened(files, replace(recorded(whole, every[:second]), result=None))
    assert (sheet.last.hand, sheet.kind(sheet.last)) == (1, MomentKind.SHEET)
    deal = await opened(files, replace(recorded(whole, every[: second + 1]), result=None))
    assert (deal.last, deal.kind(deal.last)) == (Moment(2, 0), MomentKind.DEAL)


async def test_nothing_but_the_game_is_believed(tavern: Tavern) -> None:
    record = replace(
        golden("ciapano-three"),
        result={"finished": False, "totals": [99, 99, 99], "winners": [2]},
        fairness={"commitment": "d" * 64, "seed": "ab" * 32, "entropy": ["1"], "cuts": [1]},
        extra={"x": {"y": [1]}},
    )
    replay = await opened(RecordFiles(tavern.store), record)
    game = GAMES["ciapano"]
    assert result(game, replay.end.state)["finished"] is True
    end = view_of(replay.end)
    assert (end.seed, end.commitment) == ("", "")


async def test_people_are_called_as_the_record_does(tavern: Tavern) -> None:
    names = ("@everyone **x**", "\u202e\ud800\n", "", "a" * 1000)
    files = RecordFiles(tavern.store)
    told = view_of((await opened(files, replace(golden("ciapano-four"), names=names))).end)
    said = [person_at(told, seat, WORDS) for seat in range(4)]
    assert [person.said for person in said] == ["@everyone **x**", "seat 2", "seat 3", "a" * 32]
    assert not any(person.computer for person in said)
    nameless = view_of((await opened(files, golden("ciapano-four"))).end)
    assert [person_at(nameless, seat, WORDS).said for seat in range(4)] == [f"seat {n}" for n in range(1, 5)]


async def test_a_record_that_takes_too_long_is_given_up(tavern: Tavern) -> None:
    long = played(GAMES["cicera"], {}, 1, 600, ("first",)).record
    data = write(long).encode()
    # Of a thousand looks the engine takes 600 to its end, and the tables of the game more than are left.
    clock, looks = ticking(1 / 2048)
    assert await refusal(RecordFiles(tavern.store, clock).read(data)) == "file.too-long"
    assert len(looks) == 1026
    clock, looks = ticking(1 / 1024)
    assert await refusal(RecordFiles(tavern.store, clock).read(data)) == "file.too-long"
    assert len(looks) == 514
    clock, looks = ticking(1 / 4096)
    await RecordFiles(tavern.store, clock).read(data)
    assert len(looks) == 1 + 2 * 600


async def test_a_file_is_as_large_as_may_be_and_no_larger(tavern: Tavern) -> None:
    files, data = RecordFiles(tavern.store), write(golden("cicera-two")).encode()
    full = data + b" " * (FILE_BYTES - len(data))
    assert files.of(await files.read(full)).ended
    assert await refusal(files.read(full + b" ")) == "file.too-large"


async def test_a_file_of_many_parts_is_not_read(tavern: Tavern) -> None:
    clock, looks = ticking(0)
    files = RecordFiles(tavern.store, clock)
    for part in (b"[],", b"{},"):
        assert await refusal(files.read(b"[" + part * 100_000 + b"0]")) == "file.too-long"
    assert len(looks) == 2
    text = json.loads(write(golden("cicera-two"))) | {"chat": "[" * 1000}
    assert await files.read(json.dumps(text).encode())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"\x89PNG\r\n", "not UTF-8 at byte 0"),
        (b"[" * 4000, "nested too deep to read"),
        (b"[" * FILE_BYTES, None),
        (b"[]", "not an object"),
        (b'{"record": 1}', "game is missing"),
        (b'{"record": 1, "game": "poker", "deals": [], "actions": []}', "game is none of cicera, "),
        (b'{"record": ' + b"9" * 10_000 + b"}", "game is missing"),
    ],
)
async def test_a_file_that_is_no_record_is_refused_in_the_words_of_the_engine(
    tavern: Tavern, data: bytes, reason: str | None
) -> None:
    files = RecordFiles(tavern.store)
    if reason is None:
        assert await refusal(files.read(data)) == "file.too-long"
    else:
        assert (await why_not(files, data)).startswith(reason)


async def test_an_illegal_play_is_named_with_its_rule(tavern: Tavern) -> None:
    record = golden("cicera-two")
    forged = replace(record, actions=(record.actions[0], record.actions[0]), result={})
    assert await why_not(RecordFiles(tavern.store), write(forged).encode()) == (
        f"action 2: {record.actions[0]}: it is not the turn of seat {record.actions[0][0]} (C10)"
    )


async def test_a_record_without_a_deal_is_refused(tavern: Tavern) -> None:
    data = write(Record("cicera")).encode()
    assert await refusal(RecordFiles(tavern.store).read(data)) == "file.undealt"


async def test_the_last_files_stay_in_memory(tavern: Tavern) -> None:
    replays, record = Replays(tavern.tables), golden("cicera-two-six")
    files = [write(replace(record, extra={"n": n})).encode() for n in range(MOST_FILES + 1)]
    sources = await asyncio.gather(*map(replays.files.read, files))
    assert len(set(sources)) == MOST_FILES + 1
    assert await refusal(replays.of(sources[0], ANYBODY)) == "file.gone"
    assert (await replays.of(sources[1], ANYBODY)).stored.table.id == sources[1]
    # Whoever looks at a file keeps it, and one that was given again is there again.
    assert await replays.files.read(files[0]) == sources[0]
    assert await refusal(replays.of(sources[2], ANYBODY)) == "file.gone"
    assert (await replays.of(sources[1], ANYBODY)).ended
    assert await refusal(Replays(tavern.tables).of(sources[1], ANYBODY)) == "file.gone"


async def test_a_game_that_goes_on_is_not_shown_by_its_record(tavern: Tavern) -> None:
    files, lobby = RecordFiles(tavern.store), await tavern.full()
    shuffled = replace(golden("cicera-two"), fairness={"commitment": lobby.row.commitment})
    data = write(shuffled).encode()
    assert await refusal(files.read(data)) == "replay.later"
    table = await tavern.lobbies.start(lobby.row.id, lobby.row.host_id)
    assert await refusal(files.read(data)) == "replay.later"
    await tavern.seats.stop(table.row.id)
    assert files.of(await files.read(data)).ended
    for odd in (None, 7, ["x"], {"commitment": None}, {"commitment": [lobby.row.commitment]}):
        assert await opened(files, replace(shuffled, fairness=odd))
