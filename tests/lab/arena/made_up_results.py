"""Results made up from known strengths, so that the statistics have something to find."""

from collections.abc import Mapping, Sequence

import numpy as np

from cartagena.lab.arena.match import Result
from cartagena.lab.arena.results import Results, Settings
from cartagena.lab.arena.schedule import fixtures
from cartagena.rules.options import Rules


def settings(bots: Sequence[str], players: int = 2, **changes: object) -> Settings:
    return Settings(Rules.preset("short"), players, tuple(bots), **{"seed": 1, **changes})  # type: ignore[arg-type]


def made_up(strengths: Mapping[str, float], players: int, deals: int, seed: int = 1) -> Results:
    """Every seat wins in proportion to its bot's strength."""
    rng = np.random.default_rng(seed)
    known = settings(list(strengths), players)
    results = Results(known)
    for fixture in fixtures(known.bots, players, known.seed, deals):
        weights = np.array([strengths[label] for label in fixture.seats])
        winner = int(rng.choice(players, p=weights / weights.sum()))
        results.games.append(result(fixture.deal, fixture.seats, winner, fixture.lineup))
    return results


def result(deal: int, seats: tuple[str, ...], winner: int | None, lineup: int = 0) -> Result:
    return Result(deal, lineup, 0, seats, winner, 100 + deal, 30, 7, "0" * 16)
