"""External programs that tests need. `make test` installs them, or reports why it cannot."""

from pathlib import Path
from typing import NoReturn

import pytest

from tools.system_packages import find, in_ci


def require(name: str) -> Path:
    """Return the path of a program. Without it, skip the test, or fail it on a CI machine."""
    path = find(name)
    if path is None:
        leave_out(f"{name} is not installed.")
    return path


def leave_out(reason: str) -> NoReturn:
    if in_ci():
        pytest.fail(reason)
    pytest.skip(reason)
