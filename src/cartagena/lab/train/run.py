"""A training run: its time limit, measurements, learning curve and files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import torch

from cartagena.bots.net.network import load_net
from cartagena.errors import CartagenaError
from cartagena.lab.train.games import Games, GpuGames
from cartagena.lab.train.learner import Learner
from cartagena.report import charts, html_page

if TYPE_CHECKING:
    from cartagena.lab.train.config import Config

MEASUREMENTS: Final = 20
"""Number of measurements of the net during a run."""
GAMES: Final = 256
"""Games per measurement."""
FINAL_GAMES: Final = 1024
"""Games of the final measurement."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """The state of the training and the strength of the net."""

    seconds: float
    iterations: int
    games: int
    decisions: int
    loss: float
    against_policy: float
    """Wins without search against the rollout policy, as a multiple of the fair share."""

    def __str__(self) -> str:
        return (
            f"{self.seconds:6.0f} s  {self.games:>11,} games  loss {self.loss:.4f}  "
            f"{self.against_policy:.2f} times its share against the rollout policy"
        )


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a training run: one name with several extensions."""

    stem: Path

    @property
    def net(self) -> Path:
        """Return the path of the net for bots."""
        return self.stem.with_suffix(".npz")

    @property
    def checkpoint(self) -> Path:
        """Return the path of the state for `resume`."""
        return self.stem.with_suffix(".pt")

    @property
    def curve(self) -> Path:
        """Return the path of the measurements, one per line."""
        return self.stem.with_suffix(".jsonl")

    @property
    def page(self) -> Path:
        """Return the path of the page with the learning curve."""
        return self.stem.with_suffix(".html")


class Training:
    """Trains for some seconds, in one or more runs."""

    def __init__(self, config: Config, seconds: float, files: Files, *, gpu: bool = False) -> None:
        if seconds <= 0:
            raise CartagenaError(f"The training time must be more than 0 seconds, not {seconds:g}.")
        self.config, self.seconds, self.files = config, seconds, files
        self.learner = Learner(config, GpuGames if gpu else Games)
        self.spent = 0.0
        self.measurements: list[Measurement] = []

    def resume(self) -> None:
        """Continue from the checkpoint."""
        try:
            checkpoint: dict[str, Any] = torch.load(self.files.checkpoint, weights_only=True)
        except FileNotFoundError:
            raise CartagenaError(f"There is no {self.files.checkpoint} to continue from.") from None
        self.learner.restore(checkpoint)
        self.spent = checkpoint["spent"]
        lines = self.files.curve.read_text("utf-8").splitlines()
        self.measurements = [Measurement(**json.loads(line)) for line in lines]

    def begin_from(self, net: Path) -> None:
        """Start with the weights of another run, which may have played other games."""
        try:
            self.learner.take_weights(load_net(net))
        except FileNotFoundError:
            raise CartagenaError(f"There is no net {net} to start from.") from None

    def run(self, report: Callable[[Measurement], None]) -> None:
        """Train until the time is up. Saves everything at each measurement and reports it."""
        self.files.stem.parent.mkdir(parents=True, exist_ok=True)
        if not self.measurements:
            self.files.curve.write_text("", "utf-8")
        interval = self.seconds / MEASUREMENTS
        started = monotonic() - self.spent
        while self.spent < self.seconds:
            self.learner.iterate(self.spent / self.seconds)
            self.spent = monotonic() - started
            last = self.measurements[-1].seconds if self.measurements else 0.0
            over = self.spent >= self.seconds
            if over or self.spent >= last + interval:
                report(self._measure(FINAL_GAMES if over else GAMES))
                started = monotonic() - self.spent

    def _measure(self, games: int) -> Measurement:
        learner = self.learner
        share = learner.against_policy(games)
        measurement = Measurement(
            round(self.spent, 1),
            learner.iteration,
            learner.games_played,
            learner.decisions,
            learner.loss,
            share,
        )
        self.measurements.append(measurement)
        with self.files.curve.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(measurement)) + "\n")
        learner.save(self.files.net)
        torch.save({**learner.state(), "spent": self.spent}, self.files.checkpoint)
        self.files.page.write_text(self._page(), "utf-8")
        return measurement

    def _page(self) -> str:
        points = [(each.seconds, each.against_policy) for each in self.measurements]
        title = "Wins against the rollout policy, without search"
        line = charts.Line("share of wins", "var(--blue)", points)
        chart = charts.lines([line], title, "seconds", low=0, high=max(2, *(y for _, y in points)))
        rows = [
            (
                f"{each.seconds:.0f}",
                f"{each.games:,}",
                f"{each.loss:.4f}",
                f"{each.against_policy:.2f}",
            )
            for each in self.measurements
        ]
        head = ("seconds", "games", "loss", "times its share")
        mixes = [f"{mix.rules} with {mix.players} ({mix.weight:g})" for mix in self.config.games]
        return html_page.document(
            "Training of a net",
            [
                html_page.figure(chart, title),
                html_page.paragraph("Games, with their weights: " + ", ".join(mixes) + "."),
                html_page.table(head, rows),
            ],
        )
