"""The claims of Cicera's reasons."""

from collections.abc import Mapping
from typing import Any, Final

from engine import cicera
from engine.cards import Card, card
from tests.engine.ai.claims import Claim, worlds


def _unseen(seen: Any) -> list[Card]:
    open_cards = [c for pile in (*seen.taken, seen.table) for c in pile]
    return [c for c in cicera.DECK if c not in open_cards and c not in seen.hand]


def _mine(play: Any) -> list[Card]:
    return [play.card, *play.taken] if play.taken else []


def _table_after(seen: Any, play: Any) -> list[Card]:
    left = [c for c in seen.table if c not in play.taken]
    return left if play.taken else [*left, play.card]


def _sweeps(c: Card, table: list[Card]) -> bool:
    """Return whether a card takes all of a table by the rules."""
    state = cicera.State(cicera.Options(), hands=((c,), (), (), ()), table=tuple(table), turn=0)
    # Only the whole table matters, and it may have very many parts.
    if len(table) > 10:
        return False
    return any(len(play.taken) == len(table) for play in cicera.legal(state, 0) if play.taken)


def _sweepers(seen: Any, play: Any) -> list[Card]:
    return [c for c in _unseen(seen) if _sweeps(c, _table_after(seen, play))]


def _nobody_sweeps(seen: Any, play: Any) -> bool:
    if _sweepers(seen, play):
        return False
    for _, after in worlds("cicera", seen, play):
        following = cicera.observe(after, after.turn)
        for action in following.legal:
            if any(line.name == "scua" for line in cicera.preview(following, action)):
                return False
    return True


def _safe(seen: Any, play: Any, told: Any, other: Any) -> bool:
    takes = [
        action
        for _, after in worlds("cicera", seen, play)
        for action in cicera.legal(after, after.turn)
        if play.card in action.taken
    ]
    return told["card"] == play.card and not play.taken and not takes


def _scores(seen: Any, play: Any, told: Any, other: Any) -> bool:
    found = []
    for before, after in worlds("cicera", seen, play):
        lines = after.lines if not after.sheets[len(before.sheets) :] else after.sheets[-1].lines
        made = [
            line
            for line in lines[len(before.lines) :]
            if line.name in ("scua", "picada", "simili", "quadriglia")
        ]
        found.append((tuple(line.name for line in made), sum(line.points for line in made)))
    return len(set(found)) == 1 and found[0][1] > 0 and found[0] == (told["lines"], told["n"])


def _napula(seen: Any, play: Any, told: Any, other: Any) -> bool:
    three, side = {card("AS"), card("2S"), card("3S")}, seen.viewer % 2
    ours, theirs = three & set(seen.taken[side]), three & set(seen.taken[1 - side])
    held = told["card"] in [c for c in _mine(play) if c in three]
    return held and (not theirs if told.key == "napula" else bool(theirs) and not ours)


def _rest(seen: Any, play: Any, told: Any, other: Any) -> bool:
    left = set(_table_after(seen, play))
    return set(told["cards"]) == left and all(
        left <= set(after.taken[seen.viewer % 2]) for _, after in worlds("cicera", seen, play)
    )


def _rank_left(seen: Any, play: Any, told: Any) -> bool:
    after = _table_after(seen, play)
    return sum(c.rank for c in after) == told["rank"] and (len(after) == 1 or all(c.rank < 11 for c in after))


SPECIAL: Final = {"2S": "mata", "TD": "dieci", "JH": "fante"}

CICERA: Final[Mapping[str, Claim]] = {
    "scores": _scores,
    "special": lambda seen, play, told, other: (
        (told["card"], told["line"]) in [(c, SPECIAL[str(c)]) for c in _mine(play) if str(c) in SPECIAL]
    ),
    "napula": _napula,
    "no-napula": _napula,
    "rest": _rest,
    "bare": lambda seen, play, told, other: not _table_after(seen, play),
    "too-high": lambda seen, play, told, other: (
        sum(c.rank for c in _table_after(seen, play)) > 10
        and all(c.rank < 11 for c in _table_after(seen, play))
        and _nobody_sweeps(seen, play)
    ),
    "face": lambda seen, play, told, other: (
        told["card"] in [c for c in _table_after(seen, play) if str(c)[0] in "JQK"]
        and len(_table_after(seen, play)) > 1
        and _nobody_sweeps(seen, play)
    ),
    "all-gone": lambda seen, play, told, other: _rank_left(seen, play, told) and _nobody_sweeps(seen, play),
    "last-one": lambda seen, play, told, other: (
        _rank_left(seen, play, told) and [c.rank for c in _sweepers(seen, play)] == [told["rank"]]
    ),
    "rather": lambda seen, play, told, other: (
        not play.taken
        and told["cards"] == other.taken
        and len(_sweepers(seen, other)) == told["n"] > len(_sweepers(seen, play))
        and _rank_left(seen, other, told)
    ),
    "safe": _safe,
    "pair": lambda seen, play, told, other: (
        (told["card"], told["pair"])
        in [(play.card, c) for c in seen.hand if c.rank == play.card.rank and c is not play.card]
    ),
    "spades": lambda seen, play, told, other: (
        len(_mine(play)) == told["n"] > 1
        and sum(str(c).endswith("S") for c in _mine(play)) == told["spades"] > 0
    ),
    "cards": lambda seen, play, told, other: len(_mine(play)) == told["n"] > 1,
}
