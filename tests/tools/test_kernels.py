"""The rules compiled ahead of time play every game as the rules compiled by Numba do."""

import ctypes
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cartagena.rules import batch
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.options import Rules
from cartagena.rules.presets import PRESETS
from cartagena.rules.state import RUNNING, STATE, new_scratches
from tools.kernels.exports import entry_points, export_name
from tools.kernels.link import LINKED
from tools.kernels.native import bind

ROOT = Path(__file__).parents[2]
LIMIT = 150
"""Actions per game."""

pytestmark = [pytest.mark.slow, pytest.mark.first]


HAS_ZIG = find_spec("ziglang") is not None


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the rules for this machine and, if Zig is installed, for browsers."""
    folder = tmp_path_factory.mktemp("kernels")
    targets = ["--target", "host", *(("--target", "wasm32") if HAS_ZIG else ())]
    subprocess.run([sys.executable, "-m", "tools.kernels", *targets, folder], cwd=ROOT, check=True)
    return folder


@pytest.fixture(scope="module")
def games() -> list[dict[str, Any]]:
    """Random games of every preset, played by the rules as Numba compiles them."""
    return [play(name, players) for name in PRESETS for players in (2, 3, 5)]


def play(name: str, players: int) -> dict[str, Any]:
    random = Random(f"{name} {players}")
    key = key_words(random.getrandbits(256))
    states, scratches, listed = (
        batch.prepare(Rules.preset(name), players),
        new_scratches(),
        batch.new_list(),
    )
    blank = states.tobytes().hex()
    batch.deal(states, 0, key, -1)
    dealt = states.tobytes().hex()
    actions: list[tuple[int, int]] = []
    while states["result"][0] == RUNNING and len(actions) < LIMIT:
        count = batch.list_legal(states, 0, scratches, listed)
        actions.append((count, int(listed[random.randrange(count)])))
        batch.apply(states, 0, actions[-1][1], scratches)
    end = states.tobytes().hex()
    return {
        "name": f"{name} for {players}",
        "key": key,
        "blank": blank,
        "dealt": dealt,
        "actions": actions,
        "end": end,
    }


def load_rules(folder: Path) -> dict[str, Callable[..., Any]]:
    """Link the object file with the compiler of this machine and bind every entry point."""
    library = folder / "kernels.so"
    subprocess.run(["cc", "-shared", "-o", library, folder / "host.o"], check=True)
    opened = ctypes.CDLL(str(library))
    bound = {}
    for function in entry_points():
        name = export_name(function)
        address = ctypes.cast(getattr(opened, name), ctypes.c_void_p).value or 0
        bound[name] = bind(function.py_func, address)
    return bound


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_native_library_plays_every_game_alike(built: Path, games: list[dict[str, Any]]) -> None:
    rules = load_rules(built)
    for game in games:
        states, scratches, listed = batch.prepare(Rules(), 2), new_scratches(), batch.new_list()
        states.view("u1")[:] = list(bytes.fromhex(game["blank"]))
        rules["rules_batch_deal"](states, 0, game["key"], -1)
        assert states.tobytes().hex() == game["dealt"], game["name"]
        for count, action in game["actions"]:
            rules["rules_batch_legal"](states, 0, scratches)
            assert rules["rules_batch_write_list"](scratches, listed) == count
            assert rules["rules_batch_apply"](states, 0, action, scratches)
        assert states.tobytes().hex() == game["end"], game["name"]


@pytest.mark.skipif(
    find_spec("ziglang") is None, reason="Zig is not installed: pip install ziglang"
)
@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_webassembly_plays_every_game_alike(
    built: Path, games: list[dict[str, Any]], tmp_path: Path
) -> None:
    module = built / LINKED["wasm32"]
    assert module.stat().st_size < 80_000
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"state_size": STATE.itemsize, "games": games}))
    script = Path(__file__).with_name("kernels.mjs")
    done = subprocess.run(
        ["node", script, module, file], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == {"games": len(games), "different": []}
