"""A whole training: time, progress, a learning curve, and files to go on from."""

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

LOOKS: Final = 20
"""How often the net is measured on its way."""
GAMES_ON_THE_WAY: Final = 256
GAMES_AT_THE_END: Final = 1024


@dataclass(frozen=True, slots=True)
class Look:
    """How far the training has come."""

    seconds: float
    iterations: int
    games: int
    decisions: int
    loss: float
    against_policy: float
    """Wins against the rollout policy, without search, as a multiple of the fair share."""

    def __str__(self) -> str:
        return (
            f"{self.seconds:6.0f} s  {self.games:>11,} games  loss {self.loss:.4f}  "
            f"{self.against_policy:.2f} times its share against the rollout policy"
        )


@dataclass(frozen=True, slots=True)
class Files:
    """Where a training keeps what it makes: one name with several endings."""

    stem: Path

    @property
    def net(self) -> Path:
        """The weights for players."""
        return self.stem.with_suffix(".npz")

    @property
    def checkpoint(self) -> Path:
        """What is needed to go on."""
        return self.stem.with_suffix(".pt")

    @property
    def curve(self) -> Path:
        """The looks, one a line."""
        return self.stem.with_suffix(".jsonl")

    @property
    def page(self) -> Path:
        """The learning curve as a page."""
        return self.stem.with_suffix(".html")


class Training:
    """Trains for some seconds, in one go or in several."""

    def __init__(self, config: Config, seconds: float, files: Files, *, gpu: bool = False) -> None:
        if seconds <= 0:
            raise CartagenaError(f"A training takes more than 0 seconds, not {seconds:g}.")
        self.config, self.seconds, self.files = config, seconds, files
        self.learner = Learner(config, GpuGames if gpu else Games)
        self.spent = 0.0
        self.looks: list[Look] = []

    def resume(self) -> None:
        """Go on from the checkpoint."""
        try:
            kept: dict[str, Any] = torch.load(self.files.checkpoint, weights_only=True)
        except FileNotFoundError:
            raise CartagenaError(f"There is no {self.files.checkpoint} to go on from.") from None
        self.learner.restore(kept)
        self.spent = kept["spent"]
        lines = self.files.curve.read_text("utf-8").splitlines()
        self.looks = [Look(**json.loads(line)) for line in lines]

    def begin_from(self, net: Path) -> None:
        """Begin with the weights of another training, which may have played other games."""
        try:
            self.learner.take_weights(load_net(net))
        except FileNotFoundError:
            raise CartagenaError(f"There is no net {net} to begin from.") from None

    def run(self, tell: Callable[[Look], None]) -> None:
        """Train until the time is over; what was learnt is kept at every look."""
        self.files.stem.parent.mkdir(parents=True, exist_ok=True)
        if not self.looks:
            self.files.curve.write_text("", "utf-8")
        every = self.seconds / LOOKS
        begun = monotonic() - self.spent
        while self.spent < self.seconds:
            self.learner.iterate(self.spent / self.seconds)
            self.spent = monotonic() - begun
            last = self.looks[-1].seconds if self.looks else 0.0
            over = self.spent >= self.seconds
            if over or self.spent >= last + every:
                tell(self._look(GAMES_AT_THE_END if over else GAMES_ON_THE_WAY))
                begun = monotonic() - self.spent

    def _look(self, games: int) -> Look:
        learner = self.learner
        share = learner.against_policy(games)
        look = Look(
            round(self.spent, 1),
            learner.iteration,
            learner.played,
            learner.decisions,
            learner.loss,
            share,
        )
        self.looks.append(look)
        with self.files.curve.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(look)) + "\n")
        learner.save(self.files.net)
        torch.save({**learner.state(), "spent": self.spent}, self.files.checkpoint)
        self.files.page.write_text(self._page(), "utf-8")
        return look

    def _page(self) -> str:
        points = [(look.seconds, look.against_policy) for look in self.looks]
        title = "Wins against the rollout policy, without search"
        line = charts.Line("share of wins", "var(--blue)", points)
        chart = charts.lines([line], title, "seconds", low=0, high=max(2, *(y for _, y in points)))
        rows = [
            (
                f"{look.seconds:.0f}",
                f"{look.games:,}",
                f"{look.loss:.4f}",
                f"{look.against_policy:.2f}",
            )
            for look in self.looks
        ]
        head = ("seconds", "games", "loss", "times its share")
        played = [
            f"{share.rules} with {share.players} ({share.weight:g})" for share in self.config.games
        ]
        return html_page.document(
            "Training of a net",
            [
                html_page.figure(chart, title),
                html_page.paragraph("Played, with weights: " + ", ".join(played) + "."),
                html_page.table(head, rows),
            ],
        )
