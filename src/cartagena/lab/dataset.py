"""Data sets of the legend's games: what it saw, how it searched, what it played, and who won.

A data set is a folder of shards, one compressed NumPy file for every few games. Every shard follows from
the recipe and its number, so an interrupted run continues with the shards that are missing.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.bots.bot import Budget
from cartagena.bots.legend import Legend
from cartagena.bots.view import View
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.report.progress import Progress
from cartagena.rules.chance.seeds import derive_seed
from cartagena.rules.components import SEATS
from cartagena.rules.observation import SIZE
from cartagena.sim.simulator import final_rewards

FORMAT: Final = "cartagena-dataset"
VERSION: Final = 1
RECIPE: Final = "recipe.json"
MAX_MOVES: Final = 5_000


@dataclass(frozen=True, slots=True)
class Recipe:
    """The settings that determine a data set."""

    rules: str
    players: int
    nodes: int
    """Simulations of the legend for each decision."""
    games: int
    games_per_shard: int
    seed: int


@dataclass(slots=True)
class Decision:
    """One decision with a choice."""

    game: int
    seat: int
    observation: NDArray[np.int8]
    actions: NDArray[np.int64]
    """The legal actions."""
    visits: NDArray[np.int64]
    """Visits of each of them in the search."""
    value: float
    """The seat's mean probability of winning in the search."""
    action: int
    """The action that was played."""


def play_game(recipe: Recipe, number: int) -> tuple[list[Decision], list[float]]:
    """Play a game of the data set. Returns its decisions and the reward of each seat."""
    seed = derive_seed("data set", recipe.seed, number)
    game, rng, legend = Game(recipe.rules, recipe.players, seed), Random(seed), Legend()
    decisions = []
    while not game.over and game.moves_made < MAX_MOVES:
        legal = game.legal_moves
        move = legal[0]
        if len(legal) > 1:
            view = View.of(game, game.decider)
            search = legend.search_for(view)
            result = search.run(view, rng.getrandbits(62), Budget(nodes=recipe.nodes))
            move = result.best(legal)
            actions = np.array(sorted(each.action for each in legal))
            visits = result.visits[actions]
            value = float(result.totals[actions].sum() / visits.sum())
            decision = (number, view.seat, view.observation(), actions, visits, value, move.action)
            decisions.append(Decision(*decision))
        game.push(move)
    winner = -1 if game.winner is None else game.players.index(game.winner)
    return decisions, final_rewards(winner, recipe.players)


def shard_of(games: Sequence[tuple[list[Decision], list[float]]]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a shard. Row i of each belongs to decision i, except for the last three."""
    decisions = [one for played, _ in games for one in played]
    rewards = np.zeros((len(decisions), SEATS), np.float32)
    row = 0
    for played, of_seats in games:
        rewards[row : row + len(played), : len(of_seats)] = of_seats
        row += len(played)
    counts = [len(one.actions) for one in decisions]
    observations = [one.observation for one in decisions]
    return {
        "game": np.array([one.game for one in decisions], np.int32),
        "seat": np.array([one.seat for one in decisions], np.int8),
        "observation": np.array(observations, np.int8).reshape(-1, SIZE),
        "action": np.array([one.action for one in decisions], np.int16),
        "value": np.array([one.value for one in decisions], np.float32),
        "rewards": rewards,
        "starts": np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        "legal_actions": _joined([one.actions for one in decisions], np.int16),
        "visits": _joined([one.visits for one in decisions], np.int32),
    }


def _joined(parts: Sequence[NDArray[Any]], kind: Any) -> NDArray[Any]:
    return np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)


def write(folder: Path, recipe: Recipe) -> int:
    """Write the shards that are missing and return the number of games that were played."""
    folder.mkdir(parents=True, exist_ok=True)
    document = {"format": FORMAT, "version": VERSION, **asdict(recipe)}
    file = folder / RECIPE
    if file.exists():
        old = json.loads(file.read_text("utf-8"))
        # More games only add shards.
        if {**old, "games": 0} != {**document, "games": 0}:
            raise CartagenaError(f"{folder} has a data set by another recipe.")
    file.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    progress, played = Progress(recipe.games, "games"), 0
    for first in range(0, recipe.games, recipe.games_per_shard):
        numbers = range(first, min(first + recipe.games_per_shard, recipe.games))
        shard = folder / f"shard-{first // recipe.games_per_shard:05}-{len(numbers)}.npz"
        if not shard.exists():
            arrays = shard_of([play_game(recipe, number) for number in numbers])
            part = shard.with_suffix(".part.npz")
            np.savez_compressed(part, allow_pickle=False, **arrays)
            part.replace(shard)
            played += len(numbers)
        progress.advance(len(numbers))
    progress.close()
    return played
