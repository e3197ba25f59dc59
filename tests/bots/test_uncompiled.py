"""Bots on a server that has compiled nothing yet: they are compiled before they think."""

import subprocess
import sys

import pytest

PROGRAM = """
from random import Random
from cartagena.bots import Budget, View, create
from cartagena.bots.search import turn_search
from cartagena.game import Game
from cartagena.jit import compiler
from cartagena.rules import batch
from cartagena.rules.warm_up import warm_up

compiler.interpret_until_compiled()
game = Game("short", players=2, seed=5)
view = View.of(game, game.decider)
moves = game.legal_moves
assert "apply" in compiler.interpreted(), compiler.interpreted()
create("cook").choose(view, moves, Random(1), Budget())
assert not turn_search.search_worlds.signatures
create("bosun").choose(view, moves, Random(1), Budget(nodes=1))
assert turn_search.search_worlds.signatures
with compiler.compiling():
    warm_up()
compiler.interpret_no_more()
assert compiler.interpreted() == []
"""


@pytest.mark.slow
def test_a_bosun_is_compiled_while_the_rules_are_still_interpreted() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=False,
        timeout=250,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
