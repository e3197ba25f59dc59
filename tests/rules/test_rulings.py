"""Rulings that random games seldom reach, by their numbers in docs/rulings.md."""

from typing import Any

from cartagena import Game
from tests.rules.examples_2017 import COMPLETE, ESCAPE

SYMBOLS = ("weapons", "rum", "lantern", "parrot", "hook", "chest")


def escape(**changes: Any) -> Game:
    """Return a position of two players on the board of the Escape's example."""
    return Game.from_position(
        {
            "rules": {"preset": "escape", **changes.pop("rules", {})},
            "board": ESCAPE["board"],
            "players": ["blue", "red"],
            "turn": "blue",
            **changes,
        }
    )


def test_ruling_27_discards_wait_until_a_card_is_due() -> None:
    hand = {"chest": 16}
    rest = {symbol: 17 for symbol in SYMBOLS if symbol != "chest"}
    game = escape(
        pirates={"blue": {"1": 1, "7": 1, "8": 1, "9": 3}, "red": {"jail": 6}},
        hands={"blue": hand},
        deck={"chest": 1},
        discard=rest,
    )
    game.push("back 7-1")
    drawn = game.position()
    assert (drawn["deck"], drawn["discard"], drawn["hands"]["blue"]) == ({}, rest, {"chest": 17})
    game.push("back 8-1")
    drawn = game.position()
    assert drawn["discard"] == {}
    assert sum(drawn["deck"].values()) == sum(rest.values()) - 2


def test_ruling_28_a_free_sail_begins_the_turn() -> None:
    position = {
        "rules": {"preset": "complete", "fewest_actions": 0},
        "board": COMPLETE["board"],
        "players": ["blue", "red"],
        "pirates": {"blue": {"sloop": 2, "1": 3, "2": 1}, "red": {"jail": 6}},
        "hands": {"blue": {"rum": 1}},
        "turn": "blue",
    }
    game = Game.from_position(position)
    assert game.position()["free_sail"]
    assert "pass" in game.legal_moves
    game.push("sail")
    assert game.actions_left == 3
    assert "pass" not in game.legal_moves
    game.push("sail")
    assert (game.actions_left, "pass" in game.legal_moves) == (2, True)


def stuck(**rules: Any) -> Game:
    """Return a game in which nobody has a card or can retreat, and no card is left."""
    return escape(
        rules=rules,
        pirates={"blue": {"jail": 6}, "red": {"jail": 6}},
        hands={},
        deck={},
        discard=dict.fromkeys(SYMBOLS, 17),
    )


def test_ruling_29_a_round_of_forced_passes_ends_the_game() -> None:
    for rules in ({"stuck": "end"}, {"fewest_actions": 0, "empty_hand_skip": False}):
        game = stuck(**rules)
        game.push("pass")
        assert (game.over, game.position()["idle"]) == (False, 1)
        game.push("pass")
        assert (game.over, game.winner, game.position()["idle"]) == (True, None, 2)


def test_ruling_29_a_pass_of_a_player_who_could_act_breaks_the_round() -> None:
    game = escape(
        rules={"fewest_actions": 0},
        pirates={"blue": {"jail": 6}, "red": {"jail": 6}},
        hands={"red": {"rum": 1}},
        deck={},
        discard=dict.fromkeys(SYMBOLS, 17) | {"rum": 16},
    )
    for idle in (1, 0, 1, 0):
        game.push("pass")
        assert (game.over, game.position()["idle"]) == (False, idle)


def test_ruling_29_a_skip_that_finds_a_card_breaks_the_round() -> None:
    game = stuck()
    game.push("skip")
    assert (game.over, game.position()["idle"]) == (False, 0)
