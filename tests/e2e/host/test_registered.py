"""Commands are sent to Discord when it does not have them in this form, and otherwise not."""

from pathlib import Path

from tests.e2e.support.house import House, running, sandboxed


def told(made: House) -> int:
    """Return how often the commands were sent to Discord."""
    return sum(r.method == "PUT" and r.route.endswith("/commands") for r in made.sandbox.requests)


def names(made: House) -> set[str]:
    return {command["name"] for command in made.sandbox.commands.scopes[None].values()}


async def test_commands_are_told_once_and_again_when_discord_lacks_them(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(1) as made:
        async with running(made, database):
            assert told(made) == 1
            everything = names(made)
        async with running(made, database):
            assert told(made) == 1
        # One command has been removed.
        commands = made.sandbox.commands.scopes[None]
        del commands[next(iter(commands))]
        async with running(made, database):
            assert told(made) == 2
            assert names(made) == everything


async def test_commands_are_told_where_discord_does_not_say_what_it_has(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(1) as made:
        async with running(made, database):
            assert told(made) == 1
        made.sandbox.faults.error("GET */commands", times=None, status=403)
        async with running(made, database):
            assert told(made) == 2


async def test_one_process_of_several_tells_the_commands(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(1) as made, running(made, database, shard_count=2, shard_ids="1"):
        assert told(made) == 1
        async with running(made, database, shard_count=2, shard_ids="0"):
            assert told(made) == 1
