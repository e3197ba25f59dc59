"""Simulated results with known strengths, so that the statistics can be checked."""

from collections.abc import Mapping, Sequence

import numpy as np

from cartagena.lab.arena.match import GameResult
from cartagena.lab.arena.results import ArenaFile
from cartagena.lab.arena.schedule import Settings
from cartagena.rules.options import Rules


def settings(bots: Sequence[str], players: int = 2, **changes: object) -> Settings:
    return Settings(Rules.preset("short"), players, tuple(bots), **{"seed": 1, **changes})  # type: ignore[arg-type]


def simulate(strengths: Mapping[str, float], players: int, deals: int, seed: int = 1) -> ArenaFile:
    """Simulate an arena in which each seat wins in proportion to the strength of its bot."""
    rng = np.random.default_rng(seed)
    file = ArenaFile(settings(list(strengths), players))
    for fixture in file.settings.schedule(deals):
        weights = np.array([strengths[label] for label in fixture.seats])
        winner = int(rng.choice(players, p=weights / weights.sum()))
        file.games.append(result(fixture.deal, fixture.seats, winner, fixture.lineup))
    return file


def result(deal: int, seats: tuple[str, ...], winner: int | None, lineup: int = 0) -> GameResult:
    return GameResult(deal, lineup, 0, seats, winner, 100 + deal, 30, 7, "0" * 16)
