"""Choosing moves by tree search, with one tree for all actions of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cartagena.bots.bot import Budget
    from cartagena.bots.search.tree_search import SearchResult, TreeSearch
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move


class MoveChooser:
    """Chooses the moves of one seat and remembers its last search for the rest of the turn."""

    def __init__(self) -> None:
        self._turn: tuple[Any, ...] = ()
        self._last: SearchResult | None = None

    def choose(
        self, search: TreeSearch, view: View, legal: Sequence[Move], rng: Random, budget: Budget
    ) -> Move:
        """Choose a move. A single legal move needs no search."""
        seed = rng.getrandbits(62)
        if len(legal) == 1:
            return legal[0]
        turn = turn_of(view)
        result = search.run(view, seed, budget, self._last if turn == self._turn else None)
        is_over = view.packed[0]["actions_left"] <= 1
        # A tree takes some megabytes, so it does not outlive its turn.
        self._turn, self._last = turn, None if is_over else result
        return result.best(legal)


def turn_of(view: View) -> tuple[Any, ...]:
    """Return a key that identifies a turn, and differs on every board."""
    g = view.packed[0]
    return int(g["turns"]), int(g["active"]), g["symbol"].tobytes()
