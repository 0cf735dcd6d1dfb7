"""The end of a replay is that of its game, however that came."""

import pytest

from bot.store import Reader, Status
from bot.table.votes import FINISH
from bot.tables.replays.library import Replays
from bot.tables.replays.replay import Moment, MomentKind
from engine.record import Record
from tests.bot.lobby.again import all_again
from tests.bot.tables.replays.witness import Witness
from tests.bot.tables.test_settling import CIVIL, FOUR, OFFERED, agree
from tests.bot.tavern import PEOPLE, Tavern, golden, playing, refusal
from tests.bot.watched import over, watched


@pytest.mark.parametrize(
    ("game", "when"),
    [
        ("ciapano", "in a hand"),
        ("civil-suits", "in a hand"),
        ("ciapano", "while the last card is in sight"),
        ("cicera", "between hands"),
    ],
)
async def test_a_game_that_was_stopped(tavern: Tavern, game: str, when: str) -> None:
    witness = Witness(tavern, await tavern.game(game))
    if when == "in a hand":
        await witness.goes_on(9)
    else:
        await witness.goes_on_until(lambda table: table.hand_over and not table.undealt)
        if when == "between hands":
            await witness.goes_on_until(lambda table: not table.row.held)
    for row in witness.table.seats:
        if witness.table.playing:
            witness.sees(await tavern.seats.vote(witness.table.row.id, row.user_id, "stop"))
    replay = await witness.replay()
    hand, play = replay.last
    # The sheet of a hand whose last card was still in sight is in the replay alone.
    sheet = [Moment(hand, play - 1)] if when == "while the last card is in sight" else []
    assert await witness.unseen() == sheet
    assert replay.end.row.status is Status.STOPPED
    kinds = [replay.kind(moment) for moment in replay.every()]
    assert kinds[-2:] == [MomentKind.PLAY if when == "in a hand" else MomentKind.SHEET, MomentKind.END]


async def test_a_game_that_a_side_has_conceded(tavern: Tavern) -> None:
    witness = Witness(tavern, await tavern.game("cicera", players=4))
    await witness.goes_on(9)
    for seat in witness.table.sides[1]:
        witness.sees(await tavern.seats.vote(witness.table.row.id, PEOPLE[seat], "concede-1"))
    assert witness.table.row.ended == "concede-1"
    assert await witness.unseen() == []


async def test_a_game_that_everybody_has_left(tavern: Tavern) -> None:
    witness = Witness(tavern, await tavern.game("cicera"))
    await witness.goes_on(9)
    for user_id in PEOPLE[:2]:
        witness.sees(await tavern.seats.hand_over(witness.table.row.id, user_id))
    assert witness.table.row.ended == "deserted"
    assert await witness.unseen() == []


async def test_a_game_that_computers_have_finished(tavern: Tavern) -> None:
    witness = Witness(tavern, await watched(tavern))
    seen = set(witness.seen)
    await tavern.seats.vote(witness.table.row.id, PEOPLE[0], FINISH)
    async with playing(tavern, tavern.finisher):
        witness.sees(await over(tavern, witness.table))
    replay = await witness.replay()
    # Nobody saw the rest, and it can be looked at now.
    assert set(replay.every()) - set(await witness.unseen()) == {*seen, replay.last}
    assert replay.end.row.ended.startswith(FINISH)


@pytest.mark.parametrize(
    ("record", "offered"),
    [(golden(FOUR), OFFERED), (golden("cicera-two-six"), 46), (CIVIL, 151)],
    ids=lambda value: getattr(value, "game", ""),
)
async def test_a_hand_that_was_settled_by_agreement(tavern: Tavern, record: Record, offered: int) -> None:
    witness = Witness(tavern, await tavern.recorded(record, offered))
    before = witness.moment
    witness.sees(await agree(tavern, witness.table, *witness.table.active()))
    settled = witness.moment
    await witness.goes_on()
    await witness.is_stopped()
    replay = await witness.replay()
    # All plays of the rest came at once, and nobody saw one but the last.
    unseen = await witness.unseen()
    rest = [moment for moment in unseen if moment > before]
    assert rest == [Moment(before.hand, play) for play in range(before.play + 1, settled.play)]
    entries = [replay.entry(moment) for moment in (*rest, settled)]
    assert all(entry is not None and entry.settled for entry in entries)


async def test_a_game_of_a_match(tavern: Tavern) -> None:
    tavern.tables.settings.cut_seconds = 0
    first = Witness(tavern, await tavern.game("cicera", target=11))
    await first.goes_on_until_over()
    lobby = await all_again(tavern, first.table, (0,))
    lobby = await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    again = await tavern.rematches.rematch(first.table.row.id, tavern.person(1), channel_id=8, language="en")
    second = Witness(tavern, again)
    assert len(second.table.row.series) == 1
    await second.goes_on_until_over()
    assert await first.unseen() == await second.unseen() == []
    assert (await first.replay()).end.row.series == ()


async def test_a_game_that_ended_before_its_first_deal_has_no_replay(tavern: Tavern) -> None:
    table = await tavern.game("cicera")
    assert table.undealt
    table = await tavern.seats.stop(table.row.id)
    reader = Reader(PEOPLE[0], table.row.guild_id, ())
    assert await refusal(Replays(tavern.tables).of(table.row.id, reader)) == "replay.undealt"
