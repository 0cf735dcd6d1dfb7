"""The replay of a game that is over: turned by whoever may see it, in private or for everybody."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.locale.glyphs import as_text
from bot.panels.replays.replay import replay_panel
from bot.panels.replays.state import ALL_HANDS, ReplayState
from bot.preferences.declared import OFF, ON
from bot.store import HIDDEN, Scope
from bot.tables.replays.replay import Moment, Replay
from sandbox.driver import Answer, Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.support.choosing import at_work
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.finished import TABLE, finished, replay_at
from tests.e2e.support.house import House, house, running, sandboxed
from tests.e2e.support.replays import choose, does, open_replay, step, turn
from tests.e2e.support.umpire import unlimited

FORGED: Final = WORDS("refused.forged")
SELECT: Final = 3
"""Discord's number for a list of texts."""
OTHER: Final = "ffeeddcc"


def told(found: Replay, state: ReplayState, reader: int) -> str:
    """Return all texts of a replay's message in words."""
    return as_text("\n".join(replay_panel(found, state, WORDS, None, reader).texts))


def state_of(message: Message) -> ReplayState:
    """Return the state that the buttons of a replay have."""
    (_, *parts) = (message.buttons[0].custom_id or "").split(":")
    found = ReplayState.parse(parts)
    assert found is not None
    return found[0]


def said(answer: Answer) -> str:
    """Return the sentence that answers a press."""
    last = answer.followups[-1] if answer.followups else answer.message
    assert last is not None
    assert last.ephemeral
    return last.text


async def shown_here(made: House, person: Member, message: Message) -> Message:
    """Let a member show their replay to everybody; return the public message."""
    before = len(person.sees(made.channel))
    await turn(made, person, message, "here")
    await made.shown()
    (posted,) = [one for one in person.sees(made.channel)[before:] if not one.ephemeral]
    return posted


async def hides(made: House, person: Member) -> None:
    assert made.bot is not None
    await made.bot.preferences.choose(Scope.MEMBER, person.id, HIDDEN, ON)


async def test_a_game_that_has_just_ended_is_replayed_moment_by_moment(tmp_path: Path) -> None:
    async with at_work(tmp_path) as made:
        assert made.bot is not None
        ann, bo = made.people
        await made.open(players=2, target=11)
        table_id = (made.public().buttons[0].custom_id or "").split(":")[1]
        early = await ann.forge(made.public(), f"t:{table_id}:0:replay")
        assert said(early) == WORDS("replay.later")
        await made.play()
        await made.shown()
        stored = await made.bot.store.load(table_id)
        assert stored is not None
        found = Replay.of(stored)
        message = await open_replay(made, ann)
        assert state_of(message) == ReplayState(table_id, found.last, "0")
        for moment in reversed(list(found.every())):
            state = ReplayState(table_id, moment, "0")
            assert message.text == told(found, state, ann.id)
            if moment != found.first:
                await turn(made, ann, message, "back")
        assert step(message, "back").disabled
        await turn(made, ann, message, "next")
        assert state_of(message).moment == Moment(1, 1)
        own = made.panel(bo)
        assert own is not None
        assert state_of(await open_replay(made, bo)).viewpoint == "1"


async def test_a_replay_leads_to_its_ends_to_a_hand_and_to_another_viewpoint(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        found, (ann, *_) = await finished(made), made.people
        message = await open_replay(made, ann)
        await turn(made, ann, message, "first")
        assert state_of(message) == ReplayState(TABLE, Moment(1, 0), "0")
        for viewpoint in ("2", ALL_HANDS, "1"):
            await choose(made, ann, message, "view", viewpoint)
            assert state_of(message) == ReplayState(TABLE, Moment(1, 0), viewpoint)
            open_hands = [line for line in message.text.splitlines() if line.startswith("-# **")]
            assert len(open_hands) == (4 if viewpoint == ALL_HANDS else 1)
        await choose(made, ann, message, "hand", "2")
        assert state_of(message) == ReplayState(TABLE, Moment(2, 0), "1")
        await turn(made, ann, message, "back")
        assert state_of(message).moment == Moment(1, found.last_of(1))
        assert not [one for one in message.selects if does(one) == "view"]
        await turn(made, ann, message, "last")
        assert state_of(message).moment == found.last
        await made.shown()
        assert [file.filename for file in message.attachments]
        assert not made.sandbox.violations


async def test_who_did_not_sit_there_sees_it_with_all_hands_open_where_nobody_hides(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        await finished(made)
        ann, bo, *_ = made.people
        eva = made.sandbox.join(made.guild, "eva")
        message = await open_replay(made, eva)
        assert state_of(message).viewpoint == ALL_HANDS
        assert "review" not in map(does, message.buttons)
        await hides(made, bo)
        answer = await eva.press(made.public(), label="Replay")
        assert said(answer) == WORDS("replay.not-open")
        before = message.text
        assert said(await turn(made, eva, message, "first")) == WORDS("replay.not-open")
        assert message.text == before
        # Whoever sat there sees it on, without the name.
        own = await open_replay(made, ann)
        await turn(made, ann, own, "first")
        await choose(made, ann, own, "view", ALL_HANDS)
        assert "**bo**" not in own.text
        assert "**seat 2**" in own.text
        assert "bo" not in " ".join(label for one in own.selects for label, _ in one.options).split("’")
        mine = await open_replay(made, bo)
        await turn(made, bo, mine, "first")
        assert "**bo**" in mine.text


async def test_a_channel_that_a_member_cannot_see_keeps_its_games(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        found = await finished(made)
        eva = made.sandbox.join(made.guild, "eva")
        elsewhere = made.guild.add_channel("altro")
        ann, *_ = made.people
        assert made.bot is not None
        message = await open_replay(made, ann)
        posted = await shown_here(made, ann, message)
        # The table has moved to a channel of its own meanwhile.
        await made.bot.store.set_message(replace(found.stored.place, channel_id=elsewhere.id))
        elsewhere.deny(eva.user, Permission.VIEW_CHANNEL)
        assert said(await turn(made, eva, posted, "own")) == WORDS("replay.not-open")
        assert state_of(await open_replay(made, ann)).source == TABLE


async def test_a_moment_is_shown_to_everybody_and_turned_by_its_poster_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        assert made.bot is not None
        await finished(made)
        ann, bo, cy, _ = made.people
        # That lists stay private says nothing of games.
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "public-lists", OFF)
        message = await replay_at(made, ann, 2, 7)
        posted = await shown_here(made, ann, message)
        assert state_of(message) == ReplayState(TABLE, Moment(2, 7))
        assert state_of(posted) == ReplayState(TABLE, Moment(2, 7), ALL_HANDS, ann.id)
        assert [
            does(one) for one in posted.buttons if does(one) not in ("first", "back", "next", "last")
        ] == [
            "key",
            "own",
        ]
        assert posted.mentions == []
        await turn(made, ann, posted, "next")
        await choose(made, ann, posted, "view", "3")
        assert state_of(posted) == ReplayState(TABLE, Moment(2, 8), "3", ann.id)
        before = posted.text
        assert said(await turn(made, bo, posted, "back")) == WORDS("replay.not-yours")
        assert said(await choose(made, bo, posted, "view", ALL_HANDS)) == WORDS("replay.not-yours")
        assert posted.text == before
        copy = (await turn(made, bo, posted, "own")).message
        assert copy is not None
        assert copy.ephemeral
        assert state_of(copy) == ReplayState(TABLE, Moment(2, 8), "3")
        await turn(made, bo, copy, "back")
        assert state_of(copy).moment == Moment(2, 7)
        assert posted.text == before
        again = await turn(made, ann, message, "here")
        assert "You have shown something here not long ago." in said(again)
        # From the moment that somebody hides, nothing more of it is shown to everybody.
        await hides(made, cy)
        assert said(await turn(made, ann, posted, "next")) == WORDS("replay.stays")
        assert said(await turn(made, ann, message, "here")) == WORDS("replay.stays")
        assert posted.text == before
        assert not made.sandbox.violations


async def test_a_moment_is_shown_only_where_member_and_bot_may_write(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        await finished(made)
        ann, *_ = made.people
        message = await open_replay(made, ann)
        for who in (ann.user, made.sandbox.bot):
            made.channel.deny(who, Permission.SEND_MESSAGES)
            before = len([one for one in ann.sees(made.channel) if not one.ephemeral])
            assert said(await turn(made, ann, message, "here"))
            assert len([one for one in ann.sees(made.channel) if not one.ephemeral]) == before
            made.channel.allow(who, Permission.SEND_MESSAGES)
        assert not (await shown_here(made, ann, message)).ephemeral


async def test_forged_presses_show_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        await finished(made, table_id=OTHER)
        await finished(made)
        ann, bo, *_ = made.people
        message = await replay_at(made, ann, 2, 7)
        state = state_of(message)
        posted = await shown_here(made, ann, message)
        before, public = message.text, posted.text
        for forged in (
            "v",
            "v:",
            f"v:{TABLE}",
            f"v:{TABLE}:2:7:a:0",
            f"v:{TABLE}:2:7:a:0:nonsense",
            f"v:{TABLE}:2:7:99:0:next",
            f"v:{TABLE}:2:7:a:-1:next",
            state._replace(source=OTHER).id("next"),
            state._replace(source="00000000").id("next"),
            state._replace(moment=Moment(2, 6)).id("next"),
            state._replace(moment=Moment(99, 0)).id("show"),
            state._replace(viewpoint="9").id("show"),
            state._replace(poster=ann.id).id("next"),
            state.id("own"),
            state.id("review", "x"),
        ):
            assert said(await ann.forge(message, forged)) == FORGED, forged
        hand = next(one for one in message.selects if does(one) == "hand").custom_id
        view = next(one for one in message.selects if does(one) == "view").custom_id
        for custom_id, value in (
            (hand, "0"),
            (hand, "99"),
            (hand, "²"),
            (hand, "1:2"),
            (view, "7"),
            (view, "x"),
        ):
            answer = await ann.forge(message, custom_id, values=[value], component_type=SELECT)
            assert said(answer) == FORGED, value
        for forged in (state.id("next"), state.id("share"), state.id("here"), state_of(posted).id("review")):
            for person in (ann, bo):
                assert said(await person.forge(posted, forged)) == FORGED, forged
        assert (message.text, posted.text) == (before, public)
        # A button of one member's message is of no use on another's.
        own = await open_replay(made, bo)
        assert said(await bo.forge(own, state.id("next"))) == FORGED
        assert not made.sandbox.violations


async def test_after_a_restart_the_buttons_work_on(tmp_path: Path) -> None:
    async with sandboxed() as made:
        async with running(made, tmp_path / "cards.db"):
            await finished(made)
            ann, bo, *_ = made.people
            message = await replay_at(made, ann, 1, 3)
            posted = await shown_here(made, ann, message)
        async with running(made, tmp_path / "cards.db"):
            await turn(made, ann, message, "next")
            await turn(made, ann, posted, "back")
            assert state_of(message).moment == Moment(1, 4)
            assert state_of(posted).moment == Moment(1, 2)
            copy = (await turn(made, bo, posted, "own")).message
            assert copy is not None
            assert state_of(copy).moment == Moment(1, 2)


@pytest.mark.searches
async def test_the_hard_player_is_asked_inside_a_replay(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        assert made.bot is not None
        unlimited(made)
        found, (ann, *_) = await finished(made), made.people
        bot, made.bot.adviser.worlds = made.bot, 2
        await made.sandbox.until(lambda: bot.thinking.kernels.ready("cicera"))
        message = await replay_at(made, ann, 1, 0)
        while "hard" not in map(does, message.buttons):
            await turn(made, ann, message, "next")
        state = state_of(message)
        entry = found.entry(state.moment)
        assert entry is not None
        assert entry.user_id == ann.id
        await turn(made, ann, message, "hard")
        assert message.text.startswith(WORDS("replay.hard-title"))
        await turn(made, ann, message, "show")
        assert state_of(message) == state
        await turn(made, ann, message, "review")
        title = WORDS("review.title", number=1, findings=3).partition("\n")[0]
        assert message.text.startswith(title)
        there, back = [one for one in message.buttons if does(one) == "show"]
        await ann.press(message, next(one for one in message.buttons if does(one) == "review"))
        await made.answered()
        assert message.text.startswith(title.replace("1 of", "2 of"))
        there, back = [one for one in message.buttons if does(one) == "show"]
        assert there.label == "Show that moment"
        await ann.press(message, there)
        await made.answered()
        own = found.entry(state_of(message).moment)
        assert own is not None
        assert own.user_id == ann.id
        assert back.custom_id == state.id("show")
        numbers = await bot.adviser.key_moments(found, TABLE, ann.id)
        moments = sorted(map(found.of_number, numbers))
        assert moments
        await turn(made, ann, message, "last")
        # After the last of them comes the first.
        for moment in (*moments, moments[0]):
            await turn(made, ann, message, "key")
            assert state_of(message).moment == moment
