"""Seats handed over to a computer and taken back, and agreements of the members who stay."""

import pytest

from bot.blocks.blocks import Press
from bot.locale import Catalogue
from bot.messages.ledger import Opened
from bot.panels.table import board, hand
from bot.panels.table.lookup import ALONE
from bot.store import Busy, Change, Status, Uncertain
from bot.table.viewing import view_of
from bot.tables.play import STAND_IN
from bot.tables.seats import Seats
from engine import GAMES
from tests.bot.tavern import PEOPLE, Tavern, against, lose, refusal

WORDS = Catalogue.load().words("en")


# In place of leavers


async def test_a_seat_is_handed_over_and_taken_back(tavern: Tavern) -> None:
    seats = Seats(tavern.tables)
    table = await tavern.game(players=4)
    user_id, action, number = tavern.next_play(table)
    seat = table.waits_for()[0]
    wake_at = table.row.wake_at
    table = await seats.hand_over(table.row.id, user_id)
    await tavern.agrees(table)
    row = table.at(seat)
    assert row is not None
    assert (row.level, row.user_id) == (STAND_IN, user_id)
    assert (table.row.due_at, table.row.nudge_at) == (None, None)
    view = view_of(table, user_id)
    assert (row.present, view.my_turn, hand.asked(view)) == (False, False, False)
    asked = tavern.play.submit(table.row.id, user_id, action, number)
    assert await refusal(asked) == "refused.computer-plays"
    tavern.at += 5
    table = await seats.take_back(table.row.id, user_id)
    await tavern.agrees(table)
    assert wake_at is not None
    assert table.row.wake_at == wake_at + 5
    late = tavern.play.play_for(table.row.id, seat, table.game.parse(action), number)
    assert await refusal(late) == "refused.stale"
    table = await tavern.play.submit(table.row.id, user_id, action, number)
    await tavern.agrees(table)


async def test_handing_over_out_of_turn_leaves_the_turn_its_time(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    other = table.at((table.waits_for()[0] + 1) % 4)
    assert other is not None
    wake_at = table.row.wake_at
    tavern.at += 5
    table = await Seats(tavern.tables).hand_over(table.row.id, other.user_id)
    assert table.row.wake_at == wake_at
    await tavern.agrees(table)


async def test_who_cannot_hand_over(tavern: Tavern) -> None:
    seats = Seats(tavern.tables)
    table = await tavern.full()
    assert await refusal(seats.hand_over(table.row.id, PEOPLE[0])) == "refused.no-game"
    table = await tavern.lobbies.start(table.row.id, PEOPLE[0])
    assert await refusal(seats.hand_over(table.row.id, 999)) == "refused.not-seated"
    table = await tavern.seats.stop(table.row.id)
    assert await refusal(seats.take_back(table.row.id, PEOPLE[0])) == "refused.over"


async def test_a_table_that_only_computers_are_left_at_ends(tavern: Tavern) -> None:
    seats = Seats(tavern.tables)
    table = await tavern.game()
    table = await seats.hand_over(table.row.id, PEOPLE[0])
    asked = hand.panel(view_of(table, PEOPLE[1]), WORDS, Opened(0, "leave"))
    assert [Press.parse(button.id) for button in asked.buttons] == [
        Press(table.row.id, 0, "back"),
        Press(table.row.id, 0, "hand-over", ALONE),
    ]
    table = await seats.hand_over(table.row.id, PEOPLE[1])
    await tavern.agrees(table)
    assert (table.row.status, table.row.wake_at) == (Status.STOPPED, None)
    assert any(WORDS("game.deserted") in text for text in board.public_panel(view_of(table), WORDS).texts)


@pytest.mark.parametrize("happened", [True, False])
async def test_handing_over_is_looked_up_where_it_is_uncertain(tavern: Tavern, happened: bool) -> None:
    seats = Seats(tavern.tables)
    table = await tavern.game()
    lose(tavern, happened)
    if happened:
        table = await seats.hand_over(table.row.id, PEOPLE[0])
    else:
        assert await refusal(seats.hand_over(table.row.id, PEOPLE[0])) == "refused.not-saved"
    row = table.seat_of(PEOPLE[0])
    assert row is not None
    assert row.present is not happened
    await tavern.agrees(table)


@pytest.mark.parametrize("written", [True, False])
async def test_whoever_has_left_is_told_so_though_what_follows_cannot_be_saved(
    tavern: Tavern, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    """The others were waiting only for the leaver, who is gone even if no next hand is dealt."""
    table = await tavern.play_hand(await tavern.game("ciapano", players=3))
    for user_id in PEOPLE[:2]:
        table = await tavern.play.ready(table.row.id, user_id, table.seq)
    commit = tavern.store.commit

    async def lost(change: Change, guild_id: int) -> None:
        if not change.entries:
            await commit(change, guild_id)
            return
        if written:
            await commit(change, guild_id)
            raise Uncertain("made up")
        raise Busy("made up")

    monkeypatch.setattr(tavern.store, "commit", lost)
    table = await Seats(tavern.tables).hand_over(table.row.id, PEOPLE[2])
    assert table.seats[2].level == STAND_IN
    assert table.between_hands is not written
    await tavern.agrees(table)


async def test_the_others_go_on_after_an_uncertain_hand_over(tavern: Tavern) -> None:
    table = await tavern.play_hand(await tavern.game("ciapano", players=3))
    for user_id in PEOPLE[:2]:
        table = await tavern.play.ready(table.row.id, user_id, table.seq)
    lose(tavern, happened=True)
    table = await Seats(tavern.tables).hand_over(table.row.id, PEOPLE[2])
    assert not table.between_hands
    await tavern.agrees(table)


async def test_whoever_was_about_to_leave_when_a_computer_took_their_seat_reads_that(tavern: Tavern) -> None:
    table = await tavern.game()
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[1])
    panel = hand.panel(view_of(table, PEOPLE[1]), WORDS, Opened(0, "leave"))
    assert any(WORDS("panel.away") in text for text in panel.texts)
    assert not any(WORDS("leave.alone") in text for text in panel.texts)


# Agreements of all


async def test_only_those_who_are_there_are_asked_for_the_next_hand(tavern: Tavern) -> None:
    seats = Seats(tavern.tables)
    table = await tavern.play_hand(await tavern.game("ciapano", players=3))
    hands = len(table.game.outcome(table.state).hands)
    table = await tavern.play.ready(table.row.id, PEOPLE[0], table.seq)
    table = await seats.hand_over(table.row.id, PEOPLE[1])
    assert board.ready_button(view_of(table), WORDS).label == WORDS("button.next-hand", ready=1, seats=2)
    seq = table.seq
    # The last one who was not ready leaves: the others need not wait for anybody.
    table = await seats.hand_over(table.row.id, PEOPLE[2])
    assert (table.seq, table.between_hands) == (seq + 1, False)
    assert len(table.game.outcome(table.state).hands) == hands
    await tavern.agrees(table)


async def test_computers_have_no_say_in_stopping(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    seats = Seats(tavern.tables)
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], "stop")
    table = await seats.hand_over(table.row.id, PEOPLE[1])
    assert table.playing
    # Nobody of the other team is left to object.
    table = await seats.hand_over(table.row.id, PEOPLE[3])
    assert table.row.status is Status.STOPPED
    await tavern.agrees(table)


async def test_one_person_alone_ends_the_game(tavern: Tavern) -> None:
    for game in GAMES:
        table = await against(tavern, game)
        table = await tavern.seats.vote(table.row.id, PEOPLE[0], "stop")
        assert table.row.status is Status.STOPPED


async def test_whoever_has_handed_over_has_no_say(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    table = await Seats(tavern.tables).hand_over(table.row.id, PEOPLE[0])
    assert await refusal(tavern.seats.vote(table.row.id, PEOPLE[0], "stop")) == "refused.computer-plays"
