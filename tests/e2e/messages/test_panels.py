"""Discord's limits on a message, held against every panel of every kind of state that play can reach."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.blocks.blocks import Option, Panel, Press, Select
from bot.lobby.seating import computer
from bot.locale import Catalogue
from bot.panels.ratings.leaderboard import (
    leaderboard_panel,
    more_panel,
    public_leaderboard,
    public_winners,
    winners_panel,
)
from bot.panels.table import hand
from bot.pictures.pages.leaderboard import PAGE_ROWS
from bot.pictures.sketch.style import Style
from bot.store import LeaderboardRow, Status
from bot.store.ratings.ranking import PAIRED
from bot.store.ratings.stored import Variant
from bot.table.table import Table
from bot.table.view import Entry, View
from bot.table.viewing import view_of
from cogs.sending.layout import layout
from engine import GAMES, cicera, civil_suits
from engine.ai import LEVELS
from engine.cards import FRENCH_DECK, MINIONS, Suit, card
from engine.civil_suits import Phase
from engine.civil_suits.actions import Intelligence, Might
from engine.civil_suits.trick import taker
from engine.deals import Deal
from engine.game import DEALER, Event, Line
from sandbox.components import BUTTON, ROW, SELECTS, TEXT, walk
from tests.bot.panels.ratings.listings import OTHERS, a_list
from tests.e2e.support.drawn import (
    NAMES,
    PARTS,
    WORDS,
    Questions,
    asked_by,
    common,
    further,
    key,
    moment,
    opened_in,
    pages_of,
    presses,
    table_of,
    tables_of,
    viewers,
)
from tests.engine.strategies import TEMPERS, Position, all_options, played

CARDS = {card.text for card in FRENCH_DECK + MINIONS}
SOME = 6
"""Actions of a panel that are sought behind cards chosen one by one."""
LACKING = ("view_channel", "send_messages", "embed_links", "attach_files")


@lru_cache(maxsize=10_000)
def wrong(panel: Panel) -> Sequence[str]:
    """Return the faults of a message that shows `panel`: refused by Discord, or not understood by the bot."""
    components = layout(panel).to_components()
    every = list(walk(components))
    texts = [part["content"] for part in every if part["type"] == TEXT]
    buttons = [part for part in every if part["type"] == BUTTON]
    selects = [part for part in every if part["type"] in SELECTS]
    ids = [part["custom_id"] for part in (*buttons, *selects)]
    labels = [button["label"] for button in buttons if "label" in button]
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
    found += [f"the id {i} is no press" for i in ids if i.startswith("t:") and Press.parse(i) is None]
    found += [f"the label {label!r}" for label in labels if not 1 <= units(label) <= 80 or not label.strip()]
    found += [f"{button} has no face" for button in buttons if not {"label", "emoji"} & button.keys()]
    found += [f"a mark in {label!r}" for label in labels if "<:" in label]
    found += [
        "a row of more than five" for part in every if part["type"] == ROW and len(part["components"]) > 5
    ]
    return [*found, *(what for select in selects for what in wrong_select(select))]


def wrong_select(select: Mapping[str, Any]) -> list[str]:
    """Return the faults for which Discord would refuse a select."""
    options, found = select["options"], []
    values = [option["value"] for option in options]
    if not 1 <= len(options) <= 25 or len(set(values)) < len(values):
        found.append(f"the options {values}")
    found += [f"a mark in {option['label']!r}" for option in options if "<:" in option["label"]]
    for option in options:
        if not (1 <= units(option["label"]) <= 100 and 1 <= len(option["value"]) <= 100):
            found.append(f"the option {option}")
    if not 1 <= select["min_values"] <= select["max_values"] <= len(options):
        found.append(f"{select['min_values']} to {select['max_values']} of {len(options)}")
    if units(select["placeholder"]) > 150:
        found.append(f"the hint {select['placeholder']!r}")
    return found


def units(text: str) -> int:
    """Return the length of a text as JavaScript counts it, which is never less than Discord's count."""
    return len(text.encode("utf-16-le")) // 2


def check(table: Table, *turns: int) -> None:
    """Check everything drawn of a table; pages only in part, unless there are PARTS turns."""
    for kind, panel in common(table):
        fits(kind, panel)
    playing = {row.user_id for row in table.seats if row.present and table.playing}
    for turn in turns:
        for questions, read in viewers(table, turn):
            for kind, panel in opened_in(questions, read):
                fits(kind, panel)
            viewer = questions.shown.viewer
            if viewer is not None and viewer.user_id in playing:
                assert unreachable(questions) == []


def fits(kind: str, panel: Panel) -> None:
    assert not wrong(panel), (kind, panel)
    assert not wrong(panel.without_tiles()), (kind, panel)


def unreachable(questions: Questions) -> list[str]:
    """Return the legal actions of a user on turn that none of their panels offers; of many, some are sought.

    Where several have the same outcome, one of them is enough.
    """
    view = questions.shown
    if not view.my_turn:
        return []
    drawn = chain([questions.panel], (panel for _, panel in further(questions)), pages_for(questions))
    legal = {str(action): outcome(view, action) for action in view.seen.legal}
    left = set(legal.values())
    for panel in drawn:
        left -= {legal[press.notation] for press in played_by(panel) if press.notation in legal}
        if not left:
            break
    far = [text for text, comes in legal.items() if comes in left]
    some = random.Random(len(legal)).sample(far, min(len(far), SOME))
    return [text for text in some if not found(questions, questions.panel, text, set())]


def pages_for(questions: Questions) -> Iterator[Panel]:
    """Yield all pages that the viewer can open."""
    view, words = questions.shown, questions.words
    return (hand.panel(view, words, opened) for opened in pages_of(view, words))


def outcome(view: View[Any], action: object) -> object:
    """Return the outcome of an action, equal for two actions that come to the same."""
    match action:
        case Might(suit):
            return "taker", taker(view.seen.trick._replace(trump=suit))
        case Intelligence(seat):
            return "look", None if seat is None or view.seen.suits[seat] is not None else seat
        case _:
            return str(action)


def played_by(panel: Panel) -> list[Press]:
    """Return the plays of a panel's live buttons."""
    live = [button for button in panel.buttons if not button.disabled]
    return [press for press in presses(live) if press.verb == "play"]


def found(questions: Questions, panel: Panel, action: str, opened: set[object]) -> bool:
    """Return whether presses that choose only cards of an action lead from a panel to it."""
    if action in [press.notation for press in played_by(panel)]:
        return True
    cards = in_notation(action)
    asks = [text for text in asked_by(panel) if in_notation(text) <= cards and key(text) not in opened]
    for text in sorted(asks, key=lambda text: -len(in_notation(text))):
        opened.add(key(text))
        if found(questions, questions.opened(text), action, opened):
            return True
    return False


def in_notation(text: str) -> set[str]:
    """Return the cards named in a notation."""
    return CARDS.intersection(re.split("[^0-9A-Z]", text))


OPTIONS = {
    name: [options for options in all_options(game) if options.get("target") in (None, 11, 51)]
    for name, game in GAMES.items()
}


VOTES = (
    *("stop", "-stop", "wait", "-wait", "clock", "-clock", "concede-0", "-concede-1"),
    *(f"give-{seat}" for seat in range(5)),
)
"""Every vote that a table can have."""


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=20)
@given(
    data=st.data(),
    seed=st.integers(0, 2**32),
    steps=st.integers(1, 400),
    tempers=st.lists(st.sampled_from(sorted(TEMPERS)), min_size=1, max_size=2),
    names=st.permutations(NAMES),
    ready=st.booleans(),
    said=st.lists(st.sampled_from(VOTES), max_size=8, unique=True),
    clock=st.sampled_from((0, 90)),
    warned=st.booleans(),
    overdue=st.booleans(),
    fading=st.booleans(),
    ended=st.sampled_from(("", "idle", "deserted", "concede-0", "concede-1")),
    stopped=st.booleans(),
    lacking=st.booleans(),
    levels=st.lists(st.sampled_from((None, None, *LEVELS)), min_size=1, max_size=5),
)
def test_every_panel_fits(
    game: str,
    data: st.DataObject,
    seed: int,
    steps: int,
    tempers: list[str],
    names: list[str],
    ready: bool,
    said: list[str],
    clock: int,
    warned: bool,
    overdue: bool,
    fading: bool,
    ended: str,
    stopped: bool,
    lacking: bool,
    levels: list[str | None],
) -> None:
    options = data.draw(st.sampled_from(OPTIONS[game]))
    position = played(GAMES[game], options, seed, steps, tempers)
    over = not position.game.to_act(position.state)
    status = Status.FINISHED if over else Status.STOPPED if stopped else Status.PLAYING
    votes = tuple((name, 1_900_000_000.0) for name in said)
    table = table_of(position, status, tuple(names), levels, ready=ready, votes=votes, overdue=overdue)
    early = ended if status is Status.STOPPED and len(table.sides) == 2 else ""
    table = table.with_row(clock=clock, warned=warned, fading=fading, ended=early)
    if lacking:
        table.ledger.missing = LACKING
    check(table, seed)


def kind_of(position: Position) -> tuple[object, ...]:
    """Return the kind of a state: everything that changes which texts and controls there are."""
    state, game = position.state, position.game
    counts = game.observe(state, None).counts
    waits = game.to_act(state)
    match game.NAME:
        case "cicera":
            kind: tuple[object, ...] = (bool(state.table), bool(state.stock))
        case "ciapano":
            kind = (len(game.active(state)), bool(state.table), state.discard is None)
        case "civil-suits":
            trick = state.trick
            marks = (trick.waiting, trick.aside, trick.champions, state.public, state.looked)
            kind = (state.phase, len(trick.bans), len(trick.laid) > 4, *map(bool, marks))
        case _:
            kind = ()
    return (*kind, waits == (), waits == (DEALER,), max(counts) <= 3, any(counts))


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_state_fits(game: str) -> None:
    """Some states of each kind are looked at: enough for any two of its marks to be seen together."""
    kinds, together, rng = set(), set[object](), random.Random(1)
    for options in OPTIONS[game][-3:]:
        for seed, tempers in enumerate((["any"], ["hoard"], ["last", "any"], ["any", "first"])):
            whole = played(GAMES[game], options, seed, 2000, tempers)
            for length, table in enumerate(tables_of(whole), 1):
                kind = kind_of(moment(whole, length))
                kinds.add(kind)
                pairs = set(combinations(enumerate(kind), 2))
                if not pairs <= together:
                    together |= pairs
                    check(table, rng.randrange(10))
    if game == "civil-suits":
        assert {kind[0] for kind in kinds} == set(Phase)
        assert any(kind[0] is Phase.CHALLENGE and kind[2] for kind in kinds)
    if game == "ciapano":
        assert {kind[0] for kind in kinds} >= {1, 2, 3, 4}


@pytest.mark.parametrize("status", [Status.LOBBY, Status.CLOSED, Status.PARKED])
@pytest.mark.parametrize("game", GAMES)
def test_every_panel_before_the_first_deal_fits(status: Status, game: str) -> None:
    """Every choice of options with one number of people, in rotation, and every number with some options."""
    sizes = set[int]()
    for number, options in enumerate(OPTIONS[game]):
        table = table_of(played(GAMES[game], options, 0, 0), status)
        seats = table.seats
        anew = len(seats) not in sizes
        sizes.add(len(seats))
        for seated in range(1, len(seats) + 1) if anew else (1 + number % len(seats),):
            check(replace(table, seats=seats[:seated]), number + seated)
            computers = tuple(computer(row.seat, "medium") for row in seats[seated:])
            check(replace(table, seats=seats[:seated] + computers), number + 1)


def crowded(options: Mapping[str, object], ten: str = "TD") -> Position:
    """Return a position where a ten has dozens of captures: all low cards are left on the table."""
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
def test_a_ten_with_dozens_of_captures_offers_the_best_and_every_other_by_its_cards(players: int) -> None:
    position = crowded({"players": players, "target": 51})
    table = table_of(position, Status.PLAYING, NAMES)
    captures = [play for play in cicera.legal(position.state, 0) if play.card is card("TD") and play.taken]
    assert len(captures) > (50 if players == 4 else 20)
    check(table, 0, 1)
    view = view_of(table, 100)

    def points(action: str) -> int:
        return sum(line.points for line in view.preview(cicera.parse(action)))

    questions = Questions(view)
    (text,) = [text for text in asked_by(questions.panel) if text.startswith("TD")]
    best = [press.notation for press in played_by(questions.opened(text)) if ":" in press.notation]
    assert 1 < len(best) < 10
    assert [points(action) for action in best] == sorted(map(points, best), reverse=True)
    assert points(best[0]) == max(points(str(capture)) for capture in captures)
    every = map(str, captures)
    assert [text for text in every if not found(questions, questions.panel, text, set())] == []


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
            check(replace(table, state=position.state._replace(sheets=(sheet,) * hands)), *range(PARTS))


def test_sheets_of_many_rich_hands_fit() -> None:
    for seed in range(6):
        for turn, tempers in enumerate((["last"], ["last", "any"])):
            position = played(cicera, {"target": 51}, seed, 400, tempers)
            state = position.state
            sheet = max(state.sheets, key=lambda sheet: len(sheet.lines))
            # Ten hands as rich as the richest ever played.
            table = table_of(position, Status.PLAYING, NAMES)
            check(replace(table, state=state._replace(sheets=(sheet,) * 10, winner=None)), seed + turn)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("style", [None, Style()])
def test_a_leaderboard_fits(language: str, style: Style | None) -> None:
    words, members = Catalogue.load().words(language), (2**63 - 1, 2**63 - 2)
    row = LeaderboardRow(
        999, members, ("W" * 32,) * 2, -99.9, 99.9, 8, 99_999, 99_999, streak=9_999, team="W" * 40
    )
    rows = [replace(row, rank=rank) for rank in range(990, 990 + PAGE_ROWS)]
    own = replace(row, rank=None, members=(1, 2), apart=PAIRED)
    variants = [Variant(f"4-12-{number}", OTHERS, 99_999, 9, 0.0) for number in range(40)]
    past = [f"s{year}-{month:02}" for year in range(2020, 2026) for month in (1, 4, 7, 10)]
    shown = a_list(page=9_998, pages=9_999, rows=rows, own=[own], variants=variants, past=past, waits=True)
    for drawn in (leaderboard_panel, public_leaderboard, winners_panel, public_winners):
        for period in ("all", "s2020-07"):
            panel = drawn(replace(shown, choice=shown.choice._replace(period=period)), words, style)
            assert not wrong(panel)
            assert not wrong(panel.without_pictures())
    assert not wrong(more_panel(shown, words))


def test_the_fullest_trick_of_civil_suits_fits() -> None:
    challengers = civil_suits.CHALLENGERS
    powers = {"powers": {c.text: [99, 99, 99] for c in challengers}}
    position = played(civil_suits, powers, 1, 30)
    trick = civil_suits.Trick(
        waiting=challengers[8:],
        laid=tuple((seat % 4, c) for seat, c in enumerate(challengers[:8])),
        champions=(0, 0, 0),
    )
    for number, phase in enumerate((Phase.CHALLENGE, Phase.INTELLIGENCE, Phase.MAGIC, Phase.MIGHT)):
        for turn, names in enumerate((NAMES, ("𝕎" * 32,)), number):
            table = table_of(position, Status.PLAYING, names)
            state = position.state._replace(
                phase=phase, turn=0, trick=trick, looked=((0, 1), (0, 2), (0, 3)), public=(0, 3)
            )
            told = (Event("trick", 0, 0, challengers), Event("expose", 0, 0, suit=Suit.DIAMONDS, target=1))
            story = (*table.story[-1:], *(Entry(0, told) for _ in range(3)))
            check(replace(table, state=state, story=story), turn)


def test_what_discord_refuses_is_found() -> None:
    view = view_of(table_of(crowded({"players": 4}), Status.PLAYING, NAMES), 100)
    good = hand.panel(view, WORDS)
    assert not wrong(good)
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
        replace(good, blocks=((button._replace(id=f"t:0123abcd:1:play:{'x' * 61}"),),)),
    ):
        assert wrong(bad)
    options = tuple(Option(f"card {number}", f"{number}") for number in range(14))
    fine = Select("t:0123abcd:1:pick:pass", options, "Choose", 3, 3)
    assert not wrong(replace(good, blocks=(fine,)))
    for select in (
        fine._replace(options=options * 2),
        fine._replace(options=(*options, options[0])),
        fine._replace(options=()),
        fine._replace(options=(*options, Option("x" * 101, "x"))),
        fine._replace(options=(*options, Option("x", "x" * 101))),
        fine._replace(least=0),
        fine._replace(most=15),
        fine._replace(hint="x" * 151),
        fine._replace(id=button.id),
    ):
        assert wrong(replace(good, blocks=((button,), select)))
