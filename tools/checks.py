"""Run the static checks and the client's unit tests in parallel.

    python -m tools.checks

Prints how long each check took, and the output of those that failed.
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
TIMEOUT: Final = 600
"""Time limit of a check in seconds."""


@dataclass(frozen=True, slots=True)
class Check:
    """A command with a name."""

    name: str
    command: tuple[str, ...]

    def is_skipped(self) -> bool:
        """Return True if it needs Node.js or an npm package that is not installed."""
        needed = self.command[0] == "node" or self.command[0].startswith(str(NODE_PROGRAMS))
        return needed and shutil.which(self.command[0]) is None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check."""

    check: Check
    passed: bool
    output: str
    seconds: float


def _python(name: str, program: str, *arguments: str) -> Check:
    return Check(name, (str(PROGRAMS / program), *arguments))


def _node(name: str, program: str, *arguments: str) -> Check:
    return Check(name, (str(NODE_PROGRAMS / program), *arguments))


# The longest checks come first.
CHECKS: Final = (
    _python("types (mypy --strict)", "mypy"),
    _python("libraries of kernels are up to date", "python", "-m", "tools.kernels", "--check"),
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


def run(check: Check) -> CheckResult:
    """Run a check and capture its output."""
    started = time.monotonic()
    process = subprocess.run(
        check.command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    return CheckResult(check, process.returncode == 0, process.stdout, time.monotonic() - started)


def run_all(checks: Sequence[Check]) -> bool:
    """Run all checks, print each result, and return True if all passed."""
    failed = False
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        futures = []
        for check in checks:
            if check.is_skipped():
                failed |= in_ci()
                print(f"== {check.name}: skipped: npm is not available", flush=True)
            else:
                futures.append(pool.submit(run, check))
        for future in as_completed(futures):
            result = future.result()
            word = "passed" if result.passed else "FAILED"
            print(f"== {result.check.name}: {word} after {result.seconds:.1f} s", flush=True)
            if not result.passed:
                failed = True
                print(result.output, flush=True)
    return not failed


if __name__ == "__main__":
    sys.exit(not run_all(CHECKS))
