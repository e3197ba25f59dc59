"""Kernels and entry points: interpreted at first, then compiled, once for all processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cartagena.jit.cache import cache_folder, is_cached, mark_cached
from cartagena.rules import bits

SWITCH = """
from random import Random
from threading import Thread

from cartagena import Game
from cartagena.jit import compiler
from cartagena.rules import batch
from cartagena.rules.warm_up import warm_up


def play(limit):
    game, chance = Game("everything", 3, 1), Random(1)
    while not game.over and game.moves_made < limit:
        game.push(chance.choice(game.legal_moves))
    return game.position()


def prepare():
    with compiler.compiling():
        warm_up()


compiler.interpret_until_compiled()
interpreted = play(60)
assert not batch.apply.signatures, "nothing is compiled for one who does not wait"
thread = Thread(target=prepare)
thread.start()
while thread.is_alive():
    assert play(20)  # while entry points change under our hands
thread.join()
assert batch.apply.signatures
calls = []
batch.apply.py_func.__code__ = (lambda states, i, action, scratches: calls.append(action)).__code__
assert play(60) == interpreted
assert not calls, "the compiled rules are used as soon as they are there"
"""

COMPILE_ONE = """
from cartagena.rules import position_builder
from cartagena.rules.state import new_states
from cartagena.jit.compiler import progress
assert position_builder.is_captain(new_states(1), 0) in (True, False)
assert 1 <= progress()[0] < progress()[1]
stats = position_builder.is_captain.stats
kept = "kept" if stats.cache_path else "not kept"
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()), kept)
"""


def process(code: str, cache: Path | None = None) -> subprocess.Popen[str]:
    chosen = {} if cache is None else {"CARTAGENA_CACHE": str(cache)}
    return subprocess.Popen(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", code],
        env=os.environ | chosen,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def output(started: subprocess.Popen[str]) -> str:
    out, err = started.communicate(timeout=120)
    assert started.returncode == 0, err
    return out


def test_a_kernel_called_from_python_runs_as_python() -> None:
    assert bits.count(0b1011) == 3
    assert bits.highest(0b1011) == 3


@pytest.mark.slow
def test_rules_are_interpreted_until_they_are_compiled_and_play_the_same_game() -> None:
    output(process(SWITCH))


@pytest.mark.slow
def test_one_process_compiles_and_the_other_loads(tmp_path: Path) -> None:
    both = [process(COMPILE_ONE, tmp_path) for _ in range(2)]
    assert sorted(output(each) for each in both) == ["0 1 kept\n", "1 0 kept\n"]


@pytest.mark.slow
def test_works_without_a_writable_cache(tmp_path: Path) -> None:
    """Numba must not use its own folders either, since they ignore our cache key."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert output(process(COMPILE_ONE, blocked / "cache")) == "0 1 not kept\n"


def test_a_complete_cache_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTAGENA_CACHE", str(tmp_path))
    assert not is_cached()
    mark_cached()
    assert is_cached()
    assert cache_folder().parent == tmp_path
