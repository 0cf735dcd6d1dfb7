"""Commands are sent to Discord when it does not have them in this form, and otherwise not."""

from pathlib import Path

import pytest

from bot.app import CardsBot
from bot.limits import reconnecting
from tests.e2e.support.house import House, running, sandboxed, until


def told(made: House) -> int:
    """Return how often the commands were sent to Discord."""
    return sum(r.method == "PUT" and r.route.endswith("/commands") for r in made.sandbox.requests)


def names(made: House) -> set[str]:
    return {command["name"] for command in made.sandbox.commands.scopes[None].values()}


async def noted(bot: CardsBot) -> None:
    """Wait until the bot has noted which commands Discord has."""

    async def is_noted() -> bool:
        return bool(await bot.store.application.commands(bot.application_id or 0))

    await until(is_noted)


async def looked(made: House, times: int) -> None:
    """Wait until bots have looked so often which commands Discord has, and have answered one since then."""

    def looks() -> int:
        return sum(r.method == "GET" and r.route.endswith("/commands") for r in made.sandbox.requests)

    await made.sandbox.until(lambda: looks() >= times)
    await made.people[0].slash(made.channel, "cicera rules")


async def test_commands_are_told_once_and_again_when_discord_lacks_them(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(1) as made:
        async with running(made, database) as bot:
            await noted(bot)
            assert told(made) == 1
            everything = names(made)
        async with running(made, database):
            await looked(made, 2)
            assert told(made) == 1
        # One command has been removed.
        commands = made.sandbox.commands.scopes[None]
        removed = commands.pop(next(iter(commands)))
        async with running(made, database):
            await made.sandbox.until(lambda: told(made) == 2)
            await made.sandbox.until(lambda: removed["name"] in names(made))
            assert names(made) == everything


async def test_commands_are_told_where_discord_does_not_say_what_it_has(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(1) as made:
        async with running(made, database):
            assert told(made) == 1
        made.sandbox.faults.error("GET */commands", times=None, status=403)
        async with running(made, database):
            await made.sandbox.until(lambda: told(made) == 2)


async def test_one_process_of_several_tells_the_commands(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(1) as made, running(made, database, shard_count=2, shard_ids="1") as bot:
        await noted(bot)
        async with running(made, database, shard_count=2, shard_ids="0"):
            await looked(made, 2)
            assert told(made) == 1


async def test_while_discord_refuses_the_commands_its_former_ones_and_every_press_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reconnecting, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(reconnecting, "LAST_PAUSE", 0.1)
    caplog.set_level("INFO", "bot.limits.reconnecting")
    database = tmp_path / "cards.db"

    def told() -> list[str]:
        return [one.getMessage() for one in caplog.records if one.name == reconnecting.log.name]

    async with sandboxed() as made:
        async with running(made, database):
            await made.open()
        # They are known there in an older form, and Discord takes no other today.
        commands = made.sandbox.commands.scopes[None]
        for number, command in list(commands.items()):
            del commands[number]
            commands[number + 1] = {**command, "id": str(number + 1)}
        fault = made.sandbox.faults.error("PUT */commands", times=None, status=400, code=30034)
        async with running(made, database):
            await made.sandbox.until(lambda: fault.hits >= 2)
            await made.step()
            await made.shown()
            await made.people[0].slash(made.channel, "ciapano start")
            refused = "the commands cannot be registered with Discord (HTTP 400, 30034: 400: made up)"
            assert told() == [f"{refused}, which is tried again while games go on"]
            made.sandbox.faults.clear()
            await made.sandbox.until(lambda: len(told()) > 1)
            assert told()[1:] == ["the commands are registered after all"]
        assert told()[2:] == []


async def test_the_pauses_before_a_side_task_is_tried_again_grow_to_an_hour() -> None:
    setback = reconnecting.Setback("it lacks", "it is there")
    pauses = [setback.failed(OSError()) for _ in range(14)]
    assert pauses[:4] == [1, 2, 4, 8]
    assert pauses[-1] == pauses[-2] == 3600
    setback.over()
    assert setback.failed(OSError()) == 1


async def test_commands_are_for_servers_that_have_added_the_bot_and_have_one_name_in_every_language(
    tmp_path: Path,
) -> None:
    async with sandboxed(1) as made, running(made, tmp_path / "cards.db"):
        commands = list(made.sandbox.commands.scopes[None].values())
    assert {command["name"] for command in commands} == {"cicera", "ciapano", "civil", "cards", "Replay"}
    for command in commands:
        assert (command["integration_types"], command["contexts"], command["nsfw"]) == ([0], [0], False)
        assert command["default_member_permissions"] is None
        assert not command.get("name_localizations"), command["name"]
    typed = [command for command in commands if command["name"] != "Replay"]
    for command in typed:
        parts = [command, *command["options"]]
        parts += [option for each in command["options"] for option in each.get("options", ())]
        for part in parts:
            assert not part.get("name_localizations"), part["name"]
            assert part["description_localizations"].keys() == {"it"}
    choices = [
        choice
        for command in typed
        for each in command["options"]
        for option in each.get("options", ())
        for choice in option.get("choices", ())
    ]
    assert any(choice.get("name_localizations") for choice in choices)
