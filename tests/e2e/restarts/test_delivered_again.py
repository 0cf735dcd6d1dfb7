"""Interactions that Discord delivers more than once: each does one thing and is answered once."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.locale import Catalogue
from sandbox.answer import Answer
from sandbox.driver import Member
from sandbox.interactions import Interaction
from sandbox.rest import Request
from sandbox.view import Message
from tests.e2e.support.faulty import only
from tests.e2e.support.house import House, running, sandboxed, tap
from tests.e2e.support.mortal import Mortal
from tests.e2e.support.reading import verb
from tests.e2e.support.umpire import unlimited

WORDS = Catalogue.load().words("en")
REFUSED = [
    WORDS(f"refused.{key}")
    for key in ("stale", "played", "started", "failed", "no-table", "not-seated", "not-kept", "forged")
]
AGAIN = "40060"
"""The code of a second acknowledgement, which a process tries that does not know of the first."""

KEPT = (
    "SELECT id, status, version, host_id, options, rematch_of FROM tables ORDER BY id",
    "SELECT table_id, seat, user_id, level, ready, votes FROM seats ORDER BY table_id, seat",
    "SELECT table_id, seq, action FROM log ORDER BY table_id, seq",
    "SELECT table_id, user_id FROM waiters ORDER BY table_id, user_id",
    "SELECT scope, owner_id, name, value FROM preferences ORDER BY scope, owner_id, name",
)


def kept(database: Path) -> list[Any]:
    """Return all that members have changed."""
    with closing(sqlite3.connect(database)) as connection:
        return [connection.execute(query).fetchall() for query in KEPT]


def own(made: House, person: Member) -> Message:
    """Return a member's newest private message with buttons."""
    return [m for m in person.sees(made.channel) if m.ephemeral and m.buttons][-1]


async def pressed(person: Member, message: Message, id_: str, *values: str) -> Answer:
    """Let a member press a button, or choose from a select, that is or was on a message."""
    if values:
        return await person.forge(message, id_, values=values, component_type=3)
    return await person.forge(message, id_)


async def opened(made: House, **options: Any) -> tuple[Answer, str]:
    """Let the first member open a lobby; return the answer, and the id of the table."""
    ann, before = made.people[0], len(made.people[0].sees(made.channel))
    answer = await ann.slash(made.channel, "cicera start", **options)
    await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= before + 2, what="the lobby")
    return answer, (made.public().buttons[0].custom_id or "").split(":")[1]


async def lobby(made: House) -> list[Answer]:
    """Let members do and undo everything in a lobby, and close it."""
    ann, bo = made.people[:2]
    start, table = await opened(made, target=31)
    board, mine = made.public(), own(made, ann)
    done = [
        start,
        await pressed(bo, board, f"t:{table}:0:join:1"),
        await bo.slash(made.channel, "cicera leave"),
        await pressed(bo, board, f"t:{table}:0:join:0"),
        await pressed(bo, board, f"t:{table}:0:leave"),
        await pressed(ann, mine, f"t:{table}:0:computer:1", "easy"),
        await pressed(ann, mine, f"t:{table}:0:computer:1", "nobody"),
        await pressed(ann, mine, f"t:{table}:0:option:target", "51"),
        await pressed(ann, mine, f"t:{table}:0:option:target", "31"),
        await pressed(ann, mine, f"t:{table}:0:fill:easy"),
        await pressed(ann, mine, f"t:{table}:0:free", "-2"),
        await ann.slash(made.channel, "cicera stop"),
    ]
    me = await ann.slash(made.channel, "cards me")
    assert me.message is not None
    name = me.message.selects[0].custom_id
    values = [value for _, value in me.message.selects[0].options][:2]
    done += [await pressed(ann, me.message, name, value) for value in values]
    await made.shown()
    return done


async def play(made: House) -> tuple[Member, Answer]:
    """Let the member on turn play a card."""
    person, panel, button = await made.to_play()
    return person, await person.press(panel, button)


async def game(made: House) -> list[Answer]:
    """Let members do and undo everything in a game, and end it; its rematch is declined, and then played."""
    ann, bo, cy = made.people[:3]
    start, table = await opened(made, players=2)
    done = [start, await pressed(bo, made.public(), f"t:{table}:0:join")]
    done.append(await tap(ann, await made.startable(), "start"))
    await made.shown()
    person, answer = await play(made)
    await made.shown()
    done += [answer, await tap(person, own(made, person), "undo")]
    await made.shown()
    done.append((await play(made))[1])
    await made.shown()
    watch = await cy.slash(made.channel, "cicera hand")
    assert watch.message is not None
    for id_ in ("hand-over", "take-back"):
        done.append(await pressed(bo, own(made, bo), f"t:{table}:0:{id_}"))
    for id_ in ("wait", "wait:no-more"):
        done.append(await pressed(cy, watch.message, f"t:{table}:0:{id_}"))
    done.append(await ann.slash(made.channel, "cicera stop"))
    done.append(await pressed(bo, own(made, bo), f"t:{table}:0:against:stop"))
    done += [await person.slash(made.channel, "cicera stop") for person in (ann, bo)]
    await made.sandbox.until(made.over, what="the end")
    ended = made.public()
    done.append(await tap(ann, ended, "rematch"))
    await made.sandbox.until(lambda: made.public() != ended, what="the next lobby")
    following = (made.public().buttons[0].custom_id or "").split(":")[1]
    done.append(await tap(bo, made.public(), "decline"))
    done.append(await pressed(ann, made.public(), f"t:{following}:0:cancel"))
    await made.shown()
    before = made.public()
    done.append(await tap(bo, ended, "rematch"))
    await made.sandbox.until(lambda: made.public() != before, what="the lobby after that")
    done.append(await tap(ann, made.public(), "come"))
    await made.sandbox.until(lambda: made.panel(ann), what="the next game")
    await made.shown()
    done += [await person.slash(made.channel, "cicera stop") for person in (ann, bo)]
    await made.sandbox.until(made.over, what="the end of that")
    await made.shown()
    return done


def answers(made: House, interaction: Interaction, after: int = 0) -> list[Request]:
    """Return the answers to an interaction since a request."""
    ways = (f"/interactions/{interaction.id}/", f"/{interaction.token}")
    return [r for r in made.sandbox.requests if r.number > after and any(way in r.path for way in ways)]


def told(made: House, interaction: Interaction, after: int) -> list[str]:
    """Return the refusals in the answers to an interaction since a request."""
    given = [str(answer.json) for answer in answers(made, interaction, after)]
    return [text for text in REFUSED for answer in given if text in answer]


@pytest.mark.long
async def test_what_was_done_before_a_restart_is_not_done_again(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(3) as made:
        async with running(made, database, undo_seconds=60):
            unlimited(made)
            done = [*await lobby(made), *await game(made)]
        async with running(made, database, undo_seconds=60):
            await made.shown()
            before, sent = kept(database), made.sandbox.requests[-1].number
            for answer in done:
                made.sandbox.interactions.deliver(answer.interaction)
                # Delivered once more while the process is at it, and after that.
                made.sandbox.interactions.deliver(answer.interaction)
                answered = partial(answers, made, answer.interaction, sent)
                await made.sandbox.until(answered, what=f"the answer to {answer.interaction.data}")
                await made.answered()
                assert told(made, answer.interaction, sent) == [], answer.interaction.data
                assert kept(database) == before, answer.interaction.data
            await made.shown()
            assert kept(database) == before
        only(made, AGAIN)


async def test_what_is_delivered_several_times_is_done_and_answered_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sandboxed(3) as made, running(made, tmp_path / "cards.db", undo_seconds=60):
        unlimited(made)
        deliver = made.sandbox.interactions.deliver
        emit = made.sandbox.world.emit

        def thrice(guild: Any, name: str, data: Any) -> None:
            for _ in range(3 if name == "INTERACTION_CREATE" else 1):
                emit(guild, name, data)

        monkeypatch.setattr(made.sandbox.world, "emit", thrice)
        done = [*await lobby(made), *await game(made)]
        before = kept(tmp_path / "cards.db")
        # Two tables were opened, and two by a rematch.
        assert len(before[0]) == 4
        for answer in done:
            deliver(answer.interaction)
        await made.shown()
        assert kept(tmp_path / "cards.db") == before
        for answer in done:
            way = f"/interactions/{answer.interaction.id}/"
            assert len([r for r in made.sandbox.requests if way in r.path]) == 1
        assert list(made.sandbox.violations) == []


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[Mortal]:
    async with Mortal.born(tmp_path, players=2) as made:
        yield made


async def dies_of(mortal: Mortal, point: str, press: Any) -> None:
    """Let the bot die at `point` of a press, which is delivered again to the next one, and is answered."""
    made = mortal.house
    await mortal.arm(point)
    await mortal.attempt(press)
    await mortal.dies(point)
    await mortal.start()
    newest, sent = list(made.sandbox.interactions.by_id.values())[-1], made.sandbox.requests[-1].number
    made.sandbox.interactions.deliver(newest)
    shown = partial(panels_sent, made, newest, sent)
    await made.sandbox.until(shown, what=f"the answer after {point}")
    assert told(made, newest, sent) == [], point


def panels_sent(made: House, interaction: Interaction, after: int) -> list[Request]:
    """Return the answers to an interaction since a request that show something and were taken."""
    given = answers(made, interaction, after)
    return [r for r in given if r.status and r.status < 300 and "components" in str(r.json)]


def closed(lobby: Message) -> bool:
    """Return whether a lobby has no buttons any more."""
    return not lobby.buttons


@pytest.mark.long
async def test_what_a_dead_process_has_had_is_done_once(mortal: Mortal) -> None:
    made = mortal.house
    ann, bo = made.people
    await mortal.start()
    for point in ("before creating", "after creating", "after a first answer"):
        # A lobby that the command itself has opened is no reason to offer that one instead.
        if await mortal.store.live():
            lobby = made.public()
            await ann.slash(made.channel, "cicera stop")
            await made.sandbox.until(partial(closed, lobby), what=f"the end of the lobby before {point}")
        await dies_of(mortal, point, ann.slash(made.channel, "cicera start", players=2))
        await made.sandbox.until(lambda: "join" in map(verb, made.public().buttons), what="the lobby")
        assert len(await mortal.store.live()) == 1, point
    await made.sandbox.until(lambda: any(m.ephemeral and m.buttons for m in ann.sees(made.channel)))
    await mortal.caught_up()
    for point, level in (("before sitting", "easy"), ("after marking a seat", "hard")):
        computer = f"t:{mortal.table_id}:0:computer:1"
        await dies_of(mortal, point, pressed(ann, own(made, ann), computer, level))
        assert [row.level for row in (await mortal.stored()).seats] == [None, level], point
    await pressed(ann, own(made, ann), f"t:{mortal.table_id}:0:computer:1", "nobody")
    await dies_of(mortal, "after the acknowledgement", tap(bo, made.public(), "join", ""))
    await made.start(ann)
    await mortal.hands()
    for point in ("before the commit", "after the commit", "after the acknowledgement"):
        await mortal.caught_up()
        person, panel, play = await made.to_play()
        before = len((await mortal.stored()).log)
        await dies_of(mortal, point, person.press(panel, play))
        assert len((await mortal.stored()).log) == before + 1, point
    # The new process may draw a panel again while the press that has come again replaces it.
    only(made, AGAIN, "10008")
