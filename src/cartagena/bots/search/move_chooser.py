"""Choosing moves by tree search, with one tree for all actions of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from cartagena.bots.bot import Budget
    from cartagena.bots.search.tree_search import SearchResult, TreeSearch
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move

_SEED_BITS: Final = 62
"""Size of the seed of a search."""


class MoveChooser:
    """Chooses the moves of one seat and remembers its last search for the rest of the turn."""

    def __init__(self) -> None:
        self._turn: tuple[Any, ...] = ()
        self._last: SearchResult | None = None

    def choose(
        self, search: TreeSearch, view: View, legal: Sequence[Move], rng: Random, budget: Budget
    ) -> Move:
        """Choose a move. A single legal move needs no search."""
        seed = rng.getrandbits(_SEED_BITS)
        if len(legal) == 1:
            return legal[0]
        result = search.run(view, seed, budget, self.earlier_search(view))
        return self.choose_from(result, view, legal)

    def earlier_search(self, view: View) -> SearchResult | None:
        """Return the last search if it was in the same turn."""
        return self._last if turn_of(view) == self._turn else None

    def choose_from(self, result: SearchResult, view: View, legal: Sequence[Move]) -> Move:
        """Return the best move by a search, which is remembered for the rest of the turn."""
        is_over = view.packed[0]["actions_left"] <= 1
        # A tree takes some megabytes, so it does not outlive its turn.
        self._turn, self._last = turn_of(view), None if is_over else result
        return result.best(legal)


def turn_of(view: View) -> tuple[Any, ...]:
    """Return a key that identifies a turn, and differs on every board."""
    g = view.packed[0]
    return int(g["turns"]), int(g["active"]), g["symbol"].tobytes()
