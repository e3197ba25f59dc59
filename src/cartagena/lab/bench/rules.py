"""`cartagena bench`: how fast the rules run on one core, and beside it OpenSpiel's backgammon.

Rates are per second of processor time of the one thread that works. Machines are noisy all the
same: compare the figures of one run with each other, not with another day's.
"""

import json as json_module
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from cartagena.game import Game
from cartagena.lab.bench import simulate
from cartagena.lab.bench.bots import bosun_milliseconds, captain_rate
from cartagena.lab.bench.openspiel import backgammon_rate
from cartagena.rules import batch
from cartagena.rules.chance.seeds import words
from cartagena.rules.options import Rules
from cartagena.rules.presets import GAMES
from cartagena.rules.state import new_scratches
from cartagena.sim import Simulator

_GAMES = 64
"""Games between two looks at the clock."""

_OBSERVED = 256
"""Actions of each between two looks, where all are observed."""

_BOT_PRESETS = ("jamaica", "tortuga", "escape", "complete", "everything")

_LIMIT = 20_000
"""Actions after which a game of random play is given up."""


def run(seconds: float, json: bool) -> int:
    """Measure everything, each for so many seconds, and print a table or one JSON document."""
    say = _say_on_stderr if json else print
    say(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    figures: dict[str, Any] = {"start": _starts(say), "random_play": []}
    say(f"\n{'random play, one core':<24}{'players':>8}{'actions/s':>14}{'games/s':>10}", end="")
    say(f"{'mask, observation':>20}")
    for preset in GAMES:
        for players in range(2, 6):
            figures["random_play"].append(row := random_play(preset, players, seconds))
            say(f"{preset:<24}{players:>8}{row['actions_per_second']:>14,}", end="")
            say(f"{row['games_per_second']:>10,}{row['observed_actions_per_second']:>20,}")
    say("\ndriven from Python, jamaica, 2 players")
    for name, measure in (("Game", drive_game), ("array API", drive_arrays)):
        figures[f"python_{name.lower().replace(' ', '_')}"] = rate = round(measure(seconds))
        say(f"{name:<32}{rate:>14,} actions/s")
    figures["bots"] = _bots(seconds, say)
    figures["openspiel_backgammon"] = yardstick = backgammon_rate(seconds)
    if yardstick is None:
        say("OpenSpiel is not installed (the extra `bench` brings it).")
    else:
        ratio = figures["random_play"][0]["actions_per_second"] / yardstick
        figures["times_openspiel"] = round(ratio)
        say(f"{'OpenSpiel backgammon':<32}{yardstick:>14,} actions/s", end="")
        say(f"; jamaica runs {ratio:,.0f} times that")
    if json:
        print(json_module.dumps(figures, indent=1))
    return 0


def _bots(seconds: float, say: Callable[..., None]) -> list[dict[str, Any]]:
    """How fast bosun and captain think, two players."""
    say(f"\n{'bots, one core':<24}{'captain, sims/s':>20}{'bosun, ms per move':>20}")
    rows = []
    for preset in _BOT_PRESETS:
        rate, milliseconds = captain_rate(preset, seconds), bosun_milliseconds(preset)
        rows.append(
            {
                "preset": preset,
                "captain_simulations_per_second": rate,
                "bosun_median_ms": milliseconds,
            }
        )
        say(f"{preset:<24}{rate:>20,}{milliseconds:>20.2f}")
    return rows


def _say_on_stderr(text: str, end: str = "\n") -> None:
    print(text, end=end, file=sys.stderr, flush=True)


def _repeat(work: Callable[[int], int], seconds: float) -> tuple[int, int, float]:
    """Call the work with growing seeds until the time is up: calls, their sum, seconds taken."""
    work(0)
    calls = total = 0
    started = time.thread_time()
    while (taken := time.thread_time() - started) < seconds:
        calls += 1
        total += work(calls * _GAMES)
    return calls, total, taken


def random_play(preset: str, players: int, seconds: float) -> dict[str, Any]:
    """Whole games in one compiled loop; and a batch with mask and observation at every step."""
    states, scratches = batch.prepare(Rules.preset(preset), players), new_scratches()
    lengths = np.zeros(_GAMES, np.int64)
    games = Simulator(preset, players, _GAMES, seed=1, threads=1)
    calls, actions, taken = _repeat(
        lambda seed: int(simulate.play_games(states, 0, scratches, seed, _LIMIT, lengths)), seconds
    )

    def observe(_: int) -> int:
        games.play("random", _OBSERVED, show_all=True)
        return _GAMES * _OBSERVED

    _, observed, taken_observed = _repeat(observe, seconds)
    return {
        "preset": preset,
        "players": players,
        "actions_per_second": round(actions / taken),
        "games_per_second": round(calls * _GAMES / taken),
        "observed_actions_per_second": round(observed / taken_observed),
    }


def drive_game(seconds: float) -> float:
    """Actions a second through `Game`, with the legal moves asked for at every step."""

    def play(seed: int) -> int:
        game = Game("jamaica", 2, seed)
        pushed = 0
        while not game.over:
            moves = game.legal_moves
            game.push(moves[pushed * 7919 % len(moves)])
            pushed += 1
        return pushed

    _, actions, taken = _repeat(play, seconds)
    return actions / taken


def drive_arrays(seconds: float) -> float:
    """Actions a second through the array API, one call for the list and one for the action."""
    states, scratches = batch.prepare(Rules.preset("jamaica"), 2), new_scratches()
    listed, results = batch.new_list(), states["result"]

    def play(seed: int) -> int:
        batch.deal(states, 0, words(seed), 0)
        made = 0
        while not results[0]:
            n = batch.list_legal(states, 0, scratches, listed)
            batch.apply(states, 0, listed[made * 7919 % n], scratches)
            made += 1
        return made

    _, actions, taken = _repeat(play, seconds)
    return actions / taken


def _starts(say: Callable[..., None]) -> dict[str, float]:
    """How long a new process takes to import, to compile everything, and to find it again."""
    first_move = "from cartagena import Game; g = Game('escape', 2, 1); g.push(g.legal_moves[0])"
    with tempfile.TemporaryDirectory() as folder:
        cold = {**os.environ, "CARTAGENA_CACHE": folder}
        figures = {
            "import_seconds": _time_process("import cartagena", cold),
            "compile_seconds": _time_process(
                "from cartagena.rules.warm_up import warm_up; warm_up()", cold
            ),
            "first_move_from_cache_seconds": _time_process(first_move, cold),
        }
    for name, seconds in figures.items():
        say(f"{name.replace('_', ' '):<40}{seconds:>8.2f}")
    return figures


def _time_process(code: str, environment: dict[str, str]) -> float:
    """Seconds that the code takes in a process of its own, without starting Python itself."""
    timed = f"import time; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
    done = subprocess.run(
        [sys.executable, "-c", timed], env=environment, capture_output=True, text=True, check=True
    )
    return round(float(done.stdout), 3)
