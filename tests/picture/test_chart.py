"""The chart of the rivals: a harbour for each level, apart from each other and off the edges."""

from itertools import combinations
from math import dist
from xml.etree import ElementTree as ET

from cartagena.bots.registry import LEVELS
from cartagena.picture.chart import HEIGHT, LEGS, WIDTH, chart

PORTRAIT = 100
"""Units of a portrait on the smallest chart, with some room around it."""


def stops() -> dict[str, tuple[float, float]]:
    circles = ET.fromstring(chart()).iter("{http://www.w3.org/2000/svg}circle")
    return {
        str(one.get("data-level")): (float(one.get("cx") or 0), float(one.get("cy") or 0))
        for one in circles
        if one.get("class") == "stop"
    }


def test_every_level_has_a_harbour() -> None:
    assert tuple(LEGS) == LEVELS == tuple(stops())


def test_portraits_do_not_overlap() -> None:
    for a, b in combinations(stops().values(), 2):
        assert dist(a, b) > PORTRAIT
    for x, y in stops().values():
        assert PORTRAIT / 2 < x < WIDTH - PORTRAIT / 2
        assert PORTRAIT / 2 < y < HEIGHT - PORTRAIT / 2


def test_chart_is_small_and_has_no_styles() -> None:
    assert len(chart().encode()) < 20_000
    assert "style" not in chart(), "the content policy forbids styles in files"
