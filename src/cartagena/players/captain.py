"""The captain: imagines how the game goes on from here, thousands of times, and learns from it.

It searches worlds drawn from what its seat may know, as long as it is given, on as many cores
as it is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cartagena.players import mcts
from cartagena.players.weights import weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cartagena.players.budget import Budget
    from cartagena.players.view import View
    from cartagena.rules.notation.moves import Move

SECONDS: Final = 0.1
"""How long it thinks when nobody says."""

_A_SECOND: Final = 200_000
"""About how many voyages a core makes in a second."""

_AT_ONCE: Final = 32
"""Voyages between two looks at the clock."""


class Captain:
    """Searches; the longer, the better."""

    name = "captain"
    searches = True

    def __init__(self, threads: int = 1, **options: Any) -> None:
        self.threads = threads
        self._rooms = [mcts.new_tree(**options) for _ in range(threads)]
        self._weights = weights()
        self.nodes = 0
        """How many voyages the last choice took."""

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        """The move that was followed most."""
        luck = rng.getrandbits(62)
        self.nodes = 0
        if len(legal) == 1:
            return legal[0]
        visits, totals = self.search(view, luck, budget)
        return max(legal, key=lambda move: (visits[move.action], totals[move.action]))

    def search(
        self, view: View, luck: int, budget: Budget
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """How often each action was followed, and the sum of the chances found."""
        seconds = budget.seconds
        if seconds is None and budget.nodes is None:
            seconds = SECONDS
        shares = [
            None if budget.nodes is None else (budget.nodes + number) // self.threads
            for number in range(self.threads)
        ]
        if self.threads == 1:
            made = [self._sail(view, 0, luck, shares[0], seconds)]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                jobs = [
                    pool.submit(self._sail, view, number, luck + number, share, seconds)
                    for number, share in enumerate(shares)
                ]
                made = [job.result() for job in jobs]
        self.nodes = sum(made)
        visits = sum(room[2]["root_visits"][0] for room in self._rooms)
        totals = sum(room[2]["root_total"][0] for room in self._rooms)
        return visits, totals

    def _sail(
        self, view: View, number: int, luck: int, most: int | None, seconds: float | None
    ) -> int:
        """Voyages in one thread, with a tree of its own, up to a number or a time."""
        room = self._rooms[number]
        mcts.forget(room[2], most or int(_A_SECOND * (seconds or SECONDS)))
        end = None if seconds is None else perf_counter() + seconds
        made = 0
        while most is None or made < most:
            n = _AT_ONCE if most is None else min(_AT_ONCE, most - made)
            mcts.voyages(view.packed, *room, self._weights, luck, made, n)
            made += n
            if end is not None and perf_counter() >= end:
                break
        return made
