"""Batches of games: the games that `Game` plays, on any number of threads, begun anew when over."""

import numpy as np
import pytest

from cartagena import CartagenaError, Game
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.state import new_scratches
from cartagena.sim import Simulator
from cartagena.sim.observation import OBSERVATION
from cartagena.sim.steps import spread
from tests.rules.games import DISTINCT


def test_bits_are_spread_to_bytes() -> None:
    for byte in range(256):
        expected = [(byte >> k) & 1 for k in range(8)]
        assert list(spread(byte).to_bytes(8, "little")) == expected


@pytest.mark.parametrize("rules", DISTINCT)
def test_masks_and_observations_are_those_of_single_games(rules: str) -> None:
    """Written over again and again in place, they stay what a fresh one would be."""
    games = Simulator(rules, 3, 6, seed=1, threads=1)
    scratches, mask = new_scratches(), np.zeros(ACTIONS, np.int8)
    for round_of_actions in (0, 1, 7, 60, 400):
        games.play("random", round_of_actions, show_all=True)
        fresh = Simulator(rules, 3, 6, seed=1, threads=1)
        fresh.play("random", games.statistics().actions // 6)
        for i in range(6):
            batch.legal_mask(games._states, i, scratches, mask)
            assert games.masks[i].tolist() == mask.tolist()
        assert (games.observations == fresh.observations).all()
        seen = games.observations.view(OBSERVATION)[:, 0]
        assert (seen["decider"][:, 0] == 1).all()


def test_threads_change_nothing() -> None:
    one, four = (Simulator("everything", 4, 300, seed=9, threads=n) for n in (1, 4))
    for policy in ("random", "rollout", "deckhand"):
        one.play(policy, 150)
        four.play(policy, 150)
    one.step(one.masks.argmax(1))
    four.step(four.masks.argmax(1))
    assert (one.observations == four.observations).all()
    assert one.statistics() == four.statistics()


def test_actions_are_given_or_refused() -> None:
    games = Simulator("escape", 2, 4, seed=3)
    actions = games.masks.argmax(1)
    actions[2] = games.masks[2].argmin()
    before = games.observations[2].copy()
    games.step(actions)
    assert games.illegal.tolist() == [False, False, True, False]
    assert (games.observations[2] == before).all()
    assert games.statistics().actions == 3
    with pytest.raises(CartagenaError, match="4 actions"):
        games.step([1, 2])


def test_games_that_are_over_are_counted_paid_and_followed_by_others() -> None:
    games, chance = Simulator("short", 3, 20, seed=1), np.random.default_rng(1)
    paid = np.zeros(3)
    for _ in range(400):
        actions = (chance.random(games.masks.shape) * games.masks).argmax(1)
        games.step(actions)
        assert games.masks.any(1).all()
        assert (games.rewards[~games.over] == 0).all()
        paid += (games.rewards == 1).sum(0)
    found = games.statistics()
    assert found.actions == 20 * 400
    assert found.games > 20
    assert found.wins == tuple(paid)
    assert sum(found.wins) == found.games
    assert 10 < found.mean_turns < 200


def test_seeds_fix_the_games() -> None:
    one, two = Simulator("jamaica", 2, 5, seed=1), Simulator("jamaica", 2, 5, seed=2)
    assert (one.observations[1] == two.observations[0]).all()
    one.play("random", 2000)
    assert one.statistics().games > 0
    one.reset(2)
    assert (one.observations == two.observations).all()
    assert one.statistics().games == one.statistics().actions == 0


def test_one_seat_against_a_policy() -> None:
    games = Simulator("jamaica", 3, 50, seed=1, seats=[k % 3 for k in range(50)])
    for _ in range(100):
        assert (games.deciders == games.observers).all()
        games.step(games.masks.argmax(1))
    assert games.statistics().actions > 2 * 50 * 100


@pytest.mark.parametrize("policy", ["rollout", "deckhand"])
def test_policies_play_better_than_chance(policy: str) -> None:
    games = Simulator("jamaica", 2, 60, seed=1, seats=0, opponents=policy)
    chance = np.random.default_rng(1)
    while games.statistics().games < 60:
        games.step((chance.random(games.masks.shape) * games.masks).argmax(1))
    assert games.statistics().wins[1] >= 58


def test_a_game_can_be_dealt_as_game_does() -> None:
    games = Simulator("black-magic", 2, 2, restart=False)
    game = Game("black-magic", 2, 12)
    games.deal(1, 12)
    for _ in range(80):
        legal = {move.action: move for move in game.legal_moves}
        assert sorted(legal) == np.flatnonzero(games.masks[1]).tolist()
        actions = games.masks.argmax(1)
        game.push(legal[int(actions[1])])
        games.step(actions)
    with pytest.raises(CartagenaError, match="restart"):
        games.play()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 6}, "players"),
        ({"games": 0}, "games"),
        ({"seats": 2}, "Seats are numbers from 0 to 1"),
        ({"opponents": "parrot"}, "A policy is one of random, rollout, deckhand"),
        ({"threads": 0}, "threads"),
    ],
)
def test_impossible_batches_are_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(CartagenaError, match=words):
        Simulator("jamaica", **options)  # type: ignore[arg-type]


def test_arrays_are_shared_without_a_copy() -> None:
    games = Simulator("jamaica", 2, 4)
    shared = np.from_dlpack(games.observations)
    assert np.shares_memory(shared, games.observations)
