"""Presses that come late, twice, from elsewhere or from no button at all: answered, and nothing is played."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.store import Status
from cogs.publisher import publisher
from engine import cicera
from sandbox.driver import Answer, Member
from sandbox.view import Message
from tests.e2e.house import house, verb
from tests.e2e.referee import CARDS, Referee, glyph, notation, number, unlimited

STALE = "The table has moved on since that button was drawn. This is how it stands now."
NOT_SEATED = "You are not seated at this table."
WAIT = "It is not your turn yet."
PLAYED = "You have already played. This is how the table stands now."
NO_MOVE = "That is no move of this game."
TAKES = ", and only what lies there can be taken."


@asynccontextmanager
async def playing(tmp_path: Path, players: int = 4, **options: Any) -> AsyncIterator[Referee]:
    """Return the referee of a table where the first hand has just been dealt."""
    async with house(tmp_path, players) as made:
        unlimited(made)
        referee = Referee(made)
        await referee.begin(**options)
        yield referee
        assert list(made.sandbox.violations) == []


def acting(referee: Referee) -> tuple[Member, Message]:
    """Return whose turn it is, and their panel."""
    person = referee.people[referee.state.turn]
    panel = referee.house.panel(person)
    assert panel is not None
    return person, panel


def the_panel(referee: Referee, seat: int) -> Message:
    """Return the panel of a seat."""
    panel = referee.house.panel(referee.people[seat])
    assert panel is not None
    return panel


async def unchanged(referee: Referee) -> None:
    """Check that the table stands as before, stored and shown."""
    await referee.stored_as_pressed()
    await referee.agree()


async def test_a_press_from_an_older_state_plays_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        await referee.play(1)
        seats = len(referee.people)
        for _ in range(2):
            person, panel = acting(referee)
            old = number(next(b for b in panel.buttons if verb(b) in CARDS))
            await referee.play(seats)
            hand = cicera.observe(referee.state, referee.state.turn).hand
            for gesture in ("play", "pick"):
                answer = await person.forge(panel, f"t:{referee.table_id}:{old}:{gesture}:{hand[0]}")
                assert answer.kind == "update"
                assert answer.text.split("\n")[0] == STALE
            await unchanged(referee)


async def test_what_asks_for_no_play_can_be_pressed_while_others_play(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        person = referee.people[referee.state.turn]
        drawn = {button.label: button.custom_id for button in made.public().buttons}
        panel = made.panel(person)
        assert panel is not None
        drawn_panel = {button.label: button.custom_id for button in panel.buttons}
        await referee.play(2)
        for label in ("My hand", "Last plays", "Scores", "More"):
            await person.press(made.public(), custom_id=drawn[label])
        for label in ("Last plays", "Scores", "Rules", "Leave"):
            await person.press(panel, custom_id=drawn_panel[label])


async def test_a_double_click_plays_once(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        for _ in range(8):
            seat = referee.state.turn
            person, panel = acting(referee)
            button = referee.rng.choice([b for b in panel.buttons if verb(b) in CARDS])
            if verb(button) == "pick":
                both = await asyncio.gather(person.press(panel, button), person.press(panel, button))
                assert {answer.kind for answer in both} == {"update"}
                button = await referee.choose(seat, panel, notation(button))
                late = await person.forge(panel, button.custom_id or "")
                assert late.text.split("\n")[0] in (STALE, PLAYED)
            else:
                both = await asyncio.gather(person.press(panel, button), person.press(panel, button))
                assert {answer.kind for answer in both} == {"update"}
            await referee.played(seat, notation(button))
            await referee.stored_as_pressed()


async def test_two_different_cards_at_once_play_one(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        for _ in range(6):
            seat = referee.state.turn
            person, panel = acting(referee)
            at = number(next(b for b in panel.buttons if verb(b) in CARDS))
            hand = cicera.observe(referee.state, seat).hand
            ids = [f"t:{referee.table_id}:{at}:play:{card}" for card in hand[:3]]
            await asyncio.gather(*(person.forge(panel, custom_id) for custom_id in ids))
            played = (await referee.log())[-1].action
            await referee.played(seat, played)
            await referee.stored_as_pressed()


async def test_lobby_and_next_hand_take_double_clicks(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        ann, bo = made.people
        await ann.slash(made.channel, "cicera start", players=2, target=51)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        lobby = made.public()
        await asyncio.gather(*(bo.press(lobby, label="Join") for _ in range(3)))
        await made.startable(lobby)
        await asyncio.gather(*(ann.press(lobby, label="Start") for _ in range(2)))
        referee = Referee(made, state=cicera.start(cicera.options({"players": 2, "target": 51})))
        await made.sandbox.until(lambda: all(map(made.panel, made.people)))
        await referee.take_deal()
        await referee.agree()
        while cicera.to_act(referee.state) != (-1,):
            await referee.turn()
        for person in made.people:
            panel = made.panel(person)
            assert panel is not None
            # By its id: the other's press may just be changing its label.
            await asyncio.gather(*(person.press(panel, b) for b in panel.buttons[:1] * 2))
        await referee.take_deal()
        await referee.agree()
        await referee.stored_as_pressed()


async def test_who_does_not_sit_there_may_look_and_nothing_else(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        eva = made.sandbox.join(made.guild, "eva")
        public = made.public()
        for label in ("Last plays", "Scores", "More"):
            answer = await eva.press(public, label=label)
            assert answer.message is not None
            assert answer.message.ephemeral
            more = answer.message
        for label in ("Move down here", "End the game"):
            assert (await eva.press(more, label=label)).text == NOT_SEATED
        assert (await eva.press(public, label="My hand")).text == NOT_SEATED
        table_id = referee.table_id
        card = cicera.observe(referee.state, referee.state.turn).hand[0]
        for name in (
            "play",
            "pick",
            "ready",
            "agree",
            "play-on",
            "back",
            "leave",
            "down",
            "start",
            "rematch",
        ):
            for message in (public, more):
                answer = await eva.forge(message, f"t:{table_id}:1:{name}:{card}")
                assert not [hand for hand in referee.state.hands if told(answer, hand)]
        for panel in map(made.panel, made.people):
            assert panel is not None
            answer = await eva.forge(panel, f"t:{referee.table_id}:1:back")
            assert answer.kind == "message"
        await unchanged(referee)


def told(answer: Answer, hand: tuple[Any, ...]) -> list[str]:
    """Return which cards of a hand an answer shows."""
    assert answer.message is not None
    text = answer.text + " ".join(b.label for b in answer.message.buttons)
    return [glyph(card) for card in hand if glyph(card) in text]


async def test_another_members_panel_shows_them_nothing_and_nobody_anything(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        for seat, person in enumerate(made.people):
            panel = the_panel(referee, (seat + 1) % 4)
            at = next((number(b) for b in panel.buttons if verb(b) in CARDS), 0)
            mine, theirs = referee.state.hands[seat], referee.state.hands[(seat + 1) % 4]
            for name in ("back", f"play:{theirs[0]}", f"play:{mine[0]}", f"pick:{mine[0]}", "ready", "last"):
                answer = await person.forge(panel, f"t:{referee.table_id}:{at}:{name}")
                assert answer.kind == "message"
                assert not told(answer, theirs)
        await unchanged(referee)


async def test_a_table_of_another_server_is_not_there(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        other = made.sandbox.world.add_guild("Cantina")
        channel = other.add_channel("carte")
        ann = made.sandbox.join(other, "ann")
        await ann.slash(channel, "cicera start")
        await made.sandbox.until(lambda: len(ann.sees(channel)) >= 2)
        for message in ann.sees(channel):
            for name in (
                "hand",
                "back",
                "play:AS",
                "last",
                "scores",
                "agree",
                "record",
                "leave",
                "down",
                "more",
            ):
                answer = await ann.forge(message, f"t:{referee.table_id}:1:{name}")
                assert answer.text == "There is no such table any more."
        await ann.slash(channel, "cicera stop")
        await unchanged(referee)


MALFORMED = (
    "",
    "x",
    "t",
    "t:",
    "t::::",
    "t:zzzzzzzz:1:play:AS",
    "t:12345678:1:play:AS",
    "t:{table}:-1:play:AS",
    "t:{table}:1e3:play:AS",
    "t:{table}:99999999999999999999:play:AS",
    "t:{table}:١:play:AS",
    "t:{table}:{at}:PLAY:AS",
    "t:{table}:{at}:fly:AS",
    "t:{table}:{at}:wait:AS",
    "t:{table}:{at}:play",
    "t:{table}:{at}:play:",
    "t:{table}:{at}:play:ZZ",
    "t:{table}:{at}:play:as",
    "t:{table}:{at}:play:AS:",
    "t:{table}:{at}:play:AS:2S:3S",
    "t:{table}:{at}:play:AS+2S",
    "t:{table}:{at}:play:" + "AS+" * 19,
    "t:{table}:{at}:pick:ZZ",
    "t:{table}:{at}:pick:AS 999",
    "t:{table}:{at}:pick:AS -1",
    "t:{table}:{at}:pick:AS ٣",
    "t:{table}:{at}:join:9",
    "t:{table}:{at}:join:²",
    "t:{table}:{at}:join:١",
    "t:{table}:{at}:join",
    "t:{table}:{at}:play:\n",
    "t:{table}:{at}:back\n",
    "r:cicera:0",
    "r:cicera:99999",
    "r:cicera:999999",
    "r:cicera:x",
    "r:cicera:²",
    "r:poker:1",
    "r:cicera:1:1",
    "b:cicera:teams:99999",
    "b:cicera:dogs:1",
    "b:poker:teams:1",
    "b:cicera:teams:-1",
    "t:{table}:{at}:" + "x" * 80,
    "☃" * 100,
)


async def test_malformed_ids_are_answered(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with playing(tmp_path) as referee:
        person, panel = acting(referee)
        at = number(next(b for b in panel.buttons if verb(b) in CARDS))
        for where in (panel, referee.house.public()):
            for text in MALFORMED:
                custom_id = text.format(table=referee.table_id, at=at)
                answer = await person.forge(where, custom_id)
                assert answer.message is not None, custom_id
            for message in [m for m in person.sees(referee.house.channel) if m.ephemeral and m != panel]:
                person.dismiss(message)
        await person.press(referee.house.public(), label="My hand")
        await unchanged(referee)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_an_illegal_play_is_answered_with_the_rule_in_words(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        person, panel = acting(referee)
        seat, state = referee.state.turn, referee.state
        at = number(next(b for b in panel.buttons if verb(b) in CARDS))
        mine, theirs = state.hands[seat], state.hands[(seat + 1) % 4]
        lies = state.table[0]
        wrong = {
            f"{theirs[0]}": f"{glyph(theirs[0])} is no longer in your hand. Choose a card that is.",
            f"{theirs[0]}:{lies}": f"{glyph(theirs[0])} is no longer in your hand. Choose a card that is.",
            f"{mine[0]}:{theirs[0]}": f"{glyph(theirs[0])} no longer lies on the table{TAKES}",
            f"{mine[0]}:{lies}+{lies}": "A card can be taken only once.",
        }
        for action, text in wrong.items():
            answer = await person.forge(panel, f"t:{referee.table_id}:{at}:play:{action}")
            assert answer.kind == "update"
            assert answer.text.split("\n")[0] == text
        for ahead in (1, 2, 1000, 999_999_999):
            answer = await person.forge(
                panel, f"t:{referee.table_id}:{at + ahead:.0f}"[:20] + f":play:{mine[0]}"
            )
            assert answer.text.split("\n")[0] == STALE
        waiting = (seat + 1) % 4
        other = referee.people[waiting]
        answer = await other.forge(the_panel(referee, waiting), f"t:{referee.table_id}:0:play:{theirs[0]}")
        assert answer.text.split("\n")[0] == WAIT
        answer = await person.forge(referee.house.public(), f"t:{referee.table_id}:{at}:play:{mine[0]}")
        assert answer.text == NO_MOVE
        await unchanged(referee)


async def test_a_refusal_stays_when_the_panel_is_drawn_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        assert made.bot is not None
        person, panel = acting(referee)
        table = await made.bot.tables.get(referee.table_id)
        at = number(next(b for b in panel.buttons if verb(b) in CARDS))
        wrong = f"t:{referee.table_id}:{at}:play:{referee.state.hands[(referee.state.turn + 1) % 4][0]}"
        drawing = publisher(made.bot).panels._work
        made.sandbox.faults.slow("PATCH /webhooks/*", seconds=0.3)
        for moment in ("on its way", "afterwards"):
            publisher(made.bot).follow_up(table, person.id)
            if moment == "on its way":
                await asyncio.sleep(0.1)
            answered = (await person.forge(panel, wrong)).text
            assert "is no longer in your hand" in answered.split("\n")[0]
            await made.sandbox.until(lambda: not drawing.busy((table.row.id, person.id)))
            assert panel.text == answered, moment
        await referee.play(1)
        assert "is no longer in your hand" not in panel.text


async def test_only_the_panel_pressed_last_follows(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        seat = referee.state.turn
        person, old = acting(referee)
        fresh = (await person.press(made.public(), label="My hand")).message
        assert fresh is not None
        assert fresh != old
        await referee.agree()
        # The older one is still good, and follows again from this press on.
        action = str(referee.state.hands[seat][0])
        at = number(next(b for b in old.buttons if verb(b) in CARDS))
        await person.forge(old, f"t:{referee.table_id}:{at}:play:{action}")
        referee.state = cicera.apply(referee.state, seat, cicera.parse(action))
        referee.pressed.append((seat, action))
        await referee.stored_as_pressed()
        before = fresh.text
        person.dismiss(fresh)
        await referee.agree()
        await referee.play(2)
        assert fresh.text == before
        # A press on the one that was left behind redraws it, and it is the one that follows.
        answer = await person.forge(fresh, f"t:{referee.table_id}:{at}:play:{action}")
        assert answer.text.split("\n")[0] == PLAYED
        behind = old.text
        while referee.state.turn != seat:
            turn = referee.state.turn
            other = referee.people[turn]
            card = referee.state.hands[turn][0]
            panel = the_panel(referee, turn)
            now = number(next(b for b in panel.buttons if verb(b) in CARDS))
            await other.forge(panel, f"t:{referee.table_id}:{now}:play:{card}")
            referee.state = cicera.apply(referee.state, turn, cicera.parse(str(card)))
            await made.sandbox.until(lambda card=card: glyph(card) in fresh.text)  # type: ignore[misc]  # bound now
        await made.sandbox.until(lambda: f"### ▶ Your turn, {referee.name(seat)}" in fresh.text)
        assert old.text == behind


async def test_panels_whose_token_has_gone_are_left_alone_and_come_back(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        await made.pass_time(14.5 * 60 + 1)
        before = len(made.sandbox.requests)
        seat = referee.state.turn
        person, panel = acting(referee)
        others = [the_panel(referee, other) for other in range(4) if other != seat]
        texts = [other.text for other in others]
        card = referee.state.hands[seat][0]
        at = number(next(b for b in panel.buttons if verb(b) in CARDS))
        answer = await person.forge(panel, f"t:{referee.table_id}:{at}:play:{card}")
        assert answer.kind == "update"
        await made.sandbox.until(lambda: glyph(card) in made.public().text)
        await made.pass_time(60)
        requests = list(made.sandbox.requests)[before:]
        assert not [request for request in requests if request.path.startswith("/webhooks")]
        assert [other.text for other in others] == texts
        referee.state = cicera.apply(referee.state, seat, cicera.parse(str(card)))
        referee.pressed.append((seat, str(card)))
        for other in referee.people:
            if other is not person:
                await other.press(made.public(), label="My hand")
        await referee.agree()
        await referee.play(5)
        await referee.stored_as_pressed()


async def test_a_stale_panel_replaces_itself(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        seat = (referee.state.turn + 1) % 4
        person, panel = referee.people[seat], the_panel(referee, seat)
        await made.pass_time(15 * 60 + 1)
        first, first_panel = acting(referee)
        card = referee.state.hands[referee.state.turn][0]
        at = number(next(b for b in first_panel.buttons if verb(b) in CARDS))
        await first.forge(first_panel, f"t:{referee.table_id}:{at}:play:{card}")
        referee.state = cicera.apply(referee.state, referee.state.turn, cicera.parse(str(card)))
        referee.pressed.append(((seat - 1) % 4, str(card)))
        assert f"### ▶ Your turn, {referee.name(seat)}" not in panel.text
        await person.press(panel, label="Last plays")
        assert f"### ▶ Your turn, {referee.name(seat)}" in panel.text
        for other in referee.people:
            if other not in (person, first):
                await other.press(made.public(), label="My hand")
        await referee.agree()
        await referee.play(4)
        await referee.stored_as_pressed()


async def test_who_has_no_living_token_at_the_start_is_called(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        ann, bo, cy, di = made.people
        await ann.slash(made.channel, "cicera start")
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        await bo.press(made.public(), label="Join B")
        await made.pass_time(10 * 60)
        await cy.press(made.public(), label="Join A")
        await made.pass_time(5 * 60)
        await di.press(made.public(), label="Join B")
        await made.start(ann)
        await made.sandbox.until(lambda: any(m.mentions for m in ann.sees(made.channel)))
        (call,) = [m for m in ann.sees(made.channel) if m.mentions]
        assert sorted(call.mentions) == ["ann", "bo"]
        for person in (ann, bo):
            await person.press(made.public(), label="My hand")
        referee = Referee(made, state=cicera.start(cicera.options({})))
        await referee.take_deal()
        await referee.agree()
        await referee.play(1)
        await made.sandbox.until(lambda: call.deleted)
        assert list(made.sandbox.violations) == []


async def test_the_record_waits_for_the_end(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        for person in referee.people[:2]:
            answer = await person.forge(referee.house.public(), f"t:{referee.table_id}:1:record")
            assert answer.text == "The record shows every card, so it is there when the game is over."
            assert answer.message is not None
            assert answer.message.attachments == []


OLD = (
    "play:AS",
    "pick:AS",
    "back",
    "ready",
    "hand",
    "leave",
    "agree",
    "play-on",
    "down",
    "start",
    "join:0",
    "cancel",
)


async def test_buttons_of_a_game_that_is_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with playing(tmp_path, players=2, target=51, deal=6, picada="rank") as referee:
        made = referee.house
        ann, bo = made.people
        panel = the_panel(referee, 0)
        table_id = referee.table_id
        await referee.play(3)
        log = await referee.log()
        for person in (ann, bo):
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        for name in OLD:
            for on_panel in (True, False):
                where = panel if on_panel else made.public()
                answer = await ann.forge(where, f"t:{table_id}:1:{name}")
                assert answer.message is not None, name
        public = made.public()
        assert (await ann.press(public, label="Scores")).message is not None
        await ann.press(public, label="Rematch")
        await made.sandbox.until(lambda: made.public() != public)
        lobby, lobby_id = made.public(), referee.table_id
        for name in OLD:
            older = next(m for m in bo.sees(made.channel) if any(verb(b) == "record" for b in m.buttons))
            assert (await bo.forge(older, f"t:{table_id}:1:{name}")).message is not None
        assert made.bot is not None
        stored = await made.bot.store.load(table_id)
        assert stored is not None
        assert stored.table.status is Status.STOPPED
        assert list(stored.log) == log
        # The lobby of the rematch is closed: its buttons are answered as well.
        await ann.press(lobby, label="Close")
        closed = [m for m in ann.sees(made.channel) if m == lobby]
        assert closed[0].buttons == []
        for name in OLD:
            answer = await bo.forge(lobby, f"t:{lobby_id}:0:{name}")
            assert answer.message is not None, name
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
