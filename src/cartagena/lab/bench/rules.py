"""`cartagena bench`: the speed of the rules on one core, next to OpenSpiel's backgammon.

Rates are per second of CPU time of the one working thread. Machines are still noisy, so compare figures
within one run only.
"""

import json as json_module
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from cartagena.game import Game
from cartagena.lab.bench import simulate
from cartagena.lab.bench.bots import bosun_milliseconds, captain_rate
from cartagena.rules import batch
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.options import Rules
from cartagena.rules.presets import GAMES
from cartagena.rules.state import new_scratches
from cartagena.sim import Simulator

_GAMES = 64
"""Games per clock check."""

_OBSERVED = 256
"""Actions per game and clock check when every position is observed."""

_BOT_PRESETS = ("jamaica", "tortuga", "escape", "complete", "everything")

_LIMIT = 20_000
"""Actions after which a random game is stopped."""


def run(seconds: float, json: bool) -> int:
    """Run each measurement for `seconds` seconds, and print tables or one JSON document."""
    echo = _print_on_stderr if json else print
    echo(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    figures: dict[str, Any] = {"start": _starts(echo), "random_play": []}
    echo(f"\n{'random play, one core':<24}{'players':>8}{'actions/s':>14}{'games/s':>10}", end="")
    echo(f"{'mask, observation':>20}")
    for preset in GAMES:
        for players in range(2, 6):
            figures["random_play"].append(row := random_play(preset, players, seconds))
            echo(f"{preset:<24}{players:>8}{row['actions_per_second']:>14,}", end="")
            echo(f"{row['games_per_second']:>10,}{row['observed_actions_per_second']:>20,}")
    echo("\ndriven from Python, jamaica, 2 players")
    for name, measure in (("Game", drive_game), ("array API", drive_arrays)):
        figures[f"python_{name.lower().replace(' ', '_')}"] = rate = round(measure(seconds))
        echo(f"{name:<32}{rate:>14,} actions/s")
    figures["bots"] = _bots(seconds, echo)
    figures["openspiel_backgammon"] = reference = backgammon_rate(seconds)
    if reference is None:
        echo("OpenSpiel is not installed (pip install 'cartagena[bench]').")
    else:
        ratio = figures["random_play"][0]["actions_per_second"] / reference
        figures["times_openspiel"] = round(ratio)
        echo(f"{'OpenSpiel backgammon':<32}{reference:>14,} actions/s", end="")
        echo(f", and jamaica is {ratio:,.0f} times as fast")
    if json:
        print(json_module.dumps(figures, indent=1))
    return 0


def _bots(seconds: float, echo: Callable[..., None]) -> list[dict[str, Any]]:
    """Measure the bosun and the captain in two-player games."""
    echo(f"\n{'bots, one core':<24}{'captain, sims/s':>20}{'bosun, ms per move':>20}")
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
        echo(f"{preset:<24}{rate:>20,}{milliseconds:>20.2f}")
    return rows


def _print_on_stderr(text: str, end: str = "\n") -> None:
    print(text, end=end, file=sys.stderr, flush=True)


def _repeat(work: Callable[[int], int], seconds: float) -> tuple[int, int, float]:
    """Call `work` with growing seeds for some seconds. Returns calls, sum of results, and seconds."""
    work(0)
    calls = total = 0
    started = time.thread_time()
    while (elapsed := time.thread_time() - started) < seconds:
        calls += 1
        total += work(calls * _GAMES)
    return calls, total, elapsed


def random_play(preset: str, players: int, seconds: float) -> dict[str, Any]:
    """Measure complete games in one compiled loop, and a batch with all masks and observations."""
    states, scratches = batch.prepare(Rules.preset(preset), players), new_scratches()
    lengths = np.zeros(_GAMES, np.int64)
    games = Simulator(preset, players, _GAMES, seed=1, threads=1)
    calls, actions, elapsed = _repeat(
        lambda seed: int(simulate.play_games(states, 0, scratches, seed, _LIMIT, lengths)), seconds
    )

    def observe(_: int) -> int:
        games.play("random", _OBSERVED, observe_all=True)
        return _GAMES * _OBSERVED

    _, observed_actions, observed_elapsed = _repeat(observe, seconds)
    return {
        "preset": preset,
        "players": players,
        "actions_per_second": round(actions / elapsed),
        "games_per_second": round(calls * _GAMES / elapsed),
        "observed_actions_per_second": round(observed_actions / observed_elapsed),
    }


def drive_game(seconds: float) -> float:
    """Measure actions per second through `Game`, listing the legal moves at every step."""

    def play(seed: int) -> int:
        game = Game("jamaica", 2, seed)
        pushed = 0
        while not game.over:
            moves = game.legal_moves
            game.push(moves[pushed * 7919 % len(moves)])
            pushed += 1
        return pushed

    _, actions, elapsed = _repeat(play, seconds)
    return actions / elapsed


def drive_arrays(seconds: float) -> float:
    """Measure actions per second through the array API, with two calls per action."""
    states, scratches = batch.prepare(Rules.preset("jamaica"), 2), new_scratches()
    legal, results = batch.new_list(), states["result"]

    def play(seed: int) -> int:
        batch.deal(states, 0, key_words(seed), 0)
        applied = 0
        while not results[0]:
            n = batch.list_legal(states, 0, scratches, legal)
            batch.apply(states, 0, legal[applied * 7919 % n], scratches)
            applied += 1
        return applied

    _, actions, elapsed = _repeat(play, seconds)
    return actions / elapsed


def _starts(echo: Callable[..., None]) -> dict[str, float]:
    """Measure how long a new process takes to import, and to make the first move."""
    first_move = "from cartagena import Game; g = Game('escape', 2, 1); g.push(g.legal_moves[0])"
    figures = {
        "import_seconds": _time_process("import cartagena"),
        "first_move_seconds": _time_process(first_move),
    }
    for name, seconds in figures.items():
        echo(f"{name.replace('_', ' '):<40}{seconds:>8.2f}")
    return figures


def _time_process(code: str) -> float:
    """Return the seconds that the code takes in a new process, without starting Python."""
    program = f"import time; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return round(float(process.stdout), 3)


def backgammon_rate(seconds: float) -> int | None:
    """Measure actions per second of random play, including chance. None without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("backgammon")
    rng = random.Random(1)
    actions = 0
    started = time.thread_time()
    while (elapsed := time.thread_time() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    return round(actions / elapsed)
