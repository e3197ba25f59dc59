"""Budgets, and which bots get thinking time."""

from collections.abc import Sequence
from random import Random

import pytest

from cartagena.bots import Budget, View, budget_for, create, names, searches
from cartagena.errors import CartagenaError
from cartagena.rules.notation.moves import Move


class Owl:
    name = "owl"
    searches = True

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        return legal[0]


class Mouse:
    name = "mouse"

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        return legal[0]


def test_captain_and_legend_are_the_built_in_bots_that_search() -> None:
    assert [name for name in names() if searches(create(name))] == ["captain", "legend"]


def test_a_bot_of_another_package_gets_thinking_time_if_it_searches() -> None:
    assert budget_for(Owl(), 0.5) == Budget(seconds=0.5)
    assert budget_for(Mouse(), 0.5) == Budget()


def test_no_thinking_time_leaves_the_budget_empty() -> None:
    assert budget_for(Owl(), 0) == Budget()
    assert budget_for(Owl(), None) == Budget()


@pytest.mark.parametrize("wrong", [{"seconds": 0.0}, {"seconds": -1.0}, {"nodes": 0}])
def test_rejects_an_empty_budget(wrong: dict[str, float]) -> None:
    with pytest.raises(CartagenaError, match="A budget must be"):
        Budget(**wrong)  # type: ignore[arg-type]


def test_seconds_and_nodes_are_optional() -> None:
    assert Budget() == Budget(seconds=None, nodes=None)
    assert Budget(seconds=0.5, nodes=10).nodes == 10


def test_a_share_of_a_budget_has_at_least_one_node() -> None:
    assert Budget(seconds=2.0, nodes=10).share(0.4) == Budget(seconds=0.8, nodes=4)
    assert Budget(nodes=1).share(0.4) == Budget(nodes=1)
    assert Budget().share(0.4) == Budget()
