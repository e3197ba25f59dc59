"""The chests of a position: unopened, in the box, opened, or partly missing."""

import re
from typing import Any

import pytest

from cartagena import Game
from cartagena.errors import CartagenaError
from tests.rules.examples_2017 import BLACK_MAGIC

SPACES = [str(space) for space, name in enumerate(BLACK_MAGIC["board"], 1) if name == "chest"]
ALL = ["1", "1", "2", "2", "3", "3", "empty", "snake"]


def chests(*tokens: str) -> dict[str, str]:
    """Return these tokens on the first chest spaces."""
    return dict(zip(SPACES, tokens, strict=False))


def read(**keys: Any) -> tuple[dict[str, str], list[str], list[str]]:
    position = Game.from_position(BLACK_MAGIC | keys).position()
    return position["chests"], position["chest_box"], position["chests_opened"]


def refuses(sentence: str, **keys: Any) -> None:
    with pytest.raises(CartagenaError, match=re.escape(sentence)):
        Game.from_position(BLACK_MAGIC | keys)


def test_missing_chests_are_shuffled_by_the_seed() -> None:
    board, box, opened = read(seed=3)
    assert list(board) == SPACES
    assert (sorted([*board.values(), *box]), opened) == (sorted(ALL), [])
    assert read(seed=3) == (board, box, opened)
    assert any(read(seed=seed)[0] != board for seed in range(4, 8))


def test_all_six_chests_can_be_unopened() -> None:
    board = chests("1", "1", "2", "2", "3", "snake")
    ways: list[dict[str, Any]] = [{}, {"chest_box": ["3", "empty"]}, {"chests_opened": []}]
    for keys in ways:
        assert read(chests=board, **keys) == (board, ["3", "empty"], [])


def test_chests_neither_on_the_board_nor_in_the_box_were_opened() -> None:
    board = chests("1", "1", "2", "snake")
    assert read(chests=board, chest_box=["2", "3"]) == (
        board,
        ["2", "3", "3", "empty"],
        ["3", "empty"],
    )


def test_a_full_box_does_not_say_which_chests_were_opened() -> None:
    board = chests("2", "snake")
    others = ["1", "1", "2", "3", "3", "empty"]
    assert read(chests=board, chest_box=others) == (board, others, ["1", "1", "2", "3"])
    named = ["1", "3", "3", "empty"]
    for box in (others, ["1", "2"]):
        assert read(chests=board, chest_box=box, chests_opened=named) == (board, others, named)
    assert read(chests=board, chests_opened=named) == (board, others, named)


def test_a_view_has_the_spaces_and_the_opened_chests() -> None:
    game = Game.from_position(
        BLACK_MAGIC | {"chests": chests("2", "snake"), "chests_opened": ["1", "1", "3", "3"]}
    )
    view = game.view("red")
    assert view["chests"] == dict.fromkeys(SPACES[:2])
    assert view["chests_opened"] == ["1", "1", "3", "3"]
    assert "chest_box" not in view


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"chests": {"19": "2"}}, "There is no space '19' with a chest symbol."),
        ({"chests": {f"0{SPACES[0]}": "2"}}, "with a chest symbol."),
        ({"chests": {"99": "2"}}, "There is no space '99' with a chest symbol."),
        ({"chests": chests("4")}, "A chest must be one of 1, 2, 3, empty, snake, not '4'."),
        ({"chests": {SPACES[0]: None}}, "A chest must be one of 1, 2, 3, empty, snake, not None."),
        ({"chests": chests("snake", "snake")}, "There are too many chests with 'snake'."),
        ({"chests": chests("1", "1", "1")}, "There are too many chests with '1'."),
        ({"chest_box": ["1", "2"]}, "chest_box also needs the key 'chests'"),
        ({"chests": chests(*"112233"), "chest_box": ["1", "snake"]}, "too many chests with '1'."),
        ({"chests": chests(*"112233"), "chest_box": ["snake"]}, "Missing: empty."),
        ({"chests": chests(*"11223"), "chests_opened": []}, "so chests_opened must have 1."),
        ({"chests": chests(*"11223"), "chests_opened": ["snake"]}, "A snake cannot be opened"),
        ({"chests": chests(*"11223"), "chest_box": ["3", "empty"]}, "A snake cannot be opened"),
    ],
)
def test_rejects_impossible_chests(given: dict[str, Any], sentence: str) -> None:
    refuses(sentence, **given)


def test_rejects_eight_tiles_without_chests() -> None:
    game = Game({"preset": "long", "magic": True}, 2, seed=1)
    bare = game.position() | {"chests": {}, "chest_box": None, "chests_opened": None}
    with pytest.raises(CartagenaError, match="A snake cannot be opened"):
        Game.from_position(bare)
