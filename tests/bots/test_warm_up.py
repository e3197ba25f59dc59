"""Warming up leaves nothing to be compiled for when a bot's clock runs."""

from random import Random
from typing import Any

import pytest

from cartagena import Game
from cartagena.bots import Budget, View, create
from cartagena.bots.net.simulations import run_net_simulations
from cartagena.bots.registry import BUILT_IN
from cartagena.bots.search import mcts, turn_search
from cartagena.bots.warm_up import warm_up

ENTRANCES: dict[str, list[Any]] = {
    "bosun": [turn_search.search_worlds],
    "captain": [mcts.run_simulations, mcts.reset_tree],
    "legend": [run_net_simulations, mcts.reset_tree],
}


@pytest.mark.parametrize("name", ENTRANCES)
def test_no_game_needs_more_than_was_warmed_up(name: str) -> None:
    warm_up(name)
    before = [list(kernel.signatures) for kernel in ENTRANCES[name]]
    assert all(before)
    for preset, players in (("jamaica", 2), ("hispaniola", 5), ("everything", 4)):
        game = Game(preset, players=players, seed=1)
        view = View.of(game, game.decider)
        create(name).choose(view, game.legal_moves, Random(1), Budget(nodes=4))
        create(name).choose(view, game.legal_moves, Random(1), Budget(seconds=0.001))
    assert [list(kernel.signatures) for kernel in ENTRANCES[name]] == before


def test_all_built_in_bots_can_be_warmed_up_and_others_are_left_alone() -> None:
    for name in (*BUILT_IN, "somebody else's"):
        warm_up(name)
    assert all(kernel.signatures for name in BUILT_IN for kernel in ENTRANCES.get(name, ()))
