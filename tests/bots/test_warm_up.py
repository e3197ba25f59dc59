"""A bot that was warmed up compiles nothing while its clock runs."""

from random import Random
from typing import Any

import pytest

from cartagena import Game
from cartagena.bots import Budget, View, create
from cartagena.bots.registry import BOTS
from cartagena.bots.search import mcts, tree, turn_search
from cartagena.bots.warm_up import warm_up

ENTRY_POINTS: dict[str, list[Any]] = {
    "bosun": [turn_search.search_worlds],
    "captain": [mcts.run_simulations, mcts.add_edges, tree.reset_tree],
    "legend": [mcts.run_simulations, mcts.add_edges, tree.reset_tree],
}


@pytest.mark.parametrize("name", ENTRY_POINTS)
def test_no_game_compiles_more_than_the_warm_up(name: str) -> None:
    warm_up(name)
    before = [list(kernel.signatures) for kernel in ENTRY_POINTS[name]]
    assert all(before)
    for preset, players in (("jamaica", 2), ("hispaniola", 5), ("everything", 4)):
        game = Game(preset, players=players, seed=1)
        view = View.of(game, game.decider)
        create(name).choose(view, game.legal_moves, Random(1), Budget(nodes=4))
        create(name).choose(view, game.legal_moves, Random(1), Budget(seconds=0.001))
    assert [list(kernel.signatures) for kernel in ENTRY_POINTS[name]] == before


def test_all_built_in_bots_can_be_warmed_up_and_others_are_skipped() -> None:
    for name in (*BOTS, "a bot of another package"):
        warm_up(name)
    assert all(kernel.signatures for name in BOTS for kernel in ENTRY_POINTS.get(name, ()))
