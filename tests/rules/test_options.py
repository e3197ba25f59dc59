"""Options: every value is checked, and each has a help text."""

import dataclasses
import json
import re
from random import Random
from typing import Any

import numpy as np
import pytest

from cartagena import CartagenaError, Game, Rules
from cartagena.rules.options import option_help
from cartagena.rules.state import new_scratches
from tests.rules.random_play import deal, play_randomly


def refuses(sentence: str, **options: Any) -> None:
    with pytest.raises(CartagenaError, match=re.escape(sentence)):
        Rules(**options)


def test_every_option_has_help_and_its_default_first() -> None:
    named = option_help()
    assert list(named) == [option.name for option in dataclasses.fields(Rules)]
    usual = Rules().to_mapping()
    for name, (sentence, choices) in named.items():
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        if name not in ("edition", "tunnel", "jungle", "turn_limit"):
            assert usual[name] == choices[0]


@pytest.mark.parametrize("name", option_help())
@pytest.mark.parametrize(
    "value", [-1, 9, 2.0, "no", [], b"deck", pytest.param(10**5000, id="huge")]
)
def test_rejects_values_that_are_not_choices(name: str, value: Any) -> None:
    if name == "turn_limit" and value == 9:
        return
    with pytest.raises(CartagenaError, match=rf"^({name}|The turn limit) must be .*, not .*\.$"):
        Rules(**{name: value})


def test_distinguishes_numbers_from_booleans() -> None:
    refuses("most_actions must be one of 3, 2, not True.", most_actions=True)
    refuses("magic must be one of False, True, not 1.", magic=1)
    refuses("fewest_actions must be one of 1, 0, 'all', not False.", fewest_actions=False)
    refuses("The turn limit must be a whole number from 0 (no limit) to 1,000,000", turn_limit=True)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"edition": "2000", "tunnel": 5}, "The 2000 edition has six tunnel tiles"),
        ({"edition": "2000", "jungle": 3}, "The 2000 edition has six tunnel tiles"),
        ({"edition": "2000", "filibusters": True}, "needs the dark cards of the 2017 edition."),
        ({"edition": "2000", "magic": True}, "needs the symbols of the 2017 edition."),
        ({"tunnel": 3, "jungle": 2}, "at least 3 tunnel tiles and at least 3 jungle tiles"),
        ({"tunnel": 2, "jungle": 4}, "not 2 and 4."),
        ({"tunnel": 6, "jungle": 3}, "The path has 4 to 8 tiles in all, not 9."),
        ({"tunnel": 3}, "The path has 4 to 8 tiles in all, not 3."),
        ({"tunnel": 0}, "The path has 4 to 8 tiles in all, not 0."),
    ],
)
def test_rejects_impossible_combinations(options: dict[str, Any], sentence: str) -> None:
    refuses(sentence, **options)


def test_the_skip_with_an_empty_hand_follows_the_edition() -> None:
    assert Rules(edition="2017").empty_hand_skip is True
    assert Rules(edition="2000").empty_hand_skip is False
    assert Rules(edition="2000", empty_hand_skip=True).empty_hand_skip is True


@pytest.mark.parametrize(
    ("options", "ends"),
    [
        ({}, ("jail", "sloop", False, 6)),
        ({"tunnel": 0, "jungle": 5}, ("sloop", "cove", False, 5)),
        ({"tunnel": 3, "jungle": 4}, ("jail", "cove", True, 7)),
    ],
)
def test_start_and_goal_of_the_path(options: dict[str, Any], ends: tuple[Any, ...]) -> None:
    rules = Rules(**options)
    assert (rules.start, rules.goal, rules.is_complete, rules.tiles) == ends


def test_rules_from_mappings() -> None:
    assert Rules.from_mapping("escape") == Rules.preset("escape") == Rules()
    assert Rules.from_mapping({}) == Rules()
    assert Rules.from_mapping({"preset": "complete", "magic": True}) == Rules(
        tunnel=3, jungle=3, magic=True
    )
    assert Rules.preset("tortuga", most_actions=2).most_actions == 2
    everything = Rules.preset("everything")
    assert Rules.from_mapping(json.loads(json.dumps(everything.to_mapping()))) == everything


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"tunel": 6}, "Rules has no key 'tunel'. The keys are edition, hands, supply"),
        ({"preset": "escape", "name": 1}, "Rules has no key 'name'."),
        ({"preset": "escape", "cls": 1}, "Rules has no key 'cls'."),
        ({"preset": 7}, "There is no preset 7."),
        ("chess", "There is no preset 'chess'. The presets are jamaica, tortuga"),
        ({1: 2}, "must be a mapping with texts as keys"),
        (None, "must be a mapping with texts as keys, not None."),
        (["escape"], "must be a mapping with texts as keys"),
    ],
)
def test_rejects_invalid_rules(given: Any, sentence: str) -> None:
    with pytest.raises(CartagenaError, match=re.escape(sentence)):
        Rules.from_mapping(given)


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().tunnel = 8  # type: ignore[misc]


def test_two_actions_a_turn() -> None:
    game = Game({"preset": "jamaica", "most_actions": 2}, 2, seed=1)
    assert game.actions_left == 2
    first = game.turn
    game.push(game.legal_moves[0])
    game.push(game.legal_moves[0])
    assert game.turn != first


WITHOUT_EFFECT: list[tuple[dict[str, Any], str]] = [
    ({"jungle_cards": "morgan"}, "“jungle_cards” has no effect without jungle tiles."),
    ({"edition": "2000", "jungle_cards": "both"}, "“jungle_cards” has no effect"),
    ({"tunnel": 0, "jungle": 6, "tunnel_cards": "both"}, "“tunnel_cards” has no effect without"),
    ({"jail_in_tunnel": True}, "“jail_in_tunnel” only matters in the Complete Escape"),
    ({"tunnel_cards": "morgan", "leave_goal": False}, "“leave_goal” has no effect where nobody"),
    (
        {"tunnel": 3, "jungle": 3, "jungle_cards": "morgan", "leave_goal": False},
        "“leave_goal” has no effect where nobody",
    ),
    ({"fewest_actions": 0, "stuck": "end"}, "“stuck” has no effect here"),
]


@pytest.mark.parametrize(("options", "sentence"), WITHOUT_EFFECT)
def test_options_without_effect_are_valid_only_in_documents(
    options: dict[str, Any], sentence: str
) -> None:
    refuses(sentence, **options)
    option = sentence.split(maxsplit=1)[0].strip("“”")
    plain = Rules.from_options({name: options[name] for name in options if name != option})
    assert Rules.from_document(options) == plain
    whole = plain.to_mapping() | options
    assert Rules.from_document(whole) == plain
    record = Game(plain, 2, seed=3).record()
    assert Game.replay(record | {"rules": whole}).position() == Game.replay(record).position()
    position = Game(plain, 2, seed=3).position()
    assert Game.from_position(position | {"rules": whole}).position() == position


@pytest.mark.parametrize(("options", "sentence"), WITHOUT_EFFECT)
def test_options_without_effect_change_nothing(options: dict[str, Any], sentence: str) -> None:
    """Set the packed option by hand and check that random games stay the same."""
    option = sentence.split(maxsplit=1)[0].strip("“”")
    plain = Rules.from_document(options)
    value = options[option]
    for number in range(20):
        with_it, without = (deal(plain, 2 + number % 4, number) for _ in range(2))
        match option:
            case "tunnel_cards" | "jungle_cards":
                stretch = option.removesuffix("_cards")
                with_it[f"retreat_{stretch}"] = value != "morgan"
                with_it[f"morgan_{stretch}"] = True
            case "stuck":
                with_it["stuck_skip"] = False
            case _:
                with_it[option] = value
        assert with_it.tobytes() != without.tobytes()
        made = [np.zeros(2000, np.int64) for _ in range(2)]
        for states, actions in zip((with_it, without), made, strict=True):
            play_randomly(states, 0, Random(number), new_scratches(), actions, len(actions))
        assert made[0].tolist() == made[1].tolist()


@pytest.mark.parametrize("options", [5, None, "escape", ["tunnel"], {1: 2}])
def test_rejects_options_that_are_not_mappings(options: Any) -> None:
    with pytest.raises(CartagenaError, match="The options of rules must be a mapping"):
        Rules.from_options(options)
