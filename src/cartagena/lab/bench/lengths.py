"""Measure how long random games last, check for dead ends, and write docs/lengths.md.

Run ``python -m cartagena.lab.bench.lengths docs/lengths.md`` (``make lengths``).
"""

import sys
from pathlib import Path

import numpy as np

from cartagena.lab.bench import simulate
from cartagena.rules import batch
from cartagena.rules.options import Rules
from cartagena.rules.presets import PRESETS
from cartagena.rules.state import new_scratches
from cartagena.sim.steps import DEAD_END

GAMES = 10_000
LIMIT = 20_000
"""Actions after which a random game counts as not finished."""

_HEAD = f"""# How long random games last

How long a game lasts if all players move at random, and proof that no game reaches a dead end. To measure again:

    make lengths

It plays {GAMES:,} games of every preset, each with 2 and with 5 players, seeds 1 to {GAMES:,}. Every position had a legal
move until the game was over; a position without one would have stopped the run. Lengths are in actions and
decisions. A game with more than {LIMIT:,} counts as not finished.

| preset | players | median | mean | 99 % | longest | no winner | not finished |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def measure(preset: str, players: int, games: int = GAMES) -> str:
    """Play the games of one table row and return the row."""
    states, scratches = batch.prepare(Rules.preset(preset), players), new_scratches()
    lengths, winners = np.zeros(games, np.int64), np.zeros(games, np.int64)
    simulate.play_to_the_end(states, 0, scratches, 1, LIMIT, lengths, winners)
    if (lengths == DEAD_END).any():
        raise SystemExit(f"Dead end in {preset} with {players} players: no legal action.")
    unfinished = lengths == LIMIT
    finished = lengths[~unfinished]
    drawn = int((winners[~unfinished] < 0).sum())
    return (
        f"| {preset} | {players} | {np.median(lengths):.0f} | {finished.mean():.0f} | "
        f"{np.percentile(finished, 99):.0f} | {finished.max()} | {drawn} | "
        f"{int(unfinished.sum())} |"
    )


def main() -> int:
    """Measure every preset and write the page."""
    page = Path(sys.argv[1])
    lines = []
    for preset in PRESETS:
        for players in (2, 5):
            lines.append(measure(preset, players))
            print(lines[-1], flush=True)
    page.write_text(_HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
