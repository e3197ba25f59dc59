"""The rules and bots are the same on every target: the interpreter, Numba, the library, browsers."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from cartagena.bots import bosun
from cartagena.bots.search.turn_search import DEPTH
from cartagena.bots.search.weights import weights
from cartagena.jit import prebuilt
from cartagena.jit.compiler import is_entry_point, mode
from cartagena.rules import batch
from tests.tools import kernel_cases as cases
from tools.kernels import javascript, manifest
from tools.kernels.exports import FOR_BROWSERS, entry_points
from tools.kernels.javascript import WASM
from tools.kernels.link import LINKED

ROOT = Path(__file__).parents[2]
NETS = ROOT / "src" / "cartagena" / "bots" / "net"
NODE = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    """Return the results of this process, which uses the library."""
    assert mode() == "prebuilt", "run `make kernels`"
    return cases.results(rough=False)


def in_mode(kernels: str, *arguments: str) -> dict[str, Any]:
    """Return the results of another process, in which kernels run in another way."""
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "error::RuntimeWarning",
            "-m",
            "tests.tools.kernel_cases",
            *arguments,
        ],
        env=os.environ | {"CARTAGENA_KERNELS": kernels},
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr
    results: dict[str, Any] = json.loads(done.stdout)
    return results


def test_the_libraries_are_up_to_date() -> None:
    assert manifest.is_current(), "run `make kernels`"
    assert javascript.is_current(), "run `make kernels`"


def test_the_libraries_are_all_there() -> None:
    files = {path.name for path in prebuilt.LIBRARIES.iterdir()}
    assert files == {"manifest.json", *LINKED.values()} - {WASM.name}
    assert sum(path.stat().st_size for path in prebuilt.LIBRARIES.iterdir()) < 1_200_000


def test_the_module_for_browsers_is_small() -> None:
    assert len(gzip.compress(WASM.read_bytes())) < 80_000


def test_every_entry_point_is_in_the_list() -> None:
    listed = {function.__module__ for function in entry_points()}
    for path in (ROOT / "src" / "cartagena").rglob("*.py"):
        name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        if "\n@entry_point\n" in path.read_text("utf-8"):
            assert name in listed, name
    assert {function.__module__ for function in entry_points(FOR_BROWSERS)} < listed
    assert is_entry_point(batch.apply)


@pytest.mark.long
@pytest.mark.skipif(
    find_spec("ziglang") is None, reason="Zig is not installed: pip install ziglang"
)
@pytest.mark.parametrize("target", ["wasm32"])
def test_the_same_sources_give_the_same_bytes(target: str, tmp_path: Path) -> None:
    """`make test` compares digests of the sources. Each release builds all targets again."""
    command = [sys.executable, "-m", "tools.kernels", "--target", target, str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=290)
    assert (tmp_path / LINKED[target]).read_bytes() == WASM.read_bytes(), "run `make kernels`"


@pytest.mark.long
@pytest.mark.skipif(find_spec("numba") is None, reason="Numba is not installed")
def test_numba_plays_and_searches_alike(expected: dict[str, Any]) -> None:
    """In `make test`, `tests/jit/test_compiler.py` plays a game in this way."""
    assert in_mode("jit") == expected


@pytest.mark.slow
def test_the_interpreter_plays_and_searches_alike() -> None:
    assert in_mode("python", "rough") == cases.results(rough=True)


@pytest.fixture(scope="module")
def in_node(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Play all games and run all searches in Node."""
    file = tmp_path_factory.mktemp("node") / "cases.json"
    document = {
        "hashes": cases.hash_cases(),
        "limit": cases.LIMIT,
        "searches": cases.search_cases(),
        "turn_search": {"worlds": bosun.WORLDS, "depth": DEPTH},
        "weights": weights().tobytes().hex(),
    }
    file.write_text(json.dumps(document))
    script = Path(__file__).with_name("engine.mjs")
    done = subprocess.run(
        ["node", script, WASM, file, NETS],
        capture_output=True,
        text=True,
        check=True,
        timeout=250,
    )
    results: dict[str, Any] = json.loads(done.stdout)
    return results


@NODE
def test_webassembly_plays_alike(in_node: dict[str, Any], expected: dict[str, Any]) -> None:
    assert in_node["hashes"] == expected["hashes"]


@NODE
def test_webassembly_searches_alike(in_node: dict[str, Any], expected: dict[str, Any]) -> None:
    for counts, (name, here) in zip(in_node["searches"], expected["searches"].items(), strict=True):
        assert sum(here) != 0
        assert counts == here, name
