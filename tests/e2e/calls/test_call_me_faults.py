"""Turns as new private messages where these come late, cannot be sent or removed, or the bot stops."""

import asyncio
from pathlib import Path

import pytest

from bot.messages.ledger import ENDING_SECONDS, HERE_SECONDS, TOKEN_SECONDS
from bot.store import Scope
from sandbox.answer import Gone
from tests.e2e.support.called import REMOVE, SEND, asks, its, panels, sent, two, want
from tests.e2e.support.faulty import easy, next_play, only, play
from tests.e2e.support.house import running, sandboxed, tap
from tests.e2e.support.reading import verbs
from tests.e2e.support.referee import Referee, unlimited


async def play_unseen(referee: Referee) -> None:
    """Play an easy card, and do not wait until the next player sees it."""
    person, panel, card = next_play(referee)
    await person.press(panel, card)
    assert card.custom_id is not None
    referee.note(referee.state.turn, card.custom_id.split(":")[4])


async def test_the_panel_that_is_gone_cannot_be_pressed_and_one_that_is_going_plays_nothing_twice(
    tmp_path: Path,
) -> None:
    async with two(tmp_path) as (made, referee, _, other):
        before = its(made, other)
        slow = made.sandbox.faults.slow(REMOVE, seconds=60.0)
        await play(referee)
        await made.sandbox.until(lambda: slow.hits)
        new = panels(made, other)[-1]
        assert new != before
        _, _, card = next_play(referee)
        assert card.custom_id is not None
        await other.forge(before, card.custom_id)
        referee.note(referee.state.turn, card.custom_id.split(":")[4])
        await made.sandbox.until(lambda: not asks(new), what="the new one shows it")
        made.sandbox.clock.advance(60.0)
        await made.shown()
        assert before.deleted
        assert its(made, other) == new
        with pytest.raises(Gone):
            await other.forge(before, card.custom_id)
        await referee.stored_as_pressed()


async def test_a_press_on_the_panel_before_is_quicker_than_the_new_one(tmp_path: Path) -> None:
    async with two(tmp_path) as (made, referee, _, other):
        before = its(made, other)
        slow = made.sandbox.faults.slow(SEND, seconds=60.0)
        await play_unseen(referee)
        await made.sandbox.until(lambda: slow.hits)
        await made.sandbox.until(lambda: asks(before), what="the one that stands is edited meanwhile")
        await tap(other, before, "more")
        made.sandbox.clock.advance(60.0)
        await made.shown()
        assert its(made, other) == before
        only(made)


async def test_one_that_comes_late_takes_the_place_of_the_panel_all_the_same(tmp_path: Path) -> None:
    async with two(tmp_path) as (made, referee, _, other):
        before = its(made, other)
        slow = made.sandbox.faults.slow(SEND, seconds=60.0)
        await play_unseen(referee)
        await made.sandbox.until(lambda: slow.hits)
        await made.sandbox.until(lambda: asks(before), what="the one that stands is edited meanwhile")
        made.sandbox.clock.advance(60.0)
        await made.shown()
        assert before.deleted
        assert asks(its(made, other))
        only(made)


@pytest.mark.parametrize("fault", ["500", "429"])
async def test_the_panel_is_edited_until_the_new_one_can_be_sent(tmp_path: Path, fault: str) -> None:
    async with two(tmp_path) as (made, referee, first, other):
        before, faults = its(made, other), made.sandbox.faults
        if fault == "500":
            failing = faults.error(SEND, times=None)
        else:
            failing = faults.too_many(SEND, times=None, retry_after=4.0)
        await play_unseen(referee)
        await made.sandbox.until(lambda: failing.hits)
        # The game waits for nobody else.
        await tap(first, its(made, first), "more")
        assert not before.deleted
        await made.sandbox.until(lambda: asks(before))
        faults.remove(failing)
        await made.shown()
        assert asks(its(made, other))


@pytest.mark.parametrize("fault", ["error", "dropped"])
async def test_where_none_can_be_sent_the_panel_is_edited_and_a_ping_calls(
    tmp_path: Path, fault: str
) -> None:
    async with two(tmp_path, nudge_seconds=30) as (made, referee, _, other):
        before, faults = its(made, other), made.sandbox.faults
        if fault == "error":
            faults.error(SEND, status=403)
        else:
            faults.dropped(SEND)
        await play_unseen(referee)
        await made.sandbox.until(lambda: asks(before))
        await made.shown()
        assert its(made, other) == before
        await made.pass_time(HERE_SECONDS + 1)
        await made.sandbox.until(made.pings)
        assert made.pings()[0].mentions == [other.name]
        await easy(referee)
        await play(referee)
        await easy(referee)
        await play(referee)
        await made.shown()
        assert before.deleted


@pytest.mark.parametrize("fails", [False, True])
async def test_that_a_panel_follows_no_more_is_told_by_a_new_message_too(tmp_path: Path, fails: bool) -> None:
    async with two(tmp_path) as (made, _, first, other):
        before, silent, number = its(made, other), its(made, first), sent(made)
        if fails:
            made.sandbox.faults.error(SEND, status=403)
        await made.pass_time(TOKEN_SECONDS - ENDING_SECONDS + 1)
        await made.sandbox.until(lambda: verbs(silent) == ["hand"])
        await made.sandbox.until(lambda: sent(made) == number + 1)
        await made.shown()
        assert before.deleted is not fails
        assert verbs(its(made, other)) == ["hand"]
        await tap(other, its(made, other), "hand")
        await made.shown()
        panel = its(made, other)
        assert "more" in verbs(panel)
        assert its(made, first) == silent


async def test_once_its_token_is_too_old_all_is_as_without(tmp_path: Path) -> None:
    async with two(tmp_path, nudge_seconds=30) as (made, referee, first, other):
        before = sent(made)
        await made.pass_time(TOKEN_SECONDS - ENDING_SECONDS + 1)
        await made.sandbox.until(lambda: sent(made) == before + 1, what="its panel says that it has stopped")
        await made.shown()
        stands, number = its(made, other), sent(made)
        await tap(first, made.public(), "hand")
        await play_unseen(referee)
        await made.shown()
        assert its(made, other) == stands
        assert sent(made) == number
        await made.pass_time(HERE_SECONDS + 1)
        await made.sandbox.until(made.pings)
        assert made.pings()[0].mentions == [other.name]


@pytest.mark.parametrize("pings", ["always", "later"])
async def test_whoever_does_not_play_is_pinged_as_well_once_they_may_be_away(
    tmp_path: Path, pings: str
) -> None:
    async with two(tmp_path, nudge_seconds=30) as (made, referee, _, other):
        assert made.bot is not None
        await made.bot.preferences.choose(Scope.MEMBER, other.id, "pings", pings)
        # Their last press is long ago, and the message is new.
        await made.pass_time(2 * HERE_SECONDS)
        before = its(made, other)
        await play(referee)
        await made.sandbox.until(lambda: before.deleted)
        await made.pass_time(HERE_SECONDS - 20)
        await made.shown()
        assert made.calls() == []
        await made.pass_time(21)
        await made.sandbox.until(made.pings)
        assert made.pings()[0].mentions == [other.name]


async def test_a_panel_that_cannot_be_removed_goes_with_the_next_change(tmp_path: Path) -> None:
    async with two(tmp_path) as (made, referee, _, other):
        before = its(made, other)
        made.sandbox.faults.dropped(REMOVE, times=2)
        await play(referee)
        await made.shown()
        assert not before.deleted
        await easy(referee)
        await play(referee)
        await made.sandbox.until(lambda: before.deleted)
        await made.shown()
        its(made, other)
        only(made)


async def test_no_further_message_is_sent_until_the_one_before_could_be_removed(tmp_path: Path) -> None:
    async with two(tmp_path) as (made, referee, _, other):
        number = sent(made)
        failing = made.sandbox.faults.dropped(REMOVE, times=None)
        await play(referee)
        await made.shown()
        assert sent(made) == number + 1
        for _ in range(4):
            await easy(referee)
            await play(referee)
            await made.shown()
        assert sent(made) == number + 1
        before, stood = panels(made, other)
        made.sandbox.faults.remove(failing)
        # The panel being drawn is tried once more, and then the next turn is sent.
        while not stood.deleted:
            await easy(referee)
            await play(referee)
            await made.shown()
        assert before.deleted
        its(made, other)
        only(made)


# A bot that stops in between


@pytest.mark.real_time
@pytest.mark.parametrize("where", ["sending", "removing"])
async def test_a_restart_leaves_no_two_panels_that_look_alive(tmp_path: Path, where: str) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database):
            unlimited(made)
            referee = Referee(made, looks=0.0)
            await referee.begin(players=2)
            await easy(referee)
            other = referee.people[1 - referee.state.turn]
            await want(made, other)
            before = its(made, other)
            slow = made.sandbox.faults.slow(SEND if where == "sending" else REMOVE, seconds=60.0)
            await play_unseen(referee)
            await made.sandbox.until(lambda: slow.hits)
            if where == "removing":
                await made.sandbox.until(lambda: len(panels(made, other)) == 2)
        number = sent(made)
        made.sandbox.faults.clear()
        made.sandbox.clock.advance(60.0)
        await asyncio.sleep(0.1)
        async with running(made, database):
            unlimited(made)
            await made.sandbox.until(lambda: before.deleted or not asks(before))
            await made.shown()
            assert sent(made) == number
            if where == "removing":
                assert asks(its(made, other))
            else:
                # The new panel may or may not have come: the one before says that it has stopped following.
                assert verbs(before) == ["hand"]
                answer = await tap(other, before, "hand")
                assert answer.message is not None
                assert asks(answer.message)
                await made.shown()
            await easy(referee)
            await play(referee)
            await made.shown()
            await referee.stored_as_pressed()


async def test_after_a_restart_nobody_is_told_twice(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database):
            unlimited(made)
            referee = Referee(made, looks=0.0)
            await referee.begin(players=2)
            await easy(referee)
            first, other = referee.people[referee.state.turn], referee.people[1 - referee.state.turn]
            await want(made, other)
            await play(referee)
            await made.shown()
        new, number = its(made, other), sent(made)
        async with running(made, database):
            unlimited(made)
            await made.shown()
            assert made.bot is not None
            # A change that everybody sees.
            (row,) = await made.bot.store.live()
            made.bot.outbox.changed(await made.bot.tables.get(row.id))
            await made.shown()
            assert its(made, other) == new
            assert sent(made) == number
            await easy(referee)
            await play(referee)
            await easy(referee)
            await play(referee)
            await made.shown()
            assert new.deleted
        assert first is not other
        only(made)
