"""The PettingZoo environment: PettingZoo's own tests, and what they do not look at."""

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

# PettingZoo warns of observations with a mask, unless it knows the environment by name, and would
# call the colours player_0 and player_1.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


TABLES = list(zip(DISTINCT, itertools.cycle((2, 3, 4, 5)), strict=False))
"""Every preset, with every number of players in turn."""


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_pettingzoo_accepts_every_preset(rules: str, players: int) -> None:
    api_test(cartagena_v0.env(rules=rules, players=players), num_cycles=60)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pettingzoo_accepts_whole_games(players: int) -> None:
    api_test(cartagena_v0.env(rules="everything", players=players), num_cycles=700)
    api_test(cartagena_v0.raw_env(rules="short", players=players), num_cycles=300)


@pytest.mark.parametrize(("rules", "players"), [("jamaica", 2), ("everything", 5)])
def test_seeds_fix_everything(rules: str, players: int) -> None:
    seed_test(lambda: cartagena_v0.env(rules=rules, players=players), num_cycles=100)


@pytest.mark.slow
def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: cartagena_v0.env(rules="complete", render_mode=render_mode),
        custom_tests={"svg": lambda drawn: drawn.startswith("<svg")},
    )
    assert "CARTAGENA" in capsys.readouterr().out
    with pytest.raises(CartagenaError, match="render mode"):
        cartagena_v0.env(render_mode="depth_array")


def play_along(env: Any, seed: int, chance: Random) -> tuple[Game, dict[str, float]]:
    """Play the same game in an environment and in `Game`, comparing all the way."""
    env.reset(seed=seed)
    game = Game(env.unwrapped.rules, len(env.possible_agents), seed)
    earned: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        assert not truncated
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        if terminated:
            assert game.over
            earned[agent] = reward
            env.step(None)
            continue
        assert (agent, reward) == (game.decider, 0)
        for other in env.agents:
            waits = not env.observe(other)["action_mask"].any()
            assert waits == (other != agent) == (not env.infos[other]["action_mask"].any())
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert legal == sorted(move.action for move in game.legal_moves)
        move = chance.choice(game.legal_moves)
        game.push(move)
        env.step(move.action)
    return game, earned


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_it_plays_the_game(rules: str, players: int) -> None:
    """The same seed and actions are the same game, with the same end; the winner is paid."""
    env = cartagena_v0.env(rules=rules, players=players)
    game, earned = play_along(env, 11, Random(players))
    assert set(earned) == set(game.players)
    assert sum(earned.values()) == pytest.approx(0)
    for colour, reward in earned.items():
        lost = 0 if game.winner is None else -1 / (players - 1)
        assert reward == (1 if colour == game.winner else pytest.approx(lost))


def test_a_draw_pays_nobody() -> None:
    env = cartagena_v0.env(rules={**Game("jamaica").rules.to_mapping(), "turn_limit": 5})
    game, earned = play_along(env, 3, Random(1))
    assert game.winner is None
    assert set(earned.values()) == {0}


def test_an_illegal_action() -> None:
    env = cartagena_v0.raw_env()
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for action in (illegal, -1, 10**6, None):
        with pytest.raises(CartagenaError, match="not legal"):
            env.step(action)
    after = env.observe(env.agent_selection)
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_in_the_wrapped_environment_an_illegal_action_loses() -> None:
    env = cartagena_v0.env()
    env.reset(seed=1)
    loser = env.agent_selection
    seen, *_ = env.last()
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.rewards == {agent: -1 if agent == loser else 0 for agent in env.possible_agents}
    assert all(env.terminations.values())


def test_games_go_on_from_one_seed() -> None:
    """After `reset(seed)` the games that follow are the same again, and not all alike."""
    env = cartagena_v0.raw_env(players=3)

    def hands() -> list[bytes]:
        dealt = []
        for seed in (5, None, None):
            env.reset(seed=seed)
            dealt.append(env.observe("blue")["observation"].tobytes())
        return dealt

    first = hands()
    assert first == hands()
    assert len(set(first)) == 3


def test_a_copy_goes_its_own_way() -> None:
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
    ("options", "words"), [({"rules": "poker"}, "preset"), ({"players": 6}, "players")]
)
def test_impossible_tables_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(CartagenaError, match=words):
        cartagena_v0.env(**options)
