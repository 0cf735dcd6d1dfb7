"""**Play alone now**: one press from a lobby to a dealt hand against computers."""

import asyncio
import random
from typing import Any

import pytest

from bot.clock.due import do_what_is_due
from bot.errors import Kept
from bot.lobby.lobby import HOST_AWAY_SECONDS
from bot.lobby.reserved import KEPT_SECONDS
from bot.lobby.seating import GENTLE, computer
from bot.locale import Catalogue
from bot.panels.lobby import pages
from bot.panels.lobby.own import private_lobby
from bot.panels.table import board
from bot.store import LogRow, Status
from bot.table.table import Table
from bot.table.viewing import view_of
from engine.deals import Deal
from engine.game import DEALER
from tests.bot.lobby.again import again, stopped
from tests.bot.store.troubled import Troubled
from tests.bot.tavern import PEOPLE, Tavern, lose, refusal

ANN, BO = PEOPLE[:2]
GAMES = [
    ("cicera", {"players": 4}),
    ("cicera", {"players": 2}),
    ("ciapano", {"players": 3}),
    ("ciapano", {"players": 5}),
    ("civil-suits", {}),
]


@pytest.fixture
async def cutting(tavern: Tavern) -> Tavern:
    """The tavern in which people are asked to cut."""
    tavern.tables.settings.cut_seconds = 20
    return tavern


def levels(table: Table) -> list[str | None]:
    """Return the level of each seat, None for a person's."""
    return [row.level for row in table.seats]


async def finished(tavern: Tavern, *levels: str, won: bool, game: str = "ciapano") -> Table:
    """Return a game of P0 against computers of these levels, played out at random with such a result."""
    table = await tavern.lobby(game, **({"players": len(levels) + 1} if game != "civil-suits" else {}))
    tavern.at += 1
    async with tavern.tables.held(table.row.id) as held:
        seats = [computer(seat, level) for seat, level in enumerate(levels, 1)]
        await tavern.tables.commit(held, table.with_seats(*table.seats, *seats))
        for seed in range(100):
            entries = random_log(tavern, held.table, random.Random(seed))
            after = held.table
            for entry in entries:
                after = after.replayed(entry)
            winners = after.game.outcome(after.state).winners
            if any(0 in after.sides[side] for side in winners) == won:
                break
        await tavern.tables.commit(
            held, after.with_row(status=Status.FINISHED, entropy=after.entropy), entries, touched_at=tavern.at
        )
    return held.table


def random_log(tavern: Tavern, table: Table, rng: random.Random) -> list[LogRow]:
    """Return the log of a whole game with random deals and plays."""
    game, state, log = table.game, table.state, list[LogRow]()
    while waits := game.to_act(state):
        seat = rng.choice(waits)
        if seat == DEALER:
            deck = tuple(rng.sample(game.DECK, len(game.DECK)))
            deal = Deal(game.dealers(state)[0], deck)
            state = game.deal(state, deal.dealer, deal.deck)
            log.append(LogRow(len(log), None, str(deal), None, tavern.at))
        else:
            action = rng.choice(game.legal(state, seat))
            state = game.apply(state, seat, action)
            log.append(LogRow(len(log), seat, str(action), None if seat else ANN, tavern.at))
    return log


@pytest.mark.parametrize(("game", "options"), GAMES)
async def test_one_press_fills_the_seats_and_deals(
    cutting: Tavern, game: str, options: dict[str, Any]
) -> None:
    table = await cutting.lobby(game, **options)
    version = table.row.version
    table = await cutting.alone.play(table.row.id, ANN)
    assert table.playing
    assert table.seq == 1
    assert table.game.to_act(table.state) != (DEALER,)
    assert [row.seat for row in table.seats if not row.person] == list(range(1, table.size))
    assert len({row.name for row in table.seats}) == table.size
    # One write: no other process has seen a full lobby that has not begun.
    assert table.row.version == version + 1
    await cutting.agrees(table)


async def test_nobody_who_plays_alone_is_asked_to_cut(cutting: Tavern) -> None:
    """The first dealer follows from the shuffle, and in half of the games P0 would have the cut."""
    for _ in range(10):
        table = await cutting.alone.play((await cutting.lobby(players=2)).row.id, ANN)
        assert (table.row.cutter, table.seq) == (None, 1)


async def test_a_beginner_gets_gentle_opponents_a_good_partner_and_a_short_game(tavern: Tavern) -> None:
    table = await tavern.alone.play((await tavern.lobby(players=4)).row.id, ANN)
    assert levels(table) == [None, GENTLE, "medium", GENTLE]
    assert table.options.target == 21
    table = await tavern.alone.play((await tavern.lobby()).row.id, ANN)
    assert levels(table) == [None, GENTLE]
    assert table.options.target == 21
    table = await tavern.alone.play((await tavern.lobby("ciapano", players=4)).row.id, ANN)
    assert levels(table) == [None, *[GENTLE] * 3]


@pytest.mark.parametrize(("players", "target"), [(4, 31), (4, 11), (2, 51)])
async def test_a_target_that_was_chosen_stays(tavern: Tavern, players: int, target: int) -> None:
    table = await tavern.lobby(players=players, target=target)
    assert (await tavern.alone.play(table.row.id, ANN)).options.target == target


@pytest.mark.parametrize(("game", "told"), [("cicera", "to 21"), ("ciapano", "")])
async def test_a_beginner_is_told_before_how_the_first_game_alone_differs(
    tavern: Tavern, game: str, told: str
) -> None:
    table, words = await tavern.lobby(game), Catalogue.load().words("en")
    first, later = (
        private_lobby(view_of(table, ANN, beginner=beginner), words).texts[0] for beginner in (True, False)
    )
    assert later == words("panel.alone")
    assert first == (words("panel.alone.first", rules=told) if told else later)


async def test_computers_that_sit_there_stay(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    table = await tavern.lobbies.seat_computers(table.row.id, ANN, "hard", 1)
    assert levels(await tavern.alone.play(table.row.id, ANN)) == [None, "hard", "medium", GENTLE]


async def test_beside_others_the_game_stays_as_agreed_and_is_cut(cutting: Tavern) -> None:
    """In half of the games a person has the cut; the shuffle says in which."""
    asked = set[bool]()
    while len(asked) < 2:
        table = await cutting.lobby(players=4)
        await cutting.lobbies.join(table.row.id, cutting.person(1), 1)
        table = await cutting.alone.play(table.row.id, ANN)
        assert table.options.target == 51
        assert [row.person for row in table.seats] == [True, True, False, False]
        assert table.undealt or table.seq == 1
        asked.add(table.undealt)


async def test_computers_get_better_after_three_wins_of_the_last_five(tavern: Tavern) -> None:
    """Games at other tables do not count, nor do older ones."""

    async def next_level() -> str | None:
        table = await tavern.alone.play((await tavern.lobby("ciapano", players=3)).row.id, ANN)
        await tavern.seats.stop(table.row.id)
        (level,) = set(levels(table)[1:])
        return level

    await finished(tavern, GENTLE, GENTLE, won=True)
    await finished(tavern, "easy", "easy", won=True)
    assert await next_level() == "easy"
    await finished(tavern, "easy", "easy", "easy", "easy", won=False)
    assert await next_level() == "easy"
    await finished(tavern, "easy", "easy", won=True)
    assert await next_level() == "medium"
    await finished(tavern, "easy", "easy", won=False)
    assert await next_level() == "medium"
    # Now the first win is the sixth last.
    await finished(tavern, "easy", "easy", won=False)
    assert await next_level() == "easy"


async def test_otherwise_the_computers_are_as_good_as_last_time(tavern: Tavern) -> None:
    for level in ("easy", "easy", "hard"):
        await finished(tavern, level, level, won=False)
    table = await tavern.alone.play((await tavern.lobby("ciapano", players=4)).row.id, ANN)
    assert levels(table) == [None, "hard", "hard", "hard"]
    # A partner is as good as the others, and a game has its usual length.
    await finished(tavern, "medium", "hard", "medium", won=True, game="cicera")
    await finished(tavern, "medium", "hard", "medium", won=False, game="cicera")
    table = await tavern.alone.play((await tavern.lobby(players=4)).row.id, ANN)
    assert levels(table) == [None, "medium", "medium", "medium"]
    assert table.options.target == 51


async def test_whoever_has_played_with_people_only_begins_with_easy_ones(tavern: Tavern) -> None:
    for _ in range(2):
        table = await tavern.game()
        async with tavern.tables.held(table.row.id) as held:
            await tavern.play.end(held, Status.FINISHED)
    assert levels(await tavern.alone.play((await tavern.lobby()).row.id, ANN)) == [None, "easy"]


async def test_it_is_refused_as_a_start_is(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    press = tavern.alone.play
    assert await refusal(press(table.row.id, BO)) == "refused.not-seated"
    await tavern.lobbies.join(table.row.id, tavern.person(1), 1)
    assert await refusal(press(table.row.id, BO)) == "refused.host-starts"
    await tavern.lobbies.choose(table.row.id, ANN, "target", "31")
    assert await refusal(press(table.row.id, ANN)) == "refused.to-agree"
    await tavern.lobbies.agree(table.row.id, BO, tavern.now(table).terms)
    tavern.at += HOST_AWAY_SECONDS
    assert (await press(table.row.id, BO)).playing
    assert await refusal(press(table.row.id, PEOPLE[2])) == "refused.started"
    closed = await tavern.lobbies.cancel((await tavern.lobby()).row.id, ANN)
    assert await refusal(press(closed.row.id, ANN)) == "refused.closed"


async def test_nobody_chooses_the_gentle_level(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    for seat in (None, 1):
        forged = tavern.lobbies.seat_computers(table.row.id, ANN, GENTLE, seat)
        assert await refusal(forged) == "refused.forged"


async def test_a_seat_that_is_kept_is_not_filled(tavern: Tavern) -> None:
    table = await stopped(tavern)
    following = await again(tavern, table, 0)
    with pytest.raises(Kept) as caught:
        await tavern.alone.play(following.row.id, ANN)
    assert set(caught.value.names) == {"P1", "P2", "P3"}
    tavern.at += KEPT_SECONDS
    await do_what_is_due(tavern.tables, following.row.id)
    begun = await tavern.alone.play(following.row.id, ANN)
    assert [row.person for row in begun.seats] == [True, False, False, False]


async def test_two_presses_at_once_begin_one_game(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    await tavern.lobbies.join(table.row.id, tavern.person(1), 1)
    tavern.at += HOST_AWAY_SECONDS
    done = await asyncio.gather(*(tavern.alone.play(table.row.id, user_id) for user_id in (ANN, BO, ANN)))
    assert {found.row.version for found in done} == {tavern.now(table).row.version}
    assert tavern.now(table).dealt == 1
    assert (await tavern.alone.play(table.row.id, BO)).row == tavern.now(table).row
    await tavern.agrees(table)


@pytest.mark.parametrize("happened", [True, False])
async def test_an_uncertain_start_is_whole_or_nothing(tavern: Tavern, happened: bool) -> None:
    table = await tavern.lobby(players=4)
    lose(tavern, happened)
    if happened:
        table = await tavern.alone.play(table.row.id, ANN)
        assert table.playing
    else:
        assert await refusal(tavern.alone.play(table.row.id, ANN)) == "refused.not-saved"
        assert len(tavern.now(table).seats) == 1
        assert tavern.now(table).options.target == 51
    await tavern.agrees(table)


async def test_without_a_database_nothing_begins(tavern: Tavern) -> None:
    table = await tavern.lobby()
    assert isinstance(tavern.store, Troubled)
    tavern.store.readers.deaf = True
    assert await refusal(tavern.alone.play(table.row.id, ANN)) == "refused.not-read"


async def test_in_a_rematch_computers_stay_gentle_for_beginners_only(tavern: Tavern) -> None:
    found = []
    table = await finished(tavern, GENTLE, GENTLE, won=True)
    for _ in range(3):
        table = await again(tavern, table, 0)
        found.append(levels(table))
        async with tavern.tables.held(table.row.id) as held:
            await tavern.play.end(held, Status.FINISHED)
    assert found == [[None, GENTLE, GENTLE], *[[None, "easy", "easy"]] * 2]


@pytest.mark.parametrize("language", ["en", "it"])
async def test_gentle_computers_are_named_and_not_offered(tavern: Tavern, language: str) -> None:
    words = Catalogue.load().words(language)
    table = await tavern.lobby(players=4)
    async with tavern.tables.held(table.row.id) as held:
        await tavern.tables.commit(held, table.with_seats(*table.seats, computer(1, GENTLE)))
    view = view_of(tavern.now(table), ANN)
    assert words("level.gentle") in str(board.public_panel(view, words, ()).blocks)
    page = str(pages.computers(view, words, ()))
    assert words("computers.gentle") in page
    assert f"fill:{GENTLE}" not in page
    assert f"'{GENTLE}'" not in page
