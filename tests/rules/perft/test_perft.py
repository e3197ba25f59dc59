"""Perft: the numbers of action sequences match the recorded ones and those of the reference."""

import json
import pickle

import pytest

from tests.reference import Table
from tests.rules.perft import perft

COUNTS: dict[str, list[int]] = json.loads(perft.COUNTS.read_text("utf-8"))
FEW = 300
"""The most positions that the reference may visit."""


def by_reference(table: Table, depth: int) -> int:
    """Return the count of the reference implementation."""
    legal = table.legal()
    if depth == 1:
        return len(legal)
    nodes, backup = 0, pickle.dumps(table)
    for move in legal:
        following: Table = pickle.loads(backup)
        following.push(move)
        nodes += by_reference(following, depth - 1)
    return nodes


def test_every_start_has_counts() -> None:
    assert list(COUNTS) == list(perft.STARTS)


@pytest.mark.parametrize("name", perft.STARTS)
def test_perft_matches_the_recorded_counts(name: str) -> None:
    assert perft.count(name) == COUNTS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", perft.STARTS)
def test_perft_of_the_reference_matches(name: str) -> None:
    table = Table.from_position(perft.start(name).position())
    for depth, nodes in enumerate(COUNTS[name], 1):
        if depth > 1 and COUNTS[name][depth - 2] > FEW:
            break
        assert by_reference(table, depth) == nodes
