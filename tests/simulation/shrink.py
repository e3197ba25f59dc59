"""Shrink a failing simulation: leave out faults, clients and nodes that do not matter."""

from dataclasses import replace

from tests.simulation.world import Options, Outcome, simulate


def shrink(seed: int, options: Options, violation: str) -> tuple[Options, Outcome]:
    """Return the smallest options found that still violate the invariant, and their outcome."""
    best = simulate(seed, options)
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for candidate in _smaller(options):
            outcome = simulate(seed, candidate)
            if outcome.violation == violation:
                options, best, is_smaller = candidate, outcome, True
                break
    return options, best


def _smaller(options: Options) -> list[Options]:
    """Return options that each leave out one more thing, the largest savings first."""
    clients = sorted(options.clients)
    half = len(clients) // 2
    halves = [clients[:half], clients[half:]] if half > 1 else []
    without_one = [[*clients[:at], *clients[at + 1 :]] for at in range(len(clients))]
    return [
        *(replace(options, clients=frozenset(part)) for part in halves),
        *(replace(options, faults=options.faults - {fault}) for fault in sorted(options.faults)),
        *(replace(options, clients=frozenset(part)) for part in without_one if part),
        *([replace(options, nodes=options.nodes - 1)] if options.nodes > 1 else []),
    ]
