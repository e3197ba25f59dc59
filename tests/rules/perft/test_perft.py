"""Perft: the numbers of action sequences are as they were written down, and as they must be."""

import json
import pickle

import pytest

from tests.reference import Table
from tests.rules.perft import perft

COUNTS: dict[str, list[int]] = json.loads(perft.COUNTS.read_text("utf-8"))
FEW = 300
"""As many positions as the slow implementation may look at."""


def by_reference(table: Table, depth: int) -> int:
    """The same count by the slow, independent implementation."""
    legal = table.legal()
    if depth == 1:
        return len(legal)
    nodes, kept = 0, pickle.dumps(table)
    for move in legal:
        following: Table = pickle.loads(kept)
        following.push(move)
        nodes += by_reference(following, depth - 1)
    return nodes


def test_every_start_is_counted() -> None:
    assert list(COUNTS) == list(perft.STARTS)


@pytest.mark.parametrize("name", perft.STARTS)
def test_counts_are_as_written_down(name: str) -> None:
    assert perft.count(name) == COUNTS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", perft.STARTS)
def test_the_reference_counts_the_same(name: str) -> None:
    table = Table.from_position(perft.start(name).position())
    for depth, nodes in enumerate(COUNTS[name], 1):
        if depth > 1 and COUNTS[name][depth - 2] > FEW:
            break
        assert by_reference(table, depth) == nodes
