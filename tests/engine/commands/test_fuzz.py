"""Records mutated at random: any input ends with one of the three statuses and never a traceback."""

import json
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES
from engine.record import write
from tests.engine.commands.command import run
from tests.engine.strategies import all_options, played


@cache
def records() -> list[str]:
    """Return games that have not begun, and in their first hands."""
    return [
        write(played(game, values, seed, steps).record)
        for game in GAMES.values()
        for values in all_options(game)[-2:]
        for seed, steps in ((1, 0), (2, 7), (3, 60))
    ]


RECORDS = st.deferred(lambda: st.sampled_from(records()))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["7D", "0 7D"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def holders(value: Any) -> list[Any]:
    """Return every object and list in a document, itself included."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = [value] if isinstance(value, dict | list) and value else []
    return found + [holder for part in inner for holder in holders(part)]


def never_a_traceback(content: bytes) -> None:
    """Check for one of the three statuses, each with its promised output."""
    for command in ("replay", "verify"):
        ran = run(command, "-", stdin=content)
        if ran.status == 2:
            assert ran.complaint.startswith("-: ")
        else:
            assert ran.json["game"] in content.decode()
            assert bool(ran.err) == (ran.status == 1)
            assert command == "verify" or ran.status == 0


@settings(max_examples=50)
@given(RECORDS, st.data())
def test_fuzz_of_the_document(record: str, data: st.DataObject) -> None:
    mutated = json.loads(record)
    for _ in range(data.draw(st.integers(1, 3))):
        holder = data.draw(st.sampled_from(holders(mutated)))
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = data.draw(st.sampled_from(keys))
        match data.draw(st.integers(0, 3)):
            case 0 if len(holder) > 1:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.insert(key, holder[key])
            case 2 if isinstance(holder, dict):
                holder[data.draw(st.text(max_size=4))] = data.draw(JSON)
            case _:
                holder[key] = data.draw(JSON)
    never_a_traceback(json.dumps(mutated).encode())


@settings(max_examples=50)
@given(RECORDS, st.data())
def test_fuzz_of_the_bytes(record: str, data: st.DataObject) -> None:
    content = bytearray(record.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        match data.draw(st.integers(0, 2)):
            case 0:
                content[place] = data.draw(st.integers(0, 255))
            case 1:
                del content[place : place + data.draw(st.integers(1, 20))]
            case _:
                content[place:place] = data.draw(st.binary(max_size=4))
        if not content:
            break
    never_a_traceback(bytes(content))


@given(st.binary(max_size=40) | JSON.map(lambda value: json.dumps(value).encode()))
def test_fuzz_of_anything(content: bytes) -> None:
    never_a_traceback(content)
