"""The list of games that are over: its lines, its ways on, its filters, and what it refuses."""

from dataclasses import dataclass
from typing import Any

import pytest

from bot.blocks.blocks import LABEL, Panel, Section
from bot.blocks.fit import MOST_CHARACTERS, text_length
from bot.locale import FRENCH, Catalogue
from bot.panels.replays.history import (
    PAGE_GAMES,
    HistoryChoice,
    Whose,
    entry_text,
    filter_panel,
    history_panel,
)
from bot.store import HistoryPage, OwnResult, PastGame, PastSeat, PastSide, Wanted
from bot.store.model.results import COUNTS, EARLY

CATALOGUE = Catalogue.load()
LANGUAGES = sorted(CATALOGUE.languages)
WORDS = CATALOGUE.words("en")
ENDED = 1_700_005_000.5
PLAIN = HistoryChoice()
READER, CY = 2**60, 2**60 + 7
IDS = 100
"""The most characters of an id."""


@dataclass(frozen=True)
class Named:
    """The four names at a table, by seat."""

    names: tuple[str | None, ...] = ("Ann", "Bo", "Cy", "Di")
    own: int | None = None

    def sides(self, *points: int | None) -> tuple[PastSide, ...]:
        """Return two pairs with these points, of which the most win."""
        return tuple(
            [
                PastSide(
                    tuple([PastSeat(seat, self.names[seat], seat == self.own) for seat in (side, side + 2)]),
                    own,
                    own is not None and own == max(filter(None, points)),
                )
                for side, own in enumerate(points)
            ]
        )


def a_game(number: int = 1, named: Named = Named(), **changes: Any) -> PastGame:
    columns: dict[str, Any] = {
        "table_id": f"{number:08x}",
        "number": number,
        "game": "cicera",
        "ended_at": ENDED,
        "sides": named.sides(51, 38),
        "ended": "",
        "why": COUNTS,
        "sat": False,
        "kept": True,
    }
    return PastGame(**columns | changes)


def a_page(*games: PastGame, newer: bool = False, older: bool = False) -> HistoryPage:
    return HistoryPage(games, newer, older)


def panel(
    *games: PastGame,
    choice: HistoryChoice = PLAIN,
    waits: bool = False,
    **turns: bool,
) -> Panel:
    return history_panel(choice, a_page(*games, **turns), WORDS, waits=waits)


def told(game: PastGame, choice: HistoryChoice = PLAIN) -> str:
    return panel(game, choice=choice).texts[1]


def labels(shown: Panel) -> list[str]:
    return [button.label for button in shown.buttons]


# The lines


def test_a_game_has_its_day_its_kind_its_sides_and_a_mark_at_the_winners() -> None:
    assert told(a_game()) == "-# <t:1700005000:d> · Cicera\n🏆 Ann & Cy **51** · Bo & Di **38**"
    assert told(a_game(), HistoryChoice("cicera")).startswith("-# <t:1700005000:d>\n")
    aloud = WORDS.naming(FRENCH, aloud=True)
    heard = history_panel(HistoryChoice(), a_page(a_game()), aloud, waits=False).texts[1]
    assert "Ann & Cy **51** (won); Bo & Di **38**" in heard


def test_the_reader_is_you_and_hidden_and_former_members_have_no_name() -> None:
    named = Named(("Ann", None, "Cy", ""), own=0)
    assert "🏆 you & Cy **51** · seat 2 & a former member **38**" in told(a_game(named=named))
    nasty = Named(("<@1>", "**b**", "[x](y)", "1. d"))
    text = told(a_game(named=nasty))
    assert "<@1>" not in text
    assert r"\*\*b\*\*" in text


def test_how_a_game_ended_is_said_where_it_was_not_by_its_rules() -> None:
    stopped = a_game(sides=Named().sides(None, None), ended="stopped", why=EARLY)
    assert told(stopped) == "-# <t:1700005000:d> · Cicera · without a result\nAnn & Cy · Bo & Di"
    assert "Cicera · given up\n🏆 Ann & Cy" in told(a_game(ended="concede-1"))
    assert "given up" not in told(a_game(ended="idle"))


def test_each_game_opens_by_its_button_unless_its_plays_are_gone() -> None:
    shown = panel(a_game(1), a_game(2, kept=False))
    first, second = shown.blocks[1:3]
    assert isinstance(first, Section)
    assert first.button.id == HistoryChoice().id("look:00000001")
    assert isinstance(second, str)
    assert "its plays are no longer kept" in second
    assert labels(shown) == ["Replay", "Filter"]


def test_an_entry_of_the_command_is_plain() -> None:
    named = Named(("**Ann**", None, "Cy", ""), own=2)
    assert entry_text(a_game(named=named), "28 November 2026", WORDS) == (
        "28 November 2026 · **Ann** & you 51 · seat 2 & a former member 38"
    )


# The ways on


def test_pages_are_turned_from_their_first_and_last_game() -> None:
    games = [a_game(number) for number in (9, 7, 4)]
    shown = panel(*games, choice=HistoryChoice("ciapano"), newer=True, older=True)
    assert labels(shown)[-3:] == ["◀ Newer", "Older ▶", "Filter"]
    newer, older, _ = shown.buttons[-3:]
    assert newer.id == "h:ciapano:0:everybody:all:n9"
    assert older.id == "h:ciapano:0:everybody:all:o4"
    assert labels(panel(*games))[-2:] == ["Replay", "Filter"]


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (HistoryChoice("cicera"), "`/cicera start` opens a table."),
        (HistoryChoice(), "The first one can be yours."),
        (HistoryChoice("cicera", whose=Whose.MINE), "No game fits this. **Filter** shows others."),
    ],
)
def test_an_empty_list_says_what_to_do(choice: HistoryChoice, sentence: str) -> None:
    shown = panel(choice=choice)
    assert sentence in shown.texts[1]
    assert labels(shown) == ["Filter"]


def test_while_older_games_are_counted_the_list_says_so() -> None:
    assert WORDS("leaderboard.waits") in panel(a_game(), waits=True).texts
    assert panel(waits=True).texts[1:] == (WORDS("leaderboard.waits"),)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("aloud", [False, True])
def test_every_page_fits_discord_with_the_widest_names(language: str, *, aloud: bool) -> None:
    words = CATALOGUE.words(language).naming(FRENCH, aloud=aloud)
    choice = HistoryChoice("", 2**63 - 1, Whose.MEMBER, OwnResult.NONE, 999_999_999, newer=True)
    named = Named(tuple("W" * 31 + letter for letter in "WMQG"))
    games = [a_game(number, named, kept=number % 2 == 0, ended="concede-1") for number in range(PAGE_GAMES)]
    every = history_panel(choice, a_page(*games, newer=True, older=True), words, waits=True)
    for shown in (every, filter_panel(choice, words)):
        assert text_length(shown) <= MOST_CHARACTERS
        ids = [*(button.id for button in shown.buttons), *(select.id for select in shown.selects)]
        assert len(set(ids)) == len(ids)
        assert max(map(len, ids)) <= IDS
        assert all(len(button.label) <= LABEL for button in shown.buttons)
        assert all(len(one.label) <= LABEL for select in shown.selects for one in select.options)
    assert len(entry_text(games[0], "28 November 2026", words)) <= 100


# Filters


def test_the_lists_have_what_is_chosen_marked() -> None:
    choice = HistoryChoice("ciapano", CY, Whose.MEMBER, OwnResult.LOST)
    assert filter_panel(choice, WORDS).texts[0].startswith(f"**History · Ciapano · <@{CY}> · lost**")
    marked = [
        [one.label for one in select.options if one.marked] for select in filter_panel(choice, WORDS).selects
    ]
    assert marked == [["Ciapano"], ["games of the chosen member"], ["lost"]]
    whose = filter_panel(HistoryChoice(), WORDS).selects[1]
    assert [one.value for one in whose.options] == [Whose.EVERYBODY, Whose.MINE]


def test_a_choice_leads_to_the_first_page_and_a_result_is_somebodys() -> None:
    choice = HistoryChoice("cicera", CY, beside=7, newer=True)
    assert choice.chosen("game", "all") == HistoryChoice("", CY)
    assert choice.chosen("game", "ciapano") == HistoryChoice("ciapano", CY)
    won = choice.chosen("result", "won")
    assert won == HistoryChoice("cicera", CY, Whose.MINE, OwnResult.WON)
    assert won.chosen("whose", "member") == HistoryChoice("cicera", CY, Whose.MEMBER, OwnResult.WON)
    assert won.chosen("whose", "everybody") == HistoryChoice("cicera", CY)
    assert won.chosen("result", "all") == HistoryChoice("cicera", CY, Whose.MINE)
    for verb, value in (("game", "chess"), ("result", ""), ("whose", "x"), ("page", "1"), ("", "all")):
        assert choice.chosen(verb, value) is None
    assert HistoryChoice().chosen("whose", "member") is None


def test_games_are_wanted_of_everybody_of_the_reader_or_of_the_member() -> None:
    choice = HistoryChoice("cicera", CY)
    assert choice.wanted(READER) == Wanted("cicera")
    assert choice._replace(whose=Whose.MINE).wanted(READER) == Wanted("cicera", READER)
    assert choice._replace(whose=Whose.MEMBER, result=OwnResult.WON).wanted(READER) == Wanted(
        "cicera", CY, OwnResult.WON
    )


def test_an_id_is_read_back_and_nothing_else() -> None:
    for choice in (
        HistoryChoice(),
        HistoryChoice("civil-suits", CY, Whose.MEMBER, OwnResult.NONE, 12, newer=True),
    ):
        letter, *parts = choice.id("filter").split(":")
        assert letter == "h"
        assert HistoryChoice.parse(parts[:5]) == choice
        assert parts[5:] == ["filter"]
    for forged in (
        "",
        "all:0:everybody:all",
        "chess:0:everybody:all:o0",
        "all:-1:everybody:all:o0",
        "all:9999999999999999999:everybody:all:o0",
        "all:0:nobody:all:o0",
        "all:0:everybody:drawn:o0",
        "all:0:everybody:all:x0",
        "all:0:everybody:all:o01",
        "all:0:everybody:all:o9999999999",
        "all:0:everybody:all:o0:more",
        "all:٣:everybody:all:o0",
    ):
        assert HistoryChoice.parse(forged.split(":")) is None, forged
