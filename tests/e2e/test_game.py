"""A whole game through real discord.py, by nothing but what members press."""

from pathlib import Path

from tests.e2e.house import house


async def test_four_members_play_a_game_to_the_end(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        made.sandbox.limits.enabled = False
        await made.open(target=11)
        presses = await made.play()
        assert presses > 48
        assert made.over()
        assert list(made.sandbox.violations) == []
