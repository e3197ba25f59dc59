"""The empty board for the browser: every place once, wide and narrow, made of known parts."""

from xml.etree.ElementTree import fromstring

import pytest

from cartagena import Game, Rules
from cartagena.picture.board.empty_board import sprite, stage

PRESETS = ("jamaica", "escape", "island", "complete", "short", "long", "everything")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("slim", [False, True], ids=["wide", "slim"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_place_is_there_once_and_inside(preset: str, slim: bool) -> None:
    rules = Rules.preset(preset)
    board = Game(rules, 2, seed=1).position()["board"]
    root = fromstring(stage(board, rules.tunnel, rules.jungle, slim=slim))
    left, top, width, height = map(float, root.get("viewBox", "").split())
    places = {}
    for element in root.iter(f"{SVG}g"):
        if element.get("class") in ("space", "end"):
            x, y = map(float, element.get("transform", "")[10:-1].split())
            assert left <= x <= left + width
            assert top <= y <= top + height
            assert element.get("data-place") not in places
            places[element.get("data-place")] = (x, y)
    ends = {rules.start, rules.goal} | ({"sloop"} if rules.is_complete else set())
    assert set(places) == {str(n + 1) for n in range(len(board))} | ends


def test_copies_have_originals() -> None:
    known = {element.get("id") for element in fromstring(sprite()).iter()}
    rules = Rules.preset("everything")
    board = Game(rules, 2, seed=1).position()["board"]
    for slim in (False, True):
        root = fromstring(stage(board, 4, 4, slim=slim))
        assert {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")} <= known
