"""Server processes forked from one that has everything loaded.

Starting `cartagena serve` takes four seconds of a core, nearly all of it for imports and for loading
the compiled rules. Python's fork server does that once for all test servers of a worker.
"""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.support.loaded"])


class Forked:
    """A command of Cartagena in its own process, with the interface of `subprocess.Popen`."""

    def __init__(self, arguments: Sequence[str], log: Path) -> None:
        self._process = _FORKS.Process(target=_run, args=(list(arguments), str(log)))
        self._process.start()
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    def poll(self) -> int | None:
        """Return the exit code, or None if it still runs."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        """Wait for the end and return the exit code."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(["cartagena"], timeout)
        return self._process.exitcode

    def terminate(self) -> None:
        """Ask it to stop."""
        self._process.terminate()

    def kill(self) -> None:
        """Stop it at once."""
        self._process.kill()


def _run(arguments: list[str], log: str) -> None:
    """Run the command in the new process, with its output in the log."""
    from cartagena.cli import main

    with Path(log).open("ab", buffering=0) as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    sys.exit(main(arguments))
