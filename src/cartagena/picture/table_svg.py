"""The whole table as one picture."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from cartagena.picture import cards, panels, pirates, supply, symbols
from cartagena.picture.banner import HEIGHT, banner
from cartagena.picture.board import background, space, way
from cartagena.picture.board.landmarks import ends, sloop
from cartagena.picture.board.layout import Layout, lay
from cartagena.picture.highlight import draw_route
from cartagena.picture.model import PictureModel
from cartagena.picture.reading import read
from cartagena.picture.sentences import describe, turn
from cartagena.picture.sheet import EDGE, RIGHT, WIDTH
from cartagena.picture.svg_writer import NIGHT, SANS, group, num, rect
from cartagena.rules.notation.route import Route


def _definitions(table: PictureModel) -> str:
    parts = [symbols.definition(name) for name in table.symbols]
    parts += [pirates.definition(colour) for colour in table.players]
    parts += [cards.definitions(), way.definitions(), background.definitions(), space.definitions()]
    return f"<defs>{''.join(parts)}</defs>"


_RATIO = 2.1
"""The ratio of width to height that the board is laid out for."""


def _board(table: PictureModel, plan: Layout, route: Route | None, height: float) -> str:
    top, width = HEIGHT, RIGHT - EDGE
    frame = rect(EDGE, top, width, height, rx=18, stroke="#0c141b", stroke_width=6)
    clip = (
        f'<clipPath id="ct-board"><rect x="{num(EDGE)}" y="{num(top)}" '
        f'width="{num(width)}" height="{num(height)}" rx="18"/></clipPath>'
    )

    def crowd(place: str, x: float, y: float, wide: float, tall: float) -> str:
        crew = {colour: table.pirates[colour].get(place, 0) for colour in table.players}
        return pirates.line_up(crew, x, y, wide, tall, place)

    lit = (route.places[0], route.places[-1]) if route else ()
    parts = [background.background(plan, 0), way.way(plan, "ct-path")]
    parts += [
        space.space(table, stretch.kind, place, plan.spaces[place], plan.stone, place in lit)
        for stretch in plan.stretches
        for place in stretch.spaces
    ]
    berth = plan.docks[table.sloop_at] if table.sloop_at else plan.ends["sloop"]
    parts.append(ends(plan, crowd))
    parts.append(sloop(berth, crowd, flooded=not table.tunnel, coast=table.sloop_at))
    if route is not None:
        order = table.rules.places
        spots = {place: plan.foot(place, table.sloop_at) for place in order}
        back = order.index(route.places[0]) > order.index(route.places[-1])
        parts.append(draw_route(route, spots, back=back))
    scale = width / plan.width
    board = group(*parts, transform=f"translate({num(EDGE)} {num(top)}) scale({scale:.4f})")
    return clip + group(board, clip_path="url(#ct-board)") + frame


def _route(table: PictureModel, highlight: Route | tuple[str, str]) -> Route:
    """Return the route to highlight. Between two places it follows the path without jumps."""
    if isinstance(highlight, Route):
        return highlight
    order = table.rules.places
    for place in highlight:
        if place not in order:
            ends = [place for place in order if not place.isdecimal()]
            raise ValueError(
                f"There is no place {place!r} on this board to highlight: "
                f"it has 1 to {len(order) - len(ends)} and {' and '.join(ends)}."
            )
    first, last = map(order.index, highlight)
    if first > last:
        return Route(order[last : first + 1][::-1], ())
    return Route(order[first : last + 1], ())


def svg(
    position: Mapping[str, Any],
    *,
    width: int | None = None,
    highlight: Route | tuple[str, str] | None = None,
) -> str:
    """Draw a position or a view as a self-contained SVG.

    `width` is its width in pixels (default: the width of its container). `highlight` draws
    the way of a pirate: a `Route`, or two places such as `("7", "21")` or `("jail", "28")`.
    """
    table = read(position)
    route = None if highlight is None else _route(table, highlight)
    plan = lay(table.tunnel, table.jungle, _RATIO)
    board_height = plan.height * (RIGHT - EDGE) / plan.width
    supply_top = HEIGHT + board_height + 14
    panels_top = supply_top + supply.height(table) + 6
    height = panels_top + panels.height(table) + EDGE
    size = ""
    if width is not None:
        size = f' width="{width}" height="{round(width * height / WIDTH)}"'
    body = [
        rect(0, 0, WIDTH, height, NIGHT),
        banner(table),
        _board(table, plan, route, board_height),
        supply.supply(table, supply_top),
        panels.panels(table, panels_top),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(WIDTH)} {num(height)}"{size} '
        f'role="img" aria-labelledby="ct-title ct-desc" font-family="{SANS}">'
        f'<title id="ct-title">Cartagena, {escape(table.rules.title())}: {escape(turn(table))}</title>'
        f'<desc id="ct-desc">{escape(describe(table))}</desc>'
        f"{_definitions(table)}{''.join(body)}</svg>"
    )
