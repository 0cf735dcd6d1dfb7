"""Clips of a game that is over: chosen, looked at, and posted in a channel where one may write."""

import io
import re
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image

from bot.locale.glyphs import as_text
from bot.painting.clips import LARGEST
from bot.painting.paint import Painter
from bot.painting.raster import Sprites
from bot.panels.replays.clip import FRAMES, ClipKind, excerpt
from bot.panels.replays.state import ReplayState
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.preferences.declared import OFF, ON
from bot.store import HIDDEN, Scope
from bot.tables.replays.replay import Moment
from sandbox.driver import Answer, Member
from sandbox.objects import Channel
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.finished import TABLE, finished, replay_at
from tests.e2e.support.house import House, house
from tests.e2e.support.pictured import seen

MOMENT: Final = Moment(2, 7)
STATE: Final = ReplayState(TABLE, MOMENT)
SEND: Final = "POST /channels/*/messages"
CHANNELS: Final = 8
"""Discord's number for a list of channels."""
FORGED: Final = "That is not a move in this game."


def of(answer: Answer) -> Message:
    assert answer.message is not None
    return answer.message


async def page(person: Member, made: House) -> Message:
    """Return a member's private message that shows the page *Share*."""
    shown = await replay_at(made, person, *MOMENT)
    await person.press(shown, custom_id=STATE.id("share"))
    return shown


async def looked_at(person: Member, made: House, kind: ClipKind = ClipKind.PLAY) -> Message:
    """Return a member's private message that shows a clip."""
    shown = await page(person, made)
    await person.press(shown, custom_id=STATE.id("clip", kind))
    await made.shown()
    return shown


def choice(channel: Channel | int, kind: ClipKind = ClipKind.PLAY) -> str:
    """Return the id of the button that posts a clip in a channel."""
    return STATE.id("clip-post", f"{kind}:{channel if isinstance(channel, int) else channel.id}")


async def posts(person: Member, made: House, shown: Message, channel: Channel) -> list[Message]:
    """Let a member choose a channel and post the clip there; return the new messages there."""
    before = len(person.sees(channel))
    await person.select(shown, values=[channel])
    await person.press(shown, custom_id=choice(channel))
    await made.shown()
    return [message for message in person.sees(channel)[before:] if not message.ephemeral]


def said(answer: Answer) -> str:
    """Return all that a member is told in answer to a press."""
    return "\n".join(message.text for message in (of(answer), *answer.followups))


def gif(message: Message) -> bytes:
    """Return the only file of a message, a clip as it is described there."""
    [(name, alt)] = seen(message)
    [file] = message.attachments
    assert file.filename == name
    assert name.endswith(".gif")
    assert alt.startswith("Cicera, hand 2, to 51: ")
    assert len(file.data) <= LARGEST
    return bytes(file.data)


@pytest.mark.parametrize("kind", list(ClipKind))
async def test_a_clip_is_chosen_looked_at_and_posted_in_another_channel(
    tmp_path: Path, kind: ClipKind
) -> None:
    async with house(tmp_path, pictures=True) as made:
        replay, (ann, bo, *_) = await finished(made), made.people
        found, other = excerpt(replay, MOMENT, kind, WORDS, Style()), made.guild.add_channel("altro")
        shown = await page(ann, made)
        assert [button.label for button in shown.buttons] == [
            "This play",
            "The last three plays",
            "This hand’s best play",
            "Back",
        ]
        assert shown.buttons[-1].custom_id == STATE.id("show")
        await ann.press(shown, custom_id=STATE.id("clip", kind))
        await made.shown()
        assert shown.ephemeral
        data = gif(shown)
        with Image.open(io.BytesIO(data)) as picture:
            assert (picture.format, getattr(picture, "n_frames", 1)) == ("GIF", FRAMES[kind])
        assert seen(shown) == [(found.clip.name, found.clip.alt)]
        assert shown.text == as_text(found.told)
        assert [button.label for button in shown.buttons] == ["Back"]
        assert [(menu.kind, menu.channel_types) for menu in shown.selects] == [(CHANNELS, (0, 5, 10, 11, 12))]
        await ann.select(shown, values=[other])
        assert [button.label for button in shown.buttons] == ["Post it in #altro", "Back"]
        assert bo.sees(other) == []
        await ann.press(shown, label="Post it in #altro")
        await made.shown()
        [message] = bo.sees(other)
        assert gif(message) == data == gif(shown)
        assert seen(message) == seen(shown)
        code = f"{TABLE}-{found.play.hand}-{found.play.play}"
        assert message.text.splitlines()[:-1] == as_text(f"{found.heading}\n{found.told}").splitlines()
        assert message.text.splitlines()[-1] == f"-# This moment’s code: `{code}`"
        assert [(button.label, button.custom_id) for button in message.buttons] == [
            ("Replay", ReplayState(TABLE, found.play).id("own"))
        ]
        assert not message.mentions
        assert shown.text.endswith(f"Posted in <#{other.id}>.")
        assert [button.label for button in shown.buttons] == ["Back"]
        assert not made.sandbox.violations


async def test_a_clip_can_be_posted_in_a_thread_but_not_where_one_is_not(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        await finished(made)
        ann, *_ = made.people
        thread = made.channel.add_thread("serata")
        shown = await looked_at(ann, made)
        [message] = await posts(ann, made, shown, thread)
        gif(message)
        elsewhere = made.sandbox.world.add_guild("Altrove").add_channel("generale")
        for channel in (elsewhere.id, 10**19, 0, "x", "²", "-1", "1" * 30):
            told = await ann.forge(
                shown, STATE.id("clip-to", "play"), values=[str(channel)], component_type=CHANNELS
            )
            assert said(told).endswith("Please choose another one."), channel
        assert not made.sandbox.violations


async def test_nothing_is_posted_where_member_or_bot_may_not_write(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        await finished(made)
        ann, *_ = made.people
        other = made.guild.add_channel("altro")
        shown = await looked_at(ann, made)
        await ann.select(shown, values=[other])
        for who, permission, told in (
            (
                made.sandbox.bot,
                Permission.SEND_MESSAGES,
                f"I cannot post in <#{other.id}>: I lack Send Messages.",
            ),
            (
                made.sandbox.bot,
                Permission.ATTACH_FILES,
                f"I cannot post in <#{other.id}>: I lack Attach Files.",
            ),
            (ann.user, Permission.SEND_MESSAGES, f"You may not write in <#{other.id}>,"),
            (ann.user, Permission.VIEW_CHANNEL, "I do not know this channel, or you cannot see it."),
        ):
            other.deny(who, permission)
            for answer in (
                await ann.press(shown, custom_id=choice(other)),
                await ann.forge(
                    shown, STATE.id("clip-to", "play"), values=[str(other.id)], component_type=CHANNELS
                ),
            ):
                assert told in said(answer)
            other.allow(who, permission)
        assert made.people[1].sees(other) == []
        # None of these tries counts.
        assert len(await posts(ann, made, shown, other)) == 1
        assert not made.sandbox.violations


async def test_a_second_clip_in_the_same_channel_has_to_wait(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        await finished(made)
        ann, bo, *_ = made.people
        other = made.guild.add_channel("altro")
        shown = await looked_at(ann, made)
        assert len(await posts(ann, made, shown, other)) == 1
        await ann.select(shown, values=[other])
        answer = await ann.press(shown, custom_id=choice(other))
        assert re.search(r"You have shown something here not long ago\. .* in \d+ s", said(answer))
        assert len(bo.sees(other)) == 1
        # Elsewhere she may, and so may another member.
        assert len(await posts(ann, made, shown, made.channel)) == 1
        assert len(await posts(bo, made, await looked_at(bo, made), other)) == 1


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ({"status": 403}, "Discord did not let me do that here, and does not say why."),
        (None, "Discord did not take that just now."),
    ],
)
async def test_a_clip_that_discord_does_not_take_can_be_posted_again(
    tmp_path: Path, fault: dict[str, Any] | None, told: str
) -> None:
    async with house(tmp_path, pictures=True) as made:
        await finished(made)
        ann, *_ = made.people
        other = made.guild.add_channel("altro")
        shown = await looked_at(ann, made)
        await ann.select(shown, values=[other])
        if fault is None:
            made.sandbox.faults.dropped(SEND, times=None)
        else:
            made.sandbox.faults.error(SEND, times=None, **fault)
        answer = await ann.press(shown, custom_id=choice(other))
        await made.shown()
        assert told in said(answer)
        made.sandbox.faults.clear()
        [message] = await posts(ann, made, shown, other)
        gif(message)


async def test_a_clip_whose_upload_fails_comes_later(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        await finished(made)
        ann, *_ = made.people
        other = made.guild.add_channel("altro")
        shown = await looked_at(ann, made)
        made.sandbox.faults.error("PATCH /channels/*/messages/*", status=500, times=1)
        [message] = await posts(ann, made, shown, other)
        await made.sandbox.until(lambda: message.attachments)
        gif(message)
        assert message.text.startswith("**Cicera**")


async def test_a_game_of_a_hidden_member_stays_with_its_people(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        await finished(made)
        assert made.bot is not None
        ann, bo, *_ = made.people
        other, before = made.guild.add_channel("altro"), await looked_at(ann, made)
        await ann.select(before, values=[other])
        stays = "A player of this game hides, so only those who sat there can look at it."
        await made.bot.preferences.choose(Scope.MEMBER, bo.id, HIDDEN, ON)
        shown = await looked_at(ann, made)
        assert shown.text.endswith(stays)
        gif(shown)
        assert shown.selects == []
        answer = await ann.press(before, custom_id=choice(other))
        assert said(answer).endswith(stays)
        assert ann.sees(other) == []


async def test_a_server_without_pictures_has_no_clips(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        await finished(made)
        assert made.bot is not None
        ann, *_ = made.people
        replay, chosen = await replay_at(made, ann, *MOMENT), await looked_at(ann, made)
        await ann.select(chosen, values=[made.channel])
        pages = ((replay, "share"), (await page(ann, made), "clip:play"), (chosen, choice(made.channel)))
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "pictures", OFF)
        for shown, wanted in pages:
            [button] = [one for one in shown.buttons if (one.custom_id or "").endswith(wanted)]
            answer = await ann.press(shown, button)
            assert "without pictures, so there are no clips." in said(answer)


class Broken(Painter):
    """A painter that has lost its colours."""

    def coloured(self, sketch: Sketch) -> Image.Image:
        raise OSError("no colours")


async def test_who_asks_for_a_clip_that_cannot_be_painted_is_told(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        await finished(made)
        assert made.bot is not None
        made.bot.gallery.painter = Broken(Sprites())
        ann, *_ = made.people
        shown = await page(ann, made)
        before = shown.text
        answer = await ann.press(shown, custom_id=STATE.id("clip", "play"))
        assert "I could not paint this clip, sorry." in said(answer)
        assert shown.text == before


async def test_forged_presses_are_refused(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as made:
        await finished(made)
        ann, bo, *_ = made.people
        shown = await page(ann, made)
        for custom_id in (
            STATE.id("share", "play"),
            STATE.id("clip"),
            STATE.id("clip", "worst"),
            STATE.id("clip", f"play:{made.channel.id}"),
            STATE.id("clip-to", "play"),
            STATE.id("clip-post", "play"),
            STATE.id("clip-post", f"worst:{made.channel.id}"),
            ReplayState(TABLE, Moment(99, 1)).id("share"),
            ReplayState(TABLE, Moment(2, 999)).id("clip", "play"),
        ):
            assert said(await ann.forge(shown, custom_id)).endswith(FORGED), custom_id
        # Everybody sees a message that has been posted: no page is drawn there.
        [message] = await posts(ann, made, await looked_at(ann, made), made.channel)
        before = message.text
        assert said(await bo.forge(message, STATE.id("share"))).endswith(FORGED)
        assert message.text == before
        assert not made.sandbox.violations
