"""The PettingZoo environment: PettingZoo's own tests, and more."""

import copy
import itertools
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from cartagena import CartagenaError, Game
from cartagena.envs import cartagena_v0
from tests.rules.games import DISTINCT

# PettingZoo warns about observations with a mask and about agents not named player_0, player_1, …
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


CASES = list(zip(DISTINCT, itertools.cycle((2, 3, 4, 5)), strict=False))
"""All distinct presets, with 2 to 5 players in turn."""


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players"), CASES)
def test_pettingzoo_accepts_every_preset(rules: str, players: int) -> None:
    api_test(cartagena_v0.env(rules=rules, players=players), num_cycles=60)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pettingzoo_accepts_complete_games(players: int) -> None:
    api_test(cartagena_v0.env(rules="everything", players=players), num_cycles=700)
    api_test(cartagena_v0.raw_env(rules="short", players=players), num_cycles=300)


@pytest.mark.parametrize(("rules", "players"), [("jamaica", 2), ("everything", 5)])
def test_seeds_determine_the_games(rules: str, players: int) -> None:
    seed_test(lambda: cartagena_v0.env(rules=rules, players=players), num_cycles=100)


@pytest.mark.slow
def test_renders_in_all_modes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: cartagena_v0.env(rules="complete", render_mode=render_mode),
        custom_tests={"svg": lambda drawn: drawn.startswith("<svg")},
    )
    assert "CARTAGENA" in capsys.readouterr().out
    with pytest.raises(CartagenaError, match="render mode"):
        cartagena_v0.env(render_mode="depth_array")


def play_along(env: Any, seed: int, rng: Random) -> tuple[Game, dict[str, float]]:
    """Play the same game in an environment and in `Game`, comparing every step."""
    env.reset(seed=seed)
    game = Game(env.unwrapped.rules, len(env.possible_agents), seed)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert truncated == (game.over and game.rules.turn_limit > 0)
        if terminated or truncated:
            assert game.over
            rewards[agent] = reward
            env.step(None)
            continue
        assert (agent, reward) == (game.decider, 0)
        for other in env.agents:
            waits = not env.observe(other)["action_mask"].any()
            assert waits == (other != agent) == (not env.infos[other]["action_mask"].any())
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert legal == sorted(move.action for move in game.legal_moves)
        move = rng.choice(game.legal_moves)
        game.push(move)
        env.step(move.action)
    return game, rewards


@pytest.mark.parametrize(("rules", "players"), CASES)
def test_plays_the_same_game_as_game(rules: str, players: int) -> None:
    """The same seed and actions give the same game, and the losers pay the winner."""
    env = cartagena_v0.env(rules=rules, players=players)
    game, rewards = play_along(env, 11, Random(players))
    assert set(rewards) == set(game.players)
    assert sum(rewards.values()) == pytest.approx(0)
    for colour, reward in rewards.items():
        penalty = 0 if game.winner is None else -1 / (players - 1)
        assert reward == (1 if colour == game.winner else pytest.approx(penalty))


def test_game_without_a_winner_has_no_rewards() -> None:
    env = cartagena_v0.env(rules={**Game("jamaica").rules.to_mapping(), "turn_limit": 5})
    game, rewards = play_along(env, 3, Random(1))
    assert game.winner is None
    assert set(rewards.values()) == {0}


def test_illegal_action_raises_and_changes_nothing() -> None:
    env = cartagena_v0.raw_env()
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for action in (illegal, -1, 10**6, None):
        with pytest.raises(CartagenaError, match="not legal"):
            env.step(action)
    after = env.observe(env.agent_selection)
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_illegal_action_loses_in_the_wrapped_environment() -> None:
    env = cartagena_v0.env()
    env.reset(seed=1)
    loser = env.agent_selection
    observation, *_ = env.last()
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert env.rewards == {agent: -1 if agent == loser else 0 for agent in env.possible_agents}
    assert all(env.terminations.values())


def test_seed_determines_the_following_games() -> None:
    """After `reset(seed)` the following games repeat, but differ from each other."""
    env = cartagena_v0.raw_env(players=3)

    def hands() -> list[bytes]:
        observations = []
        for seed in (5, None, None):
            env.reset(seed=seed)
            observations.append(env.observe("blue")["observation"].tobytes())
        return observations

    first = hands()
    assert first == hands()
    assert len(set(first)) == 3


def test_copy_is_independent() -> None:
    env = cartagena_v0.raw_env()
    env.reset(seed=1)
    twin = copy.deepcopy(env)
    legal = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
    env.step(legal[0])
    assert twin.infos[twin.agent_selection]["action_mask"][legal].all()
    twin.step(legal[0])
    assert env.agent_selection == twin.agent_selection
    one, two = (each.observe("blue")["observation"] for each in (env, twin))
    assert np.array_equal(one, two)


@pytest.mark.parametrize(
    ("options", "message"), [({"rules": "poker"}, "preset"), ({"players": 6}, "players")]
)
def test_rejects_invalid_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CartagenaError, match=message):
        cartagena_v0.env(**options)
