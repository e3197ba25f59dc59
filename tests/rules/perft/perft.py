"""Perft: the number of action sequences from a position, with chance fixed by its seed.

`python -m tests.rules.perft` counts them again and writes perft.json next to this file. A changed
number means a changed rule.
"""

import json
from pathlib import Path
from typing import Final

from cartagena import Game
from cartagena.rules.presets import PRESETS
from tests.rules.games import played

COUNTS: Final = Path(__file__).with_name("perft.json")
SEED: Final = 1672
MAX_NODES: Final = 20_000
STARTS: Final = {
    f"{preset}, {players} players, after {moves} moves": (preset, players, moves)
    for preset in PRESETS
    for players, moves in ((2, 0), (5, 0), (3, 70))
}
"""The starts: every deal, and the middle of a game, where more can happen."""


def perft(game: Game, depth: int) -> int:
    """Count the sequences of `depth` moves. The end of a game ends a sequence early."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.legal_moves)
    nodes = 0
    for move in game.legal_moves:
        game.push(move)
        nodes += perft(game, depth - 1)
        game.undo()
    return nodes


def start(name: str) -> Game:
    """Return the game from which to count."""
    preset, players, moves = STARTS[name]
    return played(preset, players, SEED, moves)


def count(name: str) -> list[int]:
    """Return the counts of depth 1, 2, 3 … while counting is quick, at least to depth 2."""
    game = start(name)
    nodes: list[int] = []
    while len(nodes) < 2 or nodes[-1] * nodes[-1] < MAX_NODES * nodes[-2]:
        nodes.append(perft(game, len(nodes) + 1))
    return nodes


def main() -> None:
    """Count from every start and write the numbers to the file."""
    lines = [f"  {json.dumps(name)}: {json.dumps(count(name))}" for name in STARTS]
    COUNTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
