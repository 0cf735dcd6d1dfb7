"""Presses from elsewhere, by others, or from no button at all: answered, and nothing is played."""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store import Status
from engine import cicera
from sandbox.driver import Answer
from tests.e2e.messages.test_order import own_of
from tests.e2e.support.house import button, live
from tests.e2e.support.reading import CARDS, glyph, number, verb, verbs
from tests.e2e.support.under_way import WORDS, acting, playing, the_panel, unchanged

LOOSE = ("agree", "play-on", "vote", "against", "absent", "end")
"""Verbs of members with a seat, on turn or not."""


async def test_who_does_not_sit_there_may_look_and_nothing_else(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        eva = made.sandbox.join(made.guild, "eva")
        public = made.public()
        for name in ("hand", "last", "more"):
            answer = await eva.press(public, button(public, name))
            assert answer.message is not None
            assert answer.message.ephemeral
            assert not any(told(answer, hand) for hand in referee.state.hands)
            assert live(answer.message) == []
        table_id = referee.table_id
        card = cicera.observe(referee.state, referee.state.turn).hand[0]
        for name in (*LOOSE, "play", "pick", "hint", "ready", "back", "leave", "hand-over"):
            # A press on the public message may send a new private one.
            for private in (False, True):
                pressed = own_of(made, eva)[-1] if private else public
                answer = await eva.forge(pressed, f"t:{table_id}:1:{name}:{card}")
                assert not any(told(answer, hand) for hand in referee.state.hands)
        seated = ("agree", "vote:stop", "vote:give-1", "leave", "hand-over", "take-back", "down", "review")
        for name in seated:
            answer = await eva.forge(own_of(made, eva)[-1], f"t:{table_id}:1:{name}")
            assert WORDS("refused.not-seated") in answer.text.split("\n"), name
        answer = await eva.forge(own_of(made, eva)[-1], f"t:{table_id}:1:end")
        assert WORDS("refused.host-ends") in answer.text.split("\n")
        for panel in map(made.panel, made.people):
            assert panel is not None
            answer = await eva.forge(panel, f"t:{table_id}:1:back")
            assert answer.kind == "message"
        await unchanged(referee)


def told(answer: Answer, hand: tuple[Any, ...]) -> list[str]:
    """Return the cards of a hand that an answer shows."""
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
                "vote:stop",
                "against:stop",
                "absent",
                "end",
                "record",
                "leave",
                "down",
                "more",
            ):
                answer = await ann.forge(message, f"t:{referee.table_id}:1:{name}")
                assert answer.text == WORDS("refused.no-table")
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
    "t:{table}:{at}:powers",
    "t:{table}:{at}:rules:0",
    "t:{table}:{at}:rules:²",
    "t:{table}:{at}:rules:99999",
    "t:{table}:{at}:hint",
    "t:{table}:{at}:check",
    "t:{table}:{at}:pick:AS choose ZZ AS AS",
    "t:{table}:{at}:pick:ZZ",
    "t:{table}:{at}:pick:AS 999",
    "t:{table}:{at}:pick:AS -1",
    "t:{table}:{at}:pick:AS ٣",
    "t:{table}:{at}:vote:x",
    "t:{table}:{at}:vote:stop-",
    "t:{table}:{at}:vote:stop-0",
    "t:{table}:{at}:vote:-stop",
    "t:{table}:{at}:vote:clock-0",
    "t:{table}:{at}:vote:give",
    "t:{table}:{at}:vote:give-",
    "t:{table}:{at}:vote:give-01",
    "t:{table}:{at}:vote:give-١",
    "t:{table}:{at}:vote:give-²",
    "t:{table}:{at}:vote:give-9",
    "t:{table}:{at}:vote:concede-9",
    "t:{table}:{at}:vote:concede--1",
    "t:{table}:{at}:against:stop-",
    "t:{table}:{at}:against:x",
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
            await referee.house.shown()  # a page of the rules has its picture a moment later
            for message in [m for m in person.sees(referee.house.channel) if m.ephemeral and m != panel]:
                person.dismiss(message)
        await person.press(referee.house.public(), button(referee.house.public(), "hand"))
        await unchanged(referee)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


OLD = (
    "play:AS",
    "pick:AS",
    "back",
    "ready",
    "hand",
    "leave",
    "last",
    "more",
    "scores",
    "rules",
    "fairness",
    "hint",
    "hand-over",
    "take-back",
    "agree",
    "play-on",
    "vote:stop",
    "vote:wait",
    "vote:clock",
    "vote:give-0",
    "vote:concede-0",
    "against:stop",
    "absent",
    "end",
    "down",
    "start",
    "alone",
    "lobby",
    "wait",
    "join:0",
    "cancel",
)


async def test_buttons_of_a_game_that_is_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with playing(tmp_path, players=2, target=51, deal=6, picada="rank") as referee:
        made = referee.house
        ann, bo = made.people
        table_id = referee.table_id
        await referee.play(3)
        log = await referee.log()
        for person in (ann, bo):
            await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(made.over)
        for name in OLD:
            for on_panel in (True, False):
                where = the_panel(referee, 0) if on_panel else made.public()
                answer = await ann.forge(where, f"t:{table_id}:1:{name}")
                assert answer.message is not None, name
        public = made.public()
        assert (await ann.press(public, button(public, "more"))).message is not None
        await ann.press(public, button(public, "rematch"))
        await made.sandbox.until(lambda: made.public() != public)
        lobby, lobby_id = made.public(), referee.table_id
        for name in OLD:
            older = next(m for m in bo.sees(made.channel) if "rematch" in verbs(m) and not m.ephemeral)
            assert (await bo.forge(older, f"t:{table_id}:1:{name}")).message is not None
        assert made.bot is not None
        stored = await made.bot.store.load(table_id)
        assert stored is not None
        assert stored.table.status is Status.STOPPED
        assert list(stored.log) == [replace(entry, at=float(int(entry.at))) for entry in log]
        # The lobby of the rematch is closed: its buttons are answered as well.
        await ann.slash(made.channel, "cicera stop")
        await made.sandbox.until(lambda: lobby.buttons == [])
        for name in OLD:
            answer = await bo.forge(lobby, f"t:{lobby_id}:0:{name}")
            assert answer.message is not None, name
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
