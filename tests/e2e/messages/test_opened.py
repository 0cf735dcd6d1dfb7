"""Pages opened in a panel follow the game, say when it is the member's turn, and lead back."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.blocks.blocks import Block, Panel
from bot.panels.table import hand
from bot.table.view import AnyView
from bot.table.viewing import view_of
from engine import GAMES
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.games.test_ends import press
from tests.e2e.support.drawn import NOTICE, WORDS, pages_of, private, table_of
from tests.e2e.support.house import House, house, live
from tests.e2e.support.reading import number, verbs
from tests.e2e.support.umpire import unlimited
from tests.engine.strategies import played


def mine(made: House, person: Member) -> Message:
    """Return a member's panel."""
    panel = made.panel(person)
    assert panel is not None
    return panel


def waiting(made: House) -> Member:
    """Return a member for whom the game does not wait."""
    return next(person for person in made.people if not live(mine(made, person)))


@pytest.mark.parametrize("game", ["cicera", "ciapano"])
async def test_what_is_open_stays_open_and_says_when_it_is_ones_turn(tmp_path: Path, game: str) -> None:
    async with house(tmp_path, players=3 if game == "ciapano" else 4) as made:
        unlimited(made)
        await made.open(game)
        await made.shown()
        person = waiting(made)
        panel = mine(made, person)
        # The list of plays, opened from the controls or from More.
        if "last" not in verbs(panel):
            await press(person, panel, "more")
        await press(person, panel, "last")
        told = [panel.text]
        assert verbs(panel) == ["back"]
        assert made.bot is not None
        (row,) = await made.bot.store.live()
        while not view_of((await made.bot.tables.get(row.id)), person.id).my_turn:
            assert WORDS("turn.meanwhile") not in panel.text
            await made.step()
            await made.shown()
            assert verbs(panel) == ["back"]
            told.append(panel.text)
        # Every play has been added to the open page.
        assert len(set(told)) > 1
        assert WORDS("turn.meanwhile") in panel.text
        await press(person, panel, "back")
        assert live(panel)
        assert list(made.sandbox.violations) == []


async def test_a_press_on_an_old_question_is_answered_on_the_panel(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        await made.open()
        await made.shown()
        person = next(person for person in made.people if live(mine(made, person)))
        panel = mine(made, person)
        first = live(panel)[0]
        old, asked = first.custom_id, number(first)
        while live(panel) and number(live(panel)[0]) in (asked, 0):
            await made.step()
            await made.shown()
        answer = await person.press(panel, custom_id=old, forged=True)
        assert answer.message == panel
        said = [WORDS(f"refused.{why}") for why in ("stale", "played", "not-your-turn")]
        assert sum(text in panel.text for text in said) == 1
        await press(person, panel, "more")
        await press(person, panel, "back")
        assert not any(text in panel.text for text in said)
        assert list(made.sandbox.violations) == []


def _noticed(view: AnyView) -> AnyView:
    """Return a view as its viewer has it right after the answer to a press."""
    return replace(view, notice=NOTICE)


def _text(block: Block) -> str:
    return block if isinstance(block, str) else ""


def _first_row(panel: Panel) -> int:
    """Return the index of the first row of buttons below the notice."""
    at = max(place for place, block in enumerate(panel.blocks) if NOTICE in _text(block))
    rows = [n for n, block in enumerate(panel.blocks) if n > at and not isinstance(block, str)]
    return rows[0]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_press_is_answered_stands_right_above_what_is_pressed(game: str) -> None:
    table = table_of(played(GAMES[game], {}, 3, 60))
    for row in table.seats:
        view = view_of(table, row.user_id)
        every = [panel for kind, panel in private(view) if kind not in ("further", "stopped")]
        every += [hand.panel(_noticed(view), WORDS, opened) for opened in pages_of(view)]
        assert len(every) > 5
        for panel in every:
            (at,) = [place for place, block in enumerate(panel.blocks) if NOTICE in _text(block)]
            between = panel.blocks[at + 1 : _first_row(panel)]
            assert sum(len(_text(block).split("\n")) for block in between if block) <= 1
