"""Presets: the games of the rulebooks by name."""

import re
from pathlib import Path
from typing import Any

import pytest

from cartagena import Game, Rules
from cartagena.rules.components import GOAL, SLOOP, START
from cartagena.rules.presets import GAMES, PRESETS, nearest_game
from cartagena.rules.track import distance

ESCAPE: dict[str, Any] = Rules(edition="2017").to_mapping()
JAMAICA: dict[str, Any] = Rules(edition="2000").to_mapping()
BOTH = {"tunnel_cards": "both", "jungle_cards": "both"}
EXPECTED: dict[str, dict[str, Any]] = {
    "jamaica": JAMAICA,
    "tortuga": JAMAICA | {"hands": "open", "supply": "row"},
    "hispaniola": JAMAICA | {"hands": "hidden", "supply": "row"},
    "escape": ESCAPE,
    "island": ESCAPE | {"tunnel": 0, "jungle": 6},
    "complete": ESCAPE | {"tunnel": 3, "jungle": 3},
    "morgan": ESCAPE | {"tunnel_cards": "morgan"},
    "filibusters": ESCAPE | {"tunnel_cards": "morgan", "filibusters": True},
    "black-magic": ESCAPE | {"magic": True},
    "short": ESCAPE | {"tunnel": 4, "pirates": 4},
    "long": ESCAPE | {"tunnel": 8},
    "everything": ESCAPE | BOTH | {"tunnel": 4, "jungle": 4, "filibusters": True, "magic": True},
}
DOCUMENTS: dict[str, dict[str, Any]] = {
    "cs": {"fewest_actions": 0},
    "hu": {"fewest_actions": "all", "leave_goal": False},
    "is": {},
    "he": {},
}


def test_the_presets_are_those_of_the_rulebooks() -> None:
    of_documents = {
        f"{name}-{document}": EXPECTED[name] | differences
        for name in ("jamaica", "tortuga", "hispaniola")
        for document, differences in DOCUMENTS.items()
    }
    expected = EXPECTED | of_documents
    assert {name: Rules.preset(name).to_mapping() for name in PRESETS} == expected


def test_presets_of_an_edition_share_options() -> None:
    for rules in map(Rules.preset, EXPECTED):
        assert (rules.fewest_actions, rules.most_actions) == (1, 3)
        assert rules.leave_goal
        assert rules.empty_hand_skip is (rules.edition == "2017")
        assert (rules.stuck, rules.turn_limit, rules.jail_in_tunnel) == ("skip", 0, False)


def test_every_game_has_a_tagline() -> None:
    assert list(GAMES) == list(EXPECTED)
    assert all(game.tagline.endswith(".") for game in GAMES.values())


def test_a_reading_of_a_rulebook_names_its_game() -> None:
    hungarian = PRESETS["tortuga-hu"]
    assert (hungarian.base, hungarian.rulebook) == ("tortuga", "hu")
    assert (GAMES["black-magic"].base, GAMES["black-magic"].rulebook) == ("", "")
    assert {preset.base or name for name, preset in PRESETS.items()} == set(GAMES)


def test_rules_know_the_preset_they_are() -> None:
    for name in GAMES:
        assert Rules.preset(name).preset_name() == name
    assert Rules.preset("jamaica-cs").preset_name() == "jamaica-cs"
    assert Rules.preset("jamaica-is").preset_name() == "jamaica"  # they have the same rules
    assert Rules.preset("jamaica", turn_limit=5).preset_name() == ""


def test_the_nearest_game_has_the_same_kind_of_board() -> None:
    assert nearest_game(Rules.preset("tortuga-hu")) == GAMES["tortuga"]
    assert nearest_game(Rules.preset("tortuga", turn_limit=5)) == GAMES["jamaica"]
    assert nearest_game(Rules.preset("everything", turn_limit=5)) == GAMES["complete"]
    assert nearest_game(Rules.preset("island", turn_limit=5)) == GAMES["island"]
    assert nearest_game(Rules.preset("short", turn_limit=5)) == GAMES["escape"]


@pytest.mark.parametrize("name", ["jamaica", "tortuga", "hispaniola", "escape", "island"])
def test_the_title_of_a_plain_game_is_that_of_its_preset(name: str) -> None:
    assert Rules.preset(name).title() == GAMES[name].title


@pytest.mark.parametrize("name", PRESETS)
def test_track_counts_the_places_in_order(name: str) -> None:
    game = Game(name, 2, seed=1)
    codes = {place: int(place) for place in game.rules.places if place.isdigit()}
    codes |= {game.rules.start: START, game.rules.goal: GOAL}
    codes.setdefault("sloop", SLOOP)
    state = game.packed_state()[0]
    steps = [distance(state, codes[place]) for place in game.rules.places]
    assert steps == list(range(len(steps)))


def test_a_title_names_the_way_and_its_variants() -> None:
    assert Rules.preset("short").title() == "Short Escape"
    assert Rules.preset("long", magic=True).title() == "Long Escape · Black Magic Woman"
    assert Rules.preset("filibusters").title() == "Escape · Morgan · Filibusters"
    assert Rules.preset("everything").title() == (
        "The Complete Escape · Morgan · Filibusters · Black Magic Woman"
    )


def test_seats_remember_cards_only_where_some_see_them() -> None:
    remembering = {name for name in GAMES if Rules.preset(name).remembers}
    assert remembering == {"hispaniola", "black-magic", "everything"}


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players(name: str, players: int) -> None:
    game = Game(name, players, seed=players)
    position = game.position()
    rules = game.rules
    assert len(position["board"]) == 6 * rules.tiles
    assert position["pirates"] == {colour: {rules.start: rules.pirates} for colour in game.players}
    assert [sum(hand.values()) for hand in position["hands"].values()] == [6] * players
    assert len(position.get("row", [])) == (12 if rules.supply == "row" else 0)
    assert sum(position["deck"].values()) == 102 - 6 * players - len(position.get("row", []))
    assert len(position.get("chests", {})) == (rules.tiles if rules.magic else 0)
    assert game.legal_moves


@pytest.mark.parametrize("name", EXPECTED)
def test_every_preset_has_its_page_and_its_picture(name: str) -> None:
    docs = Path(__file__).parents[2] / "docs"
    pages = {page.stem: page.read_text("utf-8") for page in docs.glob("variants/*.md")}
    page = pages["length" if name in ("short", "long") else name]
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == ["Rule", "Picture", "For developers"]
    developers = page.partition("## For developers")[2]
    assert re.findall(r"^### (.*)$", developers, re.MULTILINE) == ["Module", "Tests"]
    assert f"`{name}`" in page
    assert f"../images/{name}.svg" in page
    assert (docs / "images" / f"{name}.svg").read_text("utf-8").startswith("<svg")
