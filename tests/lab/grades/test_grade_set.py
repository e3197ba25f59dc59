"""Tests of the grade set: losses measured by independent trees, and the file."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.lab.grades.grade_set import (
    GradedDecision,
    GradedGame,
    MoveLoss,
    game_of,
    line_of,
    read_set,
    view_digest,
    write_set,
)
from cartagena.lab.grades.losses import Effort, losses_and_errors, move_losses
from tools.grades import Job, collect, grade_game, jobs

BRIEF = Effort(
    screening_trees=2, screening=16, max_moves=3, simulations=40, min_trees=2, max_trees=2
)


def graded_game() -> GradedGame:
    """Return a game of two moves with one decision after the first of them."""
    game = Game("jamaica", 2, seed=5)
    first = game.push(game.legal_moves[0]).text
    losses = {
        move.text: MoveLoss(number / 50, 0.005, is_plausible=number < 2)
        for number, move in enumerate(game.legal_moves)
    }
    decision = GradedDecision(1, view_digest(game), losses)
    return GradedGame("plain", 2, 0, "jamaica", 5, (first,), (decision,))


def test_a_move_is_not_compared_with_a_move_that_is_lucky_in_the_same_tree() -> None:
    """Equal moves lose nothing on average, although the best of many looks better than it is."""
    trees = np.random.default_rng(3).normal(0.5, 0.05, (4000, 6))
    losses, errors = losses_and_errors(trees)
    assert np.abs(losses).max() < 4 * errors.max() < 0.01
    assert (trees.max(axis=1) - trees.mean(axis=1)).mean() > 0.05


def test_losses_are_differences_to_the_best_move() -> None:
    """The error belongs to the difference, so a common error of a tree cancels out."""
    common = np.random.default_rng(4).normal(0, 0.2, (8, 1))
    losses, errors = losses_and_errors(np.array([[0.6, 0.5, 0.3]]) + common)
    assert losses == pytest.approx([0.0, 0.1, 0.3])
    assert errors == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)


def test_every_legal_move_gets_a_loss_and_few_are_compared_in_full() -> None:
    """The same seed gives the same losses."""
    game = Game("tortuga", 2, seed=1)
    moves = list(game.legal_moves)
    losses = move_losses(game.packed_view(game.decider), moves, 7, BRIEF)
    assert set(losses) == {move.text for move in moves}
    assert 1 <= sum(one.is_plausible for one in losses.values()) <= BRIEF.max_moves
    assert losses == move_losses(game.packed_view(game.decider), moves, 7, BRIEF)


def test_a_game_is_graded_the_same_way_again() -> None:
    """A job determines the game, the decisions and the losses."""
    one = grade_game(Job("plain", 2, 4), BRIEF)
    assert one == grade_game(Job("plain", 2, 4), BRIEF)
    for game, decision in one.positions():
        assert len(game.legal_moves) > 1
        assert set(decision.losses) == {move.text for move in game.legal_moves}


def test_jobs_take_turns_so_that_an_interrupted_set_is_balanced() -> None:
    """Every kind of game comes before the second game of any kind."""
    assert len({(job.family, job.players) for job in list(jobs(3))[:6]}) == 6


def test_a_set_survives_its_file(tmp_path: Path) -> None:
    """Losses are stored in hundredths of a point, and equal sets are equal files."""
    path, copy = tmp_path / "set.gz", tmp_path / "copy.gz"
    game = graded_game()
    other = dataclasses.replace(game, number=1)
    write_set(path, {"seed": 3}, [other, game])
    write_set(copy, {"seed": 3}, [game, other])
    stored = read_set(path)
    assert path.read_bytes() == copy.read_bytes()
    assert stored.games == (game, other)
    assert stored.recipe == {"seed": 3}
    assert stored.decisions == 2
    assert game_of(line_of(game)) == game


def test_a_decision_that_cannot_be_replayed_is_refused() -> None:
    """If the rules have changed since, the grades would be wrong."""
    game = graded_game()
    assert [decision.after for _, decision in game.positions()] == [1]
    with pytest.raises(CartagenaError, match="rules have changed"):
        list(dataclasses.replace(game, seed=6).positions())


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x1f\x8b"])
def test_a_file_that_is_not_a_set_is_refused(tmp_path: Path, content: bytes) -> None:
    """The error names the file."""
    path = tmp_path / "set.gz"
    path.write_bytes(content)
    with pytest.raises(CartagenaError, match=r"set\.gz is not a grade set"):
        read_set(path)


def test_a_collection_stops_when_its_time_is_up(tmp_path: Path) -> None:
    """The file keeps its games, and the next run continues with the missing ones."""
    path = tmp_path / "grades.jsonl"
    path.write_text(line_of(graded_game()) + '{"family":', "utf-8")
    collect(path, 1, BRIEF, 0, 1)
    assert path.read_text("utf-8") == line_of(graded_game())
