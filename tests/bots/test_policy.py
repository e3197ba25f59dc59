"""Policies as bots, and the observations they get from a view."""

from random import Random
from typing import Any

import numpy as np
import pytest

from cartagena import CartagenaError, Game
from cartagena.bots import Budget, PolicyBot, View, create, play
from cartagena.bots.bot import choose_move
from cartagena.envs.env_game import EnvGame
from tests.rules.games import DISTINCT


@pytest.mark.parametrize("rules", DISTINCT)
def test_a_view_gives_what_an_environment_gives(rules: str) -> None:
    game, twin, rng = Game(rules, 3, seed=5), EnvGame(rules, 3), Random(2)
    twin.deal(5)
    for _ in range(60):
        if game.over:
            break
        for seat in range(3):
            view = View.of(game, seat)
            assert np.array_equal(view.observation(), twin.observe(seat))
            assert np.array_equal(view.mask(), twin.mask(seat))
        move = rng.choice(list(game.legal_moves))
        game.push(move)
        twin.play(move.action)


def test_a_policy_plays_games() -> None:
    def highest(observation: dict[str, Any]) -> Any:
        return np.flatnonzero(observation["action_mask"])[-1]

    game = Game("jamaica", players=2, seed=3)
    play(game, [PolicyBot(highest, "jamaica"), create("deckhand")], Random(1))
    assert game.over


def test_a_policy_must_choose_a_legal_action_by_its_rules() -> None:
    game = Game("jamaica", players=2, seed=3)
    for bot, message in [
        (PolicyBot(lambda _: 1343, name="wrong"), "wrong chose action 1343, which is not legal"),
        (PolicyBot(lambda _: 0, "tortuga"), "plays under other rules"),
    ]:
        with pytest.raises(CartagenaError, match=message):
            choose_move(game, bot, Random(1), Budget())
