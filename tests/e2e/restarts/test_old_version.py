"""A bot that was killed at an older version goes on in this one, with its messages, buttons and rows."""

import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from bot.errors import Refused
from bot.store import Reader, Stored
from sandbox.components import walk
from sandbox.driver import Member
from sandbox.view import Message
from tests.bot.tables.replays.witness import sight
from tests.e2e.faults.test_store_faults import play
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.faulty import only
from tests.e2e.support.house import House, live, tap
from tests.e2e.support.newcomers import hand_over, look, panel, table_id, the_table
from tests.e2e.support.old_version import DATABASE, DISCORD, LEFT, Evening, asked, left
from tests.e2e.support.reading import notation, verb, verbs
from tests.e2e.tables.test_lobby import own, press

KEPT: Final = json.loads((LEFT / DISCORD).read_text("utf-8"))
AS_THEY_WERE: Final = ("log", "seats", "preferences", "results", "digests")
"""Tables of the database that a start does not change."""
PUT_OFF: Final = {"published", "wake_at", "due_at", "warn_at", "nudge_at", "fades_at"}
"""Columns of the database's table `tables` that a start may change."""
NOTED: Final = {"message_id", "ping_id", "ping_channel_id", "calls"}
"""Columns in which the old bot had not noted its last messages."""
UNKNOWN: Final = ("refused.forged", "refused.failed", "refused.no-table")
"""Answers to a press that means nothing to the bot."""


def buttons(components: list[Any]) -> list[tuple[str, bool]]:
    """Return the ids of the buttons of a message, and whether they can be pressed."""
    return [(one["custom_id"], not one.get("disabled")) for one in walk(components) if "custom_id" in one]


OLD: Final = {one["id"]: buttons(one["components"]) for one in KEPT["messages"]}
"""The buttons that the old bot drew, by message."""


def kinds(message: Message) -> list[str]:
    """Return the ids of the buttons that the old bot drew on a message, one of each kind."""
    alive = [custom_id for custom_id, alive in OLD[message.id] if alive]
    return list({custom_id.split(":")[3]: custom_id for custom_id in alive}.values())


def before() -> sqlite3.Connection:
    """Return the database as the old bot left it."""
    connection = sqlite3.connect(":memory:")
    connection.executescript((LEFT / DATABASE).read_text("utf-8"))
    return connection


def rows(connection: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    """Return the rows of a table of the database."""
    connection.row_factory = sqlite3.Row
    return [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]


def changed(
    was: sqlite3.Connection, now: sqlite3.Connection, name: str
) -> Iterator[tuple[dict[str, Any], set[str]]]:
    """Yield the changed rows of a table as they were, each with the names of the columns that differ."""
    for row, then in zip(rows(was, name), rows(now, name), strict=True):
        if names := {column for column in row if row[column] != then[column]}:
            yield row, names


def drawn(made: Evening) -> dict[int, list[tuple[str, bool]]]:
    """Return the buttons that the bot has drawn, by message."""
    return {
        int(one.response["id"]): buttons(one.json["components"])
        for one in made.sandbox.requests
        if one.status == 200 and one.json and "components" in one.json
    }


def removed(house: House) -> list[int]:
    """Return the messages in a channel that the bot has deleted, or tried to."""
    way = f"/channels/{house.channel.id}/messages/"
    paths = [one.path for one in house.sandbox.requests if one.method == "DELETE"]
    return [int(path.removeprefix(way)) for path in paths if path.startswith(way)]


def nonces(house: House) -> list[str]:
    """Return the nonces under which the bot has posted in a channel."""
    way = f"/channels/{house.channel.id}/messages"
    return [one.json["nonce"] for one in house.sandbox.requests if (one.method, one.path) == ("POST", way)]


def old_hand(house: House) -> int:
    """Return the id of the private message that the old bot had sent to the player on turn."""
    place = house.channel.id, asked(house).id
    (found,) = [one["id"] for one in KEPT["messages"] if (one["channel"], one["viewer"]) == place]
    return int(found)


def call(house: House, person: Member) -> Message:
    """Return the only message in a channel that calls a member."""
    (found,) = [message for message in house.pings() if message.mentions == [person.name]]
    return found


async def stored(house: House) -> Stored:
    """Return a channel's table as it is stored."""
    assert house.bot is not None
    found = await house.bot.store.load(table_id(house))
    assert found is not None
    return found


@pytest.fixture
async def made(tmp_path: Path) -> AsyncIterator[Evening]:
    """Return the evening that the old bot left, with a bot of this version that has caught up."""
    async with left(tmp_path / "cards.db") as made:
        async with made.running(tmp_path / "cards.db"):
            yield made
        # The deleted message of a table is looked for once more.
        only(made.cicera, "10008")


async def test_all_that_it_sent_is_drawn_with_the_same_buttons_and_nothing_is_sent_twice(
    made: Evening, tmp_path: Path
) -> None:
    cicera, lobby, ciapano = made.houses
    # A panel that follows no table is drawn by presses only, and a call that is noted stays as it is.
    alone = {call(cicera, asked(cicera)).id, own(cicera, made.gus).id, own(ciapano, made.eva).id}
    shown = drawn(made)
    # The hand of the player on turn stood above the board that the old bot had posted last, and has come
    # down, drawn once more before that or not.
    above, below = old_hand(ciapano), own(ciapano, asked(ciapano)).id
    assert shown.pop(above, OLD[above]) == OLD[above]
    assert shown.keys() == {*OLD.keys() - alone - {above}, below}
    assert shown.pop(below) == OLD[above]
    # The messages of lobbies have other buttons since; whoever joins by the old one joins by the new one.
    lobbies = {
        number for number in shown if any(table_id(lobby) in custom_id for custom_id, _ in OLD[number])
    }
    assert lobby.public().id in lobbies
    assert {number: shown[number] for number in shown.keys() - lobbies} == {
        number: OLD[number] for number in shown.keys() - lobbies
    }
    assert OLD[lobby.public().id][0] in shown[lobby.public().id]
    assert set(made.sandbox.world.messages) == {*OLD.keys() - {above}, below}
    # Discord knows these nonces, and returns the messages that it has.
    unnoted = {one["nonce"] for one in KEPT["nonces"] if one["channel"] == ciapano.channel.id}
    assert (len(unnoted), sorted(nonces(ciapano))) == (3, sorted(unnoted))
    assert (nonces(cicera), nonces(lobby)) == ([], [])
    watching = own(cicera, made.gus).id
    assert buttons((await look(cicera, made.gus)).components) == OLD[watching]
    with closing(before()) as was, closing(sqlite3.connect(tmp_path / "cards.db")) as now:
        assert [list(changed(was, now, name)) for name in AS_THEY_WERE] == [[]] * len(AS_THEY_WERE)
        moved = [(row["message_id"], names - {"former_id"}) for row, names in changed(was, now, "panels")]
        assert moved == [(above, {"message_id"})]
        found = {row["channel_id"]: names - PUT_OFF for row, names in changed(was, now, "tables")}
        assert {channel: names for channel, names in found.items() if names} == {ciapano.channel.id: NOTED}
    turn, to_seat, table = call(ciapano, asked(ciapano)), call(ciapano, made.eva), await stored(ciapano)
    assert table.place.message_id == ciapano.public().id
    assert (table.place.ping_id, table.place.ping_channel_id) == (turn.id, ciapano.channel.id)
    assert table.place.calls == ((asked(ciapano).id, "turn", len(table.log)),)
    assert [(row.user_id, row.call_id) for row in table.waiters] == [(made.eva.id, to_seat.id)]


async def test_its_buttons_do_what_they_did_and_its_calls_go_when_they_are_over(made: Evening) -> None:
    await a_card_is_played(made.cicera)
    await a_lobby_is_joined_and_started(made.lobby)
    await a_seat_is_taken(made.ciapano, made.eva)
    await a_seat_comes_free(made.cicera, made.gus)


async def a_card_is_played(house: House) -> None:
    """Let a card be played on an old panel; check that its call goes and all other messages stay."""
    person, public, told = asked(house), house.public(), house.people[-1]
    seen, turn, log = panel(house, person), call(house, person), (await stored(house)).log
    panels, text = {one: panel(house, one) for one in house.people}, public.text
    card = next(button for button in seen.buttons if verb(button) == "play")
    answer = await person.press(seen, card)
    await house.shown()
    assert (answer.kind, answer.message) == ("update", seen)
    *former, entry = (await stored(house)).log
    assert (tuple(former), entry.action, entry.user_id) == (log, notation(card), person.id)
    assert (turn.deleted, removed(house)) == (True, [turn.id])
    assert (house.public(), nonces(house)) == (public, [])
    assert public.text != text
    # Only the next player, who wants turns as new messages, has a new panel, sent by the token of the old
    # one.
    assert [one for one in house.people if panel(house, one) != panels[one]] == [told]
    assert (panels[told].deleted, bool(live(panel(house, told)))) == (True, True)
    assert panel(house, told).stored.made_by in [one["id"] for one in KEPT["interactions"]]
    await person.press(seen, custom_id=card.custom_id, forged=True)
    await house.answered()
    assert WORDS("refused.played") in seen.text
    await play(house)
    await house.shown()
    assert len((await stored(house)).log) == len(log) + 2


async def a_lobby_is_joined_and_started(house: House) -> None:
    """Let a member join in an old lobby, and its host start the game."""
    ann, bo, cy = house.people
    public, panels = house.public(), [own(house, person) for person in (ann, bo)]
    await house.join(cy)
    await house.start(ann, public)
    await house.shown()
    assert (await the_table(house, table_id(house))).playing
    assert house.public() == public
    assert [panel(house, person) for person in (ann, bo)] == panels
    assert all("more" in verbs(panel(house, person)) for person in house.people)


async def a_seat_is_taken(house: House, newcomer: Member) -> None:
    """Let the member called by an old message take the seat, and the next card be played."""
    turn, to_seat = call(house, asked(house)), call(house, newcomer)
    answer = await tap(newcomer, to_seat, "come")
    await house.answered()
    assert answer.message is not None
    await press(house, newcomer, answer.message, "claim")
    await house.shown()
    assert (to_seat.deleted, turn.deleted) == (True, False)
    await play(house)
    await house.shown()
    assert turn.deleted
    found = await stored(house)
    assert newcomer.id in [row.user_id for row in found.seats]
    assert found.waiters == ()


async def a_seat_comes_free(house: House, newcomer: Member) -> None:
    """Let a seat be handed over on an old panel, and check that the member who waits for one is called."""
    await hand_over(house, next(person for person in house.people if person is not asked(house)))
    answer = await tap(newcomer, call(house, newcomer), "come")
    await house.answered()
    assert answer.message is not None
    assert "claim" in verbs(answer.message)


async def test_a_game_that_it_began_can_be_stepped_through_from_its_first_deal(made: Evening) -> None:
    house, number, began = made.cicera, table_id(made.cicera), (await stored(made.cicera)).log
    bot, reader = house.bot, Reader(house.people[0].id, house.guild.id, ())
    assert bot is not None
    with pytest.raises(Refused):
        await bot.replays.of(number, reader)
    await play(house)
    seen = sight(await the_table(house, number))
    await bot.seats.stop(number)
    replay = await bot.replays.of(number, reader)
    entries = [replay.entry(moment) for moment in replay.every()]
    assert [entry.action for entry in entries[: len(began)] if entry] == [entry.action for entry in began]
    assert len(entries) == len(began) + 2
    assert sight(replay.at(replay.moved(replay.last, -1))) == seen


async def test_every_kind_of_button_that_it_drew_is_still_understood(
    made: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    """Each is pressed as it was drawn, even if another press has made it too late meanwhile."""
    house, people = made.cicera, [*made.cicera.people, made.eva, made.gus]
    unknown = list[str]()
    for message in [Message(kept) for kept in made.sandbox.world.messages.values() if kept.id in OLD]:
        seeing = [person for person in people if person.can_see(message)]
        # A public message is pressed by a member with a seat at a table, and by one without.
        for person in dict.fromkeys((*seeing[:1], *seeing[-1:])):
            for custom_id in kinds(message):
                if message.deleted:
                    break
                answer = await person.forge(message, custom_id)
                # Another panel may replace the one that is pressed next.
                await house.shown()
                texts = [one.text for one in (answer.message, *answer.followups) if one is not None]
                unknown += [custom_id for text in texts if any(WORDS(key) in text for key in UNKNOWN)]
    assert unknown == []
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
