"""The programs from outside that a test needs. `make test` has installed them, or said why not."""

from pathlib import Path
from typing import NoReturn

import pytest

from tools.system_packages import find, in_ci


def require(name: str) -> Path:
    """Where a program is; without it the test is skipped, and on a CI machine it fails."""
    found = find(name)
    if found is None:
        leave_out(f"{name} is not installed.")
    return found


def leave_out(reason: str) -> NoReturn:
    if in_ci():
        pytest.fail(reason)
    pytest.skip(reason)
