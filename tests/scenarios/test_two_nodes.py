"""Random requests of several people at two nodes: see two_nodes.py."""

from pathlib import Path

from tests.scenarios.two_nodes import explore, two_nodes


def test_two_nodes_behave_like_one(tmp_path: Path) -> None:
    with two_nodes(tmp_path) as servers:
        explore(servers, examples=3, steps=12)
