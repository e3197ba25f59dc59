"""Ranges of seeds, in several processes."""

import gc
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

from tests.simulation.world import Outcome, simulate

_PART = 250
"""Seeds for one worker at a time."""


@dataclass
class Totals:
    """The sums of many simulations."""

    seeds: int = 0
    events: int = 0
    acknowledged: int = 0
    virtual_seconds: float = 0.0
    cpu_seconds: float = 0.0
    violations: list[Outcome] = field(default_factory=list)

    def add(self, other: "Totals") -> None:
        """Add the totals of other simulations."""
        self.seeds += other.seeds
        self.events += other.events
        self.acknowledged += other.acknowledged
        self.virtual_seconds += other.virtual_seconds
        self.cpu_seconds += other.cpu_seconds
        self.violations += other.violations


def run_range(first: int, last: int) -> Totals:
    """Run all seeds from the first to the last."""
    totals = Totals()
    gc.disable()
    began = time.process_time()
    for seed in range(first, last + 1):
        outcome = simulate(seed)
        totals.seeds += 1
        totals.events += outcome.events
        totals.acknowledged += outcome.acknowledged
        totals.virtual_seconds += outcome.virtual_seconds
        if outcome.violation:
            totals.violations.append(outcome)
        if not seed % 50:
            gc.collect()
    gc.enable()
    totals.cpu_seconds = time.process_time() - began
    return totals


def run_all(first: int, last: int, workers: int) -> int:
    """Run all seeds of a range in several processes, and print what was violated."""
    totals, began = Totals(), time.monotonic()
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, max_tasks_per_child=8) as pool:
        starts = range(first, last + 1, _PART)
        parts = [pool.submit(run_range, at, min(at + _PART - 1, last)) for at in starts]
        for part in parts:
            done = part.result()
            totals.add(done)
            for outcome in done.violations:
                print(f"seed {outcome.seed}: {outcome.violation}: {outcome.detail}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{totals.seeds} seeds", end="", file=sys.stderr, flush=True)
    rate = 60 * totals.seeds / totals.cpu_seconds
    print(
        f"{totals.seeds} seeds in {time.monotonic() - began:.0f} s, {rate:.0f} a minute on one core; "
        f"{totals.events} events, {totals.acknowledged} acknowledged, "
        f"{totals.virtual_seconds / 3600:.0f} virtual hours, {len(totals.violations)} violations"
    )
    return 1 if totals.violations else 0
