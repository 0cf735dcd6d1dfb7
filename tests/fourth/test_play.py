"""Carta alta is played over the stand-in against computers, to its end, with hints and a review."""

from pathlib import Path

from bot.locale import Catalogue
from tests.e2e.support.house import House, running, sandboxed, tap
from tests.e2e.support.reading import verbs
from tests.e2e.support.replays import open_replay, turn
from tests.e2e.support.umpire import unlimited


async def hinted(made: House) -> str:
    """Let the only member ask for a hint; return the panel's text with it."""
    (ann,) = made.people
    panel = made.panel(ann)
    assert panel is not None
    await tap(ann, panel, "hint")
    await made.sandbox.until(lambda: "Hint: play" in panel.text, what="the hint")
    return panel.text


async def test_a_member_plays_it_against_computers_to_its_end(tmp_path: Path, catalogue: Catalogue) -> None:
    async with sandboxed(1) as made, running(made, tmp_path / "cards.db", catalogue, pause_seconds=0) as bot:
        unlimited(made)
        bot.adviser.worlds = 20
        (ann,) = made.people
        words = catalogue.words("en")
        started = await ann.slash(made.channel, "carta-alta start", computers=2, level="easy")
        assert started.message is not None
        await made.sandbox.until(lambda: made.over() or "start" in verbs(made.public()))
        assert words("carta-alta.name") in made.public().text
        await made.start(ann)
        await made.sandbox.until(lambda: made.able(), what="it is the member's turn")
        assert "1 point" not in await hinted(made)
        for name in ("rules", "scores"):
            panel = made.panel(ann)
            assert panel is not None
            await tap(ann, panel, "more")
            await made.sandbox.until(lambda: name in verbs(panel))  # noqa: B023  # waited for at once
            await tap(ann, panel, name)
            await made.sandbox.until(lambda: "back" in verbs(panel))  # noqa: B023
            while "back" in verbs(panel):
                await tap(ann, panel, "back")
        await made.play()
        assert made.over()
        replay = await open_replay(made, ann)
        await turn(made, ann, replay, "first")
        assert words("replay.all-hands") in {label for one in replay.selects for label, _ in one.options}
        await turn(made, ann, replay, "review")
        assert "tricks" in replay.text or words("review.none") in replay.text
        board = (await ann.slash(made.channel, "carta-alta leaderboard")).message
        assert board is not None
        assert words("carta-alta.name") in board.text
        assert list(made.sandbox.violations) == []
