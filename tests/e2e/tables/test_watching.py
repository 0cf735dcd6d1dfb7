"""A member without a seat reads the public view on a private panel, and nothing else.

`test_secrecy.py` checks that nothing secret reaches them, in the games that are watched there.
"""

from pathlib import Path

import pytest

from bot.messages.ledger import TOKEN_SECONDS
from engine import GAMES
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.games.test_ends import press
from tests.e2e.messages.test_order import own_of
from tests.e2e.support.house import COMMANDS, House, house, live
from tests.e2e.support.reading import verbs
from tests.e2e.support.umpire import unlimited


def guest(made: House) -> Member:
    """Return a member who has no seat."""
    return made.sandbox.join(made.guild, "eva")


def private(message: Message) -> bool:
    """Return whether a message is private, and has nothing that moves a game on."""
    return message.ephemeral and not live(message)


@pytest.mark.parametrize("game", GAMES)
async def test_whoever_watches_sees_what_is_public_and_looks_up_what_anybody_may(
    tmp_path: Path, game: str
) -> None:
    async with house(tmp_path) as made:
        eva = guest(made)
        unlimited(made)
        await made.open(game)
        for _ in range(9):
            await made.step()
        await made.shown()
        for name in ("hand", "last", "more"):
            opened = await press(eva, made.public(), name)
            assert private(opened)
            if name != "hand":
                await press(eva, opened, "back")
            assert verbs(opened)[0] == "hand"
            assert "more" in verbs(opened)
            assert "leave" not in verbs(opened)
            # A further press on the public message replaces the private one.
            await made.shown()
            assert own_of(made, eva) == [opened]
        await press(eva, opened, "more")
        for name in [name for name in verbs(opened) if name not in ("back", "more")]:
            await press(eva, opened, name)
            assert private(opened)
            await press(eva, opened, "back")
            await press(eva, opened, "more")
        assert made.bot is not None
        (row,) = await made.bot.store.live()
        stored = await made.bot.store.load(row.id)
        assert stored is not None
        # It follows nothing: no panel is stored.
        assert eva.id not in [panel.user_id for panel in stored.panels]
        await press(eva, opened, "back")
        before = opened.text
        while opened.text == before:
            await made.step()
            await made.shown()
            await press(eva, opened, "hand")
        assert list(made.sandbox.violations) == []


@pytest.mark.parametrize("game", GAMES)
async def test_the_hand_command_shows_a_game_in_the_channel_to_those_without_one(
    tmp_path: Path, game: str
) -> None:
    async with house(tmp_path) as made:
        eva = guest(made)
        unlimited(made)
        command = f"{COMMANDS.get(game, game)} hand"
        nothing = await eva.slash(made.channel, command)
        assert nothing.message is not None
        assert nothing.message.buttons == []
        await made.open(game)
        answer = await eva.slash(made.channel, command)
        assert answer.message is not None
        assert private(answer.message)
        assert verbs(answer.message)[0] == "hand"
        elsewhere = await eva.slash(made.guild.add_channel("altrove"), command)
        assert elsewhere.message is not None
        assert elsewhere.message.buttons == []


async def test_who_watches_and_sits_down_has_one_private_message(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        eva = guest(made)
        unlimited(made)
        await made.people[0].slash(made.channel, "cicera start")
        await made.shown()
        for _ in range(2):
            await press(eva, made.public(), "hand")
            await made.shown()
        await made.join(eva, 1)
        await made.shown()
        (seen,) = own_of(made, eva)
        assert {"leave", "lobby"}.intersection(verbs(seen))
        assert list(made.sandbox.violations) == []


async def test_the_message_of_who_watches_stays_once_it_cannot_be_deleted(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        eva = guest(made)
        unlimited(made)
        await made.open()
        first = await press(eva, made.public(), "last")
        await made.pass_time(TOKEN_SECONDS + 1)
        second = await press(eva, made.public(), "last")
        await made.shown()
        assert own_of(made, eva) == [first, second]
        # A press makes the old one the one that is kept.
        await press(eva, first, "back")
        await made.shown()
        assert own_of(made, eva) == [first]
        assert list(made.sandbox.violations) == []
