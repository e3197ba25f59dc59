"""A real PostgreSQL for the tests, in a temporary folder."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.programs import require
from tests.support.servers import free_port


def _as_unprivileged_user() -> list[str]:
    """Return a prefix that runs a command as another user, because PostgreSQL refuses root."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


@contextmanager
def postgres() -> Iterator[str]:
    """Run PostgreSQL and yield the address of an empty database."""
    programs = require("PostgreSQL").parent
    with tempfile.TemporaryDirectory(prefix="cartagena-pg-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        data = folder / "data"
        _run(
            [
                *_as_unprivileged_user(),
                str(programs / "initdb"),
                "-D",
                str(data),
                "-A",
                "trust",
                "-U",
                "cartagena",
            ]
        )
        port = free_port()
        log = (folder / "log").open("wb")
        options = ["-D", str(data), "-p", str(port), "-k", str(folder), "-h", "127.0.0.1"]
        server = subprocess.Popen(
            [*_as_unprivileged_user(), str(programs / "postgres"), *options], stdout=log, stderr=log
        )
        try:
            _wait(programs, port, server)
            where = ["-h", "127.0.0.1", "-p", str(port), "-U", "cartagena"]
            _run([str(programs / "createdb"), *where, "cartagena"])
            yield f"postgresql://cartagena@127.0.0.1:{port}/cartagena"
        finally:
            pid = int((data / "postmaster.pid").read_text().split()[0])
            os.kill(pid, signal.SIGINT)
            server.wait(30)
            log.close()


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def _wait(programs: Path, port: int, server: "subprocess.Popen[bytes]") -> None:
    command = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    end = time.monotonic() + 60
    while subprocess.run(command, check=False).returncode != 0:
        assert server.poll() is None, "PostgreSQL has stopped"
        assert time.monotonic() < end, "PostgreSQL did not start"
        time.sleep(0.1)
