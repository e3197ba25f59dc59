"""Rulings and corner cases that random games of the reference seldom reach."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.reference import Table
from tests.reference.cards import SYMBOLS, card_order
from tests.reference.example_positions import COMPLETE_BOARD, COMPLETE_MORGAN, ESCAPE, ESCAPE_BOARD
from tests.reference.position import counted

MAGIC = ESCAPE | {"magic": True}
CHEST_BOX = ["1", "1", "2", "2", "3", "3", "empty", "snake"]


def two_players(rules: dict[str, Any], deck: list[str] | None = None, **changes: Any) -> Table:
    """Return blue to move against red on the board of an example, all pirates at the start.

    A deck is drawn from the first card to the last.
    """
    position: dict[str, Any] = {
        "rules": rules,
        "board": COMPLETE_BOARD if rules["jungle"] else ESCAPE_BOARD,
        "players": ["blue", "red"],
        "pirates": {"blue": {"jail": 6}, "red": {"jail": 6}},
        "hands": {"blue": {}, "red": {}},
        "turn": "blue",
    }
    if rules["magic"]:
        position |= {"chests": {}, "chest_box": CHEST_BOX}
    if deck is not None:
        position["deck"] = counted(deck, rules["edition"])
    table = Table.from_position(position | changes, pile=Random(1))
    if deck is not None:
        table.state.deck = list(deck)
    return table


def all_but(*cards: str) -> dict[str, int]:
    """Return the rest of the 102 cards, without dark ones."""
    rest = dict.fromkeys(SYMBOLS["2017"], 17)
    for card in cards:
        rest[card] -= 1
    return rest


def push(table: Table, *moves: str) -> dict[str, Any]:
    for move in moves:
        table.push(move)
    return table.position()


def test_cards_are_sorted_by_symbol() -> None:
    assert card_order("2017")[5:7] == ["chest", "weapons*"]


def test_lantern_remembers_the_deck_and_who_draws_from_it() -> None:
    deck = ["rum", "hook", "chest", "parrot", "rum"]
    hands = {"blue": {"lantern": 1}, "red": all_but("lantern", *deck)}
    table = two_players(MAGIC, hands=hands, deck=deck)
    position = push(table, "lantern!")
    assert position["pending"]["left"] == 1
    assert table.view("red")["pending"] == {
        "kind": "keep",
        "seat": "blue",
        "spell": "lantern",
        "left": 1,
        "cards": {},
        "count": 4,
    }
    position = push(table, "keep rum", "put chest", "put hook", "put parrot")
    assert position["deck"] == {"rum": 1}
    assert position["deck_top"] == {"blue": ["parrot", "hook", "chest"]}
    assert table.view("blue")["deck_top"] == {"blue": ["parrot", "hook", "chest"]}
    assert table.view("red")["deck_top"] == {}
    assert table.view("red")["deck_size"] == table.view("blue")["deck_size"] == 4
    table.state.turn = "red"
    table.state.pirates["red"] = {"jail": 5, "7": 1}
    table.state.pirates["blue"] = {"jail": 5, "1": 1}
    position = push(table, "back 7-1")
    assert position["memory"] == {"blue": {"red": {"parrot": 1}}}
    assert position["deck_top"] == {"blue": ["hook", "chest"]}


def test_weapons_shows_the_hand_and_its_owner_draws() -> None:
    table = two_players(MAGIC, hands={"blue": {"weapons": 1}, "red": {"rum": 2, "hook": 1}})
    assert "weapons! red" in table.legal()
    position = push(table, "weapons! red")
    assert table.legal() == ["take hook", "take rum"]
    assert table.view("blue")["hands"]["red"] == {"rum": 2, "hook": 1}
    position = push(table, "take rum")
    assert position["memory"] == {
        "blue": {"red": {"rum": 1, "hook": 1}},
        "red": {"blue": {"rum": 1}},
    }
    assert sum(position["hands"]["red"].values()) == 3


def test_rum_with_too_few_cards_keeps_first() -> None:
    hands = {"blue": {"rum": 1}, "red": all_but("rum", "hook")}
    table = two_players(MAGIC, hands=hands, deck=["hook"])
    # The played rum is discarded first and so comes back as the second card.
    position = push(table, "rum!")
    assert position["pending"]["cards"] == {"rum": 1, "hook": 1}
    position = push(table, "keep hook", "keep rum")
    assert position["pending"] is None
    assert position["hands"]["blue"] == {"rum": 1, "hook": 1}


def test_a_dark_spell_is_followed_by_discards() -> None:
    rules = MAGIC | {"filibusters": True}
    hands = {"blue": {"rum*": 1}, "red": {"hook": 7, "hook*": 1}}
    table = two_players(rules, hands=hands)
    push(table, "rum*!")
    while table.position()["pending"]["kind"] != "discard":
        assert table.position()["pending"]["dark"] is True
        table.push(table.legal()[0])
    assert table.position()["pending"] == {"kind": "discard", "seat": "red", "dark": True}
    position = push(table, "discard hook", "discard hook*")
    assert position["pending"] is None
    assert sum(position["hands"]["red"].values()) == 7
    assert (position["turn"], position["actions_left"]) == ("blue", 2)


def test_the_snake_drives_back_to_free_rum_or_to_jail() -> None:
    chests = {"5": "snake", "10": "1"}
    changes: dict[str, Any] = {"chests": chests, "chest_box": ["1", "2", "2", "3", "3", "empty"]}
    hands = {"blue": {"chest": 1}, "red": {}}
    free = {"blue": {"jail": 5, "5": 1}, "red": {"jail": 6}}
    position = push(two_players(MAGIC, hands=hands, pirates=free, **changes), "chest! 5")
    assert position["pirates"]["blue"] == {"jail": 5, "2": 1}
    assert list(position["chests"]) == ["5", "10", "18", "23", "30", "35"]
    assert len(position["chest_box"]) == 2
    pirates = {"blue": {"jail": 5, "5": 1}, "red": {"jail": 5, "2": 1}}
    position = push(two_players(MAGIC, hands=hands, pirates=pirates, **changes), "chest! 5")
    assert position["pirates"]["blue"] == {"jail": 6}


def test_boarding_needs_room_and_the_sloop() -> None:
    rules = COMPLETE_MORGAN | {"magic": True}
    hands = {"blue": {"hook": 1, "chest": 1}, "red": {}}
    pirates = {"blue": {"18": 2, "sloop": 1, "cove": 3}, "red": {"17": 1, "sloop": 3, "cove": 2}}
    table = two_players(rules, hands=hands, pirates=pirates)
    assert "hook!" in table.legal()
    assert "morgan red 17-18" in table.legal()
    pirates["blue"] = {"18": 2, "sloop": 2, "cove": 2}
    assert "hook!" not in two_players(rules, hands=hands, pirates=pirates).legal()
    pirates["red"] = {"18": 1, "sloop": 3, "cove": 2}
    assert "morgan red 18-sloop" not in two_players(rules, hands=hands, pirates=pirates).legal()
    away = two_players(rules, hands=hands, pirates=pirates, sloop_at="tortuga")
    assert not [move for move in away.legal() if move.endswith("18-sloop")]


def test_morgan_can_make_another_player_win() -> None:
    pirates = {"blue": {"jail": 6}, "red": {"36": 1, "sloop": 5}}
    rules = ESCAPE | {"tunnel_cards": "morgan"}
    table = two_players(rules, pirates=pirates)
    position = push(table, "morgan red 36-sloop")
    assert (position["winner"], position["over"], position["turn"]) == ("red", True, "blue")
    assert (position["actions_left"], position["turns"]) == (2, 0)
    assert table.legal() == []


def test_a_round_without_anything_to_do_ends_the_game() -> None:
    rules = ESCAPE | {"empty_hand_skip": False}
    table = two_players(rules, deck=[], discard={})
    assert table.legal() == ["skip"]
    assert push(table, "skip")["idle"] == 1
    position = push(table, "skip")
    assert (position["over"], position["winner"], position["turns"]) == (True, None, 2)
    assert two_players(rules | {"stuck": "end"}).legal() == ["pass"]


def test_a_new_row_is_laid_in_the_middle_of_a_draw() -> None:
    rules = ESCAPE | {"supply": "row"}
    pirates = {"blue": {"jail": 5, "7": 1}, "red": {"jail": 4, "1": 2}}
    deck = ["rum"] * 12 + ["chest"]
    table = two_players(rules, pirates=pirates, row=["hook"], deck=deck, discard={"parrot": 3})
    position = push(table, "back 7-1")
    assert position["hands"]["blue"] == {"rum": 1, "hook": 1}
    assert (position["row"], position["deck"]) == (["rum"] * 11, {"chest": 1})
    assert position["memory"] == {"red": {"blue": {"rum": 1, "hook": 1}}}
