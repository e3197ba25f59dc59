"""Calibrate the bot levels and measure the steps between them.

`make levels` plays each level against the one below it, and some games against all others, and writes
the table into docs/bots.md. With `--calibrate` it finds the strengths instead: level by level, from the
bottom up, it looks for the amount of noise (or of simulations) with which a level wins the target share
against the one below, and writes bots/levels.toml. All games are played in the arena, every deal from
both seats. Calibration and measurement never share a deal.
"""

import argparse
import sys
import tomllib
from collections.abc import Mapping, Sequence
from itertools import takewhile
from math import sqrt
from pathlib import Path
from typing import Final

from cartagena.bots import create, searches
from cartagena.bots.bot import is_quick
from cartagena.bots.families import FAMILIES
from cartagena.bots.handicap import FILE, Strength
from cartagena.bots.registry import BOTS, LEVELS
from cartagena.cli.workers import choose_workers
from cartagena.lab.arena.match import GameResult
from cartagena.lab.arena.ratings import Ratings
from cartagena.lab.arena.results import read_file
from cartagena.lab.arena.run import run_arena
from cartagena.lab.arena.schedule import Settings
from cartagena.lab.arena.statistics import Deals, Rate, pairing
from cartagena.rules.options import Rules

ROOT: Final = Path(__file__).parents[1]
STRENGTHS: Final = ROOT / "src" / "cartagena" / "bots" / FILE
PAGE: Final = ROOT / "docs" / "bots.md"
GAMES: Final = ROOT / "build" / "levels"
"""The measured games. An interrupted run is resumed from here."""

LADDER: Final = tuple(BOTS)
PRESETS: Final = {
    "plain": ("jamaica", "tortuga", "escape"),
    "complete": ("complete",),
    "spells": ("black-magic", "everything"),
}
SEARCHING: Final = frozenset(name for name in LADDER if searches(create(name)))
"""The levels that think by the clock."""
BUDGET: Final = "100ms"
TUNING_SEED, PROOF_SEED = 14, 2017
BEGIN, END = "<!-- levels: begin -->\n", "<!-- levels: end -->\n"
HEAD: Final = """\
# The strength of each level in each family of rules: noise in spaces, or for helmsman and first mate the
# number of simulations, and the factor by which it varies from game to game. Written by `make levels`.
"""
STEPS: Final = 6
"""Bisection steps per amount. The last one changes it by less than a tenth."""
MAX_FACTOR: Final = 4.0
"""Maximum factor between the new amount and the previous one."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Calibrate, or measure and write the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.levels", description=__doc__)
    parser.add_argument("--family", choices=FAMILIES, action="append", help="(default: all)")
    parser.add_argument("--level", choices=LADDER, action="append", help="(default: all)")
    parser.add_argument("--calibrate", action="store_true", help="find the strengths")
    parser.add_argument(
        "--target", type=float, default=0.75, help="target share of wins (default: 0.75)"
    )
    parser.add_argument("--deals", type=int, default=210, help="deals per family (default: 210)")
    parser.add_argument(
        "--searched", type=int, default=30, help="deals if a bot searches (default: 30)"
    )
    parser.add_argument(
        "--others",
        type=int,
        default=6,
        help="deals between levels that are not neighbours (default: 6)",
    )
    parser.add_argument("--jobs", type=int, help="processes (default: one per core)")
    parser.add_argument("--report", action="store_true", help="only write the table")
    options = parser.parse_args(arguments)
    families, levels = options.family or FAMILIES, options.level or LADDER[1:]
    written = read_strengths(STRENGTHS.read_text("utf-8"))
    if options.calibrate:
        for family in families:
            for level in levels:
                if level in written[family]:
                    calibrate(written, family, level, options.target, options.deals, options.jobs)
                    STRENGTHS.write_text(strengths_text(written), "utf-8")
        return 0
    if not options.report:
        for family in families:
            for level in levels:
                for pair in pairs(level):
                    deals = options.deals
                    if pair != neighbours(level):
                        deals = options.others
                    elif SEARCHING & set(pair):
                        deals = options.searched
                    if deals:
                        measure(written[family], family, pair, deals, options.jobs)
    text = PAGE.read_text("utf-8")
    PAGE.write_text(replace_table(text, report(written)), "utf-8")
    return 0


def neighbours(level: str) -> tuple[str, str]:
    """Return a level and the level below it."""
    return level, LADDER[LADDER.index(level) - 1]


def pairs(level: str) -> list[tuple[str, str]]:
    """Pair a level with each level below it, nearest first."""
    return [(level, other) for other in reversed(LADDER[: LADDER.index(level)])]


def read_strengths(text: str) -> dict[str, dict[str, Strength]]:
    """Read the strengths by family and level."""
    return {
        family: {level: Strength(**values) for level, values in levels.items()}
        for family, levels in tomllib.loads(text).items()
    }


def strengths_text(strengths: Mapping[str, Mapping[str, Strength]]) -> str:
    """Format the file of strengths."""
    parts = [HEAD]
    for family, levels in strengths.items():
        lines = [
            f"{level} = {{noise_or_nodes = {strength.noise_or_nodes:g}, spread = {strength.spread:g}}}"
            for level, strength in levels.items()
        ]
        parts.append("\n".join(["", f"[{family}]", *lines, ""]))
    return "".join(parts)


# Calibrating.


def label(level: str, strength: Strength | None) -> str:
    """Name a level with its strength, as an entrant of the arena."""
    if strength is None:
        return level
    return f"{level}@noise_or_nodes={strength.noise_or_nodes:g},spread={strength.spread:g}"


def calibrate(
    strengths: dict[str, dict[str, Strength]],
    family: str,
    level: str,
    target: float,
    deals: int,
    jobs: int | None,
) -> None:
    """Find the amount with which a level wins the target share against the level below."""
    one, other = neighbours(level)
    family_strengths = strengths[family]
    below = label(other, family_strengths.get(other))
    old = family_strengths[one]
    more_is_better = not is_quick(create(one))  # more simulations help, more noise hurts
    low, high = old.noise_or_nodes / MAX_FACTOR, old.noise_or_nodes * MAX_FACTOR
    for _ in range(STEPS):
        candidate = Strength(rounded(sqrt(low * high)), old.spread)
        games = play((label(one, candidate), below), family, deals, TUNING_SEED, jobs)
        rate = pairing(games, label(one, candidate), below)
        print(f"{family}: {label(one, candidate)} against {below}: {rate}", flush=True)
        family_strengths[one] = candidate
        if (rate.value > target) == more_is_better:
            high = candidate.noise_or_nodes
        else:
            low = candidate.noise_or_nodes


def rounded(amount: float) -> float:
    """Round to three significant digits."""
    return float(f"{amount:.3g}")


# Measuring.


def play(
    bots: tuple[str, str],
    family: str,
    deals: int,
    seed: int,
    jobs: int | None,
    name: str = "",
) -> list[list[GameResult]]:
    """Play `deals` deals, split between the presets of a family. A name stores them in files."""
    all_games: list[list[GameResult]] = []
    for preset in PRESETS[family]:
        out = GAMES / f"{preset}-{name}.jsonl" if name else None
        if out is not None:
            out.parent.mkdir(parents=True, exist_ok=True)
        budget = BUDGET if SEARCHING & set(bots) else ""
        settings = Settings(Rules.preset(preset), 2, bots, seed, budget)
        share = -(-deals // len(PRESETS[family]))
        file, interrupted = run_arena(
            settings,
            settings.entrants(),
            share,
            choose_workers(jobs),
            out=out,
            resume_file=True,
        )
        if interrupted:
            sys.exit(130)
        all_games += file.complete_deals()
    return all_games


def file_name(pair: tuple[str, str], strengths: Mapping[str, Strength]) -> str:
    """Name the file of a pair. The name depends on the strengths and the seed."""
    parts = []
    for name in pair:
        strength = strengths.get(name)
        parts.append(
            name if strength is None else f"{name}_{strength.noise_or_nodes:g}_{strength.spread:g}"
        )
    return "-".join((*parts, str(PROOF_SEED)))


def measure(
    strengths: Mapping[str, Strength],
    family: str,
    pair: tuple[str, str],
    deals: int,
    jobs: int | None,
) -> None:
    """Let two levels play each other on deals that calibration does not use."""
    games = play(pair, family, deals, PROOF_SEED, jobs, file_name(pair, strengths))
    print(f"{family}: {' against '.join(pair)}: {pairing(games, *pair)}", flush=True)


# Reporting.


def stored_games(strengths: Mapping[str, Strength], family: str, pair: tuple[str, str]) -> Deals:
    """Read the measured games of two levels."""
    all_games: list[list[GameResult]] = []
    for preset in PRESETS[family]:
        file = GAMES / f"{preset}-{file_name(pair, strengths)}.jsonl"
        if file.exists():
            all_games += read_file(file).complete_deals()
    return all_games


def report(strengths: Mapping[str, Mapping[str, Strength]]) -> str:
    """Format the table of steps and ratings, up to the first level that was not measured."""
    columns = [column(strengths[family], family) for family in FAMILIES]
    head = "".join(f" {family} | Elo |" for family in FAMILIES)
    lines = [f"| level | wins against |{head}", f"| --- | --- |{' --- | ---: |' * len(FAMILIES)}"]
    for row, level in enumerate(LEVELS):
        cells = "".join(f" {step} | {elo} |" for step, elo in (each[row] for each in columns))
        lines.append(f"| `{level}` | {neighbours(level)[1]} |{cells}")
    return "\n".join(lines) + "\n"


def column(strengths: Mapping[str, Strength], family: str) -> list[tuple[str, str]]:
    """Return the step to each level and its rating, both empty if not measured."""
    steps = {level: stored_games(strengths, family, neighbours(level)) for level in LEVELS}
    measured = list(takewhile(lambda level: steps[level], LEVELS))
    if not measured:
        return [("", "")] * len(LEVELS)
    games = [
        deal
        for level in measured
        for pair in pairs(level)
        for deal in stored_games(strengths, family, pair)
    ]
    ratings = Ratings(["drunk", *measured], games, "drunk")
    cells = []
    for level in measured:
        elo = ratings.difference(level, "drunk")
        rating = f"{elo.elo:.0f} ± {(elo.high - elo.low) / 2:.0f}"
        cells.append((step_text(pairing(steps[level], *neighbours(level))), rating))
    return cells + [("", "")] * (len(LEVELS) - len(cells))


def step_text(rate: Rate) -> str:
    """Format a share with its interval and the number of games."""
    return f"{rate.value:.0%} ({100 * rate.low:.0f}–{100 * rate.high:.0f}) of {rate.count}".replace(
        "%", " %"
    )


def replace_table(page: str, table: str) -> str:
    """Return the page with a new table."""
    front, begin, rest = page.partition(BEGIN)
    _, end, back = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} lacks the markers of the table.")
    return f"{front}{begin}\n{table}\n{end}{back}"


if __name__ == "__main__":
    sys.exit(main())
