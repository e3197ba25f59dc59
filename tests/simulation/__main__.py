"""Run simulations.

python -m tests.simulation SEED                 replay a seed, with its trace
python -m tests.simulation FIRST LAST           run all seeds of a range
python -m tests.simulation SEED --shrink        find the faults and clients that matter
"""

import argparse
import os
import sys

from tests.simulation.faults import FAULTS
from tests.simulation.ranges import run_all
from tests.simulation.shrink import shrink
from tests.simulation.world import CLIENTS, NODES, Options, simulate


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
        return run_all(arguments.first, arguments.last, arguments.workers)
    faults = FAULTS if arguments.faults is None else arguments.faults.split(",")
    clients = range(CLIENTS) if arguments.clients is None else arguments.clients.split(",")
    options = Options(frozenset(faults), frozenset(map(int, clients)), arguments.nodes)
    return (_shrink if arguments.shrink else _replay)(arguments.first, options)


if __name__ == "__main__":
    sys.exit(main())
