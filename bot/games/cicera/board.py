"""The public part of Cicera in words: the cards on the table, and everybody's number of cards."""

from bot.blocks.blocks import lines
from bot.blocks.people import each, hands, side_name
from bot.locale import Words
from bot.store import Status
from bot.table.view import View
from engine.cicera import Options, Seen


def heading(view: View[Seen], words: Words) -> str:
    """Return the game, the number of the current or latest hand, and the target.

    Once a side has the target, the hand goes on to its end: then the higher total wins (C28, C29).
    """
    target, playing = view.seen.options.target, view.status is Status.PLAYING and not view.between_hands
    reached = playing and max(view.seen.totals) >= target
    return words(f"cicera.heading{'.reached' if reached else ''}", hand=view.hand, target=target)


def lying(view: View[Seen], words: Words) -> str:
    """Return the cards on the table."""
    return words("cicera.on-table", cards=words.cards(view.seen.table) or words("cicera.bare"))


def page(view: View[Seen]) -> int:
    """Return the topic of the rules on the current question: the points after a hand, or a turn."""
    return 4 if view.between_hands else 1


def appendix(options: Options, words: Words) -> tuple[str, ...]:
    """Return no texts: the rules say it all."""
    return ()


def winners(seen: Seen) -> tuple[int, ...]:
    """Return the winning side."""
    return () if seen.winner is None else (seen.winner,)


def placing(view: View[Seen], words: Words) -> str:
    """Return nothing: the totals tell the places."""
    return ""


def waiting(view: View[Seen], names: str, words: Words) -> str:
    """Return whose turn it is."""
    return words("turn.other", name=names)


def counts(view: View[Seen], words: Words) -> str:
    """Return each player's number of cards, and each side's number of cards taken."""
    seen = view.seen
    taken = each(((side_name(view, side, words), len(pile)) for side, pile in enumerate(seen.taken)), words)
    return lines(
        hands(view, words),
        words("cicera.taken", taken=taken),
        words("cicera.stock", n=seen.stock) if seen.stock else "",
    )
