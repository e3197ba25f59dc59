"""Random games and searches of bots, on which all builds of the compiled functions must agree.

python -m tests.tools.kernel_cases ROUGH

prints the results in this process as JSON. ROUGH selects so few that the interpreter can run them.
"""

import json
import sys
from dataclasses import asdict
from functools import cache
from random import Random
from typing import Any, Final

import numpy as np

from cartagena import Game, Rules
from cartagena.bots import captain, legend
from cartagena.bots.bosun import WORLDS
from cartagena.bots.families import family
from cartagena.bots.search.tree import NO_EDGES
from cartagena.bots.search.tree_search import LeafEvaluator, TreeSearch
from cartagena.bots.search.turn_search import new_memory, plan_turn
from cartagena.bots.view import View
from cartagena.lab.bench import simulate
from cartagena.rules import batch
from cartagena.rules.components import SEATS
from cartagena.rules.presets import PRESETS
from cartagena.rules.state import new_scratches

LIMIT: Final = 20_000
"""Actions of a random game, as in `make gpu`."""
ROUGH_LIMIT: Final = 40

TABLES: Final = (
    *(("jamaica", 2), ("tortuga", 3), ("complete", 2), ("complete", 4)),
    *(("everything", 2), ("everything", 5)),
)
SEARCHES: Final = [
    (bot, preset, players) for bot in ("bosun", "captain", "legend") for preset, players in TABLES
]
SEED: Final = 12345
NODES: Final = 600
"""Simulations of a search, or positions that the bosun looks at."""
ROUGH_NODES: Final = 12


def hash_cases() -> list[dict[str, Any]]:
    """Return the first game of every preset for every number of players, not dealt yet."""
    return [
        {
            "name": f"{preset} for {players}",
            "state": batch.prepare(Rules.preset(preset), players).tobytes().hex(),
            "seed": players,
        }
        for preset in PRESETS
        for players in range(2, SEATS + 1)
    ]


def hashes(limit: int = LIMIT) -> dict[str, int]:
    """Play the first game of every preset at random, and hash all that happens."""
    return {
        f"{preset} for {players}": simulate.hash_new_game(
            batch.prepare(Rules.preset(preset), players), 0, new_scratches(), players, limit
        )
        for preset in PRESETS
        for players in range(2, SEATS + 1)
    }


@cache
def view_of(preset: str, players: int) -> View:
    """Return the view of the player to move in the middle of a game."""
    game, random = Game(preset, players=players, seed=5), Random(f"{preset} {players}")
    for _ in range(30):
        game.push(random.choice(list(game.legal_moves)))
    return View.of(game, game.decider)


def search_cases() -> list[dict[str, Any]]:
    """Return the view and the settings of every search."""
    return [search_case(bot, view_of(preset, players)) for bot, preset, players in SEARCHES]


def search_case(bot: str, view: View) -> dict[str, Any]:
    """Return the view and the settings of a search."""
    rules, players = family(view.rules), len(view.players)
    config = captain.default_config if bot == "captain" else legend.default_config
    return {
        "bot": bot,
        "config": asdict(config(rules, players)),
        "net": legend.net_name(rules, players),
        "view": view.packed.tobytes().hex(),
        "seed": SEED,
        "nodes": NODES,
    }


def counts(bot: str, view: View, nodes: int) -> list[float]:
    """Return the visits of each action at the root, or the totals of the bosun."""
    if bot == "bosun":
        memory = new_memory()
        plan_turn(memory, view.packed, SEED, WORLDS, nodes)
        return [float(total) for total in memory.search["total"][0]]
    rules, players = family(view.rules), len(view.players)
    if bot == "captain":
        config, leaf = captain.default_config(rules, players), captain.ROLLOUT
    else:
        config = legend.default_config(rules, players)
        leaf = LeafEvaluator(legend.net_named(legend.net_name(rules, players)))
    with TreeSearch(config, leaf).grow(nodes) as tree:
        tree.resume(view.packed, NO_EDGES)
        tree.simulate(view.packed, SEED, 0, nodes)
        return [float(visits) for visits in tree.root.visits]


def searches(nodes: int = NODES) -> dict[str, list[float]]:
    """Run every search."""
    return {
        f"{bot}, {preset} for {players}": counts(bot, view_of(preset, players), nodes)
        for bot, preset, players in SEARCHES
    }


def results(rough: bool) -> dict[str, Any]:
    """Return all results of this process."""
    if rough:
        return {"hashes": hashes(ROUGH_LIMIT), "searches": searches(ROUGH_NODES)}
    return {"hashes": hashes(), "searches": searches()}


if __name__ == "__main__":
    np.seterr(over="ignore")  # Hashes overflow on purpose.
    print(json.dumps(results("rough" in sys.argv)))
