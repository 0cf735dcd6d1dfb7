"""People who have played before: what a full lobby says of them, and an end of what the game changed."""

from pathlib import Path

import pytest

from bot.store import HIDDEN, Scope, Store
from sandbox.driver import Member
from sandbox.view import Message
from tests.bot.store.ratings.rivalry.matches import Matches
from tests.e2e.support.choosing import choose
from tests.e2e.support.house import House, house, running, sandboxed, tap
from tests.e2e.support.hurried import hurry, last_cards
from tests.e2e.support.newcomers import panel
from tests.e2e.support.reading import verbs
from tests.e2e.support.umpire import unlimited

pytestmark = pytest.mark.usefixtures("patient")
AGO = 600.0
"""Seconds."""
FIRST = "The first time that you"
CHANCES = "A weak partner costs nothing"
POINTS = "points a hand"


def store_of(made: House) -> Store:
    """Return the store of a house's bot."""
    assert made.bot is not None
    return made.bot.store


def before(made: House) -> Matches:
    """Return the games that a server has played shortly before."""
    assert made.bot is not None
    return Matches(made.bot.store, made.guild.id, made.bot.time.now() - AGO)


async def full(made: House, game: str = "cicera") -> str:
    """Open a lobby of a game, seat everybody, and return what it says."""
    ann, *others = made.people
    people = len(made.people)
    options = {} if people == 4 else {"players": people}
    await ann.slash(made.channel, f"{game} start", **options)
    await made.sandbox.until(lambda: "join" in verbs(made.public()), what="a lobby")
    for seat, person in enumerate(others, 1):
        await made.join(person, seat % 2 if game == "cicera" and people == 4 else None)
    await made.startable()
    await made.shown()
    return made.public().text


def ids(made: House) -> list[int]:
    """Return the members of a house."""
    return [person.id for person in made.people]


async def test_people_who_meet_for_the_first_time_are_told_so(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        told = await full(made)
        assert f"{FIRST} four play Cicera" in told
        assert CHANCES not in told
        assert list(made.sandbox.violations) == []


async def test_four_who_are_known_read_their_score_and_their_chances(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        await before(made).known(*ids(made), gap=1)
        told = await full(made)
        assert "Ann & Cy lead Bo & Di 1 : 0 this season" in told
        assert CHANCES in told
        assert list(made.sandbox.violations) == []


async def test_where_one_hides_or_a_computer_sits_nothing_is_said(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        await before(made).known(*ids(made), gap=1)
        await store_of(made).choose(Scope.MEMBER, made.people[3].id, "hidden", "on")
        told = await full(made)
        assert "this season" not in told
        assert FIRST not in told
        assert CHANCES not in told
    async with house(tmp_path / "other", players=2) as made:
        await made.people[0].slash(made.channel, "cicera start", players=2, computers=1)
        await made.sandbox.until(lambda: made.public().buttons)
        await made.shown()
        assert FIRST not in made.public().text


async def test_the_line_goes_with_a_member_who_hides(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        ann, bo, *_ = made.people
        await before(made).known(*ids(made), gap=1)
        assert "lead" in await full(made)
        answer = await bo.slash(made.channel, "cards me")
        assert answer.message is not None
        while not any(select.custom_id == f"s:member:{HIDDEN}" for select in answer.message.selects):
            await bo.press(answer.message, custom_id=next_page(answer.message))
        await choose(bo, answer.message, f"s:member:{HIDDEN}", "on")
        await ann.slash(made.channel, "cicera table")
        await made.shown()
        assert "lead" not in made.public().text
        assert CHANCES not in made.public().text


def next_page(panel: Message) -> str:
    """Return the id of the button to the next page of settings."""
    ids = [button.custom_id or "" for button in panel.buttons]
    pages = [custom_id for custom_id in ids if custom_id.startswith("s:member:page:")]
    return max(pages, key=lambda custom_id: int(custom_id.rpartition(":")[2]))


async def test_a_seat_that_changes_hands_changes_the_line(tmp_path: Path) -> None:
    async with house(tmp_path, players=3) as made:
        ann, bo, cy = made.people
        matches = before(made)
        await matches.played(((ann.id,), (bo.id,)), 5, 3)
        made.people[:] = [ann, bo]
        assert "Ann leads Bo 1 : 0 this season" in await full(made)
        await bo.slash(made.channel, "cicera leave")
        await made.sandbox.until(lambda: "this season" not in made.public().text, what="no line")
        await tap(cy, made.public(), "join", "")
        await made.sandbox.until(lambda: FIRST in made.public().text, what="the line of others")
        assert list(made.sandbox.violations) == []


async def test_ciapano_tells_who_has_won_most(tmp_path: Path) -> None:
    async with house(tmp_path, players=3) as made:
        sides = tuple((user,) for user in ids(made))
        matches = before(made)
        for points in ((5, 9, 8), (5, 9, 8), (5, 8, 9)):
            await matches.played(sides, *points, game="ciapano")
        assert "Bo has won 2 of your 3 games this season" in await full(made, "ciapano")


async def played_out(made: House, game: str, **options: object) -> None:
    """Play a game of everybody to its end."""
    unlimited(made)
    await made.open(game, **options)
    await hurry(made)
    await made.shown()


@pytest.mark.parametrize(("game", "players"), [("cicera", 2), ("cicera", 4), ("ciapano", 3)])
async def test_an_end_says_to_each_player_what_it_changed(tmp_path: Path, game: str, players: int) -> None:
    async with house(tmp_path, players=players) as made:
        await store_of(made).choose(Scope.MEMBER, made.people[1].id, "hidden", "on")
        await played_out(made, game, **({"target": 11} if game == "cicera" else {}))
        table_id = (made.public().buttons[0].custom_id or "").split(":")[1]
        outcome = await store_of(made).ratings.outcome(table_id)
        assert set(outcome.gains) == set(ids(made))
        assert outcome.news is None
        for person in made.people:
            points = outcome.gains[person.id].points
            own = panel(made, person).text
            assert (f"{abs(points):.1f} {POINTS}" in own) == (round(points, 1) != 0)
        if game == "cicera" and players == 4:
            assert len({outcome.gains[made.people[seat].id] for seat in (0, 2)}) == 1
        assert POINTS not in made.public().text
        assert list(made.sandbox.violations) == []


async def gives_up(made: House, person: Member) -> None:
    """Let a player of two give up."""
    await hurry(made, last_cards)
    await tap(person, panel(made, person), "more")
    await tap(person, panel(made, person), "leave")
    give_up = next(one for one in panel(made, person).buttons if "concede" in (one.custom_id or ""))
    await person.press(panel(made, person), give_up)
    await made.sandbox.until(made.over)
    await made.shown()


async def test_everybody_reads_of_a_row_of_games_also_after_a_restart(tmp_path: Path) -> None:
    async with sandboxed(2) as made:
        ann, bo = made.people
        async with running(made, tmp_path / "cards.db"):
            matches = before(made)
            for _ in range(2):
                await matches.played(((ann.id,), (bo.id,)), 5, 3)
            unlimited(made)
            await made.open(players=2)
            await gives_up(made, bo)
            line = "**Ann** has won 3 games in a row"
            assert line in made.public().text
        async with running(made, tmp_path / "cards.db"):
            guest = made.sandbox.join(made.guild, "eva")
            await guest.slash(made.channel, "cicera table")
            await made.shown()
            assert line in made.public().text
            await tap(ann, made.public(), "rematch")
            await made.sandbox.until(
                lambda: "Ann leads Bo 3 : 0 this season" in made.public().text, what="a call"
            )
        assert list(made.sandbox.violations) == []


async def test_a_hidden_member_is_no_news(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        sides = tuple((user,) for user in ids(made))
        matches = before(made)
        for _ in range(2):
            await matches.played(sides, 5, 3)
        await store_of(made).choose(Scope.MEMBER, made.people[0].id, "hidden", "on")
        unlimited(made)
        await made.open(players=2)
        await gives_up(made, made.people[1])
        assert "in a row" not in made.public().text
