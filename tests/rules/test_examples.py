"""The worked examples of all rulebooks, move by move."""

from collections.abc import Mapping
from typing import Any

import pytest

from cartagena import Game
from tests.reference.example_positions import OFFICIAL
from tests.rules.examples_2017 import BLACK_MAGIC, COMPLETE, COMPLETE_NAMED, ESCAPE, ESCAPE_NAMED
from tests.rules.layouts import layouts

TORTUGA: dict[str, Any] = OFFICIAL | {"rules": "tortuga"}


def pirates(game: Game, colour: str) -> dict[str, int]:
    """Return the places of a colour's pirates."""
    places: dict[str, int] = game.position()["pirates"][colour]
    return places


def hand(game: Game, colour: str) -> dict[str, int]:
    """Return the cards of a colour."""
    cards: dict[str, int] = game.position()["hands"][colour]
    return cards


def on_space(game: Game, space: int) -> int:
    """Return the number of pirates on a space."""
    return sum(places.get(str(space), 0) for places in game.position()["pirates"].values())


def jumped(game: Game, symbol: str, after: int, before: int) -> list[int]:
    """Return the spaces with this symbol between two others. All of them must be occupied."""
    board = game.position()["board"]
    spaces = [space for space in range(after + 1, before) if board[space - 1] == symbol]
    assert all(on_space(game, space) for space in spaces)
    return spaces


def draws(game: Game, move: str) -> int:
    """Play a move and return how many cards its player has gained."""
    colour = game.turn
    cards = sum(hand(game, colour).values())
    assert move in game.legal_moves
    game.push(move)
    return sum(hand(game, colour).values()) - cards


# The example sheet of 2000, on which the four documents of that edition play.


def test_yellow_could_play_a_skull_over_12_and_17() -> None:
    game = Game.from_position(TORTUGA | {"turn": "yellow"})
    assert jumped(game, "skull", 9, 23) == [12, 17]
    assert draws(game, "skull 9-23") == -1
    assert pirates(game, "yellow") == {"jail": 1, "21": 1, "23": 1, "30": 1, "33": 1, "sloop": 1}


def test_red_could_retreat_for_two_cards() -> None:
    game = Game.from_position(TORTUGA | {"turn": "red"})
    assert on_space(game, 6) == 2
    assert draws(game, "back 8-6") == 2
    assert hand(game, "red") == {"bottle": 2, "skull": 1, "pistol": 3, "dagger": 1}
    assert game.position()["row"] == OFFICIAL["row"][2:]
    assert game.actions_left == 2


def test_blue_1_three_daggers() -> None:
    game = Game.from_position(TORTUGA)
    assert jumped(game, "dagger", 0, 7) == [5]
    assert draws(game, "dagger jail-7") == -1
    assert jumped(game, "dagger", 6, 15) == [7]
    assert draws(game, "dagger 6-15") == -1
    assert jumped(game, "dagger", 6, 24) == [7, 15]
    assert game.actions_left == 1
    assert draws(game, "dagger 6-24") == -1
    assert pirates(game, "blue") == {"7": 1, "9": 1, "15": 1, "17": 1, "18": 1, "24": 1}
    assert hand(game, "blue") == {"bottle": 1, "pistol": 1, "hat": 1, "skull": 2, "dagger": 1}
    position = game.position()
    assert position["discard"] == {"dagger": 3}
    assert (game.turn, game.actions_left, position["turns"]) == ("red", 3, 1)


def test_blue_2_three_retreats_to_fourteen_cards() -> None:
    game = Game.from_position(TORTUGA)
    for move, drawn, cards in (("back 17-12", 1, 10), ("back 18-17", 2, 12), ("back 17-12", 2, 14)):
        assert on_space(game, int(move.rpartition("-")[2])) == drawn
        assert draws(game, move) == drawn
        assert sum(hand(game, "blue").values()) == cards
    assert pirates(game, "blue") == {"jail": 1, "6": 2, "9": 1, "12": 2}
    assert game.position()["row"] == OFFICIAL["row"][5:]
    assert game.turn == "red"


def test_blue_3_the_cleverest_turn() -> None:
    game = Game.from_position(TORTUGA)
    assert jumped(game, "bottle", 17, 37) == [18, 22, 29, 33]
    assert draws(game, "bottle 17-sloop") == -1
    assert draws(game, "back 18-17") == 2
    assert draws(game, "dagger jail-7") == -1
    assert pirates(game, "blue") == {"6": 2, "7": 1, "9": 1, "17": 1, "sloop": 1}
    assert hand(game, "blue") == {"bottle": 1, "pistol": 1, "hat": 1, "skull": 2, "dagger": 4}


# The Escape of 2017.


def test_our_tiles_admit_the_escape() -> None:
    boards = list(layouts(6, 0, ESCAPE_NAMED))
    assert ESCAPE["board"] in boards
    assert all("hook" in board[30:] for board in boards)


def test_escape_green_then_red() -> None:
    game = Game.from_position(ESCAPE)
    assert jumped(game, "rum", 7, 21) == [11, 15]
    assert draws(game, "rum 7-21") == -1
    assert on_space(game, 19) == 2
    assert draws(game, "back 21-19") == 2
    assert jumped(game, "hook", 0, 28) == [1, 9, 14, 24]
    assert sum(hand(game, "green").values()) == 3
    assert draws(game, "hook jail-28") == -1

    # Now every hook is occupied: the next one carries a pirate from jail straight to the sloop.
    assert len(jumped(game, "hook", 0, 37)) == 6
    assert (game.turn, game.actions_left) == ("red", 3)
    assert "hook jail-sloop" in game.legal_moves

    assert on_space(game, 9) == 2
    assert draws(game, "back 11-9") == 2
    assert on_space(game, 36) == 1
    assert draws(game, "back sloop-36") == 1
    assert jumped(game, "lantern", 13, 37) == [18, 22, 29, 36]
    assert draws(game, "lantern 13-sloop") == -1
    assert pirates(game, "red") == {"jail": 1, "9": 2, "19": 1, "36": 1, "sloop": 1}
    assert game.turn == "yellow"


def test_escape_a_further_hook_goes_to_the_sloop() -> None:
    game = Game.from_position(ESCAPE)
    for move in ("rum 7-21", "back 21-19", "hook jail-28", "hook jail-sloop"):
        game.push(move)
    assert pirates(game, "red")["sloop"] == 2
    assert "jail" not in pirates(game, "red")


def test_escape_red_by_itself() -> None:
    game = Game.from_position(ESCAPE | {"turn": "red"})
    assert [draws(game, move) for move in ("back 11-9", "back sloop-36", "lantern 13-sloop")] == [
        2,
        1,
        -1,
    ]


# The Complete Escape, with Morgan, of 2017.


def test_our_tiles_admit_the_complete_escape() -> None:
    assert COMPLETE["board"] in layouts(3, 3, COMPLETE_NAMED)


def test_complete_escape_red_then_green() -> None:
    game = Game.from_position(COMPLETE)
    assert game.position()["free_sail"]
    assert draws(game, "sail") == 0
    position = game.position()
    assert (position["sloop_at"], position["free_sail"], position["sailed"]) == (
        "tortuga",
        False,
        True,
    )
    assert game.actions_left == 3, "the captain's sail costs no action"
    assert "pass" not in game.legal_moves, "and after it the turn goes on"

    assert on_space(game, 19) == 2
    assert draws(game, "morgan yellow sloop-19") == 2
    assert game.actions_left == 2
    assert draws(game, "sail") == 0
    assert (game.position()["sloop_at"], game.actions_left) == ("cartagena", 1)
    assert jumped(game, "hook", 7, 19) == [11, 14]
    assert draws(game, "hook 7-sloop") == -1
    assert pirates(game, "red") == {"jail": 1, "6": 1, "19": 1, "sloop": 3}
    assert (game.turn, game.actions_left) == ("green", 3)
    assert not game.position()["free_sail"], "red has more pirates aboard than green"

    assert jumped(game, "rum", 0, 19) == [6, 12, 16]
    assert draws(game, "rum jail-sloop") == -1
    assert draws(game, "morgan yellow 36-cove") == 2
    assert on_space(game, 10) == 2
    assert draws(game, "morgan blue 7-10") == 2
    assert pirates(game, "blue") == {"jail": 3, "10": 2, "cove": 1}
    assert pirates(game, "yellow") == {"11": 1, "12": 1, "19": 2, "cove": 2}
    assert game.turn == "yellow"


# Black Magic Woman, of 2017.


def test_black_magic_two_pirates_to_19() -> None:
    game = Game.from_position(BLACK_MAGIC)
    assert draws(game, "hook!") == -1
    assert game.position()["pending"] == {"kind": "hook", "seat": "red"}
    assert game.actions_left == 2
    assert draws(game, "with lantern sloop-19") == -1
    assert pirates(game, "red") == {"jail": 2, "6": 1, "7": 1, "19": 2}
    position = game.position()
    assert position["pending"] is None
    assert position["discard"] == {"lantern": 1, "hook": 1}
    assert game.actions_left == 2, "both cards are one action"


def test_black_magic_unannounced_the_hook_is_an_ordinary_advance() -> None:
    game = Game.from_position(BLACK_MAGIC)
    lone = next(move for move in game.legal_moves if move.text.startswith("hook sloop-"))
    game.push(lone)
    assert pirates(game, "red")["sloop"] == 1
    assert game.position()["pending"] is None


@pytest.mark.parametrize("example", [TORTUGA, ESCAPE, COMPLETE, BLACK_MAGIC])
def test_example_positions_round_trip(example: Mapping[str, Any]) -> None:
    position = Game.from_position(example).position()
    for key in ("board", "players", "pirates", "turn"):
        assert position[key] == example[key]
    assert {colour: hand for colour, hand in position["hands"].items() if hand} == {
        colour: hand for colour, hand in example["hands"].items() if hand
    }
    assert Game.from_position(position).position() == position
