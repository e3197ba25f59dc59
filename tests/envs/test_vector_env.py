"""Batches of games: the same games as single ones, restarted when they are over."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

import cartagena.envs  # noqa: F401, registers Cartagena-v0
from cartagena import CartagenaError, Game
from cartagena.rules.observation import OBSERVATION
from tests.rules.games import DISTINCT


def make(n: int, **options: Any) -> Any:
    return gymnasium.make_vec("Cartagena-v0", num_envs=n, **options)


def choose(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """Choose a random legal action in each game."""
    actions: NDArray[np.int64] = (rng.random(masks.shape) * masks).argmax(1)
    return actions


def trajectory(envs: Any, steps: int, seed: int) -> list[bytes]:
    """Return the whole output of a batch of random games."""
    rng = np.random.default_rng(seed)
    observations, infos = envs.reset(seed=seed)
    outputs = [observations["observation"].tobytes()]
    for _ in range(steps):
        observations, rewards, over, _, infos = envs.step(choose(observations["action_mask"], rng))
        outputs += [observations[key].tobytes() for key in observations]
        outputs += [rewards.tobytes(), over.tobytes(), infos["seat"].tobytes()]
    return outputs


@pytest.mark.slow
@pytest.mark.parametrize("opponents", [None, ["drunk", "drunk"]])
def test_seeds_determine_everything(opponents: list[str] | None) -> None:
    one, two = (make(5, rules="everything", opponents=opponents) for _ in range(2))
    assert trajectory(one, 60, 3) == trajectory(two, 60, 3)
    assert trajectory(one, 60, 3) != trajectory(two, 60, 4)


@pytest.mark.parametrize("rules", DISTINCT)
def test_plays_the_same_games_as_game(rules: str) -> None:
    """Game i is `Game(rules, players, seed + i)` until it is over."""
    players, n = 3, 4
    envs, rng = make(n, rules=rules, opponents=None, players=players), np.random.default_rng(1)
    observations, infos = envs.reset(seed=7)
    games = [Game(rules, players, 7 + i) for i in range(n)]
    for _ in range(80):
        assert envs.observation_space.contains(observations)
        actions = choose(observations["action_mask"], rng)
        for i, game in enumerate(games):
            assert infos["seat"][i] == game.players.index(game.decider)
            legal = {move.action: move for move in game.legal_moves}
            assert sorted(legal) == np.flatnonzero(observations["action_mask"][i]).tolist()
            game.push(legal[int(actions[i])])
        observations, rewards, over, _, infos = envs.step(actions)
        if over.any():
            return
        assert not rewards.any()


@pytest.mark.parametrize(("opponents", "players"), [(["drunk"] * 2, 3), (None, 2)])
def test_finished_games_restart(opponents: list[str] | None, players: int) -> None:
    n = 6
    envs, rng = make(n, rules="short", opponents=opponents), np.random.default_rng(1)
    observations, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(600):
        actors = infos["seat"]
        observations, rewards, over, truncated, infos = envs.step(
            choose(observations["action_mask"], rng)
        )
        records = observations["observation"].view(OBSERVATION)[:, 0]
        assert observations["action_mask"].any(1).all()
        assert (records["decider"][:, 0] == 1).all()
        assert not truncated.any()
        assert not rewards[~over].any()
        for i in np.flatnonzero(over):
            ended += 1
            assert records[i].home.sum() == 0 or opponents
            final = infos["final_obs"][i]["observation"].view(OBSERVATION)[0]
            won = final.home.argmax() == 0
            assert final.home.max() == final.pirates_each[0]
            assert rewards[i] == (1 if won else -1 / (players - 1))
            assert infos["rewards"][i].sum() == pytest.approx(0)
            assert infos["rewards"][i, actors[i]] == rewards[i]
    assert ended > n


def test_illegal_action_loses_that_game() -> None:
    envs = make(3, seat=0)
    observations, _ = envs.reset(seed=1)
    actions = observations["action_mask"].argmax(1)
    actions[1] = observations["action_mask"][1].argmin()
    observations, rewards, over, _, infos = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert over.tolist() == [False, True, False]
    assert infos["rewards"].tolist() == [[0, 0], [-1, 0], [0, 0]]
    assert observations["action_mask"].any(1).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": ["captain"]}, "drunk, deckhand, rollout"),
        ({"opponents": None, "players": 7}, "players"),
        ({"seat": 5}, "seat"),
    ],
)
def test_rejects_invalid_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CartagenaError, match=message):
        make(2, **options)


def test_rejects_a_wrong_number_of_actions() -> None:
    envs = make(2)
    envs.reset(seed=1)
    with pytest.raises(CartagenaError, match="2 actions"):
        envs.step(np.zeros(3, np.int64))


def test_other_bots_play_in_single_environments() -> None:
    envs = make(2, opponents=["deckhand"], vectorization_mode="sync")
    observations, _ = envs.reset(seed=1)
    observations, *_ = envs.step(observations["action_mask"].argmax(1))
    assert observations["observation"].shape[0] == 2
    envs.close()
