"""The history of a server: a private page of games that are over, each with its replay, and its filters.

Ids: `h:<game>:<member>:<whose>:<result>:<place>[:<verb>[:<more>]]`, where the member is the one that was
asked for, and the place `o` or `n` with a number, for the games that are older or newer than that one.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple, Self

from bot.blocks.blocks import OVER_ACCENT, Block, Button, Option, Panel, Section, Select, lines
from bot.blocks.commands import command_of
from bot.blocks.people import or_seat, plain, short_names
from bot.locale import Words
from bot.panels.ratings.listed import mentioned
from bot.store import HistoryPage, OwnResult, PastGame, PastSeat, Wanted
from bot.store.model.results import CONCEDED
from bot.tables.replays.replay import UNNAMED
from engine import GAMES

PAGE_GAMES: Final = 4
"""The games of a page, as many as a phone shows at once."""
_ALL: Final = "all"
"""The part of an id that stands for every game, and for every result."""
_USER: Final = re.compile(r"0|[1-9][0-9]{0,17}|[1-8][0-9]{18}")
"""An id that the store can hold: nearly all below 2**63."""
_PLACE: Final = re.compile(r"([on])(0|[1-9][0-9]{0,8})")


class Whose(StrEnum):
    """Whose games are listed."""

    EVERYBODY = "everybody"
    MINE = "mine"
    MEMBER = "member"


class HistoryChoice(NamedTuple):
    """A page of a history as ids name it: the games wanted, and the number of the game that it is next to.

    `member` is the one that was asked for, 0 without one.
    """

    game: str = ""
    member: int = 0
    whose: Whose = Whose.EVERYBODY
    result: OwnResult | None = None
    beside: int = 0
    newer: bool = False

    def id(self, verb: str = "", **other: Any) -> str:
        """Return the id of a button that leads to this page with `other` parts, or to its `verb`."""
        game, member, whose, result, beside, newer = self._replace(**other)
        place = f"{'n' if newer else 'o'}{beside}"
        parts = ["h", game or _ALL, member, whose, result or _ALL, place]
        return ":".join(map(str, [*parts, verb] if verb else parts))

    @classmethod
    def parse(cls, parts: Sequence[str]) -> Self | None:
        """Return the page that the parts of an id from outside name, None if they name none."""
        if len(parts) != 5:
            return None
        game, member, whose, result, place = parts
        placed = _PLACE.fullmatch(place)
        known = game in (_ALL, *GAMES) and whose in list(Whose) and result in (_ALL, *OwnResult)
        if not known or placed is None or not _USER.fullmatch(member):
            return None
        return cls(
            "" if game == _ALL else game,
            int(member),
            Whose(whose),
            None if result == _ALL else OwnResult(result),
            int(placed[2]),
            placed[1] == "n",
        )

    def chosen(self, verb: str, value: str) -> Self | None:
        """Return the first page with a value chosen in one of the filters, None if there is no such value.

        A result is somebody's: with it, a list of everybody's games becomes the reader's own.
        """
        first = self._replace(beside=0, newer=False)
        match verb:
            case "game" if value in (_ALL, *GAMES):
                return first._replace(game="" if value == _ALL else value)
            case "result" if value in (_ALL, *OwnResult):
                result = None if value == _ALL else OwnResult(value)
                mine = result is not None and self.whose is Whose.EVERYBODY
                return first._replace(result=result, whose=Whose.MINE if mine else self.whose)
            case "whose" if value in list(Whose) and (value != Whose.MEMBER or self.member):
                everybody = value == Whose.EVERYBODY
                return first._replace(whose=Whose(value), result=None if everybody else self.result)
        return None

    def wanted(self, reader: int) -> Wanted:
        """Return the games that a reader is shown."""
        members = {Whose.EVERYBODY: None, Whose.MINE: reader, Whose.MEMBER: self.member}
        return Wanted(self.game, members[self.whose], self.result)


def history_panel(choice: HistoryChoice, found: HistoryPage, words: Words, *, waits: bool) -> Panel:
    """Return a page of a history for its reader; `waits` while older games are still counted."""
    foot = words("leaderboard.waits") if waits else ""
    listed: list[Block] = [_game(choice, game, words) for game in found.games]
    if not listed and not waits:
        listed = [_nothing(choice, words)]
    ways = []
    if found.newer and found.games:
        ways.append(Button(words("button.newer"), choice.id(beside=found.games[0].number, newer=True)))
    if found.older and found.games:
        ways.append(Button(words("button.older"), choice.id(beside=found.games[-1].number, newer=False)))
    ways.append(Button(words("button.filter"), choice.id("filter")))
    return Panel((_heading(choice, words), *listed, *([foot] if foot else []), tuple(ways)), OVER_ACCENT)


def _heading(choice: HistoryChoice, words: Words) -> str:
    """Return the heading, with the filters that hold."""
    told = [words(f"{choice.game}.name") if choice.game else words("history.all-games")]
    if choice.whose is Whose.MINE:
        told.append(words("history.mine"))
    elif choice.whose is Whose.MEMBER:
        told.append(mentioned(choice.member, words))
    if choice.result is not None:
        told.append(words(f"history.{choice.result}"))
    return words("history.heading", told=words("between").join(told))


def _nothing(choice: HistoryChoice, words: Words) -> str:
    """Return the sentence on a page without a game."""
    if choice.whose is Whose.EVERYBODY and choice.game:
        return words("history.nothing", game=words(f"{choice.game}.name"), command=command_of(choice.game))
    return words("history.nothing-fits" if choice.whose is not Whose.EVERYBODY else "history.nothing-yet")


def _game(choice: HistoryChoice, game: PastGame, words: Words) -> Block:
    """Return a game with the button that opens it, without one if its plays are no longer kept."""
    told = [words("history.date", at=int(game.ended_at))]
    if not choice.game:
        told.append(words(f"{game.game}.name"))
    told += ending_words(game, words)
    if not game.kept:
        told.append(words("history.not-kept"))
    text = lines(words("small", told=words("between").join(told)), sides_text(game, words))
    if not game.kept:
        return text
    return Section(text, Button(words("replay.open"), choice.id(f"look:{game.table_id}")))


def ending_words(game: PastGame, words: Words) -> list[str]:
    """Return how a game has ended, in words, if not by its rules."""
    if all(side.points is None for side in game.sides):
        return [words("history.none")]
    return [words("history.given-up")] if game.ended.startswith(CONCEDED) else []


def sides_text(game: PastGame, words: Words) -> str:
    """Return the sides of a game with their points, the winners marked, for a text."""
    names = dict(zip(_seats(game), map(plain, _names(game, words)), strict=True))
    told = []
    for side in game.sides:
        joined = words("and").join(names[seat] for seat in side.seats)
        if side.points is None:
            told.append(joined)
        else:
            told.append(
                words("history.side-won" if side.won else "history.side", names=joined, n=side.points)
            )
    return words("between").join(told)


def _seats(game: PastGame) -> list[PastSeat]:
    return [seat for side in game.sides for seat in side.seats]


def _names(game: PastGame, words: Words) -> list[str]:
    """Return the short names of all seats of a game, side by side; the reader's own is "you"."""
    whole = [
        words("name.you")
        if seat.own
        else or_seat(UNNAMED if seat.name is None else seat.name, seat.seat, words)
        for seat in _seats(game)
    ]
    # Three words that say what they mean only whole.
    return [
        name if seat.name == "" else short
        for seat, name, short in zip(_seats(game), whole, short_names(tuple(whole)), strict=True)
    ]


def entry_text(game: PastGame, day: str, words: Words) -> str:
    """Return a game in plain words for a list to choose from: its day, and its sides with their points."""
    names = dict(zip(_seats(game), _names(game, words), strict=True))
    told = []
    for side in game.sides:
        joined = words("and").join(names[seat] for seat in side.seats)
        told.append(joined if side.points is None else words("history.entry", names=joined, n=side.points))
    return words("between").join([day, *told, *ending_words(game, words)])


# The filters


def filter_panel(choice: HistoryChoice, words: Words) -> Panel:
    """Return the page with the lists that filter a history."""
    games = [(_ALL, words("history.all-games")), *((game, words(f"{game}.name")) for game in GAMES)]
    whose = [
        (one, words(f"history.whose.{one}")) for one in Whose if one is not Whose.MEMBER or choice.member
    ]
    results = [(_ALL, words("history.all-results")), *((one, words(f"history.{one}")) for one in OwnResult)]
    return Panel(
        (
            lines(_heading(choice, words), words("history.about")),
            _filter(choice, "game", games, choice.game or _ALL, words("history.games")),
            _filter(choice, "whose", whose, choice.whose, words("history.whose")),
            _filter(choice, "result", results, choice.result or _ALL, words("history.results")),
            (Button(words("button.back"), choice.id()),),
        ),
        OVER_ACCENT,
    )


def _filter(
    choice: HistoryChoice, verb: str, values: Sequence[tuple[str, str]], chosen: str, hint: str
) -> Select:
    options = [Option(label, value, marked=value == chosen) for value, label in values]
    return Select(choice.id(verb), tuple(options), hint)
