"""Compare the chances that analyses predict with the results of games.

    make calibration

`tools.calibration_games` plays games of the legend against itself and stores one position of each. This
script evaluates those positions the way an analysis does. With `--fit` it first fits the temperatures,
on a set of games that is used for nothing else, and writes them into the package. The table and the
diagram in docs/analysis.md come from the other set.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.analysis.evaluator import (
    TEMPERATURES,
    estimate,
    evaluator_for,
    omniscient_view,
    tempered_evaluator,
)
from cartagena.analysis.parallel import in_parallel
from cartagena.bots.families import FAMILIES
from cartagena.report import charts
from tools.calibration_games import FITTING, PROOF, Played, read_games

ROOT: Final = Path(__file__).parents[1]
GAMES: Final = ROOT / "build" / "calibration" / "games.jsonl"
FILE: Final = ROOT / "src" / "cartagena" / "analysis" / TEMPERATURES
PAGE: Final = ROOT / "docs" / "analysis.md"
DIAGRAM: Final = ROOT / "docs" / "images" / "calibration.svg"
BEGIN, END = "<!-- calibration: begin -->\n", "<!-- calibration: end -->\n"
HEAD: Final = """\
# Temperatures by which the outputs of the legend's nets are divided before they become chances. Above 1, a
# net is too confident. One for each family of rules with two players and one with more. Written by
# `make calibration`: see docs/analysis.md.
"""

SIMULATIONS: Final = 100
"""Simulations per position, about as many as in an analysis."""
BINS: Final = 10
GRID: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.35)
"""The temperatures to try. The best one is interpolated."""
DRAWS: Final = 200
COLOURS: Final = {
    ("plain", False): "#1f6fb2",
    ("plain", True): "#7fb5e0",
    ("complete", False): "#1d8348",
    ("complete", True): "#7dcea0",
    ("spells", False): "#a93226",
    ("spells", True): "#e59866",
}
STYLE: Final = (
    "<style>text{font:13px sans-serif;fill:#222}.soft{fill:#555}"
    ".axis{stroke:#ddd}.fair{stroke:#888}</style>"
    '<rect width="100%" height="100%" fill="#fff"/>'
)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The predicted chances of all seats in a position, and the result: 1 for the winner, else 0."""

    chances: NDArray[Any]
    won: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Bin:
    """The seats with about the same predicted chance."""

    seats: int
    stated: float
    won: float


def forecast(game: Played, temperature: float | None = None) -> Forecast:
    """Predict the chances of a position, by default with the temperature of the package."""
    view = omniscient_view(game.position().packed_state())
    players = int(view["players"][0])
    evaluator = (
        evaluator_for(view)
        if temperature is None
        else tempered_evaluator(game.job.family, players, temperature)
    )
    mean = estimate(evaluator, view, SIMULATIONS, game.job.number).mean
    nobody = np.full(players, 1 / players)  # no winner counts as in an analysis
    return Forecast(mean, np.eye(players)[game.winner] if game.winner >= 0 else nobody)


def forecasts(games: Sequence[Played], temperature: float | None = None) -> list[Forecast]:
    """Predict the chances of many positions on all cores."""
    return list(in_parallel(lambda game: forecast(game, temperature), games))


def brier(predictions: Sequence[Forecast]) -> float:
    """Return the Brier score: the mean squared error summed over the seats. 0 is perfect."""
    return float(np.mean([((one.chances - one.won) ** 2).sum() for one in predictions]))


def bins(predictions: Sequence[Forecast]) -> list[Bin]:
    """Sort all seats into bins of equal width by predicted chance, without empty bins."""
    stated = np.concatenate([one.chances for one in predictions])
    won = np.concatenate([one.won for one in predictions])
    index = np.minimum((stated * BINS).astype(int), BINS - 1)
    return [
        Bin(
            int((index == k).sum()), float(stated[index == k].mean()), float(won[index == k].mean())
        )
        for k in range(BINS)
        if (index == k).any()
    ]


def calibration_error(predictions: Sequence[Forecast]) -> float:
    """Return the expected calibration error: the mean error of the bins, weighted by seats."""
    parts = bins(predictions)
    error = sum(part.seats * abs(part.stated - part.won) for part in parts)
    return error / sum(part.seats for part in parts)


def error_by_chance(predictions: Sequence[Forecast]) -> float:
    """Return the mean calibration error that perfect predictions would have in these games."""
    rng = np.random.default_rng(1)

    def drawn(one: Forecast) -> Forecast:
        chances = one.chances / one.chances.sum()
        return Forecast(one.chances, np.eye(len(chances))[rng.choice(len(chances), p=chances)])

    return float(np.mean([calibration_error([*map(drawn, predictions)]) for _ in range(DRAWS)]))


def fitted_temperature(family: str, games: Sequence[Played]) -> float:
    """Fit the temperature with the lowest Brier score, by a parabola around the best one tried."""
    scores = [brier(forecasts(games, each)) for each in GRID]
    near = min(max(int(np.argmin(scores)) - 2, 0), len(GRID) - 5)
    a, b, _ = np.polyfit(np.log(GRID[near : near + 5]), scores[near : near + 5], 2)
    summary = ", ".join(f"{each:g}: {value:.4f}" for each, value in zip(GRID, scores, strict=True))
    best = float(np.exp(-b / (2 * a))) if a > 0 else GRID[int(np.argmin(scores))]
    best = round(min(max(best, GRID[0]), GRID[-1]), 2)
    print(f"{family}, {len(games)} games: {best:g} ({summary})", flush=True)
    return best


def temperatures_text(temperatures_by_family: Mapping[str, Mapping[str, float]]) -> str:
    """Format the file of temperatures."""
    parts = [HEAD]
    for family, values in temperatures_by_family.items():
        lines = [f"{players} = {value}" for players, value in values.items()]
        parts.append("\n".join(["", f"[{family}]", *lines, ""]))
    return "".join(parts)


def table(predictions: Mapping[tuple[str, bool], Sequence[Forecast]]) -> str:
    """Format the table of the documentation."""
    head = "| family | players | games | Brier score | calibration error | by chance alone |"
    rows = [head, "| --- | --- | ---: | ---: | ---: | ---: |"]
    for (family, many), group in predictions.items():
        error, chance = 100 * calibration_error(group), 100 * error_by_chance(group)
        rows.append(
            f"| {family} | {'3–5' if many else '2'} | {len(group):,} | {brier(group):.3f} "
            f"| {error:.1f} | {chance:.1f} |"
        )
    return "\n".join(rows) + "\n"


def diagram(predictions: Mapping[tuple[str, bool], Sequence[Forecast]]) -> str:
    """Draw the reliability diagram: the share of wins over the predicted chance."""
    parts = [charts.Line("as stated", "#888", [(0, 0), (100, 1)])]
    for kind, group in predictions.items():
        points = [(100 * part.stated, part.won) for part in bins(group)]
        label = f"{kind[0]}, {'3–5' if kind[1] else '2'}"
        parts.append(charts.Line(label, COLOURS[kind], points))
    title = "How often seats won, by their stated chance"
    svg = charts.lines(parts, title, "stated chance in %", low=0, high=1, percent=True)
    return svg.replace("</title>", f"</title>{STYLE}", 1) + "\n"


def replace_table(text: str, table: str) -> str:
    """Return the page with a new table."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + table + END + rest.split(END)[1]


def of_kind(games: Sequence[Played], which: str, family: str, many: bool) -> list[Played]:
    """Select the games of a set, a family and a number of players."""
    kind = (which, family, many)
    return [one for one in games if (one.job.set, one.job.family, one.job.many) == kind]


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit if requested, then measure and write the table and the diagram."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibration", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=GAMES, help=f"(default: {GAMES})")
    parser.add_argument("--fit", action="store_true", help="fit the temperatures first")
    options = parser.parse_args(arguments)
    games = read_games(options.file)
    kinds = [(family, many) for family in FAMILIES for many in (False, True)]
    if options.fit:
        fitted: dict[str, dict[str, float]] = {family: {} for family in FAMILIES}
        for family, many in kinds:
            temperature = fitted_temperature(family, of_kind(games, FITTING, family, many))
            fitted[family]["multiplayer" if many else "two"] = temperature
        FILE.write_text(temperatures_text(fitted), "utf-8")
    predictions = {kind: forecasts(of_kind(games, PROOF, *kind)) for kind in kinds}
    rows = table(predictions)
    print(rows, end="")
    DIAGRAM.write_text(diagram(predictions), "utf-8")
    PAGE.write_text(replace_table(PAGE.read_text("utf-8"), rows), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
