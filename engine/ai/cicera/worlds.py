"""Worlds: assignments of the cards that a seat does not see, sampled by how likely they are.

Plays tell of hands: a player who left a card probably had no capture, no picada and no card that was safer to
leave. In the model, each move that a hand allows is chosen with a probability proportional to
exp(value / `TEMPERATURE`), valued by the greedy policy.
Worlds are sampled by a random walk (Metropolis) in which each step tries to exchange two hidden cards.
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

TEMPERATURE: Final = 0.2
"""The difference in points that makes a move e times as likely."""
FLOOR: Final = 0.004
"""Added to the probability of every move, so that no play rules out a hand."""
_MOST: Final = exp(20.0)
NOBODY: Final = 4
"""The owner of cards that are not dealt yet."""

CAPTURES, PICADA, TRAILED = 1, 2, 4
"""Flags for the evidence to infer from: captures not made, without or with picada, and cards not left."""
EVERYTHING: Final = CAPTURES | PICADA | TRAILED


@compiled
def _weight(
    card: Any, table: Any, left: Any, unseen: Any, odds: Any, options: Any, base: Any, infer_from: Any,
    scratch: Any, values: Any,
) -> Any:  # fmt: skip
    """Return the weight of the moves with a card of the hand, relative to a move with value `base`.

    Without inference from captures these weigh 0; without inference from cards left, leaving one weighs 1.
    """
    total = 0.0
    for index in range(weigh(card, table, left, unseen, odds, options, scratch, values)):
        taken = scratch[MOVES + index] & ALL
        kind = TRAILED if not taken else PICADA if taken & left else CAPTURES
        if infer_from & kind:
            total += min(exp((values[index] - base) / TEMPERATURE), _MOST)
        elif kind == TRAILED:
            total += 1.0
    return total


@compiled
def infer(
    state: Any, viewer: Any, plays: Any, hidden: Any, odds: Any, infer_from: Any, evidence: Any, scratch: Any,
    values: Any,
) -> Any:  # fmt: skip
    """Return how many plays of others in this round are evidence, and write a row to `evidence` for each.

    A row has the weight of every hidden card if the player had it, the total weight of the cards that the
    player is known to have had, and the seat. All `plays` are made on `state`, which begins as dealt but
    without hands.
    """
    count = 0
    players, each = state[PLAYERS], state[EACH]
    first = len(plays) // (players * each) * players * each
    for index in range(len(plays)):
        move, turn = plays[index], state[TURN]
        if infer_from and index >= first and turn != viewer:
            shown = 0
            for later in range(index, len(plays), players):
                shown |= 1 << (plays[later] >> 52)
            table, left, options = state[TABLE], state[LEFT], state[OPTIONS]
            public = table | state[PILES] | state[PILES + 1]
            held = each - (index - first) // players
            next_held = each - (index + 1 - first) // players
            if not next_held and index < CARDS - 1:
                next_held = each
            row = odds[52 - size(public) - held, next_held]
            unseen = ALL & ~(public | shown)
            base = 0.0
            card = 1 << (move >> 52)
            for at in range(weigh(card, table, left, unseen, row, options, scratch, values)):
                if scratch[MOVES + at] == move:
                    base = values[at]
            known = 0.0
            rest = shown
            while rest:
                known += _weight(
                    rest & -rest, table, left, unseen, row, options, base, infer_from, scratch, values
                )
                rest &= rest - 1
            for at in range(len(hidden)):
                card = 1 << hidden[at]
                evidence[count, at] = _weight(
                    card, table, left, unseen & ~card, row, options, base, infer_from, scratch, values
                )
            evidence[count, len(hidden)] = known
            evidence[count, len(hidden) + 1] = turn
            count += 1
        state[HANDS + turn] |= 1 << (move >> 52)
        play(state, move)
    return count


@compiled
def shuffle(order: Any, owner: Any, evidence: Any, rng: Any) -> None:
    """Assign the hidden cards at random, uniformly, and add the weights of each hand to `evidence`."""
    for index in range(len(order) - 1, 0, -1):
        other = below(rng, index + 1)
        order[index], order[other] = order[other], order[index]
    for row in evidence:
        for index in range(len(order)):
            if owner[index] == row[len(order) + 1]:
                row[len(order)] += row[order[index]]


@compiled
def walk(order: Any, owner: Any, evidence: Any, steps: Any, rng: Any) -> None:
    """Take this number of `steps`; `order` has the hidden cards, `owner` the owner of each index in it."""
    cards = len(order)
    for _ in range(steps):
        one, other = below(rng, cards), below(rng, cards)
        mine, theirs = owner[one], owner[other]
        if mine == theirs:
            continue
        x, y = order[one], order[other]
        likelier = 1.0
        for row in evidence:
            if row[cards + 1] == mine or row[cards + 1] == theirs:
                change = row[y] - row[x] if row[cards + 1] == mine else row[x] - row[y]
                likelier *= (1 / (row[cards] + change) + FLOOR) / (1 / row[cards] + FLOOR)
        if likelier >= 1 or fraction(rng) < likelier:
            order[one], order[other] = y, x
            for row in evidence:
                if row[cards + 1] == mine:
                    row[cards] += row[y] - row[x]
                elif row[cards + 1] == theirs:
                    row[cards] += row[x] - row[y]
