"""Boards that other pages may show in a frame: of finished games, and of puzzles.

Each is a picture (SVG) that is a link to the game or the puzzle. It has no scripts, and is the only
thing on this server that other pages may frame.
"""

import asyncio
import re
from functools import cache, lru_cache
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from cartagena.game import Game
from cartagena.server.errors import NotFound
from cartagena.server.http.access import check_watchable
from cartagena.server.http.costs import cost
from cartagena.server.http.routes.site import site
from cartagena.server.services import Services
from cartagena.server.tables.owner_actions import check_revealed

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"
"""The pictures have inline styles. Frames of any page are allowed."""
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{16}")
_END_OF_DESCRIPTION: Final = "</desc>"


def linked(picture: str, address: str) -> str:
    """Return a picture that is a link. The link opens in the whole window."""
    head, end, drawing = picture.removesuffix("</svg>").partition(_END_OF_DESCRIPTION)
    return f'{head}{end}<a href="{address}" target="_top">{drawing}</a></svg>'


def _framed(picture: str) -> Response[str]:
    headers = {"content-security-policy": _POLICY, "cache-control": "public, max-age=3600"}
    return Response(picture, media_type="image/svg+xml", headers=headers)


@get("/embed/table/{table:str}", include_in_schema=False, opt=cost(5))
async def embedded_table(table: str, services: Services) -> Response[str]:
    """Return the board at the end of a game that everyone may watch."""
    if not _NAME.fullmatch(table):
        raise NotFound("File not found.")
    finished = await services.registry.table(table)
    check_watchable(finished, "")
    check_revealed(finished)
    assert finished.game is not None
    # A copy, because a thread reads it.
    picture = await asyncio.to_thread(finished.game.copy().svg)
    return _framed(linked(picture, f"/table/{table}"))


@get("/embed/puzzle/{number:int}", include_in_schema=False, opt=cost(5))
async def embedded_puzzle(number: Annotated[int, Parameter(ge=1)]) -> Response[str]:
    """Return the board of a puzzle, as its player sees it. The first puzzle is number 1."""
    if number > len(_puzzles()):
        raise NotFound("File not found.")
    return _framed(await asyncio.to_thread(_puzzle_picture, number))


@cache
def _puzzles() -> list[dict[str, Any]]:
    puzzles: list[dict[str, Any]] = msgspec.json.decode(site().files["puzzles.json"])
    return puzzles


@lru_cache(maxsize=64)
def _puzzle_picture(number: int) -> str:
    puzzle = _puzzles()[number - 1]
    return linked(Game.from_position(puzzle["position"]).svg(puzzle["seat"]), "/learn#puzzles")


HANDLERS = [embedded_table, embedded_puzzle]
