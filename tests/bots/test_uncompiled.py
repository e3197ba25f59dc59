"""Bots of a server that has compiled nothing yet: they think with machine code, never without."""

import subprocess
import sys

import pytest

PROGRAM = """
from random import Random
from cartagena.game import Game
from cartagena.bots import Budget, View, create, mcts, turn_search
from cartagena.rules import batch, compiled
from cartagena.rules.warm_up import warm_up

compiled.interpret_until_compiled()
game = Game("short", players=2, seed=5)
view = View.of(game, game.decider)
moves = game.legal_moves
assert "apply" in compiled.interpreted(), compiled.interpreted()
create("cook").choose(view, moves, Random(1), Budget())
assert not turn_search.search_worlds.signatures
create("bosun").choose(view, moves, Random(1), Budget(nodes=1))
assert turn_search.search_worlds.signatures
with compiled.compiling():
    warm_up()
compiled.interpret_no_more()
assert compiled.interpreted() == []
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
