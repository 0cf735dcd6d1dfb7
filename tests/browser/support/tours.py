"""The evenings of each game: every kind of message in the order in which the evening reaches it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from bot.table.view import View
from engine import GAMES
from engine.cards import Card
from engine.ciapano.actions import Discard
from engine.civil_suits import Phase
from engine.civil_suits.actions import EXPOSE
from tests.browser.support.endings import CUT, REST
from tests.browser.support.evenings import Moment
from tests.browser.support.kinds import (
    LOBBY,
    Kind,
    Tour,
    at,
    call,
    called,
    hand,
    pages,
    pressed,
    refused,
    thought_of,
    turn,
    warned,
)


def takes(view: View[Any], least: int, most: int = 1000) -> list[Card]:
    """Return the cards of a hand of Cicera that can be played in so many ways."""
    ways = Counter(action.card for action in view.seen.legal)
    return [card for card, number in ways.items() if least <= number <= most]


MANY: Final = 7
"""The number of plays of a card from which not all are offered by themselves."""


def many(view: View[Any]) -> str:
    return f"pick:{takes(view, MANY)[0]}"


def one(view: View[Any]) -> str:
    return f"pick:{takes(view, 2, 2)[0]}"


def marked(points: int, cards: int) -> Moment:
    """Return the moment when some of so many cards capture, one without a point, one for so many."""

    def come(view: View[Any]) -> bool:
        if not view.my_turn or len(view.seen.hand) < cards:
            return False
        best = dict.fromkeys(takes(view, 2), 0)
        for action in view.seen.legal:
            if action.card in best:
                scored = sum(line.points for line in view.preview(action))
                best[action.card] = max(best[action.card], scored)
        return {0, points} <= set(best.values())

    return come


CICERA: Final = (
    Kind("first-turn", at(turn(12)), turn=True),
    Kind("turn", at(marked(1, 12)), turn=True),
    Kind("turn-warned", warned, turn=True),
    Kind("refused", refused, refusal=True),
    Kind("hint", thought_of(pressed("hint")), turn=True),
    Kind("hint-refused", refused, refusal=True),
    *pages("cicera"),
    Kind("turn-points", at(marked(2, 7)), turn=True),
    Kind("captures", at(lambda view: view.my_turn and bool(takes(view, MANY)), many)),
    Kind("choosing", pressed(many, "pick:.* choose.*")),
    Kind("chosen", pressed("pick:.* choose .*"), onward=True),
    Kind("capture", at(lambda view: view.my_turn and bool(takes(view, 2, 2)), one)),
)


def dealers(view: View[Any]) -> bool:
    """Return whether the member must lay a card aside (P5)."""
    return view.my_turn and isinstance(view.seen.legal[0], Discard)


def leading(view: View[Any]) -> bool:
    """Return whether the member must lead with a full hand."""
    return turn(13)(view) and not view.seen.table and not dealers(view)


def following(view: View[Any]) -> bool:
    """Return whether the member must follow suit, with many cards in hand of which not all may be played."""
    seen = view.seen
    some = 1 < len(seen.legal) < len(seen.hand)
    return view.my_turn and some and len(seen.table) > 1 and len(seen.hand) > 10 and bool(seen.tricks)


CIAPANO: Final = (
    Kind("discard", at(dealers), turn=True, again=hand),
    Kind("discard-sure", pressed("pick:.*")),
    Kind("turn", at(following), turn=True),
    Kind("refused", refused, refusal=True),
    Kind("hint", thought_of(pressed("hint")), turn=True),
    Kind("hint-refused", refused, refusal=True),
    *pages("ciapano"),
    Kind("turn-leading", at(leading), turn=True),
    Kind("turn-warned", warned, turn=True),
)
CIAPANO_OF_FIVE: Final = (
    Kind("turn", at(turn(8)), turn=True),
    *pages("ciapano"),
)


def phase(wanted: Phase) -> Moment:
    return lambda view: view.my_turn and view.seen.phase is wanted


def knows(view: View[Any]) -> bool:
    """Return whether the member may, on their turn, make a suit public that Intelligence has shown (V18)."""
    return view.my_turn and EXPOSE in view.seen.legal


CIVIL_SUITS: Final = (
    Kind("suit", at(phase(Phase.SUIT))),
    Kind("suit-sure", pressed("pick:.*")),
    Kind("pass", at(phase(Phase.PASS))),
    Kind("passing", pressed(*["pick:pass.*"] * 4)),
    Kind("offer", at(phase(Phase.OFFER))),
    Kind("turn-fourteen", at(turn(14, Phase.PLAY)), turn=True),
    Kind("refused", refused, refusal=True),
    Kind("hint", thought_of(pressed("hint")), turn=True),
    Kind("hint-refused", refused, refusal=True),
    *pages("civil-suits"),
    Kind("magic", at(phase(Phase.MAGIC))),
    Kind("magic-sure", pressed("pick:magic .*")),
    Kind("magic-aside", pressed("pick:magic aside", *["pick:magic aside .*"] * 2)),
    Kind("turn", at(turn(13, Phase.PLAY)), turn=True),
    Kind("turn-warned", warned, turn=True),
    Kind("might", at(phase(Phase.MIGHT))),
    Kind("might-sure", pressed("pick:.*")),
    Kind("replay", at(phase(Phase.REPLAY))),
    Kind("challenge", at(phase(Phase.CHALLENGE))),
    Kind("ban", at(phase(Phase.BAN))),
    Kind("intelligence", at(phase(Phase.INTELLIGENCE))),
    Kind("intelligence-sure", pressed("pick:.*")),
    Kind("expose", at(knows, "more", "expose")),
)


BEGIN: Final = (*LOBBY, Kind("call", call, again=called), Kind("dealt", hand))


def tour(game: str, players: int, seed: int, kinds: tuple[Kind, ...]) -> Tour:
    """Return a game's tour: these kinds during play, and those that every game has around them."""
    cuts = GAMES[game].cutter(GAMES[game].options({}), 0) is not None
    rest = [kind for kind in REST if cuts or kind not in CUT]
    return Tour(
        game, players, seed, (*LOBBY, Kind("call", call, again=called), Kind("dealt", hand), *kinds, *rest)
    )


TOURS: Final[Mapping[str, Tour]] = {
    "cicera": tour("cicera", 4, 11, CICERA),
    "ciapano": tour("ciapano", 3, 6, CIAPANO),
    "ciapano-of-five": tour("ciapano", 5, 1, CIAPANO_OF_FIVE),
    "civil-suits": tour("civil-suits", 4, 42, CIVIL_SUITS),
}
