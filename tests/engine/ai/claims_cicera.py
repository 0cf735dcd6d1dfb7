"""The claims of Cicera's reasons."""

from collections.abc import Mapping
from itertools import permutations
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


def _sums(cards: list[Card], total: int) -> list[list[Card]]:
    """Return the sets of cards that add up to a total."""
    if not cards or total <= 0:
        return [[]] if total == 0 else []
    first, *rest = cards
    return [*_sums(rest, total), *([first, *found] for found in _sums(rest, total - first.rank))]


def _captures(c: Card, table: list[Card]) -> list[list[Card]]:
    """Return the sets of cards that a card may take (C12)."""
    if str(c)[0] in "JQK":
        return [[lying] for lying in table if lying.rank == c.rank]
    return [
        found for found in _sums([lying for lying in table if str(lying)[0] not in "JQK"], c.rank) if found
    ]


def _points(seen: Any, play: Any, c: Card, taken: list[Card]) -> int:
    """Return what the next player scores with a capture after a play (C16 to C19)."""
    table = _table_after(seen, play)
    picada = not play.taken and play.card in taken
    if seen.options.picada == "rank":
        picada = picada and c.rank == play.card.rank
    simili = {one.suit for one in taken} == {c.suit}
    return (len(taken) == len(table)) + picada + simili + (len(taken) > 2)


def _worth(seen: Any, play: Any) -> list[int]:
    """Return for each unseen card what it would score after a play at most."""
    table = _table_after(seen, play)
    return [
        max((_points(seen, play, c, taken) for taken in _captures(c, table)), default=0)
        for c in _unseen(seen)
    ]


def _wanting(seen: Any, play: Any) -> int:
    """Return how many unseen cards could take some of the cards that a play takes."""
    if not play.taken:
        return -1
    return sum(
        any(set(taken) & set(play.taken) for taken in _captures(c, list(seen.table))) for c in _unseen(seen)
    )


def _scorers(seen: Any, play: Any) -> int:
    return sum(n > 0 for n in _worth(seen, play))


def _able(seen: Any, play: Any) -> int:
    """Return how many unseen cards could take anything after a play."""
    return sum(bool(_captures(c, _table_after(seen, play))) for c in _unseen(seen))


def _takers(seen: Any, play: Any) -> int:
    table = _table_after(seen, play)
    return sum(any(play.card in taken for taken in _captures(c, table)) for c in _unseen(seen))


def _sweepers(seen: Any, play: Any) -> list[Card]:
    table = _table_after(seen, play)
    return [c for c in _unseen(seen) if any(len(taken) == len(table) for taken in _captures(c, table))]


def _safer(seen: Any, play: Any, other: Any) -> bool:
    return other is None or len(_sweepers(seen, play)) < len(_sweepers(seen, other))


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
    return told["card"] == play.card and not play.taken and not takes and not _takers(seen, play)


def _gain(seen: Any, play: Any) -> tuple[tuple[str, ...], int]:
    """Return the names and points that a play scores at once, as the rules have them in any world."""
    found = set()
    for before, after in worlds("cicera", seen, play):
        lines = after.lines if not after.sheets[len(before.sheets) :] else after.sheets[-1].lines
        made = [
            line
            for line in lines[len(before.lines) :]
            if line.name in ("scua", "picada", "simili", "quadriglia")
        ]
        found.add((tuple(line.name for line in made), sum(line.points for line in made)))
    assert len(found) == 1
    return found.pop()


def _scores(seen: Any, play: Any, told: Any, other: Any) -> bool:
    lines, n = _gain(seen, play)
    theirs = 0 if other is None else _gain(seen, other)[1]
    if told.key == "scores-more" and not (theirs > 0 and told["less"] == theirs):
        return False
    return n > theirs and (told["lines"], told["n"]) == (lines, n)


def _napula(seen: Any, play: Any, told: Any, other: Any) -> bool:
    three, side = {card("AS"), card("2S"), card("3S")}, seen.viewer % 2
    ours, theirs = three & set(seen.taken[side]), three & set(seen.taken[1 - side])
    held = told["card"] in [c for c in _mine(play) if c in three]
    return held and (not theirs if told.key == "napula" else bool(theirs) and not ours)


def _rest(seen: Any, play: Any, told: Any, other: Any) -> bool:
    left = _table_after(seen, play)
    return (
        bool(play.taken)
        and tuple(sorted(left)) == told["cards"]
        and all(set(left) <= set(after.taken[seen.viewer % 2]) for _, after in worlds("cicera", seen, play))
    )


def _rank_left(seen: Any, play: Any, told: Any) -> bool:
    after = _table_after(seen, play)
    return sum(c.rank for c in after) == told["rank"] and (len(after) == 1 or all(c.rank < 11 for c in after))


def _total(seen: Any, play: Any) -> int:
    return sum(c.rank for c in _table_after(seen, play) if str(c)[0] not in "JQK")


def _spades(cards: list[Card]) -> int:
    return sum(str(c).endswith("S") for c in cards)


def _kept(seen: Any, play: Any, told: Any, other: Any) -> bool:
    """Return whether a card is left, and another one that might be left instead is kept."""
    return not play.taken and not other.taken and told["card"] == other.card is not play.card


def _keeps_take(seen: Any, play: Any, told: Any, other: Any) -> bool:
    mine, theirs = _captures(play.card, list(seen.table)), _captures(other.card, list(seen.table))
    return not mine and any(told["cards"] == order for taken in theirs for order in permutations(taken))


def _suits(cards: list[Card], one: Card) -> int:
    return sum(c.suit is one.suit and c is not one for c in cards)


def _simili(seen: Any, play: Any, told: Any, other: Any) -> bool:
    """Return whether more cards of the kept card's suit than of the other one's are in a place."""
    given, kept = play.card, other.card
    if given is kept or given.rank != kept.rank or bool(play.taken) != bool(other.taken):
        return False
    lying, hidden, hand = _table_after(seen, play), _unseen(seen), list(seen.hand)
    # What takes or is taken in a simili goes with cards of other ranks.
    left = told.key in ("simili-table", "simili-others", "simili-own")
    if (play.taken or str(given)[0] in "TJQK") if left else str(given)[0] not in "3456789T":
        return False
    place = {
        "simili-lies": lying,
        "simili-table": lying,
        "simili-more": [*lying, *hidden, *hand],
        "simili-others": hidden,
        "simili-mine": hand,
        "simili-own": hand,
    }[told.key]
    named = told["suit"] == given.suit if left else told["card"] == kept
    counted = told.key != "simili-lies" or told["n"] == _suits(lying, kept)
    more, less = (given, kept) if told.key == "simili-own" else (kept, given)
    return named and counted and _suits(place, more) > _suits(place, less)


SPECIAL: Final = {"2S": "mata", "TD": "dieci", "JH": "fante"}
NAPULA: Final = ("AS", "2S", "3S")

CICERA: Final[Mapping[str, Claim]] = {
    "scores": _scores,
    "scores-more": _scores,
    "special": lambda seen, play, told, other: (
        (told["card"], told["line"]) in [(c, SPECIAL[str(c)]) for c in _mine(play) if str(c) in SPECIAL]
    ),
    "napula": _napula,
    "no-napula": _napula,
    "rest": _rest,
    "bare": lambda seen, play, told, other: not _table_after(seen, play) and _safer(seen, play, other),
    "too-high": lambda seen, play, told, other: (
        sum(c.rank for c in _table_after(seen, play)) > 10
        and all(c.rank < 11 for c in _table_after(seen, play))
        and _nobody_sweeps(seen, play)
        and _safer(seen, play, other)
    ),
    "face": lambda seen, play, told, other: (
        told["card"] in [c for c in _table_after(seen, play) if str(c)[0] in "JQK"]
        and len(_table_after(seen, play)) > 1
        and _nobody_sweeps(seen, play)
        and _safer(seen, play, other)
    ),
    "all-gone": lambda seen, play, told, other: (
        _rank_left(seen, play, told) and _nobody_sweeps(seen, play) and _safer(seen, play, other)
    ),
    "last-one": lambda seen, play, told, other: (
        _rank_left(seen, play, told)
        and len(_sweepers(seen, play)) == 1
        and _sweepers(seen, play)[0].rank == told["rank"]
        and _safer(seen, play, other)
    ),
    "rather": lambda seen, play, told, other: (
        told["cards"] == other.taken != ()
        and len(_sweepers(seen, other)) == told["n"] > len(_sweepers(seen, play))
    ),
    "fewer-sweep": lambda seen, play, told, other: (
        (told["n"], told["more"]) == (len(_sweepers(seen, play)), len(_sweepers(seen, other)))
        and _safer(seen, play, other)
    ),
    "none-scores": lambda seen, play, told, other: _scorers(seen, play) == 0 < _scorers(seen, other),
    "fewer-score": lambda seen, play, told, other: (
        (told["n"], told["more"]) == (_scorers(seen, play), _scorers(seen, other))
        and _scorers(seen, play) < _scorers(seen, other)
    ),
    "score-less": lambda seen, play, told, other: (
        (told["n"], told["more"]) == (max(_worth(seen, play)), max(_worth(seen, other)))
        and max(_worth(seen, play)) < max(_worth(seen, other))
    ),
    "safe": _safe,
    "fewer-take": lambda seen, play, told, other: (
        told["card"] == play.card
        and not play.taken
        and (told["n"], told["more"]) == (_takers(seen, play), _takers(seen, other))
        and _takers(seen, play) < _takers(seen, other)
    ),
    "spades": lambda seen, play, told, other: (
        len(_mine(play)) == told["n"]
        and _spades(_mine(play)) == told["spades"]
        and _spades(_mine(play)) > _spades(_mine(other))
    ),
    "cards": lambda seen, play, told, other: (
        len(_mine(play)) == told["n"] and bool(play.taken) > bool(other.taken)
    ),
    "more-cards": lambda seen, play, told, other: (
        (told["n"], told["less"]) == (len(_mine(play)), len(_mine(other)))
        and len(_mine(play)) > len(_mine(other)) > 0
    ),
    "keeps-special": lambda seen, play, told, other: (
        _kept(seen, play, told, other) and str(play.card) not in SPECIAL and str(other.card) in SPECIAL
    ),
    "keeps-napula": lambda seen, play, told, other: (
        _kept(seen, play, told, other) and str(other.card) in NAPULA and str(play.card) not in NAPULA
    ),
    "keeps-spade": lambda seen, play, told, other: (
        _kept(seen, play, told, other) and _spades([other.card]) > _spades([play.card])
    ),
    "keeps-take": lambda seen, play, told, other: (
        _kept(seen, play, told, other) and _keeps_take(seen, play, told, other)
    ),
    "leaves-face": lambda seen, play, told, other: (
        _kept(seen, play, told, other) and str(play.card)[0] in "JQK" and str(other.card)[0] in "23456789T"
    ),
    "keeps-face": lambda seen, play, told, other: (
        _kept(seen, play, told, other)
        and str(play.card)[0] not in "JQK"
        and str(other.card)[0] in "JQK"
        and told["rank"] == other.card.rank
    ),
    "lower": lambda seen, play, told, other: (
        _kept(seen, play, told, other) and play.card.rank < other.card.rank < 11
    ),
    "leaves-higher": lambda seen, play, told, other: (
        not play.taken
        and not other.taken
        and told["card"] == play.card
        and other.card.rank < play.card.rank < 11
    ),
    "higher": lambda seen, play, told, other: (
        (told["n"], told["less"]) == (_total(seen, play), _total(seen, other))
        and _total(seen, play) > _total(seen, other)
        and not any(str(c)[0] in "JQK" for c in _table_after(seen, play))
    ),
    "fewer-able": lambda seen, play, told, other: (
        (told["n"], told["more"]) == (_able(seen, play), _able(seen, other))
        and _able(seen, play) < _able(seen, other)
    ),
    "back": lambda seen, play, told, other: (
        not play.taken
        and told["card"] == play.card
        and any(
            told["back"] == c and any(play.card in taken for taken in _captures(c, _table_after(seen, play)))
            for c in seen.hand
            if c is not play.card
        )
    ),
    "first": lambda seen, play, told, other: (
        (told["n"], told["less"]) == (_wanting(seen, play), _wanting(seen, other))
        and told["cards"] == play.taken
        and _wanting(seen, play) > _wanting(seen, other) > -1
    ),
    "waits": lambda seen, play, told, other: (
        not play.taken
        and other.card is not play.card
        and (told["card"], told["cards"]) == (other.card, other.taken)
        and other.taken != ()
    ),
    "simili-lies": _simili,
    "simili-more": _simili,
    "simili-others": _simili,
    "simili-mine": _simili,
    "simili-own": _simili,
    "simili-table": _simili,
}
