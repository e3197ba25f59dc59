"""Install pinned packages by pip, and tell how far it is.

`python -m tools.install REQUIREMENTS COMMAND…` runs the command, pip with its options, and reads
what it prints. It runs in the environment that is installed into, whose packages it counts.
"""

import os
import re
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path
from typing import Final, TextIO

_OFTEN: Final = 0.2  # seconds between two looks at the packages
_PINNED: Final = re.compile(r"^[A-Za-z0-9._-]+==", re.MULTILINE)
_FOUND: Final = ("Collecting ", "Requirement already satisfied: ")


class Told:
    """Says how far it is: in one line that changes on a terminal, else only where a part begins."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._live = stream, stream.isatty()
        self._width, self._part = 0, ""

    def say(self, part: str, done: int, total: int) -> None:
        """So much of a part is done."""
        if self._live:
            line = f"  {part}: {min(done, total)} of {total}"
            self._stream.write(f"\r{line:<{self._width}}")
            self._width = max(self._width, len(line))
        elif part != self._part:
            self._stream.write(f"  {part}: {total}\n")
        self._part = part
        self._stream.flush()

    def end(self) -> None:
        """Nothing more is said."""
        if self._live and self._width:
            self._stream.write(f"\r{'':<{self._width}}\r")
            self._stream.flush()


def pinned(requirements: str) -> int:
    """How many packages a file of pinned requirements names, but for those of other systems."""
    foreign = () if sys.platform == "win32" else ("sys_platform == 'win32'",)
    lines = [line for line in requirements.splitlines() if _PINNED.match(line)]
    return sum(not any(mark in line for mark in foreign) for line in lines)


def installed(folder: Path) -> int:
    """How many packages are in an environment."""
    return sum(1 for _ in folder.glob("*.dist-info"))


def install(requirements: Path, command: list[str], folder: Path, stream: TextIO) -> int:
    """Run pip and tell how far it is; its exit status."""
    total, told, found = pinned(requirements.read_text("utf-8")), Told(stream), 0
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    watched = (folder, installed(folder), total, told, done := threading.Event())
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as pip:
        assert pip.stdout is not None
        unpacking = threading.Thread(target=_watch, args=watched, daemon=True)
        for line in pip.stdout:
            if line.startswith(_FOUND):
                found += 1
                told.say("packages found", found, total)
            elif line.startswith("Installing collected packages"):
                unpacking.start()
        done.set()
        if unpacking.ident is not None:
            unpacking.join()
    told.end()
    return pip.returncode


def _watch(folder: Path, before: int, total: int, told: Told, done: threading.Event) -> None:
    told.say("packages unpacked", 0, total)
    while not done.wait(_OFTEN):
        told.say("packages unpacked", installed(folder) - before, total)


if __name__ == "__main__":
    chosen, *arguments = sys.argv[1:]
    site_packages = Path(sysconfig.get_path("purelib"))
    sys.exit(install(Path(chosen), arguments, site_packages, sys.stdout))
