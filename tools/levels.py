"""The levels that people can climb: finds how strong each must be, and proves the steps.

`make levels` plays each level against the one below, and a little against all others, and writes the
table into docs/bots.md. With `--calibrate` it looks for the strengths: level by level, from the bottom up, the amount of noise
(or of simulations) with which a level wins the wanted share against the one below, and writes them
into bots/levels.toml, instead. All games are the arena's: every deal is played from both seats, on deals that
are never used for both.
"""

import argparse
import sys
import tomllib
from collections.abc import Mapping, Sequence
from itertools import takewhile
from math import sqrt
from pathlib import Path
from typing import Final

from cartagena.bots.families import FAMILIES
from cartagena.bots.handicap import FILE, LEVELS, Strength
from cartagena.cli.workers import choose_workers
from cartagena.lab.arena.match import Result
from cartagena.lab.arena.ratings import Ratings
from cartagena.lab.arena.results import Settings, read_results
from cartagena.lab.arena.run import run_arena
from cartagena.lab.arena.statistics import Deals, Rate, pairing
from cartagena.rules.options import Rules

ROOT: Final = Path(__file__).parents[1]
STRENGTHS: Final = ROOT / "src" / "cartagena" / "bots" / FILE
PAGE: Final = ROOT / "docs" / "bots.md"
GAMES: Final = ROOT / "build" / "levels"
"""The games that were measured: an interrupted run is resumed."""

LADDER: Final = ("drunk", *LEVELS)
PRESETS: Final = {
    "plain": ("jamaica", "tortuga", "escape"),
    "complete": ("complete",),
    "spells": ("black-magic", "everything"),
}
SEARCHING: Final = ("captain", "legend")
BUDGET: Final = "100ms"
TUNING_SEED, PROOF_SEED = 14, 2017
BEGIN, END = "<!-- levels: begin -->\n", "<!-- levels: end -->\n"
HEAD: Final = """\
# How strong each level is in each family of games: the noise in spaces, for helmsman and first mate the
# number of simulations, and by what factor that varies from game to game. Written by `make levels`.
"""
STEPS: Final = 6
"""Bisections of an amount: the last changes it by less than a tenth."""
WIDEST: Final = 4.0
"""By what factor an amount may differ from the one that was written before."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Calibrate if that is wanted, then measure and write the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.levels", description=__doc__)
    parser.add_argument("--family", choices=FAMILIES, action="append", help="(default: all)")
    parser.add_argument("--level", choices=LADDER, action="append", help="(default: all)")
    parser.add_argument("--calibrate", action="store_true", help="look for the strengths")
    parser.add_argument("--target", type=float, default=0.75, help="(default: 0.75)")
    parser.add_argument("--deals", type=int, default=210, help="of each family (default: 210)")
    parser.add_argument("--searched", type=int, default=30, help="with a search (default: 30)")
    parser.add_argument(
        "--others", type=int, default=6, help="of levels that are not neighbours (default: 6)"
    )
    parser.add_argument("--jobs", type=int, help="processes (default: one a core)")
    parser.add_argument("--report", action="store_true", help="only write the table")
    wanted = parser.parse_args(arguments)
    families, levels = wanted.family or FAMILIES, wanted.level or LADDER[1:]
    written = read_strengths(STRENGTHS.read_text("utf-8"))
    if wanted.calibrate:
        for family in families:
            for level in levels:
                if level in written[family]:
                    calibrate(written, family, level, wanted.target, wanted.deals, wanted.jobs)
                    STRENGTHS.write_text(strengths_text(written), "utf-8")
        return 0
    if not wanted.report:
        for family in families:
            for level in levels:
                for pair in pairs(level):
                    deals = wanted.deals
                    if pair != neighbours(level):
                        deals = wanted.others
                    elif set(pair) & set(SEARCHING):
                        deals = wanted.searched
                    if deals:
                        measure(written[family], family, pair, deals, wanted.jobs)
    text = PAGE.read_text("utf-8")
    PAGE.write_text(replaced(text, report(written)), "utf-8")
    return 0


def neighbours(level: str) -> tuple[str, str]:
    """A level and the one below it."""
    return level, LADDER[LADDER.index(level) - 1]


def pairs(level: str) -> list[tuple[str, str]]:
    """A level with each of those below it, the next one first."""
    return [(level, other) for other in reversed(LADDER[: LADDER.index(level)])]


def read_strengths(text: str) -> dict[str, dict[str, Strength]]:
    """The strengths by family and level, as their file has them."""
    return {
        family: {level: Strength(**values) for level, values in levels.items()}
        for family, levels in tomllib.loads(text).items()
    }


def strengths_text(strengths: Mapping[str, Mapping[str, Strength]]) -> str:
    """The file of the strengths."""
    parts = [HEAD]
    for family, levels in strengths.items():
        lines = [
            f"{level} = {{amount = {strength.amount:g}, spread = {strength.spread:g}}}"
            for level, strength in levels.items()
        ]
        parts.append("\n".join(["", f"[{family}]", *lines, ""]))
    return "".join(parts)


# Calibrating.


def label(level: str, strength: Strength | None) -> str:
    """A level with its strength, as the arena names an entrant."""
    if strength is None:
        return level
    return f"{level}@amount={strength.amount:g},spread={strength.spread:g}"


def calibrate(
    strengths: dict[str, dict[str, Strength]],
    family: str,
    level: str,
    target: float,
    deals: int,
    jobs: int | None,
) -> None:
    """Find the amount with which a level wins the wanted share against the one below."""
    one, other = neighbours(level)
    mine = strengths[family]
    below = label(other, mine.get(other))
    old = mine[one]
    searches = one in ("helmsman", "first-mate")  # more simulations are better, more noise is worse
    low, high = old.amount / WIDEST, old.amount * WIDEST
    for _ in range(STEPS):
        tried = Strength(rounded(sqrt(low * high)), old.spread)
        games = play((label(one, tried), below), family, deals, TUNING_SEED, jobs)
        rate = pairing(games, label(one, tried), below)
        print(f"{family}: {label(one, tried)} against {below}: {rate}", flush=True)
        mine[one] = tried
        if (rate.value > target) == searches:
            high = tried.amount
        else:
            low = tried.amount


def rounded(amount: float) -> float:
    """To three digits."""
    return float(f"{amount:.3g}")


# Measuring.


def play(
    bots: tuple[str, str],
    family: str,
    deals: int,
    seed: int,
    jobs: int | None,
    kept_as: str = "",
) -> list[list[Result]]:
    """So many deals, shared by the presets of a family; with a name, they are kept in files."""
    found: list[list[Result]] = []
    for preset in PRESETS[family]:
        out = GAMES / f"{preset}-{kept_as}.jsonl" if kept_as else None
        if out is not None:
            out.parent.mkdir(parents=True, exist_ok=True)
        budget = BUDGET if set(bots) & set(SEARCHING) else ""
        settings = Settings(Rules.preset(preset), 2, bots, seed, budget)
        share = -(-deals // len(PRESETS[family]))
        outcome = run_arena(settings, share, choose_workers(jobs), out=out, resume_file=True)
        if outcome.interrupted:
            sys.exit(130)
        found += outcome.results.whole_deals()
    return found


def kept_name(pair: tuple[str, str], strengths: Mapping[str, Strength]) -> str:
    """The name of the file of a pair, which changes with the strengths and the deals."""
    parts = []
    for name in pair:
        strength = strengths.get(name)
        parts.append(
            name if strength is None else f"{name}_{strength.amount:g}_{strength.spread:g}"
        )
    return "-".join((*parts, str(PROOF_SEED)))


def measure(
    strengths: Mapping[str, Strength],
    family: str,
    pair: tuple[str, str],
    deals: int,
    jobs: int | None,
) -> None:
    """Let two levels play each other, on deals that no strength was chosen by."""
    games = play(pair, family, deals, PROOF_SEED, jobs, kept_name(pair, strengths))
    print(f"{family}: {' against '.join(pair)}: {pairing(games, *pair)}", flush=True)


# Reporting.


def kept_games(strengths: Mapping[str, Strength], family: str, pair: tuple[str, str]) -> Deals:
    """What was measured of two levels."""
    found: list[list[Result]] = []
    for preset in PRESETS[family]:
        file = GAMES / f"{preset}-{kept_name(pair, strengths)}.jsonl"
        if file.exists():
            found += read_results(file).whole_deals()
    return found


def report(strengths: Mapping[str, Mapping[str, Strength]]) -> str:
    """The steps of all families with the ratings that follow, up to the first that was not measured."""
    columns = [column(strengths[family], family) for family in FAMILIES]
    head = "".join(f" {family} | Elo |" for family in FAMILIES)
    lines = [f"| level | wins against |{head}", f"| --- | --- |{' --- | ---: |' * len(FAMILIES)}"]
    for row, level in enumerate(LEVELS):
        cells = "".join(f" {step} | {elo} |" for step, elo in (each[row] for each in columns))
        lines.append(f"| `{level}` | {neighbours(level)[1]} |{cells}")
    return "\n".join(lines) + "\n"


def column(strengths: Mapping[str, Strength], family: str) -> list[tuple[str, str]]:
    """For each level, the step to it and its rating; both empty where nothing was measured."""
    steps = {level: kept_games(strengths, family, neighbours(level)) for level in LEVELS}
    played = list(takewhile(lambda level: steps[level], LEVELS))
    if not played:
        return [("", "")] * len(LEVELS)
    games = [
        deal
        for level in played
        for pair in pairs(level)
        for deal in kept_games(strengths, family, pair)
    ]
    ratings = Ratings(["drunk", *played], games, "drunk")
    cells = []
    for level in played:
        elo = ratings.difference(level, "drunk")
        rating = f"{elo.elo:.0f} ± {(elo.high - elo.low) / 2:.0f}"
        cells.append((step_text(pairing(steps[level], *neighbours(level))), rating))
    return cells + [("", "")] * (len(LEVELS) - len(cells))


def step_text(rate: Rate) -> str:
    """A share with its interval, and of how many games."""
    return f"{rate.value:.0%} ({100 * rate.low:.0f}–{100 * rate.high:.0f}) of {rate.count}".replace(
        "%", " %"
    )


def replaced(page: str, table: str) -> str:
    """The page with another table."""
    front, begin, rest = page.partition(BEGIN)
    _, end, back = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} has no place for the table.")
    return f"{front}{begin}\n{table}\n{end}{back}"


if __name__ == "__main__":
    sys.exit(main())
