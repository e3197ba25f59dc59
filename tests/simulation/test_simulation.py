"""The simulation: every invariant holds, traces can be repeated, and old bugs are found."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.simulation import mutants
from tests.simulation.mutants import MUTANTS
from tests.simulation.shrink import shrink
from tests.simulation.world import Options, simulate

PARTS, SEEDS_EACH = 4, 50

FOUND = {
    8: "a watched table of bots stood still after one failed write",
    98: "a deadline that the database had delayed",
    546: "a lock was dropped while somebody waited for it",
}
"""Seeds that have found something, in the server or in the simulation."""

KILLERS = {
    "dropped refresh (F16)": 0,
    "deaf node": 0,
    "notice that overtakes an event": 0,
    "lost commit in doubt": 0,
    "double append": 0,
}
"""The first seed that finds each of the old bugs."""


@pytest.fixture(autouse=True)
def no_collections() -> Any:
    """Collect garbage after a test: during a simulation there are too many young objects."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("part", range(PARTS))
def test_all_invariants_hold(part: int) -> None:
    for seed in range(part * SEEDS_EACH, (part + 1) * SEEDS_EACH):
        outcome = simulate(seed)
        assert not outcome.violation, f"seed {seed}: {outcome.violation}: {outcome.detail}"
        assert outcome.events > 0


@pytest.mark.parametrize("seed", FOUND)
def test_seeds_that_found_something_find_nothing_now(seed: int) -> None:
    assert simulate(seed).violation == ""


@pytest.mark.parametrize(("name", "seed"), KILLERS.items())
def test_finds_old_bugs(name: str, seed: int) -> None:
    mutant: Callable[[], Any] = MUTANTS[name]
    assert simulate(seed).violation == ""
    with mutant():
        assert simulate(seed).violation != ""


def test_a_seed_gives_the_same_trace_in_every_process() -> None:
    seeds = [3, 12]
    here = [simulate(seed).trace_hash for seed in seeds]
    assert [simulate(seed).trace_hash for seed in seeds] == here
    assert len(set(here)) == len(seeds)
    code = f"from tests.simulation.world import simulate; print(*[simulate(s).trace_hash for s in {seeds}])"
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            check=False,
            text=True,
            timeout=200,
        )
        assert done.stdout.split() == here, done.stderr


def test_shrinks_a_failure_to_what_matters() -> None:
    seed = KILLERS["double append"]
    with mutants.double_append():
        everything = simulate(seed, Options())
        options, outcome = shrink(seed, Options(), everything.violation)
    assert outcome.violation == everything.violation
    assert len(options.clients) <= 4
    assert len(options.faults) <= 3
