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
from tests.support.speed import mostly_slow

PARTS, SEEDS_EACH = 4, 50

KILLERS = {name: seeds for name, seeds in mutants.read_killers().items() if seeds}


@pytest.fixture(autouse=True)
def no_collections() -> Any:
    """Collect garbage only after each test: a simulation creates too many young objects."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("part", mostly_slow(range(PARTS), quick=1))
def test_all_invariants_hold(part: int) -> None:
    for seed in range(part * SEEDS_EACH, (part + 1) * SEEDS_EACH):
        outcome = simulate(seed)
        assert not outcome.violation, f"seed {seed}: {outcome.violation}: {outcome.detail}"
        assert outcome.events > 0


@pytest.mark.parametrize("name", KILLERS)
def test_finds_old_bugs(name: str) -> None:
    """One of the seeds finds it. A change of the server changes what happens in each of them."""
    mutant: Callable[[], Any] = MUTANTS[name]

    def finds(seed: int) -> bool:
        with mutant():
            is_found = simulate(seed).violation != ""
        return is_found and simulate(seed).violation == ""

    assert any(finds(seed) for seed in KILLERS[name])


@pytest.mark.parametrize("name", MUTANTS)
def test_old_bugs_can_still_be_put_back(name: str) -> None:
    """Each replaces something that exists, and puts it back."""
    with MUTANTS[name]():
        pass


@pytest.mark.slow
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


@pytest.mark.slow
def test_runs_a_range_of_seeds_from_the_command_line() -> None:
    command = [sys.executable, "-m", "tests.simulation", "1", "4", "--workers", "1"]
    done = subprocess.run(command, capture_output=True, check=False, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("4 seeds")


@pytest.mark.slow
def test_shrinks_a_failure_to_what_matters() -> None:
    seed = KILLERS["double append"][0]
    with mutants.double_append():
        everything = simulate(seed, Options())
        options, outcome = shrink(seed, Options(), everything.violation)
    assert outcome.violation == everything.violation
    assert len(options.clients) <= 4
    assert len(options.faults) <= 3
