"""Install pinned packages with pip and show the progress.

`python -m tools.install REQUIREMENTS COMMAND…` runs the command (pip with its options) and reads its
output. It must run in the environment that pip installs into, because it counts the packages there.
"""

import os
import re
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path
from typing import Final, TextIO

_POLL_SECONDS: Final = 0.2
_PINNED: Final = re.compile(r"^[A-Za-z0-9._-]+==", re.MULTILINE)
_FOUND_PREFIXES: Final = ("Collecting ", "Requirement already satisfied: ")


class ProgressLine:
    """Shows progress: one changing line on a terminal, otherwise one line per phase."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._live = stream, stream.isatty()
        self._width, self._phase = 0, ""

    def update(self, phase: str, done: int, total: int) -> None:
        """Show how much of a phase is done."""
        if self._live:
            line = f"  {phase}: {min(done, total)} of {total}"
            self._stream.write(f"\r{line:<{self._width}}")
            self._width = max(self._width, len(line))
        elif phase != self._phase:
            self._stream.write(f"  {phase}: {total}\n")
        self._phase = phase
        self._stream.flush()

    def clear(self) -> None:
        """Erase the line on a terminal."""
        if self._live and self._width:
            self._stream.write(f"\r{'':<{self._width}}\r")
            self._stream.flush()


def count_pinned(requirements: str) -> int:
    """Count the packages of a requirements file, without those for other systems."""
    foreign = () if sys.platform == "win32" else ("sys_platform == 'win32'",)
    lines = [line for line in requirements.splitlines() if _PINNED.match(line)]
    return sum(not any(mark in line for mark in foreign) for line in lines)


def count_installed(folder: Path) -> int:
    """Count the packages in an environment."""
    return sum(1 for _ in folder.glob("*.dist-info"))


def install(requirements: Path, command: list[str], folder: Path, stream: TextIO) -> int:
    """Run pip, show its progress, and return its exit status."""
    total = count_pinned(requirements.read_text("utf-8"))
    progress, found = ProgressLine(stream), 0
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    arguments = (folder, count_installed(folder), total, progress, done := threading.Event())
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as pip:
        assert pip.stdout is not None
        watcher = threading.Thread(target=_watch, args=arguments, daemon=True)
        for line in pip.stdout:
            if line.startswith(_FOUND_PREFIXES):
                found += 1
                progress.update("packages found", found, total)
            elif line.startswith("Installing collected packages"):
                watcher.start()
        done.set()
        if watcher.ident is not None:
            watcher.join()
    progress.clear()
    return pip.returncode


def _watch(
    folder: Path, before: int, total: int, progress: ProgressLine, done: threading.Event
) -> None:
    progress.update("packages unpacked", 0, total)
    while not done.wait(_POLL_SECONDS):
        progress.update("packages unpacked", count_installed(folder) - before, total)


if __name__ == "__main__":
    requirements_file, *pip_command = sys.argv[1:]
    site_packages = Path(sysconfig.get_path("purelib"))
    sys.exit(install(Path(requirements_file), pip_command, site_packages, sys.stdout))
