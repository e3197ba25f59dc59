"""Batches of games: the same games as `Game` plays, on any number of threads."""

import numpy as np
import pytest

from cartagena import CartagenaError, Game
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.observation import OBSERVATION
from cartagena.rules.state import new_scratches
from cartagena.sim import Simulator
from cartagena.sim.steps import GAME_SLOT, GameSlot, spread
from tests.rules.games import DISTINCT
from tests.support.records import assert_matches_dtype


def test_slot_protocol_matches_its_dtype() -> None:
    assert_matches_dtype(GameSlot, GAME_SLOT)


def test_spread_turns_bits_into_bytes() -> None:
    for byte in range(256):
        expected = [(byte >> k) & 1 for k in range(8)]
        assert list(spread(byte).to_bytes(8, "little")) == expected


@pytest.mark.parametrize("rules", DISTINCT)
def test_masks_and_observations_match_single_games(rules: str) -> None:
    """Arrays that are overwritten many times equal those of a new simulator."""
    games = Simulator(rules, 3, 6, seed=1, threads=1)
    scratches, mask = new_scratches(), np.zeros(ACTIONS, np.int8)
    for actions in (0, 1, 7, 60, 400):
        games.play("random", actions, observe_all=True)
        new = Simulator(rules, 3, 6, seed=1, threads=1)
        new.play("random", games.statistics().actions // 6)
        states = games.save()
        for i in range(6):
            batch.legal_mask(states, i, scratches, mask)
            assert games.masks[i].tolist() == mask.tolist()
        assert (games.observations == new.observations).all()
        records = games.observations.view(OBSERVATION)[:, 0]
        assert (records["decider"][:, 0] == 1).all()


def test_number_of_threads_does_not_matter() -> None:
    one, four = (Simulator("everything", 4, 300, seed=9, threads=n) for n in (1, 4))
    for policy in ("random", "rollout", "deckhand"):
        one.play(policy, 150)
        four.play(policy, 150)
    one.step(one.masks.argmax(1))
    four.step(four.masks.argmax(1))
    assert (one.observations == four.observations).all()
    assert one.statistics() == four.statistics()


def test_illegal_actions_are_skipped() -> None:
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


def test_finished_games_are_counted_rewarded_and_restarted() -> None:
    games, rng = Simulator("short", 3, 20, seed=1), np.random.default_rng(1)
    wins = np.zeros(3)
    for _ in range(400):
        actions = (rng.random(games.masks.shape) * games.masks).argmax(1)
        games.step(actions)
        assert games.masks.any(1).all()
        assert (games.rewards[~games.over] == 0).all()
        wins += (games.rewards == 1).sum(0)
    totals = games.statistics()
    assert totals.actions == 20 * 400
    assert totals.games > 20
    assert totals.wins == tuple(wins)
    assert sum(totals.wins) == totals.games
    assert 10 < totals.mean_turns < 200


def test_seeds_determine_the_games() -> None:
    one, two = Simulator("jamaica", 2, 5, seed=1), Simulator("jamaica", 2, 5, seed=2)
    assert (one.observations[1] == two.observations[0]).all()
    one.play("random", 2000)
    assert one.statistics().games > 0
    one.reset(2)
    assert (one.observations == two.observations).all()
    assert one.statistics().games == one.statistics().actions == 0


def test_policy_plays_the_other_seats() -> None:
    games = Simulator("jamaica", 3, 50, seed=1, seats=[k % 3 for k in range(50)])
    for _ in range(100):
        assert (games.deciders == games.observers).all()
        games.step(games.masks.argmax(1))
    assert games.statistics().actions > 2 * 50 * 100


@pytest.mark.parametrize("policy", ["rollout", "deckhand"])
def test_policies_beat_random_play(policy: str) -> None:
    games = Simulator("jamaica", 2, 60, seed=1, seats=0, opponents=policy)
    rng = np.random.default_rng(1)
    while games.statistics().games < 60:
        games.step((rng.random(games.masks.shape) * games.masks).argmax(1))
    assert games.statistics().wins[1] >= 58


def test_deal_matches_game() -> None:
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
    ("options", "message"),
    [
        ({"players": 6}, "players"),
        ({"games": 0}, "games"),
        ({"seats": 2}, "seats must be numbers from 0 to 1"),
        ({"opponents": "parrot"}, "The policy must be one of random, rollout, deckhand"),
        ({"threads": 0}, "threads"),
    ],
)
def test_rejects_invalid_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(CartagenaError, match=message):
        Simulator("jamaica", **options)  # type: ignore[arg-type]


def test_arrays_are_shared_without_a_copy() -> None:
    games = Simulator("jamaica", 2, 4)
    shared = np.from_dlpack(games.observations)
    assert np.shares_memory(shared, games.observations)


@pytest.mark.parametrize("rules", ["jamaica", "everything"])
def test_sampled_and_listed_actions_are_the_legal_ones(rules: str) -> None:
    games = Simulator(rules, 3, 40, seed=2, threads=1)
    for _ in range(50):
        actions, starts = games.legal_actions()
        chosen = games.sample()
        for i in range(40):
            legal = actions[starts[i] : starts[i + 1]].tolist()
            assert legal == np.flatnonzero(games.masks[i]).tolist()
            assert chosen[i] in legal
        games.step(chosen)


def test_samples_every_legal_action_equally_often() -> None:
    games = Simulator("jamaica", 2, 1, seed=2, threads=1)
    legal = np.flatnonzero(games.masks[0])
    counts = np.bincount([int(games.sample()[0]) for _ in range(6000)], minlength=ACTIONS)[legal]
    expected = 6000 / len(legal)
    assert counts.sum() == 6000
    assert (abs(counts - expected) < 6 * expected**0.5).all()


def test_loads_what_it_has_saved() -> None:
    games = Simulator("everything", 3, 50, seed=4, threads=1)
    games.play("random", 60)
    saved, masks = games.save(), games.masks.copy()
    actions = games.sample()
    games.step(actions)
    after = games.observations.copy()
    other = Simulator("everything", 3, 50, seed=9, threads=1)
    other.load(saved)
    assert (other.masks == masks).all()
    other.step(actions)
    running = ~games.over
    assert (other.observations[running] == after[running]).all()


def test_continues_games_of_the_library() -> None:
    games = [Game("escape", 2, seed) for seed in range(3)]
    simulator = Simulator("escape", 2, 3, threads=1)
    simulator.load(np.concatenate([game.packed_state() for game in games]))
    for _ in range(40):
        actions = simulator.masks.argmax(1)
        for game, action in zip(games, actions, strict=True):
            game.push(next(move for move in game.legal_moves if move.action == action))
        simulator.step(actions)
        assert simulator.save().tobytes() == b"".join(g.packed_state().tobytes() for g in games)
    with pytest.raises(CartagenaError, match="3 packed states"):
        simulator.load(games[0].packed_state())
    with pytest.raises(CartagenaError, match="games of 2 players"):
        simulator.load(
            np.concatenate([Game("escape", 3, seed).packed_state() for seed in range(3)])
        )


def test_finished_games_follow_from_the_seed() -> None:
    games = Simulator("short", 2, 40, restart=False)
    start = Game("short", players=2, seed=3).packed_state()
    results = []
    for seed in (1, 1, 2):
        games.load(np.repeat(start, 40), seed=seed)
        games.finish("rollout")
        assert games.over.all()
        results.append(games.rewards[:, 0].tolist())
    assert results[0] == results[1] != results[2]
    assert set(results[0]) == {1.0, -1.0}  # not always the same game
    with pytest.raises(CartagenaError, match="restart"):
        Simulator("short", 2, 4).finish()


def test_the_net_knows_who_is_winning() -> None:
    """In positions of games between equals, the favourite of the net wins more often."""
    games = Simulator("short", 2, 200, seed=5, threads=2)
    games.play("rollout", 25)
    states = games.save()
    chances = games.win_probabilities()
    assert chances.shape == (200, 2)
    assert np.allclose(chances.sum(1), 1, atol=0.05)
    rest = Simulator("short", 2, 200, restart=False)
    rest.load(states)
    rest.finish("rollout")
    won = rest.rewards[np.arange(200), chances.argmax(1)] > 0
    assert won.mean() > 0.6


def test_the_net_knows_the_end_of_a_game() -> None:
    games = Simulator("micro", 3, 30, seed=1, restart=False)
    games.finish("random")
    chances = games.win_probabilities()
    assert ((chances == 1.0) == (games.rewards == 1.0)).all()
