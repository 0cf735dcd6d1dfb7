"""Shapes as SVG text. x runs right, y down, angles are degrees clockwise, and every function returns markup.

A shape takes `fill`, and any other SVG attribute as a keyword, with an underscore for each dash:
`stroked("M0 0L10 0", INK, 3, stroke_dasharray="4 2")`. A drawing is its pieces joined, each above those
before.
"""

import math
from collections.abc import Iterable
from typing import Final

CARD: Final = (240, 336)
"""Width and height of a French card; the unit is a 240th of its width."""

ITALIAN_CARD: Final = (200, 340)
TILE: Final = (128, 128)

Point = tuple[float, float]


def compact(value: float) -> str:
    """Return a number with at most two decimals, as short as SVG allows."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _more(attributes: dict[str, str | float]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else compact(value)}"'
        for name, value in attributes.items()
    )


def path(d: str, fill: str, **more: str | float) -> str:
    """Return a filled path; `d` is SVG path data."""
    return f'<path d="{d}" fill="{fill}"{_more(more)}/>'


def stroked(d: str, colour: str, width: float, **more: str | float) -> str:
    """Return a stroked path with round ends and corners."""
    rounded = {"stroke_linecap": "round", "stroke_linejoin": "round"} | more
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{compact(width)}"{_more(rounded)}/>'


def circle(x: float, y: float, radius: float, fill: str, **more: str | float) -> str:
    """Return a disc with its centre at (x, y)."""
    return f'<circle cx="{compact(x)}" cy="{compact(y)}" r="{compact(radius)}" fill="{fill}"{_more(more)}/>'


def ring(x: float, y: float, radius: float, colour: str, width: float) -> str:
    """Return a stroked circle; `radius` is that of the middle of the stroke."""
    return circle(x, y, radius, "none", stroke=colour, stroke_width=width)


def rect(
    x: float, y: float, width: float, height: float, fill: str, radius: float = 0, **more: str | float
) -> str:
    """Return a rectangle with its upper left corner at (x, y)."""
    corner = f' rx="{compact(radius)}"' if radius else ""
    return (
        f'<rect x="{compact(x)}" y="{compact(y)}" width="{compact(width)}" height="{compact(height)}"'
        f'{corner} fill="{fill}"{_more(more)}/>'
    )


def outline(points: Iterable[Point]) -> str:
    """Return the path data of a closed polygon."""
    return "M" + "L".join(f"{compact(x)} {compact(y)}" for x, y in points) + "Z"


def polygon(points: Iterable[Point], fill: str, **more: str | float) -> str:
    """Return a filled polygon."""
    return path(outline(points), fill, **more)


def polar(radius: float, angle: float, centre: Point = (0, 0)) -> Point:
    """Return the point at `radius` from `centre`; angle 0 is up, 90 right."""
    turn = math.radians(angle)
    return centre[0] + radius * math.sin(turn), centre[1] - radius * math.cos(turn)


def group(transform: str, *parts: str, **more: str | float) -> str:
    """Return `parts` as one group under an SVG transform ("" for none)."""
    moved = f' transform="{transform}"' if transform else ""
    return f"<g{moved}{_more(more)}>{''.join(parts)}</g>"


def at(x: float, y: float, *parts: str, scale: float = 1, turn: float = 0) -> str:
    """Return `parts` with their origin at (x, y), first scaled, then turned by `turn` degrees."""
    transform = f"translate({compact(x)} {compact(y)})"
    if turn:
        transform += f" rotate({compact(turn)})"
    if scale != 1:
        transform += f" scale({scale:.4g})"
    return group(transform, *parts)


def on_grid(x: float, y: float, size: float, *parts: str, turn: float = 0) -> str:
    """Return `parts`, drawn on a grid of 100 × 100, as a square of `size` with its centre at (x, y)."""
    return at(x, y, group("translate(-50 -50)", *parts), scale=size / 100, turn=turn)


def twice(middle: Point, *parts: str) -> str:
    """Return `parts` and a copy turned by 180° about `middle`."""
    drawn = "".join(parts)
    return drawn + group(f"rotate(180 {compact(middle[0])} {compact(middle[1])})", drawn)


def mirrored(*parts: str) -> str:
    """Return `parts` and their mirror image at x = 0."""
    drawn = "".join(parts)
    return drawn + group("scale(-1 1)", drawn)


def clipped(name: str, shape: str, *parts: str) -> str:
    """Return `parts` clipped to `shape`; `name` must be unique in a picture."""
    return f'<clipPath id="{name}">{shape}</clipPath>' + group("", *parts, clip_path=f"url(#{name})")


def svg(width: float, height: float, *parts: str) -> str:
    """Return a whole picture; its units run from (0, 0) to (width, height)."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {compact(width)} {compact(height)}">'
        + "".join(parts)
        + "</svg>"
    )
