"""All loops of random play play the same games."""

import numpy as np

from cartagena.lab.bench import simulate
from cartagena.lab.bench.lengths import measure
from cartagena.rules import batch
from cartagena.rules.options import Rules
from cartagena.rules.state import NOBODY, new_scratches
from cartagena.sim import Simulator

GAMES = 20
LIMIT = 5_000


def test_all_loops_play_the_same_games() -> None:
    states, scratches = batch.prepare(Rules.preset("everything"), 3), new_scratches()
    lengths, other_lengths = (np.zeros(GAMES, np.int64) for _ in range(2))
    winners = np.zeros(GAMES, np.int64)
    total = simulate.play_games(states, 0, scratches, 1, LIMIT, lengths)
    simulate.play_to_the_end(states, 0, scratches, 1, LIMIT, other_lengths, winners)
    assert total == lengths.sum()
    games = Simulator("everything", 3, 1, seed=1)
    games.play("random", int(lengths[0]))
    assert games.statistics().games == 1
    games.play("random", int(lengths[1]) - 1)  # the next game has the next seed
    assert games.statistics().games == 1
    games.play("random", 1)
    assert games.statistics().games == 2
    assert lengths.tolist() == other_lengths.tolist()
    assert set(winners.tolist()) <= {NOBODY, 0, 1, 2}
    assert len(set(winners.tolist())) > 1


def test_hash_depends_only_on_the_seed() -> None:
    states, scratches = batch.prepare(Rules.preset("escape"), 2), new_scratches()
    hashes = [simulate.hash_new_game(states, 0, scratches, seed, LIMIT) for seed in (1, 2, 1)]
    assert hashes[0] == hashes[2] != hashes[1]


def test_limit_stops_a_game() -> None:
    states, scratches = batch.prepare(Rules.preset("jamaica"), 2), new_scratches()
    lengths = np.zeros(1, np.int64)
    assert simulate.play_games(states, 0, scratches, 1, 7, lengths) == 7


def test_lengths_row_has_no_unfinished_games() -> None:
    line = measure("short", 2, games=50)
    assert line.startswith("| short | 2 | ")
    assert line.endswith("| 0 | 0 |")
