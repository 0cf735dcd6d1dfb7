"""The order of a table's messages: the board above, and below it the one private panel of each player."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from bot.messages.ledger import Ledger
from bot.store import Scope
from bot.table.table import Table
from cogs.sending import answers
from sandbox.driver import Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.support.house import House, running, sandboxed, tap
from tests.e2e.support.newcomers import NEVER, panel, stop, table_id, the_table
from tests.e2e.support.reading import verbs
from tests.e2e.support.umpire import unlimited
from tests.e2e.tables.test_lobby import full, opened, own, press

SEND: Final = "POST /channels/{channel_id}/messages"
ANEW: Final = "POST /webhooks/*"
CHATTER: Final = 16


@dataclass
class Evening:
    """A house whose bot can be started again."""

    house: House
    database: Path
    settings: dict[str, Any]
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def restart(self) -> None:
        """Stop the bot, if it runs, and start it."""
        await self.stack.aclose()
        await self.stack.enter_async_context(running(self.house, self.database, **self.settings))
        unlimited(self.house)
        await self.house.shown()


@asynccontextmanager
async def evening(tmp_path: Path, players: int, **values: Any) -> AsyncIterator[Evening]:
    async with sandboxed(players) as made:
        one = Evening(made, tmp_path / "cards.db", NEVER | values)
        try:
            await one.restart()
            yield one
            assert list(made.sandbox.violations) == []
        finally:
            await one.stack.aclose()


def belongs(message: Message, table: str) -> bool:
    """Return whether a message is one of a table, and calls nobody."""
    ids = [(button.custom_id or "").split(":") for button in message.buttons]
    return not message.mentions and any(parts[1:2] == [table] for parts in ids)


def order(made: House, person: Member) -> list[str]:
    """Return the messages of the newest table on a member's screen, from above: boards and panels."""
    table = table_id(made)
    seen = [message for message in person.sees(made.channel) if belongs(message, table)]
    return ["panel" if message.ephemeral else "board" for message in seen]


async def ledger(made: House) -> Ledger:
    return (await the_table(made, table_id(made))).ledger


async def in_order(made: House) -> None:
    """Check that everybody sees the board, and below it the only panel, which follows the game."""
    await made.shown()
    assert {person.name: order(made, person) for person in made.people} == {
        person.name: ["board", "panel"] for person in made.people
    }
    panels = (await ledger(made)).panels
    assert {user: row.message_id for user, row in panels.items()} == {
        person.id: panel(made, person).id for person in made.people
    }


async def game(made: House) -> Table:
    """Return the newest table, whose game is under way with its first hand dealt."""
    await made.shown()
    table = await the_table(made, table_id(made))
    assert (table.playing, table.seq) == (True, 1)
    return table


# The ways to a first hand


async def by_the_lobby(one: Evening) -> None:
    await one.house.open()


async def by_the_panel_of_the_host(one: Evening) -> None:
    await full(one.house)
    await press(one.house, one.house.people[0], own(one.house, one.house.people[0]), "start")


async def with_my_hand_before(one: Evening) -> None:
    lobby = await full(one.house)
    for person in one.house.people:
        await tap(person, lobby, "hand")
        await one.house.answered()
    await one.house.start(one.house.people[0])


async def moved_by_the_host(one: Evening) -> None:
    await full(one.house)
    await one.house.people[0].slash(one.house.channel, "cicera table")
    await one.house.shown()
    await one.house.start(one.house.people[0])


async def moved_by_another(one: Evening) -> None:
    await full(one.house)
    await one.house.people[2].slash(one.house.channel, "cicera table")
    await one.house.shown()
    await one.house.start(one.house.people[0])


async def brought_here(one: Evening) -> None:
    made = one.house
    await full(made)
    answer = await made.people[0].slash(made.channel, "cicera start")
    assert answer.message is not None
    await tap(made.people[0], answer.message, "down")
    await made.shown()
    await made.start(made.people[0])


async def pushed_up(one: Evening) -> None:
    made = one.house
    await full(made)
    await chat(made)
    await made.start(made.people[0])


async def deleted(one: Evening) -> None:
    made = one.house
    made.sandbox.join(made.guild, "boss", permissions=Permission.MANAGE_MESSAGES).delete(await full(made))
    await press(made, made.people[0], own(made, made.people[0]), "start")
    await made.shown()
    # That the message is gone, the bot learns from Discord.
    made.sandbox.violations.clear()


async def after_a_restart(one: Evening) -> None:
    await full(one.house)
    await one.house.people[1].slash(one.house.channel, "cicera table")
    await one.house.shown()
    await one.restart()
    await one.house.start(one.house.people[0])


async def before_a_restart(one: Evening) -> None:
    await one.house.open()
    await one.restart()


async def chat(made: House) -> None:
    for number in range(CHATTER):
        await made.people[0].say(made.channel, f"chatter {number}")


async def ended(one: Evening) -> Message:
    """Return the board of a game that is over."""
    await one.house.open()
    await stop(one.house)
    return one.house.public()


async def asked(one: Evening, *, on_panel: bool = False) -> Message:
    """Let the first member ask for a rematch, on the board or on their panel; return the board before it."""
    board, ann = await ended(one), one.house.people[0]
    await tap(ann, panel_of_the_end(one.house, ann) if on_panel else board, "rematch")
    await one.house.shown()
    return board


def panel_of_the_end(made: House, person: Member) -> Message:
    seen = [m for m in person.sees(made.channel) if m.ephemeral and "rematch" in verbs(m)]
    return seen[-1]


async def agree(made: House) -> None:
    """Let all others agree on the board of the next game."""
    for person in made.people[1:]:
        await tap(person, made.public(), "come")
        await made.shown()


async def ask(made: House, board: Message, people: Sequence[Member]) -> None:
    """Let members ask for a rematch one after the other, on the board of the game that is over."""
    for person in people:
        await tap(person, board, "rematch")
        await made.shown()


async def rematch_on_the_board(one: Evening) -> None:
    board = await asked(one)
    await ask(one.house, board, one.house.people[1:])


async def rematch_on_the_panels(one: Evening) -> None:
    await asked(one, on_panel=True)
    for person in one.house.people[1:]:
        await tap(person, panel_of_the_end(one.house, person), "rematch")
        await one.house.shown()


async def rematch_and_in(one: Evening) -> None:
    await asked(one)
    await agree(one.house)


async def rematch_by_the_ping(one: Evening) -> None:
    await asked(one)
    (call,) = one.house.pings()
    for person in one.house.people[1:]:
        await tap(person, call, "come")
        await one.house.shown()


async def rematch_with_a_swap(one: Evening) -> None:
    await asked(one)
    await agree_but_the_last(one.house)
    lobby = await the_table(one.house, table_id(one.house))
    ann = one.house.people[0]
    await ann.forge(own(one.house, ann), f"t:{lobby.row.id}:{lobby.seating}:swap")
    await one.house.shown()
    await agree(one.house)


async def agree_but_the_last(made: House) -> None:
    (call,) = made.pings()
    for person in made.people[1:-1]:
        await tap(person, call, "come")
        await made.shown()


async def best_of_three(one: Evening) -> None:
    board, made = await conceded(one), one.house
    ann, *others = made.people
    await tap(ann, board, "rematch")
    await made.shown()
    await ann.forge(own(made, ann), f"t:{table_id(made)}:0:match:on")
    await made.shown()
    assert (await the_table(made, table_id(made))).row.series
    await ask(made, board, others)


async def conceded(one: Evening) -> Message:
    """Return the board of a game that the second side has given up."""
    made = one.house
    await made.open()
    table = table_id(made)
    for person in made.people[1::2]:
        await person.forge(panel(made, person), f"t:{table}:0:vote:concede-1")
        await made.shown()
    assert made.over()
    return made.public()


async def rematch_moved(one: Evening) -> None:
    await asked(one)
    await one.house.people[0].slash(one.house.channel, "cicera table")
    await one.house.shown()
    await agree(one.house)


async def rematch_pushed_up(one: Evening) -> None:
    await asked(one)
    await chat(one.house)
    await agree(one.house)


async def rematch_around_a_restart(one: Evening) -> None:
    board = await asked(one)
    await one.restart()
    await ask(one.house, board, one.house.people[1:])


async def rematch_late_to_be_posted(one: Evening) -> None:
    board, made = await ended(one), one.house
    late = made.sandbox.faults.slow(SEND, times=1, seconds=0.3)
    await ask(made, board, made.people)
    assert late.hits == 1


async def rematch_not_posted_at_first(one: Evening) -> None:
    board, made = await ended(one), one.house
    failed = made.sandbox.faults.error(SEND, times=1, status=503)
    await ask(made, board, made.people)
    assert failed.hits == 1


async def alone_on_the_panel(one: Evening) -> None:
    await opened(one.house)
    ann = one.house.people[0]
    await press(one.house, ann, own(one.house, ann), "alone")


async def alone_on_the_board(one: Evening) -> None:
    board = await opened(one.house)
    await one.house.people[0].forge(board, f"t:{table_id(one.house)}:0:alone")


async def alone_ended(one: Evening) -> Message:
    """Return the board of a game alone that is over."""
    await alone_on_the_panel(one)
    await one.house.shown()
    await stop(one.house)
    return one.house.public()


async def alone_again(one: Evening) -> None:
    board = await alone_ended(one)
    await tap(one.house.people[0], board, "rematch")


async def alone_again_on_the_panel(one: Evening) -> None:
    await alone_ended(one)
    ann = one.house.people[0]
    await tap(ann, panel_of_the_end(one.house, ann), "rematch")


Way = Callable[[Evening], Awaitable[object]]
TOGETHER: Final[list[Way]] = [
    by_the_lobby,
    by_the_panel_of_the_host,
    with_my_hand_before,
    moved_by_the_host,
    moved_by_another,
    brought_here,
    pushed_up,
    deleted,
    after_a_restart,
    before_a_restart,
    rematch_on_the_board,
    rematch_on_the_panels,
    rematch_and_in,
    rematch_by_the_ping,
    rematch_with_a_swap,
    best_of_three,
    rematch_moved,
    rematch_pushed_up,
    rematch_around_a_restart,
    rematch_late_to_be_posted,
    rematch_not_posted_at_first,
]
ALONE: Final[list[Way]] = [alone_on_the_panel, alone_on_the_board, alone_again, alone_again_on_the_panel]


@pytest.mark.parametrize("way", TOGETHER)
async def test_four_begin_with_the_table_above_and_each_hand_below(
    tmp_path: Path, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way is rematch_late_to_be_posted:
        monkeypatch.setattr(answers, "ANSWER_SECONDS", 0.05)
    async with evening(tmp_path, 4) as one:
        await way(one)
        await game(one.house)
        await in_order(one.house)


@pytest.mark.parametrize("way", ALONE)
async def test_one_begins_alone_with_the_table_above_and_the_hand_below(tmp_path: Path, way: Way) -> None:
    async with evening(tmp_path, 1) as one:
        await way(one)
        await game(one.house)
        await in_order(one.house)


@pytest.mark.parametrize("way", ["lobby", "rematch", "alone"])
async def test_a_game_in_a_thread_begins_with_the_hand_below_the_message_that_leads_there(
    tmp_path: Path, way: str
) -> None:
    async with evening(tmp_path, 1 if way == "alone" else 2) as one:
        made = one.house
        board = await over_before(one, way)
        assert made.bot is not None
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "threads", "on")
        channel = made.channel
        if board is None:
            await made.open()
        else:
            await ask(made, board, made.people)
        await made.shown()
        threads = [found for found in made.guild.channels.values() if found.parent is channel]
        assert [thread.archived for thread in threads][-1:] == [False]
        # Nothing is sent anew in the channel, where the board stands no longer.
        before = [len(own_of(made, person)) for person in made.people]
        await made.sandbox.until(lambda: made.public().text.count("<#") == 1, what="the way to the thread")
        for person in made.people:
            assert own_of(made, person)[-1].id > made.public().id
        made.channel = threads[-1]
        for person in made.people:
            await tap(person, made.public(), "hand")
        await game(made)
        await in_order(made)
        made.channel = channel
        # The hands in the channel are gone: each has the one in the thread.
        assert [len(own_of(made, person)) for person in made.people] == [n - 1 for n in before]


async def over_before(one: Evening, way: str) -> Message | None:
    """Return the board of a game that is over, if the way begins there."""
    if way == "lobby":
        return None
    if way == "rematch":
        return await ended(one)
    return await alone_ended(one)


def own_of(made: House, person: Member) -> list[Message]:
    """Return all private messages of a member in the channel."""
    return [message for message in person.sees(made.channel) if message.ephemeral]


# The table moves while it is played


def on_turn(made: House) -> Member:
    """Return the member who can press something that moves the game on."""
    return next(person for person in made.people if made.to_press(person))


async def move_by_command(made: House) -> None:
    await next(p for p in made.people if p is not on_turn(made)).slash(made.channel, "cicera table")


async def move_by_button(made: House) -> None:
    person = next(p for p in made.people if p is not on_turn(made))
    await person.forge(panel(made, person), f"t:{table_id(made)}:0:down")


async def move_by_own_button(made: House) -> None:
    person = on_turn(made)
    await person.forge(panel(made, person), f"t:{table_id(made)}:0:down")


@pytest.mark.parametrize("move", [move_by_command, move_by_button, move_by_own_button])
async def test_the_hand_of_who_is_asked_comes_down_with_the_table(
    tmp_path: Path, move: Callable[[House], Awaitable[None]]
) -> None:
    async with evening(tmp_path, 4) as one:
        made = one.house
        await made.open()
        await made.play_on(5)
        await made.shown()
        asked, before = on_turn(made), made.public()
        sent = len(made.sandbox.requests)
        await move(made)
        await made.shown()
        assert before.deleted
        assert order(made, asked) == ["board", "panel"]
        assert made.to_press(asked)
        # Who waits finds the hand above, until the turn comes.
        assert sum(order(made, person) == ["panel", "board"] for person in made.people) >= 2
        fresh = [r for r in list(made.sandbox.requests)[sent:] if r.method == "POST"]
        assert len(fresh) <= 5
        turns = {asked.id}
        while len(turns) < len(made.people):
            await made.step()
            await made.shown()
            turns.add(on_turn(made).id)
            assert order(made, on_turn(made)) == ["board", "panel"]
        await in_order(made)


async def test_a_press_on_a_hand_above_brings_it_down_with_the_page_that_it_opens(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as one:
        made = one.house
        await made.open()
        await made.play_on(5)
        await made.people[0].slash(made.channel, "cicera table")
        await made.shown()
        person = next(p for p in made.people if order(made, p) == ["panel", "board"])
        above = panel(made, person)
        await tap(person, above, "more")
        await made.shown()
        assert above.deleted
        assert order(made, person) == ["board", "panel"]
        assert "back" in verbs(panel(made, person))


async def test_a_hand_that_discord_does_not_send_anew_stays_above_and_goes_on(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as one:
        made = one.house
        await full(made, players=2)
        await made.people[0].slash(made.channel, "cicera table")
        await made.shown()
        ann, bo = made.people
        made.sandbox.faults.error(ANEW, times=1, status=403)
        await made.start(ann)
        await game(made)
        assert (order(made, ann), order(made, bo)) == (["board", "panel"], ["panel", "board"])
        tries = [r for r in made.sandbox.requests if r.method == "POST" and "/webhooks/" in r.path]
        assert [r.status for r in tries].count(403) == 1
        await tap(bo, made.public(), "hand")
        await in_order(made)
