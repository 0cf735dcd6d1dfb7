"""While a game goes on, no replay shows anything of it, and those of games that are over can be looked at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.blocks.blocks import Press
from bot.panels.replays.state import LETTER, ReplayState
from sandbox.answer import Answer
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.secrecy.test_secrecy import Watched, watched
from tests.e2e.support.house import COMMANDS, House, house
from tests.e2e.support.logged import listen, seed_of, told_in_logs
from tests.e2e.support.reading import Control
from tests.e2e.support.watch import WORDS, sent

VERBS = (
    "show", "first", "back", "next", "last", "key", "hand", "view", "here", "own", "share", "review", "hard",
    "clip", "clip-to", "clip-post",
)  # fmt: skip
REFUSALS = (
    "refused.forged", "refused.no-table", "refused.still-playing", "replay.later", "replay.not-open",
    "replay.not-yours",
)  # fmt: skip
PLAYS = 6


def states(message: Message) -> Iterator[tuple[ReplayState, str, str]]:
    """Yield the state and the verb of each control of a replay, with its id."""
    controls: list[Control] = [*message.buttons, *message.selects]
    for custom_id in [control.custom_id or "" for control in controls]:
        letter, *parts = custom_id.split(":")
        found = ReplayState.parse(parts) if letter == LETTER else None
        if found is not None:
            yield found[0], found[1], custom_id


def is_replay(message: Message) -> bool:
    """Return whether a message is a replay or one of its pages."""
    return any(True for _ in states(message))


def ids(message: Message) -> dict[str, str]:
    """Return the ids of the controls of a replay, by verb."""
    return {verb: custom_id for _, verb, custom_id in states(message)}


async def stopped(made: House, game: str) -> str:
    """Return the id of a game that was begun and stopped."""
    watch = await watched(made, PLAYS, game)
    over = watch.umpire.table_id
    for person in made.people:
        if not made.over():
            await person.slash(made.channel, f"{COMMANDS.get(game, game)} stop")
    await made.sandbox.until(made.over, what="the end of the game")
    await made.shown()
    return over


class Curious:
    """A member who tries to see a game that goes on by way of replays."""

    def __init__(self, made: House, person: Member, watch: Watched, over: str) -> None:
        self.made, self.person, self.watch = made, person, watch
        self.over, self.open = over, watch.umpire.table_id

    async def presses(self, message: Message, custom_id: str) -> Answer:
        """Press an id on a message, whether it is there or not."""
        answer = await self.person.forge(message, custom_id)
        await self.made.answered()
        self.watch.look()
        return answer

    async def opens(self) -> Message:
        """Return the private replay of the game that is over."""
        answer = await self.presses(self.made.public(), str(Press(self.over, 0, "replay")))
        assert answer.message is not None
        assert is_replay(answer.message), answer
        return answer.message

    async def steps(self, replay: Message) -> dict[str, str]:
        """Go through all moments of a replay; return the texts by the id of the moment."""
        await self.presses(replay, ids(replay)["first"])
        found = dict[str, str]()
        while True:
            await self.made.shown()
            found[ids(replay)["next"]] = replay.text
            if any(button.disabled for button in replay.buttons if button.custom_id == ids(replay)["next"]):
                return found
            await self.presses(replay, ids(replay)["next"])

    async def is_refused(self, answer: Answer) -> None:
        """Check that a press is refused in a sentence."""
        await self.made.answered()
        told = [one.text for one in (answer.message, *answer.followups) if one is not None]
        assert any(WORDS(key) in text for key in REFUSALS for text in told), answer

    async def tries(self, message: Message) -> None:
        """Forge all controls of a message so that they name the game that goes on."""
        here = next(states(message), None)
        first = ReplayState.parse([self.over, "1", "0", "a", "0", "show"])
        assert first is not None
        state = (here or first)[0]._replace(source=self.open)
        for verb in VERBS:
            for poster in {0, state.poster, self.person.id}:
                await self.is_refused(
                    await self.presses(message, state._replace(poster=poster).id(verb, "1"))
                )


@pytest.mark.parametrize("game", ["cicera", "ciapano", "civil-suits"])
async def test_a_game_that_goes_on_is_in_no_replay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    listen(caplog)
    async with house(tmp_path) as made:
        eva = made.sandbox.join(made.guild, "eva")
        over = await stopped(made, game)
        watch = await watched(made, PLAYS, game)
        assert watch.umpire.table_id != over
        watch.over.add(over)
        seed = await seed_of(made, watch.umpire.table_id)
        # One of them sits at both tables, the other at none.
        for person in (made.people[0], eva):
            curious = Curious(made, person, watch, over)
            board = made.public()
            await curious.is_refused(await curious.presses(board, str(Press(curious.open, 0, "replay"))))
            replay = await curious.opens()
            seen = await curious.steps(replay)
            assert len(seen) == PLAYS + 2
            await curious.presses(replay, ids(replay)["back"])
            for seat in range(len(made.people)):
                await person.select(replay, ids(replay)["view"], values=[str(seat)])
            await curious.presses(replay, ids(replay)["here"])
            public = next(
                one for one in reversed(eva.sees(made.channel)) if is_replay(one) and not one.ephemeral
            )
            for message in (board, replay, public):
                await curious.tries(message)
            await watch.umpire.play(2)
            # Whatever happens at the other table, a moment is told as before.
            again = await curious.opens()
            assert await curious.steps(again) == seen
        assert watch.found == []
        assert watch.replayed > 4 * PLAYS
        assert not any(seed in sent(request) for request in made.sandbox.requests)
        assert told_in_logs(caplog, made, seed) == []
        assert list(made.sandbox.violations) == []
