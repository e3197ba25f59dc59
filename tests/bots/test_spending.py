"""Ways to spend the budget of a search, with made-up simulations."""

import numpy as np
import pytest

from cartagena.bots import Budget
from cartagena.bots.search.spending import RootStatistics, sequential_halving, spend
from cartagena.bots.search.tree import NO_ACTION


class FakeSearch:
    """Actions with fixed values. A search without a forced action visits all of them equally."""

    def __init__(self, *values: float) -> None:
        self.values = values
        self.root = RootStatistics(np.zeros(16, np.int64), np.zeros(16))
        self.worlds: dict[int, list[int]] = {}
        """The worlds in which each action was forced."""

    def simulate(self, first: int, n: int, forced: int = NO_ACTION) -> None:
        for action, value in enumerate(self.values):
            if forced in (NO_ACTION, action):
                self.root.visits[action] += n
                self.root.totals[action] += value * n
        if forced != NO_ACTION:
            self.worlds.setdefault(forced, []).extend(range(first, first + n))


@pytest.mark.parametrize("nodes", [1, 2, 100, 333])
def test_all_nodes_are_spent(nodes: int) -> None:
    search = FakeSearch(0.5)
    assert spend(search.root, search.simulate, Budget(nodes=nodes)).simulations == nodes
    assert search.root.visits[0] == nodes


def test_a_search_stops_early_when_the_leader_cannot_be_overtaken() -> None:
    search = FakeSearch(0.5)
    spent = spend(search.root, search.simulate, Budget(nodes=1000), stop_early=True)
    assert spent.simulations == 512
    assert not spent.finalists


def test_a_search_does_not_begin_when_its_choice_is_already_certain() -> None:
    search = FakeSearch(0.5)
    search.root.visits[0] = 200
    spent = spend(search.root, search.simulate, Budget(nodes=100), stop_early=True)
    assert spent.simulations == 0


def test_a_slow_beginning_does_not_end_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The speed of all simulations so far predicts how many remain, not the speed of the first."""
    clock = 0.0
    search = FakeSearch(0.5)

    def simulate(first: int, n: int, forced: int = NO_ACTION) -> None:
        nonlocal clock
        clock += 0.001 if first else 0.05
        search.simulate(first, n, forced)

    monkeypatch.setattr("cartagena.bots.search.spending.perf_counter", lambda: clock)
    spend(search.root, simulate, Budget(seconds=1.0), stop_early=True)
    assert 0.5 < clock < 0.6


def test_sequential_halving_tries_the_remaining_actions_in_the_same_worlds() -> None:
    search = FakeSearch(0.50, 0.52, 0.51, 0.53, 0.1)
    search.root.visits[:4] = 1000
    search.root.totals[:4] = 1000 * np.array(search.values[:4])
    spent = sequential_halving(search.root, search.simulate, Budget(nodes=1000))
    assert 990 <= spent.simulations <= 1000
    assert spent.finalists == (3, 1)
    assert sorted(search.worlds) == [0, 1, 2, 3]
    assert search.worlds[3] == search.worlds[1]
    assert search.worlds[0] == search.worlds[2] == search.worlds[3][: len(search.worlds[0])]
    assert len(search.worlds[0]) == 75  # 300 simulations for four actions, then 300 for two
    assert len(search.worlds[3]) == 225
    assert search.worlds[3][0] == 400


def test_sequential_halving_ends_when_the_choice_is_clear() -> None:
    search = FakeSearch(0.1, 0.9)
    spent = sequential_halving(search.root, search.simulate, Budget(nodes=4000))
    assert spent.simulations == 1600 + 2 * 64
    assert spent.finalists == (1, 0)
