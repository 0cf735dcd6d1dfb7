"""Games by hand for tests of the fold: Ann and Cy against Bo and Di, or each for themself."""

from dataclasses import replace
from typing import Any, Final

from bot.store.model.results import HandRow, ResultRow, SatRow
from bot.store.ratings.folding import Owner, Rating, Ratings, fold, pair_of, played
from bot.store.ratings.model import prior
from engine import GAMES
from tests.bot.store.store_rows import ANN, BO, CY, DI, ENDED, a_result

EVE: Final = DI + 10
PAIRS: Final = ((ANN, CY), (BO, DI))
ALONE: Final = ((ANN,), (BO,), (CY,), (DI,))
SEATS: Final = {0: ANN, 1: CY, 2: BO, 3: DI}
"""The seats of Cicera as `a_result` numbers them: side by side."""
A, B, C, D = (ANN, 0), (BO, 0), (CY, 0), (DI, 0)
AC, BD = pair_of(ANN, CY), pair_of(BO, DI)
BY_TWO: Final = (A, B, C, D, AC, BD)
SKILL: Final = prior(GAMES["cicera"].SCATTER, pair=False)
LUCK: Final = GAMES["cicera"].SCATTER.luck ** 2


def a_hand(*points: int | None, **facts: tuple[int, ...]) -> HandRow:
    """Return a hand with these points by side, None for a side that is out."""
    by_name: Any = tuple(None if own is None else {} for own in points)
    return HandRow(tuple(own or 0 for own in points), by_name, **facts)


def a_game(*hands: HandRow, game: str = "cicera", **changes: Any) -> ResultRow:
    """Return the result of a game of four; who has most points has won, in some games the fewest."""
    sign = -1 if GAMES[game].LOW_WINS else 1
    sides = PAIRS if game == "cicera" else ALONE
    totals = [sign * sum(hand.points[side] for hand in hands) for side in range(len(sides))]
    result = a_result("t1", *zip(sides, totals, strict=True), game=game, **changes)
    return replace(result, hands=hands)


def rated(*games: ResultRow, before: Ratings | None = None) -> Ratings:
    """Return the ratings after games, all of which count fully."""
    ratings = dict(before or {})
    for one in games:
        game = played(one)
        assert game is not None
        fold(game, ratings, often=False)
    return ratings


def means(ratings: Ratings) -> dict[Owner, float]:
    """Return the mean of each rating."""
    return {key: rating.mean for key, rating in ratings.items()}


def known(**of: float) -> Ratings:
    """Return ratings of Ann, Bo, Cy and Di with these means, in both means."""
    keys = {"ann": A, "bo": B, "cy": C, "di": D}
    return {keys[name]: Rating(mean, 1.0, guarded=mean, changed_at=ENDED) for name, mean in of.items()}


def sat(*owners: tuple[int, int, int]) -> tuple[SatRow, ...]:
    """Return the owners of the seats of Cicera: (seat, since, user) for those that are not as usual."""
    seats = {seat for seat, _, _ in owners}
    usual = [(seat, 1, member) for seat, member in SEATS.items() if seat not in seats]
    return tuple(SatRow(seat, since, seat // 2, user) for seat, since, user in sorted([*usual, *owners]))
