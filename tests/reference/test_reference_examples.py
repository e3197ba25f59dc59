"""The worked examples of the rulebooks, played on the reference from their positions."""

from __future__ import annotations

import pytest

from tests.reference import Table
from tests.reference.example_positions import (
    COMPLETE_EXAMPLE,
    COMPLETE_MORGAN,
    ESCAPE_EXAMPLE,
    OFFICIAL,
)


def cards(table: Table, colour: str) -> int:
    return sum(table.position()["hands"][colour].values())


def play(table: Table, *moves: str) -> None:
    for move in moves:
        assert move in table.legal()
        table.push(move)


def test_yellow_could_play_a_skull() -> None:
    assert "skull 9-23" in Table.from_position(OFFICIAL | {"turn": "yellow"}).legal()


def test_red_could_retreat_for_two_cards() -> None:
    table = Table.from_position(OFFICIAL | {"turn": "red"})
    play(table, "back 8-6")
    assert table.position()["pirates"]["red"] == {"5": 1, "6": 1, "17": 2, "22": 1, "26": 1}
    assert cards(table, "red") == 7
    assert table.position()["row"] == OFFICIAL["row"][2:]


def test_blue_plays_three_daggers() -> None:
    table = Table.from_position(OFFICIAL)
    play(table, "dagger jail-7", "dagger 6-15", "dagger 6-24")
    position = table.position()
    blue = {"7": 1, "9": 1, "15": 1, "17": 1, "18": 1, "24": 1}
    assert position["pirates"]["blue"] == blue
    assert position["hands"]["blue"] == {
        "dagger": 1,
        "skull": 2,
        "bottle": 1,
        "pistol": 1,
        "hat": 1,
    }
    assert position["discard"] == {"dagger": 3}
    assert (position["turn"], position["actions_left"], position["turns"]) == ("red", 3, 1)


def test_blue_gathers_five_cards() -> None:
    table = Table.from_position(OFFICIAL)
    for move, held in [("back 17-12", 10), ("back 18-17", 12), ("back 17-12", 14)]:
        play(table, move)
        assert cards(table, "blue") == held
    position = table.position()
    assert position["pirates"]["blue"] == {"jail": 1, "6": 2, "9": 1, "12": 2}
    assert position["row"] == OFFICIAL["row"][5:]


def test_blue_plays_the_cleverest_turn() -> None:
    table = Table.from_position(OFFICIAL)
    play(table, "bottle 17-sloop", "back 18-17", "dagger jail-7")
    position = table.position()
    assert position["pirates"]["blue"] == {"6": 2, "7": 1, "9": 1, "17": 1, "sloop": 1}
    assert position["hands"]["blue"] == {
        "bottle": 1,
        "pistol": 1,
        "hat": 1,
        "skull": 2,
        "dagger": 4,
    }


def test_the_official_position_has_these_moves() -> None:
    by_card = {
        "dagger": ["jail-7", "6-7", "9-15", "17-24", "18-24"],
        "skull": ["jail-4", "6-23", "9-23", "17-23", "18-23"],
        "bottle": ["jail-1", "6-sloop", "9-sloop", "17-sloop", "18-sloop"],
        "pistol": ["jail-2", "6-10", "9-10", "17-25", "18-25"],
        "hat": ["jail-3", "6-16", "9-16", "17-36", "18-36"],
        "back": ["6-5", "9-8", "17-12", "18-12"],
    }
    moves = [f"{card} {step}" for card, steps in by_card.items() for step in steps]
    assert Table.from_position(OFFICIAL).legal() == sorted(moves)


def test_escape_green() -> None:
    table = Table.from_position(ESCAPE_EXAMPLE)
    play(table, "rum 7-21", "back 21-19")
    assert cards(table, "green") == 3
    play(table, "hook jail-28")
    assert "hook jail-sloop" in table.legal()
    assert table.position()["turn"] == "red"


def test_escape_red() -> None:
    table = Table.from_position(ESCAPE_EXAMPLE | {"turn": "red"})
    play(table, "back 11-9")
    assert cards(table, "red") == 4
    play(table, "back sloop-36")
    assert cards(table, "red") == 5
    play(table, "lantern 13-sloop")
    assert table.position()["pirates"]["red"] == {"jail": 1, "9": 2, "19": 1, "36": 1, "sloop": 1}


def test_complete_escape_with_morgan() -> None:
    table = Table.from_position(COMPLETE_EXAMPLE)
    play(table, "sail")
    assert "pass" not in table.legal()
    assert (table.position()["sloop_at"], table.position()["actions_left"]) == ("tortuga", 3)
    play(table, "morgan yellow sloop-19")
    assert cards(table, "red") == 3
    play(table, "sail")
    assert (table.position()["sloop_at"], table.position()["actions_left"]) == ("cartagena", 1)
    play(table, "hook 7-sloop")
    assert table.position()["pirates"]["red"] == {"jail": 1, "6": 1, "19": 1, "sloop": 3}
    assert table.position()["turn"] == "green"
    assert not table.position()["free_sail"]
    play(table, "rum jail-sloop", "morgan yellow 36-cove")
    assert cards(table, "green") == 2
    play(table, "morgan blue 7-10")
    assert cards(table, "green") == 4
    assert table.position()["pirates"]["blue"] == {"jail": 3, "10": 2, "cove": 1}


@pytest.mark.parametrize("second", ["lantern", "hook"])
def test_black_magic(second: str) -> None:
    table = Table.from_position(
        COMPLETE_EXAMPLE
        | {
            "rules": COMPLETE_MORGAN | {"magic": True},
            "pirates": COMPLETE_EXAMPLE["pirates"]
            | {
                "red": {"jail": 2, "6": 1, "7": 1, "sloop": 2},
                "yellow": {"12": 1, "36": 1, "sloop": 2, "cove": 2},
            },
            "hands": {"red": {"hook": 2, "lantern": 1}, "green": {}, "yellow": {}, "blue": {}},
            "chests": {"5": "2", "11": "snake"},
            "chest_box": ["1", "1", "2", "3", "3", "empty"],
            "sloop_at": "tortuga",
            "free_sail": False,
        }
    )
    play(table, "hook!")
    assert table.position()["pending"] == {"kind": "hook", "seat": "red"}
    target = "19" if second == "lantern" else "23"
    play(table, f"with {second} sloop-{target}")
    position = table.position()
    assert position["pirates"]["red"] == {"jail": 2, "6": 1, "7": 1, target: 2}
    assert position["actions_left"] == 2
    assert position["pending"] is None
