"""The pages that Civil Suits alone has: all challengers' numbers, and the viewer's private knowledge."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.blocks.blocks import Block, ButtonStyle, lines
from bot.blocks.look import play
from bot.blocks.people import seat_name
from bot.games.civil_suits.board import POWERS
from bot.games.civil_suits.faces import face_text, face_texts
from bot.games.civil_suits.own import IN_LINE, looked, passes_to
from bot.locale import Words
from bot.table.view import View
from engine.cards import in_order
from engine.civil_suits import Options, Seen
from engine.civil_suits.actions import EXPOSE
from engine.civil_suits.options import DEFAULT_POWERS
from engine.civil_suits.trick import IS_CHALLENGER

LOOKED_UP: Final = "powers"


def appendix(options: Options, words: Words) -> tuple[str, ...]:
    """Return a text for each power, and one with the numbers of all sixteen challengers."""
    numbers = lines(words("civil-suits.powers.numbers", **_signs(words)), _numbers(options, words))
    return *(_power(power, words) for power in POWERS), numbers


def _powers(view: View[Seen], words: Words) -> tuple[Block, ...]:
    """Return the powers, and the numbers of all challengers."""
    title = words("civil-suits.powers.title", **_signs(words))
    return (lines(title, _numbers(view.seen.options, words)),)


def _power(power: str, words: Words) -> str:
    name = words(f"hint.civil-suits.power.{power}")
    title = words("civil-suits.power-title", sign=words.sign(power), power=name)
    return lines(title, words(f"civil-suits.power.{power}"))


def _signs(words: Words) -> dict[str, str]:
    return {power: words.sign(power) for power in POWERS}


def _numbers(options: Options, words: Words) -> str:
    """Return the numbers of all sixteen challengers, a line for each suit, and their origin."""
    challengers, told = in_order(IS_CHALLENGER), []
    for suit in dict.fromkeys(card.suit for card in challengers):
        of_suit = [face_text(card, options, words) for card in challengers if card.suit is suit]
        rows = (of_suit[first : first + IN_LINE] for first in range(0, len(of_suit), IN_LINE))
        told += [words("small", told=words("between").join(row)) for row in rows]
    usual = options.powers == DEFAULT_POWERS
    return lines(*told, words(f"civil-suits.powers.{'usual' if usual else 'own'}"))


def _passed(view: View[Seen], words: Words) -> tuple[Block, ...]:
    """Return the cards that the viewer passed in this round, and those that they were passed."""
    seen = view.seen
    told = []
    if seen.passed:
        name = seat_name(view, passes_to(seen)[0], words)
        told.append(
            words("civil-suits.passed", cards=face_texts(seen.passed, seen.options, words), name=name)
        )
    if seen.received:
        told.append(words("civil-suits.received", cards=face_texts(seen.received, seen.options, words)))
    return ("\n".join(told),) if told else ()


def _expose(view: View[Seen], words: Words) -> tuple[Block, ...]:
    """Return the question whether to make public the suits that Intelligence has shown the viewer (V18)."""
    if EXPOSE not in view.seen.legal:
        return ()
    text = words("civil-suits.sure.expose", known=words.listed(looked(view, words)))
    return text, (play(view, words("civil-suits.do.expose"), EXPOSE, ButtonStyle.GOOD),)


PAGES: Final[Mapping[str, Callable[[View[Any], Words], tuple[Block, ...]]]] = MappingProxyType(
    {"powers": _powers, "passed": _passed, "expose": _expose}
)
