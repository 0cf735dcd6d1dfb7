"""Shapes as SVG text. x runs right, y down, angles are degrees clockwise, and every function returns markup.

A shape takes `fill`, and as keywords whatever else SVG has for it, an underscore for each dash:
`line("M0 0L10 0", INK, 3, stroke_dasharray="4 2")`. A drawing is its pieces joined, each above those before.
"""

import math
from collections.abc import Iterable
from typing import Final

CARD: Final = (240, 336)
"""Width and height of a French card; the unit is a 240th of its width."""

ITALIAN_CARD: Final = (200, 340)
TILE: Final = (128, 128)

Point = tuple[float, float]


def svg_number(value: float) -> str:
    """Return `value` as short as SVG allows, at two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _more(attributes: dict[str, str | float]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else svg_number(value)}"'
        for name, value in attributes.items()
    )


def path(d: str, fill: str, **more: str | float) -> str:
    """Return a filled path; `d` is SVG path data."""
    return f'<path d="{d}" fill="{fill}"{_more(more)}/>'


def stroked(d: str, colour: str, width: float, **more: str | float) -> str:
    """Return a path that is only stroked, with round ends and corners."""
    rounded = {"stroke_linecap": "round", "stroke_linejoin": "round"} | more
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{svg_number(width)}"{_more(rounded)}/>'


def circle(x: float, y: float, radius: float, fill: str, **more: str | float) -> str:
    """Return a disc with its centre at (x, y)."""
    return f'<circle cx="{svg_number(x)}" cy="{svg_number(y)}" r="{svg_number(radius)}" fill="{fill}"{_more(more)}/>'


def ring(x: float, y: float, radius: float, colour: str, width: float) -> str:
    """Return a circle that is only stroked; `radius` is that of the middle of the stroke."""
    return circle(x, y, radius, "none", stroke=colour, stroke_width=width)


def rect(
    x: float, y: float, width: float, height: float, fill: str, radius: float = 0, **more: str | float
) -> str:
    """Return a rectangle with its upper left corner at (x, y)."""
    corner = f' rx="{svg_number(radius)}"' if radius else ""
    return (
        f'<rect x="{svg_number(x)}" y="{svg_number(y)}" width="{svg_number(width)}" height="{svg_number(height)}"{corner} '
        f'fill="{fill}"{_more(more)}/>'
    )


def outline(points: Iterable[Point]) -> str:
    """Return the path data of a closed polygon."""
    return "M" + "L".join(f"{svg_number(x)} {svg_number(y)}" for x, y in points) + "Z"


def polygon(points: Iterable[Point], fill: str, **more: str | float) -> str:
    """Return a filled polygon."""
    return path(outline(points), fill, **more)


def polar(radius: float, angle: float, centre: Point = (0, 0)) -> Point:
    """Return the point at `radius` from `centre`; angle 0 is up, 90 right."""
    turn = math.radians(angle)
    return centre[0] + radius * math.sin(turn), centre[1] - radius * math.cos(turn)


def group(transform: str, *parts: str, **more: str | float) -> str:
    """Return `parts` as one piece, moved by an SVG transform ("" for none)."""
    moved = f' transform="{transform}"' if transform else ""
    return f"<g{moved}{_more(more)}>{''.join(parts)}</g>"


def at(x: float, y: float, *parts: str, scale: float = 1, turn: float = 0) -> str:
    """Return `parts` with their origin at (x, y), first scaled, then turned by `turn` degrees."""
    transform = f"translate({svg_number(x)} {svg_number(y)})"
    if turn:
        transform += f" rotate({svg_number(turn)})"
    if scale != 1:
        transform += f" scale({scale:.4g})"
    return group(transform, *parts)


def on_grid(x: float, y: float, size: float, *parts: str, turn: float = 0) -> str:
    """Return `parts`, drawn on a grid of 100 × 100, as a square of `size` with its centre at (x, y)."""
    return at(x, y, group("translate(-50 -50)", *parts), scale=size / 100, turn=turn)


def twice(middle: Point, *parts: str) -> str:
    """Return `parts`, and the same again turned by 180° about `middle`."""
    drawn = "".join(parts)
    return drawn + group(f"rotate(180 {svg_number(middle[0])} {svg_number(middle[1])})", drawn)


def mirrored(*parts: str) -> str:
    """Return `parts`, and the same again mirrored at x = 0."""
    drawn = "".join(parts)
    return drawn + group("scale(-1 1)", drawn)


def clipped(name: str, shape: str, *parts: str) -> str:
    """Return `parts` as far as they lie in `shape`; `name` must be the only one of its kind in a picture."""
    return f'<clipPath id="{name}">{shape}</clipPath>' + group("", *parts, clip_path=f"url(#{name})")


def svg(width: float, height: float, *parts: str) -> str:
    """Return a whole picture; its units run from (0, 0) to (width, height)."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {svg_number(width)} {svg_number(height)}">'
        + "".join(parts)
        + "</svg>"
    )
