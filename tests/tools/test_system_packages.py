"""What the tests need from outside is installed once, before them, or said to be left out."""

import os
from pathlib import Path

import pytest

from tools import system_packages
from tools.system_packages import PROGRAMS, find, main, missing

APT_GET = """#!/bin/sh
# Tells of its progress as the real one does, and installs by writing a file.
echo "$@" >> {folder}/asked
fd=${{2#*=}}
echo "pmstatus:chromium:50.0:Unpacking chromium" > "/dev/fd/$fd"
case "$*" in *install*) printf '#!/bin/sh\\n' > {folder}/initdb; chmod +x {folder}/initdb;; esac
"""


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which only PostgreSQL is missing."""
    programs = tuple(
        system_packages.Program(
            p.name, (lambda: Path("/")) if p.name != "PostgreSQL" else _here, p.packages, p.serves
        )
        for p in PROGRAMS
    )
    monkeypatch.setattr(system_packages, "PROGRAMS", programs)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("HYPOTHESIS_PROFILE", "dev")
    monkeypatch.setattr(system_packages, "INTERVAL", 0)
    return tmp_path


def _here() -> Path | None:
    found = Path(os.environ["PATH"].split(":")[0]) / "initdb"
    return found if found.exists() else None


def test_what_is_missing_is_said_and_left_out(
    bare: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [program.name for program in missing()] == ["PostgreSQL"]
    assert find("PostgreSQL") is None
    assert main() == 0
    assert "PostgreSQL is not installed. Left out: the tests of several" in capsys.readouterr().out


def test_on_a_ci_machine_nothing_is_left_out(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPOTHESIS_PROFILE", "ci")
    assert main() == 1


def test_the_superuser_installs_what_is_missing_once(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (bare / "apt-get").write_text(APT_GET.format(folder=bare), encoding="utf-8")
    (bare / "apt-get").chmod(0o755)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert main() == 0
    said = capsys.readouterr().out
    assert "Installing postgresql with apt-get" in said
    assert "50 % Unpacking chromium" in said
    assert "Left out" not in said
    assert main() == 0
    asked = (bare / "asked").read_text("utf-8").splitlines()
    assert [line.split()[4:] for line in asked] == [
        ["update"],
        ["install", "--yes", "--no-install-recommends", "postgresql"],
    ]


def test_a_failure_of_apt_get_is_told(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (bare / "apt-get").write_text("#!/bin/sh\necho no network >&2\nexit 100\n", encoding="utf-8")
    (bare / "apt-get").chmod(0o755)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert main() == 0
    said = capsys.readouterr().out
    assert "apt-get update failed: no network" in said
    assert "PostgreSQL is not installed" in said
