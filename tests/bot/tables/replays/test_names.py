"""A replay names no member who hides, and none who was forgotten."""

from typing import Any

import pytest

from bot.locale import Catalogue
from bot.panels.shared.shows import sketch
from bot.panels.shared.story import told_plays
from bot.pictures.sketch.sketch import Text
from bot.pictures.sketch.style import Style
from bot.store import Reader, Scope, SeatRow
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.replays.library import Replays
from bot.tables.replays.replay import Replay
from engine import GAMES
from tests.bot.store.store_rows import ANN, BO, CY, DI
from tests.bot.tables.replays.witness import Witness
from tests.bot.tavern import Tavern, refusal

WORDS = Catalogue.load().words("en")
HERE = 8
PEOPLE = {ANN: "Ann", BO: "Bo", CY: "Cy", DI: "Di"}
EVA, GUS = DI + 10, DI + 11


def said(table: Table) -> str:
    """Return all that a picture and its description, and the story of the hand, say of a table."""
    view = view_of(table)
    drawn = sketch(view, WORDS, Style())
    assert drawn is not None
    written = [item.text for item in drawn.items if isinstance(item, Text)]
    return "\n".join([drawn.alt, *written, *told_plays(view, WORDS)])


def all_said(replay: Replay) -> str:
    """Return all that a replay says."""
    return "\n".join(said(replay.at(moment)) for moment in replay.every())


@pytest.fixture
def replays(tavern: Tavern) -> Replays:
    return Replays(tavern.tables)


async def begun(tavern: Tavern, game: str, **options: Any) -> Witness:
    """Return the witness of a game that allows claims, its people with ids as long as those of Discord."""
    ann, *others = (SeatRow(0, user_id, name, user_id) for user_id, name in PEOPLE.items())
    made = await tavern.lobbies.open(game, options, guild_id=7, channel_id=HERE, language="en", host=ann)
    lobby = await tavern.lobbies.choose(made.row.id, ANN, "claims", "on")
    for person in others[: lobby.size - 1]:
        lobby = await tavern.lobbies.join(lobby.row.id, person)
    return Witness(tavern, await tavern.lobbies.start(lobby.row.id, ANN))


async def over(tavern: Tavern, game: str) -> str:
    """Return the id of a game in which Bo has lost the seat to Eva, and that was stopped."""
    witness = await begun(tavern, game)
    table = witness.table
    await witness.goes_on(9)
    witness.sees(await tavern.seats.hand_over(table.row.id, BO))
    witness.sees(await tavern.seats.claim(table.row.id, SeatRow(0, EVA, "Eva", EVA), 1))
    await witness.goes_on_until(lambda table: table.between_hands and not table.row.held)
    return (await witness.is_stopped()).row.id


@pytest.mark.parametrize("game", GAMES)
async def test_members_who_hide_are_named_to_themselves_alone(
    tavern: Tavern, replays: Replays, game: str
) -> None:
    table_id = await over(tavern, game)
    ann, gus = Reader(ANN, 7, ()), Reader(GUS, 7, (HERE,))
    for reader in (ann, gus):
        told = all_said(await replays.of(table_id, reader))
        assert {name for name in ("Bo", "Eva") if name in told} == {"Bo", "Eva"}
    for user_id in (BO, EVA):
        await tavern.store.choose(Scope.MEMBER, user_id, "hidden", "on")
    told = all_said(await replays.of(table_id, ann))
    assert [name for name in ("Bo", "Eva") if name in told] == []
    assert "Cy" in told
    assert "Bo" in all_said(await replays.of(table_id, Reader(BO, 7, ())))
    # The game is shown to nobody else any more.
    assert await refusal(replays.of(table_id, gus)) == "replay.not-open"


async def test_members_who_were_forgotten_are_named_to_nobody(tavern: Tavern, replays: Replays) -> None:
    table_id = await over(tavern, "ciapano")
    ann, gus = Reader(ANN, 7, ()), Reader(GUS, 7, (HERE,))
    assert "Bo" in all_said(await replays.of(table_id, ann))
    for user_id in (BO, EVA):
        await tavern.store.members.forget(user_id, tavern.at)
    replays.expire()
    told = all_said(await replays.of(table_id, ann))
    assert [name for name in ("Bo", "Eva") if name in told] == []
    assert WORDS("name.former") in told
    assert await refusal(replays.of(table_id, gus)) == "replay.not-open"
    assert await refusal(replays.of(table_id, Reader(BO, 7, ()))) == "replay.not-open"


async def test_a_game_is_shown_once_it_is_over_and_to_nobody_who_may_not_see_it(
    tavern: Tavern, replays: Replays
) -> None:
    witness = await begun(tavern, "cicera", players=2, target=11)
    table_id, sat = witness.table.row.id, Reader(ANN, 7, ())
    readers = {
        "in the channel": Reader(GUS, 7, (HERE,)),
        "elsewhere": Reader(GUS, 7, (9,)),
        "in another server": Reader(ANN, 6, (HERE,)),
    }
    while witness.table.playing:
        assert await refusal(replays.of(table_id, sat)) == "replay.later"
        for reader in readers.values():
            assert await refusal(replays.of(table_id, reader)) == "replay.not-open"
        await witness.goes_on(9 if witness.moment.hand < 2 else 1)
    while witness.table.ending:
        assert await refusal(replays.of(table_id, sat)) == "refused.counting"
        await witness.goes_on()
    assert await replays.of(table_id, sat) is await replays.of(table_id, sat)
    assert await replays.of(table_id, readers.pop("in the channel"))
    for reader in readers.values():
        assert await refusal(replays.of(table_id, reader)) == "replay.not-open"
    assert await refusal(replays.of("0" * 8, sat)) == "replay.not-open"
