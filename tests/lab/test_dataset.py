"""Data sets of the legend's games."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cartagena import Game
from cartagena.cli import main
from cartagena.rules.chance.seeds import derive_seed
from cartagena.rules.observation import SIZE


def read(folder: Path) -> dict[str, dict[str, Any]]:
    shards = {}
    for path in sorted(folder.glob("*.npz")):
        with np.load(path, allow_pickle=False) as arrays:
            shards[path.name] = dict(arrays)
    return shards


def command(folder: Path, games: int, *more: str) -> list[str]:
    options = ["--rules", "short", "--nodes", "3", "--games", str(games), "--shard", "2"]
    return ["dataset", str(folder), *options, *more]


def test_a_data_set_holds_the_games_of_the_legend(tmp_path: Path) -> None:
    assert main(command(tmp_path, 3)) == 0
    shards = read(tmp_path)
    assert list(shards) == ["shard-00000-2.npz", "shard-00001-1.npz"]
    for number in range(3):
        arrays = shards[f"shard-0000{number // 2}-{2 - number // 2}.npz"]
        rows = np.flatnonzero(arrays["game"] == number)
        assert arrays["observation"].shape[1] == SIZE
        game = Game("short", 2, seed=derive_seed("data set", 1, number))
        for row in rows:
            while len(game.legal_moves) == 1:
                game.push(game.legal_moves[0])
            begin, end = arrays["starts"][row : row + 2]
            legal = arrays["legal_actions"][begin:end].tolist()
            assert legal == sorted(move.action for move in game.legal_moves)
            assert arrays["visits"][begin:end].sum() >= 1
            assert 0 <= arrays["value"][row] <= 1
            assert game.players.index(game.decider) == arrays["seat"][row]
            played = int(arrays["action"][row])
            game.push(next(move for move in game.legal_moves if move.action == played))
        while not game.over:
            game.push(game.legal_moves[0])
        winner = game.players.index(str(game.winner))
        assert (arrays["rewards"][rows, winner] == 1).all()
        assert (arrays["rewards"][rows, 1 - winner] == -1).all()


def test_continues_and_grows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command(tmp_path / "one", 4)) == 0
    assert main(command(tmp_path / "two", 2)) == 0
    assert main(command(tmp_path / "two", 4)) == 0
    assert "2 games played" in capsys.readouterr().out.splitlines()[-1]
    one, two = read(tmp_path / "one"), read(tmp_path / "two")
    assert one.keys() == two.keys()
    for name, arrays in one.items():
        assert all(np.array_equal(two[name][key], values) for key, values in arrays.items())
    assert main(command(tmp_path / "two", 4, "--seed", "2")) != 0
    assert "another recipe" in capsys.readouterr().err
