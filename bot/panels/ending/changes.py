"""What a finished game changed, in a line: for one of its players privately, and for the server publicly."""

from bot.blocks.people import plain, short_names, side_name
from bot.locale import Words
from bot.panels.ending.past import Past
from bot.store.ratings.rivalry.after import BEAT_THE_ODDS, NEW_FIRST
from bot.table.view import AnyView


def gained(view: AnyView, past: Past, words: Words) -> str:
    """Return the points a hand that a game brought the viewer or their pair, and whom they pass by that."""
    gain = None if view.viewer is None else past.outcome.gains.get(view.viewer.user_id)
    if gain is None:
        return ""
    # As many digits as are told.
    points = round(gain.points, 1)
    if not gain.passes:
        return words(words.of_game(view.game, "end.gained"), points=points) if points else ""
    names = words("and").join(plain(name) for name in short_names(gain.passes))
    moved = words.count("end.passed-by" if gain.behind else "end.passes", len(gain.passes), names=names)
    key = "end.gained-and" if points else "end.gained-little"
    return words(words.of_game(view.game, key), points=points, moved=moved)


def news(view: AnyView, past: Past, words: Words) -> str:
    """Return the one thing about a game that matters to its server, empty without one."""
    told = past.outcome.news
    if told is None:
        return ""
    if told.kind == BEAT_THE_ODDS:
        return words("end.upset", chance=told.n)
    side, number = side_name(view, told.side, words), len(view.sides[told.side])
    if told.kind == NEW_FIRST:
        return words.count("end.first-of-season" if told.season else "end.first", number, side=side)
    return words.count("end.streak", number, side=side, games=told.n)
