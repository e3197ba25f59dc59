"""The Gymnasium environment: Gymnasium's own check, and more."""

import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import cartagena.envs  # noqa: F401, registers Cartagena-v0
from cartagena import CartagenaError, Game
from cartagena.bots import Budget
from cartagena.rules.observation import OBSERVATION


def make(**options: Any) -> Any:
    return gymnasium.make("Cartagena-v0", **options).unwrapped


def play(env: Any, seed: int | None, rng: Random) -> tuple[int, float]:
    """Play a game at random and return the number of choices and the reward."""
    observation, info = env.reset(seed=seed)
    for choices in range(1, 5000):
        assert env.observation_space.contains(observation)
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        record = observation["observation"].view(OBSERVATION)[0]
        assert record.decider[0] == 1
        assert record.seat[info["seat"]] == 1
        action = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        if over:
            assert not observation["action_mask"].any()
            return choices, reward
        assert reward == 0
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("rules", "opponents"),
    [("jamaica", ["drunk"]), ("everything", ["deckhand", "drunk", "bosun"])],
)
def test_gymnasium_accepts_the_environment(rules: str, opponents: list[str]) -> None:
    with warnings.catch_warnings():
        # Gymnasium warns about render modes without a window.
        warnings.simplefilter("ignore", UserWarning)
        check_env(gymnasium.make("Cartagena-v0", rules=rules, opponents=opponents).unwrapped)


@pytest.mark.parametrize("opponents", [["drunk"], ["drunk"] * 2, ["drunk"] * 3, ["drunk"] * 4])
@pytest.mark.parametrize("rules", ["jamaica", "tortuga", "everything"])
def test_plays_complete_games(rules: str, opponents: list[str]) -> None:
    env = make(rules=rules, opponents=opponents)
    rewards = [play(env, seed, Random(1))[1] for seed in (1, None, None)]
    assert set(rewards) <= {1.0, -1 / len(opponents)}
    assert rewards == [play(env, seed, Random(1))[1] for seed in (1, None, None)]


def test_deckhand_beats_random_play() -> None:
    env, rng = make(rules="short", opponents=["deckhand"]), Random(3)
    losses = sum(play(env, seed, rng)[1] == -1 for seed in range(8))
    assert losses >= 6


def test_searching_opponents_get_a_budget() -> None:
    env = make(rules="short", opponents=["captain"], budget=Budget(nodes=20))
    assert play(env, 1, Random(1))[1] in (1, -1)


def test_seat_is_fixed_or_random() -> None:
    env = make(opponents=["drunk"] * 2, seat=2)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(10)} == {2}
    env = make(opponents=["drunk"] * 2)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2}


def test_seed_deals_the_same_game_as_game() -> None:
    env = make(rules="escape", opponents=["drunk"], seat=0)
    for seed in range(20):
        game = Game("escape", 2, seed)
        if game.decider == "blue":
            observation, _ = env.reset(seed=seed)
            actions = np.flatnonzero(observation["action_mask"]).tolist()
            assert actions == sorted(move.action for move in game.legal_moves)
            return
    raise AssertionError("blue never begins")


def test_illegal_action_loses() -> None:
    env = make()
    observation, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    observation, reward, over, _, info = env.step(illegal)
    assert (reward, over, info["illegal_action"]) == (-1, True, True)
    assert not observation["action_mask"].any()
    with pytest.raises(CartagenaError, match="over"):
        env.step(illegal)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": ["admiral"]}, "no bot"),
        ({"opponents": []}, "players"),
        ({"seat": 2}, "seat"),
        ({"rules": "poker"}, "preset"),
    ],
)
def test_rejects_invalid_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CartagenaError, match=message):
        make(**options)


def test_renders_text() -> None:
    env = make(render_mode="ansi")
    env.reset(seed=1)
    assert "CARTAGENA" in env.render()


@pytest.mark.slow
def test_renders_pixels() -> None:
    env = make(render_mode="rgb_array")
    _, info = env.reset(seed=1)
    first = env.render()
    assert first.dtype == np.uint8
    assert first.shape[1:] == (960, 3)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 100
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (env.render() != first).any()
