"""The picture of a lobby: who sits where, which seats are free, and what is to be played."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.locale import Words
from bot.pictures import palette, seating
from bot.pictures.alt import card_names, told
from bot.pictures.fan import FANS, fan
from bot.pictures.names import people
from bot.pictures.plates import pill, pill_width
from bot.pictures.seating import EDGE, Seat, caption, caption_height
from bot.pictures.sketch import WIDTH, Icon, Item, Sketch, flat
from bot.pictures.style import Style
from bot.shown import AnyShown
from engine.ciapano.scoring import OUT
from engine.civil_suits.options import DEFAULT_POWERS
from engine.civil_suits.state import ROUNDS

FIELD: Final = 250
"""Pixels from the top to the strip with the name of the game."""
PANEL: Final = 196
"""Pixels of a side's panel."""
PILE: Final = 116
"""Pixels of the cards put away."""


def lobby(shown: AnyShown, words: Words, style: Style) -> Sketch:
    """Return the picture of a lobby."""
    felt, type = palette.FELTS[shown.game], seating.BIG if style.big else seating.PLAIN
    seats = _seated(shown, words)
    full = not any(seat.person.free for seat in seats)
    rules = RULES[shown.game](shown.seen.options, words)
    plates, height = placed(shown, seats, style)
    fanned = _fan(shown, style) if not style.big else ()
    title = words(f"{shown.game}.name")
    ready = words("picture.lobby.ready") if full and not shown.to_agree else ""
    items = flat(
        fanned,
        plates,
        caption(title, rules, height, felt, type, beside=pill_width(ready, type.label) if ready else 0),
        pill(ready, WIDTH - EDGE, height + 36, size=type.label) if ready else None,
    )
    return Sketch(
        shown.game,
        style.deck_of(shown.game),
        items,
        _alt(shown, seats, rules, words, style, fanned=bool(fanned), full=full),
        height + caption_height(type),
    )


def _seated(shown: AnyShown, words: Words) -> tuple[Seat, ...]:
    """Return who sits at each seat, with the level of a computer, the host marked, or for whom it is kept."""
    seats = []
    for person in people(shown, words):
        row = shown.at(person.seat)
        label = ""
        if row is not None and row.level is not None:
            label = words(f"level.{row.level}")
        elif row is not None and row.user_id == shown.host_id:
            label = words("picture.lobby.host")
        elif any(seat == person.seat for seat, _, _ in shown.reserved):
            label = words("picture.lobby.kept")
        seats.append(Seat(person, label))
    return tuple(seats)


def placed(shown: AnyShown, seats: tuple[Seat, ...], style: Style) -> tuple[tuple[Item, ...], int]:
    """Return the plates of all seats, and how high the stretch is that they take; cards stand behind them."""
    felt, type = palette.FELTS[shown.game], seating.BIG if style.big else seating.PLAIN
    if len(shown.sides) == 2:
        groups = [[seats[seat] for seat in side] for side in shown.sides]
        if not style.big:
            return seating.sides(groups, PANEL, 0, FIELD, felt, type), FIELD
        most = max(map(len, groups))
        height = type.mark + 4 * EDGE + most * (type.plate + 8) + EDGE
        return seating.sides(groups, (WIDTH - 3 * EDGE) // 2, 0, height, felt, type), height
    if not style.big:
        return seating.rows(seats, len(seats), FIELD - EDGE - type.plate, felt, type), FIELD
    count = -(-len(seats) // 2)
    return seating.rows(seats, 2, EDGE, felt, type), 2 * EDGE + count * (type.plate + 10) - 10


def _fan(shown: AnyShown, style: Style) -> tuple[Item, ...]:
    """Return the cards between two sides, or behind the plates of those who play each alone."""
    if len(shown.sides) == 2:
        return fan(shown, style, (WIDTH // 2, 112), 90, 226, 9)
    return fan(shown, style, (WIDTH // 2, 80), 100, 640, 7)


def pile(shown: AnyShown) -> tuple[Item, ...]:
    """Return the cards put away."""
    y = (FIELD - PILE) // 2 if len(shown.sides) == 2 else 24
    return (Icon((WIDTH - PILE) // 2, y, PILE, "pile"),)


def _cicera(options: Any, words: Words) -> str:
    players = words(f"cicera.option.players.{options.players}")
    return words("picture.lobby.cicera", players=players, target=options.target)


def _ciapano(options: Any, words: Words) -> str:
    return words("picture.lobby.ciapano", players=words(f"ciapano.option.players.{options.players}"), out=OUT)


def _civil_suits(options: Any, words: Words) -> str:
    usual = options.powers == DEFAULT_POWERS
    return words(f"picture.lobby.civil-suits.{'usual' if usual else 'own'}", rounds=ROUNDS)


RULES: Final[Mapping[str, Callable[[Any, Words], str]]] = MappingProxyType(
    {"cicera": _cicera, "ciapano": _ciapano, "civil-suits": _civil_suits}
)
"""What is to be played, from the options of a game, in a line."""


def _alt(
    shown: AnyShown,
    seats: tuple[Seat, ...],
    rules: str,
    words: Words,
    style: Style,
    *,
    fanned: bool,
    full: bool,
) -> str:
    """Return the picture in words."""
    return told(
        [
            words("alt.lobby", game=words(f"{shown.game}.name"), rules=rules),
            *told_seats(shown, seats, words),
            words("alt.lobby.full") if full else "",
            words("alt.lobby.fan", cards=card_names(FANS[shown.game], style.deck_of(shown.game), words))
            if fanned
            else "",
        ]
    )


def told_seats(shown: AnyShown, seats: tuple[Seat, ...], words: Words) -> list[str]:
    """Return who sits where, in words: by sides, or in one row."""
    told = [
        # That a seat is kept is said with the name.
        seat.person.said
        if seat.person.free or not seat.label
        else words("alt.seat", name=seat.person.said, label=seat.label)
        for seat in seats
    ]
    if len(shown.sides) != 2:
        return [words("alt.seats", names=words("comma").join(told))]
    return [
        words(f"alt.side.{side}", names=words("comma").join(told[seat] for seat in group))
        for side, group in enumerate(shown.sides)
    ]
