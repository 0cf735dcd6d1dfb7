"""The fold of games by the rules of the model: for whom a hand counts, and in which direction."""

import pytest

from bot.store.model.results import COMPUTERS, EARLY, LEFT, REWOUND, UNREADABLE, SatRow
from bot.store.ratings.folding import Rating, Ratings, fold, pair_of, played, variant_of
from bot.store.ratings.model import A_YEAR, Strength, grown, posterior, prior
from engine import GAMES
from tests.bot.store.ratings.hands import (
    AC,
    BD,
    BY_TWO,
    EVE,
    LUCK,
    SKILL,
    A,
    B,
    C,
    D,
    a_game,
    a_hand,
    known,
    means,
    rated,
    sat,
)
from tests.bot.store.store_rows import ANN, BO, CY, DI, ENDED

# Hints, and computers that play for a person


@pytest.mark.parametrize("points", [(9, 1), (1, 9)])
def test_a_hint_counts_for_its_side_downwards_and_for_the_others_as_always(points: tuple[int, int]) -> None:
    plain, hinted = means(rated(a_game(a_hand(*points)))), means(rated(a_game(a_hand(*points, hints=(1,)))))
    assert plain[A] * (points[0] - points[1]) > 0
    assert {key: hinted[key] for key in (A, C, AC)} == {key: min(0, plain[key]) for key in (A, C, AC)}
    assert {key: hinted[key] for key in (B, D, BD)} == {key: plain[key] for key in (B, D, BD)}


@pytest.mark.parametrize("points", [(9, 1), (1, 9)])
def test_a_computer_counts_down_for_the_leaver_and_up_for_the_partner(points: tuple[int, int]) -> None:
    plain, left = means(rated(a_game(a_hand(*points)))), means(rated(a_game(a_hand(*points, alone=(0,)))))
    assert left == {**plain, A: min(0, plain[A]), C: max(0, plain[C]), AC: 0}


@pytest.mark.parametrize("points", [(9, 1), (1, 9)])
def test_partners_who_have_both_left_only_fall(points: tuple[int, int]) -> None:
    plain, left = means(rated(a_game(a_hand(*points)))), means(rated(a_game(a_hand(*points, alone=(0, 1)))))
    assert left == {**plain, A: min(0, plain[A]), C: min(0, plain[C]), AC: 0}


def test_a_hint_beside_a_computer_lifts_nobody() -> None:
    after = means(rated(a_game(a_hand(9, 1, alone=(0,), hints=(1,)))))
    assert (after[A], after[C], after[AC]) == (0, 0, 0)


def test_what_does_not_count_leaves_the_doubt_as_it_was() -> None:
    after = rated(a_game(a_hand(9, 1, hints=(0,))))
    assert after[A].variance == SKILL > after[B].variance
    assert after[A].hands == after[B].hands == 1


# Points


@pytest.mark.parametrize("game", ["ciapano", "civil-suits"])
def test_low_points_are_good_where_the_fewest_win(game: str) -> None:
    after = means(rated(a_game(a_hand(3, 0, 9, 5), game=game)))
    assert sorted(after, key=lambda key: -after[key]) == [B, A, D, C]
    assert sum(after.values()) == pytest.approx(0)


def test_who_is_out_takes_no_part() -> None:
    scatter = GAMES["ciapano"].SCATTER
    first = prior(scatter, pair=False)
    after = rated(a_game(a_hand(4, 2, None, 0), game="ciapano"))
    expected = posterior([(-own, [Strength(0, first)]) for own in (4, 2, 0)], scatter.luck**2)
    assert [after[key].mean for key in (A, B, D)] == [change for ((change, _),) in expected]
    assert (after[C].mean, after[C].variance, after[C].hands, after[C].games) == (0, first, 0, 1)
    assert after[A].met == (str(BO), str(DI))


def test_a_hand_is_folded_after_the_other() -> None:
    one, other = a_hand(9, 1), a_hand(2, 7)
    assert means(rated(a_game(one, other))) == means(rated(a_game(one), a_game(other)))


def test_a_hand_that_fewer_than_two_have_played_counts_for_nobody() -> None:
    after = rated(a_game(a_hand(None, None), a_hand(3, None)))
    assert {(one.mean, one.hands) for one in after.values()} == {(0, 0)}


def test_the_first_three_different_opponents_are_known() -> None:
    # Eve takes over the seat of Bo.
    owners = (0, 1, ANN), (1, 1, BO), (1, 2, EVE), (2, 1, CY), (3, 1, DI)
    seats = tuple(SatRow(seat, since, seat, user) for seat, since, user in owners)
    after = rated(a_game(*4 * [a_hand(1, 2, 3, 4)], game="ciapano", sat=seats))
    assert after[A].met == (str(BO), str(CY), str(DI))
    assert after[EVE, 0].met == (str(ANN), str(CY), str(DI))


# Who has won and lost


def test_a_winner_never_falls_and_a_loser_never_rises() -> None:
    before = known(ann=5, cy=5, bo=-5, di=-5)
    after = rated(a_game(a_hand(5, 4)), before=before)
    for key in BY_TWO:
        change = after[key].mean - (before[key].mean if key in before else 0)
        assert change < 0 if key in (A, C, AC) else change > 0
        assert after[key].guarded == (before[key].guarded if key in before else 0)


def test_a_draw_protects_nobody() -> None:
    after = rated(a_game(a_hand(5, 5)), before=known(ann=5, cy=5, bo=-5, di=-5))
    assert after[A].guarded == after[A].mean < 5
    assert after[B].guarded == after[B].mean > -5
    assert after[A].wins == after[B].wins == 1


@pytest.mark.parametrize("game", ["ciapano", "civil-suits"])
def test_among_several_the_first_and_the_last_are_protected(game: str) -> None:
    before = known(ann=5, bo=4, cy=-4, di=-5)
    after = rated(a_game(a_hand(1, 2, 3, 4), game=game), before=before)
    assert all(after[key].mean < before[key].mean for key in (A, B))
    assert all(after[key].mean > before[key].mean for key in (C, D))
    assert [after[key].guarded for key in (A, B, C, D)] == [5, after[B].mean, after[C].mean, -5]


def test_several_can_be_first_or_last() -> None:
    shared = rated(a_game(a_hand(1, 1, 3, 3), game="civil-suits"), before=known(ann=5, bo=4, cy=-4, di=-5))
    assert [shared[key].guarded for key in (A, B, C, D)] == [5, 4, -4, -5]
    assert [shared[key].wins for key in (A, B, C, D)] == [1, 1, 0, 0]


def test_a_winner_for_whom_a_computer_has_played_is_not_protected() -> None:
    after = rated(a_game(a_hand(3, 4, alone=(0,)), a_hand(5, 3)), before=known(ann=5, cy=5, bo=-5, di=-5))
    assert after[A].guarded == after[A].mean < 5
    assert after[AC].guarded == after[AC].mean < 0
    assert after[C].guarded == 5
    assert after[A].wins == 1


def test_a_loser_who_has_left_does_not_rise_and_a_winner_who_has_left_has_not_won() -> None:
    taken_over = sat((0, 1, ANN), (0, 2, EVE), (2, 1, BO), (2, 2, EVE + 1))
    after = rated(a_game(a_hand(9, 1), a_hand(0, 20), sat=taken_over))
    assert after[A].mean > 0 == after[A].guarded
    assert after[B].mean < 0
    assert after[B].guarded == after[B].mean, "he was not there to win"
    assert [after[key].wins for key in (A, B, D, (EVE, 0), (EVE + 1, 0))] == [0, 0, 1, 0, 1]


def test_a_seat_that_was_taken_over_counts_for_each_from_their_first_hand() -> None:
    after = rated(a_game(a_hand(9, 1), a_hand(8, 2), a_hand(7, 3), sat=sat((2, 1, BO), (2, 2, EVE))))
    hands = {key: rating.hands for key, rating in after.items()}
    assert hands == {A: 3, C: 3, AC: 3, D: 3, B: 1, BD: 1, (EVE, 0): 2, pair_of(DI, EVE): 2}
    assert after[B].mean == means(rated(a_game(a_hand(9, 1))))[B]
    assert (after[A].met, after[A].most, after[D].most) == ((str(BO), str(DI), str(EVE)), 3, 2)
    assert {rating.games for rating in after.values()} == {1}


def test_a_hand_of_nobody_known_counts_for_nobody() -> None:
    after = rated(a_game(a_hand(9, 1), a_hand(8, 2), sat=sat((2, 1, BO), (2, 2, -1), (2, 3, EVE))))
    assert means(after) == means(rated(a_game(a_hand(9, 1)))) | {(EVE, 0): 0, pair_of(DI, EVE): 0}


def test_wins_in_a_row_end_with_a_loss() -> None:
    win, loss = a_game(a_hand(9, 1)), a_game(a_hand(1, 9))
    after = rated(loss, win, win)
    assert (after[A].streak, after[AC].streak, after[B].streak) == (2, 2, 0)
    assert (after[A].wins, after[A].games) == (2, 3)
    assert rated(win, win, loss)[A].streak == 0


# Games that do not count, or not as always


@pytest.mark.parametrize("why", [EARLY, COMPUTERS, UNREADABLE])
def test_a_game_does_not_count(why: str) -> None:
    assert played(a_game(a_hand(9, 1), why=why)) is None
    assert played(a_game(a_hand(9, 1), sat=())) is None


@pytest.mark.parametrize("first", [(0, 1, -1), (0, 1, 0), (0, 2, ANN)])
def test_a_game_that_a_computer_began_does_not_count(first: tuple[int, int, int]) -> None:
    assert played(a_game(a_hand(9, 1), a_hand(9, 1), sat=sat(first, (0, 3, EVE)))) is None


def test_a_game_stopped_after_somebody_had_left_counts_but_has_no_winner() -> None:
    hands = a_hand(9, 1), a_hand(8, 2)
    stopped = a_game(*hands, why=LEFT, sides=())
    after = rated(stopped)
    assert means(after) == means(rated(a_game(*hands)))
    assert all(rating.guarded == rating.mean for rating in after.values())
    assert {rating.wins for rating in after.values()} == {0}
    left = a_game(*hands, why=LEFT, sides=(), sat=sat((0, 1, ANN), (0, 2, EVE)))
    streaks = {key: rating.streak for key, rating in rated(a_game(*hands), left).items()}
    assert (streaks[A], streaks[C]) == (0, 1), "only who has lost their seat has won none in a row"
    unexpected = rated(stopped, before=known(ann=9, cy=9, bo=-9, di=-9))
    assert unexpected[A].guarded < 9
    assert unexpected[B].guarded > -9


def test_computers_plays_that_were_taken_back_help_nobody() -> None:
    hands = a_hand(9, 1, undone=(0,)), a_hand(9, 1, undone=(0,))
    plain, after = rated(a_game(*hands)), rated(a_game(*hands, why=REWOUND))
    assert plain[A].mean > 0 == after[A].mean == after[C].mean
    assert after[B].mean < 0
    assert {rating.wins for rating in after.values()} == {0}
    expected_more = rated(a_game(a_hand(5, 4), why=REWOUND), before=known(ann=5, cy=5, bo=-5, di=-5))
    assert expected_more[A].guarded == expected_more[A].mean < 5
    assert expected_more[B].guarded == -5


def test_who_gives_up_in_the_first_hand_has_lost_and_lifts_nobody() -> None:
    after = rated(a_game(sides=a_game(a_hand(1, 0)).sides, ended="concede-1"))
    assert {(one.mean, one.guarded, one.hands, one.games) for one in after.values()} == {(0, 0, 0, 1)}
    assert {key: rating.wins for key, rating in after.items()} == {A: 1, C: 1, AC: 1, B: 0, D: 0, BD: 0}


# Time, and games of the same people


def test_doubt_grows_between_two_games() -> None:
    first = rated(a_game(*10 * [a_hand(5, 4)]))
    later = rated(a_game(a_hand(5, 4), ended_at=ENDED + A_YEAR), before=first)
    assert later[A].was == (first[A].mean, first[A].guarded, grown(first[A].variance, SKILL, A_YEAR))
    assert first[A].variance < grown(first[A].variance, SKILL, A_YEAR) < SKILL
    assert later[A].changed_at == ENDED + A_YEAR
    earlier = rated(a_game(a_hand(5, 4), ended_at=ENDED - A_YEAR), before=first)
    assert earlier[A].was == (first[A].mean, first[A].guarded, first[A].variance)
    assert earlier[A].changed_at == ENDED


def test_games_that_the_same_people_play_too_often_have_twice_the_luck() -> None:
    game, ratings = played(a_game(a_hand(9, 1))), Ratings()
    assert game is not None
    fold(game, ratings, often=True)
    unknown = [Strength(0, SKILL), Strength(0, SKILL), Strength(0, 0.5**2)]
    ((change, variance), *_), _ = posterior([(9, unknown), (1, unknown)], 2 * LUCK)
    assert (ratings[A].mean, ratings[A].variance) == (change, variance)
    assert 0 < change < rated(a_game(a_hand(9, 1)))[A].mean


@pytest.mark.parametrize(
    ("game", "option", "value", "own"),
    [
        ("cicera", "players", 2, True),
        ("cicera", "deal", 6, True),
        ("cicera", "picada", "rank", True),
        ("cicera", "target", 21, False),
        ("ciapano", "players", 5, True),
        ("civil-suits", "powers", {"AS": [1, 1, 1]}, True),
    ],
)
def test_options_that_change_points_make_a_variant(game: str, option: str, value: object, own: bool) -> None:
    usual = GAMES[game].values(GAMES[game].options({}))
    assert (variant_of(game, {**usual, option: value}) != variant_of(game, usual)) == own
    assert variant_of(game, dict(reversed(usual.items()))) == variant_of(game, usual)
    assert len(variant_of(game, usual)) <= 16


def test_who_is_not_in_a_game_keeps_their_rating() -> None:
    stranger = Rating(3.0, 1.0)
    after = rated(a_game(a_hand(9, 1)), before={(EVE, 0): stranger})
    assert after[EVE, 0] is stranger
    assert after.keys() == {*BY_TWO, (EVE, 0)}
