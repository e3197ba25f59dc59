"""The wheel, installed into an empty environment from the wheels of the setup."""

import json
import shutil
import subprocess
import sys
import time
import tomllib
import zipfile
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from cartagena.cli.extras import EXTRAS
from tests.support.programs import leave_out
from tests.support.servers import free_port

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".venv" / "wheels"


def test_extras_match_what_commands_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {
        extra: {line.split(">")[0].split("[")[0].replace("-", "_") for line in lines}
        for extra, lines in project["optional-dependencies"].items()
    }
    assert extras["client"] == set(EXTRAS["client"])
    # Without uvloop the server is slower, and Windows has none.
    server = extras["server"] - {"uvloop", "cartagena"} | extras["client"]
    assert server == set(EXTRAS["server"])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_the_wheel_has_exactly_the_needed_files(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
    inside = {name for name in names if name.startswith("cartagena/")}
    assert {Path(name).parts[0] for name in names} == {"cartagena", f"{wheel.name[:15]}.dist-info"}
    kinds = {".py", ".typed", ".js", ".css", ".html", ".svg", ".png", ".json", ".npz"}
    kinds |= {".toml", ".webmanifest", ".bin", ".wasm", ".so", ".dylib", ".dll"}
    assert {Path(name).suffix for name in inside} == kinds
    source = ROOT / "src"
    files = (path for path in source.rglob("*") if path.suffix in kinds and path.is_file())
    assert inside == {path.relative_to(source).as_posix() for path in files}


@pytest.mark.slow
def test_the_wheel_plays_alone_and_serves_with_its_extra(wheel: Path, tmp_path: Path) -> None:
    if not KEPT.exists():
        leave_out("There are no wheels in .venv: `make setup` keeps them.")
    empty = tmp_path / "empty"
    uv = shutil.which("uv", path=Path(sys.executable).parent)
    assert uv is not None
    _run(uv, "venv", "--quiet", "--python", sys.executable, str(empty))
    python = empty / "bin" / "python"
    install = [uv, "pip", "install", "--quiet", "--offline", "--no-config", "--no-index"]
    install += ["--find-links", str(KEPT), "--python", str(python)]

    _run(*install, str(wheel))
    there = {
        d["name"]
        for d in json.loads(_run(uv, "pip", "list", "--python", str(python), "--format", "json"))
    }
    assert there == {"cartagena", "numpy"}
    played = _run(str(python), "-c", _GAME)
    assert "wins!" in played
    assert played.rstrip().endswith("set()")
    command = str(empty / "bin" / "cartagena")
    assert "COMMAND" in _run(command, "--help")
    bot = ["bot", "--server", "http://localhost"]
    for words, extra in ((["serve"], "server"), (["admin", "migrate"], "server"), (bot, "client")):
        refused = subprocess.run(
            [command, *words], capture_output=True, text=True, timeout=60, check=False
        )
        assert refused.returncode == 2
        assert f"pip install 'cartagena[{extra}]'" in refused.stderr
        assert "Traceback" not in refused.stderr

    _run(*install, f"{wheel}[server]")
    port = free_port()
    served = subprocess.Popen(
        [command, "serve", "--port", str(port), "--database", str(tmp_path / "test.db")],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _serves(f"http://127.0.0.1:{port}")
    finally:
        served.terminate()
        served.wait(30)


_GAME = """
import sys
from random import Random
from cartagena import Game
game, choice = Game("everything", players=3, seed=7), Random(7)
while not game.over:
    game.push(choice.choice(game.legal_moves))
assert Game.replay(game.record()).position() == game.position()
print(game, sys.modules.keys() & {"numba", "llvmlite"})
"""


def _serves(address: str) -> None:
    """Check the page, its files and the API of a server that has just started."""
    _wait(f"{address}/readyz")
    assert b"<title>" in _get(f"{address}/")
    presets = json.loads(_get(f"{address}/api/v1/catalogue"))
    assert "everything" in str(presets)
    body = json.dumps({"name": "Anna", "kind": "token"}).encode()
    request = Request(
        f"{address}/api/v1/identity", data=body, headers={"content-type": "application/json"}
    )
    with urlopen(request, timeout=30) as answer:
        assert answer.status == 201


def _wait(address: str) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            _get(address)
        except (URLError, ConnectionError):
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server was not ready in time")


def _get(address: str) -> bytes:
    with urlopen(address, timeout=30) as answer:
        content: Any = answer.read()
        return bytes(content)


def _run(*command: str) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
