"""The captain: a tree search with rollouts, over worlds sampled from what its seat knows.

It searches for as long as its budget allows, but stops once the leading move cannot be overtaken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final, Unpack

from cartagena.bots.families import family
from cartagena.bots.search.move_chooser import MoveChooser
from cartagena.bots.search.tree_search import (
    LeafEvaluator,
    SearchConfig,
    SearchOptions,
    TreeSearch,
)

if TYPE_CHECKING:
    from cartagena.bots.bot import Budget
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move

ROLLOUT: Final = LeafEvaluator()
"""Rollouts that end in the hand-made evaluation."""

MIN_ROUNDS: Final = 2
"""Minimum number of rounds that a simulation plays."""


def default_config(family: str, players: int) -> SearchConfig:
    """Return the settings for a family of rules and a number of players."""
    horizon = max(SearchConfig().horizon, MIN_ROUNDS * players)
    # Reusing the tree was measured to help in these games only: see docs/bots.md.
    return SearchConfig(horizon=horizon, reuse_tree=family == "complete" and players == 2)


class Captain:
    """Searches with rollouts. The longer it thinks, the better it plays."""

    name = "captain"
    searches = True

    def __init__(self, **options: Unpack[SearchOptions]) -> None:
        self._options = options
        self.chooser = MoveChooser()

    def search_for(self, view: View) -> TreeSearch:
        """Return the search for the rules and the number of players of a view."""
        players = len(view.players)
        config = replace(default_config(family(view.rules), players), **self._options)
        horizon = max(config.horizon, MIN_ROUNDS * players)
        return TreeSearch(replace(config, horizon=horizon), ROLLOUT)

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        """Choose the most visited move."""
        return self.chooser.choose(self.search_for(view), view, legal, rng, budget)
