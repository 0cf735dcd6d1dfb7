"""Positions that explain the rules of Civil Suits, with the numbers that challengers have at a table."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from bot.games.civil_suits.board import POWERS
from bot.games.civil_suits.faces import face_text
from bot.locale import Words
from bot.pictures.parts.examples import ARROW, Below, Example, Sign, groups
from engine.cards import Card, Suit, card
from engine.civil_suits import NAME
from engine.civil_suits.options import CHALLENGERS, Numbers, Options
from engine.civil_suits.trick import Trick, champions

_TRICK: Final = groups(laid="2H TC 9H AS", taker="TC", ace="AS")
_BAN: Final = groups(lies="7H", minion="M1", kept="8H", replay="2C")
_TIE: Final = groups(laid="QS 5H QD 3C", added="JD", taker="QD")
_FULL: Final = groups(trick="KS 7D JH 2C")
_COSTS: Final = (("KH", "1"), ("AS", "3"), ("QD", "4"), ("M1", "5"), ("4C", "0"))


def examples(options: Options) -> tuple[Example, ...]:
    """Return the positions with the champions that these numbers make."""
    return (
        Example(
            NAME,
            4,
            "trick",
            _TRICK,
            ("laid",),
            "taker",
            (Below(_TRICK["taker"], (Sign("crown"),)),),
            _numbers(options, _TRICK["laid"]),
        ),
        Example(
            NAME,
            5,
            "ban",
            _BAN,
            ("lies", "minion", ARROW, "kept", "replay"),
            "replay",
            (Below(_BAN["minion"], (Sign("banned", Suit.HEARTS),)),),
        ),
        Example(
            NAME,
            6,
            "tie",
            _TIE,
            ("laid", "+", "added"),
            "taker",
            (Below(_TIE["taker"], (Sign("crown"),)),),
            _numbers(options, *_TIE.values()),
        ),
        _champions(options),
        Example(
            NAME,
            8,
            "points",
            groups(taken=" ".join(notation for notation, _ in _COSTS)),
            (Sign("civil_suit", Suit.HEARTS), "taken"),
            below=tuple(Below((card(notation),), (cost,)) for notation, cost in _COSTS),
            numbers=_numbers(options, tuple(card(notation) for notation, _ in _COSTS)),
        ),
    )


def _champions(options: Options) -> Example:
    """Return a full trick with the champion of each power below their card."""
    laid = tuple(enumerate(_FULL["trick"]))
    found = dict(zip(POWERS, champions(Trick(laid=laid), options), strict=True))
    best = {power: () if seat is None else (laid[seat][1],) for power, seat in found.items()}
    below = tuple(
        Below((one,), tuple(Sign(power) for power in POWERS if one in best[power]))
        for _, one in laid
        if any(one in cards for cards in best.values())
    )
    named = {**_FULL, **best}
    return Example(
        NAME,
        7,
        "champions",
        named,
        ("trick",),
        below=below,
        numbers=_numbers(options, _FULL["trick"]),
        spelled={"trick": partial(_with_numbers, options)},
    )


def _with_numbers(options: Options, cards: tuple[Card, ...], words: Words) -> str:
    """Return cards as a text, each challenger with its numbers."""
    between = words("civil-suits.between") if words.aloud else words("comma")
    return between.join(face_text(one, options, words) for one in cards)


def _numbers(options: Options, *cards: tuple[Card, ...]) -> Mapping[Card, Numbers]:
    """Return the numbers of the challengers among cards."""
    return {one: options.numbers(one) for group in cards for one in group if one in CHALLENGERS}
