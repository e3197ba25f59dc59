"""The legend: the captain's search with a trained net at its leaves in place of playouts.

A net was trained for each family of games (see docs/training.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from cartagena.players import mcts
from cartagena.players.captain import Captain, Memory, memory_for
from cartagena.players.families import family
from cartagena.players.net.network import Net, load_net, with_room
from cartagena.players.net.search import add_net_values, run_net_simulations

if TYPE_CHECKING:
    from cartagena.players.budget import Budget
    from cartagena.players.view import View
    from cartagena.rules.notation.moves import Move

C_PUCT: Final = 0.4
"""The net's values are surer than playouts, so less is explored than by the captain."""

WORLDS: Final = 64
"""How many it looks at when it does not search."""


@cache
def net_file(path: str) -> Net:
    """The net in a file, or that of a family."""
    if path.endswith(".npz"):
        return load_net(Path(path))
    with resources.as_file(resources.files("cartagena.players.net") / f"{path}.npz") as file:
        return load_net(file)


class Legend(Captain):
    """Has seen millions of games; searches as the captain does."""

    name = "legend"

    def __init__(
        self,
        threads: int = 1,
        net: str = "",
        search: int = 1,
        c_puct: float = C_PUCT,
        **options: Any,
    ) -> None:
        """`net` names a file of weights to play by; `search=0` plays by the net alone."""
        super().__init__(threads, c_puct=c_puct, **options)
        self._file = net
        self._searches = bool(search)
        self._nets: list[Net] = []

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        """The most visited move; without a search the one with the best chances."""
        if not self._nets:
            net = net_file(self._file or family(view.rules))
            self._nets = [with_room(net) for _ in range(self.threads)]
        if self._searches or len(legal) == 1:
            return super().choose(view, legal, rng, budget)
        with memory_for(1, self._options) as [memory]:
            mcts.reset_tree(memory[2], 1)
            add_net_values(view.packed, *memory, self._nets[0], rng.getrandbits(62), 0, WORLDS)
            totals = memory[2]["root_total"][0].copy()
        return max(legal, key=lambda move: totals[move.action])

    def _simulate(
        self, thread: int, memory: Memory, view: View, seed: int, first: int, n: int
    ) -> None:
        net = self._nets[thread]
        run_net_simulations(view.packed, *memory, self._weights, net, seed, first, n)
