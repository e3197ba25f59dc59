"""The path: its corridor with walls and light, the seams between tiles, and the spaces."""

from __future__ import annotations

import itertools

from cartagena.picture.board.corridor import outline, wall_path, walls
from cartagena.picture.board.layout import Layout, Point, Stretch
from cartagena.picture.svg_writer import GOLD_DARK, INK, group, num, path, rect, tag, use
from cartagena.rules.components import SPACES_PER_TILE

_FLOOR = {"tunnel": "#6b4f38", "jungle": "#b98f4c"}
_LEAF_DISTANCE = 25.0
_TORCH_DISTANCE = 330.0

_LEAF = (
    '<symbol id="ct-leaf" viewBox="-26 -24 52 34" overflow="visible">'
    '<g stroke="#12361f" stroke-width="1.8" stroke-linejoin="round">'
    '<path d="M0 9C-14 7 -22 -1 -24 -9C-12 -10 -4 -4 0 9Z" fill="#3b8546"/>'
    '<path d="M0 9C14 7 22 -1 24 -9C12 -10 4 -4 0 9Z" fill="#2f7540"/>'
    '<path d="M0 9C-11 -1 -11 -14 -6 -22C3 -14 4 -4 0 9Z" fill="#63b05f"/>'
    '<path d="M0 9C2 -5 8 -13 15 -17C15 -6 8 5 0 9Z" fill="#4c9a52"/></g></symbol>'
)
_TORCH = (
    '<symbol id="ct-torch" viewBox="-50 -50 100 100" overflow="visible">'
    '<circle r="78" fill="url(#ct-glow)"/>'
    f'<g stroke="{INK}" stroke-width="1.4" stroke-linejoin="round">'
    '<path d="M-4 4H4L2.4 24H-2.4Z" fill="#6b4423"/><path d="M-6 3H6L4.6 8H-4.6Z" fill="#4a515b"/>'
    '<path class="flame" d="M0 -22C9 -11 9.4 0 0 4C-9.4 0 -9 -11 0 -22Z" fill="#f28a2a"/></g>'
    '<path class="flame" d="M0 -12C4.6 -6 4 -0.4 0 2C-4 -0.4 -4.6 -6 0 -12Z" fill="#ffe07a"/></symbol>'
)


def definitions() -> str:
    """Return the definitions of torches, leaves and the floors of the path."""
    return (
        '<radialGradient id="ct-glow"><stop offset="0" stop-color="#ffc861" stop-opacity="0.6"/>'
        '<stop offset="1" stop-color="#ff9a2e" stop-opacity="0"/></radialGradient>'
        '<pattern id="ct-cobbles" width="64" height="48" patternUnits="userSpaceOnUse">'
        f'<rect width="64" height="48" fill="{_FLOOR["tunnel"]}"/>'
        '<g fill="#7c5d42"><rect x="3" y="3" width="26" height="18" rx="6"/>'
        '<rect x="33" y="2" width="28" height="19" rx="7"/>'
        '<rect x="-12" y="26" width="26" height="19" rx="7"/>'
        '<rect x="18" y="26" width="30" height="18" rx="6"/>'
        '<rect x="52" y="26" width="26" height="19" rx="7"/></g></pattern>'
        '<pattern id="ct-trail" width="70" height="52" patternUnits="userSpaceOnUse">'
        f'<rect width="70" height="52" fill="{_FLOOR["jungle"]}"/>'
        '<g fill="#a67d3d"><ellipse cx="14" cy="12" rx="6" ry="3"/><ellipse cx="52" cy="20" rx="8" '
        'ry="3.4"/><ellipse cx="30" cy="40" rx="7" ry="3"/></g><g fill="#c9a25e">'
        '<ellipse cx="36" cy="8" rx="5" ry="2"/><ellipse cx="10" cy="34" rx="6" ry="2.4"/></g></pattern>'
        f"{_LEAF}{_TORCH}"
    )


def _leaves(points: list[Point], first: int) -> str:
    """Draw leaves that grow along both sides of the path."""
    parts = []
    for i, (x, y, out) in enumerate(walls(points, _LEAF_DISTANCE)):
        size = 30 + (i * 5 + first) % 4 * 4
        lean = (i * 7 + first * 3) % 5 - 2
        at = f"translate({num(x)} {num(y)}) rotate({num(out + lean * 9)})"
        parts.append(use("leaf", -size / 2, -size * 0.5, size, size * 0.65, transform=at))
    return "".join(parts)


def _torches(plan: Layout, stretch: Stretch) -> str:
    """Draw torches on the walls, halfway between two spaces of a row."""
    hidden = [box for place, box in plan.ends.items() if place != "sloop"]
    parts = []
    spots = [plan.spaces[place] for place in stretch.spaces]
    every = max(2, round(_TORCH_DISTANCE / abs(spots[1][0] - spots[0][0] or 98)))
    for i, ((x1, y1), (x2, y2)) in enumerate(itertools.pairwise(spots)):
        if i % every == 1 and abs(x2 - x1) > 1:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2 - stretch.half[1]
            if any(box.x < x < box.right and box.y < y < box.bottom + 9 for box in hidden):
                continue
            parts.append(
                use("torch", -50, -50, 100, 100, transform=f"translate({num(x)} {num(y)})")
            )
    return "".join(parts)


def _ground(plan: Layout, stretch: Stretch, name: str) -> str:
    points = outline(plan, stretch)
    shape = tag("path", d=wall_path(points), id=name)
    same = f"#{name}"

    def line(**pen: str | float) -> str:
        return use_of(same, **pen)

    if stretch.kind == "tunnel":
        parts = [
            line(fill="url(#ct-cobbles)", stroke="#15100c", stroke_width=21),
            line(stroke="#211b17", stroke_width=15),
            line(stroke="#8d8072", stroke_width=11, stroke_dasharray="26 3"),
            line(stroke="#b3a595", stroke_width=3.4, stroke_dasharray="23 6"),
        ]
    else:
        parts = [
            line(fill="url(#ct-trail)", stroke="#173f25", stroke_width=17),
            line(stroke="#8a6630", stroke_width=5),
            _leaves(points, int(stretch.spaces[0])),
        ]
    return f"<defs>{shape}</defs>" + group(
        *parts, fill="none", stroke_linejoin="round", class_="corridor"
    )


def use_of(target: str, **pen: str | float) -> str:
    """Write an element that reuses a definition of this picture in other colours."""
    attributes = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else num(value)}"'
        for key, value in pen.items()
    )
    return f'<use href="{target}"{attributes}/>'


def _seams(plan: Layout, stretch: Stretch) -> str:
    """Draw the joints between the tiles, across the path."""
    dark = "#1d1814" if stretch.kind == "tunnel" else "#5b4019"
    parts = []
    for place, after in zip(stretch.spaces, stretch.spaces[1:], strict=False):
        if int(place) % SPACES_PER_TILE:
            continue
        (x1, y1), (x2, y2) = plan.spaces[place], plan.spaces[after]
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        sideways = abs(x2 - x1) > abs(y2 - y1)
        half = (stretch.half[1] if sideways else stretch.half[0]) - 8
        clamps = "".join(
            rect(-7, dy - 4, 14, 8, GOLD_DARK, rx=2.5, stroke=INK, stroke_width=1.4)
            for dy in (-half + 2, half - 2)
        )
        turn = "" if sideways else " rotate(90)"
        parts.append(
            group(
                path(f"M0 {num(-half)}V{num(half)}", stroke=dark, stroke_width=3, opacity=0.8),
                clamps,
                transform=f"translate({num(x)} {num(y)}){turn}",
            )
        )
    return "".join(parts)


def way(plan: Layout, name: str) -> str:
    """Draw the path without its spaces. `name` is unique to the picture."""
    parts = []
    for stretch in plan.stretches:
        parts.append(_ground(plan, stretch, f"{name}-{stretch.kind}"))
        parts.append(_seams(plan, stretch))
        if stretch.kind == "tunnel":
            parts.append(_torches(plan, stretch))
    return group(*parts, class_="way")
