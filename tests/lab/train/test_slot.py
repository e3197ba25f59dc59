"""The packed record of a training game and its static type."""

from cartagena.lab.train.steps import TRAINING_SLOT, TrainingSlot
from tests.support.records import assert_matches_dtype


def test_slot_protocol_matches_its_dtype() -> None:
    assert_matches_dtype(TrainingSlot, TRAINING_SLOT)
