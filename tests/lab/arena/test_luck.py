"""Luck: its mean is 0 whatever the values are, and a good net explains much of a result."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cartagena import Game
from cartagena.bots.legend import net_name, net_named
from cartagena.bots.net.network import save_net
from cartagena.cli import main
from cartagena.lab.arena import luck
from cartagena.lab.arena.adjusted import adjusted_rate
from cartagena.lab.arena.match import GameResult
from cartagena.lab.arena.results import read_file


@pytest.fixture
def bad_net(tmp_path: Path) -> str:
    """Return a net with random weights, whose values mean nothing."""
    rng = np.random.default_rng(1)
    good = net_named(net_name("plain", 2))
    pairs = ((good.first, good.first_bias), (good.second, good.second_bias))
    layers: list[Any] = [
        (rng.normal(size=weight.shape) * 0.2, rng.normal(size=bias.shape))
        for weight, bias in (*pairs, (good.last, good.last_bias))
    ]
    save_net(tmp_path / "bad.npz", layers)
    return str(tmp_path / "bad.npz")


def random_games(rules: Any, players: int, games: int) -> Iterator[Game]:
    for seed in range(games):
        game, rng = Game(rules, players, seed=seed), Random(seed)
        while not game.over and game.moves_made < 40:
            game.push(rng.choice(list(game.legal_moves)))
        yield game


@pytest.mark.parametrize("rules", ["jamaica", "tortuga", "everything"])
def test_possible_outcomes_have_all_the_probability(rules: str) -> None:
    rng = Random(1)
    for game in random_games(rules, 2, 2):
        moves = game.moves
        for number, move in enumerate(moves):
            before = game.packed_state(len(moves) - number)
            outcomes = luck.possible_outcomes(before, move.action, rng)
            assert sum(one.probability for one in outcomes) == pytest.approx(1)
            after = game.packed_state(len(moves) - number - 1)
            if len(outcomes) == 1:
                assert outcomes[0].state["hand"].tobytes() == after["hand"].tobytes()
            elif len(outcomes) <= luck.MAX_OUTCOMES and rules == "jamaica":
                hands = [one.state["hand"].tobytes() for one in outcomes]
                assert after["hand"].tobytes() in hands


def test_luck_is_the_same_for_the_same_game() -> None:
    [game] = random_games("tortuga", 3, 1)
    first = luck.luck_of_game(game, "plain-multi")
    assert first == luck.luck_of_game(game.copy(), "plain-multi")
    assert any(first)


@pytest.mark.parametrize("kind", ["good", "bad"])
def test_the_mean_of_luck_is_zero(kind: str, bad_net: str) -> None:
    """However bad the values are, they do not change the mean of the results."""
    net = bad_net if kind == "bad" else "plain"
    parts = np.array([luck.luck_of_game(game, net)[0] for game in random_games("short", 2, 50)])
    assert parts.std() > 0.02
    assert abs(parts.mean()) < 3 * parts.std() / np.sqrt(len(parts))


def test_the_better_luck_explains_results_the_fewer_games_are_needed() -> None:
    """Made-up results: a fair coin decides a part of each game, and luck knows that part."""
    rng, deals = Random(3), []
    for number in range(400):
        games = []
        for seating, seats in enumerate((("one", "two"), ("two", "one"))):
            part = rng.choice((-0.35, 0.35))
            won = rng.random() < 0.6 + part if seats[0] == "one" else rng.random() < 0.4 + part
            lucky = (part, -part)
            result = (number, 0, seating, seats, 0 if won else 1, 50, 20, number, "")
            games.append(GameResult(*result, luck=lucky))
        deals.append(games)
    rate, other = adjusted_rate(deals, "one"), adjusted_rate(deals, "two")
    assert rate.value + other.value == pytest.approx(1)
    assert abs(rate.value - 0.6) < rate.half < rate.raw_half
    assert 1.6 < rate.saving < 2.6  # 0.24 / (0.24 - 0.35 * 0.35) = 2.0


def test_the_command_reports_results_without_luck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "results.jsonl"
    arguments = ["arena", "deckhand", "drunk", "--rules", "short", "--jobs", "1", "--luck-adjusted"]
    assert main([*arguments, "--deals", "3", "--out", str(out)]) == 0
    assert "times fewer games" in capsys.readouterr().out
    file = read_file(out)
    assert file.settings.luck_net == "plain"
    assert all(game.luck is not None for game in file.games)
    assert main([*arguments, "--deals", "4", "--out", str(out), "--resume"]) == 0
    without = [argument for argument in arguments if argument != "--luck-adjusted"]
    assert main([*without, "--deals", "5", "--out", str(out), "--resume"]) != 0
    assert "luck_net" in capsys.readouterr().err
