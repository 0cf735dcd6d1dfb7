"""The texts, views and questions of Carta alta."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.blocks.blocks import Block, ButtonStyle, in_rows, lines
from bot.blocks.counting import by_totals as final_places  # noqa: F401  # a part of the look
from bot.blocks.look import Question, card_face, hand_text, play
from bot.blocks.look import no_facts as own_facts  # noqa: F401  # a part of the look
from bot.blocks.look import no_leavers as leavers  # noqa: F401  # a part of the look
from bot.blocks.people import each, hands, seat_name, side_name
from bot.locale import Words
from bot.store import Figure, total
from bot.table.view import View
from engine.game import Event
from tests.fourth.rules import Play, Seen, Sheet

LOOKED_UP: Final = "last"
STATISTICS: Final[Mapping[str, Figure]] = {"tricks": total("tricks")}
SHOWN: Final = frozenset({"deal"})
LIES: Final = frozenset({"play"})
PAGES: Final[Mapping[str, Callable[[View[Any], Words], tuple[Block, ...]]]] = {}
VALUES: Final[Mapping[str, Callable[[Any, Words], str]]] = {}


def heading(view: View[Seen], words: Words) -> str:
    """Return the game, the number of the hand, and how many tricks win."""
    return words("carta-alta.heading", hand=view.hand, target=view.seen.options.target)


def lying(view: View[Seen], words: Words) -> str:
    """Return the trick with its players; the last one stays until the next lead."""
    seen = view.seen
    trick = seen.table or (seen.tricks[-1] if seen.tricks else ())
    told = (
        words("carta-alta.play", name=seat_name(view, seat, words), card=words.card(card))
        for seat, card in trick
    )
    return words("between").join(told) or words("carta-alta.no-trick")


def counts(view: View[Seen], words: Words) -> str:
    """Return everybody's number of cards, and of tricks in this hand."""
    won = ((seat_name(view, seat, words), str(n)) for seat, n in enumerate(view.seen.won))
    return lines(hands(view, words), words("carta-alta.won", won=each(won, words)))


def waiting(view: View[Seen], names: str, words: Words) -> str:
    """Return the line about the player on turn."""
    return words("turn.other", name=names)


def question(view: View[Seen], words: Words) -> Question:
    """Return the viewer's cards, each a button once it is their turn."""
    seen = view.seen
    if not view.my_turn:
        return Question("", (), "", hand_text(seen.hand, words))
    buttons = [play(view, card_face(card, words), Play(card), ButtonStyle.MAIN) for card in seen.hand]
    return Question(words("carta-alta.asked"), tuple(in_rows(buttons)))


def further(view: View[Seen], notation: str, words: Words) -> None:
    """Return None: nothing is asked further."""


def doing(action: Play, view: View[Seen], words: Words) -> str:
    """Return an action in words."""
    return words("carta-alta.do", card=words.card(action.card))


def page(view: View[Seen]) -> int:
    """Return the one topic of the rules."""
    return 1


def appendix(options: Any, words: Words) -> tuple[str, ...]:
    """Return nothing: the rules have it all."""
    return ()


def tell(event: Event, view: View[Seen], words: Words) -> str:
    """Return an event in words."""
    name = seat_name(view, event.seat, words) if event.seat is not None else ""
    match event.name:
        case "deal" | "trick":
            return words(f"carta-alta.told.{event.name}", name=name)
        case "play":
            return words("carta-alta.told.play", name=name, card=words.card(event.cards[0]))
        case _:
            return ""


brief = tell


def firsts(event: Event, view: View[Seen]) -> tuple[str, ...]:
    """Return no names: the game explains nothing when it happens."""
    return ()


def weight(event: Event, view: View[Seen]) -> int:
    """Return 1 for a trick: all are alike."""
    return int(event.name == "trick")


def account(sheet: Sheet, number: int, before: list[int], view: View[Seen], words: Words) -> str:
    """Return the score sheet of a hand."""
    return lines(
        *(
            words("sheet.side", side=side_name(view, side, words), before=total, after=total + n, n=n)
            for side, (total, n) in enumerate(zip(before, sheet.tricks, strict=True))
        )
    )


def winners(seen: Seen) -> tuple[int, ...]:
    """Return the winners."""
    return () if seen.to_act else tuple(s for s, n in enumerate(seen.totals) if n == max(seen.totals))


def deciding(view: View[Seen], words: Words) -> str:
    """Return the viewer's tricks where several play."""
    assert view.viewer is not None
    return "" if len(view.sides) == 2 else words("carta-alta.tricks", n=view.seen.totals[view.viewer.seat])


def by_how_much(view: View[Seen], words: Words) -> str:
    """Return nothing: the totals tell it."""
    return ""


def placing(view: View[Seen], words: Words) -> str:
    """Return nothing: the totals tell it."""
    return ""
