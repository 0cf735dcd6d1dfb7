"""Worlds: how the cards that a seat does not see may lie, the likelier ones more often.

What players did tells what they hold: a player who left a card had nothing better to do with the rest of the
hand, no capture, no picada, no card that would have been safer to leave. The greedy policy says what would
have been better: of all moves that a hand allows, one is as likely as exp(value / `LOOSE`), but for slips.
Worlds are the steps of a walk on which two unseen cards change places, or do not (Metropolis): each comes as
often as it is likely.
"""

from math import exp
from typing import Any, Final

from engine.ai.bits import below, fraction, size
from engine.ai.cicera.kernel import (
    ALL,
    CARDS,
    EACH,
    HANDS,
    LEFT,
    MOVES,
    OPTIONS,
    PILES,
    PLAYERS,
    TABLE,
    TURN,
    play,
)
from engine.ai.cicera.policy import weigh
from engine.ai.compiled import compiled

LOOSE: Final = 0.2
"""Points that make a move e times as likely."""
SLIP: Final = 0.004
"""How likely any move is, however bad."""
_MOST: Final = exp(20.0)
NOBODY: Final = 4
"""The owner of cards that are not dealt yet."""

CAPTURES, PICADA, TRAILED = 1, 2, 4
"""What can be heeded: captures not taken, picada among them or not, and other cards that were not left."""
EVERYTHING: Final = CAPTURES | PICADA | TRAILED


@compiled
def _draw(
    card: Any, table: Any, left: Any, unseen: Any, odds: Any, options: Any, base: Any, heed: Any, desk: Any,
    values: Any,
) -> Any:  # fmt: skip
    """Return how much a card in the hand draws towards its own moves, as against a move worth `base`.

    A capture that is not heeded draws nothing, a card left as much as the move that was made.
    """
    total = 0.0
    for place in range(weigh(card, table, left, unseen, odds, options, desk, values)):
        taken = desk[MOVES + place] & ALL
        kind = TRAILED if not taken else PICADA if taken & left else CAPTURES
        if heed & kind:
            total += min(exp((values[place] - base) / LOOSE), _MOST)
        elif kind == TRAILED:
            total += 1.0
    return total


@compiled
def infer(
    state: Any, viewer: Any, plays: Any, hidden: Any, odds: Any, heed: Any, evidence: Any, desk: Any,
    values: Any,
) -> Any:  # fmt: skip
    """Play all `plays` on a state of the deal without hands; note what those of others in this round tell.

    Returns how many they are. `evidence` gets for each how much every hidden card would draw, then how much
    the cards do that the player is known to have had, then the seat.
    """
    count = 0
    players, each = state[PLAYERS], state[EACH]
    first = len(plays) // (players * each) * players * each
    for place in range(len(plays)):
        move, turn = plays[place], state[TURN]
        if heed and place >= first and turn != viewer:
            shown = 0
            for later in range(place, len(plays), players):
                shown |= 1 << (plays[later] >> 52)
            table, left, options = state[TABLE], state[LEFT], state[OPTIONS]
            public = table | state[PILES] | state[PILES + 1]
            held = each - (place - first) // players
            next_held = each - (place + 1 - first) // players
            if not next_held and place < CARDS - 1:
                next_held = each
            row = odds[52 - size(public) - held, next_held]
            unseen = ALL & ~(public | shown)
            base = 0.0
            card = 1 << (move >> 52)
            for at in range(weigh(card, table, left, unseen, row, options, desk, values)):
                if desk[MOVES + at] == move:
                    base = values[at]
            known = 0.0
            rest = shown
            while rest:
                known += _draw(rest & -rest, table, left, unseen, row, options, base, heed, desk, values)
                rest &= rest - 1
            for at in range(len(hidden)):
                card = 1 << hidden[at]
                evidence[count, at] = _draw(
                    card, table, left, unseen & ~card, row, options, base, heed, desk, values
                )
            evidence[count, len(hidden)] = known
            evidence[count, len(hidden) + 1] = turn
            count += 1
        state[HANDS + turn] |= 1 << (move >> 52)
        play(state, move)
    return count


@compiled
def shuffle(order: Any, owner: Any, evidence: Any, chance: Any) -> None:
    """Lay the hidden cards out in any way, all equally likely, and add their draws to those known."""
    for place in range(len(order) - 1, 0, -1):
        other = below(chance, place + 1)
        order[place], order[other] = order[other], order[place]
    for row in evidence:
        for place in range(len(order)):
            if owner[place] == row[len(order) + 1]:
                row[len(order)] += row[order[place]]


@compiled
def walk(order: Any, owner: Any, evidence: Any, steps: Any, chance: Any) -> None:
    """Take so many steps; `order` has the hidden cards by place, `owner` whose each place is."""
    cards = len(order)
    for _ in range(steps):
        one, other = below(chance, cards), below(chance, cards)
        mine, theirs = owner[one], owner[other]
        if mine == theirs:
            continue
        x, y = order[one], order[other]
        likelier = 1.0
        for row in evidence:
            if row[cards + 1] == mine or row[cards + 1] == theirs:
                change = row[y] - row[x] if row[cards + 1] == mine else row[x] - row[y]
                likelier *= (1 / (row[cards] + change) + SLIP) / (1 / row[cards] + SLIP)
        if likelier >= 1 or fraction(chance) < likelier:
            order[one], order[other] = y, x
            for row in evidence:
                if row[cards + 1] == mine:
                    row[cards] += row[y] - row[x]
                elif row[cards + 1] == theirs:
                    row[cards] += row[x] - row[y]
