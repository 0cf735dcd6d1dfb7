"""Take-backs, and the end of a hand held in view, as people see them."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.locale import Catalogue
from bot.table.table import Table
from cogs.publisher import publisher
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.games.test_game import checked, record
from tests.e2e.support.at_table import at_table
from tests.e2e.support.house import COMMANDS, House, button, tap, until
from tests.e2e.support.hurried import down_to, hurry
from tests.e2e.support.reading import notation, verb, verbs

WORDS = Catalogue.load().words("en")
HOLD, BACK = 40, 50
"""Long enough for any machine: the time in between is measured by a clock that is set by hand."""


@pytest.fixture
async def made(tmp_path: Path) -> AsyncIterator[House]:
    async with at_table(tmp_path, hold_seconds=HOLD, undo_seconds=BACK) as house:
        yield house


async def table_of(made: House) -> Table:
    """Return the newest table."""
    assert made.bot is not None
    seen = [b for m in made.people[0].sees(made.channel) for b in m.buttons]
    return await made.bot.tables.get((seen[-1].custom_id or "").split(":")[1])


def own(made: House, person: Member) -> Message:
    """Return a member's private panel, which must exist."""
    panel = made.panel(person)
    assert panel is not None
    return panel


def player(made: House, table: Table) -> Member:
    """Return the member for whom the game waits."""
    row = table.at(table.waits_for()[0])
    assert row is not None
    return next(person for person in made.people if person.id == row.user_id)


async def play_card(made: House, person: Member) -> None:
    """Have a member play the first card that may be played by a single press, or by two if there is none."""
    table = await table_of(made)
    legal = set(map(str, table.game.legal(table.state, table.waits_for()[0])))
    panel = own(made, person)
    plays = (b for b in panel.buttons if verb(b) == "play" and notation(b) in legal)
    await person.press(panel, next(plays, None) or (await made.to_play())[2])
    await made.shown()


async def test_a_play_is_taken_back_by_one_press(made: House) -> None:
    await made.open("ciapano")
    person = player(made, await table_of(made))
    before = own(made, person)
    await play_card(made, person)
    assert all("undo" not in verbs(own(made, other)) for other in made.people if other is not person)
    assert "undo" not in verbs(made.public())
    panel = own(made, person)
    pressed = button(panel, "undo").custom_id
    await tap(person, panel, "undo")
    await made.shown()
    assert player(made, await table_of(made)) is person
    cards = [[b.label for b in m.buttons if verb(b) == "play"] for m in (before, own(made, person))]
    assert cards[0] == cards[1]
    assert WORDS("told.undo", name="").strip() in made.public().text
    # Once a turn: after that the card stays played.
    await play_card(made, person)
    assert "undo" not in verbs(own(made, person))
    await person.press(panel, custom_id=pressed, forged=True)
    await made.shown()
    assert WORDS("refused.undo") in own(made, person).text


async def test_the_offer_goes_when_its_time_is_over(made: House) -> None:
    await made.open("ciapano")
    person = player(made, await table_of(made))
    await play_card(made, person)
    panel = own(made, person)
    await made.shown()
    made.sandbox.requests.clear()
    await made.pass_time(BACK)
    await made.sandbox.until(lambda: "undo" not in verbs(own(made, person)))
    await made.shown()
    # Only that panel has been drawn.
    sent = [r for r in made.sandbox.requests if r.method in ("PATCH", "POST")]
    assert [r.path.split("/")[-1] for r in sent] == [str(panel.id)]


async def test_the_offer_goes_with_the_next_play(made: House) -> None:
    await made.open("ciapano")
    first = player(made, await table_of(made))
    await play_card(made, first)
    panel, pressed = own(made, first), button(own(made, first), "undo").custom_id
    await play_card(made, player(made, await table_of(made)))
    assert "undo" not in verbs(own(made, first))
    await first.press(panel, custom_id=pressed, forged=True)
    await made.shown()
    assert WORDS("refused.undo") in own(made, first).text


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("cicera", {"computers": 3}),
        ("ciapano", {"players": 3, "computers": 2}),
        ("civil-suits", {"computers": 3}),
    ],
)
async def test_alone_what_computers_played_since_is_taken_back_too(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    async with at_table(tmp_path, 1, undo_seconds=BACK, pause_seconds=0) as made:
        (ann,) = made.people
        await ann.slash(made.channel, f"{COMMANDS.get(game, game)} start", level="easy", **options)
        await made.sandbox.until(lambda: made.public().buttons)
        await made.start(ann)
        await made.sandbox.until(lambda: made.panel(ann) and made.to_press(ann))
        await made.shown()
        made_since = 0
        while made_since < 2:
            asked, seq = cards(own(made, ann)), (await table_of(made)).seq
            await play_card(made, ann)
            # Computers play on without waiting for a take-back, and the panel asks for the next play.
            await until_asked(made)
            made_since = (await table_of(made)).seq - seq
        panel = own(made, ann)
        assert {"undo", "more"} <= set(verbs(panel))
        table = await table_of(made)
        choices = table.game.legal(table.state, 0)
        assert ("hint" in verbs(panel)) == (len(choices) > 1)
        label = button(panel, "undo").label
        assert (
            label == WORDS("button.undo.choice")
            if game == "civil-suits"
            # A row has no room for the name of a wide card.
            else label.startswith("Take back ") or label == WORDS("button.undo")
        )
        assert "undo" not in verbs(made.public())
        pressed = button(panel, "undo").custom_id
        await tap(ann, panel, "undo")
        await made.shown()
        assert cards(own(made, ann)) == asked
        assert (await table_of(made)).rewound
        # Where all choose at once, computers may have chosen anew.
        assert game == "civil-suits" or WORDS("told.undo", name="Ann") in made.public().text
        # A second press of the same button changes nothing.
        before = (await table_of(made)).asked[0]
        await ann.press(panel, custom_id=pressed, forged=True)
        await made.shown()
        assert WORDS("refused.undo") in own(made, ann).text
        # She is still asked what she was asked then; computers may choose meanwhile.
        assert (await table_of(made)).asked[0] == before
        await hurry(made)
        await made.shown()
        assert made.over()
        assert WORDS("game.rewound") in made.public().text
        path, _ = await record(made, ann, tmp_path)
        assert checked(path).json["finished"]
        assert "undo" not in path.read_text("utf-8")


async def until_asked(made: House) -> None:
    """Wait until the first member is asked, and everything is shown."""

    async def asked() -> bool:
        return (await table_of(made)).waits_for() == (0,)

    await until(asked)
    await made.shown()


def cards(panel: Message) -> list[str]:
    """Return the labels of a panel's buttons that play or choose something."""
    return [b.label for b in panel.buttons if verb(b) in ("play", "pick")]


def held(made: House, table: Table) -> bool:
    """Return whether the end of a hand is held in view at a table."""
    assert made.bot is not None
    return made.bot.tables.current(table).row.held


async def test_a_score_sheet_comes_on_every_panel_at_once(made: House) -> None:
    await made.open("ciapano")
    table = await table_of(made)
    await hurry(made, down_to(1))
    await made.play(lambda: held(made, table))
    await made.shown()
    title = WORDS("button.next-hand", ready=0, seats=4)
    everywhere = [*made.people]
    assert all("ready" not in verbs(own(made, person)) for person in everywhere)
    assert "ready" not in verbs(made.public())
    await made.pass_time(HOLD)
    await made.sandbox.until(lambda: all("ready" in verbs(own(made, person)) for person in everywhere))
    await made.sandbox.until(lambda: title in [b.label for b in made.public().buttons])
    for person in everywhere:
        await tap(person, own(made, person), "ready")
        await made.shown()
    assert not (await table_of(made)).between_hands


async def test_where_edits_are_short_what_is_held_takes_none(tmp_path: Path) -> None:
    async with at_table(tmp_path, hold_seconds=HOLD) as made:
        await made.open("ciapano")
        assert made.bot is not None
        table = await table_of(made)

        await hurry(made, down_to(1))
        await made.shown()
        before, boards = len(board_edits(made)), publisher(made.bot).boards
        # All edits of the last minutes count: there is no room for another.
        boards.edits.window = 1000.0
        await made.play(lambda: held(made, table))
        await made.shown()
        assert len(board_edits(made)) == before
        assert all(WORDS("turn.held") in own(made, person).text for person in made.people)
        boards.edits.window = 0.0
        await made.pass_time(HOLD)
        await made.sandbox.until(lambda: "ready" in verbs(made.public()))
        await made.shown()
        assert len(board_edits(made)) == before + 1


def board_edits(made: House) -> list[Any]:
    """Return the edits of the table's public message."""
    board = str(made.public().id)
    return [r for r in made.sandbox.requests if r.method == "PATCH" and r.path.endswith(board)]
