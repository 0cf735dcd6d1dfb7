"""Members who get each turn as a new private message, which replaces the one before."""

from pathlib import Path

import pytest

from sandbox.driver import Member
from tests.e2e.support.called import asks, its, panels, sent, two, want
from tests.e2e.support.choosing import opened, paged, shows
from tests.e2e.support.faulty import easy, only, play
from tests.e2e.support.house import House, house, tap
from tests.e2e.support.reading import verb, verbs
from tests.e2e.support.referee import unlimited

WINDOW = 50
"""Seconds in which a play can be taken back: long enough for any machine, as that clock is set by hand."""


@pytest.mark.usefixtures("patient")
async def test_it_is_chosen_among_ones_own_settings(tmp_path: Path) -> None:
    async with house(tmp_path, players=1) as made:
        unlimited(made)
        (ann,) = made.people
        panel = await opened(ann, made, "me")
        call = await paged(made, ann, panel, "s:member:call")
        assert shows(panel)["call"] == "off"
        await ann.select(panel, call, values=["on"])
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
        # The dealer's discard, chosen and confirmed, comes first.
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
                assert answer.kind.endswith("update")
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
            # Several seats are asked at once to settle the rest of a hand, or for the next deal.
            asked = made.able()
            standing, number = {each: its(made, each) for each in asked}, sent(made)
            length = (await made.bot.tables.get(row.id)).seq
            person, _ = await made.step()
            await made.shown()
            # The last of a trick has taken it.
            again = asked == [person] == made.able()
            again = again and (await made.bot.tables.get(row.id)).seq == length + 1
        before = standing[person]
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
        await made.sandbox.until(lambda: "undo" not in verbs(its(made, first)), what="it is too late")
        await made.shown()
        assert asks(its(made, other))
        assert sent(made) == number + 1
        only(made)


async def test_what_has_been_opened_does_not_hide_the_turn(tmp_path: Path) -> None:
    async with two(tmp_path) as (made, referee, _, other):
        await tap(other, its(made, other), "more")
        await made.shown()
        assert not asks(its(made, other))
        await play(referee)
        await made.shown()
        assert asks(its(made, other))


# The end of a hand, held in view


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


# A setting changed during a game


async def choose(made: House, person: Member, name: str, value: str) -> None:
    """Change one of a member's own settings."""
    panel = await opened(person, made, "me")
    await person.select(panel, await paged(made, person, panel, f"s:member:{name}"), values=[value])


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
