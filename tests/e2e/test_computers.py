"""Computers at a table in Discord: sat down by a press or with `start`, in the place of those who leave."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.store import Status, Store
from sandbox.answer import Gone
from sandbox.components import STRING_SELECT
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.house import COMMANDS, House, house, sandboxed, verb
from tests.e2e.killable import IN_TRANSACTION
from tests.e2e.mortal import Mortal
from tests.e2e.test_game import checked, record
from tests.e2e.umpire import unlimited

AWAY = "The computer plays for you."


@asynccontextmanager
async def at_home(tmp_path: Path, players: int = 4, **values: Any) -> AsyncIterator[House]:
    """Return a house whose computers take no time, and whose messages may be edited as often as one likes."""
    async with house(tmp_path, players, pause_seconds=0, **values) as made:
        unlimited(made)
        yield made


async def start(made: House, game: str = "cicera", **options: Any) -> None:
    """Open a table and press Start, which has to be enough: computers have all other seats."""
    ann = made.people[0]
    await ann.slash(made.channel, f"{COMMANDS.get(game, game)} start", **options)
    await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
    await ann.press(made.public(), label="Start")
    await made.sandbox.until(lambda: made.panel(ann))


def panel(made: House, person: Member) -> Message:
    found = made.panel(person)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("game", "options", "level"),
    [
        ("cicera", {"target": 21, "computers": 3}, "hard"),
        ("cicera", {"players": 2, "target": 11, "computers": 1}, "medium"),
        ("ciapano", {"players": 3, "computers": 2}, "easy"),
        ("civil-suits", {"computers": 3}, "medium"),
    ],
)
async def test_one_person_plays_against_computers_to_the_end(
    tmp_path: Path, game: str, options: dict[str, Any], level: str
) -> None:
    async with at_home(tmp_path, 1) as made:
        await start(made, game, level=level, **options)
        assert await made.play() > 10
        assert "Computer 2" in made.public().text
        path, _ = await record(made, made.people[0], tmp_path)
        assert checked(path).json["finished"]
        assert list(made.sandbox.violations) == []


async def test_more_computers_than_there_is_room_for(tmp_path: Path) -> None:
    async with at_home(tmp_path, 1) as made:
        ann = made.people[0]
        answer = await ann.slash(made.channel, "ciapano start", players=3, computers=4)
        assert answer.text == "That many computers have no seat here: beside you there is room for 2."
        assert answer.message is not None
        assert answer.message.ephemeral


async def test_computers_are_added_in_the_lobby(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ann, bo, cy, di = made.people
        await ann.slash(made.channel, "cicera start")
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        lobby = made.public()
        assert (await bo.press(lobby, label="Add computer")).text == "You are not seated at this table."
        offer = (await ann.press(lobby, label="Add computer")).message
        assert offer is not None
        assert offer.ephemeral
        controls = [b.custom_id or "" for b in offer.buttons] + [s.custom_id for s in offer.selects]
        second = next(select for select in offer.selects if "(B)" in (select.placeholder or ""))
        await ann.select(offer, second.custom_id, values=["hard"])
        await made.sandbox.until(lambda: "**Team B**  Computer 2 (hard) & (free)" in lobby.text)
        await ann.press(offer, label="Fill: easy")
        await made.sandbox.until(lambda: "All seats are taken" in lobby.text)
        assert "Computer 2 (hard) & Computer 4 (easy)" in lobby.text
        # In 0.1.0 the seat stood in the id where the number of the state stands.
        table_id = second.custom_id.split(":")[1]
        await ann.forge(offer, f"t:{table_id}:1:computer", values=["none"], component_type=STRING_SELECT)
        await made.sandbox.until(lambda: "**Team B**  (free) & Computer 4 (easy)" in lobby.text)
        # Friends come: the first finds the free seat, for the second a computer makes room.
        await bo.press(lobby, label="Join B")
        await cy.press(lobby, label="Join B")
        await made.sandbox.until(lambda: "**Team B**  Bo & Cy" in lobby.text)
        assert next(b for b in lobby.buttons if b.label == "Join B").disabled
        await di.press(lobby, label="Join A")
        await made.sandbox.until(lambda: "Computer" not in lobby.text.replace("computer", ""))
        answer = await ann.forge(offer, controls[0])
        assert answer.kind == "update"
        await ann.press(offer, label="Start")
        # Where the computers were seated is now the hand.
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        assert made.panel(ann) == offer
        await made.sandbox.until(lambda: len([m for m in ann.sees(made.channel) if m.ephemeral]) == 1)
        for custom_id in controls:
            late = await ann.forge(offer, custom_id, values=["easy"])
            assert late.text == "The game has already started."
        assert list(made.sandbox.violations) == []


async def test_who_leaves_hands_over_and_can_take_back(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        await made.open(target=51)
        ann = made.people[0]
        leaving = (await ann.slash(made.channel, "cicera leave")).message
        assert leaving is not None
        answer = await ann.press(leaving, label="Let the computer play")
        assert "The computer plays for you now." in answer.text
        await made.sandbox.until(lambda: AWAY in panel(made, ann).text)
        assert "**Ann (computer) & Cy**" in made.public().text

        def seats() -> set[int]:
            assert made.bot is not None
            held = next(iter(made.bot.tables._recent.values()))
            return {entry.seat for entry in held.table.story}

        # The others play on, and nobody waits for Ann.
        for _ in range(8):
            await made.step()
        assert ann not in [person for person in made.people if made.controls(person)]
        await made.sandbox.until(lambda: 0 in seats())
        dead = panel(made, ann)
        assert [b.label for b in dead.buttons if not b.disabled] == [
            "Take my seat back",
            "Last plays",
            "Scores",
            "Rules",
        ]
        await ann.press(dead, label="Take my seat back")
        await made.sandbox.until(lambda: "Ann (computer)" not in made.public().text)
        await made.sandbox.until(lambda: AWAY not in panel(made, ann).text)
        await made.play(lambda: bool(made.controls(ann)))
        assert list(made.sandbox.violations) == []


async def test_what_somebody_presses_whose_seat_a_computer_plays(tmp_path: Path) -> None:
    async with at_home(tmp_path, nudge_seconds=30) as made:
        await made.open(target=51)
        person = next(person for person in made.people if made.controls(person))
        opened = panel(made, person)
        press = made.controls(person)[0].custom_id or ""
        leaving = (await person.slash(made.channel, "cicera leave")).message
        assert leaving is not None
        await person.press(leaving, label="Let the computer play")
        await person.forge(opened, press)
        assert "The computer plays your seat." in panel(made, person).text
        answer = await person.press(leaving, label="Ask to end the game")
        assert answer.text.startswith("The computer plays your seat.")
        forged = ":".join(press.split(":")[:3])
        assert (await person.forge(made.public(), f"{forged}:take-back")).kind == "message"
        assert AWAY in panel(made, person).text
        eva = made.sandbox.join(made.guild, "eva")
        for name in ("take-back", "hand-over", "computers", "fill:easy", "computer"):
            answer = await eva.forge(made.public(), f"{forged}:{name}")
            assert answer.message is not None
            assert answer.message.ephemeral, name
        assert "(computer)" in made.public().text


async def test_an_open_question_outlasts_what_others_do(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        await made.open(target=51)

        def choosing() -> list[Member]:
            picks = {
                person: [c for c in made.controls(person) if verb(c) == "pick"] for person in made.people
            }
            return [person for person, found in picks.items() if found]

        await made.play(lambda: bool(choosing()))
        person = choosing()[0]
        pick = next(control for control in made.controls(person) if verb(control) == "pick")
        await made.press(person, pick, made.rng)
        assert "can take" in panel(made, person).text
        other = next(other for other in made.people if other is not person)
        leaving = (await other.slash(made.channel, "cicera leave")).message
        assert leaving is not None
        await other.press(leaving, label="Let the computer play")
        await made.sandbox.until(lambda: "(computer)" in made.public().text)
        await made.shown()
        assert "can take" in panel(made, person).text
        took = next(control for control in made.controls(person) if verb(control) == "play")
        await made.press(person, took, made.rng)
        await made.sandbox.until(lambda: "can take" not in panel(made, person).text)
        assert "Your turn" not in panel(made, person).text


async def test_a_table_that_only_computers_are_left_at_ends(tmp_path: Path) -> None:
    async with at_home(tmp_path, 1) as made:
        await start(made, computers=3)
        ann = made.people[0]
        leave = await ann.press(panel(made, ann), label="Leave")
        await made.sandbox.until(lambda: leave.followups)
        asked = leave.followups[0]
        assert (
            asked.text
            == "You are the last person at this table: if you leave, the game ends without a result."
        )
        await ann.press(asked, label="Leave")
        await made.sandbox.until(made.over)
        assert "Only computers were left at the table." in made.public().text
        await ann.press(made.public(), label="Rematch")
        await made.sandbox.until(lambda: "All seats are taken" in made.public().text)
        assert "Computer 2 (medium) & Computer 4 (medium)" in made.public().text


async def test_who_became_the_last_is_told_before_the_game_ends(tmp_path: Path) -> None:
    """Both asked to leave while the other was there: the second is not to end the game unawares."""
    async with at_home(tmp_path, 2) as made:
        await made.open()
        asked = [(await person.slash(made.channel, "cicera leave")).message for person in made.people]
        for person, leaving in zip(made.people, asked, strict=True):
            assert leaving is not None
            answer = await person.press(leaving, label="Let the computer play")
        assert answer.text.startswith("You are the last person at this table")
        assert not made.over()
        assert answer.message is not None
        await made.people[1].press(answer.message, label="Leave")
        await made.sandbox.until(made.over)
        # On what is left of the first message nothing can be pressed that does anything.
        assert asked[0] is not None
        late = await made.people[0].press(asked[0], label="Let the computer play")
        assert late.text == "This game is over."
        assert list(made.sandbox.violations) == []


async def test_two_who_leave_at_once_do_not_end_the_game_unawares(tmp_path: Path) -> None:
    async with at_home(tmp_path, 2) as made:
        await made.open()
        asked = [(await person.slash(made.channel, "cicera leave")).message for person in made.people]
        with closing(sqlite3.connect(tmp_path / "cards.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            presses = [
                asyncio.create_task(person.press(leaving, label="Let the computer play"))
                for person, leaving in zip(made.people, asked, strict=True)
                if leaving is not None
            ]
            await asyncio.sleep(0.3)
            other.execute("COMMIT")
        said = sorted(answer.text.split(".")[0] for answer in await asyncio.gather(*presses))
        assert said == [
            "The computer plays for you now",
            "You are the last person at this table: if you leave, the game ends without a result",
        ]
        assert not made.over()
        assert list(made.sandbox.violations) == []


async def test_who_has_left_is_not_asked_how_to_leave(tmp_path: Path) -> None:
    """They are not told that they are the last one either: somebody else is."""
    async with at_home(tmp_path, 2, nudge_seconds=30) as made:
        await made.open()
        ann = made.people[0]
        leaving = (await ann.slash(made.channel, "cicera leave")).message
        assert leaving is not None
        await ann.press(leaving, label="Let the computer play")
        again = await ann.slash(made.channel, "cicera leave")
        assert again.text.startswith("The computer plays your seat.")
        more = (await ann.press(made.public(), label="More")).message
        assert more is not None
        assert (await ann.press(more, label="End the game")).text == again.text


async def test_the_panel_of_who_leaves_in_the_middle_of_a_choice_of_all(tmp_path: Path) -> None:
    """Another's simultaneous choice leaves open questions alone, but not the panel of one who has left."""
    async with at_home(tmp_path) as made:
        await made.open("civil-suits")
        assert made.bot is not None
        made.bot.settings.pause_seconds = 60  # no computer answers before the test is over
        ann, bo, *_ = made.people
        for _ in range(2):  # the suit, and being sure of it
            await made.press(ann, made.controls(ann)[0], made.rng)
        await made.sandbox.until(lambda: "Ann has chosen." in panel(made, ann).text)
        leaving = (await bo.slash(made.channel, "civil leave")).message
        assert leaving is not None
        await bo.press(leaving, label="Let the computer play")
        await made.sandbox.until(lambda: AWAY in panel(made, bo).text)
        assert made.controls(bo) == []


async def test_computers_go_on_after_every_death(tmp_path: Path) -> None:
    async with sandboxed(1) as made:
        made.sandbox.limits.enabled = False
        store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/cards.db")
        mortal = Mortal(made, tmp_path / "cards.db", store, {"PAUSE_SECONDS": "0"})
        try:
            await mortal.start()
            await start(made, players=2, target=11, computers=1, level="easy")
            for point in ("before the commit:2", "after the commit:5", f"{IN_TRANSACTION}:4"):
                await mortal.arm(point)
                while mortal.alive and not made.over():
                    await press_on(mortal)
                await mortal.dead()
                await mortal.start()
            while not made.over():
                await press_on(mortal)
            stored = await mortal.stored()
            assert stored.table.status is Status.FINISHED
            path, _ = await record(made, made.people[0], tmp_path)
            assert checked(path).json["finished"]
        finally:
            if mortal.alive:
                await mortal.kill()
            await store.close()


async def press_on(mortal: Mortal) -> None:
    """Let the person press what moves the game on, or wait a little where a computer is to act."""
    made = mortal.house
    controls = made.controls(made.people[0])
    if not controls:
        await asyncio.sleep(0.01)
        return
    pressing = made.press(made.people[0], made.rng.choice(controls), made.rng)
    with suppress(Gone):  # a computer has played meanwhile, and the panel shows it
        await mortal.attempt(pressing)
