"""The corridor of the path: its outline, and points along its walls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, degrees, hypot
from typing import Final

from cartagena.picture.board.layout import Layout, Point, Stretch, sway

_ROUND: Final = 46.0
"""Radius of a corner of the corridor."""

_SAMPLE: Final = 40.0
"""Distance between two points of a straight wall."""

Wall = tuple[float, float, float]
"""A point of the wall, and the direction away from the path in degrees. 0 is up."""


def outline(plan: Layout, stretch: Stretch) -> list[Point]:
    """Return the polygon around a stretch of the path. It sways with the spaces."""
    line = [(x, y - sway(x, plan.width)) for x, y in stretch.line]
    corners = _straight(line)
    left, right = _side(corners, stretch.half, 1), _side(corners, stretch.half, -1)
    points = list(_rounded([*left, *right[::-1]]))
    return [(x, y + sway(x, plan.width)) for x, y in points]


def wall_path(points: Sequence[Point]) -> str:
    """Return the outline as an SVG path."""
    return "M" + "L".join(f"{round(x)} {round(y)}" for x, y in points) + "Z"


def walls(points: Sequence[Point], distance: float) -> Iterator[Wall]:
    """Yield points along the outline at equal distances, with the direction away from the path."""
    turn = 1 if _area(points) > 0 else -1
    rest = 0.0
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        length = hypot(x2 - x1, y2 - y1)
        while rest < length:
            t = rest / length
            out = degrees(atan2((y2 - y1) * turn, (x2 - x1) * turn))
            yield x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, out
            rest += distance
        rest -= length


def _area(points: Sequence[Point]) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]])) / 2


def _straight(line: Sequence[Point]) -> list[Point]:
    """Return the corners of a line whose parts run either downward or sideways."""
    corners = [line[0]]
    for before, at, after in zip(line, line[1:], line[2:], strict=False):
        if _heading(before, at) != _heading(at, after):
            corners.append(at)
    return [*corners, line[-1]]


def _heading(a: Point, b: Point) -> tuple[int, int]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) > abs(dy):
        return (1 if dx > 0 else -1), 0
    return 0, (1 if dy > 0 else -1)


def _side(corners: Sequence[Point], half: Point, side: int) -> list[Point]:
    """Return one side of the corridor around a line."""
    headings = [_heading(a, b) for a, b in pairwise(corners)]
    points = []
    for i, (x, y) in enumerate(corners):
        before, after = headings[max(i - 1, 0)], headings[min(i, len(headings) - 1)]
        across = {before, after}
        dx = sum(dy for _, dy in across) * side * half[0]
        dy = sum(-dx_ for dx_, _ in across) * side * half[1]
        points.append((x + dx, y + dy))
    return points


def _rounded(polygon: Sequence[Point]) -> Iterator[Point]:
    """Yield the points of a polygon with round corners."""
    count = len(polygon)
    lengths = [
        hypot(polygon[(i + 1) % count][0] - x, polygon[(i + 1) % count][1] - y)
        for i, (x, y) in enumerate(polygon)
    ]
    radii = [min(_ROUND, lengths[i - 1] / 2, lengths[i] / 2) for i in range(count)]
    for i, (x, y) in enumerate(polygon):
        before, after = polygon[i - 1], polygon[(i + 1) % count]
        radius = radii[i]
        a = _toward((x, y), before, radius)
        b = _toward((x, y), after, radius)
        steps = max(1, ceil(radius / 11))
        for n in range(steps + 1):
            t = n / steps
            # A quadratic curve from a to b whose handle is the corner.
            yield (
                (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * x + t * t * b[0],
                (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * y + t * t * b[1],
            )
        rest = lengths[i] - radius - radii[(i + 1) % count]
        for n in range(1, int(rest // _SAMPLE)):
            yield _toward((x, y), after, radius + n * _SAMPLE)


def _toward(a: Point, b: Point, distance: float) -> Point:
    """Return the point at a distance from a on the way to b."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length
