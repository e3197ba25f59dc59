"""A finished game step by step, with all cards open: the deal, and every move."""

from collections.abc import Iterator
from typing import Any

from cartagena.game import Game
from cartagena.server.tables.table import Table


def steps(table: Table, after: int = -1) -> Iterator[dict[str, Any]]:
    """The deal, which is number 0, and every move with what it led to, behind a number."""
    told = zip(table.movers, table.outcomes, strict=True)
    made: dict[str, Any] = {"seat": None, "move": None}
    for number, (game, move) in enumerate(Game.steps(table.record())):
        if number > after:
            yield {**made, "position": _shown(game)}
        if move is not None:
            seat, brought = next(told)
            made = {"seat": seat, "move": move.text, **brought}


def _shown(game: Game) -> dict[str, Any]:
    """All hands lie open; what seats remember, and the generator, tell nobody anything."""
    position = game.position()
    for name in ("generator", "memory"):
        position.pop(name, None)
    return position
