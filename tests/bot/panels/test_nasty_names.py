"""Names of the worst kind in every kind of message: no markup in them works."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import cycle, islice
from typing import Any

import pytest

from bot.blocks.blocks import Panel, Picture
from bot.blocks.people import label_name, plain, short
from bot.games import PICTURES
from bot.locale import Catalogue, Words
from bot.locale.names import END, ISOLATE
from bot.messages.ledger import Opened
from bot.panels.ending.past import Past
from bot.panels.lists import thread
from bot.panels.lobby import pages
from bot.panels.lobby.rivals import full_lobby
from bot.panels.shared.rematch import all_kept
from bot.panels.shared.shows import sketch
from bot.panels.table import board, hand
from bot.panels.table.lookup import LOOKUP_VERBS, can_look_up
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.store.ratings.rivalry.after import WON_IN_A_ROW, Gain, News, Outcome
from bot.store.ratings.rivalry.before import Rivalry
from bot.table import votes
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import GAMES
from sandbox.page.markdown import parse
from tests.bot.pictures.scenes_boards import people, table
from tests.bot.pictures.scenes_tricks import played
from tests.engine.strategies import all_options

CATALOGUE = Catalogue.load()
OWN = "ж"
"""A letter that is in every name, and nowhere else."""
MARKUP = (
    *(
        "<t:1:R>ж",
        "<:ж:1>",
        "<a:ж:1>",
        "<@1>ж",
        "<#1>ж",
        "<id:1>ж",
        "</ж:1>",
        "[ж](//b)",
        "||ж||",
        "-# ж",
        "# ж",
    ),
    *("1. ж", "> ж", ">>> ж", "- ж", "* ж", "**ж**", "__ж__", "~~ж~~", "`ж`", "```ж", "ж\\", "_ж_", "*ж"),
    *("http://ж", "@here ж", "{ж}", "ж{", "%sж"),
)
HIDING = (
    "\u202eж",
    "\u2067ж",
    "ж\u2066",
    "\u2069ж",
    "\u200fж",
    "דוד ж",
    "آ ж",
    "\u061cж",
    "ж\ny",
    "ж\u200by",
    "ж\x00",
)
PLAIN = ("Ann", "Bo", "Cy", "Di")
TURNING = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066\u2067]")
HIDDEN = re.compile("[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2028\u2029\u2060\ufeff\u3164]")


def size(game: str, options: Mapping[str, Any]) -> int:
    """Return the number of players."""
    return sum(map(len, GAMES[game].sides(GAMES[game].options(options))))


@cache
def moments(game: str) -> tuple[Table, ...]:
    """Return a game's tables in its lobby, now and then in play, between hands, and at its end."""
    fitting = (options for options in all_options(GAMES[game]) if size(game, options) <= len(PLAIN))
    options: dict[str, Any] = max(fitting, key=partial(size, game))
    lobby = table(game, people(game, PLAIN, **options), **options)
    rng = random.Random(3)
    *every, last = played(lobby.with_row(status=Status.PLAYING), rng)
    kept = [every[n] for n in sorted(rng.sample(range(len(every)), 4))]
    kept += [at for at in every if at.between_hands][:1]
    voting = kept[1].marked(kept[1].seats[0], votes=((votes.STOP, 0.0), (f"{votes.GIVE}-1", 0.0)))
    away = kept[2].marked(kept[2].seats[1], level="medium").with_row(claims=True)
    reserved = lobby.with_seats(*lobby.seats[: len(lobby.seats) // 2]).with_row(reserved_until=9.0)
    declined = lobby.with_seats(*lobby.seats[: len(lobby.seats) // 2 - 1]).with_row(reserved_until=9.0)
    *others, claimed = kept[3].seats
    taken = kept[3].with_seats(*others, replace(claimed, former_id=77, former_name="Di", claimed_seq=0))
    stopped = last.with_row(status=Status.STOPPED, ended=f"{votes.CONCEDE}-0")
    return (
        lobby,
        reserved,
        declined,
        *kept,
        voting,
        away,
        taken,
        last.with_row(status=Status.FINISHED),
        stopped,
    )


def renamed(at: Table, names: tuple[str, ...]) -> Table:
    """Return the same table with these names, former and reserved seats included."""
    seats = [
        replace(row, name=names[row.seat], former_name=names[row.seat] if row.former_name else "")
        for row in at.seats
    ]
    after = at.with_seats(*seats)
    if at.row.reserved_until is not None:
        free = range(len(at.seats), 2 * len(at.seats))
        after = after.with_row(reserved=tuple((seat, 1000 + seat, names[seat]) for seat in free))
    return after


def cast(tables: Iterable[Table], rng: random.Random) -> Iterator[tuple[Table, tuple[str, ...]]]:
    """Yield each table with names: every one of them at some table, four at each."""
    names = cycle(rng.sample(MARKUP + HIDING, len(MARKUP + HIDING)))
    yield from ((at, tuple(islice(names, len(PLAIN)))) for at in tables)


PAST = Past(
    {},
    outcome=Outcome({1000: Gain(0.3, ("**ж**", "> ж"))}, News(WON_IN_A_ROW, 0, 5)),
)
"""What a game changed, also among people who are not at the table."""


def _rivalry(at: Table) -> Rivalry | None:
    """Return how the people of a full lobby stand: the first side leads."""
    lobby = full_lobby(at)
    if lobby is None:
        return None
    return Rivalry(lobby.sides, 1, (1, *[0] * (len(lobby.sides) - 1)), True, 1, 1, 55)


def panels(at: Table, words: Words) -> Iterator[Panel]:
    """Yield every message of a table, and everything that each can open there."""
    yield board.public_panel(view_of(at), words, past=PAST, rivalry=_rivalry(at))
    for user_id in (1000, 1001, 999):
        view = view_of(at, user_id)
        yield hand.panel(view, words, past=PAST)
        for page in sorted(LOOKUP_VERBS | {"leave"} | pages.LOBBY_PAGES.keys()):
            if can_look_up(at.row.game, page) or page not in LOOKUP_VERBS:
                yield hand.panel(view, words, Opened(0, page))


def kinds(nodes: Any) -> Iterator[str]:
    """Yield the kinds of nodes that Discord reads in a text, in order, except letters."""
    for node in nodes:
        if isinstance(node, dict):
            yield node["k"]
            yield from kinds(node.get("c", ()))


def said(panel: Panel) -> Iterator[str]:
    """Yield all texts without markdown: buttons, lists, descriptions."""
    for button in panel.buttons:
        yield button.label
        yield button.beside
    for select in panel.selects:
        yield select.hint
        yield from (option.label for option in select.options)
    yield from (file.alt for file in panel.files if isinstance(file, Picture))


def check(text: str) -> None:
    """Check that a text has no characters that change its direction or are invisible."""
    assert TURNING.search(text) is None, text
    assert HIDDEN.search(text) is None, text
    inside = 0
    for letter in text:
        inside += (letter == ISOLATE) - (letter == END)
        assert inside in (0, 1), text
    assert inside == 0, text


def written(at: Table, words: Words) -> list[str]:
    """Return a table's names as its texts must have them, the longest first."""
    view = view_of(at)
    names = {plain(label_name(view, row.seat, words)) for row in at.seats}
    names |= {short(row.former_name, row.seat, words) for row in at.seats}
    names |= {short(name, seat, words) for seat, _, name in at.row.reserved}
    names |= {plain(row.name) for row in at.seats}
    names |= {plain(name) for gain in PAST.outcome.gains.values() for name in gain.passes}
    return sorted(names, key=len, reverse=True)


def without(text: str, names: Iterable[str]) -> str:
    """Return a text with a letter for each of the names in it."""
    for name in names:
        text = text.replace(name, "x")
    return text


@pytest.mark.parametrize("language", sorted(CATALOGUE.languages))
@pytest.mark.parametrize("game", GAMES)
def test_nothing_comes_out_of_a_name_but_a_name(game: str, language: str) -> None:
    words, named = CATALOGUE.words(language), 0
    for at, names in cast(moments(game), random.Random(f"{game} {language}")):
        table = renamed(at, names)
        names_there, known = written(table, words), set[str]()
        for panel in panels(table, words):
            for text in set(panel.texts) - known:
                rest = without(text, names_there)
                named += rest != text
                assert OWN not in rest, text
                assert list(kinds(parse(text))) == list(kinds(parse(rest))), text
            for text in {*panel.texts, *said(panel)} - known:
                check(text)
            known.update(panel.texts)
        drawn = sketch(view_of(table), words, Style())
        assert (drawn is None) == (game not in PICTURES or all_kept(view_of(table)))
        check(drawn.alt if drawn is not None else "")
        check(thread.thread_name(view_of(table), words))
    assert named > 20
