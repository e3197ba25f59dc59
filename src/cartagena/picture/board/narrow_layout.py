"""The board for a narrow screen: one tile to a line, the ends on lines of their own."""

from __future__ import annotations

from cartagena.picture.board.ends import sign
from cartagena.picture.board.ground import water
from cartagena.picture.board.layout import LINE, RIM, SEA, STEP, TILE, Box, Layout, Tile
from cartagena.picture.model import Table
from cartagena.picture.svg_writer import SAND, group, num, path, rect

_MARGIN = 58.0
_WIDTH = TILE + 2 * _MARGIN
_END = 146.0
_SHIP = 250.0


def _stretch(plan: Layout, kind: str, count: int, top: float, forward: bool) -> float:
    """Lays tiles one below the other, winding; says where they end."""
    for line in range(count):
        first = len(plan.tiles) * 6 + 1
        tile = Tile(kind, plan.first, top + LINE * (line + 0.5), line % 2, first, forward)
        plan.tiles.append(tile)
        for i in range(6):
            x = tile.x + STEP * ((i if forward else 5 - i) + 0.5)
            plan.spaces[str(first + i)] = (x, tile.height(x))
        if line < count - 1:
            plan.bends.append((kind, forward, top + LINE * (line + 1)))
        forward = not forward
    return top + LINE * count


def lay(table: Table) -> Layout:
    """The layout of a table on a narrow board that begins at height 0."""
    plan = Layout(
        left=0.0, right=_WIDTH, first=_MARGIN, last=_MARGIN + TILE, squeeze=(_MARGIN - 4) / 131
    )
    y = RIM
    forward = True
    if table.tunnel:
        plan.ends["jail"] = Box(0, y, 350, _END)
        end = _stretch(plan, "tunnel", table.tunnel, y + _END, True)
        plan.land.append(("tunnel", Box(0, y, _WIDTH, end - y)))
        y, forward = end, plan.tiles[-1].forward
    # In the Complete Escape the ship lies below the mouth of the tunnel, or above the beach.
    height = SEA if table.complete else _END
    plan.sea = Box(0, y, _WIDTH, height)
    away = forward if table.sloop_at != "tortuga" else not forward
    x = (_WIDTH - _SHIP) / 2
    if table.complete:
        x = _WIDTH - _SHIP - 40 if away else 40.0
    plan.ends["sloop"] = Box(x, y, _SHIP, height)
    plan.sides["sloop"] = away
    y += height
    if table.jungle:
        end = _stretch(plan, "jungle", table.jungle, y, forward)
        right = plan.tiles[-1].forward
        plan.ends["cove"] = Box(_WIDTH - 350 if right else 0, end, 350, _END)
        plan.sides["cove"] = not right
        plan.land.append(("jungle", Box(0, y, _WIDTH, end + _END - y)))
        y = end + _END
    plan.bottom = y + RIM
    return plan


def ground(table: Table, plan: Layout) -> str:
    """Everything under the way."""
    parts = []
    for kind, box in plan.land:
        fill = "url(#ct-rock)" if kind == "tunnel" else "url(#ct-forest)"
        parts.append(rect(box.x, box.y - RIM, box.w, box.h + 2 * RIM, fill))
    sea = plan.sea
    assert sea is not None
    top = sea.y - (0 if table.tunnel else RIM)
    bottom = sea.y + sea.h + (0 if table.jungle else RIM)
    parts.append(water(Box(0, top, _WIDTH, bottom - top)))
    if table.tunnel:
        parts.append(_shore(sea.y, 1, "#6b5f54"))
    if table.jungle:
        parts.append(_shore(sea.y + sea.h, -1, SAND))
    if table.complete:
        parts.append(sign("Cartagena", _WIDTH / 2, sea.y + 30))
        parts.append(sign("Tortuga", _WIDTH / 2, sea.y + sea.h - 22))
    return group(*parts, class_="ground")


def _shore(y: float, sway: int, tone: str) -> str:
    """Where land and water meet."""
    waves = "".join(
        f"Q{num(x + 38)} {num(y + sway * (16 if i % 2 else 4))} {num(x + 77)} {num(y + sway * 8)}"
        for i, x in enumerate(range(0, int(_WIDTH), 77))
    )
    return path(f"M0 {num(y + sway * 8)}{waves}V{num(y)}H0Z", tone)
