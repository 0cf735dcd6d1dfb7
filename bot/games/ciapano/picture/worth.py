"""Thirds of a point as pictures write them: no font of theirs has all fractions as signs."""

from bot.locale import Words
from bot.pictures.sketch.fonts import Font, width
from bot.pictures.sketch.sketch import LEFT, RIGHT, Text, right_of

STROKE = "\N{FRACTION SLASH}"
_GAP = 1
"""Pixels between a whole number and its fraction."""
_SMALL = 21
"""Pixels of a fraction's digits, at least."""


def worth(thirds: int, words: Words) -> str:
    """Return thirds as whole points and a fraction, to be read aloud."""
    whole, left = divmod(thirds, 3)
    fraction = words(f"alt.third.{left}") if left else ""
    if whole and left:
        return words("alt.mixed", whole=whole, fraction=fraction)
    return fraction or str(whole)


def drawn(
    thirds: int,
    x: int,
    y: int,
    size: int,
    colour: str,
    at: str = LEFT,
    plus: str = "",
    least: int = _SMALL,
) -> tuple[Text, ...]:
    """Return thirds as a number, its fraction aslant: one digit raised, a stroke, a 3.

    Digits of a fraction are no smaller than `least`.
    """
    whole, left = divmod(thirds, 3)
    small = max(least, round(0.68 * size))
    rise = round(0.72 * size) - round(0.72 * small) + 2
    parts: list[tuple[str, int, int]] = []
    if whole or not left:
        parts.append((str(whole), size, 0))
    if thirds and plus:
        parts.insert(0, (plus, size, 0))
    if left:
        parts += [(str(left), small, rise), (STROKE, size, 0), ("3", small, -2)]
    items: list[Text] = []
    for text, high, up in parts:
        x += _GAP if up > 0 and items else 0
        items.append(Text(x, y - up, text, Font.BOLD, high, colour))
        x += width(text, Font.BOLD, high)
    back = right_of(items[-1]) - items[0].x if at == RIGHT else 0
    return tuple(item._replace(x=item.x - back) for item in items)
