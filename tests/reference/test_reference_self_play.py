"""Random games on the reference: invariants hold in every combination of rules."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.reference import Table
from tests.reference.cards import COLOURS, SYMBOLS, TOKENS
from tests.support.speed import mostly_slow

STEPS = 200

OPTIONS: dict[str, list[Any]] = {
    "hands": ["hidden", "open"],
    "supply": ["deck", "row"],
    "pirates": [4, 5, 6],
    "fewest_actions": [0, 1, "all"],
    "most_actions": [2, 3],
    "leave_goal": [True, False],
    "empty_hand_skip": [True, False],
    "jail_in_tunnel": [True, False],
    "stuck": ["skip", "end"],
    "turn_limit": [0, 0, 40],
    "tunnel_cards": ["retreat", "morgan", "both"],
    "jungle_cards": ["retreat", "morgan", "both"],
    "filibusters": [True, False],
    "magic": [True, False],
}

WAYS = [(6, 0), (4, 0), (8, 0), (0, 5), (0, 6), (3, 3), (4, 4), (3, 5)]


def random_rules(chance: random.Random) -> dict[str, Any]:
    rules = {option: chance.choice(values) for option, values in OPTIONS.items()}
    rules["edition"] = chance.choice(["2000", "2017", "2017", "2017"])
    rules["tunnel"], rules["jungle"] = chance.choice(WAYS)
    if rules["edition"] == "2000":
        rules |= {"tunnel": 6, "jungle": 0, "filibusters": False, "magic": False}
    return rules


def random_side(chance: random.Random, edition: str) -> list[str]:
    return chance.sample(SYMBOLS[edition], 6)


def random_table(chance: random.Random, players: int, pile: random.Random | None = None) -> Table:
    rules = random_rules(chance)
    edition = rules["edition"]
    if edition == "2000":
        tiles: list[Any] = [random_side(chance, edition) for _ in range(6)]
    else:
        tiles = [(random_side(chance, edition), random_side(chance, edition)) for _ in range(8)]
    colours = chance.sample(COLOURS, players)
    return Table.new(rules, colours, chance.getrandbits(256), tiles=tiles, pile=pile)


def check_cards(position: dict[str, Any]) -> None:
    counted: dict[str, int] = {}
    pending = position["pending"] or {}
    piles = [*position["hands"].values(), position["discard"], pending.get("cards", {})]
    piles.append(position["deck"])
    for pile in piles:
        for card, count in pile.items():
            assert count > 0
            counted[card] = counted.get(card, 0) + count
    on_top = [card for cards in position["deck_top"].values() for card in cards]
    for card in position.get("row", []) + on_top:
        counted[card] = counted.get(card, 0) + 1
    assert sum(counted.values()) == 102
    for symbol in SYMBOLS[position["rules"]["edition"]]:
        assert counted[symbol] + counted.get(symbol + "*", 0) == 17
        assert counted.get(symbol + "*", 0) == (2 if position["rules"]["filibusters"] else 0)


def check_pirates(position: dict[str, Any]) -> None:
    rules = position["rules"]
    for pirates in position["pirates"].values():
        assert sum(pirates.values()) == rules["pirates"]
        if rules["tunnel"] and rules["jungle"]:
            assert pirates.get("sloop", 0) <= 3
    for space in range(1, len(position["board"]) + 1):
        standing = sum(pirates.get(str(space), 0) for pirates in position["pirates"].values())
        assert standing <= 3


def check_memory(position: dict[str, Any]) -> None:
    """Check that memories are true, and that nobody keeps one of their own hand."""
    for observer, owners in position["memory"].items():
        for owner, memory in owners.items():
            assert owner != observer
            hand = position["hands"].get(owner)
            if owner == "drawn":
                hand = position["pending"]["cards"]
                assert observer != position["turn"]
            else:
                assert position["rules"]["hands"] == "hidden"
            assert all(0 < count <= hand[card] for card, count in memory.items())


def check_chests(position: dict[str, Any]) -> None:
    if position["rules"]["magic"]:
        assert all(position["board"][int(space) - 1] == "chest" for space in position["chests"])
        unopened = [*position["chests"].values(), *position["chest_box"]]
        assert all(unopened.count(token) <= TOKENS.count(token) for token in TOKENS)


def check_views(table: Table, position: dict[str, Any]) -> None:
    for colour in position["players"]:
        view = table.view(colour)
        assert view["hands"][colour] == position["hands"][colour]
        assert view["hand_sizes"].keys() == view["hands"].keys() == position["hands"].keys()
        assert not {"generator", "memory", "deck", "chest_box"} & view.keys()
        assert view["deck_top"] in ({}, position["deck_top"])
        assert view["deck_top"].keys() <= {colour}


def check(table: Table) -> None:
    position = table.position()
    check_cards(position)
    check_pirates(position)
    check_memory(position)
    check_chests(position)
    check_views(table, position)
    again = Table.from_position(json.loads(json.dumps(position)))
    assert json.dumps(again.position()) == json.dumps(position)
    assert again.legal() == table.legal()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", mostly_slow(range(12), quick=2))
def test_random_games(players: int, number: int) -> None:
    chance = random.Random(100 * players + number)
    table = random_table(chance, players, random.Random(number) if number % 2 else None)
    for step in range(STEPS):
        position = table.position()
        moves = table.legal()
        if step % 10 == 0 or position["pending"] is not None:
            check(table)
        if position["over"]:
            assert moves == []
            assert position["pending"] is None
            break
        assert moves
        assert len(set(moves)) == len(moves)
        table.push(chance.choice(moves))


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = (random_table(random.Random(5), 3).position() for _ in range(2))
    assert first == second


def test_rejects_illegal_moves() -> None:
    table = random_table(random.Random(5), 3)
    before = table.position()
    with pytest.raises(ValueError, match="not legal"):
        table.push("sail away")
    assert table.position() == before
