"""Every panel of a table, with the longest names and tiles, is within Discord's limits."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bench import panels
from bench.panels import Bench, variants
from bot.blocks.blocks import Button, Panel, Picture, Press, Section
from bot.messages.ledger import Opened
from bot.panels.presentation import deck_of
from bot.panels.table import board, hand
from bot.panels.table.lookup import LOOKUP_VERBS, can_look_up
from bot.panels.table.rules import pages
from bot.panels.tiles import Tiles
from bot.pictures.decks.tiles.naming import EMOJI_NAMES
from bot.pictures.sketch.style import Style as PictureStyle
from bot.preferences.declared import values_of
from bot.store import LogRow, Scope
from bot.table.viewing import view_of
from cogs.sending.layout import layout
from engine import GAMES
from engine.game import DEALER
from sandbox.body_errors import BodyErrors
from sandbox.clock import Clock
from sandbox.component_rules import Check
from sandbox.limits import Limits
from tests.engine.strategies import TEMPERS, Pick

PICTURE = Picture("table.png", b"a table", "The table")
LIMITS = Limits(Clock())
LONG = "W" * 12 + "_*" * 10
"""As long as a name in Discord can be, with signs that must not become markdown."""
ENTRIES = {"ciapano": 400, "civil-suits": 480}
"""The length of a game's log for a score sheet of many hands; 300 in other games."""
HANDS = {"ciapano": 100, "civil-suits": 130}
"""The length of a log of more than one hand; 90 in other games."""
ENOUGH, SOME = 3, 11
"""States of a kind that are all looked at, and the step to further ones, no multiple of seats."""


def errors(panel: Panel | str, *attached: str) -> dict[str, Any]:
    """Return Discord's objections to a message that shows `panel`."""
    errors = BodyErrors(LIMITS)
    Check(errors, lambda emoji: True, {*attached}).message(layout(panel).to_components(), v2=True)
    return errors.errors


class Limited(Bench):
    """A table with random plays, everything on which is checked against Discord's limits."""

    def __init__(self, name: str, pick: Pick) -> None:
        super().__init__(name, variants(GAMES[name])[-1], 3)
        self.pick = pick
        rows = [replace(row, name=f"{row.seat}{LONG}"[:32]) for row in self.table.seats]
        self.table = self.table.with_seats(*rows[:-1], replace(rows[-1], level="easy"))
        tiles = Tiles()
        deck = deck_of(name, values_of(Scope.SERVER, {}, ()))
        tiles.know({name: 10**18 + number for number, name in enumerate(EMOJI_NAMES[deck].values())})
        self.words = tiles.words(self.words, deck)
        assert self.words.plain is not self.words
        self.kinds = Counter[str]()
        self.checked = self.built = 0

    def next_entry(self) -> LogRow:
        table = self.table
        if table.game.to_act(table.state) == (DEALER,):
            return super().next_entry()
        seat = self.rng.choice(table.waits_for())
        action = self.pick(table.game.legal(table.state, seat), self.rng)
        return LogRow(table.seq, seat, str(action), table.seats[seat].user_id, 0.0)

    def check(self, panel: Panel) -> None:
        files = [block.name for block in panel.blocks if isinstance(block, Picture)]
        assert errors(panel, *files) == {}
        if self.checked % 2:
            assert errors(panel.without_pictures()) == {}
        else:
            assert errors(panel.without_tiles(), *files) == {}
        self.checked += 1

    def timed(self, work: Callable[[], Panel]) -> tuple[float, Panel]:
        panel = work()
        self.check(panel)
        return 0.0, panel

    def build(self) -> None:
        kind = self.kind()
        self.kinds[kind] += 1
        if self.kinds[kind] > ENOUGH and self.table.seq % SOME:
            return
        super().build()
        self.built += 1
        if self.built % 2:
            viewers = (None, *(row.user_id for row in self.table.seats))
            view = view_of(self.table, viewers[self.built // 2 % len(viewers)])
            for verb in (*LOOKUP_VERBS, "leave"):
                if can_look_up(self.table.row.game, verb) or verb == "leave":
                    self.check(hand.panel(view, self.words, Opened(0, verb), (PICTURE,)))
        if self.table.seq in (0, 1):
            # The pages of the rules stay the same all the game, and for everybody.
            view = view_of(self.table, self.table.seats[0].user_id)
            for number in range(1, pages(self.table.row.game, self.words) + 1):
                opened = Opened(0, "rules", str(number))
                self.check(hand.panel(view, self.words, opened, (), PictureStyle()))

    def panel(self, user_id: int | None) -> Panel:
        view = view_of(self.table, user_id)
        if user_id is None:
            return board.public_panel(view, self.words, (PICTURE,))
        return hand.panel(view, self.words, None, (PICTURE,))

    def opened(self, user_id: int, notation: str) -> Panel:
        view = view_of(self.table, user_id)
        return hand.panel(view, self.words, Opened(view.asked, "pick", notation), (PICTURE,))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("temper", ["any", "first", "last"])
def test_every_message_of_a_table_is_within_the_limits(
    game: str, temper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where everybody plays the first legal action, in Cicera every card is left: the table is full."""
    monkeypatch.setattr(panels, "FURTHER", 5)
    table = Limited(game, TEMPERS[temper])
    table.play(ENTRIES.get(game, 300) if temper == "any" else HANDS.get(game, 90))
    assert table.checked > 5 * table.built > 60


def a_section(letters: int) -> Section:
    return Section("x" * letters, Button("Take", str(Press("0" * 8, 1, "play", f"{letters}")[:4])))


def test_a_section_is_three_components_and_its_text_counts() -> None:
    """So a message can have thirteen of them, and four thousand letters."""
    many = [a_section(number) for number in range(1, 14)]
    assert errors(Panel(tuple(many[:13]), 0)) == {}
    assert errors(Panel((*many, a_section(14)), 0)) != {}
    assert errors(Panel((a_section(2000), a_section(1999)), 0)) == {}
    assert errors(Panel((a_section(2000), a_section(2001)), 0)) != {}
