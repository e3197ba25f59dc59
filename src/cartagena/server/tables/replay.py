"""A finished game step by step, with all cards open: the deal, and every move."""

from collections.abc import Iterator
from typing import Any

from cartagena.game import Game
from cartagena.server.tables.table import Table


def steps(table: Table, after: int = -1) -> Iterator[dict[str, Any]]:
    """The deal, which is number 0, and every move with what it led to, behind a number."""
    record = table.record()
    game = Game.replay({**record, "moves": [], "seeds": []})
    if after < 0:
        yield {"seat": None, "move": None, "position": _shown(game)}
    made = zip(table.movers, record["moves"], table.outcomes, record["seeds"], strict=False)
    for number, (seat, move, brought, seed) in enumerate(made, 1):
        game.reseed(seed)
        game.push(move)
        if number > after:
            yield {"seat": seat, "move": move, **brought, "position": _shown(game)}


def _shown(game: Game) -> dict[str, Any]:
    """All hands lie open; what seats remember, and the generator, tell nobody anything."""
    position = game.position()
    for name in ("generator", "memory", "deck_seen"):
        position.pop(name, None)
    return position
