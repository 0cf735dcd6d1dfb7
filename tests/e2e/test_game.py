"""Whole games by nothing but what members press, compared with the rules after every play."""

from pathlib import Path
from typing import Any

from bot.sandbox.driver import Member
from tests.e2e.house import House, house
from tests.e2e.referee import Referee, unlimited
from tests.engine.command import Ran, run
from tests.sandbox import openapi


async def record(made: House, person: Member, folder: Path) -> tuple[Path, str]:
    """Return the file that the Record button gives, saved, and its name."""
    answer = await person.press(made.public(), label="Record")
    assert answer.message is not None
    assert answer.message.ephemeral
    (attachment,) = answer.message.attachments
    path = folder / attachment.filename
    path.write_bytes(attachment.data)
    return path, attachment.filename


def checked(path: Path) -> Ran:
    """Return what `verify` says of a record that it and `replay` must find good."""
    assert run("replay", str(path)).status == 0
    ran = run("verify", str(path))
    assert (ran.status, ran.err) == (0, "")
    return ran


def shape(value: Any) -> str:
    """Return a value's structure: everything but its texts."""
    if isinstance(value, dict):
        return f"{{{','.join(f'{key}:{shape(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{','.join(map(shape, value))}]"
    return "text" if isinstance(value, str) else repr(value)


def held_against_discord(made: House) -> None:
    """Hold what the bot has sent against Discord's own description of its API.

    One request of each shape: the others differ in texts alone, whose lengths the stand-in has held.
    """
    if openapi.available:
        shapes = {f"{e.method} {e.route} {shape(e.query)} {shape(e.json)}": e for e in made.sandbox.requests}
        assert [text for entry in shapes.values() for text in openapi.check(entry)] == []


async def finished(made: House, referee: Referee, folder: Path) -> Any:
    """Check a game that is over: the log, the last message, the record; return what `verify` prints."""
    await referee.stored_as_pressed()
    assert made.over()
    assert f"### 🏆 The game goes to {referee.sides()[referee.state.winner]}" in made.public().text
    path, name = await record(made, made.people[0], folder)
    assert name == f"cicera-{referee.table_id}.json"
    told = checked(path).json
    assert told["finished"]
    assert told["totals"] == list(referee.state.totals)
    assert told["winners"] == [referee.state.winner]
    assert list(made.sandbox.violations) == []
    return told


async def test_four_members_play_to_51(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        referee = Referee(made)
        await referee.begin()
        await referee.play()
        told = await finished(made, referee, tmp_path)
        assert max(told["totals"]) >= 51
        held_against_discord(made)


async def test_two_members_play_with_other_house_rules(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        referee = Referee(made)
        await referee.begin(players=2, target=11, deal=6, picada="rank")
        await referee.play()
        await finished(made, referee, tmp_path)
        held_against_discord(made)
