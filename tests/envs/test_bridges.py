"""Environments work together with games, positions, records and other libraries."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import cartagena.envs  # noqa: F401, registers Cartagena-v0
from cartagena import CartagenaError, Game
from cartagena.envs import cartagena_v0
from cartagena.rules.observation import SIZE
from tests.rules.games import DISTINCT

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:We recommend agents"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array"),
    pytest.mark.filterwarnings("ignore:.*render"),
]


def play(env: Any, rng: Random, steps: int = 10_000) -> None:
    """Play random legal actions in a PettingZoo environment."""
    for agent, _ in zip(env.agent_iter(), range(steps), strict=False):
        mask = env.observe(agent)["action_mask"]
        done = env.terminations[agent] or env.truncations[agent]
        env.step(None if done else rng.choice(np.flatnonzero(mask).tolist()))


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("rules", ["jamaica", "everything"])
def test_an_environment_gives_its_game_and_record(rules: str, compact: bool) -> None:
    env = cartagena_v0.raw_env(rules=rules, players=3, compact=compact)
    env.reset(seed=11)
    play(env, Random(2), 90)
    game = env.game
    same = cartagena_v0.raw_env(rules=rules, players=3, compact=compact)
    same.reset(seed=1, options={"position": game.position()})
    assert np.array_equal(same.state(), env.state())
    assert len(game.moves) == 90
    assert Game.replay(env.record()).position() == game.position()
    agent = env.agent_selection
    legal = np.flatnonzero(env.observe(agent)["action_mask"]).tolist()
    assert [env.action_to_string(action) for action in legal] == [
        move.text for move in sorted(game.legal_moves, key=lambda move: move.action)
    ]


@pytest.mark.parametrize("rules", DISTINCT)
def test_compact_spaces_hold_the_same_game(rules: str) -> None:
    full, small = (cartagena_v0.raw_env(rules=rules, compact=compact) for compact in (False, True))
    rng = Random(3)
    full.reset(seed=4)
    small.reset(seed=4)
    for _ in range(60):
        agent = full.agent_selection
        if full.terminations[agent]:
            break
        masks = full.observe(agent)["action_mask"], small.observe(agent)["action_mask"]
        legal = [np.flatnonzero(mask).tolist() for mask in masks]
        names = [
            [env.action_to_string(a) for a in each]
            for env, each in zip((full, small), legal, strict=True)
        ]
        assert names[0] == names[1]
        assert small.observation_space(agent).contains(small.observe(agent))
        index = rng.randrange(len(legal[0]))
        full.step(legal[0][index])
        small.step(legal[1][index])
    assert full.game.position() == small.game.position()


@pytest.mark.slow
def test_the_checks_of_both_libraries_accept_compact_spaces() -> None:
    api_test(cartagena_v0.env(rules="everything", players=3, compact=True), num_cycles=100)
    env = gymnasium.make("Cartagena-v0", rules="complete", opponents=["drunk"], compact=True)
    check_env(env.unwrapped, skip_render_check=True)


def test_begins_from_a_position_or_a_board() -> None:
    game = Game("tortuga", players=2, seed=8)
    for _ in range(20):
        game.push(Random(1).choice(list(game.legal_moves)))
    env = cartagena_v0.raw_env(rules="tortuga")
    env.reset(seed=1, options={"position": game.position()})
    assert env.game.position() == game.position()
    board = Game("tortuga", players=2, seed=5).position()["board"]
    env.reset(seed=1, options={"board": board, "first": "red"})
    assert env.game.position() == Game("tortuga", 2, 1, board=board, first="red").position()
    single: Any = gymnasium.make("Cartagena-v0", rules="tortuga", opponents=["drunk"], seat=0)
    single.reset(seed=1, options={"first": "blue"})
    assert single.unwrapped.game.turn == "blue"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"board": [], "position": {}}, "already has a board"),
        ({"first": "black"}, "first"),
        ({"position": Game("escape", 2, 1).position()}, "rules and players"),
    ],
)
def test_rejects_invalid_options_of_reset(options: dict[str, Any], message: str) -> None:
    env = cartagena_v0.raw_env(rules="tortuga")
    with pytest.raises(CartagenaError, match=message):
        env.reset(seed=1, options=options)


def test_a_turn_limit_truncates_games() -> None:
    rules = {"preset": "jamaica", "turn_limit": 4}
    env = cartagena_v0.env(rules=rules)
    env.reset(seed=1)
    for _ in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        assert not terminated
        env.step(None if truncated else np.flatnonzero(info["action_mask"])[0])
    envs: Any = gymnasium.make_vec("Cartagena-v0", num_envs=3, rules=rules, opponents=["drunk"])
    envs.reset(seed=1)
    ends = 0
    for _ in range(40):
        _, _, terminated, truncated, infos = envs.step(envs.unwrapped.sample_actions())
        assert not terminated.any()
        assert truncated.tolist() == infos.get("_final_obs", np.zeros(3, bool)).tolist()
        ends += truncated.sum()
    assert ends > 3


def test_the_state_holds_the_observations_of_all_seats() -> None:
    env = cartagena_v0.raw_env(rules="jamaica", players=3)
    env.reset(seed=1)
    parts = env.state().reshape(3, SIZE)
    for agent, part in zip(env.agents, parts, strict=True):
        assert np.array_equal(part, env.observe(agent)["observation"])
    assert env.state_space.contains(env.state())


def test_gives_masks_to_sb3_contrib() -> None:
    env: Any = gymnasium.make("Cartagena-v0", opponents=["drunk"]).unwrapped
    observation, _ = env.reset(seed=1)
    assert np.array_equal(env.action_masks(), observation["action_mask"].astype(bool))
    envs: Any = gymnasium.make_vec("Cartagena-v0", num_envs=3, opponents=["drunk"]).unwrapped
    observations, _ = envs.reset(seed=1)
    assert np.array_equal(envs.action_masks(), observations["action_mask"].astype(bool))


def test_opponents_are_named_as_on_the_command_line() -> None:
    env: Any = gymnasium.make("Cartagena-v0", opponents=["captain:20n", "deckhand"]).unwrapped
    observation, _ = env.reset(seed=1)
    for _ in range(10):
        observation, _, over, *_ = env.step(np.flatnonzero(observation["action_mask"])[0])
        assert not over
    with pytest.raises(CartagenaError, match="There is no bot"):
        gymnasium.make("Cartagena-v0", opponents=["captian"])


@pytest.mark.parametrize("opponent", ["deckhand", "rollout"])
@pytest.mark.parametrize("compact", [False, True])
def test_batches_play_against_compiled_policies(opponent: str, compact: bool) -> None:
    envs: Any = gymnasium.make_vec(
        "Cartagena-v0", num_envs=32, rules="short", opponents=[opponent], compact=compact
    )
    envs.reset(seed=1)
    won = ended = 0
    for _ in range(700):
        observations, rewards, over, *_ = envs.step(envs.unwrapped.sample_actions())
        won, ended = won + int((rewards > 0).sum()), ended + int(over.sum())
    assert envs.observation_space.contains(observations)
    assert ended > 100
    assert won / ended < 0.1  # random play loses to both
