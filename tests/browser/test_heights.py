"""The height of every kind of message on a phone, where all of it can be read."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from bot.store import Status
from bot.store.ratings.periods import season_before, season_of
from bot.table.votes import GIVE, STOP, WAIT
from sandbox.view import Message
from tests.bot.store.ratings.rivalry.matches import Matches
from tests.browser.support.endings import command
from tests.browser.support.heights import LONG, WIDE, looked_at
from tests.browser.support.kinds import LOBBY, Kind, Reach, Sight, call, called, hand
from tests.browser.support.tours import TOURS
from tests.browser.support.walks import ALOUD, BIG, PICTURES, PLAIN
from tests.browser.support.windows import Windows
from tests.e2e.support.archived import archived
from tests.e2e.support.house import NAMES
from tests.e2e.tables.test_leaderboard import DAY, Game, in_mid_season, write_results

pytestmark = pytest.mark.long


@pytest.mark.slow
async def test_every_kind_of_message_fits_a_phone_in_italian_where_five_play(
    windows: Windows, tmp_path: Path
) -> None:
    """Other tables are looked at in Italian, and those with long names, in the tests of hearing."""
    tour = TOURS["ciapano-of-five"]
    wrong = [fault async for fault in looked_at(windows, tmp_path, tour, (PICTURES, PLAIN), locale="it")]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("tour", ["cicera", "ciapano-of-five", "civil-suits"])
async def test_every_kind_of_message_fits_a_phone_in_big_text(
    windows: Windows, tmp_path: Path, tour: str
) -> None:
    wrong = [fault async for fault in looked_at(windows, tmp_path, TOURS[tour], (BIG,), locale="it")]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("tour", ["cicera", "ciapano", "civil-suits"])
async def test_nothing_runs_over_or_is_cut_in_a_longer_language(
    windows: Windows, tmp_path: Path, tour: str
) -> None:
    wrong = [fault async for fault in looked_at(windows, tmp_path, TOURS[tour], (PICTURES,), locale=LONG)]
    assert not wrong, "\n" + "\n".join(wrong)


def voted(seat: int, *names: str) -> Reach:
    """Return a reach of the board after a seat's yes in these votes."""

    async def reach(sight: Sight) -> Message:
        table = await sight.evening.table()
        user_id = next(row.user_id for row in table.seats if row.seat == seat)
        for name in names:
            await sight.evening.bot.seats.vote(table.row.id, user_id, name)
        await sight.evening.house.shown()
        return sight.public

    return reach


async def met(sight: Sight) -> Message:
    """Open a lobby of four of whom enough is known, the first pair of whom has won twice in a row."""
    evening = sight.evening
    ann, bo, cy, di = [person.id for person in evening.house.people]
    matches = Matches(evening.bot.store, evening.house.guild.id, evening.bot.time.now() - 600)
    await matches.known(ann, bo, cy, di)
    await matches.played(((ann, bo), (cy, di)), 5, 3)
    await evening.lobby(sight.tour.game)
    return sight.public


def saying(kind: Kind, *texts: str) -> Kind:
    """Return a kind of message that has one of these texts."""

    async def reach(sight: Sight) -> Message:
        message = await kind.reach(sight)
        assert any(text in message.text for text in texts), message.text
        return message

    return kind._replace(reach=reach)


@pytest.mark.parametrize("locale", ["en-US", "it"])
@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short names", "long names"])
async def test_what_is_said_of_people_who_have_met_fits_a_phone(
    windows: Windows, tmp_path: Path, names: Sequence[str], locale: str
) -> None:
    tour = TOURS["cicera"]
    kind = {one.name: one for one in tour.kinds}
    kinds = (
        Kind("lobby", met, lobby=True),
        saying(kind["lobby-full"], "%"),
        *(kind[name] for name in ("call", "dealt", "counted")),
        saying(kind["over"], "in a row", "di fila"),
        *(kind[name] for name in ("over-own", "rematch")),
        saying(kind["lobby-rematch"], "this season", "in questa stagione"),
    )
    every = looked_at(windows, tmp_path, tour._replace(kinds=kinds), (PICTURES, PLAIN), names, locale)
    wrong = [fault async for fault in every]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short names", "long names"])
async def test_so_many_votes_as_there_can_be_fit_a_phone(
    windows: Windows, tmp_path: Path, names: Sequence[str]
) -> None:
    """All four are asked at once, and three of them are away."""
    tour, give = TOURS["civil-suits"], [f"{GIVE}-{seat}" for seat in range(4)]
    kinds = (
        *(*LOBBY, Kind("call", call, again=called), Kind("dealt", hand), Kind("one vote", voted(3, WAIT))),
        *(Kind("two votes", voted(3, give[0])), Kind("three", voted(3, STOP))),
        *(Kind("five", voted(3, *give[1:3])), Kind("six", voted(0, give[3]))),
    )
    every = looked_at(windows, tmp_path, tour._replace(kinds=kinds), (PICTURES, PLAIN), names)
    wrong = [fault async for fault in every]
    assert not wrong, "\n" + "\n".join(wrong)


NAMED = ("Valentina Gatti", "Giuseppe", "Marco Bresciani", "Ale", "Francesca", "Nicolò R.", "Bea")
"""Names as long as members have."""


async def _played(sight: Sight) -> None:
    """Let ten teams play in one season and the next, one of them in two ways, most of them for a rank."""
    house = sight.evening.house
    members = [*house.people, *(house.sandbox.join(house.guild, name) for name in NAMED)]
    pairs = [(one.id, other.id) for one, other in pairwise(members)]
    games: list[Game] = [
        (one, 5 + place % 4, other, 4)
        for step in (2, 3, 4)
        for place, one in enumerate(pairs)
        if not set(one) & set(other := pairs[(place + step) % len(pairs)])
    ]
    await in_mid_season(house)
    await write_results(house, games, hands=40)
    await house.pass_time(92 * DAY)
    await write_results(house, games[:-4], first=100, hands=40)
    alone = [((members[0].id,), 7, (members[1].id,), 3)]
    await write_results(house, alone, first=200)


def board(*wanted: str) -> Reach:
    """Return a reach of the leaderboard, and of what is behind its buttons; the games are played before."""

    async def reach(sight: Sight) -> Message:
        house = sight.evening.house
        assert house.bot is not None
        if not await house.bot.store.ratings.variants(house.guild.id, "cicera", 0.0):
            await _played(sight)
        await command("cicera leaderboard")(sight)
        return await sight.press(sight.private(), *wanted)

    return reach


async def _winners(sight: Sight) -> Message:
    """Open the winners of the last season, which have been seen before."""
    message, bot = await board()(sight), sight.evening.bot
    last = season_before(season_of({}, bot.tables.now()))
    await sight.me.forge(message, f"b:cicera:teams:4-12-any:{last}:0:winners")
    await sight.evening.house.shown()
    return message


async def _shown(sight: Sight) -> Message:
    """Show everybody the leaderboard, some time after the last one."""
    await sight.evening.house.pass_time(600)
    await board("b:.*:here")(sight)
    return [message for message in sight.me.sees(sight.channel) if not message.ephemeral][-1]


@pytest.mark.parametrize("locale", ["en-US", "it"])
async def test_every_page_of_a_leaderboard_fits_a_phone(
    windows: Windows, tmp_path: Path, locale: str
) -> None:
    ways = {
        "list": board(),
        "second": board(r"b:.*:s[^:]*:1"),
        "month": board("b:.*:m[^:]*:0"),
        "more": board("b:.*:more"),
        "members": board("b:.*:more", "b:cicera:members.*"),
        "winners": _winners,
        "shown": _shown,
    }
    kinds = (
        Kind("first", board(), again=_winners),
        *(Kind(name, way, again=way) for name, way in ways.items()),
    )
    tour = TOURS["cicera"]._replace(kinds=kinds)
    every = looked_at(windows, tmp_path, tour, (PICTURES, BIG, PLAIN), locale=locale)
    wrong = [fault async for fault in every]
    assert not wrong, "\n" + "\n".join(wrong)


ENDINGS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"status": Status.STOPPED},
    {"status": Status.STOPPED, "ended": "concede-1"},
)


def past(*wanted: str, everything: bool = False) -> Reach:
    """Return a reach of the history, of all kinds of games or of one, and of what these presses show there.

    The games have ended before: by their rules, early, given up, and one without its plays.
    """

    async def reach(sight: Sight) -> Message:
        house, store = sight.evening.house, sight.evening.bot.store
        if await store.played.result("00000001") is None:
            game = sight.tour.game
            await archived(house, "00000001", house.people, game)
            await store.retention.drop_games(house.sandbox.clock.now())
            for number, ending in enumerate(3 * ENDINGS, 2):
                await archived(house, f"{number:08x}", house.people, game, **ending)
        await command(f"{sight.tour.game} history")(sight)
        message = sight.private()
        if everything:
            await sight.press(message, "h:.*:filter")
            await sight.me.select(message, message.selects[0].custom_id, values=["all"])
        return await sight.press(message, *wanted)

    return reach


@pytest.mark.parametrize("game", ["cicera", "ciapano-of-five"])
@pytest.mark.parametrize("locale", ["en-US", "it"])
@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short names", "long names"])
async def test_every_page_of_the_history_fits_a_phone(
    windows: Windows, tmp_path: Path, names: Sequence[str], locale: str, game: str
) -> None:
    ways = {
        "games": past(everything=True),
        "older": past("h:.*:o[0-9]+", everything=True),
        "filters": past("h:.*:filter"),
    }
    kinds = tuple([Kind(name, way, again=way) for name, way in ways.items()])
    tour = TOURS[game]._replace(kinds=kinds)
    every = looked_at(windows, tmp_path, tour, (PICTURES, BIG, PLAIN, ALOUD), names, locale)
    wrong = [fault async for fault in every]
    assert not wrong, "\n" + "\n".join(wrong)
