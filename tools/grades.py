"""Collect the grade set: decisions of the legend's games, with what each move loses.

    python -m tools.grades collect build/grades.jsonl --games 240 --minutes 9
    python -m tools.grades write build/grades*.jsonl

The first command plays games of the legend against itself and measures some decisions of each. It may
be interrupted: the next run continues with the games that the file is missing. The second command puts
the games of one or more files together and writes the set that `cartagena grade` reads.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from cartagena.bots.bot import Budget, choose_move
from cartagena.bots.families import FAMILIES
from cartagena.bots.registry import create
from cartagena.game import Game
from cartagena.lab.grades.grade_set import (
    GradedDecision,
    GradedGame,
    game_of,
    line_of,
    read_set,
    view_digest,
    write_set,
)
from cartagena.lab.grades.losses import Effort, move_losses
from tools.calibration_games import MAX_MOVES, PRESETS

GRADES: Final = Path(__file__).parents[1] / "data" / "grades" / "grades.jsonl.gz"
SEED: Final = 770029
PLAYER: Final = "legend"
NODES: Final = 300
PLAYERS: Final = (2, 4)
DECISIONS: Final = 3
"""Decisions of a game. More would be too similar."""
FIRST_TREE_SEED: Final = 1 << 32


class Job(NamedTuple):
    """One game to play, which is determined by these fields."""

    family: str
    players: int
    number: int


def jobs(games: int) -> Iterator[Job]:
    """Yield `games` games of each family and number of players, in turns."""
    for number in range(games):
        for family in FAMILIES:
            for players in PLAYERS:
                yield Job(family, players, number)


def grade_game(job: Job, effort: Effort) -> GradedGame:
    """Play a game and measure some of its decisions."""
    rng = Random(f"{SEED} {job.family} {job.players} {job.number}")
    presets = PRESETS[job.family]
    preset, seed = presets[job.number % len(presets)], rng.getrandbits(40)
    game = Game(preset, job.players, seed=seed)
    bots = {colour: create(PLAYER) for colour in game.players}
    moves, unforced = list[str](), list[int]()
    while not game.over and len(moves) < MAX_MOVES:
        legal = game.legal_moves
        move = legal[0]
        if len(legal) > 1:
            unforced.append(len(moves))
            move = choose_move(game, bots[game.decider], rng, Budget(nodes=NODES))
        moves.append(move.text)
        game.push(move)
    chosen = sorted(rng.sample(unforced, min(DECISIONS, len(unforced))))
    decisions = list[GradedDecision]()
    game = Game(preset, job.players, seed=seed)
    for number in range(chosen[-1] + 1):
        if number in chosen:
            tree_seed = FIRST_TREE_SEED * rng.getrandbits(24)
            view = game.packed_view(game.decider)
            losses = move_losses(view, list(game.legal_moves), tree_seed, effort)
            decisions.append(GradedDecision(number, view_digest(game), losses))
        game.push(moves[number])
    return GradedGame(*job, preset, seed, tuple(moves[: chosen[-1]]), tuple(decisions))


def read_lines(path: Path) -> list[GradedGame]:
    """Read the games of a file, ignoring an incomplete last line."""
    if not path.exists():
        return []
    text = path.read_text("utf-8")
    return [game_of(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def collect(path: Path, games: int, effort: Effort, minutes: float, processes: int | None) -> None:
    """Measure the games that the file is missing, until the time is up."""
    until = time.monotonic() + 60 * minutes
    stored = read_lines(path)
    done = {game.key for game in stored}
    missing = [job for job in jobs(games) if tuple(job) not in done]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(map(line_of, stored)), "utf-8")
    pool = multiprocessing.get_context("fork").Pool(processes or os.cpu_count())
    with path.open("a", encoding="utf-8") as out:
        results = pool.imap_unordered(partial(grade_game, effort=effort), missing)
        for number in range(1, len(missing) + 1):
            try:
                game = results.next(until - time.monotonic())
            except multiprocessing.TimeoutError:
                break
            out.write(line_of(game))
            out.flush()
            if number % 50 == 0:
                print(f"{len(stored) + number} games", file=sys.stderr, flush=True)
    pool.terminate()
    pool.join()


def recipe(effort: Effort, commit: str) -> dict[str, Any]:
    """Return the first line of the set: everything that is needed to measure it again."""
    return {
        "seed": SEED,
        "games": f"{PLAYER}:{NODES}n",
        "decisions_per_game": DECISIONS,
        "effort": asdict(effort),
        "commit": commit,
    }


def summary(games: Sequence[GradedGame]) -> str:
    """Return the number of decisions of each kind and how exact their losses are."""
    lines = []
    for family in FAMILIES:
        for players in PLAYERS:
            chosen = [one for one in games if (one.family, one.players) == (family, players)]
            decisions = [decision for game in chosen for decision in game.decisions]
            errors = [
                max(one.error for one in decision.losses.values() if one.is_plausible)
                for decision in decisions
            ] or [0.0]
            lines.append(
                f"{family:>8} {players}: {len(chosen):>5} games {len(decisions):>5} decisions, "
                f"error of the least exact difference {100 * float(np.mean(errors)):.2f} on average, "
                f"at most 0.7 in {np.mean(np.array(errors) <= 0.00705):.1%}"
            )
    return "\n".join(lines)


def main() -> None:
    """Collect games, or write the set."""
    parser = argparse.ArgumentParser(prog="python -m tools.grades", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    collector = commands.add_parser("collect")
    collector.add_argument("file", type=Path)
    collector.add_argument("--games", type=int, default=240, help="of each kind (default: 240)")
    collector.add_argument("--minutes", type=float, default=1e6, help="stop after this time")
    collector.add_argument("--jobs", type=int, help="processes (default: one per core)")
    writer = commands.add_parser("write")
    writer.add_argument("files", type=Path, nargs="+")
    writer.add_argument("--commit", required=True, help="the commit that measured the games")
    options = parser.parse_args()
    effort = Effort()
    if options.command == "collect":
        collect(options.file, options.games, effort, options.minutes, options.jobs)
        print(summary(read_lines(options.file)))
        return
    games = {game.key: game for path in options.files for game in read_lines(path)}
    GRADES.parent.mkdir(parents=True, exist_ok=True)
    write_set(GRADES, recipe(effort, options.commit), games.values())
    written = read_set(GRADES)
    print(summary(written.games))
    print(f"{written.decisions} decisions, {GRADES.stat().st_size} bytes, SHA-256 {written.digest}")


if __name__ == "__main__":
    main()
