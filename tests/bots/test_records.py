"""The static types of packed records have the fields of their dtypes."""

from cartagena.bots.search.tree import TREE, Tree
from cartagena.bots.search.turn_search import TURN_SEARCH, TurnSearch
from cartagena.bots.search.weights import WEIGHTS, Weights
from tests.support.records import assert_matches_dtype


def test_tree_protocol_matches_its_dtype() -> None:
    assert_matches_dtype(Tree, TREE)


def test_weights_protocol_matches_its_dtype() -> None:
    assert_matches_dtype(Weights, WEIGHTS)


def test_turn_search_protocol_matches_its_dtype() -> None:
    assert_matches_dtype(TurnSearch, TURN_SEARCH)
