"""Explore all settings, before and after the start of the game.

python -m tests.exploration --depth 6
"""

import argparse
import time

from tests.exploration.explore import SETTINGS, explore


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.exploration")
    parser.add_argument("--depth", type=int, default=6, help="the number of steps")
    depth = parser.parse_args().depth
    states = transitions = 0
    for name, settings in SETTINGS.items():
        for begun in (False, True):
            began = time.process_time()
            result = explore(settings, depth, begun=begun)
            states, transitions = states + result.states, transitions + result.transitions
            print(
                f"{name}, {'running' if begun else 'new'}: {result.states} states, "
                f"{result.transitions} transitions, {result.refused} refusals in "
                f"{time.process_time() - began:.0f} s; "
                + ", ".join(f"{kind} {number}" for kind, number in sorted(result.kinds.items())),
                flush=True,
            )
    print(f"{states} states and {transitions} transitions within {depth} steps, no violation")


if __name__ == "__main__":
    main()
