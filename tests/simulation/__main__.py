"""Run simulations.

python -m tests.simulation SEED                 replay a seed, with its trace
python -m tests.simulation FIRST LAST           run all seeds of a range
python -m tests.simulation SEED --shrink        find the faults and clients that matter
"""

import argparse
import gc
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

from tests.simulation.faults import FAULTS
from tests.simulation.shrink import shrink
from tests.simulation.world import CLIENTS, NODES, Options, Outcome, simulate

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


def _run_all(first: int, last: int, workers: int) -> int:
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


def _replay(seed: int, options: Options) -> int:
    outcome = simulate(seed, options, keep_trace=True)
    print("\n".join(outcome.trace))
    print(f"trace {outcome.trace_hash}: {outcome.violation or 'all invariants hold'}")
    return 1 if outcome.violation else 0


def _shrink(seed: int, options: Options) -> int:
    outcome = simulate(seed, options)
    if not outcome.violation:
        print("all invariants hold")
        return 0
    options, outcome = shrink(seed, options, outcome.violation)
    print(f"{outcome.violation}: {outcome.detail}")
    print(
        f"python -m tests.simulation {seed} --nodes {options.nodes}"
        f" --faults {','.join(sorted(options.faults)) or 'none'}"
        f" --clients {','.join(map(str, sorted(options.clients)))}"
    )
    return 1


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("first", type=int, help="the seed")
    parser.add_argument("last", type=int, nargs="?", help="the last seed of a range")
    parser.add_argument("--shrink", action="store_true", help="find the parts that matter")
    parser.add_argument("--faults", help="the kinds of faults that may happen, or none")
    parser.add_argument("--clients", help="the numbers of the clients that take part")
    parser.add_argument("--nodes", type=int, default=NODES, help="the number of nodes")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    if arguments.last is not None:
        return _run_all(arguments.first, arguments.last, arguments.workers)
    faults = FAULTS if arguments.faults is None else arguments.faults.split(",")
    clients = range(CLIENTS) if arguments.clients is None else arguments.clients.split(",")
    options = Options(frozenset(faults), frozenset(map(int, clients)), arguments.nodes)
    return (_shrink if arguments.shrink else _replay)(arguments.first, options)


if __name__ == "__main__":
    sys.exit(main())
