"""The chart of the Caribbean, on which players sail from rival to rival.

Coasts and harbours are points of longitude and latitude, joined by smooth curves. The chart has no
words, so every language has the same one. The client reads the harbours from it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from cartagena.picture.svg_writer import (
    CREAM,
    GOLD,
    GOLD_DARK,
    INK,
    PARCHMENT,
    SAND,
    WOOD,
    circle,
    ellipse,
    group,
    num,
    path,
    rect,
    tag,
)

Point = tuple[float, float]

WEST, NORTH, EAST, SOUTH = -88.0, 28.0, -58.0, 7.5
UNITS: Final = 40
"""Units of the drawing for a degree."""
WIDTH, HEIGHT = UNITS * (EAST - WEST), UNITS * (NORTH - SOUTH)

SEA: Final = "#bcd3cb"
SHALLOWS: Final = "#d5e2d3"
LAND: Final = "#e3cf9b"

START: Final[Point] = (-75.9, 10.9)
"""Off Cartagena, where the voyage begins."""

LEGS: Final[Mapping[str, Sequence[Point]]] = {
    "stowaway": ((-78.0, 10.4), (-79.8, 10.7)),
    "cabin-boy": ((-81.3, 11.8), (-81.9, 14.0)),
    "cook": ((-80.2, 15.4), (-77.2, 16.7)),
    "deckhand": ((-79.2, 17.2), (-81.2, 18.6)),
    "gunner": ((-84.2, 19.9), (-85.9, 21.9), (-84.6, 23.6), (-82.3, 24.1)),
    "bosun": ((-80.2, 24.2), (-79.2, 25.6), (-77.6, 25.9)),
    "helmsman": ((-75.6, 25.6), (-73.6, 23.0), (-72.6, 20.95)),
    "first-mate": ((-70.6, 20.7), (-68.4, 20.4), (-66.2, 19.6)),
    "captain": ((-64.2, 19.0), (-62.9, 16.6), (-62.2, 14.7)),
    "legend": ((-63.6, 12.9), (-66.2, 12.6), (-68.4, 13.6)),
}
"""The way to the harbour of each level, which is its last point."""

_MAINLAND: Final = (
    *((-90, 21.6), (-87.0, 21.5), (-87.5, 19.6), (-88.3, 18.2), (-88.6, 15.9), (-86, 15.9)),
    *((-83.4, 15.0), (-83.6, 12.5), (-83.7, 10.9), (-82.2, 9.1), (-80.8, 8.9), (-79.6, 9.6)),
    *((-77.5, 8.6), (-76.8, 8.1), (-75.6, 9.8), (-75.4, 10.6), (-74.3, 11.2), (-73.0, 11.4)),
    *((-71.7, 12.4), (-71.3, 11.4), (-71.7, 10.6), (-70.2, 11.4), (-69.9, 12.1), (-68.5, 11.1)),
    *((-66.0, 10.6), (-64.2, 10.3), (-62.2, 10.7), (-61.2, 9.2), (-59.8, 8.2), (-57, 6.5)),
    *((-57, 5), (-78.0, 5), (-77.9, 7.2), (-78.3, 8.2), (-79.3, 8.9), (-80.2, 8.3)),
    *((-80.4, 7.4), (-81.5, 7.8), (-83.2, 8.4), (-84.6, 9.6), (-85.8, 10.6), (-87.5, 12.5)),
    *((-90, 13.4),),
)
_COASTS: Final[tuple[Sequence[Point], ...]] = (
    _MAINLAND,
    (
        (-83, 30),
        (-82.7, 27.8),
        (-81.8, 26.1),
        (-81.1, 25.2),
        (-80.4, 25.3),
        (-80.1, 26.8),
        (-80.7, 30),
    ),
    (
        *((-84.9, 21.9), (-83.2, 22.9), (-81.6, 23.15), (-79.6, 22.8), (-77.2, 21.7)),
        *((-75.6, 21.1), (-74.2, 20.3), (-75.4, 19.95), (-77.6, 19.9), (-77.1, 20.6)),
        *((-78.4, 20.8), (-79.9, 21.7), (-81.8, 22.2), (-82.8, 22.6), (-84, 22.0)),
    ),
    ((-78.3, 18.3), (-77.2, 18.5), (-76.3, 18.15), (-76.4, 17.9), (-77.2, 17.75), (-78.2, 18.2)),
    (
        *((-74.5, 18.35), (-72.5, 18.6), (-72.8, 19.2), (-73.4, 19.75), (-71.7, 19.9)),
        *((-69.9, 19.7), (-68.4, 18.65), (-69.9, 18.4), (-71.3, 17.7), (-73.8, 18.1)),
    ),
    ((-67.2, 18.4), (-66, 18.5), (-65.65, 18.3), (-66, 17.97), (-67.2, 18.0)),
    ((-78.2, 24.9), (-77.7, 24.6), (-77.9, 23.9), (-78.4, 24.4)),
    ((-77.2, 26.8), (-76.9, 26.1), (-77.3, 26.3)),
    ((-76.7, 25.4), (-76.2, 24.7), (-76.4, 25.2)),
    ((-75.3, 23.6), (-74.9, 22.9), (-75.1, 23.4)),
)
_ISLANDS: Final = (
    *((-78.4, 26.6, 0.45, 0.12), (-74.1, 21.15, 0.3, 0.13), (-71.8, 21.8, 0.35, 0.12)),
    *((-72.8, 20.1, 0.3, 0.1), (-82.8, 21.6, 0.35, 0.25), (-81.2, 19.3, 0.3, 0.1)),
    *((-63.1, 18.1, 0.15, 0.12), (-61.8, 17.1, 0.18, 0.15), (-61.5, 16.2, 0.3, 0.25)),
    *((-61.35, 15.4, 0.15, 0.25), (-61.0, 14.65, 0.2, 0.27), (-61.0, 13.9, 0.14, 0.22)),
    *((-61.2, 13.2, 0.13, 0.18), (-61.7, 12.1, 0.13, 0.17), (-59.55, 13.15, 0.17, 0.22)),
    *((-69.0, 12.25, 0.3, 0.12), (-68.3, 12.2, 0.18, 0.12), (-70.0, 12.55, 0.16, 0.1)),
    *((-81.4, 13.2, 0.12, 0.16), (-86.4, 16.5, 0.35, 0.1)),
)
"""Small islands: longitude, latitude and both radii in degrees."""


def _at(point: Sequence[float]) -> Point:
    """Return the place of a longitude and latitude in the drawing."""
    return UNITS * (point[0] - WEST), UNITS * (NORTH - point[1])


def _smooth(points: Sequence[Point], *, closed: bool) -> str:
    """Return a curve through the points."""
    n = len(points)

    def at(i: int) -> Point:
        return _at(points[i % n] if closed else points[min(max(i, 0), n - 1)])

    commands = [f"M{num(at(0)[0])} {num(at(0)[1])}"]
    for i in range(n if closed else n - 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (at(i + k) for k in (-1, 0, 1, 2))
        curve = (bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6)
        commands.append("C" + " ".join(num(value) for value in (*curve, cx, cy)))
    return "".join(commands) + ("Z" if closed else "")


def _sea() -> str:
    """Draw the water, with the lines of a compass across it."""
    x, y = _at((-85.6, 25.3))
    ends = [
        *((WIDTH, y + k * HEIGHT / 4) for k in (-1, 0, 1, 2, 3, 4)),
        *((x + k * WIDTH / 4, HEIGHT) for k in (0, 1, 2, 3)),
    ]
    lines = "".join(f"M{num(x)} {num(y)}L{num(ex)} {num(ey)}" for ex, ey in ends)
    return rect(0, 0, WIDTH, HEIGHT, SEA) + path(
        lines, stroke=INK, stroke_opacity=0.13, stroke_width=1.5
    )


def _land() -> str:
    """Draw all coasts with shallow water around them."""
    coasts = "".join(_smooth(coast, closed=True) for coast in _COASTS)
    islands = [(_at((x, y)), UNITS * rx, UNITS * ry) for x, y, rx, ry in _ISLANDS]
    around = path(
        coasts, SHALLOWS, stroke=SHALLOWS, stroke_width=26, stroke_linejoin="round"
    ) + "".join(ellipse(x, y, rx + 12, ry + 12, SHALLOWS) for (x, y), rx, ry in islands)
    land = path(coasts, LAND) + "".join(ellipse(x, y, rx, ry, LAND) for (x, y), rx, ry in islands)
    return around + group(land, stroke=INK, stroke_width=2.4, stroke_linejoin="round")


def _hills() -> str:
    """Draw hills and palms on the land."""
    hills = [(-74.0, 9.2), (-72.6, 9.6), (-68.6, 9.6), (-65.0, 9.3), (-85.4, 14.3), (-84.6, 13.2)]
    d = ""
    for point in [*hills, (-71.2, 19.1), (-70.6, 18.9), (-76.2, 20.4), (-77.2, 18.1), (-63.0, 9.0)]:
        x, y = _at(point)
        d += f"M{num(x - 16)} {num(y)}Q{num(x - 4)} {num(y - 26)} {num(x + 4)} {num(y - 12)}"
        d += f"Q{num(x + 12)} {num(y - 20)} {num(x + 22)} {num(y)}"
    return path(d, stroke=WOOD, stroke_width=2.4, stroke_linecap="round", stroke_opacity=0.8)


def _rose() -> str:
    """Draw the compass rose, in the Gulf of Mexico."""
    points = "".join(
        f"M0 0L{num(a)} {num(b)}L{num(c)} {num(d)}Z"
        for a, b, c, d in (
            *((-11, -11, 0, -62), (11, -11, 62, 0), (11, 11, 0, 62), (-11, 11, -62, 0)),
        )
    )
    others = "".join(
        f"M0 0L{num(a)} {num(b)}L{num(c)} {num(d)}Z"
        for a, b, c, d in (
            *((11, -11, 0, -62), (11, 11, 62, 0), (-11, 11, 0, 62), (-11, -11, -62, 0)),
        )
    )
    return group(
        circle(0, 0, 44, PARCHMENT, stroke=INK, stroke_width=2),
        circle(0, 0, 36, "none", stroke=GOLD_DARK, stroke_width=2),
        path(points, GOLD, stroke=INK, stroke_width=1.6, stroke_linejoin="round"),
        path(others, CREAM, stroke=INK, stroke_width=1.6, stroke_linejoin="round"),
        path("M-7 -64L0 -80L7 -64Z", INK),
        at=_at((-85.6, 25.3)),
    )


def _serpent() -> str:
    """Draw a sea serpent in the Atlantic."""
    humps = "M0 30Q14 -14 34 28M52 30Q68 -22 88 28M104 30Q114 -40 138 -34Q156 -28 146 -14L132 -16Q122 8 126 30"
    waves = "M-14 34q8 -8 16 0t16 0 16 0 16 0 16 0 16 0 16 0 16 0 16 0 16 0"
    return group(
        path(humps, "#5d8a76", stroke=INK, stroke_width=2.6, stroke_linejoin="round"),
        circle(138, -26, 2.4, INK),
        path(waves, stroke=INK, stroke_width=2, stroke_opacity=0.6, stroke_linecap="round"),
        at=_at((-66.2, 24.6)),
    )


def _ship() -> str:
    """Draw the ship, which the client moves. Its origin is in the middle of the water line."""
    return group(
        path("M-30 0Q-26 20 -16 22H18Q28 18 34 -4L20 2H-18Z", WOOD),
        path("M0 0V-52", stroke_width=4),
        path("M-3 -48Q-30 -36 -27 -8L-3 -6Z", CREAM),
        path("M4 -46Q28 -34 26 -10L4 -8Z", PARCHMENT),
        path("M0 -52L20 -58L0 -64Z", "#d2382f"),
        id="ship",
        stroke=INK,
        stroke_width=3,
        stroke_linejoin="round",
        at=_at(START),
    )


def _route() -> str:
    """Draw the legs of the voyage, and the harbour at the end of each."""
    legs, stops, before = "", "", START
    for level, points in LEGS.items():
        d = _smooth((before, *points), closed=False)
        legs += path(d, class_="leg", data_level=level)
        before = points[-1]
        x, y = _at(before)
        stops += circle(x, y, 13, SAND, class_="stop", data_level=level)
    dots = group(legs, stroke=INK, stroke_width=5, stroke_linecap="round", stroke_dasharray="3 13")
    return dots + group(stops, stroke=INK, stroke_width=3)


def _frame() -> str:
    """Draw the frame, with a mark at every second degree."""
    inner = rect(10, 10, WIDTH - 20, HEIGHT - 20, stroke=INK, stroke_width=2)
    outer = rect(4, 4, WIDTH - 8, HEIGHT - 8, stroke=INK, stroke_width=8)
    across = "".join(
        f"M{x} 4h{UNITS}M{x} {num(HEIGHT - 4)}h{UNITS}" for x in range(0, int(WIDTH), 80)
    )
    down = "".join(
        f"M4 {y}v{UNITS}M{num(WIDTH - 4)} {y}v{UNITS}" for y in range(0, int(HEIGHT), 80)
    )
    return outer + path(across + down, stroke=PARCHMENT, stroke_width=4) + inner


def chart() -> str:
    """Draw the chart as an SVG file."""
    return tag(
        "svg",
        *(_sea(), _land(), _hills(), _rose(), _serpent(), _route(), _ship(), _frame()),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(WIDTH)} {num(HEIGHT)}",
    )
