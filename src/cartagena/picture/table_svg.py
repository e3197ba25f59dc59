"""The whole table as one picture."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from cartagena.picture import cards, panels, pirates, supply, symbols
from cartagena.picture.banner import HEIGHT, banner
from cartagena.picture.board import ground, space, way
from cartagena.picture.board.ends import cove, crew_spot, jail, sloop
from cartagena.picture.board.layout import EDGE, RIGHT, WIDTH, Layout, lay
from cartagena.picture.highlight import arrow
from cartagena.picture.model import Table
from cartagena.picture.reading import read
from cartagena.picture.sentences import turn, whole
from cartagena.picture.svg_writer import NIGHT, SANS, group, num, rect


def _definitions(table: Table) -> str:
    parts = [symbols.definition(name) for name in table.symbols]
    parts += [pirates.definition(colour) for colour in table.players]
    parts += [cards.definitions(), way.definitions(), ground.definitions(), space.definitions()]
    return f"<defs>{''.join(parts)}</defs>"


def _board(table: Table, plan: Layout, lit: tuple[str, ...]) -> str:
    top = HEIGHT
    frame = rect(
        EDGE, top, RIGHT - EDGE, plan.bottom - top, rx=18, stroke="#0c141b", stroke_width=6
    )
    clip = (
        f'<clipPath id="ct-board"><rect x="{num(EDGE)}" y="{num(top)}" '
        f'width="{num(RIGHT - EDGE)}" height="{num(plan.bottom - top)}" rx="18"/></clipPath>'
    )
    parts = [ground.ground(table, plan), way.way(table, plan, lit)]
    if table.tunnel:
        parts.append(jail(table, plan.ends["jail"]))
    if table.jungle:
        parts.append(cove(table, plan.ends["cove"], plan.sides["cove"]))
    parts.append(sloop(table, plan.ends["sloop"]))
    return clip + group(*parts, clip_path="url(#ct-board)") + frame


def _highlight(plan: Layout, move: tuple[str, str]) -> str:
    ends = [end for end in ("jail", "sloop", "cove") if end in plan.ends]
    for place in move:
        if place not in plan.spaces and place not in ends:
            raise ValueError(
                f"There is no place {place!r} on this board to highlight: "
                f"it has 1 to {len(plan.spaces)} and {' and '.join(ends)}."
            )
    source, target = (crew_spot(plan, place) for place in move)
    return arrow(source, target, 42)


def svg(
    position: Mapping[str, Any],
    *,
    width: int | None = None,
    highlight: tuple[str, str] | None = None,
) -> str:
    """Draw a position or a view as a self-contained SVG.

    `width` is its width in pixels (default: the width of its container). `highlight` marks a
    move, such as from `"7"` to `"21"` or from `"jail"` to `"28"`.
    """
    table = read(position)
    plan = lay(table, HEIGHT)
    supply_top = plan.bottom + 14
    panels_top = supply_top + supply.height(table) + 6
    height = panels_top + panels.height(table) + EDGE
    size = ""
    if width is not None:
        size = f' width="{width}" height="{round(width * height / WIDTH)}"'
    body = [
        rect(0, 0, WIDTH, height, NIGHT),
        banner(table),
        _board(table, plan, highlight or ()),
        supply.supply(table, supply_top),
        panels.panels(table, panels_top),
    ]
    if highlight is not None:
        body.append(_highlight(plan, highlight))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(WIDTH)} {num(height)}"{size} '
        f'role="img" aria-labelledby="ct-title ct-desc" font-family="{SANS}">'
        f'<title id="ct-title">Cartagena, {escape(table.rules.title())}: {escape(turn(table))}</title>'
        f'<desc id="ct-desc">{escape(whole(table))}</desc>'
        f"{_definitions(table)}{''.join(body)}</svg>"
    )
