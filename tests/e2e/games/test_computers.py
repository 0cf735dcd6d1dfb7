"""Computers at a table in Discord: seated by a press or with `start`, in place of members who leave."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.lobby.seating import NAMES
from bot.panels.table.lookup import ALONE
from bot.store import Status
from bot.tables.play import STAND_IN
from sandbox.answer import Gone
from sandbox.components import STRING_SELECT
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.games.test_game import checked, record
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import COMMANDS, House, button, house
from tests.e2e.support.hurried import hurry, last_cards
from tests.e2e.support.killable import IN_TRANSACTION
from tests.e2e.support.mortal import Mortal
from tests.e2e.support.reading import notation, verb, verbs
from tests.e2e.support.umpire import unlimited

TAKE_BACK = "take-back"


@asynccontextmanager
async def at_home(tmp_path: Path, players: int = 4, **values: Any) -> AsyncIterator[House]:
    """Return a house whose computers take no time, and whose messages may be edited without limit."""
    async with house(tmp_path, players, pause_seconds=0, **values) as made:
        unlimited(made)
        yield made


async def start(made: House, game: str = "cicera", **options: Any) -> None:
    """Open a table and press Start, which must be enough: computers take all other seats."""
    ann = made.people[0]
    await ann.slash(made.channel, f"{COMMANDS.get(game, game)} start", **options)
    await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
    await made.start(ann)
    await made.sandbox.until(lambda: made.panel(ann))


def panel(made: House, person: Member) -> Message:
    """Return a member's panel."""
    found = made.panel(person)
    assert found is not None
    return found


async def open_leaving(made: House, person: Member, command: str = "cicera") -> Message:
    """Return the message that asks a member how to leave."""
    message = (await person.slash(made.channel, f"{command} leave")).message
    assert message is not None
    assert "hand-over" in verbs(message)
    return message


async def hand_over(made: House, person: Member, command: str = "cicera") -> Message:
    """Let a member hand their seat over to a computer; return the panel on which they did."""
    message = await open_leaving(made, person, command)
    await person.press(message, button(message, "hand-over"))
    return message


async def levels(made: House) -> list[tuple[int, str | None]]:
    """Return the seats of the newest table, each with the level of its computer, None for a person."""
    assert made.bot is not None
    table = await made.bot.tables.get((await made.bot.store.live())[0].id)
    return [(row.seat, row.level) for row in table.seats]


@pytest.mark.parametrize(
    ("game", "options", "level"),
    [
        ("cicera", {"target": 11, "computers": 3}, "hard"),
        ("cicera", {"players": 2, "target": 11, "computers": 1}, "medium"),
        ("ciapano", {"players": 3, "computers": 2}, "easy"),
        ("civil-suits", {"computers": 3}, "medium"),
    ],
)
async def test_one_person_plays_against_computers_to_the_end(
    tmp_path: Path, game: str, options: dict[str, Any], level: str
) -> None:
    """The person presses first, and again for the last cards of two hands."""
    async with at_home(tmp_path, 1) as made:
        await start(made, game, level=level, **options)
        await made.play_on(8)
        for _ in range(2):
            await hurry(made, last_cards)
            await made.play_on(3)
        await hurry(made)
        assert made.over()
        assert all(name in made.public().text for name in NAMES[1 : 1 + options["computers"]])
        path, _ = await record(made, made.people[0], tmp_path)
        assert checked(path).json["finished"]
        assert list(made.sandbox.violations) == []


async def test_more_computers_than_there_is_room_for(tmp_path: Path) -> None:
    async with at_home(tmp_path, 1) as made:
        ann = made.people[0]
        answer = await ann.slash(made.channel, "ciapano start", players=3, computers=4)
        assert answer.text == WORDS("refused.too-many-computers", n=2)
        assert answer.message is not None
        assert answer.message.ephemeral


async def test_computers_are_added_in_the_lobby(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        ann, bo, cy, di = made.people
        await ann.slash(made.channel, "cicera start")
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        lobby = made.public()
        own = (await bo.press(lobby, button(lobby, "hand"))).message
        assert own is not None
        assert "computers" not in verbs(own)
        table_id = (button(lobby, "hand").custom_id or "").split(":")[1]
        for name in ("computers", "fill:easy"):
            refused = await bo.forge(own, f"t:{table_id}:0:{name}")
            assert WORDS("refused.not-seated") in refused.text.split("\n")
        offer = (await ann.press(lobby, button(lobby, "hand"))).message
        assert offer is not None
        assert offer.ephemeral
        for name in ("lobby", "computers"):
            await ann.press(offer, button(offer, name))
        controls = [b.custom_id or "" for b in offer.buttons if verb(b) == "fill"]
        controls += [select.custom_id for select in offer.selects]
        assert len(controls) == 6
        second, *_ = [select for select in offer.selects if notation(select) == "1"]
        await ann.select(offer, second.custom_id, values=["hard"])
        assert await levels(made) == [(0, None), (1, "hard")]
        await ann.press(offer, button(offer, "fill", "easy"))
        assert await levels(made) == [(0, None), (1, "hard"), (2, "easy"), (3, "easy")]
        await made.sandbox.until(lambda: all(name in lobby.text for name in NAMES[1:4]))
        # In 0.1.0 the id had the seat in place of the state's number.
        await ann.forge(offer, f"t:{table_id}:1:computer", values=["none"], component_type=STRING_SELECT)
        assert await levels(made) == [(0, None), (2, "easy"), (3, "easy")]
        # Friends come: the first finds the free seat, a computer makes room for the second.
        for person in (bo, cy):
            await person.press(lobby, button(lobby, "join", "1"))
        assert await levels(made) == [(0, None), (1, None), (2, "easy"), (3, None)]
        await made.sandbox.until(lambda: button(lobby, "join", "1").disabled)
        await di.press(lobby, button(lobby, "join", "0"))
        assert await levels(made) == [(seat, None) for seat in range(4)]
        answer = await ann.forge(offer, controls[0])
        assert answer.kind == "update"
        await ann.press(offer, button(offer, "start"))
        # The page for seating computers has become the hand.
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        assert made.panel(ann) == offer
        await made.sandbox.until(lambda: len([m for m in ann.sees(made.channel) if m.ephemeral]) == 1)
        for custom_id in controls:
            late = await ann.forge(offer, custom_id, values=["easy"])
            assert WORDS("refused.started") in late.text.split("\n")
        assert list(made.sandbox.violations) == []


async def test_who_leaves_hands_over_and_can_take_back(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        await made.open(target=51)
        ann = made.people[0]
        held = await hand_over(made, ann)
        assert panel(made, ann) == held
        assert TAKE_BACK in verbs(held)
        assert (await levels(made))[0] == (0, STAND_IN)

        def seats() -> set[int]:
            assert made.bot is not None
            (table,) = made.bot.tables.in_server(made.guild.id)
            return {entry.seat for entry in table.story}

        # The others play on, and nobody waits for Ann.
        for _ in range(8):
            await made.step()
        assert ann not in [person for person in made.people if made.controls(person)]
        await made.sandbox.until(lambda: 0 in seats())
        dead = panel(made, ann)
        assert [verb(b) for b in dead.buttons if not b.disabled] == [TAKE_BACK, "last", "more"]
        await ann.press(dead, button(dead, TAKE_BACK))
        assert TAKE_BACK not in verbs(panel(made, ann))
        assert (await levels(made))[0] == (0, None)
        await made.play(lambda: bool(made.controls(ann)))
        assert list(made.sandbox.violations) == []


async def test_what_somebody_presses_whose_seat_a_computer_plays(tmp_path: Path) -> None:
    async with at_home(tmp_path, nudge_seconds=30) as made:
        await made.open(target=51)
        person = next(person for person in made.people if made.controls(person))
        opened = panel(made, person)
        press = made.controls(person)[0].custom_id or ""
        held = await hand_over(made, person)
        await made.sandbox.until(lambda: opened.deleted)
        forged = ":".join(press.split(":")[:3])
        for custom_id in (press, f"{forged}:agree", f"{forged}:leave"):
            answer = await person.forge(held, custom_id)
            assert WORDS("refused.computer-plays") in answer.text.split("\n"), custom_id
        assert (await person.forge(made.public(), f"{forged}:take-back")).kind == "message"
        assert TAKE_BACK in verbs(panel(made, person))
        eva = made.sandbox.join(made.guild, "eva")
        for name in ("take-back", "hand-over", "computers", "fill:easy", "computer"):
            answer = await eva.forge(made.public(), f"{forged}:{name}")
            assert answer.message is not None
            assert answer.message.ephemeral, name
        assert [level for _, level in await levels(made)].count(STAND_IN) == 1


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
        asked = list(map(notation, made.controls(person)))
        assert "back" in verbs(panel(made, person))
        other = next(other for other in made.people if other is not person)
        await hand_over(made, other)
        await made.shown()
        assert list(map(notation, made.controls(person))) == asked
        took = next(control for control in made.controls(person) if verb(control) == "play")
        await made.press(person, took, made.rng)
        await made.sandbox.until(lambda: "back" not in verbs(panel(made, person)))


async def test_a_table_that_only_computers_are_left_at_ends(tmp_path: Path) -> None:
    async with at_home(tmp_path, 1) as made:
        await start(made, computers=3)
        ann = made.people[0]
        mine = panel(made, ann)
        for name in ("more", "leave"):
            await ann.press(mine, button(mine, name))
        assert [(verb(b), notation(b)) for b in mine.buttons] == [("back", ""), ("hand-over", ALONE)]
        await ann.press(mine, button(mine, "hand-over"))
        await made.sandbox.until(made.over)
        assert WORDS("game.deserted") in made.public().text
        over = made.public()
        await ann.press(over, button(over, "rematch"))
        await made.sandbox.until(lambda: made.public() != over)
        assert await levels(made) == [(0, None), (1, "medium"), (2, "medium"), (3, "medium")]
        assert all(name in made.public().text for name in NAMES[1:4])


async def test_who_became_the_last_is_told_before_the_game_ends(tmp_path: Path) -> None:
    """Both opened the page to leave while the other was there: the second must not end the game unawares."""
    async with at_home(tmp_path, 2) as made:
        await made.open()
        ann, bo = made.people
        first, second = [await open_leaving(made, person) for person in made.people]
        pressed = button(second, "hand-over").custom_id or ""
        await ann.press(first, button(first, "hand-over"))
        # Its panel follows the game, but this press was on its way before.
        await bo.forge(second, pressed)
        assert [(verb(b), notation(b)) for b in second.buttons] == [("back", ""), ("hand-over", ALONE)]
        assert not made.over()
        await bo.press(second, button(second, "hand-over"))
        await made.sandbox.until(made.over)
        # Nothing that can still be pressed on the first message has any effect.
        late = await ann.forge(first, pressed)
        assert WORDS("refused.over") in late.text.split("\n")
        assert list(made.sandbox.violations) == []


@pytest.mark.real_time
async def test_two_who_leave_at_once_do_not_end_the_game_unawares(tmp_path: Path) -> None:
    async with at_home(tmp_path, 2) as made:
        await made.open()
        asked = [await open_leaving(made, person) for person in made.people]
        with closing(sqlite3.connect(tmp_path / "cards.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            presses = [
                asyncio.create_task(person.press(leaving, button(leaving, "hand-over")))
                for person, leaving in zip(made.people, asked, strict=True)
            ]
            await asyncio.sleep(0.3)
            other.execute("COMMIT")
        await asyncio.gather(*presses)
        await made.sandbox.until(lambda: sorted(map(told, asked)) == [False, True], what="one is told")
        assert sum(TAKE_BACK in verbs(leaving) for leaving in asked) == 1
        assert not made.over()
        assert list(made.sandbox.violations) == []


def told(message: Message) -> bool:
    """Return whether a message says that leaving ends the game."""
    return ("hand-over", ALONE) in [(verb(b), notation(b)) for b in message.buttons]


async def test_who_has_left_is_not_asked_how_to_leave(tmp_path: Path) -> None:
    """Nor do they read that they are the last one: another member is."""
    async with at_home(tmp_path, 2, nudge_seconds=30) as made:
        await made.open()
        ann = made.people[0]
        held = await hand_over(made, ann)
        again = await ann.slash(made.channel, "cicera leave")
        assert again.text == WORDS("refused.computer-plays")
        await ann.press(held, button(held, "more"))
        assert "leave" not in verbs(held)


async def test_the_panel_of_who_leaves_in_the_middle_of_a_choice_of_all(tmp_path: Path) -> None:
    """Another's simultaneous choice leaves open questions alone, but not the panel of a leaver."""
    async with at_home(tmp_path) as made:
        await made.open("civil-suits")
        assert made.bot is not None
        made.bot.settings.pause_seconds = 60  # no computer answers before the test is over
        ann, bo, *_ = made.people
        while made.controls(ann):
            await made.press(ann, made.controls(ann)[0], made.rng)
            await made.shown()
        held = await hand_over(made, bo, "civil")
        assert TAKE_BACK in verbs(held)
        assert made.controls(bo) == []


async def test_computers_go_on_after_every_death(tmp_path: Path) -> None:
    async with Mortal.born(tmp_path, 1, PAUSE_SECONDS="0") as mortal:
        made = mortal.house
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


async def press_on(mortal: Mortal) -> None:
    """Let the person press something that moves the game on, or wait a little where a computer is to act."""
    made = mortal.house
    controls = made.controls(made.people[0])
    if not controls:
        await asyncio.sleep(0.01)
        return
    pressing = made.press(made.people[0], made.rng.choice(controls), made.rng)
    with suppress(Gone):  # a computer has played meanwhile, and the panel shows it
        await mortal.attempt(pressing)
