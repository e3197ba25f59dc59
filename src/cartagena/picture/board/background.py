"""The ground under the path: rock, forest and sea. It reaches far beyond the layout."""

from __future__ import annotations

from typing import Final

from cartagena.picture.board.landmarks import sign
from cartagena.picture.board.layout import Box, Layout
from cartagena.picture.svg_writer import INK, SAND, WOOD, WOOD_DARK, group, num, path, rect

_WATER: Final = "#227d93"
_FILL: Final = {"tunnel": "url(#ct-rock)", "jungle": "url(#ct-forest)"}


def definitions() -> str:
    """Return the patterns of rock, leaves and water."""
    rock = (
        '<pattern id="ct-rock" width="240" height="180" patternUnits="userSpaceOnUse">'
        '<rect width="240" height="180" fill="#3b332d"/><g transform="scale(2)">'
        '<g fill="#433a33"><path d="M6 10L40 4L52 22L30 36L8 30Z"/><path d="M62 8L104 12L112 34'
        'L82 40L58 30Z"/><path d="M14 48L46 42L62 62L40 82L12 76Z"/><path d="M76 50L110 46L116 74'
        'L92 86L70 72Z"/></g><path d="M10 12L38 7M64 10L100 14M18 50L44 45M78 52L106 49"'
        ' stroke="#4d433b" stroke-width="1.6" fill="none"/></g></pattern>'
    )
    forest = (
        '<pattern id="ct-forest" width="144" height="108" patternUnits="userSpaceOnUse">'
        '<rect width="144" height="108" fill="#1e4a2b"/><g transform="scale(1.5)">'
        '<g fill="#235632"><circle cx="20" cy="18" r="15"/><circle cx="68" cy="16" r="14"/>'
        '<circle cx="44" cy="50" r="16"/><circle cx="86" cy="52" r="9"/></g>'
        '<path d="M12 18Q20 6 28 18M60 16Q68 5 76 16M34 50Q44 36 54 50" stroke="#2d663a"'
        ' stroke-width="2" fill="none"/></g></pattern>'
    )
    water = (
        '<pattern id="ct-waves" width="132" height="66" patternUnits="userSpaceOnUse">'
        f'<rect width="132" height="66" fill="{_WATER}"/>'
        '<path d="M9 21q12 -10 24 0t24 0M75 51q12 -10 24 0t24 0" stroke="#5fb3c0" stroke-width="2.6"'
        ' stroke-linecap="round" fill="none" opacity="0.5"/></pattern>'
    )
    return rock + forest + water


def _everywhere(plan: Layout, bleed: float) -> Box:
    """Return the box of the layout and everything around it."""
    out = round(bleed * max(plan.width, plan.height))
    return Box(-out, -out, plan.width + 2 * out, plan.height + 2 * out)


def _land(box: Box, kind: str) -> str:
    return rect(box.x, box.y, box.w, box.h, _FILL[kind])


def _bay(plan: Layout, bay: Box, around: Box) -> str:
    """Draw the water around a sloop at an end of the path, in a corner of the land."""
    right = bay.middle[0] > plan.width / 2
    below = bay.middle[1] > plan.height / 2
    x = bay.x + 4 if right else bay.right - 4
    y = bay.y + 2 if below else bay.bottom - 2
    side, down = (1 if right else -1), (1 if below else -1)
    far_x = around.right if right else around.x
    far_y = around.bottom if below else around.y
    r = 44
    out = [side * (bay.w + 60), side * bay.w * 0.6]
    out_1, out_2 = (min(max(x + one, around.x), around.right) for one in out)
    lower = [down * (bay.h + more) for more in (4, 40, 80)]
    y_1, y_2, y_3 = (min(max(y + one, around.y), around.bottom) for one in lower)
    coast = (
        f"M{num(far_x)} {num(y - down * 12)}"
        f"C{num(out_1)} {num(y - down * 12)} {num(out_2)} {num(y + down * 3)} "
        f"{num(x + side * r)} {num(y)}Q{num(x)} {num(y)} {num(x)} {num(y + down * r)}"
        f"C{num(x - side * 7)} {num(y + down * 70)} {num(x + side * 8)} {num(y + down * 96)} "
        f"{num(x)} {num(y_1)}"
        f"C{num(x - side * 10)} {num(y_2)} {num(x - side * 46)} {num(y_3)} "
        f"{num(x - side * 30)} {num(far_y)}"
    )
    return path(
        f"{coast}H{num(far_x)}Z",
        "url(#ct-waves)",
        stroke=SAND,
        stroke_width=13,
        stroke_linejoin="round",
    )


def _shore(around: Box, y: float, sway: int, tone: str) -> str:
    """Draw the line where land and water meet, from edge to edge."""
    x, waves, i = around.x, "", 0
    while x < around.right:
        deep, end = sway * (19 if i % 2 else 5), min(x + 92, around.right)
        waves += f"Q{num((x + end) / 2)} {num(y + deep)} {num(end)} {num(y + sway * 9)}"
        x, i = end, i + 1
    return path(f"M{num(around.x)} {num(y + sway * 9)}{waves}V{num(y)}H{num(around.x)}Z", tone)


def _jetty(x: float, y: float, length: float) -> str:
    """Draw planks over the water. A negative length leads upward."""
    top, bottom = sorted((y, y + length))
    planks = "".join(f"M{num(x - 34)} {num(top + i)}h68" for i in range(13, int(bottom - top), 13))
    posts = "".join(
        rect(
            x + dx,
            (bottom - 14) if length > 0 else top - 4,
            10,
            20,
            WOOD_DARK,
            rx=2,
            stroke=INK,
            stroke_width=1.4,
        )
        for dx in (-40, 30)
    )
    return (
        rect(x - 34, top, 68, bottom - top, WOOD, rx=3, stroke=INK, stroke_width=2)
        + path(planks, stroke=WOOD_DARK, stroke_width=1.6)
        + posts
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
        opacity=0.6,
    )


def _strait(plan: Layout, sea: Box, around: Box) -> str:
    """Draw the sea between tunnel and jungle, with a jetty on either side and the way across."""
    (x1, y1), (x2, y2) = (plan.docks[coast].middle for coast in ("cartagena", "tortuga"))
    tunnel, jungle = plan.stretches
    out, landing = tunnel.line[-1][0], jungle.line[0][0]
    x, y = plan.width / 2, sea.y + sea.h / 2
    course = (
        f"M{num(x1)} {num(y1)}C{num(x1 * 0.66 + x2 * 0.34)} {num(y1 - 30)} "
        f"{num(x1 * 0.34 + x2 * 0.66)} {num(y2 + 40)} {num(x2)} {num(y2)}"
    )
    parts = [
        _shore(around, sea.y, 1, "#6b5f54"),
        _shore(around, sea.bottom, -1, SAND),
        path(
            course,
            stroke="#e9f6f2",
            stroke_width=3.4,
            stroke_dasharray="2 12",
            stroke_linecap="round",
            opacity=0.8,
        ),
        _compass(x, y, min(46.0, plan.width / 22)),
        _jetty(out, sea.y - 2, sea.h * 0.5),
        _jetty(landing, sea.bottom + 2, -sea.h * 0.5),
    ]
    for words, end, at in (
        ("Cartagena", out, sea.y + sea.h * 0.5 + 34),
        ("Tortuga", landing, sea.bottom - sea.h * 0.5 - 20),
    ):
        # At the end of the jetty.
        half = 62.0
        parts.append(sign(words, min(max(end, half), plan.width - half), at))
    return "".join(parts)


def background(plan: Layout, bleed: float) -> str:
    """Draw everything under the path.

    The ground reaches beyond each side of the layout by `bleed`, a share of its longer side.
    """
    around = _everywhere(plan, bleed)
    kinds = [stretch.kind for stretch in plan.stretches]
    if plan.bay is not None:
        parts = [_land(around, kinds[0]), _bay(plan, plan.bay, around)]
    else:
        assert plan.sea is not None
        sea = plan.sea
        parts = [
            _land(Box(around.x, around.y, around.w, sea.y - around.y), "tunnel"),
            _land(Box(around.x, sea.bottom, around.w, around.bottom - sea.bottom), "jungle"),
            rect(around.x, sea.y, around.w, sea.h, "url(#ct-waves)"),
            _strait(plan, sea, around),
        ]
    return group(*parts, class_="ground")
