"""The checks that run no game: format, lint, types, layers, and the client's unit tests.

    python -m tools.checks

runs them side by side, says how long each took and prints what a failed one has to say.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.system_packages import in_ci

ROOT: Final = Path(__file__).parents[1]
PROGRAMS: Final = Path(sys.executable).parent
NODE_PROGRAMS: Final = ROOT / "node_modules" / ".bin"
UNIT_TESTS: Final = sorted(map(str, (ROOT / "tests" / "web" / "unit").glob("*.test.js")))
PATIENCE: Final = 600
"""Seconds that one check may take."""


@dataclass(frozen=True, slots=True)
class Check:
    """A command with a name."""

    name: str
    command: tuple[str, ...]

    def left_out(self) -> bool:
        """Whether it needs Node.js or npm's packages and they are not here."""
        needed = self.command[0] == "node" or self.command[0].startswith(str(NODE_PROGRAMS))
        return needed and shutil.which(self.command[0]) is None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a check."""

    check: Check
    passed: bool
    said: str
    seconds: float


def _python(name: str, program: str, *arguments: str) -> Check:
    return Check(name, (str(PROGRAMS / program), *arguments))


def _node(name: str, program: str, *arguments: str) -> Check:
    return Check(name, (str(NODE_PROGRAMS / program), *arguments))


# The longest first.
CHECKS: Final = (
    _python("types (mypy --strict)", "mypy"),
    _python("compiling rules and bots, for the tests", "python", "-m", "tools.compile"),
    _node("types of the browser client (tsc)", "tsc", "--noEmit"),
    _node("format and lint of the browser client (biome)", "biome", "check", "--error-on-warnings"),
    Check(
        "unit tests of the browser client (node --test)",
        ("node", "--test", "--test-reporter=dot", *UNIT_TESTS),
    ),
    _python("layers (import-linter)", "lint-imports", "--no-logo"),
    _python("lint (ruff check)", "ruff", "check"),
    _python("format (ruff format --check)", "ruff", "format", "--check"),
)


def run(check: Check) -> Outcome:
    """Run one check and keep what it says."""
    began = time.monotonic()
    done = subprocess.run(
        check.command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return Outcome(check, done.returncode == 0, done.stdout, time.monotonic() - began)


def run_all(checks: Sequence[Check]) -> bool:
    """Run all of them, and say so as each ends."""
    failed = False
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        waiting = []
        for check in checks:
            if check.left_out():
                failed |= in_ci()
                print(f"== {check.name}: left out, npm cannot be had here", flush=True)
            else:
                waiting.append(pool.submit(run, check))
        for future in as_completed(waiting):
            outcome = future.result()
            word = "passed" if outcome.passed else "FAILED"
            print(f"== {outcome.check.name}: {word} after {outcome.seconds:.1f} s", flush=True)
            if not outcome.passed:
                failed = True
                print(outcome.said, flush=True)
    return not failed


if __name__ == "__main__":
    sys.exit(not run_all(CHECKS))
