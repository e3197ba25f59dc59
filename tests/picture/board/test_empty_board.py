"""The empty board for the browser: every place once, in every shape, made of known parts."""

from xml.etree.ElementTree import fromstring

import pytest

from cartagena import Game, Rules
from cartagena.picture.board.empty_board import SHAPES, Shape, sprite, stage

PRESETS = ("jamaica", "escape", "island", "complete", "short", "long", "everything")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_place_is_there_once_and_inside(preset: str, shape: Shape) -> None:
    rules = Rules.preset(preset)
    board = Game(rules, 2, seed=1).position()["board"]
    root = fromstring(stage(board, rules.tunnel, rules.jungle, shape))
    left, top, width, height = map(float, root.get("viewBox", "").split())
    places = {}
    for element in root.iter(f"{SVG}g"):
        if element.get("class") in ("space", "end"):
            x, y = map(float, element.get("transform", "")[10:-1].split())
            assert left <= x <= left + width
            assert top <= y <= top + height
            assert element.get("data-place") not in places
            places[element.get("data-place")] = (x, y)
    assert len(set(places.values())) == len(places), "no two are in the same spot"
    ends = {rules.start, rules.goal} | ({"sloop"} if rules.is_complete else set())
    assert set(places) == {str(n + 1) for n in range(len(board))} | ends


def test_copies_have_originals() -> None:
    known = {element.get("id") for element in fromstring(sprite()).iter()}
    rules = Rules.preset("everything")
    board = Game(rules, 2, seed=1).position()["board"]
    for shape in SHAPES:
        root = fromstring(stage(board, 4, 4, shape))
        assert {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")} <= known


@pytest.mark.parametrize("shape", SHAPES)
def test_the_sloop_lies_at_the_shore_that_it_is_at(shape: Shape) -> None:
    """Nearer to the spaces of that coast than to those of the other."""
    rules = Rules.preset("complete")
    board = Game(rules, 2, seed=1).position()["board"]
    root = fromstring(stage(board, rules.tunnel, rules.jungle, shape))
    ship = next(one for one in root.iter(f"{SVG}g") if one.get("class") == "ship")
    (x0, y0), (x1, y1) = (
        map(float, ship.get(f"data-{coast}", "").split()) for coast in ("cartagena", "tortuga")
    )
    assert abs(x1 - x0) > 200, "on the side of its landing"
    assert shape == "wide" or y1 - y0 > 80, "docked at the one shore or the other"
