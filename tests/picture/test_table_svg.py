"""The table as SVG: well-formed, complete, inside its frame, without hidden cards."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

from cartagena import Rules
from cartagena.picture import svg
from cartagena.picture.board.corridor import outline
from cartagena.picture.board.layout import lay
from cartagena.picture.board.template import RATIO_STEP, TEMPLATE_STEPS
from cartagena.picture.highlight import route_points
from tests.picture.measure import SVG, corners
from tests.picture.positions import (
    EXAMPLE,
    SAMPLES,
    SYMBOLS_2017,
    Position,
    complete,
    everything,
    fresh,
    view,
)

every_sample = pytest.mark.parametrize("position", SAMPLES.values(), ids=SAMPLES.keys())


def drawn(position: Position, **options: Any) -> Element:
    return fromstring(svg(position, **options))


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if element.get("class") == name]


def counted(elements: list[Element]) -> int:
    return sum(int(element.get("data-count", "0")) for element in elements)


@every_sample
def test_every_space_is_drawn_once(position: Position) -> None:
    spaces = of_class(drawn(position), "space")
    numbers = sorted(int(space.get("data-place", "")) for space in spaces)
    assert numbers == list(range(1, len(position["board"]) + 1))
    for space in spaces:
        assert space.get("data-symbol") == position["board"][int(space.get("data-place", "")) - 1]


@every_sample
def test_every_pirate_is_drawn_where_it_stands(position: Position) -> None:
    pirates = of_class(drawn(position), "pirate")
    counts: dict[tuple[str | None, str | None], int] = {}
    for pirate in pirates:
        key = (pirate.get("data-colour"), pirate.get("data-place"))
        counts[key] = counts.get(key, 0) + int(pirate.get("data-count", ""))
    assert counts == {
        (colour, place): count
        for colour, places in position["pirates"].items()
        for place, count in places.items()
        if count
    }


@every_sample
def test_everything_is_inside_the_frame(position: Position) -> None:
    root = drawn(position)
    _, _, width, height = map(float, root.get("viewBox", "").split())
    for x, y in corners(root):
        assert 0 <= x <= width, (x, y)
        assert 0 <= y <= height, (x, y)


@every_sample
def test_every_reference_has_a_definition(position: Position) -> None:
    root = drawn(position)
    ids = {element.get("id") for element in root.iter()}
    assert {use.get("href", "").removeprefix("#") for use in root.iter(f"{SVG}use")} <= ids


@every_sample
def test_hands_show_all_their_cards(position: Position) -> None:
    sizes = position.get("hand_sizes")
    if sizes is None:
        hands = position["hands"]
        sizes = {colour: sum(hands.get(colour, {}).values()) for colour in position["players"]}
    panels = of_class(drawn(position), "player")
    assert [panel.get("data-colour") for panel in panels] == position["players"]
    for panel in panels:
        assert counted(of_class(panel, "cards")) == sizes[panel.get("data-colour")]


@every_sample
def test_has_a_description_in_words(position: Position) -> None:
    root = drawn(position)
    assert root.get("role") == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert (title.text or "").startswith("Cartagena")
    for colour in position["players"]:
        assert f"{colour.capitalize()}: " in (desc.text or "")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("tunnel", "jungle"),
    [
        (4, 0),
        (5, 0),
        (6, 0),
        (7, 0),
        (8, 0),
        (0, 4),
        (0, 6),
        (0, 7),
        (3, 3),
        (4, 4),
        (5, 3),
        (3, 4),
    ],
)
def test_every_length_of_the_path_fits(players: int, tunnel: int, jungle: int) -> None:
    root = drawn(fresh(players, tunnel, jungle))
    assert len(of_class(root, "space")) == 6 * (tunnel + jungle)
    assert counted(of_class(root, "pirate")) == 6 * players
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert all(0 <= x <= width and 0 <= y <= height for x, y in corners(root))
    ends = {end.get("data-place") for end in of_class(root, "end")}
    assert ends == {"sloop"} | ({"jail"} if tunnel else set()) | ({"cove"} if jungle else set())


def test_no_two_spaces_overlap() -> None:
    for position in (EXAMPLE, everything(), complete("cartagena", 2, 5, 3)):
        spots = [space.get("transform") for space in of_class(drawn(position), "space")]
        assert len(set(spots)) == len(position["board"])


def test_the_sloop_lies_at_one_shore_or_the_other() -> None:
    def where(position: Position) -> str | None:
        sloops = [e for e in of_class(drawn(position), "end") if e.get("data-place") == "sloop"]
        return sloops[0].get("transform")

    assert where(complete("cartagena")) != where(complete("tortuga"))


def test_chests_are_drawn_face_down() -> None:
    position = everything()
    root = drawn(position)
    assert len(of_class(root, "chest")) == len(position["chests"])
    assert "snake" not in svg(position)


def test_a_view_shows_the_backs_of_hidden_cards() -> None:
    position = view(everything(), 1)
    root = drawn(position)
    for panel in of_class(root, "player"):
        cards = {c.get("data-card") for c in of_class(panel, "cards")}
        if panel.get("data-colour") == "red":
            assert "unknown" not in cards
        else:
            assert cards <= {"unknown", "weapons"}
    (drawn_cards,) = of_class(root, "drawn")
    assert {c.get("data-card") for c in of_class(drawn_cards, "cards")} == {"unknown"}


def test_a_whole_position_does_not_show_the_deck() -> None:
    position = fresh(2, 6, 0)
    position |= {"deck": position["deck"] | {"rum": 13}, "deck_top": {"blue": ["rum", "rum"]}}
    other = position | {"deck": dict.fromkeys(SYMBOLS_2017, 17) | {"rum": 5}, "deck_top": {}}
    assert svg(position) == svg(other)


def test_supply_and_actions() -> None:
    root = drawn(EXAMPLE)
    assert counted(of_class(root, "deck")) == 102 - 24 - 9 - 21
    assert counted(of_class(root, "discard")) == 21
    assert counted(of_class(root, "actions")) == 3
    assert of_class(root, "row")
    assert not of_class(drawn(fresh(2, 6, 0)), "row")


def test_width_scales_the_picture() -> None:
    root = drawn(EXAMPLE, width=640)
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert root.get("width") == "640"
    assert float(root.get("height", "0")) == pytest.approx(640 * height / width, abs=1)
    assert drawn(EXAMPLE).get("width") is None


@pytest.mark.parametrize("move", [("9", "23"), ("jail", "7"), ("33", "sloop"), ("18", "17")])
def test_a_move_can_be_highlighted(move: tuple[str, str]) -> None:
    root = drawn(EXAMPLE, highlight=move)
    assert len(of_class(root, "highlight")) == 1
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert all(0 <= x <= width and 0 <= y <= height for x, y in corners(root))


@pytest.mark.parametrize("move", [("9", "cove"), ("0", "3"), ("quay", "1")])
def test_rejects_highlights_off_the_board(move: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="no place"):
        svg(EXAMPLE, highlight=move)


@pytest.mark.parametrize("path", [(6, 0), (0, 6), (3, 3), (4, 4), (8, 0)], ids=str)
def test_a_route_stays_on_the_path(path: tuple[int, int]) -> None:
    """Every point of a line from one end to the other is in the corridor or at a landmark."""
    rules = Rules.from_options({"edition": "2017", "tunnel": path[0], "jungle": path[1]})
    places = rules.places
    for step in TEMPLATE_STEPS:
        plan = lay(*path, RATIO_STEP**step)
        spots = {place: plan.foot(place, "cartagena" if plan.docks else None) for place in places}
        polygons = [outline(plan, stretch) for stretch in plan.stretches]
        line = route_points(places, places[3:-3:4], spots)
        for place in places[3:-3:4]:
            assert min(hypot(x - spots[place][0], y - spots[place][1]) for x, y in line) < 1e-6
        for x, y in line:
            on_path = any(inside((x, y), polygon) for polygon in polygons)
            at_end = any(
                b.x <= x <= b.right and b.y - 20 <= y <= b.bottom for b in plan.ends.values()
            )
            at_sea = plan.sea is not None and plan.sea.y - 20 <= y <= plan.sea.bottom + 20
            assert on_path or at_end or at_sea, (step, x, y)


def inside(point: tuple[float, float], polygon: list[tuple[float, float]]) -> bool:
    """Return True if a point is in a polygon, by the crossings of a ray to the right."""
    x, y = point
    crossings = 0
    for (x1, y1), (x2, y2) in pairwise([*polygon, polygon[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            crossings += 1
    return crossings % 2 == 1
