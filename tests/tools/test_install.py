"""Installing shows its progress and passes on pip's exit status."""

import io
import sys
from pathlib import Path

import pytest

from tools.install import count_pinned, install

PINNED = """\
first==1.0 \\
    --hash=sha256:00
second==2.1 ; sys_platform == 'win32' \\
    --hash=sha256:01
third-part==3.0 \\
    --hash=sha256:02
"""

PIP = """
import sys, time
from pathlib import Path
print("Collecting first==1.0")
print("Requirement already satisfied: third-part==3.0")
print("Installing collected packages: first")
(Path(sys.argv[1]) / "first-1.0.dist-info").mkdir()
time.sleep(0.5)
sys.exit(int(sys.argv[2]))
"""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run_install(tmp_path: Path, stream: io.StringIO, status: int = 0) -> str:
    requirements = tmp_path / "run.txt"
    requirements.write_text(PINNED)
    command = [sys.executable, "-c", PIP, str(tmp_path), str(status)]
    assert install(requirements, command, tmp_path, stream) == status
    return stream.getvalue()


@pytest.mark.skipif(sys.platform == "win32", reason="counts the packages of other systems")
def test_ignores_packages_of_other_systems() -> None:
    assert count_pinned(PINNED) == 2


def test_terminal_shows_growing_numbers(tmp_path: Path) -> None:
    text = run_install(tmp_path, Terminal())
    assert "\r  packages found: 1 of 2\r  packages found: 2 of 2\r" in text
    assert "packages unpacked: 1 of 2" in text
    assert text.endswith(" \r")


def test_file_gets_one_line_per_phase(tmp_path: Path) -> None:
    assert run_install(tmp_path, io.StringIO()) == "  packages found: 2\n  packages unpacked: 2\n"


def test_passes_on_the_exit_status_of_pip(tmp_path: Path) -> None:
    run_install(tmp_path, io.StringIO(), status=3)
