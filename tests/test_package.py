import subprocess
import sys

import pytest

import cartagena


def test_importing_the_package_is_light() -> None:
    program = (
        "import sys, cartagena\n"
        "heavy = {'numpy', 'numba', 'llvmlite', 'importlib.metadata'} & sys.modules.keys()\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_public_names() -> None:
    assert set(cartagena.__all__) <= set(dir(cartagena))
    for name in cartagena.__all__:
        assert getattr(cartagena, name) is not None


def test_rejects_other_names() -> None:
    with pytest.raises(AttributeError, match="'ship'"):
        cartagena.ship  # noqa: B018
