"""Our bots and evaluators in OpenSpiel's algorithms."""

import random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


def load(**parameters: Any) -> Any:
    import cartagena.envs.openspiel  # noqa: F401, registers the game

    return pyspiel.load_game("python_cartagena", parameters)


def let_chance_play(state: Any, rng: random.Random) -> None:
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])


def winner_of(game: Any, bots: list[Any], seed: int) -> list[float]:
    """Play a game between OpenSpiel's bots and return the rewards."""
    from open_spiel.python.algorithms import evaluate_bots

    returns: list[float] = evaluate_bots.evaluate_bots(
        game.new_initial_state(), bots, np.random.RandomState(seed)
    )
    return returns


def test_a_better_bot_wins_in_openspiel() -> None:
    from cartagena.envs.openspiel_bots import SpielBot

    game = load(rules="short")
    wins = 0.0
    for seed in range(10):
        seat = seed % 2
        names = ["drunk", "bosun"] if seat else ["bosun", "drunk"]
        bots = [SpielBot(name, player, seed) for player, name in enumerate(names)]
        assert [bot.player_id() for bot in bots] == [0, 1]
        wins += winner_of(game, bots, seed)[seat]
    assert wins > 8


def test_a_bot_makes_the_same_move_with_the_same_seed() -> None:
    from cartagena.envs.openspiel_bots import SpielBot

    state = load(rules="everything", players=3).new_initial_state()
    let_chance_play(state, random.Random(1))
    player = state.current_player()
    bot = SpielBot("captain:60n", player, seed=4)
    first = bot.step(state)
    bot.restart_at(state)
    assert bot.step(state) == first
    assert first in state.legal_actions()


@pytest.mark.parametrize("kind", ["RolloutEvaluator", "NetEvaluator"])
@pytest.mark.parametrize(("rules", "players"), [("jamaica", 2), ("everything", 3)])
def test_evaluators_return_rewards(kind: str, rules: str, players: int) -> None:
    from cartagena.envs import openspiel_bots

    game = load(rules=rules, players=players)
    evaluator = getattr(openspiel_bots, kind)(game)
    state = game.new_initial_state()
    before = evaluator.evaluate(state)  # a chance node
    let_chance_play(state, random.Random(2))
    values = evaluator.evaluate(state)
    assert len(before) == len(values) == players
    assert abs(sum(values)) < 1e-5
    assert min(values) >= -1.0
    assert max(values) <= 1.0
    legal = [action for action, _ in evaluator.prior(state)]
    assert legal == state.legal_actions()
    twin = state.clone()
    assert str(twin) == str(state)  # an evaluation changes nothing


@pytest.mark.parametrize("kind", ["RolloutEvaluator", "NetEvaluator"])
def test_evaluators_see_who_is_ahead(kind: str) -> None:
    """Blue plays well and red at random, so that both evaluators prefer blue."""
    from cartagena.envs import openspiel_bots

    game, rng = load(rules="short", seed=3), random.Random(5)
    evaluator = getattr(openspiel_bots, kind)(game)
    bot, state = openspiel_bots.SpielBot("bosun", 0), game.new_initial_state()
    for _ in range(30):
        let_chance_play(state, rng)
        if state.is_terminal():
            break
        if state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert evaluator.evaluate(state)[0] > 0.3


def test_ismcts_with_the_net_beats_chance() -> None:
    from open_spiel.python.algorithms import mcts

    from cartagena.envs.openspiel_bots import NetEvaluator, SpielBot

    game = load(rules="short", seed=2)
    player = mcts.MCTSBot(
        game,
        uct_c=0.5,
        max_simulations=12,
        evaluator=NetEvaluator(game),
        random_state=np.random.RandomState(1),
    )
    assert winner_of(game, [player, SpielBot("drunk", 1)], 3)[0] == 1.0
