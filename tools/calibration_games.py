"""Plays games of the legend against itself, from which `tools.calibration` learns and is measured.

    python -m tools.calibration_games FILE --games 1100

Each line of the file is one game, by a position of it and by who won in the end. The position is any one
of the game, all of them with the same chance; the actions that lead to it are listed, so that it can
be made again. There are two sets of games: the temperatures are fitted to one and proven on the
other. An interrupted run goes on where it was.
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

from cartagena.bots.budget import Budget
from cartagena.bots.families import FAMILIES
from cartagena.bots.registry import create
from cartagena.bots.self_play import ask
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
"""A game of so many moves is stopped and counts as won by nobody."""
NOBODY: Final = -1


@dataclass(frozen=True)
class Job:
    """One game that is to be played: it follows from these alone."""

    set: str
    family: str
    many: bool
    """Whether more than two play."""
    number: int

    def dealt(self) -> tuple[str, Game, Random]:
        """The preset, the game before its first move, and the luck of the players."""
        luck = Random(f"{self.set} {self.family} {self.many} {self.number}")
        preset = luck.choice(PRESETS[self.family])
        players = luck.randint(3, len(COLOURS)) if self.many else 2
        seed = luck.getrandbits(40)
        return preset, Game(preset, players, seed=seed), luck


@dataclass(frozen=True)
class Played:
    """A game by one of its positions, and the seat that won."""

    job: Job
    actions: tuple[int, ...]
    winner: int

    def line(self) -> str:
        """As the file has it."""
        return json.dumps(
            {**asdict(self.job), "actions": self.actions, "winner": self.winner},
            separators=(",", ":"),
        )

    @classmethod
    def read(cls, line: str) -> "Played":
        """Read a line of the file."""
        told = json.loads(line)
        actions, winner = tuple(told.pop("actions")), int(told.pop("winner"))
        return cls(Job(**told), actions, winner)

    def position(self) -> Game:
        """The game as it stood there."""
        _, game, _ = self.job.dealt()
        for action in self.actions:
            game.push(next(move for move in game.legal_moves if move.action == action))
        return game


def jobs(games: int) -> Iterator[Job]:
    """So many games of each family with two players, and as many with more, in turns."""
    for number in range(games):
        for which in SETS:
            for family in FAMILIES:
                for many in (False, True):
                    yield Job(which, family, many, number)


def play(job: Job) -> Played:
    """Play a game to its end and choose one of its positions."""
    _, game, luck = job.dealt()
    bots = {colour: create(PLAYER) for colour in game.players}
    actions: list[int] = []
    while not game.over and len(actions) < MAX_MOVES:
        legal = game.legal_moves
        move = legal[0] if len(legal) == 1 else ask(game, bots[game.decider], luck, BUDGET)
        actions.append(move.action)
        game.push(move)
    winner = NOBODY if game.winner is None else game.players.index(game.winner)
    return Played(job, tuple(actions[: luck.randrange(len(actions))]), winner)


def read_games(path: Path) -> list[Played]:
    """The games of a file; a last line that was cut off is left out."""
    if not path.exists():
        return []
    text = path.read_text("utf-8")
    return [Played.read(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def main() -> None:
    """Play what is missing in the file."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibration_games", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1_100, help="of each kind (default: 1100)")
    parser.add_argument("--jobs", type=int, help="processes (default: one a core)")
    wanted = parser.parse_args()
    known = read_games(wanted.file)
    done = {one.job for one in known}
    missing = [job for job in jobs(wanted.games) if job not in done]
    wanted.file.parent.mkdir(parents=True, exist_ok=True)
    wanted.file.write_text("".join(f"{one.line()}\n" for one in known), "utf-8")
    for family in FAMILIES:  # compile before the processes are made, so that none does it again
        play(Job(FITTING, family, False, 0))
    context = get_context("fork")
    with (
        wanted.file.open("a", encoding="utf-8") as out,
        context.Pool(wanted.jobs or os.cpu_count()) as pool,
    ):
        for number, one in enumerate(pool.imap(play, missing, chunksize=8), 1):
            out.write(f"{one.line()}\n")
            if number % 200 == 0:
                out.flush()
                print(f"{len(known) + number} games", flush=True)


if __name__ == "__main__":
    main()
