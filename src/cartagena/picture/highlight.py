"""A move shown on the board: an arrow from one place to another."""

from __future__ import annotations

from math import hypot

from cartagena.picture.svg_writer import INK, group, num, path

SHINE = "#ffd34d"


def arrow(start: tuple[float, float], end: tuple[float, float], trim: float) -> str:
    """Draw an arrow from one place to another, curved to pass between plates."""
    (x1, y1), (x2, y2) = start, end
    dx, dy = x2 - x1, y2 - y1
    length = hypot(dx, dy) or 1.0
    bow = min(60.0, length * 0.22)
    up = 1 if dx >= 0 else -1
    cx, cy = (x1 + x2) / 2 + up * dy / length * bow, (y1 + y2) / 2 - up * dx / length * bow
    lead, close = hypot(cx - x1, cy - y1) or 1.0, hypot(x2 - cx, y2 - cy) or 1.0
    ax, ay = x1 + (cx - x1) / lead * trim, y1 + (cy - y1) / lead * trim
    ux, uy = (x2 - cx) / close, (y2 - cy) / close
    tip = (x2 - ux * trim, y2 - uy * trim)
    neck = (tip[0] - ux * 16, tip[1] - uy * 16)
    curve = f"M{num(ax)} {num(ay)}Q{num(cx)} {num(cy)} {num(neck[0])} {num(neck[1])}"
    head = (
        f"M{num(tip[0])} {num(tip[1])}L{num(neck[0] - uy * 11)} {num(neck[1] + ux * 11)}"
        f"L{num(neck[0] + uy * 11)} {num(neck[1] - ux * 11)}Z"
    )
    return group(
        path(curve, stroke=INK, stroke_width=9, stroke_linecap="round"),
        path(curve, stroke=SHINE, stroke_width=5.5, stroke_linecap="round"),
        path(head, SHINE, stroke=INK, stroke_width=2, stroke_linejoin="round"),
        class_="highlight",
    )
