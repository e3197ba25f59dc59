"""Portraits of the rivals: valid, small, and different from each other in every mood."""

from xml.etree import ElementTree as ET

import pytest

from cartagena.picture.portraits.portrait import LEVELS, MOODS, portrait

MAX_BYTES = 4500


@pytest.mark.parametrize("level", LEVELS)
def test_portrait_is_a_small_picture(level: str) -> None:
    drawings = [portrait(level, mood) for mood in MOODS]
    assert len(set(drawings)) == len(MOODS)
    for drawing in drawings:
        root = ET.fromstring(drawing)
        assert root.get("viewBox") == "0 0 160 160"
        assert len(drawing.encode()) < MAX_BYTES
        assert "style" not in drawing, "the content policy forbids styles in files"


def test_everybody_looks_different() -> None:
    assert len({portrait(level) for level in LEVELS}) == len(LEVELS)
