"""The path: tiles of tunnel and jungle with their spaces, and the bends between the lines."""

from __future__ import annotations

from math import cos, radians, sin

from cartagena.picture.board.layout import LINE, STEP, SWELL, TILE, Layout, Tile
from cartagena.picture.board.space import space
from cartagena.picture.model import PictureModel
from cartagena.picture.svg_writer import GOLD_DARK, INK, Value, circle, group, num, path, rect, use

_HALF = 58.0
_FLOOR = {"tunnel": "url(#ct-floor)", "jungle": "#a9813f"}
_WALL = {"tunnel": "#4a4039", "jungle": "#2f6b3a"}
# Where the handles of the curve lie, as a share of half a tile, so that it follows the layout's sine.
_HANDLE = 0.364


def _edge(tile: Tile, offset: float, back: bool = False) -> str:
    """Return one side of a tile's winding strip, `offset` below its middle."""
    lift = SWELL if tile.column else -SWELL
    y, crest = tile.y + offset, tile.y + offset + lift
    half = TILE / 2
    points = [
        (tile.x, y),
        (tile.x + half * _HANDLE, y),
        (tile.x + half * (1 - _HANDLE), crest),
        (tile.x + half, crest),
        (tile.x + half * (1 + _HANDLE), crest),
        (tile.x + half * (2 - _HANDLE), y),
        (tile.x + TILE, y),
    ]
    if back:
        points.reverse()
    shown = [f"{num(px)} {num(py)}" for px, py in points]
    return f"{shown[0]}C{' '.join(shown[1:4])}C{' '.join(shown[4:])}"


def _strip(tile: Tile, half: float) -> str:
    return f"M{_edge(tile, -half)}L{_edge(tile, half, back=True)}Z"


def _walls(tile: Tile, **pen: Value) -> str:
    return "".join(path(f"M{_edge(tile, side * (_HALF - 5))}", "none", **pen) for side in (-1, 1))


def _torch(x: float, y: float) -> str:
    return group(
        circle(0, -3, 46, "url(#ct-glow)"),
        path("M-2.6 2H2.6L1.6 17H-1.6Z", "#6b4423", stroke=INK, stroke_width=1.1),
        path(
            "M0 -15C7 -7 6.4 0.4 0 3.4C-6.4 0.4 -7 -7 0 -15Z",
            "#f28a2a",
            stroke=INK,
            stroke_width=1.1,
        ),
        path("M0 -8C3.4 -4 3 -0.6 0 1.4C-3 -0.6 -3.4 -4 0 -8Z", "#ffe07a"),
        at=(x, y),
    )


_LEAF = (
    '<symbol id="ct-leaf" viewBox="-26 -24 52 34" overflow="visible">'
    '<g stroke="#12361f" stroke-width="1.6" stroke-linejoin="round">'
    '<path d="M0 9C-14 7 -22 -1 -24 -9C-12 -10 -4 -4 0 9Z" fill="#3b8546"/>'
    '<path d="M0 9C14 7 22 -1 24 -9C12 -10 4 -4 0 9Z" fill="#2f7540"/>'
    '<path d="M0 9C-11 -1 -11 -14 -6 -22C3 -14 4 -4 0 9Z" fill="#63b05f"/>'
    '<path d="M0 9C2 -5 8 -13 15 -17C15 -6 8 5 0 9Z" fill="#4c9a52"/></g></symbol>'
)


def _leaf(x: float, y: float, angle: float, size: float) -> str:
    """Draw a clump of leaves that grows at (x, y) towards `angle` (0 is up)."""
    return use(
        "leaf",
        -size / 2,
        -size * 0.5,
        size,
        size * 0.65,
        transform=f"translate({num(x)} {num(y)}) rotate({num(angle)})",
    )


def _hedge(tile: Tile) -> str:
    """Draw leaves along both sides of a jungle tile."""
    parts = []
    for side in (-1, 1):
        for i in range(19):
            x = tile.x + TILE * (i + 0.5) / 19
            sway = (i * 7 + tile.first * 3 + side) % 5 - 2
            angle = (0 if side < 0 else 180) + sway * 9
            size = 30 + (i * 5 + tile.first + side) % 4 * 3.4
            parts.append(_leaf(x, tile.height(x) + side * (_HALF - 1), angle, size))
    return "".join(parts)


def _ground(tile: Tile) -> str:
    parts = [path(_strip(tile, _HALF), _WALL[tile.kind])]
    if tile.kind == "tunnel":
        parts += [
            path(_strip(tile, _HALF - 8), _FLOOR["tunnel"]),
            _walls(tile, stroke="#211b17", stroke_width=13),
            _walls(tile, stroke="#988b7c", stroke_width=10.4, stroke_dasharray="23.4 2.6"),
            _walls(tile, stroke="#b3a595", stroke_width=3, stroke_dasharray="21 5"),
        ]
    else:
        parts += [
            path(_strip(tile, _HALF - 6), _FLOOR["jungle"]),
            _walls(tile, stroke="#1c4a2a", stroke_width=15),
            _hedge(tile),
        ]
    return group(*parts, class_="tile", data_kind=tile.kind)


def _seam(tile: Tile) -> str:
    """Draw the joint at the left end of a tile, where it meets another one."""
    y = tile.y
    dark, light = ("#1d1814", "#b3a595") if tile.kind == "tunnel" else ("#5b4019", "#dcb975")
    line = f"M{num(tile.x)} {num(y - _HALF)}V{num(y + _HALF)}"
    clamps = "".join(
        rect(tile.x - 7, y + dy - 3, 14, 6, GOLD_DARK, rx=2, stroke=INK, stroke_width=1)
        for dy in (-_HALF + 6, _HALF - 6)
    )
    return (
        path(line, stroke=dark, stroke_width=3)
        + path(line, stroke=light, stroke_width=0.9)
        + clamps
    )


def _bend(plan: Layout, kind: str, right: bool, y: float) -> str:
    """Draw the bend from one line to the next, on the right or the left."""
    x, away = (plan.last, 1) if right else (plan.first, -1)
    reach = LINE / 2
    inner, outer = reach - _HALF + 5, reach + _HALF - 5

    def arc(radius: float, **pen: Value) -> str:
        return path(
            f"M{num(x)} {num(y - radius)}A{num(radius)} {num(radius)} 0 0 {int(right)} "
            f"{num(x)} {num(y + radius)}",
            "none",
            **pen,
        )

    dark, light = ("#4b3a2c", "#65503c") if kind == "tunnel" else ("#98722f", "#b58d4b")
    parts = [
        arc(reach, stroke=_WALL[kind], stroke_width=2 * _HALF),
        arc(reach, stroke=dark, stroke_width=2 * _HALF - 12),
        arc(reach - 33, stroke=light, stroke_width=27, stroke_dasharray="24 3"),
        arc(reach, stroke=light, stroke_width=32, stroke_dasharray="37 3.5"),
        arc(reach + 34, stroke=light, stroke_width=29, stroke_dasharray="31 3.5"),
    ]
    for radius in (inner, outer):
        if kind == "tunnel":
            parts += [
                arc(radius, stroke="#211b17", stroke_width=13),
                arc(radius, stroke="#988b7c", stroke_width=10.4, stroke_dasharray="23.4 2.6"),
                arc(radius, stroke="#b3a595", stroke_width=3, stroke_dasharray="21 5"),
            ]
        else:
            parts.append(arc(radius, stroke="#1c4a2a", stroke_width=15))
    for turn in (40, 90, 140):
        ahead = radians(turn - 90)
        cx, cy = x + away * cos(ahead) * reach, y + sin(ahead) * reach
        parts.append(
            group(
                path(
                    "M-7 -10L5 0L-7 10",
                    stroke="#f3dca8",
                    stroke_width=5,
                    opacity=0.75,
                    stroke_linecap="round",
                    stroke_linejoin="round",
                ),
                transform=f"translate({num(cx)} {num(cy)}) rotate({turn if right else 180 - turn})",
            )
        )
    if kind == "tunnel":
        parts.append(_torch(x + away * (outer + 1), y - 2))
    else:
        for radius, count, out in ((inner, 4, -1), (outer, 15, 1)):
            for i in range(count):
                degrees = 180 * (i + 0.5) / count
                rad = radians(degrees - 90)
                angle = away * (degrees if out > 0 else degrees + 180)
                parts.append(
                    _leaf(
                        x + away * cos(rad) * (radius + 4 * out),
                        y + sin(rad) * (radius + 4 * out),
                        angle,
                        31 + i % 3 * 4,
                    )
                )
    narrow = None
    if plan.squeeze < 1:
        shift = num(x * (1 - plan.squeeze))
        narrow = f"matrix({plan.squeeze} 0 0 1 {shift} 0)"
    return group(*parts, class_="bend", transform=narrow)


def way(table: PictureModel, plan: Layout, lit: tuple[str, ...] = ()) -> str:
    """Draw the whole path and its pirates. The spaces in `lit` shine."""
    parts = [_bend(plan, *bend) for bend in plan.bends]
    parts += [_ground(tile) for tile in plan.tiles]
    inner = {(t.x, t.y) for t in plan.tiles}
    parts += [_seam(t) for t in plan.tiles if (t.x - TILE, t.y) in inner]
    for tile in plan.tiles:
        for x in (tile.x + i * STEP for i in (1, 3, 5)):
            if tile.kind == "tunnel":
                parts.append(_torch(x, tile.height(x) - _HALF + 4))
    for tile in plan.tiles:
        for place in map(str, range(tile.first, tile.first + 6)):
            parts.append(space(table, tile.kind, place, *plan.spaces[place], place in lit))
    return group(*parts, class_="way")


def definitions() -> str:
    """Return the definitions of torchlight, tunnel floor and leaves."""
    return (
        '<radialGradient id="ct-glow"><stop offset="0" stop-color="#ffc861" stop-opacity="0.75"/>'
        '<stop offset="1" stop-color="#ff9a2e" stop-opacity="0"/></radialGradient>'
        '<linearGradient id="ct-floor" x1="0" y1="0" x2="0" y2="1">'
        '<stop offset="0" stop-color="#8a6541"/><stop offset="0.5" stop-color="#5d4836"/>'
        '<stop offset="1" stop-color="#4a3a2d"/></linearGradient>'
        f"{_LEAF}"
    )
