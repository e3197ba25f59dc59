"""Installing tells how far it is, and fails where pip fails."""

import io
import sys
from pathlib import Path

import pytest

from tools.install import install, pinned

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


def told(tmp_path: Path, stream: io.StringIO, status: int = 0) -> str:
    requirements = tmp_path / "run.txt"
    requirements.write_text(PINNED)
    command = [sys.executable, "-c", PIP, str(tmp_path), str(status)]
    assert install(requirements, command, tmp_path, stream) == status
    return stream.getvalue()


@pytest.mark.skipif(sys.platform == "win32", reason="counts the packages of other systems")
def test_packages_of_other_systems_do_not_count() -> None:
    assert pinned(PINNED) == 2


def test_a_terminal_sees_numbers_grow(tmp_path: Path) -> None:
    text = told(tmp_path, Terminal())
    assert "\r  packages found: 1 of 2\r  packages found: 2 of 2\r" in text
    assert "packages unpacked: 1 of 2" in text
    assert text.endswith(" \r")


def test_a_file_gets_a_line_for_each_part(tmp_path: Path) -> None:
    assert told(tmp_path, io.StringIO()) == "  packages found: 2\n  packages unpacked: 2\n"


def test_a_failure_of_pip_is_passed_on(tmp_path: Path) -> None:
    told(tmp_path, io.StringIO(), status=3)
