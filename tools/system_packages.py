"""The programs from outside of Python that some checks need, found or installed.

    python -m tools.system_packages

looks for each of them and, as root on Debian or Ubuntu, installs what is missing: one run of
apt-get before any test begins. It says what it does and what will be left out. On a CI machine
(`HYPOTHESIS_PROFILE=ci`) a missing program is a failure. Tests ask `find` and never install.
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

PATIENCE: Final = 600
"""Seconds that one run of apt-get may take."""
INTERVAL: Final = 5
"""Seconds between two lines about its progress."""

Find = Callable[[], Path | None]


@dataclass(frozen=True, slots=True)
class Program:
    """A program, the packages it comes with and what cannot be checked without it."""

    name: str
    find: Find
    packages: tuple[str, ...]
    serves: str


def in_ci() -> bool:
    """Whether nothing may be left out."""
    return os.environ.get("HYPOTHESIS_PROFILE") == "ci"


def _first(*names: str) -> Find:
    """Finds the first of these in PATH, in /usr/sbin or, given whole, where it says."""

    def find() -> Path | None:
        path = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))
        for name in names:
            if found := shutil.which(name, path=path):
                return Path(found)
        return None

    return find


def _initdb() -> Path | None:
    """Debian keeps the server's programs in a folder of their version."""
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


def find(name: str) -> Path | None:
    """Where a program is, if it is here."""
    return next(program for program in PROGRAMS if program.name == name).find()


def missing() -> list[Program]:
    """The programs that are not here."""
    return [program for program in PROGRAMS if program.find() is None]


def _apt_get(*arguments: str) -> bool:
    """Run apt-get and say from time to time how far it is."""
    reading, writing = os.pipe()
    # Another run of it, such as the system's own upgrade, is waited for.
    options = ["-o", f"APT::Status-Fd={writing}", "-o", f"DPkg::Lock::Timeout={PATIENCE}"]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        process = subprocess.Popen(
            ["timeout", str(PATIENCE), "apt-get", *options, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=said,
            pass_fds=(writing,),
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        )
        os.close(writing)
        _report(reading)
        if process.wait() != 0:
            said.seek(0)
            print(f"  apt-get {arguments[0]} failed: {said.read().strip()[-500:]}", flush=True)
    return process.returncode == 0


def _report(reading: int) -> None:
    """Print what apt-get tells of its progress, a line every few seconds."""
    told = time.monotonic()
    with os.fdopen(reading, encoding="utf-8", errors="replace") as status:
        for line in status:
            # dlstatus:4:37.5:Retrieving …, pmstatus:postgresql:81.2:Unpacking …
            kind, _, percent, text = [*line.strip().split(":", 3), "", "", ""][:4]
            if kind in ("dlstatus", "pmstatus") and time.monotonic() - told >= INTERVAL:
                told = time.monotonic()
                print(f"  {float(percent):3.0f} % {text}", flush=True)


def install(programs: Sequence[Program]) -> None:
    """Install the packages of these programs, all in one run."""
    packages = list(dict.fromkeys(name for program in programs for name in program.packages))
    print(f"Installing {', '.join(packages)} with apt-get, once", flush=True)
    install_them = ("install", "--yes", "--no-install-recommends")
    if _apt_get("update") and not _apt_get(*install_them, *packages) and len(programs) > 1:
        for program in programs:  # one of them is unknown here: that keeps none of the others away
            _apt_get(*install_them, *program.packages)


def main() -> int:
    """Install what is missing if that is ours to do, and say what is left out."""
    lacking = missing()
    if lacking and os.geteuid() == 0 and shutil.which("apt-get"):
        install(lacking)
        lacking = missing()
    for program in lacking:
        packages = " ".join(program.packages)
        advice = f"on Debian and Ubuntu: sudo apt-get install {packages}"
        print(f"{program.name} is not installed. Left out: {program.serves} ({advice}).")
    if lacking and in_ci():
        print("On a CI machine nothing may be left out.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
