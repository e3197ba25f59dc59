"""The ground under the path: rock, forest, and the sea with its two shores."""

from __future__ import annotations

from cartagena.picture.board.landmarks import sign
from cartagena.picture.board.layout import EDGE, RIGHT, RIM, Box, Layout
from cartagena.picture.model import PictureModel
from cartagena.picture.svg_writer import INK, SAND, WOOD, WOOD_DARK, group, num, path, rect

_WATER = "#227d93"


def definitions() -> str:
    """Return the patterns of rock, leaves and water."""
    rock = (
        '<pattern id="ct-rock" width="120" height="90" patternUnits="userSpaceOnUse">'
        '<rect width="120" height="90" fill="#3b332d"/>'
        '<g fill="#443b34"><path d="M6 10L40 4L52 22L30 36L8 30Z"/><path d="M62 8L104 12L112 34'
        'L82 40L58 30Z"/><path d="M14 48L46 42L62 62L40 82L12 76Z"/><path d="M76 50L110 46L116 74'
        'L92 86L70 72Z"/></g><path d="M10 12L38 7M64 10L100 14M18 50L44 45M78 52L106 49"'
        ' stroke="#52483f" stroke-width="2" fill="none"/></pattern>'
    )
    forest = (
        '<pattern id="ct-forest" width="96" height="72" patternUnits="userSpaceOnUse">'
        '<rect width="96" height="72" fill="#1e4a2b"/>'
        '<g fill="#265a34"><circle cx="20" cy="18" r="15"/><circle cx="68" cy="16" r="14"/>'
        '<circle cx="44" cy="50" r="16"/><circle cx="86" cy="52" r="9"/></g>'
        '<path d="M12 18Q20 6 28 18M60 16Q68 5 76 16M34 50Q44 36 54 50" stroke="#33703f"'
        ' stroke-width="2.4" fill="none"/></pattern>'
    )
    water = (
        '<pattern id="ct-waves" width="88" height="44" patternUnits="userSpaceOnUse">'
        '<path d="M6 14q8 -7 16 0t16 0M50 34q8 -7 16 0t16 0" stroke="#5fb3c0" stroke-width="2"'
        ' stroke-linecap="round" fill="none" opacity="0.55"/></pattern>'
    )
    return rock + forest + water


def water(box: Box) -> str:
    """Draw open water."""
    return rect(box.x, box.y, box.w, box.h, _WATER) + rect(
        box.x, box.y, box.w, box.h, "url(#ct-waves)"
    )


def _coast(box: Box, right: bool, above: bool = False, below: bool = False) -> str:
    """Draw a bay from one end of a line to the edge, with more water `above` or `below`."""
    side = 1 if right else -1
    x, out = (box.x + 5, RIGHT) if right else (box.x + box.w - 5, EDGE)
    top, end = box.y + (-6 if above else 8), box.y + box.h + (6 if below else -8)
    mid = (top + end) / 2
    turn = x + side * 46

    def at(px: float, py: float) -> str:
        return f"{num(px)} {num(py)}"

    if above:
        shore = f"M{at(x, top)}C{at(x + side * 12, top + 30)} {at(x - side * 6, mid - 26)} "
    else:
        shore = f"M{at(out, top)}C{at(turn + side * 30, top - 6)} {at(x + side * 4, top - 2)} "
        shore += f"{at(x + side * 4, top + 34)}S{at(x - side * 4, mid - 20)} "
    shore += f"{at(x + side * 5, mid)}"
    if below:
        shore += f"S{at(x - side * 6, end - 30)} {at(x + side * 2, end)}"
    else:
        shore += f"S{at(x + side * 2, end - 44)} {at(x + side * 5, end - 34)}"
        shore += f"C{at(x + side * 8, end + 2)} {at(turn + side * 30, end + 5)} {at(out, end)}"
    # Where the water continues, it also covers the shore line of the sea.
    down, up = end + (14 if below else 0), top - (14 if above else 0)
    inner = x + side * 6
    foot = f"L{at(inner, down)}" if below else ""
    head = f"L{at(inner, up)}" if above else ""
    area = f"{shore}{foot}L{at(out, down)}L{at(out, up)}{head}Z"
    return (
        path(shore, stroke=SAND, stroke_width=13, stroke_linejoin="round")
        + path(area, _WATER)
        + path(area, "url(#ct-waves)")
    )


def _quay(box: Box, right: bool, bottom: float) -> str:
    """Draw Cartagena's quay: planks from the mouth of the tunnel over the water."""
    x = box.x + 34 if right else box.x + box.w - 34 - 52
    top = box.y + 34
    planks = "".join(
        path(f"M{num(x)} {num(y)}H{num(x + 52)}", stroke=WOOD_DARK, stroke_width=1.4)
        for y in range(int(top) + 12, int(bottom), 12)
    )
    near = box.x if right else x + 26
    return group(
        rect(
            near,
            box.y + 44,
            box.w - 60 if right else box.x + box.w - x - 26,
            54,
            WOOD,
            stroke=INK,
            stroke_width=1.6,
        ),
        rect(x, top, 52, bottom - top, WOOD, rx=2, stroke=INK, stroke_width=1.6),
        planks,
        *(
            rect(px, bottom - 12, 9, 18, WOOD_DARK, rx=2, stroke=INK, stroke_width=1.2)
            for px in (x - 4, x + 47)
        ),
    )


def _compass(x: float, y: float, size: float) -> str:
    """Draw a compass rose on the open sea."""
    long = "".join(
        group(
            path("M0 -1L0.17 -0.17L0 0Z", "#f5ecd7") + path("M0 -1L-0.17 -0.17L0 0Z", "#123f52"),
            transform=f"rotate({turn})",
        )
        for turn in (45, 135, 225, 315)
    )
    cross = "".join(
        group(
            path("M0 -1.5L0.24 -0.24L0 0Z", "#fff8e7")
            + path("M0 -1.5L-0.24 -0.24L0 0Z", "#0f3444"),
            transform=f"rotate({turn})",
        )
        for turn in (0, 90, 180, 270)
    )
    ring = '<circle r="0.82" fill="none" stroke="#f5ecd7" stroke-width="0.06"/>'
    return group(
        ring,
        long,
        cross,
        transform=f"translate({num(x)} {num(y)}) scale({num(size)})",
        opacity=0.75,
    )


def background(table: PictureModel, plan: Layout) -> str:
    """Draw everything under the path."""
    parts = []
    for kind, box in plan.land:
        fill = "url(#ct-rock)" if kind == "tunnel" else "url(#ct-forest)"
        parts.append(rect(box.x, box.y - RIM, box.w, box.h + 2 * RIM, fill))
    sea = plan.sea
    if sea is None:
        bay = plan.ends["sloop"]
        above = bay.y < plan.tiles[0].y and not table.tunnel
        parts.append(_coast(bay, plan.sides["sloop"], above, bool(table.tunnel)))
        return group(*parts, class_="ground")
    quay, beach = plan.ends["quay"], plan.ends["beach"]
    parts.append(water(sea))
    for y, sway, tone in ((sea.y, 1, "#6b5f54"), (sea.y + sea.h, -1, SAND)):
        waves = "".join(
            f"Q{num(x + 38)} {num(y + sway * (16 if i % 2 else 4))} {num(x + 77)} {num(y + sway * 8)}"
            for i, x in enumerate(range(int(EDGE), int(RIGHT) - 70, 77))
        )
        parts.append(path(f"M{num(EDGE)} {num(y + sway * 8)}{waves}V{num(y)}H{num(EDGE)}Z", tone))
    parts.append(_coast(quay, plan.sides["quay"], below=True))
    parts.append(_coast(beach, plan.sides["beach"], above=True))
    right = plan.sides["quay"]
    parts.append(_quay(quay, right, sea.y + 26))
    x1, x2 = (RIGHT - 350, EDGE + 350) if right else (EDGE + 350, RIGHT - 350)
    y = sea.y + sea.h / 2
    parts.append(
        path(
            f"M{num(x1)} {num(y + 10)}C{num(x1 * 0.66 + x2 * 0.34)} {num(y - 40)} "
            f"{num(x1 * 0.34 + x2 * 0.66)} {num(y + 52)} {num(x2)} {num(y - 6)}",
            stroke="#e9f6f2",
            stroke_width=3,
            stroke_dasharray="2 11",
            stroke_linecap="round",
            opacity=0.8,
        )
    )
    parts.append(_compass(EDGE + (RIGHT - EDGE) / 2, y, 44))
    parts.append(sign("Cartagena", quay.x + quay.w / 2, quay.y + 22))
    parts.append(sign("Tortuga", beach.x + beach.w / 2, beach.y + beach.h - 14))
    return group(*parts, class_="ground")
