"""Seats held by a computer are taken over by others, for good; and members wait for one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.blocks.blocks import Press
from bot.errors import Refused
from bot.locale import Catalogue
from bot.messages.ledger import Opened
from bot.panels.shared import story
from bot.panels.table import board, hand
from bot.store import SeatRow, Status, WaiterRow
from bot.table import situation
from bot.table.table import Table
from bot.table.view import Offer
from bot.table.viewing import view_of
from bot.tables.records import checked, record_of
from bot.tables.seats import MOST_WAITING, stop_waiting, wait_for_seat
from engine import GAMES, fairness, record
from tests.bot.store.store_rows import counts
from tests.bot.tavern import PEOPLE, Tavern, against, lose, refusal

WORDS = Catalogue.load().words("en")
EVA, GUS = 900, 901


def newcomer(user_id: int = EVA, name: str = "Eva") -> SeatRow:
    """Return a member without a seat, who presses."""
    return SeatRow(0, user_id, name, 70_000 + user_id)


async def claimable(tavern: Tavern, game: str = "cicera", held: int = 1, **options: Any) -> Table:
    """Return a game whose table allows claims, with a computer in a member's seat."""
    table = await tavern.full(game, **options)
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "claims", "on")
    for row in table.seats[1:]:
        table = await tavern.lobbies.agree(table.row.id, row.user_id, table.terms)
    table = await tavern.lobbies.start(table.row.id, PEOPLE[0])
    return await tavern.seats.hand_over(table.row.id, PEOPLE[held])


def presses(table: Table, user_id: int) -> list[Press]:
    """Return the presses that a user's private panel offers."""
    found = [Press.parse(button.id) for button in hand.panel(view_of(table, user_id), WORDS).buttons]
    return [press for press in found if press is not None]


def offered(table: Table, user_id: int) -> list[str]:
    """Return the verbs that a user's private panel offers."""
    return [press.verb for press in presses(table, user_id)]


def text(table: Table, user_id: int | None = None) -> str:
    """Return the text of a user's private panel (None: of the board)."""
    view = view_of(table, user_id)
    drawn = board.public_panel(view, WORDS) if user_id is None else hand.panel(view, WORDS)
    return "\n".join(drawn.texts)


# Taking a seat over


@pytest.mark.parametrize("game", GAMES)
async def test_a_seat_that_a_computer_holds_is_taken_over_for_good(tavern: Tavern, game: str) -> None:
    table = await claimable(tavern, game)
    assert [press.notation for press in presses(table, EVA) if press.verb == "claim"] == ["1"]
    assert WORDS("claim.person", name="P1") in text(table, EVA)
    table = await tavern.seats.claim(table.row.id, newcomer(), 1)
    row = table.at(1)
    assert row is not None
    assert (row.user_id, row.name, row.present) == (EVA, "Eva", True)
    assert table.seat_of(PEOPLE[1]) is None
    # The new member sees the seat's view, and the former one the public view.
    assert view_of(table, EVA).seen == table.game.observe(table.state, 1)
    assert view_of(table, PEOPLE[1]).seen == table.game.observe(table.state, None)
    assert await refusal(tavern.seats.take_back(table.row.id, PEOPLE[1])) == "refused.not-seated"
    assert "claim" not in offered(table, PEOPLE[1])
    await tavern.agrees(table)


@pytest.mark.parametrize("game", GAMES)
async def test_the_former_owners_panel_shows_no_card_of_theirs_any_more(tavern: Tavern, game: str) -> None:
    table = await claimable(tavern, game)
    assert WORDS("claim.allowed") in text(table, PEOPLE[1])
    assert text(table, PEOPLE[1]) != text(table, GUS)
    # The page open there belonged to the seat.
    table.ledger.opened[PEOPLE[1]] = Opened(0, "leave")
    table = await tavern.seats.claim(table.row.id, newcomer())
    assert PEOPLE[1] not in table.ledger.opened
    after = hand.panel(view_of(table, PEOPLE[1]), WORDS, table.ledger.opened.get(PEOPLE[1]))
    assert WORDS("claim.lost", name="Eva") in "\n".join(after.texts)
    assert [button.id for button in after.buttons] == [
        button.id for button in hand.panel(view_of(table, GUS), WORDS).buttons
    ]
    lines = text(table, PEOPLE[1]).replace(WORDS("claim.lost", name="Eva"), "")
    assert "".join(lines.split()) == "".join(text(table, GUS).split())


async def test_everybody_reads_who_has_taken_whose_seat_until_the_newcomer_has_played(
    tavern: Tavern,
) -> None:
    table = await claimable(tavern, players=4, held=3)
    while (asked := table.waits_for()) != (2,):
        if asked == (3,):
            action = table.game.legal(table.state, 3)[0]
            table = await tavern.play.play_for(table.row.id, 3, action, table.asked[3])
        else:
            table = await tavern.plays(table)
    table = await tavern.seats.claim(table.row.id, newcomer())
    told = WORDS("claim.taken", name="Eva", former="P3")
    assert told in text(table)
    table = await tavern.plays(table)
    assert told in text(table)
    restored = await tavern.store.load(table.row.id)
    assert restored is not None
    assert told in text(Table.restore(restored))
    assert table.waits_for() == (3,)
    table = await tavern.plays(table)
    assert told not in text(table)
    table = await tavern.play_hand(table)
    assert told not in text(table)


async def test_between_hands_it_is_read_until_the_next_deal(tavern: Tavern) -> None:
    table = await claimable(tavern, "ciapano", players=3, held=2)
    table = await tavern.seats.take_back(table.row.id, PEOPLE[2])
    table = await tavern.play_hand(table)
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[2])
    table = await tavern.seats.claim(table.row.id, newcomer())
    told = WORDS("claim.taken", name="Eva", former="P2")
    assert told in text(table)
    for user_id in (*PEOPLE[:2], EVA):
        table = await tavern.play.ready(table.row.id, user_id, situation.agreeing(table) or 0)
    assert not table.between_hands
    assert told not in text(table)


async def test_what_was_played_before_stays_the_former_owners(tavern: Tavern) -> None:
    table = await claimable(tavern, players=4, held=3)
    table = await tavern.seats.take_back(table.row.id, PEOPLE[3])
    while table.story[-1].seat != 3:
        table = await tavern.plays(table)
    before = story.tell_entry(table.story[-1], view_of(table), WORDS)
    assert before.startswith("P3")
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[3])
    seat = await tavern.seats.claim(table.row.id, newcomer())
    assert story.tell_entry(seat.story[-1], view_of(seat), WORDS) == before
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    assert Table.restore(stored).story == seat.story


async def test_a_computers_own_seat_is_taken_over_and_the_game_counts(tavern: Tavern) -> None:
    table = await tavern.lobby()
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "claims", "on")
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy")
    table = await tavern.lobbies.start(table.row.id, PEOPLE[0])
    computer = table.seats[1].name
    assert WORDS("claim.computer", name=computer) in text(table, EVA)
    if table.waits_for() == (1,):
        seat, action, number = 1, table.game.legal(table.state, 1)[-1], table.asked[1]
        table = await tavern.play.play_for(table.row.id, seat, action, number)
    else:
        table = await tavern.plays(table)
    told = [story.tell_entry(one, view_of(table), WORDS) for one in table.story[1:]]
    table = await tavern.seats.claim(table.row.id, newcomer())
    taken = WORDS("claim.taken", name="Eva", former=WORDS("seat.computer", name=computer))
    assert taken in text(table)
    # None of the computer's plays is told as Eva's.
    assert [story.tell_entry(one, view_of(table), WORDS) for one in table.story[1:]] == told
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    assert Table.restore(stored).story == table.story
    assert all(row.person for row in table.seats)
    await tavern.agrees(table)


async def test_a_hint_is_noted_once_a_hand_and_stays_with_the_seat(tavern: Tavern) -> None:
    table = await claimable(tavern, "ciapano")
    user_id, action, number = tavern.next_play(table)
    for _ in range(2):
        table = await tavern.play.take_hint(table.row.id, user_id, number)
    await tavern.agrees(table)
    seat = table.seat_of(user_id)
    assert seat is not None
    assert seat.hints == (1,)
    # It changes no question: the play goes on.
    await tavern.play.submit(table.row.id, user_id, action, number)
    assert await refusal(tavern.play.take_hint(table.row.id, user_id, number)) == "refused.played"
    await tavern.seats.hand_over(table.row.id, user_id, ending=False)
    table = await tavern.seats.claim(table.row.id, newcomer(), seat.seat)
    now_there = table.at(seat.seat)
    assert now_there is not None
    assert (now_there.user_id, now_there.hints) == (EVA, (1,))


async def test_the_result_is_that_of_whoever_sits_there_at_the_end(tavern: Tavern) -> None:
    table = await claimable(tavern, target=11)
    table = await tavern.seats.claim(table.row.id, newcomer())
    while table.playing:
        if table.between_hands:
            for user_id in (PEOPLE[0], EVA):
                table = await tavern.play.ready(table.row.id, user_id, situation.agreeing(table) or 0)
        else:
            table = await tavern.plays(table)
    result = await tavern.store.played.result(table.row.id)
    assert result is not None
    assert result.ended_at == tavern.at
    assert [side.members for side in result.sides] == [(PEOPLE[0],), (EVA,)]
    # Whoever has lost the seat has lost the game, too.
    games = {who: number for who, (number, _) in (await counts(tavern.store, guild_id=7)).items()}
    assert games == {(PEOPLE[0],): 1, (PEOPLE[1],): 1, (EVA,): 1}


@pytest.mark.parametrize("game", GAMES)
async def test_the_shuffle_is_checked_as_it_was_fixed_at_the_start(tavern: Tavern, game: str) -> None:
    table = await claimable(tavern, game)
    entropy = table.entropy
    table = await tavern.seats.claim(table.row.id, newcomer())
    assert str(newcomer().entropy) not in table.entropy
    table = await tavern.play_hand(table)
    while table.playing and table.between_hands:
        for row in table.seats:
            if table.between_hands and row.seat in table.voters():
                table = await tavern.play.ready(table.row.id, row.user_id, situation.agreeing(table) or 0)
    assert table.entropy == entropy
    table = await tavern.seats.stop(table.row.id)
    assert await checked(tavern.store, table) == 2
    made = record.read((await record_of(tavern.store, table)).encode())
    assert fairness.check(made, finished=False) == []
    assert "Eva" in (made.names or ())


async def test_whoever_takes_over_a_turn_has_a_full_clock(tavern: Tavern) -> None:
    table = await tavern.lobby()
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "clock", "60")
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "claims", "on")
    table = await tavern.lobbies.join(table.row.id, tavern.person(1))
    table = await tavern.lobbies.start(table.row.id, PEOPLE[0])
    (seat,) = table.waits_for()
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[seat])
    assert table.row.due_at is None
    tavern.at += 500
    table = await tavern.seats.claim(table.row.id, newcomer())
    assert table.row.due_at == tavern.at + 60
    assert situation.people_asked(table) == {EVA}


async def test_a_host_whose_seat_is_taken_over_is_host_no_more(tavern: Tavern) -> None:
    table = await claimable(tavern, players=4, held=0)
    table = await tavern.seats.claim(table.row.id, newcomer())
    assert table.row.host_id == PEOPLE[1]
    await tavern.agrees(table)


async def test_whoever_has_lost_their_seat_takes_another_or_the_same_again(tavern: Tavern) -> None:
    table = await claimable(tavern, players=4)
    table = await tavern.seats.claim(table.row.id, newcomer())
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[2])
    # In a game of two teams a seat of either can be taken.
    table = await tavern.seats.claim(table.row.id, replace(tavern.person(1), entropy=77), 2)
    assert [row.user_id for row in table.seats] == [PEOPLE[0], EVA, PEOPLE[1], PEOPLE[3]]
    table = await tavern.seats.hand_over(table.row.id, EVA)
    table = await tavern.seats.claim(table.row.id, replace(tavern.person(2), entropy=78), 1)
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[2])
    table = await tavern.seats.claim(table.row.id, newcomer(), 1)
    assert [row.user_id for row in table.seats] == [PEOPLE[0], EVA, PEOPLE[1], PEOPLE[3]]
    await tavern.agrees(table)


# Refusals


async def test_what_cannot_be_taken_over(tavern: Tavern) -> None:
    seats = tavern.seats
    table = await tavern.game(players=4)
    await seats.hand_over(table.row.id, PEOPLE[1])
    assert "claim" not in offered(tavern.now(table), EVA)
    assert WORDS("claim.allowed") not in text(tavern.now(table), PEOPLE[1])
    assert await refusal(seats.claim(table.row.id, newcomer(), 1)) == "refused.no-claims"
    table = await claimable(tavern, players=4)
    assert await refusal(seats.claim(table.row.id, tavern.person(0), 1)) == "refused.seated"
    assert await refusal(seats.claim(table.row.id, tavern.person(1), 1)) == "refused.seated"
    assert await refusal(seats.claim(table.row.id, newcomer(), 2)) == "refused.seat-played"
    assert await refusal(seats.claim(table.row.id, newcomer(), 17)) == "refused.seat-played"
    table = await seats.claim(table.row.id, newcomer(), 1)
    late = newcomer(GUS, "Gus")
    assert await refusal(seats.claim(table.row.id, late, 1)) == "refused.no-seat-to-claim"
    table = await seats.stop(table.row.id)
    assert await refusal(seats.claim(table.row.id, late, 1)) == "refused.over"
    lobby = await tavern.lobby()
    assert await refusal(seats.claim(lobby.row.id, late, 0)) == "refused.no-game"


@pytest.mark.parametrize("happened", [True, False])
async def test_a_claim_is_looked_up_where_it_is_uncertain(tavern: Tavern, happened: bool) -> None:
    table = await claimable(tavern, players=4)
    lose(tavern, happened)
    if happened:
        table = await tavern.seats.claim(table.row.id, newcomer())
    else:
        assert await refusal(tavern.seats.claim(table.row.id, newcomer())) == "refused.not-saved"
    assert (tavern.now(table).seat_of(EVA) is not None) is happened
    await tavern.agrees(table)


@pytest.mark.parametrize("game", GAMES)
async def test_a_newcomer_brings_the_clock_of_the_table_for_a_turn_under_way(
    tmp_path: Path, game: str
) -> None:
    """Against computers alone there was none, and it would run for no turn before the next."""
    timed = await Tavern.open(tmp_path / "timed", turn_seconds=60, nudge_seconds=20)
    table = await alone(timed, game)
    (user_id,) = situation.people_asked(table)
    assert (user_id, table.clock, table.row.due_at) == (PEOPLE[0], 0, None)
    timed.at += 1000
    table = await timed.seats.claim(table.row.id, newcomer())
    assert (table.clock, situation.people_asked(table) >= {PEOPLE[0]}) == (60, True)
    assert (table.row.due_at, table.row.nudge_at) == (timed.at + 60, timed.at + 20)
    assert WORDS("clock.until", at=int(timed.at + 60)).removeprefix("-# ") in text(table)
    due = table.row.due_at
    await timed.agrees(table)
    # The same clock whoever else comes and goes: nobody's time begins anew.
    timed.at += 10
    table = await timed.seats.hand_over(table.row.id, EVA)
    table = await timed.seats.take_back(table.row.id, EVA)
    assert table.row.due_at == due
    await timed.close()


async def alone(tavern: Tavern, game: str) -> Table:
    """Return a game of one person against computers which allows claims, once only the person is asked."""
    usual = {option: values[0] for option, values in GAMES[game].OPTIONS.items()}
    lobby = await tavern.lobby(game, **usual)
    lobby = await tavern.lobbies.seat_computers(lobby.row.id, PEOPLE[0], "easy")
    lobby = await tavern.lobbies.choose(lobby.row.id, PEOPLE[0], "claims", "on")
    table = await tavern.lobbies.start(lobby.row.id, PEOPLE[0])
    while table.waits_for() != (0,):
        seat = next(seat for seat in table.waits_for() if seat != 0)
        action = table.game.legal(table.state, seat)[0]
        table = await tavern.play.play_for(table.row.id, seat, action, table.asked[seat])
    return table


# Waiting


async def test_what_there_is_for_somebody_without_a_seat(tavern: Tavern) -> None:
    table = await tavern.lobby()
    assert situation.open_to(table) is Offer.LOBBY
    assert "wait" not in offered(table, EVA)
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy")
    # A computer makes room for a member who joins.
    assert situation.open_to(table) is Offer.LOBBY
    table = await tavern.full()
    assert situation.open_to(table) is None
    assert "wait" in offered(table, EVA)
    assert WORDS("panel.full") in text(table, EVA)
    assert "wait" not in offered(table, PEOPLE[0])
    table = await claimable(tavern)
    assert situation.open_to(table) is Offer.CLAIM
    assert "wait" not in offered(table, EVA)
    table = await tavern.seats.take_back(table.row.id, PEOPLE[1])
    assert situation.open_to(table) is None
    assert "wait" in offered(table, EVA)
    table = await tavern.seats.stop(table.row.id)
    assert situation.open_to(table) is Offer.NEXT
    lobby = await tavern.lobbies.cancel((await tavern.full()).row.id, PEOPLE[0])
    assert situation.open_to(lobby) is None
    assert "wait" not in offered(lobby, EVA)


async def test_who_waits_is_stored_and_can_think_better_of_it(tavern: Tavern) -> None:
    table = await tavern.game()
    table = await wait_for_seat(tavern.tables, table.row.id, EVA)
    table = await wait_for_seat(tavern.tables, table.row.id, EVA)
    assert [press.notation for press in presses(table, EVA) if press.verb == "wait"] == ["no"]
    assert [press.notation for press in presses(table, GUS) if press.verb == "wait"] == [""]
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    assert stored.waiters == (WaiterRow(table.row.id, EVA, tavern.at),)
    assert view_of(Table.restore(stored), EVA).waits
    table = await stop_waiting(tavern.tables, table.row.id, EVA)
    assert not view_of(table, EVA).waits
    assert await tavern.store.calls.with_waiters() == []


async def test_who_cannot_wait(tavern: Tavern) -> None:
    table = await tavern.game()
    assert await refusal(wait_for_seat(tavern.tables, table.row.id, PEOPLE[0])) == "refused.seated"
    for number in range(MOST_WAITING):
        await wait_for_seat(tavern.tables, table.row.id, 5000 + number)
    with pytest.raises(Refused) as caught:
        await wait_for_seat(tavern.tables, table.row.id, EVA)
    assert (caught.value.key, caught.value.values) == ("refused.waiting-full", {"n": MOST_WAITING})
    await stop_waiting(tavern.tables, table.row.id, 5000)
    assert view_of((await wait_for_seat(tavern.tables, table.row.id, EVA)), EVA).waits
    table = await tavern.seats.stop(table.row.id)
    assert await refusal(wait_for_seat(tavern.tables, table.row.id, GUS)) == "refused.over"
    lobby = await tavern.full()
    await tavern.lobbies.cancel(lobby.row.id, PEOPLE[0])
    assert await refusal(wait_for_seat(tavern.tables, lobby.row.id, GUS)) == "refused.closed"


async def test_where_there_is_a_seat_nobody_waits_for_it(tavern: Tavern) -> None:
    table = await claimable(tavern)
    table = await wait_for_seat(tavern.tables, table.row.id, EVA)
    assert not view_of(table, EVA).waits
    assert await tavern.store.calls.with_waiters() == []


async def test_whoever_is_not_stored_does_not_wait(tavern: Tavern) -> None:
    table = await tavern.game()
    lose(tavern, happened=False)
    assert await refusal(wait_for_seat(tavern.tables, table.row.id, EVA)) == "refused.not-saved"
    assert not view_of(tavern.now(table), EVA).waits


# The next game


async def test_a_guest_opens_or_joins_the_rematch_in_anybodys_seat(tavern: Tavern) -> None:
    async def again(person: SeatRow, guest: bool = True) -> Table:
        return await tavern.rematches.rematch(table.row.id, person, channel_id=8, language="en", guest=guest)

    table = await against(tavern, "ciapano", players=3)
    table = await tavern.seats.stop(table.row.id)
    assert await refusal(again(newcomer(), guest=False)) == "refused.not-seated"
    lobby = await again(newcomer())
    assert (lobby.row.host_id, lobby.row.status) == (EVA, Status.LOBBY)
    assert [row.person for row in lobby.seats] == [True, False, False]
    lobby = await again(newcomer(GUS, "Gus"))
    assert {row.user_id for row in lobby.seats if row.person} == {EVA, GUS}
    lobby = await again(tavern.person(0), guest=False)
    assert {row.user_id for row in lobby.seats} == {EVA, GUS, PEOPLE[0]}
    assert await refusal(again(newcomer(902, "Ida"))) == "refused.full"
