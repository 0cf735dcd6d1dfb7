"""Discord's limits on a message, held against every panel of every kind of state that play can reach."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.locale import Catalogue
from bot.render import board, hand
from bot.render.leaderboard import PAGE, leaderboard
from bot.render.panel import Panel, Press
from bot.render.rules import pages, rules
from bot.sandbox.components import BUTTON, ROW, SELECTS, TEXT, walk
from bot.store import LogRow, SeatRow, Standing, Status, Stored
from bot.table import Shown, Table, write_deal
from cogs.layout import layout
from engine import cicera
from engine.cards import FRENCH_DECK, card
from engine.game import Line
from engine.record import Deal
from tests.bot.store.store_rows import a_table
from tests.engine.strategies import TEMPERS, Position, all_options, played

WORDS = Catalogue.load().words("en")
NAMES = ("*_`~|>#[]()<@:-\\" * 2, "𝕎" * 32, "﷽" * 32, "[" * 32, "Ann")
NOTICE = "The table has moved on since that button was drawn. This is how it stands now."
LACKING = ("view_channel", "send_messages", "embed_links", "attach_files")


def table_of(position: Position, status: Status, names: tuple[str, ...], **marks: bool) -> Table:
    """Return the live table of a game that has come to `position`."""
    log = []
    for seq, entry in enumerate(position.entries):
        if isinstance(entry, Deal):
            log.append(LogRow(seq, None, write_deal(entry.dealer, entry.deck), None, 0.0))
        else:
            seat, action = entry.split(" ", 1)
            log.append(LogRow(seq, int(seat), action, 100 + int(seat), 0.0))
    seats = tuple(
        SeatRow(seat, 100 + seat, names[seat % len(names)], 2**63, **marks) for seat in position.seats
    )
    row = a_table(
        "0123abcd", options=dict(position.record.options), status=status, host_id=100, wake_at=1_900_000_000.0
    )
    table = Table.restore(Stored(row, seats, tuple(log), ()))
    assert table.state == position.state
    return table


def panels(table: Table, words: Any = WORDS) -> Iterator[tuple[str, Panel]]:
    """Yield every panel that can be shown of a table, with what it is."""
    everybody = table.shown()
    yield "public", board.public(everybody, words)
    yield "story", hand.story(everybody, words)
    yield "scores", hand.scores(everybody, words)
    yield "more", hand.more(everybody, words)
    yield "leaving", hand.leaving(everybody, words)
    for page in range(pages("cicera", words) + 1):
        yield "rules", rules("cicera", page, words, everybody)
    for seat in (*(row.user_id for row in table.seats), 1):
        shown = table.shown(seat)
        yield "hand", hand.hand(shown, words, notice=NOTICE, until=1_900_000_000)
        for played_card in shown.seen.hand:
            yield from choices(shown, str(played_card), words)


def choices(shown: Shown, text: str, words: Any) -> Iterator[tuple[str, Panel]]:
    """Yield all pages of the choice that a card opens, and check that together they offer what is legal."""
    plays = {str(play) for play in shown.seen.legal if play.card.text == text}
    offered: list[str] = []
    page = 0
    while (panel := hand.choice(shown, words, f"{text} {page}")) is not None:
        yield "choice", panel
        presses = [Press.parse(button.id) for button in panel.buttons]
        offered += [p.notation for p in presses if p is not None and p.verb == "play" and ":" in p.notation]
        if not any(p is not None and p.notation == f"{text} {page + 1}" for p in presses):
            break
        page += 1
    if offered:
        assert sorted(offered) == sorted(plays - {text})


def wrong(panel: Panel) -> list[str]:
    """Return what Discord would refuse of a message that shows `panel`."""
    components = layout(panel).to_components()
    every = list(walk(components))
    texts = [part["content"] for part in every if part["type"] == TEXT]
    buttons = [part for part in every if part["type"] == BUTTON]
    ids = [button["custom_id"] for button in buttons]
    labels = [button["label"] for button in buttons]
    found = []
    if len(every) > 40:
        found.append(f"{len(every)} components")
    if sum(map(units, texts)) > 4000:
        found.append(f"{sum(map(units, texts))} characters")
    if not all(text.strip() for text in texts):
        found.append("an empty text")
    if not every or any(part["type"] in (ROW, 17) and not part["components"] for part in every):
        found.append("nothing in a row or container")
    if len(set(ids)) < len(ids):
        found.append(f"an id twice: {sorted(ids)}")
    found += [f"the id {custom_id}" for custom_id in ids if not 1 <= len(custom_id) <= 100]
    found += [f"the label {label!r}" for label in labels if not 1 <= units(label) <= 80 or not label.strip()]
    found += [
        "a row of more than five" for part in every if part["type"] == ROW and len(part["components"]) > 5
    ]
    found += ["25 options" for part in every if part["type"] in SELECTS and len(part["options"]) > 25]
    return found


def units(text: str) -> int:
    """Return the length of a text as JavaScript counts it, which is never less than Discord's count."""
    return len(text.encode("utf-16-le")) // 2


def check(table: Table) -> None:
    for kind, panel in panels(table):
        assert wrong(panel) == [], (kind, panel)


OPTIONS = [options for options in all_options(cicera) if options["target"] in (11, 51)]


@settings(max_examples=60)
@given(
    options=st.sampled_from(OPTIONS),
    seed=st.integers(0, 2**32),
    steps=st.integers(1, 400),
    tempers=st.lists(st.sampled_from(sorted(TEMPERS)), min_size=1, max_size=2),
    names=st.permutations(NAMES),
    ready=st.booleans(),
    consents=st.booleans(),
    stopped=st.booleans(),
    lacking=st.booleans(),
)
def test_every_panel_fits(
    options: Mapping[str, object],
    seed: int,
    steps: int,
    tempers: list[str],
    names: list[str],
    ready: bool,
    consents: bool,
    stopped: bool,
    lacking: bool,
) -> None:
    position = played(cicera, options, seed, steps, tempers)
    over = not cicera.to_act(position.state)
    status = Status.FINISHED if over else Status.STOPPED if stopped else Status.PLAYING
    table = table_of(position, status, tuple(names), ready=ready, consents=consents)
    if lacking:
        table.missing = LACKING
    check(table)


@pytest.mark.parametrize("status", [Status.LOBBY, Status.CLOSED, Status.PARKED])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seated", [1, 2, 4])
def test_every_panel_before_the_first_deal_fits(status: Status, players: int, seated: int) -> None:
    position = played(cicera, {"players": players}, 0, 0)
    table = table_of(position, status, NAMES)
    table.seats = table.seats[:seated]
    check(table)


def crowded(options: Mapping[str, object], ten: str = "TD") -> Position:
    """Return a position where a ten has dozens of captures: all low cards have been left on the table."""
    players = int(str(options["players"]))
    low = [c for c in FRENCH_DECK if c.rank <= 5]
    rest = [c for c in FRENCH_DECK if c.rank > 5 and c is not card(ten)]
    random.Random(3).shuffle(rest)
    # Seat 0 plays first and keeps the ten for its third turn.
    rounds = [low[:players], low[players : 2 * players], [card(ten), *low[2 * players : 3 * players - 1]]]
    dealt = [c for turn in rounds for c in turn]
    table = [c for c in low if c not in dealt][:4]
    others = [c for c in (*low, *rest) if c not in dealt and c not in table]
    deck = (*dealt, *others[: players * 12 - len(dealt)], *table, *others[players * 12 - len(dealt) :])
    entries: list[Deal | str] = [Deal(players - 1, tuple(deck))]
    states = [cicera.start(cicera.options(options))]
    states.append(cicera.deal(states[-1], players - 1, tuple(deck)))
    for played_card in dealt[: 2 * players]:
        seat = states[-1].turn
        entries.append(f"{seat} {played_card}")
        states.append(cicera.apply(states[-1], seat, cicera.parse(str(played_card))))
    record = played(cicera, options, 0, 0).record
    return Position(cicera, states[0].options, record, tuple(entries), tuple(states))


@pytest.mark.parametrize("players", [2, 4])
def test_a_ten_with_dozens_of_captures_is_paged(players: int) -> None:
    position = crowded({"players": players, "target": 51})
    table = table_of(position, Status.PLAYING, NAMES)
    captures = [play for play in cicera.legal(position.state, 0) if play.card is card("TD") and play.taken]
    assert len(captures) > (50 if players == 4 else 20)
    check(table)
    shown = table.shown(100)
    points: list[int] = []
    for page in range(-(-len(captures) // 20)):
        panel = hand.choice(shown, WORDS, f"TD {page}")
        assert panel is not None
        for button in panel.buttons:
            press = Press.parse(button.id)
            if press is not None and press.verb == "play" and ":" in press.notation:
                lines = shown.preview(cicera.parse(press.notation))
                points.append(sum(line.points for line in lines))
    assert points == sorted(points, reverse=True)
    assert len(points) == len(captures)


def test_sheets_of_hands_where_everything_scores_fit() -> None:
    position = played(cicera, {"target": 51}, 1, 200)
    deck = list(FRENCH_DECK)
    lines = []
    for number in range(16):
        taken = tuple(deck[3 * number : 3 * number + 4])
        lines += [Line(number % 2, name, 1, taken) for name in ("scua", "picada", "simili", "quadriglia")]
    sheet = cicera.Sheet(tuple(lines), napoleone=0)
    for names in (NAMES, ("𝕎" * 32,)):
        table = table_of(position, Status.PLAYING, names)
        for hands in (1, 2, 10):
            table.state = position.state._replace(sheets=(sheet,) * hands)
            for kind, panel in panels(table):
                assert wrong(panel) == [], kind


def test_sheets_of_many_rich_hands_fit() -> None:
    for seed in range(12):
        for tempers in (["last"], ["last", "any"]):
            position = played(cicera, {"target": 51}, seed, 400, tempers)
            state = position.state
            sheet = max(state.sheets, key=lambda sheet: len(sheet.lines))
            # Ten hands as rich as the richest that was played.
            table = table_of(position, Status.PLAYING, NAMES)
            table.state = state._replace(sheets=(sheet,) * 10, winner=None)
            for kind, panel in panels(table):
                assert wrong(panel) == [], kind


@pytest.mark.parametrize("teams", [True, False])
@pytest.mark.parametrize("total", [0, 1, PAGE, 1234])
def test_a_leaderboard_fits(teams: bool, total: int) -> None:
    members = (2**63 - 1, 2**63 - 2) if teams else (2**63 - 1,)
    lines = [Standing(rank, members, 99_999, 99_999, -999_999) for rank in range(1, min(total, PAGE) + 1)]
    own = [Standing(999, (number, *members), 1, 1, 1) for number in range(9)]
    for page in (0, 5, 123, 99_999):
        panel = leaderboard("cicera", lines, own if total else [], page, total, WORDS, teams=teams)
        assert wrong(panel) == []


def test_what_discord_refuses_is_found() -> None:
    shown = table_of(crowded({"players": 4}), Status.PLAYING, NAMES).shown(100)
    good = hand.hand(shown, WORDS)
    assert wrong(good) == []
    button = good.buttons[0]
    for bad in (
        replace(good, blocks=("x" * 4001,)),
        replace(good, blocks=(" ",)),
        replace(good, blocks=()),
        replace(good, blocks=((button, button),)),
        replace(good, blocks=(good.buttons[:6],)),
        replace(good, blocks=((button._replace(label=""),),)),
        replace(good, blocks=((button._replace(label="x" * 81),),)),
        replace(good, blocks=((button._replace(id="x" * 101),),)),
        replace(good, blocks=tuple((button._replace(id=str(number)),) for number in range(20))),
    ):
        assert wrong(bad) != []
