"""Find or install the system programs that some checks need.

    python -m tools.system_packages

As root on Debian or Ubuntu this installs missing programs with apt-get, before any test begins. It
reports what it installs and which checks will be skipped. On CI (`HYPOTHESIS_PROFILE=ci`) a missing
program is an error. Tests call `find` and never install anything.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TIMEOUT: Final = 600
"""Time limit of one apt-get run in seconds."""
INTERVAL: Final = 5
"""Seconds between progress lines."""

Find = Callable[[], Path | None]


@dataclass(frozen=True, slots=True)
class Program:
    """A program, the packages that contain it and the checks that need it."""

    name: str
    find: Find
    packages: tuple[str, ...]
    serves: str


def in_ci() -> bool:
    """Return True on CI, where no check may be skipped."""
    return os.environ.get("HYPOTHESIS_PROFILE") == "ci"


def _first(*names: str) -> Find:
    """Return a function that finds the first of these programs in PATH or /usr/sbin.

    A name may also be a full path.
    """

    def find() -> Path | None:
        path = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))
        for name in names:
            if found := shutil.which(name, path=path):
                return Path(found)
        return None

    return find


def _initdb() -> Path | None:
    """Find initdb. Debian keeps it outside of PATH, in a folder per version."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder / "initdb"
    found = shutil.which("initdb")
    return Path(found).resolve() if found else None


_CHROMIUM: Final = _first(
    "chromium-headless-shell",  # the same engine without windows: a quarter less work
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

PROGRAMS: Final = (
    Program("Chromium", _CHROMIUM, ("chromium-headless-shell",), "the tests of the browser client"),
    Program("PostgreSQL", _initdb, ("postgresql",), "the tests of several nodes on one database"),
    Program("nginx", _first("nginx"), ("nginx-light",), "the test of the sample proxy"),
    Program("OpenSSL", _first("openssl"), ("openssl",), "the test of the sample proxy"),
    Program("npm", _first("npm"), ("nodejs", "npm"), "types and style of the browser client"),
)
_FIREFOX: Final = _first("firefox-esr", "firefox")
OPTIONAL: Final = (Program("Firefox", _FIREFOX, ("firefox-esr",), "the tests in Firefox"),)
"""The programs that are installed only if they are named on the command line."""


def find(name: str) -> Path | None:
    """Return the path of a program, or None if it is not installed."""
    return next(program for program in (*PROGRAMS, *OPTIONAL) if program.name == name).find()


def missing(names: Sequence[str] = ()) -> list[Program]:
    """Return the programs that are not installed, among them optional ones with these names."""
    needed = [*PROGRAMS, *(program for program in OPTIONAL if program.name in names)]
    return [program for program in needed if program.find() is None]


def _apt_get(*arguments: str) -> bool:
    """Run apt-get with progress lines and return True if it succeeds."""
    reading, writing = os.pipe()
    # Wait for other apt-get runs, such as the system's own upgrade.
    options = ["-o", f"APT::Status-Fd={writing}", "-o", f"DPkg::Lock::Timeout={TIMEOUT}"]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        process = subprocess.Popen(
            ["timeout", str(TIMEOUT), "apt-get", *options, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=errors,
            pass_fds=(writing,),
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        )
        os.close(writing)
        _print_progress(reading)
        if process.wait() != 0:
            errors.seek(0)
            print(f"  apt-get {arguments[0]} failed: {errors.read().strip()[-500:]}", flush=True)
    return process.returncode == 0


def _print_progress(reading: int) -> None:
    """Print the progress of apt-get, a line every few seconds."""
    printed_at = time.monotonic()
    with os.fdopen(reading, encoding="utf-8", errors="replace") as status:
        for line in status:
            # dlstatus:4:37.5:Retrieving …, pmstatus:postgresql:81.2:Unpacking …
            kind, _, percent, text = [*line.strip().split(":", 3), "", "", ""][:4]
            if kind in ("dlstatus", "pmstatus") and time.monotonic() - printed_at >= INTERVAL:
                printed_at = time.monotonic()
                print(f"  {float(percent):3.0f} % {text}", flush=True)


def install(programs: Sequence[Program]) -> None:
    """Install the packages of these programs in one run."""
    packages = list(dict.fromkeys(name for program in programs for name in program.packages))
    print(f"Installing {', '.join(packages)} with apt-get", flush=True)
    command = ("install", "--yes", "--no-install-recommends")
    if _apt_get("update") and not _apt_get(*command, *packages) and len(programs) > 1:
        for program in programs:  # an unknown package must not block the others
            _apt_get(*command, *program.packages)


def main(names: Sequence[str] = ()) -> int:
    """Install what is missing if possible, and report which checks will be skipped."""
    absent = missing(names)
    if absent and os.geteuid() == 0 and shutil.which("apt-get"):
        install(absent)
        absent = missing(names)
    for program in absent:
        packages = " ".join(program.packages)
        advice = f"on Debian and Ubuntu: sudo apt-get install {packages}"
        print(f"{program.name} is not installed. Skipping: {program.serves} ({advice}).")
    if absent and in_ci():
        print("On CI nothing may be skipped.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
