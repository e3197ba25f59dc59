"""What cannot be drawn is refused with a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from cartagena.picture import svg, symbol, text
from cartagena.picture.reading import read
from cartagena.picture.sentences import game
from tests.picture.positions import EXAMPLE, complete, everything, fresh

TWELVE = "bottle pistol hat skull dagger key weapons rum lantern parrot hook chest".split()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"board": ["bottle"] * 35}, "6 spaces for each"),
        ({"board": ["rum", *EXAMPLE["board"][1:]]}, "Space 2 cannot carry 'pistol'"),
        ({"board": ["anchor", *EXAMPLE["board"][1:]]}, "Space 1 cannot carry 'anchor'"),
        ({"board": "bottle"}, "must be a list"),
        ({"players": ["blue", "pink"]}, "no colour 'pink'"),
        ({"players": ["blue", "blue"]}, "different colours"),
        ({"players": []}, "different colours"),
        ({"players": None}, "must be a list"),
        ({"deck": 7}, "must be a list"),
        ({"pirates": {"purple": {"jail": 6}}}, "'purple', who is not at the table"),
        ({"pirates": {"blue": {"cove": 1}}}, "no place 'cove'"),
        ({"pirates": {"blue": {"37": 1}}}, "no place '37'"),
        ({"pirates": {"blue": {"7": 4}}}, "Space 7 holds more than three"),
        ({"pirates": {"blue": {"jail": 7}}}, "more than six pirates"),
        ({"pirates": {"blue": {"jail": "x"}}}, "whole number"),
        ({"pirates": {"blue": 3}}, "must be a mapping"),
        ({"hands": {"blue": {"rum": 1}}}, "no card 'rum'"),
        ({"hands": {"blue": {"key": -1}}}, "whole number"),
        ({"row": ["kee"]}, "no card 'kee'"),
        ({"discard": {"joker": 1}}, "no card 'joker'"),
        ({"turn": "purple"}, "Nobody at the table is 'purple'"),
        ({"winner": "purple"}, "Nobody at the table is 'purple'"),
        ({"sloop_at": "havana"}, "cartagena or tortuga"),
        ({"chests": {"99": "1"}}, "no place '99'"),
        ({"pending": {"kind": "dance", "seat": 0}}, "no pending decision 'dance'"),
        ({"pending": {"kind": "take", "seat": 9}}, "Nobody at the table is 9"),
        ({"rules": {"tunnel": 3, "jungle": 0}}, "6 tiles"),
        ({"rules": {"jungle": 8}}, "6 tiles"),
        ({"rules": {"jungle": "two"}}, "whole number"),
    ],
)
def test_what_cannot_be_drawn_is_refused(change: dict[str, Any], words: str) -> None:
    for draw in (svg, text):
        with pytest.raises(ValueError, match=words):
            draw(EXAMPLE | change)


@pytest.mark.parametrize("key", ["board", "players", "pirates"])
def test_what_is_missing_is_named(key: str) -> None:
    with pytest.raises(ValueError, match=f"needs '{key}'"):
        svg({k: v for k, v in EXAMPLE.items() if k != key})


@pytest.mark.parametrize("name", TWELVE)
def test_each_symbol_stands_alone(name: str) -> None:
    assert symbol(name).startswith("<svg ")
    assert f"<title>{name}</title>" in symbol(name)


def test_an_unknown_symbol_is_refused() -> None:
    with pytest.raises(ValueError, match="no symbol 'anchor'"):
        symbol("anchor")


@pytest.mark.parametrize(
    ("rules", "tunnel", "jungle"),
    [
        ({}, 6, 0),
        ("escape", 6, 0),
        ("island", 0, 6),
        ({"preset": "island"}, 0, 6),
        ({"tunnel": 0}, 0, 6),
        ({"jungle": 6}, 0, 6),
    ],
)
def test_the_way_is_found_from_what_the_rules_say(rules: Any, tunnel: int, jungle: int) -> None:
    position = fresh(2, 6, 0) | {"rules": rules}
    position["pirates"] = {"blue": {"1": 1}, "red": {"2": 1}}
    table = read(position)
    assert (table.tunnel, table.jungle) == (tunnel, jungle)


def test_a_complete_escape_named_by_its_preset() -> None:
    table = read(complete("tortuga") | {"rules": "complete"})
    assert (table.tunnel, table.jungle, table.sloop_at) == (3, 3, "tortuga")


def test_games_by_name() -> None:
    assert game(read(EXAMPLE)) == "Tortuga"
    assert game(read(EXAMPLE | {"rules": "tortuga-cs"})) == "Tortuga"
    assert game(read(EXAMPLE | {"rules": "hispaniola"})) == "Hispaniola"
    assert game(read(EXAMPLE | {"rules": "jamaica", "row": []})) == "Jamaica"
    assert game(read(fresh(2, 6, 0))) == "Escape"
    assert game(read(fresh(2, 0, 6))) == "Tortuga island"
    assert game(read(fresh(2, 6, 0) | {"rules": "filibusters"})) == "Escape · Morgan · Filibusters"
    words = "The Complete Escape · Morgan · Filibusters · Black Magic Woman"
    assert game(read(everything())) == words


def test_a_deck_to_be_shuffled_later_is_what_lies_nowhere_else() -> None:
    assert read(EXAMPLE).deck == 102 - 24 - 9 - 21
