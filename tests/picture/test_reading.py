"""Reading positions for pictures. Positions that cannot be drawn raise an error."""

from __future__ import annotations

from typing import Any

import pytest

from cartagena.picture import svg, symbol, text
from cartagena.picture.model import PictureModel
from cartagena.picture.reading import read
from tests.picture.positions import EXAMPLE, complete, everything, fresh

CREWS = EXAMPLE["pirates"]
TWELVE = "bottle pistol hat skull dagger key weapons rum lantern parrot hook chest".split()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"board": ["bottle"] * 35}, "needs 36 spaces for 6 tiles, not 35"),
        ({"board": ["rum", *EXAMPLE["board"][1:]]}, "must be one of bottle, .*, not 'rum'"),
        ({"board": ["anchor", *EXAMPLE["board"][1:]]}, "not 'anchor'"),
        ({"board": ["key", *EXAMPLE["board"][1:]]}, "Spaces 1 to 6 are a tile"),
        ({"board": "bottle"}, "must be a list"),
        ({"players": ["blue", "pink"]}, "not 'pink'"),
        ({"players": ["blue", "blue"]}, "each with a colour of their own"),
        ({"players": []}, "two to five players"),
        ({"players": None}, "must be a list"),
        ({"deck": 7}, "must be a mapping"),
        ({"deck_top": {"blue": 7}}, "must be a list"),
        ({"deck_top": {"pink": []}}, "not 'pink'"),
        ({"deck_top": {"blue": ["rum"]}}, "not 'rum'"),
        ({"pirates": {"purple": {"jail": 6}}}, "pirates has no key 'purple'"),
        ({"pirates": CREWS | {"blue": {"cove": 6}}}, "no place 'cove'"),
        ({"pirates": CREWS | {"blue": {"37": 6}}}, "no place '37'"),
        ({"pirates": CREWS | {"blue": {"7": 4, "jail": 2}}}, "Space 7 can hold 3 pirates, not 4."),
        ({"pirates": CREWS | {"blue": {"jail": 7}}}, "from 0 to 6, not 7"),
        ({"pirates": CREWS | {"blue": {"jail": 5}}}, "blue has 5 pirates on the board instead"),
        ({"pirates": {"blue": {"jail": "x"}}}, "whole number"),
        ({"pirates": {"blue": 3}}, "must be a mapping"),
        ({"hands": {"blue": {"rum": 1}}}, "not 'rum'"),
        ({"hands": {"blue": {"key": -1}}}, "whole number"),
        ({"row": ["kee"]}, "A card in row must be one of .*, not 'kee'"),
        ({"discard": {"joker": 1}}, "not 'joker'"),
        ({"turn": "purple"}, "A seat must be one of .*, not 'purple'"),
        ({"winner": "purple"}, "A seat must be one of .*, not 'purple'"),
        ({"sloop_at": "havana"}, "one of cartagena, tortuga, not 'havana'"),
        ({"chests": {"99": "1"}}, "no place '99'"),
        ({"pending": {"kind": "dance", "seat": 0}}, "not 'dance'"),
        ({"pending": {"kind": "take", "seat": 9}}, "A seat must be one of .*, not 9"),
        ({"rules": {"edition": "2000", "tunnel": 3}}, "six tunnel tiles"),
        ({"rules": "escape"}, "A symbol of the board must be one of weapons"),
        ({"rules": {"edition": "2000", "jungle": "two"}}, "jungle must be one of"),
        ({"rules": 7}, "must be a mapping"),
    ],
)
def test_rejects_positions_that_cannot_be_drawn(change: dict[str, Any], words: str) -> None:
    for draw in (svg, text):
        with pytest.raises(ValueError, match=words):
            draw(EXAMPLE | change)


@pytest.mark.parametrize("key", ["rules", "board", "players", "pirates"])
def test_errors_name_missing_keys(key: str) -> None:
    with pytest.raises(ValueError, match=f"without '{key}'"):
        svg({k: v for k, v in EXAMPLE.items() if k != key})


@pytest.mark.parametrize("name", TWELVE)
def test_symbols_can_be_drawn_alone(name: str) -> None:
    assert symbol(name).startswith("<svg ")
    assert f"<title>{name}</title>" in symbol(name)


def test_rejects_unknown_symbols() -> None:
    with pytest.raises(ValueError, match="no symbol 'anchor'"):
        symbol("anchor")


@pytest.mark.parametrize(
    ("rules", "tunnel", "jungle"),
    [
        ({}, 6, 0),
        ("escape", 6, 0),
        ("island", 0, 6),
        ({"preset": "island"}, 0, 6),
        ({"tunnel": 0, "jungle": 6}, 0, 6),
    ],
)
def test_the_path_follows_the_rules(rules: Any, tunnel: int, jungle: int) -> None:
    table = read(fresh(2, tunnel, jungle) | {"rules": rules})
    assert (table.tunnel, table.jungle) == (tunnel, jungle)


def test_rules_can_be_a_preset() -> None:
    table = read(complete("tortuga") | {"rules": "complete"})
    assert (table.tunnel, table.jungle, table.sloop_at) == (3, 3, "tortuga")


def title(table: PictureModel) -> str:
    return table.rules.title()


def test_titles_of_games() -> None:
    assert title(read(EXAMPLE)) == "Tortuga"
    assert title(read(EXAMPLE | {"rules": "tortuga-cs"})) == "Tortuga"
    assert title(read(EXAMPLE | {"rules": "hispaniola"})) == "Hispaniola"
    assert title(read(EXAMPLE | {"rules": "jamaica"})) == "Jamaica"
    assert title(read(fresh(2, 6, 0))) == "Escape"
    assert title(read(fresh(2, 0, 6))) == "Tortuga island"
    assert title(read(fresh(2, 6, 0) | {"rules": "filibusters"})) == "Escape · Morgan · Filibusters"
    words = "The Complete Escape · Morgan · Filibusters · Black Magic Woman"
    assert title(read(everything())) == words


def test_a_missing_deck_has_all_remaining_cards() -> None:
    assert read(EXAMPLE).deck == 102 - 24 - 9 - 21
