"""A move drawn on the board: the way along the path, with a bounce on each space jumped over."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, pi, sin
from typing import TYPE_CHECKING, Final

from cartagena.picture.svg_writer import INK, circle, group, num, path

if TYPE_CHECKING:
    from cartagena.rules.notation.route import Route

SHINE: Final = "#ffd34d"

Point = tuple[float, float]

_SAMPLES: Final = 10
"""Points per step from place to place."""

_HOP: Final = 30.0
"""Height of a hop. The line stays on the plates of the path."""

_TRIM: Final = 26.0
"""Distance of the line from the middle of its first place."""


def draw_route(route: Route, spots: dict[str, Point]) -> str:
    """Draw the way of a pirate. `spots` has the middle of each place."""
    line = route_points(route.places, route.jumped, spots)
    end, before = line[-1], line[-2]
    length = hypot(end[0] - before[0], end[1] - before[1]) or 1.0
    ux, uy = (end[0] - before[0]) / length, (end[1] - before[1]) / length
    start = next(
        (n for n, at in enumerate(line) if hypot(at[0] - line[0][0], at[1] - line[0][1]) > _TRIM), 0
    )
    curve = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in line[start:])
    head = (
        f"M{num(end[0] + ux * 10)} {num(end[1] + uy * 10)}"
        f"L{num(end[0] - ux * 6 - uy * 11)} {num(end[1] - uy * 6 + ux * 11)}"
        f"L{num(end[0] - ux * 6 + uy * 11)} {num(end[1] - uy * 6 - ux * 11)}Z"
    )
    bounces = [
        circle(x, y, 7, SHINE, stroke=INK, stroke_width=2)
        for x, y in map(spots.__getitem__, route.jumped)
    ]
    return group(
        path(curve, stroke=INK, stroke_width=9, stroke_linecap="round", stroke_linejoin="round"),
        path(
            curve, stroke=SHINE, stroke_width=5.5, stroke_linecap="round", stroke_linejoin="round"
        ),
        *bounces,
        path(head, SHINE, stroke=INK, stroke_width=2, stroke_linejoin="round"),
        class_="highlight",
    )


def route_points(
    places: Sequence[str], jumped: Sequence[str], spots: dict[str, Point]
) -> list[Point]:
    """Return the points of a line along the path that hops from each space jumped over to the next."""
    stops = [0, *(places.index(place) for place in jumped), len(places) - 1]
    points = [spots[places[0]]]
    for first, last in pairwise(stops):
        steps = last - first
        height = min(_HOP, 12.0 + 6.0 * steps)
        for step in range(steps):
            (x1, y1), (x2, y2) = spots[places[first + step]], spots[places[first + step + 1]]
            for n in range(1, _SAMPLES + 1):
                t = n / _SAMPLES
                lift = height * sin(pi * (step + t) / steps)
                points.append((x1 + (x2 - x1) * t, y1 + (y2 - y1) * t - lift))
    return points
