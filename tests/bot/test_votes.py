"""What those who are seated vote on, how many it takes, and when it is over."""

import pytest

from bot.render import board, hand
from bot.render.absence import asks
from bot.render.panel import Press
from bot.store import Status
from bot.table import Table
from bot.tables import STAND_IN
from bot.votes import CONCEDE, EXPIRE_SECONDS, GIVE, STOP, WAIT, of
from bot.waking import wake
from tests.bot.tavern import PEOPLE, Tavern, refusal
from tests.bot.test_seats import WORDS

CLOCK = 60


async def timed(tavern: Tavern, game: str = "cicera", **options: object) -> Table:
    """Return a game with a clock of a minute."""
    table = await tavern.full(game, **options)
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "clock", str(CLOCK))
    for row in table.seats[1:]:
        table = await tavern.lobbies.agree(table.row.id, row.user_id, table.terms)
    return await tavern.lobbies.start(table.row.id, PEOPLE[0])


def asked_first(table: Table) -> tuple[int, list[int]]:
    """Return who is to play, and everybody else in the order of their seats, as users."""
    seat = table.waits_for()[0]
    user = next(row.user_id for row in table.seats if row.seat == seat)
    return user, [row.user_id for row in table.seats if row.seat != seat]


async def test_those_who_wait_decide_to_wait_longer(tavern: Tavern) -> None:
    table = await timed(tavern, players=4)
    due = table.row.due_at
    assert due is not None
    player, others = asked_first(table)
    table = await tavern.seats.vote(table.row.id, others[0], WAIT)
    assert table.row.due_at == due
    assert [vote.name for vote in table.shown().votes] == [WAIT]
    assert await refusal(tavern.seats.vote(table.row.id, player, WAIT)) == "refused.no-vote"
    table = await tavern.seats.vote(table.row.id, others[1], WAIT)
    assert (table.row.due_at, table.row.warned, table.shown().votes) == (due + CLOCK, False, ())
    await tavern.agrees(table)


async def test_more_than_half_of_the_others_hand_a_seat_to_the_computer(tavern: Tavern) -> None:
    table = await timed(tavern, players=4)
    seat = table.waits_for()[0]
    player, others = asked_first(table)
    name = f"{GIVE}-{seat}"
    table = await tavern.seats.vote(table.row.id, others[0], name)
    assert table.at(seat) is not None
    assert name not in asks(table.shown(player), GIVE)
    table = await tavern.seats.vote(table.row.id, others[2], name)
    row = table.at(seat)
    assert row is not None
    assert (row.level, row.user_id, table.row.due_at) == (STAND_IN, player, None)
    # It is theirs still.
    table = await tavern.seats.take_back(table.row.id, player)
    assert table.people_asked() == {player}
    await tavern.agrees(table)


async def test_one_of_two_cannot_take_the_others_seat(tavern: Tavern) -> None:
    table = await timed(tavern)
    seat, (_, others) = table.waits_for()[0], asked_first(table)
    assert not asks(table.shown(others[0]), GIVE)
    assert await refusal(tavern.seats.vote(table.row.id, others[0], f"{GIVE}-{seat}")) == "refused.stale"


async def test_what_is_voted_about_a_turn_is_over_with_it(tavern: Tavern) -> None:
    table = await timed(tavern, players=4)
    seat, (_, others) = table.waits_for()[0], asked_first(table)
    for name in (WAIT, f"{GIVE}-{seat}", STOP):
        table = await tavern.seats.vote(table.row.id, others[0], name)
    assert [vote.name for vote in table.shown().votes] == [WAIT, f"{GIVE}-{seat}", STOP]
    table = await tavern.play(table)
    assert [vote.name for vote in table.shown().votes] == [STOP]


async def test_a_vote_expires_after_ten_minutes(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], STOP)
    wakes = tavern.at + EXPIRE_SECONDS
    assert "".join(board.public(table.shown(), WORDS).texts).count(WORDS("vote.stop")) == 1
    tavern.at = wakes - 1
    await wake(tavern.tables, table.row.id)
    assert tavern.now(table).shown().votes
    tavern.at = wakes
    await wake(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert not table.shown().votes
    assert WORDS("vote.stop") not in "".join(board.public(table.shown(), WORDS).texts)
    await tavern.agrees(table)
    # What was said so long ago counts no more, though the clock has not come yet.
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], STOP)
    tavern.at += EXPIRE_SECONDS
    table = await tavern.seats.vote(table.row.id, PEOPLE[1], STOP)
    assert table.playing


async def test_a_vote_that_cannot_pass_any_more_is_over(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], STOP)
    other = next(row.user_id for row in table.seats if row.seat in table.sides[1])
    partner = next(row.user_id for row in table.seats if row.seat in table.sides[1] and row.user_id != other)
    table = await tavern.seats.vote(table.row.id, other, STOP, against=True)
    assert [(vote.yes, len(vote.no)) for vote in table.shown().votes] == [((0,), 1)]
    table = await tavern.seats.vote(table.row.id, partner, STOP, against=True)
    assert (table.shown().votes, table.playing) == ((), True)
    # Nobody has said anything: there is nothing to be against.
    assert not (await tavern.seats.vote(table.row.id, other, STOP, against=True)).shown().votes


async def test_whoever_changes_their_mind_says_so(tavern: Tavern) -> None:
    table = await tavern.game("ciapano", players=5)
    for user in PEOPLE[:2]:
        table = await tavern.seats.vote(table.row.id, user, STOP)
    table = await tavern.seats.vote(table.row.id, PEOPLE[1], STOP, against=True)
    table = await tavern.seats.vote(table.row.id, PEOPLE[2], STOP)
    assert [(vote.yes, vote.no) for vote in table.shown().votes] == [((0, 2), (1,))]
    assert table.playing


@pytest.mark.parametrize("partner", ["agrees", "away"])
async def test_a_side_that_agrees_gives_the_game_up_and_has_lost(tavern: Tavern, partner: str) -> None:
    table = await tavern.game(players=4)
    ours = [row for row in table.seats if row.seat in table.sides[1]]
    theirs = [row.user_id for row in table.seats if row.seat in table.sides[0]]
    name = f"{CONCEDE}-1"
    assert asks(table.shown(ours[0].user_id), CONCEDE) == [name]
    assert await refusal(tavern.seats.vote(table.row.id, theirs[0], name)) == "refused.no-vote"
    if partner == "agrees":
        table = await tavern.seats.vote(table.row.id, ours[0].user_id, name)
        assert table.playing
    else:
        table = await tavern.seats.hand_over(table.row.id, ours[0].user_id)
    table = await tavern.seats.vote(table.row.id, ours[1].user_id, name)
    assert (table.row.status, table.row.ended) == (Status.STOPPED, name)
    heading = board.public(table.shown(), WORDS).texts[0]
    assert "P0" in heading
    ([standing, *_], _) = await tavern.store.leaderboard(7, "cicera", teams=True, offset=0, limit=10)
    assert (standing.members, standing.wins) == (tuple(sorted(theirs)), 1)
    await tavern.agrees(table)


async def test_where_more_than_two_play_alone_nobody_can_give_up(tavern: Tavern) -> None:
    table = await tavern.game("ciapano", players=3)
    assert not asks(table.shown(PEOPLE[0]), CONCEDE)
    assert await refusal(tavern.seats.vote(table.row.id, PEOPLE[0], f"{CONCEDE}-0")) == "refused.stale"


@pytest.mark.parametrize(
    "name", ["", "give", "give-9", "give-x", "wait-1", "stop-2", "concede-5", "-stop", "x"]
)
async def test_a_forged_vote_is_refused(tavern: Tavern, name: str) -> None:
    table = await timed(tavern, players=4)
    assert of(table, name) is None
    assert await refusal(tavern.seats.vote(table.row.id, PEOPLE[0], name)) == "refused.stale"


async def test_who_is_left_alone_plays_on_or_ends_it(tavern: Tavern) -> None:
    table = await tavern.game()
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[1])
    panel = hand.panel(table.shown(PEOPLE[0]), WORDS)
    assert any(WORDS("panel.left-alone") in text for text in panel.texts)
    ends = [Press.parse(button.id) for button in panel.buttons if button.label == WORDS("button.end-game")]
    assert ends == [Press(table.row.id, 0, "vote", STOP)]
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], STOP)
    assert table.row.status is Status.STOPPED
