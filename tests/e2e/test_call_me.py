"""Members who have each turn as a new private message, which takes the place of the one before."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.ledger import ENDING_SECONDS, HERE_SECONDS, TOKEN_SECONDS
from bot.preferences import Scope
from sandbox.answer import Gone
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.choosing import opened, shows
from tests.e2e.faulty import easy, next_play, only, play
from tests.e2e.house import House, house, live, running, sandboxed, tap
from tests.e2e.reading import verb, verbs
from tests.e2e.referee import Referee, unlimited

SEND, REMOVE = "POST /webhooks/*", "DELETE /webhooks/*"
WINDOW = 50
"""Seconds in which a play can be taken back: long enough for any machine, as that clock is set by hand."""


async def want(made: House, *people: Member, value: str = "on") -> None:
    """Have these members choose that they are called."""
    assert made.bot is not None
    for person in people:
        await made.bot.chosen.choose(Scope.MEMBER, person.id, "call", value)


def panels(made: House, person: Member) -> list[Message]:
    """Return every private panel that a member sees."""
    return [message for message in person.sees(made.channel) if message.ephemeral and message.buttons]


def sent(made: House) -> int:
    """Return how many further private messages the bot has asked for."""
    return sum(r.method == "POST" and r.path.startswith("/webhooks") for r in made.sandbox.requests)


def its(made: House, person: Member) -> Message:
    """Return the only private panel of a member."""
    (panel,) = panels(made, person)
    return panel


def asks(message: Message) -> bool:
    """Return whether something can be pressed on a panel that moves the game on."""
    return bool(live(message))


@asynccontextmanager
async def two(tmp_path: Path, **values: Any) -> AsyncIterator[tuple[House, Referee, Member, Member]]:
    """Return a game of two, with who is to play an easy card and the other, who is called from now on."""
    async with house(tmp_path, players=2, **values) as made:
        unlimited(made)
        referee = Referee(made, looks=0.0)
        await referee.begin(players=2)
        await easy(referee)
        first, other = referee.people[referee.state.turn], referee.people[1 - referee.state.turn]
        await want(made, other)
        yield made, referee, first, other
        await made.shown()


@pytest.mark.usefixtures("patient")
async def test_it_is_chosen_among_ones_own_settings(tmp_path: Path) -> None:
    async with house(tmp_path, players=1) as made:
        unlimited(made)
        (ann,) = made.people
        panel = await opened(ann, made, "me")
        while "call" not in shows(panel):
            await ann.press(panel, panel.buttons[-1])
        assert shows(panel)["call"] == "off"
        await ann.select(panel, "s:member:call", values=["on"])
        assert shows(panel)["call"] == "on"
        assert list(made.sandbox.violations) == []


async def test_each_turn_comes_as_a_new_message_and_the_one_before_goes(tmp_path: Path) -> None:
    async with two(tmp_path) as (made, referee, _, other):
        for _ in range(4):
            await easy(referee)
            if referee.people[referee.state.turn] is other:
                await play(referee)
                await made.shown()
                continue
            before, number = its(made, other), sent(made)
            await play(referee)
            await made.sandbox.until(lambda before=before: before.deleted)  # type: ignore[misc]  # bound now
            await made.shown()
            now = its(made, other)
            assert now.id > before.id
            assert asks(now)
            assert sent(made) == number + 1
        await referee.stored_as_pressed()
        only(made)


async def test_between_turns_the_new_message_is_edited_as_any_panel_is(tmp_path: Path) -> None:
    async with house(tmp_path, players=3) as made:
        unlimited(made)
        await want(made, *made.people)
        await made.open("ciapano")
        await made.shown()
        # The dealer's discard, which is chosen and confirmed, comes first.
        await made.play(lambda: "play" in map(verb, made.controls(made.able()[0])))
        await made.shown()
        waiting = [person for person in made.people if person not in made.able()]
        before = {person: its(made, person) for person in waiting}
        texts = {person: panel.text for person, panel in before.items()}
        number = sent(made)
        while len(made.able()) == 1 and made.able()[0] not in waiting:
            await made.step()
            await made.shown()
        (last,) = [person for person in waiting if person not in made.able()]
        assert its(made, last) == before[last]
        assert before[last].text != texts[last]
        assert sent(made) == number + 1
        only(made)


async def test_whoever_is_asked_to_cut_the_deck_is_told_as_well(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, cut_seconds=60) as made:
        unlimited(made)
        await want(made, *made.people)
        ann, bo = made.people
        await ann.slash(made.channel, "cicera start", players=2)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        await made.join(bo)
        await made.startable()
        await made.shown()
        before, number = {person: its(made, person) for person in made.people}, sent(made)
        await made.start(ann)
        await made.sandbox.until(lambda: any(panel.deleted for panel in before.values()))
        await made.shown()
        (cutter,) = [person for person, panel in before.items() if panel.deleted]
        assert "cut" in verbs(its(made, cutter))
        assert sent(made) == number + 1
        only(made)


async def test_whoever_has_not_chosen_it_has_their_panel_edited(tmp_path: Path) -> None:
    async with two(tmp_path) as (made, referee, _, other):
        await want(made, other, value="off")
        before, number = its(made, other), sent(made)
        await play(referee)
        await made.shown()
        assert its(made, other) == before
        assert asks(before)
        assert sent(made) == number


async def test_who_plays_with_computers_is_called_after_the_answer_to_their_press(tmp_path: Path) -> None:
    async with house(tmp_path, players=1, pause_seconds=0.1) as made:
        unlimited(made)
        (ann,) = made.people
        await want(made, ann)
        await ann.slash(made.channel, "cicera start", players=2, computers=1)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        await made.start(ann)
        for _ in range(3):
            await made.sandbox.until(lambda: len(panels(made, ann)) == 1 and made.to_press(ann))
            await made.shown()
            before, number = its(made, ann), sent(made)
            while made.to_press(ann) and its(made, ann) == before:
                control = made.rng.choice(made.controls(ann))
                answer = await ann.press(before, custom_id=control.custom_id)
                assert answer.kind == "update"
                if verb(control) == "play":
                    break
            await made.sandbox.until(lambda before=before: before.deleted)  # type: ignore[misc]  # bound now
            await made.shown()
            assert sent(made) == number + 1
        only(made)


async def test_one_who_leads_again_is_called_again(tmp_path: Path) -> None:
    async with house(tmp_path, players=3) as made:
        unlimited(made)
        await want(made, *made.people)
        await made.open("ciapano")
        await made.shown()
        assert made.bot is not None
        (row,) = await made.bot.store.live()
        again = False
        while not again:
            (person,) = made.able()
            before, number = its(made, person), sent(made)
            length = (await made.bot.tables.get(row.id)).seq
            await made.step()
            await made.shown()
            # The last of a trick has taken it.
            again = made.able() == [person] and (await made.bot.tables.get(row.id)).seq == length + 1
        assert before.deleted
        assert asks(its(made, person))
        assert sent(made) == number + 1
        only(made)


async def test_nothing_is_sent_while_a_play_can_be_taken_back(tmp_path: Path) -> None:
    async with two(tmp_path, undo_seconds=WINDOW) as (made, referee, first, other):
        before, number = its(made, other), sent(made)
        await play(referee)
        await made.shown()
        assert its(made, other) == before
        assert sent(made) == number
        await made.pass_time(WINDOW)
        await made.sandbox.until(lambda: before.deleted)
        await made.shown()
        assert asks(its(made, other))
        assert sent(made) == number + 1
        assert "undo" not in verbs(its(made, first))
        only(made)


async def test_what_has_been_opened_does_not_hide_the_turn(tmp_path: Path) -> None:
    async with two(tmp_path) as (made, referee, _, other):
        await tap(other, its(made, other), "more")
        await made.shown()
        assert not asks(its(made, other))
        await play(referee)
        await made.shown()
        assert asks(its(made, other))


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


async def play_unseen(referee: Referee) -> None:
    """Play an easy card, and do not wait until the next one sees it."""
    person, panel, card = next_play(referee)
    await person.press(panel, card)
    assert card.custom_id is not None
    referee.note(referee.state.turn, card.custom_id.split(":")[4])


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
        # Nobody else waits for it.
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
        await made.pass_time(TOKEN_SECONDS - ENDING_SECONDS + 1)
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
        await made.bot.chosen.choose(Scope.MEMBER, other.id, "pings", pings)
        # It is long since they pressed anything, and the message is new.
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
        # What is drawn has another try, and then the next turn is told.
        while not stood.deleted:
            await easy(referee)
            await play(referee)
            await made.shown()
        assert before.deleted
        its(made, other)
        only(made)


# What is held in sight


async def test_what_a_computer_has_taken_is_looked_at_before_one_is_called(tmp_path: Path) -> None:
    async with house(tmp_path, players=1, pause_seconds=0.1, hold_seconds=0.5) as made:
        unlimited(made)
        (ann,) = made.people
        await want(made, ann)
        await ann.slash(made.channel, "cicera start", players=2, computers=1)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        await made.start(ann)
        assert made.bot is not None
        (row,) = await made.bot.store.live()
        taken = False
        while not taken:
            await made.sandbox.until(lambda: len(panels(made, ann)) == 1 and made.to_press(ann))
            await made.shown()
            before, number = its(made, ann), sent(made)
            while made.to_press(ann) and its(made, ann) == before:
                control = made.rng.choice(made.controls(ann))
                await ann.press(before, custom_id=control.custom_id)
                if verb(control) == "play":
                    break
            await made.sandbox.until(lambda before=before: before.deleted)  # type: ignore[misc]  # bound now
            await made.shown()
            assert sent(made) == number + 1
            told = (await made.bot.tables.get(row.id)).story[-1]
            taken = "capture" in {event.name for event in told.events}
        assert asks(its(made, ann))
        only(made)


async def test_where_nothing_is_taken_back_one_is_called_once_what_was_taken_has_been_seen(
    tmp_path: Path,
) -> None:
    async with two(tmp_path, hold_seconds=WINDOW) as (made, referee, _, _):
        assert made.bot is not None
        await want(made, *made.people)
        (row,) = await made.bot.store.live()
        taken = False
        while not taken:
            await made.shown()
            before, number = {person: its(made, person) for person in made.people}, sent(made)
            await referee.turn()
            await made.shown()
            told = (await made.bot.tables.get(row.id)).story[-1]
            taken = "capture" in {event.name for event in told.events}
        asked = referee.people[referee.state.turn]
        assert its(made, asked) == before[asked]
        assert sent(made) == number
        await made.pass_time(WINDOW)
        await made.sandbox.until(lambda: before[asked].deleted)
        await made.shown()
        assert asks(its(made, asked))
        assert sent(made) == number + 1
        only(made)


# What is chosen during a game


async def choose(made: House, person: Member, name: str, value: str) -> None:
    """Choose one of one's own settings by hand."""
    panel = await opened(person, made, "me")
    while name not in shows(panel):
        await person.press(panel, panel.buttons[-1])
    await person.select(panel, f"s:member:{name}", values=[value])


async def test_whoever_chooses_it_on_their_turn_is_called_at_once(tmp_path: Path) -> None:
    async with two(tmp_path) as (made, referee, _, other):
        await want(made, other, value="off")
        await play(referee)
        await made.shown()
        before, number = its(made, other), sent(made)
        await choose(made, other, "call", "on")
        await made.sandbox.until(lambda: before.deleted)
        await made.shown()
        assert sent(made) == number + 1
        panel = made.panel(other)
        assert panel is not None
        assert asks(panel)


async def test_how_cards_are_written_changes_at_once_on_ones_panel(tmp_path: Path) -> None:
    async with two(tmp_path) as (made, _, first, other):
        before = {person: [button.label for button in its(made, person).buttons] for person in (first, other)}
        await choose(made, first, "words", "on")
        await made.sandbox.until(
            lambda: (panel := made.panel(first)) and [b.label for b in panel.buttons] != before[first]
        )
        await made.shown()
        panel = made.panel(first)
        assert panel is not None
        assert any(" of " in button.label for button in panel.buttons)
        assert [button.label for button in its(made, other).buttons] == before[other]


# A bot that stops in between


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
                # Nobody knows whether the new one has come: the one before says that it follows no more.
                assert verbs(before) == ["hand"]
                answer = await tap(other, before, "hand")
                assert answer.message is not None
                assert asks(answer.message)
                await made.shown()
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
            # Something that everybody sees.
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
