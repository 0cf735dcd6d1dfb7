"""The end of a game for one of its players: how it went, their best, how they stand, what it changed.

The public message tells the rest: the winners, the score and the places.
"""

from typing import Any, Final

from bot.blocks.blocks import lines
from bot.blocks.people import each, label_name, plain
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.ending.changes import gained
from bot.panels.ending.past import Best, Past
from bot.pictures.parts.tricks import number_text, signed
from bot.store import Status
from bot.table.view import AnyView
from bot.table.votes import CONCEDE, numbered
from engine import GAMES

_SEVERAL: Final = 2
"""The fewest hands or games of which one can be compared with others."""


def how_it_went(view: AnyView, words: Words) -> str:
    """Return the heading for the viewer: their margin or place, and the one thing that decided it, if any."""
    side = _side(view)
    kind, loser = numbered(view.ended)
    if view.status is Status.STOPPED and kind == CONCEDE:
        mine = "mine" if loser == side else "theirs"
        return words.count(f"end.conceded.{mine}", len(view.sides[side]), lead=_lead(view, side, words))
    if view.status is Status.STOPPED and not (view.seen.sheets or any(view.seen.totals)):
        return words("end.nothing")
    if len(view.sides) != 2:
        return _placed(view, side, words)
    if view.status is Status.STOPPED:
        return words("end.stopped", lead=_lead(view, side, words))
    winners = LOOKS[view.game].winners(view.seen)
    if len(winners) > 1:
        return words("end.drawn")
    told = LOOKS[view.game].deciding(view, words)
    margin = _ahead(view, winners[0])
    key = "end.won" if side in winners else "end.lost"
    if margin < 1:
        # Not by points.
        return words(f"{key}-else", told=told)
    return words.count(f"{key}-by", margin, told=told) if told else words.count(key, margin)


def _placed(view: AnyView, side: int, words: Words) -> str:
    """Return the viewer's place among several sides."""
    places = LOOKS[view.game].final_places(view)
    seat = view.sides[side][0]
    others = [view.sides[other][0] for other, place in enumerate(places) if place == places[side]]
    names = words.names(_name(view, other, words) for other in others if other != seat)
    over = "end.placed-with" if names else "end.placed"
    return words(
        "end.placed-stopped" if view.status is Status.STOPPED else over,
        place=words(f"end.place.{places[side]}"),
        of=words(f"end.of.{len(places)}"),
        names=names,
        told=LOOKS[view.game].deciding(view, words),
    )


def _lead(view: AnyView, side: int, words: Words) -> str:
    ahead = _ahead(view, side)
    if not ahead:
        return words("end.level")
    return words.count("end.ahead" if ahead > 0 else "end.behind", abs(ahead))


def _ahead(view: AnyView, side: int) -> int:
    """Return the points that one of two sides is ahead of the other."""
    mine, others = view.seen.totals[side], view.seen.totals[1 - side]
    return others - mine if GAMES[view.game].LOW_WINS else mine - others


def looked_back(view: AnyView, past: Past, words: Words) -> str:
    """Return the viewer's best play or hand, how often these sides have won, and what the game changed.

    After an early end no play is told: others may hold its cards in the hand that was not played to its end.
    """
    best = _best(view, past, words) if view.status is Status.FINISHED else ""
    return lines(best, _met(view, past, words), gained(view, past, words))


def _best(view: AnyView, past: Past, words: Words) -> str:
    assert view.viewer is not None
    best = past.best.get(view.viewer.seat)
    if best is None:
        return ""
    return (_best_hands if GAMES[view.game].LOW_WINS else _best_play)(view, best, words)


def _best_play(view: AnyView, best: Best, words: Words) -> str:
    """Return the viewer's play with the most points."""
    if best.action is None:
        return ""
    return words(
        "end.best-play",
        doing=LOOKS[view.game].doing(best.action, view, words),
        lines=words("comma").join(words(f"{view.game}.line.{line.name}") for line in best.lines),
        points=signed(sum(line.points for line in best.lines)),
        hand=best.hand,
    )


def _best_hands(view: AnyView, best: Best, words: Words) -> str:
    """Return the hands that cost the viewer least, of those that nobody else played from their seat."""
    sheets, side = view.seen.sheets, _side(view)
    hands = [number for number in best.alone if number <= len(sheets)]
    if len(sheets) < _SEVERAL or not hands:
        return ""
    least = min(sheets[number - 1].score(side) for number in hands)
    found = {number: _feats(view, sheets[number - 1], side, words) for number in hands}
    found = {number: feats for number, feats in found.items() if sheets[number - 1].score(side) == least}
    feats = max(found.values(), key=len)
    points = words.count(f"picture.{view.game}.points", abs(least), n=number_text(least))
    these = [number for number, names in found.items() if names == feats]
    return words.count(
        f"{view.game}.end.best",
        len(these),
        told=words("comma").join((*feats, points)),
        hands=words.listed(map(str, these)),
    )


def _feats(view: AnyView, sheet: Any, side: int, words: Words) -> list[str]:
    """Return the names of rare successes in a hand, such as a cappotto; it costs everybody else."""
    names = dict.fromkeys(line.name for line in sheet.lines if line.side == side and line.points <= 0)
    keys = [f"{view.game}.end.feat.{name}" for name in names]
    return [words(key) for key in keys if words.has(key)]


def _met(view: AnyView, past: Past, words: Words) -> str:
    """Return the games that these sides have won in this server, once they have met before."""
    met, side = past.met, _side(view)
    if met is None or met.games < _SEVERAL:
        return ""
    if len(view.sides) == 2:
        score = words("picture.over.score", first=met.wins[side], second=met.wins[1 - side])
        names = words("and").join(_name(view, seat, words) for seat in view.sides[1 - side])
        return words.count("end.met.sides", len(view.sides[side]), others=names, score=score)
    others = [(_name(view, view.sides[one][0], words), n) for one, n in enumerate(met.wins) if one != side]
    told = each([(words("name.you"), met.wins[side]), *others], words)
    return words.count("end.met.all", met.games, of=words(f"end.of.{len(met.wins)}"), told=told)


def _name(view: AnyView, seat: int, words: Words) -> str:
    """Return the short name of a seat; a computer that played for its person is not mentioned."""
    return plain(label_name(view, seat, words))


def _side(view: AnyView) -> int:
    """Return the viewer's side."""
    assert view.viewer is not None
    return view.side_of(view.viewer.seat)
