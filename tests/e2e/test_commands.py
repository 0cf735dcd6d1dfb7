"""What the commands do, and what the table does by itself: stopping, leaving, moving, calling."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.store import Status, TableRow
from sandbox.driver import Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.house import House, house, verb
from tests.e2e.referee import Referee, unlimited
from tests.e2e.umpire_ciapano import Ciapano

ASKED = (
    "Your wish to end the game now stands on the table. It ends as soon as enough agree: one player of "
    "each team, or more than half where everybody plays alone."
)
ENDED = "The game is ended, without a result."
CLOSED = "This lobby is closed. Start another one whenever you like."
NONE_HERE = "There is no table of this game here for you. Open one with `/cicera start`."


@asynccontextmanager
async def at_table(tmp_path: Path, players: int = 4, **values: Any) -> AsyncIterator[House]:
    """Return a house where nothing has been opened yet and limits are not the point."""
    async with house(tmp_path, players, **values) as made:
        unlimited(made)
        yield made
        assert list(made.sandbox.violations) == []


async def lobby(made: House, **options: Any) -> Message:
    """Open a lobby by the first member and return its message."""
    answer = await made.people[0].slash(made.channel, "cicera start", **options)
    assert answer.message is not None
    await made.sandbox.until(lambda: answer.followups)
    return answer.message


async def tables(made: House) -> list[TableRow]:
    """Return all tables that are not over, newest first."""
    assert made.bot is not None
    return await made.bot.store.live()


# Stopping


async def test_a_game_ends_when_one_of_each_side_agrees(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open()
        ann, bo, cy, di = made.people
        for person in (ann, ann, cy):
            # The host alone, or with their partner, ends nothing.
            assert (await person.slash(made.channel, "cicera stop")).text == ASKED
        await made.sandbox.until(lambda: "Ann & Cy would like to end the game" in made.public().text)
        assert (await tables(made))[0].status is Status.PLAYING
        answer = await di.press(made.public(), label="Play on")
        assert "would like to end" not in answer.text
        assert (await bo.slash(made.channel, "cicera stop")).text == ASKED
        await made.sandbox.until(lambda: "Bo would like to end the game" in made.public().text)
        answer = await ann.press(made.public(), label="Agree to end")
        assert "### The game was ended without a result" in answer.text
        for person in made.people:
            await made.sandbox.until(lambda person=person: over(made, person))  # type: ignore[misc]  # bound now
        assert await tables(made) == []
        assert (
            "Nobody has finished a game here yet"
            in (await ann.slash(made.channel, "cicera leaderboard")).text
        )


def over(made: House, person: Member) -> bool:
    """Return whether a member's private panel says that the game is over."""
    return any(m.ephemeral and "The game is over." in m.text for m in person.sees(made.channel))


async def test_who_manages_messages_ends_a_game_at_once(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open()
        eva = made.sandbox.join(made.guild, "eva")
        assert (await eva.slash(made.channel, "cicera stop")).text == "You are not seated at this table."
        boss = made.sandbox.join(made.guild, "boss", permissions=Permission.MANAGE_MESSAGES)
        assert (await boss.slash(made.channel, "cicera stop")).text == ENDED
        await made.sandbox.until(made.over)
        assert (await boss.slash(made.channel, "cicera stop")).text == NONE_HERE


async def test_a_lobby_is_closed_by_its_host_or_who_manages_messages(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        _, bo, *_ = made.people
        opened = await lobby(made)
        await bo.press(opened, label="Join B")
        refused = "Only the person who opened the table can close it."
        assert (await bo.slash(made.channel, "cicera stop")).text == refused
        assert (await bo.press(opened, label="Close")).text == refused
        assert (await made.people[0].slash(made.channel, "cicera stop")).text == CLOSED
        await made.sandbox.until(lambda: CLOSED in opened.text)
        assert opened.buttons == []
        again = await lobby(made)
        joined = await bo.press(again, label="Join B")
        await made.sandbox.until(lambda: joined.followups)
        boss = made.sandbox.join(made.guild, "boss", permissions=Permission.MANAGE_MESSAGES)
        assert CLOSED in (await boss.press(again, label="Close")).text
        await made.sandbox.until(lambda: joined.followups[0].text == CLOSED)
        assert await tables(made) == []


# Leaving


@pytest.mark.parametrize("by", ["button", "command"])
async def test_leaving_a_lobby_passes_it_on_and_the_last_one_closes_it(tmp_path: Path, by: str) -> None:
    async with at_table(tmp_path) as made:
        ann, bo, *_ = made.people
        opened = await lobby(made)
        await bo.press(opened, label="Join B")

        async def leave(person: Member) -> None:
            if by == "button":
                await person.press(opened, label="Leave")
            else:
                assert (await person.slash(made.channel, "cicera leave")).text == "You have left the table."

        await leave(ann)
        await made.sandbox.until(lambda: "Bo has opened a table" in opened.text)
        assert "**Team A**  (free) & (free)" in opened.text
        assert (await ann.slash(made.channel, "cicera leave")).text == NONE_HERE
        await leave(bo)
        await made.sandbox.until(lambda: CLOSED in opened.text)
        assert await tables(made) == []


async def test_asking_to_end_a_game_is_explained_and_asked_again(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open()
        ann, bo, *_ = made.people
        answer = await ann.slash(made.channel, "cicera leave")
        assert "**Ask to end the game** for all, without a result" in answer.text
        assert (await tables(made))[0].status is Status.PLAYING
        assert answer.message is not None
        assert (await ann.press(answer.message, label="Ask to end the game")).text == ASKED
        ann.dismiss(answer.message)
        panel = made.panel(bo)
        assert panel is not None
        answer = await bo.press(panel, label="Leave")
        await made.sandbox.until(lambda: answer.followups)
        (asked,) = answer.followups
        assert (await bo.press(asked, label="Ask to end the game")).text == ENDED
        await made.sandbox.until(made.over)


# The lobby


async def test_a_lobby_that_nobody_touches_closes_itself(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        opened = await lobby(made)
        for person, side, seconds in ((1, "B", 10 * 60), (2, "A", 14 * 60)):
            await made.pass_time(seconds)
            answer = await made.people[person].press(opened, label=f"Join {side}")
            await made.sandbox.until(lambda answer=answer: answer.followups)  # type: ignore[misc]  # bound now
        await made.pass_time(14.5 * 60)
        assert (await tables(made))[0].status is Status.LOBBY
        await made.pass_time(31)
        await made.sandbox.until(lambda: CLOSED in opened.text)
        assert await tables(made) == []


async def test_anybody_may_start_after_a_minute(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        opened = await lobby(made)
        _, bo, cy, di = made.people
        for person, side in ((bo, "B"), (cy, "A"), (di, "B")):
            await person.press(opened, label=f"Join {side}")
        await made.pass_time(35)
        assert "Whoever opened the table starts." in (await di.press(opened, label="Start")).text
        eva = made.sandbox.join(made.guild, "eva")
        await made.pass_time(26)
        assert (await eva.press(opened, label="Start")).text == "You are not seated at this table."
        await di.press(opened, label="Start")
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))


async def test_people_change_sides_in_the_lobby(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        opened = await lobby(made)
        ann, bo, cy, di = made.people
        answer = await ann.press(opened, label="Join B")
        assert "**Team A**  (free) & (free)\n**Team B**  Ann & (free)" in answer.text
        for person, side in ((bo, "A"), (cy, "B"), (di, "A")):
            await person.press(opened, label=f"Join {side}")
        assert "**Team A**  Bo & Di\n**Team B**  Ann & Cy" in opened.text
        await made.start(ann, opened)
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        assert "**Bo & Di** 0 : 0 **Ann & Cy**" in made.public().text


async def test_what_the_bot_may_not_do_is_named_before_a_lobby_opens(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        ann = made.people[0]
        for lacking, named in (
            ((Permission.SEND_MESSAGES,), "Send Messages"),
            ((Permission.EMBED_LINKS, Permission.ATTACH_FILES), "Embed Links, Attach Files"),
        ):
            channel = made.guild.add_channel(named.lower().replace(" ", "-").replace(",", ""))
            channel.deny(made.sandbox.bot, *lacking)
            answer = await ann.slash(channel, "cicera start")
            assert (
                answer.text == f"I cannot do that here: I lack {named}. Please ask somebody who can grant it."
            )
            assert answer.message is not None
            assert answer.message.ephemeral
        assert await tables(made) == []
        await lobby(made)
        answer = await ann.slash(channel, "cicera table")
        assert "I lack Embed Links, Attach Files" in answer.text
        assert made.bot is not None
        stored = await made.bot.store.load((await tables(made))[0].id)
        assert stored is not None
        assert stored.place.channel_id == made.channel.id


# Where the table is


async def test_the_table_moves_to_another_channel(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        referee = Referee(made)
        await referee.begin()
        await referee.play(2)
        before, old = made.public(), made.channel
        made.channel = made.guild.add_channel("elsewhere")
        answer = await made.people[1].slash(made.channel, "cicera table")
        await made.sandbox.until(lambda: before.deleted)
        assert answer.message == made.public()
        made.channel = old
        panels = [made.panel(person) for person in made.people]
        made.channel = made.guild.channels[answer.message.stored.channel.id]
        for person in made.people:
            await person.press(made.public(), label="My hand")
        await referee.agree()
        await referee.play(6)
        assert len(set(panels)) == 4


async def test_two_tables_in_a_channel_and_one_person_at_both(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        ann, bo, cy, _ = made.people
        first = await lobby(made, players=2, target=11)
        await bo.press(first, label="Join")
        await made.start(ann, first)
        second = await lobby(made, players=2, target=21)
        await cy.press(second, label="Join")
        await made.start(ann, second)
        await made.sandbox.until(lambda: all("to play" in message.text for message in (first, second)))
        assert "**Ann** 0 : 0 **Bo**" in first.text
        assert "**Ann** 0 : 0 **Cy**" in second.text
        assert len(await tables(made)) == 2
        # Among several tables `hand` means the one that waits.
        waits = {message: "▶ **Ann** to play" in message.text for message in (first, second)}
        answer = await ann.slash(made.channel, "cicera hand")
        assert ("Your turn, Ann" in answer.text) == any(waits.values())
        for message, other in ((first, bo), (second, cy)):
            answer = await ann.press(message, label="My hand")
            assert other.name.capitalize() in answer.text
            hand = await other.press(message, label="My hand")
            assert hand.message is not None
        for person in (ann, bo, cy):
            for message in person.sees(made.channel):
                card = next((b for b in message.buttons if verb(b) == "play" and not b.disabled), None)
                if card is not None and message.ephemeral:
                    await person.press(message, card)
        await made.sandbox.until(lambda: all(" left " in message.text for message in (first, second)))


async def test_chat_pushes_the_table_up_and_it_comes_down(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        referee = Referee(made)
        await referee.begin()
        before = made.public()
        for number in range(13):
            await made.people[0].say(made.channel, f"chatter {number}")
        await referee.play(1)
        assert made.public() == before
        for number in range(2):
            await made.people[1].say(made.channel, f"more {number}")
        await referee.play(1)
        assert made.public() != before
        await made.sandbox.until(lambda: before.deleted)
        assert made.people[0].sees(made.channel)[-1] == made.public()
        assert len([m for m in made.people[3].sees(made.channel) if not m.ephemeral and m.buttons]) == 1


async def test_a_table_that_has_grown_old_is_posted_anew(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        referee = Referee(made)
        await referee.begin()
        before = made.public()
        await made.pass_time(56 * 60)
        for person in made.people:
            await person.press(before, label="My hand")
        await referee.play(1)
        assert made.public() != before
        await made.sandbox.until(lambda: before.deleted)


async def test_move_down_and_the_table_command_bring_it_down(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        referee = Referee(made)
        await referee.begin()
        ann = made.people[0]
        first = made.public()
        more = (await ann.press(first, label="More")).message
        assert more is not None
        assert (await ann.press(more, label="Move down here")).text == "The table is now down here."
        ann.dismiss(more)
        await made.sandbox.until(lambda: first.deleted)
        second = made.public()
        assert (await ann.slash(made.channel, "cicera table")).message == made.public()
        await made.sandbox.until(lambda: second.deleted)
        await referee.agree()
        await referee.play(4)


# Calling people, and going on without them


async def test_who_is_slow_is_called_once_and_the_call_goes_with_the_turn(tmp_path: Path) -> None:
    async with at_table(tmp_path, nudge_seconds=90) as made:
        referee = Referee(made)
        await referee.begin()

        def calls() -> list[Message]:
            return [m for m in made.people[0].sees(made.channel) if m.mentions]

        await made.pass_time(60)
        await referee.agree()
        assert calls() == []
        await made.pass_time(31)
        await made.sandbox.until(calls)
        (call,) = calls()
        assert call.mentions == [made.people[referee.state.turn].name]
        await made.pass_time(300)
        await referee.play(1)
        await made.sandbox.until(lambda: call.deleted)
        assert calls() == []


async def test_the_next_hand_is_dealt_by_itself(tmp_path: Path) -> None:
    async with at_table(tmp_path, players=3, next_hand_seconds=45) as made:
        umpire = Ciapano(made)  # a first hand never ends it
        await umpire.begin()
        while not umpire.between:
            await umpire.play(1)
        await made.people[0].press(
            made.public(), next(b for b in made.public().buttons if verb(b) == "ready")
        )
        await made.pass_time(46)
        await made.sandbox.until(lambda: "· hand 2 ·" in made.public().text)
        await umpire.take_deal()
        await umpire.agree()
        await umpire.play(3)


# After the game


async def test_a_rematch_keeps_the_seats_and_teams_can_be_changed(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open(target=11, picada="rank")
        for person in made.people[:2]:
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        ended = made.public()
        ann, bo, cy, di = made.people
        eva = made.sandbox.join(made.guild, "eva")
        assert (await eva.press(ended, label="Rematch")).text == "You are not seated at this table."
        await di.press(ended, label="Rematch")
        await made.sandbox.until(lambda: made.public() != ended)
        again = made.public()
        assert "Di has opened a table" in again.text
        assert "to 11 · 12 cards each · picada with the same rank only" in again.text
        assert "**Team B**  (free) & Di" in again.text
        await ann.press(ended, label="Rematch")
        await bo.press(ended, label="Rematch")
        await made.sandbox.until(lambda: "**Team A**  Ann & (free)\n**Team B**  Bo & Di" in again.text)
        # Whoever is quick may take another seat; who comes by Rematch then gets what is free.
        await bo.press(again, label="Join A")
        await cy.press(ended, label="Rematch")
        await made.sandbox.until(lambda: "**Team A**  Ann & Bo\n**Team B**  Cy & Di" in again.text)
        assert len(await tables(made)) == 1
        await made.start(di, again)
        await made.sandbox.until(lambda: "**Ann & Bo** 0 : 0 **Cy & Di**" in again.text)


async def test_a_rematch_that_was_closed_can_be_asked_for_again(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        await made.open(target=11)
        for person in made.people[:2]:
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        ended = made.public()
        ann, bo = made.people[:2]
        await ann.press(ended, label="Rematch")
        await made.sandbox.until(lambda: made.public() != ended)
        await ann.press(made.public(), label="Close")
        await bo.press(ended, label="Rematch")
        await made.sandbox.until(lambda: "Bo has opened a table" in made.public().text)


async def test_rules_show_the_house_rules_of_the_table_first(tmp_path: Path) -> None:
    async with at_table(tmp_path) as made:
        ann = made.people[0]
        plain = await ann.slash(made.channel, "cicera rules")
        assert plain.text.startswith("### Cicera: the game")
        await lobby(made, target=21, picada="rank")
        answer = await ann.slash(made.channel, "cicera rules")
        first = answer.text.split("\n")[0]
        assert first.startswith("**At this table:** two against two · to 21 · 12 cards each")
        message = answer.message
        assert message is not None
        for page in (2, 3, 4, 5, 4):
            label = "Next ▶" if f"Page {page - 1} of" in message.text else "◀ Back"
            await ann.press(message, label=label)
            assert f"Page {page} of 5" in message.text
            assert message.text.startswith(first)
        assert [b.label for b in message.buttons] == ["◀ Back", "Next ▶"]
