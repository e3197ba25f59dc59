"""Paired games between two versions of the source."""

from pathlib import Path

import pytest

from tools.duel import Engine, Job, Played, jobs, play, report

SOURCE = Path(__file__).parents[2] / "src"


def test_the_versions_change_seats_within_a_pair() -> None:
    work = list(jobs("deckhand:1n", ["jamaica"], [3, 5], 4))
    assert len(work) == 16
    for first, second in zip(work[::2], work[1::2], strict=True):
        assert (first.pair, first.players) == (second.pair, second.players)
        assert sorted(first.seats + second.seats) == list(range(first.players))


def test_equal_versions_each_win_one_game_of_a_pair() -> None:
    engines = [Engine(SOURCE), Engine(SOURCE)]
    try:
        games = {job: play(job, engines) for job in jobs("deckhand:1n", ["tortuga"], [3], 1)}
    finally:
        for engine in engines:
            engine.close()
    first, second = games.values()
    assert (first.score + second.score, first.moves) == (1, second.moves)
    assert "50.0%" in report(games)


def test_the_error_is_that_of_the_pairs() -> None:
    def pair(number: int, *scores: float) -> dict[Job, Played]:
        parts = zip(((0,), (1, 2)), scores, strict=True)
        return {
            Job("legend:1n", "jamaica", 3, number, seats): Played(score, 50)
            for seats, score in parts
        }

    same = report({**pair(0, 1, 0), **pair(1, 0, 1)}).splitlines()[-1].split()
    assert same == ["all", "4", "50.0%", "0.0%", "50"]
    better = report({**pair(0, 1, 1), **pair(1, 0, 1)}).splitlines()[-1].split()
    assert better[2] == "75.0%"
    assert float(better[3].rstrip("%")) == pytest.approx(49)
