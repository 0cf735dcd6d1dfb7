"""`/cards tables`: a member's open tables of a server, each with its next step and a link."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.panels.lists.tables import TABLES_PER_PAGE, open_tables
from bot.store import Status
from bot.table.viewing import view_of
from engine import GAMES
from sandbox.driver import Member
from sandbox.view import Message
from tests.bot.store.store_rows import a_place
from tests.e2e.messages.test_panels import wrong
from tests.e2e.support.drawn import NAMES, WORDS, table_of
from tests.e2e.support.house import COMMANDS, House, house, running, sandboxed
from tests.e2e.support.umpire import unlimited
from tests.engine.strategies import all_options, played

LINK = re.compile(r"https://discord\.com/channels/[\d/]+")


async def listed(made: House, person: Member) -> Message:
    """Return the answer to the command."""
    answer = await person.slash(made.channel, "cards tables")
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


def links(message: Message) -> list[str]:
    """Return the links of a message, in order."""
    return LINK.findall(message.text)


def link(made: House, message: Message, channel_id: int) -> str:
    """Return the link to a public message."""
    return f"https://discord.com/channels/{made.guild.id}/{channel_id}/{message.id}"


async def test_all_games_and_lobbies_are_listed_with_links_ones_turn_first(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(4) as made:
        eva = made.sandbox.join(made.guild, "eva")
        async with running(made, database):
            unlimited(made)
            assert links(await listed(made, eva)) == []
            games: dict[str, str] = {}
            for game in GAMES:
                here = replace(made, channel=made.guild.add_channel(game))
                await here.open(game)
                games[link(made, here.public(), here.channel.id)] = game
                playing = here
            lobby = await eva.slash(made.channel, "cicera start")
            assert lobby.message is not None
            await made.shown()
            at_lobby = link(made, lobby.message, made.channel.id)
            assert links(await listed(made, eva)) == [at_lobby]
            for person in made.people:
                found = links(await listed(made, person))
                assert sorted(found) == sorted(games)
                mine = [url for url in found if await _asked(made, person, games[url])]
                assert found[: len(mine)] == mine
            # Not in another server, and no longer when it is over.
            assert playing.bot is not None
        async with running(made, database):
            unlimited(made)
            ann = made.people[0]
            assert sorted(links(await listed(made, ann))) == sorted(games)
            for person in made.people:
                await person.slash(made.channel, "ciapano stop")
            await made.shown()
            assert sorted(games[url] for url in links(await listed(made, ann))) == ["cicera", "civil-suits"]
        assert list(made.sandbox.violations) == []


async def _asked(made: House, person: Member, game: str) -> bool:
    """Return whether a game waits for a member."""
    assert made.bot is not None
    for row in await made.bot.store.live(user_id=person.id):
        if row.game == game:
            return view_of((await made.bot.tables.get(row.id)), person.id).my_turn
    raise AssertionError(game)


async def test_a_table_without_a_message_leads_to_its_channel(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        await made.open()
        await made.shown()
        assert made.bot is not None
        (row,) = await made.bot.store.live()
        ledger = (await made.bot.tables.get(row.id)).ledger
        ledger.place = replace(ledger.place, message_id=None)
        (found,) = links(await listed(made, made.people[0]))
        assert found == f"https://discord.com/channels/{made.guild.id}/{made.channel.id}"


async def test_thirty_tables_are_paged(tmp_path: Path) -> None:
    async with house(tmp_path, players=1) as made:
        unlimited(made)
        (ann,) = made.people
        for number in range(30):
            game = list(GAMES)[number % len(GAMES)]
            channel = made.guild.add_channel(f"channel-{number}")
            await ann.slash(channel, f"{COMMANDS.get(game, game)} start")
        await made.shown()
        panel = await listed(made, ann)
        seen: list[str] = []
        last = (30 - 1) // TABLES_PER_PAGE
        for number in range(last + 1):
            seen += links(panel)
            turns = [button.custom_id for button in panel.buttons]
            assert turns == [f"o:{to}" for to in (number - 1, number + 1) if 0 <= to <= last]
            if number < last:
                await ann.press(panel, custom_id=f"o:{number + 1}")
        assert len(set(seen)) == 30
        assert "30" in panel.text
        assert list(made.sandbox.violations) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING])
def test_a_page_fits_with_the_longest_names(game: str, status: Status) -> None:
    for options in all_options(GAMES[game])[-3:]:
        position = played(GAMES[game], options, 3, 0 if status is Status.LOBBY else 40)
        for names in (NAMES, ("𝕎" * 32,), ("-" * 32,)):
            table = table_of(position, status, names)
            place = replace(a_place(table.row.id), guild_id=2**63, channel_id=2**63, message_id=2**63)
            found = [(view_of(table, 100), place)] * 30
            for page in (0, 1, 5, 99_999):
                assert wrong(open_tables(found, [game] * 3, page, WORDS)) == []
