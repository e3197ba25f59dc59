"""What a seat remembers of the cards it has been shown, case by case."""

from collections.abc import Sequence
from typing import Any

import pytest

from cartagena import Game, Rules

HANDS = {
    "blue": {"weapons": 1, "rum": 1, "lantern": 2},
    "red": {"weapons": 1, "hook": 2, "chest": 1, "lantern": 1},
    "green": {"weapons": 1, "rum": 1},
}


def table(deck: Sequence[str] = (), **options: Any) -> Game:
    """Three players, blue to move, with pirates that can retreat, and these cards on the deck."""
    rules = Rules.preset("black-magic", **options)
    position = Game(rules, 3, 1, first="blue").position()
    pirates = {"3": 1, "4": 1, "8": 1, "jail": 3}
    position |= {
        "hands": HANDS,
        "pirates": {"blue": pirates, "red": {**pirates, "4": 0, "5": 1}, "green": {"jail": 6}},
        "deck": None,
        "discard": {},
    }
    if rules.supply == "row":
        position["row"] = []
    cards: list[str] = Game.from_position(position).position()["deck"]
    for card in deck:
        cards.remove(card)
    cards = [*deck, *cards]
    if rules.supply == "row":
        position["row"], cards = cards[:12], cards[12:]
    return Game.from_position(position | {"deck": cards})


def known(game: Game, viewer: str, owner: str) -> dict[str, int]:
    """What the viewer is sure that the owner holds."""
    hands: dict[str, dict[str, int]] = game.view(viewer)["hands"]
    return hands[owner]


def play(game: Game, *moves: str) -> None:
    """Make these moves."""
    for move in moves:
        game.push(move)


def test_dealt_hands_are_unknown() -> None:
    game = table()
    assert known(game, "blue", "blue") == HANDS["blue"]
    assert known(game, "blue", "red") == known(game, "red", "blue") == {}
    assert game.view("blue")["hand_sizes"] == {"blue": 4, "red": 5, "green": 2}


def test_weapons_show_a_hand_to_the_one_who_looks() -> None:
    game = table(["parrot"])
    game.push("weapons! red")
    assert known(game, "blue", "red") == HANDS["red"]
    assert known(game, "green", "red") == {}
    game.push("take hook")
    # Red drew a parrot, which blue has not seen; red and blue know where the hook went.
    assert known(game, "blue", "red") == {"weapons": 1, "lantern": 1, "hook": 1, "chest": 1}
    assert known(game, "red", "blue") == {"hook": 1}
    assert known(game, "green", "blue") == {}
    assert game.view("blue")["hand_sizes"]["red"] == 5


def test_what_is_known_is_forgotten_when_a_card_leaves_unseen() -> None:
    game = table(["parrot", "parrot"])
    play(game, "weapons! red", "take chest", "pass")
    before = {"weapons": 1, "lantern": 1, "hook": 2}
    assert known(game, "blue", "red") == before
    game.push(next(m for m in game.legal_moves if m.text.startswith("lantern jail")))
    assert known(game, "blue", "red") == {"weapons": 1, "hook": 2}
    game.push("pass")
    game.push("weapons! red")
    assert known(game, "green", "red") == {"weapons": 1, "hook": 2, "parrot": 1}
    game.push("take hook")
    # For blue it might have been any of red's cards.
    assert known(game, "blue", "red") == {"hook": 1}
    assert known(game, "blue", "green") == {}
    assert known(game, "red", "green") == {"hook": 1}


def test_rum_is_known_to_giver_and_receiver() -> None:
    game = table(["hook", "hook", "chest", "parrot"])
    game.push("rum!")
    assert game.view("blue")["pending"]["cards"] == {"parrot": 1, "hook": 2, "chest": 1}
    assert game.view("red")["pending"]["cards"] == {}
    assert game.view("red")["pending"]["count"] == 4
    play(game, "keep hook", "keep hook", "give chest red", "give parrot green")
    assert known(game, "blue", "red") == {"chest": 1}
    assert known(game, "blue", "green") == {"parrot": 1}
    for viewer, owner in (("red", "blue"), ("green", "blue"), ("red", "green"), ("green", "red")):
        assert known(game, viewer, owner) == {}


def test_lantern_leaves_an_order_that_its_caster_remembers() -> None:
    game = table(["hook", "chest", "parrot", "rum"])
    play(game, "lantern!", "keep rum", "put hook", "put chest", "put parrot")
    assert game.view("blue")["deck"][:4] == ["parrot", "chest", "hook", None]
    assert set(game.view("red")["deck"]) == {None}
    play(game, "pass", "back 5-4")
    # Red has drawn the parrot: blue knows it, green does not.
    assert known(game, "blue", "red") == {"parrot": 1}
    assert known(game, "green", "red") == {}
    assert game.view("blue")["deck"][:3] == ["chest", "hook", None]


def test_a_lantern_over_a_known_order() -> None:
    game = table(["hook", "hook", "hook", "rum", "weapons"])
    play(game, "lantern!", "keep rum", "put hook", "put hook", "put hook", "pass", "lantern!")
    # Blue knows three of the four cards that red has drawn.
    assert game.view("blue")["pending"]["cards"] == {"hook": 3}
    assert game.view("blue")["pending"]["count"] == 4
    assert game.view("green")["pending"]["cards"] == {}
    game.push("keep weapons")
    assert game.view("blue")["pending"]["cards"] == {"hook": 2}
    assert known(game, "blue", "red") == {}
    play(game, "put hook", "put hook", "put hook")
    assert game.view("red")["deck"][:4] == ["hook", "hook", "hook", None]
    assert set(game.view("blue")["deck"]) == {None}


def test_a_new_deck_is_unknown() -> None:
    game = table(["hook", "chest", "parrot", "rum"])
    play(game, "lantern!", "keep rum", "put hook", "put chest", "put parrot")
    position = game.position()
    assert position["deck_seen"] == {"blue": [0, 1, 2]}
    discard = dict(position["discard"])
    for card in position["deck"][3:]:
        discard[card] = discard.get(card, 0) + 1
    position |= {"deck": position["deck"][:3], "discard": discard, "turn": "red"}
    position["actions_left"] = 3
    game = Game.from_position(position)
    play(game, "back 5-4", "back 4-3")
    assert known(game, "blue", "red") == {"parrot": 1, "chest": 1, "hook": 1}
    game.push("back 8-4")
    assert set(game.view("blue")["deck"]) == {None}
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
    # What blue plays is seen too.
    game = Game.from_position(game.position())
    card = next(iter(known(game, "red", "blue")))
    before = known(game, "red", "blue")[card]
    game.push(next(move for move in game.legal_moves if move.text.startswith(f"{card} jail")))
    assert known(game, "red", "blue").get(card, 0) == before - 1


def test_with_an_open_row_rum_is_seen_by_all_but_weapons_are_not() -> None:
    game = table(["hook", "hook", "chest", "parrot", "rum"], supply="row")
    game.push("rum!")
    assert game.view("green")["pending"]["cards"] == {"parrot": 1, "hook": 2, "chest": 1}
    play(game, "keep hook", "keep hook", "give chest red", "give parrot green")
    assert known(game, "green", "blue") == {"hook": 2}
    assert known(game, "green", "red") == {"chest": 1}
    play(game, "weapons! red", "take chest")
    # Green saw red draw the rum, but not which card blue took.
    assert known(game, "green", "red") == {"rum": 1}
    assert known(game, "green", "blue") == {"hook": 2}
    assert known(game, "red", "blue") == {"hook": 2, "chest": 1}


def test_open_hands_need_no_memory() -> None:
    game = table(["hook", "chest", "parrot", "rum"], hands="open")
    assert known(game, "green", "red") == HANDS["red"]
    game.push("lantern!")
    assert game.view("red")["pending"]["cards"] == {}
    game.push("keep rum")
    assert known(game, "red", "blue") == game.position()["hands"]["blue"]
    play(game, "put hook", "put chest", "put parrot")
    assert set(game.view("red")["deck"]) == {None}
    assert game.view("blue")["deck"][:3] == ["parrot", "chest", "hook"]
    assert game.position()["memory"] == {}
