"""Thinking time goes to the bots that say they search, whatever they are called."""

from collections.abc import Sequence
from random import Random

from cartagena.bots import Budget, View, budget_for, create, names, searches
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


def test_of_the_built_in_bots_only_the_captain_searches() -> None:
    assert [name for name in names() if searches(create(name))] == ["captain", "legend"]


def test_a_bot_from_elsewhere_gets_thinking_time_if_it_searches() -> None:
    assert budget_for(Owl(), 0.5) == Budget(seconds=0.5)
    assert budget_for(Mouse(), 0.5) == Budget()


def test_no_time_given_leaves_the_budget_empty() -> None:
    assert budget_for(Owl(), 0) == Budget()
    assert budget_for(Owl(), None) == Budget()
