"""A move drawn on the board: the way along the path, with a bounce on each space jumped over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, copysign, degrees, hypot, pi, sin
from typing import TYPE_CHECKING, Final

from cartagena.picture.svg_writer import INK, circle, ellipse, group, num, path, tag

if TYPE_CHECKING:
    from cartagena.rules.notation.route import Route

SHINE: Final = "#ffb347"
"""The light of a space on which a move begins or ends."""

CHOSEN: Final = "#fff6c8"
"""The light of what is chosen."""

CHALK: Final = "#fff8e7"
"""The colour of a way."""

Point = tuple[float, float]

_SAMPLES: Final = 8
"""Points per step from place to place."""

_LOW_HOP: Final = 20.0
_HIGH_HOP: Final = 44.0
_HEIGHT_PER_STEP: Final = 6.0
"""Minimum and maximum height of a hop, and its growth with each step, as in the browser client."""

_SWING: Final = 30.0
"""The distance by which a line swings out where the path turns, to avoid the symbols there."""

_STRIDE: Final = 25.0
_STANCE: Final = 6.0
"""Distance between two footprints, and of a footprint from the middle of the way."""


def definitions() -> str:
    """Return the glow behind a pirate that can be pressed, and behind the chosen one."""
    return "".join(
        tag(
            "radialGradient",
            tag("stop", offset="0.2", stop_color=colour, stop_opacity="0.85"),
            tag("stop", offset="0.6", stop_color=colour, stop_opacity="0.4"),
            tag("stop", offset="1", stop_color=colour, stop_opacity="0"),
            id=name,
        )
        for name, colour in (("ct-aura", SHINE), ("ct-aura-chosen", CHOSEN))
    )


def draw_route(route: Route, spots: dict[str, Point], *, back: bool) -> str:
    """Draw the way of a pirate: dotted chalk, or footprints if it goes back.

    `spots` has the feet of the pirates at each place.
    """
    if back:
        marks = list(_footprints([spots[place] for place in route.places]))
        return group(*marks, class_="highlight")
    curve = "M" + "L".join(
        f"{num(x)} {num(y)}" for x, y in route_points(route.places, route.jumped, spots)
    )
    pen = {"stroke_linecap": "round", "stroke_linejoin": "round", "stroke_dasharray": "0.1 13"}
    ticks = [
        group(
            circle(0, 0, 11, CHALK, stroke=INK, stroke_width=2),
            path("M-5 0.5L-1.4 4.4L5.4 -4", stroke=INK, stroke_width=3, stroke_linecap="round"),
            at=(spots[place][0] + 34, spots[place][1] - 62),
            class_="jumped",
        )
        for place in route.jumped
    ]
    return group(
        path(curve, stroke=INK, stroke_width=11, **pen),
        path(curve, stroke=CHALK, stroke_width=7, **pen),
        *ticks,
        class_="highlight",
    )


def _footprints(spots: Sequence[Point]) -> Iterator[str]:
    """Yield footprints along a way, left and right in turn."""
    rest, side = _STRIDE, 1
    for (x1, y1), (x2, y2) in pairwise(spots):
        length = hypot(x2 - x1, y2 - y1) or 1.0
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        while rest < length:
            x = x1 + ux * rest - uy * _STANCE * side
            y = y1 + uy * rest + ux * _STANCE * side
            turn = num(degrees(atan2(uy, ux)))
            foot = ellipse(0, 0, 6, 3.4, CHALK, stroke=INK, stroke_width=2)
            yield group(foot, transform=f"translate({num(x)} {num(y)}) rotate({turn})")
            rest, side = rest + _STRIDE, -side
        rest -= length


def route_points(
    places: Sequence[str], jumped: Sequence[str], spots: dict[str, Point]
) -> list[Point]:
    """Return the points of a line along the path that hops from each space jumped over to the next."""
    way = [spots[place] for place in places]
    stops = [0, *(places.index(place) for place in jumped), len(places) - 1]
    points = way[:1]
    for first, last in pairwise(stops):
        steps = last - first
        height = min(_HIGH_HOP, _LOW_HOP + _HEIGHT_PER_STEP * steps)
        for step in range(steps):
            for n in range(1, _SAMPLES + 1):
                t = n / _SAMPLES
                x, y = _between(way, first + step, t)
                points.append((x, y - height * sin(pi * (step + t) / steps)))
    return points


def _between(way: Sequence[Point], i: int, t: float) -> Point:
    """Return a point between place i of a way and the next one.

    Where the path turns to the next row, the line swings out, away from both rows.
    """
    (x1, y1), (x2, y2) = way[i], way[i + 1]
    row = way[i - 1] if i > 0 else way[i + 2] if i + 2 < len(way) else None
    turns = row is not None and abs(y2 - y1) > abs(x2 - x1)
    swing = 0.0
    if row is not None and turns:
        swing = copysign(_SWING, (x1 + x2) / 2 - row[0]) * sin(pi * t)
    return x1 + (x2 - x1) * t + swing, y1 + (y2 - y1) * t
