"""Faults of Discord during a game: limits, errors, lost answers, no gateway, and things taken away.

Every press is answered or fails cleanly; the game goes on, and the players read what is missing.
"""

import asyncio
import contextlib
import time
from pathlib import Path
from typing import Any

import pytest

from bot.locale import Catalogue
from bot.store import Status
from bot.table.table import Table
from cogs.sending import answers
from engine import cicera
from sandbox.driver import NoAnswer
from sandbox.interactions import ACK_SECONDS
from sandbox.permissions import Permission
from tests.e2e.support.faulty import (
    ACK,
    EDIT,
    PANEL,
    SEND,
    easy,
    in_step,
    next_play,
    only,
    play,
    playing,
    tables,
    take,
    told_of,
)
from tests.e2e.support.house import house, tap
from tests.e2e.support.reading import verb
from tests.e2e.support.referee import CARDS, Referee, unlimited

WORDS = Catalogue.load().words("en")

# Limits and errors


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_limit_on_the_table_message_delays_no_panel(tmp_path: Path, everywhere: bool) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        made.sandbox.faults.too_many(EDIT, retry_after=2.0, everywhere=everywhere)
        person, panel, button = next_play(referee)
        before = time.monotonic()
        answer = await person.press(panel, button)
        take(referee, button)
        other = referee.people[referee.state.turn]
        await made.sandbox.until(lambda: made.to_press(other))
        panels = time.monotonic() - before
        await referee.agree()
        board = time.monotonic() - before
        assert answer.milliseconds < 2000
        assert panels < 2.0 <= board
        await in_step(referee)
        only(made)


@pytest.mark.parametrize("route", [ACK, PANEL, EDIT])
async def test_an_error_of_discord_is_overcome(tmp_path: Path, route: str) -> None:
    async with playing(tmp_path) as (made, referee):
        for status in (500, 503):
            await easy(referee)
            made.sandbox.faults.error(route, status=status)
            person, panel, button = next_play(referee)
            answer = await person.press(panel, button)
            take(referee, button)
            assert answer.milliseconds < 3000
            await in_step(referee)
            only(made)


@pytest.mark.parametrize("route", [ACK, PANEL, EDIT])
async def test_an_answer_that_is_lost_counts_once(tmp_path: Path, route: str) -> None:
    async with playing(tmp_path) as (made, referee):
        for fault in (made.sandbox.faults.lost, made.sandbox.faults.dropped):
            await easy(referee)
            fault(route)
            person, panel, button = next_play(referee)
            answer = await person.press(panel, button)
            take(referee, button)
            assert answer.kind == "update"
            await in_step(referee)
            only(made, "40060")


async def test_lost_answers_open_a_lobby_once_and_show_nobody_a_hand(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        ann, bo = made.people
        made.sandbox.faults.lost(ACK)
        await ann.slash(made.channel, "cicera start", players=2)
        await made.sandbox.until(lambda: made.panel(ann) is None and len(ann.sees(made.channel)) == 2)
        lobby = made.public()
        made.sandbox.faults.lost(ACK)
        await tap(bo, lobby, "join")
        await made.shown()
        assert "Start" in [b.label for b in lobby.buttons]
        made.sandbox.faults.lost(ACK)
        await tap(ann, lobby, "start")
        await made.shown()
        assert made.panel(ann)
        assert made.panel(bo)
        public = [message for message in ann.sees(made.channel) if not message.ephemeral]
        assert [message.id for message in public if message.buttons] == [lobby.id]
        assert not any(verb(b) in CARDS for message in public for b in message.buttons)
        referee = Referee(made, cicera.start(cicera.options({"players": 2})))
        await referee.take_deal()
        await in_step(referee)
        only(made, "40060")


async def test_a_private_answer_comes_though_nothing_was_heard_of_the_silent_acknowledgement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path) as (made, _):
        assert made.bot is not None
        ann, panel = made.people[0], made.panel(made.people[0])
        assert panel is not None
        for wanted in ("more", "leave"):
            await tap(ann, panel, wanted)
        voting, ready = made.bot.seats.vote, asyncio.Event()

        async def vote(*values: Any, **named: Any) -> Table:
            await ready.wait()
            return await voting(*values, **named)

        monkeypatch.setattr(answers, "ANSWER_SECONDS", 0.05)
        monkeypatch.setattr(made.bot.seats, "vote", vote)
        lost = made.sandbox.faults.lost(ACK, times=3)
        pressing = asyncio.create_task(tap(ann, panel, "vote", "stop"))
        await made.sandbox.until(lambda: lost.hits == 3, what="no acknowledgement is heard")
        ready.set()
        await pressing
        told = WORDS("vote.said")
        await made.sandbox.until(lambda: any(told in m.text for m in ann.sees(made.channel)), what=told)
        only(made, "40060")


async def test_a_message_that_fails_is_posted_once(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        faults = made.sandbox.faults
        for fault in (faults.lost, faults.dropped, faults.error):
            await easy(referee)
            fault(SEND)
            made.sandbox.world.delete(made.public().stored)
            await play(referee)
            await made.sandbox.until(lambda: tables(made))
            await in_step(referee)
            assert len(tables(made)) == 1
            only(made, "10008")


async def test_an_acknowledgement_that_comes_too_late_loses_no_play(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        made.sandbox.interactions.window = ACK_SECONDS
        made.sandbox.faults.slow(ACK, seconds=ACK_SECONDS + 0.2)
        with pytest.raises(NoAnswer):
            await person.press(panel, button)
        take(referee, button)
        # The play stands and everybody sees it; its player does through the former token of the panel.
        await in_step(referee)
        only(made, "10062", "in time")


@pytest.mark.long
async def test_a_limit_that_lasts_takes_no_panel_away(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        made.sandbox.faults.too_many(PANEL, times=5, retry_after=0.05)
        person, panel, button = next_play(referee)
        await person.press(panel, button)
        take(referee, button)
        await in_step(referee)
        only(made)


async def test_nobody_is_called_to_a_hand_that_is_on_its_way(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        ann, bo = made.people
        await ann.slash(made.channel, "cicera start", players=2)
        await made.shown()
        private = made.sandbox.faults.slow("POST /webhooks/*")
        await made.join(bo)
        await made.sandbox.until(lambda: private.hits, what="what Bo alone sees is on its way")
        await made.start(ann)
        await made.shown()
        assert made.panel(bo)
        assert made.calls() == []
        only(made)


# The gateway


async def test_a_dropped_gateway_is_resumed(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        made.sandbox.gateway.drop()
        await made.sandbox.gone()
        pressing = asyncio.create_task(person.press(panel, button))
        with contextlib.suppress(NoAnswer):
            await pressing
        await made.sandbox.ready()
        stored = await referee.log()
        if len(stored) > len(referee.pressed) + referee.deals:
            take(referee, button)
        await in_step(referee)
        only(made, "10062")


@pytest.mark.long
async def test_an_invalid_session_begins_anew(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        before = {session.id for session in made.sandbox.gateway.live}
        made.sandbox.gateway.invalidate()
        await made.sandbox.until(lambda: {session.id for session in made.sandbox.gateway.live} - before)
        await in_step(referee)
        only(made)


# Things taken away


async def test_a_deleted_table_message_is_posted_anew(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        old = made.public()
        made.sandbox.world.delete(old.stored)
        await play(referee)
        await made.sandbox.until(lambda: tables(made))
        assert made.public() != old
        await in_step(referee)
        # The edit alone has found that it is gone: nothing is deleted once more.
        (violation,) = made.sandbox.violations
        assert violation.startswith("PATCH ")
        assert "10008" in violation


@pytest.mark.parametrize(
    ("taken", "name"),
    [(Permission.SEND_MESSAGES, "Send Messages"), (Permission.VIEW_CHANNEL, "View Channel")],
)
async def test_a_permission_taken_away_and_given_back(tmp_path: Path, taken: Permission, name: str) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        made.channel.deny(made.sandbox.bot, taken)
        made.sandbox.world.delete(made.public().stored)
        await play(referee)
        await made.sandbox.until(lambda: told_of(made, name))
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: tables(made))
        await in_step(referee)
        await made.sandbox.until(lambda: not told_of(made, name))
        only(made, "50013", "50001", "10008")


async def test_what_is_missing_is_told_though_an_answer_was_on_its_way(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        made.sandbox.faults.slow(EDIT)
        await play(referee)
        answer = made.sandbox.faults.slow(ACK, seconds=1.0)
        pressing = asyncio.create_task(tap(made.people[0], made.public(), "hand"))
        await made.sandbox.until(lambda: answer.hits, what="a hand is on its way")
        made.channel.deny(made.sandbox.bot, Permission.VIEW_CHANNEL)
        await made.sandbox.until(lambda: told_of(made, "View Channel"), what="the panels tell")
        # It was drawn before anything was missing, and is replaced by one that says so.
        await pressing
        await made.sandbox.until(lambda: told_of(made, "View Channel"), what="the new one tells, too")
        made.channel.reset(made.sandbox.bot)
        await in_step(referee)
        only(made, "50001")


async def test_without_the_right_to_write_the_old_message_is_still_edited(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        old = made.public()
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        for _ in range(16):
            await made.people[0].say(made.channel, "chat")
        await referee.turn()
        assert made.public() == old
        await made.sandbox.until(lambda: told_of(made, "Send Messages"))
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: made.public() != old)
        await in_step(referee)
        only(made)


async def test_a_deleted_channel_is_left_for_another(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        other = made.guild.add_channel("altrove")
        made.channel.delete()
        made.channel = other
        for person in made.people:
            await person.slash(other, "cicera hand")
        await made.sandbox.until(lambda: all(made.panel(person) for person in made.people))
        await made.people[0].slash(other, "cicera table")
        await in_step(referee)
        assert made.public().stored.channel.id == other.id
        only(made, "10003", "10008")


async def test_a_thread_is_a_channel_and_may_be_put_away(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        made.channel = made.channel.add_thread("partita")
        referee = Referee(made)
        await referee.begin(players=2)
        await made.shown()
        old = made.public()
        made.channel.archive()
        await referee.turn()
        assert made.public() != old
        assert not made.channel.archived
        await in_step(referee)
        only(made, "50083")


async def test_a_member_who_leaves_the_server_locks_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        table_id = referee.table_id
        made.people[1].leave()
        moderator = made.sandbox.join(made.guild, "mod", permissions=int(Permission.MANAGE_MESSAGES))
        await moderator.slash(made.channel, "cicera stop")
        assert made.bot is not None
        stored = await made.bot.store.load(table_id)
        assert stored is not None
        assert stored.table.status is Status.STOPPED
        only(made)


async def test_a_server_that_throws_the_bot_out_stops_nobody_else(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        second = made.sandbox.world.add_guild("Altra")
        channel = second.add_channel("carte")
        guest = made.sandbox.join(second, "eva")
        made.guild.remove_member(made.sandbox.bot)
        assert referee.pressed == []
        await guest.slash(channel, "cicera start")
        await made.sandbox.until(lambda: len(guest.sees(channel)) == 2)
        only(made)


async def test_an_old_message_is_posted_anew_before_its_edits_are_limited(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        made.sandbox.limits.enabled = True
        old = made.public()
        await made.pass_time(56 * 60)
        for person in made.people:
            await tap(person, old, "hand")
        await referee.turn()
        assert made.public() != old
        await made.sandbox.until(lambda: old.deleted)
        await in_step(referee)
        assert not any("30046" in text for text in made.sandbox.violations)
