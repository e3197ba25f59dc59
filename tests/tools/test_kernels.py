"""The rules and bots compiled ahead of time play every game as those compiled by Numba do."""

import ctypes
import gzip
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

from cartagena import Game
from cartagena.bots import captain, legend
from cartagena.bots.bosun import WORLDS
from cartagena.bots.families import family
from cartagena.bots.search.tree import NO_EDGES
from cartagena.bots.search.tree_search import LeafEvaluator, TreeSearch
from cartagena.bots.search.turn_search import new_memory, plan_turn
from cartagena.bots.view import View
from cartagena.rules import batch
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.options import Rules
from cartagena.rules.presets import PRESETS
from cartagena.rules.state import RUNNING, new_scratches
from tools.kernels import javascript
from tools.kernels.exports import entry_points, export_name
from tools.kernels.javascript import BINDINGS, WASM
from tools.kernels.native import bind

ROOT = Path(__file__).parents[2]
NETS = ROOT / "src" / "cartagena" / "bots" / "net"
LIMIT = 150
"""Actions per game."""

pytestmark = [pytest.mark.slow, pytest.mark.first]


HAS_ZIG = find_spec("ziglang") is not None


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the kernels for this machine and, if Zig is installed, for browsers."""
    folder = tmp_path_factory.mktemp("kernels")
    targets = ["--target", "host", *(("--target", "wasm32") if HAS_ZIG else ())]
    subprocess.run([sys.executable, "-m", "tools.kernels", *targets, folder], cwd=ROOT, check=True)
    return folder


@pytest.mark.skipif(not HAS_ZIG, reason="Zig is not installed: pip install ziglang")
def test_the_module_for_browsers_is_up_to_date(built: Path) -> None:
    assert (built / WASM.name).read_bytes() == WASM.read_bytes(), "run `python -m tools.kernels`"


def test_the_javascript_side_is_up_to_date() -> None:
    for name, text in (("bindings", javascript.bindings()), ("settings", javascript.settings())):
        written = (BINDINGS / f"{name}.js").read_text(encoding="utf-8")
        assert written == text, "run `python -m tools.kernels`"


def test_the_module_for_browsers_is_small() -> None:
    assert len(gzip.compress(WASM.read_bytes())) < 80_000


@pytest.fixture(scope="module")
def games() -> list[dict[str, Any]]:
    """Return random games of every preset, played by the rules as Numba compiles them."""
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


NODE = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")

GAMES = (
    *(("jamaica", 2), ("tortuga", 3), ("complete", 2), ("complete", 4)),
    *(("everything", 2), ("everything", 5)),
)
SEARCHES = [
    (bot, preset, players) for bot in ("bosun", "captain", "legend") for preset, players in GAMES
]
NODES = 600
"""Simulations of a search, or positions that the bosun looks at."""


def search_case(bot: str, preset: str, players: int) -> dict[str, Any]:
    """Return the view, seed and settings of a search, with the counts of the search here."""
    game = Game(preset, players=players, seed=5)
    random = Random(f"{preset} {players}")
    for _ in range(30):
        game.push(random.choice(list(game.legal_moves)))
    view = View.of(game, game.decider)
    return {
        "bot": bot,
        "family": family(view.rules),
        "players": players,
        "view": view.packed.tobytes().hex(),
        "seed": 12345,
        "nodes": NODES,
        "counts": counts_here(bot, view),
    }


def counts_here(bot: str, view: View) -> list[float]:
    """Return the visits of each action at the root, or the totals of the bosun."""
    if bot == "bosun":
        memory = new_memory()
        plan_turn(memory, view.packed, 12345, WORLDS, NODES)
        return [float(total) for total in memory.search["total"][0]]
    players = len(view.players)
    if bot == "captain":
        config, leaf = captain.default_config(family(view.rules), players), captain.ROLLOUT
    else:
        config = legend.default_config(family(view.rules), players)
        net = legend.net_named(legend.net_name(family(view.rules), players))
        leaf = LeafEvaluator(net)
    with TreeSearch(config, leaf).grow(NODES) as tree:
        tree.resume(view.packed, NO_EDGES)
        tree.simulate(view.packed, 12345, 0, NODES)
        return [float(visits) for visits in tree.root.visits]


@pytest.fixture(scope="module")
def in_node(
    games: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """Play all games and run all searches in Node."""
    file = tmp_path_factory.mktemp("node") / "cases.json"
    searches = [search_case(*each) for each in SEARCHES]
    file.write_text(json.dumps({"games": games, "searches": searches}))
    script = Path(__file__).with_name("engine.mjs")
    done = subprocess.run(
        ["node", script, WASM, file, NETS], capture_output=True, text=True, check=True
    )
    return {"expected": [one["counts"] for one in searches], **json.loads(done.stdout)}


@NODE
def test_webassembly_plays_every_game_alike(
    in_node: dict[str, Any], games: list[dict[str, Any]]
) -> None:
    assert (in_node["games"], in_node["different"]) == (len(games), [])


@NODE
@pytest.mark.parametrize(
    "number", range(len(SEARCHES)), ids=lambda n: "-".join(map(str, SEARCHES[n]))
)
def test_webassembly_searches_alike(in_node: dict[str, Any], number: int) -> None:
    counts = in_node["expected"][number]
    assert sum(counts) != 0
    assert in_node["searches"][number] == counts
