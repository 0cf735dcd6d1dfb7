"""Votes of the members in seats: how many it takes, and when one is over."""

import pytest

from bot.blocks.blocks import Press
from bot.clock.due import do_what_is_due
from bot.messages.ledger import Opened
from bot.panels.shared.absence import MOST_VOTES, about, asks
from bot.panels.table import board, hand
from bot.store import Status
from bot.table import situation
from bot.table.deadlines import DAY
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.table.votes import CLOCK, CONCEDE, EXPIRE_SECONDS, GIVE, GIVEN, STOP, TURNS_MISSED, WAIT, of
from bot.tables.play import STAND_IN
from tests.bot.store.store_rows import counts
from tests.bot.tables.test_seats import WORDS
from tests.bot.tavern import PEOPLE, Tavern, against, refusal

MINUTE = 60


async def timed(tavern: Tavern, game: str = "cicera", **options: object) -> Table:
    """Return a game with a clock of a minute."""
    table = await tavern.full(game, **options)
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "clock", str(MINUTE))
    for row in table.seats[1:]:
        table = await tavern.lobbies.agree(table.row.id, row.user_id, table.terms)
    return await tavern.lobbies.start(table.row.id, PEOPLE[0])


def asked_first(table: Table) -> tuple[int, list[int]]:
    """Return the user on turn, and all other users in the order of their seats."""
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
    assert [vote.name for vote in view_of(table).votes] == [WAIT]
    assert await refusal(tavern.seats.vote(table.row.id, player, WAIT)) == "refused.no-vote"
    table = await tavern.seats.vote(table.row.id, others[1], WAIT)
    assert (table.row.due_at, table.row.warned, view_of(table).votes) == (due + MINUTE, False, ())
    await tavern.agrees(table)


async def test_more_than_half_of_the_others_hand_a_seat_to_the_computer(tavern: Tavern) -> None:
    table = await timed(tavern, players=4)
    seat = table.waits_for()[0]
    player, others = asked_first(table)
    name = f"{GIVE}-{seat}"
    table = await tavern.seats.vote(table.row.id, others[0], name)
    assert table.at(seat) is not None
    assert name not in asks(view_of(table, player), GIVE)
    table = await tavern.seats.vote(table.row.id, others[2], name)
    row = table.at(seat)
    assert row is not None
    assert (row.level, row.user_id, table.row.due_at) == (STAND_IN, player, None)
    # It is theirs still.
    table = await tavern.seats.take_back(table.row.id, player)
    assert situation.people_asked(table) == {player}
    await tavern.agrees(table)


async def test_one_of_two_cannot_take_the_others_seat(tavern: Tavern) -> None:
    table = await timed(tavern)
    seat, (_, others) = table.waits_for()[0], asked_first(table)
    assert not asks(view_of(table, others[0]), GIVE)
    assert await refusal(tavern.seats.vote(table.row.id, others[0], f"{GIVE}-{seat}")) == "refused.stale"


async def test_what_is_voted_about_a_turn_is_over_with_it(tavern: Tavern) -> None:
    table = await timed(tavern, players=4)
    seat, (_, others) = table.waits_for()[0], asked_first(table)
    for name in (WAIT, f"{GIVE}-{seat}", STOP):
        table = await tavern.seats.vote(table.row.id, others[0], name)
    assert [vote.name for vote in view_of(table).votes] == [WAIT, f"{GIVE}-{seat}", STOP]
    table = await tavern.plays(table)
    assert [vote.name for vote in view_of(table).votes] == [STOP]


async def test_a_vote_expires_after_ten_minutes(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], STOP)
    wakes = tavern.at + EXPIRE_SECONDS
    assert "".join(board.public_panel(view_of(table), WORDS).texts).count(WORDS("vote.stop")) == 1
    tavern.at = wakes - 1
    await do_what_is_due(tavern.tables, table.row.id)
    assert view_of(tavern.now(table)).votes
    tavern.at = wakes
    await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert not view_of(table).votes
    assert WORDS("vote.stop") not in "".join(board.public_panel(view_of(table), WORDS).texts)
    await tavern.agrees(table)
    # A vote that old has lapsed, though the clock has not come yet.
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], STOP)
    tavern.at += EXPIRE_SECONDS
    table = await tavern.seats.vote(table.row.id, PEOPLE[1], STOP)
    assert table.playing


async def test_an_expired_vote_passes_by_nobodys_leaving(tavern: Tavern) -> None:
    table = await tavern.game("ciapano", players=4)
    for user in PEOPLE[:2]:
        table = await tavern.seats.vote(table.row.id, user, STOP)
    tavern.at += EXPIRE_SECONDS
    # The clock has not come yet; of the three still there, two would be enough.
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[3])
    assert table.playing
    tavern.at += 1
    await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert (table.playing, view_of(table).votes) == (True, ())


async def test_a_vote_that_cannot_pass_any_more_is_over(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], STOP)
    other = next(row.user_id for row in table.seats if row.seat in table.sides[1])
    partner = next(row.user_id for row in table.seats if row.seat in table.sides[1] and row.user_id != other)
    table = await tavern.seats.vote(table.row.id, other, STOP, against=True)
    assert [(vote.yes, len(vote.no)) for vote in view_of(table).votes] == [((0,), 1)]
    table = await tavern.seats.vote(table.row.id, partner, STOP, against=True)
    assert (view_of(table).votes, table.playing) == ((), True)
    # Nobody has voted: there is nothing to be against.
    assert not view_of(await tavern.seats.vote(table.row.id, other, STOP, against=True)).votes


async def test_whoever_changes_their_mind_says_so(tavern: Tavern) -> None:
    table = await tavern.game("ciapano", players=5)
    for user in PEOPLE[:2]:
        table = await tavern.seats.vote(table.row.id, user, STOP)
    table = await tavern.seats.vote(table.row.id, PEOPLE[1], STOP, against=True)
    table = await tavern.seats.vote(table.row.id, PEOPLE[2], STOP)
    assert [(vote.yes, vote.no) for vote in view_of(table).votes] == [((0, 2), (1,))]
    assert table.playing


async def test_those_who_wait_without_a_clock_decide_to_play_with_one(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    player, others = asked_first(table)
    assert (table.clock, table.row.due_at) == (0, None)
    assert asks(view_of(table, others[0]), WAIT, CLOCK) == [CLOCK]
    assert asks(view_of(table, player), WAIT, CLOCK) == []
    assert await refusal(tavern.seats.vote(table.row.id, player, CLOCK)) == "refused.no-vote"
    assert await refusal(tavern.seats.vote(table.row.id, others[0], WAIT)) == "refused.stale"
    for user in others[:2]:
        assert (table.clock, table.row.due_at) == (0, None)
        table = await tavern.seats.vote(table.row.id, user, CLOCK)
    due = tavern.at + GIVEN
    assert (table.clock, table.row.due_at, table.row.warned, view_of(table).votes) == (GIVEN, due, False, ())
    await tavern.agrees(table)
    # Everybody sees it run, and its chooser as long as the turn lasts.
    names = WORDS("and").join(row.name for row in table.seats if row.user_id in others[:2])
    told = WORDS("clock.chosen", names=names, clock=WORDS.count("clock.minutes", GIVEN // 60))
    seen = "".join(board.public_panel(view_of(table), WORDS).texts)
    assert told in seen
    until = WORDS("clock.until", at=int(due)).removeprefix("-# ")
    assert until in seen
    assert until in "".join(hand.panel(view_of(table, player), WORDS).texts)
    assert asks(view_of(table, others[0]), WAIT, CLOCK) == [WAIT]
    assert await refusal(tavern.seats.vote(table.row.id, others[2], CLOCK)) == "refused.stale"
    tavern.at += 100
    table = await tavern.plays(table)
    assert table.row.due_at == tavern.at + GIVEN
    assert told not in "".join(board.public_panel(view_of(table), WORDS).texts)


async def test_of_two_without_a_clock_the_one_who_waits_is_not_locked_in(tavern: Tavern) -> None:
    table = await tavern.game()
    seat, (player, (other,)) = table.waits_for()[0], asked_first(table)
    tavern.at += DAY
    table = await tavern.seats.vote(table.row.id, other, CLOCK)
    assert table.row.due_at == tavern.at + GIVEN
    for missed in range(1, TURNS_MISSED + 1):
        while situation.people_asked(table) != {player}:
            table = await tavern.plays(table)
        assert table.row.due_at is not None
        while not any(row.overdue for row in table.seats):
            assert table.row.wake_at is not None
            tavern.at = max(tavern.at, table.row.wake_at)
            await do_what_is_due(tavern.tables, table.row.id)
            table = tavern.now(table)
        action = table.game.legal(table.state, seat)[0]
        table = await tavern.play.play_for(table.row.id, seat, action, table.asked[seat])
        row = table.seat_of(player)
        assert row is not None
        assert (row.missed, row.present) == (missed, missed < TURNS_MISSED)
    assert table.playing


async def test_who_is_against_a_clock_says_so_and_it_is_over_with_the_turn(tavern: Tavern) -> None:
    table = await tavern.game("ciapano", players=5)
    _, others = asked_first(table)
    for user, no in ((others[0], False), (others[1], False), (others[1], True), (others[2], False)):
        table = await tavern.seats.vote(table.row.id, user, CLOCK, against=no)
    assert [(vote.name, len(vote.yes), len(vote.no)) for vote in view_of(table).votes] == [(CLOCK, 2, 1)]
    seen = board.public_panel(view_of(table), WORDS)
    assert any(WORDS("vote.clock", clock=WORDS.count("clock.minutes", GIVEN // 60)) in t for t in seen.texts)
    assert WORDS("button.vote-clock") in [button.label for button in seen.buttons]
    table = await tavern.plays(table)
    assert (view_of(table).votes, table.clock) == ((), 0)


async def test_no_clock_is_offered_where_nobody_waits_for_somebody(tavern: Tavern) -> None:
    table = await against(tavern, "cicera", players=4)
    assert await refusal(tavern.seats.vote(table.row.id, PEOPLE[0], CLOCK)) == "refused.stale"
    # Where all are asked at once, nobody waits yet; a seat that has passed does.
    table = await tavern.game("civil-suits")
    while len(table.waits_for()) < 4:
        table = await tavern.plays(table)
    assert not any(asks(view_of(table, user), CLOCK) for user in PEOPLE[:4])
    passed, *_ = tavern.next_play(table)
    table = await tavern.plays(table)
    assert [user for user in PEOPLE[:4] if asks(view_of(table, user), CLOCK)] == [passed]
    table = await tavern.seats.vote(table.row.id, passed, CLOCK)
    assert (table.clock, table.row.due_at, situation.choosing(table)) == (GIVEN, tavern.at + GIVEN, set())


async def test_whoever_looks_for_a_way_on_reads_what_the_table_has(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    _, others = asked_first(table)
    untimed = hand.panel(view_of(table, others[0]), WORDS, Opened(0, "absent"))
    assert WORDS("absent.no-clock") in untimed.texts
    for user in others[:2]:
        table = await tavern.seats.vote(table.row.id, user, CLOCK)
    clocked = hand.panel(view_of(table, others[0]), WORDS, Opened(0, "absent"))
    assert WORDS("absent.explain") in clocked.texts


async def test_every_vote_is_seen(tavern: Tavern) -> None:
    """The oldest with the buttons for which a phone has room, and the others in few words."""
    table = await timed(tavern, "civil-suits")
    while len(table.waits_for()) < 4:
        table = await tavern.plays(table)
    names = [f"{GIVE}-0", f"{GIVE}-1", WAIT, f"{GIVE}-2", STOP]
    briefly = [
        *(WORDS("button.ask-give", name=name) for name in ("P0", "P1")),
        *(WORDS("button.ask-wait"), WORDS("button.ask-give", name="P2"), WORDS("button.ask-stop")),
    ]
    for number, name in enumerate(names):
        tavern.at += 1
        table = await tavern.seats.vote(table.row.id, PEOPLE[3], name)
        view = view_of(table)
        assert [vote.name for vote in view.votes] == names[: number + 1]
        texts = board.public_panel(view, WORDS).texts
        whole = number + 1 if number < MOST_VOTES else 1
        assert voted(table) == names[:whole]
        for asked in names[:whole]:
            assert any(about(view, asked, WORDS) in text for text in texts)
        for asked in briefly[whole : number + 1]:
            assert WORDS("vote.brief", asked=asked, yes=1) in texts[-1]
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], STOP, against=True)
    brief = WORDS("vote.brief-against", asked=briefly[-1], yes=1, no=1)
    assert brief in board.public_panel(view_of(table), WORDS).texts[-1]
    # The end of one makes room for the next.
    table = await tavern.seats.vote(table.row.id, PEOPLE[3], f"{GIVE}-0", against=True)
    assert voted(table) == [f"{GIVE}-1"]


def voted(table: Table) -> list[str]:
    """Return the votes with a button on the board."""
    found = [Press.parse(button.id) for button in board.public_panel(view_of(table), WORDS).buttons]
    return [press.notation for press in found if press is not None and press.verb == "vote"]


@pytest.mark.parametrize("partner", ["agrees", "away"])
async def test_a_side_that_agrees_gives_the_game_up_and_has_lost(tavern: Tavern, partner: str) -> None:
    table = await tavern.game(players=4)
    ours = [row for row in table.seats if row.seat in table.sides[1]]
    theirs = [row.user_id for row in table.seats if row.seat in table.sides[0]]
    name = f"{CONCEDE}-1"
    assert asks(view_of(table, ours[0].user_id), CONCEDE) == [name]
    assert await refusal(tavern.seats.vote(table.row.id, theirs[0], name)) == "refused.no-vote"
    if partner == "agrees":
        table = await tavern.seats.vote(table.row.id, ours[0].user_id, name)
        assert table.playing
    else:
        table = await tavern.seats.hand_over(table.row.id, ours[0].user_id)
    table = await tavern.seats.vote(table.row.id, ours[1].user_id, name)
    assert (table.row.status, table.row.ended) == (Status.STOPPED, name)
    heading = board.public_panel(view_of(table), WORDS).texts[0]
    assert "P0" in heading
    teams = await counts(tavern.store, guild_id=7, teams=True)
    assert [team for team, (_, wins) in teams.items() if wins] == [tuple(sorted(theirs))]
    await tavern.agrees(table)


async def test_whoever_is_left_of_a_side_that_wants_to_give_up_decides_it_alone(tavern: Tavern) -> None:
    table = await tavern.game(players=4)
    ann, cy = (row.user_id for row in table.seats if row.seat in table.sides[0])
    name = f"{CONCEDE}-0"
    table = await tavern.seats.vote(table.row.id, ann, name)
    assert not decides(table, ann)
    leaving = hand.panel(view_of(table, ann), WORDS, Opened(0, "leave"))
    assert any(WORDS("leave.concede") in text for text in leaving.texts)
    table = await tavern.seats.hand_over(table.row.id, cy)
    # Leaving a game does not give it up.
    await do_what_is_due(tavern.tables, table.row.id)
    assert tavern.now(table).playing
    assert decides(tavern.now(table), ann)
    leaving = hand.panel(view_of(table, ann), WORDS, Opened(0, "leave"))
    assert any(WORDS("leave.concede-alone") in text for text in leaving.texts)
    assert Press(table.row.id, 0, "vote", name) in [Press.parse(button.id) for button in leaving.buttons]
    # A member who comes back has a vote again.
    table = await tavern.seats.take_back(table.row.id, cy)
    assert not decides(table, ann)
    assert (await tavern.seats.vote(table.row.id, ann, name)).playing
    await tavern.seats.hand_over(table.row.id, cy)
    table = await tavern.seats.vote(table.row.id, ann, name)
    assert (table.row.status, table.row.ended) == (Status.STOPPED, name)
    await tavern.agrees(table)


def decides(table: Table, user_id: int) -> bool:
    """Return whether a user reads that the decision to give the game up is theirs alone."""
    return any(WORDS("panel.concede") in text for text in hand.panel(view_of(table, user_id), WORDS).texts)


async def test_where_more_than_two_play_alone_nobody_can_give_up(tavern: Tavern) -> None:
    table = await tavern.game("ciapano", players=3)
    assert not asks(view_of(table, PEOPLE[0]), CONCEDE)
    assert await refusal(tavern.seats.vote(table.row.id, PEOPLE[0], f"{CONCEDE}-0")) == "refused.stale"


@pytest.mark.parametrize(
    "name",
    ["", "give", "give-9", "give-x", "wait-1", "clock", "clock-300", "stop-2", "concede-5", "-stop", "x"],
)
async def test_a_forged_vote_is_refused(tavern: Tavern, name: str) -> None:
    table = await timed(tavern, players=4)
    assert of(table, name) is None
    assert await refusal(tavern.seats.vote(table.row.id, PEOPLE[0], name)) == "refused.stale"


async def test_who_is_left_alone_plays_on_or_ends_it(tavern: Tavern) -> None:
    table = await tavern.game()
    table = await tavern.seats.hand_over(table.row.id, PEOPLE[1])
    table.ledger.tell(PEOPLE[0], "Bo has left.")
    panel = hand.panel(view_of(table, PEOPLE[0]), WORDS)
    assert any(WORDS("panel.left-alone") in text for text in panel.texts)
    ends = [Press.parse(button.id) for button in panel.buttons if button.label == WORDS("button.end-game")]
    assert ends == [Press(table.row.id, 0, "vote", STOP)]
    # After the next press it is no longer said with every play.
    table.ledger.answered(PEOPLE[0], table.row.version, "", None)
    panel = hand.panel(view_of(table, PEOPLE[0]), WORDS)
    assert WORDS("button.end-game") not in [button.label for button in panel.buttons]
    # News of a game go with it.
    table.ledger.tell(PEOPLE[0], "Bo has left.")
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], STOP)
    assert table.row.status is Status.STOPPED
    assert "Bo has left." not in "".join(hand.panel(view_of(table, PEOPLE[0]), WORDS).texts)
