"""A move drawn on the board: the way along the path, with a bounce on each space jumped over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot, pi, sin
from typing import TYPE_CHECKING, Final

from cartagena.picture.svg_writer import INK, circle, ellipse, group, num, path

if TYPE_CHECKING:
    from cartagena.rules.notation.route import Route

SHINE: Final = "#ffb347"
"""The light of a space on which a move begins or ends."""

CHALK: Final = "#fff8e7"
"""The colour of a way."""

Point = tuple[float, float]

_SAMPLES: Final = 10
"""Points per step from place to place."""

_HOP: Final = 30.0
"""Height of a hop. The line stays on the plates of the path."""

_STRIDE: Final = 25.0
_STANCE: Final = 6.0
"""Distance between two footprints, and of a footprint from the middle of the way."""


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
