"""Tables brought to any position, and every panel that can be drawn of them, further questions included."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.blocks.blocks import Button, Panel, Press, Select
from bot.games.civil_suits.asking import PASS
from bot.locale import Catalogue, Words
from bot.messages.ledger import Opened
from bot.panels.lobby import pages as lobby_pages
from bot.panels.table import board, hand
from bot.panels.table.lookup import LONG_NUMBERS, LOOKUP_VERBS, can_look_up
from bot.panels.table.rules import pages, rules
from bot.panels.tiles import Tiles
from bot.pictures.decks import Deck
from bot.pictures.decks.tiles.naming import EMOJI_NAMES
from bot.store import LogRow, SeatRow, Status, Stored
from bot.table.table import Table
from bot.table.view import AnyView
from bot.table.viewing import view_of
from engine import civil_suits
from engine.deals import Deal
from tests.bot.store.store_rows import a_place, a_table
from tests.engine.strategies import Position

WORDS = Catalogue.load().words("en")
TILES = Tiles()
TILES.know({name: 2**63 for names in EMOJI_NAMES.values() for name in names.values()})
NAMES = ("*_`~|>#[]()<@:-\\" * 2, "𝕎" * 32, "﷽" * 32, "[" * 32, "Ann")
FURTHER = 60
"""The most further questions drawn of one panel."""
ALL = slice(None)
PARTS = 3
"""Parts in which pages are drawn; odd, so that each is drawn in words and with tiles."""
NOTICE = "The table has moved on since that button was drawn. This is how it stands now."


def tiled(game: str) -> Words:
    """Return the words with the tiles of a game's deck, in the version with the longest names."""
    return TILES.words(WORDS, Deck.CIVIL if game == civil_suits.NAME else Deck.FOUR)


Kind = tuple[str, Panel]
"""A panel, and its kind."""


def log_of(position: Position) -> tuple[LogRow, ...]:
    """Return the log of a game that has come to `position`."""
    log = []
    for seq, entry in enumerate(position.entries):
        if isinstance(entry, Deal):
            log.append(LogRow(seq, None, str(entry), None, 0.0))
        else:
            seat, action = entry.split(" ", 1)
            log.append(LogRow(seq, int(seat), action, 100 + int(seat), 0.0))
    return tuple(log)


def table_of(
    position: Position,
    status: Status | None = None,
    names: tuple[str, ...] = NAMES,
    levels: Sequence[str | None] = (None,),
    **marks: Any,
) -> Table:
    """Return the live table of a game that has come to `position`; playing or finished if nothing is said.

    The seats are held by computers of these `levels`, or by people, in rotation.
    """
    seats = tuple(
        SeatRow(seat, 100 + seat, names[seat % len(names)], 2**63, level=levels[seat % len(levels)], **marks)
        for seat in position.seats
    )
    over = Status.PLAYING if position.game.to_act(position.state) else Status.FINISHED
    row = a_table(
        "0123abcd",
        game=position.game.NAME,
        options=dict(position.record.options),
        status=status or over,
        host_id=100,
        clock=90,
        due_at=1_900_000_000.0,
        fades_at=1_900_000_000.0,
    )
    table = Table.restore(Stored(row, a_place(row.id), seats, log_of(position), ()))
    assert table.state == position.state
    return table


def public(view: AnyView, words: Words = WORDS) -> Iterator[Kind]:
    """Yield everything that a table can show to everybody."""
    yield "public", board.public_panel(view, words)


def private(view: AnyView, words: Words = WORDS, read: slice = ALL) -> Iterator[Kind]:
    """Yield the panel of a table's viewer and everything that can be opened in it, with the `read` pages."""
    yield from opened_in(Questions(replace(view, notice=NOTICE), words), read)


def opened_in(questions: "Questions", read: slice = ALL) -> Iterator[Kind]:
    """Yield the panel of these questions and everything that can be opened in it, as `private` does."""
    view, words = questions.shown, questions.words
    yield "hand", questions.panel
    yield from further(questions)
    for opened in pages_of(view, words)[read]:
        name = f"{opened.verb}:{LONG_NUMBERS}" if opened.notation == LONG_NUMBERS else opened.verb
        yield name, hand.panel(view, words, opened)
    yield "stopped", hand.stopped_following(view, words)


def pages_of(view: AnyView, words: Words = WORDS) -> list[Opened]:
    """Return all pages that can be opened in a panel, offered now or not."""
    verbs = [verb for verb in sorted(LOOKUP_VERBS) if can_look_up(view.game, verb)]
    if view.viewer is not None and view.status is Status.PLAYING:
        verbs.append("leave")
    verbs += [verb for verb in lobby_pages.LOBBY_PAGES if lobby_pages.may_open(view, verb)]
    numbers = range(pages(view.game, words, view) + 1)
    every = [Opened(0, verb) for verb in verbs] + [Opened(0, "fairness", LONG_NUMBERS)]
    every += [Opened(0, "rules", str(number)) for number in numbers]
    return every + [Opened(0, "scores", str(number)) for number in (0, 1, 2, 99_999)]


class Questions:
    """The panel of a table's viewer, and the further questions on it, each drawn once."""

    def __init__(self, view: AnyView, words: Words = WORDS) -> None:
        self.shown, self.words = view, words
        self.panel = hand.panel(view, words)
        self._opened: dict[str, Panel] = {}

    def opened(self, notation: str) -> Panel:
        """Return the further question that a notation opens."""
        if notation not in self._opened:
            panel = hand.panel(self.shown, self.words, Opened(self.shown.asked, "pick", notation))
            assert panel != self.panel, notation
            self._opened[notation] = panel
        return self._opened[notation]


def further(questions: Questions) -> Iterator[Kind]:
    """Yield the further questions that can be opened from a panel, nearest first; of a select, some choices.

    Cards that are chosen one by one can be chosen in thousands of ways: some of them stand for the others.
    """
    # With no card left to pass, the panel is as it was at first.
    asks, opened, number = asked_by(questions.panel), {key(PASS)}, 0
    while asks and number < FURTHER:
        text = asks.pop(0)
        if key(text) not in opened:
            opened.add(key(text))
            number += 1
            question = questions.opened(text)
            yield "further", question
            asks += asked_by(question)


def key(notation: str) -> object:
    """Return a key that is equal for two choices of the same cards."""
    first, *chosen = notation.split(" ")
    return first, frozenset(chosen)


def asked_by(panel: Panel) -> list[str]:
    """Return the further questions asked by a panel's live buttons and some choices of its selects."""
    live = [button for button in panel.buttons if not button.disabled]
    asks = [press.notation for press in presses(live) if press.verb == "pick"]
    for select in panel.selects:
        (press,) = presses([select])
        values = [option.value for option in select.options]
        for chosen in (values[: select.least], values[-select.least :], values[: select.most]):
            asks.append(" ".join([press.notation, *chosen]))
    return asks


def presses(controls: Iterable[Button | Select]) -> list[Press]:
    """Return the presses that buttons and selects of the table stand for."""
    found = [Press.parse(control.id) for control in controls]
    return [press for press in found if press is not None]


def common(table: Table) -> Iterator[Kind]:
    """Yield everything drawn of a table for nobody in particular."""
    everybody, game = view_of(table), table.row.game
    for words in (WORDS, tiled(game)):
        yield from public(everybody, words)
        for page in range(pages(game, words, everybody) + 1):
            yield "rules", rules(game, page, words, everybody)


def viewers(table: Table, turn: int = 0) -> Iterator[tuple["Questions", slice]]:
    """Yield the questions of everybody who may look at a table, and the pages that they read.

    Every other one has cards in words and the others tiles, and each reads a part of the pages, which changes
    with the `turn`.
    """
    both = WORDS, tiled(table.row.game)
    for place, user_id in enumerate((*(row.user_id for row in table.seats), 1), turn):
        view = replace(view_of(table, user_id), notice=NOTICE)
        yield Questions(view, both[place % 2]), slice(place % PARTS, None, PARTS)


def moment(position: Position, length: int) -> Position:
    """Return the position of a game when its log had this length."""
    return replace(position, entries=position.entries[:length], states=position.states[: length + 1])


def tables_of(whole: Position) -> Iterator[Table]:
    """Yield the live table of a game after every entry of its log."""
    table, (_, *entries) = table_of(moment(whole, 1)), log_of(whole)
    yield table
    for entry in entries[:-1]:
        table = table.replayed(entry)
        yield table
    if entries:
        yield table_of(whole)
