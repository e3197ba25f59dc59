"""Measure how many small bugs the tests find: `make mutation`.

    python -m tools.mutation rules --count 500

Each mutant is a copy of the program with one small change: another operator, a condition the other way
round, a number one larger, a statement left out. Tests that fit its package run until one fails, the
fastest first. A mutant that no test notices has survived, and should be read: either a test is missing,
or the change makes no difference.

The sample depends only on the seed, and results are stored in `build/mutation`, so a run can be stopped
and continued.
"""

import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from tools.mutation.changes import Mutant, all_mutants, changed, sample

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "mutation"
CPU_FACTOR: Final = 5.0
"""A mutant may use this many times the processor time of the unchanged program."""
CPU_SECONDS: Final = 240
"""Processor time on top of that, because changed kernels are compiled."""
WALL_SECONDS: Final = 1800.0
"""Time limit of a phase, for mutants that wait for something that never happens."""
PRELOADED: Final = (
    "hypothesis.extra.numpy",
    "httpx",
    "litestar",
    "msgspec",
    "numpy",
    "pytest",
    "sqlalchemy.ext.asyncio",
    "uvicorn",
)
"""Modules that every mutant needs. They are imported once."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Some of the tests. A later phase runs only if nothing has failed yet."""

    arguments: tuple[str, ...]
    """Arguments of pytest."""
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Target:
    """A package to change, and the tests that should notice."""

    package: str
    phases: tuple[Phase, ...]
    unchanged: tuple[str, ...] = ()
    """Modules of the program that do not import the package. They are imported once, too."""


_NOT_SLOW: Final = ("-m", "not slow")
_INTERPRETED: Final = {"CARTAGENA_KERNELS": "python"}
"""Compiled rules do not change with their sources, and compiling them again takes a minute."""
_RULES: Final = "tests/rules/"
_TABLES: Final = ("tests/server/tables", "tests/server/streams")

TARGETS: Final = {
    "rules": Target(
        "src/cartagena/rules",
        (
            Phase((f"{_RULES}test_examples.py", f"{_RULES}test_memory.py"), _INTERPRETED),
            Phase(
                (f"{_RULES}test_against_reference.py", *_NOT_SLOW, "-k", "random_options_agree"),
                _INTERPRETED,
            ),
            Phase((f"{_RULES}playthroughs", f"{_RULES}test_rulings.py"), _INTERPRETED),
            Phase((f"{_RULES}test_presets.py", f"{_RULES}test_state.py"), _INTERPRETED),
            # All quick tests. They compile kernels that have changed.
            Phase((_RULES, *_NOT_SLOW)),
        ),
    ),
    "tables": Target(
        "src/cartagena/server/tables",
        (
            Phase((*_TABLES, "tests/fairness", "tests/server/test_settings.py", *_NOT_SLOW)),
            Phase(("tests/simulation/test_simulation.py::test_all_invariants_hold[0]",)),
            Phase((*_TABLES, "tests/server/test_lobby.py", "-m", "slow")),
        ),
        (
            "cartagena.analysis",
            "cartagena.bots.deckhand",
            "cartagena.client.client",
            "cartagena.game",
            "cartagena.protocol.lobby",
            "cartagena.server.storage.queries",
        ),
    ),
}


def _copy(folder: Path) -> None:
    """Copy what tests need into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "src", "tests", "tools", "pyproject.toml", "docs"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in listed.stdout.splitlines():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)


def _run_phase(copy: Path, phase: Phase, cpu_seconds: int = 3600) -> tuple[str, float]:
    """Run tests in a child process. Return `passed`, `failed` or `timeout`, and its processor time."""
    before = _cpu_of_children()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
        _run_tests(copy, phase)
    end = time.monotonic() + WALL_SECONDS
    done, status = 0, 0
    while not done and time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        time.sleep(0.02)
    with suppress(ProcessLookupError):  # also servers that the tests left behind
        os.killpg(child, signal.SIGKILL)
    if not done:
        os.waitpid(child, 0)
        return "timeout", 0.0
    exit_code = os.waitstatus_to_exitcode(status)
    result = {0: "passed", -signal.SIGKILL: "timeout", -signal.SIGXCPU: "timeout"}
    return result.get(exit_code, "failed"), _cpu_of_children() - before


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run_tests(copy: Path, phase: Phase) -> None:
    os.setsid()
    with (FOLDER / f"{copy.name}.log").open("wb") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    os.environ.update(phase.environment, PYTHONPATH=str(copy / "src"), HYPOTHESIS_PROFILE="ci")
    os.chdir(copy)
    # The servers of tests must not import this program again.
    sys.modules["__main__"] = ModuleType("__main__")
    import pytest

    # Assertions cannot be rewritten in modules that are already imported.
    options = ["-x", "-q", "-p", "no:cacheprovider", "--assert=plain", "--tb=line"]
    status = 1
    try:
        status = int(pytest.main([*options, *phase.arguments]))
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def examine(
    copy: Path, mutant: Mutant, target: Target, limits: list[int], number: int
) -> tuple[str, int]:
    """Return the verdict on a mutant, and the phase that decided it."""
    path = copy / mutant.file
    source = path.read_bytes()
    path.write_bytes(changed(mutant, source))
    # Python recognizes stale bytecode by time and size, which could both be equal.
    os.utime(path, (1e9 + number, 1e9 + number))
    try:
        for index, (tests, limit) in enumerate(zip(target.phases, limits, strict=True)):
            result, _ = _run_phase(copy, tests, limit)
            if result != "passed":
                return result, index
        return "survived", len(target.phases)
    finally:
        path.write_bytes(source)
        os.utime(path, (9e8, 9e8))


def run(name: str, count: int, seed: int, minutes: float) -> Iterator[str]:
    """Test a sample of mutants, and yield a line for each."""
    target = TARGETS[name]
    FOLDER.mkdir(parents=True, exist_ok=True)
    results = FOLDER / f"{name}-{seed}.jsonl"
    stored = [json.loads(line) for line in results.open()] if results.exists() else []
    tested = {(each["file"], each["start"], each["after"]) for each in stored}
    mutants = sample(all_mutants(ROOT / target.package, ROOT), count, seed)
    copy = FOLDER / f"copy-{name}"
    _copy(copy)
    sys.path[:0] = [str(copy / "src"), str(copy)]
    for module in (*PRELOADED, *target.unchanged):
        import_module(module)
    limits = []
    for phase in target.phases:
        result, cpu = _run_phase(copy, phase)
        if result != "passed":
            raise SystemExit(f"The tests must pass without a change: {phase.arguments} {result}")
        limits.append(int(CPU_FACTOR * cpu) + CPU_SECONDS)
    end = time.monotonic() + 60 * minutes
    for number, mutant in enumerate(mutants):
        if (mutant.file, mutant.start, mutant.after) in tested:
            continue
        if time.monotonic() > end:
            return
        result, decided_by = examine(copy, mutant, target, limits, number)
        with results.open("a") as out:
            stored_result = {**asdict(mutant), "result": result, "phase": decided_by}
            out.write(json.dumps(stored_result) + "\n")
        yield f"{result:8} {mutant.text}"


def summary(name: str, seed: int) -> str:
    """Return the score of all stored results, and the survivors."""
    results = FOLDER / f"{name}-{seed}.jsonl"
    stored = [json.loads(line) for line in results.open()]
    counts = Counter(each["result"] for each in stored)
    found = len(stored) - counts["survived"]
    return f"{name}: {found} of {len(stored)} mutants found ({found / len(stored):.1%}), {dict(counts)}"


def main() -> None:
    """Test mutants of one package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("package", choices=sorted(TARGETS))
    parser.add_argument("--count", type=int, default=500, help="size of the sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after this time")
    chosen = parser.parse_args()
    for line in run(chosen.package, chosen.count, chosen.seed, chosen.minutes):
        print(line, flush=True)
    print(summary(chosen.package, chosen.seed))


if __name__ == "__main__":
    main()
