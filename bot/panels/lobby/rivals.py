"""How the people in a full lobby stand, in a line, and the chance of each pair."""

from collections.abc import Callable
from typing import Final

from bot.blocks.people import all_long, label_name, plain
from bot.locale import Words
from bot.panels.shared.rematch import all_kept, kept_name
from bot.store import Known, Status, Store
from bot.store.ratings.folding import variant_of
from bot.store.ratings.rivalry.before import Lobby, Opposed, Rivalry, in_pairs
from bot.table.table import Table
from bot.table.view import AnyView

_ALL: Final = 100
"""Percent."""


class Rivalries:
    """How the people of full lobbies stand; None for others, and where that is not known in time."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        async def read(lobby: Lobby) -> Rivalry | None:
            return await store.ratings.rivalry(lobby, now())

        # A lobby without it is drawn again only after the next press: this is worth a wait.
        self._known = Known[Lobby, Rivalry | None](read, lambda _: None, "rivalries", times=4)

    async def of(self, table: Table) -> Rivalry | None:
        """Return how the people of a lobby stand, None while a seat is free or has a computer."""
        lobby = full_lobby(table)
        return None if lobby is None else await self._known.of(lobby)

    def expire(self) -> None:
        """Have all of them read anew: a member hides or was forgotten."""
        self._known.expire_all()


def full_lobby(table: Table) -> Lobby | None:
    """Return the lobby whose seats all have people, or are kept for them; None for any other table."""
    row = table.row
    sides = _members(table) if row.status is Status.LOBBY else None
    if sides is None:
        return None
    variant = variant_of(row.game, table.game.values(table.options))
    return Lobby(row.id, row.guild_id, row.game, variant, sides)


def _members(table: Table | AnyView) -> Opposed | None:
    """Return the members of each side, also those with kept seats; None where somebody is missing."""
    reserved = table.row.reserved if isinstance(table, Table) else table.reserved
    sitting = {row.seat: row.user_id for row in table.seats} | {seat: user for seat, user, _ in reserved}
    if any(sitting.get(seat, 0) <= 0 for side in table.sides for seat in side):
        return None
    return tuple([tuple([sitting[seat] for seat in side]) for side in table.sides])


def stands(view: AnyView, rivalry: Rivalry | None, words: Words) -> str:
    """Return the line on how the people of a lobby stand, empty where nothing is known of these sides."""
    if rivalry is None or rivalry.sides != _members(view):
        return ""
    told = _score(view, rivalry, words) if rivalry.games else _for_the_first_time(view, rivalry, words)
    return words("small", told=told) if told else ""


def _for_the_first_time(view: AnyView, rivalry: Rivalry, words: Words) -> str:
    of = words(f"end.of.{sum(map(len, view.sides))}")
    if not rivalry.met:
        return words("lobby.first-time", of=of, game=words(f"{view.game}.name"))
    # Games of these sides that do not count are no first time, and no score either.
    apart = in_pairs(view.sides) and not rivalry.sides_met
    return words("lobby.first-pairs", of=of) if apart else ""


def _score(view: AnyView, rivalry: Rivalry, words: Words) -> str:
    """Return the score of two sides, or who has won most games of several."""
    when = words("lobby.this-season" if rivalry.season else "lobby.so-far")
    most = max(rivalry.won)
    best = [side for side, won in enumerate(rivalry.won) if won == most]
    names = words.names(_side(view, side, words) for side in best)
    if len(view.sides) == 2:
        score = words("picture.over.score", first=most, second=min(rivalry.won))
        if len(best) == 2:
            return words("lobby.level", score=score, when=when)
        other = _side(view, 1 - best[0], words)
        return words.count(
            "lobby.leads", len(view.sides[best[0]]), first=names, second=other, score=score, when=when
        )
    if not most:
        return ""
    if rivalry.games == 1:
        return words.count("lobby.won-once", len(best), names=names, when=when)
    if len(best) == len(view.sides):
        return words("lobby.all-level", won=most, when=when)
    return words.count("lobby.won-most", len(best), names=names, won=most, games=rivalry.games, when=when)


def chances(view: AnyView, rivalry: Rivalry | None, words: Words) -> str:
    """Return the chance of each of two pairs, empty where it is not to be told."""
    if rivalry is None or rivalry.chance is None or rivalry.sides != _members(view):
        return ""
    first, second = rivalry.chance, _ALL - rivalry.chance
    marks = {"mark": words("side.mark.0"), "other": words("side.mark.1")}
    return words("small", told=words("lobby.chances", first=first, second=second, **marks))


def _side(view: AnyView, side: int, words: Words) -> str:
    """Return the names of a side; where all are long, its mark, as a phone has no more room in a lobby."""
    if view.teams and all_long(view) and not all_kept(view):
        return words(f"side.mark.{side}")
    return words("and").join(
        kept_name(view, seat, words) or plain(label_name(view, seat, words)) for seat in view.sides[side]
    )
