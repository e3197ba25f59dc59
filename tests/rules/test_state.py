"""The packed records and their static types."""

from cartagena.rules.state import SCRATCH, STATE, Scratch, State
from tests.support.records import assert_matches_dtype


def test_state_protocol_matches_its_dtype() -> None:
    assert_matches_dtype(State, STATE)


def test_scratch_protocol_matches_its_dtype() -> None:
    assert_matches_dtype(Scratch, SCRATCH)
