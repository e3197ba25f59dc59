"""The arena on Ray, a large extra. `make cluster` installs it and runs this test."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from cartagena.cli import MISTAKE
from tests.support.command import cartagena

GAMES = ("arena", "deckhand", "drunk", "--rules", "short", "--deals", "3", "--jobs", "2")


@pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray: run make cluster")
def test_cluster_plays_the_same_games(tmp_path: Path) -> None:
    local, cluster = tmp_path / "local.jsonl", tmp_path / "cluster.jsonl"
    assert cartagena(*GAMES, "--out", str(local)).returncode == 0
    result = cartagena(*GAMES, "--cluster", "--out", str(cluster))
    assert result.returncode == 0, result.stderr
    assert local.read_bytes() == cluster.read_bytes()


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
def test_names_the_missing_extra() -> None:
    result = cartagena(*GAMES, "--cluster")
    assert result.returncode == MISTAKE
    assert "cartagena[cluster]" in result.stderr
