"""Scripted chance: moves with named cards, and the probabilities of outcomes."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from numpy.typing import NDArray

from cartagena import Game, Rules
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.components import KINDS
from cartagena.rules.scripted_chance import apply_scripted
from cartagena.rules.state import new_scratches
from tests.reference.generator import Generator
from tests.rules.examples_2017 import COMPLETE, ESCAPE
from tests.rules.games import TABLES, choose, played


def by_the_scheme(states: NDArray[Any], action: int) -> list[int]:
    """Compute the chance outcomes of an action from the seed, as described in docs/fairness.md."""
    generator = Generator(states["generator"][0].tolist())
    outcomes: list[int] = []
    while stop := apply_scripted(states.copy(), 0, action, outcomes, new_scratches()):
        choices = [outcome for outcome, n in stop.counts.items() for _ in range(n)]
        draw = generator.next_chest if choices[0] >= KINDS else generator.next_card
        outcomes.append(choices[draw(len(choices))])
    return outcomes


def two_cards() -> Game:
    """Return a game in which red can retreat to two pirates for two cards."""
    return Game.from_position(ESCAPE | {"turn": "red"})


def test_scripted_cards_are_drawn() -> None:
    game = two_cards()
    before = game.position()
    assert game.chance_outcomes("back 11-9").keys() == set(before["deck"])
    game.push("back 11-9", ["parrot", "parrot"])
    position = game.position()
    assert position["hands"]["red"] == {"lantern": 1, "parrot": 2, "hook": 1}
    assert position["deck"]["parrot"] == before["deck"]["parrot"] - 2
    # The next card keeps its number, whether or not the two before it were scripted.
    assert position["generator"][8] == before["generator"][8] + 2


def test_probabilities_follow_from_the_cards_left() -> None:
    position = two_cards().position()
    deck = {"rum": 3, "hook": 1}
    discard = Counter(position["deck"]) - Counter(deck)
    game = Game.from_position(position | {"deck": deck, "discard": dict(discard)})
    assert game.chance_outcomes("back 11-9") == {"rum": 0.75, "hook": 0.25}
    assert game.chance_outcomes("back 11-9", ["hook"]) == {"rum": 1.0}
    assert game.chance_outcomes("back 11-9", ["hook", "rum"]) == {}
    assert game.chance_outcomes("lantern 13-sloop") == {}


def test_the_discards_follow_an_empty_deck() -> None:
    position = two_cards().position()
    discard = Counter(position["deck"])
    discard["rum"] -= 1
    game = Game.from_position(position | {"deck": {"rum": 1}, "discard": dict(discard)})
    assert game.chance_outcomes("back 11-9") == {"rum": 1.0}
    chances = game.chance_outcomes("back 11-9", ["rum"])
    assert chances == {card: n / discard.total() for card, n in discard.items()}


def test_rejects_impossible_outcomes_and_changes_nothing() -> None:
    game = two_cards()
    before = game.packed_state().tobytes()
    for draws, sentence in (
        ([], "needs another chance outcome: one of weapons"),
        (["rum"], "needs another chance outcome"),
        (["rum", "rum", "rum"], "The action needs 2 outcomes, not 3."),
        (["key"], "A chance outcome must be one of"),
        (["rum", "snake"], "'snake' is not possible as outcome 2 here"),
        ("rum", "draws must be a list"),
        (["rum"] * 13, "draws must be a list of at most 12"),
        ([7], "A chance outcome must be one of"),
    ):
        with pytest.raises(CartagenaError, match=sentence):
            game.push("back 11-9", draws)  # type: ignore[arg-type]
    with pytest.raises(CartagenaError, match="'snake' is not possible as outcome 1"):
        game.chance_outcomes("back 11-9", ["snake"])
    with pytest.raises(CartagenaError, match="The action needs 0 outcomes, not 1"):
        game.push("lantern 13-sloop", ["rum"])
    assert game.packed_state().tobytes() == before
    assert game.moves == []


def test_a_move_without_chance_needs_no_outcomes() -> None:
    game = Game.from_position(ESCAPE)
    assert game.chance_outcomes("rum 7-21") == {}
    game.push("rum 7-21", [])
    assert "draws" not in game.record()


def test_the_cards_of_a_lantern_leave_nothing_to_chance() -> None:
    position: dict[str, Any] = {**Game("black-magic", 2, 1, first="blue").position()}
    position["pirates"]["blue"] = {"3": 1, "5": 1, "8": 1, "jail": 3}
    position["deck_top"] = {"red": ["hook"]}
    position["deck"] = None
    game = Game.from_position(position)
    assert game.chance_outcomes("back 5-3") == {}
    game.push("back 5-3")
    assert game.position()["generator"] == position["generator"]


def test_the_snake_lays_scripted_chests() -> None:
    rules = Rules.preset("short", magic=True)
    game = Game(rules, 2, 1, first="blue")
    position: dict[str, Any] = {**game.position()}
    space = next(iter(position["chests"]))
    position |= {
        "hands": {"blue": {"chest": 1}},
        "pirates": {"blue": {space: 1, "jail": 3}, "red": {"jail": 4}},
        "chests": {space: "snake"},
        "chest_box": None,
        "chests_opened": ["1", "2", "3"],
        "deck": None,
    }
    game = Game.from_position(position)
    shares = game.chance_outcomes(f"chest! {space}")
    assert shares == {"1": 0.25, "2": 0.25, "3": 0.25, "empty": 0.125, "snake": 0.125}
    assert "snake" not in game.chance_outcomes(f"chest! {space}", ["snake"])
    game.push(f"chest! {space}", ["snake", "3", "3", "empty"])
    assert list(game.position()["chests"].values()) == ["snake", "3", "3", "empty"]
    assert game.position()["chests_opened"] == []


def test_a_new_row_has_scripted_cards() -> None:
    position: dict[str, Any] = {**Game("tortuga", 2, 1, first="blue").position()}
    position["pirates"]["blue"] = {"3": 1, "5": 1, "jail": 4}
    position |= {"row": ["key"], "deck": None}
    game = Game.from_position(position)
    row = ["skull"] * 5 + ["hat"] * 7
    game.push("back 5-3", row)
    assert game.position()["row"] == row
    with pytest.raises(CartagenaError, match="needs another chance outcome"):
        Game.from_position(position).push("back 5-3", row[:11])


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_scripting_the_cards_of_the_seed_gives_the_same_game(rules: Any) -> None:
    luck, scripted = Random(7), 0
    for moves in (0, 40, 150):
        game = played(rules, 3, 7, moves)
        for _ in range(15):
            if game.over:
                break
            move = choose(game, luck)
            states = game.packed_state()
            outcomes = by_the_scheme(states, move.action)
            assert apply_scripted(states, 0, move.action, outcomes, new_scratches()) is None
            game.push(move)
            assert states.tobytes() == game.packed_state().tobytes()
            scripted += len(outcomes)
    assert scripted > 0


def test_applies_outcomes_to_arrays_of_games() -> None:
    game = Game.from_position(COMPLETE)
    states, scratches = game.packed_state(), new_scratches()
    game.push("sail")
    action = game.parse("morgan yellow sloop-19").action
    states = game.packed_state()
    before = states.tobytes()
    stop = apply_scripted(states, 0, action, [], scratches)
    assert stop is not None
    assert stop.index == 0
    assert stop.counts == {k: n for k, n in enumerate(states["deck"][0].tolist()) if n}
    again = apply_scripted(states, 0, action, [1, 11], scratches)
    assert again is not None
    assert again.index == 1
    assert again.counts[1] == stop.counts[1] - 1
    assert states.tobytes() == before
    assert apply_scripted(states, 0, action, [1, 4], scratches) is None
    assert states["chance"][0] == 0
    game.push("morgan yellow sloop-19", ["rum", "hook"])
    assert states.tobytes() == game.packed_state().tobytes()
    for outcomes, sentence in (([17], "from 0 to 16"), ([-1], "from 0"), ([1] * 13, "at most 12")):
        with pytest.raises(CartagenaError, match=sentence):
            apply_scripted(states, 0, action, outcomes, scratches)
    with pytest.raises(CartagenaError, match="The action -1 is not legal here"):
        apply_scripted(states, 0, -1, [], scratches)


def test_no_action_needs_more_than_twelve_outcomes() -> None:
    most = 0
    for rules in (*TABLES, {"preset": "black-magic", "supply": "row"}):
        for players in (2, 5):
            game = played(rules, players, 3, 60)
            luck = Random(1)
            for _ in range(40):
                if game.over:
                    break
                move = choose(game, luck)
                draws: list[str] = []
                while outcomes := game.chance_outcomes(move, draws):
                    draws.append(luck.choice(sorted(outcomes)))
                most = max(most, len(draws))
                game.push(move, draws)
    assert 6 <= most <= 12


def test_a_stopped_game_draws_nothing_more() -> None:
    """An action that has stopped no longer changes the deck."""
    game = played("everything", 5, 3, 100)
    states, scratches = game.packed_state(), new_scratches()
    actions = batch.new_list()
    n = batch.list_legal(states, 0, scratches, actions)
    total = states["deck"].sum()
    for action in actions[:n].tolist():
        stop = apply_scripted(states, 0, action, [], scratches)
        if stop is not None and min(stop.counts) < KINDS:
            assert sum(stop.counts.values()) == total
        else:
            states = game.packed_state()
