"""The template of the board has every place once, inside its box, for every ratio."""

from itertools import pairwise
from xml.etree.ElementTree import Element, fromstring

import pytest

from cartagena import Rules
from cartagena.picture.board.layout import Box, lay
from cartagena.picture.board.template import RATIO_STEP, TEMPLATE_STEPS, sprite, template_svg
from tests.picture.measure import SVG

PRESETS = ("jamaica", "escape", "island", "complete", "short", "long", "everything")
PATHS = [
    *((n, 0) for n in range(4, 9)),
    *((0, n) for n in range(4, 9)),
    (3, 3),
    (4, 4),
    (5, 3),
    (3, 4),
]
PHONE_SCALE = 0.485
"""The least size of a unit of the drawing on a phone. A symbol has 58 units, a pirate 50."""


def box_of(element: Element, plan_stone: tuple[float, float]) -> Box:
    x, y = map(float, element.get("transform", "")[10:-1].split())
    size = element.get("data-box")
    w, h = map(float, size.split()) if size else plan_stone
    return Box(x - w / 2, y - h / 2, w, h)


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.right - 1 and b.x < a.right - 1 and a.y < b.bottom - 1 and b.y < a.bottom - 1


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_every_place_is_drawn_once_and_inside(path: tuple[int, int]) -> None:
    tunnel, jungle = path
    for step in TEMPLATE_STEPS:
        root = fromstring(template_svg(tunnel, jungle, step))
        _, _, width, height = map(float, root.get("viewBox", "").split())
        wide, high = map(float, root.get("data-stone", "").split())
        places = {}
        for element in root.iter(f"{SVG}g"):
            if element.get("class") in ("space", "end"):
                box = box_of(element, (wide, high))
                assert box.x >= -1, (step, element.get("data-place"))
                assert box.y >= -1, (step, element.get("data-place"))
                assert box.right <= width + 1, (step, element.get("data-place"))
                assert box.bottom <= height + 1, (step, element.get("data-place"))
                assert element.get("data-place") not in places
                places[element.get("data-place")] = box
        ends = {"sloop"} | ({"jail"} if tunnel else set()) | ({"cove"} if jungle else set())
        assert set(places) == {str(n + 1) for n in range(6 * (tunnel + jungle))} | ends
        boxes = list(places.values())
        for i, one in enumerate(boxes):
            assert not any(overlap(one, other) for other in boxes[:i]), step


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_layout_has_the_ratio_of_its_box(path: tuple[int, int]) -> None:
    """Only boxes that are far too long or too high for a path have bands, which the ground fills."""
    for step in range(-5, 8):
        ratio = RATIO_STEP**step
        plan = lay(*path, ratio)
        fill = plan.width / plan.height / ratio
        assert min(fill, 1 / fill) > 0.8, (step, plan.width, plan.height)


def test_spaces_are_large_enough_for_a_small_phone() -> None:
    """Thirty-six spaces and their ends are legible in 360 x 400 pixels."""
    plan = lay(6, 0, 360 / 400)
    assert min(360 / plan.width, 400 / plan.height) >= PHONE_SCALE


def test_every_reference_has_a_definition() -> None:
    ids = {element.get("id") for element in fromstring(sprite()).iter()}
    for path in PATHS:
        root = fromstring(template_svg(*path, 2))
        here = ids | {element.get("id") for element in root.iter()}
        assert {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")} <= here


@pytest.mark.parametrize("preset", PRESETS)
def test_the_path_leads_from_place_to_neighbouring_place(preset: str) -> None:
    rules = Rules.preset(preset)
    for step in TEMPLATE_STEPS:
        plan = lay(rules.tunnel, rules.jungle, RATIO_STEP**step)
        for stretch in plan.stretches:
            spots = [plan.spaces[place] for place in stretch.spaces]
            for (x1, y1), (x2, y2) in pairwise(spots):
                sideways = abs(y1 - y2) < 16
                assert sideways != (abs(x1 - x2) < 1), "a step leads sideways or straight down"


@pytest.mark.parametrize("step", TEMPLATE_STEPS)
def test_the_sloop_is_drawn_at_its_shore(step: int) -> None:
    """The docks are on opposite sides, so the picture shows at which shore the sloop lies."""
    plan = lay(3, 3, RATIO_STEP**step)
    (x0, y0), (x1, y1) = (plan.docks[coast].middle for coast in ("cartagena", "tortuga"))
    out, landing = plan.spaces["18"], plan.spaces["19"]
    assert abs(x0 - out[0]) < abs(x1 - out[0])
    assert abs(x1 - landing[0]) < abs(x0 - landing[0])
    assert y0 < y1
