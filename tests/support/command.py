"""Runs the command as its users do: as a process of its own."""

import subprocess
import sys


def cartagena(*arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """What `cartagena` answers to these arguments when `said` is typed at it."""
    return subprocess.run(
        [sys.executable, "-m", "cartagena", *arguments],
        input=said,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
