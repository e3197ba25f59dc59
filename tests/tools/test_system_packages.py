"""Missing system programs are installed once before the tests, or reported as skipped."""

import os
from pathlib import Path

import pytest

from tools import system_packages
from tools.system_packages import PROGRAMS, find, main, missing

APT_GET = """#!/bin/sh
# Reports progress like the real one and installs by writing a file.
echo "$@" >> {folder}/calls
fd=${{2#*=}}
echo "pmstatus:chromium:50.0:Unpacking chromium" > "/dev/fd/$fd"
case "$*" in *install*) printf '#!/bin/sh\\n' > {folder}/initdb; chmod +x {folder}/initdb;; esac
"""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Simulate a machine on which only PostgreSQL is missing."""
    programs = tuple(
        system_packages.Program(
            p.name,
            (lambda: Path("/")) if p.name != "PostgreSQL" else _find_initdb,
            p.packages,
            p.serves,
        )
        for p in PROGRAMS
    )
    monkeypatch.setattr(system_packages, "PROGRAMS", programs)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("HYPOTHESIS_PROFILE", "dev")
    monkeypatch.setattr(system_packages, "INTERVAL", 0)
    return tmp_path


def _find_initdb() -> Path | None:
    initdb = Path(os.environ["PATH"].split(":")[0]) / "initdb"
    return initdb if initdb.exists() else None


def test_missing_program_is_reported_and_skipped(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [program.name for program in missing()] == ["PostgreSQL"]
    assert find("PostgreSQL") is None
    assert main() == 0
    assert "PostgreSQL is not installed. Skipping: the tests of several" in capsys.readouterr().out


def test_missing_program_is_an_error_on_ci(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPOTHESIS_PROFILE", "ci")
    assert main() == 1


def test_root_installs_missing_programs_once(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "apt-get").write_text(APT_GET.format(folder=machine), encoding="utf-8")
    (machine / "apt-get").chmod(0o755)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert main() == 0
    output = capsys.readouterr().out
    assert "Installing postgresql with apt-get" in output
    assert "50 % Unpacking chromium" in output
    assert "Skipping" not in output
    assert main() == 0
    calls = (machine / "calls").read_text("utf-8").splitlines()
    assert [line.split()[4:] for line in calls] == [
        ["update"],
        ["install", "--yes", "--no-install-recommends", "postgresql"],
    ]


def test_apt_get_failure_is_reported(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "apt-get").write_text("#!/bin/sh\necho no network >&2\nexit 100\n", encoding="utf-8")
    (machine / "apt-get").chmod(0o755)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert main() == 0
    output = capsys.readouterr().out
    assert "apt-get update failed: no network" in output
    assert "PostgreSQL is not installed" in output
