"""Batches of games: the same games as one by one, begun anew when they are over."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

import cartagena.envs  # noqa: F401, for its name in the register of Gymnasium
from cartagena import CartagenaError, Game
from cartagena.sim.observation import OBSERVATION
from tests.rules.games import DISTINCT


def make(n: int, **options: Any) -> Any:
    return gymnasium.make_vec("Cartagena-v0", num_envs=n, **options)


def choose(masks: NDArray[np.int8], chance: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each game at random."""
    chosen: NDArray[np.int64] = (chance.random(masks.shape) * masks).argmax(1)
    return chosen


def trajectory(envs: Any, steps: int, seed: int) -> list[bytes]:
    """All that a batch of random games shows."""
    chance = np.random.default_rng(seed)
    seen, infos = envs.reset(seed=seed)
    shown = [seen["observation"].tobytes()]
    for _ in range(steps):
        seen, rewards, over, _, infos = envs.step(choose(seen["action_mask"], chance))
        shown += [seen[key].tobytes() for key in seen]
        shown += [rewards.tobytes(), over.tobytes(), infos["seat"].tobytes()]
    return shown


@pytest.mark.slow
@pytest.mark.parametrize("opponents", [None, ["drunk", "drunk"]])
def test_seeds_fix_everything(opponents: list[str] | None) -> None:
    one, two = (make(5, rules="everything", opponents=opponents) for _ in range(2))
    assert trajectory(one, 60, 3) == trajectory(two, 60, 3)
    assert trajectory(one, 60, 3) != trajectory(two, 60, 4)


@pytest.mark.parametrize("rules", DISTINCT)
def test_without_opponents_it_plays_the_games(rules: str) -> None:
    """Seed by seed, the games are those of `Game`, until they are over."""
    players, n = 3, 4
    envs, chance = make(n, rules=rules, opponents=None, players=players), np.random.default_rng(1)
    seen, infos = envs.reset(seed=7)
    games = [Game(rules, players, 7 + i) for i in range(n)]
    for _ in range(80):
        assert envs.observation_space.contains(seen)
        actions = choose(seen["action_mask"], chance)
        for i, game in enumerate(games):
            assert infos["seat"][i] == game.players.index(game.decider)
            legal = {move.action: move for move in game.legal_moves}
            assert sorted(legal) == np.flatnonzero(seen["action_mask"][i]).tolist()
            game.push(legal[int(actions[i])])
        seen, rewards, over, _, infos = envs.step(actions)
        if over.any():
            return
        assert not rewards.any()


@pytest.mark.parametrize(("opponents", "players"), [(["drunk"] * 2, 3), (None, 2)])
def test_games_that_are_over_begin_anew(opponents: list[str] | None, players: int) -> None:
    n = 6
    envs, chance = make(n, rules="short", opponents=opponents), np.random.default_rng(1)
    seen, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(600):
        actors = infos["seat"]
        seen, rewards, over, truncated, infos = envs.step(choose(seen["action_mask"], chance))
        records = seen["observation"].view(OBSERVATION)[:, 0]
        assert seen["action_mask"].any(1).all()
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


def test_an_illegal_action_loses_that_game() -> None:
    envs = make(3, seat=0)
    seen, _ = envs.reset(seed=1)
    actions = seen["action_mask"].argmax(1)
    actions[1] = seen["action_mask"][1].argmin()
    seen, rewards, over, _, infos = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert over.tolist() == [False, True, False]
    assert infos["rewards"].tolist() == [[0, 0], [-1, 0], [0, 0]]
    assert seen["action_mask"].any(1).all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"opponents": ["captain"]}, "drunk"),
        ({"opponents": None, "players": 7}, "players"),
        ({"seat": 5}, "seat"),
    ],
)
def test_impossible_batches_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(CartagenaError, match=words):
        make(2, **options)


def test_the_number_of_actions_is_checked() -> None:
    envs = make(2)
    envs.reset(seed=1)
    with pytest.raises(CartagenaError, match="2 actions"):
        envs.step(np.zeros(3, np.int64))


def test_other_bots_play_in_a_batch_of_single_games() -> None:
    envs = make(2, opponents=["deckhand"], vectorization_mode="sync")
    seen, _ = envs.reset(seed=1)
    seen, *_ = envs.step(seen["action_mask"].argmax(1))
    assert seen["observation"].shape[0] == 2
    envs.close()
