"""While a game goes on, no replay shows anything of it, and those of games that are over can be looked at."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.blocks.blocks import Press
from bot.panels.replays.clip import ClipKind
from bot.panels.replays.state import ReplayState
from bot.preferences.declared import ON
from bot.store import HIDDEN, Scope
from bot.tables.replays.replay import Moment
from cogs.commands.menus import REPLAY
from engine.record import write
from sandbox.answer import Answer
from sandbox.driver import Member
from sandbox.messages import Upload
from sandbox.view import Message
from tests.bot.tavern import golden
from tests.e2e.secrecy.test_secrecy import Watched, watched
from tests.e2e.support.finished import finished, replay_at
from tests.e2e.support.house import COMMANDS, House, house
from tests.e2e.support.logged import listen, seed_of, told_in_logs
from tests.e2e.support.replays import choose, does, step, turn
from tests.e2e.support.watch import WORDS, sent

VERBS = (
    "show", "first", "back", "next", "last", "key", "hand", "view", "here", "own", "share", "review", "hard",
    "clip", "clip-to", "clip-post",
)  # fmt: skip
REFUSALS = (
    "refused.forged", "refused.no-table", "refused.unknown-code", "replay.later", "replay.not-open",
    "replay.not-yours",
)  # fmt: skip
PLAYS = 6


def state_of(message: Message) -> ReplayState | None:
    """Return the state of a replay's message, None of another message."""
    ids = [button.custom_id or "" for button in message.buttons if does(button)]
    found = ReplayState.parse(ids[0].split(":")[1:]) if ids else None
    return None if found is None else found[0]


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
        assert state_of(answer.message) is not None, answer
        return answer.message

    async def steps(self, replay: Message) -> dict[str | None, str]:
        """Go through all moments of a replay; return the texts by the id of the button that leads on."""
        await turn(self.made, self.person, replay, "first")
        found = dict[str | None, str]()
        while True:
            await self.made.shown()
            self.watch.look()
            found[step(replay, "next").custom_id] = replay.text
            if step(replay, "next").disabled:
                return found
            await turn(self.made, self.person, replay, "next")

    async def is_refused(self, answer: Answer) -> None:
        """Check that a press is refused in a sentence."""
        await self.made.answered()
        told = [one.text for one in (answer.message, *answer.followups) if one is not None]
        assert any(WORDS(key) in text for key in REFUSALS for text in told), answer

    async def tries(self, message: Message) -> None:
        """Forge all controls of a message so that they name the game that goes on."""
        here = state_of(message) or ReplayState(self.open, Moment(1, 1))
        state = here._replace(source=self.open)
        for verb in VERBS:
            for poster in {0, state.poster, self.person.id}:
                await self.is_refused(
                    await self.presses(message, state._replace(poster=poster).id(verb, "1"))
                )

    async def posts_a_clip(self, replay: Message) -> None:
        """Post a clip of a replay in another channel, and try it on the game that goes on."""
        channel = self.made.guild.add_channel("clips")
        await turn(self.made, self.person, replay, "share")
        ids = [button.custom_id or "" for button in replay.buttons]
        await self.presses(replay, next(one for one in ids if one.endswith(f":{ClipKind.THREE}")))
        await self.made.shown()
        await self.person.select(replay, values=[channel])
        await self.presses(replay, step(replay, "clip-post").custom_id or "")
        await self.made.shown()
        (clip,) = self.person.sees(channel)
        assert [file.filename[-4:] for file in clip.attachments] == [".gif"]
        await self.tries(clip)

    async def asks(self, game: str) -> None:
        """Try commands, the history and a record with the number of the game that goes on."""
        person, channel, command = self.person, self.made.channel, COMMANDS.get(game, game)
        for code in (self.open, self.open[:6], f"{self.open}-1-2", f"`{self.open[:5]}-1-0`"):
            await self.is_refused(await person.slash(channel, f"{command} replay", code=code))
        for typed in ("", self.open[:2]):
            offered = await person.autocomplete(channel, f"{command} replay", "code", typed)
            assert self.open not in json.dumps(offered)
        answer = await person.slash(channel, f"{command} history")
        page = answer.message
        assert page is not None
        controls = [button.custom_id or "" for button in page.buttons]
        (look,) = [custom_id for custom_id in controls if custom_id.endswith(f":look:{self.over}")]
        assert self.open not in json.dumps(page.components)
        await self.is_refused(await self.presses(page, look.replace(self.over, self.open)))
        assert self.made.bot is not None
        commitment = (await self.made.bot.tables.get(self.open)).row.commitment
        record = write(replace(golden("cicera-two"), fairness={"commitment": commitment})).encode()
        upload = Upload("game.json", record)
        await self.is_refused(await person.slash(channel, f"{command} replay", file=upload))
        said = await person.say(channel, "look", [upload])
        for message in (said, self.made.public()):
            await self.is_refused(await person.menu(message, REPLAY))
        person.delete(said)
        self.watch.look()


@pytest.mark.parametrize("game", ["cicera", "ciapano", "civil-suits"])
async def test_a_game_that_goes_on_is_in_no_replay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    listen(caplog)
    async with house(tmp_path, pictures=True) as made:
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
            await turn(made, person, replay, "back")
            for seat in range(len(made.people)):
                await choose(made, person, replay, "view", str(seat))
            await turn(made, person, replay, "here")
            public = next(one for one in reversed(eva.sees(made.channel)) if state_of(one) and one != replay)
            assert not public.ephemeral
            for message in (board, replay, public):
                await curious.tries(message)
            await curious.asks(game)
            await curious.posts_a_clip(await curious.opens())
            await watch.umpire.play(2)
            # Whatever happens at the other table, a moment is told as before.
            again = await curious.opens()
            assert await curious.steps(again) == seen
        assert watch.found == []
        assert watch.replayed > 4 * PLAYS
        assert not any(seed in sent(request) for request in made.sandbox.requests)
        assert told_in_logs(caplog, made, seed) == []
        assert list(made.sandbox.violations) == []


async def leafs_through(made: House, person: Member, game: str) -> str:
    """Let a member look at all there is of a game that is over; return all that the bot sends meanwhile."""
    before = len(made.sandbox.requests)
    replay = await replay_at(made, person, 2, 0)
    for seat in range(len(made.people)):
        await choose(made, person, replay, "view", str(seat))
        await turn(made, person, replay, "next")
    for wanted in ("last", "back", "review"):
        await turn(made, person, replay, wanted)
        await made.shown()
    again = await replay_at(made, person, 2, 9)
    await turn(made, person, again, "share")
    for clip in [one.custom_id or "" for one in again.buttons if does(one) == "clip"]:
        await person.press(again, custom_id=clip)
        await made.shown()
        await turn(made, person, again, "share")
    answer = await person.slash(made.channel, f"{COMMANDS.get(game, game)} history")
    assert answer.message is not None
    await made.shown()
    return "".join(map(sent, list(made.sandbox.requests)[before:]))


@pytest.mark.searches
@pytest.mark.parametrize("game", ["cicera", "ciapano", "civil-suits"])
async def test_who_hides_or_was_forgotten_is_named_in_no_replay_clip_or_history(
    tmp_path: Path, game: str
) -> None:
    async with house(tmp_path, pictures=True) as made:
        await finished(made, game)
        ann, bo, cy, _ = made.people
        assert made.bot is not None
        made.bot.adviser.worlds = 2
        assert named(await leafs_through(made, ann, game), bo, cy) == [bo, cy]
        await made.bot.store.choose(Scope.MEMBER, bo.id, HIDDEN, ON)
        asked = await cy.slash(made.channel, "cards forget-me")
        assert asked.message is not None
        await cy.press(asked.message, label="Forget me for good")
        await made.shown()
        assert named(await leafs_through(made, ann, game), bo, cy) == []


def named(text: str, *people: Member) -> list[Member]:
    """Return the members whose name or id is in a text."""
    return [one for one in people if re.search(rf"(?i)\b({one.name}|{one.id})\b", text)]
