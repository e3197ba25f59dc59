"""The layout of the board: winding lines of two tiles each, and the ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import pi, sin

from cartagena.picture.model import PictureModel

WIDTH = 1280.0
EDGE = 24.0
RIGHT = WIDTH - EDGE
STEP = 76.0
TILE = 6 * STEP
LINE = 152.0
SWELL = 14.0
SEA = 184.0
RIM = 10.0
FIRST = (WIDTH - 2 * TILE) / 2
LAST = FIRST + 2 * TILE


@dataclass(frozen=True)
class Box:
    """A rectangle of the board."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.w / 2, self.y + self.h / 2


@dataclass(frozen=True)
class Tile:
    """A tile of the path: its left end, its middle line, its column and its first space."""

    kind: str
    x: float
    y: float
    column: int
    first: int
    forward: bool

    def height(self, x: float) -> float:
        """Return the height of the middle of the winding path at x."""
        lift = SWELL * sin(pi * (x - self.x) / TILE) ** 2
        return self.y + (lift if self.column else -lift)


@dataclass
class Layout:
    """The layout of a whole board, by default for a desktop."""

    tiles: list[Tile] = field(default_factory=list)
    spaces: dict[str, tuple[float, float]] = field(default_factory=dict)
    bends: list[tuple[str, bool, float]] = field(default_factory=list)
    land: list[tuple[str, Box]] = field(default_factory=list)
    ends: dict[str, Box] = field(default_factory=dict)
    sides: dict[str, bool] = field(default_factory=dict)
    sea: Box | None = None
    bottom: float = 0.0
    left: float = EDGE
    right: float = RIGHT
    first: float = FIRST
    last: float = LAST
    squeeze: float = 1.0
    """By how much the bends are narrower than a half circle."""


def _slot(tile: Tile, right: bool) -> Box:
    """Return the free box between the end of a tile and the edge of the board."""
    x = tile.x + TILE if right else EDGE
    return Box(x, tile.y - LINE / 2, (RIGHT - x) if right else tile.x - EDGE, LINE)


def _stretch(plan: Layout, kind: str, count: int, top: float, left: bool, gap: bool) -> None:
    """Lay out the tiles of the tunnel or the jungle. An odd tile leaves half a line free for an end."""
    lines = (count + 1) // 2
    halves = list(range(2 * lines))
    if count % 2:
        halves.pop(0 if gap else -1)
    for half in halves:
        line, second = divmod(half, 2)
        forward = left if line % 2 == 0 else not left
        column = second if forward else 1 - second
        first = len(plan.tiles) * 6 + 1
        tile = Tile(kind, FIRST + column * TILE, top + LINE * (line + 0.5), column, first, forward)
        plan.tiles.append(tile)
        for i in range(6):
            x = tile.x + STEP * ((i if forward else 5 - i) + 0.5)
            plan.spaces[str(first + i)] = (x, tile.height(x))
    for line in range(lines - 1):
        plan.bends.append((kind, left if line % 2 == 0 else not left, top + LINE * (line + 1)))
    plan.land.append((kind, Box(EDGE, top, RIGHT - EDGE, LINE * lines)))


def lay(table: PictureModel, top: float) -> Layout:
    """Return the layout of a board that begins at height `top`."""
    plan = Layout()
    y = top + RIM
    if table.tunnel:
        _stretch(plan, "tunnel", table.tunnel, y, True, table.complete)
        y += LINE * ((table.tunnel + 1) // 2)
        plan.ends["jail"] = _slot(plan.tiles[0], False)
        out = plan.tiles[-1]
        plan.sides["quay"] = out.forward
        plan.ends["sloop"] = _slot(out, out.forward)
        plan.sides["sloop"] = out.forward
    if table.complete:
        plan.ends["quay"] = plan.ends["sloop"]
        plan.sea = Box(EDGE, y, RIGHT - EDGE, SEA)
        y += SEA
    if table.jungle:
        left = not table.complete or plan.sides["quay"]
        landing = len(plan.tiles)
        _stretch(plan, "jungle", table.jungle, y, left, False)
        y += LINE * ((table.jungle + 1) // 2)
        shore = _slot(plan.tiles[landing], not left)
        plan.ends["beach"] = shore
        plan.sides["beach"] = not left
        if not table.complete:
            plan.ends["sloop"] = shore
            plan.sides["sloop"] = not left
        out = plan.tiles[-1]
        plan.ends["cove"] = _slot(out, out.forward)
        plan.sides["cove"] = out.forward
    if plan.sea is not None:
        right = plan.sides["quay"] if table.sloop_at == "cartagena" else plan.sides["beach"]
        sea = plan.sea
        plan.sides["sloop"] = right
        plan.ends["sloop"] = Box(RIGHT - 330 if right else EDGE + 70, sea.y, 260, sea.h)
    plan.bottom = y + RIM
    return plan
