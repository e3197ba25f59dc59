"""The layout of the board: a winding path laid out for a ratio of width to height.

The path runs in rows, one space to a cell, and turns from the last cell of a row to the one below it. The
ends of the path take a few cells of the first and the last row. Of all numbers of columns, the
layout takes the one with the largest spaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, pi, sin
from typing import Final, Literal

from cartagena.rules.components import SPACES_PER_TILE

Point = tuple[float, float]
Kind = Literal["tunnel", "jungle"]

_STONE: Final = (92.0, 114.0)
"""Smallest width and height of a flagstone."""

_GAP: Final = (6.0, 18.0)
"""Smallest distance between two flagstones, sideways and downward."""

_GROWTH: Final = 1.22
"""Largest growth of a flagstone in one direction, to fill its cell."""

PIRATE: Final = 50.0
"""Height of a pirate on a space. Three stand side by side below the symbol."""

_CELL: Final = (_STONE[0] + _GAP[0], _STONE[1] + _GAP[1])
"""Smallest distance from space to space, and from row to row."""

_STRETCH: Final = (1.5, 1.45)
"""Largest growth of the distances, to fill a box."""

_MARGIN: Final = 16.0
_SEA: Final = 196.0
"""Height of the sea between tunnel and jungle."""

_END_CELLS: Final = (2, 4)
"""Minimum and maximum number of cells for an end of the path."""

SWAY: Final = 7.0
"""Height by which a row winds up and down."""

_MOUTH: Final = 26.0
"""Length by which the corridor reaches into the landmarks at its ends."""

_SHIP: Final = (236.0, 168.0)


@dataclass(frozen=True)
class Box:
    """A rectangle of the board."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> Point:
        """Its centre."""
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h


@dataclass(frozen=True)
class Stretch:
    """A stretch of the path through rock or jungle, with the middle line of its corridor."""

    kind: Kind
    spaces: tuple[str, ...]
    line: tuple[Point, ...]
    """The corners of the middle line."""
    half: Point
    """Half the width of the corridor where it runs downward, and where it runs sideways."""


@dataclass(frozen=True)
class Layout:
    """The layout of a whole board."""

    width: float
    height: float
    stretches: tuple[Stretch, ...]
    spaces: dict[str, Point]
    ends: dict[str, Box]
    """The jail, the cove, and the sloop where the game begins."""
    docks: dict[str, Box]
    """The berth of the sloop at each coast."""
    sea: Box | None
    """The sea between tunnel and jungle."""
    bay: Box | None
    """The box of a sloop that lies at an end of the path."""
    stone: Point
    """Width and height of a flagstone."""

    def spot(self, place: str, coast: str | None = None) -> Point:
        """Return the middle of a place. `coast` says where the sloop lies."""
        if place in self.spaces:
            return self.spaces[place]
        return (self.docks[coast] if place == "sloop" and coast else self.ends[place]).middle

    def foot(self, place: str, coast: str | None = None) -> Point:
        """Return the point between the feet of the pirates at a place."""
        x, y = self.spot(place, coast)
        return x, y + (self.stone[1] / 2 - 8 if place in self.spaces else 22)


@dataclass(frozen=True)
class _Grid:
    """The cells of a stretch: how many, in how many columns and rows, and the cells of its ends."""

    count: int
    columns: int
    rows: int
    start: int
    goal: int

    def cells(self) -> list[tuple[int, int]]:
        """Return column and row of each space, in order."""
        winding = [
            (column if row % 2 == 0 else self.columns - 1 - column, row)
            for row in range(self.rows)
            for column in range(self.columns)
        ]
        return winding[self.start : self.start + self.count]


def _grids(count: int, start: bool, goal: bool) -> Iterator[_Grid]:
    """Yield the grids for a number of spaces, with or without an end at the start and the goal."""
    least, most = _END_CELLS
    ends = least * (start + goal)
    for columns in range(least + 1, count + ends + 1):
        rows = ceil((count + ends) / columns)
        if start and goal and rows < 2:
            continue
        spare = columns * rows - count - ends
        first = min(spare // (1 + goal), most - least, columns - least - 1) if start else 0
        rest = spare - first
        if goal and least + rest >= columns:
            continue
        yield _Grid(
            count, columns, rows, first + least if start else 0, rest + least if goal else 0
        )


def lay(tunnel: int, jungle: int, ratio: float) -> Layout:
    """Return the layout for tiles of tunnel and jungle and for a ratio of width to height."""
    first, second = tunnel * SPACES_PER_TILE, jungle * SPACES_PER_TILE
    if not tunnel or not jungle:
        options = [[grid] for grid in _grids(first + second, True, True)]
    else:
        pairs = product(_grids(first, True, False), _grids(second, True, False))
        options = [list(pair) for pair in pairs]
    grids = max(options, key=lambda one: (_scale(one, ratio), -sum(grid.rows for grid in one)))
    width, height = _least_size(grids)
    wide = min(max(width, height * ratio), width * _STRETCH[0])
    high = min(max(height, width / ratio), height * _STRETCH[1])
    if len(grids) == 1:
        return _one_land(grids[0], "tunnel" if tunnel else "jungle", wide, high)
    return _two_lands(grids[0], grids[1], wide, high)


def _least_size(grids: Sequence[_Grid]) -> Point:
    """Return the smallest size of a board with these grids."""
    width = max(grid.columns for grid in grids) * _CELL[0]
    height = sum(grid.rows for grid in grids) * _CELL[1]
    return width + 2 * _MARGIN, height + 2 * _MARGIN + (_SEA if len(grids) > 1 else 0)


def _scale(grids: Sequence[_Grid], ratio: float) -> float:
    """Return how large the spaces are in a box of height 1."""
    width, height = _least_size(grids)
    return min(ratio / width, 1 / height)


class _Rows:
    """Places the cells of a grid on the board."""

    def __init__(self, grid: _Grid, top: float, width: float, row: float, *, turned: bool) -> None:
        self.grid, self.top, self.row, self.turned = grid, top, row, turned
        self.step = (width - 2 * _MARGIN) / grid.columns
        self.width = width
        self.mirrored = False

    def point(self, column: float, row: float) -> Point:
        """Return the middle of a cell."""
        if self.turned:
            row = self.grid.rows - 1 - row
            if not self.mirrored:
                column = self.grid.columns - 1 - column
        elif self.mirrored:
            column = self.grid.columns - 1 - column
        x = _MARGIN + self.step * (column + 0.5)
        return x, self.top + self.row * (row + 0.5) + sway(x, self.width)

    def box(self, cells: Sequence[tuple[int, int]]) -> Box:
        """Return the box of neighbouring cells of a row."""
        points = [self.point(*cell) for cell in cells]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        y = sum(y for _, y in points) / len(points)
        return Box(left - self.step / 2, y - self.row / 2, right - left + self.step, self.row)

    def start_box(self) -> Box:
        """Return the box of the end at the start of the grid."""
        return self.box([(column, 0) for column in range(self.grid.start)])

    def goal_box(self) -> Box:
        """Return the box of the end behind the last cell."""
        row = self.grid.rows - 1
        columns = range(self.grid.columns - self.grid.goal, self.grid.columns)
        ahead = row % 2 == 0
        return self.box([(one if ahead else self.grid.columns - 1 - one, row) for one in columns])

    def spots(self) -> list[Point]:
        """Return the middle of each space, in the order of the grid."""
        return [self.point(*cell) for cell in self.grid.cells()]

    @property
    def stone(self) -> Point:
        """Width and height of a flagstone that fills a cell."""
        width = min(self.step - _GAP[0], _STONE[0] * _GROWTH)
        return width, min(self.row - _GAP[1], _STONE[1] * _GROWTH)

    @property
    def half(self) -> Point:
        """Half the width of the corridor, downward and sideways."""
        return min(self.step / 2 - 1, 70.0), min(self.row / 2 - 6, self.stone[1] / 2 + 9)


def sway(x: float, width: float) -> float:
    """Return by how much the path lies lower than its row at x."""
    waves = max(1, round(width / 620))
    return SWAY * sin(2 * pi * waves * x / width)


def _into(spot: Point, box: Box, step: float) -> Point:
    """Return the point where the corridor ends in the landmark next to a space."""
    x, y = spot
    reach = step / 2 + _MOUTH
    return (x + reach if box.middle[0] > x else x - reach), y


def _one_land(grid: _Grid, kind: Kind, width: float, height: float) -> Layout:
    """Return the layout of a board with a tunnel or a jungle alone."""
    rows = _Rows(grid, _MARGIN, width, (height - 2 * _MARGIN) / grid.rows, turned=False)
    spots = rows.spots()
    spaces = {str(number): spot for number, spot in enumerate(spots, 1)}
    start, goal = rows.start_box(), rows.goal_box()
    line = [_into(spots[0], start, rows.step), *spots, _into(spots[-1], goal, rows.step)]
    names = ("jail", "sloop") if kind == "tunnel" else ("sloop", "cove")
    ends = dict(zip(names, (start, goal), strict=True))
    stretch = Stretch(kind, tuple(spaces), tuple(line), rows.half)
    return Layout(width, height, (stretch,), spaces, ends, {}, None, ends["sloop"], rows.stone)


def _two_lands(first: _Grid, second: _Grid, width: float, height: float) -> Layout:
    """Return the layout of a board with a tunnel above the sea and a jungle below it."""
    spare = height - 2 * _MARGIN - _SEA
    row = min(spare / (first.rows + second.rows), _CELL[1] * _STRETCH[1])
    sea_height = height - 2 * _MARGIN - row * (first.rows + second.rows)
    tunnel = _Rows(first, _MARGIN, width, row, turned=False)
    shore = _MARGIN + row * first.rows
    sea = Box(0, shore, width, sea_height)
    jungle = _Rows(second, sea.bottom, width, row, turned=True)
    out = tunnel.spots()
    on_right = out[-1][0] > width / 2
    # The landing is on the other side of the sea, so that everyone sees where the sloop lies.
    if (jungle.spots()[-1][0] > width / 2) == on_right:
        jungle.mirrored = True
    inland = jungle.spots()[::-1]
    spaces = {str(number): spot for number, spot in enumerate([*out, *inland], 1)}
    names = tuple(spaces)
    ends = {"jail": tunnel.start_box(), "sloop": sea, "cove": jungle.start_box()}
    exits = [_into(out[0], ends["jail"], tunnel.step), *out, (out[-1][0], shore + _MOUTH)]
    landing = [
        (inland[0][0], sea.bottom - _MOUTH),
        *inland,
        _into(inland[-1], ends["cove"], jungle.step),
    ]
    ship_w, ship_h = _SHIP
    docks = {}
    for coast, (x, _), y in (
        ("cartagena", out[-1], sea.y + 4),
        ("tortuga", inland[0], sea.bottom - ship_h - 4),
    ):
        toward = 1 if x < width / 2 else -1
        left = x + toward * 62 if toward > 0 else x - 62 - ship_w
        docks[coast] = Box(min(max(left, 8.0), width - ship_w - 8), y, ship_w, ship_h)
    stretches = (
        Stretch("tunnel", names[: len(out)], tuple(exits), tunnel.half),
        Stretch("jungle", names[len(out) :], tuple(landing), jungle.half),
    )
    ends["sloop"] = docks["cartagena"]
    return Layout(
        width,
        height,
        stretches,
        spaces,
        ends,
        docks,
        sea,
        None,
        _smaller(tunnel.stone, jungle.stone),
    )


def _smaller(a: Point, b: Point) -> Point:
    """Return the size that fits into both."""
    return min(a[0], b[0]), min(a[1], b[1])
