"""Play the bots or hints of two versions of the source against each other, in paired games.

    git worktree add build/old c3c2c47~1
    python -m tools.duel build/old/src src --player legend:400n --pairs 200

Each pair is one deal with the seats divided between the versions, played twice: the second time the
versions change seats. Equal versions win half of these games each, whatever the number of players.
`--player hint:64` plays the first move of a hint with 64 simulations.

Each version runs in its own processes, so the versions need only the same rules, the same notation and
the functions that `Engine` calls.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import IO, Any, Final, NamedTuple

PRESETS: Final = ("jamaica", "tortuga", "escape", "complete", "black-magic", "everything")
MAX_MOVES: Final = 5_000
"""Games are stopped after this many moves and count as half a win."""
HINT: Final = "hint"


@dataclass(frozen=True)
class Job:
    """One game to play: the deal, and the seats of the second version."""

    player: str
    preset: str
    players: int
    pair: int
    seats: tuple[int, ...]


class Played(NamedTuple):
    """The result of a game: the share of the second version in the win, and the number of moves."""

    score: float
    moves: int


class Status(NamedTuple):
    """The answer of a version about a position. Both versions must agree."""

    decider: int
    winner: int
    over: bool
    legal: list[str]


def serve(requests: IO[str], answers: IO[str]) -> None:
    """Answer requests, one a line, with the version of the package that Python imports."""
    from cartagena.analysis.ranking import hint
    from cartagena.bots import Budget, View, create
    from cartagena.game import Game

    def choose(game: Game, bots: dict[str, Any], player: str, seed: int) -> str:
        name, _, budget = player.partition(":")
        if name == HINT:
            return str(hint(game, int(budget), seed).candidates[0].move)
        bot = bots.setdefault(game.decider, create(name))
        view = View.of(game, game.decider)
        nodes = Budget(nodes=int(budget.removesuffix("n")))
        return str(bot.choose(view, game.legal_moves, Random(seed), nodes).text)

    def status(game: Game) -> Status:
        decider = -1 if game.over else game.players.index(game.decider)
        winner = -1 if game.winner is None else game.players.index(game.winner)
        return Status(decider, winner, game.over, [move.text for move in game.legal_moves])

    game, bots = Game("jamaica", 2, seed=1), dict[str, Any]()
    for line in requests:
        kind, *arguments = json.loads(line)
        answer: object
        if kind == "deal":
            preset, players, seed = arguments
            game, bots = Game(preset, players, seed=seed), {}
            answer = status(game)
        elif kind == "push":
            game.push(*arguments)
            answer = status(game)
        else:
            answer = choose(game, bots, *arguments)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


class Engine:
    """A process with one version of the package."""

    def __init__(self, source: Path) -> None:
        path = os.pathsep.join([str(source.resolve()), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "PYTHONPATH": path.rstrip(os.pathsep)}
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )

    def ask(self, *request: object) -> Any:
        """Send a request and wait for its answer."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()


def jobs(player: str, presets: Sequence[str], players: Sequence[int], pairs: int) -> Iterator[Job]:
    """Yield both games of each pair, for each preset and number of players in turn."""
    for pair in range(pairs):
        for preset in presets:
            for count in players:
                rng = Random(f"{preset} {count} {pair}")
                size = rng.choice((count // 2, (count + 1) // 2))
                seats = set(rng.sample(range(count), size))
                for part in (seats, set(range(count)) - seats):
                    yield Job(player, preset, count, pair, tuple(sorted(part)))


def play(job: Job, engines: Sequence[Engine]) -> Played:
    """Play a game. Raises `RuntimeError` if the versions disagree about a position."""
    rng = Random(f"{job.preset} {job.players} {job.pair}")
    deal = ("deal", job.preset, job.players, rng.getrandbits(40))
    request, moves = deal, 0
    while True:
        first, second = (engine.ask(*request) for engine in engines)
        if first != second:
            raise RuntimeError(f"{job}: after {moves} moves {first} is not {second}")
        status = Status(*first)
        if status.over or moves == MAX_MOVES:
            score = 0.5 if status.winner < 0 else float(status.winner in job.seats)
            return Played(score, moves)
        move = status.legal[0]
        if len(status.legal) > 1:
            engine = engines[status.decider in job.seats]
            move = engine.ask("choose", job.player, rng.getrandbits(62))
        request, moves = ("push", move), moves + 1  # type: ignore[assignment]


def report(scores: dict[Job, Played]) -> str:
    """Return one line for each number of players and one for all games."""
    lines = [f"{'players':>8} {'games':>6} {'score of the second':>20} {'95 %':>8} {'moves':>6}"]
    counts = sorted({job.players for job in scores})
    for name, chosen in [*((str(count), [count]) for count in counts), ("all", counts)]:
        selected = {job: one for job, one in scores.items() if job.players in chosen}
        pairs: dict[tuple[str, int, int], list[float]] = {}
        for job, one in selected.items():
            pairs.setdefault((job.preset, job.players, job.pair), []).append(one.score)
        means = [fmean(pair) for pair in pairs.values() if len(pair) == 2]
        error = 1.96 * stdev(means) / len(means) ** 0.5 if len(means) > 1 else float("nan")
        moves = fmean(one.moves for one in selected.values())
        lines.append(
            f"{name:>8} {len(selected):>6} {fmean(means or [0.5]):>19.1%} {error:>8.1%} {moves:>6.0f}"
        )
    return "\n".join(lines)


def main() -> None:
    """Play the games and print the score of the second version."""
    parser = argparse.ArgumentParser(prog="python -m tools.duel", description=__doc__)
    parser.add_argument("first", type=Path, help="folder that contains the older `cartagena`")
    parser.add_argument("second", type=Path, help="folder that contains the newer `cartagena`")
    parser.add_argument("--player", default="legend:400n", help="(default: legend:400n)")
    parser.add_argument("--presets", default=",".join(PRESETS))
    parser.add_argument("--players", default="3,4,5", help="numbers of players (default: 3,4,5)")
    parser.add_argument(
        "--pairs", type=int, default=12, help="for each preset and number of players"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--games", type=Path, help="file for one line per game")
    options = parser.parse_args()
    presets = options.presets.split(",")
    players = [int(count) for count in options.players.split(",")]
    work = list(jobs(options.player, presets, players, options.pairs))
    engines, own = list[Engine](), threading.local()
    scores = dict[Job, Played]()

    def start() -> list[Engine]:
        both = [Engine(options.first), Engine(options.second)]
        engines.extend(both)
        return both

    def run(job: Job) -> tuple[Job, Played]:
        if not hasattr(own, "engines"):
            own.engines = start()
        return job, play(job, own.engines)

    own.engines = start()
    for preset in presets:  # compile everything once, before the other processes start
        play(Job(options.player, preset, players[0], 0, (0,)), own.engines)
    try:
        with ThreadPoolExecutor(options.jobs) as pool:
            for number, (job, one) in enumerate(pool.map(run, work), 1):
                scores[job] = one
                if options.games:
                    with options.games.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({**asdict(job), **one._asdict()}) + "\n")
                if number % 50 == 0:
                    print(f"{number} of {len(work)} games", file=sys.stderr, flush=True)
    finally:
        for engine in engines:
            engine.close()
    print(report(scores))


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve(sys.stdin, sys.stdout)
    else:
        main()
