"""Names of the worst kind in every kind of message: nothing comes out of them but a name."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot import votes
from bot.ledger import Opened
from bot.locale import Catalogue, Words
from bot.naming import END, ISOLATE, clean
from bot.pictures.shows import sketch
from bot.pictures.style import Style
from bot.render import board, hand, thread
from bot.render.panel import Panel, Picture
from bot.render.people import ROOM, ems
from bot.shown import AnyShown
from bot.store import Status
from bot.table import Table
from engine import GAMES
from sandbox.page.markdown import parse
from tests.bot.pictures.scenes_boards import people, table
from tests.bot.pictures.scenes_tricks import played

CATALOGUE = Catalogue.load()
MARKUP = (
    *("<t:1:R>", "<:x:1>", "<a:x:1>", "<@1>", "<#1>", "<id:1>", "</a:1>", "[a](b)", "||x||", "-# x", "# x"),
    *("1. x", "> x", ">>> x", "- x", "* x", "**x**", "__x__", "~~x~~", "`x`", "```x", "\\", "@here", "_x_"),
    *("http://x", "{name}", "{", "%s"),
)
TURNED = ("\u202ex", "\u2067x", "x\u2066", "\u2069x", "\u200fx", "דוד", "آنا", "\u061cx", "x\ny", "x\u2028y")
UNSEEN = ("\u200b", "\u3164", "", "\u202e", "x\u200by", "\u00adx", "x\x00")
NAMES = st.lists(st.sampled_from(MARKUP + TURNED + UNSEEN), min_size=4, max_size=4)
PLAIN = ("Ann", "Bo", "Cy", "Di")
PAGES = ("more", "last", "last-trick", "scores", "rules", "fairness", "leave", "absent", "powers")
LOBBY_PAGES = ("options", "computers", "rules", "fairness")
TURNING = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066\u2067]")
HIDDEN = re.compile("[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2028\u2029\u2060\ufeff\u3164]")


@cache
def moments(game: str) -> tuple[Table, ...]:
    """Return a table of a game at its lobby, now and then in play, between hands, and at its end."""
    lobby = table(game, people(game, PLAIN, **({"players": 4} if game == "ciapano" else {})))
    rng, kept = random.Random(3), []
    for at in played(lobby.with_row(status=Status.PLAYING), rng):
        if at.between_hands and not any(one.between_hands for one in kept[1:]):
            kept.append(at)
        elif rng.random() < 0.02 and len(kept) < 5:
            kept.append(at)
        last = at
    voting = kept[1].marked(kept[1].seats[0], votes=((votes.STOP, 0.0), (f"{votes.GIVE}-1", 0.0)))
    away = kept[2].marked(kept[2].seats[1], level="medium").with_row(claims=True)
    reserved = lobby.with_seats(*lobby.seats[:2]).with_row(reserved_until=9.0)
    taken = kept[3].with_seats(
        *kept[3].seats[:3], replace(kept[3].seats[3], former_id=77, former_name="Di", claimed_seq=0)
    )
    stopped = last.with_row(status=Status.STOPPED, ended=f"{votes.CONCEDE}-0")
    return lobby, reserved, *kept, voting, away, taken, last.with_row(status=Status.FINISHED), stopped


def renamed(at: Table, names: tuple[str, ...]) -> Table:
    """Return the same table with these names, also of those who had a seat or have one kept."""
    seats = [
        replace(row, name=names[row.seat], former_name=names[row.seat] if row.former_name else "")
        for row in at.seats
    ]
    after = at.with_seats(*seats)
    if at.row.reserved_until is not None:
        after = after.with_row(reserved=((2, 1002, names[2]), (3, 1003, names[3])))
    return after


def panels(at: Table, words: Words) -> Iterator[tuple[AnyShown, Panel]]:
    """Yield every message of a table, and what each can open there."""
    yield at.shown(), board.public(at.shown(), words)
    for user_id in (1000, 1001, 999):
        shown = at.shown(user_id)
        yield shown, hand.panel(shown, words)
        for page in PAGES if at.row.status is not Status.LOBBY else LOBBY_PAGES:
            yield shown, hand.panel(shown, words, Opened(0, page))


def kinds(nodes: Any) -> Iterator[str]:
    """Yield what Discord makes of a text, in order, but for the letters."""
    for node in nodes:
        if isinstance(node, dict):
            yield node["k"]
            yield from kinds(node.get("c", ()))


def said(panel: Panel) -> Iterator[str]:
    """Yield everything that is not markdown: buttons, lists, descriptions."""
    for button in panel.buttons:
        yield button.label
        yield button.beside
    for select in panel.selects:
        yield select.hint
        yield from (option.label for option in select.options)
    yield from (file.alt for file in panel.files if isinstance(file, Picture))


@cache
def shapes(game: str, language: str) -> tuple[tuple[str, ...], ...]:
    """Return what is made of all messages of a game among people with plain names."""
    words = CATALOGUE.words(language)
    every = (panel for at in moments(game) for _, panel in panels(renamed(at, PLAIN), words))
    return tuple(tuple(kinds(parse(text))) for panel in every for text in panel.texts)


def check(text: str) -> None:
    """Hold a text against what must be nowhere: what turns it around, or is not seen."""
    assert TURNING.search(text) is None, text
    assert HIDDEN.search(text) is None, text
    inside = 0
    for letter in text:
        inside += (letter == ISOLATE) - (letter == END)
        assert inside in (0, 1), text
    assert inside == 0, text


@pytest.mark.parametrize("language", sorted(CATALOGUE.languages))
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(names=NAMES.map(tuple))
def test_nothing_comes_out_of_a_name_but_a_name(game: str, language: str, names: tuple[str, ...]) -> None:
    words, texts = CATALOGUE.words(language), []
    assert all(ems(clean(name)) < ROOM for name in names)
    for at in moments(game):
        table = renamed(at, names)
        for _, panel in panels(table, words):
            texts += panel.texts
            for text in (*panel.texts, *said(panel)):
                check(text)
        drawn = sketch(table.shown(), words, Style())
        if drawn is not None:
            check(drawn.alt)
        check(thread.name(table.shown(), words))
    assert [tuple(kinds(parse(text))) for text in texts] == list(shapes(game, language))
