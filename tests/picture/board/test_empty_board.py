"""The empty board of the browser has every place once, in every shape."""

from xml.etree.ElementTree import fromstring

import pytest

from cartagena import Game, Rules
from cartagena.picture.board.empty_board import SHAPES, Shape, board_svg, sprite

PRESETS = ("jamaica", "escape", "island", "complete", "short", "long", "everything")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_place_is_drawn_once_and_inside(preset: str, shape: Shape) -> None:
    rules = Rules.preset(preset)
    board = Game(rules, 2, seed=1).position()["board"]
    root = fromstring(board_svg(board, rules.tunnel, rules.jungle, shape))
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


def test_every_reference_has_a_definition() -> None:
    known = {element.get("id") for element in fromstring(sprite()).iter()}
    rules = Rules.preset("everything")
    board = Game(rules, 2, seed=1).position()["board"]
    for shape in SHAPES:
        root = fromstring(board_svg(board, 4, 4, shape))
        assert {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")} <= known


@pytest.mark.parametrize("shape", SHAPES)
def test_the_sloop_is_drawn_at_its_shore(shape: Shape) -> None:
    """The sloop is nearer to the spaces of its shore than to those of the other."""
    rules = Rules.preset("complete")
    board = Game(rules, 2, seed=1).position()["board"]
    root = fromstring(board_svg(board, rules.tunnel, rules.jungle, shape))
    ship = next(one for one in root.iter(f"{SVG}g") if one.get("class") == "ship")
    (x0, y0), (x1, y1) = (
        map(float, ship.get(f"data-{coast}", "").split()) for coast in ("cartagena", "tortuga")
    )
    assert abs(x1 - x0) > 200, "on the side of its landing"
    assert shape == "wide" or y1 - y0 > 80, "docked at the one shore or the other"
