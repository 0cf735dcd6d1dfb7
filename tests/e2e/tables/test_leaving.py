"""How people leave a game under way: for a while, or with the others for good."""

from pathlib import Path

import pytest

from bot.store import Status
from sandbox.driver import Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.support.at_table import NONE_HERE, WORDS, at_table, over, tables
from tests.e2e.support.house import House, button, live
from tests.e2e.support.reading import notation, verb, verbs


async def test_a_game_ends_when_one_of_each_side_agrees(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open()
        ann, bo, cy, di = made.people
        for person in (ann, ann, cy):
            # The host alone, or with their partner, ends nothing.
            assert (await person.slash(made.channel, "cicera stop")).text == WORDS("leave.asked")
        await made.sandbox.until(lambda: asked_by("Ann", "Cy") in made.public().text)
        assert (await tables(made))[0].status is Status.PLAYING
        await di.press(made.public(), button(made.public(), "against"))
        # The partner can still agree.
        assert asked_by("Ann", "Cy") in made.public().text
        assert WORDS("vote.against", names="Di") in made.public().text
        await bo.press(made.public(), button(made.public(), "against"))
        assert "vote" not in verbs(made.public())
        assert (await bo.slash(made.channel, "cicera stop")).text == WORDS("leave.asked")
        await made.sandbox.until(lambda: asked_by("Bo") in made.public().text)
        answer = await ann.press(made.public(), button(made.public(), "vote", "stop"))
        assert WORDS("game.stopped") in answer.text
        for person in made.people:
            await made.sandbox.until(lambda person=person: over(made, person))  # type: ignore[misc]  # bound now
        assert await tables(made) == []
        assert WORDS("leaderboard.none-now") in (await ann.slash(made.channel, "cicera leaderboard")).text


def asked_by(*names: str) -> str:
    """Return the text of a vote, and the names of the members who would like to end the game."""
    return WORDS("vote.stop") + "\n" + WORDS("vote.for", names=WORDS("and").join(names))


async def test_who_manages_messages_ends_a_game_at_once(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open()
        eva = made.sandbox.join(made.guild, "eva")
        assert (await eva.slash(made.channel, "cicera stop")).text == WORDS("refused.not-seated")
        boss = made.sandbox.join(made.guild, "boss", permissions=Permission.MANAGE_MESSAGES)
        assert (await boss.slash(made.channel, "cicera stop")).text == WORDS("leave.ended")
        await made.sandbox.until(made.over)
        assert (await boss.slash(made.channel, "cicera stop")).text == NONE_HERE


async def test_asking_to_end_a_game_is_explained_and_asked_again(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open()
        ann, bo, *_ = made.people
        message = (await ann.slash(made.channel, "cicera leave")).message
        assert message is not None
        offered = [("hand-over", ""), ("vote", "stop"), ("vote", "concede-0"), ("end", ""), ("back", "")]
        assert [(verb(b), notation(b)) for b in message.buttons] == offered
        assert (await tables(made))[0].status is Status.PLAYING
        await ann.press(message, button(message, "vote", "stop"))
        assert WORDS("vote.said") in message.text
        panel = made.panel(bo)
        assert panel is not None
        for name in ("more", "leave"):
            answer = await bo.press(panel, button(panel, name))
            assert (answer.kind, answer.followups) == ("update", [])
        # Only the host can end it for everybody.
        offered = [("hand-over", ""), ("vote", "stop"), ("vote", "concede-1"), ("back", "")]
        assert [(verb(b), notation(b)) for b in panel.buttons] == offered
        await bo.press(panel, button(panel, "vote", "stop"))
        await made.sandbox.until(made.over)
        assert over(made, bo)


async def test_only_what_one_has_a_say_in_is_offered(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open()
        (row,) = await tables(made)
        assert made.bot is not None
        (asked,) = (await made.bot.tables.get(row.id)).waits_for()
        for seat, person in enumerate(made.people):
            panel = the_panel(made, person)
            await person.press(panel, button(panel, "more"))
            if seat == asked:
                assert "absent" not in verbs(panel)
            else:
                await person.press(panel, button(panel, "absent"))
                offered = [notation(b) for b in panel.buttons if verb(b) == "vote"]
                assert offered == ["wait", f"give-{asked}"]
            await person.press(panel, button(panel, "back"))


async def test_a_seat_is_handed_over_and_taken_back_in_the_panel(tmp_path: Path) -> None:
    async with at_table(tmp_path, pause_seconds=10_000) as made:
        await made.open()
        assert made.bot is not None
        ann, bo, *_ = made.people
        (row,) = await tables(made)
        panel = made.panel(ann)
        assert panel is not None
        before = len(ann.sees(made.channel))
        for name in ("more", "leave", "back", "more", "leave", "hand-over"):
            await ann.press(panel, button(panel, name))
        assert live(panel) == []
        assert verbs(panel).count("take-back") == 1
        assert (await made.bot.tables.get(row.id)).seats[0].present is False
        assert "take-back" not in verbs(the_panel(made, bo))
        # No remaining control of the page leads anywhere else.
        for name in ("leave", "vote:stop"):
            answer = await ann.forge(panel, f"t:{row.id}:0:{name}")
            assert WORDS("refused.computer-plays") in answer.text.split("\n")
        panel = the_panel(made, ann)
        await ann.press(panel, button(panel, "take-back"))
        assert "take-back" not in verbs(panel)
        assert (await made.bot.tables.get(row.id)).seats[0].present is True
        assert len([m for m in ann.sees(made.channel) if m == panel]) == 1
        assert before <= len(ann.sees(made.channel)) <= before + 2


async def test_whoever_is_alone_with_computers_is_told_that_leaving_ends_the_game(tmp_path: Path) -> None:
    async with at_table(tmp_path, players=2, pause_seconds=10_000) as made:
        await made.open()
        ann, bo = made.people
        first, last = the_panel(made, ann), the_panel(made, bo)
        for panel, person in ((first, ann), (last, bo)):
            for name in ("more", "leave"):
                await person.press(panel, button(panel, name))
        assert notation(button(last, "hand-over")) == ""
        await ann.press(first, button(first, "hand-over"))
        # Bo has not read it so far: the button drawn before says so, and ends nothing.
        await made.shown()
        (row,) = await tables(made)
        await bo.forge(last, f"t:{row.id}:0:hand-over")
        assert row.status is Status.PLAYING
        assert [(verb(b), notation(b)) for b in last.buttons] == [("back", ""), ("hand-over", "alone")]
        await bo.press(last, button(last, "hand-over"))
        await made.sandbox.until(made.over)
        assert await tables(made) == []


def the_panel(made: House, person: Member) -> Message:
    """Return a member's panel."""
    panel = made.panel(person)
    assert panel is not None
    return panel


def telling(made: House, person: Member, news: str) -> list[bool]:
    """Return, for each message with the news on a member's screen, whether it is private."""
    return [message.ephemeral for message in person.sees(made.channel) if news in message.text]


@pytest.mark.parametrize("way", ["button", "server"])
async def test_who_leaves_is_told_once_to_each_of_those_who_stay(tmp_path: Path, way: str) -> None:
    async with at_table(tmp_path, pause_seconds=10_000, turn_seconds=120) as made:
        await made.open()
        asked = next(person for person in made.people if made.to_press(person))
        others = [person for person in made.people if person is not asked]
        gone = asked if way == "server" else others[0]
        stay = [person for person in made.people if person is not gone]
        news = WORDS("panel.has-left", name=gone.name.capitalize())
        if way == "server":
            gone.leave()
            await made.pass_time(121)
        else:
            for name in ("more", "leave", "hand-over"):
                await gone.press(the_panel(made, gone), button(the_panel(made, gone), name))
        await made.sandbox.until(lambda: all(telling(made, person, news) for person in stay), what="the news")
        await made.shown()
        assert [telling(made, person, news) for person in stay] == [[True]] * 3
        # That a member has left the server, the bot learns from Discord.
        made.sandbox.violations.clear()
        # Whoever has pressed something since has read it; it stays for the others, in the same message.
        reader, *rest = [person for person in stay if person is not asked] or stay
        panel = the_panel(made, reader)
        await reader.press(panel, button(panel, "more"))
        await reader.press(panel, button(panel, "back"))
        await made.shown()
        assert telling(made, reader, news) == []
        assert all(telling(made, person, news) == [True] for person in rest)
