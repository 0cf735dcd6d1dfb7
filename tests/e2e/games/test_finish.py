"""*Finish now*: members who are out have computers play the rest of a game, and read how it ended."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app import CardsBot
from bot.store import Status
from bot.table.table import Table
from bot.table.votes import FINISH, OBJECTED_SECONDS, SILENCE_SECONDS
from sandbox.view import Message
from tests.bot.watched import Waiting, gone_out
from tests.e2e.games.test_game import checked, record
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import House, house, tap
from tests.e2e.support.newcomers import panel
from tests.e2e.support.reading import notation, verbs
from tests.e2e.support.umpire import unlimited

pytestmark = pytest.mark.long


@asynccontextmanager
async def watching(tmp_path: Path, people: int, players: int = 4) -> AsyncIterator[tuple[House, Table]]:
    """Return a house whose members are out of a game of Ciapano that computers play on, slowly."""
    async with house(tmp_path, people, pause_seconds=3600) as made:
        unlimited(made)
        ann, *others = made.people
        await ann.slash(made.channel, "ciapano start", players=players, computers=players - people)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        for person in others:
            await tap(person, made.public(), "join")
        await made.start(ann)
        bot = bot_of(made)
        table = await bot.tables.get((await bot.store.live())[0].id)
        table = await gone_out(bot.tables, table)
        await made.shown()
        yield made, table


def bot_of(made: House) -> CardsBot:
    """Return the bot of a house."""
    assert made.bot is not None
    return made.bot


def votes(message: Message) -> list[str]:
    """Return the yes and the no that a message offers on the end of the game."""
    shown = zip(verbs(message), message.buttons, strict=True)
    return [verb for verb, button in shown if notation(button) == FINISH]


async def over(made: House, table: Table) -> Table:
    """Return the table once its game is over and everybody has been shown that."""
    tables = bot_of(made).tables
    await made.sandbox.until(lambda: not tables.current(table).playing, what="the rest is played")
    await made.shown()
    return tables.current(table)


async def test_the_last_person_reads_at_once_how_it_ended(tmp_path: Path) -> None:
    async with watching(tmp_path, 1) as (made, table):
        (ann,) = made.people
        assert votes(panel(made, ann)) == votes(made.public()) == ["vote"]
        waiting, bot = Waiting(), bot_of(made)
        bot.finisher.thinking = waiting
        sent = len(made.sandbox.requests)
        await tap(ann, panel(made, ann), "vote", FINISH)
        # The press is answered before the computers have thought.
        assert WORDS("finish.playing") in panel(made, ann).text
        assert votes(panel(made, ann)) == []
        waiting.let.set()
        table = await over(made, table)
        waiting.close()
        assert table.row.status is Status.FINISHED
        # As many requests as for a few plays, though hundreds were made.
        assert len(made.sandbox.requests) - sent < 12
        hands = len(table.state.sheets)
        assert f"Hand {hands}: " in made.public().text
        assert "out in hand" in panel(made, ann).text
        for message in (made.public(), panel(made, ann)):
            assert WORDS("turn.held") not in message.text
        path, _ = await record(made, ann, tmp_path)
        assert checked(path).json["finished"]
        assert list(made.sandbox.violations) == []


async def test_the_others_have_ten_seconds_to_object(tmp_path: Path) -> None:
    async with watching(tmp_path, 2, 5) as (made, table):
        ann, bo = made.people
        await tap(ann, made.public(), "vote", FINISH)
        await made.shown()
        assert (votes(panel(made, ann)), votes(panel(made, bo))) == ([], ["against", "vote"])
        assert votes(made.public()) == ["against"]
        await tap(bo, panel(made, bo), "against", FINISH)
        await made.shown()
        assert votes(panel(made, ann)) == votes(made.public()) == []
        refused = await ann.forge(made.public(), f"t:{table.row.id}:0:vote:{FINISH}")
        assert refused.text == WORDS("refused.let-play")
        await made.pass_time(OBJECTED_SECONDS)
        await made.sandbox.until(lambda: votes(made.public()) == ["vote"], what="it can be asked again")
        await tap(bo, panel(made, bo), "vote", FINISH)
        await made.pass_time(SILENCE_SECONDS)
        table = await over(made, table)
        assert "Hand" in made.public().text
        assert "out in hand" in panel(made, ann).text
        assert list(made.sandbox.violations) == []


async def test_nobody_else_finishes_a_game(tmp_path: Path) -> None:
    async with watching(tmp_path, 2, 5) as (made, table):
        ann, bo = made.people
        eva = made.sandbox.join(made.guild, "eva")
        yes, no = (f"t:{table.row.id}:0:{verb}:{FINISH}" for verb in ("vote", "against"))
        for press in (yes, no):
            assert (await eva.forge(made.public(), press)).text == WORDS("refused.not-seated")
        await bot_of(made).seats.hand_over(table.row.id, bo.id)
        assert (await bo.forge(made.public(), yes)).text == WORDS("refused.computer-plays")
        await ann.forge(made.public(), yes)
        table = await over(made, table)
        for press in (yes, no):
            assert (await ann.forge(made.public(), press)).text == WORDS("refused.over")
