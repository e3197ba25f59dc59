"""Positions round-trip, and impossible ones raise an error."""

import copy
import json
import re
from typing import Any

import pytest

from cartagena import Game
from cartagena.errors import CartagenaError
from tests.reference.example_positions import OFFICIAL
from tests.rules.examples_2017 import BLACK_MAGIC, COMPLETE, ESCAPE
from tests.rules.games import situation, situations

TORTUGA: dict[str, Any] = OFFICIAL | {"rules": "tortuga"}
DARK: dict[str, Any] = ESCAPE | {
    "rules": "filibusters",
    "hands": {"green": {"rum": 8}, "red": {"hook": 8}, "yellow": {"hook*": 1}, "blue": {}},
    "turn": "blue",
    "actions_left": 2,
}
SPELLS: dict[str, Any] = BLACK_MAGIC | {"actions_left": 2, "free_sail": False}


def changed(position: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a copy in which one part, named by its keys, has another value."""
    copied = copy.deepcopy(position)
    *above, key = path.split("/")
    holder: Any = copied
    for step in above:
        holder = holder[step]
    holder[key] = value
    return copied


def refuses(position: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CartagenaError, match=re.escape(sentence)):
        Game.from_position(position)


def test_positions_round_trip() -> None:
    for number in range(situations()):
        position = situation(number)
        game = Game.from_position(position)
        assert game.position() == position
        assert json.loads(json.dumps(position)) == position


def test_optional_keys_have_defaults() -> None:
    needed = ("rules", "board", "players", "pirates", "turn")
    game = Game.from_position({key: ESCAPE[key] for key in needed})
    position = game.position()
    assert position["hands"] == {"green": {}, "red": {}, "yellow": {}, "blue": {}}
    assert (position["actions_left"], position["turns"], position["idle"]) == (3, 0, 0)
    assert (position["winner"], position["over"], position["pending"]) == (None, False, None)
    assert sum(position["deck"].values()) == 102
    for key in needed:
        refuses({k: ESCAPE[k] for k in needed if k != key}, f"A position needs the key {key!r}.")


def test_a_missing_deck_has_all_remaining_cards() -> None:
    games = [Game.from_position(ESCAPE | {"seed": seed}) for seed in (1, 1, 2)]
    deck = games[0].position()["deck"]
    cards = sum(sum(hand.values()) for hand in ESCAPE["hands"].values())
    assert sum(deck.values()) == 102 - cards
    assert all(game.position()["deck"] == deck for game in games)
    for game in games:
        for move in ("rum 7-21", "back 21-19"):
            game.push(move)
    one, same, other = (game.position()["hands"]["green"] for game in games)
    # The seed decides what is drawn.
    assert one == same != other


def test_a_missing_row_is_laid_from_the_deck() -> None:
    position = {key: value for key, value in TORTUGA.items() if key != "row"}
    assert len(Game.from_position(position).position()["row"]) == 12


def test_free_sail_defaults_to_the_captain() -> None:
    position = {key: value for key, value in COMPLETE.items() if key != "free_sail"}
    assert Game.from_position(position).position()["free_sail"]
    assert not Game.from_position(position | {"turn": "green"}).position()["free_sail"]
    assert not Game.from_position(position | {"actions_left": 1}).position()["free_sail"]


def test_accepts_empty_values_of_other_variants() -> None:
    nothing: dict[str, Any] = {
        "row": [],
        "chests": {},
        "chest_box": [],
        "sloop_at": None,
        "free_sail": False,
    }
    assert Game.from_position(ESCAPE | nothing).position() == Game.from_position(ESCAPE).position()


def test_the_winner_follows_from_the_pirates() -> None:
    won = changed(ESCAPE, "pirates/blue", {"sloop": 6})
    for ending in ({}, {"winner": "blue"}, {"over": True}, {"winner": "blue", "over": True}):
        game = Game.from_position(won | ending)
        assert (game.winner, game.over, len(game.legal_moves)) == ("blue", True, 0)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("pirates/green", {"jail": 4, "19": 2}, "Space 19 can hold 3 pirates, not 4."),
        ("pirates/green/jail", 3, "green has 7 pirates on the board instead of 6."),
        ("pirates/green/jail", 1, "green has 5 pirates on the board instead of 6."),
        ("pirates/green/jail", 7, "must be a whole number from 0 to 6, not 7."),
        ("pirates/green/jail", True, "must be a whole number from 0 to 6, not True."),
        ("pirates/green/cove", 0, "There is no place 'cove' here: places are jail, 1 to 36 and"),
        ("pirates/green/37", 0, "There is no place '37' here"),
        ("pirates/purple", {}, "pirates has no key 'purple'."),
        ("pirates", {}, "green has 0 pirates"),
        ("hands/green/hook", 18, "hook in the hand of green must be a whole number from 0 to 17"),
        ("discard", {"rum": 17}, "There are 18 rum cards instead of 17."),
        ("deck", {"rum": 17}, "There are 18 rum cards instead of 17."),
        ("deck", {}, "cards are missing. Set deck to null"),
        ("deck", {"rum": 18}, "rum in deck must be a whole number from 0 to 17"),
        ("deck", ["rum"] * 17, "deck must be a mapping with texts as keys"),
        ("hands/green/hook*", 1, "A card in the hand of green must be one of weapons"),
        ("hands/green/key", 1, "A card in the hand of green must be one of weapons"),
        ("hands/white", {}, "hands has no key 'white'."),
        ("row", ["rum"], "row is allowed only with an open row"),
        ("board", ["rum"] * 36, "Spaces 1 to 6 are a tile and must have each symbol once."),
        ("board", ESCAPE["board"][:30], "The board needs 36 spaces for 6 tiles, not 30."),
        ("board", ["key"] * 36, "A symbol of the board must be one of weapons"),
        ("board", "rum", "board must be a list"),
        ("players", ["green"], "A game has two to five players"),
        ("players", ["green", "green"], "A game has two to five players"),
        ("players", ["green", "white"], "A player's colour must be one of"),
        ("turn", "purple", "turn must be one of green, red, yellow, blue, not 'purple'."),
        ("actions_left", 4, "actions_left must be a whole number from 0 to 3, not 4."),
        ("actions_left", 0, "actions_left can be 0 only while a decision is pending."),
        ("winner", "blue", "blue cannot have won: some of its pirates are not home."),
        ("over", True, "Without a winner, a game is over only after turn_limit"),
        ("idle", 4, "Without a winner, a game is over only after turn_limit"),
        ("turns", -1, "turns must be a whole number"),
        ("sloop_at", "tortuga", "sloop_at is allowed only in the Complete Escape"),
        ("free_sail", True, "free_sail is allowed only in the Complete Escape"),
        ("chests", {"4": "2"}, "chests is allowed only with Black Magic Woman"),
        ("pending", {"kind": "hook", "seat": "green"}, "Spells are cast only with Black Magic"),
        ("pending", {"kind": "discard", "seat": "red"}, "Forced discards happen only with"),
        ("pending", {"kind": "dance"}, "The kind of pending must be one of take, keep"),
        ("memory", {"red": {"green": {"rum": 1}}}, "red keeps no memory of the cards of green"),
        ("deck_top", {"red": ["hook"]}, "deck_top needs a lantern"),
        ("deck_top", {"red": 5}, "deck_top needs a lantern"),
        ("generator", [1, 2, 3, 4], "generator must be a list of ten numbers."),
        ("generator", [2**32] * 10, "A word of the generator must be a whole number"),
        ("seed", 2**256, "seed must be a whole number"),
        ("rules", "chess", "There is no preset 'chess'."),
        ("surprise", 1, "A position has no key 'surprise'."),
    ],
)
def test_rejects_impossible_escapes(path: str, value: Any, sentence: str) -> None:
    refuses(changed(ESCAPE, path, value), sentence)


def test_rejects_two_winners() -> None:
    pirates = ESCAPE["pirates"] | {"blue": {"sloop": 6}, "red": {"sloop": 6}}
    refuses(ESCAPE | {"pirates": pirates}, "Two players cannot both have all pirates home.")
    won = ESCAPE | {"pirates": ESCAPE["pirates"] | {"blue": {"sloop": 6}}}
    refuses(won | {"winner": "red"}, "red cannot have won")
    refuses(won | {"over": False}, "The game is over once a player has all pirates home.")


def test_a_turn_limit_ends_the_game_and_nothing_else_does() -> None:
    limited = ESCAPE | {"rules": {"preset": "escape", "turn_limit": 9}}
    refuses(limited | {"turns": 9}, "is over only after turn_limit turns")
    refuses(limited | {"turns": 8, "over": True}, "is over only after turn_limit turns")
    assert Game.from_position(limited | {"turns": 9, "over": True}).winner is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"pirates/red": {"jail": 2, "sloop": 4}}, "At most 3 pirates of a colour can be aboard"),
        ({"turn": "green"}, "free_sail is only for the captain"),
        ({"actions_left": 2}, "free_sail is only for the captain"),
        ({"sailed": True}, "free_sail is only for the captain"),
        ({"sloop_at": "jamaica"}, "sloop_at must be one of cartagena, tortuga"),
        ({"sailed": 1}, "sailed must be true or false, not 1."),
    ],
)
def test_rejects_impossible_sloops(changes: dict[str, Any], sentence: str) -> None:
    position = COMPLETE
    for path, value in changes.items():
        position = changed(position, path, value)
    refuses(position, sentence)


def test_rejects_rows_that_are_too_long() -> None:
    row = ["key"] * 13
    hands: dict[str, Any] = {"hands": {}, "discard": {}}
    refuses(TORTUGA | hands | {"row": row}, "The row has at most 12 cards here.")
    refuses(TORTUGA | hands | {"row": ["key"] * 16}, "row must be a list of at most 15")
    lantern = SPELLS | {
        "rules": {"preset": "complete", "magic": True, "supply": "row"},
        "row": ["chest"] * 13,
        "pending": {"kind": "put", "seat": "red", "cards": {"rum": 3}},
    }
    refuses(lantern, "The row has at most 12 cards here.")
    assert Game.from_position(lantern | {"row": ["chest"] * 12}).legal_moves


@pytest.mark.parametrize(
    ("pending", "sentence"),
    [
        ({"kind": "take", "seat": "red", "from": "red"}, "from in pending must be another player."),
        ({"kind": "take", "seat": "red", "from": "yellow"}, "leaves no legal move."),
        ({"kind": "take", "seat": "red"}, "from in pending must be one of red, green"),
        ({"kind": "take", "seat": "green", "from": "red"}, "must be the player whose turn it is."),
        ({"kind": "hook", "seat": "red", "left": 1}, "A pending hook has no key 'left'."),
        (
            {"kind": "hook", "seat": "red", "dark": True},
            "dark is allowed only with Filibusters.",
        ),
        ({"kind": "keep", "seat": "red", "spell": "rum", "left": 2}, "needs the drawn cards"),
        (
            {"kind": "keep", "seat": "red", "spell": "rum", "left": 2, "cards": {"hook": 6}},
            "6 drawn cards do not fit a rum with 2 to keep.",
        ),
        (
            {"kind": "keep", "seat": "red", "spell": "rum", "left": 2, "cards": {"hook": 1}},
            "1 drawn cards do not fit a rum with 2 to keep.",
        ),
        (
            {"kind": "keep", "seat": "red", "spell": "hook", "cards": {"hook": 1}},
            "spell must be one of rum, lantern, not 'hook'.",
        ),
        (
            {"kind": "give", "seat": "red", "to": "blue", "cards": {"hook": 2}},
            "2 cards cannot be given to 1 players.",
        ),
        (
            {"kind": "put", "seat": "red", "cards": {"hook": 4}},
            "A lantern puts back at most three cards.",
        ),
    ],
)
def test_rejects_impossible_pending_spells(pending: dict[str, Any], sentence: str) -> None:
    refuses(SPELLS | {"pending": pending}, sentence)


def test_a_decision_is_pending_only_after_an_action_has_begun() -> None:
    pending = {"kind": "hook", "seat": "red"}
    assert Game.from_position(SPELLS | {"pending": pending}).legal_moves
    refuses(SPELLS | {"pending": pending, "actions_left": 3}, "only after an action has begun.")
    refuses(SPELLS | {"pending": pending, "hands": {}}, "leaves no legal move.")
    won = changed(SPELLS, "pirates/blue", {"cove": 6})
    refuses(won | {"pending": pending}, "Nothing can be pending when the game is over.")


def test_forced_discards() -> None:
    green = {"kind": "discard", "seat": "green"}
    game = Game.from_position(DARK | {"pending": green})
    assert [move.text for move in game.legal_moves] == ["discard rum"]
    assert (game.turn, game.decider) == ("blue", "green")
    refuses(DARK | {"pending": green | {"dark": False}}, "Only other players with more than 7")
    refuses(DARK | {"pending": green | {"seat": "yellow"}}, "Only other players with more than 7")
    refuses(DARK | {"pending": green | {"seat": "blue"}}, "Only other players with more than 7")
    refuses(
        DARK | {"pending": green | {"seat": "red"}}, "Discards go clockwise: green comes before red"
    )
    alone = DARK | {"hands": {"red": {"hook": 8}}, "pending": green | {"seat": "red"}}
    assert Game.from_position(alone).decider == "red"
    refuses(DARK | {"discard": {"hook*": 2}}, "There are 3 hook* cards instead of 2.")
    refuses(DARK | {"discard": {"rum": 8}}, "There are 16 rum cards instead of 15.")


def test_rejects_memories_of_cards_that_are_not_there() -> None:
    memory = {"green": {"red": {"hook": 2}}}
    assert Game.from_position(SPELLS | {"memory": memory}).position()["memory"] == memory
    refuses(
        SPELLS | {"memory": {"green": {"red": {"hook": 3}}}}, "green cannot know cards that red"
    )
    refuses(SPELLS | {"memory": {"red": {"red": {"hook": 1}}}}, "red keeps no memory of the cards")
    refuses(SPELLS | {"memory": {"red": {"white": {}}}}, "An owner in memory must be one of")


def test_the_cards_on_top_belong_to_the_seat_that_put_them_there() -> None:
    top = {"red": ["hook", "rum"]}
    game = Game.from_position(SPELLS | {"deck_top": top})
    position = game.position()
    assert position["deck_top"] == game.view("red")["deck_top"] == top
    assert game.view("blue")["deck_top"] == {}
    assert game.view("blue")["deck_size"] == sum(position["deck"].values()) + 2
    assert Game.from_position(position).packed_state().tobytes() == game.packed_state().tobytes()
    assert Game.from_position(SPELLS | {"deck_top": {"red": []}}).position()["deck_top"] == {}
    refuses(SPELLS | {"deck_top": {"red": ["rum"] * 4}}, "deck_top must be a list of at most 3")
    refuses(SPELLS | {"deck_top": {"red": ["key"]}}, "A card in deck_top must be one of weapons")
    refuses(SPELLS | {"deck_top": {"white": ["rum"]}}, "The seat in deck_top must be one of")
    refuses(SPELLS | {"deck_top": top | {"blue": ["rum"]}}, "deck_top must have one seat")
    refuses(SPELLS | {"deck_top": ["rum"]}, "deck_top must be a mapping")
    refuses(changed(SPELLS, "rules/supply", "row") | {"deck_top": top}, "and a face-down deck")


def test_a_spell_draws_the_cards_on_top_first() -> None:
    pending = {"kind": "put", "seat": SPELLS["turn"], "cards": {"rum": 2}}
    caster, other = SPELLS["turn"], next(c for c in SPELLS["players"] if c != SPELLS["turn"])
    game = Game.from_position(SPELLS | {"pending": pending, "deck_top": {caster: ["hook"]}})
    for _ in range(2):
        game.push("put rum")
    assert game.position()["deck_top"] == {caster: ["rum", "rum", "hook"]}
    full = {caster: ["hook", "hook"]}
    refuses(
        SPELLS | {"pending": pending, "deck_top": full}, "A lantern can put at most 3 cards on top"
    )
    refuses(
        SPELLS | {"pending": pending, "deck_top": {other: ["hook"]}},
        "A pending spell has already drawn the cards",
    )
    keep = {"kind": "keep", "seat": caster, "spell": "lantern", "left": 1, "cards": {"rum": 2}}
    refuses(
        SPELLS | {"pending": keep, "deck_top": {caster: ["hook"]}},
        "A pending spell has already drawn",
    )
