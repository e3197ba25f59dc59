"""Training learns, resumes, and plays the same games on a GPU."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: pip install 'cartagena[train]'"
)

from cartagena.bots.net.network import forward, load_net  # noqa: E402
from cartagena.cli import main  # noqa: E402
from cartagena.errors import CartagenaError  # noqa: E402
from cartagena.lab.train.config import make_config, read_config  # noqa: E402
from cartagena.lab.train.games import Games  # noqa: E402
from cartagena.lab.train.learner import Experience, Learner, rotate_seats  # noqa: E402
from cartagena.lab.train.run import Files, Training  # noqa: E402

SMALL = """
num_games = 32
steps = 8
hidden1 = 16
hidden2 = 8
batch = 64
policy_iterations = 1
turn_limit = 30

[[games]]
rules = "short"

[[games]]
rules = "everything"
players = 4
weight = 0.5
"""


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def test_configuration_can_be_based_on_another(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text(SMALL)
    again = tmp_path / "again.toml"
    again.write_text('based_on = "first.toml"\nrate = 0.5\n')
    first = read_config(tmp_path / "first.toml")
    assert read_config(again) == replace(first, rate=0.5)
    again.write_text('based_on = "none.toml"\n')
    with pytest.raises(CartagenaError, match=r"none\.toml cannot be read"):
        read_config(again)


@pytest.mark.parametrize(
    "file",
    sorted((Path(__file__).parents[3] / "training").glob("*.toml")),
    ids=lambda file: file.name,
)
def test_bundled_configurations_are_valid(file: Path) -> None:
    assert len(read_config(file).games) > 1


def test_rejects_invalid_configurations(tmp_path: Path) -> None:
    for text, message in (
        ("hidden1 = 3", "needs at least one"),
        ('[[games]]\nrules = "nowhere"', "There is no preset 'nowhere'"),
        ('[[games]]\nrules = "short"\nseats = 2', "rules, players, weight and options"),
        ('with = 3\n[[games]]\nrules = "short"', "Unknown setting 'with'"),
        ("hidden1 = ", "cannot be read"),
    ):
        path = tmp_path / "config.toml"
        path.write_text(text)
        with pytest.raises(CartagenaError, match=message):
            read_config(path)


def test_rotate_seats_rotates_chances() -> None:
    chances = torch.tensor([[0.5, 0.3, 0.1, 0.0, 0.0, 0.1]] * 3)
    players = torch.tensor([3, 3, 3])
    by = torch.tensor([0, 1, 2])
    assert torch.allclose(
        rotate_seats(chances, by, players),
        torch.tensor(
            [
                [0.5, 0.3, 0.1, 0.0, 0.0, 0.1],
                [0.1, 0.5, 0.3, 0.0, 0.0, 0.1],
                [0.3, 0.1, 0.5, 0.0, 0.0, 0.1],
            ]
        ),
    )
    assert torch.allclose(rotate_seats(rotate_seats(chances, by, players), -by, players), chances)


def test_targets_propagate_back_from_the_end() -> None:
    """With a trace of 1 the target of every greedy position is the outcome."""
    config = make_config({"games": [{"rules": "short"}], "num_games": 1, "steps": 4})
    learner = Learner(config, Games)
    xs = torch.zeros((4, 1, 3))
    best = torch.full((5, 1, 6), 0.0)
    best[..., 0] = best[..., 1] = 0.5
    outcomes = torch.zeros((4, 1, 6))
    outcomes[2, 0, 1] = 1.0
    ended = torch.tensor([[False], [False], [True], [False]])
    greedy = torch.tensor([[True], [True], [True], [True]])
    deciders = torch.tensor([[0], [1], [1], [0]])
    experience = Experience(xs, best, greedy, ended, deciders, outcomes)
    _, targets, _ = learner.targets(1.0, experience)
    assert targets.tolist() == [
        [0, 1, 0, 0, 0, 0],  # seat 0 acted, seat 1 won
        [1, 0, 0, 0, 0, 0],  # seat 1 acted and won
        [0.5, 0.5, 0, 0, 0, 0],  # the next game is running
    ]
    greedy[1] = False
    _, targets, _ = learner.targets(1.0, experience)
    assert targets[0].tolist() == [0.5, 0.5, 0, 0, 0, 0]


def test_learns_to_beat_the_rollout_policy() -> None:
    """Forty thousand decisions of the shortest game show progress."""
    config = make_config(
        {
            "games": [{"rules": "short"}],
            "num_games": 64,
            "steps": 16,
            "hidden1": 32,
            "batch": 256,
            "policy_iterations": 4,
            "rate": 3e-3,
        }
    )
    learner = Learner(config, Games)
    before = learner.against_policy(100)
    losses = []
    for number in range(40):
        learner.iterate(number / 40)
        losses.append(learner.loss)
    assert sum(losses[-5:]) < sum(losses[:5])
    assert learner.against_policy(100) > before


def test_training_is_saved_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.toml"
    config.write_text(SMALL)
    out = tmp_path / "net"
    arguments = ["train", str(config), "--minutes", "0.02", "--out", str(out), "--threads", "1"]
    assert main(arguments) == 0
    assert "legend@net=" in capsys.readouterr().out
    measurements = [json.loads(line) for line in (tmp_path / "net.jsonl").read_text().splitlines()]
    assert measurements[-1]["iterations"] >= 1
    assert measurements[-1]["decisions"] == 32 * 8 * measurements[-1]["iterations"]
    assert "<svg" in (tmp_path / "net.html").read_text()
    training = Training(read_config(config), measurements[-1]["seconds"] + 0.5, Files(out))
    training.resume()
    assert training.learner.iteration == measurements[-1]["iterations"]
    training.run(lambda _: None)
    assert training.measurements[-1].iterations > measurements[-1]["iterations"]
    assert main([*arguments[:-4], "--out", str(tmp_path / "none"), "--resume"]) == 2
    assert "no" in capsys.readouterr().err


def test_training_begins_from_a_net(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.toml"
    config.write_text(SMALL)
    out = str(tmp_path / "net")
    arguments = ["train", str(config), "--minutes", "0.01", "--threads", "1", "--out"]
    assert main([*arguments, out]) == 0
    training = Training(read_config(config), 1.0, Files(tmp_path / "next"))
    training.begin_from(tmp_path / "net.npz")
    net = load_net(tmp_path / "net.npz")
    for weight, bias in training.learner.layers()[:1]:
        assert (weight == net.first).all()
        assert (bias == net.first_bias).all()
    assert training.learner.iteration == training.config.policy_iterations
    assert main([*arguments, out, "--begin-from", str(tmp_path / "none.npz")]) == 2
    assert "There is no net" in capsys.readouterr().err
    config.write_text(SMALL.replace("hidden1 = 16", "hidden1 = 12"))
    assert main([*arguments, out, "--begin-from", str(tmp_path / "net.npz")]) == 2
    assert "layers of 16 and 8 units" in capsys.readouterr().err


def test_widened_net_has_the_same_chances(tmp_path: Path) -> None:
    config = make_config({"games": [{"rules": "tortuga"}], "hidden1": 16, "hidden2": 8})
    small = Learner(config, Games)
    small.save(tmp_path / "net.npz")
    net = load_net(tmp_path / "net.npz")
    small.take_weights(net)
    wide = Learner(replace(config, hidden1=24, hidden2=12), Games)
    wide.take_weights(net)
    x = small.games.positions().x
    players = torch.full((len(x),), 2)
    chances = [learner.averaged(x, players).exp() for learner in (small, wide)]
    assert torch.allclose(*chances, atol=1e-6)
    assert wide.net.first.weight[16:].any(), "the new units could not learn"


def test_saved_net_has_the_same_chances_as_in_training(tmp_path: Path) -> None:
    """Both nets agree, with and without a seat layer, and with empty seats or without."""
    for seat_units in (0, 8):
        config = make_config(
            {
                "games": [{"rules": "tortuga", "players": 3}],
                "seat_units": seat_units,
                "hidden1": 16,
                "hidden2": 8,
            }
        )
        learner = Learner(config, Games)
        learner.save(tmp_path / "net.npz")
        net = load_net(tmp_path / "net.npz")
        learner.take_weights(net)
        x = learner.games.positions().x[:20]
        players = torch.full((len(x),), 3)
        all_seats, skipped = (learner.averaged(x, players, most).exp() for most in (5, 3))
        assert torch.allclose(all_seats, skipped, atol=1e-6)
        for row, chances in zip(x.numpy(), all_seats.detach().numpy(), strict=True):
            net.x[:] = row
            forward(net)
            weights = np.exp(net.out[[0, 1, 2, 5]])
            np.testing.assert_allclose(weights / weights.sum(), chances[[0, 1, 2, 5]], atol=1e-5)
        other = Learner(replace(config, seat_units=4), Games)
        with pytest.raises(
            CartagenaError, match=f"has {seat_units} seat units, the configuration 4"
        ):
            other.take_weights(net)


ON_THE_GPU = """
import torch
from cartagena.lab.train.config import make_config
from cartagena.lab.train.games import Games, GpuGames, prepare

torch.set_num_threads(1)
mixes = make_config({"games": [{"rules": "jamaica"}, {"rules": "everything", "players": 3}]}).games
both = [kind(prepare(mixes, 4, 50), 7) for kind in (Games, GpuGames)]
for games in both:
    games.column("policy_seats")[:] = 1
for step in range(2):
    rows = []
    for games in both:
        games.advance(2.0)
        rows.append(games.positions())
        policy_choice = games.column("policy_choice")
        games.choose(torch.where(policy_choice >= 0, policy_choice, games.column("count") - 1))
    assert torch.equal(both[0].fields, both[1].fields)
    assert torch.equal(rows[0].x, rows[1].x)
    assert torch.equal(rows[0].outcome, rows[1].outcome)
print("the same")
"""


def test_gpu_plays_the_same_games() -> None:
    process = subprocess.run(
        [sys.executable, "-c", ON_THE_GPU],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.stdout == "the same\n", process.stderr
