"""The empty board as a template. Clients put in symbols, pirates, tokens and the ship's place themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cartagena.picture import cards, highlight, lettering, pirates, symbols
from cartagena.picture.board import background, space, way
from cartagena.picture.board.landmarks import crowd_area, ends, sloop
from cartagena.picture.board.layout import Layout, lay
from cartagena.picture.pirates import PAINT
from cartagena.picture.svg_writer import group, num

RATIO_STEP: Final = 1.12
"""The ratio of width to height grows by this factor from step to step. Step 0 is a square."""

TEMPLATE_STEPS: Final = range(-9, 11)

BLEED: Final = 1.2
"""Width of the ground beyond each side of the layout, as a share of the longer side."""


def sprite() -> str:
    """Return the definitions of all parts of boards and cards, for `<use>`."""
    parts = [symbols.definition(name) for name in symbols.ART]
    parts += [pirates.definition(colour) for colour in PAINT]
    parts += [
        lettering.title(),
        cards.definitions(),
        way.definitions(),
        highlight.definitions(),
        background.definitions(),
        space.definitions(),
    ]
    lines = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>\n{lines}\n</defs></svg>\n'


def template_svg(tunnel: int, jungle: int, step: int, board: Sequence[str] = ()) -> str:
    """Draw the empty board with these tiles for a ratio. It needs the definitions of `sprite`.

    Places carry `data-place`. `data-stone` has width and height of a flagstone, and `data-symbol` the
    size of the symbol to put on it. Where a crowd can stand, a group of class `crowd` gives the
    space it has. The ship is the last group, of class `ship`, with its position at either coast.
    With the symbols of a `board` it is a picture of that board.
    """
    plan = lay(tunnel, jungle, RATIO_STEP**step)
    parts = [
        background.background(plan, BLEED),
        way.way(plan, f"ct-{tunnel}-{jungle}-{step}"),
        *(
            _space(plan, stretch.kind, place, board)
            for stretch in plan.stretches
            for place in stretch.spaces
        ),
        ends(plan, crowd_area),
    ]
    ship = group(
        sloop(plan.ends["sloop"], crowd_area, flooded=not tunnel),
        class_="ship",
        data_cartagena=_mooring(plan, "cartagena"),
        data_tortuga=_mooring(plan, "tortuga"),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(plan.width)} '
        f'{num(plan.height)}" data-stone="{num(plan.stone[0])} {num(plan.stone[1])}" '
        f'data-symbol="{num(space.symbol_size(plan.stone))}">{"".join(parts)}{ship}</svg>'
    )


def _space(plan: Layout, kind: str, place: str, board: Sequence[str]) -> str:
    parts = [space.stone(kind, place, plan.stone)]
    if board:
        parts.append(space.symbol(board[int(place) - 1], plan.stone))
    return group(*parts, at=plan.spaces[place], class_="space", data_place=place)


def _mooring(plan: Layout, coast: str) -> str:
    x, y = plan.spot("sloop", coast if plan.docks else None)
    return f"{num(x)} {num(y)}"
