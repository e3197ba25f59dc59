"""The legend: the captain's search with a trained net at its leaves in place of playouts.

Nets were trained for each family of games, one for two players and one for more (docs/training.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from cartagena.bots.captain import Captain, Memory, memory_for
from cartagena.bots.families import family
from cartagena.bots.net.network import Net, load_net, with_own_buffers
from cartagena.bots.net.simulations import add_net_values, run_net_simulations
from cartagena.bots.search import mcts

if TYPE_CHECKING:
    from cartagena.bots.budget import Budget
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move
    from cartagena.rules.options import Rules

C_PUCT: Final = 0.4
"""The net's values are surer than playouts, so less is explored than by the captain …"""
C_PUCT_OF_MORE: Final = 0.8
"""… but with more than two players moves differ by less, and its errors count for more."""

WORLDS: Final = 64
"""How many it looks at when it does not search."""


def settings(rules: Rules, players: int) -> dict[str, Any]:
    """How it searches, unless it is told otherwise.

    With more than two players a round is played on by the rollout policy before the net is asked, and it
    sees the symbols in another order each time, unless each has a spell of its own. Its errors differ then
    from one simulation to the next, and their mean is small.
    """
    if players == 2:
        return {"c_puct": C_PUCT, "horizon": 0, "reorder": 0}
    return {"c_puct": C_PUCT_OF_MORE, "horizon": players, "reorder": int(not rules.magic)}


def net_name(family: str, many: bool) -> str:
    """The name of the net for a family of games with two players, or with many."""
    return f"{family}-more" if many else family


@cache
def net_named(name: str) -> Net:
    """One of the nets in the package, or that in a file `….npz`."""
    if name.endswith(".npz"):
        return load_net(Path(name))
    with resources.as_file(resources.files("cartagena.bots.net") / f"{name}.npz") as file:
        return load_net(file)


class Legend(Captain):
    """Has seen millions of games; searches as the captain does."""

    name = "legend"

    def __init__(
        self,
        threads: int = 1,
        net: str = "",
        search: int = 1,
        keep: int = 1,
        final: int | None = None,
        **options: Any,
    ) -> None:
        """`net` names a file of weights to play by; `search=0` plays by the net alone."""
        super().__init__(threads, keep, final, **options)
        self._chosen = options
        self._file = net
        self._searches = bool(search)
        self._nets: list[Net] = []

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        """The most visited move; without a search the one with the best chances."""
        if self._searches or len(legal) == 1:
            return super().choose(view, legal, rng, budget)
        self._prepare(view)
        with memory_for(1, self._options) as [memory]:
            mcts.reset_tree(memory[2], 1)
            add_net_values(view.packed, *memory, self._nets[0], rng.getrandbits(62), 0, WORLDS)
            totals = memory[2]["root_total"][0].copy()
        return max(legal, key=lambda move: totals[move.action])

    def _prepare(self, view: View) -> None:
        super()._prepare(view)
        players = len(view.players)
        self._options = {**settings(view.rules, players), **self._chosen}
        kind = family(view.rules)
        if self._final is None:
            self._holds_final = kind == "plain" and players > 2
        net = net_named(self._file or net_name(kind, players > 2))
        if not self._nets or self._nets[0].first is not net.first:
            self._nets = [with_own_buffers(net) for _ in range(self.threads)]

    def _simulate(
        self, thread: int, memory: Memory, view: View, seed: int, first: int, n: int
    ) -> None:
        net = self._nets[thread]
        run_net_simulations(view.packed, *memory, self._weights, net, seed, first, n)
