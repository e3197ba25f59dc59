"""The legend: a tree search with a trained net at its leaves.

There are nets for each family of rules, one for two players and one for more (docs/training.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, Unpack

from cartagena.bots.families import family
from cartagena.bots.net.network import Net, load_net
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

C_PUCT: Final = 0.4
"""Weight of exploration with two players. Less than the captain's: a net errs less than a rollout."""

C_PUCT_MULTIPLAYER: Final = 0.8
"""Weight of exploration with more players, where moves differ by less and errors of a net count more."""

WORLDS: Final = 64
"""Number of worlds in which a legend without a search evaluates every move."""


EVALUATION: Final = SearchConfig(c_puct=C_PUCT, horizon=0)
"""The settings for estimates of chances, for any rules and number of players.

With more than two players the legend searches with other settings, which suit a choice by visits.
Hints rank moves by the mean of a few samples. With the legend's settings they won only 35 % of their
games against hints with these (docs/experiments.md, A5).
"""


def default_config(family: str, players: int) -> SearchConfig:
    """Return the settings for a family of rules and a number of players.

    With more than two players the rollout policy plays a round before the net evaluates, and each
    simulation permutes the symbols, unless each symbol has its own spell. So the errors of the
    net differ between simulations, and their mean is small.
    """
    if players == 2:
        return replace(EVALUATION, reuse_tree=True)
    return SearchConfig(
        c_puct=C_PUCT_MULTIPLAYER,
        horizon=players,
        permute_symbols=family != "spells",
        reuse_tree=True,
        sequential_halving=family == "plain",
    )


def net_name(family: str, players: int) -> str:
    """Return the name of the net for a family of rules and a number of players."""
    return family if players == 2 else f"{family}-multi"


@cache
def net_named(name: str) -> Net:
    """Return a net of the package, or a net from a file if the name ends in `.npz`."""
    if name.endswith(".npz"):
        return load_net(Path(name))
    with resources.as_file(resources.files("cartagena.bots.net") / f"{name}.npz") as file:
        return load_net(file)


class Legend:
    """Searches with a net that learnt from millions of games."""

    name = "legend"
    searches = True

    def __init__(
        self, *, net: str = "", search: bool = True, **options: Unpack[SearchOptions]
    ) -> None:
        """Create a legend.

        `net` is a file of weights to play by. `search=False` plays the move with the best value by
        the net alone.
        """
        self._net, self._does_search, self._options = net, search, options
        self.chooser = MoveChooser()

    def search_for(self, view: View) -> TreeSearch:
        """Return the search for the rules and the number of players of a view."""
        rules, players = family(view.rules), len(view.players)
        net = net_named(self._net or net_name(rules, players))
        config = replace(default_config(rules, players), **self._options)
        return TreeSearch(config, LeafEvaluator(net))

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        """Choose the most visited move or, without a search, the move with the best value."""
        search = self.search_for(view)
        if self._does_search or len(legal) == 1:
            return self.chooser.choose(search, view, legal, rng, budget)
        return search.evaluate_actions(view, rng.getrandbits(62), WORLDS).best(legal)
