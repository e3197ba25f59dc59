"""Play games of the legend against itself for `tools.calibration`.

    python -m tools.calibration_games FILE --games 1100

Each line of the file is one game: the actions up to a random position, and the winner. There are two
sets of games, one to fit the temperatures and one to measure them. An interrupted run can be continued.
"""

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

from cartagena.bots.bot import Budget, choose_move
from cartagena.bots.families import FAMILIES
from cartagena.bots.registry import create
from cartagena.game import Game
from cartagena.rules.components import COLOURS

FITTING, PROOF = "fitting", "proof"
SETS: Final = (FITTING, PROOF)
PLAYER: Final = "legend"
BUDGET: Final = Budget(nodes=100)
PRESETS: Final = {
    "plain": (
        *("jamaica", "tortuga", "hispaniola", "escape", "island"),
        *("morgan", "filibusters", "short", "long"),
    ),
    "complete": ("complete",),
    "spells": ("black-magic", "everything"),
}
MAX_MOVES: Final = 5_000
"""Games are stopped after this many moves and count as having no winner."""
NOBODY: Final = -1


@dataclass(frozen=True)
class Job:
    """One game to play, which is determined by these fields."""

    set: str
    family: str
    many: bool
    """True for more than two players."""
    number: int

    def deal(self) -> tuple[str, Game, Random]:
        """Return the preset, the game before its first move, and the random generator."""
        rng = Random(f"{self.set} {self.family} {self.many} {self.number}")
        preset = rng.choice(PRESETS[self.family])
        players = rng.randint(3, len(COLOURS)) if self.many else 2
        seed = rng.getrandbits(40)
        return preset, Game(preset, players, seed=seed), rng


@dataclass(frozen=True)
class Played:
    """One position of a game, and the seat that won."""

    job: Job
    actions: tuple[int, ...]
    winner: int

    def line(self) -> str:
        """Return the line of the file."""
        return json.dumps(
            {**asdict(self.job), "actions": self.actions, "winner": self.winner},
            separators=(",", ":"),
        )

    @classmethod
    def read(cls, line: str) -> "Played":
        """Read a line of the file."""
        document = json.loads(line)
        actions, winner = tuple(document.pop("actions")), int(document.pop("winner"))
        return cls(Job(**document), actions, winner)

    def position(self) -> Game:
        """Replay the game up to the position."""
        _, game, _ = self.job.deal()
        for action in self.actions:
            game.push(next(move for move in game.legal_moves if move.action == action))
        return game


def jobs(games: int) -> Iterator[Job]:
    """Yield `games` games of each set, family and number of players, in turns."""
    for number in range(games):
        for which in SETS:
            for family in FAMILIES:
                for many in (False, True):
                    yield Job(which, family, many, number)


def play(job: Job) -> Played:
    """Play a game to its end and choose a random position."""
    _, game, rng = job.deal()
    bots = {colour: create(PLAYER) for colour in game.players}
    actions: list[int] = []
    while not game.over and len(actions) < MAX_MOVES:
        legal = game.legal_moves
        move = legal[0] if len(legal) == 1 else choose_move(game, bots[game.decider], rng, BUDGET)
        actions.append(move.action)
        game.push(move)
    winner = NOBODY if game.winner is None else game.players.index(game.winner)
    return Played(job, tuple(actions[: rng.randrange(len(actions))]), winner)


def read_games(path: Path) -> list[Played]:
    """Read the games of a file, ignoring an incomplete last line."""
    if not path.exists():
        return []
    text = path.read_text("utf-8")
    return [Played.read(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def main() -> None:
    """Play the games that the file is missing."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibration_games", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--games", type=int, default=1_100, help="games of each kind (default: 1100)"
    )
    parser.add_argument("--jobs", type=int, help="processes (default: one per core)")
    options = parser.parse_args()
    known = read_games(options.file)
    done = {one.job for one in known}
    missing = [job for job in jobs(options.games) if job not in done]
    options.file.parent.mkdir(parents=True, exist_ok=True)
    options.file.write_text("".join(f"{one.line()}\n" for one in known), "utf-8")
    for family in FAMILIES:  # compile before the processes start
        play(Job(FITTING, family, False, 0))
    context = get_context("fork")
    with (
        options.file.open("a", encoding="utf-8") as out,
        context.Pool(options.jobs or os.cpu_count()) as pool,
    ):
        for number, one in enumerate(pool.imap(play, missing, chunksize=8), 1):
            out.write(f"{one.line()}\n")
            if number % 200 == 0:
                out.flush()
                print(f"{len(known) + number} games", flush=True)


if __name__ == "__main__":
    main()
