"""The arena on Ray. Ray is an extra and large: `make cluster` installs it and runs this."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from cartagena.cli import MISTAKE
from tests.support.command import cartagena

GAMES = ("arena", "deckhand", "drunk", "--rules", "short", "--deals", "3", "--jobs", "2")


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: make cluster does it")
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    assert cartagena(*GAMES, "--out", str(here)).returncode == 0
    answer = cartagena(*GAMES, "--cluster", "--out", str(there))
    assert answer.returncode == 0, answer.stderr
    assert here.read_bytes() == there.read_bytes()


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
def test_without_ray_the_extra_is_named() -> None:
    answer = cartagena(*GAMES, "--cluster")
    assert answer.returncode == MISTAKE
    assert "cartagena[cluster]" in answer.stderr
