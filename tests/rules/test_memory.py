"""The seats' memory of the cards they were shown, case by case."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from cartagena import Game, Rules
from cartagena.rules.notation.position.types import PendingDecision

HANDS = {
    "blue": {"weapons": 1, "rum": 1, "lantern": 2},
    "red": {"weapons": 1, "hook": 2, "chest": 1, "lantern": 1},
    "green": {"weapons": 1, "rum": 1},
}


def pending(game: Game, viewer: str) -> PendingDecision:
    """Return the pending decision as a seat sees it."""
    decision = game.view(viewer)["pending"]
    assert decision is not None
    return decision


def table(row: Sequence[str] = (), **options: Any) -> Game:
    """Return a game of three with blue to move, pirates that can retreat, and these cards in the row."""
    rules = Rules.preset("black-magic", **options)
    position: dict[str, Any] = {**Game(rules, 3, 1, first="blue").position()}
    pirates = {"3": 1, "4": 1, "8": 1, "jail": 3}
    position |= {
        "hands": HANDS,
        "pirates": {"blue": pirates, "red": {**pirates, "4": 0, "5": 1}, "green": {"jail": 6}},
        "deck": None,
        "discard": {},
    }
    if row:
        position["row"] = [*row]
    return Game.from_position(position)


def known(game: Game, viewer: str, owner: str) -> dict[str, int]:
    """Return the cards that the viewer knows the owner to hold."""
    hands: dict[str, dict[str, int]] = game.view(viewer)["hands"]
    return hands[owner]


def play(game: Game, *moves: str) -> None:
    """Play these moves. Scripted cards follow a colon: `lantern!: rum hook`."""
    for move in moves:
        words, _, draws = move.partition(":")
        game.push(words, draws.split() or None)


def test_dealt_hands_are_unknown() -> None:
    game = table()
    assert known(game, "blue", "blue") == HANDS["blue"]
    assert known(game, "blue", "red") == known(game, "red", "blue") == {}
    assert game.view("blue")["hand_sizes"] == {"blue": 4, "red": 5, "green": 2}


def test_weapons_show_the_hand_to_the_caster() -> None:
    game = table()
    game.push("weapons! red")
    assert known(game, "blue", "red") == HANDS["red"]
    assert known(game, "green", "red") == {}
    game.push("take hook", ["parrot"])
    # Red drew a parrot, which blue has not seen; red and blue know where the hook went.
    assert known(game, "blue", "red") == {"weapons": 1, "lantern": 1, "hook": 1, "chest": 1}
    assert known(game, "red", "blue") == {"hook": 1}
    assert known(game, "green", "blue") == {}
    assert game.view("blue")["hand_sizes"]["red"] == 5


def test_known_cards_are_forgotten_when_one_leaves_unseen() -> None:
    game = table()
    play(game, "weapons! red", "take chest: parrot", "pass")
    before = {"weapons": 1, "lantern": 1, "hook": 2}
    assert known(game, "blue", "red") == before
    game.push(next(m for m in game.legal_moves if m.text.startswith("lantern jail")))
    assert known(game, "blue", "red") == {"weapons": 1, "hook": 2}
    game.push("pass")
    game.push("weapons! red")
    assert known(game, "green", "red") == {"weapons": 1, "hook": 2, "parrot": 1}
    game.push("take hook", ["parrot"])
    # Blue must assume that it was any of red's cards.
    assert known(game, "blue", "red") == {"hook": 1}
    assert known(game, "blue", "green") == {}
    assert known(game, "red", "green") == {"hook": 1}


def test_rum_is_known_to_giver_and_receiver() -> None:
    game = table()
    play(game, "rum!: hook hook chest parrot")
    assert pending(game, "blue")["cards"] == {"parrot": 1, "hook": 2, "chest": 1}
    assert pending(game, "red")["cards"] == {}
    assert pending(game, "red")["count"] == 4
    play(game, "keep hook", "keep hook", "give chest red", "give parrot green")
    assert known(game, "blue", "red") == {"chest": 1}
    assert known(game, "blue", "green") == {"parrot": 1}
    for viewer, owner in (("red", "blue"), ("green", "blue"), ("red", "green"), ("green", "red")):
        assert known(game, viewer, owner) == {}


def test_the_caster_of_a_lantern_knows_the_top_of_the_deck() -> None:
    game = table()
    play(game, "lantern!: hook chest parrot rum", "keep rum", "put hook", "put chest", "put parrot")
    assert game.view("blue")["deck_top"] == {"blue": ["parrot", "chest", "hook"]}
    assert game.view("red")["deck_top"] == {}
    assert game.view("red")["deck_size"] == game.view("blue")["deck_size"]
    play(game, "pass", "back 5-4")
    # Red has drawn the parrot: blue knows it, green does not.
    assert known(game, "blue", "red") == {"parrot": 1}
    assert known(game, "green", "red") == {}
    assert game.view("blue")["deck_top"] == {"blue": ["chest", "hook"]}


def test_a_lantern_draws_cards_another_seat_knows() -> None:
    game = table()
    play(game, "lantern!: hook hook hook rum", "keep rum", "put hook", "put hook", "put hook")
    play(game, "pass", "lantern!: weapons")
    # Blue knows three of the four cards that red has drawn.
    assert pending(game, "blue")["cards"] == {"hook": 3}
    assert pending(game, "blue")["count"] == 4
    assert pending(game, "green")["cards"] == {}
    game.push("keep weapons")
    assert pending(game, "blue")["cards"] == {"hook": 2}
    assert known(game, "blue", "red") == {}
    play(game, "put hook", "put hook", "put hook")
    assert game.view("red")["deck_top"] == {"red": ["hook", "hook", "hook"]}
    assert game.view("blue")["deck_top"] == {}


def test_a_new_deck_is_unknown() -> None:
    game = table()
    play(game, "lantern!: hook chest parrot rum", "keep rum", "put hook", "put chest", "put parrot")
    position = game.position()
    assert position["deck_top"] == {"blue": ["parrot", "chest", "hook"]}
    discard = dict(Counter(position["discard"]) + Counter(position["deck"]))
    position |= {"deck": {}, "discard": discard, "turn": "red"}
    position["actions_left"] = 3
    game = Game.from_position(position)
    play(game, "back 5-4", "back 4-3")
    assert known(game, "blue", "red") == {"parrot": 1, "chest": 1, "hook": 1}
    game.push("back 8-4")
    assert game.view("blue")["deck_top"] == {}
    assert game.position()["discard"] == {}
    assert known(game, "blue", "red") == {"parrot": 1, "chest": 1, "hook": 1}


@pytest.mark.parametrize("preset", ["hispaniola", "black-magic"])
def test_cards_from_an_open_row_are_known_to_all(preset: str) -> None:
    game = Game(Rules.preset(preset, supply="row"), 3, 5, first="blue")
    position = game.position()
    position["pirates"]["blue"] = {"3": 1, "5": 1, "8": 1, "jail": 3}
    game = Game.from_position(position)
    first, second, *_ = position["row"]
    game.push("back 5-3")
    assert known(game, "red", "blue") == {first: 1}
    game.push("back 8-3")
    drawn = {first: 1} if first != second else {first: 2}
    assert known(game, "green", "blue").items() >= drawn.items()
    # Everybody sees what blue plays, too.
    game = Game.from_position(game.position())
    card = next(iter(known(game, "red", "blue")))
    before = known(game, "red", "blue")[card]
    game.push(next(move for move in game.legal_moves if move.text.startswith(f"{card} jail")))
    assert known(game, "red", "blue").get(card, 0) == before - 1


def test_with_an_open_row_rum_is_seen_by_all_but_weapons_are_not() -> None:
    game = table(["hook", "hook", "chest", "parrot", "rum"], supply="row")
    game.push("rum!")
    assert pending(game, "green")["cards"] == {"parrot": 1, "hook": 2, "chest": 1}
    play(game, "keep hook", "keep hook", "give chest red", "give parrot green")
    assert known(game, "green", "blue") == {"hook": 2}
    assert known(game, "green", "red") == {"chest": 1}
    play(game, "weapons! red", "take chest")
    # Green saw red draw the rum, but not which card blue took.
    assert known(game, "green", "red") == {"rum": 1}
    assert known(game, "green", "blue") == {"hook": 2}
    assert known(game, "red", "blue") == {"hook": 2, "chest": 1}


def test_open_hands_need_no_memory() -> None:
    game = table(hands="open")
    assert known(game, "green", "red") == HANDS["red"]
    play(game, "lantern!: hook chest parrot rum")
    assert pending(game, "red")["cards"] == {}
    game.push("keep rum")
    assert known(game, "red", "blue") == game.position()["hands"]["blue"]
    play(game, "put hook", "put chest", "put parrot")
    assert game.view("red")["deck_top"] == {}
    assert game.view("blue")["deck_top"] == {"blue": ["parrot", "chest", "hook"]}
    assert game.position()["memory"] == {}
