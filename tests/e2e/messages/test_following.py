"""Which of a member's panels follows the game: the last one pressed, as long as its token lives."""

import asyncio
from pathlib import Path

import pytest

from bot.blocks.blocks import TURN_ACCENT
from cogs.publisher import publisher
from engine import cicera
from sandbox.driver import Member
from tests.e2e.support.house import House, button, house, live, tap
from tests.e2e.support.pictured import seen
from tests.e2e.support.reading import CARDS, accent, glyph, number, verb, verbs
from tests.e2e.support.referee import Referee, unlimited
from tests.e2e.support.under_way import PLAYED, acting, playing, the_panel


async def test_my_hand_takes_the_place_of_the_panel_before(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        for name in ("hand", "last", "more"):
            person, old = acting(referee)
            fresh = (await person.press(made.public(), button(made.public(), name))).message
            assert fresh is not None
            await made.sandbox.until(lambda: old.deleted)  # noqa: B023  # waited for at once
            assert made.panel(person) == fresh
            if name != "hand":
                await person.press(fresh, button(fresh, "back"))
            await referee.agree()
            await referee.play(1)
        await referee.stored_as_pressed()


def tasks_of_the_bot() -> int:
    """Return the number of tasks that run our own functions: the stand-in has others in this process."""
    codes = [getattr(task.get_coro(), "cr_code", None) for task in asyncio.all_tasks()]
    return sum(bool({"bot", "cogs"} & {*Path(code.co_filename).parts}) for code in codes if code)


async def test_many_panels_opened_at_once_leave_one_deletion_and_no_picture_waiting(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, pictures=True, requests_per_second=8) as made:
        unlimited(made)
        await made.open()
        await made.play_on(8)
        await made.shown()
        assert made.bot is not None
        person = next(person for person in made.people if made.to_press(person))
        row, board = made.bot.tables.in_server(made.guild.id)[0].row, made.public()
        # Until this edit ends nothing of the panels that it may concern is deleted.
        drawing = made.sandbox.faults.slow("PATCH /webhooks/*", None, 300.0)
        publisher(made.bot).panels.ask(row.id, person.id)
        await made.sandbox.until(lambda: drawing.hits, what="a panel is being drawn")
        before = tasks_of_the_bot()
        for _ in range(40):
            await tap(person, board, "hand")
        await made.answered()
        # The pictures of the newest panel, and one worker that deletes the panels it has replaced.
        assert tasks_of_the_bot() - before < 10
        made.sandbox.faults.clear()
        made.sandbox.clock.advance(300.0)
        await made.shown()
        (panel,) = [message for message in person.sees(made.channel) if message.ephemeral]
        assert seen(panel)
        assert live(panel)
        assert list(made.sandbox.violations) == []


@pytest.mark.parametrize("gone", [True, False])
async def test_a_panel_that_cannot_be_removed_changes_nothing(tmp_path: Path, gone: bool) -> None:
    """The member has dismissed it, or Discord fails: the new panel follows all the same."""
    async with playing(tmp_path) as referee:
        made = referee.house
        person, old = acting(referee)
        fault = None
        if gone:
            person.dismiss(old)
        else:
            fault = made.sandbox.faults.too_many("DELETE /webhooks/*", None, retry_after=0.05)
        fresh = (await person.press(made.public(), button(made.public(), "hand"))).message
        assert fresh is not None
        await made.shown()
        assert fault is None or fault.hits
        assert made.panel(person) == fresh
        await referee.agree()
        await referee.play(5)
        await referee.stored_as_pressed()


async def test_only_the_panel_pressed_last_follows(tmp_path: Path) -> None:
    async with playing(tmp_path) as referee:
        made = referee.house
        made.sandbox.faults.error("DELETE /webhooks/*", None, 403)
        seat = referee.state.turn
        person, old = acting(referee)
        fresh = (await person.press(made.public(), button(made.public(), "hand"))).message
        assert fresh is not None
        await referee.agree()
        # An update still on its way to a panel would draw it once more, whichever is pressed.
        await made.shown()
        # The older panel, which could not be removed, is still good, and follows again from this press on.
        action = str(referee.state.hands[seat][0])
        at = number(next(b for b in old.buttons if verb(b) in CARDS))
        await person.forge(old, f"t:{referee.table_id}:{at}:play:{action}")
        referee.note(seat, action)
        await referee.stored_as_pressed()
        before = fresh.text
        person.dismiss(fresh)
        await referee.agree()
        await referee.play(2)
        assert fresh.text == before
        await made.shown()
        # A press on the panel left behind redraws it, and from then on it follows.
        answer = await person.forge(fresh, f"t:{referee.table_id}:{at}:play:{action}")
        assert PLAYED in answer.text.split("\n")
        behind = old.text
        while referee.state.turn != seat:
            turn = referee.state.turn
            card = referee.state.hands[turn][0]
            panel = the_panel(referee, turn)
            now = number(next(b for b in panel.buttons if verb(b) in CARDS))
            await referee.people[turn].forge(panel, f"t:{referee.table_id}:{now}:play:{card}")
            referee.note(turn, str(card))
            await made.sandbox.until(lambda card=card: glyph(card) in fresh.text)  # type: ignore[misc]  # bound now
        await made.sandbox.until(lambda: live(fresh))
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
        referee.note(seat, str(card))
        for other in referee.people:
            if other is not person:
                await other.press(made.public(), button(made.public(), "hand"))
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
        referee.note(referee.state.turn, str(card))
        await made.shown()
        assert live(panel) == []
        answer = await person.press(panel, button(panel, "last"))
        assert (answer.kind, verbs(panel), accent(panel)) == ("update", ["back"], TURN_ACCENT)
        await person.press(panel, button(panel, "back"))
        assert live(panel)
        for other in referee.people:
            if other not in (person, first):
                await other.press(made.public(), button(made.public(), "hand"))
        await referee.agree()
        await referee.play(4)
        await referee.stored_as_pressed()


async def join(person: Member, made: House, side: int) -> None:
    """Let a member take a seat on a side of the newest table."""
    await person.press(made.public(), button(made.public(), "join", str(side)))


async def test_who_has_no_living_token_at_the_start_is_called(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        unlimited(made)
        ann, bo, cy, di = made.people
        await ann.slash(made.channel, "cicera start")
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        await join(bo, made, 1)
        await made.pass_time(10 * 60)
        await join(cy, made, 0)
        await made.pass_time(5 * 60)
        await join(di, made, 1)
        await made.start(ann)
        await made.sandbox.until(lambda: any(m.mentions for m in ann.sees(made.channel)))
        (call,) = [m for m in ann.sees(made.channel) if m.mentions]
        assert sorted(call.mentions) == ["ann", "bo"]
        for person in (ann, bo):
            await person.press(call, button(call, "hand"))
        referee = Referee(made, state=cicera.start(cicera.options({})))
        await referee.take_deal()
        await referee.agree()
        await referee.play(1)
        await made.sandbox.until(lambda: call.deleted)
        assert list(made.sandbox.violations) == []
