"""The empty board, for clients that draw pirates, tokens and the ship themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, get_args

from cartagena.picture import cards, pirates, symbols
from cartagena.picture.board import background, narrow_layout, space, way
from cartagena.picture.board.landmarks import cove, jail, sloop
from cartagena.picture.board.layout import Layout, lay
from cartagena.picture.model import PictureModel
from cartagena.picture.pirates import PAINT
from cartagena.picture.svg_writer import group, num
from cartagena.rules.components import SYMBOLS
from cartagena.rules.options import Rules


def sprite() -> str:
    """Return the definitions of all parts of boards and cards, for `<use>`."""
    parts = [symbols.definition(name) for name in symbols.ART]
    parts += [pirates.definition(colour) for colour in PAINT]
    parts += [cards.definitions(), way.definitions(), background.definitions(), space.definitions()]
    lines = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>\n{lines}\n</defs></svg>\n'


def _empty(board: Sequence[str], tunnel: int, jungle: int) -> PictureModel:
    edition = next(name for name, symbols in SYMBOLS.items() if board[0] in symbols)
    return PictureModel(
        rules=Rules.from_options({"edition": edition, "tunnel": tunnel, "jungle": jungle}),
        board=tuple(board),
        players=(),
        pirates={},
        hands={},
        unknown={},
        row=None,
        deck=0,
        deck_top=(),
        discard={},
        turn="",
        actions_left=0,
        winner=None,
        over=False,
        sloop_at="cartagena" if tunnel and jungle else None,
        free_sail=False,
        chests=frozenset(),
        pending=None,
        viewer=None,
    )


def _mooring(plan: Layout) -> str:
    x, y = plan.ends["sloop"].middle
    return f"{num(x)} {num(y)}"


Shape = Literal["wide", "tall", "slim"]
"""The shapes for a desktop, an upright tablet and a phone."""
SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)


def board_svg(board: Sequence[str], tunnel: int, jungle: int, shape: Shape = "wide") -> str:
    """Draw the empty board. It needs the definitions of `sprite`.

    Places carry `data-place`. Where a crowd can stand, a group of class `crowd` gives the space
    it has. The ship is the last group, of class `ship`, with its position at either coast.
    """
    table = _empty(board, tunnel, jungle)
    far = replace(table, sloop_at="tortuga") if table.complete else table
    if shape == "wide":
        plan, there = lay(table, 0), lay(far, 0)
        under = background.background(table, plan)
    else:
        across = 2 if shape == "tall" else 1
        plan, there = narrow_layout.lay(table, across), narrow_layout.lay(far, across)
        under = narrow_layout.background(table, plan)
    parts = [under, way.way(table, plan)]
    if table.tunnel:
        parts.append(jail(table, plan.ends["jail"]))
    if table.jungle:
        parts.append(cove(table, plan.ends["cove"], plan.sides["cove"]))
    ship = group(
        sloop(replace(table, sloop_at=None), plan.ends["sloop"]),
        class_="ship",
        data_cartagena=_mooring(plan),
        data_tortuga=_mooring(there),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{num(plan.left)} 0 '
        f"{num(plan.right - plan.left)} "
        f'{num(plan.bottom)}">{"".join(parts)}{ship}</svg>'
    )
