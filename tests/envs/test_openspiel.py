"""The OpenSpiel game: OpenSpiel's own test, and more."""

import random
from typing import Any

import numpy as np
import pytest

from cartagena import CartagenaError
from cartagena.rules.observation import SIZE

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


def load(**parameters: Any) -> Any:
    import cartagena.envs.openspiel  # noqa: F401, registers the game

    return pyspiel.load_game("python_cartagena", parameters)


def play(state: Any, rng: random.Random, moves: int, *, spells: bool = False) -> None:
    """Play `moves` random moves, or to the end if negative, and stop at a player's choice."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(rng.choices(outcomes, odds)[0])
        elif moves == 0:
            return
        else:
            legal = state.legal_actions()
            magic = [a for a in legal if "!" in state.action_to_string(a)]
            state.apply_action(rng.choice(magic if spells and magic else legal))
            moves -= 1


@pytest.mark.parametrize(
    ("rules", "players", "turn_limit"),
    [("jamaica", 2, 16), ("tortuga", 3, 12), ("black-magic", 2, 12), ("everything", 5, 12)],
)
def test_openspiel_accepts_the_game(rules: str, players: int, turn_limit: int) -> None:
    game = load(rules=rules, players=players, turn_limit=turn_limit)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_losers_pay_the_winner() -> None:
    state = load(rules="morgan", players=3).new_initial_state()
    play(state, random.Random(1), -1)
    assert state.is_terminal()
    assert sorted(state.returns()) == [-0.5, -0.5, 1]


def test_turn_limit_ends_the_game_without_a_winner() -> None:
    state = load(turn_limit=3).new_initial_state()
    play(state, random.Random(1), -1)
    assert state.returns() == [0, 0]


def test_every_dealt_card_is_a_chance_node() -> None:
    state = load(rules="everything", players=2).new_initial_state()
    for _ in range(12):
        assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(3)
    assert state.chance_outcomes()[0] == (12, 0.25)  # two of the eight chests hold one card
    play(state, random.Random(1), 0)
    assert "parrot" in str(state)
    assert len(state.history()) == 12 + 8


def test_chance_outcomes_follow_the_remaining_cards() -> None:
    state = load().new_initial_state()
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(6), 17 / 102))
    state.apply_action(0)
    assert dict(state.chance_outcomes())[0] == pytest.approx(16 / 101)


def test_observations_reveal_nothing_hidden() -> None:
    """A resampled state looks the same to the player but usually differs."""
    different = 0
    for number in range(12):
        rng = random.Random(number)
        state = load(rules="everything", players=2).new_initial_state()
        play(state, rng, 12 * number, spells=True)
        if state.is_terminal():
            continue
        me = state.current_player()
        other = state.resample_from_infostate(me, rng.random)
        for method in ("observation_string", "information_state_string"):
            assert getattr(other, method)(me) == getattr(state, method)(me)
        assert other.legal_actions() == state.legal_actions()
        assert other.observation_tensor(me) == state.observation_tensor(me)
        assert other.information_state_tensor(me) == state.information_state_tensor(me)
        different += str(other) != str(state)
    assert different > 6


def test_information_state_has_perfect_recall() -> None:
    """The same moves in another order give the same position but different information."""
    game = load(rules="jamaica")
    one, two = game.new_initial_state(), game.new_initial_state()
    for state in (one, two):
        play(state, random.Random(3), 0)
    first, second = one.legal_actions()[:2]
    for state, actions in ((one, (first, second)), (two, (second, first))):
        for action in actions:
            play(state, random.Random(1), 0)
            state.apply_action(action)
    assert one.current_player() == two.current_player()
    for player in (0, 1):
        assert one.observation_string(player) == two.observation_string(player)
        assert one.information_state_string(player) != two.information_state_string(player)


def test_information_state_tensor_is_the_observation() -> None:
    game = load()
    assert game.information_state_tensor_shape() == game.observation_tensor_shape() == [SIZE]
    state = game.new_initial_state()
    play(state, random.Random(1), 5)
    assert state.information_state_tensor(0) == state.observation_tensor(0)


def test_information_state_tensor_can_end_with_the_bits_of_the_history() -> None:
    game = load(history_bits=True)
    assert game.observation_tensor_shape() == [SIZE]
    state = game.new_initial_state()
    play(state, random.Random(1), 5)
    player = state.current_player()
    information = np.array(state.information_state_tensor(player))
    assert np.array_equal(information[:SIZE], state.observation_tensor(player))
    assert set(information[SIZE:].tolist()) == {0, 1}


def test_a_random_board_is_laid_tile_by_tile() -> None:
    game = load(rules="complete", players=3, random_board=True)
    boards, firsts = set(), set()
    for seed in range(8):
        state, rng = game.new_initial_state(), random.Random(seed)
        texts = []
        for _ in range(7):
            outcomes = state.chance_outcomes()
            assert len({odds for _, odds in outcomes}) == 1
            action = rng.choice(outcomes)[0]
            assert action < game.max_chance_outcomes()
            texts.append(state.action_to_string(action))
            state.apply_action(action)
        assert len({text.split()[1] for text in texts[:6]}) == 6  # no tile is laid twice
        play(state, rng, 0)
        position = state.view(0).mapping
        boards.add(tuple(position["board"]))
        firsts.add(position["turn"])
        assert texts[6] == f"{position['turn']} begins"
        tiles = [position["board"][i : i + 6] for i in range(0, 36, 6)]
        assert all(len(set(tile)) == 6 for tile in tiles)
    assert len(boards) == 8
    assert firsts == {"blue", "red", "green"}
    pyspiel.random_sim_test(
        load(rules="micro", random_board=True), num_sims=1, serialize=True, verbose=False
    )


def test_rules_may_change_options_of_a_preset() -> None:
    game = load(rules="morgan; hands: open; most_actions: 2; empty_hand_skip: false", turn_limit=30)
    again = pyspiel.load_game(str(game))
    rules = again.new_initial_state().rules
    assert (rules.hands, rules.most_actions, rules.empty_hand_skip) == ("open", 2, False)
    assert rules.turn_limit == 30
    assert load(rules="micro").new_initial_state().rules.turn_limit == 6
    for text in ("morgan; hands", "morgan; hand: open", "morgan; hands: closed"):
        with pytest.raises(CartagenaError):
            load(rules=text)


def test_copy_is_independent() -> None:
    state = load().new_initial_state()
    play(state, random.Random(1), 3)
    before, twin = str(state), state.clone()
    play(twin, random.Random(1), 5)
    assert str(state) == before != str(twin)


@pytest.mark.parametrize("parameters", [{"rules": "poker"}, {"players": 9}, {"turn_limit": 0}])
def test_rejects_invalid_parameters(parameters: dict[str, Any]) -> None:
    with pytest.raises(CartagenaError):
        load(**parameters)
