"""The board for narrow screens: one tile to a line on a phone, two on an upright tablet.

The ends have their own lines, or the half of a line that an odd tile leaves.
"""

from __future__ import annotations

from cartagena.picture.board.background import water
from cartagena.picture.board.landmarks import sign
from cartagena.picture.board.layout import LINE, RIM, STEP, TILE, Box, Layout, Tile
from cartagena.picture.model import PictureModel
from cartagena.picture.svg_writer import SAND, group, num, path, rect

_MARGIN = 58.0
_END = 146.0
_SHIP = 250.0
_SEA = 252.0
"""The height of the sea. It must be plain at which shore the ship lies."""
_DOCK = 160.0


def _stretch(
    plan: Layout, kind: str, count: int, top: float, forward: bool, across: int
) -> tuple[float, Box | None]:
    """Lay out tiles in winding lines. Returns their end and the box that an odd tile leaves free.

    That box is at the beginning of the first line in the tunnel, and at the end of the last one in the jungle.
    """
    lines = -(-count // across)
    slots = list(range(lines * across))
    slots = slots[-count:] if kind == "tunnel" else slots[:count]
    for slot in slots:
        line, nth = divmod(slot, across)
        ahead = forward if line % 2 == 0 else not forward
        column = nth if ahead else across - 1 - nth
        first = len(plan.tiles) * 6 + 1
        x, swell = plan.first + column * TILE, column if across > 1 else line % 2
        tile = Tile(kind, x, top + LINE * (line + 0.5), swell, first, ahead)
        plan.tiles.append(tile)
        for i in range(6):
            x = tile.x + STEP * ((i if ahead else 5 - i) + 0.5)
            plan.spaces[str(first + i)] = (x, tile.height(x))
    for line in range(lines - 1):
        right = forward if line % 2 == 0 else not forward
        plan.bends.append((kind, right, top + LINE * (line + 1)))
    end = top + LINE * lines
    if count % across == 0:
        return end, None
    if kind == "tunnel":
        return end, Box(0, top, plan.first + TILE, LINE)
    last = plan.tiles[-1]
    left = last.x + TILE if last.forward else 0.0
    return end, Box(left, end - LINE, plan.right - left if last.forward else last.x, LINE)


def lay(table: PictureModel, across: int = 1) -> Layout:
    """Return the layout of a board that begins at height 0, with a given number of tiles per line."""
    width = across * TILE + 2 * _MARGIN
    squeeze = (_MARGIN - 4) / 131
    plan = Layout(left=0.0, right=width, first=_MARGIN, last=width - _MARGIN, squeeze=squeeze)
    y = RIM
    forward = True
    if table.tunnel:
        own_line = 0.0 if table.tunnel % across else _END
        end, rest = _stretch(plan, "tunnel", table.tunnel, y + own_line, True, across)
        plan.ends["jail"] = rest or Box(0, y, 350, _END)
        plan.land.append(("tunnel", Box(0, y, width, end - y)))
        y, forward = end, plan.tiles[-1].forward
    height = _SEA if table.complete else _END
    plan.sea = Box(0, y, width, height)
    # In the Complete Escape the ship lies below the mouth of the tunnel, or above the beach.
    away = forward if table.sloop_at != "tortuga" else not forward
    x, dock, tall = (width - _SHIP) / 2, y, height
    if table.complete:
        x = width - _SHIP - 40 if away else 40.0
        dock, tall = (y + height - _DOCK if table.sloop_at == "tortuga" else y - 8), _DOCK
    plan.ends["sloop"] = Box(x, dock, _SHIP, tall)
    plan.sides["sloop"] = away
    y += height
    if table.jungle:
        end, rest = _stretch(plan, "jungle", table.jungle, y, forward, across)
        right = plan.tiles[-1].forward
        plan.ends["cove"] = rest or Box(width - 350 if right else 0, end, 350, _END)
        plan.sides["cove"] = right if rest else not right
        bottom = end if rest else end + _END
        plan.land.append(("jungle", Box(0, y, width, bottom - y)))
        y = bottom
    plan.bottom = y + RIM
    return plan


def background(table: PictureModel, plan: Layout) -> str:
    """Draw everything under the path."""
    parts = []
    for kind, box in plan.land:
        fill = "url(#ct-rock)" if kind == "tunnel" else "url(#ct-forest)"
        parts.append(rect(box.x, box.y - RIM, box.w, box.h + 2 * RIM, fill))
    sea = plan.sea
    assert sea is not None
    top = sea.y - (0 if table.tunnel else RIM)
    bottom = sea.y + sea.h + (0 if table.jungle else RIM)
    parts.append(water(Box(0, top, plan.right, bottom - top)))
    if table.tunnel:
        parts.append(_shore(plan.right, sea.y, 1, "#6b5f54"))
    if table.jungle:
        parts.append(_shore(plan.right, sea.y + sea.h, -1, SAND))
    if table.complete:
        parts.append(sign("Cartagena", plan.right / 2, sea.y + 30))
        parts.append(sign("Tortuga", plan.right / 2, sea.y + sea.h - 22))
    return group(*parts, class_="ground")


def _shore(width: float, y: float, sway: int, tone: str) -> str:
    """Draw the line where land and water meet."""
    waves = "".join(
        f"Q{num(x + 38)} {num(y + sway * (16 if i % 2 else 4))} {num(x + 77)} {num(y + sway * 8)}"
        for i, x in enumerate(range(0, int(width), 77))
    )
    return path(f"M0 {num(y + sway * 8)}{waves}V{num(y)}H0Z", tone)
