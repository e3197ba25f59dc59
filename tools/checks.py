"""Run the static checks and the client's unit tests in parallel.

    python -m tools.checks
    python -m tools.checks COMMAND

Prints how long each check took, and the output of those that failed. A command, such as that of the
tests, starts when the short checks have passed. The longest check continues next to it.
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


def report(result: CheckResult) -> bool:
    """Print a result and return True if the check passed."""
    word = "passed" if result.passed else "FAILED"
    print(f"== {result.check.name}: {word} after {result.seconds:.1f} s", flush=True)
    if not result.passed:
        print(result.output, flush=True)
    return result.passed


def run_with(command: Sequence[str], checks: Sequence[Check]) -> bool:
    """Run the first check next to a command that starts after the others. Return True if all passed."""
    longest, *others = checks
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(run, longest)
        passed = run_all(others)
        if passed:
            print(f"== tests (pytest), next to {longest.name}", flush=True)
            passed = subprocess.run(command, cwd=ROOT, check=False).returncode == 0
        return report(result.result()) and passed


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
            failed |= not report(future.result())
    return not failed


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(not (run_with(arguments, CHECKS) if arguments else run_all(CHECKS)))
